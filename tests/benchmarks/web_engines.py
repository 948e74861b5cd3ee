"""From going to the web app to a slate to be tapped, in Firefox and WebKit, beside a bare page.

Run by hand, on a quiet machine: python tests/benchmarks/web_engines.py [--starts N]

The bare page is a counter on Flet's own page, by its recipe (see web_page.py); Knoddel has an
evening begun. Both start with a new profile, which is cold, and then by turns, which is warm, when
Knoddel has kept all that it keeps. A page has started when a key has its name in the accessibility
tree and no waking slate lies over it.
"""

import argparse
import sys
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from web_page import HAS_MEMORY, IS_TAPPABLE, build_bare

from pwa.build import build

sys.path.insert(0, str(Path(__file__).parents[1]))

from engines import Browser, Visitor, until
from firefox import Firefox
from installed import IS_STORED, served
from webkit import WebKit

BARE, KNODDEL = "bare page", "Knoddel"
COLD, WARM = "cold", "warm"
TARGETS: Final = {COLD: 0.45, WARM: 0.4}
"""Of the bare page's time, cold or warm."""
STARTED: Final = f"({IS_TAPPABLE})() && performance.now()"
"""Milliseconds since the navigation, once the page has started; it is asked every 30 ms."""
SPEAKS_GERMAN: Final = """<script>
for (const [name, value] of [['language', 'de-DE'], ['languages', ['de-DE']]])
  Object.defineProperty(navigator, name, {value});
</script>"""
"""In the head of the bare page, which never starts where the device's language is no language."""
NOWHERE: Final = "about:blank"
IS_NOWHERE: Final = f"location.href === '{NOWHERE}'"


def started(visitor: Visitor, site: str) -> float:
    """Go to a site, and return the milliseconds until a key can be tapped, in the page's time."""
    visitor.open(NOWHERE)
    visitor.expect_true(IS_NOWHERE)
    visitor.open(site)
    return float(until(lambda: visitor.tab.evaluate(STARTED), lambda: "it never starts"))


def measure(engine: type[Browser], sites: dict[str, str], starts: int) -> None:
    """Measure in one engine, and print the figures."""
    times: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    with ExitStack() as stack:
        visitors = {}
        for name, site in sites.items():
            profile = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            browser = stack.enter_context(engine(Path(profile) / "profile"))
            browser.start()
            visitor = visitors[name] = Visitor(browser.open_tab())
            times[COLD, name].append(started(visitor, site))
            if name == KNODDEL:
                visitor.tap("Neuer Abend")
                visitor.tap("Los geht's")
                visitor.expect_slate("Stand: Mein 0, Dein 0")
                visitor.expect_true(IS_STORED)
                visitor.expect_true(HAS_MEMORY)
        for _ in range(starts):
            for name, visitor in visitors.items():
                times[WARM, name].append(started(visitor, sites[name]))
    for what, goal in TARGETS.items():
        bare, knoddel = times[what, BARE], times[what, KNODDEL]
        print(
            f"{engine.__name__:8} {what}: {median(knoddel):6.0f} ms, bare page"
            f" {median(bare):6.0f} ms: {median(knoddel) / median(bare):.2f}×, goal: {goal}×"
            f"  ({min(knoddel):.0f} to {max(knoddel):.0f}, {len(knoddel)} starts)"
        )


def main(starts: int) -> None:
    """Measure in both engines."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        build_bare(folder / "bare")
        page = folder / "bare" / "index.html"
        page.write_text(page.read_text().replace("<head>", f"<head>{SPEAKS_GERMAN}"))
        build(folder / "app")
        sites = {
            name: stack.enter_context(served(folder / part))
            for name, part in ((BARE, "bare"), (KNODDEL, "app"))
        }
        for engine in (Firefox, WebKit):
            measure(engine, sites, starts)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=4)
    main(parser.parse_args().starts)
