"""The browser takes away what Flutter draws with, as phones do to pages in the background."""

from pathlib import Path

import pytest
from failing_starts import WITHOUT_GARBAGE_COLLECTION
from on_the_web import Site, begin, open_evening, phone_on
from phone import HIDE, OpenPhone, Phone
from playwright.sync_api import BrowserContext

pytestmark = [pytest.mark.browser, pytest.mark.pictures, pytest.mark.left_to_ci]

NOTE_CONTEXTS = """
globalThis.contexts = new Set();
for (const {prototype} of [HTMLCanvasElement, OffscreenCanvas]) {
  const {getContext} = prototype;
  prototype.getContext = function (kind, ...more) {
    const context = getContext.call(this, kind, ...more);
    if (context && kind.startsWith('webgl')) contexts.add(context);
    return context;
  };
}
"""
LOSE = """isWanted => {
  globalThis.isOld = true;
  const wanted = [...contexts].filter(({canvas}) => (canvas.width > 1) === isWanted);
  for (const context of wanted) context.getExtension('WEBGL_lose_context').loseContext();
  return wanted.length;
}"""
"""Loses the contexts of the canvases that are drawn on, or those of the others."""
STANDS = "() => new Promise(done => setTimeout(() => done(Boolean(globalThis.isOld)), 100))"
IS_NEW = "() => !globalThis.isOld"


def lose(phone: Phone) -> None:
    """Lose what Flutter draws with, and wait until the page is loaded anew."""
    phone.page.wait_for_function("() => performance.now() > 5000")  # then it is not delayed
    assert phone.page.evaluate(LOSE, arg=True) > 0
    phone.page.wait_for_function(IS_NEW)
    phone.listen()


def expect_that_taps_are_seen(phone: Phone, name: str, score: str) -> None:
    before = phone.page.screenshot()
    phone.tap(name)
    phone.expect_text(score)
    assert phone.page.screenshot() != before


def test_a_page_that_cannot_draw_any_more_is_loaded_anew_once_somebody_looks_at_it(
    open_phone: OpenPhone,
) -> None:
    phone = open_phone()
    begin(phone)
    phone.page.add_init_script(NOTE_CONTEXTS)
    phone.page.reload()
    phone.listen()
    expect_that_taps_are_seen(phone, "Mein: 20 melden", "Stand: Mein 1, Dein 0")

    assert phone.page.evaluate(LOSE, arg=False) > 0
    assert phone.page.evaluate(STANDS), "nothing was drawn on it"
    lose(phone)
    phone.expect_text("Stand: Mein 1, Dein 0")
    expect_that_taps_are_seen(phone, "Dein: 40 melden", "Stand: Mein 1, Dein 2")

    phone.page.wait_for_function("() => performance.now() > 5000")
    phone.page.evaluate(HIDE, arg=True)
    assert phone.page.evaluate(LOSE, arg=True) > 0
    assert phone.page.evaluate(STANDS), "nobody looks"
    phone.page.evaluate(f"() => void setTimeout({HIDE}, 0, false)")
    phone.page.wait_for_function(IS_NEW)
    phone.listen()
    phone.expect_text("Stand: Mein 1, Dein 2")


@pytest.mark.parametrize("browser_s", ["", WITHOUT_GARBAGE_COLLECTION], ids=["wasm", "script"])
def test_the_web_app_starts_anew_with_all_that_was_shown_when_it_cannot_draw_any_more(
    site: Site, device: BrowserContext, tmp_path: Path, browser_s: str
) -> None:
    phone = phone_on(device)
    phone.page.add_init_script(NOTE_CONTEXTS + browser_s)
    open_evening(phone, site, tmp_path / "begun")
    expect_that_taps_are_seen(phone, "Mein: 20 melden", "Stand: Mein 1, Dein 0")
    lose(phone)
    phone.expect_text("Stand: Mein 1, Dein 0")
    expect_that_taps_are_seen(phone, "Dein: 40 melden", "Stand: Mein 1, Dein 2")
