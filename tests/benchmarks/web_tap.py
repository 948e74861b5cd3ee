"""From tap to changed slate in the web app, beside a bare counter that is started as Knoddel is.

Run by hand, on a quiet machine: python tests/benchmarks/web_tap.py [--rounds N]

Taps count as in tap_to_slate.py: from the finger's leaving the glass until both the score and the
notice have changed. Each is on the disk by then. Knoddel has an evening of 60 deals open.
"""

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright
from tap_to_slate import count, open_page, tell, write
from web_page import build_counter, keep_evening

from pwa.build import build

sys.path.insert(0, str(Path(__file__).parents[1]))

from installed import browser_with, phone_in, served, wait_until_kept
from phone import FLAGS

TARGETS = (1.1, 1.3)
"""For the median and the 95th percentile, of the counter's."""


def main(rounds: int) -> None:
    """Measure and print the figures."""
    pages = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        build(folder / "app")
        build_counter(folder / "app", folder / "counter")
        playwright = stack.enter_context(sync_playwright())
        for name in ("counter", "app"):
            site = stack.enter_context(served(folder / name))
            browser = browser_with(playwright, folder / f"{name} profile", flags=FLAGS)
            stack.callback(browser.close)
            page = browser.pages[0]
            keep_evening(page, site)
            open_page(page, site)
            wait_until_kept(phone_in(browser))
            pages.append(page)
        counter, slate = pages
        counted, written = list[float](), list[float]()
        for turn in range(rounds + 1):
            taken = count(counter), write(slate)
            if turn:  # the first warms up
                counted += taken[0]
                written += taken[1]
    tell({"bare counter": counted, "Knoddel, 60 deals": written})
    print("targets: at most {}× for the median, {}× for the 95th percentile".format(*TARGETS))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    main(parser.parse_args().rounds)
