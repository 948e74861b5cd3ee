"""One phone goes through addresses that nobody meant: each leads on, none is a blank page."""

from typing import Final

import pytest
from phone import App, OpenPhone
from playwright.sync_api import expect
from shown import shown

NO_SUCH_PAGE: Final = "Diese Seite gibt es nicht. Hier geht es weiter."
UNKNOWN: Final = ("xyz", "line/0/xyz", "/[", "line/²", "%zz%00", "xyz.html", "a" * 4_000)
LINES: Final = ("line/99999999999999999999", "line/9/change")


@pytest.mark.browser
@pytest.mark.left_to_ci
def test_a_phone_that_goes_through_addresses_finds_a_page_with_a_way_on_at_each(
    app: App, open_phone: OpenPhone, request: pytest.FixtureRequest
) -> None:
    phone = open_phone()
    for path in ("xyz", "/"):
        phone.open(app.address + path)
        phone.expect_text(NO_SUCH_PAGE)
        expect(phone.button("Neuer Abend")).to_be_visible()
    phone.open(app.address + LINES[0])
    phone.tap("Neuer Abend")
    phone.tap("Los geht's")
    for path in UNKNOWN:
        phone.open(app.address + path)
        phone.expect_text(NO_SUCH_PAGE)
        phone.expect_text("Stand: Mein 0, Dein 0")
    for path in LINES:
        phone.open(app.address + path)
        phone.expect_text("Diese Zeile steht nicht mehr auf der Tafel.")
        phone.tap("Zur Tafel")
        phone.expect_text("Stand: Mein 0, Dein 0")
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")
    assert "Stand: Mein 1, Dein 0" in shown(request.node), "a report of a failure would not tell it"
