"""What the page's process holds after starts of the web app, beside a bare Flet counter.

Run by hand, on Linux: python tests/benchmarks/web_memory.py [--engine NAME ...]

Private memory of the largest process with pages, in MB, when it has not changed for some seconds,
and half a minute later, by when the browser may have collected garbage. What the process has given
back and the system takes when it needs it ("LazyFree") does not count. The first start is that of a
browser just opened, as when a phone has ended the tab, and each is measured several times by turns;
then come starts in one tab. Each page stays a while, as with people. An evening of 60 deals is
open. The bare page is Flet's own, by its recipe (see web_page.py). Chromium and WebKit are as
people have them, see unwatched.py and web_engines.py.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep
from typing import Final, NamedTuple, TypeAlias

from web_engines import TabOfOthers, UsualWebKit, speak_german
from web_page import (
    HAS_MEMORY,
    IS_TAPPABLE,
    STAYS,
    MeasuredTab,
    build_bare,
    evening_files,
)

from pwa.build import build

sys.path.insert(0, str(Path(__file__).parents[1]))

from engines import Browser
from firefox import Firefox
from installed import IS_STORED, served
from on_the_web import HAS_AHEAD
from unwatched import unwatched_tab

SIGNS_OF_PAGES: Final = ("--type=renderer", "-contentproc", "WebKitWebProcess")
"""In the command of a process, each in another engine."""
STARTS: Final = 10
"""Warm starts in one tab."""
OPENED: Final = 3
"""So often a browser is opened for the first start."""
WARMING_UP: Final = 3
"""Starts until the browser keeps what it has compiled."""
PAUSE: Final = 3
"""Seconds in which it may change by a hundredth."""
MOST_PAUSES: Final = 10
LATER: Final = 30
"""Seconds."""
TARGETS: Final = {1: 1.0, STARTS: 1.1}
"""By the number of starts in a tab, of the bare page's memory after its first one."""


class Held(NamedTuple):
    """What a page holds, in MB: soon, and later."""

    soon: float
    later: float


Open: TypeAlias = Callable[[Path], AbstractContextManager[MeasuredTab]]
"""Opens a browser with a profile."""


def tabs_in(engine: type[Browser]) -> Open:
    """Return what opens an engine's browser with a profile."""

    @contextmanager
    def opened(profile: Path) -> Iterator[MeasuredTab]:
        with engine(profile) as browser:
            yield TabOfOthers(browser)

    return opened


ENGINES: Final[dict[str, Open]] = {
    "chromium": unwatched_tab,
    "firefox": tabs_in(Firefox),
    "webkit": tabs_in(UsualWebKit),
}


def held() -> Held:
    """Return what the page holds. Collecting garbage is left to the browser and the page."""
    soon = settled()
    sleep(LATER)
    return Held(soon, settled())


def settled() -> float:
    """Return the memory when it changes no more, or after so many pauses."""
    before = largest_page()
    for _ in range(MOST_PAUSES):
        sleep(PAUSE)
        now = largest_page()
        if abs(now - before) < before / 100:
            break
        before = now
    return now


def largest_page() -> float:
    """Return what the largest process with pages holds that this process has started, in MB."""
    return max(private(each) for each in descendants(os.getpid()) if has_pages(each))


def descendants(process: int) -> Iterator[int]:
    """Return the processes that a process has started, and those that these have."""
    try:
        threads = [*Path(f"/proc/{process}/task").iterdir()]
    except (FileNotFoundError, ProcessLookupError):
        return  # it has ended meanwhile
    for thread in threads:
        for child in map(int, told_of(thread / "children").split()):
            yield child
            yield from descendants(child)


def has_pages(process: int) -> bool:
    """Return whether it is a browser's process for pages."""
    command = told_of(Path(f"/proc/{process}/cmdline"))
    return any(sign in command for sign in SIGNS_OF_PAGES)


def told_of(file: Path) -> str:
    """Return what the system tells of a process or thread; nothing if it has ended meanwhile."""
    try:
        return file.read_text(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def private(process: int) -> float:
    """Return the memory that a process shares with no other and has not given back, in MB."""
    lines = told_of(Path(f"/proc/{process}/smaps_rollup")).splitlines()
    kilobytes = {name: int(size) for name, size, *_ in map(str.split, lines[1:])}
    private = kilobytes.get("Private_Clean:", 0) + kilobytes.get("Private_Dirty:", 0)
    return (private - kilobytes.get("LazyFree:", 0)) / 1024


def go(tab: MeasuredTab, site: str) -> None:
    """Go to a site, wait until a key can be tapped, and stay a while."""
    tab.go(site, f"({IS_TAPPABLE})()")
    sleep(STAYS)


def bare(opened: Open, site: str, profile: Path) -> Held:
    """Return what the bare page holds after a start in a browser just opened."""
    with opened(profile) as tab:
        go(tab, site)
        now = held()
        tab.end()
    return now


def keep(opened: Open, site: str, profile: Path) -> None:
    """Let a browser keep all that Knoddel's later starts need."""
    with opened(profile) as tab:
        tab.keep(site, evening_files(earlier=0))
        go(tab, site)
        for condition in (IS_STORED, HAS_MEMORY):
            tab.wait(condition)
        go_again(tab, site, WARMING_UP)
        tab.end()


def go_again(tab: MeasuredTab, site: str, times: int) -> None:
    """Go to Knoddel when its next start is prepared, so many times."""
    for _ in range(times):
        tab.wait(HAS_AHEAD)
        go(tab, site)


def knoddel(opened: Open, site: str, profile: Path, starts: int = 1) -> Held:
    """Return what Knoddel holds after so many starts in a browser just opened."""
    with opened(profile) as tab:
        go(tab, site)
        go_again(tab, site, starts - 1)
        now = held()
        tab.wait(HAS_AHEAD)
        tab.end()
    return now


def tell(what: str, now: Sequence[Held], base: Sequence[Held], goal: float = 1) -> None:
    """Print the medians, and how many times those of the base they are."""
    print(f"{what}, in {len(now)} browsers; goal: {goal}×")
    for name, figures, figures_of_base in zip(
        Held._fields, zip(*now, strict=True), zip(*base, strict=True), strict=True
    ):
        usual = median(figures)
        print(
            f"    {name:9} {usual:4.0f} MB ({usual / median(figures_of_base):.2f}×),"
            f" {min(figures):.0f} to {max(figures):.0f} MB"
        )


def measure(engine: str, sites: Sequence[str]) -> None:
    """Measure in one engine, and print the figures."""
    opened = ENGINES[engine]
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        profile = Path(folder, "of app")
        profile.mkdir()
        keep(opened, sites[1], profile)
        base, first = list[Held](), list[Held]()
        for turn in range(OPENED):
            fresh = Path(folder, f"of bare page {turn}")
            fresh.mkdir()
            base.append(bare(opened, sites[0], fresh))
            first.append(knoddel(opened, sites[1], profile))
        tell(f"{engine}: bare page, first start", base, base)
        tell(f"{engine}: Knoddel, first warm start", first, base, TARGETS[1])
        tenth = [knoddel(opened, sites[1], profile, STARTS)]
        tell(f"{engine}: Knoddel, warm start {STARTS} in one tab", tenth, base, TARGETS[STARTS])


def main(engines: Sequence[str]) -> None:
    """Measure in each engine."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        build_bare(folder / "bare")
        speak_german(folder / "bare")
        build(folder / "app")
        sites = [stack.enter_context(served(folder / name)) for name in ("bare", "app")]
        for engine in engines:
            measure(engine, sites)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", nargs="+", choices=ENGINES, default=list(ENGINES))
    main(parser.parse_args().engine)
