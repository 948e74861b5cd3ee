"""What the rest of the app may ask of any game, and how its entries are replayed.

There is one copy of every fact: the entries. Scores, knoddels, steins and who deals are
always replayed from them, and the state after each entry is kept, so that one more entry
costs one step and a correction replays only from the corrected entry on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

from scoring.fields import Remarks
from scoring.figures import Counted, of_rounds
from scoring.refusals import Fault, IllegalEntry, Refused
from scoring.rounds import AnyState, PastRound, newest_rounds, past_rounds

MOST_ENTRIES: Final = 10_000
"""How many entries a sheet holds at most."""

Entry = Remarks
"""Any entry of any game: a frozen dataclass of the game's module."""


class WonByOne(Protocol):
    """A finished round that one side has won."""

    @property
    def winner(self) -> int:
        """That side."""


def winner_alone(ended: WonByOne) -> Sequence[int]:
    """Return the side that won a round that has one winner."""
    return (ended.winner,)


def no_deal_winner(_entry: object, _line: object) -> None:
    """Tell no winner: in this game, a deal is not won by one side."""


R = TypeVar("R")
S = TypeVar("S", bound=AnyState[Any])


@dataclass(frozen=True, slots=True)
class Agreement(Generic[R]):
    """What the table agreed on: the house rules, the seat that deals first, how many sides."""

    rules: R
    first_dealer: int = 0
    sides: int = 2


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules; ``rules`` holds only what differs from the defaults."""

    key: str
    rules: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Game(Generic[R, S]):
    """One game: everything that is special about it, as data and pure functions.

    ``sides`` are the possible numbers of sides, ``seats_per_side`` tells how many players each
    side has. ``start`` makes the state before the first entry, ``step`` the state after one
    more, or raises :class:`~scoring.refusals.IllegalEntry`. ``report`` makes the game's part of
    the line that ``knoddel score`` prints, from the states before the first and after each
    entry. ``figures`` counts for statistics what happened on a sheet. ``winners`` are the sides
    that won a finished round, and ``deal_winner`` is the side that won the deal that an entry ends,
    if the game tells that. If the game ``counts_down``, whoever has least is ahead.
    """

    key: str
    rules: type[R]
    presets: tuple[Preset, ...]
    entries: Mapping[str, type[Entry]]
    sides: range
    seats_per_side: Callable[[R], int]
    start: Callable[[Agreement[R]], S]
    step: Callable[[R, S, Any], S]
    report: Callable[[R, Sequence[S]], dict[str, object]]
    figures: Callable[["Replay[R, S]"], Counted]
    winners: Callable[[Any], Sequence[int]] = winner_alone
    deal_winner: Callable[[Any, Any], int | None] = no_deal_winner
    counts_down: bool = False

    def seats(self, agreement: Agreement[R]) -> int:
        """Return how many sit at the table; clockwise, the seats alternate between the sides."""
        return agreement.sides * self.seats_per_side(agreement.rules)


@dataclass(frozen=True, slots=True)
class Offer(Generic[S]):
    """What would happen if an entry were written now: either the state after it or a refusal."""

    entry: Entry
    after: S | None
    refusal: IllegalEntry | None = None


@dataclass(frozen=True, slots=True, repr=False)  # it may hold thousands of states
class Replay(Generic[R, S]):
    """The entries of a sheet with the state after each of them.

    ``states`` is one longer than ``entries``: the first is the state before any entry.
    """

    game: Game[R, S]
    agreement: Agreement[R]
    entries: tuple[Entry, ...]
    states: tuple[S, ...]

    @property
    def state(self) -> S:
        """The state now, after the last entry."""
        return self.states[-1]

    def after(self, entry: Entry) -> "Replay[R, S]":
        """Return the replay with one more entry.

        Raises :class:`~scoring.refusals.IllegalEntry` with the entry's index.
        """
        return self._continued(self.entries, self.states, (entry,))

    def offer(self, entry: Entry) -> Offer[S]:
        """Return what would happen if this entry were written now."""
        try:
            check_number_of_entries(len(self.states))
            return Offer(entry, self.game.step(self.agreement.rules, self.state, entry))
        except IllegalEntry as refused:
            return Offer(entry, None, refused)

    def of(self, agreement: Agreement[R], entries: Sequence[Entry]) -> "Replay[R, S]":
        """Return the replay of other entries, replaying only from the first that differs."""
        entries = tuple(entries)
        if agreement != self.agreement:
            return replay(self.game, agreement, entries)
        same = 0
        for ours, theirs in zip(self.entries, entries, strict=False):
            if ours is not theirs:
                break
            same += 1
        return self._continued(entries[:same], self.states[: same + 1], entries[same:])

    def _continued(
        self, entries: tuple[Entry, ...], states: tuple[S, ...], more: tuple[Entry, ...]
    ) -> "Replay[R, S]":
        check_number_of_entries(len(entries) + len(more))
        new = steps(self.game, self.agreement.rules, states[-1], more, first_index=len(entries))
        return Replay(self.game, self.agreement, (*entries, *more), (*states, *new))


def counted_by_rounds(replay: Replay[Any, Any], deals: int) -> Counted:
    """Return what is counted on a sheet of a game that counts only deals and rounds."""
    game, agreement = replay.game, replay.agreement
    winners = [game.winners(ended) for ended in newest_rounds(replay.states)]
    return of_rounds(agreement.sides, game.seats_per_side(agreement.rules), deals, winners)


def rounds_with_winners(
    replay: Replay[Any, Any],
) -> Iterator[tuple[PastRound[Any], int | None]]:
    """Yield the finished rounds with the side that won each; None if several sides did."""
    for past in past_rounds(replay.states):
        winners = replay.game.winners(past.round)
        yield past, winners[0] if len(winners) == 1 else None


def check_same_seats(game: Game[R, Any], before: Agreement[R], after: Agreement[R]) -> None:
    """Raise ``seats_fixed`` if as many as before cannot sit at the table."""
    seats = game.seats(before)
    if game.seats(after) != seats:
        raise Refused(Fault.SEATS_FIXED, seats=seats)


def check_number_of_entries(number: int) -> None:
    """Raise ``too_many_entries`` if a sheet cannot hold that many, be it read or written."""
    if number > MOST_ENTRIES:
        raise IllegalEntry(Fault.TOO_MANY_ENTRIES, most=MOST_ENTRIES).at(MOST_ENTRIES)


def replay(
    game: Game[R, S], agreement: Agreement[R], entries: Iterable[Entry] = ()
) -> Replay[R, S]:
    """Replay entries from scratch.

    Raises :class:`~scoring.refusals.IllegalEntry` with the index of the first impossible entry.
    """
    return Replay(game, agreement, (), (game.start(agreement),)).of(agreement, tuple(entries))


def steps(
    game: Game[R, S], rules: R, state: S, entries: Iterable[Entry], first_index: int = 0
) -> list[S]:
    """Return the state after each of the entries.

    Raises :class:`~scoring.refusals.IllegalEntry` with the index of the first impossible one,
    counted from ``first_index``.
    """
    states: list[S] = []
    for index, entry in enumerate(entries, first_index):
        try:
            state = game.step(rules, state, entry)
        except IllegalEntry as refused:
            raise refused.at(index) from None
        states.append(state)
    return states
