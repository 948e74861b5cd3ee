"""Two tabs of the web app: one writes, the other says so, and nothing is lost between them."""

import re
from pathlib import Path

import pytest
from installed import IS_STORED, VERSION, newer_copy_of
from on_the_web import (
    ELSEWHERE,
    FRAMES,
    HAS_AHEAD,
    HERE,
    HOLD,
    LET_GO,
    LOAD,
    NEW,
    Site,
    kept,
    open_evening,
    phone_on,
    wait_until,
)
from phone import HIDE, Phone
from playwright.sync_api import BrowserContext, expect

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

SILENT = "Der andere Tab antwortet nicht. Bitte ihn schließen, dann geht es hier weiter."
DRAWN = """
globalThis.drawn = [];
new MutationObserver(() => {
  const figures = document.querySelectorAll('#waking .score .figure');
  const score = [...figures].map(figure => figure.textContent).join(':');
  if (score && score !== drawn.at(-1)) drawn.push(score);
}).observe(document, {subtree: true, childList: true, characterData: true});
"""
"""Notes each score that the waking slate shows."""
PUT_ASIDE = "name => dispatchEvent(new PageTransitionEvent(name, {persisted: true}))"
"""What a browser tells a page that it keeps for the way back."""
DEAF = """
const {addEventListener} = EventTarget.prototype;
ServiceWorkerContainer.prototype.addEventListener = function (kind, ...more) {
  if (kind !== 'controllerchange') addEventListener.call(this, kind, ...more);
};
"""
"""Lets a page miss that a newer version takes over, as one that is being loaded does."""
LOOK_FOR_NEWER = "navigator.serviceWorker.getRegistration().then(kept => { kept.update(); })"
START = Path(__file__).parents[2] / "pwa" / "web" / "start.js"
(TO_UNLOAD,) = re.findall(r"TO_UNLOAD = ([\d_]+);", START.read_text())
"""So many milliseconds the page waits for the lock of one that is being left."""
PATIENT = f"""{{
  const {{setTimeout}} = globalThis;
  globalThis.setTimeout = (act, delay, ...more) => {{
    if (delay !== {TO_UNLOAD}) return setTimeout(act, delay, ...more);
    globalThis.waitedTooLong = act;
  }};
}}"""
"""Lets a page wait for it until the test says that this was too long."""
PYTHON_IS_SILENT = "Object.defineProperty(Worker.prototype, 'onmessage', {set() {}});"
IS_WAITING = """() => navigator.locks.query()
  .then(({pending}) => pending.some(({name}) => name === 'knoddel writes'))"""
DUPLICATE = "() => { open(location.href); }"
"""Opens a tab with a copy of this one's session, as to duplicate it does."""
UNHEARD = "BroadcastChannel.prototype.postMessage = () => {};"


@pytest.fixture
def first(site: Site, visited: BrowserContext, tmp_path: Path) -> Phone:
    """The tab that writes; the app is stored, which loads a tab anew that has not started."""
    first = phone_on(visited)
    open_evening(first, site, tmp_path)
    return first


def wait_for_turn(tab: Phone, site: Site) -> None:
    """Open the app in a tab while another one writes."""
    tab.page.add_init_script(PATIENT)
    tab.page.goto(site.address)
    tab.expect_text(ELSEWHERE)


def test_one_tab_writes_gives_way_to_another_that_wants_to_and_goes_on_when_that_is_closed(
    site: Site, visited: BrowserContext, first: Phone
) -> None:
    second = phone_on(visited)
    first.tap("Mein: 20 melden")
    first.expect_text("Stand: Mein 1, Dein 0")

    wait_for_turn(second, site)
    first.tap("Dein: 40 melden")
    first.expect_text("Stand: Mein 1, Dein 2")
    second.tap(HERE)
    first.expect_text(ELSEWHERE)
    expect(first.button(HERE)).to_be_visible()
    second.listen()
    second.expect_text("Stand: Mein 1, Dein 2")
    second.tap("Mein: 20 melden")
    second.expect_text("Stand: Mein 2, Dein 2")

    with first.page.expect_navigation():
        second.page.close()
    first.listen()
    first.expect_text("Stand: Mein 2, Dein 2")
    first.tap("Rückgängig")
    first.expect_text("Stand: Mein 1, Dein 2")


def test_nothing_is_said_of_a_page_of_the_same_tab_that_is_being_left(
    visited: BrowserContext, first: Phone
) -> None:
    """In Firefox it keeps its lock for a while. A duplicated tab cannot tell."""
    visited.add_init_script(PATIENT)
    with first.page.expect_popup() as opened:
        first.page.evaluate(DUPLICATE)
    duplicate = Phone(opened.value, first.height)
    duplicate.page.wait_for_function(IS_WAITING)
    duplicate.page.evaluate(FRAMES)
    assert ELSEWHERE not in duplicate.page.inner_text("#waking")
    first.page.close()
    duplicate.listen()
    duplicate.expect_text("Stand: Mein 0, Dein 0")


def test_a_page_that_has_got_the_lock_says_nothing_of_it_however_late_python_begins(
    visited: BrowserContext, first: Phone
) -> None:
    wait_until(first.page, lambda: first.page.evaluate(HAS_AHEAD))
    visited.add_init_script(PATIENT + PYTHON_IS_SILENT)
    with first.page.expect_popup() as opened:
        first.page.evaluate(DUPLICATE)
    duplicate = opened.value
    duplicate.wait_for_function("() => globalThis.waitedTooLong")
    first.page.close()
    key = duplicate.get_by_role("button", name="Dein: 40 melden", exact=True)
    expect(key).to_be_visible()
    duplicate.evaluate("waitedTooLong()")
    key.click()
    expect(duplicate.get_by_text("Vorgemerkt: Dein: 40 melden", exact=True)).to_be_visible()
    assert ELSEWHERE not in duplicate.inner_text("#waking")


def test_a_duplicated_tab_says_it_after_a_while(first: Phone) -> None:
    with first.page.expect_popup() as opened:
        first.page.evaluate(DUPLICATE)
    duplicate = Phone(opened.value, first.height)
    duplicate.expect_text(ELSEWHERE)
    duplicate.tap(HERE)
    first.expect_text(ELSEWHERE)


def test_a_tab_whose_python_hangs_gives_way_too(
    site: Site, visited: BrowserContext, first: Phone
) -> None:
    second = phone_on(visited)
    (worker,) = first.page.workers
    worker.evaluate("() => { setTimeout(() => { while (true); }) }")
    wait_for_turn(second, site)
    second.tap(HERE)
    first.expect_text(ELSEWHERE)
    second.listen()
    second.expect_text("Stand: Mein 0, Dein 0")
    second.tap("Mein: 20 melden")
    second.expect_text("Stand: Mein 1, Dein 0")


def test_a_tab_that_has_waited_starts_with_what_the_other_has_written(
    site: Site, visited: BrowserContext, first: Phone
) -> None:
    first.tap("Mein: 20 melden")
    first.expect_text("Stand: Mein 1, Dein 0")
    second = phone_on(visited)
    second.page.add_init_script(DRAWN)
    wait_for_turn(second, site)
    first.tap("Dein: 40 melden")
    first.expect_text("Stand: Mein 1, Dein 2")
    second.tap(HERE)
    second.listen()
    second.expect_text("Stand: Mein 1, Dein 2")
    assert second.page.evaluate("drawn") == ["1:0", "1:2"]


def test_only_a_tab_that_somebody_looks_at_takes_its_turn(
    site: Site, visited: BrowserContext, first: Phone
) -> None:
    hidden, third = phone_on(visited), phone_on(visited)
    wait_for_turn(hidden, site)
    hidden.page.evaluate(HIDE, arg=True)
    first.page.reload()
    first.listen()
    first.expect_text("Stand: Mein 0, Dein 0")

    wait_for_turn(third, site)
    third.tap(HERE)
    third.listen()
    third.expect_text("Stand: Mein 0, Dein 0")
    expect(hidden.button(HERE)).to_be_visible()
    first.page.close()
    third.page.close()
    hidden.page.evaluate(HIDE, arg=False)
    hidden.listen()
    hidden.expect_text("Stand: Mein 0, Dein 0")


def test_a_page_that_the_browser_keeps_for_the_way_back_lets_others_write_and_starts_anew(
    site: Site, visited: BrowserContext, first: Phone
) -> None:
    second = phone_on(visited)
    wait_for_turn(second, site)
    first.page.evaluate(PUT_ASIDE, "pagehide")
    second.listen()
    second.tap("Mein: 20 melden")
    second.expect_text("Stand: Mein 1, Dein 0")
    with first.page.expect_navigation():
        first.page.evaluate(PUT_ASIDE, "pageshow")
    first.expect_text(ELSEWHERE)


def test_a_page_that_is_put_aside_begins_no_commit_any_more(first: Phone) -> None:
    """Another tab may write from then on; when the page comes back it would write over that."""
    page = first.page
    page.evaluate(HOLD)
    first.tap("Mein: 20 melden")
    wait_until(page, lambda: page.evaluate("() => self.held.length") == 1)
    files = kept(page)
    first.tap("Dein: 40 melden")
    page.evaluate(FRAMES)
    page.evaluate(PUT_ASIDE, "pagehide")
    page.evaluate(LET_GO)
    wait_until(page, lambda: not page.workers)
    assert kept(page) == files


def test_that_the_other_tab_does_not_answer_is_said(
    site: Site, visited: BrowserContext, first: Phone
) -> None:
    second = phone_on(visited)
    second.page.add_init_script(UNHEARD)
    second.page.goto(site.address)
    second.tap(HERE)
    second.expect_text(SILENT)
    first.page.close()
    second.listen()
    second.expect_text("Stand: Mein 0, Dein 0")


def test_a_tab_that_waited_while_the_app_was_stored_starts_with_that(
    site: Site, device: BrowserContext
) -> None:
    first, second = phone_on(device), phone_on(device)
    go_on = site.hold("reader.js")  # without which the app is not stored
    first.open(site.address)
    first.expect_text("Neuer Abend")
    wait_for_turn(second, site)
    go_on.set()
    second.page.wait_for_function(f"() => {IS_STORED}")
    second.expect_text(ELSEWHERE)
    site.is_dead = True
    first.page.close()
    second.listen()
    second.expect_text("Neuer Abend")


def test_a_tab_that_missed_that_a_newer_version_takes_over_is_loaded_anew(
    built: Path, site: Site, visited: BrowserContext, first: Phone, tmp_path: Path
) -> None:
    second = phone_on(visited)
    second.page.add_init_script(DEAF)
    wait_for_turn(second, site)
    site.folder = newer_copy_of(built, tmp_path / "newer")
    first.page.evaluate(LOOK_FOR_NEWER)
    first.page.get_by_text(NEW, exact=True).wait_for()
    first.tap(LOAD)
    second.page.wait_for_function(f"() => ({VERSION}) === 'B'")
    first.page.wait_for_function(f"() => ({VERSION}) === 'B'")
