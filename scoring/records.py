"""Records: what a table remembers of its evenings, with the line that made it.

They are found on each evening alone: no run goes on the next evening. Decided: rounds without a
single winner end a run, and no record is made by what was only half of a row (:data:`LEAST`).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from scoring.game import Replay, rounds_with_winners
from scoring.people import People
from scoring.sheet import Head, Sheet

T = TypeVar("T")
Won: TypeAlias = tuple[int | None, int]
"""The one side that won something, None if there is no such side; and the line that did it."""


class Record(StrEnum):
    """What can be a record."""

    DEALS_IN_A_ROW = "deals_in_a_row"
    ROUNDS_IN_A_ROW = "rounds_in_a_row"
    COMEBACK = "comeback"
    SHORTEST = "shortest"


LEAST: Final = {
    Record.DEALS_IN_A_ROW: 2,
    Record.ROUNDS_IN_A_ROW: 2,
    Record.COMEBACK: 1,
    Record.SHORTEST: 1,
}
"""From this on it is told."""


class Feat(NamedTuple):
    """What a side has done on an evening that may be a record.

    ``size`` is a number of deals or rounds; of a comeback it is the lead that was lost, in points.
    ``players`` are those of the side, as far as their names stand on the sheet only once. ``place``
    is the line with which it was done, from 0.
    """

    record: Record
    size: int
    side: str
    players: tuple[str, ...]
    place: int

    @property
    def goodness(self) -> int:
        """The greater, the better: of all records, only the shortest round is the least."""
        return -self.size if self.record is Record.SHORTEST else self.size


def feats_of(sheet: Sheet) -> tuple[Feat, ...]:
    """Return the best that each side has done of each record; of equal ones the first."""
    best = dict[tuple[Record, int], Feat]()
    for record, side, size, place in _done(sheet.replay):
        feat = Feat(record, size, *_who(sheet.head, side), place)
        known = best.get((record, side))
        if size >= LEAST[record] and (known is None or feat.goodness > known.goodness):
            best[record, side] = feat
    return tuple(best.values())


def records(feats: Iterable[tuple[T, Feat]], who: Collection[str] = ()) -> dict[Record, T]:
    """Return the best of each record: what is given with it, such as its evening.

    With ``who``, only what was done by a side on which all of them sat. Of equal ones the first.
    """
    best: dict[Record, tuple[T, Feat]] = {}
    for given, feat in feats:
        known = best.get(feat.record)
        is_better = known is None or feat.goodness > known[1].goodness
        if is_better and {*who} <= {*feat.players}:
            best[feat.record] = given, feat
    return {record: best[record][0] for record in Record if record in best}


def told_of(feat: Feat, people: People) -> Feat:
    """Return what was done with the names by which its players are known, if they are counted."""
    if not people.names and not people.hidden:
        return feat
    known = (people.known(name) for name in feat.players if people.counts(name))
    return feat._replace(players=tuple(dict.fromkeys(known)))


def _who(head: Head, side: int) -> tuple[str, tuple[str, ...]]:
    """Return the name of a side, and those of its players who can be told by their names."""
    all_names = Counter(name for each in head.sides for name in each.players)
    of = head.sides[side]
    return of.name, tuple(name for name in of.players if all_names[name] == 1)


def _done(replay: Replay[Any, Any]) -> Iterator[tuple[Record, int, int, int]]:
    """Yield records, each with its side, its size and its line."""
    deals = (
        (winner, place)
        for place, (entry, after) in enumerate(zip(replay.entries, replay.states[1:], strict=True))
        if (winner := replay.game.deal_winner(entry, after.line)) is not None
    )
    for run in _runs(deals):
        yield Record.DEALS_IN_A_ROW, *run
    rounds = [*rounds_with_winners(replay)]
    for run in _runs((winner, past.place) for past, winner in rounds):
        yield Record.ROUNDS_IN_A_ROW, *run
    for past, winner in rounds:
        if winner is not None and past.lines:
            played = replay.states[past.lines[0].place : past.place + 2]
            standings = [state.score for state in played[1:-1]]
            lost = _lost_lead(standings, winner, counts_down=replay.game.counts_down)
            yield Record.SHORTEST, winner, played[-1].deals - played[0].deals, past.place
            yield Record.COMEBACK, winner, lost, past.place


def _runs(won: Iterable[Won]) -> Iterator[tuple[int, int, int]]:
    """Yield each side that won, how often in a row, and the line of the last time."""
    for side, run in groupby(won, key=lambda each: each[0]):
        places = [place for _, place in run]
        if side is not None:
            yield side, len(places), places[-1]


def _lost_lead(standings: Iterable[Sequence[int]], winner: int, *, counts_down: bool) -> int:
    """Return how far the winner was behind at most; 0 if that never was.

    >>> _lost_lead([(0, 3), (0, 5), (6, 5)], winner=0, counts_down=False)
    5
    """
    ahead = min if counts_down else max
    return max((abs(ahead(score) - score[winner]) for score in standings), default=0)
