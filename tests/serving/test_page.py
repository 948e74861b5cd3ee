"""The page that the server gives out, and what it says about addresses that are no page."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

import httpx
import pytest
from phone import WITHOUT_TLS, App

from serving.page import FONT_MANIFEST
from storage import Library
from views.ui import chalk

BROWSER: Final = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


class Page(HTMLParser):
    """What a page holds: the text in elements that have an id, and the attributes of its root."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.root: dict[str, str | None] = {}
        self.texts: dict[str, str] = {}
        self._id: str | None = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "html":
            self.root = dict(attrs)
        self._id = dict(attrs).get("id")
        if self._id:
            self.texts[self._id] = ""

    def handle_data(self, data: str) -> None:
        if self._id:
            self.texts[self._id] += data


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    folder = tmp_path_factory.mktemp("page") / "data"
    library = Library(folder)
    library.change(library.settings.__class__(language="en", theme="dark"))
    started = App(folder)
    started.start()
    yield started
    started.stop()


@pytest.fixture
def client(app: App) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=app.address, headers=BROWSER, verify=WITHOUT_TLS) as opened:
        yield opened


@pytest.mark.parametrize("path", ["/", "/rounds", "/line/0/change", "/xyz"])
def test_every_ordinary_address_gives_out_the_page_as_it_was_chosen_to_look(
    client: httpx.Client, path: str
) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    page = Page(answer.text)
    server = answer.headers["knoddel-server"]
    assert page.root == {
        "data-language": "en",
        "data-theme": "dark",
        "data-server": server,
        "data-patience": "5",
    }
    assert "loading" not in page.texts
    for look in (chalk.SLATE, chalk.PAPER, chalk.BLACK):
        scheme = look.color_scheme
        assert scheme
        assert f"--ground: {scheme.surface}; --chalk: {scheme.on_surface};" in answer.text


def test_the_page_brings_its_words_in_every_language(client: httpx.Client) -> None:
    words = json.loads(Page(client.get("/").text).texts["connection-words"])
    assert {language: said["searching"] for language, said in words.items()} == {
        "de": "Verbindung wird gesucht …",
        "pfl": "Verbindung wird gesucht …",
        "en": "Reconnecting …",
    }


def test_the_page_names_only_colours_that_it_has(client: httpx.Client) -> None:
    page = client.get("/").text
    assert set(re.findall(r"var\((--\w+)\)", page)) <= set(re.findall(r"(--\w+):", page))


@pytest.mark.parametrize(
    "path",
    [
        "//",
        "//xyz",
        "/[",
        "/a//b",
        "/line/²",
        "/%00",
        "/%ff",
        "/a.b",
        "/index.html",
        "/" + "a" * 5_000,
    ],
)
def test_an_odd_address_leads_to_one_that_the_app_can_start_at(app: App, path: str) -> None:
    for method in ("GET", "HEAD"):
        url = app.address.rstrip("/") + path
        answer = httpx.request(method, url, headers=BROWSER, verify=WITHOUT_TLS)
        assert (answer.status_code, answer.headers["location"]) == (303, "/unknown")


@pytest.mark.parametrize("path", ["/main.dart.map", "/fonts/none.ttf"])
def test_a_file_that_is_not_there_is_not_there(client: httpx.Client, path: str) -> None:
    assert client.get(path, headers={"accept": "*/*"}).status_code == 404


def test_files_are_given_out_as_they_are(client: httpx.Client) -> None:
    answer = client.get("/flutter_bootstrap.js")
    assert answer.status_code == 200
    assert "javascript" in answer.headers["content-type"]


def test_nothing_can_be_sent_to_a_page(client: httpx.Client) -> None:
    assert client.post("/").status_code == 405


def test_every_font_that_flutter_loads_first_is_there(client: httpx.Client) -> None:
    told = client.get(FONT_MANIFEST).json()
    assert {family["family"] for family in told} >= {*chalk.FONTS}
    for family in told:
        for font in family["fonts"]:
            response = client.get("/assets/" + font["asset"])
            assert response.headers["content-type"].startswith("font/")
