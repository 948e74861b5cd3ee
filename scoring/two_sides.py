"""What all games of two sides have in common: who belongs together, and one number for each."""

from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]
"""One number for each side."""


def side_of(seat: int) -> int:
    """Return the side that sits there; clockwise the sides take turns.

    >>> [side_of(seat) for seat in range(4)]
    [0, 1, 0, 1]
    """
    return seat % 2


def other(side: int) -> int:
    """Return the opponents of a side."""
    return 1 - side


def plus(pair: Pair, side: int, amount: int) -> Pair:
    """Return a pair with so much more for a side.

    >>> plus((7, 8), 1, -2)
    (7, 6)
    """
    return (pair[0] + amount, pair[1]) if side == 0 else (pair[0], pair[1] + amount)
