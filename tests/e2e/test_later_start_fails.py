"""A start of the stored app that fails or hangs: it says so, and what was tapped early is kept."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal, TypeAlias

import pytest
from failing_starts import (
    AGAIN,
    DATABASE_HANGS,
    DRAWING,
    FILES_HANG,
    NOT_OPENED,
    NOT_STARTED,
    NOTHING,
    OF_PYTHON,
    OF_THE_PAGE,
    OPENING,
    PYTHON_LOOPS,
    PYTHON_RAISES,
    PYTHON_WAITS,
    SAVE,
    SILENCE,
    WASM,
    failing_scripts,
)
from installed import IMPATIENT, PATIENCE
from on_the_web import (
    HOLD,
    Site,
    keep,
    keep_with_keys,
    kept,
    phone_on,
    the_evening,
    wait_until,
    without_app,
)
from phone import Phone
from played import YOURS, entries_of, play
from playwright.sync_api import BrowserContext, Page, expect
from tapped import tap

from scoring.bauerchen import Meld
from storage import Library

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

Files: TypeAlias = dict[str, bytes]

KEY = "Dein: 40 melden"
STARTING = "Knoddel startet …"
A_BIT_IMPATIENT: Final = b'data-patience="5"'
SILENT_FOR_A_BIT = SILENCE.replace("0.25", "5")
PUT = """
async files => {
  const before = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const [path, content] of Object.entries(files)) {
      const kept = await cache.match(path);
      if (!kept) continue;
      const {headers} = kept;
      before[path] = await kept.text();
      await cache.put(path, new Response(content, {headers}));
    }
  }
  return before;
}
"""
"""Puts other contents into the stored app, and returns those that were there before."""
STARTS: Final = b'"in_browser.start()"'
"""What the worker lets Python run when all its modules are there."""
WRITING_RAISES: Final = """
def write_what_waits(session):
    if (in_browser.FOLDER / "waiting.json").exists():
        raise RuntimeError("Karl")

in_browser.write_what_waits = write_what_waits
"""
WRITTEN_IN_PART: Final = """
write_what_waits = in_browser.write_what_waits

def write_and_raise(session):
    is_waiting = (in_browser.FOLDER / "waiting.json").exists()
    write_what_waits(session)
    if is_waiting:
        raise RuntimeError("Karl")

in_browser.write_what_waits = write_and_raise
"""
"""The tap is written, but the run does not end well."""
NO_FRAMES: Final = "globalThis.requestAnimationFrame = () => 0;"
"""Nothing is drawn, as on a page that nobody sees."""
NO_DRAWING: Final = """
const plain = WebAssembly.compileStreaming;
WebAssembly.compileStreaming = async (source, ...more) => {
  if ((await source).url.endsWith('/skwasm.wasm')) throw new RangeError('Karl');
  return plain(source, ...more);
};
"""
"""What Flutter draws with cannot be compiled."""
TAP_AT_ONCE: Final = f"""
addEventListener('DOMContentLoaded', () => {{
  const watch = new MutationObserver(() => {{
    const key = document.querySelector('[aria-label="{KEY}"]');
    if (!key) return;
    watch.disconnect();
    key.click();
  }});
  watch.observe(document, {{childList: true, subtree: true, attributes: true}});
}});
"""
"""Taps as soon as there is a key: when Python has drawn the slate, keys are asleep."""
LIVING: Final = """
navigator.locks.query().then(({held}) => held.filter(lock => lock.name.includes(' lives ')).length)
"""
"""How many workers have not ended."""
SHOWING_LOOPS: Final = """
async def show(*_, **__):
    while True:
        pass
"""


def worker_of(site: Site) -> bytes:
    """Return the worker's script."""
    return (site.folder / "knoddel" / "worker.js").read_bytes()


def with_python(site: Site, source: str) -> Files:
    """Return a worker whose Python runs this before it starts the app."""
    worker = worker_of(site)
    assert STARTS in worker
    return {"worker.js": worker.replace(STARTS, f"`{source}\nin_browser.start()`".encode())}


def showing(source: str) -> str:
    """Return Python that gives the app another function to show it."""
    return f"{source}\nin_browser.show = show"


def failings(site: Site) -> Sequence[tuple[Files, str, str]]:
    """Return the steps that fail: what is stored, the page's sentence, its reason."""
    return [
        *failing_scripts(WASM),
        (with_python(site, "raise RuntimeError('Karl')"), NOT_OPENED, OF_PYTHON),
        (with_python(site, showing(PYTHON_RAISES)), NOT_OPENED, OF_PYTHON),
        (with_python(site, WRITING_RAISES), NOT_OPENED, OF_PYTHON),
        (with_python(site, WRITTEN_IN_PART), NOT_OPENED, OF_PYTHON),
    ]


def hangings(site: Site) -> Sequence[tuple[Files, str]]:
    """Return the steps that hang: what is stored, and the phase that the page names."""
    return [
        ({WASM.client: WASM.hangs}, DRAWING),
        ({"worker.js": NOTHING}, STARTING),
        ({"worker.js": DATABASE_HANGS + worker_of(site)}, OPENING),
        ({"kept_files.js": FILES_HANG}, OPENING),
        (with_python(site, PYTHON_LOOPS), OPENING),
        (with_python(site, showing(PYTHON_WAITS)), DRAWING),
        (with_python(site, showing(SHOWING_LOOPS)), DRAWING),
    ]


def phone_with_a_note(device: BrowserContext, site: Site, folder: Path) -> Phone:
    """Return a phone beside the app, in which a tap waits that Python has not written yet."""
    evening = play(Library(folder))
    phone = phone_on(device)
    keep_with_keys(phone, site, folder, evening)
    waiting = [tap(evening, Meld(YOURS, 40), KEY, score=["0", "2"])]
    keep(phone.page, {"/waiting.json": json.dumps(waiting).encode()})
    return phone


def put(phone: Phone, site: Site, files: Files) -> Files:
    """Put other contents into the stored app, and return those that were there before."""
    texts = {path: content.decode() for path, content in files.items()}
    before: dict[str, str] = without_app(phone, site).evaluate(PUT, texts)
    assert before.keys() == files.keys()
    return {path: content.encode() for path, content in before.items()}


@contextmanager
def started_with(phone: Phone, site: Site, files: Files) -> Iterator[None]:
    """Start the stored app with other contents, which are put back in the end."""
    before = put(phone, site, files)
    phone.page.goto(site.address)
    yield
    put(phone, site, before)


def impatient_page(site: Site, patience: bytes) -> Files:
    """Return the page, as it is stored, with this patience."""
    page = (site.folder / "knoddel" / "index.html").read_bytes()
    assert PATIENCE in page
    return {"./": page.replace(PATIENCE, patience)}


def expect_told(page: Page, role: Literal["alert", "status"], *sentences: str) -> None:
    """Wait until the page says this, and offers a restart and the data."""
    for sentence in sentences:
        expect(page.locator("#waking").get_by_role(role)).to_contain_text(sentence)
    for name in (AGAIN, SAVE):
        expect(page.get_by_role("button", name=name)).to_be_visible()


def expect_noted(page: Page) -> None:
    """Wait until the page shows what was tapped, and offers to take it back."""
    expect(page.locator("#waking .score .figure")).to_have_text(["0", "2"])
    expect(page.get_by_text(f"Vorgemerkt: {KEY}")).to_be_visible()
    expect(page.get_by_role("button", name="Nicht anschreiben")).to_be_visible()


def expect_written(phone: Phone, site: Site, folder: Path) -> None:
    """Start as usual: what was noted is written, once."""
    phone.open(site.address)
    phone.expect_text("Stand: Mein 0, Dein 2")
    files = kept(phone.page)
    assert "/waiting.json" not in files
    assert entries_of(the_evening(files, folder)) == (Meld(YOURS, 40),)


def test_a_later_start_that_fails_says_why_and_shows_and_keeps_what_was_noted(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_with_a_note(visited, site, tmp_path / "data")
    for files, sentence, reason in failings(site):
        with started_with(phone, site, files):
            expect_told(phone.page, "alert", sentence, reason)
            expect_noted(phone.page)
    expect_written(phone, site, tmp_path / "found")


def test_a_later_start_that_hangs_says_at_which_step_and_shows_and_keeps_what_was_noted(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_with_a_note(visited, site, tmp_path / "data")
    patient = put(phone, site, impatient_page(site, IMPATIENT))
    for files, phase in hangings(site):
        with started_with(phone, site, files):
            expect_told(phone.page, "status", phase + SILENCE)
            expect_noted(phone.page)
    put(phone, site, patient)
    expect_written(phone, site, tmp_path / "found")


def test_a_later_start_that_has_nothing_to_draw_with_says_so_and_ends_python(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_with_a_note(visited, site, tmp_path / "data")
    with phone.page.context.new_page() as page:
        page.add_init_script(NO_DRAWING)
        page.goto(site.address)
        expect_told(page, "alert", NOT_STARTED, OF_THE_PAGE)
        expect_noted(page)
        wait_until(page, lambda: not page.evaluate(LIVING))
    expect_written(phone, site, tmp_path / "found")


def test_what_lets_each_start_fail_can_be_taken_back(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_with_a_note(visited, site, tmp_path / "data")
    put(phone, site, with_python(site, WRITING_RAISES))
    phone.page.goto(site.address)
    expect_told(phone.page, "alert", NOT_OPENED)
    phone.tap("Nicht anschreiben")
    expect(phone.page.locator("#waking .score .figure")).to_have_text(["0", "0"])
    expect_told(phone.page, "alert", NOT_OPENED)
    phone.start_anew(AGAIN)
    phone.expect_text("Stand: Mein 0, Dein 0")
    assert "/waiting.json" not in kept(phone.page)


@pytest.mark.parametrize(
    ("script", "noted"),
    [
        pytest.param(f"({HOLD})()", 0, id="the keeping of a tap never ends"),
        pytest.param(NO_FRAMES, 1, id="no frame is drawn"),
    ],
)
def test_a_later_start_that_is_not_shown_says_so_and_keeps_what_was_tapped(
    script: str, noted: int, site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_on(visited)
    keep_with_keys(phone, site, tmp_path / "data", play(Library(tmp_path / "data")))
    put(phone, site, impatient_page(site, A_BIT_IMPATIENT))
    with phone.page.context.new_page() as page:
        page.add_init_script(script + TAP_AT_ONCE)
        page.goto(site.address)
        expect_told(page, "status", DRAWING + SILENT_FOR_A_BIT)
        note = page.get_by_text(f"Vorgemerkt: {KEY}", exact=True)
        expect(note).to_have_count(noted)  # before the page is closed
    expect_written(phone, site, tmp_path / "found")
