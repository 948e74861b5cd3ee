"""The size of a screen, and of the text on it."""

from dataclasses import dataclass
from typing import Final

ROOMY: Final = 720
"""From this height on, in dp, there is room for everything."""
WIDE: Final = 640
"""From this width on, in dp, board and pad may stand side by side."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The screen's size in dp, and its text scale: 1 is the usual size."""

    width: float
    height: float
    text_scale: float = 1.0

    @property
    def is_wide(self) -> bool:
        """Whether board and pad stand side by side, as on a phone that lies down."""
        return self.width > self.height and self.width >= WIDE

    @property
    def is_short(self) -> bool:
        """Whether height is scarce, so that figures are smaller and rows are shared."""
        return self.height < ROOMY
