"""Draw all icons and start pictures from the SVG files in assets/icons, with Chromium.

By hand, after a change to one of them: ``.venv/bin/python bin/draw_artwork.py``.
"""

import io
import math
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from pwa.manifest import (  # noqa: E402 - found only by the line above
    ASSETS,
    GROUND,
    ICON_SIZES,
    MASKABLE_SIZES,
    MONOCHROME_SIZES,
    SHORTCUT_SIZE,
    STARTS,
    TOUCH_SIZES,
)

MARK_ON_START: Final = 0.64
"""How much of a start picture's width the square around the mark takes."""
COLOURS: Final = 32
"""Enough for the flat colours, exactly, and for edges that look smooth."""


class Picture(NamedTuple):
    """A picture to draw: what, where, and how large."""

    drawing: str
    file: str
    width: int
    height: int
    ground: str = "transparent"
    scale: float = 1

    @classmethod
    def square(cls, drawing: str, file: str, size: int) -> "Picture":
        """Return a picture that is all drawing."""
        return cls(drawing, file, size, size)


def pictures() -> Iterator[Picture]:
    """Yield everything that is drawn from an SVG file."""
    for size in ICON_SIZES:
        yield Picture.square("knoddel", f"icons/icon-{size}.png", size)
    for size in MASKABLE_SIZES:
        yield Picture.square("knoddel-maskable", f"icons/icon-maskable-{size}.png", size)
    for size in MONOCHROME_SIZES:
        yield Picture.square("knoddel-monochrome", f"icons/icon-monochrome-{size}.png", size)
    for size in TOUCH_SIZES:
        yield Picture.square("knoddel-maskable", f"icons/apple-touch-icon-{size}.png", size)
    for name in ("new", "evenings"):
        file = f"icons/shortcut-{name}-{SHORTCUT_SIZE}.png"
        yield Picture.square(f"shortcut-{name}", file, SHORTCUT_SIZE)
    for start in STARTS:
        yield Picture("knoddel-mark", start.file, start.width, start.height, GROUND, MARK_ON_START)
    yield Picture.square("knoddel", "favicon.png", 64)
    yield Picture.square("knoddel-maskable", "icon.png", 1024)  # what flet build makes iOS's from
    yield Picture.square("knoddel-mark", "icon_android.png", 432)  # lies on a ground of its own
    yield Picture.square("knoddel-mark", "splash.png", 1024)


def draw(page: Page, picture: Picture) -> bytes:
    """Return the picture as a PNG file, as small as it can be without looking different."""
    svg = (ASSETS / "icons" / f"{picture.drawing}.svg").read_text()
    size = picture.width * picture.scale
    page.set_viewport_size({"width": picture.width, "height": picture.height})
    page.set_content(
        "<!doctype html><style>html, body { margin: 0; height: 100% }"
        f"body {{ background: {picture.ground}; display: grid; place-items: center }}"
        f"svg {{ display: block; width: {size}px; height: {size}px }}</style>{svg}"
    )
    drawn = Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
    packed = io.BytesIO()
    with_palette(drawn).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def with_palette(drawn: Image.Image) -> Image.Image:
    """Return the picture with its most common colours only, each exactly as it was drawn."""
    dots = memoryview(drawn.tobytes()).cast("I")
    common = [colour.to_bytes(4, sys.byteorder) for colour, _ in Counter(dots).most_common()]
    palette = sorted(common[:COLOURS], key=lambda colour: colour[3])  # what is see-through first
    places = {
        int.from_bytes(colour, sys.byteorder): min(
            range(len(palette)), key=lambda place: math.dist(colour, palette[place])
        )
        for colour in common
    }
    few = Image.frombytes("P", drawn.size, bytes(map(places.__getitem__, dots)))
    opaque = all(colour[3] == 255 for colour in palette)
    few.putpalette(
        b"".join(colour[:3] if opaque else colour for colour in palette),
        "RGB" if opaque else "RGBA",
    )
    return few


def main() -> None:
    """Draw everything anew."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        for picture in pictures():
            content = draw(page, picture)
            (ASSETS / picture.file).write_bytes(content)
            print(f"{len(content):7} {picture.file}")
        browser.close()


if __name__ == "__main__":
    main()
