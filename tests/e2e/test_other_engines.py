"""The web app in browsers with other engines than Chromium's: Firefox, and WebKit as in Safari."""

from pathlib import Path

import pytest
from engines import Browser, Visitor
from firefox import Firefox
from installed import IS_STORED, VERSION, newer_copy_of
from on_the_web import ELSEWHERE, HERE, LOAD, NEW, Site
from webkit import WebKit

OF_THE_DEVICE = """Object.getOwnPropertyDescriptor(Navigator.prototype, 'languages')
  .get.call(navigator)"""
LANGUAGES = {Firefox: ["de-DE"], WebKit: ["C"]}
"""What the device says it speaks."""

in_every_engine = pytest.mark.parametrize(
    "engine",
    [pytest.param(engine, marks=pytest.mark.browser(engine=engine)) for engine in LANGUAGES],
)


def begin(browser: Browser, site: Site) -> Visitor:
    """Visit the app for the first time, and begin an evening."""
    visitor = Visitor(browser.open_tab())
    visitor.open(site.address)
    visitor.tap("Neuer Abend")
    visitor.tap("Los geht's")
    visitor.expect_slate("Stand: Mein 0, Dein 0")
    return visitor


@in_every_engine
def test_an_evening_outlives_a_killed_browser_and_its_server_and_goes_on_in_a_newer_version(
    engine: type[Browser], built: Path, site: Site, tmp_path: Path
) -> None:
    with engine(tmp_path / "profile") as browser:
        browser.start()
        visitor = begin(browser, site)
        assert visitor.tab.evaluate(OF_THE_DEVICE) == LANGUAGES[engine]
        visitor.expect_true(IS_STORED)
        visitor.tap("Mein: 20 melden")
        visitor.expect_slate("Stand: Mein 1, Dein 0")
        visitor.tap("Dein: 40 melden")
        visitor.expect_slate("Stand: Mein 1, Dein 2")
        browser.kill()

        site.is_dead = True
        browser.start()
        visitor = Visitor(browser.open_tab())
        visitor.open(site.address)
        visitor.expect_slate("Stand: Mein 1, Dein 2")
        visitor.tap("Rückgängig")
        visitor.expect_slate("Stand: Mein 1, Dein 0")

        site.folder = newer_copy_of(built, tmp_path / "newer")
        site.is_dead = False
        visitor.open(site.address)
        visitor.expect(NEW)
        visitor.expect_slate("Stand: Mein 1, Dein 0")
        assert visitor.tab.evaluate(VERSION) == "A"
        site.is_dead = True
        visitor.tap(LOAD)
        visitor.expect_true(f"({VERSION}) === 'B'")
        visitor.expect_slate("Stand: Mein 1, Dein 0")


@in_every_engine
def test_one_tab_writes_until_another_wants_to_and_goes_on_when_that_is_closed(
    engine: type[Browser], site: Site, tmp_path: Path
) -> None:
    with engine(tmp_path / "profile") as browser:
        browser.start()
        first = begin(browser, site)
        second = Visitor(browser.open_tab())
        second.open(site.address)
        second.expect(ELSEWHERE)
        first.tap("Dein: 40 melden")
        first.expect_slate("Stand: Mein 0, Dein 2")
        second.tap(HERE)
        first.expect(ELSEWHERE)
        second.expect_slate("Stand: Mein 0, Dein 2")
        second.tap("Mein: 20 melden")
        second.expect_slate("Stand: Mein 1, Dein 2")
        second.tab.close()
        first.expect_slate("Stand: Mein 1, Dein 2")
        first.tap("Rückgängig")
        first.expect_slate("Stand: Mein 0, Dein 2")
        first.tab.evaluate("void (location.hash = 'Karl')")  # as a camera opens a code
        first.expect("Das ist kein Code von Knoddel.")
        assert first.tab.evaluate("location.href") == site.address
