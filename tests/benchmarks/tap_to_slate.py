"""From tap to changed slate in Chromium, beside a bare Flet counter served the same way.

Run by hand: python tests/benchmarks/tap_to_slate.py [rounds]. Knoddel is measured with 20 deals,
with 5,000 deals in earlier evenings, and with all 5,000 in the open evening; a tap counts from the
finger's leaving the glass until both the score and the notice have changed. All take turns in one
run.
"""

import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeAlias
from unittest.mock import patch

from playwright.sync_api import Page, Playwright, sync_playwright

from scoring.bauerchen import GAME, Deal, Level, Rules
from scoring.game import Agreement
from scoring.sheet import Head, Side
from storage import Library

sys.path.insert(0, str(Path(__file__).parents[1]))

from chromium import chromium
from phone import FLAGS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TARGET = 1.3
TAPS_A_TURN = 10
SETTLED = 250
"""Milliseconds between two taps: what the first one set going is over by then."""
WATCH = """
prefixes => {
  const host = document.querySelector('flt-semantics-host');
  const texts = () => [...host.querySelectorAll('flt-semantics')]
    .filter(node => !node.querySelector('flt-semantics'))
    .map(node => node.textContent || node.getAttribute('aria-label') || '');
  const seen = () => { const all = texts(); return prefixes.map(p => all.find(t => t.match(p))); };
  const before = seen();
  let lifted = null;
  const lift = event => { lifted ??= event.timeStamp; };
  for (const kind of ['pointerup', 'click'])
    window.addEventListener(kind, lift, {capture: true, once: true});
  window.changed = new Promise(done => {
    const observer = new MutationObserver(() => {
      const at = performance.now(); // to look takes some milliseconds
      const now = seen();
      if (lifted !== null && now.every((text, i) => text && text !== before[i])) {
        observer.disconnect();
        done(at - lifted);
      }
    });
    observer.observe(host, {subtree: true, childList: true, characterData: true, attributes: true});
  });
}
"""
"""Lets a page tell how many milliseconds after the finger's leaving the glass, or the click of a
screen reader, all the texts have changed that match.
"""

Timed: TypeAlias = Callable[..., float]
"""Taps the key whose name begins so, and returns the milliseconds until texts have changed."""


def library(folder: Path, evenings: int, deals: int) -> None:
    """Fill a folder with evenings of so many deals; the last one is open."""
    kept = Library(folder)
    with patch("os.fsync"):  # only while filling
        for _ in range(evenings):
            evening = kept.begin(GAME, Head((Side("Mein"), Side("Dein"))), Agreement(Rules()))
            for deal in range(deals):
                evening.write(Deal(winner=deal % 2, level=Level.SCHNEIDERFREI))


@contextmanager
def served(*command: str) -> Iterator[str]:
    """Start a server and give its address, the last word of the first line it prints."""
    process = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait()


def opened(playwright: Playwright, stack: ExitStack, address: str) -> Page:
    """Open a page on an emulated phone, with its accessibility tree switched on."""
    browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
    stack.callback(browser.close)
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, locale="de-DE"
    )
    page = context.new_page()
    open_page(page, address)
    return page


def open_page(page: Page, address: str) -> None:
    """Go to a page, and wait until its accessibility tree is on and nothing lies over it."""
    page.goto(address)
    page.wait_for_selector("flt-semantics-placeholder", state="attached")
    page.evaluate("() => document.querySelector('flt-semantics-placeholder').click()")
    page.wait_for_selector("flt-semantics[role=button]")
    page.wait_for_selector("#waking", state="detached")


def touch(page: Page, name: str) -> None:
    """Tap the key whose name begins so."""
    keys = page.locator("flt-semantics[role=button]")
    box = keys.filter(has_text=re.compile(f"^{name}")).first.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def timed_on(page: Page) -> Timed:
    """Return what taps a key of a page, and returns how long that takes."""

    def timed(name: str, *texts: str) -> float:
        page.wait_for_timeout(SETTLED)
        page.evaluate(WATCH, list(texts))
        touch(page, name)
        milliseconds: float = page.evaluate("() => changed")
        return milliseconds

    return timed


def count(timed: Timed) -> list[float]:
    """Tap the bare counter."""
    return [timed("Add", "^Count") for _ in range(TAPS_A_TURN)]


def write(timed: Timed) -> list[float]:
    """Tap deals into the slate, taking each back so that the evening stays as it is."""
    times = []
    for _ in range(TAPS_A_TURN):
        times.append(timed("Mein: schneiderfrei", "^Stand", r"^\+\d|^Zur|^Noch"))
        timed("Rückgängig", "^Stand", r"^\+\d|^Zur|^Noch")
    return times


def main(rounds: int) -> None:
    """Measure and print the figures."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        library(folder / "20", 1, 20)
        library(folder / "many", 250, 20)
        library(folder / "long", 1, 5_000)
        playwright = stack.enter_context(sync_playwright())
        bare = opened(playwright, stack, stack.enter_context(served(str(HERE / "bare_counter.py"))))
        slates = {
            name: opened(
                playwright,
                stack,
                stack.enter_context(
                    served("main.py", "--no-browser", "--port", "0", "--data", str(folder / data))
                ),
            )
            for name, data in (
                ("20 deals", "20"),
                ("5,000 deals in 250 evenings", "many"),
                ("5,000 deals in one evening", "long"),
            )
        }
        measured: dict[str, list[float]] = {"bare counter": [], **{name: [] for name in slates}}
        for turn in range(rounds + 1):
            taken = {"bare counter": count(timed_on(bare))}
            taken |= {name: write(timed_on(page)) for name, page in slates.items()}
            if turn:  # the first warms up
                for name, times in taken.items():
                    measured[name] += times
    tell(measured)
    print(f"target: at most {TARGET}× for both")


def tell(measured: dict[str, list[float]]) -> None:
    """Print the figures, and how many times those of the first they are."""
    base = figures(next(iter(measured.values())))
    for name, times in measured.items():
        median, late = figures(times)
        print(
            f"{name:34} median {median:6.1f} ms ({median / base[0]:.2f}×)   "
            f"95th percentile {late:6.1f} ms ({late / base[1]:.2f}×)   {len(times)} taps"
        )


def figures(times: list[float]) -> tuple[float, float]:
    """Return median and 95th percentile."""
    return statistics.median(times), statistics.quantiles(times, n=20)[-1]


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
