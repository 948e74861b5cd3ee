"""From starting the app to a list of evenings that can be tapped, with 10 and with 1,000 evenings.

Run by hand, on a quiet machine: python tests/benchmarks/start_and_list.py [--rounds N]

Each time the app is started as a process, which counts until it prints its address; then a phone in
Chromium that has never seen the app goes there, which counts until the newest evening of the list
can be tapped: it has its name in the accessibility tree, stands still, and nothing lies over it. No
evening is open, so the list is the first page. What is between the two, such as making the phone,
does not count. Both folders take turns in one run; the first round warms up.
"""

import argparse
import re
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median
from unittest.mock import patch

from playwright.sync_api import Browser, sync_playwright

from storage import Library

sys.path.insert(0, str(Path(__file__).parents[1]))

from chromium import chromium
from phone import FLAGS, App, Phone
from played import deal, play

TARGET = 1.3
EVENINGS = (10, 1_000)
"""How many evenings are kept. All are compared with the first."""
WIDTH, HEIGHT = 390, 844
TITLE = "Stammtisch"
LISTED = re.compile(f"^{TITLE}, ")


def fill(folder: Path, evenings: int) -> None:
    """Play so many evenings of 20 deals; none of them is open."""
    deals = [deal(number % 2) for number in range(20)]
    library = Library(folder)
    with patch("os.fsync"):  # only while filling
        for _ in range(evenings):
            play(library, *deals, title=TITLE)
        library.change(replace(library.settings, open_evening=None))


def start_and_list(browser: Browser, folder: Path) -> tuple[float, float]:
    """Return the milliseconds from start to address, and from there to a list that can be used."""
    with ExitStack() as stack:
        begun = time.perf_counter()
        app = App(folder)
        app.start()
        started = since(begun)
        stack.callback(app.stop)
        return started, to_list(browser, app.address)


def to_list(browser: Browser, address: str) -> float:
    """Return the milliseconds until a phone that goes there can tap an evening."""
    with browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, has_touch=True, locale="de-DE"
    ) as context:
        phone = Phone(context.new_page(), HEIGHT)
        begun = time.perf_counter()
        phone.open(address)
        phone.button(LISTED).tap(trial=True)
        return since(begun)


def since(begun: float) -> float:
    return 1_000 * (time.perf_counter() - begun)


def measure(folders: dict[int, Path], rounds: int) -> dict[int, list[tuple[float, float]]]:
    """Let the folders take turns, each the first in every other round."""
    measured: dict[int, list[tuple[float, float]]] = {evenings: [] for evenings in folders}
    with sync_playwright() as playwright, ExitStack() as stack:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        stack.callback(browser.close)
        for turn in range(rounds + 1):
            for evenings in sorted(folders, reverse=turn % 2 > 0):
                times = start_and_list(browser, folders[evenings])
                if turn:
                    measured[evenings].append(times)
    return measured


def tell(measured: dict[int, list[tuple[float, float]]]) -> float:
    """Print the medians; return the largest ratio of the whole to that of the fewest evenings."""
    figures = {evenings: medians(times) for evenings, times in measured.items()}
    fewest = figures[EVENINGS[0]]
    for evenings, usual in figures.items():
        start, listed, whole = (
            f"{milliseconds:6.0f} ms ({milliseconds / base:.2f}×)"
            for milliseconds, base in zip(usual, fewest, strict=True)
        )
        print(
            f"{evenings:5,} evenings: start to address {start}, going there to list {listed}, "
            f"whole {whole}, {len(measured[evenings])} starts"
        )
    return max(usual[-1] / fewest[-1] for usual in figures.values())


def medians(times: list[tuple[float, float]]) -> tuple[float, float, float]:
    """Return the medians of start, list, and both together."""
    starts, lists = zip(*times, strict=True)
    return median(starts), median(lists), median(map(sum, times))


def main() -> int:
    """Measure and print the figures; return 1 if the target was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as parent:
        folders = {evenings: Path(parent) / str(evenings) for evenings in EVENINGS}
        for evenings, folder in folders.items():
            fill(folder, evenings)
        ratio = tell(measure(folders, options.rounds))
    print(f"ratio of the whole {ratio:.2f}×, target at most {TARGET}×")
    return int(ratio > TARGET)


if __name__ == "__main__":
    sys.exit(main())
