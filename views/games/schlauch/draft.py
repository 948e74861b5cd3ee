"""What was tapped before a hand of Schlauch is written."""

from dataclasses import dataclass
from enum import StrEnum, auto

from scoring.fields import Flag, OneOf, OrNull, Whole, of_kind
from scoring.schlauch import PLAYERS, SANS_PRENDRE, Contract
from scoring.schlauch import Hand as Played
from views.session.draft import Draft


class Mode(StrEnum):
    """What the pad is asking for."""

    CONTRACT = auto()
    ALL_PASSED = auto()


@dataclass(frozen=True)
class SchlauchDraft(Draft):
    """What was tapped so far: who plays what, and whether without calling for a card."""

    mode: Mode = of_kind(OneOf(Mode), default=Mode.CONTRACT)
    declarer: int | None = of_kind(OrNull(Whole(PLAYERS[0], PLAYERS[-1])), default=None)
    contract: Contract | None = of_kind(OrNull(OneOf(Contract)), default=None)
    sans_prendre: bool = of_kind(Flag(), default=False)

    @property
    def is_sans_prendre(self) -> bool:
        """Whether it counts: a contract that knows none leaves it for the next to be chosen."""
        return self.sans_prendre and self.contract in (None, *SANS_PRENDRE)

    def as_played(self, *, won: bool) -> Played | None:
        """Return the hand as it would be written; None until it is known who plays what."""
        if self.declarer is None or self.contract is None:
            return None
        return Played(self.declarer, self.contract, won, self.is_sans_prendre)
