"""From the picture of a QR code to the evening that is shown, in the web app.

Run by hand, on a quiet machine: python tests/benchmarks/read_code.py [--rounds N]

A camera that shows one still code, or several by turns, counts from its first picture, and a photo
from the moment when it is chosen; the end is the key that takes the evening over. The camera itself
needs a while before, which is the browser's.
"""

import argparse
import statistics
import sys
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Final

from playwright.sync_api import FilePayload, Page

from pwa.build import build

sys.path.insert(0, str(Path(__file__).parents[1]))

from film import FRAMES_A_SECOND, Camera, browser_with_camera, picture_of, png, texts_of
from installing import served
from long_evenings import long_evening
from phone import Phone, prepare

STILL, SEVERAL = 60, 300
"""How many deals an evening has whose code is still, and one that needs several."""
WATCH: Final = """
addEventListener("playing", () => (window.began = performance.now()), true);
addEventListener("change", () => (window.began = performance.now()), true);
"""
SHOWN: Final = """() => {
  const keys = [...document.querySelectorAll("flt-semantics[role=button]")];
  return keys.some((key) => key.textContent === "Übernehmen") && performance.now() - window.began;
}"""


def by_camera(phone: Phone, camera: Camera, deals: int) -> float:
    """Return the milliseconds until an evening is shown whose codes the camera sees."""
    camera.show(*map(picture_of, texts_of(long_evening("bauerchen", deals))))
    phone.tap("QR-Code lesen")
    phone.tap("Mit der Kamera")
    return taken(phone.page)


def by_photo(phone: Phone) -> float:
    """Return the milliseconds until an evening is shown whose code is in a photo."""
    (text,) = texts_of(long_evening("bauerchen", STILL))
    photo = png(picture_of(text, 20))
    phone.tap("QR-Code lesen")
    with phone.page.expect_file_chooser() as chooser:
        phone.tap("Aus einem Bild")
    chooser.value.set_files([FilePayload(name="photo.png", mimeType="image/png", buffer=photo)])
    return taken(phone.page)


def taken(page: Page) -> float:
    """Wait until the evening is shown, and return how long that took in milliseconds."""
    found: float = page.wait_for_function(SHOWN).json_value()
    return found


def main(rounds: int) -> None:
    """Measure and print the figures."""
    several = len(texts_of(long_evening("bauerchen", SEVERAL)))
    times: dict[str, list[float]] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        build(folder / "app")
        address = stack.enter_context(served(folder / "app"))
        browser, camera = stack.enter_context(browser_with_camera(folder / "film.y4m"))
        context = browser.new_context(
            viewport={"width": 390, "height": 844},
            has_touch=True,
            locale="de-DE",
            permissions=["camera"],
        )
        prepare(context, [])
        context.add_init_script(WATCH)
        phone = Phone(context.new_page(), 844)
        ways = {
            "one still code": partial(by_camera, phone, camera, STILL),
            f"{several} codes, {FRAMES_A_SECOND} a second": partial(
                by_camera, phone, camera, SEVERAL
            ),
            "a photo": partial(by_photo, phone),
        }
        for turn in range(rounds + 1):
            for name, measure in ways.items():
                phone.open(address)
                took = measure()
                if turn:  # the first warms up
                    times.setdefault(name, []).append(took)
    for name, each in times.items():
        print(f"{name:24} median {statistics.median(each):6.0f} ms, most {max(each):6.0f} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    main(parser.parse_args().rounds)
