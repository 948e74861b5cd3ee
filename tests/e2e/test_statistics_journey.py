"""The statistics in a browser: from the menu to a partner, and what was written meanwhile."""

import re

import pytest
from phone import App, OpenPhone
from played import MINE, deal, play
from playwright.sync_api import expect

from scoring.bauerchen import Level
from storage import Library

pytestmark = pytest.mark.browser


def test_the_statistics_lead_to_a_player_and_to_a_pair(app: App, open_phone: OpenPhone) -> None:
    library = Library(app.folder)
    for _ in range(3):
        play(library, deal(MINE, Level.SCHWARZ, 2))
    phone = open_phone(320, 640)
    phone.tap("Menü")
    phone.tap("Statistik")
    phone.expect_text("3 Abende · Spiele: 3 · Runden: 3")
    phone.button(re.compile("^1. Karl, 100.%, 3 von 3")).tap()
    phone.expect_text("Bauerchen · alles · 3 Abende")
    phone.button(re.compile("^Erna, 3 von 3")).tap()
    phone.expect_text("Erna & Karl")
    phone.page.reload()
    phone.open(phone.page.url)
    phone.expect_text("Erna & Karl")
    phone.tap("Zurück")
    phone.expect_text("3 Abende · Spiele: 3 · Runden: 3")
    phone.tap("Zurück")
    expect(phone.button("Große Zahlen")).to_be_attached()
    phone.tap("Zurück")
    phone.tap("Mein: schneiderfrei, 1 Punkt")
    phone.expect_announced("+1 für Mein: schneiderfrei")
    phone.tap("Menü")
    phone.tap("Statistik")
    phone.expect_text("3 Abende · Spiele: 4 · Runden: 3")
    expect(phone.button("Zeitraum: alles")).to_be_visible()
