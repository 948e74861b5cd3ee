"""The course of an evening: the score after each line, round by round."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.rounds import AnyState, just_ended


class Stretch(NamedTuple):
    """The lines from the beginning of a round to its end, or as far as it has come.

    ``number`` is that of the round, from 1, and ``first`` the place of the first entry in the
    sheet. ``begun_with`` is the score at the beginning, ``scores`` the one after each line, by
    side. ``ended`` are the rounds that the last line ended: none while the round is running.
    """

    number: int
    first: int
    begun_with: Sequence[int]
    scores: Sequence[Sequence[int]]
    ended: tuple[Any, ...]

    @property
    def last(self) -> int:
        """The place of the last entry in the sheet."""
        return self.first + len(self.scores) - 1


def course(states: Sequence[AnyState[Any]]) -> list[Stretch]:
    """Return the course; ``states`` are those before the first and after each entry."""
    begins = [0, *(place for place, state in enumerate(states) if just_ended(state))]
    ends = [*begins[1:], len(states) - 1]
    return [
        Stretch(
            states[first].rounds + 1,
            first,
            states[first].score,
            [state.line.total for state in states[first + 1 : end + 1] if state.line],
            just_ended(states[end]),
        )
        for first, end in zip(begins, ends, strict=True)
        if first < end
    ]


def newest(stretches: Sequence[Stretch], until: int, at_least: int) -> Sequence[Stretch]:
    """Return the last stretches before ``until``, as few as have so many lines, if they have."""
    first, lines = until, 0
    while first > 0 and lines < at_least:
        first -= 1
        lines += len(stretches[first].scores)
    return stretches[first:until]
