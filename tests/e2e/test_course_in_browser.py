"""The plots in a browser: the client draws them, and a tap on one names the line."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from on_the_web import Site, files_of, keep, phone_on, without_app
from phone import App, OpenPhone, Phone
from PIL import Image
from played import MINE, YOURS, deal, play
from playwright.sync_api import BrowserContext, FloatRect

from scoring.bauerchen import Level
from storage import Library

pytestmark = [pytest.mark.browser, pytest.mark.pictures]

ENTRIES = (deal(MINE), deal(YOURS), deal(MINE, Level.SCHWARZ, 2), deal(YOURS))
COLORS = {"Mein": (0xF3, 0xCF, 0x7A), "Dein": (0x9F, 0xD3, 0xDC)}
"""The chalk of each side on slate."""
BESIDE = 60
"""The labels at the end of the curves are not wider, in dp."""
LEAST = 100
"""A curve has at least so many pixels."""


def open_course(phone: Phone) -> None:
    phone.tap("Menü")
    phone.tap("Verlauf, der Stand als Kurve")


def plot(phone: Phone, name: str) -> FloatRect:
    """Return where a plot is."""
    box = phone.page.get_by_text(name).bounding_box()
    assert box
    return box


def pixels(phone: Phone, box: FloatRect, color: tuple[int, ...]) -> int:
    """Return how many pixels of a colour the curves of a plot have."""
    clip: Any = {**box, "width": box["width"] - BESIDE}
    picture = Image.open(BytesIO(phone.page.screenshot(clip=clip))).convert("RGB")
    return picture.tobytes().count(bytes(color))


def look_at_course(phone: Phone) -> None:
    score = plot(phone, "Kurve: der Stand nach jeder Zeile")
    for color in COLORS.values():
        phone.page.wait_for_function("() => new Promise(requestAnimationFrame)")
        assert pixels(phone, score, color) > LEAST
    chance = plot(phone, "Kurve: die Chance auf die Runde")
    for box, share, line in ((score, 0.2, 1), (score, 0.8, 4), (chance, 0.4, 2)):
        phone.page.touchscreen.tap(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
        phone.page.get_by_text(f"Zeile {line}. ").first.wait_for()


def test_the_client_draws_the_course_and_hears_a_tap_on_it(app: App, open_phone: OpenPhone) -> None:
    play(Library(app.folder), *ENTRIES)
    phone = open_phone(color_scheme="dark")
    open_course(phone)
    look_at_course(phone)
    phone.tap("Zeile ansehen")
    phone.expect_text("Warum?")


@pytest.mark.left_to_ci
def test_the_web_app_draws_the_course(site: Site, visited: BrowserContext, tmp_path: Path) -> None:
    play(Library(tmp_path), *ENTRIES)
    phone = phone_on(visited)
    phone.page.emulate_media(color_scheme="dark")
    keep(without_app(phone, site), files_of(tmp_path))
    phone.open(site.address)
    open_course(phone)
    look_at_course(phone)
