"""How likely a side is to win the running round of Bauerchen.

It is reckoned exactly, by going through all that can be written until the round is over, from the
score, who is at home, the house rules, and how often which result comes. That is told by what this
table has written, and by :data:`PRIOR` as long as that is little. Decided: whatever was written
before, each result is as likely as ever.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, TypeAlias, cast

from scoring.bauerchen import (
    BauerchenEntry,
    Deal,
    Level,
    Meld,
    Rules,
    Solo,
    State,
    home_in,
    is_decider,
    outcome,
    step,
)
from scoring.game import Replay
from scoring.refusals import IllegalEntry
from scoring.two_sides import Pair, other

HOME, AWAY = 0, 1
"""The sides of a result: it is told as if side 0 were at home."""
PRIOR: Final[Mapping[BauerchenEntry, int]] = {
    Deal(HOME, Level.SCHNEIDERFREI): 4,
    Deal(HOME, Level.SCHNEIDER): 2,
    Deal(HOME, Level.SCHWARZ): 1,
    Deal(AWAY, Level.SCHNEIDERFREI): 4,
    Deal(AWAY, Level.SCHNEIDER): 2,
    Deal(AWAY, Level.SCHWARZ): 1,
    Meld(HOME, 20): 2,
    Meld(AWAY, 20): 2,
    Meld(HOME, 40): 1,
    Meld(AWAY, 40): 1,
}
"""What stands for a table that has written little: fourteen deals and six melds.

Decided: at home and away are equally strong, nobody spritzes, nobody plays alone.
"""
LARGEST_TARGET: Final = 51
"""Beyond this, a round has too many ways to end to go through all of them."""
Place: TypeAlias = tuple[Pair, int, bool]
"""Where in a round a slate is: the score, who is at home, and whether it is the decider."""
TABLES: Final = 4
"""For so many different house rules is remembered what results lead to."""


def chance_after(replay: Replay[Rules, State], place: int) -> float | None:
    """Return the chance of side 0 to win the round that an entry is in, from 0 to 1.

    It is what it was after the entry. What was written until then tells how often which result
    comes. None if the round target is beyond :data:`LARGEST_TARGET`.
    """
    rules, line = replay.agreement.rules, replay.states[place + 1].line
    if rules.round_target > LARGEST_TARGET:
        return None
    if line and line.ended:
        return float(line.ended[0].winner == 0)
    before = zip(replay.states, replay.entries[: place + 1], strict=False)
    return Chances(rules, results(rules, before)).of(replay.states[place + 1])


def results(rules: Rules, written: Iterable[tuple[State, Any]]) -> Counter[BauerchenEntry]:
    """Return how often which result came, told as if side 0 were at home, with :data:`PRIOR`.

    ``written`` are entries of Bauerchen with the states before them.
    """
    return Counter(PRIOR) + Counter(_seen(rules, state, entry) for state, entry in written)


class Chances:
    """The chances in any round under some house rules, if results come as often as given."""

    def __init__(self, rules: Rules, results: Mapping[BauerchenEntry, float]) -> None:
        self._ways = _ways(rules)
        self._often = [(self._ways.number(result), often) for result, often in results.items()]
        self._known: dict[Place | int, float] = {0: 1.0, 1: 0.0}

    def of(self, state: State) -> float:
        """Return the chance of side 0 to win the running round, from 0 to 1."""
        return self._of(self._ways.place(state))

    def _of(self, place: Place | int) -> float:
        """Return the chance from a place, or where the round is won by a side."""
        if place not in self._known:
            self._known[place] = self._reckoned(self._ways.from_place(cast("Place", place)))
        return self._known[place]

    def _reckoned(self, after: Sequence[Place | int | None]) -> float:
        won = cases = 0.0
        for number, often in self._often:
            place = after[number]
            if place is not None:
                cases += often
                won += often * self._of(place)
        return won / cases


class _Ways:
    """What each result leads to, from any place in a round under some house rules.

    It is the same however often which result comes. So it is found out once, for that takes most of
    the time.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._numbers: dict[BauerchenEntry, int] = {}
        self._states: dict[Place, State] = {}
        self._after: dict[Place, list[Place | int | None]] = {}

    def number(self, result: BauerchenEntry) -> int:
        """Return the number of a result that is told as if side 0 were at home."""
        return self._numbers.setdefault(result, len(self._numbers))

    def place(self, state: State) -> Place:
        """Return where in a round a slate is."""
        place = state.score, state.home, is_decider(self._rules, state)
        self._states.setdefault(place, state)
        return place

    def from_place(self, place: Place) -> Sequence[Place | int | None]:
        """Return what each result leads to, by its number.

        That is a place, or the side by which the round is won. None if the result cannot be.
        """
        after = self._after.setdefault(place, [])
        if len(after) < len(self._numbers):
            state = self._states[place]
            results = [*self._numbers][len(after) :]
            after += [self._led_to(state, _turned(result, state.home)) for result in results]
        return after

    def _led_to(self, state: State, entry: BauerchenEntry) -> Place | int | None:
        try:
            after = step(self._rules, state, entry)
        except IllegalEntry:  # not in this position
            return None
        ended = after.line.ended if after.line else ()
        return ended[0].winner if ended else self.place(after)


@lru_cache(TABLES)
def _ways(rules: Rules) -> _Ways:
    """Return what results lead to under some house rules, as far as it is known already."""
    return _Ways(rules)


def _seen(rules: Rules, state: State, entry: BauerchenEntry) -> BauerchenEntry:
    """Return an entry without what was remarked, as if side 0 had been at home."""
    match entry:
        case Meld(side=side, cards=cards):
            return _turned(Meld(side, cards), state.home)
        case Solo(side=side, won=won):
            return _turned(Solo(side, won), state.home)
        case _:
            home = home_in(state, entry)
            winner, level = outcome(rules, entry, home)
            return _turned(Deal(winner, level, spritzen=entry.spritzen), home)


def _turned(entry: BauerchenEntry, home: int) -> BauerchenEntry:
    """Return an entry with the sides exchanged, if side 1 is the one at home."""
    if not home:
        return entry
    if isinstance(entry, Deal):
        return replace(entry, winner=other(entry.winner or 0))
    return replace(entry, side=other(entry.side))
