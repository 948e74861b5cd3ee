"""The half-entered deal: what was tapped before a result is written."""

from dataclasses import dataclass
from enum import StrEnum, auto

from scoring.bauerchen import (
    MOST_CARD_POINTS,
    MOST_SPRITZEN,
    Deal,
    Level,
    Rules,
    Solo,
)
from scoring.fields import SIDE, OneOf, OrNull, Whole, of_kind
from scoring.two_sides import Pair
from views.session.draft import Draft


class Mode(StrEnum):
    """What the pad is asking for."""

    RESULT = auto()
    CARD_POINTS = auto()
    SOLO = auto()


@dataclass(frozen=True)
class BauerchenDraft(Draft):
    """What was tapped so far.

    ``home`` is set only where the scribe corrected it. ``typed`` are the card points of
    ``typing_side``, None before any digit. ``side`` and ``player`` are those of a solo that is
    corrected.
    """

    mode: Mode = of_kind(OneOf(Mode), default=Mode.RESULT)
    spritzen: int = of_kind(Whole(0, MOST_SPRITZEN), default=0)
    home: int | None = of_kind(OrNull(SIDE), default=None)
    typing_side: int = of_kind(SIDE, default=0)
    typed: int | None = of_kind(OrNull(Whole(0, MOST_CARD_POINTS)), default=None)
    side: int | None = of_kind(OrNull(SIDE), default=None)
    player: int | None = of_kind(OrNull(SIDE), default=None)

    def home_or(self, home: int) -> int:
        """Return the side at home: as the scribe corrected it, else ``home``."""
        return home if self.home is None else self.home

    def deal(self, winner: int, level: Level) -> Deal:
        """Return the deal that a tap on a result would write."""
        return Deal(winner=winner, level=level, spritzen=self.spritzen, home=self.home)

    def counted(self, rules: Rules) -> Deal | None:
        """Return the deal with the card points typed, or None before any digit."""
        card_points = self.card_points(rules)
        if card_points is None:
            return None
        return Deal(card_points=card_points, spritzen=self.spritzen, home=self.home)

    def solo(self, side: int, *, won: bool) -> Solo:
        """Return the solo that a tap would write; a corrected one keeps its player on its side."""
        return Solo(side, won, self.player if side == self.side else None)

    def card_points(self, rules: Rules) -> Pair | None:
        """Return both sides' card points: those typed, and the rest for the other side."""
        if self.typed is None:
            return None
        rest = rules.all_card_points - self.typed
        return (self.typed, rest) if self.typing_side == 0 else (rest, self.typed)
