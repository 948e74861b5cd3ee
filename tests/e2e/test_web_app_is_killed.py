"""The browser is killed while somebody taps: what the slate has shown is there."""

import os
import re
import signal
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Final

import pytest
from installed import browser_with
from on_the_web import (
    Site,
    files_of,
    keep,
    keep_with_keys,
    kept,
    phone_on,
    the_evening,
    wait_until,
    without_app,
)
from phone import Phone, prepare
from playwright.sync_api import BrowserContext, Error, Playwright, expect, sync_playwright

from scoring.bauerchen import GAME, Rules
from scoring.game import Agreement
from scoring.sheet import Head, Side
from storage import Library

ROUNDS: Final = int(os.environ.get("KNODDEL_KILLS", "2"))
"""How often the browser is killed."""
LONGEST: Final = 1_500
"""How long somebody taps at most before that, in milliseconds."""
STANDING: Final = re.compile(r"^Stand: Mein \d+, Dein 0$")
TAP_AND_TAP: Final = """
() => {
  // Every tap is one point more; the next one follows as soon as the slate shows the one before
  // and the test knows of it: what is still on its way to the test dies with the browser.
  const all = () => [...document.querySelectorAll('flt-semantics')];
  const said = node => node.ariaLabel ?? node.textContent;
  const STANDING = /^Stand: Mein (\\d+), Dein 0$/;
  let last = -1;
  const look = async () => {
    const [shown] = all().map(said).map(text => STANDING.exec(text)).filter(Boolean);
    if (!shown || Number(shown[1]) === last) return;
    last = Number(shown[1]);
    await acknowledge(last);
    window.acknowledged = last;
    all().find(node => said(node) === 'Mein: 20 melden').click();
  };
  new MutationObserver(look).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true});
  look();
}
"""


def opened(playwright: Playwright, profile: Path) -> BrowserContext:
    """Open the browser with the profile of somebody."""
    context = browser_with(playwright.chromium, profile)
    prepare(context, [])
    return context


def kill(browser: BrowserContext, profile: Path) -> None:
    """End the browser that has a profile open, and all that belongs to it, as a battery does."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
            if f"--user-data-dir={profile}" in words and not any("--type=" in it for it in words):
                os.killpg(int(folder.name), signal.SIGKILL)
                break
    else:
        raise LookupError(profile)
    with suppress(Error):
        browser.close()


def score(phone: Phone) -> int:
    """Return the score that the slate shows."""
    shown = phone.page.get_by_text(STANDING).first
    shown.wait_for(state="attached")
    return int(re.findall(r"\d+", shown.inner_text())[0])


@pytest.mark.browser
@pytest.mark.left_to_ci
def test_however_often_the_browser_is_killed_all_that_the_slate_has_shown_is_there(
    site: Site, tmp_path: Path
) -> None:
    moment = Random(5)  # noqa: S311 # for when, not for secrets
    library = Library(tmp_path / "data")
    head = Head(sides=(Side("Mein"), Side("Dein")), played_on="2026-11-20")
    library.begin(GAME, head, Agreement(Rules(round_target=999)))
    acknowledged: list[int] = [0]
    profile = tmp_path / "profile"
    with sync_playwright() as playwright:
        for killed in range(ROUNDS + 1):
            browser = opened(playwright, profile)
            phone = phone_on(browser)
            if not killed:
                keep(without_app(phone, site), files_of(library.folder))
            phone.open(site.address)
            found = score(phone)
            assert acknowledged[-1] <= found <= acknowledged[-1] + 1
            evening = the_evening(kept(phone.page), tmp_path / f"found {killed}")
            assert evening.replay.state.score == (found, 0)
            if killed == ROUNDS:
                browser.close()
                break
            browser.expose_binding("acknowledge", lambda _, shown: acknowledged.append(shown))
            phone.page.evaluate(TAP_AND_TAP)
            phone.page.wait_for_function("found => window.acknowledged > found", arg=found)
            phone.page.wait_for_timeout(moment.random() * LONGEST)
            kill(browser, profile)
    print(ROUNDS, "times killed,", acknowledged[-1], "taps acknowledged")
    assert sorted(set(acknowledged)) == list(range(acknowledged[-1] + 1)), "none is written twice"
    assert acknowledged[-1] >= ROUNDS


EARLY: Final = ("Mein: 20 melden", "Mein: 40 melden", "Dein: Schneider, 2 Punkte")
STOPS: Final = {
    "forgetting": (b"store.delete(path);", b"store.delete(path); stop('forgetting', path);"),
    "committing": (
        b"transaction.commit();",
        b"files.forEach(([path]) => stop('committing', path)); transaction.commit();",
    ),
}
"""Moments at which the page stops for ever while it forgets what waited: what is replaced in its
script, and by what."""
KEEPS: Final = b"if (content) files.put(content, WAITING);"
"""In waking-files.js: here a tap is kept."""
STOP: Final = b"""
function stop(moment, path) {
  if (!path.endsWith("/waiting.json")) return;
  const request = new XMLHttpRequest();
  request.open("GET", moment, false);
  request.send();
}
"""


@pytest.mark.browser
@pytest.mark.left_to_ci
def test_what_was_tapped_before_python_was_there_is_written_once_however_often_it_is_killed(
    site: Site, tmp_path: Path
) -> None:
    library = Library(tmp_path / "data")
    head = Head(sides=(Side("Mein"), Side("Dein")), played_on="2026-11-20")
    evening = library.begin(GAME, head, Agreement(Rules()))
    profile = tmp_path / "profile"
    with sync_playwright() as playwright:
        browser = opened(playwright, profile)
        phone = phone_on(browser)
        keep_with_keys(phone, site, library.folder, evening)
        worker = site.hold("worker.js")
        script = (site.folder / "knoddel" / "waking-files.js").read_bytes()
        assert script.count(KEEPS) == 1
        stops = script.replace(KEEPS, b"stop('keeping', WAITING); " + KEEPS)
        site.answers = {"waking-files.js": stops + STOP}
        go_on = site.hold("keeping")
        phone.page.goto(site.address)
        phone.button(EARLY[-1]).dispatch_event("click")
        wait_until(phone.page, partial(asked_for, site, "keeping"))
        kill(browser, profile)
        go_on.set()
        site.answers.clear()

        browser = opened(playwright, profile)
        phone = phone_on(browser)
        phone.page.goto(site.address)
        for key in EARLY:
            phone.tap(key)
        expect(phone.page.get_by_text(f"Vorgemerkt: {EARLY[-1]}", exact=True)).to_be_visible()
        kill(browser, profile)
        worker.set()

        original = (site.folder / "knoddel" / "database.js").read_bytes()
        for moment, (where, what) in STOPS.items():
            assert original.count(where) == 1
            site.answers = {"database.js": original.replace(where, what) + STOP}
            go_on = site.hold(moment)
            browser = opened(playwright, profile)
            page = phone_on(browser).page
            page.goto(site.address, wait_until="commit")
            wait_until(page, partial(asked_for, site, moment))
            kill(browser, profile)
            go_on.set()
        site.answers.clear()

        browser = opened(playwright, profile)
        phone = phone_on(browser)
        phone.open(site.address)
        phone.expect_text("Stand: Mein 3, Dein 2")
        files = kept(phone.page)
        assert "/waiting.json" not in files
        written = the_evening(files, tmp_path / "found").replay.entries
        assert [type(entry).__name__ for entry in written] == ["Meld", "Meld", "Deal"]
        browser.close()


def asked_for(site: Site, path: str) -> bool:
    """Return whether the web server was asked for a path."""
    return path in site.asked
