"""The size of a screen, and of the text on it.

Everything is laid out for a phone. On a larger screen it is drawn larger, so that the slate fills a
tablet or a computer's window, and is read from the other end of the table.
"""

from dataclasses import dataclass
from typing import Final

ROOMY: Final = 720
"""From this height on, in dp, there is room for everything."""
WIDE: Final = 640
"""From this width on, in dp, board and pad may stand side by side."""
UPRIGHT: Final = (500, 800)
LYING: Final = (860, 430)
"""The size of a large phone, in dp; what is larger is drawn larger in both directions."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The screen's size in dp, and its text scale: 1 is the usual size.

    Everything on it is drawn ``zoom`` times as large; the size is that before.
    """

    width: float
    height: float
    text_scale: float = 1.0
    zoom: float = 1.0

    @classmethod
    def of(cls, width: float, height: float, text_scale: float = 1.0) -> "Screen":
        """Return a screen of a size in dp, with what it draws as large as there is room.

        >>> Screen.of(390, 844).zoom, Screen.of(768, 1024).zoom
        (1.0, 1.28)
        """
        phone = LYING if width > height else UPRIGHT
        zoom = round(max(1.0, min(width / phone[0], height / phone[1])), 2)
        return cls(width / zoom, height / zoom, text_scale, zoom)

    @property
    def device(self) -> tuple[float, float, float]:
        """The size in dp of the device's screen, and its text scale."""
        return round(self.width * self.zoom, 3), round(self.height * self.zoom, 3), self.text_scale

    @property
    def is_wide(self) -> bool:
        """Whether board and pad stand side by side, as on a phone that lies down."""
        return self.width > self.height and self.width >= WIDE

    @property
    def is_short(self) -> bool:
        """Whether height is scarce, so that figures are smaller and rows are shared."""
        return self.height < ROOMY
