"""The list of evenings: a label for each, in the bin and outside."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Self

from scoring.fields import Day, OrNull, Text, UpTo, of_kind
from scoring.sheet import NAME, Head
from storage.evenings import Evening

BIN_DAYS: Final = 30
"""The least number of days that an evening stays in the bin."""
DOUBT_DAYS: Final = 7
"""An evening is deleted when two starts, at least this many days apart, find it overdue.

At a single start the clock may be wrong.
"""
MOST_NAMES: Final = 20
"""More names than a sheet of any game has."""


@dataclass(frozen=True)
class Label:
    """How an evening is listed: its key, its title if it has one, its day, and its game's key.

    ``binned_on`` is the day on which it was moved to the bin. ``overdue_since`` is the day of the
    first start that found this ``BIN_DAYS`` ago, if every start since has found the same.
    """

    key: str = of_kind(Text(1, 255))
    title: str | None = of_kind(OrNull(NAME), default=None)
    played_on: str | None = of_kind(OrNull(Day()), default=None)
    binned_on: str | None = of_kind(OrNull(Day()), default=None)
    game: str | None = of_kind(OrNull(NAME), default=None)
    overdue_since: str | None = of_kind(OrNull(Day()), default=None)
    names: tuple[str, ...] | None = of_kind(
        OrNull(UpTo(NAME, MOST_NAMES)), default=None, compare=False
    )
    """All names in its sheet, to be searched: a copy, which is made anew where it is missing."""

    @classmethod
    def of(cls, evening: Evening) -> Self:
        """Return the label of an evening outside the bin."""
        head, game = evening.head, evening.sheet.game
        return cls(evening.key, head.title, head.played_on, game=game.key, names=names_in(head))

    @property
    def stays_until(self) -> str | None:
        """The earliest day on which it may be deleted, if it is in the bin."""
        waits = (self.binned_on, BIN_DAYS), (self.overdue_since, DOUBT_DAYS)
        return max((_later(day, days).isoformat() for day, days in waits if day), default=None)

    def out_of_bin(self) -> "Label":
        """Return the label of the evening outside the bin."""
        return replace(self, binned_on=None, overdue_since=None)

    def noted(self, today: date) -> "Label":
        """Return the label with ``overdue_since`` as a start on that day sets it."""
        since = self.overdue_since
        if self.binned_on is None or _later(self.binned_on, BIN_DAYS) > today:
            return replace(self, overdue_since=None) if since else self
        if since is None or date.fromisoformat(since) > today:
            return replace(self, overdue_since=today.isoformat())
        return self

    def is_overdue(self, today: date) -> bool:
        """Return whether two starts far enough apart have found it overdue."""
        since = self.overdue_since
        return since is not None and _later(since, DOUBT_DAYS) <= today


def names_in(head: Head) -> tuple[str, ...]:
    """Return the names of sides and players, each once.

    >>> from scoring.sheet import Side
    >>> names_in(Head((Side("Wir", ("Karl", "Erna")), Side("Karl"))))
    ('Wir', 'Karl', 'Erna')
    """
    names = (name for side in head.sides for name in (side.name, *side.players))
    return tuple(dict.fromkeys(names))


def _later(day: str, days: int) -> date:
    """Return the day ``days`` later, at most the last day that ``date`` has."""
    ordinal = date.fromisoformat(day).toordinal() + days
    return date.fromordinal(min(ordinal, date.max.toordinal()))
