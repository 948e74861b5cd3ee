"""What the page's process holds after starts of the web app, beside a bare Flet counter.

Run by hand, on Linux: python tests/benchmarks/web_memory.py

Private memory of the largest renderer process, in MB, when it has not changed for some seconds, and
how much of that is left when the garbage of the page is collected. All starts are in one tab, as
when a phone is locked and woken. An evening of 60 deals is open. The bare page is Flet's own, by
its recipe (see web_page.py). The browser is as people have it, see unwatched.py.
"""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Final, NamedTuple

from web_page import HAS_AHEAD, HAS_MEMORY, IS_TAPPABLE, KEEP, build_bare, evening_files

from pwa.build import build

sys.path.insert(0, str(Path(__file__).parents[1]))

from installed import IS_STORED, served
from unwatched import UnwatchedTab, unwatched_tab

STARTS: Final = 10
"""Warm starts."""
PAUSE: Final = 3
"""Seconds in which it may change by a hundredth."""
MOST_PAUSES: Final = 10
TARGETS: Final = {1: 1.0, STARTS: 1.1}
"""By the number of warm starts, of the bare page's memory after its first start."""


class Held(NamedTuple):
    """What a page holds, in MB: by itself, and after its garbage is collected."""

    usual: float
    collected: float


def held(tab: UnwatchedTab) -> Held:
    """Return what the page holds. Collecting is left to the browser before the next start."""
    usual = settled()
    tab.collect_garbage()
    return Held(usual, settled())


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
    """Return what the bare page holds after its first start."""
    with unwatched_tab(profile) as tab:
        go(tab, site)
        return held(tab)


def knoddel(site: str, profile: Path) -> Iterator[tuple[int, Held]]:
    """Return what Knoddel holds after some warm starts."""
    with unwatched_tab(profile) as tab:
        tab.go(f"{site}favicon.png", "document.readyState === 'complete'")
        tab.evaluate(f"({KEEP})({json.dumps(dict(evening_files(earlier=0)))})")
        go(tab, site)
        tab.wait(IS_STORED)
        tab.wait(f"({HAS_MEMORY})()")
        for number in range(1, STARTS + 1):
            tab.wait(f"({HAS_AHEAD})()")
            go(tab, site)
            if number in TARGETS:
                yield number, held(tab)


def main() -> None:
    """Measure and print the figures."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        build_bare(folder / "bare")
        build(folder / "app")
        sites = [stack.enter_context(served(folder / name)) for name in ("bare", "app")]
        base = bare(sites[0], folder / "profile of bare")
        print(f"bare page, first start: {base.usual:.0f} MB, collected {base.collected:.0f} MB")
        for number, now in knoddel(sites[1], folder / "profile of app"):
            print(
                f"Knoddel, warm start {number}: {now.usual:.0f} MB"
                f" ({now.usual / base.usual:.2f}×, goal: {TARGETS[number]}×),"
                f" collected {now.collected:.0f} MB ({now.collected / base.collected:.2f}×)"
            )


if __name__ == "__main__":
    main()
