"""The lines of a slate, by rounds: the one that it shows, and the ones that are over.

A round is whatever begins with a clean slate: Bauerchen's Runde, a game of Bauer or Watten, the
hands between two comparisons of Schlauch. A game's line says which rounds it ended.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from scoring.remembered import remember_last


class Ending(Protocol):
    """What a line of any game tells: the rounds that it ended."""

    @property
    def ended(self) -> tuple[Any, ...]:
        """The rounds that ended with it, mostly none."""


L = TypeVar("L", bound=Ending)
L_co = TypeVar("L_co", bound=Ending, covariant=True)


class Lined(Protocol[L_co]):
    """What a state of any game tells: the line of the entry that led to it."""

    @property
    def line(self) -> L_co | None:
        """What the last entry wrote, None before the first."""


class AnyState(Lined[L_co], Protocol[L_co]):
    """What a state of any game tells; a game's own state tells more."""

    @property
    def score(self) -> Sequence[int]:
        """The running score, by side: game points, or whatever the game counts."""

    @property
    def dealer(self) -> int:
        """The seat that deals next."""

    @property
    def rounds(self) -> int:
        """How many rounds are over."""

    @property
    def deals(self) -> int:
        """How many deals are over: what is half entered belongs to the next one."""


S = TypeVar("S", bound=AnyState[Any])


class SlateLine(NamedTuple, Generic[L]):
    """A line as it stands on the slate; ``place`` is that of its entry in the sheet, from 0."""

    place: int
    line: L


class PastRound(NamedTuple, Generic[L]):
    """A finished round with its lines; one won by carried points alone has none of its own.

    ``place`` is that of the line that ended it.
    """

    number: int
    round: Any
    lines: tuple[SlateLine[L], ...]
    place: int


class RoundOnSlate(NamedTuple, Generic[S]):
    """The round that a slate shows: a finished one stays until the next line is written.

    ``begun_with`` is the state at its beginning, ``score`` what it came to, by side. ``ended`` are
    the rounds that its last line ended: none while it is running.
    """

    begun_with: S
    score: Sequence[int]
    lines: tuple[SlateLine[Any], ...]
    ended: tuple[Any, ...]


def just_ended(state: Lined[Ending]) -> tuple[Any, ...]:
    """Return the rounds that the last line ended: they are over, and none has begun since."""
    return state.line.ended if state.line else ()


@remember_last
def on_slate(states: Sequence[S]) -> RoundOnSlate[S]:
    """Return the round that the slate shows, looking back to its beginning only.

    ``states`` are those before the first and after each entry.
    """
    state = states[-1]
    ended = just_ended(state)
    begun = _begun(states, len(states) - (2 if ended else 1))
    score = ended[0].score if ended else state.score
    return RoundOnSlate(states[begun], score, _lines(states, begun), ended)


def past_rounds(states: Sequence[Lined[L]]) -> list[PastRound[L]]:
    """Return the finished rounds in the order they were played."""
    rounds, lines = list[PastRound[L]](), list[SlateLine[L]]()
    for written in _lines(states, 0):
        lines.append(written)
        for ended in written.line.ended:
            rounds.append(PastRound(len(rounds) + 1, ended, tuple(lines), written.place))
            lines.clear()
    return rounds


def newest_rounds(states: Sequence[Lined[Ending]]) -> Iterator[Any]:
    """Yield the finished rounds, the newest first, looking no further back than is asked for."""
    for state in reversed(states):
        if state.line:
            yield from reversed(state.line.ended)


def lines_of(states: Sequence[Lined[L]]) -> list[L]:
    """Return what each entry wrote."""
    return [state.line for state in states if state.line]


def _begun(states: Sequence[Lined[Ending]], first: int) -> int:
    """Return the place of the state with which the round began that ``first`` belongs to."""
    while (line := states[first].line) and not line.ended:
        first -= 1
    return first


def _lines(states: Sequence[Lined[L]], after: int) -> tuple[SlateLine[L], ...]:
    return tuple(
        SlateLine(place, line)
        for place, state in enumerate(states[after + 1 :], after)
        if (line := state.line)
    )
