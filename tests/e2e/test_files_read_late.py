"""What Python does not open at the start stays in the browser's database until it does."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from installed import BASE, copy_of, wait_until_kept
from on_the_web import (
    Site,
    files_of,
    keep,
    kept,
    on_the_web,
    phone_on,
    the_evening,
    without_app,
)
from phone import Phone
from played import MINE, deal, play
from playwright.sync_api import BrowserContext, Page

from storage import Library

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

IN_WORKER = "files_in_worker.js"
RUN = f"""program => new Promise((tell, fail) => {{
  const worker = new Worker('{BASE}{IN_WORKER}', {{type: 'module'}});
  worker.onmessage = ({{data}}) => {{ worker.terminate(); tell(data); }};
  worker.onerror = ({{message}}) => fail(new Error(message));
  worker.postMessage(program);
}})"""
PROGRAM = """
import json, os
from pathlib import Path

folder = Path("/data/evenings")
told = {name: (folder / name).is_file() for name in ("read", "gone")}
told["read"] = (folder / "read").read_text()
(folder / "renamed").rename(folder / "other name")
(folder / "written").write_text("new")
with (folder / "longer").open("a") as stream:
    stream.write(" and more")
os.truncate(folder / "shorter", 4)
(folder / "deleted").unlink()
(folder / "written over").replace(folder / "exchanged")
json.dumps(told)
"""
LOST = """
import json, os
from pathlib import Path

def try_to_read():
    try:
        Path("/data/evenings/lost").read_bytes()
    except OSError as error:
        return os.strerror(error.errno)

def next_descriptor():
    with open("/data/evenings/there") as stream:
        return stream.fileno()

before = next_descriptor()
json.dumps([try_to_read(), try_to_read(), next_descriptor() - before])
"""
LOSE = """part => {
  const {get} = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (path) {
    return get.call(this, path.replace(part, 'no such file'));
  };
}"""


def lose(page: Page, part: str) -> None:
    """Let the service worker find no file whose path has that part."""
    (service_worker,) = page.context.service_workers
    service_worker.evaluate(LOSE, part)


@pytest.fixture
def page(built: Path, device: BrowserContext, tmp_path: Path) -> Any:
    """A page without the app, whose service worker is there."""
    folder = copy_of(built, tmp_path / "site")
    program = Path(__file__).with_name(IN_WORKER).read_text()
    (folder / BASE.strip("/") / IN_WORKER).write_text(program)
    with on_the_web(folder) as site:
        phone = phone_on(device)
        phone.open(site.address)
        wait_until_kept(phone)
        yield without_app(phone, site)


def test_a_file_that_was_not_read_is_what_it_was_whatever_python_does_to_it(page: Page) -> None:
    names = ["read", "renamed", "written", "longer", "shorter", "deleted", "exchanged", "untouched"]
    keep(page, {f"/evenings/{name}": f"was {name}".encode() for name in [*names, "written over"]})
    others = {path: content for path, content in kept(page).items() if "evenings" not in path}

    told = json.loads(page.evaluate(RUN, PROGRAM))

    assert told == {"read": "was read", "gone": False}
    assert kept(page) == {
        **others,
        "/evenings/read": b"was read",
        "/evenings/other name": b"was renamed",
        "/evenings/written": b"new",
        "/evenings/longer": b"was longer and more",
        "/evenings/shorter": b"was ",
        "/evenings/exchanged": b"was written over",
        "/evenings/untouched": b"was untouched",
    }


def test_a_file_that_the_browser_does_not_give_is_an_error_and_leaves_nothing_open(
    page: Page,
) -> None:
    keep(page, {"/evenings/lost": b"lost", "/evenings/there": b"there"})
    lose(page, "lost")

    assert json.loads(page.evaluate(RUN, LOST)) == ["I/O error", "I/O error", 0]


def test_an_earlier_evening_is_read_when_it_is_opened_and_one_that_is_not_given_gets_a_sentence(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    library = Library(tmp_path / "played")
    played = {title: play(library, deal(MINE), title=title) for title in ("Anna", "Berta", "Cilli")}
    phone = phone_on(visited)
    keep(without_app(phone, site), files_of(library.folder))
    phone.open(site.address)
    phone.expect_text("Stand: Mein 2, Dein 0")

    longer = Library(tmp_path / "played").evening(played["Anna"].key)
    longer.write(deal(MINE))
    files = files_of(library.folder)
    keep(phone.page, {path: files[path] for path in files if longer.key in path})
    lose(phone.page, played["Berta"].key)
    open_earlier(phone, "Anna")
    phone.expect_text("Stand: Mein 3, Dein 0")
    phone.tap("Dein: 20 melden")
    phone.expect_text("Stand: Mein 3, Dein 1")
    evening = the_evening(kept(phone.page), tmp_path / "kept")
    assert (evening.head.title, evening.replay.state.score) == ("Anna", (3, 1))

    open_earlier(phone, "Berta")
    phone.expect_text(
        "Das lässt sich im Moment nicht lesen (I/O error). "
        "Nichts ist verloren; bitte noch einmal versuchen."
    )


def open_earlier(phone: Phone, title: str) -> None:
    phone.tap("Menü")
    phone.tap("Frühere Abende")
    phone.tap(re.compile(title))
