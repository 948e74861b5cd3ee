"""The web app that cannot start or go on: it says why, and what was written is all there."""

import json
from base64 import b64decode
from pathlib import Path

import pytest
from engines import WENT_ON
from failing_starts import (
    AGAIN,
    ANSWERS_NOT,
    COMPUTE_FOR_EVER,
    DRAWING,
    NOT_FETCHED,
    NOT_OPENED,
    OPENING,
    PYTHON_RAISES,
    RETRY,
    SAVE,
    SILENCE,
    WASM,
    computing_for_ever,
    failings,
    hanging_database,
    hangings,
    unfetched,
    with_app,
)
from installed import BASE, copy_of, impatient_copy_of, newer_copy_of, replace
from on_disk import harm
from on_the_web import (
    FRAMES,
    HOLD,
    IS_MEMORY_KEPT,
    LET_GO,
    NEW,
    Site,
    begin,
    files_of,
    keep,
    keep_with_keys,
    kept,
    open_evening,
    phone_on,
    the_evening,
    wait_until,
    wait_until_memory_is_kept,
    without_app,
)
from phone import Phone
from played import play
from playwright.sync_api import BrowserContext, CDPSession, Worker, expect

from scoring.bauerchen import GAME, Meld
from scoring.game import Agreement
from scoring.sheet import Head, Side
from storage import Library
from storage.durable import DurableStorage
from storage.places import library_file

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

PRIVATE = (
    "Dieser Browser lässt Knoddel nichts aufheben, vielleicht weil dies ein privates Fenster ist. "
    "Bitte Knoddel in einem gewöhnlichen Fenster öffnen."
)
FULL = (
    "Der Speicher dieses Geräts ist voll: Das zuletzt Getippte wurde nicht angeschrieben. "
    "Bitte Platz schaffen und noch einmal tippen."
)
FULL_AT_START = (
    "Der Speicher dieses Geräts ist voll, deshalb kann Knoddel nicht starten. Alles Vorgemerkte "
    "bleibt. Bitte Platz schaffen und neu starten."
)
LOST = (
    "Der Browser konnte das zuletzt Getippte nicht aufheben. "
    "Bitte neu starten und nachsehen, was angeschrieben ist."
)
CLOSED = (
    "Der Browser hat die Daten dieser Seite geschlossen. "
    "Bitte neu starten und nachsehen, was angeschrieben ist."
)
DELETED = "Der Browser hat hier alles gelöscht. Eine Sicherung lässt sich einlesen."
NEWER = (
    "Was hier liegt, hat eine neuere Fassung der App geschrieben; es blieb, wie es ist. "
    "Bitte die App neu laden, sobald es Netz gibt."
)
STOPPED = "Die App ist unerwartet stehen geblieben. Alles Angeschriebene ist aufgehoben."
WITHOUT_A_DATABASE = b"""
indexedDB.open = () => {
  const request = {error: new DOMException("not in private windows", "InvalidStateError")};
  setTimeout(() => request.onerror());
  return request;
};
"""
FILL_UP = """
async () => {
  const opening = indexedDB.open('photographs');
  opening.onupgradeneeded = () => opening.result.createObjectStore('files', {autoIncrement: true});
  await new Promise(done => opening.onsuccess = done);
  const fits = size => new Promise(tell => {
    const transaction = opening.result.transaction('files', 'readwrite');
    transaction.oncomplete = () => tell(true);
    transaction.onabort = () => tell(false);
    transaction.objectStore('files').add(new Uint8Array(size));
  });
  for (let size = 65536; size > 128; )
    if (!await fits(size)) size /= 2;
  opening.result.close();
}
"""
KEEP_ONE_FILE_AND_FAIL = """
() => {
  const {put} = IDBObjectStore.prototype;
  let files = 0;
  IDBObjectStore.prototype.put = function (...wanted) {
    files += 1;
    if (files > 1) throw new DOMException('Karl', 'DataError');
    return put.apply(this, wanted);
  };
}
"""
STILL_COMPUTES = "Knoddel rechnet noch …"
COMPUTE = """() => setTimeout(() => {
  const request = new XMLHttpRequest();
  request.open('GET', 'held', false);
  request.send();
})"""
"""Lets Python's worker hear nothing until the server answers."""
HANGING = b"HANGING = 10_000;"
HANGS = "Noch ist nicht alles aufgehoben."
NOTE_DATABASES = """
globalThis.databases = [];
const own = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'onclose');
Object.defineProperty(IDBDatabase.prototype, 'onclose', {
  ...own,
  set(told) { databases.push(this); own.set.call(this, told); },
});
"""
CLOSE_DATABASE = """() => databases.forEach(database => {
  database.close();
  database.dispatchEvent(new Event('close'));
})"""
"""Does what a browser does that ends the process of its databases."""
TRAP = """() => {
  const head = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0];
  const fails = Uint8Array.from([...head, 8, 1, 0, 10, 5, 1, 3, 0, 0, 11]);
  setTimeout(() => new WebAssembly.Instance(new WebAssembly.Module(fails)));
}"""
"""Runs WebAssembly that fails, as WebKit's does now and then with Python."""
WAITS_FOR_NO_SNAPSHOT = """{
  const {setTimeout} = window;
  window.setTimeout = (act, time, ...more) => setTimeout(act, time === 2_000 ? 0 : time, ...more);
}"""
"""Lets the page show an empty slate at once, as if to read what was kept took long."""
REFUSE_SNAPSHOTS_ALONE = """() => {
  const {put} = IDBObjectStore.prototype;
  const withOthers = new WeakSet();
  globalThis.refused = 0;
  IDBObjectStore.prototype.put = function (content, path) {
    if (/waking|ahead/.test(path) && !withOthers.has(this.transaction)) {
      refused += 1;
      throw new DOMException('', 'QuotaExceededError');
    }
    withOthers.add(this.transaction);
    return put.call(this, content, path);
  };
}"""
HAS_PYTHON = b"const fetching = isFirstVisit"
"""In the worker: here it has started Python."""
SHOWS_PYTHON = b"self.pyodide = pyodide;"
WRITE = """() => pyodide.runPython("with open('/data/whole.json', 'w') as file: file.write('1')")"""
WRITE_AND_FAIL = """() => setTimeout(() => {
  pyodide.runPython("with open('/data/part.json', 'w') as file: file.write('1')");
  try {
    pyodide._module.API.fatal_error(new WebAssembly.RuntimeError('Karl'));
  } catch (error) {
    setTimeout(() => {
      postMessage({tells: 'changed', files: [['/after.json', new Uint8Array([49])]]});
      throw error;
    });
  }
})"""
"""Python writes a file, and Pyodide does what it does where WebAssembly fails; then the page stores
another file, and hears of the failure.
"""
KEEPS_NOTHING_OF_THE_SESSION = """() => {
  Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); };
}"""
FORGET_THAT_IT_BEGAN_AGAIN = "() => sessionStorage.removeItem('loaded anew at')"
FAIL_ONCE_TO_READ_WHAT_WAITS = """() => {
  const {get} = IDBObjectStore.prototype;
  globalThis.failed = false;
  IDBObjectStore.prototype.get = function (path) {
    if (path !== '/waiting.json' || failed) return get.call(this, path);
    failed = true;
    throw new DOMException('Karl', 'UnknownError');
  };
}"""
LATER = "() => document.getAnimations().forEach(animation => animation.finish())"
TO_A_NEWER_DATABASE = """
() => new Promise(done => {
  const opening = indexedDB.open('knoddel', 2);
  opening.onsuccess = () => done(opening.result.close());
})
"""
HOLD_DATABASE = """
() => new Promise(done => {
  const opening = indexedDB.open('knoddel', 1);
  opening.onsuccess = () => {
    self.held = opening.result;
    indexedDB.deleteDatabase('knoddel').onblocked = done;
  };
})
"""
HOLD_MESSAGES_OF_THE_SCREEN = """
const post = Worker.prototype.postMessage;
const held = [];
let isHeld = true;
Worker.prototype.postMessage = function (...sent) {
  const send = () => post.apply(this, sent);
  if (isHeld && sent[0] instanceof Uint8Array) held.push(send);
  else send();
};
self.letGo = () => {
  isHeld = false;
  held.forEach(send => send());
};
"""
NAME_LANGUAGES = """
named => Object.defineProperties(Navigator.prototype, {
  languages: {configurable: true, get: () => named},
  language: {configurable: true, get: () => named[0]},
})
"""
LANGUAGES = f"""
async named => {{
  ({NAME_LANGUAGES})(named);
  await import(`/knoddel/languages.js?${{named}}`);  // each time anew
  return [navigator.languages, navigator.language];
}}
"""
HURRY_AND_NOTE_TERMINATIONS = """
  const {setTimeout} = globalThis;
  globalThis.setTimeout = action => setTimeout(action);
  const {terminate} = Worker.prototype;
  globalThis.terminated = 0;
  Worker.prototype.terminate = function () {
    terminated += 1;
    terminate.call(this);
  };
"""


def an_evening(folder: Path) -> Library:
    """Make a library with an open evening in which something is written."""
    library = Library(folder)
    head = Head(sides=(Side("Mein"), Side("Dein")), played_on="2026-11-20")
    library.begin(GAME, head, Agreement(GAME.rules())).write(Meld(0, 20))
    return library


def expect_wait(phone: Phone, phase: str = "") -> None:
    """Wait until the slate at once says what it has been waiting for so long."""
    waking = phone.page.locator("#waking")
    expect(waking.get_by_role("status")).to_contain_text(phase + SILENCE, timeout=30_000)
    expect(waking.get_by_role("button", name=SAVE)).to_be_visible()


def expect_stop(phone: Phone, sentence: str, *keys: str) -> None:
    """Wait until the slate at once says why there is no other."""
    waking = phone.page.locator("#waking")
    expect(waking.get_by_role("alert")).to_contain_text(sentence, timeout=30_000)
    expect(waking.get_by_role("button")).to_have_text(keys)


def phone_with_keys(device: BrowserContext, site: Site, folder: Path) -> Phone:
    """Return a phone with an evening's keys, which draws no slate until its page lets go."""
    library = Library(folder)
    evening = play(library)
    phone = phone_on(device)
    keep_with_keys(phone, site, folder, evening)
    phone.page.add_init_script(HOLD_MESSAGES_OF_THE_SCREEN)
    return phone


def worker_that_opens(phone: Phone) -> Worker:
    """Wait until Python opens the evening, and return the worker that runs it."""
    phone.page.locator(".phase[data-phase=drawing]").wait_for(state="attached")
    (worker,) = phone.page.workers
    return worker


def phone_with_a_point(device: BrowserContext, site: Site, folder: Path) -> Phone:
    """Return a phone on which an evening was begun and one meld was tapped."""
    phone = phone_on(device)
    open_evening(phone, site, folder)
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")
    return phone


def test_on_a_first_visit_that_hangs_or_fails_it_says_so_hands_out_the_data_and_can_be_tried_again(
    built: Path, site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    site.folder = impatient_copy_of(built, tmp_path / "impatient")
    an_evening(tmp_path / "data")
    files = files_of(tmp_path / "data")
    phone = phone_on(device)
    keep(without_app(phone, site), files)
    for path, answer in unfetched(WASM):
        site.answers = {path: answer}
        hangs = path not in site.held
        go_on = site.hold(path)
        phone.page.goto(site.address, wait_until="commit")
        if hangs:
            expect_wait(phone)
            go_on.set()
        expect_stop(phone, NOT_FETCHED, RETRY, SAVE)
        site.is_dead = False
    with phone.page.expect_download() as download:
        phone.tap(SAVE)
    saved = json.loads(download.value.path().read_bytes())["files"]
    own = {path: content for path, content in files.items() if not path.startswith("/backups")}
    assert {path: b64decode(content) for path, content in saved.items()} == own

    site.answers = {"waking.js": 404}
    phone.page.goto(site.address)
    phone.page.evaluate(LATER)
    expect(phone.page.get_by_text(NOT_FETCHED)).to_be_visible()

    site.answers = {"worker.js": 404}
    phone.page.reload()
    expect_stop(phone, NOT_FETCHED, RETRY, SAVE)
    site.answers.clear()
    phone.start_anew(RETRY)
    phone.expect_text("Stand: Mein 1, Dein 0")


def test_a_worker_that_compiles_python_when_the_start_fails_ends_before_it_opens_the_data(
    site: Site, device: BrowserContext
) -> None:
    phone = phone_on(device)
    phone.page.add_init_script(HURRY_AND_NOTE_TERMINATIONS)
    site.answers = {WASM.client: 404, "database.js": hanging_database(site)}
    python = site.hold("pyodide/pyodide.asm.wasm.zst")
    phone.page.goto(site.address)
    expect_stop(phone, NOT_FETCHED, RETRY, SAVE)
    phone.page.evaluate("() => new Promise(done => setTimeout(done))")
    (worker,) = phone.page.workers
    assert worker.evaluate("self.name") == "first"
    python.set()
    wait_until(phone.page, lambda: not phone.page.workers)
    assert phone.page.evaluate("terminated") == 0, "WebKit can crash"


def test_an_error_that_nobody_handles_is_told_of_instead_of_waiting_for_ever(
    site: Site, device: BrowserContext
) -> None:
    phone = phone_on(device)
    for answers, sentence, reason in failings(site, WASM):
        site.answers = answers
        phone.page.goto(site.address)
        expect_stop(phone, sentence, AGAIN, SAVE)
        expect(phone.page.get_by_role("alert")).to_contain_text(reason)


def test_modules_of_another_version_are_not_taken_on_a_first_visit(
    site: Site, device: BrowserContext
) -> None:
    """The page and they would otherwise be of two versions while a newer one is uploaded."""
    phone = phone_on(device)
    site.answers = with_app(site, PYTHON_RAISES)
    del site.answers["parts.js"]
    phone.page.goto(site.address)
    expect_stop(phone, NOT_FETCHED, RETRY, SAVE)
    site.answers.clear()
    phone.start_anew(RETRY)
    phone.expect_text("Neuer Abend")


def test_a_start_that_hangs_says_at_which_step(
    built: Path, site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    site.folder = impatient_copy_of(built, tmp_path / "impatient")
    phone = phone_on(device)
    for answers, phase in hangings(site, WASM):
        site.answers = answers
        phone.page.goto(site.address)
        expect_wait(phone, phase)


def test_a_start_goes_on_by_itself_when_what_it_waited_for_comes_after_all(
    built: Path, site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    site.folder = impatient_copy_of(built, tmp_path / "impatient")
    other, phone = phone_on(device), phone_on(device)
    without_app(other, site).evaluate(HOLD_DATABASE)
    phone.page.add_init_script(HOLD_MESSAGES_OF_THE_SCREEN)
    phone.page.goto(site.address)
    expect_wait(phone, OPENING)
    other.page.evaluate("() => self.held.close()")
    expect_wait(phone, DRAWING)
    phone.page.evaluate("() => self.letGo()")
    phone.listen()
    begin(phone)


def test_the_app_speaks_the_device_s_language_and_starts_where_that_is_none(
    site: Site, visited: BrowserContext
) -> None:
    phone = phone_on(visited)
    page = without_app(phone, site)
    for named, tags in (
        ([], ["de"]),
        (["C", "", "x", "de_AT.UTF-8"], ["de"]),
        (["C", "pfl-DE", "en"], ["pfl-DE", "en"]),
    ):
        assert page.evaluate(LANGUAGES, named) == [tags, tags[0]]
    english = phone_on(visited)
    english.page.add_init_script(f"({NAME_LANGUAGES})(['xx', 'en-GB'])")
    english.open(site.address)
    english.expect_text("New evening")
    english.page.close()
    page.add_init_script(f"({NAME_LANGUAGES})(['C', '', 'x'])")
    phone.open(site.address)
    begin(phone)
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")


def test_where_the_browser_keeps_nothing_it_says_so(
    built: Path, site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    site.folder = copy_of(built, tmp_path / "private")
    database = site.folder / "knoddel" / "database.js"
    replace(database, database.read_bytes() + WITHOUT_A_DATABASE)
    device.add_init_script(WITHOUT_A_DATABASE.decode())
    phone = phone_on(device)
    phone.page.goto(site.address)
    expect_stop(phone, PRIVATE, AGAIN, SAVE)


def test_what_a_newer_version_has_kept_is_left_as_it_is(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    an_evening(tmp_path / "data")
    storage = DurableStorage(library_file(tmp_path / "data"))
    tables = storage.read() or {}
    tables["settings"]["1"]["schema"] = 99
    storage.write(tables)
    files = files_of(tmp_path / "data")
    phone = phone_on(visited)
    keep(without_app(phone, site), files)
    phone.page.goto(site.address)
    expect_stop(phone, NEWER, AGAIN, SAVE)
    assert kept(phone.page) == files

    without_app(phone, site).evaluate(TO_A_NEWER_DATABASE)
    phone.page.goto(site.address)
    expect_stop(phone, NEWER, AGAIN, SAVE)


def test_damaged_files_are_set_aside_and_told_of_as_everywhere(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    library = an_evening(tmp_path / "data")
    harm(library_file(library.folder))
    (label,) = library.labels()
    evening = library.file_of(label.key)
    evening.write_bytes(b"Karl")
    phone = phone_on(visited)
    keep(without_app(phone, site), files_of(library.folder))
    phone.open(site.address)
    phone.expect_text(
        "Die Liste der Abende war beschädigt, mit ihr die Einstellungen; sie liegt beiseite. Die "
        "Abende sind alle da. Die beschädigte Datei lässt sich unter „Einstellungen“ speichern."
    )
    aside = {path: content for path, content in kept(phone.page).items() if "unreadable" in path}
    assert aside["/library.unreadable-1"] == b"Karl"


def origin_of(site: Site) -> str:
    return site.address.removesuffix(BASE)


def limit(devtools: CDPSession, site: Site, **size: int) -> None:
    """Limit what the browser stores for the site; without a size, no more than usual."""
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": origin_of(site), **size})


def test_a_start_for_which_there_is_no_space_says_so_and_speaks_of_no_tap(
    site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_on(device)
    devtools = device.new_cdp_session(phone.page)
    limit(devtools, site, quotaSize=1_000_000)
    play(Library(tmp_path))
    keep(without_app(phone, site), files_of(tmp_path))
    phone.page.evaluate(FILL_UP)
    phone.page.goto(site.address)
    expect_stop(phone, FULL_AT_START, AGAIN, SAVE)
    limit(devtools, site)
    phone.start_anew(AGAIN)
    phone.expect_text("Stand: Mein 0, Dein 0")


def test_a_tap_that_cannot_be_kept_is_not_shown_the_reason_is_told_and_all_others_are_kept(
    site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_on(device)
    devtools = device.new_cdp_session(phone.page)
    limit(devtools, site, quotaSize=1_000_000)
    open_evening(phone, site, tmp_path / "begun")
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")
    phone.page.evaluate(FILL_UP)
    phone.tap("Dein: 40 melden")
    expect_stop(phone, FULL, AGAIN, SAVE)
    expect(phone.page.locator("#waking .score .figure")).to_have_text(["1", "0"])
    limit(devtools, site)
    phone.start_anew(AGAIN)
    phone.expect_text("Stand: Mein 1, Dein 0")
    phone.tap("Dein: 40 melden")
    phone.expect_text("Stand: Mein 1, Dein 2")
    files = kept(phone.page)
    assert the_evening(files, tmp_path / "data").replay.state.score == (1, 2)

    phone.page.evaluate(KEEP_ONE_FILE_AND_FAIL)
    phone.tap("Mein: 40 melden")
    expect_stop(phone, LOST, AGAIN, SAVE)
    expect(phone.page.get_by_role("alert")).to_contain_text("Der Browser meldet: DataError: Karl")
    assert kept(phone.page) == files
    phone.start_anew(AGAIN)
    phone.expect_text("Stand: Mein 1, Dein 2")


def test_a_snapshot_for_which_there_is_no_space_is_no_reason_to_stop(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    """People would be told to tap again what is on the slate."""
    phone = phone_on(visited)
    open_evening(phone, site, tmp_path / "begun")
    phone.page.evaluate(REFUSE_SNAPSHOTS_ALONE)
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")
    wait_until(phone.page, lambda: phone.page.evaluate("refused") > 0)
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 2, Dein 0")
    expect(phone.page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize(
    ("keys", "score"), [(("Mein: 20 melden",), 1), (("Mein: 20 melden", "Mein: 40 melden"), 3)]
)
def test_what_waits_is_written_once_also_where_it_cannot_be_read_at_the_first_try(
    site: Site, visited: BrowserContext, tmp_path: Path, keys: tuple[str, ...], score: int
) -> None:
    """In each start one key is tapped; in the first one there was nothing to read before."""
    phone = phone_with_keys(visited, site, tmp_path / "data")
    for key in keys:
        phone.page.goto(site.address)
        worker_that_opens(phone)
        phone.page.get_by_role("button", name=key).click()
        expect(phone.page.get_by_text(f"Vorgemerkt: {key}", exact=True)).to_be_visible()
    phone.page.evaluate(FAIL_ONCE_TO_READ_WHAT_WAITS)
    phone.page.evaluate("() => self.letGo()")
    phone.listen()
    phone.expect_text(f"Stand: Mein {score}, Dein 0")
    assert phone.page.evaluate("failed")
    written = the_evening(kept(phone.page), tmp_path / "found")
    assert len(written.replay.entries) == len(keys)


def test_a_commit_that_takes_long_is_said_and_what_is_tapped_meanwhile_is_written_once(
    site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    commits = (site.folder / "knoddel" / "commits.js").read_bytes()
    assert HANGING in commits
    site.answers = {"commits.js": commits.replace(HANGING, b"HANGING = 1_500;")}
    phone = phone_on(device)
    open_evening(phone, site, tmp_path / "begun")
    key = phone.button("Mein: 20 melden").bounding_box()
    assert key
    phone.page.evaluate(HOLD)
    phone.tap("Mein: 20 melden")
    holds = phone.page.locator("#waking-holds").get_by_role("status")
    expect(holds).to_have_text("Wird noch aufgehoben …")
    phone.page.mouse.click(key["x"] + key["width"] / 2, key["y"] + key["height"] / 2)
    expect(holds).to_have_text(HANGS)
    expect(phone.page.locator("#waking-holds").get_by_role("button")).to_have_text([AGAIN])
    phone.page.mouse.down()
    phone.page.evaluate(LET_GO)
    phone.expect_text("Stand: Mein 1, Dein 0")
    expect(holds).to_have_count(0)
    phone.page.mouse.up()  # the end of a tap that was begun when none counted
    phone.tap("Dein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 1")
    evening = the_evening(kept(phone.page), tmp_path / "data")
    assert len(evening.replay.entries) == 2


def test_when_python_computes_for_long_that_is_said_and_what_is_tapped_meanwhile_does_not_count(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    """What was tapped before it was said is written, once."""
    phone = phone_with_a_point(visited, site, tmp_path / "begun")
    key = phone.button("Mein: 20 melden").bounding_box()
    assert key
    go_on = site.hold("held")
    (worker,) = phone.page.workers
    worker.evaluate(COMPUTE)
    phone.tap("Mein: 20 melden")
    holds = phone.page.locator("#waking-holds")
    expect(holds.get_by_role("status")).to_have_text(STILL_COMPUTES)
    expect(holds.get_by_role("button")).to_have_count(0)
    phone.page.mouse.click(key["x"] + key["width"] / 2, key["y"] + key["height"] / 2)
    go_on.set()
    phone.expect_text("Stand: Mein 2, Dein 0")
    expect(holds).to_have_count(0)
    phone.tap("Dein: 20 melden")
    phone.expect_text("Stand: Mein 2, Dein 1")
    written = the_evening(kept(phone.page), tmp_path / "data")
    assert len(written.replay.entries) == 3


def test_when_python_computes_for_ever_that_is_said_and_a_restart_is_offered(
    site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    site.answers = computing_for_ever(site)
    phone = phone_with_a_point(device, site, tmp_path / "begun")
    phone.page.evaluate(COMPUTE_FOR_EVER)
    phone.tap("Mein: 20 melden")
    holds = phone.page.locator("#waking-holds")
    expect(holds.get_by_role("status")).to_have_text(ANSWERS_NOT)
    expect(holds.get_by_role("button")).to_have_text([AGAIN])
    phone.start_anew(AGAIN)
    phone.expect_text("Stand: Mein 1, Dein 0")
    phone.tap("Dein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 1")
    expect(holds).to_have_count(0)


def test_a_page_whose_database_was_closed_is_loaded_anew_with_all_that_was_shown(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    visited.add_init_script(NOTE_DATABASES)
    phone = phone_with_a_point(visited, site, tmp_path / "begun")
    with phone.page.expect_navigation():
        phone.page.evaluate(CLOSE_DATABASE)
    phone.listen()
    phone.expect_text("Stand: Mein 1, Dein 0")
    expect(phone.page.locator(".bar")).to_have_count(0)
    phone.page.evaluate(CLOSE_DATABASE)
    expect_stop(phone, CLOSED, AGAIN, SAVE)


def test_when_webassembly_fails_the_app_starts_again_by_itself_and_says_so(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_with_a_point(visited, site, tmp_path / "begun")
    (worker,) = phone.page.workers
    with phone.page.expect_navigation():
        worker.evaluate(TRAP)
    phone.listen()
    phone.expect_text("Stand: Mein 1, Dein 0")
    bar = phone.page.locator(".bar")
    expect(bar).to_have_text(WENT_ON)
    bar.get_by_role("button", name="Schließen").click()
    expect(bar).to_have_count(0)
    phone.tap("Dein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 1")
    wait_until_memory_is_kept(phone)
    (worker,) = phone.page.workers
    worker.evaluate(TRAP)
    expect_stop(phone, STOPPED, AGAIN, SAVE)
    wait_until(phone.page, lambda: not phone.page.evaluate(IS_MEMORY_KEPT))
    phone.start_anew(AGAIN)
    phone.expect_text("Stand: Mein 1, Dein 1")


def test_nothing_of_a_run_in_which_webassembly_fails_is_stored(
    site: Site, device: BrowserContext
) -> None:
    """It may be a part: a line that was written, and is still among those that wait."""
    worker_js = (site.folder / "knoddel" / "worker.js").read_bytes()
    assert HAS_PYTHON in worker_js
    site.answers = {"worker.js": worker_js.replace(HAS_PYTHON, SHOWS_PYTHON + HAS_PYTHON)}
    phone = phone_on(device)
    phone.open(site.address)
    phone.expect_text("Neuer Abend")
    (worker,) = phone.page.workers
    worker.evaluate(WRITE)
    wait_until(phone.page, lambda: "/whole.json" in kept(phone.page))
    with phone.page.expect_navigation():
        worker.evaluate(WRITE_AND_FAIL)
    phone.listen()
    phone.expect_text("Neuer Abend")
    assert {"/whole.json", "/after.json"} <= (files := kept(phone.page)).keys()
    assert "/part.json" not in files


def test_a_page_that_cannot_keep_that_it_began_again_does_not(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    """It could go on for ever."""
    phone = phone_with_a_point(visited, site, tmp_path / "begun")
    phone.page.evaluate(KEEPS_NOTHING_OF_THE_SESSION)
    (worker,) = phone.page.workers
    worker.evaluate(TRAP)
    expect_stop(phone, STOPPED, AGAIN, SAVE)


def test_a_start_in_which_webassembly_fails_begins_again_by_itself_with_all_that_was_tapped(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    """If it fails there, too, it says so; people may try it once more."""
    phone = phone_with_keys(visited, site, tmp_path / "data")
    tapped = phone.page.get_by_text("Vorgemerkt: Mein: 20 melden", exact=True)

    phone.page.goto(site.address)
    worker = worker_that_opens(phone)
    phone.page.evaluate(HOLD)
    phone.page.get_by_role("button", name="Mein: 20 melden").click()
    wait_until(phone.page, lambda: phone.page.evaluate("() => self.held.length > 0"))
    worker.evaluate(TRAP)
    with phone.page.expect_navigation():
        phone.page.evaluate(LET_GO)
    worker = worker_that_opens(phone)
    expect(tapped).to_be_visible()
    worker.evaluate(TRAP)
    expect(phone.page.get_by_role("alert")).to_contain_text(NOT_OPENED)
    expect(tapped).to_be_visible()

    phone.page.evaluate(FORGET_THAT_IT_BEGAN_AGAIN)
    phone.page.get_by_role("button", name=AGAIN).click()
    worker = worker_that_opens(phone)
    with phone.page.expect_navigation():
        worker.evaluate(TRAP)
    worker_that_opens(phone)
    phone.page.evaluate("() => self.letGo()")
    phone.listen()
    phone.expect_text("Stand: Mein 1, Dein 0")
    expect(phone.page.locator(".bar")).to_have_text(WENT_ON)
    written = the_evening(kept(phone.page), tmp_path / "found")
    assert len(written.replay.entries) == 1


def test_what_is_tapped_before_webassembly_fails_is_stored_first_while_no_other_tap_counts(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_with_a_point(visited, site, tmp_path / "begun")
    phone.page.evaluate(HOLD)
    phone.tap("Dein: 20 melden")
    wait_until(phone.page, lambda: phone.page.evaluate("() => self.held.length > 0"))
    (worker,) = phone.page.workers
    worker.evaluate(TRAP)
    holds = phone.page.locator("#waking-holds")
    expect(holds.get_by_role("status")).to_have_text(HANGS)
    expect(holds.get_by_role("button")).to_have_text([AGAIN])
    with phone.page.expect_navigation():
        phone.page.evaluate(LET_GO)
    phone.listen()
    phone.expect_text("Stand: Mein 1, Dein 1")
    expect(phone.page.locator(".bar")).to_have_text(WENT_ON)


def test_a_newer_version_is_offered_only_when_the_sentence_about_a_failure_was_read(
    site: Site, built: Path, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_with_a_point(visited, site, tmp_path / "begun")
    site.folder = newer_copy_of(built, tmp_path / "newer")
    phone.open(site.address)
    bar = phone.page.locator(".bar")
    expect(bar).to_contain_text(NEW)
    bar.get_by_role("button", name="Schließen").click()
    (worker,) = phone.page.workers
    with phone.page.expect_navigation():
        worker.evaluate(TRAP)
    expect(bar).to_have_text(WENT_ON)
    phone.page.evaluate(FRAMES)  # it was replaced in the first of them
    expect(bar).to_have_text(WENT_ON)
    bar.get_by_role("button", name="Schließen").click()
    expect(bar).to_contain_text(NEW)


def test_that_the_browser_has_deleted_everything_is_said(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    """Also when it takes long to say so: it was not said after that."""
    phone = phone_on(visited)
    phone.page.add_init_script(WAITS_FOR_NO_SNAPSHOT)
    open_evening(phone, site, tmp_path / "begun")
    devtools = visited.new_cdp_session(phone.page)
    told = {"origin": origin_of(site), "storageTypes": "indexeddb"}
    with phone.page.expect_navigation():
        devtools.send("Storage.clearDataForOrigin", told)
    phone.listen()
    expect(phone.page.get_by_text(DELETED)).to_be_visible()
    expect(phone.button("Neuer Abend")).to_be_visible()


def test_when_python_stops_or_is_cut_off_it_says_so_and_starts_again(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_with_a_point(visited, site, tmp_path / "begun")
    (worker,) = phone.page.workers
    worker.evaluate("() => setTimeout(() => self.close())")
    expect_stop(phone, STOPPED, AGAIN, SAVE)
    phone.start_anew(AGAIN)
    phone.expect_text("Stand: Mein 1, Dein 0")
    phone.page.evaluate("() => globalThis.jsDisconnect('')")
    expect_stop(phone, STOPPED, AGAIN, SAVE)
