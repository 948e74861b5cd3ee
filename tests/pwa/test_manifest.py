"""The manifest: complete, true of the files it names, and at home under any path."""

import re
import struct
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree as ET

import pytest

from pwa.manifest import ASSETS, FILE, GROUND, STARTS, files, head, manifest
from views.app import ROUTES
from views.text.translator import LANGUAGES, translator

BASES = ("/", "/knoddel/")
HOST = "https://example.invalid"
GERMAN: dict[str, Any] = manifest("/", translator("de"))
SOURCES = {place: source for source, place in files().items()}
PALETTE = 3
"""The kind of PNG that keeps flat pictures small."""


def pictures() -> Iterator[dict[str, str]]:
    yield from GERMAN["icons"]
    yield from GERMAN["screenshots"]
    for shortcut in GERMAN["shortcuts"]:
        yield from shortcut["icons"]


def size_and_kind(file: Path) -> tuple[int, int, int]:
    """Return width, height and kind of colours as the file's own header tells them."""
    start = file.read_bytes()[:26]
    assert start[:8] == b"\x89PNG\r\n\x1a\n", file
    width, height, _, kind = struct.unpack(">4xIIBB", start[12:26])
    return width, height, kind


class Head(HTMLParser):
    """What stands in a page's head."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.feed("".join(head()))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def links(self, rel: str) -> list[dict[str, str]]:
        return [said for tag, said in self.tags if tag == "link" and said["rel"] == rel]

    def meta(self, name: str) -> str:
        return next(said["content"] for tag, said in self.tags if said.get("name") == name)


# What systems need to install it


def test_it_says_all_that_an_installation_needs() -> None:
    assert GERMAN["name"] == GERMAN["short_name"] == "Knoddel"
    assert GERMAN["display"] == "standalone"
    assert (GERMAN["lang"], GERMAN["dir"]) == ("de", "ltr")
    assert GERMAN["description"] == "Der Anschreibzettel für Bauerchen und seine Verwandten."
    assert GERMAN["theme_color"] == GERMAN["background_color"] == GROUND
    assert {"games"} <= set(GERMAN["categories"])
    assert GERMAN["orientation"] == "any"
    assert GERMAN["prefer_related_applications"] is False


def test_there_is_an_icon_of_every_usual_size() -> None:
    sizes: dict[str, list[int]] = {}
    for icon in GERMAN["icons"]:
        sizes.setdefault(icon["purpose"], []).append(int(icon["sizes"].split("x")[0]))
    assert sizes == {
        "any": [48, 72, 96, 128, 144, 152, 192, 256, 384, 512],
        "maskable": [192, 512],
        "monochrome": [192, 512],
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_each_language(language: str) -> None:
    spoken: dict[str, Any] = manifest("/", translator(language))
    assert spoken["lang"] == language
    assert all(picture["label"] for picture in spoken["screenshots"])


def test_shortcuts_and_pictures_are_told_of_in_german() -> None:
    assert [shortcut["name"] for shortcut in GERMAN["shortcuts"]] == [
        "Neuer Abend",
        "Frühere Abende",
    ]
    assert GERMAN["screenshots"][0]["label"].startswith("Die Tafel eines Abends")


def test_a_shortcut_leads_to_a_page_that_there_is() -> None:
    pages = {child.path for child in ROUTES[0].children or ()}
    for shortcut in GERMAN["shortcuts"]:
        route = shortcut["url"].removeprefix("./#/")
        assert route in pages


# What it says of files is true


@pytest.mark.parametrize("picture", [*pictures()], ids=lambda picture: picture["src"])
def test_a_picture_has_the_size_and_type_that_are_stated(picture: dict[str, str]) -> None:
    width, height, kind = size_and_kind(SOURCES[picture["src"]])
    assert f"{width}x{height}" == picture["sizes"]
    assert (picture["type"], kind) == ("image/png", PALETTE)


def test_screenshots_may_be_shown_beside_each_other() -> None:
    """Chromium wants sides of 320 to 3840 that differ by 2.3 at most, all in one proportion."""
    sizes = {picture["sizes"] for picture in GERMAN["screenshots"]}
    assert len(sizes) == 1
    width, height = map(int, sizes.pop().split("x"))
    assert width >= 320
    assert height <= min(3840, width * 2.3)
    assert {picture["form_factor"] for picture in GERMAN["screenshots"]} == {"narrow"}
    assert 1 <= len(GERMAN["screenshots"]) <= 8


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.file)
def test_a_start_picture_fills_its_screen_and_weighs_little(start: Any) -> None:
    file = ASSETS / start.file
    assert size_and_kind(file) == (start.width, start.height, PALETTE)
    assert file.stat().st_size < 10_000


def test_all_icons_together_weigh_little() -> None:
    icons = [source for place, source in SOURCES.items() if place.startswith("icons/")]
    assert sum(icon.stat().st_size for icon in icons) < 40_000


def test_the_mark_of_a_maskable_icon_lies_where_no_mask_cuts() -> None:
    drawing = ET.parse(ASSETS / "icons" / "knoddel-maskable.svg").getroot()  # noqa: S314 - our own
    svg = "{http://www.w3.org/2000/svg}"
    middle, safe = 256, 0.4 * 512
    for circle in drawing.iter(f"{svg}circle"):
        reach = float(circle.get("r", 0)) + float(circle.get("stroke-width", 0)) / 2
        assert abs(float(circle.get("cx", 0)) - middle) + reach < safe
        assert float(circle.get("cy", 0)) == middle
    for path in drawing.iter(f"{svg}path"):
        from_middle, length = map(int, re.findall(r"M256 (\d+)v(\d+)", path.get("d", ""))[0])
        assert from_middle + length / 2 == middle
        assert length / 2 + float(path.get("stroke-width", 0)) / 2 < safe


def test_every_file_is_there_and_none_is_left_out() -> None:
    assert all(source.is_file() for source in files())
    named = {picture["src"] for picture in pictures()}
    named |= {said["href"] for tag, said in Head().tags if tag == "link"}
    assert named - {FILE} <= set(SOURCES)


# It is at home under any path


@pytest.mark.parametrize("base", BASES)
def test_every_address_is_relative_and_inside_the_scope(base: str) -> None:
    told: dict[str, Any] = manifest(base, translator("de"))
    addresses = [told["start_url"], told["scope"], *(picture["src"] for picture in pictures())]
    addresses += [shortcut["url"] for shortcut in told["shortcuts"]]
    addresses += [said["href"] for tag, said in Head().tags if tag == "link"]
    scope = urljoin(f"{HOST}{base}{FILE}", told["scope"])
    assert scope == HOST + base
    for address in addresses:
        parts = urlsplit(address)
        assert (parts.scheme, parts.netloc) == ("", "")
        assert not address.startswith("/")
        assert urljoin(f"{HOST}{base}{FILE}", address).startswith(scope)


def test_served_under_two_paths_it_is_two_apps() -> None:
    assert [manifest(base, translator("de"))["id"] for base in BASES] == list(BASES)


# What Apple reads in the page


def test_apple_is_told_name_icon_and_that_it_stands_alone() -> None:
    page = Head()
    assert page.meta("apple-mobile-web-app-capable") == "yes"
    assert page.meta("apple-mobile-web-app-title") == "Knoddel"
    assert page.meta("theme-color") == GROUND
    [touch] = page.links("apple-touch-icon")
    assert size_and_kind(SOURCES[touch["href"]]) == (180, 180, PALETTE)
    [link] = page.links("manifest")
    assert link["href"] == FILE


def test_every_iphone_has_one_start_picture() -> None:
    starts = Head().links("apple-touch-startup-image")
    assert len({start["media"] for start in starts}) == len(starts) == len(STARTS)
    assert starts[0]["media"] == (
        "(device-width: 320px) and (device-height: 568px) and "
        "(-webkit-device-pixel-ratio: 2) and (orientation: portrait)"
    )
