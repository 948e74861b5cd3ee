"""How likely a side is to win the running round of Bauerchen.

It is reckoned exactly, by going through all that can be written until the round is over, from the
score, who is at home, the house rules, and how often which result comes. That is told by what this
table has written, and by :data:`PRIOR` as long as that is little. Decided: whatever was written
before, each result is as likely as ever.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

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


def chance_after(replay: Replay[Rules, State], place: int) -> float | None:
    """Return the chance of side 0 to win the round that runs after an entry, from 0 to 1.

    What was written until then tells how often which result comes. None if the round target is
    beyond :data:`LARGEST_TARGET`.
    """
    rules = replay.agreement.rules
    if rules.round_target > LARGEST_TARGET:
        return None
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
        self._rules = rules
        self._results = tuple(
            [(_turned(entry, home), often) for entry, often in results.items()] for home in (0, 1)
        )
        self._known: dict[tuple[Pair, int, bool], float] = {}

    def of(self, state: State) -> float:
        """Return the chance of side 0 to win the running round, from 0 to 1."""
        place = state.score, state.home, is_decider(self._rules, state)
        if place not in self._known:
            self._known[place] = self._reckoned(state)
        return self._known[place]

    def _reckoned(self, state: State) -> float:
        won = cases = 0.0
        for entry, often in self._results[state.home]:
            try:
                after = step(self._rules, state, entry)
            except IllegalEntry:  # not in this position
                continue
            cases += often
            ended = after.line.ended if after.line else ()
            won += often * ((ended[0].winner == 0) if ended else self.of(after))
        return won / cases


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
