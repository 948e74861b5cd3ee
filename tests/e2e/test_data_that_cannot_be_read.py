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


def test_one_file_that_cannot_be_read_keeps_neither_the_app_from_starting_nor_the_rest_from_saving(
    site: Site, tmp_path: Path
) -> None:
    library = Library(tmp_path / "played")
    play(library, deal(MINE))
    others = {**files_of(library.folder), "/waiting.json": b"[]", "/not-written.json": b"[]"}
    device = Device(tmp_path / "profile")
    with device.browser() as browser:
        page = without_app(phone_on(browser), site)
        keep(page, {**others, "/evenings/lost.json": urandom(LARGE)})
    (lost,) = device.profile.glob(OF_LARGE_FILES)
    lost.unlink()

    with device.browser() as browser:
        phone = phone_on(browser)
        site.answers = {"worker.js": 404}
        phone.page.goto(site.address)
        with phone.page.expect_download() as download:
            phone.page.get_by_role("button", name=SAVE).click()
        saved = json.loads(download.value.path().read_bytes())["files"]
        own = {path: content for path, content in others.items() if "/backups" not in path}
        assert {path: b64decode(content) for path, content in saved.items()} == own
        lacks = "In der Datei fehlt, was sich nicht lesen lässt: /evenings/lost.json"
        expect(phone.page.get_by_role("alert")).to_have_text(lacks)
        site.answers.clear()
        phone.tap(AGAIN)
        phone.listen()
        phone.expect_text("Stand: Mein 2, Dein 0")
