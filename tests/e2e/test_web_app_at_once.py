"""What is kept beside every tap: what the next start draws before Python is there."""

import json
from pathlib import Path

import pytest
from installed import copy_of, replace
from on_the_web import Site, kept, open_evening, phone_on, put_into
from playwright.sync_api import BrowserContext, expect

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


@pytest.mark.browser
def test_what_the_next_start_draws_is_what_was_written_and_the_browser_was_asked_to_keep_it(
    built: Path, site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    device.add_init_script(PERSISTED)
    phone = phone_on(device)
    open_evening(phone, site, tmp_path / "begun")
    for key, score in (
        ("Mein: 20 melden", (1, 0)),
        ("Dein: 40 melden", (1, 2)),
        ("Mein: 40 melden", (3, 2)),
        ("Rückgängig", (1, 2)),
    ):
        phone.tap(key)
        phone.expect_text(f"Stand: Mein {score[0]}, Dein {score[1]}")
        files = kept(phone.page)
        library = put_into(tmp_path / key, files)
        evening = library.evening(str(library.settings.open_evening))
        assert evening.replay.state.score == score
        told = json.loads(files["/waking.json"])
        screen, pad = Screen(*told["evening"]["screen"]), told["evening"]["layout"][0]
        written = snapshot(translator("de"), library.settings, evening, VIEWS, screen, pad)
        assert told.pop("ahead", {"revision": evening.revision})["revision"] == evening.revision
        assert told == json.loads(written)
    assert phone.page.evaluate("() => globalThis.persisted") == 1

    site.folder = copy_of(built, tmp_path / "held")
    replace(site.folder / "knoddel" / "start.js", b"globalThis.waking.begin();")
    waiting = phone_on(device).page
    waiting.goto(site.address)
    expect(waiting.locator("#waking .score .figure")).to_have_text(["1", "2"])
