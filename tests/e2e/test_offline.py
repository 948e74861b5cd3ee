"""The app on a phone without a network: all there, and nothing lost."""

from pathlib import Path

import pytest
from bauerchen_on_phone import expect_slate, write
from evening_on_phone import begin
from installed import Device, phone_in, wait_until_kept
from on_the_web import Site, on_the_web, phone_on, wait_until
from playwright.sync_api import BrowserContext

from scoring.bauerchen import Deal
from scoring.sheet import read_sheet

EXAMPLES = Path(__file__).parent.parent / "examples"
EVENING = read_sheet((EXAMPLES / "evening.knoddel.json").read_bytes())
DEALS = [place for place, entry in enumerate(EVENING.replay.entries, 1) if type(entry) is Deal]
EMOJI = "fonts/NotoEmoji.woff"
WAS_READ = """path => performance.getEntriesByType('resource')
  .some(({name, responseStatus}) => name.endsWith(path) && responseStatus === 200)"""
IS_STORED = "path => caches.match(path, {ignoreSearch: true}).then(Boolean)"
KEPT_AS = "path => caches.match(path).then(({url, headers}) => [url, [...headers]])"
STANDING = "Stand: \u2068⛵ שלום\u2069 0, Dein 0"
WARNING = "Manche dieser Zeichen erscheinen womöglich als leere Kästchen."
TEN_DEALS = DEALS[9]
"""How many entries there are with the tenth deal: a round is over, and the next under way."""


@pytest.mark.browser
def test_after_one_visit_all_works_without_a_network_and_is_there_when_the_browser_is_opened_again(
    built: Path, tmp_path: Path
) -> None:
    device = Device(tmp_path / "profile")
    with device.browser() as browser:
        phone = phone_in(browser)
        with on_the_web(built) as site:
            site.headers["Vary"] = "*"
            site.types["reader.js"] = "text/plain"
            address = site.address
            phone.open(address)
            wait_until_kept(phone)
        told = phone.page.evaluate(KEPT_AS, "reader.js")
        assert told == ["", [["content-type", "text/javascript"]]], "a server may be wrong"
        phone.open(address)
        begin(phone, EVENING)
        for done, entry in enumerate(EVENING.replay.entries[:TEN_DEALS], 1):
            write(phone, entry, EVENING.replay.states[done].line)
            expect_slate(phone, EVENING, done)
        phone.open(address)
        expect_slate(phone, EVENING, TEN_DEALS)
    with device.browser() as browser:
        phone = phone_in(browser)
        phone.open(address)
        expect_slate(phone, EVENING, TEN_DEALS)
        phone.tap("Rückgängig")
        expect_slate(phone, EVENING, TEN_DEALS - 1)
    assert device.astray == []


@pytest.mark.browser
@pytest.mark.left_to_ci
def test_emoji_are_fetched_once_they_are_needed_and_stay_without_a_network(
    site: Site, device: BrowserContext
) -> None:
    """Hebrew, for which there is no font, does not stop the start."""
    phone = phone_on(device)
    phone.open(site.address)
    wait_until_kept(phone)
    phone.open(site.address)
    phone.tap("Neuer Abend")
    assert EMOJI not in site.asked

    phone.fill("Partei 1", "⛵ שלום", phone.page.get_by_text(WARNING).first)
    wait_until(phone.page, lambda: phone.page.evaluate(IS_STORED, EMOJI))
    assert site.asked.count(EMOJI) == 1
    phone.tap("Los geht's")
    phone.expect_text(STANDING)

    site.is_dead = True
    phone.open(site.address)
    phone.expect_text(STANDING)
    wait_until(phone.page, lambda: phone.page.evaluate(WAS_READ, EMOJI))
