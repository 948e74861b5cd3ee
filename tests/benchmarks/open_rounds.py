"""From a tap to the past rounds, of 20 and of 300 deals, beside a tap to the settings.

Run by hand, on a quiet machine: python tests/benchmarks/open_rounds.py [--rounds N]

A tap on "Runden" counts until the newest of them is in the accessibility tree, and the way back
until the slate is there again, though the older rounds may still be on their way. The settings are
a page that always has the same on it. All take turns in one run; the first round warms up.
"""

import argparse
import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from unittest.mock import patch

from playwright.sync_api import Browser, Locator, sync_playwright

from storage import Library

sys.path.insert(0, str(Path(__file__).parents[1]))

from chromium import chromium
from phone import FLAGS, App, Phone
from played import deal, play

TARGET = 300
"""Milliseconds in which the newest rounds shall be there."""
DEALS = (20, 300)
WIDTH, HEIGHT = 390, 844


def fill(folder: Path, deals: int) -> None:
    """Play an evening of so many deals, which is then the open one."""
    with patch("os.fsync"):  # only while filling
        play(Library(folder), *(deal(number % 2) for number in range(deals)))


def open_phone(
    stack: ExitStack, browser: Browser, fill: Callable[[Path, int], None], number: int
) -> Phone:
    """Return a phone on an app whose folder was filled with so many deals, or evenings."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "data"
    fill(folder, number)
    app = App(folder)
    app.start()
    stack.callback(app.stop)
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, locale="de-DE"
    )
    stack.callback(context.close)
    phone = Phone(context.new_page(), HEIGHT)
    phone.open(app.address)
    return phone


def tapped(phone: Phone, name: str, then: Locator) -> float:
    """Return the milliseconds from a tap until something is there."""
    phone.button(name).tap(trial=True)
    begun = time.perf_counter()
    phone.tap(name)
    then.wait_for(state="attached")
    return 1_000 * (time.perf_counter() - begun)


def to_rounds(phone: Phone) -> Sequence[float]:
    """Return how long the way to the newest round takes, and the way back at once."""
    there = tapped(phone, "Runden", phone.page.get_by_text(re.compile("^Runde \\d+: ")).first)
    return there, tapped(phone, "Zurück", phone.button("Rückgängig"))


def to_settings(phone: Phone) -> Sequence[float]:
    """Return how long the way from the menu to the settings takes."""
    tapped(phone, "Menü", phone.button("Einstellungen"))
    there = tapped(phone, "Einstellungen", phone.button(re.compile("^Papierkorb, ")))
    tapped(phone, "Zurück", phone.button("Einstellungen"))
    tapped(phone, "Zurück", phone.button("Rückgängig"))
    return (there,)


def main(rounds: int) -> None:
    """Print the medians, and whether they meet the target."""
    measured: dict[str, list[Sequence[float]]] = {}
    with sync_playwright() as playwright, ExitStack() as stack:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        stack.callback(browser.close)
        phones = {deals: open_phone(stack, browser, fill, deals) for deals in DEALS}
        for _ in range(rounds + 1):
            for deals, phone in phones.items():
                measured.setdefault(f"{deals} deals", []).append(to_rounds(phone))
                measured.setdefault("settings", []).append(to_settings(phone))
    for what, times in measured.items():
        ways = " and back in ".join(f"{median(way):.0f} ms" for way in zip(*times[1:], strict=True))
        print(f"{what:>10}: {ways}")
    there, settings = (
        median(way[0] for way in measured[what][1:]) for what in (f"{DEALS[-1]} deals", "settings")
    )
    print(f"{there / settings:.2f} times the settings")
    print(f"{there:.0f} of at most {TARGET} ms: {'good' if there <= TARGET else 'TOO SLOW'}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    main(parser.parse_args().rounds)
