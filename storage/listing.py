"""The list of evenings: a label for each, in the bin and outside."""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final, Self

from scoring.fields import Day, OrNull, Text, UpTo, of_kind, read_record, write_record
from scoring.games import GAMES
from scoring.refusals import Refused
from scoring.sheet import NAME, Head
from storage.evenings import Evening

BIN_DAYS: Final = 30
"""The least number of days that an evening stays in the bin."""
DOUBT_DAYS: Final = 7
"""An evening is deleted when two starts, at least this many days apart, find it overdue.

At a single start the clock may be wrong.
"""
_DAYS: Final = {"binned_on", "overdue_since"}
"""What only the label of an evening in the bin has."""
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


class Listing:
    """The labels of all evenings by their keys. A change of the list makes another one.

    ``every`` reads all of them, when somebody asks for more than one. Until then ``one`` reads a
    single label: a start needs no more, however many there are.
    """

    def __init__(
        self, every: Callable[[], dict[str, Label]], one: Callable[[str], Label | None]
    ) -> None:
        self._every, self._one = every, one
        self._labels: dict[str, Label] | None = None
        self._found: dict[str, Label | None] = {}

    @staticmethod
    def of(labels: dict[str, Label]) -> "Listing":
        """Return the list of these labels, which are its own from now on."""
        listing = Listing(dict, labels.get)
        listing._labels = labels
        return listing

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same labels, which takes reading all of them."""
        return isinstance(other, Listing) and self.labels == other.labels

    __hash__ = None  # type: ignore[assignment]

    def documents(self) -> Iterable[dict[str, object]]:
        """Return the list as a file has it."""
        return map(write_record, self.labels.values())

    @property
    def is_read(self) -> bool:
        """Whether somebody has asked for all."""
        return self._labels is not None

    @property
    def labels(self) -> dict[str, Label]:
        """All labels."""
        if self._labels is None:
            self._labels = self._every()
        return self._labels

    def get(self, key: str) -> Label | None:
        """Return the label of an evening, None if there is none of that key."""
        if self._labels is not None:
            return self._labels.get(key)
        if key not in self._found:
            self._found[key] = self._one(key)
        return self._found[key]

    def newest_first(self) -> list[Label]:
        """Return all labels, the newest first."""
        return sorted(self.labels.values(), key=lambda label: label.key, reverse=True)

    def with_label(self, label: Label) -> "Listing":
        """Return the list with a label that is new, or in place of the former one."""
        return Listing.of({**self.labels, label.key: label})

    def without(self, key: str) -> "Listing":
        """Return the list without an evening."""
        left = self.labels.copy()
        left.pop(key, None)
        return Listing.of(left)


class StoredListing(Listing):
    """The list that a file has; what cannot be read in it is left out."""

    def __init__(self, documents: Collection[Mapping[str, Any]]) -> None:
        super().__init__(lambda: _read(documents), self._read_one)
        self._documents = documents

    def is_settled(self, keys: set[str], today: date) -> bool:
        """Return whether it can stay as it is at a start on that day.

        It lists the evenings of these keys, each with a known game, and has nothing to note or to
        delete in the bin. Only labels with a day in the bin are read for that.
        """
        games = [*GAMES]
        known = (each.get("key") for each in self._documents if each.get("game") in games)
        binned = _read(each for each in self._documents if _DAYS & each.keys()).values()
        return keys.issubset(filter(_is_text, known)) and all(
            label == label.noted(today) and not label.is_overdue(today) for label in binned
        )

    def _read_one(self, key: str) -> Label | None:
        return _read(each for each in self._documents if each.get("key") == key).get(key)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _read(documents: Iterable[Mapping[str, Any]]) -> dict[str, Label]:
    labels = {}
    for document in documents:
        with suppress(Refused):
            label = read_record(Label, document)
            labels[label.key] = label
    return labels


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
