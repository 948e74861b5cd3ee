"""What all games of two sides share: which seats belong to a side, and a number for each side."""

from typing import TypeAlias

Pair: TypeAlias = tuple[int, int]
"""One number for each side."""


def side_of(seat: int) -> int:
    """Return the side of a seat; clockwise, the seats alternate between the sides.

    >>> [side_of(seat) for seat in range(4)]
    [0, 1, 0, 1]
    """
    return seat % 2


def seat_of(side: int, player: int) -> int:
    """Return the seat of a side's player, counted from 0.

    >>> seat_of(1, 0), seat_of(1, 1)
    (1, 3)
    """
    return side + 2 * player


def other(side: int) -> int:
    """Return the opponents of a side."""
    return 1 - side


def plus(pair: Pair, side: int, amount: int) -> Pair:
    """Return a pair with so much more for a side.

    >>> plus((7, 8), 1, -2)
    (7, 6)
    """
    return (pair[0] + amount, pair[1]) if side == 0 else (pair[0], pair[1] + amount)
