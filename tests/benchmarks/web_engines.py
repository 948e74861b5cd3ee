"""From going to the web app to a slate to be tapped, in Firefox and WebKit, beside a bare page.

Run by hand, on a quiet machine:
python tests/benchmarks/web_engines.py [--engine NAME ...] [--cold N] [--starts N] [--slower N]

The bare page is a counter on Flet's own page, by its recipe (see web_page.py); Knoddel has an
evening of 60 deals open. Both start by turns with new profiles, which is cold, and then by turns
with the last ones, which is warm, when Knoddel has kept all that it keeps; with them starts Knoddel
with 1,000 earlier evenings. A page has started when a key has its name in the accessibility tree
and no waking slate lies over it; then it stays a while. The first key is that of the waking slate,
when its frame is over; a script beside the app's notes it. With ``--slower 4`` the browsers run for
a quarter of the time while they start a page (Linux only, see web_slower.py).
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any, ClassVar, Final

from web_page import (
    BARE,
    EARLIER,
    FULL,
    HAS_MEMORY,
    IS_TAPPABLE,
    KNODDEL,
    STAYS,
    WATCH,
    MeasuredTab,
    build_bare,
    evening_files,
    tell_full,
)
from web_slower import slowed

from pwa.build import build, seal

sys.path.insert(0, str(Path(__file__).parents[1]))

from engines import Browser, Visitor, until
from firefox import Firefox
from installed import IS_STORED, served
from on_the_web import HAS_AHEAD
from webkit import WebKit

COLD, WARM, KEY = "cold", "warm", "its first key"
TARGETS: Final = {COLD: 0.45, WARM: 0.4, KEY: 0.1}
"""Of the bare page's time, cold or warm; the first key of a warm start."""
TURNS: Final = ((BARE, KNODDEL, FULL), (BARE, FULL, KNODDEL))
"""What starts after what, by turns: a page does a little when it has started, beside the next."""
KEYED: Final = "window.keyed"
WATCHING: Final = "watching.js"
STARTED: Final = f"({IS_TAPPABLE})() && performance.now()"
"""Milliseconds since the navigation, once the page has started; it is asked every 30 ms."""
SPEAKS_GERMAN: Final = """<script>
for (const [name, value] of [['language', 'de-DE'], ['languages', ['de-DE']]])
  Object.defineProperty(navigator, name, {value});
</script>"""
"""In the head of the bare page, which never starts where the device's language is no language."""
NOWHERE: Final = "about:blank"
IS_NOWHERE: Final = f"location.href === '{NOWHERE}'"


class UsualWebKit(WebKit):
    """WebKit as people have it, which compiles again for speed what runs often."""

    settings: ClassVar[Mapping[str, str]] = {}


ENGINES: Final[dict[str, type[Browser]]] = {"firefox": Firefox, "webkit": UsualWebKit}


class TabOfOthers(MeasuredTab):
    """A page in Firefox or WebKit."""

    def __init__(self, browser: Browser) -> None:
        browser.start()
        self._browser = browser
        self._tab = browser.open_tab()
        self.visitor = Visitor(self._tab)

    def leave_for(self, address: str) -> None:
        self._tab.go(address)

    def evaluate(self, expression: str) -> Any:
        return self._tab.evaluate(expression)

    def end(self) -> None:
        self._browser.kill()

    def start(self, site: str, slower: float) -> float:
        """Go to a site, and return the milliseconds until a key can be tapped, in page time."""
        self.go(NOWHERE, IS_NOWHERE)
        with slowed(self._browser.group, slower):
            self.leave_for(site)
            told = until(lambda: self.evaluate(STARTED), lambda: f"no start {self.visitor.seen()}")
        return float(told)


@contextmanager
def newly_installed(engine: type[Browser], name: str, site: str) -> Iterator[TabOfOthers]:
    """Open a browser with a new profile, in which a site finds what it has kept.

    The files were given to another browser: a page that has brought 1,000 evenings is slower.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        profile = Path(folder) / "profile"
        with engine(profile) as browser:
            tab = TabOfOthers(browser)
            tab.keep(site, evening_files(EARLIER.get(name, 0)))
            tab.end()
        with engine(profile) as browser:
            yield TabOfOthers(browser)


def leave(tab: TabOfOthers, name: str, *conditions: str) -> None:
    """Stay a while, and until conditions hold and the next start has keys at once, if it will."""
    sleep(STAYS)
    for condition in (*conditions, HAS_AHEAD) if name in EARLIER else ():
        tab.wait(condition)


def measure(
    engine: type[Browser], sites: dict[str, str], cold: int, warm: int, slower: float
) -> None:
    """Measure so many starts in one engine, and print the figures."""
    times: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for _ in range(cold - 1):
        for name in (BARE, KNODDEL):
            with newly_installed(engine, name, sites[name]) as tab:
                times[COLD, name].append(tab.start(sites[name], slower))
    with ExitStack() as stack:
        tabs = {}
        for name, site in sites.items():
            tabs[name] = tab = stack.enter_context(newly_installed(engine, name, site))
            times[COLD, name].append(tab.start(site, slower))
            leave(tab, name, IS_STORED, HAS_MEMORY)
        for turn in range(warm):
            for name in TURNS[turn % len(TURNS)]:
                times[WARM, name].append(tabs[name].start(sites[name], slower))
                leave(tabs[name], name)
            times[KEY, KNODDEL].append(float(tabs[KNODDEL].evaluate(KEYED)))
        times[KEY, BARE] = times[WARM, BARE]
    for what, goal in TARGETS.items():
        bare, knoddel = times[what, BARE], times[what, KNODDEL]
        print(
            f"{engine.__name__:11} {what:13}: {median(knoddel):6.0f} ms, bare page"
            f" {median(bare):6.0f} ms: {median(knoddel) / median(bare):.2f}×, goal: {goal}×"
            f"  ({min(knoddel):.0f} to {max(knoddel):.0f}, {len(knoddel)} starts)"
        )
    tell_full(engine.__name__, times[WARM, FULL], times[WARM, KNODDEL])


def speak_german(bare: Path) -> None:
    """Let the bare page have a language that is one."""
    page = bare / "index.html"
    page.write_text(page.read_text().replace("<head>", f"<head>{SPEAKS_GERMAN}"))


def watch(app: Path) -> None:
    """Let the app's page note when it draws what, by a script that no policy refuses."""
    (app / WATCHING).write_text(WATCH)
    page = app / "index.html"
    head = "<head>"
    page.write_text(page.read_text().replace(head, f'{head}<script src="{WATCHING}"></script>'))
    seal(app)


def main(engine: Sequence[str], cold: int, starts: int, slower: float) -> None:
    """Measure in each engine."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        build_bare(folder / "bare")
        speak_german(folder / "bare")
        build(folder / "app")
        watch(folder / "app")
        sites = {
            name: stack.enter_context(served(folder / part))
            for name, part in ((BARE, "bare"), (KNODDEL, "app"), (FULL, "app"))
        }
        for name in engine:
            measure(ENGINES[name], sites, cold, starts, slower)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", nargs="+", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--cold", type=int, default=3)
    parser.add_argument("--starts", type=int, default=4)
    parser.add_argument("--slower", type=float, default=1)
    main(**vars(parser.parse_args()))
