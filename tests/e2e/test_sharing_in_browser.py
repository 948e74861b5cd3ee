"""An evening leaves the browser as a text, as a picture and as a file."""

from pathlib import Path
from typing import Final

import pytest
from phone import App, OpenPhone, Phone
from PIL import Image
from played import BOTH_ONE_KNODDEL_SHORT, MINE, deal, play

from scoring.sheet import read_sheet
from storage import Library
from views.games.registry import VIEWS
from views.text.told import told
from views.text.translator import translator
from views.ui.picture import PIXELS, picture

pytestmark = [pytest.mark.browser, pytest.mark.pictures]

SHARE: Final = "Teilen, als Text, Bild oder Datei"
DOWNLOADED: Final = "Der Browser lädt die Datei herunter."
SHARE_SHEET: Final = """() => {
window.given = [];
window.isClosed = false;
navigator.canShare = ({files}) => !files || files[0].type === "image/png";
navigator.share = ({text, files}) => {
  window.given.push(text ?? files[0].name);
  return window.isClosed ? Promise.reject(new DOMException("", "AbortError")) : Promise.resolve();
};
}"""
"""A share sheet as phones have it: for texts and pictures, but for no file of ours."""
NO_CLIPBOARD: Final = "Object.defineProperty(navigator, 'clipboard', {value: undefined})"
"""Pages that did not come encrypted have none."""
CHALK: Final = 0.01
"""At least so much of a picture is not bare slate."""


def downloaded(phone: Phone, key: str, folder: Path) -> Path:
    with phone.page.expect_download() as download:
        phone.tap(key)
    phone.expect_text(DOWNLOADED)
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_an_evening_is_passed_on_in_all_three_ways(
    app: App, open_phone: OpenPhone, tmp_path: Path
) -> None:
    entries = (*BOTH_ONE_KNODDEL_SHORT, deal(MINE))
    evening = play(Library(app.folder), *entries, title="Stammtisch")
    t, view = translator("de"), VIEWS["bauerchen"]
    text = told(t, view.words, evening.head, evening.replay)
    size = 1080, PIXELS * picture(t, view, evening.head, evening.replay).height
    phone = open_phone(permissions=["clipboard-read", "clipboard-write"])
    phone.tap("Menü")
    phone.tap(SHARE)

    phone.tap("Als Text")
    phone.expect_text("Text kopiert. Er lässt sich in eine Nachricht einfügen.")
    assert phone.page.evaluate("navigator.clipboard.readText()") == text

    with Image.open(downloaded(phone, "Als Bild", tmp_path)) as png:
        assert (png.format, png.size) == ("PNG", size)
        counted = png.convert("RGB").getcolors(png.width * png.height)
    assert counted
    bare, slate = max(counted)
    assert slate == (0x22, 0x29, 0x2B)
    assert CHALK < 1 - bare / (png.width * png.height) < 1 / 4

    file = downloaded(phone, "Als Datei", tmp_path)
    assert read_sheet(file.read_bytes()) == evening.sheet

    phone.page.evaluate(SHARE_SHEET)
    phone.tap("Als Text")
    phone.expect_text("An die gewählte App übergeben.")
    phone.page.evaluate("window.isClosed = true")
    phone.tap("Als Bild")
    phone.expect_text("Nicht geteilt.")
    assert phone.page.evaluate("window.given") == [text, "Stammtisch 2026-11-20.png"]
    assert downloaded(phone, "Als Datei", tmp_path) == file

    phone.page.evaluate("navigator.canShare = undefined")
    phone.page.evaluate(NO_CLIPBOARD)
    phone.tap("Als Text")
    phone.expect_text("Der Text ließ sich nicht kopieren. Als Bild oder Datei geht es.")
