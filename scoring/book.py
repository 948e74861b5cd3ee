"""The table's book: what was said of people beside the evenings, such as that somebody has paid.

It only grows. Each event has an id of its own and its time, so two books are merged by putting
their events together, in any order and as often as one likes. To take an event back is an event
too, which can be taken back like any other.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final, TypeAlias

from scoring.fields import (
    Instant,
    Text,
    UpTo,
    Whole,
    of_kind,
    read_object,
    read_record,
    write_record,
)
from scoring.refusals import Fault, Refused
from scoring.sheet import NAME

MOST_EVENTS: Final = 10_000
MOST_STEINS: Final = 1_000_000_000
ID: Final = Text(1, 64)
SIGN: Final = Text(1, 16)
"""A sign is a single one to the eye, but emoji may consist of several characters."""


@dataclass(frozen=True, kw_only=True)
class Stamped:
    """Anything in the book; ``at`` is when it was written."""

    id: str = of_kind(ID)
    at: str = of_kind(Instant())


@dataclass(frozen=True, kw_only=True)
class Paid(Stamped):
    """The debtor has paid the creditor so many Steine."""

    debtor: str = of_kind(NAME)
    creditor: str = of_kind(NAME)
    steins: int = of_kind(Whole(1, MOST_STEINS))


@dataclass(frozen=True, kw_only=True)
class Same(Stamped):
    """``name`` is the same person as the one who is known by another name."""

    name: str = of_kind(NAME)
    known_as: str = of_kind(NAME)


@dataclass(frozen=True, kw_only=True)
class Called(Stamped):
    """The player is called by a nickname; what was said last counts."""

    name: str = of_kind(NAME)
    nickname: str = of_kind(NAME)


@dataclass(frozen=True, kw_only=True)
class Marked(Stamped):
    """The player has a sign, which stands before the name; what was said last counts."""

    name: str = of_kind(NAME)
    sign: str = of_kind(SIGN)


@dataclass(frozen=True, kw_only=True)
class Hidden(Stamped):
    """The player does not want to be counted in statistics."""

    name: str = of_kind(NAME)


@dataclass(frozen=True, kw_only=True)
class Undone(Stamped):
    """The event of that id was taken back."""

    event: str = of_kind(ID)


Written: TypeAlias = Paid | Same | Called | Marked | Hidden
Event: TypeAlias = Written | Undone
EVENTS: Final[Mapping[str, type[Event]]] = {
    "paid": Paid,
    "same": Same,
    "called": Called,
    "marked": Marked,
    "hidden": Hidden,
    "undone": Undone,
}


@dataclass(frozen=True, repr=False)  # it may hold thousands of events
class Book:
    """Events, the oldest first. Equal books have the same events."""

    events: tuple[Event, ...] = ()

    @classmethod
    def of(cls, events: Iterable[Event]) -> "Book":
        """Return the book of these events, whatever their order.

        Decided: of different events with one id, which only a forged file can have, the oldest
        counts.
        """
        by_id = dict[str, Event]()
        for event in sorted(set(events), key=_order):
            by_id.setdefault(event.id, event)
        return cls(tuple(by_id.values()))

    def merged(self, events: Collection[Event]) -> "Book":
        """Return the book with more events; those that it has already change nothing.

        Raises ``too_many``.
        """
        merged = Book.of((*self.events, *events))
        if len(merged.events) > max(MOST_EVENTS, len(self.events)):
            raise Refused(Fault.TOO_MANY, key="book", most=MOST_EVENTS, value=len(merged.events))
        return merged

    def lacks(self, events: Collection[Event]) -> Sequence[Event]:
        """Return which of the events would be new, the oldest first. Raises ``too_many``."""
        here = set(self.events)
        return [event for event in self.merged(events).events if event not in here]

    @property
    def written(self) -> Sequence[Written]:
        """What was written, taken back or not, the oldest first."""
        return [event for event in self.events if not isinstance(event, Undone)]

    @property
    def in_force(self) -> Sequence[Written]:
        """What was written and not taken back, the oldest first."""
        return [event for event in self.written if self.counts(event)]

    @property
    def paid(self) -> Sequence[Paid]:
        """The payments in force, the oldest first."""
        return [event for event in self.in_force if isinstance(event, Paid)]

    def counts(self, event: Event) -> bool:
        """Return whether an event is in the book and in force."""
        return event.id in self._in_force

    def undoing(self, event: Event) -> Sequence[Undone]:
        """Return what takes an event back and is in force; nothing if the event is."""
        return [undone for undone in self._undone[event.id] if self.counts(undone)]

    @cached_property
    def _undone(self) -> Mapping[str, Sequence[Undone]]:
        """What takes back each event, by its id, in force or not."""
        undone = defaultdict[str, list[Undone]](list)
        for event in self.events:
            if isinstance(event, Undone):
                undone[event.event].append(event)
        return undone

    @cached_property
    def _in_force(self) -> Collection[str]:
        """The ids of the events that are not taken back.

        Those that take back each other in a circle, which only a forged file can have, are never
        reached from another event, and so they change nothing.
        """
        reached: list[Event] = [*self.written]
        for event in reached:  # it grows meanwhile
            reached += self._undone[event.id]
        held = set[str]()
        for event in reversed(reached):
            if not any(undone.id in held for undone in self._undone[event.id]):
                held.add(event.id)
        return held


def read_book(raw: object) -> Book:
    """Read the events of a file. Raises :class:`~scoring.refusals.Refused`."""
    try:
        events = UpTo(_Written(), MOST_EVENTS).read(raw)
    except Refused as refused:
        refused.values.setdefault("key", "book")
        raise
    ids = set[str]()
    for event in events:
        if event.id in ids:
            raise Refused(Fault.KEY_TWICE, key=event.id)
        ids.add(event.id)
    return Book.of(events)


def write_book(book: Book) -> list[dict[str, object]]:
    """Return the events as a file holds them; reading that gives the same book again."""
    return [write_event(event) for event in book.events]


def write_event(event: Event) -> dict[str, object]:
    """Return an event as a file holds it."""
    name = next(name for name, kind in EVENTS.items() if type(event) is kind)
    return {"type": name, **write_record(event)}


@dataclass(frozen=True, slots=True)
class _Written:
    """An event as a file holds it."""

    def read(self, raw: object) -> Event:
        """Return the event, or raise what is wrong with it."""
        fields = read_object(raw)
        name = fields.get("type")
        kind = EVENTS.get(name) if type(name) is str else None
        if kind is None:
            raise Refused(Fault.NOT_A_CHOICE, key="type", value=name, choices=tuple(EVENTS))
        return read_record(kind, fields, ignored="type")


def _order(event: Event) -> tuple[datetime, str, str]:
    return datetime.fromisoformat(event.at), event.id, repr(event)
