"""Records which functions of Flet's client a start of the app runs, for pwa/later.py.

Run by hand, when Flet's version has changed: .venv/bin/python bin/record_start.py
It needs Chromium, Firefox and WebKit, and writes pwa/later.txt. Chromium tells where each function
of the client is, and which ran in a start or by a first tap. Then the others move, and the other
engines tell which of those they call: in first visits and later starts, also slow ones, for what
runs may depend on what is there first. A function that is not recorded is found all the same; only
a start that calls it is slower.
"""

import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from playwright.sync_api import CDPSession, sync_playwright

PROJECT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(PROJECT / folder) for folder in (".", "tests", "tests/benchmarks")]

from engines import Browser  # noqa: E402 - found only by the line above, like all that follow
from failing_starts import WITHOUT_GARBAGE_COLLECTION  # noqa: E402
from firefox import Firefox  # noqa: E402
from installed import browser_with, phone_in, served  # noqa: E402
from on_the_web import FRAMES, begin  # noqa: E402
from web_engines import Starts, begin_evening  # noqa: E402
from web_page import IS_TAPPABLE  # noqa: E402
from webkit import WebKit  # noqa: E402

from pwa import later  # noqa: E402
from pwa.build import build, seal  # noqa: E402
from pwa.client import CLIENT, SCRIPT  # noqa: E402
from pwa.later import Range  # noqa: E402

SHORTEST: Final = 80
"""Shorter functions stay: to move them saves next to nothing."""
PROFILES: Final = 3
"""So many first visits in each engine."""
STARTS: Final = 4
"""So many later starts after each, by turns as fast as they are and slowed."""
SLOWER: Final = 4
"""So much slower are every other first visit and start."""
KEYS: Final = ("Mein: 20 melden", "Rückgängig", "Spritzen", "Augen zählen", "Menü")
"""What is tapped first."""
IS_SHOWN: Final = "() => performance.getEntriesByName('shown').length"
NOTES_CALLS: Final = """
{
  const { clientNeeds } = globalThis;
  globalThis.called = [];
  globalThis.clientNeeds = () => (...shared) => new Proxy(clientNeeds()(...shared), {
    get: (functions, number) => (globalThis.called.push(Number(number)), functions[number]),
  });
}
"""
"""At the end of ``later.js``: notes the numbers of the functions that are called."""
CALLED: Final = "[...new Set(globalThis.called)]"


class Function(NamedTuple):
    """A function of the client: where it is, and whether it ran."""

    start: int
    end: int
    ran: bool


def main() -> None:
    """Record the functions, and write the list."""
    client = (CLIENT / SCRIPT).read_text()
    later.record(client, [])
    with TemporaryDirectory() as scratch:
        app = Path(scratch) / "app"
        build(app)
        (app / SCRIPT).write_text(client)
        seal(app)
        ranges = [
            (start, end)
            for start, end, ran in outermost(client, functions_in_chromium(app))
            if not ran and end - start >= SHORTEST and later.can_move(client[start:end])
        ]
        later.record(client, ranges)
        print(f"{len(ranges)} functions move after Chromium's start.")
        build(app)
        with (app / "later.js").open("a") as file:
            file.write(NOTES_CALLS)
        seal(app)
        called = {number for engine in (Firefox, WebKit) for number in called_in(engine, app)}
    later.record(client, (each for number, each in enumerate(ranges) if number not in called))
    print(f"{len(called)} of them stay for the other engines.")


def functions_in_chromium(app: Path) -> Iterator[Function]:
    """Yield all functions of the client, and whether one of two starts or the first taps ran them.

    The second start is that of most people: without the accessibility tree.
    """
    with ExitStack() as stack:
        site = stack.enter_context(served(app))
        playwright = stack.enter_context(sync_playwright())
        profile = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
        context = stack.enter_context(browser_with(playwright, Path(profile)))
        context.add_init_script(WITHOUT_GARBAGE_COLLECTION)
        profiler = context.new_cdp_session(context.pages[0])
        profiler.send("Profiler.enable")
        profiler.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
        phone = phone_in(context)
        phone.page.goto(site)
        phone.page.wait_for_function(IS_TAPPABLE)
        begin(phone)
        boxes = [box for key in KEYS if (box := phone.button(key).bounding_box())]
        yield from ran(profiler)
        phone.page.goto(site)
        phone.page.wait_for_function(IS_SHOWN)
        for box in boxes:
            phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            phone.page.evaluate(FRAMES)
        yield from ran(profiler)


def ran(profiler: CDPSession) -> Iterator[Function]:
    """Yield the functions of the client, and whether each ran since the page was opened."""
    for script in profiler.send("Profiler.takePreciseCoverage")["result"]:
        if script["url"].endswith(SCRIPT):
            for function in script["functions"]:
                place = function["ranges"][0]
                yield Function(place["startOffset"], place["endOffset"], place["count"] > 0)


def outermost(client: str, functions: Iterable[Function]) -> Iterator[Function]:
    """Yield the functions that are in no other but those that set the program up."""
    over = 0
    ran: defaultdict[Range, bool] = defaultdict(bool)
    for start, end, has_run in functions:
        ran[start, end] |= has_run
    found = (Function(*place, has_run) for place, has_run in ran.items())
    for function in sorted(found, key=lambda each: (each.start, -each.end)):
        sets_up = client.startswith("(function ", function.start - 1)
        if function.start and function.start >= over and not sets_up:
            over = function.end
            yield function


def called_in(engine: type[Browser], app: Path) -> Collection[int]:
    """Return which of the functions that move an engine calls until it has started."""
    called: set[int] = set()
    for turn in range(PROFILES):
        with ExitStack() as stack:
            site = stack.enter_context(served(app))
            profile = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            browser = stack.enter_context(engine(Path(profile) / "profile"))
            starts = Starts(browser, SLOWER if turn % 2 else 1)
            starts.start(site)
            called.update(starts.visitor.tab.evaluate(CALLED))
            begin_evening(starts.visitor)
            called.update(starts.visitor.tab.evaluate(CALLED))
            for number in range(STARTS):
                starts.slower = 1 if number % 2 else SLOWER
                starts.start(site)
                called.update(starts.visitor.tab.evaluate(CALLED))
    return called


if __name__ == "__main__":
    main()
