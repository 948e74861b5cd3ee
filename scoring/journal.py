"""The journal of a sheet: everything that was ever tapped, with a cursor.

Undo and redo only move the cursor, so both go back without limit, over finished rounds and
steins. What happens next after an undo replaces what was undone.

When an operation was done stands in its ``at``, an ISO time; what is appended has it in its entry.
Storage sets it, for scoring has no clock. It makes no difference to whether two are equal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

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


@dataclass(frozen=True, slots=True)
class Earlier:
    """What an entry was until it was corrected or struck out.

    It stood at ``index`` while so many operations as ``cursor`` says were in force. ``until`` is
    the ISO time of the change, None if it was not kept.
    """

    entry: Entry
    index: int
    cursor: int
    until: str | None


class Struck(NamedTuple):
    """An entry that was struck out; ``place`` is where the present entries go on after it.

    ``number`` counts from 0 in the order of striking. ``earlier`` is what it was, the newest first.
    """

    number: int
    place: int
    earlier: tuple[Earlier, ...]


class Corrections(NamedTuple):
    """What was corrected and is in force: by place the earlier values, the newest first.

    What was ``struck`` out is in the order in which it would stand on the sheet.
    """

    changed: Mapping[int, tuple[Earlier, ...]]
    struck: tuple[Struck, ...]


@dataclass(slots=True)
class _Line:
    """An entry with its earlier values, and the number that it got when it was struck out."""

    entry: Entry
    earlier: tuple[Earlier, ...] = ()
    struck: int | None = None


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
        journal = replace(self, operations=(*done, operation), cursor=self.cursor + 1)
        if isinstance(operation, Append) and "corrections" in vars(self):
            vars(journal)["corrections"] = self.corrections  # a new entry corrects none
        return journal

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

    @cached_property
    def corrections(self) -> Corrections:
        """What the entries in force were before they were corrected, and what was struck out.

        An entry is not corrected by one that differs only in remarks.
        """
        sheet, present, number = list[_Line](), list[_Line](), 0
        for cursor, operation in enumerate(self.operations[: self.cursor]):
            match operation:
                case Append(entry):
                    line = _Line(entry)
                    sheet.append(line)
                    present.append(line)
                case Replace(index, entry, at):
                    line = present[index]
                    if entry.without_remarks() != line.entry.without_remarks():
                        was = Earlier(line.entry, index, cursor, at)
                        line.earlier = (was, *line.earlier)
                    line.entry = entry
                case Remove(index, at):
                    line = present.pop(index)
                    was = Earlier(line.entry, index, cursor, at)
                    line.earlier, line.struck = (was, *line.earlier), number
                    number += 1
        return _corrections(sheet)

    @cached_property
    def lines_before(self) -> dict[Earlier, Any]:
        """What entries wrote before they were changed, as far as it was replayed already."""
        return {}

    def before(self, change: Earlier) -> tuple[Agreed, Sequence[Entry]]:
        """Return the agreement and the entries, up to the one that was then changed."""
        agreement, entries = replace(self, cursor=change.cursor).in_force
        return agreement, entries[: change.index + 1]


def _corrections(sheet: Sequence[_Line]) -> Corrections:
    changed, struck, place = dict[int, tuple[Earlier, ...]](), list[Struck](), 0
    for line in sheet:
        if line.struck is not None:
            struck.append(Struck(line.struck, place, line.earlier))
            continue
        if line.earlier:
            changed[place] = line.earlier
        place += 1
    return Corrections(changed, tuple(struck))


def _check_place(index: int, places: int) -> None:
    if index not in range(places):  # Python would count a negative index from the end
        raise IndexError(index)
