"""The app on a phone without a network: all there, and nothing lost."""

from pathlib import Path

import pytest
from bauerchen_on_phone import expect_slate, write
from evening_on_phone import begin
from installed import BASE, Device, phone_in, served, wait_until_kept

from scoring.bauerchen import Deal
from scoring.sheet import read_sheet

EXAMPLES = Path(__file__).parent.parent / "examples"
EVENING = read_sheet((EXAMPLES / "evening.knoddel.json").read_bytes())
DEALS = [place for place, entry in enumerate(EVENING.replay.entries, 1) if type(entry) is Deal]
TEN_DEALS = DEALS[9]
"""How many entries there are with the tenth deal: a round is over, and the next under way."""


@pytest.mark.browser
def test_after_one_visit_all_works_without_a_network_and_is_there_when_the_browser_is_opened_again(
    built: Path, tmp_path: Path
) -> None:
    device = Device(tmp_path / "profile")
    with device.browser() as browser:
        phone = phone_in(browser)
        with served(built) as site:
            address = site.rstrip("/") + BASE
            phone.open(address)
            wait_until_kept(phone)
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
