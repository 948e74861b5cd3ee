"""A written line is said aloud, if that is switched on, and felt, by what the browser has."""

from pathlib import Path

import pytest
from on_the_web import Site, open_evening, phone_on, wait_until
from phone import App, OpenPhone, Phone
from played import play
from playwright.sync_api import BrowserContext, expect

from storage import Library

pytestmark = pytest.mark.browser

VOICES = """
window.said = [];
const voice = (lang, localService) => ({lang, localService, name: `${lang} ${localService}`});
Object.defineProperty(window, 'SpeechSynthesisUtterance', {
  value: class { constructor(text) { this.text = text; } },
});
Object.defineProperty(window, 'speechSynthesis', {value: {
  getVoices: () => [voice('en-US', true), voice('de-DE', false), voice('de-DE', true)],
  cancel: () => {},
  speak: ({text, voice}) => window.said.push([text, voice?.name ?? '']),
}});
"""
FELT = """
window.felt = [];
Navigator.prototype.vibrate = milliseconds => window.felt.push(milliseconds);
"""
OF_THE_DEVICE = "de-DE true"


def said(phone: Phone) -> list[str]:
    """Return what a voice of the device has said."""
    return [text for text, voice in phone.page.evaluate("said") if voice == OF_THE_DEVICE]


def switch_on(phone: Phone) -> None:
    for name in ("Menü", "Einstellungen", "Ansagen", "Ton"):
        phone.tap(name)
    wait_until(phone.page, lambda: len(said(phone)) == 2)
    assert said(phone) == ["So klingt das."] * 2
    phone.tap("Zurück")
    expect(phone.button("Ton")).to_be_hidden()  # the menu has a key of the same name
    phone.tap("Zurück")


def test_the_server_lets_the_phone_speak(app: App, open_phone: OpenPhone) -> None:
    play(Library(app.folder))
    phone = open_phone()
    phone.page.add_init_script(VOICES)
    phone.open(app.address)
    phone.tap("Mein: 20 melden")
    switch_on(phone)
    phone.tap("Dein: 20 melden")
    wait_until(phone.page, lambda: len(said(phone)) == 3)
    assert said(phone)[-1] == "+1 für Dein: Melde 20. Mein 1, Dein 1."
    phone.open(app.address)
    phone.tap("Rückgängig")
    wait_until(phone.page, lambda: said(phone) == ["Zurückgenommen. Mein 1, Dein 0."])
    assert ["", ""] in phone.page.evaluate("said")


@pytest.mark.left_to_ci
def test_the_web_app_speaks_and_vibrates_once(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_on(visited)
    phone.page.add_init_script(VOICES)
    phone.page.add_init_script(FELT)
    open_evening(phone, site, tmp_path)
    switch_on(phone)
    assert phone.page.evaluate("felt") == []
    phone.tap("Mein: 20 melden")
    wait_until(phone.page, lambda: len(said(phone)) == 3)
    assert phone.page.evaluate("felt") == [10]
    assert said(phone)[-1] == "+1 für Mein: Melde 20. Mein 1, Dein 0."
