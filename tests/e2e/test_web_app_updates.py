"""A new version of the web app: taken whole or not at all, and only when somebody wants it."""

from pathlib import Path

import pytest
from failing_starts import AGAIN, NOT_STARTED, RETRY, SCRIPT, THROW, WASM, WITHOUT_WEBGL
from installed import (
    BASE,
    CHANGED,
    SERVICE_WORKER,
    VERSION,
    newer_copy_of,
    replace,
    seal_anew,
    wait_until_kept,
)
from on_the_web import (
    CUT,
    DAMAGED,
    HALF,
    LOAD,
    NEW,
    Answer,
    Site,
    load_newer,
    open_evening,
    phone_on,
    wait_until,
    without_app,
)
from phone import Phone
from playwright.sync_api import BrowserContext, expect

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

SETTLED = """
async looks => {
  const kept = await navigator.serviceWorker.getRegistration();
  if (looks) await kept.update();
  const {installing} = kept;
  if (installing) await new Promise(done => { installing.onstatechange = done; });
}
"""
INSTALL = """
async () => {
  const {installing} = await navigator.serviceWorker.register(
    'service-worker.js?canvaskit=chromium');
  await new Promise(done => { installing.onstatechange = done; });
  return installing.state;
}
"""
"""Lets the service worker store the app, and returns what has become of it."""
LOSE = """
async paths => {
  let lost = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const path of paths) lost += await cache.delete(path, {ignoreSearch: true});
  }
  return lost;
}
"""
"""Deletes stored files, and returns how many there were."""
STORED = """
paths => Promise.all(paths.map(path => caches.match(path))).then(found => found.every(Boolean))
"""
NOT_STORED = "Ohne Netz startet Knoddel hier noch nicht."
TELL_IF_MIXED = b"\nif (globalThis.version !== 'B') localStorage.mixed = 'with an older page';\n"
PACKED_PARTS = [*WASM.packed, "pyodide/pyodide.asm.wasm", "python.zip"]
PYTHON_S_MEMORY = "python.memory"
BESIDES = "icons/"
"""What is asked for by the tab itself."""
VERSIONS_STORED = """() => caches.keys()
  .then(keys => keys.filter(name => name.startsWith("knoddel ")).length)"""
"""How many versions of the app are stored; other caches are beside them."""
IS_WAITING = "navigator.serviceWorker.getRegistration().then(kept => Boolean(kept.waiting))"
HOLD_BACK = """
const {postMessage} = ServiceWorker.prototype;
ServiceWorker.prototype.postMessage = function (said) {
  let opened = 0;
  new MutationObserver(changes => {
    for (const frame of changes.flatMap(({addedNodes}) => [...addedNodes])) {
      if (!(frame instanceof HTMLIFrameElement)) continue;
      frame.addEventListener('load', () => {
        const answers = frame.contentWindow.navigator.serviceWorker.controller;
        if (answers && (opened += 1) === 2) postMessage.call(this, said);
      }, {once: true});
    }
  }).observe(document.body, {childList: true});
};
"""
"""Holds a newer version back until a page was opened twice; Chromium does so now and then."""
COUNT_LOADS = """() => {
  localStorage.loads = 0;
  navigation.addEventListener('navigate', () => { localStorage.loads = 1 + +localStorage.loads; });
}"""

HOLD_WHAT_PYTHON_SAYS = """
const {set} = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
const held = [];
let hear;
globalThis.isHeld = false;
globalThis.isWritten = () => held.some(({data}) => data.tells === 'changed');
Object.defineProperty(Worker.prototype, 'onmessage', {
  set(heard) {
    hear = heard;
    set.call(this, said => globalThis.isHeld ? held.push(said) : hear(said));
  },
});
const {postMessage} = Worker.prototype;
Worker.prototype.postMessage = function (...told) {
  postMessage.apply(this, told);
  if (told[0].over) {
    setTimeout(() => { globalThis.isHeld = false; held.forEach(said => hear(said)); }, 800);
  }
};
"""
"""Once it is held, the page hears what Python says only some time after it has ended Python."""


@pytest.fixture
def newer(built: Path, tmp_path: Path) -> Path:
    return newer_copy_of(built, tmp_path / "newer")


@pytest.fixture
def phone(site: Site, visited: BrowserContext, tmp_path: Path) -> Phone:
    """A phone on which the first version is kept, with an evening begun."""
    phone = phone_on(visited)
    open_evening(phone, site, tmp_path / "begun")
    return phone


def versions(phone: Phone) -> list[str]:
    """Return of which version the page is, and its worker."""
    (worker,) = phone.page.workers
    return [phone.page.evaluate(VERSION), worker.evaluate(VERSION)]


def expect_newer(phone: Phone) -> None:
    """Wait until the page loads the newer version by itself and shows the evening."""
    phone.page.wait_for_function(f"() => ({VERSION}) === 'B'")
    phone.listen()
    phone.expect_text("Stand: Mein 0, Dein 0")
    assert versions(phone) == ["B", "B"]


def look_for_newer(phone: Phone) -> None:
    """Do what the browser does after each visit, and wait until it is over."""
    phone.page.evaluate(SETTLED, True)  # noqa: FBT003


def test_a_new_version_is_fetched_while_the_old_one_works_and_taken_whole_when_it_is_wanted(
    site: Site, newer: Path, phone: Phone
) -> None:
    site.folder = newer
    site.asked.clear()
    phone.open(site.address)
    phone.page.get_by_text(NEW, exact=True).wait_for()
    assert {path for path in site.asked if not path.startswith(BESIDES)} == {
        SERVICE_WORKER,
        *CHANGED,
    }
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")
    assert versions(phone) == ["A", "A"]

    site.is_dead = True
    phone.page.evaluate(COUNT_LOADS)
    load_newer(phone)
    assert phone.page.evaluate("localStorage.loads") == "1", "a second one aborts the first"
    phone.expect_text("Stand: Mein 1, Dein 0")
    assert versions(phone) == ["B", "B"]
    expect(phone.page.get_by_text(NEW)).to_have_count(0)
    assert phone.page.evaluate(VERSIONS_STORED) == 1


def test_a_new_version_that_chromium_holds_back_until_a_page_is_opened_takes_over_all_the_same(
    site: Site, newer: Path, phone: Phone
) -> None:
    phone.page.add_init_script(HOLD_BACK)
    site.folder = newer
    phone.open(site.address)
    phone.page.get_by_text(NEW, exact=True).wait_for()
    site.is_dead = True
    phone.tap(LOAD)
    expect_newer(phone)


def test_a_version_that_cannot_start_is_replaced_by_a_newer_one_when_it_is_tried_again(
    site: Site, built: Path, newer: Path, phone: Phone, tmp_path: Path
) -> None:
    app = newer / BASE.strip("/")
    replace(app / "start.js", THROW)
    seal_anew(app)
    site.folder = newer
    phone.open(site.address)
    phone.page.get_by_text(NEW, exact=True).wait_for()
    phone.tap(LOAD)
    alert = phone.page.get_by_role("alert")
    expect(alert).to_contain_text(NOT_STARTED)

    site.folder = newer_copy_of(newer, tmp_path / "mended")
    mended = site.folder / BASE.strip("/")
    replace(mended / "start.js", (built / BASE.strip("/") / "start.js").read_bytes())
    seal_anew(mended)
    phone.page.reload()
    expect(alert).to_contain_text(NOT_STARTED)
    wait_until(phone.page, lambda: bool(phone.page.evaluate(IS_WAITING)))
    phone.start_anew(AGAIN)
    phone.expect_text("Stand: Mein 0, Dein 0")


def test_what_another_kit_needs_is_never_taken_from_a_newer_version(
    site: Site, newer: Path, phone: Phone
) -> None:
    app = newer / BASE.strip("/")
    replace(app / SCRIPT.client, (app / SCRIPT.client).read_bytes() + TELL_IF_MIXED)
    seal_anew(app)
    site.folder = newer
    phone.page.add_init_script(WITHOUT_WEBGL)
    phone.page.goto(site.address)
    expect_newer(phone)
    assert phone.page.evaluate("localStorage.mixed") is None


def test_of_a_new_version_that_arrives_in_part_nothing_is_used_until_it_is_complete(
    site: Site, newer: Path, phone: Phone
) -> None:
    site.folder = newer
    site.answers[CHANGED[-1]] = HALF
    phone.open(site.address)
    wait_until(phone.page, lambda: site.is_dead)
    phone.page.evaluate(SETTLED, False)  # noqa: FBT003
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")
    site.asked.clear()
    phone.open(site.address)
    phone.expect_text("Stand: Mein 1, Dein 0")
    wait_until(phone.page, lambda: SERVICE_WORKER in site.asked)
    assert versions(phone) == ["A", "A"]

    site.is_dead = False
    answers: tuple[Answer, ...] = (500, 404, b"globalThis.version = 'C';")
    for answer in answers:
        site.answers[CHANGED[-1]] = answer
        site.asked.clear()
        look_for_newer(phone)
        assert CHANGED[-1] in site.asked
        assert CHANGED[0] not in site.asked
        expect(phone.page.get_by_text(NEW)).to_have_count(0)

    site.answers.clear()
    look_for_newer(phone)
    phone.page.get_by_text(NEW, exact=True).wait_for()
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 2, Dein 0")
    assert versions(phone) == ["A", "A"]


@pytest.mark.parametrize("part", PACKED_PARTS)
def test_an_app_of_which_a_packed_part_arrives_damaged_is_not_kept_before_it_is_right(
    site: Site, device: BrowserContext, part: str
) -> None:
    phone = phone_on(device)
    page = without_app(phone, site)
    answers: tuple[Answer, ...] = (404, b"", CUT, DAMAGED, HALF)
    for answer in answers:
        site.answers = {f"{part}.zst": answer}
        assert page.evaluate(INSTALL) == "redundant", answer
        site.is_dead = False

    site.answers.clear()
    assert page.evaluate(INSTALL) == "installed"
    wait_until_kept(phone)
    site.is_dead = True
    phone.open(site.address)
    phone.expect_text("Neuer Abend")


def test_an_app_of_which_packed_parts_are_lost_gets_them_from_the_server_and_can_be_renewed(
    site: Site, newer: Path, phone: Phone
) -> None:
    wait_until(phone.page, lambda: phone.page.evaluate(LOSE, [PYTHON_S_MEMORY]) == 1)
    assert phone.page.evaluate(LOSE, PACKED_PARTS) == len(PACKED_PARTS)
    packed = {f"{part}.zst" for part in PACKED_PARTS}
    site.asked.clear()
    phone.open(site.address)
    phone.expect_text("Stand: Mein 0, Dein 0")
    assert packed <= set(site.asked)

    wait_until(phone.page, lambda: phone.page.evaluate(STORED, PACKED_PARTS))
    site.is_dead = True
    phone.open(site.address)
    phone.expect_text("Stand: Mein 0, Dein 0")

    site.is_dead = False
    site.folder = newer
    phone.open(site.address)
    phone.page.get_by_text(NEW, exact=True).wait_for()
    site.is_dead = True
    load_newer(phone)
    phone.expect_text("Stand: Mein 0, Dein 0")
    assert versions(phone) == ["B", "B"]


def test_an_app_that_could_not_be_stored_says_so_and_can_be_stored_after_all(
    site: Site, device: BrowserContext
) -> None:
    phone = phone_on(device)
    site.answers["reader.js"] = 404
    phone.open(site.address)
    phone.expect_text(NOT_STORED)
    site.answers.clear()
    phone.tap(RETRY)
    wait_until_kept(phone)
    phone.page.goto(f"{site.address}licences/tinydb.txt")
    expect(phone.page.get_by_text("Permission is hereby granted")).to_be_visible()
    site.is_dead = True
    phone.open(site.address)
    phone.expect_text("Neuer Abend")


def test_what_python_still_writes_when_a_newer_version_is_loaded_is_stored(
    site: Site, device: BrowserContext, newer: Path, tmp_path: Path
) -> None:
    phone = phone_on(device)
    phone.page.add_init_script(HOLD_WHAT_PYTHON_SAYS)
    open_evening(phone, site, tmp_path / "begun")
    wait_until_kept(phone)
    site.folder = newer
    phone.open(site.address)
    phone.expect_text(NEW)
    phone.page.evaluate("globalThis.isHeld = true")
    phone.tap("Mein: 20 melden")
    phone.page.wait_for_function("() => globalThis.isWritten()")
    phone.expect_text("Stand: Mein 0, Dein 0")
    load_newer(phone)
    phone.expect_text("Stand: Mein 1, Dein 0")
    assert versions(phone) == ["B", "B"]
