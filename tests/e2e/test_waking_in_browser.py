"""The slate at once, in a real browser: drawn from what is kept, as text, whatever that is."""

import base64
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from shutil import copy, copytree
from time import monotonic
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

import pytest
from engines import IS_HIT
from failing_starts import AGAIN, DATABASE_HANGS, NOT_READ, NOT_STARTED, SAVE
from installing import served
from on_the_web import HOLD, LET_GO, LOOK_AGAIN
from phone import PATIENCE, App, OpenPhone, Phone
from played import play
from playwright.sync_api import Browser, Locator, Page, expect
from snapshots import as_files, correct, texts_of_tokens, told_with_keys
from tapped import tap
from targets import Finger
from worked import example

from scoring.bohemian_watten import Deal
from scoring.game import Agreement
from scoring.games import GAMES
from scoring.sheet import Head, Side
from storage import Evening, Library, Settings, read_file
from storage.waiting import MOST_TAPS
from views.games.registry import VIEWS
from views.session.screen import Screen
from views.snapshot import snapshot
from views.text.loading import loading_words
from views.text.translator import LANGUAGES, translator
from views.ui.half import BENEATH

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parent.parent.parent
PAGE = """<!doctype html>
<html lang="de">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'">
<title>Knoddel</title>
<link rel="icon" href="favicon.png">
<link rel="stylesheet" href="waking.css">
<main id="waking"></main>
<script src="waking-words.js"></script>
<script src="waking-reading.js"></script>
<script src="waking-files.js"></script>
<script src="waking-drawing.js"></script>
<script src="waking-keys.js"></script>
<script src="waking.js"></script>
"""
PATIENT = "patient.html"
"""The same page, which tells if nothing moves for 30 seconds."""
KEEP = """
async files => {
  const opening = indexedDB.open('knoddel', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('files');
  await new Promise(done => opening.onsuccess = done);
  const kept = opening.result.transaction('files', 'readwrite');
  kept.objectStore('files').clear();
  for (const [path, bytes] of Object.entries(files))
    kept.objectStore('files').put(Uint8Array.from(atob(bytes), c => c.charCodeAt(0)), path);
  await new Promise(done => kept.oncomplete = done);
  opening.result.close();
}
"""
TEXTS = """
() => {
  const slate = document.querySelector('#waking .written');
  const walker = document.createTreeWalker(slate, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode.data);
  return texts.filter(text => text !== ' ');
}
"""
UNREADABLE = """
unreadable => {
  const {get} = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (path) {
    if (path === unreadable) throw new DOMException('', 'UnknownError');
    return get.call(this, path);
  };
}
"""
HIT = f"""[...document.querySelectorAll('.keys button')]
  .filter(button => ({IS_HIT}).call(button))
  .map(button => button.ariaLabel ?? button.textContent)"""
"""The names of the buttons of a message that a tap would hit now."""
CUT_OFF_BAR = """() => [...document.querySelectorAll('.bar *')]
  .filter(part => part.scrollWidth > part.clientWidth + 1 && part.clientWidth).length"""
"""How many parts of the bar above the slate are wider than their place."""
CUT_OFF = """
() => {
  const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const LEADING = 7 * scale; // so much above and below small figures is empty
  const main = document.getElementById('waking');
  const cut = [];
  for (const drawn of main.querySelectorAll('.written *, .pad *')) {
    const text = [...drawn.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    if (!(text || drawn instanceof SVGSVGElement) || drawn.closest('.said')) continue;
    const box = drawn.getBoundingClientRect();
    const beside = box.left < -1 || box.right > innerWidth + 1;
    const wide = text && drawn.scrollWidth > drawn.clientWidth + 1 && drawn.clientWidth;
    let parent = drawn.parentElement;
    while (getComputedStyle(parent).display === 'contents') parent = parent.parentElement;
    const spills = text && box.width > parent.getBoundingClientRect().width + 1;
    const scrolled = drawn.closest('.end, .scrolls .what'); // by itself, as it may be long
    const lowest = main.scrollHeight + 1;
    const below = box.bottom + main.scrollTop > lowest && !scrolled;
    const line = drawn.closest('.sight li');
    const mayHide = line && (!line.matches('.newest') || main.querySelector('.end'));
    const hidden = mayHide || scrolled ? false : covered(drawn, box);
    if (beside || wide || spills || below || hidden)
      cut.push([drawn.className?.baseVal ?? drawn.className, drawn.textContent,
                {beside, wide, spills, below, hidden}]);
  }
  const ends = [...main.querySelectorAll('.end')]; // one is in sight, the rest can be scrolled to
  const beginning = end => ({ top: end.getBoundingClientRect().top, bottom: 0 });
  if (ends.length && ends.every(end => covered(end, beginning(end)))) cut.push('end');
  return cut;
  function covered(drawn, box) {
    for (let above = drawn.parentElement; above !== main; above = above.parentElement) {
      if (getComputedStyle(above).overflowY === 'visible') continue;
      const edge = above.getBoundingClientRect();
      if (box.bottom > edge.bottom + LEADING || box.top < edge.top - LEADING) return true;
    }
    return false;
  }
}
"""
HOSTILE = (
    "<img src=x onerror='document.title=1'>",
    "\u202e</bdi><script>document.title=1</script>",
)
DEFAULT, HALVED = Settings(), Settings(both_sides=True)
TIME_STANDS = """() => {
  globalThis.setTimeout = (action, _, ...given) => { globalThis.pass = () => action(...given); };
}"""
"""Lets what waits for a time wait until that passes."""
SIZES = [(390, 844), (320, 640), (844, 390)]
EXAMPLES = {
    "bauerchen": "evening",
    "bauer": "saarland-bauer",
    "bauer-simple": "simple-bauer",
    "bauerschspiel": "bauerschspiel",
    "bohemian-watten": "bohemian-watten",
    "schlauch": "schlauch",
}
CROWD = tuple(
    Side(name) for name in ("Ute", "Maximilian", "Isa", "Karl-Heinz", "Bo", "Katharina", "Eva")
)
DEALS = [Deal((1, 0, 2, 0, 1, 1, 0), hearts=n % 4 == 3) for n in range(6)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a page with nothing but the slate at once."""
    folder = tmp_path_factory.mktemp("site")
    for file in (ROOT / "pwa" / "web").glob("waking*"):
        copy(file, folder)
    copy(ROOT / "assets" / "favicon.png", folder)
    copytree(ROOT / "assets" / "fonts", folder / "fonts")
    words = {language: loading_words(translator(language)) for language in LANGUAGES}
    (folder / "waking-words.js").write_text(f"globalThis.knoddelWords = {json.dumps(words)};")
    (folder / "index.html").write_text(PAGE)
    (folder / PATIENT).write_text(PAGE.replace('id="waking"', 'id="waking" data-patience="30"'))
    with served(folder) as address:
        yield address


@pytest.fixture(scope="module")
def wrong() -> list[str]:
    """What has gone wrong in any page."""
    return []


@pytest.fixture(scope="module")
def page_of(browser: Browser, wrong: list[str]) -> Iterator[Callable[..., Page]]:
    """Return the page of a sort of device; it stays open, for to open one takes longest."""
    pages: dict[tuple[Any, ...], Page] = {}

    def page_of(**device: Any) -> Page:
        sort = tuple(sorted(device.items()))
        if sort not in pages:
            page = pages[sort] = browser.new_context(**device).new_page()
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("console", lambda said: wrong.append(said.text))
            page.on("dialog", lambda dialog: wrong.append(dialog.message))
        return pages[sort]

    yield page_of
    for page in pages.values():
        page.context.close()


Wake: TypeAlias = Callable[..., Page]


@pytest.fixture
def wake(site: str, page_of: Callable[..., Page], wrong: list[str]) -> Iterator[Wake]:
    """Load the page with nothing but files kept in the browser; what goes wrong in it is told."""
    wrong.clear()
    pages: list[Page] = []

    def load(
        files: Mapping[str, bytes],
        width: int = 390,
        height: int = 844,
        text: int = 100,
        **more: Any,
    ) -> Page:
        page = page_of(**{"locale": "de-DE", **more})
        pages.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.goto(site)
        page.evaluate(KEEP, {path: base64.b64encode(held).decode() for path, held in files.items()})
        page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
        page.evaluate("waking.begin()")
        page.evaluate("document.fonts.ready")
        return page

    yield load
    titles = {page.title() for page in pages}
    assert (wrong, titles - {"Knoddel"}) == ([], set())


def kept(
    evening: Evening,
    width: int = 390,
    height: int = 844,
    scale: float = 1,
    chosen: Settings = DEFAULT,
    **more: Any,
) -> dict[str, Any]:
    """Return the snapshot of an evening."""
    screen = Screen(width, height, scale)
    written = snapshot(translator("de"), chosen, evening, VIEWS, screen, **more)
    told: dict[str, Any] = json.loads(written)
    return told


def played(
    folder: Path,
    game: str,
    names: tuple[str, ...] = (),
    title: str = "",
) -> Evening:
    """Return an evening of a worked file, between others if names are given."""
    sheet = example(EXAMPLES[game])
    sides = tuple(Side(name) for name in names) or sheet.head.sides
    evening = Library(folder).begin(
        sheet.game, Head(sides, title or sheet.head.title), sheet.replay.agreement
    )
    evening.extend(sheet.replay.entries)
    return evening


def crowded(folder: Path) -> Evening:
    """Return an evening of as many as can play."""
    game = GAMES["bohemian-watten"]
    evening = Library(folder).begin(game, Head(CROWD), Agreement(game.rules(), 0, len(CROWD)))
    evening.extend(DEALS)
    return evening


def just_over(folder: Path) -> Evening:
    """Return an evening of several sides just after a game was won."""
    evening = played(folder, "bohemian-watten")
    while not evening.replay.state.line.ended:
        evening.undo()
    return evening


def corrected(folder: Path, game: str) -> Evening:
    """Return an evening with lines corrected and struck out, and one more written after them."""
    evening = played(folder, game)
    last = evening.replay.entries[-1]
    correct(evening)
    evening.write(last)
    return evening


EVENINGS: Mapping[str, Callable[[Path], Evening]] = {
    **{game: partial(played, game=game) for game in GAMES},
    "crowd": crowded,
    "just over": just_over,
    "corrected": partial(corrected, game="bauerchen"),
    "corrected strokes": partial(corrected, game="schlauch"),
}


def texts_of(slate: dict[str, Any]) -> list[str]:
    """Return the texts of a snapshot in the order in which the page draws them."""
    sides = slate["sides"]
    texts = [slate["title"], slate["finished"], slate["running"], *(side["name"] for side in sides)]
    texts += slate["said"]
    for side in sides:
        for sign, number, slots, most, *_ in side["won"]:
            texts.append(str(number) if sign == "stroke" and number <= most else "")
            texts.append(f"×{number}" if not slots and number > most else "")
    for side in sides:
        texts += [*chain(*side["crosses"] or []), side["score"]]
    tokens = texts_of_tokens(slate)
    if len(sides) == 2:
        tokens = [[line[place] for line in tokens] for place in (0, 1)]
    for place, column in enumerate(tokens):
        if len(sides) == 2 and slate["carried"] and slate["carried"][place]:
            texts.append(str(slate["carried"][place]))
        texts += chain(*column)
    texts += [*slate["end"], slate["who"][0], slate["last"], slate["why"]]
    return [text for text in texts if text]


# What is drawn


@pytest.mark.parametrize("evening", EVENINGS)
def test_the_snapshot_of_every_game_is_drawn_and_nothing_else(
    wake: Wake, tmp_path: Path, evening: str
) -> None:
    told = kept(EVENINGS[evening](tmp_path))
    page = wake(as_files(told))
    assert page.evaluate(TEXTS) == texts_of(told["evening"])
    expect(page.get_by_role("status")).to_contain_text("Wird wach …")


def test_names_that_look_like_markup_are_text(wake: Wake, tmp_path: Path) -> None:
    told = kept(played(tmp_path, "bauerchen", HOSTILE))
    page = wake(as_files(told))
    assert page.evaluate(TEXTS) == texts_of(told["evening"])
    expect(page.locator("#waking :is(img, script)")).to_have_count(0)


def test_very_long_names_leave_the_other_column_its_room(wake: Wake, tmp_path: Path) -> None:
    told = kept(played(tmp_path, "bauerchen", ("W" * 80, "Donaudampfschifffahrtsgesellschaft")))
    page = wake(as_files(told), width=320, height=640)
    boxes = [page.locator(f".names .side-{side}").bounding_box() for side in (0, 1)]
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["width"] == boxes[1]["width"]


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("text", [100, 200])
@pytest.mark.parametrize("evening", EVENINGS)
def test_nothing_is_cut_off(
    wake: Wake, tmp_path: Path, evening: str, text: int, width: int, height: int
) -> None:
    told = kept(EVENINGS[evening](tmp_path), width, height, text / 100)
    page = wake(as_files(told), width, height, text)
    page.evaluate("waking.progress('fetching', 3456789, 12345678)")
    assert page.evaluate(CUT_OFF) == []


def test_nothing_is_cut_off_on_another_screen_than_it_was_kept_for(
    wake: Wake, tmp_path: Path
) -> None:
    told = as_files(kept(crowded(tmp_path), 844, 390))
    for text in (100, 200):
        page = wake(told, width=320, height=640, text=text)
        assert page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("theme", ["light", "dark", "black"])
def test_the_chosen_look_comes_before_that_of_the_device(
    wake: Wake, tmp_path: Path, theme: str
) -> None:
    told = {**kept(played(tmp_path, "bauer")), "theme": theme}
    other = "dark" if theme == "light" else "light"
    page = wake(as_files(told), color_scheme=other)
    grounds = {"light": "rgb(250, 246, 234)", "dark": "rgb(34, 41, 43)", "black": "rgb(0, 0, 0)"}
    ground = grounds[theme]
    expect(page.locator("#waking")).to_have_css("background-color", ground)


LEFT_EDGES = """
selectors => selectors.map(one => document.querySelector(one).getBoundingClientRect().left)
"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_for_the_left_hand_it_is_drawn_as_the_app_will_be(
    wake: Wake, tmp_path: Path, width: int, height: int
) -> None:
    told = {**kept(played(tmp_path, "bauer"), width, height), "left_handed": True}
    page = wake(as_files(told), width=width, height=height)
    parts = [".menu", ".round", ".last > .icon:first-child", ".last > .icon:last-child", ".what"]
    menu, rounds, undo, redo, said = page.evaluate(LEFT_EDGES, parts)
    assert (rounds - menu, redo - undo, said - redo) == pytest.approx((48, 64, 48), abs=1)
    board, pad = page.evaluate(LEFT_EDGES, [".written", ".pad"])
    assert (board, pad) == ((422, 0) if width > height else (0, 0))


def test_the_chosen_language_comes_before_that_of_the_device(wake: Wake, tmp_path: Path) -> None:
    page = wake(as_files({**kept(played(tmp_path, "bauer")), "language": "en"}))
    expect(page.get_by_role("status")).to_contain_text("Loading …")
    expect(page.locator("html")).to_have_attribute("lang", "en")


# What is damaged, or not there


def changed(told: dict[str, Any], path: str, value: object) -> bytes:
    """Return a snapshot with something else at a place in it."""
    whole = json.loads(json.dumps(told))
    found = whole
    *way, last = path.split(".")
    for step in way:
        found = found[int(step) if step.isdigit() else step]
    found[int(last) if last.isdigit() else last] = value
    return json.dumps(whole).encode()


SINCE_LATELY = "nothing"
"""A field that snapshots of older versions do not have."""
DAMAGES: Mapping[str, tuple[str, object]] = {
    "another version": ("version", 1),
    "a list for the evening": ("evening", []),
    "no sides": ("evening.sides", []),
    "one side": ("evening.sides", [{}]),
    "too many sides": ("evening.sides", [{}] * 99),
    "a number for a name": ("evening.sides.0.name", 7),
    "an object for a score": ("evening.sides.0.score", {"toString": "7"}),
    "a huge text": ("evening.last", "x" * 5_000),
    "a list for a text": ("evening.nothing", []),
    "endless signs": ("evening.sides.0.won", [["knoddel", 10**9, 10**9, 3, 14, 20, 0]]),
    "signs that are none": ("evening.sides.0.won", [[]]),
    "a negative number": ("evening.sides.0.won.0.1", -1),
    "too short a line": ("evening.lines", [[26]]),
    "a line of nonsense": ("evening.lines", [[26, {"a": 1}, True]]),
    "nested deeply": ("evening.lines", json.loads("[" * 200 + "]" * 200)),
    "endless lines": ("evening.lines", [[26, ["+1", "1"], None]] * 5_000),
    "no layout": ("evening.layout", None),
    "a text for a size": ("evening.sides.0.score_size", "96px;position:fixed"),
    "no language": ("language", None),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_snapshot_gives_the_empty_slate(wake: Wake, tmp_path: Path, damage: str) -> None:
    path, value = DAMAGES[damage]
    told = kept(played(tmp_path, "bauerchen"))
    page = wake({"/waking.json": changed(told, path, value)})
    assert page.evaluate(TEXTS) == ["Knoddel"]
    expect(page.get_by_role("status")).to_contain_text("Wird wach …")


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe", b"null", b"[]", b'"x"', b"[" * 50_000, b" " * 200_000]
)
def test_what_is_no_snapshot_gives_the_empty_slate(wake: Wake, content: bytes) -> None:
    assert wake({"/waking.json": content}).evaluate(TEXTS) == ["Knoddel"]


def wake_again(page: Page, files: Mapping[str, bytes]) -> None:
    """Begin anew with other files."""
    page.evaluate(KEEP, {path: base64.b64encode(file).decode() for path, file in files.items()})
    page.evaluate("waking.begin()")


def test_a_field_that_is_missing_gives_the_empty_slate(wake: Wake, tmp_path: Path) -> None:
    told = kept(played(tmp_path, "bauerchen"))
    page = wake(as_files(told))
    for field in set(told["evening"]) - {SINCE_LATELY}:
        rest = {key: value for key, value in told["evening"].items() if key != field}
        wake_again(page, as_files({**told, "evening": rest}))
        assert page.evaluate(TEXTS) == ["Knoddel"], field


def test_what_an_older_version_has_kept_is_drawn(wake: Wake, tmp_path: Path) -> None:
    told = kept(played(tmp_path, "bauerchen"))
    del told["evening"][SINCE_LATELY]
    page = wake(as_files(told))
    assert page.evaluate(TEXTS) == texts_of(told["evening"])


def test_the_first_visit_tells_what_is_being_fetched(wake: Wake) -> None:
    page = wake({})
    assert page.evaluate(TEXTS) == ["Knoddel"]
    expect(page.get_by_role("status")).to_contain_text("Danach braucht sie kein Netz mehr.")
    page.evaluate("waking.progress('fetching', 2500000, 10000000)")
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuenow", "25")
    expect(page.locator(".amount")).to_have_text("2,5 von 10,0 MB")
    page.evaluate("waking.progress('starting')")
    expect(page.get_by_role("status")).to_contain_text("Knoddel startet …")
    expect(page.locator(".amount")).to_have_text("")


# What is said


def test_what_failed_stays_and_the_data_can_be_saved(wake: Wake, tmp_path: Path) -> None:
    told = kept(played(tmp_path, "bauerchen"))
    own = {
        "/library.json": b'{"a":1}\n',
        "/library.previous": b"{}",
        "/waiting.json": b"[]",
        "/not-written.json": b"[]",
        "/book.json": b"paid",
        "/book.previous": b"",
        "/evenings/2026-11-20-c2b575bc.json": bytes(range(256)) * 500,
        "/evenings/2026-11-20-c2b575bc.previous": "Größe".encode(),
    }
    copies = dict.fromkeys(("/backups/x.json", "/library.json.x", "/book.json.x"), b"a copy")
    page = wake({**as_files(told), **own, **copies})
    page.evaluate("waking.failed('starting', '<b>out of memory</b>')")
    page.evaluate("waking.progress('opening', 1, 2)")
    said = page.get_by_role("alert")
    expect(said).to_contain_text("Knoddel ließ sich auf diesem Gerät nicht starten.")
    expect(said).to_contain_text("Der Browser meldet: <b>out of memory</b>")
    assert page.evaluate(TEXTS) == texts_of(told["evening"])
    with page.expect_download() as download:
        page.get_by_role("button", name=SAVE).click()
    saved = json.loads(Path(download.value.path()).read_text())
    assert saved["format"] == "knoddel-files"
    assert {path: base64.b64decode(held) for path, held in saved["files"].items()} == own


def test_what_was_saved_can_be_read_in(wake: Wake, tmp_path: Path) -> None:
    evening = played(tmp_path, "schlauch")
    files = {
        f"/{file.relative_to(tmp_path).as_posix()}": file.read_bytes()
        for file in tmp_path.rglob("*.json")
    }
    score = ["0"] * len(evening.sheet.head.sides)
    waiting = tap(evening, evening.replay.entries[-1], score=score)
    page = wake({**files, "/waiting.json": json.dumps([waiting]).encode()})
    page.evaluate("waking.failed('starting')")
    with page.expect_download() as download:
        page.get_by_role("button", name=SAVE).click()
    saved = read_file(Path(download.value.path()).read_bytes())
    after = evening.replay.after(evening.replay.entries[-1])
    assert replace(evening.sheet, replay=after) in saved.sheets, "with what waits"
    assert saved.left == ()


def save_where_the_database_hangs(wake: Wake) -> Page:
    """Ask for the data; time does not pass by itself any more."""
    page = wake({})
    page.evaluate("waking.failed('starting')")
    save = page.get_by_role("button", name=SAVE)
    save.click(trial=True)
    page.evaluate(DATABASE_HANGS.decode())
    page.evaluate(TIME_STANDS)
    save.click()
    return page


def test_where_the_database_hangs_it_is_said_that_the_data_cannot_be_read(wake: Wake) -> None:
    page = save_where_the_database_hangs(wake)
    said = page.get_by_role("alert")
    expect(said).to_have_text(NOT_STARTED)
    page.evaluate("pass()")
    expect(said).to_have_text(NOT_READ)
    page.evaluate("pass()")
    for name in (AGAIN, SAVE):
        page.get_by_role("button", name=name).click(trial=True)


def test_a_database_that_hangs_covers_no_app_that_has_come_meanwhile(wake: Wake) -> None:
    page = save_where_the_database_hangs(wake)
    page.evaluate("waking.gone()")
    page.evaluate("pass()")
    page.evaluate("document.fonts.ready")  # by now it would be told
    expect(page.locator("#waking")).to_have_count(0)


@pytest.mark.parametrize("key", ["fetching", "browser", "storage", "full", "stopped", "nonsense"])
@pytest.mark.parametrize("text", [100, 200])
def test_every_failure_has_a_sentence_that_can_be_read(
    wake: Wake, tmp_path: Path, key: str, text: int
) -> None:
    told = as_files(kept(crowded(tmp_path), 320, 640, text / 100))
    page = wake(told, width=320, height=640, text=text)
    page.evaluate("key => waking.failed(key, 'x'.repeat(2000))", key)
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"[.:]"))
    assert page.evaluate(CUT_OFF) == []
    expect(page.get_by_role("button", name=SAVE)).to_be_visible()
    for button in page.get_by_role("button").all():
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport(ratio=1)


def test_a_button_does_what_it_was_given(wake: Wake) -> None:
    page = wake({})
    page.evaluate("waking.says('elsewhere', [{key: 'here', action: () => waking.gone()}])")
    expect(page.get_by_role("status")).to_contain_text("in einem anderen Tab")
    page.get_by_role("button", name="Lieber hier anschreiben").click()
    expect(page.locator("#waking")).to_have_count(0)


def test_above_the_live_slate_a_sentence_goes_when_it_is_closed(wake: Wake) -> None:
    page = wake({})
    page.evaluate("waking.gone()")
    says = "waking.says('update', [{key: 'load', action: () => {}}])"
    page.evaluate(f"void {says}.then(() => {{ window.isClosed = true; }})")
    expect(page.get_by_role("status")).to_have_text("Eine neue Fassung liegt bereit.")
    assert page.evaluate("window.isClosed") is None
    page.get_by_role("button", name="Schließen").click()
    expect(page.get_by_role("status")).to_have_count(0)
    assert page.evaluate("window.isClosed")


@pytest.mark.parametrize(
    "says",
    [
        "says('update', [{key: 'load', action: () => {}}])",
        "says('not_stored', [{key: 'retry', action: () => {}}])",
        "says('deleted')",
        "says('went_on')",
        "holds('storing')",
        "holds('storing_hangs', [{key: 'again', action: () => {}}])",
    ],
)
def test_a_sentence_above_the_live_slate_is_no_higher_than_its_top_bar(
    wake: Wake, tmp_path: Path, says: str
) -> None:
    page = wake(as_files(kept(played(tmp_path, "bauerchen"))))
    names = page.locator("#waking .names").bounding_box()
    assert names
    page.evaluate("waking.gone()")
    page.evaluate(f"void waking.{says}")  # what it returns is resolved when it is closed
    bar = page.locator(".bar").bounding_box()
    assert bar
    assert bar["height"] <= names["y"] + 1
    assert page.evaluate(CUT_OFF_BAR) == 0
    page.evaluate("waking.holds(null)")
    expect(page.locator("#waking-holds")).to_have_count(0)


def test_buttons_that_come_beneath_a_finger_are_not_tapped_by_it(
    wake: Wake, tmp_path: Path
) -> None:
    page = wake(as_files(told_with_keys(play(Library(tmp_path)))))
    assert page.evaluate(f"waking.failed('starting') && {HIT}") == []
    with page.expect_download():
        page.get_by_role("button", name=SAVE).click()
    page.evaluate("waking.gone()")
    above = "waking.says('update', [{key: 'load', action: () => {}}])"
    assert page.evaluate(f"{above} && {HIT}") == []
    page.get_by_role("button", name="Laden").click()
    expect(page.locator(".bar")).to_have_count(0)


def test_an_app_that_stops_leaves_the_slate(wake: Wake, tmp_path: Path) -> None:
    told = kept(played(tmp_path, "schlauch"))
    page = wake(as_files(told))
    page.evaluate("waking.gone()")
    page.evaluate("waking.failed('stopped')")
    expect(page.get_by_role("alert")).to_contain_text("unerwartet stehen geblieben")
    assert page.evaluate(TEXTS) == texts_of(told["evening"])


# A half for each of two sides

OF_BOTH_SIDES = ("bauerchen", "bauer", "bauer-simple", "bauerschspiel")


def texts_of_half(slate: dict[str, Any], side: int) -> list[str]:
    """Return the texts of a half in a snapshot in the order in which the page draws them."""
    halves = slate["halves"]
    texts = [] if side else [*slate["said"]]
    for place in (side, 1 - side):
        texts.append(halves["names"][place])
        for _, number, slots, most, *_ in halves["won"][place]:
            texts += [f"×{number}"] * (number > most and not slots)
        texts.append(slate["sides"][place]["score"])
    return [*texts, *(shown for shown, _ in halves["told"]), slate["last"]]


@pytest.mark.parametrize("game", OF_BOTH_SIDES)
def test_halves_are_drawn_and_nothing_of_them_is_cut_off(
    wake: Wake, tmp_path: Path, game: str
) -> None:
    evening = played(tmp_path, game)
    for width, height in SIZES:
        for scale in (1, 2):
            told = kept(evening, width, height, scale, HALVED)
            page = wake(as_files(told), width, height, 100 * scale)
            wanted = [*texts_of_half(told["evening"], 1), *texts_of_half(told["evening"], 0)]
            assert page.evaluate(TEXTS) == wanted
            assert scale > 1 or page.evaluate(CUT_OFF) == []
            expect(page.get_by_role("status")).to_contain_text("Wird wach …")


def test_halves_are_drawn_on_another_screen_than_they_were_kept_for(
    wake: Wake, tmp_path: Path
) -> None:
    told = as_files(kept(played(tmp_path, "bauerchen"), 844, 390, chosen=HALVED))
    for width, height in SIZES:
        assert wake(told, width, height).evaluate(CUT_OFF) == []


@pytest.mark.parametrize("damage", ["panel", "score", "names", "won", "told"])
def test_damaged_halves_give_the_empty_slate(wake: Wake, tmp_path: Path, damage: str) -> None:
    told = kept(played(tmp_path, "bauerchen"), chosen=HALVED)
    page = wake({"/waking.json": changed(told, f"evening.halves.{damage}", ["x"])})
    assert page.evaluate(TEXTS) == ["Knoddel"]


# The live slate in its place

PLACES = """
selectors => selectors.map(selector => [...document.querySelectorAll(selector)].map(drawn => {
  const box = drawn.getBoundingClientRect();
  return [box.left, box.bottom, box.width];
}))
"""
OFF = 2
"""By how much the live slate may be off, in dp."""


def live_places(phone: Phone, slate: dict[str, Any]) -> tuple[list[list[float]], float, float]:
    """Return where lines and who is on end on the live slate, and where the pad begins."""
    lines = phone.page.get_by_role("button", name=re.compile("^Zeile "))
    expect(lines.last).to_be_visible()
    boxes = [box for line in lines.all() if (box := line.bounding_box())]
    who = phone.button(slate["who"][1]).bounding_box()
    undo = phone.button("Rückgängig").bounding_box()
    said = phone.button(slate["last"]).bounding_box()
    assert who
    assert undo
    assert said
    pad = who["y"] + who["height"] + max(undo["height"], said["height"]) + 1
    lowest = [[box["x"], box["y"] + box["height"], box["width"]] for box in boxes]
    return lowest, who["y"] + who["height"], pad


PARTS = [".far .menu", ".half:last-child .menu", ".half:last-child .undo"]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390)])
def test_live_halves_take_their_place_without_a_jump(
    app: App, open_phone: OpenPhone, wake: Wake, width: int, height: int
) -> None:
    evening = played(app.folder, "bauerchen")
    library = Library(app.folder)
    library.change(replace(library.settings, both_sides=True))
    phone = open_phone(width, height)
    live = [
        box
        for name, place in (("Menü", 0), ("Menü", 1), ("Rückgängig", 1))
        if (box := phone.page.get_by_role("button", name=name).nth(place).bounding_box())
    ]
    keys = phone.button("Mein: 20 melden").bounding_box()
    assert keys
    pad_height = height - BENEATH - keys["y"]
    told = kept(evening, width, height, chosen=HALVED, pad_height=pad_height)
    page = wake(as_files(told), width, height)
    for box, (drawn, *_) in zip(live, page.evaluate(PLACES, PARTS), strict=True):
        middle = drawn[0] + drawn[2] / 2, drawn[1] - drawn[2] / 2
        assert middle == pytest.approx(
            (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), abs=OFF
        )


EARLY_KEYS = """
() => {
  const pinned = document.querySelector('#waking.scrolls .last')?.getBoundingClientRect().top;
  return [...document.querySelectorAll('#waking .key')].map(key => {
    const {left, top, right, bottom} = key.getBoundingClientRect();
    const end = top < pinned ? Math.min(pinned, bottom) : bottom;  // as screen readers are told
    const half = document.querySelector('.halves') && (key.closest('.far') ? 'far' : 'near');
    return [`${key.ariaLabel}, ${key.ariaPressed}, ${half}`, [left, top, right, end]];
  });
}
"""
LIVE_KEYS = """
halved => [...document.querySelectorAll('[role=button]')].map(key => {
  const {left, top, right, bottom} = key.getBoundingClientRect();
  const half = halved ? (bottom < innerHeight / 2 ? 'far' : 'near') : null;
  return [`${key.textContent}, ${key.ariaCurrent}, ${half}`, [left, top, right, bottom]];
})
"""
"""All keys of the screen. Flutter calls those current that stay pressed."""
BESIDES = re.compile("Menü|Runden|Partien|Rückgängig|Wiederholen|Zeile |Gestrichen: |Geber: ")
"""The keys that are not on the pad, but for what is told of the last line."""
Places: TypeAlias = dict[str, list[float]]


def keys_off(
    phone: Phone, page: Page, told: dict[str, Any]
) -> dict[str, tuple[list[float] | None, list[float] | None]]:
    """Return the keys that are not the same early and live: where they are early, and where live.

    A key is called by its name, whether it is pressed, and its half, if there are halves.
    """
    early: Places = dict(page.evaluate(EARLY_KEYS))
    live: Places = dict(phone.page.evaluate(LIVE_KEYS, "halves" in told))
    of_pad = [key for key in live if not (BESIDES.match(key) or key.startswith(told["last"]))]
    live = {key: live[key] for key in of_pad}
    return {
        key: (early.get(key), live.get(key))
        for key in early | live
        if early.get(key) != pytest.approx(live.get(key), abs=OFF)
    }


def expect_same_keys(phone: Phone, page: Page, told: dict[str, Any], where: str) -> None:
    """Wait until the pad's keys are the same early and live, all of them."""
    end = monotonic() + PATIENCE / 1000
    while (off := keys_off(phone, page, told)) and monotonic() < end:
        page.wait_for_timeout(LOOK_AGAIN)
    assert off == {}, where


@pytest.mark.parametrize(
    ("width", "height", "games"),
    [
        (390, 844, tuple(GAMES)),
        (320, 640, ("bauerchen", "bauerschspiel", "schlauch")),
        (844, 390, ("bauer", "bohemian-watten")),
    ],
)
def test_the_live_slate_takes_its_place_without_a_jump_and_its_keys_are_in_the_same_places(
    app: App, open_phone: OpenPhone, wake: Wake, width: int, height: int, games: tuple[str, ...]
) -> None:
    evenings = {game: played(app.folder, game, title=game) for game in games}
    finger = Finger(open_phone(width, height), width)
    for game, evening in evenings.items():
        finger.go("evenings")
        finger.press(f"{game},")
        finger.seen("Wiederholen")
        slate = kept(evening, width, height)["evening"]
        lines, who, pad = live_places(finger.phone, slate)
        page = wake(as_files(kept(evening, width, height, pad_height=height - pad)), width, height)
        mine, (my_who,) = page.evaluate(PLACES, [".token:not(.carried), .line", ".who"])
        assert my_who[1] == pytest.approx(who, abs=OFF), game
        assert sorted(mine) == [pytest.approx(line, abs=OFF) for line in sorted(lines)]
        page = wake(as_files(told_with_keys(evening, width, height)), width, height)
        expect_same_keys(finger.phone, page, slate, game)


def expect_same_keys_half_entered(
    finger: Finger,
    wake: Wake,
    library: Library,
    evenings: Mapping[str, tuple[Evening, tuple[str, ...]]],
    device: tuple[int, int, int],
) -> None:
    """Wait on the slate of each evening, and after each tap, until its keys are the same.

    The evenings are there by title; a device has a width, a height and a text size in per cent.
    """
    width, height, text = device

    def asleep(evening: Evening) -> Page:
        told = told_with_keys(evening, width, height, text / 100, library.settings)
        return wake(as_files(told), width, height, text)

    for title, (evening, names) in evenings.items():
        finger.go("evenings")
        finger.press(f"{title},")
        finger.seen("Wiederholen", may_be_same=True)  # the open evening is there from the start
        slate = kept(evening, chosen=library.settings)["evening"]
        page = asleep(evening)
        expect_same_keys(finger.phone, page, slate, title)
        for name in names:
            finger.press(name)
            key = page.get_by_role("button", name=name, exact=True).first
            if "asleep" in (key.get_attribute("class") or ""):
                finger.seen()  # another pad, and stored by then
                page = asleep(Library(library.folder).evening(evening.key))
            else:
                key.evaluate("key => key.click()")  # without scrolling
            expect_same_keys(finger.phone, page, slate, f"{title}, after {name}")


HALF_ENTERED = {
    "bauerchen": ("Spritzen", "Augen zählen"),
    "bauer": ("Stoß ×2",),
    "bauer-simple": ("Trumpf: niemand",),
    "bohemian-watten": ("Ute: ein Stich mehr", "Herz ist Trumpf"),
    "schlauch": ("Isa spielt", "Bettel, 150 Punkte"),
}


@pytest.mark.parametrize(
    ("width", "height", "text", "hand"),
    [
        (390, 844, 100, "right"),
        (390, 844, 200, "left"),
        (320, 640, 200, "right"),
        (844, 390, 130, "left"),
    ],
)
def test_a_half_entered_deal_has_the_same_keys_early_and_live_with_large_text_and_in_either_hand(
    app: App,
    open_phone: OpenPhone,
    wake: Wake,
    width: int,
    height: int,
    text: int,
    hand: str,
) -> None:
    library = Library(app.folder)
    chosen = replace(library.settings, left_handed=hand == "left")
    library.change(chosen)
    evenings = {
        game: (played(app.folder, game, title=game), names) for game, names in HALF_ENTERED.items()
    }
    finger = Finger(open_phone(width, height), width)
    finger.enlarge(text)

    expect_same_keys_half_entered(finger, wake, library, evenings, (width, height, text))


HALF_ENTERED_IN_HALVES = {
    "bauerchen": ("Spritzen", "Augen zählen"),
    "bauer": ("Stoß ×2", "Karten weg"),
    "bauer-simple": ("Trumpf: niemand",),
    "bauerschspiel": (),
    "bohemian-watten": ("Mein: ein Stich mehr",),
}


@pytest.mark.parametrize(
    ("width", "height", "text", "games"),
    [
        (390, 844, 100, tuple(HALF_ENTERED_IN_HALVES)),
        (320, 640, 100, ("bauerchen",)),
        (844, 390, 100, ("bauer", "bohemian-watten")),
        (768, 1024, 100, ("bauerschspiel",)),
        (390, 844, 200, ("bauerchen", "bauer-simple")),
    ],
)
def test_keys_of_halves_are_in_the_same_places_early_and_live(
    app: App,
    open_phone: OpenPhone,
    wake: Wake,
    width: int,
    height: int,
    text: int,
    games: tuple[str, ...],
) -> None:
    library = Library(app.folder)
    library.change(replace(library.settings, both_sides=True))
    sides = (Side("Mein"), Side("Dein"))
    evenings = {
        game: (
            play(library, game=GAMES[game], sides=sides, title=game),
            HALF_ENTERED_IN_HALVES[game],
        )
        for game in games
    }
    finger = Finger(open_phone(width, height), width)
    finger.enlarge(text)
    expect_same_keys_half_entered(finger, wake, library, evenings, (width, height, text))


# What is tapped before Python is there

WAITING = """
async () => {
  const opening = indexedDB.open('knoddel', 1);
  await new Promise(done => opening.onsuccess = done);
  const asked = opening.result.transaction('files').objectStore('files').get('/waiting.json');
  await new Promise(done => asked.onsuccess = done);
  opening.result.close();
  return asked.result === undefined ? null : new TextDecoder().decode(asked.result);
}
"""


def waiting(page: Page) -> list[tuple[str, Any, list[str]]] | None:
    """Return what waits in the browser: by name, what it writes, and the score reckoned for it."""
    told = page.evaluate(WAITING)
    return told and [
        (tap["name"], timeless(tap["entry"]), tap["score"]) for tap in json.loads(told)
    ]


def timeless(entry: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return an entry without the time at which it was tapped."""
    return entry and {name: value for name, value in entry.items() if name != "at"}


def expect_score(page: Page, *score: str) -> None:
    expect(page.locator("#waking .score .figure")).to_have_text([*score])


def expect_note(page: Page, name: str) -> None:
    expect(page.get_by_text(f"Vorgemerkt: {name}", exact=True)).to_be_visible()


def key_of(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


NOT_KEPT = "Nicht vorgemerkt. Bitte noch einmal antippen."
NOT_TAKEN_BACK = "Nicht zurückgenommen. Bitte noch einmal antippen."
NOTHING_CHANGES = """() => {
  for (const change of ['put', 'delete']) {
    globalThis[change] = IDBObjectStore.prototype[change];
    IDBObjectStore.prototype[change] = () => { throw new DOMException('', 'QuotaExceededError'); };
  }
}"""
THINGS_CHANGE = """() => {
  for (const change of ['put', 'delete']) IDBObjectStore.prototype[change] = globalThis[change];
}"""
LEFT_WHILE_IT_OPENS = """() => {
  const {open} = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...what) {
    IDBFactory.prototype.open = open;
    waking.leave();
    return open.apply(this, what);
  };
}"""
"""Puts the page aside between a tap and the transaction that keeps it."""
NOTE_HOW_IT_IS_KEPT = """() => {
  globalThis.kept = [];
  const {transaction} = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...of) {
    const begun = transaction.apply(this, of);
    if (begun.mode === 'readwrite') kept.push(begun.durability);
    return begun;
  };
}"""
"""Notes how durable each change of the database is: "strict" is on the disk when it is done."""
OF_ANOTHER: Mapping[str, object] = {
    "evening": "x",
    "revision": "y",
    "key": "z",
    "name": "n",
    "entry": None,
    "score": [],
}
"""A tap on another evening."""
MELD = {"type": "meld", "side": 0, "cards": 20}
DEAL = {"type": "deal", "winner": 1, "level": "schneider"}


def test_what_is_tapped_waits_in_order_and_can_be_taken_back(wake: Wake, tmp_path: Path) -> None:
    evening = play(Library(tmp_path))
    files = as_files(told_with_keys(evening))
    page = wake(files)
    for name in ("Mein: 20 melden", "Spritzen", "Dein: Schneider, 4 Punkte"):
        key_of(page, name).click(no_wait_after=True)
    expect_note(page, "Dein: Schneider, 4 Punkte")
    expect_score(page, "1", "4")
    expect(page.locator(".said")).to_contain_text("Stand: Mein 1, Dein 4")
    expect(page.locator(".who")).to_have_attribute("aria-label", re.compile("Geber: Hans"))
    tapped = [
        ("Mein: 20 melden", MELD, ["1", "0"]),
        ("Spritzen", None, ["1", "0"]),
        ("Dein: Schneider, 4 Punkte", {**DEAL, "spritzen": 1}, ["1", "4"]),
    ]
    assert waiting(page) == tapped
    page.evaluate("waking.gone()")
    page.evaluate("waking.begin()")  # as the page does when it is loaded again
    expect_note(page, "Dein: Schneider, 4 Punkte")
    expect_score(page, "1", "4")
    for left in (2, 1, 0):
        key_of(page, "Nicht anschreiben").click()
        if left:
            expect_note(page, tapped[left - 1][0])
            assert waiting(page) == tapped[:left]
    expect_score(page, "0", "0")
    assert waiting(page) is None
    expect(key_of(page, "Nicht anschreiben")).to_have_count(0)


def test_each_side_taps_and_takes_back_in_its_own_half_and_both_see_what_is_noted(
    wake: Wake, tmp_path: Path
) -> None:
    page = wake(as_files(told_with_keys(play(Library(tmp_path)), chosen=HALVED)))
    far, near = ".half.far, .pad.far", ".half:not(.far), .pad:not(.far)"
    figures = page.locator("#waking .figure")
    for name, score, tapping, taking_back in (
        ("Dein: 40 melden", ["2", "0", "0", "2"], far, near),
        ("Mein: 20 melden", ["0", "1", "1", "0"], near, far),
    ):
        page.locator(tapping).get_by_role("button", name=name).click()
        expect(figures).to_have_text(score)
        noted = page.locator(".half").get_by_text(f"Vorgemerkt: {name}", exact=True)
        expect(noted).to_have_count(2)
        page.locator(tapping).get_by_role("button", name="Augen zählen").click()
        for half in page.locator(".half").all():
            expect(half.get_by_text("Das geht, sobald Knoddel wach ist.")).to_be_visible()
            expect(half.get_by_text("Vorgemerkt: ")).to_be_hidden()
        page.locator(taking_back).get_by_role("button", name="Nicht anschreiben").click()
        expect(figures).to_have_text(["0"] * 4)
        expect(page.get_by_role("button", name="Nicht anschreiben")).to_have_count(0)
        assert waiting(page) is None


def test_what_is_tapped_and_taken_back_is_announced_with_the_score(
    wake: Wake, tmp_path: Path
) -> None:
    page = wake(as_files(told_with_keys(play(Library(tmp_path)))))
    announced = page.locator("#waking [aria-live=polite]")
    expect(announced).to_have_text("")
    region = announced.element_handle()
    for name, said in (
        ("Mein: 20 melden", "Stand: Mein 1, Dein 0. Vorgemerkt: Mein: 20 melden"),
        ("Mein: 20 melden", "Stand: Mein 2, Dein 0. Vorgemerkt: Mein: 20 melden"),
        ("Nicht anschreiben", "Stand: Mein 1, Dein 0. Vorgemerkt: Mein: 20 melden"),
        ("Nicht anschreiben", "Stand: Mein 0, Dein 0. Noch steht nichts da. Ergebnis antippen."),
    ):
        key_of(page, name).click()
        expect(announced).to_have_text(said)
    assert region.evaluate("region => region.isConnected"), "what comes anew is not announced"


def test_a_tap_that_is_not_kept_is_not_shown(wake: Wake, tmp_path: Path) -> None:
    page = wake(as_files(told_with_keys(play(Library(tmp_path)))))
    page.evaluate(NOTHING_CHANGES)
    key_of(page, "Mein: 20 melden").click()
    expect(page.get_by_role("status")).to_have_text(NOT_KEPT)
    expect_score(page, "0", "0")
    page.evaluate(THINGS_CHANGE)
    key_of(page, "Mein: 40 melden").click()
    expect_note(page, "Mein: 40 melden")
    expect(page.get_by_role("status")).to_have_text("Wird wach …")


def test_a_tap_that_could_not_be_taken_back_is_still_noted(wake: Wake, tmp_path: Path) -> None:
    page = wake(as_files(told_with_keys(play(Library(tmp_path)))))
    key_of(page, "Mein: 20 melden").click()
    expect_note(page, "Mein: 20 melden")
    page.evaluate(NOTHING_CHANGES)
    key_of(page, "Nicht anschreiben").click()
    expect(page.get_by_role("status")).to_have_text(NOT_TAKEN_BACK)
    expect_note(page, "Mein: 20 melden")
    assert [tap[0] for tap in waiting(page) or []] == ["Mein: 20 melden"]
    page.evaluate(THINGS_CHANGE)
    key_of(page, "Nicht anschreiben").click()
    expect_score(page, "0", "0")
    expect(page.get_by_role("status")).to_have_text("Wird wach …")


@pytest.mark.parametrize("zone", ["America/St_Johns", "Asia/Kathmandu", "UTC"])
def test_a_line_that_waits_tells_when_it_was_tapped(wake: Wake, tmp_path: Path, zone: str) -> None:
    files = as_files(told_with_keys(play(Library(tmp_path))))
    page = wake(files, timezone_id=zone)
    before = datetime.now(UTC).replace(microsecond=0)
    key_of(page, "Mein: 20 melden").click()
    expect_note(page, "Mein: 20 melden")
    (tap,) = json.loads(page.evaluate(WAITING))
    at = datetime.fromisoformat(tap["entry"]["at"])
    assert before <= at <= datetime.now(UTC)
    assert at.utcoffset() == at.astimezone(ZoneInfo(zone)).utcoffset()


def test_a_tap_is_on_the_disk_when_it_is_shown(wake: Wake, tmp_path: Path) -> None:
    page = wake(as_files(told_with_keys(play(Library(tmp_path)))))
    page.evaluate(NOTE_HOW_IT_IS_KEPT)
    key_of(page, "Mein: 20 melden").click()
    expect_note(page, "Mein: 20 melden")
    assert page.evaluate("kept") == ["strict"]


def test_what_another_page_has_kept_meanwhile_stays(wake: Wake, tmp_path: Path) -> None:
    page = wake(as_files(told_with_keys(play(Library(tmp_path)))))
    key_of(page, "Mein: 20 melden").click()
    expect_note(page, "Mein: 20 melden")
    page.evaluate(KEEP, {"/waiting.json": base64.b64encode(b"[]").decode()})
    for name, said in (("Mein: 40 melden", NOT_KEPT), ("Nicht anschreiben", NOT_TAKEN_BACK)):
        key_of(page, name).click()
        expect(page.get_by_role("status")).to_have_text(said)
        expect_score(page, "1", "0")
        assert waiting(page) == []
        key_of(page, "Spritze zurücknehmen").click()  # says something else


def test_a_tap_is_not_kept_once_the_page_is_put_aside_though_it_was_about_to_be(
    wake: Wake, tmp_path: Path
) -> None:
    page = wake(as_files(told_with_keys(play(Library(tmp_path)))))
    page.evaluate(LEFT_WHILE_IT_OPENS)
    key_of(page, "Mein: 20 melden").click()
    expect(page.get_by_role("status")).to_have_text(NOT_KEPT)
    expect_score(page, "0", "0")
    assert waiting(page) is None


def test_no_more_taps_wait_than_are_read(wake: Wake, tmp_path: Path) -> None:
    told = told_with_keys(play(Library(tmp_path)))
    others = json.dumps([OF_ANOTHER] * (MOST_TAPS - 1)).encode()
    page = wake({**as_files(told), "/waiting.json": others})
    key_of(page, "Mein: 20 melden").click()
    expect_note(page, "Mein: 20 melden")
    key_of(page, "Mein: 40 melden").click()
    expect(page.get_by_role("status")).to_have_text("Das geht, sobald Knoddel wach ist.")
    expect_note(page, "Mein: 20 melden")
    assert len(waiting(page) or []) == MOST_TAPS


def test_while_a_tap_takes_long_to_be_kept_that_is_said_and_no_other_tap_is_taken(
    wake: Wake, tmp_path: Path
) -> None:
    page = wake(as_files(told_with_keys(play(Library(tmp_path)))))
    page.evaluate(HOLD)
    key_of(page, "Mein: 20 melden").click()
    expect(page.get_by_role("status")).to_have_text("Wird noch aufgehoben …")
    key_of(page, "Mein: 20 melden").click()
    expect(page.get_by_role("status")).to_have_text("Wird noch aufgehoben …")
    page.evaluate(LET_GO)
    expect_note(page, "Mein: 20 melden")
    expect_score(page, "1", "0")
    key_of(page, "Mein: 40 melden").click()
    expect_score(page, "3", "0")
    assert len(waiting(page) or []) == 2


def test_two_quick_taps_on_one_key_are_two(wake: Wake, tmp_path: Path) -> None:
    page = wake(as_files(told_with_keys(play(Library(tmp_path)))))
    key_of(page, "Mein: 20 melden").dblclick()
    page.evaluate("waking.close()")
    key_of(page, "Mein: 40 melden").click()
    expect(page.get_by_role("status")).to_have_text("Das geht, sobald Knoddel wach ist.")
    expect_score(page, "2", "0")
    assert [tap[0] for tap in waiting(page) or []] == ["Mein: 20 melden"] * 2


def test_a_tap_counts_though_its_key_is_drawn_anew_beneath_the_finger(
    wake: Wake, tmp_path: Path
) -> None:
    page = wake(as_files(told_with_keys(play(Library(tmp_path)))))
    key_of(page, "Mein: 20 melden").hover()
    page.mouse.down()
    page.evaluate("dispatchEvent(new Event('resize'))")
    page.mouse.up()
    expect_note(page, "Mein: 20 melden")
    expect_score(page, "1", "0")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640)])
def test_what_is_asleep_says_so(wake: Wake, tmp_path: Path, width: int, height: int) -> None:
    told = told_with_keys(play(Library(tmp_path)), width, height)
    page = wake(as_files(told), width, height)
    said = page.get_by_role("status")
    for asleep in (
        key_of(page, "Augen zählen"),
        page.locator(".menu"),
        page.locator(".can, .cannot").first,
    ):
        key_of(page, "Spritze zurücknehmen").click()
        asleep.click()
        expect(said).to_have_text("Das geht, sobald Knoddel wach ist.")
        expect(said).to_be_in_viewport()
    page.evaluate("waking.failed('starting')")
    expect(page.locator(".key")).to_have_count(0)
    assert waiting(page) is None


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("chosen", [DEFAULT, HALVED], ids=["facing", "halves"])
def test_without_keys_the_slate_says_that_it_is_asleep_and_hides_nothing(
    wake: Wake, tmp_path: Path, width: int, height: int, chosen: Settings
) -> None:
    told = kept(played(tmp_path, "bauerchen"), width, height, chosen=chosen)
    page = wake(as_files(told), width, height)
    said = page.get_by_role("status")
    last = page.locator(".what > p").last
    expect(said).to_contain_text("Wird wach …")
    expect(last).to_be_visible()
    page.locator(".menu").last.click()
    expect(said).to_contain_text("Das geht, sobald Knoddel wach ist.")
    expect(said).to_be_in_viewport()
    expect(last).to_be_visible()
    page.evaluate("waking.progress('starting')")
    expect(said).to_contain_text("Knoddel startet …")


SILENT = (
    "Der Abend wird aufgeschlagen …"
    "Seit 30 Sekunden tut sich nichts. Knoddel wartet weiter; ein neuer Versuch kann helfen."
)


def silent(page: Page, site: str, text: int = 100) -> None:
    """Load a page that was woken, and let nothing move in it for 30 seconds."""
    page.goto(f"{site}{PATIENT}")
    page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
    page.evaluate("waking.begin()")
    expect(page.locator(".key").first).to_be_visible()
    page.evaluate(f"globalThis.keysBefore = ({EARLY_KEYS})()")
    page.evaluate(TIME_STANDS)
    page.evaluate("waking.progress('opening')")
    page.evaluate("pass()")
    expect(page.get_by_role("status")).to_contain_text(SILENT)
    page.evaluate("pass()")  # new buttons take taps by now


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("chosen", [DEFAULT, HALVED], ids=["facing", "halves"])
def test_if_nothing_moves_that_is_said_beside_the_keys_which_stay_where_they_are(
    site: str, wake: Wake, tmp_path: Path, width: int, height: int, chosen: Settings
) -> None:
    told = told_with_keys(played(tmp_path, "bauerchen"), width, height, chosen=chosen)
    page = wake(as_files(told), width, height)
    silent(page, site)
    said = page.get_by_role("status")

    def expect_all_in_sight(sentence: str) -> None:
        """Whoever looks sees this, both ways on, the score, what was noted, and all keys."""
        expect(said.get_by_text(sentence)).to_be_in_viewport(ratio=1)
        assert page.evaluate(HIT) == [AGAIN, SAVE]
        assert page.evaluate(EARLY_KEYS) == page.evaluate("keysBefore")
        expect(page.locator(".figure:visible").first).to_be_in_viewport(ratio=1)

    expect_all_in_sight("Seit 30 Sekunden")
    page.locator(".notice .sentences").click()  # which is no key that is asleep
    expect_all_in_sight("Seit 30 Sekunden")
    key_of(page, "Mein: 20 melden").first.click()
    back = key_of(page, "Nicht anschreiben")
    noted = page.locator(":is(.last, .half) p:visible", has_text="Vorgemerkt: Mein: 20 melden")
    for seen in (back.first, back.last, noted.first):
        expect(seen).to_be_in_viewport(ratio=1)
    expect_all_in_sight("Seit 30 Sekunden")
    key_of(page, "Augen zählen").first.click()
    expect_all_in_sight("Das geht, sobald Knoddel wach ist.")
    back.first.click()
    expect(back).to_have_count(0)
    expect_all_in_sight("Seit 30 Sekunden")
    page.get_by_role("button", name=SAVE).focus()
    page.evaluate("dispatchEvent(new Event('resize'))")
    expect(page.get_by_role("button", name=SAVE)).to_be_focused()
    page.evaluate("waking.progress('starting')")
    expect(said).to_contain_text("Knoddel startet …")
    assert page.evaluate(HIT) == []
    assert page.evaluate(EARLY_KEYS) == page.evaluate("keysBefore")


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("chosen", [DEFAULT, HALVED], ids=["facing", "halves"])
def test_if_nothing_moves_both_ways_on_are_in_reach_with_large_text_too(
    site: str, wake: Wake, tmp_path: Path, width: int, height: int, chosen: Settings
) -> None:
    """In a half without room for them they stand where its keys were."""
    told = told_with_keys(played(tmp_path, "bauerchen"), width, height, 2, chosen)
    page = wake(as_files(told), width, height, 200)
    silent(page, site, 200)
    assert page.evaluate(HIT) == [AGAIN, SAVE]
    expect(page.locator(".figure:visible").first).to_be_in_viewport()


@pytest.mark.parametrize(
    ("noted", "said"), [([], "Noch steht nichts da."), (["Mein: 20 melden"], "Vorgemerkt: {}")]
)
def test_nobody_is_asked_to_tap_where_there_are_no_keys(
    wake: Wake, tmp_path: Path, noted: list[str], said: str
) -> None:
    page = wake(as_files(told_with_keys(play(Library(tmp_path)))))
    expect(page.locator(".last")).to_contain_text("Noch steht nichts da. Ergebnis antippen.")
    for name in noted:
        key_of(page, name).click()
        expect_note(page, name)
    page.evaluate("waking.failed('starting')")
    expect(page.locator(".last")).to_have_text(said.format(*noted))


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[7]", b"\xff", b"[" * 50_000, b'[{"evening": 1}]']
)
def test_with_a_damaged_list_of_what_waits_no_key_can_be_tapped(
    wake: Wake, tmp_path: Path, content: bytes
) -> None:
    told = told_with_keys(play(Library(tmp_path)))
    page = wake({**as_files(told), "/waiting.json": content})
    without_keys = {**told["evening"], "last": told["evening"]["nothing"]}
    assert page.evaluate(TEXTS) == texts_of(without_keys)
    expect(page.locator(".key")).to_have_count(0)


def test_what_waits_for_another_evening_stays_there(wake: Wake, tmp_path: Path) -> None:
    told = told_with_keys(play(Library(tmp_path)))
    page = wake({**as_files(told), "/waiting.json": json.dumps([OF_ANOTHER]).encode()})
    key_of(page, "Mein: 20 melden").click()
    expect_note(page, "Mein: 20 melden")
    assert [tap[0] for tap in waiting(page) or []] == ["n", "Mein: 20 melden"]
    key_of(page, "Nicht anschreiben").click()
    expect_score(page, "0", "0")
    assert [tap[0] for tap in waiting(page) or []] == ["n"]


DAMAGED_PLACES: Sequence[tuple[str, object]] = [
    ("ahead", []),
    ("ahead.graph", 7),
    ("ahead.key", None),
    ("ahead.revision", None),
    ("ahead.start", 10**6),
    ("ahead.start", -1),
    ("ahead.start", 0.5),
]
DAMAGED_GRAPHS: Mapping[str, object] = {
    "ahead.nodes": [],
    "ahead.nodes.0": [0, 0],
    "ahead.nodes.0.0": 999,
    "ahead.nodes.0.2": [[1, 0]],
    "ahead.nodes.0.2.0": [999, 0],
    "ahead.nodes.0.2.1": [0, -1],
    "ahead.start": 999,  # beyond the graph
    "ahead.keys.0.look": "toString",
    "ahead.keys.0.size": "17px",
    "ahead.keys.0.text": {"sign": "constructor"},
    "ahead.keys.0.ink": "red",
    "ahead.rows.0.cells": "x",
    "ahead.pads.0.0": [[999]],
    "ahead.slates.0.score": ["1"],
}
DAMAGED_GRAPHS_OF_HALVES: Mapping[str, object] = {
    "ahead.nodes.0.1": [0],  # a pad is missing
    "ahead.pads.0.3": "184",
    "ahead.rows.0.height": -1,
    "ahead.keys.0.share": "1",
    "ahead.slates.0.halves": None,
    "ahead.slates.0.halves.scores": [[16, "above"]],
    "ahead.slates.0.halves.scores.0.1": "toString",
    "ahead.slates.0.halves.told": ["x"],
}


def test_a_damaged_place_in_the_graph_gives_the_empty_slate(wake: Wake, tmp_path: Path) -> None:
    told = told_with_keys(play(Library(tmp_path)))
    page = wake(as_files(told))
    for path, value in DAMAGED_PLACES:
        wake_again(page, as_files(json.loads(changed(told, path, value))))
        assert page.evaluate(TEXTS) == ["Knoddel"], path
    wake_again(page, as_files({name: value for name, value in told.items() if name != "evening"}))
    assert page.evaluate(TEXTS) == ["Knoddel"]


def test_without_the_graph_or_with_a_damaged_one_the_slate_has_no_keys(
    wake: Wake, tmp_path: Path
) -> None:
    evening = play(Library(tmp_path))
    told, halved = told_with_keys(evening), told_with_keys(evening, chosen=HALVED)
    files = as_files(told)
    graphs = [
        as_files(json.loads(changed(damaged, path, value)))
        for damaged, ways in ((told, DAMAGED_GRAPHS), (halved, DAMAGED_GRAPHS_OF_HALVES))
        for path, value in ways.items()
    ]
    another = files["/ahead.json"].replace(told["ahead"]["graph"].encode(), b"of another")
    graphs += [{**files, "/ahead.json": graph} for graph in (another, b"", b"[]", b" " * 200_000)]
    graphs.append({"/waking.json": files["/waking.json"]})
    page = wake(files)
    expect(page.locator("[data-key]").first).to_be_visible()
    for damaged in graphs:
        wake_again(page, damaged)
        expect(page.locator("#waking .figure").first).to_have_text("0")
        assert page.locator("[data-key]").count() == 0, damaged
    page.evaluate(UNREADABLE, "/ahead.json")
    wake_again(page, files)
    expect_score(page, "0", "0")
    assert page.locator("[data-key]").count() == 0
