"""Hypothesis strategies for all tests: records of any game, and Bauerchen's entries and slates.

Creating a strategy takes longer than drawing from it, so each is created once.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from functools import cache
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from scoring import bauerchen
from scoring.bauerchen import BauerchenEntry, Deal, FortyRule, Level, Meld, Rules, Solo, State
from scoring.book import Book, Called, Event, Hidden, Marked, Paid, Same, Undone
from scoring.fields import (
    Day,
    Flag,
    Instant,
    Moment,
    OneNumberOf,
    OneOf,
    OrNull,
    Several,
    Text,
    UpTo,
    Whole,
    defaults_of,
    kinds_of,
)
from scoring.game import Agreement, Entry, Game, Replay, replay
from scoring.games import GAMES
from scoring.refusals import IllegalEntry
from scoring.sheet import NAME, Head, Sheet, Side
from storage import Settings

Record = TypeVar("Record")
Answer = TypeVar("Answer")

SIDES = st.sampled_from((0, 1))
SEATS = st.integers(0, 3)


@cache
def texts(low: int, high: int) -> SearchStrategy[str]:
    """Text that can be written as UTF-8."""
    return st.text(st.characters(codec="utf-8"), min_size=low, max_size=high)


VALUES: Mapping[type[Any], Callable[[Any], SearchStrategy[Any]]] = {
    Whole: lambda kind: st.integers(kind.low, kind.high),
    Flag: lambda _: st.booleans(),
    OneOf: lambda kind: st.sampled_from(tuple(kind.choices)),
    OneNumberOf: lambda kind: st.sampled_from(kind.choices),
    OrNull: lambda kind: st.none() | values(kind.kind),
    Several: lambda kind: st.tuples(*[values(kind.kind)] * kind.count),
    UpTo: lambda kind: st.lists(values(kind.kind), max_size=kind.most).map(tuple),
    Text: lambda kind: texts(kind.low, min(kind.high, 100)),
    Day: lambda _: st.dates().map(date.isoformat),
    Instant: lambda _: st.datetimes(timezones=st.timezones()).map(datetime.isoformat),
    Moment: lambda _: st.datetimes().map(datetime.isoformat) | st.times().map(time.isoformat),
}


def values(kind: object) -> SearchStrategy[Any]:
    """Every sort of value that a kind accepts, as a Python value."""
    return VALUES[type(kind)](kind)


def records(record: type[Record], **narrower: SearchStrategy[Any]) -> SearchStrategy[Record]:
    """Any record whose every value is in range; ``narrower`` replaces the values of a field."""
    kinds = kinds_of(record)
    drawn = {key: narrower.get(key, values(kind)) for key, kind in kinds.items()}
    optional = {key: drawn.pop(key) for key in defaults_of(record)}
    return st.fixed_dictionaries(drawn, optional=optional).map(lambda found: record(**found))


def any_entries(game: Game[Any, Any]) -> SearchStrategy[Entry]:
    """Any entry that a file can contain, whether or not it is legal now."""
    return st.one_of([records(kind) for kind in game.entries.values()])


@cache
def possible_entries(game: str, sides: int) -> SearchStrategy[Entry]:
    """Entries of a game that are mostly legal: their tricks add up to a deal."""
    tricks = {"tricks": shared_out(sides)}
    return st.one_of(
        [
            records(kind, **{key: tricks[key] for key in tricks if key in kinds_of(kind)})
            for kind in GAMES[game].entries.values()
        ]
    )


@cache
def house_rules(game: str) -> SearchStrategy[Any]:
    """Any house rules of a game."""
    return records(GAMES[game].rules)


@st.composite
def shared_out(draw: DrawFn, sides: int) -> tuple[int | None, ...]:
    """The tricks of a deal by side; if there are many sides, some may have folded."""
    total = draw(st.sampled_from((5, 8)))
    cuts = sorted(draw(st.lists(st.integers(0, total), min_size=sides - 1, max_size=sides - 1)))
    shares = [high - low for low, high in zip((0, *cuts), (*cuts, total), strict=True)]
    if sides == 2 or draw(st.booleans()):
        return tuple(shares)
    return tuple(share or draw(st.sampled_from((0, None))) for share in shares)


@st.composite
def replays_of(
    draw: DrawFn, game: Game[Any, Any], most: int = 12, among: Sequence[int] | None = None
) -> Replay[Any, Any]:
    """A slate of any game, of entries drawn from their fields; refused ones are skipped.

    It is one of so many sides as are in ``among``, or as can play.
    """
    sides = draw(st.sampled_from(among or game.sides))
    agreed = draw(house_rules(game.key))
    first_dealer = draw(st.integers(0, sides * game.seats_per_side(agreed) - 1))
    played = replay(game, Agreement(agreed, first_dealer, sides))
    for entry in draw(st.lists(possible_entries(game.key, sides), max_size=most)):
        if played.offer(entry).refusal is None:
            played = played.after(entry)
    return played


@cache
def rules() -> SearchStrategy[Rules]:
    """Any house rules, mostly with a target that is reached within a few deals."""
    return records(Rules, round_target=st.integers(1, 40) | st.integers(1, 999))


@cache
def agreements() -> SearchStrategy[Agreement[Rules]]:
    return st.builds(Agreement, rules(), SEATS)


@cache
def possible_card_points(everything: int) -> SearchStrategy[tuple[int, int]]:
    """Both sides' card points as a deal can end."""
    counted = st.sampled_from((0, *range(8, everything - 7), everything))
    return counted.map(lambda ours: (ours, everything - ours))


@cache
def deals(everything: int) -> SearchStrategy[Deal]:
    """Any deal that can be written, whatever the score."""
    how = {"spritzen": st.integers(0, 3), "home": st.none() | SIDES}
    return st.one_of(
        st.builds(Deal, winner=SIDES, level=st.sampled_from(Level), **how),
        st.builds(Deal, card_points=possible_card_points(everything), **how),
    )


@cache
def melds(side: int, *cards: int) -> SearchStrategy[Meld]:
    return records(Meld, side=st.just(side), cards=st.sampled_from(cards))


SOLOS = records(Solo)


def legal_entries(rules: Rules, state: State) -> SearchStrategy[BauerchenEntry]:
    """Any entry that can be written now."""
    may_be_forty = tuple(
        rules.meld_past_target
        or rules.forty_rule is FortyRule.ALWAYS
        or score + 2 <= rules.round_target
        for score in state.score
    )
    both_short = state.knoddels == (rules.knoddels_per_stein - 1,) * 2
    may_be_solo = rules.solo_in_decider or not both_short
    return _legal_entries(rules.all_card_points, may_be_forty, may_be_solo=may_be_solo)


@cache
def _legal_entries(
    everything: int, may_be_forty: tuple[bool, ...], *, may_be_solo: bool
) -> SearchStrategy[BauerchenEntry]:
    choices: list[SearchStrategy[BauerchenEntry]] = [deals(everything)]
    for side, can_be_forty in enumerate(may_be_forty):
        choices.append(melds(side, 20, 40) if can_be_forty else melds(side, 20))
    if may_be_solo:
        choices.append(SOLOS)
    return st.sampled_from(choices).flatmap(lambda chosen: chosen)


@cache
def quick_agreements() -> SearchStrategy[Agreement[Rules]]:
    """Agreements by which one entry often ends several rounds."""
    quick = records(Rules, round_target=st.integers(1, 6), carry_over=st.just(value=True))
    return st.builds(Agreement, quick, SEATS)


@st.composite
def replays(
    draw: DrawFn, most: int = 30, agreed: SearchStrategy[Agreement[Rules]] | None = None
) -> Replay[Rules, State]:
    """A slate of Bauerchen with up to ``most`` entries."""
    played = replay(bauerchen.GAME, draw(agreements() if agreed is None else agreed))
    for _ in range(draw(st.integers(0, most))):
        played = played.after(draw(legal_entries(played.agreement.rules, played.state)))
    return played


@cache
def sides(number: int, seats: int) -> SearchStrategy[tuple[Side, ...]]:
    """So many sides, each with so many players or none named."""
    name = values(NAME)
    return st.tuples(*[st.builds(Side, name, st.just(()) | st.tuples(*[name] * seats))] * number)


@cache
def heads() -> SearchStrategy[Head]:
    """Any head of a sheet of Bauerchen."""
    played_on = st.none() | st.dates().map(date.isoformat)
    return st.builds(Head, sides(2, 2), st.none() | values(NAME), played_on)


@cache
def sheets() -> SearchStrategy[Sheet]:
    """A whole sheet of Bauerchen."""
    return st.builds(Sheet, heads(), replays(most=10))


PEOPLE = ("Karl", "Erna", "Hans", "Ruth", "Änne", "Jean-Luc & Co", "karl", "Ute")
"""More than sit at any table."""


@st.composite
def sheets_of_people(draw: DrawFn) -> Sheet:
    """A sheet of any game, of which some players are often named; one of them perhaps twice."""
    game = draw(st.sampled_from((bauerchen.GAME, *GAMES.values())))
    of_bauerchen = replays(most=20, agreed=agreements() | quick_agreements())
    played = draw(of_bauerchen if game is bauerchen.GAME else replays_of(game))
    number, seats = played.agreement.sides, game.seats_per_side(played.agreement.rules)
    people = draw(st.permutations(PEOPLE))
    if draw(st.booleans()):
        people[draw(st.integers(1, 3))] = people[0]
    is_named = st.sampled_from((True, True, True, False))
    named = draw(st.lists(is_named, min_size=number, max_size=number))
    sides = tuple(
        Side(f"{at}", tuple(people[at * seats : (at + 1) * seats]) if has_players else ())
        for at, has_players in enumerate(named)
    )
    return Sheet(Head(sides), played)


IDS = st.sampled_from("abcdefgh")
"""So few that books often have some of them in common."""


@cache
def payments() -> SearchStrategy[Paid]:
    """Payments between few people."""
    people = st.sampled_from(PEOPLE)
    return records(Paid, id=IDS, debtor=people, creditor=people, steins=st.integers(1, 5))


NICKNAMES = st.sampled_from(("Charly", "charly", "Fips"))


@cache
def books() -> SearchStrategy[Book]:
    """The table's book, of which much may be taken back, even in a circle."""
    people = st.sampled_from(PEOPLE)
    events: SearchStrategy[Event] = (
        payments()
        | records(Undone, id=IDS, event=IDS)
        | records(Same, id=IDS, name=people, known_as=people)
        | records(Called, id=IDS, name=people, nickname=people | NICKNAMES)
        | records(Marked, id=IDS, name=people, sign=st.sampled_from("🍺🍷"))
        | records(Hidden, id=IDS, name=people)
    )
    return st.lists(events, max_size=8).map(Book.of)


@st.composite
def like_sheets(draw: DrawFn) -> list[Sheet]:
    """Sheets of which many are equal, or have the same first entries."""
    drawn: list[Sheet] = []
    for _ in range(draw(st.integers(0, 6))):
        title = draw(st.sampled_from((None, "Stammtisch")))
        agreement = draw(st.sampled_from((Agreement(Rules()), Agreement(Rules(), 1))))
        entries = draw(st.lists(st.sampled_from((Meld(0, 20), Meld(1, 20, note=""))), max_size=4))
        head = Head((Side("Mein"), Side("Dein")), title)
        drawn.append(Sheet(head, replay(bauerchen.GAME, agreement, entries)))
    return drawn


OF_THE_DEVICE = (
    (("buzzes", "stays_awake"), True),
    (("ticks", "speaks", "left_handed", "both_sides"), False),
)
"""The settings that no backup holds, and what they are at first."""


@cache
def portable_settings() -> SearchStrategy[Settings]:
    """Any settings that can be exported."""
    of_here = dict.fromkeys(("open_evening", "game"), st.none())
    on, off = (dict.fromkeys(names, st.just(is_on)) for names, is_on in OF_THE_DEVICE)
    return records(Settings, **of_here, **on, **off)


@cache
def json_values() -> SearchStrategy[Any]:
    """Any JSON value, and a little more: NaN, invalid characters, huge numbers."""
    single = (
        st.none()
        | st.booleans()
        | st.integers()
        | st.integers(10**40, 10**50)
        | st.floats()
        | st.text(st.characters())
    )
    return st.recursive(
        single, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
    )


def answer_or_refusal(ask: Callable[[], Answer]) -> Answer | IllegalEntry:
    """Return the result of a call, or its refusal."""
    try:
        return ask()
    except IllegalEntry as refused:
        return refused
