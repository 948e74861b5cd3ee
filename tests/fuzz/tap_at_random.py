"""By hand: several browsers tap at random, once or twice, on whatever the app shows them.

    PYTHONPATH=.:tests python tests/fuzz/tap_at_random.py [MINUTES [SEED]]

At the end every browser must show a score that scoring gives of an evening on the disk, or none,
and the server must not have complained.
"""

import random
import re
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from chromium import chromium
from phone import FLAGS_OF_TESTS, WATCH_ANNOUNCEMENTS, App, Phone
from playwright.sync_api import Browser, Error, Page, sync_playwright

from storage import Library

PHONES = 3
SIZES = ((390, 844), (320, 640), (844, 390))
STANDING = re.compile(r"^(Stand|Score): ")
NOT_TAPPED = re.compile(r"Datei|file|speichern|Save|Read", re.IGNORECASE)
"""What asks the browser to save or to pick a file."""
TWICE = 0.25
"""How often a key is tapped twice."""
HOME = 0.1
"""How often a finger goes back to the slate."""


def open_phone(browser: Browser, app: App, width: int, height: int) -> Phone:
    """Open a browser of that size on the app."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, locale="de-DE"
    )
    context.set_default_timeout(20_000)
    context.add_init_script(WATCH_ANNOUNCEMENTS)
    phone = Phone(context.new_page(), height)
    phone.open(app.address)
    return phone


def tap_at_random(phone: Phone, app: App, chance: random.Random, did: Counter[str]) -> None:
    """Tap something that is shown, as it is when the finger comes down."""
    if chance.random() < HOME:
        phone.open(app.address)
        did["reloaded"] += 1
        return
    buttons = phone.buttons().all()
    if not buttons:
        return  # the page is not there yet
    button = chance.choice(buttons)
    with suppress(Error):  # it has gone meanwhile
        name = button.text_content(timeout=500) or button.get_attribute("aria-label") or ""
        if NOT_TAPPED.search(name):
            return
        times = 2 if chance.random() < TWICE else 1
        for _ in range(times):
            button.tap(timeout=500, force=True)
            did["tapped"] += 1


def shown_score(page: Page) -> str | None:
    """Return the score as the slate says it, None where there is no slate."""
    said = page.get_by_text(STANDING).first
    with suppress(Error):
        return (said.text_content(timeout=5_000) or "").partition(": ")[2]
    return None


def scores(folder: Path) -> dict[str, str]:
    """Return what scoring says of every evening on the disk, by its key."""
    library = Library(folder)
    found = {}
    for label in library.labels():
        sheet = library.sheet(label.key)
        report = sheet.game.report(sheet.replay.agreement.rules, sheet.replay.states)
        pairs = zip(sheet.head.sides, report["score"], strict=True)  # type: ignore[call-overload]
        found[label.key] = ", ".join(f"{side.name} {points}" for side, points in pairs)
    return found


def main(minutes: float, seed: int) -> int:
    """Tap for so long, then hold what is shown against what is kept; return how much is wrong."""
    chance, did = random.Random(seed), Counter[str]()  # noqa: S311 # nothing secret
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        data = Path(folder) / "data"
        app = App(data)
        app.start()
        browsers = [
            playwright.chromium.launch(executable_path=chromium(), args=FLAGS_OF_TESTS)
            for _ in range(PHONES)
        ]
        phones = [
            open_phone(browser, app, *size) for browser, size in zip(browsers, SIZES, strict=True)
        ]
        end = monotonic() + 60 * minutes
        while monotonic() < end:
            tap_at_random(chance.choice(phones), app, chance, did)
        for phone in phones:
            phone.open(app.address)
        after = [shown_score(phone.page) for phone in phones]
        complaints = app.complaints()
        for browser in browsers:
            browser.close()
        app.stop()
        kept = scores(data)
        lines = sum(len(Library(data).sheet(key).replay.entries) for key in kept)
    wrong = [score for score in after if score not in {None, *kept.values()}]
    print(f"{minutes} minutes, seed {seed}: {did['tapped']} taps, {did['reloaded']} reloads,")
    print(f"{len(kept)} evenings with {lines} lines; shown: {after}; kept: {[*kept.values()]}")
    print(f"complaints of the server: {complaints or 'none'}")
    return len(wrong) + bool(complaints)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if sys.argv[1:] else 10, int((sys.argv[2:] or ["1"])[0])))
