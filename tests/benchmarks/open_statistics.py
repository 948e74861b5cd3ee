"""From a tap to the statistics, first and second, of 1,000 evenings beside ten and the settings.

Run by hand, on a quiet machine: python tests/benchmarks/open_statistics.py [--rounds N] [--web]

With ``--web`` Python runs in the browser, else on a server. Each time the app is started anew, so
that nothing is counted yet. A tap on "Statistik" counts until the page is in the accessibility
tree, and again until all evenings are counted. Meanwhile the list is swiped, and the time between
two frames is measured. Then the page is left and opened again. The settings are a page that always
has the same on it. All take turns in one run.
"""

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeAlias

from open_rounds import open_phone, tapped
from playwright.sync_api import Playwright, sync_playwright
from scroll_evenings import HITCH, SWIPE, swipe
from web_page import files_in, keep_files

sys.path.insert(0, str(Path(__file__).parents[1]))

from unittest.mock import patch

from chromium import chromium
from installed import browser_with, phone_in, served, wait_until_kept
from phone import FLAGS, WHERE_ALL_MOVES, Phone
from played import play_often

from pwa.build import build
from storage import Library

OpenPhone: TypeAlias = Callable[[ExitStack, int], Phone]
"""Opens the app with so many evenings, until the stack is closed."""
TARGET = 100
"""Milliseconds in which a page shall show something, beyond those that the settings take."""
EVENINGS = (10, 1_000)
DEALS = 60
"""So many deals has an evening."""


def fill(folder: Path, evenings: int) -> None:
    """Play so many evenings."""
    with patch("os.fsync"):  # only while filling
        play_often(Library(folder), evenings, DEALS)


@contextmanager
def served_phone(playwright: Playwright) -> Iterator[OpenPhone]:
    """Yield what opens the served app with so many evenings."""
    with playwright.chromium.launch(executable_path=chromium(), args=FLAGS) as browser:
        yield lambda stack, evenings: open_phone(stack, browser, fill, evenings)


@contextmanager
def web_phone(playwright: Playwright) -> Iterator[OpenPhone]:
    """Yield what opens the web app with so many evenings."""
    with ExitStack() as whole:
        folder = Path(whole.enter_context(TemporaryDirectory()))
        build(folder / "app")
        site = whole.enter_context(served(folder / "app"))
        kept = {}
        for evenings in EVENINGS:
            fill(folder / str(evenings), evenings)
            kept[evenings] = files_in(folder / str(evenings))

        def opened(stack: ExitStack, evenings: int) -> Phone:
            profile = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            browser = browser_with(
                playwright.chromium, Path(profile), flags=FLAGS, habits=WHERE_ALL_MOVES
            )
            stack.callback(browser.close)
            keep_files(browser.pages[0], site, kept[evenings])
            phone = phone_in(browser)
            phone.open(site)
            wait_until_kept(phone)
            return phone

        yield opened


def looked_at(open_one: OpenPhone, evenings: int) -> Iterator[tuple[str, float]]:
    """Open the page on a fresh app; yield what was measured, in milliseconds."""
    with ExitStack() as stack:
        phone = open_one(stack, evenings)
        shown = phone.button(re.compile("^Zeitraum: "))
        counted = phone.page.get_by_text(re.compile(f"^{evenings} Abende · "))
        to = partial(tapped, phone)
        to("Menü", phone.button("Einstellungen"))
        yield "the settings", to("Einstellungen", phone.button(re.compile("^Papierkorb, ")))
        to("Zurück", phone.button("Statistik"))
        begun = time.perf_counter()
        yield "first opening", to("Statistik", shown)
        yield from (("a frame while it counts", frame) for frame in swiped(phone))
        counted.wait_for(state="attached", timeout=120_000)
        yield "first opening, all counted", 1_000 * (time.perf_counter() - begun)
        to("Zurück", phone.button("Statistik"))
        begun = time.perf_counter()
        yield "second opening", to("Statistik", shown)
        counted.wait_for(state="attached")
        yield "second opening, all counted", 1_000 * (time.perf_counter() - begun)


def swiped(phone: Phone) -> list[float]:
    """Swipe up and down; return the milliseconds between frames."""
    finger = phone.page.context.new_cdp_session(phone.page)
    return [frame for distance in (SWIPE, -SWIPE) for frame in swipe(phone, finger, distance)]


def main(rounds: int, *, web: bool) -> int:
    """Print the medians; return 1 if a page shows nothing for too long."""
    measured = {evenings: dict[str, list[float]]() for evenings in EVENINGS}
    phones = web_phone if web else served_phone
    with sync_playwright() as playwright, phones(playwright) as open_one:
        for _ in range(rounds):
            for evenings, found in measured.items():
                for what, milliseconds in looked_at(open_one, evenings):
                    found.setdefault(what, []).append(milliseconds)
    for evenings, found in measured.items():
        print(f"{evenings:,} evenings:")
        for what, times in found.items():
            hitches = f", {sum(each > HITCH for each in times)} over {HITCH} ms of {len(times)}"
            print(f"  {what}: {median(times):.0f} ms{hitches if 'frame' in what else ''}")
    most = measured[EVENINGS[-1]]
    beyond = median(most["first opening"]) - median(most["the settings"])
    print(f"{beyond:.0f} of at most {TARGET} ms more than the settings")
    return int(beyond > TARGET)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--web", action="store_true")
    sys.exit(main(**vars(parser.parse_args())))
