"""From tap to changed slate in the web app, beside a bare counter that is started as Knoddel is.

Run by hand, on a quiet machine:
python tests/benchmarks/web_tap.py [--engine NAME ...] [--rounds N] [--rest SECONDS]

Taps count as in tap_to_slate.py: from the finger's leaving the glass until both the score and the
notice have changed. Each is on the disk by then. Knoddel has an evening of 60 deals open. WebKit's
small browser can be given no finger: there each tap is the click of a screen reader.

Where people play, minutes lie between two taps: with --rest nobody taps for so many seconds before
each round, and its first taps are told by themselves.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Final, TypeAlias

from playwright.sync_api import sync_playwright
from tap_to_slate import SETTLED, WATCH, Timed, count, open_page, tell, timed_on, write
from web_engines import TabOfOthers, UsualWebKit
from web_page import HAS_MEMORY, IS_TAPPABLE, build_counter, evening_files, keep_evening

from pwa.build import build

sys.path.insert(0, str(Path(__file__).parents[1]))

from engines import Browser
from firefox import Firefox
from installed import IS_STORED, browser_with, phone_in, served, wait_until_kept
from phone import FLAGS, WHERE_ALL_MOVES

BARE, KNODDEL = "bare counter", "Knoddel, 60 deals"
TARGETS = (1.1, 1.3)
"""For the median and the 95th percentile, of the counter's."""
NAME: Final = """(words => {
  const names = [...document.querySelectorAll('flt-semantics[role=button]')]
    .map(key => key.ariaLabel ?? key.textContent);
  const found = names.find(name => name.startsWith(words));
  if (!found) throw new Error(`no key begins with ${words}`);
  return found;
})"""

Open: TypeAlias = Callable[[ExitStack, Sequence[str]], Iterator[Timed]]
"""Opens sites with an evening, each in a new profile, and yields for each what taps its keys."""


def in_chromium(stack: ExitStack, sites: Sequence[str]) -> Iterator[Timed]:
    """Open sites in Chromium."""
    playwright = stack.enter_context(sync_playwright())
    for site in sites:
        profile = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
        browser = browser_with(
            playwright.chromium, Path(profile), flags=FLAGS, habits=WHERE_ALL_MOVES
        )
        stack.callback(browser.close)
        page = browser.pages[0]
        keep_evening(page, site)
        open_page(page, site)
        wait_until_kept(phone_in(browser))
        yield timed_on(page)


def opened_in(engine: type[Browser]) -> Open:
    """Return what opens sites in Firefox or WebKit."""

    def opened(stack: ExitStack, sites: Sequence[str]) -> Iterator[Timed]:
        for site in sites:
            folder = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            tab = TabOfOthers(stack.enter_context(engine(Path(folder, "profile"))))
            tab.keep(site, evening_files(earlier=0))
            tab.go(site, f"({IS_TAPPABLE})()")
            for condition in (IS_STORED, HAS_MEMORY):
                tab.wait(condition)
            yield timed_by(tab, has_finger=engine is Firefox)

    return opened


def timed_by(tab: TabOfOthers, *, has_finger: bool) -> Timed:
    """Return what taps a key of a page, and returns how long that takes."""

    def timed(name: str, *texts: str) -> float:
        sleep(SETTLED / 1000)
        tab.evaluate(f"({WATCH})({json.dumps(texts)})")
        if has_finger:
            tab.visitor.tap_whatever_is(lambda: tab.evaluate(f"{NAME}({json.dumps(name)})"))
        else:
            tab.visitor.activate(name)
        return float(tab.evaluate("changed"))

    return timed


ENGINES: Final[dict[str, Open]] = {
    "chromium": in_chromium,
    "firefox": opened_in(Firefox),
    "webkit": opened_in(UsualWebKit),
}


def measure(engine: str, sites: Sequence[str], rounds: int, rest: float) -> None:
    """Measure the counter and the app by turns in one engine, and print the figures."""
    firsts = 1 if rest else 0
    rested, others = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
    with ExitStack() as stack:
        counter, slate = ENGINES[engine](stack, sites)
        for turn in range(rounds + 1):
            sleep(rest if turn else 0)
            for name, taken in (BARE, count(counter)), (KNODDEL, write(slate)):
                if turn:  # the first warms up
                    rested[f"{engine}, rested: {name}"] += taken[:firsts]
                    others[f"{engine}: {name}"] += taken[firsts:]
    for times in (rested, others) if rest else (others,):
        tell(times)


def main(engines: Sequence[str], rounds: int, rest: float) -> None:
    """Measure in each engine."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        build(folder / "app")
        build_counter(folder / "app", folder / "counter")
        sites = [stack.enter_context(served(folder / name)) for name in ("counter", "app")]
        for engine in engines:
            measure(engine, sites, rounds, rest)
    print("targets: at most {}× for the median, {}× for the 95th percentile".format(*TARGETS))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", nargs="+", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--rest", type=float, default=0)
    given = parser.parse_args()
    main(given.engine, given.rounds, given.rest)
