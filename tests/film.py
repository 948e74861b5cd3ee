"""Films of QR codes, which Chromium plays for a camera."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Final

import segno
from chromium import WITH_WINDOWS, chromium
from phone import FLAGS_WITH_PICTURES
from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from scoring.code_parts import in_code, parts
from scoring.compact import pack
from scoring.sheet import Sheet

WIDTH, HEIGHT = 1280, 720
GREY: Final = 128
FRAMES_A_SECOND: Final = 5
ADDRESS: Final = "https://knoddel.example/"
"""The address of another device's app."""
BORDER: Final = 4
"""How many modules around a code are light, at least."""


class Camera:
    """The camera of a browser: it shows a film, over and over, which may change while it is off."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.show()

    def show(self, *pictures: Image.Image) -> None:
        """Show pictures, each for a fraction of a second; without any, nothing but grey."""
        frames = [_frame(picture) for picture in pictures or (Image.new("L", (1, 1), GREY),)]
        colours = bytes([GREY]) * (WIDTH * HEIGHT // 2)
        head = f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n".encode()
        self.file.write_bytes(head + b"".join(b"FRAME\n" + each + colours for each in frames))


@contextmanager
def browser_with_camera(file: Path) -> Iterator[tuple[Browser, Camera]]:
    """Open a browser whose camera shows a film; only one with windows can have a camera."""
    flags = (
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={file}",
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(WITH_WINDOWS), args=[*FLAGS_WITH_PICTURES, *flags]
        )
        yield browser, Camera(file)
        browser.close()


def texts_of(sheet: Sheet) -> Sequence[str]:
    """Return what the codes of a sheet say."""
    return ["".join(in_code(part, ADDRESS)) for part in parts(pack(sheet))]


def picture_of(text: str, scale: int = 4) -> Image.Image:
    """Return a QR code as a picture, ``scale`` pixels for each module."""
    drawn = BytesIO()
    segno.make_qr(text, error="l").save(drawn, "png", scale=scale, border=BORDER)
    return Image.open(drawn).convert("L")


def png(picture: Image.Image) -> bytes:
    """Return a picture as a file."""
    written = BytesIO()
    picture.save(written, "png")
    return written.getvalue()


def _frame(picture: Image.Image) -> bytes:
    """Return a grey picture of the camera's size, with another in its middle, as large as fits."""
    fits = picture.copy()
    fits.thumbnail((WIDTH, HEIGHT))
    grey = Image.new("L", (WIDTH, HEIGHT), GREY)
    grey.paste(fits, ((WIDTH - fits.width) // 2, (HEIGHT - fits.height) // 2))
    return grey.tobytes()
