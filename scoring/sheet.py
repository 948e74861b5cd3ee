"""The sheet file, version 1: what happened, never a total.

Reading is strict: an unknown game, rule, entry or key, or a value out of range, is an error
that names it, so a file is never half understood.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from scoring.fields import (
    Day,
    KeyedTwice,
    Several,
    Text,
    Whole,
    check_keys,
    check_version,
    read_object,
    read_record,
    write_record,
)
from scoring.game import Agreement, Entry, Game, Replay, check_number_of_entries
from scoring.games import GAMES
from scoring.refusals import BadSheet, Fault, IllegalEntry, Refused

FORMAT: Final = "knoddel-sheet"
VERSION: Final = 1
LARGEST_FILE: Final = 5 * 1024 * 1024
NAME = Text(1, 80)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the slate and the players who sit for it, if they are named."""

    name: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Head:
    """What a sheet says besides its agreement and entries; ``played_on`` is an ISO date."""

    sides: tuple[Side, ...]
    title: str | None = None
    played_on: str | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet: its head and its replayed entries."""

    head: Head
    replay: Replay[Any, Any]

    @property
    def game(self) -> Game[Any, Any]:
        """The game that the sheet is of."""
        return self.replay.game


_REQUIRED = ("format", "version", "game", "sides", "entries")
_OPTIONAL = ("title", "played_on", "first_dealer", "rules")


def read_sheet(text: str | bytes) -> Sheet:
    """Read and replay one sheet.

    Raises :class:`~scoring.refusals.BadSheet` for a fault in the head and
    :class:`~scoring.refusals.IllegalEntry` for the first offending entry.
    """
    try:
        raw = parse_json(text)
    except Refused as refused:
        raise BadSheet(refused.code, **refused.values) from None
    return read_parsed(raw)


def read_parsed(parsed: object) -> Sheet:
    """Read and replay a sheet that was parsed already; raises as :func:`read_sheet` does."""
    try:
        head, game, agreement, entries = _read_head(read_object(parsed))
    except Refused as refused:
        raise BadSheet(refused.code, **refused.values) from None
    return Sheet(head, _replayed(game, agreement, entries))


def parse_json(text: str | bytes, largest: int = LARGEST_FILE) -> object:
    """Parse JSON strictly: bounded size, UTF-8, no NaN, and keys that stand twice are marked.

    Raises ``too_large``, ``not_utf8`` or ``not_json``.
    """
    if len(text) > largest:
        raise Refused(Fault.TOO_LARGE, megabytes=largest // 1024**2)
    try:
        decoded = text.decode() if isinstance(text, bytes) else text
        parsed: object = _DECODER.decode(decoded)
    except UnicodeDecodeError:
        raise Refused(Fault.NOT_UTF8) from None
    except (ValueError, RecursionError):
        raise Refused(Fault.NOT_JSON) from None
    return parsed


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    twice, times = KeyedTwice(found), Counter(key for key, _ in pairs)
    twice.key = next(key for key, count in times.items() if count > 1)
    return twice


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)


def _read_head(
    raw: Mapping[str, object],
) -> tuple[Head, Game[Any, Any], Agreement[Any], list[object]]:
    check_keys(raw, _REQUIRED, _OPTIONAL)
    if raw["format"] != FORMAT:
        raise Refused(Fault.FORMAT_UNKNOWN, value=raw["format"])
    check_version(raw["version"], VERSION)
    game = read_game(raw["game"])
    agreement = read_agreement(game, raw, read_number_of_sides(game, raw))
    head = read_head(game, agreement, raw)
    entries = raw["entries"]
    if type(entries) is not list:
        raise Refused(Fault.NOT_A_LIST, key="entries")
    check_number_of_entries(len(entries))
    return head, game, agreement, entries


def read_game(raw: object) -> Game[Any, Any]:
    """Return the game of that key. Raises ``game_unknown``."""
    game = GAMES.get(raw) if type(raw) is str else None
    if game is None:
        raise Refused(Fault.GAME_UNKNOWN, value=raw, choices=tuple(GAMES))
    return game


def read_head(game: Game[Any, Any], agreement: Agreement[Any], raw: Mapping[str, object]) -> Head:
    """Read title, day and sides of a sheet. Raises :class:`~scoring.refusals.Refused`."""
    return Head(
        sides=_read_sides(raw, game.seats_per_side(agreement.rules)),
        title=_read_at("title", NAME, raw["title"]) if "title" in raw else None,
        played_on=_read_at("played_on", Day(), raw["played_on"]) if "played_on" in raw else None,
    )


def _read_at(key: str, kind: Any, raw: object) -> Any:  # noqa: ANN401 - any kind's value
    try:
        return kind.read(raw)
    except Refused as refused:
        refused.values.setdefault("key", key)
        raise


def _read_sides(raw: Mapping[str, object], seats: int) -> tuple[Side, ...]:
    players = Several(NAME, seats)
    return tuple([_read_side(side, players) for side in _list_of_sides(raw)])


def _list_of_sides(raw: Mapping[str, object]) -> list[object]:
    sides = raw.get("sides")
    if type(sides) is not list:
        raise Refused(Fault.NOT_A_LIST, key="sides")
    return sides


def _read_side(raw: object, players: Several[str]) -> Side:
    side = read_object(raw)
    check_keys(side, required=("name",), optional=("players",))
    name = _read_at("name", NAME, side["name"])
    if "players" not in side:
        return Side(name)
    return Side(name, _read_at("players", players, side["players"]))


def _replayed(
    game: Game[Any, Any], agreement: Agreement[Any], raw_entries: Sequence[object]
) -> Replay[Any, Any]:
    entries, states = list[Entry](), [game.start(agreement)]
    step, rules, state = game.step, agreement.rules, states[0]
    for index, raw in enumerate(raw_entries):
        try:
            entry = read_entry(game, raw)
            state = step(rules, state, entry)
        except IllegalEntry as refused:
            raise refused.at(index) from None
        entries.append(entry)
        states.append(state)
    return Replay(game, agreement, tuple(entries), tuple(states))


def read_entry(game: Game[Any, Any], raw: object) -> Entry:
    """Read one entry. Raises :class:`~scoring.refusals.IllegalEntry` without an index."""
    try:
        fields = read_object(raw)
        return read_record(_entry_type(game, fields), fields, ignored="type")
    except Refused as refused:
        raise IllegalEntry(refused.code, **refused.values) from None


def _entry_type(game: Game[Any, Any], fields: Mapping[str, object]) -> type[Entry]:
    if "type" not in fields:
        raise Refused(Fault.KEY_MISSING, key="type")
    name = fields["type"]
    kind = game.entries.get(name) if type(name) is str else None
    if kind is None:
        raise Refused(Fault.ENTRY_TYPE_UNKNOWN, value=name, choices=tuple(game.entries))
    return kind


def write_entry(game: Game[Any, Any], entry: Entry) -> dict[str, object]:
    """Return an entry as the file holds it."""
    name = next(name for name, kind in game.entries.items() if type(entry) is kind)
    return {"type": name, **write_record(entry)}


def read_number_of_sides(game: Game[Any, Any], raw: Mapping[str, object]) -> int:
    """Return how many sides a sheet has. Raises ``not_a_list`` or ``wrong_count``."""
    number, fewest, most = len(_list_of_sides(raw)), game.sides[0], game.sides[-1]
    if number not in game.sides:
        count = fewest if fewest == most else f"{fewest}–{most}"
        raise Refused(Fault.WRONG_COUNT, key="sides", value=number, count=count)
    return number


def read_agreement(game: Game[Any, Any], raw: Mapping[str, object], sides: int) -> Agreement[Any]:
    """Read house rules and first dealer of a sheet with so many sides.

    Raises :class:`~scoring.refusals.Refused`.
    """
    rules = read_record(game.rules, read_object(raw.get("rules", {})))
    seat = Whole(0, game.seats(Agreement(rules, sides=sides)) - 1)
    first_dealer = _read_at("first_dealer", seat, raw.get("first_dealer", 0))
    return Agreement(rules, first_dealer, sides)


def write_agreement(agreement: Agreement[Any]) -> dict[str, object]:
    """Return house rules and first dealer as the file holds them, defaults left out."""
    written: dict[str, object] = {}
    if agreement.first_dealer:
        written["first_dealer"] = agreement.first_dealer
    if rules := write_record(agreement.rules):
        written["rules"] = rules
    return written


def write_head(head: Head) -> dict[str, object]:
    """Return the head as the file holds it."""
    written: dict[str, object] = {}
    if head.title is not None:
        written["title"] = head.title
    if head.played_on is not None:
        written["played_on"] = head.played_on
    written["sides"] = [
        {"name": side.name, "players": list(side.players)} if side.players else {"name": side.name}
        for side in head.sides
    ]
    return written


def write_sheet(sheet: Sheet) -> dict[str, object]:
    """Return a sheet as the file holds it; reading that gives the same sheet again."""
    replay = sheet.replay
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": replay.game.key,
        **write_head(sheet.head),
        **write_agreement(replay.agreement),
        "entries": write_entries(replay.game, replay.entries),
    }


def write_entries(game: Game[Any, Any], entries: Iterable[Entry]) -> list[dict[str, object]]:
    """Return entries as the file holds them."""
    return [write_entry(game, entry) for entry in entries]
