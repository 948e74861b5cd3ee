"""The server dies, or the phone is out of reach: the slate stays to be read, and takes no taps."""

from collections.abc import Iterator

import pytest
from network import Network, network
from phone import App, OpenPhone, Phone, ServerOf, Started
from playwright.sync_api import expect

SEARCHING = "Verbindung wird gesucht …"
NOTHING_IS_WRITTEN = "Bis dahin wird nichts angeschrieben."


@pytest.fixture
def server_of() -> ServerOf:
    """The command itself, whose pages soon notice that nobody answers."""
    return Started


@pytest.fixture
def air(app: App) -> Iterator[Network]:
    """What lies between the app and a phone; it can go away."""
    app.start()
    with network(app.port) as opened:
        yield opened


def begin(phone: Phone) -> None:
    phone.tap("Neuer Abend")
    phone.tap("Los geht's")
    phone.expect_text("Stand: Mein 0, Dein 0")


def expect_lost(phone: Phone, score: str) -> None:
    """Wait until the phone says that it has no connection, with the slate still to be read."""
    phone.expect_text(SEARCHING)
    phone.expect_text(NOTHING_IS_WRITTEN)
    phone.expect_announced(SEARCHING + NOTHING_IS_WRITTEN)
    phone.expect_text(score)
    expect(phone.page.get_by_text("Working...")).to_have_count(0)


def expect_back(phone: Phone, score: str) -> None:
    expect(phone.page.get_by_text(SEARCHING)).to_be_hidden()
    phone.expect_text(score)


@pytest.mark.browser
def test_while_the_server_is_dead_the_slate_stays_and_takes_no_taps_and_then_all_is_there(
    app: App, open_phone: OpenPhone
) -> None:
    karl = open_phone()
    begin(karl)
    karl.tap("Mein: 20 melden")
    karl.expect_text("Stand: Mein 1, Dein 0")
    ruth = open_phone(844, 390)
    ruth.expect_text("Stand: Mein 1, Dein 0")
    ruth.tap("Runden")
    expect(ruth.button("Zurück")).to_be_visible()

    app.kill()
    for phone in (karl, ruth):
        phone.expect_text(SEARCHING)
    expect_lost(karl, "Stand: Mein 1, Dein 0")
    karl.touch("Dein: 40 melden")
    karl.button("Dein: 40 melden").dispatch_event("click")  # as screen readers tap
    expect_lost(karl, "Stand: Mein 1, Dein 0")
    app.start()

    for phone in (karl, ruth):
        phone.listen()  # the page is loaded anew
    expect_back(karl, "Stand: Mein 1, Dein 0")
    karl.tap("Mein: 40 melden")
    karl.expect_text("Stand: Mein 3, Dein 0")
    ruth.tap("Zurück")
    ruth.expect_text("Stand: Mein 3, Dein 0")


@pytest.mark.browser
def test_a_phone_out_of_reach_says_so_and_what_was_tapped_into_the_void_is_never_written(
    air: Network, open_phone: OpenPhone
) -> None:
    phone = open_phone(address=air.address)
    begin(phone)
    air.go_away()
    phone.touch("Mein: 20 melden")
    expect_lost(phone, "Stand: Mein 0, Dein 0")
    air.come_back()
    expect_back(phone, "Stand: Mein 0, Dein 0")
    phone.tap("Dein: 40 melden")
    phone.expect_text("Stand: Mein 0, Dein 2")
    air.deliver()
    phone.tap("Dein: 20 melden")
    phone.expect_text("Stand: Mein 0, Dein 3")
    other = open_phone()
    other.expect_text("Stand: Mein 0, Dein 3")


@pytest.mark.browser
def test_a_phone_out_of_reach_notices_without_a_tap_and_says_it_in_the_language_of_the_app(
    air: Network, open_phone: OpenPhone
) -> None:
    phone = open_phone(address=air.address)
    phone.tap("Einstellungen")
    phone.tap("English")
    phone.expect_text("Settings")
    phone.tap("slate")
    expect(phone.page.locator('html[lang=en][data-theme="dark"]')).to_be_attached()
    air.go_away()
    phone.expect_text("Reconnecting …")
    phone.expect_text("Until then nothing is saved.")
    phone.expect_text("Settings")
    air.come_back()
    phone.tap("Back")
    expect(phone.button("New evening")).to_be_visible()


@pytest.mark.browser
def test_a_page_that_is_cut_off_while_it_is_opened_is_opened_when_it_can_be(
    air: Network, open_phone: OpenPhone
) -> None:
    phone = open_phone(address=air.address)
    begin(phone)
    phone.page.route("**/main.dart.*", lambda _: None)  # never arrives
    phone.page.goto(air.address, wait_until="commit")
    phone.expect_text("Der Abend wird aufgeschlagen …")
    air.go_away()
    phone.expect_text(SEARCHING)
    phone.page.unroute("**/main.dart.*")
    air.come_back()
    expect(phone.page.get_by_text(SEARCHING)).to_be_hidden()
    phone.listen()
    phone.expect_text("Stand: Mein 0, Dein 0")
