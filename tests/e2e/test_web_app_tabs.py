"""Two tabs of the web app: one writes, the other says so, and nothing is lost between them."""

from pathlib import Path

import pytest
from on_the_web import ELSEWHERE, HERE, Site, open_evening, phone_on
from playwright.sync_api import BrowserContext, expect

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]


def test_one_tab_writes_gives_way_to_another_that_wants_to_and_goes_on_when_that_is_closed(
    site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    first, second = phone_on(device), phone_on(device)
    open_evening(first, site, tmp_path)
    first.tap("Mein: 20 melden")
    first.expect_text("Stand: Mein 1, Dein 0")

    second.page.goto(site.address)
    second.expect_text(ELSEWHERE)
    first.tap("Dein: 40 melden")
    first.expect_text("Stand: Mein 1, Dein 2")
    second.tap(HERE)
    first.expect_text(ELSEWHERE)
    expect(first.button(HERE)).to_be_visible()
    second.listen()
    second.expect_text("Stand: Mein 1, Dein 2")
    second.tap("Mein: 20 melden")
    second.expect_text("Stand: Mein 2, Dein 2")

    with first.page.expect_navigation():
        second.page.close()
    first.listen()
    first.expect_text("Stand: Mein 2, Dein 2")
    first.tap("Rückgängig")
    first.expect_text("Stand: Mein 1, Dein 2")


def test_a_tab_whose_python_hangs_gives_way_too(
    site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    first, second = phone_on(device), phone_on(device)
    open_evening(first, site, tmp_path)
    (worker,) = first.page.workers
    worker.evaluate("() => { setTimeout(() => { while (true); }) }")
    second.page.goto(site.address)
    second.expect_text(ELSEWHERE)
    second.tap(HERE)
    first.expect_text(ELSEWHERE)
    second.listen()
    second.expect_text("Stand: Mein 0, Dein 0")
    second.tap("Mein: 20 melden")
    second.expect_text("Stand: Mein 1, Dein 0")
