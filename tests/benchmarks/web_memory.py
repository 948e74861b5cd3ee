"""What the page's process holds after starts of the web app, beside a bare Flet counter.

Run by hand, on Linux: python tests/benchmarks/web_memory.py

Private memory of the largest renderer process, in MB, when it has not changed for some seconds,
half a minute later, by when the browser may have collected garbage, and when it has been told to.
The first start is that of a browser just opened, as when a phone has ended the tab, and each is
measured several times by turns; then come starts in one tab. An evening of 60 deals is open. The
bare page is Flet's own, by its recipe (see web_page.py). The browser is as people have it, see
unwatched.py.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep
from typing import Final, NamedTuple

from web_page import HAS_AHEAD, HAS_MEMORY, IS_TAPPABLE, build_bare, evening_files

from pwa.build import build

sys.path.insert(0, str(Path(__file__).parents[1]))

from installed import IS_STORED, served
from unwatched import UnwatchedTab, unwatched_tab

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
    """What a page holds, in MB: soon, later, and when its garbage is collected."""

    soon: float
    later: float
    collected: float


def held(tab: UnwatchedTab) -> Held:
    """Return what the page holds. Collecting is left to the browser before the next start."""
    soon = settled()
    sleep(LATER)
    later = largest_renderer()
    tab.collect_garbage()
    return Held(soon, later, settled())


def settled() -> float:
    """Return the memory when it changes no more, or after so many pauses."""
    before = largest_renderer()
    for _ in range(MOST_PAUSES):
        sleep(PAUSE)
        now = largest_renderer()
        if abs(now - before) < before / 100:
            break
        before = now
    return now


def largest_renderer() -> float:
    """Return the private memory of the largest renderer that this process has started, in MB."""
    return max(private(each) for each in descendants(os.getpid()) if is_renderer(each))


def descendants(process: int) -> Iterator[int]:
    """Return the processes that a process has started, and those that these have."""
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in map(int, (thread / "children").read_text().split()):
            yield child
            yield from descendants(child)


def is_renderer(process: int) -> bool:
    """Return whether it is the browser's process for pages."""
    return b"--type=renderer" in Path(f"/proc/{process}/cmdline").read_bytes()


def private(process: int) -> float:
    """Return the memory that a process shares with no other, in MB."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


def go(tab: UnwatchedTab, site: str) -> None:
    """Go to a site, and wait until a key can be tapped."""
    tab.go(site, f"({IS_TAPPABLE})()")
    sleep(PAUSE)


def bare(site: str, profile: Path) -> Held:
    """Return what the bare page holds after a start in a browser just opened."""
    with unwatched_tab(profile) as tab:
        go(tab, site)
        now = held(tab)
        tab.end()
    return now


def keep(site: str, profile: Path) -> None:
    """Let a browser keep all that Knoddel's later starts need."""
    with unwatched_tab(profile) as tab:
        tab.keep(site, evening_files(earlier=0))
        go(tab, site)
        for condition in (IS_STORED, HAS_MEMORY):
            tab.wait(condition)
        go_again(tab, site, WARMING_UP)
        tab.end()


def go_again(tab: UnwatchedTab, site: str, times: int) -> None:
    """Go to Knoddel when its next start is prepared, so many times."""
    for _ in range(times):
        tab.wait(HAS_AHEAD)
        go(tab, site)


def knoddel(site: str, profile: Path, starts: int = 1) -> Held:
    """Return what Knoddel holds after so many starts in a browser just opened."""
    with unwatched_tab(profile) as tab:
        go(tab, site)
        go_again(tab, site, starts - 1)
        now = held(tab)
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


def main() -> None:
    """Measure and print the figures."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        build_bare(folder / "bare")
        build(folder / "app")
        sites = [stack.enter_context(served(folder / name)) for name in ("bare", "app")]
        keep(sites[1], folder / "profile of app")
        base, first = list[Held](), list[Held]()
        for turn in range(OPENED):
            base.append(bare(sites[0], folder / f"profile of bare {turn}"))
            first.append(knoddel(sites[1], folder / "profile of app"))
        tell("bare page, first start", base, base)
        tell("Knoddel, first warm start", first, base, TARGETS[1])
        tenth = [knoddel(sites[1], folder / "profile of app", STARTS)]
        tell(f"Knoddel, warm start {STARTS} in one tab", tenth, base, TARGETS[STARTS])


if __name__ == "__main__":
    main()
