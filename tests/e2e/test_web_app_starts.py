"""What a start of the web app does not waste time on."""

import json
from pathlib import Path

import pytest
from failing_starts import (
    RETRY,
    SCRIPT,
    WASM,
    WITHOUT_GARBAGE_COLLECTION,
    WITHOUT_WEBGL,
)
from installed import ASKED_FOR_LATER, parts_without_edits, wait_until_kept
from on_the_web import (
    FRAMES,
    HEIGHT,
    Site,
    begin,
    keep_with_keys,
    kept,
    open_evening,
    phone_on,
    wait_until,
)
from packing import pack, unpack
from phone import Motion
from played import play
from playwright.sync_api import BrowserContext, expect

from pwa.build import integrity
from pwa.client import CLIENT, CUT, LATER
from pwa.compress import PACKED
from pwa.later_wasm import cut, joint, later_of, recorded
from storage import Library
from views.snapshot import SNAPSHOT_FILE

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

WATCH = """
globalThis.drawn = 0;
const screen = requestAnimationFrame;
globalThis.requestAnimationFrame = draw => screen(time => { globalThis.drawn += 1; draw(time); });
globalThis.frames_pass = async number => {
  for (let frame = 0; frame < number; frame += 1) await new Promise(screen);
};
let connect;
Object.defineProperty(globalThis, 'jsConnect', {
  get: () => connect && ((...wanted) => { globalThis.connects = true; return connect(...wanted); }),
  set(given) { connect = given; },
});
"""
LARGE_AND_NEVER_MEASURED = """
addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; });
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (message, ...more) {
  const told = message instanceof Uint8Array ? new TextDecoder().decode(message) : '';
  if (!told.includes('size_change')) postMessage.call(this, message, ...more);
};
"""
"""Makes text twice as large, and keeps to itself how large Flutter finds what it has drawn."""
STORED_BY = "navigator.serviceWorker.controller.scriptURL.split('/').at(-1)"
ADDRESS_AS_EVER = "service-worker.js?canvaskit=%s"
"""At another address than before, the service worker would be offered as a newer version."""
CANNOT_DRAW = (
    "Der Browser kann zurzeit nicht zeichnen, denn ihm fehlt WebGL. Bitte ihn ganz schließen und "
    "wieder öffnen, oder ins Netz gehen."
)
TELLS_SHOWN = b'say({ tells: "shown" });'
DRAWN_IN_A_SECOND = """async () => {
  await frames_pass(3); // what was asked for before
  const before = drawn;
  await frames_pass(60);
  return drawn - before;
}"""


def test_nothing_is_drawn_beneath_the_slate_while_flutter_waits_for_python(
    site: Site, device: BrowserContext
) -> None:
    phone = phone_on(device)
    phone.page.add_init_script(WATCH)
    python = site.hold("python.zip.zst")
    phone.page.goto(site.address)
    phone.page.wait_for_function("() => globalThis.connects")
    assert phone.page.evaluate(DRAWN_IN_A_SECOND) == 0
    python.set()
    phone.listen()
    begin(phone)


def test_what_is_drawn_is_shown_before_python_says_so_if_nothing_waits(
    site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    never_tell_shown(site)
    phone = phone_on(device)
    open_evening(phone, site, tmp_path / "begun")
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")


def test_while_something_waits_nothing_is_shown_before_python_says_so(
    site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    never_tell_shown(site)
    evening = play(Library(tmp_path / "begun"))
    go_on = site.hold("worker.js")
    phone = phone_on(device)
    keep_with_keys(phone, site, tmp_path / "begun", evening)
    phone.page.goto(site.address)
    phone.tap("Mein: 20 melden")
    expect(phone.page.get_by_text("Vorgemerkt: Mein: 20 melden", exact=True)).to_be_visible()
    go_on.set()
    wait_until(phone.page, lambda: "/waiting.json" not in kept(phone.page))
    phone.page.evaluate(FRAMES)
    expect(phone.page.locator("#waking")).to_be_visible()


def test_how_large_the_text_is_python_knows_before_anything_is_drawn(
    site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_on(device)
    phone.page.add_init_script(LARGE_AND_NEVER_MEASURED)
    open_evening(phone, site, tmp_path / "begun")
    snapshot = f"/{SNAPSHOT_FILE}"
    wait_until(phone.page, lambda: snapshot in kept(phone.page))
    evening = json.loads(kept(phone.page)[snapshot])["evening"]
    assert evening["screen"] == [390, HEIGHT, 2]


def never_tell_shown(site: Site) -> None:
    """Let Python's side never tell the page that all is shown."""
    worker = (site.folder / "knoddel" / "worker.js").read_bytes()
    assert worker.count(TELLS_SHOWN) == 1
    site.answers = {"worker.js": worker.replace(TELLS_SHOWN, b"")}


@pytest.mark.parametrize(
    ("lacks", "motion"),
    [
        ("", "reduce"),
        (WITHOUT_GARBAGE_COLLECTION, "reduce"),
        (WITHOUT_WEBGL, "no-preference"),
    ],
)
def test_a_browser_gets_what_it_can_run_and_starts_with_that_without_a_network(
    site: Site, device: BrowserContext, lacks: str, motion: Motion
) -> None:
    """Where less moves, Flutter runs functions that came only when they were called."""
    kit, other = (SCRIPT, WASM) if lacks else (WASM, SCRIPT)
    phone = phone_on(device)
    phone.page.emulate_media(reduced_motion=motion)
    phone.page.add_init_script(lacks)
    phone.page.goto(site.address)  # who listens before all is shown may call what comes later
    wait_until_kept(phone)
    asked = {path.removesuffix(".zst") for path in site.asked}
    assert {kit.client, *kit.packed} <= asked
    assert not {other.client, *other.packed} & asked
    if lacks:
        phone.page.wait_for_function(f"() => ({ASKED_FOR_LATER}).includes('script')")
    assert phone.page.evaluate(STORED_BY) == ADDRESS_AS_EVER % ("full" if lacks else "chromium")

    site.is_dead = True
    phone.open(site.address)
    begin(phone)
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")
    phone.page.close()
    unlike = phone_on(device)  # which lacks nothing
    unlike.open(site.address)
    unlike.expect_text("Stand: Mein 1, Dein 0")


def test_a_browser_whose_webgl_fails_later_says_so_without_a_network_and_starts_with_one(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_on(visited)
    open_evening(phone, site, tmp_path / "begun")
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")
    phone.page.add_init_script(WITHOUT_WEBGL)
    site.is_dead = True
    phone.page.reload()
    waking = phone.page.locator("#waking")
    expect(waking.get_by_role("alert")).to_have_text(CANNOT_DRAW)
    expect(waking.locator(".score .figure")).to_have_text(["1", "0"])
    site.is_dead = False
    phone.tap("Neu starten")
    phone.listen()
    phone.tap("Dein: 40 melden")
    phone.expect_text("Stand: Mein 1, Dein 2")


@pytest.mark.parametrize("path", CUT)
def test_a_start_that_calls_what_has_moved_gets_it_at_once(
    site: Site, device: BrowserContext, path: str
) -> None:
    app = site.folder / "knoddel"
    first, later = cut((CLIENT / path).read_bytes(), [])
    packed = pack(later)
    parts = parts_without_edits((app / "parts.js").read_bytes())
    for before, now in (
        (joint(unpack((app / f"{path}{PACKED}").read_bytes())), joint(first)),
        (integrity((app / f"{later_of(path)}{PACKED}").read_bytes()), integrity(packed)),
    ):
        assert before.encode() in parts
        parts = parts.replace(before.encode(), now.encode())
    site.answers = {
        "parts.js": parts,
        f"{path}{PACKED}": pack(first),
        f"{later_of(path)}{PACKED}": packed,
    }
    phone = phone_on(device)
    phone.page.add_init_script(WITHOUT_GARBAGE_COLLECTION)
    phone.page.goto(f"{site.address}index.html")
    phone.listen()
    begin(phone)
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")


def test_what_is_in_parts_is_run_only_if_the_page_and_both_parts_are_of_one_version(
    site: Site, device: BrowserContext
) -> None:
    """The page's policy would not let another part of the client be run, and Flutter would call it
    for ever; a later part fits the module that it was cut out of, and no other.
    """
    phone = phone_on(device)
    phone.page.add_init_script(WITHOUT_GARBAGE_COLLECTION)
    alert = phone.page.locator("#waking").get_by_role("alert")
    for file, before in (
        (LATER, b'clientBrings("'),
        (SCRIPT.client, b'clientVersion="'),
        ("index.html", b'data-client="'),
    ):
        content = (site.folder / "knoddel" / file).read_bytes()
        assert content.count(before) == 1
        site.answers = {file: content.replace(before, before + b"0")}
        phone.page.goto(f"{site.address}index.html")
        expect(alert).to_contain_text(f"TypeError: {LATER}: of another version")
    for path in CUT:
        whole = (CLIENT / path).read_bytes()
        first, _ = cut(whole, recorded(whole, path) | {1_000_000})
        site.answers = {f"{path}{PACKED}": pack(first)}
        phone.page.goto(f"{site.address}index.html")
        expect(alert).to_contain_text(f"TypeError: {later_of(path)}: of another version")
    site.answers = {}
    phone.start_anew(RETRY)
    begin(phone)
