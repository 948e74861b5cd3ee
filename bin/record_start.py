"""Records which functions of Flet's client a start of the app runs, for pwa/later.py.

Run by hand, when Flet's version has changed: .venv/bin/python bin/record_start.py
It needs Chromium, Firefox and WebKit, and writes pwa/later.txt. Chromium tells where each function
of the client is, and which ran in a start or by a first tap: with and without WebGL, and with an
evening of each game, each on another screen with other settings. Then the others move, and the
other engines tell which of those they call: in first visits and later starts, also slow ones, for
what runs may depend on what is there first. A function that is not recorded is found all the same;
only a start that calls it is slower by half a second.
"""

import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from playwright.sync_api import CDPSession, sync_playwright

PROJECT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(PROJECT / folder) for folder in (".", "tests", "tests/benchmarks")]

from engines import Browser  # noqa: E402 - found only by the line above, like all that follow
from failing_starts import WITHOUT_GARBAGE_COLLECTION, WITHOUT_WEBGL  # noqa: E402
from firefox import Firefox  # noqa: E402
from installed import BASE, browser_with, phone_in, served  # noqa: E402
from long_evenings import long_evening  # noqa: E402
from on_the_web import FRAMES, Site, begin, files_of, keep, on_the_web, without_app  # noqa: E402
from phone import Phone  # noqa: E402
from played import play_all  # noqa: E402
from web_engines import Starts, begin_evening  # noqa: E402
from web_page import IS_TAPPABLE  # noqa: E402
from webkit import WebKit  # noqa: E402

from pwa import later  # noqa: E402
from pwa.build import build, seal  # noqa: E402
from pwa.client import CLIENT, SCRIPT  # noqa: E402
from pwa.later import Range  # noqa: E402
from scoring.games import GAMES  # noqa: E402
from storage import Library, Theme  # noqa: E402

PROFILES: Final = 3
"""So many first visits in each engine."""
STARTS: Final = 4
"""So many later starts after each, by turns as fast as they are and slowed."""
SLOWER: Final = 4
"""So much slower are every other first visit and start."""
DEALS: Final = 12
"""How many deals an evening has."""
SCREENS: Final = ((390, 844), (320, 568), (844, 390), (1280, 800))
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
        app = Path(scratch) / BASE.strip("/")
        build(app, base=BASE)
        (app / SCRIPT).write_text(client)
        seal(app)
        found = outermost(client, functions_in_chromium(app.parent))
        ranges = later.movable(client, ((one.start, one.end) for one in found if not one.ran))
        later.record(client, ranges)
        print(f"{len(ranges)} functions move after Chromium's start.")
        build(app)  # anew
        with (app / "later.js").open("a") as file:
            file.write(NOTES_CALLS)
        seal(app)
        called = {number for engine in (Firefox, WebKit) for number in called_in(engine, app)}
    later.record(client, (each for number, each in enumerate(ranges) if number not in called))
    print(f"{len(called)} of them stay for the other engines.")


def functions_in_chromium(folder: Path) -> Iterator[Function]:
    """Yield all functions of the client, and whether a start or one of the first taps ran them."""
    for lacks in (WITHOUT_GARBAGE_COLLECTION, WITHOUT_WEBGL):
        with ExitStack() as stack:
            site = stack.enter_context(on_the_web(folder))
            playwright = stack.enter_context(sync_playwright())
            profile = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            context = stack.enter_context(browser_with(playwright, Path(profile)))
            context.add_init_script(lacks)
            profiler = context.new_cdp_session(context.pages[0])
            profiler.send("Profiler.enable")
            profiler.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
            phone = phone_in(context)
            for _ in first_taps(phone, site):
                yield from ran(profiler)
            for game in GAMES:
                start_with(game, phone, site)
                yield from ran(profiler)


def first_taps(phone: Phone, site: Site) -> Iterator[None]:
    """Visit the app twice, with first taps. Most people have no accessibility tree: the second."""
    phone.page.goto(site.address)
    phone.page.wait_for_function(IS_TAPPABLE)
    begin(phone)
    boxes = [box for key in KEYS if (box := phone.button(key).bounding_box())]
    yield
    phone.page.goto(site.address)
    phone.page.wait_for_function(IS_SHOWN)
    for box in boxes:
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        phone.page.evaluate(FRAMES)
    yield


def start_with(game: str, phone: Phone, site: Site) -> None:
    """Start with a long evening of a game, on a screen and with settings of its own."""
    number = list(GAMES).index(game)
    width, height = SCREENS[number % len(SCREENS)]
    theme = list(Theme)[number % len(Theme)]
    with TemporaryDirectory() as folder:
        library = Library(Path(folder))
        play_all(library, long_evening(game, DEALS))
        settings = replace(library.settings, theme=theme, both_sides=number % 2 == 0)
        library.change(replace(settings, left_handed=number % 2 == 1))
        keep(without_app(phone, site), files_of(Path(folder)))
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.page.goto(site.address)
    phone.page.wait_for_function(IS_SHOWN)
    phone.page.evaluate(FRAMES)


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
