"""What is half entered on a pad, whatever the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from scoring.fields import kinds_of, read_record, write_record
from scoring.refusals import Refused


@dataclass(frozen=True)
class Draft:
    """What was tapped before a result is written; all screens that show the evening share it.

    Each game's draft adds fields, all of them with a kind and a default.
    """

    @classmethod
    def of(cls, kept: Mapping[str, object]) -> Self:
        """Return the draft that was kept; an empty one if it makes no sense."""
        try:
            return read_record(cls, kept)
        except Refused:
            return cls()

    @classmethod
    def of_entry(cls, entry: Any) -> Self:
        """Return the draft with which an entry was written, as far as it tells."""
        told = {key: getattr(entry, key) for key in kinds_of(cls) if hasattr(entry, key)}
        return cls(**told)

    @property
    def corrected(self) -> int | None:
        """Which side announces, where the scribe has corrected that; None in other games."""
        return None

    @property
    def as_kept(self) -> Mapping[str, object]:
        """The draft as it is kept."""
        return write_record(self)
