"""What is tapped before Python is there, in the whole app: never gone, and offered if need be."""

import json
from functools import partial
from pathlib import Path

import pytest
from on_the_web import (
    HAS_AHEAD,
    KEEP,
    Site,
    files_of,
    keep,
    kept,
    open_evening,
    phone_on,
    the_evening,
    wait_until,
    without_app,
)
from phone import Phone
from played import MINE, YOURS, deal, entries_of, play
from playwright.sync_api import BrowserContext, expect
from tapped import tap

from scoring.bauerchen import Meld
from storage import Library

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

NEVER_DRAWN = """{
  globalThis.asked = 0;
  const asksForDevice = one => one instanceof Uint8Array
    && new TextDecoder().decode(one).includes('get_device_info');
  const {set} = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
  Object.defineProperty(Worker.prototype, 'onmessage', {
    set(hear) {
      set.call(this, ({data}) => {
        if (data.tells === 'said') {
          asked += data.said.filter(asksForDevice).length;
          data.said = data.said.filter(one => !asksForDevice(one));
        }
        hear({data});
      });
    },
  });
}"""
"""When Python has drawn the first page, it asks for the device to be told that this is seen. It
gets no answer, as where nobody looks at a page.
"""
TAPPED_IN_ANOTHER_TAB = f"""{{
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...more) {{
    if (!message.waiting) return post.call(this, message, ...more);
    const [tap] = JSON.parse(new TextDecoder().decode(message.waiting));
    const all = JSON.stringify([tap, {{...tap, name: "Dein: 20 melden"}}]);
    ({KEEP})({{'/waiting.json': btoa(all)}}).then(() => post.call(this, message, ...more));
  }};
}}"""
"""Right after this page has read two taps, another tab keeps another one in the second's place."""
KEY = "Dein: 40 melden"
NOTED = f"Vorgemerkt: {KEY}"
OFFERED = f"Wurde nicht angeschrieben: {KEY}"


def asleep(visited: BrowserContext, site: Site) -> Phone:
    """Return a page that starts and is never drawn."""
    phone = phone_on(visited)
    phone.page.add_init_script(NEVER_DRAWN)
    phone.page.goto(site.address)
    return phone


def test_a_start_that_ends_before_it_is_drawn_leaves_the_keys_and_what_is_noted(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    first = phone_on(visited)
    open_evening(first, site, tmp_path / "begun")
    wait_until(first.page, lambda: first.page.evaluate(HAS_AHEAD))
    first.page.close()

    for is_tapped in (False, True):
        phone = asleep(visited, site)
        key = phone.page.get_by_role("button", name=KEY, exact=True)
        if is_tapped:
            expect(phone.page.get_by_text(NOTED, exact=True)).to_be_visible()
            expect(key).to_be_visible()
        else:
            key.click()
        expect(phone.page.get_by_text(NOTED, exact=True)).to_be_visible()
        wait_until(phone.page, partial(phone.page.evaluate, "asked === 1"))
        phone.page.close()

    last = phone_on(visited)
    last.open(site.address)
    last.expect_text("Stand: Mein 0, Dein 2")


def test_what_was_tapped_for_another_slate_is_offered_until_somebody_decides(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    evening = play(Library(tmp_path / "begun"), deal(MINE))
    waiting = [tap(evening, Meld(YOURS, 40), KEY, revision="another")]
    phone = phone_on(visited)
    files = {**files_of(tmp_path / "begun"), "/waiting.json": json.dumps(waiting).encode()}
    keep(without_app(phone, site), files)
    for _ in range(2):
        phone.open(site.address)
        phone.expect_text(OFFERED)
        assert "/waiting.json" not in kept(phone.page)
    phone.tap("Anschreiben")
    phone.expect_text("Stand: Mein 2, Dein 2")
    files = kept(phone.page)
    assert entries_of(the_evening(files, tmp_path / "found")) == (deal(MINE), Meld(YOURS, 40))
    assert "/not-written.json" not in files


def test_a_tap_in_a_tab_just_opened_is_not_deleted_with_those_that_the_first_one_writes(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    evening = play(Library(tmp_path / "begun"))
    phone = phone_on(visited)
    keep(without_app(phone, site), files_of(tmp_path / "begun"))
    waiting = [tap(evening, Meld(YOURS, 40), KEY), tap(evening, Meld(MINE, 20), "Mein: 20 melden")]
    keep(phone.page, {"/waiting.json": json.dumps(waiting).encode()})
    first = phone_on(visited)
    first.page.add_init_script(TAPPED_IN_ANOTHER_TAB)
    first.open(site.address)
    first.expect_text("Stand: Mein 1, Dein 2")
    waiting = json.loads(kept(first.page)["/waiting.json"])
    assert [each["name"] for each in waiting] == ["Dein: 20 melden"]
    first.page.close()
    phone.open(site.address)
    phone.expect_text("Wurde nicht angeschrieben: Dein: 20 melden")
    files = kept(phone.page)
    assert entries_of(the_evening(files, tmp_path / "found")) == (Meld(YOURS, 40), Meld(MINE, 20))
    assert "/waiting.json" not in files
