"""Figures: what statistics count of a side and of a player. They are counted by replaying a sheet.

A figure is always a number of cases, or game points, never a rate: so the figures of several
evenings can be added.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from operator import add
from typing import NamedTuple, Self


@dataclass(frozen=True)
class Figures:
    """What is counted in every game. A game that counts more has a subclass.

    ``rounds`` are those that are finished: Runden, games, or whatever else the game calls them.
    """

    evenings: int
    deals: int
    rounds: int
    rounds_won: int

    def __add__(self, more: Self) -> Self:
        """Return the figures of all evenings together.

        >>> Figures(1, 20, 2, 1) + Figures(1, 30, 4, 1)
        Figures(evenings=2, deals=50, rounds=6, rounds_won=2)
        """
        return type(self)(*map(add, vars(self).values(), vars(more).values()))


class Counted(NamedTuple):
    """What is counted on one sheet: of each side as a whole, and of each seat, clockwise.

    ``steins`` are those that each of two sides has won; empty in a game without any.
    """

    sides: Sequence[Figures]
    seats: Sequence[Figures]
    steins: Sequence[int] = ()


def of_rounds(
    sides: int, seats_per_side: int, deals: int, winners: Collection[Collection[int]]
) -> Counted:
    """Return what is counted of a game that counts only deals and rounds.

    ``winners`` are the sides that won each finished round.

    >>> of_rounds(2, 2, deals=9, winners=[(0,), (1,), (0,)]).seats[2].rounds_won
    2
    """
    by_side = tuple(
        Figures(
            evenings=1,
            deals=deals,
            rounds=len(winners),
            rounds_won=sum(side in won for won in winners),
        )
        for side in range(sides)
    )
    return Counted(by_side, by_side * seats_per_side)
