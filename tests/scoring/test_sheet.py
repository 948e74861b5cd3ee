"""The sheet file: what is written is read again, and what is wrong is named."""

import json
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from strategies import json_values, sheets
from wrong_sheets import CARD_POINTS, DEAL, MELD, SIDES, SOLO, WRONG, WRONG_JSON, Wrong, a_sheet

from scoring.bauerchen import GAME, Deal, FortyRule, Level, Meld, Rules, Slip, Solo
from scoring.game import MOST_ENTRIES, Agreement
from scoring.games import GAMES
from scoring.refusals import BadSheet, Fault, IllegalEntry, Refused
from scoring.sheet import (
    LARGEST_FILE,
    Head,
    Sheet,
    Side,
    parse_json,
    read_entry,
    read_parsed,
    read_sheet,
    write_agreement,
    write_entry,
    write_sheet,
)


def read(*entries: object, **changes: object) -> Sheet:
    return read_sheet(json.dumps(a_sheet(*entries, **changes)))


# What is written is read again


@given(sheets())
def test_a_sheet_is_read_as_it_was_written(sheet: Sheet) -> None:
    text = json.dumps(write_sheet(sheet), ensure_ascii=False)
    assert read_sheet(text) == sheet
    assert read_sheet(text.encode()) == sheet
    assert read_parsed(json.loads(text)) == sheet


@given(sheets())
def test_a_sheet_holds_what_happened_and_no_totals(sheet: Sheet) -> None:
    written = write_sheet(sheet)
    assert set(written) <= {
        "format",
        "version",
        "game",
        "title",
        "played_on",
        "sides",
        "first_dealer",
        "rules",
        "entries",
    }
    assert (written["format"], written["version"]) == ("knoddel-sheet", 1)
    assert written["game"] == sheet.game.key == "bauerchen"


def test_a_sheet_says_what_is_not_a_matter_of_course() -> None:
    whole = a_sheet(
        MELD,
        {**DEAL, "spritzen": 1, "home": 1, "note": "Hans war dran"},
        {**CARD_POINTS, "at": "2026-11-20T21:30"},
        SOLO,
        {**SOLO, "player": 0},
        title="Stammtisch",
        played_on="2026-11-20",
        first_dealer=2,
        rules={"forty_rule": "at_ten", "schneider_threshold": 34},
    )
    assert write_sheet(read_sheet(json.dumps(whole))) == whole


def test_a_sheet_is_read_into_the_words_of_its_game() -> None:
    sheet = read(
        MELD,
        {**CARD_POINTS, "note": ""},
        DEAL,
        SOLO,
        title="Stammtisch",
        played_on="2026-11-20",
        first_dealer=3,
        rules={"knoddels_per_stein": 3, "forty_rule": "always"},
    )
    assert sheet.head == Head(
        (Side("Mein", ("Karl", "Erna")), Side("Dein")), "Stammtisch", "2026-11-20"
    )
    assert sheet.game is GAME
    assert sheet.replay.agreement == Agreement(
        Rules(knoddels_per_stein=3, forty_rule=FortyRule.ALWAYS), 3
    )
    assert sheet.replay.entries == (
        Meld(0, 20),
        Deal(card_points=(70, 60), note=""),
        Deal(winner=0, level=Level.SCHNEIDER),
        Solo(1, won=False),
    )
    assert len(sheet.replay.states) == 5
    assert sheet.replay.state.rounds == 1


def test_the_shortest_sheet_has_sides_and_no_entries() -> None:
    sheet = read()
    assert (sheet.head.title, sheet.head.played_on) == (None, None)
    assert sheet.replay.agreement == Agreement(Rules(), 0)
    assert write_sheet(sheet) == a_sheet()


def test_defaults_may_be_told_and_are_not_written() -> None:
    rules = {"schneider_threshold": None, "round_target": 12, "last_card_trump": "off"}
    sheet = read(rules=rules, first_dealer=0)
    assert sheet == read()
    assert write_agreement(sheet.replay.agreement) == {}


@pytest.mark.parametrize("raw", [MELD, DEAL, CARD_POINTS, SOLO])
def test_an_entry_is_read_as_it_was_written(raw: dict[str, object]) -> None:
    assert write_entry(GAME, read_entry(GAME, raw)) == raw


# What still fits


def test_a_file_may_be_exactly_as_large_as_allowed() -> None:
    text = json.dumps(a_sheet(MELD))
    assert read_sheet(text.encode().ljust(LARGEST_FILE)).replay.state.score == (1, 0)


def test_a_note_may_fill_the_file() -> None:
    sheet = read({**MELD, "note": "x" * (LARGEST_FILE - 1000)})
    assert sheet.replay.state.score == (1, 0)


def test_ten_thousand_entries_are_scored() -> None:
    sheet = read(*[MELD] * MOST_ENTRIES)
    assert MOST_ENTRIES == 10_000
    assert (sheet.replay.state.rounds, sheet.replay.state.score) == (10_000 // 12, (10_000 % 12, 0))


def test_names_may_have_eighty_characters_of_any_script() -> None:
    name = "\N{BEER MUG}" * 80
    sheet = read(title=name, sides=[{"name": name, "players": [name, name]}, {"name": name}])
    assert sheet.head == Head((Side(name, (name, name)), Side(name)), name)


def test_text_may_be_written_with_escapes() -> None:
    text = json.dumps(a_sheet(title="J\u00f6rg \N{BEER MUG}"), ensure_ascii=True)
    assert read_sheet(text).head.title == "Jörg 🍺"


def test_blanks_around_a_sheet_do_no_harm() -> None:
    assert read_sheet(f" \r\n\t{json.dumps(a_sheet())}\r") == read()


# What is wrong is named


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_wrong_sheet_is_refused_with_code_key_and_place(wrong: Wrong) -> None:
    with pytest.raises(Refused) as refused:
        read_sheet(wrong.text)
    refusal = refused.value
    assert refusal.code is wrong.code
    assert refusal.values.get("key") == wrong.key
    if isinstance(refusal, IllegalEntry):
        assert refusal.index == wrong.entry
    else:
        assert isinstance(refusal, BadSheet)
        assert wrong.entry is None


@pytest.mark.parametrize("wrong", WRONG_JSON.values(), ids=WRONG_JSON)
def test_a_wrong_sheet_that_was_parsed_is_refused_alike(wrong: Wrong) -> None:
    with pytest.raises((BadSheet, IllegalEntry)) as refused:
        read_parsed(parse_json(wrong.text))
    assert (refused.value.code, refused.value.values.get("key")) == (wrong.code, wrong.key)
    assert getattr(refused.value, "index", None) == wrong.entry


def test_json_may_be_as_large_as_is_asked_for() -> None:
    assert parse_json("[1]", largest=3) == [1]
    assert parse_json(b"1".rjust(2 * 1024**2), largest=2 * 1024**2) == 1
    with pytest.raises(Refused) as refused:
        parse_json(b"1".rjust(2 * 1024**2 + 1), largest=2 * 1024**2)
    assert (refused.value.code, refused.value.values) == (Fault.TOO_LARGE, {"megabytes": 2})


def test_every_code_has_a_wrong_sheet() -> None:
    shown = {wrong.code for wrong in WRONG.values()}
    elsewhere = {Fault.UNREADABLE, Fault.NEWER_APP, Fault.TOO_MANY, Fault.SEATS_FIXED, Fault.GONE}
    on_screens = {Fault.ONLY_WATCHING}
    of_codes = {Fault.CODE_UNKNOWN, Fault.CODE_NEWER, Fault.CODE_DAMAGED, Fault.CODE_TOO_LARGE}
    assert shown == {*Fault, *Slip} - elsewhere - of_codes - on_screens


def test_the_first_offending_entry_is_named_whatever_is_wrong_with_it() -> None:
    past_target = {"type": "meld", "side": 0, "cards": 40}
    with pytest.raises(IllegalEntry) as refused:
        read(MELD, past_target, None, rules={"round_target": 2})
    assert (refused.value.index, refused.value.code) == (1, Slip.MELD_PAST_TARGET)


def test_a_fault_in_the_head_is_named_before_one_in_the_entries() -> None:
    with pytest.raises(BadSheet) as refused:
        read(None, title=7)
    assert refused.value.code is Fault.NOT_TEXT


@pytest.mark.parametrize(
    ("changes", "values"),
    [
        ({"game": "skat"}, {"value": "skat", "choices": tuple(GAMES)}),
        ({"sides": SIDES[:1]}, {"key": "sides", "value": 1, "count": 2}),
        ({"first_dealer": 4}, {"key": "first_dealer", "value": 4, "low": 0, "high": 3}),
        (
            {"rules": {"forty_rule": "on"}},
            {"key": "forty_rule", "value": "on", "choices": ("off", "at_ten", "always")},
        ),
        ({"entries": [MELD] * 10_001}, {"most": 10_000}),
    ],
)
def test_a_refusal_says_what_is_allowed(
    changes: dict[str, object], values: dict[str, object]
) -> None:
    with pytest.raises(BadSheet) as refused:
        read(**changes)
    assert refused.value.values == values


def test_an_unknown_entry_type_is_refused_with_those_that_are_known() -> None:
    with pytest.raises(IllegalEntry) as refused:
        read_entry(GAME, {"type": "hand"})
    assert refused.value.values == {"value": "hand", "choices": ("meld", "deal", "solo")}
    assert refused.value.index is None


# Nothing else is ever raised


@pytest.mark.parametrize("text", ["[" * 5_000 + "]" * 5_000, "9" * 4_000, "1e400", '"\\ud800"'])
def test_strange_json_is_parsed_or_refused(text: str) -> None:
    with pytest.raises(BadSheet):
        read_sheet(text)


@st.composite
def nearly_right(draw: DrawFn) -> object:
    """A good sheet of which one part, at any depth, was replaced, added or left out."""
    whole: Any = write_sheet(draw(sheets()))
    part = whole
    while True:
        places = list(part) if isinstance(part, dict) else list(range(len(part)))
        place = draw(st.sampled_from(places))
        if isinstance(part[place], dict | list) and part[place] and draw(st.booleans()):
            part = part[place]
            continue
        match draw(st.sampled_from(("replace", "add", "leave out"))):
            case "replace":
                part[place] = draw(json_values())
            case "leave out":
                del part[place]
            case _ if isinstance(part, dict):
                part[draw(st.text())] = draw(json_values())
            case _:
                part.append(draw(json_values()))
        return whole


def code_of(text: str | bytes) -> StrEnum | None:
    try:
        read_sheet(text)
    except Refused as refused:
        return refused.code
    return None


@given(json_values())
def test_arbitrary_json_is_refused(value: object) -> None:
    assert code_of(json.dumps(value)) in {*Fault}


@given(nearly_right())
def test_a_nearly_right_sheet_is_read_or_refused(value: object) -> None:
    assert code_of(json.dumps(value)) in {None, *Fault, *Slip}


@given(st.binary() | st.text(st.characters()))
def test_arbitrary_text_is_refused(text: str | bytes) -> None:
    assert code_of(text) in {Fault.NOT_UTF8, Fault.NOT_JSON, Fault.NOT_AN_OBJECT}


@given(json_values())
def test_json_is_parsed_as_it_was_written(value: Any) -> None:
    text = json.dumps(value)
    if "NaN" in text or "Infinity" in text:
        return
    assert parse_json(text) == value
