"""What is half entered of a deal of Bauer."""

from dataclasses import dataclass
from enum import StrEnum, auto

from scoring.bauer import MOST_STOSS
from scoring.fields import SIDE, OneOf, OrNull, Whole, of_kind
from views.session.draft import Draft


class Mode(StrEnum):
    """What the pad is asking for."""

    TRICKS = auto()
    CARDS_AWAY = auto()


@dataclass(frozen=True)
class BauerDraft(Draft):
    """What was tapped so far; ``declarer`` is set only where the scribe corrected it."""

    mode: Mode = of_kind(OneOf(Mode), default=Mode.TRICKS)
    stoss: int = of_kind(Whole(0, MOST_STOSS), default=0)
    declarer: int | None = of_kind(OrNull(SIDE), default=None)

    def declarer_or(self, declarer: int) -> int:
        """Return the side that announces: as the scribe corrected it, else ``declarer``."""
        return declarer if self.declarer is None else self.declarer
