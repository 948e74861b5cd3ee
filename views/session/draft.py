"""What is half entered on a pad, whatever the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from scoring.fields import kinds_of, read_record, write_record
from scoring.refusals import Refused


@dataclass(frozen=True)
class Hand:
    """What was tapped before a result is written; all screens that show the evening share it.

    Each game's hand adds fields, all of them with a kind and a default.
    """

    @classmethod
    def of(cls, draft: Mapping[str, object]) -> Self:
        """Return the hand that was kept; an empty one if it makes no sense."""
        try:
            return read_record(cls, draft)
        except Refused:
            return cls()

    @classmethod
    def of_entry(cls, entry: Any) -> Self:
        """Return the hand with which an entry was written, as far as it tells."""
        told = {key: getattr(entry, key) for key in kinds_of(cls) if hasattr(entry, key)}
        return cls(**told)

    @property
    def corrected(self) -> int | None:
        """Which side announces, where the scribe has corrected that; None in other games."""
        return None

    @property
    def draft(self) -> Mapping[str, object]:
        """The hand as it is kept."""
        return write_record(self)
