"""The bundled fonts have every character that the app itself shows."""

import ast
import json
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pytest
from flet_screen import OpenScreen
from fontTools.ttLib import TTFont
from labels import ROOT, all_labels, said
from worked import PLAYED, example

from pwa.client import CLIENT, ICONS, glyph_of
from pwa.python import icons_used
from storage import Library
from views.text.glyphs import DRAWN, can_be_drawn
from views.text.signs import SIGNS
from views.text.translator import LANGUAGES
from views.ui import chalk

FONTS: Final = ROOT / "assets" / "fonts"
PAGES: Final = (ROOT / "pwa" / "web", ROOT / "serving" / "web")
WORDS: Final = (chalk.TEXT, chalk.STRONG)
"""The fonts of all that is not a figure."""


def characters(face: str) -> set[int]:
    """Return the characters that a font has."""
    return {*TTFont(ROOT / "assets" / chalk.FONTS[face]).getBestCmap()}


def missing(face: str, texts: Iterable[str]) -> set[str]:
    """Return the names of the characters that a font lacks, of all that can be seen."""
    seen = {c for text in texts for c in text if unicodedata.category(c) not in {"Cc", "Cf"}}
    return {unicodedata.name(c) for c in seen if ord(c) not in characters(face)}


def texts_of(source: Path) -> Iterator[str]:
    """Yield the texts in a module's code, without what documents it."""
    tree = ast.parse(source.read_bytes())
    documents = {id(part.value) for part in ast.walk(tree) if isinstance(part, ast.Expr)}
    for part in ast.walk(tree):
        match part:
            case ast.Constant(str(text)) if id(part) not in documents:
                yield text


@pytest.mark.parametrize("face", WORDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fonts_have_every_label(language: str, face: str) -> None:
    texts = (text for label in all_labels() for text in said(language, label))
    assert missing(face, texts) == set()


@pytest.mark.parametrize("face", WORDS)
def test_the_fonts_have_whatever_the_code_puts_into_a_text(face: str) -> None:
    packages = ("scoring", "storage", "views")
    sources = (source for package in packages for source in (ROOT / package).rglob("*.py"))
    texts = {text for source in sources for text in texts_of(source)}
    assert missing(face, texts - {*SIGNS}) == set()


@pytest.mark.parametrize("face", WORDS)
def test_the_fonts_have_whatever_the_pages_show_without_python(face: str) -> None:
    files = (file for folder in PAGES for file in folder.iterdir())
    assert missing(face, (file.read_text() for file in files)) == set()


@pytest.mark.parametrize("name", PLAYED)
def test_the_font_of_figures_has_all_that_is_written_in_it(
    name: str, library: Library, open_screen: OpenScreen
) -> None:
    sheet = example(name)
    evening = library.begin(sheet.game, sheet.head, sheet.replay.agreement)
    for entry in sheet.replay.entries:
        evening.write(entry)
    screen = open_screen()
    texts = screen.written_in(chalk.FIGURES)
    screen.go("/rules")
    texts += screen.written_in(chalk.FIGURES)
    assert texts
    assert missing(chalk.FIGURES, texts) == set()


def test_the_font_of_emoji_has_every_sign_of_a_player() -> None:
    emoji = {*TTFont(FONTS / "NotoEmoji.woff").getBestCmap()}
    assert {ord(sign) for sign in SIGNS} <= emoji


def test_what_can_be_drawn_is_what_the_fonts_have() -> None:
    points = characters(chalk.TEXT) | {*TTFont(FONTS / "NotoEmoji.woff").getBestCmap()}
    starts = sorted(point for point in points if point - 1 not in points)
    ends = sorted(point for point in points if point + 1 not in points)
    ranges = (f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in zip(starts, ends, strict=True))
    assert DRAWN.split() == [*ranges]


@pytest.mark.parametrize(
    ("name", "is_drawn"),
    [
        ("Jörg 👩🏽‍🌾 ❤️ 1️⃣", True),
        ("Jo\N{COMBINING DIAERESIS}rg", True),
        ("\u202eKarl\n", True),
        ("שלום", False),
        ("خالد", False),
        ("Влад", False),
    ],
)
def test_a_name_can_be_drawn_if_the_fonts_have_all_of_it(name: str, *, is_drawn: bool) -> None:
    assert can_be_drawn(name) == is_drawn


def test_a_field_says_at_once_that_a_character_may_not_be_drawn(open_screen: OpenScreen) -> None:
    warning = "Manche dieser Zeichen erscheinen womöglich als leere Kästchen."
    screen = open_screen(route="/new")
    for label in ("Partei 1", "Spieler 2 von Dein", "Titel (muss nicht sein)"):
        screen.fill(label, "Влад")
        assert warning in screen.announced()
        screen.fill(label, "Karl 🍺")
        assert warning not in screen.announced()
    screen.tap("Schlauch")
    screen.fill("Spieler 3", "Влад")
    assert warning in screen.announced()


def test_a_browser_is_told_to_load_all_fonts_before_anything_is_drawn() -> None:
    files = {
        font["family"]: each["asset"]
        for font in json.loads(chalk.font_manifest())
        for each in font["fonts"]
    }
    assert files.keys() == {*chalk.FONTS, "MaterialIcons", "Roboto"}
    for family in (*chalk.FONTS, "Roboto"):
        assert files[family].startswith("../fonts/")
        assert (FONTS / Path(files[family]).name).is_file()


def test_the_page_loads_the_fonts_only_where_no_browser_has_loaded_them(
    open_screen: OpenScreen,
) -> None:
    assert open_screen(is_web=False).session.page.fonts == chalk.FONTS
    assert not open_screen().session.page.fonts


def test_the_font_of_icons_has_every_icon_that_is_drawn() -> None:
    assert {glyph_of(name) for name in icons_used()} <= {*TTFont(CLIENT / ICONS).getGlyphOrder()}
