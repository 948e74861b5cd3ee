"""The Bierdeckel on two phones: a debt is seen, paid, gone, taken back, and there again."""

import re

import pytest
from phone import App, OpenPhone, Phone
from played import MINE, deal, play
from playwright.sync_api import expect

from scoring.bauerchen import Level
from storage import Library

pytestmark = pytest.mark.browser

PAY = "Bezahlt: Hans schuldet Karl 1 Stein"
TAKE_BACK = "Zurücknehmen: Hans hat Karl 1 Stein bezahlt"
QUITS = "Hans und Karl sind quitt"


def to_ledger(phone: Phone) -> None:
    phone.tap("Menü")
    phone.tap(re.compile("^Bierdeckel"))
    phone.button(PAY).wait_for()


def test_a_debt_is_paid_and_taken_back_on_two_phones_and_outlives_the_app(
    app: App, open_phone: OpenPhone
) -> None:
    play(Library(app.folder), *(deal(MINE, Level.SCHWARZ, 3),) * 2)
    karl, hans = open_phone(320, 640), open_phone()
    to_ledger(karl)
    to_ledger(hans)
    hans.tap(PAY)
    karl.expect_announced("Anderes Gerät: Hans hat Karl 1 Stein bezahlt.")
    for phone in (hans, karl):
        phone.expect_text(QUITS)
        expect(phone.button(PAY)).to_have_count(0)
    hans.tap(TAKE_BACK)
    karl.expect_announced("Anderes Gerät: zurückgenommen: Hans hat Karl 1 Stein bezahlt.")
    for phone in (karl, hans):
        expect(phone.button(PAY)).to_be_visible()
        expect(phone.page.get_by_text(QUITS)).to_have_count(0)
    hans.tap(PAY)
    hans.expect_text(QUITS)
    hans.survive(app)
    hans.tap("Menü")
    hans.tap(re.compile("^Bierdeckel"))
    expect(hans.button(re.compile("^Bezahlt: Ruth schuldet Erna"))).to_be_visible()
    expect(hans.button(PAY)).to_have_count(0)
    assert len(Library(app.folder).book.paid) == 1
