"""A tap is on the slate once it is on the disk, with what the next start draws before Python."""

import json
from pathlib import Path

import pytest
from installed import copy_of, replace
from on_the_web import (
    FRAMES,
    HOLD,
    LET_GO,
    Site,
    kept,
    open_evening,
    phone_on,
    put_into,
    wait_until,
)
from phone import Phone
from playwright.sync_api import BrowserContext, expect
from snapshots import leads_from, whole

from views.games.registry import VIEWS
from views.session.screen import Screen
from views.snapshot import snapshot
from views.text.translator import translator

PERSISTED = """
globalThis.persisted = 0;
const persist = StorageManager.prototype.persist;
StorageManager.prototype.persist = function () {
  globalThis.persisted += 1;
  return persist.call(this);
};
"""
NOTE_WHAT_IS_SAID = """
const {set} = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
globalThis.said = [];
Object.defineProperty(Worker.prototype, 'onmessage', {
  set(hear) {
    set.call(this, event => {
      if (event.data.tells === 'said')
        said.push(event.data.said.filter(one => one instanceof Uint8Array)
          .map(bytes => new TextDecoder().decode(bytes)));
      hear(event);
    });
  },
});
"""
"""Keeps what Python has told the screen, each time its messages."""


def expect_kept(phone: Phone, score: tuple[int, int], folder: Path) -> None:
    """Wait for a score; the browser has it then, and what is drawn of it before Python is there."""
    phone.expect_text(f"Stand: Mein {score[0]}, Dein {score[1]}")
    files = kept(phone.page)
    library = put_into(folder, files)
    evening = library.evening(str(library.settings.open_evening))
    assert evening.replay.state.score == score
    told = json.loads(files["/waking.json"])
    screen, pad = Screen(*told["evening"]["screen"]), told["evening"]["layout"][0]
    written = snapshot(translator("de"), library.settings, evening, VIEWS, screen, pad)
    if here := told.pop("ahead", None):
        assert here["revision"] == evening.revision
        assert here["graph"] == json.loads(files["/ahead.json"])["graph"]
    assert told == json.loads(written)


@pytest.mark.browser
def test_the_score_and_the_notice_come_to_the_page_at_once_for_one_frame_to_show_both(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    visited.add_init_script(NOTE_WHAT_IS_SAID)
    phone = phone_on(visited)
    open_evening(phone, site, tmp_path / "begun")
    phone.page.evaluate("said.length = 0")
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")
    said = phone.page.evaluate("said")
    (together,) = (all_ for all_ in said if any("Stand: Mein 1, Dein 0" in one for one in all_))
    assert any("+1 für Mein" in message for message in together)


@pytest.mark.browser
def test_a_tap_is_shown_only_when_it_is_kept_and_then_the_next_start_draws_what_was_written(
    built: Path, site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    visited.add_init_script(PERSISTED)
    phone = phone_on(visited)
    open_evening(phone, site, tmp_path / "begun")
    phone.page.evaluate(HOLD)
    phone.tap("Mein: 20 melden")
    wait_until(phone.page, lambda: phone.page.evaluate("() => self.held.length > 0"))
    phone.page.evaluate(FRAMES)
    phone.expect_text("Stand: Mein 0, Dein 0")
    phone.page.evaluate(LET_GO)
    expect_kept(phone, (1, 0), tmp_path / "held")
    for key, score in (
        ("Dein: 40 melden", (1, 2)),
        ("Mein: 40 melden", (3, 2)),
        ("Rückgängig", (1, 2)),
    ):
        phone.tap(key)
        expect_kept(phone, score, tmp_path / key)
    assert phone.page.evaluate("() => globalThis.persisted") == 1

    wait_until(phone.page, lambda: b'"ahead":' in kept(phone.page)["/waking.json"])
    files = kept(phone.page)
    ahead = whole(files["/waking.json"], files["/ahead.json"])["ahead"]
    assert isinstance(leads_from(ahead, ahead["start"])["meld-40-0"], list), "this key is awake"

    site.folder = copy_of(built, tmp_path / "asleep")
    replace(site.folder / "knoddel" / "start.js", b"globalThis.waking.begin();")
    waiting = phone_on(visited).page
    waiting.goto(site.address)
    expect(waiting.locator("#waking .score .figure")).to_have_text(["1", "2"])
