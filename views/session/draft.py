"""The half-entered deal of any game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from scoring.fields import kinds_of, read_record, write_record
from scoring.refusals import Refused


@dataclass(frozen=True)
class Draft:
    """The half-entered deal; all screens that show the evening share it.

    Each game's subclass adds fields, all of them with a kind and a default.
    """

    @classmethod
    def of(cls, kept: Mapping[str, object]) -> Self:
        """Return a stored draft; an empty one if it is invalid."""
        try:
            return read_record(cls, kept)
        except Refused:
            return cls()

    @classmethod
    def of_entry(cls, entry: Any) -> Self:
        """Return the draft that led to an entry, as far as the entry has its values."""
        told = {key: getattr(entry, key) for key in kinds_of(cls) if hasattr(entry, key)}
        return cls(**told)

    @classmethod
    def of_undone(cls, _entry: Any) -> Self:
        """Return what is half entered once an entry was undone: nothing, if few taps wrote it."""
        return cls()

    @property
    def as_kept(self) -> Mapping[str, object]:
        """The draft as it is stored."""
        return write_record(self)
