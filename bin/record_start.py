"""Records which functions a start of the app runs, for pwa/later.py and pwa/later_wasm.py.

Run by hand, when Flet's version has changed, or a start draws with another of Flet's controls:
.venv/bin/python bin/record_start.py
It needs Chromium, Firefox and WebKit, and writes pwa/later.txt and the lists in pwa/started.
Chromium tells where each function of Flet's client in JavaScript is, and which ran in a start or by
a first tap: with and without WebGL, where all moves or less does, and with an evening of each game,
each on another screen with other settings. Then the others move, and the other engines tell which
of those they call: in first visits and later starts, also slow ones, for what runs may depend on
what is there first, and with evenings of each game, whose lines fit on the screen or do not. In all
these starts the functions of the modules of WebAssembly tell themselves that they run. A function
that is not recorded is found all the same; only a start that calls it is slower by half a second.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from playwright.sync_api import CDPSession, sync_playwright

PROJECT: Final = Path(__file__).parents[1]
sys.path[:0] = [str(PROJECT / folder) for folder in (".", "tests", "tests/benchmarks")]

from engines import Browser, Tab, Visitor  # noqa: E402 - found only by the line above, like all that follow
from failing_starts import WITHOUT_GARBAGE_COLLECTION, WITHOUT_WEBGL  # noqa: E402
from firefox import Firefox  # noqa: E402
from installed import BASE, IS_STORED, WHAT_RAN, browser_with, parts_without_edits, phone_in, served  # noqa: E402
from long_evenings import long_evening  # noqa: E402
from on_the_web import FRAMES, HAS_AHEAD, Site, begin, files_of, keep, on_the_web, without_app  # noqa: E402
from packing import pack  # noqa: E402
from phone import ON_A_PHONE, WHERE_ALL_MOVES, Phone  # noqa: E402
from played import deal, play, play_all  # noqa: E402
from web_engines import TabOfOthers  # noqa: E402
from web_page import HAS_MEMORY, IS_TAPPABLE, files_in  # noqa: E402
from webkit import WebKit  # noqa: E402

from pwa import later, later_wasm  # noqa: E402
from pwa.build import build, seal  # noqa: E402
from pwa.client import CANVASKIT, CLIENT, CUT, INTERPRETER, SCRIPT  # noqa: E402
from pwa.compress import PACKED  # noqa: E402
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
MANY_DEALS: Final = 60
"""So many that on no screen all their lines are seen at once."""
SCREENS: Final = ((390, 844), (320, 568), (844, 390), (1280, 800))
KEYS: Final = ("Mein: 20 melden", "Rückgängig", "Spritzen", "Augen zählen", "Menü")
"""What is tapped first."""
HABITS: Final = (WHERE_ALL_MOVES, ON_A_PHONE)
"""Where people want less to move, Flutter runs other functions."""
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
ALL: Final = range(100_000)
"""More numbers than a module has functions."""
TELLS_FUNCTIONS: Final = f"""
{{
  const instances = [];
  const noted = () => instances.flatMap({WHAT_RAN});
  for (const name of ["instantiate", "instantiateStreaming"]) {{
    const plain = WebAssembly[name];
    WebAssembly[name] = async (...wanted) => {{
      const result = await plain(...wanted);
      instances.push(result.instance ?? result);
      return result;
    }};
  }}
  const channel = new BroadcastChannel("noted");
  if (globalThis.document) {{
    globalThis.noted = noted;
    globalThis.notedByWorker = () => new Promise((done) => {{
      channel.onmessage = ({{data}}) => done(data);
      channel.postMessage("tell");
    }});
  }} else {{
    channel.onmessage = () => channel.postMessage(noted());
  }}
}}
"""
"""At the beginning of scripts of the page and its worker: lets functions tell that they run."""
NOTED_BY: Final = {CANVASKIT: "globalThis.noted()", INTERPRETER: "globalThis.notedByWorker()"}
"""How to ask a page which functions of a module have run."""


class Function(NamedTuple):
    """A function of the client: where it is, and whether it ran."""

    start: int
    end: int
    ran: bool


def main() -> None:
    """Record the functions, and write the lists."""
    client = (CLIENT / SCRIPT).read_text()
    later.record(client, [])
    for path in CUT:
        later_wasm.record(content_of(path), path, ALL)
    with TemporaryDirectory() as scratch:
        app = Path(scratch) / BASE.strip("/")
        build(app, base=BASE)
        (app / SCRIPT).write_text(client)
        tell_functions(app)
        ran: defaultdict[str, set[int]] = defaultdict(set)
        found = outermost(client, functions_in_chromium(app.parent, ran))
        ranges = later.movable(client, ((one.start, one.end) for one in found if not one.ran))
        later.record(client, ranges)
        print(f"{len(ranges)} functions of the client move after Chromium's start.")
        build(app)  # anew
        with (app / "later.js").open("a") as file:
            file.write(NOTES_CALLS)
        tell_functions(app)
        called: set[int] = set()
        for engine in (Firefox, WebKit):
            for tab in starts_in(engine, app):
                called.update(tab.evaluate(CALLED))
                note(ran, tab.evaluate)
    later.record(client, (each for number, each in enumerate(ranges) if number not in called))
    print(f"{len(called)} of them stay for the other engines.")
    for path in CUT:
        later_wasm.record(content_of(path), path, ran[path])
        print(f"{path}: {len(ran[path])} functions stay.")


def content_of(path: str) -> bytes:
    """Return the content of a module as Flet has it."""
    return (CLIENT / path).read_bytes()


def tell_functions(app: Path) -> None:
    """Let the functions of modules that are cut tell when they run."""
    for path in CUT:
        (app / f"{path}{PACKED}").write_bytes(pack(later_wasm.noting(content_of(path))))
    parts = app / "parts.js"
    parts.write_bytes(parts_without_edits(parts.read_bytes()))
    for name in ("later.js", "worker.js"):
        (app / name).write_text(TELLS_FUNCTIONS + (app / name).read_text())
    seal(app)


def note(ran: Mapping[str, set[int]], evaluate: Callable[[str], Any]) -> None:
    """Add the functions of modules that ran on a page."""
    for path, asks in NOTED_BY.items():
        ran[path].update(evaluate(asks))


def functions_in_chromium(folder: Path, ran: Mapping[str, set[int]]) -> Iterator[Function]:
    """Yield all functions of the client, and whether a start or one of the first taps ran them.

    Those of the modules that ran are added to ``ran``, also of Chromium's own kit.
    """
    for habits, lacks in product(HABITS, ("", WITHOUT_GARBAGE_COLLECTION, WITHOUT_WEBGL)):
        with ExitStack() as stack:
            site = stack.enter_context(on_the_web(folder))
            playwright = stack.enter_context(sync_playwright())
            profile = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            context = stack.enter_context(
                browser_with(playwright.chromium, Path(profile), habits=habits)
            )
            context.add_init_script(lacks)
            profiler = context.new_cdp_session(context.pages[0])
            profiler.send("Profiler.enable")
            profiler.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
            phone = phone_in(context)
            for _ in taps_and_starts(phone, site):
                yield from ran_in(profiler)
                note(ran, phone.page.evaluate)


def taps_and_starts(phone: Phone, site: Site) -> Iterator[None]:
    """Visit the app, tap, and start with an evening of each game."""
    yield from first_taps(phone, site)
    for game in GAMES:
        start_with(game, phone, site)
        yield


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
    """Start with an evening of a game, on a screen and with settings of its own."""
    width, height = SCREENS[list(GAMES).index(game) % len(SCREENS)]
    with TemporaryDirectory() as folder:
        write_evening(game, DEALS, 0, Path(folder))
        keep(without_app(phone, site), files_of(Path(folder)))
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.page.goto(site.address)
    phone.page.wait_for_function(IS_SHOWN)
    phone.page.evaluate(FRAMES)


def write_evening(game: str, deals: int, turn: int, folder: Path) -> None:
    """Write an evening of a game into a folder, with settings that differ by game and by turn."""
    number = list(GAMES).index(game) + turn
    theme = list(Theme)[number % len(Theme)]
    library = Library(folder)
    play_all(library, long_evening(game, deals))
    settings = replace(library.settings, theme=theme, both_sides=number % 2 == 0)
    library.change(replace(settings, left_handed=number % 2 == 1))


def ran_in(profiler: CDPSession) -> Iterator[Function]:
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


def starts_in(engine: type[Browser], app: Path) -> Iterator[Tab]:
    """Yield a page after each first visit and start in an engine."""
    for turn in range(PROFILES):
        with ExitStack() as stack:
            site = stack.enter_context(served(app))
            profile = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
            browser = stack.enter_context(engine(Path(profile) / "profile"))
            tab = TabOfOthers(browser)
            tab.start(site, SLOWER if turn % 2 else 1)
            yield tab.visitor.tab
            begin_evening(tab.visitor)
            yield tab.visitor.tab
            for number in range(STARTS):
                tab.start(site, 1 if number % 2 else SLOWER)
                yield tab.visitor.tab
            for files in evenings(turn):
                tab.keep(site, files)
                tab.start(site, 1)
                yield tab.visitor.tab


def evenings(turn: int) -> Iterator[Sequence[tuple[str, str]]]:
    """Yield the files of an evening of each game, short or long by turns, and of one more.

    That one is won by turns, so that there are knoddels and steins on the slate.
    """
    for number, game in enumerate(GAMES):
        with TemporaryDirectory() as folder:
            write_evening(game, MANY_DEALS if (number + turn) % 2 else DEALS, turn, Path(folder))
            yield files_in(Path(folder))
    with TemporaryDirectory() as folder:
        play(Library(Path(folder)), *(deal(number % 2) for number in range(MANY_DEALS)))
        yield files_in(Path(folder))


def begin_evening(visitor: Visitor) -> None:
    """Begin an evening, and wait until all is kept that a later start goes on with."""
    visitor.tap("Neuer Abend")
    visitor.tap("Los geht's")
    visitor.expect_slate("Stand: Mein 0, Dein 0")
    for condition in (IS_STORED, HAS_MEMORY, HAS_AHEAD):
        visitor.expect_true(condition)


if __name__ == "__main__":
    main()
