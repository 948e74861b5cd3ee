"""A file whose content the browser has lost: everything else is there, and what is lost is told."""

import json
from base64 import b64decode
from os import urandom
from pathlib import Path

import pytest
from failing_starts import AGAIN, SAVE
from installed import Device
from on_the_web import Site, files_of, keep, phone_on, without_app
from played import MINE, deal, play
from playwright.sync_api import expect

from storage import Library

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

LARGE = 300_000
OF_LARGE_FILES = "*/IndexedDB/*.blob/*/*/*"
"""Where Chromium stores what is large: each in a file of its own, which somebody may clean away."""


@pytest.mark.parametrize("path", ["/evenings/lost.json", "/waiting.json", "/not-written.json"])
def test_one_file_that_cannot_be_read_keeps_neither_the_app_from_starting_nor_the_rest_from_saving(
    site: Site, tmp_path: Path, path: str
) -> None:
    library = Library(tmp_path / "played")
    play(library, deal(MINE))
    others = {**files_of(library.folder), "/waiting.json": b"[]", "/not-written.json": b"[]"}
    others.pop(path, None)
    device = Device(tmp_path / "profile")
    with device.browser() as browser:
        page = without_app(phone_on(browser), site)
        keep(page, {**others, path: urandom(LARGE)})
    (lost,) = device.profile.glob(OF_LARGE_FILES)
    lost.unlink()

    with device.browser() as browser:
        phone = phone_on(browser)
        site.answers = {"worker.js": 404}
        phone.page.goto(site.address)
        with phone.page.expect_download() as download:
            phone.page.get_by_role("button", name=SAVE).click()
        saved = json.loads(download.value.path().read_bytes())["files"]
        own = {name: content for name, content in others.items() if "/backups" not in name}
        assert {name: b64decode(content) for name, content in saved.items()} == own
        lacks = f"In der Datei fehlt, was sich nicht lesen lässt: {path}"
        expect(phone.page.get_by_role("alert")).to_have_text(lacks)
        site.answers.clear()
        phone.start_anew(AGAIN)
        phone.expect_text("Stand: Mein 2, Dein 0")
