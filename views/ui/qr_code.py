"""QR codes as pictures: always dark on light, however the app looks."""

import zlib
from collections.abc import Sequence
from functools import lru_cache
from struct import pack
from typing import Any, Final

import segno

QUIET: Final = 4
"""So many modules stay light around the code, as the standard asks."""
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_KIND: Final = bytes((1, 0, 0, 0, 0))
"""One bit for each pixel, black and white."""


@lru_cache(maxsize=128)
def qr_code(*texts: str) -> bytes:
    """Return the code of texts that are read as one, as a PNG with one pixel for each module.

    Each text is written as densely as its letters allow: capitals and digits take less room than
    an address.
    """
    segments: Any = list(texts)  # segno takes a list too, which its types do not tell
    return _png(segno.make(segments, error="l", micro=False).matrix)


def _png(matrix: Sequence[Sequence[int]]) -> bytes:
    size = len(matrix) + 2 * QUIET
    light = bytes(size)
    side = bytes(QUIET)
    rows = [light] * QUIET + [side + bytes(row) + side for row in matrix] + [light] * QUIET
    lines = b"".join(b"\0" + _packed(row) for row in rows)
    parts = (
        (b"IHDR", pack(">II", size, size) + _KIND),
        (b"IDAT", zlib.compress(lines)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(
        pack(">I", len(held)) + name + held + pack(">I", zlib.crc32(name + held))
        for name, held in parts
    )


def _packed(row: bytes) -> bytes:
    """Return a row of modules as bits, light ones set."""
    bits = "".join("01"[not module] for module in row)
    length = -(-len(row) // 8)
    return int(bits.ljust(8 * length, "1"), 2).to_bytes(length)
