"""The half-entered deal: what was tapped before a result is written."""

from dataclasses import dataclass
from enum import Enum, auto

from scoring.bauerchen import Deal, Level, Pair, Rules


class Mode(Enum):
    """What the pad is asking for."""

    RESULT = auto()
    CARD_POINTS = auto()
    SOLO = auto()


@dataclass(frozen=True, slots=True)
class Hand:
    """What was tapped so far.

    ``home`` is set only where the scribe corrected it. ``typed`` are the digits of the card
    points of ``typing_side``.
    """

    mode: Mode = Mode.RESULT
    spritzen: int = 0
    home: int | None = None
    typing_side: int = 0
    typed: str = ""

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

    def card_points(self, rules: Rules) -> Pair | None:
        """Return both sides' card points: those typed, and the rest for the other side."""
        if not self.typed:
            return None
        typed = int(self.typed)
        rest = rules.all_card_points - typed
        return (typed, rest) if self.typing_side == 0 else (rest, typed)
