"""An evening goes from one phone to another as a QR code, without a network."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from camera import read_code
from failing_starts import NOT_FETCHED, RETRY
from installed import IS_STORED
from long_evenings import long_evening
from on_the_web import (
    ELSEWHERE,
    HERE,
    Site,
    device_in,
    files_of,
    keep,
    kept,
    phone_on,
    put_into,
    without_app,
)
from played import play_all
from playwright.sync_api import Browser, BrowserContext, expect

from scoring.code_parts import parts
from scoring.compact import pack
from storage import Library
from storage.merging import begins

CODE = "QR-Code dieses Abends"

pytestmark = [pytest.mark.browser, pytest.mark.pictures]


@pytest.fixture
def phones(browser: Browser) -> Iterator[tuple[BrowserContext, BrowserContext]]:
    """Two phones with nothing on them."""
    with device_in(browser) as giver, device_in(browser) as taker:
        yield giver, taker


@pytest.mark.left_to_ci
def test_an_evening_of_sixty_deals_goes_on_on_another_phone_with_the_server_gone(
    site: Site, phones: tuple[BrowserContext, BrowserContext], tmp_path: Path
) -> None:
    evening = play_all(Library(tmp_path / "given"), long_evening("bauerchen", 60))
    giver, taker = phone_on(phones[0]), phone_on(phones[1])
    keep(without_app(giver, site), files_of(tmp_path / "given"))
    taker.open(site.address)
    taker.page.wait_for_function(f"() => {IS_STORED}")
    giver.open(f"{site.address}#/share/code")
    giver.expect_text(CODE)

    picture = giver.page.screenshot()
    text = read_code(picture)
    assert text is not None
    assert text.startswith(f"{site.address}#1.1.")
    for scale, turned in ((1, 4), (1, -9), (0.5, 0), (0.5, 3)):
        assert read_code(picture, scale=scale, turned=turned) == text

    site.is_dead = True
    asked = len(site.asked)
    taker.page.evaluate("address => { location.href = address }", text)  # as the camera does
    taker.expect_text(f"Stammtisch, 20.11.2026: {len(evening.replay.entries)} Zeilen")
    assert "#1.1." not in taker.page.url
    taker.tap("Übernehmen")
    taker.expect_text("Der Abend ist jetzt hier. Antippen, um weiter anzuschreiben.")
    (label,) = (library := put_into(tmp_path / "taken", kept(taker.page))).labels()
    assert begins(library.sheet(label.key), evening.sheet)

    taker.page.close()
    again = phone_on(phones[1])
    again.open(text)
    again.expect_text("Dieser Abend ist schon hier.")
    assert "#1.1." not in again.page.url
    part = text.partition("#")[2]
    assert not any(part in path for path in site.asked[asked:])


@pytest.mark.left_to_ci
def test_what_a_code_has_brought_is_there_when_a_start_that_failed_is_tried_again(
    site: Site, phones: tuple[BrowserContext, BrowserContext]
) -> None:
    phone = phone_on(phones[0])
    (part,) = parts(pack(long_evening("schlauch", 20)))
    site.answers["python.zip.zst"] = 404
    phone.page.goto(f"{site.address}#{part}")
    phone.expect_text(NOT_FETCHED)
    site.answers.clear()
    phone.start_anew(RETRY)
    phone.expect_text("Stammtisch, 20.11.2026: 20 Zeilen")
    phone.page.reload()
    phone.listen()
    phone.expect_text("Keine Datei gewählt.")
    expect(phone.page.get_by_text("Stammtisch, 20.11.2026: 20 Zeilen")).to_have_count(0)


def test_a_code_that_the_camera_opens_beside_the_app_is_shown_where_the_app_goes_on(
    site: Site, phones: tuple[BrowserContext, BrowserContext]
) -> None:
    first, second = phone_on(phones[0]), phone_on(phones[0])
    first.open(site.address)
    (part,) = parts(pack(long_evening("schlauch", 20)))
    second.page.goto(f"{site.address}#{part}")
    second.expect_text(ELSEWHERE)
    assert second.page.url == site.address
    second.tap(HERE)
    second.listen()
    second.expect_text("Stammtisch, 20.11.2026: 20 Zeilen")
    second.tap("Zurück")
    second.page.evaluate("location.hash = 'Karl'")
    second.expect_text("Das ist kein Code von Knoddel.")
    expect(second.button("Neuer Abend")).to_be_visible()
    second.page.evaluate("location.hash = '1.1.00000000.AAAA'")
    second.expect_text("Dieser Code ist beschädigt. Bitte noch einmal lesen.")
