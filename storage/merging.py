"""What taking in a file would add: no evening twice, and nothing that is here changed.

A sheet that begins like an evening that is here, and goes on, continues it. One that is wholly
contained in an evening is known. Any other is new, however alike.
"""

from dataclasses import dataclass
from enum import Enum, auto

from scoring.game import Entry
from scoring.sheet import Sheet


class Fate(Enum):
    """What becomes of a sheet."""

    NEW = auto()
    CONTINUES = auto()
    KNOWN = auto()


@dataclass(frozen=True, slots=True)
class Taken:
    """What becomes of one sheet of a file.

    ``key`` is that of the evening that it becomes, that it continues, or that holds it already;
    ``more`` are the entries that it adds.
    """

    sheet: Sheet
    fate: Fate
    key: str
    more: tuple[Entry, ...]


class Shelf:
    """Sheets, to be found by what they begin with."""

    def __init__(self) -> None:
        self._sheets: dict[str, Sheet] = {}
        self._whole: dict[int, str] = {}
        self._begun: dict[int, str] = {}

    def add(self, key: str, sheet: Sheet) -> None:
        """Put a sheet on the shelf, in place of a shorter one of that key."""
        marks = _marks(sheet)
        for mark in marks:
            self._begun.setdefault(mark, key)
        self._whole[marks[-1]] = key
        self._sheets[key] = sheet

    def take(self, sheet: Sheet, new_key: str) -> Taken:
        """Return what becomes of a sheet, and put it on the shelf."""
        taken = self._fate(sheet, new_key)
        if taken.fate is not Fate.KNOWN:
            self.add(taken.key, sheet)
        return taken

    def _fate(self, sheet: Sheet, new_key: str) -> Taken:
        marks, entries = _marks(sheet), sheet.replay.entries
        holder = self._begun.get(marks[-1])
        if holder is not None and begins(self._sheets[holder], sheet):
            return Taken(sheet, Fate.KNOWN, holder, ())
        for so_far in range(len(entries) - 1, 0, -1):  # what is empty is continued by any: by none
            key = self._whole.get(marks[so_far])
            if (
                key is not None
                and self._is_as_long(key, so_far)
                and begins(sheet, self._sheets[key])
            ):
                return Taken(sheet, Fate.CONTINUES, key, entries[so_far:])
        return Taken(sheet, Fate.NEW, new_key, entries)

    def _is_as_long(self, key: str, entries: int) -> bool:
        """Whether a sheet was not continued since it was that long."""
        return len(self._sheets[key].replay.entries) == entries


def _marks(sheet: Sheet) -> list[int]:
    """Return a number to find each beginning of a sheet by, from the empty one to the whole."""
    marks = [hash((sheet.game.key, sheet.head, sheet.replay.agreement))]
    for entry in sheet.replay.entries:
        marks.append(hash((marks[-1], entry)))
    return marks


def begins(longer: Sheet, shorter: Sheet) -> bool:
    """Whether a sheet begins like the whole of another."""
    entries = shorter.replay.entries
    return (longer.game, longer.head, longer.replay.agreement) == (
        *(shorter.game, shorter.head, shorter.replay.agreement),
    ) and longer.replay.entries[: len(entries)] == entries
