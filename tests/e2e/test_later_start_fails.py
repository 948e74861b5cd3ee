"""A start of the stored app that fails or hangs: it says so, and what was tapped early is kept."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

import pytest
from failing_starts import (
    AGAIN,
    DRAWING,
    NOT_OPENED,
    NOT_STARTED,
    OF_THE_PAGE,
    SAVE,
    SILENCE,
    WASM,
)
from installed import IMPATIENT
from later_starts import (
    FIGURES,
    KEY,
    NOTED,
    PUT,
    TAKE_BACK,
    WRITING_RAISES,
    WRITTEN,
    Files,
    check_written,
    failing_later,
    hanging_later,
    impatient_page,
    to_put,
    with_a_note,
    with_python,
)
from on_the_web import (
    HOLD,
    Site,
    keep,
    keep_with_keys,
    kept,
    phone_on,
    wait_until,
    without_app,
)
from phone import Phone
from played import play
from playwright.sync_api import BrowserContext, Page, expect

from storage import Library

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

A_BIT_IMPATIENT: Final = b'data-patience="5"'
SILENT_FOR_A_BIT = SILENCE.replace("0.25", "5")
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


def phone_with_a_note(device: BrowserContext, site: Site, folder: Path) -> Phone:
    """Return a phone beside the app, in which a tap waits that Python has not written yet."""
    files = with_a_note(folder, play(Library(folder)))
    phone = phone_on(device)
    keep(without_app(phone, site), files)
    return phone


def put(phone: Phone, site: Site, files: Mapping[str, bytes | None]) -> None:
    """Put other contents into the stored app, or for None what was there at first."""
    assert {*without_app(phone, site).evaluate(PUT, to_put(files))} == files.keys()


@contextmanager
def started_with(phone: Phone, site: Site, files: Files) -> Iterator[None]:
    """Start the stored app with other contents, and put back in the end what was there."""
    put(phone, site, files)
    phone.page.goto(site.address)
    yield
    put(phone, site, dict.fromkeys(files))


def expect_told(page: Page, role: Literal["alert", "status"], *sentences: str) -> None:
    """Wait until the page says this, and offers a restart and the data."""
    for sentence in sentences:
        expect(page.locator("#waking").get_by_role(role)).to_contain_text(sentence)
    for name in (AGAIN, SAVE):
        expect(page.get_by_role("button", name=name)).to_be_visible()


def expect_noted(page: Page) -> None:
    """Wait until the page shows what was tapped, and offers to take it back."""
    expect(page.locator("#waking .score .figure")).to_have_text(FIGURES)
    expect(page.get_by_text(NOTED)).to_be_visible()
    expect(page.get_by_role("button", name=TAKE_BACK)).to_be_visible()


def expect_written(phone: Phone, site: Site, folder: Path) -> None:
    """Start as usual: what was noted is written, once."""
    phone.open(site.address)
    phone.expect_text(WRITTEN)
    check_written(kept(phone.page), folder)


def test_a_later_start_that_fails_says_why_and_shows_and_keeps_what_was_noted(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_with_a_note(visited, site, tmp_path / "data")
    for files, sentence, reason in failing_later(site, WASM):
        with started_with(phone, site, files):
            expect_told(phone.page, "alert", sentence, reason)
            expect_noted(phone.page)
    expect_written(phone, site, tmp_path / "found")


def test_a_later_start_that_hangs_says_at_which_step_and_shows_and_keeps_what_was_noted(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_with_a_note(visited, site, tmp_path / "data")
    impatient = impatient_page(site, IMPATIENT)
    put(phone, site, impatient)
    for files, phase in hanging_later(site, WASM):
        with started_with(phone, site, files):
            expect_told(phone.page, "status", phase + SILENCE)
            expect_noted(phone.page)
    put(phone, site, dict.fromkeys(impatient))
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
    phone.tap(TAKE_BACK)
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
        note = page.get_by_text(NOTED, exact=True)
        expect(note).to_have_count(noted)  # before the page is closed
    expect_written(phone, site, tmp_path / "found")
