"""Reads QR codes out of pictures, with another decoder than the app's own."""

from io import BytesIO
from typing import Final

import zxingcpp
from PIL import Image

DARK: Final = 60
"""The grey that is around a turned picture."""


def read_code(png: bytes, *, scale: float = 1, turned: float = 0) -> str | None:
    """Return what the only code in a picture says; None if there is none that can be read.

    The picture is scaled, and turned by so many degrees.
    """
    seen = Image.open(BytesIO(png)).convert("L")
    smaller = seen.resize((round(seen.width * scale), round(seen.height * scale)))
    upright = smaller.rotate(turned, Image.Resampling.BICUBIC, expand=True, fillcolor=DARK)
    found = zxingcpp.read_barcodes(upright)
    return found[0].text if len(found) == 1 else None
