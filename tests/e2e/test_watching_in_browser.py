"""Phones that come by links: one writes, one watches, and new links end both."""

import re
from collections.abc import Sequence
from typing import Final

import pytest
from phone import WITH_LINKS, App, OpenPhone, Phone
from playwright.sync_api import Browser, Page, expect

NO_LINK: Final = "Hier kommt nur hinein, wer einen Link hat."
ENDED: Final = "Dieser Link gilt nicht mehr."
NOTHING_WON: Final = ", Knoddel: Mein 0, Dein 0, Steine: Mein 0, Dein 0"


@pytest.fixture
def arguments() -> Sequence[str]:
    return WITH_LINKS


def see(watcher: Phone, score: str) -> None:
    """Wait until a watcher's large figures show a score."""
    watcher.expect_text(f"Stand: {score}{NOTHING_WON}")


def expect_told(page: Page, sentence: str) -> None:
    expect(page.get_by_text(sentence, exact=True)).to_be_visible()
    expect(page.locator("flt-semantics-placeholder")).to_have_count(0)


@pytest.mark.browser
def test_a_writer_a_watcher_and_a_stranger_and_what_new_links_mean_for_them(
    app: App, open_phone: OpenPhone, browser: Browser
) -> None:
    app.start()
    write, watch = app.links
    writer = open_phone(address=write, permissions=["clipboard-read", "clipboard-write"])
    assert writer.page.url == app.address
    assert writer.page.evaluate("[document.cookie, history.length]") == ["", 2]
    writer.tap("Neuer Abend")
    writer.tap("Los geht's")

    stranger = browser.new_context(locale="de-DE").new_page()
    stranger.goto(app.address + "rounds")
    expect_told(stranger, NO_LINK)
    stranger.goto(watch[:-1])
    expect_told(stranger, ENDED)
    assert stranger.url == app.address + "link"

    watcher, other = open_phone(address=watch), open_phone(address=write)
    see(watcher, "Mein 0, Dein 0")
    writer.tap("Mein: 20 melden")
    see(watcher, "Mein 1, Dein 0")
    other.expect_text("Stand: Mein 1, Dein 0")
    expect(watcher.buttons()).to_have_count(1)
    watcher.open(app.address + "links")
    see(watcher, "Mein 1, Dein 0")
    expect(watcher.buttons()).to_have_count(1)

    writer.tap("Menü")
    writer.tap("Links für andere Handys, zum Anschreiben oder Zuschauen")
    key = watch.partition("#")[2]
    expect(writer.page.get_by_text(re.compile(f"/link#{key}$"))).to_be_visible()
    writer.tap("Link teilen")
    writer.expect_text("Link kopiert. Er lässt sich in eine Nachricht einfügen.")
    assert writer.page.evaluate("navigator.clipboard.readText()").endswith(f"/link#{key}")
    writer.tap("Neue Links machen")
    writer.tap("Ja, neue Links")
    for page in (watcher.page, other.page):
        expect_told(page, ENDED)
    stranger.goto(watch)
    expect_told(stranger, ENDED)

    for title in ("Links für andere Handys", "Menü"):
        writer.tap("Zurück")
        expect(writer.page.get_by_role("heading", name=title)).to_have_count(0)
    writer.tap("Mein: 40 melden")
    writer.expect_text("Stand: Mein 3, Dein 0")
    writer.survive(app)
    writer.expect_text("Stand: Mein 3, Dein 0")
    assert not {write, watch} & {*app.links}
    watcher.open(app.links[1])
    see(watcher, "Mein 3, Dein 0")
    stranger.context.close()
