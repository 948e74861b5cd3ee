"""From going to the web app to a slate that can be tapped, beside a bare Flet counter in a browser.

Run by hand, on a quiet machine: python tests/benchmarks/web_start.py [--rounds N] [--slower N]
[--renderer auto] [--apart]

With ``--slower 4`` the browser runs for a quarter of the time while it starts a page (Linux only,
see web_slower.py). With ``--renderer auto`` the bare page draws with what Flet chooses, not with
CanvasKit as in its recipe. A start soon after another finds what the former page has compiled; with
``--apart`` that is collected as garbage, as it is half a minute later.

The bare page is Flet's own, by its recipe (see web_page.py); the counter beside it is started and
kept as Knoddel is, which has an evening of 60 deals open. The fourth is Knoddel with 1,000 earlier
evenings, beside Knoddel with none. In each round all start with new profiles, which is cold, and
then in turns, which is warm. A page has started when a key has its name in the accessibility tree
and no waking slate lies over it. The waking slate and its keys are drawn when the frame with them
is over. Each page stays a while, as with people: only then does the browser keep what it has
compiled. The browser is as people have it, see unwatched.py.
"""

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import sleep
from typing import Final, TypeAlias

import flet as ft
from web_page import (
    BARE,
    EARLIER,
    FULL,
    HAS_MEMORY,
    KNODDEL,
    STAYS,
    WATCH,
    build_bare,
    build_counter,
    evening_files,
    tell_full,
)
from web_slower import group_of, slowed

from pwa.build import build

sys.path.insert(0, str(Path(__file__).parents[1]))

from installed import IS_STORED, served
from on_the_web import HAS_AHEAD
from unwatched import UnwatchedTab, unwatched_tab

COUNTER: Final = "counter, started as Knoddel"
WARMING_UP = 3
"""Starts until the browser keeps what it has compiled."""
WARM_STARTS = 4
"""So many are measured in each round."""
NOWHERE: Final = "about:blank"
COLD, WARM, DRAWN, KEYED = "cold", "warm", "waking slate", "its first key"
TARGETS = {COLD: 0.45, WARM: 0.4, DRAWN: 0.15, KEYED: 0.1}
"""Of the bare page's time, cold or warm."""

KEPT: Final = (IS_STORED, HAS_MEMORY)
"""Conditions under which all that a warm start needs is kept."""

Measured: TypeAlias = dict[str, dict[str, list[float]]]


def started(tab: UnwatchedTab, site: str, profile: Path, slower: float) -> float:
    """Go to a site, and return the milliseconds until a key can be tapped, in the page's time."""
    with slowed(group_of(profile), slower):
        tab.go(site, "globalThis.tappable")
        return float(tab.evaluate("tappable"))


def leave(tab: UnwatchedTab, *conditions: str, apart: bool) -> None:
    """Leave the page when conditions hold, and not at once; nothing of it is left if ``apart``."""
    for condition in conditions:
        tab.wait(condition)
    sleep(STAYS)
    tab.go(NOWHERE, f"location.href === '{NOWHERE}'")
    if apart:
        tab.collect_garbage()


def measure(
    sites: dict[str, str], times: Measured, turn: int, slower: float, *, apart: bool
) -> None:
    """Start every site in a profile of its own, and again and again by turns."""
    with ExitStack() as stack:
        tabs = {}
        for name, site in in_turn(sites, turn):
            folder = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            with unwatched_tab(profile := Path(folder)) as tab:
                tab.keep(site, evening_files(EARLIER.get(name, 0)))
                tab.end()
            tab = stack.enter_context(unwatched_tab(profile))
            tab.run_first(WATCH)
            times[COLD][name].append(started(tab, site, profile, slower))
            leave(tab, *(KEPT if name != BARE else ()), *ahead(name), apart=apart)
            tabs[name] = tab, profile
        for again in range(WARMING_UP + WARM_STARTS):
            for name, site in in_turn(sites, turn + again):
                tab, profile = tabs[name]
                milliseconds = started(tab, site, profile, slower)
                if again >= WARMING_UP:
                    times[WARM][name].append(milliseconds)
                    if name == KNODDEL:
                        times[DRAWN][name].append(float(tab.evaluate("drawn")))
                        times[KEYED][name].append(float(tab.evaluate("keyed")))
                leave(tab, *ahead(name), apart=apart)


def ahead(name: str) -> tuple[str, ...]:
    """Return the condition under which the next start will have keys at once, if it will."""
    return (HAS_AHEAD,) if name in EARLIER else ()


def in_turn(sites: dict[str, str], turn: int) -> list[tuple[str, str]]:
    """Let each site be the first in turn."""
    return [list(sites.items())[(turn + place) % len(sites)] for place in range(len(sites))]


def main(rounds: int, slower: float, renderer: str, *, apart: bool) -> None:
    """Measure and print the figures."""
    times: Measured = {
        COLD: {BARE: [], COUNTER: [], KNODDEL: [], FULL: []},
        WARM: {BARE: [], COUNTER: [], KNODDEL: [], FULL: []},
        DRAWN: {KNODDEL: []},
        KEYED: {KNODDEL: []},
    }
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        folders = {BARE: folder / "bare", COUNTER: folder / "counter", KNODDEL: folder / "app"}
        folders[FULL] = folders[KNODDEL]
        build_bare(folders[BARE], ft.WebRenderer(renderer))
        build(folders[KNODDEL])
        build_counter(folders[KNODDEL], folders[COUNTER])
        sites = {name: stack.enter_context(served(site)) for name, site in folders.items()}
        for turn in range(rounds):
            measure(sites, times, turn, slower, apart=apart)
    tell(times)


def tell(times: Measured) -> None:
    """Print the medians, and how many times the bare page's they are."""
    base = {what: median(times[what][BARE]) for what in (COLD, WARM)}
    base[DRAWN] = base[KEYED] = base[WARM]
    for what, of_sites in times.items():
        for name, measured in of_sites.items():
            usual = median(measured)
            print(
                f"{what:12} {name:28} {usual:6.0f} ms ({usual / base[what]:.2f}×)"
                f"  {min(measured):.0f} to {max(measured):.0f}, {len(measured)} starts"
            )
        print(f"{'':12} target for Knoddel: at most {TARGETS[what]}×")
    tell_full("Chromium", times[WARM][FULL], times[WARM][KNODDEL])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slower", type=float, default=1)
    parser.add_argument("--apart", action="store_true")
    renderers = [each.value for each in ft.WebRenderer]
    parser.add_argument("--renderer", choices=renderers, default=ft.WebRenderer.CANVAS_KIT.value)
    main(**vars(parser.parse_args()))
