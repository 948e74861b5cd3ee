"""Every way in which a sheet can be wrong, and the expected refusal."""

import json
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from scoring.backup import LARGEST, MOST_SHEETS
from scoring.bauerchen import Slip
from scoring.refusals import Fault
from scoring.sheet import LARGEST_FILE

SIDES = [{"name": "Mein", "players": ["Karl", "Erna"]}, {"name": "Dein"}]
MELD = {"type": "meld", "side": 0, "cards": 20}
DEAL = {"type": "deal", "winner": 0, "level": "schneider"}
CARD_POINTS = {"type": "deal", "card_points": [70, 60]}
SOLO = {"type": "solo", "side": 1, "won": False}


class Wrong(NamedTuple):
    """A sheet that is refused, with the expected code, key and entry."""

    text: str | bytes
    code: StrEnum
    key: str | None = None
    entry: int | None = None


def a_sheet(*entries: object, **changes: object) -> dict[str, Any]:
    """Return a sheet of Bauerchen as parsed JSON; a key changed to ``...`` is left out."""
    whole = {
        "format": "knoddel-sheet",
        "version": 1,
        "game": "bauerchen",
        "sides": SIDES,
        "entries": list(entries),
        **changes,
    }
    return {key: value for key, value in whole.items() if value is not ...}


def _head(code: StrEnum, key: str | None = None, **changes: object) -> Wrong:
    return Wrong(json.dumps(a_sheet(**changes)), code, key)


def _rule(code: StrEnum, **rule: object) -> Wrong:
    return _head(code, *rule, rules=rule)


def _entry(entry: object, code: StrEnum, key: str | None = None, **changes: object) -> Wrong:
    """Put the entry into a sheet twice: as the third, which the refusal names, and as the last."""
    sheet = a_sheet(MELD, DEAL, entry, MELD, entry, **changes)
    return Wrong(json.dumps(sheet), code, key, entry=2)


def _part(code: StrEnum, of: Mapping[str, object] = DEAL, **part: object) -> Wrong:
    return _entry({**of, **part}, code, *part)


def _text(text: str, code: StrEnum, key: str | None = None, entry: int | None = None) -> Wrong:
    return Wrong(text, code, key, entry)


_GOOD = json.dumps(a_sheet(MELD))
_FEW_KEYS = ("format", "version", "game", "sides", "entries")

_FILES = {
    "nothing": _text("", Fault.NOT_JSON),
    "no JSON": _text("Karl", Fault.NOT_JSON),
    "half a sheet": _text(_GOOD[:-1], Fault.NOT_JSON),
    "two sheets": _text(_GOOD * 2, Fault.NOT_JSON),
    "a byte order mark": _text("\ufeff" + _GOOD, Fault.NOT_JSON),
    "NaN": _text(_GOOD.replace("20", "NaN"), Fault.NOT_JSON),
    "Infinity": _text(_GOOD.replace("20", "-Infinity"), Fault.NOT_JSON),
    "more digits than Python reads": _text(_GOOD.replace("20", "2" * 5000), Fault.NOT_JSON),
    "deep nesting of lists": _text("[" * 100_000, Fault.NOT_JSON),
    "deep nesting of objects": _text('{"a":' * 100_000, Fault.NOT_JSON),
    "Latin-1": Wrong(_GOOD.replace("Karl", "Jörg").encode("latin-1"), Fault.NOT_UTF8),
    "a broken character as bytes": Wrong(b'{"game": "\xed\xa0\x80"}', Fault.NOT_UTF8),
    "too large": Wrong(_GOOD.encode().ljust(LARGEST_FILE + 1), Fault.TOO_LARGE),
    "a list": _text(f"[{_GOOD}]", Fault.NOT_AN_OBJECT),
    "null": _text("null", Fault.NOT_AN_OBJECT),
    "a number": _text("1", Fault.NOT_AN_OBJECT),
    "a key twice": _text(
        _GOOD.replace("{", '{"title": "a", "title": "a",', 1), Fault.KEY_TWICE, "title"
    ),
    "another format": _head(Fault.FORMAT_UNKNOWN, format="sheet"),
    "no format": _head(Fault.FORMAT_UNKNOWN, format=None),
    "version 2": _head(Fault.VERSION_UNKNOWN, version=2),
    "version 1.0": _head(Fault.VERSION_UNKNOWN, version=1.0),
    "version true": _head(Fault.VERSION_UNKNOWN, version=True),
    "version as text": _head(Fault.VERSION_UNKNOWN, version="1"),
    "an unknown game": _head(Fault.GAME_UNKNOWN, game="skat"),
    "a game that is no text": _head(Fault.GAME_UNKNOWN, game=["bauerchen"]),
    "an unknown key": _head(Fault.KEY_UNKNOWN, "totals", totals=[7, 4]),
    "a broken key": _head(Fault.KEY_UNKNOWN, "\ud800", **{"\ud800": 1}),
    **{f"no key {key}": _head(Fault.KEY_MISSING, key, **{key: ...}) for key in _FEW_KEYS},
}

_HEADS = {
    "title is a number": _head(Fault.NOT_TEXT, "title", title=7),
    "title is null": _head(Fault.NOT_TEXT, "title", title=None),
    "title is empty": _head(Fault.TEXT_LENGTH, "title", title=""),
    "title is long": _head(Fault.TEXT_LENGTH, "title", title="x" * 81),
    "title is broken": _head(Fault.TEXT_BROKEN, "title", title="Stamm\ud83dtisch"),
    "played_on is no day": _head(Fault.NOT_A_DATE, "played_on", played_on="2026-02-29"),
    "played_on is a number": _head(Fault.NOT_A_DATE, "played_on", played_on=20261120),
    "played_on has a time": _head(Fault.NOT_A_DATE, "played_on", played_on="2026-11-20T21:30"),
    "first_dealer is seat 4": _head(Fault.OUT_OF_RANGE, "first_dealer", first_dealer=4),
    "first_dealer is seat -1": _head(Fault.OUT_OF_RANGE, "first_dealer", first_dealer=-1),
    "first_dealer is true": _head(Fault.NOT_WHOLE, "first_dealer", first_dealer=True),
    "first_dealer is null": _head(Fault.NOT_WHOLE, "first_dealer", first_dealer=None),
    "sides is an object": _head(Fault.NOT_A_LIST, "sides", sides={}),
    "one side": _head(Fault.WRONG_COUNT, "sides", sides=SIDES[:1]),
    "three sides": _head(Fault.WRONG_COUNT, "sides", sides=[*SIDES, *SIDES[1:]]),
    "a side is a text": _head(Fault.NOT_AN_OBJECT, sides=["Mein", "Dein"]),
    "a side has no name": _head(Fault.KEY_MISSING, "name", sides=[{}, {}]),
    "a side has a colour": _head(
        Fault.KEY_UNKNOWN, "colour", sides=[{"name": "Mein", "colour": "red"}, {"name": "Dein"}]
    ),
    "a side's name is null": _head(Fault.NOT_TEXT, "name", sides=[{"name": None}] * 2),
    "a side's name is long": _head(Fault.TEXT_LENGTH, "name", sides=[{"name": "x" * 81}] * 2),
    "a side's name stands twice": _text(
        _GOOD.replace('"name"', '"name": "a", "name"'), Fault.KEY_TWICE, "name"
    ),
    "one player": _head(
        Fault.WRONG_COUNT, "players", sides=[{"name": "Mein", "players": ["Karl"]}] * 2
    ),
    "three players": _head(
        Fault.WRONG_COUNT, "players", sides=[{"name": "Mein", "players": ["Karl"] * 3}] * 2
    ),
    "players is a text": _head(
        Fault.NOT_A_LIST, "players", sides=[{"name": "Mein", "players": "KE"}] * 2
    ),
    "a player is a number": _head(
        Fault.NOT_TEXT, "players", sides=[{"name": "Mein", "players": ["Karl", 4]}] * 2
    ),
    "a player's name has 10,000 characters": _head(
        Fault.TEXT_LENGTH, "players", sides=[{"name": "Mein", "players": ["x" * 10_000] * 2}] * 2
    ),
    "a player has no name": _head(
        Fault.TEXT_LENGTH, "players", sides=[{"name": "Mein", "players": ["Karl", ""]}] * 2
    ),
    "entries is null": _head(Fault.NOT_A_LIST, "entries", entries=None),
    "entries is an object": _head(Fault.NOT_A_LIST, "entries", entries={"type": "meld"}),
    "10,001 entries": _head(Fault.TOO_MANY_ENTRIES, entries=[MELD] * 10_001),
}

_RULES = {
    "rules is null": _head(Fault.NOT_AN_OBJECT, rules=None),
    "rules is a list": _head(Fault.NOT_AN_OBJECT, rules=[]),
    "a rule stands twice": _text(
        _GOOD.replace("{", '{"rules": {"round_target": 9, "round_target": 9},', 1),
        Fault.KEY_TWICE,
        "round_target",
    ),
    "an unknown rule": _rule(Fault.KEY_UNKNOWN, jokers=1),
    "a rule of another game": _rule(Fault.KEY_UNKNOWN, penalty=5),
    "last_trick_bonus is 1": _rule(Fault.NOT_A_FLAG, last_trick_bonus=1),
    "carry_over is null": _rule(Fault.NOT_A_FLAG, carry_over=None),
    "solo_in_decider is text": _rule(Fault.NOT_A_FLAG, solo_in_decider="true"),
    "meld_past_target is 0": _rule(Fault.NOT_A_FLAG, meld_past_target=0),
    "threshold 30": _rule(Fault.OUT_OF_RANGE, schneider_threshold=30),
    "threshold 35": _rule(Fault.OUT_OF_RANGE, schneider_threshold=35),
    "threshold 33.0": _rule(Fault.NOT_WHOLE, schneider_threshold=33.0),
    "target 0": _rule(Fault.OUT_OF_RANGE, round_target=0),
    "target 1000": _rule(Fault.OUT_OF_RANGE, round_target=1000),
    "target true": _rule(Fault.NOT_WHOLE, round_target=True),
    "target null": _rule(Fault.NOT_WHOLE, round_target=None),
    "target 1e400": _text(
        json.dumps(a_sheet(rules={"round_target": 12})).replace("12", "1e400"),
        Fault.NOT_WHOLE,
        "round_target",
    ),
    "a huge target": _rule(Fault.OUT_OF_RANGE, round_target=10**4000),
    "1 knoddel a stein": _rule(Fault.OUT_OF_RANGE, knoddels_per_stein=1),
    "10 knoddels a stein": _rule(Fault.OUT_OF_RANGE, knoddels_per_stein=10),
    "another forty rule": _rule(Fault.NOT_A_CHOICE, forty_rule="at_eleven"),
    "the forty rule is true": _rule(Fault.NOT_A_CHOICE, forty_rule=True),
    "the forty rule is a list": _rule(Fault.NOT_A_CHOICE, forty_rule=["off"]),
    "another last card": _rule(Fault.NOT_A_CHOICE, last_card_trump="Off"),
}

_ENTRIES = {
    "an entry is null": _entry(None, Fault.NOT_AN_OBJECT),
    "an entry is a list": _entry([MELD], Fault.NOT_AN_OBJECT),
    "an entry has no type": _entry({"side": 0, "cards": 20}, Fault.KEY_MISSING, "type"),
    "an unknown type": _entry({"type": "hand"}, Fault.ENTRY_TYPE_UNKNOWN),
    "type is null": _entry({"type": None}, Fault.ENTRY_TYPE_UNKNOWN),
    "type is a list": _entry({"type": ["meld"]}, Fault.ENTRY_TYPE_UNKNOWN),
    "type has a capital": _entry({"type": "Meld"}, Fault.ENTRY_TYPE_UNKNOWN),
    "an entry's key stands twice": _text(
        _GOOD.replace('"cards": 20', '"cards": 20, "side": 1, "cards": 20'),
        Fault.KEY_TWICE,
        "side",
        0,
    ),
    "an entry has an unknown key": _part(Fault.KEY_UNKNOWN, points=3),
    "an entry has the key of another": _part(Fault.KEY_UNKNOWN, side=0),
    "at is no time": _part(Fault.NOT_A_TIME, at="yesterday"),
    "at is a number": _part(Fault.NOT_A_TIME, at=2130),
    "at has a broken character": _part(Fault.NOT_A_TIME, at="2026-11-20\ud80021:30"),
    "at has a strange character": _part(Fault.NOT_A_TIME, at="2026-11-20\N{BEER MUG}21:30"),
    "note is null": _part(Fault.NOT_TEXT, note=None),
    "note is broken": _part(Fault.TEXT_BROKEN, note="\udfff"),
    "meld without side": _entry({"type": "meld", "cards": 20}, Fault.KEY_MISSING, "side"),
    "meld without cards": _entry({"type": "meld", "side": 0}, Fault.KEY_MISSING, "cards"),
    "meld of side 2": _part(Fault.OUT_OF_RANGE, MELD, side=2),
    "meld of side true": _part(Fault.NOT_WHOLE, MELD, side=True),
    "meld of side null": _part(Fault.NOT_WHOLE, MELD, side=None),
    "meld of 30": _part(Fault.NOT_A_CHOICE, MELD, cards=30),
    "meld of 20.0": _part(Fault.NOT_WHOLE, MELD, cards=20.0),
    "solo without side": _entry({"type": "solo", "won": True}, Fault.KEY_MISSING, "side"),
    "solo without won": _entry({"type": "solo", "side": 1}, Fault.KEY_MISSING, "won"),
    "solo won is 0": _part(Fault.NOT_A_FLAG, SOLO, won=0),
    "solo of player 2": _part(Fault.OUT_OF_RANGE, SOLO, player=2),
    "solo of player null": _part(Fault.NOT_WHOLE, SOLO, player=None),
    "solo of player true": _part(Fault.NOT_WHOLE, SOLO, player=True),
    "solo of a player by name": _part(Fault.NOT_WHOLE, SOLO, player="Hans"),
    "meld of a player": _part(Fault.KEY_UNKNOWN, MELD, player=0),
    "winner is side 2": _part(Fault.OUT_OF_RANGE, winner=2),
    "winner is null": _part(Fault.NOT_WHOLE, winner=None),
    "winner is text": _part(Fault.NOT_WHOLE, winner="0"),
    "another level": _part(Fault.NOT_A_CHOICE, level="nackig"),
    "level is a number": _part(Fault.NOT_A_CHOICE, level=2),
    "spritzen -1": _part(Fault.OUT_OF_RANGE, spritzen=-1),
    "spritzen 11": _part(Fault.OUT_OF_RANGE, spritzen=11),
    "spritzen 1.0": _part(Fault.NOT_WHOLE, spritzen=1.0),
    "spritzen true": _part(Fault.NOT_WHOLE, spritzen=True),
    "home is side -1": _part(Fault.OUT_OF_RANGE, home=-1),
    "home is false": _part(Fault.NOT_WHOLE, home=False),
    "card points of one side": _part(Fault.WRONG_COUNT, CARD_POINTS, card_points=[70]),
    "card points of three": _part(Fault.WRONG_COUNT, CARD_POINTS, card_points=[70, 60, 0]),
    "card points as object": _part(Fault.NOT_A_LIST, CARD_POINTS, card_points={}),
    "card points as number": _part(Fault.NOT_A_LIST, CARD_POINTS, card_points=70),
    "card points 65.0": _part(Fault.NOT_WHOLE, CARD_POINTS, card_points=[65.0, 65.0]),
    "card points -1": _part(Fault.OUT_OF_RANGE, CARD_POINTS, card_points=[131, -1]),
    "no result": _entry({"type": "deal"}, Slip.RESULT_UNCLEAR),
    "no level": _entry({"type": "deal", "winner": 0}, Slip.RESULT_UNCLEAR),
    "no winner": _entry({"type": "deal", "level": "schwarz"}, Slip.RESULT_UNCLEAR),
    "winner and card points": _entry({**CARD_POINTS, "winner": 0}, Slip.RESULT_UNCLEAR),
    "level and card points": _entry({**CARD_POINTS, "level": "schwarz"}, Slip.RESULT_UNCLEAR),
    "too few card points": _entry({"type": "deal", "card_points": [70, 50]}, Slip.CARD_POINTS_SUM),
    "card points of no trick": _entry(
        {"type": "deal", "card_points": [126, 4]}, Slip.CARD_POINTS_IMPOSSIBLE
    ),
    "a meld past the target": _entry(
        {"type": "meld", "side": 0, "cards": 40},
        Slip.MELD_PAST_TARGET,
        rules={"round_target": 5},
    ),
    "too many rounds": Wrong(
        json.dumps(
            a_sheet(*[{**DEAL, "spritzen": 10}] * 5, rules={"round_target": 1, "carry_over": True})
        ),
        Fault.TOO_MANY_ROUNDS,
        entry=3,
    ),
    "a solo in the decider": Wrong(
        json.dumps(a_sheet(SOLO, {**SOLO, "side": 0}, SOLO, rules={"solo_in_decider": False})),
        Slip.SOLO_IN_DECIDER,
        entry=2,
    ),
}

WRONG: Mapping[str, Wrong] = {**_FILES, **_HEADS, **_RULES, **_ENTRIES}
"""The wrong sheets, by a name that says what is wrong."""

WRONG_JSON: Mapping[str, Wrong] = {
    name: wrong
    for name, wrong in WRONG.items()
    if wrong.code not in {Fault.NOT_UTF8, Fault.NOT_JSON, Fault.TOO_LARGE}
}
"""Those that are valid JSON of a valid size."""


def a_backup(*sheets: object, **changes: object) -> dict[str, Any]:
    """Return a backup as parsed JSON; a key changed to ``...`` is left out."""
    whole = {
        "format": "knoddel-backup",
        "version": 1,
        "settings": {},
        "sheets": list(sheets),
        **changes,
    }
    return {key: value for key, value in whole.items() if value is not ...}


class WrongBackup(NamedTuple):
    """A backup that is refused, with the expected code and key."""

    content: bytes
    code: StrEnum
    key: str | None = None


def _backup(code: StrEnum, key: str | None = None, **changes: object) -> WrongBackup:
    return WrongBackup(json.dumps(a_backup(a_sheet(), **changes)).encode(), code, key)


def _setting(code: StrEnum, **setting: object) -> WrongBackup:
    return _backup(code, *setting, settings=setting)


def _raw(content: str | bytes, code: StrEnum, key: str | None = None) -> WrongBackup:
    return WrongBackup(content.encode() if isinstance(content, str) else content, code, key)


_BACKUP = json.dumps(a_backup(a_sheet(MELD)))

WRONG_SETTINGS: Mapping[str, WrongBackup] = {
    "an unknown setting": _setting(Fault.KEY_UNKNOWN, colour="red"),
    "the open evening": _setting(Fault.KEY_UNKNOWN, open_evening="2026-11-20-0badcafe"),
    "the last game": _setting(Fault.KEY_UNKNOWN, game="bauerchen"),
    "no open evening": _setting(Fault.KEY_UNKNOWN, open_evening=None),
    "another theme": _setting(Fault.NOT_A_CHOICE, theme="purple"),
    "the theme is a list": _setting(Fault.NOT_A_CHOICE, theme=["dark"]),
    "the theme is true": _setting(Fault.NOT_A_CHOICE, theme=True),
    "the language is a number": _setting(Fault.NOT_TEXT, language=7),
    "the language is empty": _setting(Fault.TEXT_LENGTH, language=""),
    "the language is long": _setting(Fault.TEXT_LENGTH, language="x" * 10_000),
    "the language is broken": _setting(Fault.TEXT_BROKEN, language="\udfff"),
    "players is a text": _setting(Fault.NOT_A_LIST, players="Karl"),
    "players is an object": _setting(Fault.NOT_A_LIST, players={"Karl": 1}),
    "players is null": _setting(Fault.NOT_A_LIST, players=None),
    "a player is null": _setting(Fault.NOT_TEXT, players=["Karl", None]),
    "a player is a list": _setting(Fault.NOT_TEXT, players=[["Karl"]]),
    "a player without a name": _setting(Fault.TEXT_LENGTH, players=["Karl", ""]),
    "a player with a name of 10,000 characters": _setting(
        Fault.TEXT_LENGTH, players=["x" * 10_000]
    ),
    "a player with a broken name": _setting(Fault.TEXT_BROKEN, players=["J\ud83drg"]),
    "too many players": _setting(Fault.TOO_MANY, players=["Karl"] * 61),
}
"""Backups of which only the settings are wrong, by a name that says how."""

_PAID: Mapping[str, object] = {
    "type": "paid",
    "id": "1",
    "at": "2026-11-20T22:10:00+01:00",
    "debtor": "Karl",
    "creditor": "Erna",
    "steins": 2,
}

WRONG_BACKUPS: Mapping[str, WrongBackup] = {
    "nothing": _raw("", Fault.NOT_JSON),
    "half a backup": _raw(_BACKUP[:-1], Fault.NOT_JSON),
    "two backups": _raw(_BACKUP * 2, Fault.NOT_JSON),
    "a byte order mark": _raw("\ufeff" + _BACKUP, Fault.NOT_JSON),
    "UTF-16": _raw(_BACKUP.encode("utf-16"), Fault.NOT_UTF8),
    "UTF-32": _raw(_BACKUP.encode("utf-32"), Fault.NOT_UTF8),
    "UTF-16 without a mark": _raw(_BACKUP.encode("utf-16-le"), Fault.NOT_JSON),
    "Latin-1": _raw(_BACKUP.replace("Karl", "Jörg").encode("latin-1"), Fault.NOT_UTF8),
    "bytes of a broken character": _raw(b'{"format": "\xed\xa0\x80"}', Fault.NOT_UTF8),
    "a picture": _raw(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Fault.NOT_UTF8),
    "a ZIP file": _raw(b"PK\x03\x04", Fault.NOT_JSON),
    "NaN": _raw(_BACKUP.replace("20", "NaN"), Fault.NOT_JSON),
    "Infinity": _raw(_BACKUP.replace("20", "Infinity"), Fault.NOT_JSON),
    "more digits than Python reads": _raw(_BACKUP.replace("20", "2" * 5000), Fault.NOT_JSON),
    "100,000 lists in one another": _raw("[" * 100_000 + "]" * 100_000, Fault.NOT_JSON),
    "100,000 objects in one another": _raw('{"a":' * 100_000 + "1" + "}" * 100_000, Fault.NOT_JSON),
    "100,000 lists in the settings": _raw(
        _BACKUP.replace("{}", "[" * 100_000 + "]" * 100_000), Fault.NOT_JSON
    ),
    "larger than a backup may be": _raw(_BACKUP.encode().ljust(LARGEST + 1), Fault.TOO_LARGE),
    "a sheet larger than a sheet may be": _raw(
        _GOOD.encode().ljust(LARGEST_FILE + 1), Fault.TOO_LARGE
    ),
    "another format, and large": _raw(
        _GOOD.replace("knoddel-sheet", "sheet").encode().ljust(LARGEST_FILE + 1),
        Fault.FORMAT_UNKNOWN,
    ),
    "a list": _raw(f"[{_BACKUP}]", Fault.NOT_AN_OBJECT),
    "null": _raw("null", Fault.NOT_AN_OBJECT),
    "a large number": _raw("9" * 4000, Fault.NOT_AN_OBJECT),
    "true": _raw("true", Fault.NOT_AN_OBJECT),
    "text with a broken character": _raw(r'"\ud800"', Fault.NOT_AN_OBJECT),
    "an empty object": _raw("{}", Fault.KEY_MISSING, "format"),
    "a key twice": _raw(_BACKUP.replace("{", '{"version": 1,', 1), Fault.KEY_TWICE, "version"),
    "the format twice": _raw(
        _BACKUP.replace("{", '{"format": "knoddel-sheet",', 1), Fault.KEY_TWICE, "format"
    ),
    "a setting twice": _raw(
        _BACKUP.replace("{}", '{"theme": "dark", "theme": "dark"}'), Fault.KEY_TWICE, "theme"
    ),
    "another format": _backup(
        Fault.FORMAT_UNKNOWN,
        format="knoddel-library",
        settings=...,
        sheets=...,
        game="bauerchen",
        sides=SIDES,
        entries=[],
    ),
    "a format that is a list": _backup(Fault.KEY_UNKNOWN, "settings", format=["knoddel-backup"]),
    "a newer version": _backup(Fault.VERSION_UNKNOWN, version=2),
    "version 0": _backup(Fault.VERSION_UNKNOWN, version=0),
    "version true": _backup(Fault.VERSION_UNKNOWN, version=True),
    "version 1.0": _backup(Fault.VERSION_UNKNOWN, version=1.0),
    "version as text": _backup(Fault.VERSION_UNKNOWN, version="1"),
    "a huge version": _backup(Fault.VERSION_UNKNOWN, version=10**4000),
    "an unknown key": _backup(Fault.KEY_UNKNOWN, "totals", totals=[]),
    "a broken key": _backup(Fault.KEY_UNKNOWN, "\ud800", **{"\ud800": 1}),
    **{
        f"no key {key}": _backup(Fault.KEY_MISSING, key, **{key: ...})
        for key in ("version", "settings", "sheets")
    },
    "sheets is an object": _backup(Fault.NOT_A_LIST, "sheets", sheets={}),
    "sheets is null": _backup(Fault.NOT_A_LIST, "sheets", sheets=None),
    "sheets is a text": _backup(Fault.NOT_A_LIST, "sheets", sheets="[]"),
    "too many sheets": _backup(Fault.TOO_MANY, "sheets", sheets=[0] * (MOST_SHEETS + 1)),
    "millions of sheets": _raw(
        json.dumps(a_backup()).replace("[]", "[" + "0," * 3_000_000 + "0]"),
        Fault.TOO_MANY,
        "sheets",
    ),
    "book is an object": _backup(Fault.NOT_A_LIST, "book", book={}),
    "book is null": _backup(Fault.NOT_A_LIST, "book", book=None),
    "an event of a newer app in the book": _backup(
        Fault.NOT_A_CHOICE, "type", book=[{**_PAID, "type": "lent"}]
    ),
    "an event twice in the book": _backup(Fault.KEY_TWICE, "1", book=[_PAID, _PAID]),
    "more said of a payment": _backup(Fault.KEY_UNKNOWN, "of", book=[{**_PAID, "of": "beer"}]),
    "settings is null": _backup(Fault.NOT_AN_OBJECT, settings=None),
    "settings is a list": _backup(Fault.NOT_AN_OBJECT, settings=[]),
    **WRONG_SETTINGS,
}
"""Backups that are wrong outside their sheets, by a name that says how."""
