"""The journal of a sheet: everything that was ever tapped, with a cursor.

Undo and redo only move the cursor, so both go back without limit, over finished rounds and
steins. What happens next after an undo replaces what was undone.

When an operation was done stands in its ``at``, an ISO time; what is appended has it in its entry.
Storage sets it, for scoring has no clock. It makes no difference to whether two are equal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from scoring.game import Agreement, Entry

Agreed: TypeAlias = Agreement[Any]


@dataclass(frozen=True, slots=True)
class Append:
    """Write one more entry."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Replace:
    """Correct the entry at ``index``."""

    index: int
    entry: Entry
    at: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Remove:
    """Strike out the entry at ``index``."""

    index: int
    at: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Agree:
    """Change the house rules or the first dealer, for the whole sheet."""

    agreement: Agreed
    at: str | None = field(default=None, compare=False)


Operation: TypeAlias = Append | Replace | Remove | Agree


@dataclass(frozen=True, repr=False)  # it may hold thousands of operations
class Journal:
    """Operations in the order they were tapped; those before ``cursor`` are in force."""

    agreed_at_start: Agreed
    operations: tuple[Operation, ...] = ()
    cursor: int = 0

    @property
    def can_undo(self) -> bool:
        """Whether anything is left to take back."""
        return self.cursor > 0

    @property
    def can_redo(self) -> bool:
        """Whether anything was taken back and can be written again."""
        return self.cursor < len(self.operations)

    @property
    def undoable(self) -> Operation | None:
        """The operation that undo takes back next."""
        return self.operations[self.cursor - 1] if self.can_undo else None

    @property
    def redoable(self) -> Operation | None:
        """The operation that redo writes again next."""
        return self.operations[self.cursor] if self.can_redo else None

    def doing(self, operation: Operation) -> "Journal":
        """Return the journal with one more operation; what had been undone is dropped."""
        done = self.operations[: self.cursor]
        return replace(self, operations=(*done, operation), cursor=self.cursor + 1)

    def undone(self) -> "Journal":
        """Return the journal with the cursor one step back; unchanged at the beginning."""
        return replace(self, cursor=self.cursor - 1) if self.can_undo else self

    def redone(self) -> "Journal":
        """Return the journal with the cursor one step on; unchanged at the end."""
        return replace(self, cursor=self.cursor + 1) if self.can_redo else self

    @cached_property
    def in_force(self) -> tuple[Agreed, Sequence[Entry]]:
        """The agreement and the entries that the operations before the cursor amount to.

        Raises :class:`IndexError` if the cursor or a correction points at what is not there.
        """
        _check_place(self.cursor, len(self.operations) + 1)
        agreement, entries = self.agreed_at_start, list[Entry]()
        for operation in self.operations[: self.cursor]:
            match operation:
                case Append(entry):
                    entries.append(entry)
                case Replace(index, entry):
                    _check_place(index, len(entries))
                    entries[index] = entry
                case Remove(index):
                    _check_place(index, len(entries))
                    del entries[index]
                case _:
                    agreement = operation.agreement
        return agreement, tuple(entries)


def _check_place(index: int, places: int) -> None:
    if index not in range(places):  # Python would count a negative index from the end
        raise IndexError(index)
