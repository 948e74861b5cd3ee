"""Leads: how often the side that was ahead by so many points has won the round."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.game import Replay, rounds_with_winners
from scoring.ranking import Rate


class Leads(NamedTuple):
    """In how many rounds some side was ahead by so many points, and how often it has won them.

    Both are by the lead, in points. A lead that a side had several times in a round is one case.
    """

    cases: Counter[int]
    won: Counter[int]

    def add(self, more: "Leads") -> None:
        """Add those of another evening."""
        self.cases.update(more.cases)
        self.won.update(more.won)

    def rates(self, most: int) -> Mapping[int, Rate]:
        """Return the rate of each lead, the smallest first; those of ``most`` and beyond are one.

        >>> Leads(Counter({1: 4, 7: 2, 9: 1}), Counter({1: 2, 7: 2, 9: 1})).rates(most=7)
        {1: Rate(won=2, cases=4), 7: Rate(won=3, cases=3)}
        """
        found: dict[int, Rate] = {}
        for lead in sorted(self.cases):
            at = min(lead, most)
            won, cases = found.get(at, Rate(0, 0))
            found[at] = Rate(won + self.won[lead], cases + self.cases[lead])
        return found


def leads_of(replay: Replay[Any, Any]) -> Leads:
    """Return what the leads in the finished rounds came to.

    Decided: a round counts only if one side has won it, and what its last line led to is no lead.
    """
    leads, down = Leads(Counter(), Counter()), replay.game.counts_down
    for past, winner in rounds_with_winners(replay):
        if winner is not None:
            scores = [replay.states[place + 1].score for place, _ in past.lines[:-1]]
            ahead = {_ahead(score, counts_down=down) for score in scores}
            for side, lead in ahead:
                leads.cases[lead] += bool(lead)
                leads.won[lead] += bool(lead) and side == winner
    return Leads(+leads.cases, +leads.won)


def _ahead(score: Sequence[int], *, counts_down: bool) -> tuple[int, int]:
    """Return who is ahead, and by how much of the next one; by nothing if both have the same.

    >>> _ahead((3, 7), counts_down=False), _ahead((3, 7, 9), counts_down=True)
    ((1, 4), (0, 4))
    """
    first, second, *_ = sorted(score, reverse=not counts_down)
    return score.index(first), abs(first - second)
