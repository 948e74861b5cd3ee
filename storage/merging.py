"""What an import would add: no evening twice, and no entry that is here changed.

A sheet that has all entries of an evening here, followed by more, continues it. A sheet whose
entries are the first ones of an evening is known. Any other is new, however similar. The seconds of
times do not count: a copy that came by QR code has none.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from scoring.game import Entry
from scoring.sheet import Sheet


class Fate(Enum):
    """What an import does with a sheet."""

    NEW = auto()
    CONTINUES = auto()
    KNOWN = auto()


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What an import does with one sheet of a file.

    ``key`` is the key of the evening that it becomes, continues, or is known from; ``more`` are
    the entries that it adds.
    """

    sheet: Sheet
    fate: Fate
    key: str
    more: tuple[Entry, ...]


class Shelf:
    """Sheets, indexed by their first entries."""

    def __init__(self) -> None:
        self._sheets: dict[str, Sheet] = {}
        self._whole: dict[int, str] = {}
        self._begun: dict[int, str] = {}

    def add(self, key: str, sheet: Sheet) -> None:
        """Add a sheet, replacing a shorter one of that key."""
        marks = _marks(sheet)
        for mark in marks:
            self._begun.setdefault(mark, key)
        self._whole[marks[-1]] = key
        self._sheets[key] = sheet

    def take(self, sheet: Sheet, new_key: str) -> ImportPlan:
        """Return what an import does with a sheet, and add the sheet."""
        planned = self._fate(sheet, new_key)
        if planned.fate is not Fate.KNOWN:
            self.add(planned.key, sheet)
        return planned

    def _fate(self, sheet: Sheet, new_key: str) -> ImportPlan:
        marks, entries = _marks(sheet), sheet.replay.entries
        holder = self._begun.get(marks[-1])
        if holder is not None and begins(self._sheets[holder], sheet):
            return ImportPlan(sheet, Fate.KNOWN, holder, ())
        for so_far in range(len(entries) - 1, 0, -1):  # not 0: all would continue an empty one
            key = self._whole.get(marks[so_far])
            if (
                key is not None
                and self._is_as_long(key, so_far)
                and begins(sheet, self._sheets[key])
            ):
                return ImportPlan(sheet, Fate.CONTINUES, key, entries[so_far:])
        return ImportPlan(sheet, Fate.NEW, new_key, entries)

    def _is_as_long(self, key: str, entries: int) -> bool:
        """Whether the sheet of a key still has that many entries."""
        return len(self._sheets[key].replay.entries) == entries


def _marks(sheet: Sheet) -> list[int]:
    """Return a hash for each prefix of a sheet's entries, from the empty one to the whole."""
    marks = [hash((sheet.game.key, sheet.head, sheet.replay.agreement))]
    for entry in sheet.replay.entries:
        marks.append(hash((marks[-1], entry.to_the_minute())))
    return marks


def begins(longer: Sheet, shorter: Sheet) -> bool:
    """Whether the entries of ``shorter`` are the first ones of ``longer``, but for seconds."""
    entries = shorter.replay.entries
    firsts = longer.replay.entries[: len(entries)]
    return (longer.game, longer.head, longer.replay.agreement) == (
        *(shorter.game, shorter.head, shorter.replay.agreement),
    ) and (firsts == entries or _to_the_minute(firsts) == _to_the_minute(entries))


def _to_the_minute(entries: Iterable[Entry]) -> list[Entry]:
    return [entry.to_the_minute() for entry in entries]
