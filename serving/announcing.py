"""What the terminal shows at the start: the address, and the links as text and as QR codes."""

import io
from typing import Final, TextIO

import segno

from views.session.served import Links
from views.text.translator import Translator

BLOCKS: Final = "█▀▄"
"""What a code in the terminal is drawn with."""
WHITE_ON_BLACK: Final = "\x1b[38;5;231;48;5;16m"
"""A code is drawn in these colours, for light terminals would turn it round."""
AS_BEFORE: Final = "\x1b[0m"
BORDER: Final = 2
"""How many modules are left free around a code."""


def announced(t: Translator, links: Links, terminal: TextIO) -> str:
    """Return the links with what they allow; with codes, if that is a terminal that shows them."""
    told = (
        (t("Whoever opens this link may write:"), links.write),
        (t("Whoever opens this link may only watch:"), links.watch),
    )
    draws = terminal.isatty() and _shows_blocks(terminal)
    parts = (f"\n{text}\n{link}\n{code(link) if draws else ''}" for text, link in told)
    return "".join(parts).rstrip("\n")


def code(link: str) -> str:
    """Return the lines of a QR code for a terminal."""
    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, compact=True, border=BORDER)
    return "".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}\n" for line in drawn.getvalue().splitlines())


def _shows_blocks(terminal: TextIO) -> bool:
    try:
        BLOCKS.encode(terminal.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True
