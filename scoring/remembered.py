"""What was worked out last, for functions that several parts of a screen ask the same of."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


def remember_last(work_out: Function) -> Function:
    """Let a function return again what it returned last, if its arguments are the same objects.

    They are given in order, without names. They and what it returns must never change. Equal
    arguments are not looked for: to compare two replays takes longer than most of what is worked
    out of one.

    >>> both = remember_last(lambda one, other: (*one, *other))
    >>> one, other = (1, 2), (3,)
    >>> both(one, other) is both(one, other), both(one, (4,))
    (True, (1, 2, 4))
    """
    last: tuple[tuple[object, ...], object] | None = None

    @wraps(work_out)
    def remembered(*args: object) -> object:
        nonlocal last
        known = last
        if known is None or not _are_same(known[0], args):
            known = last = args, work_out(*args)
        return known[1]

    return cast("Function", remembered)


def _are_same(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Return whether these are the same objects, in the same order."""
    return len(some) == len(others) and all(
        one is other for one, other in zip(some, others, strict=True)
    )
