"""Passing an evening on: what is given to the device, and that only what happened is said."""

from pathlib import Path

import pytest
from flet_screen import NEVER, OpenScreen, Screen
from played import BOTH_ONE_KNODDEL_SHORT, MINE, deal, play

from scoring.bauerchen import Level
from scoring.sheet import read_sheet
from storage import Evening, Library

TEXT = """\
Stammtisch, 20.11.2026
Bauerchen

Mein: Karl, Erna
Dein: Hans, Ruth

Runde 1: Mein 16, Dein 0. Ein Knoddel für Dein
Runde 2: Mein 0, Dein 16. Ein Knoddel für Mein
Gehampelter bisher: Mein 4, Dein 0

Knoddel: Mein 1, Dein 1
Steine: Mein 0, Dein 0"""
PICTURE = "Stammtisch 2026-11-20.png"
FILE = "Stammtisch 2026-11-20.knoddel.json"


@pytest.fixture
def evening(library: Library) -> Evening:
    entries = (*BOTH_ONE_KNODDEL_SHORT, deal(MINE, Level.SCHWARZ))
    return play(library, *entries, title="Stammtisch")


@pytest.fixture
def screen(evening: Evening, open_screen: OpenScreen) -> Screen:
    assert evening.replay.state.rounds == 2
    screen = open_screen()
    screen.tap("Menü")
    screen.tap("Teilen, als Text, Bild oder Datei")
    return screen


def test_the_page_shows_what_will_be_passed_on(screen: Screen) -> None:
    ways = ["Als Text", "Als Bild", "Als Datei", "Als QR-Code weitergeben"]
    assert screen.names() == ["Zurück", *ways, "QR-Code lesen"]
    assert TEXT in screen.texts()
    assert "Die Tafel als Bild" in screen.texts()


def test_text_picture_and_file_are_given_to_the_share_sheet(
    evening: Evening, screen: Screen
) -> None:
    screen.share_sheet = "success"
    for way in ("Als Text", "Als Bild", "Als Datei"):
        screen.tap(way)
        assert "An die gewählte App übergeben." in screen.announced()
    text, picture, file = screen.shared
    assert text == TEXT
    assert picture == {PICTURE: (b"a picture, 3.75", "image/png")}
    assert isinstance(file, dict)
    content, kind = file[FILE]
    assert (read_sheet(content), kind) == (evening.sheet, "application/json")
    assert (screen.clipboard, screen.saved) == (None, {})


@pytest.mark.parametrize("way", ["Als Text", "Als Bild", "Als Datei"])
def test_a_closed_share_sheet_has_shared_nothing(screen: Screen, way: str) -> None:
    screen.share_sheet = "dismissed"
    screen.tap(way)
    assert "Nicht geteilt." in screen.announced()
    assert (screen.clipboard, screen.saved) == (None, {})


def test_a_browser_that_reports_no_failure_has_shared(screen: Screen) -> None:
    screen.share_sheet = "unavailable"
    screen.tap("Als Text")
    assert "An die gewählte App übergeben." in screen.announced()


@pytest.mark.usefixtures("evening")
def test_a_device_that_does_not_tell_is_not_spoken_for(open_screen: OpenScreen) -> None:
    screen = open_screen(route="/share", is_web=False)
    screen.share_sheet = "unavailable"
    screen.tap("Als Text")
    assert "Ob geteilt wurde, meldet dieses Gerät nicht." in screen.announced()
    assert screen.shared == [TEXT]


def test_without_a_share_sheet_the_text_is_copied(screen: Screen) -> None:
    screen.tap("Als Text")
    assert screen.clipboard == TEXT
    assert "Text kopiert. Er lässt sich in eine Nachricht einfügen." in screen.announced()


def test_a_refused_clipboard_has_copied_nothing(screen: Screen) -> None:
    screen.has_clipboard = False
    screen.tap("Als Text")
    assert screen.clipboard is None
    said = "Der Text ließ sich nicht kopieren. Als Bild oder Datei geht es."
    assert said in screen.announced()
    assert TEXT in screen.texts()


def test_without_a_share_sheet_a_browser_downloads_picture_and_file(
    evening: Evening, screen: Screen
) -> None:
    for way in ("Als Bild", "Als Datei"):
        screen.tap(way)
        assert "Der Browser lädt die Datei herunter." in screen.announced()
    assert [*screen.saved] == [PICTURE, FILE]
    assert read_sheet(screen.saved[FILE]) == evening.sheet


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize(
    ("saves_as", "said"),
    [
        ("/somewhere", "Die Datei ist gespeichert."),
        (None, "Die Datei wurde nicht gespeichert."),
    ],
)
def test_a_native_app_says_whether_the_file_was_saved(
    open_screen: OpenScreen, saves_as: str | None, said: str
) -> None:
    screen = open_screen(route="/share", is_web=False)
    screen.saves_as = saves_as
    screen.tap("Als Datei")
    assert said in screen.announced()
    assert [*screen.saved] == ([FILE] if saves_as else [])


def test_a_second_tap_does_not_open_a_second_share_sheet(screen: Screen) -> None:
    screen.share_sheet = NEVER
    screen.tap_at_once("Als Text", "Als Text")
    assert screen.shared == [TEXT]


def test_a_share_sheet_that_never_answers_does_not_block_the_page_for_good(
    screen: Screen,
) -> None:
    screen.share_sheet = NEVER
    screen.tap("Als Text")
    screen.tap("Zurück")
    screen.tap("Teilen, als Text, Bild oder Datei")
    screen.share_sheet = "success"
    screen.tap("Als Text")
    assert "An die gewählte App übergeben." in screen.announced()


def test_the_evening_without_a_title_is_passed_on_under_its_date(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library)
    screen = open_screen(route="/share")
    screen.tap("Als Bild")
    assert [*screen.saved] == ["Abend 2026-11-20.png"]


OVER = "Der vorige Abend ist zu Ende. Teilen"


def test_a_new_evening_offers_once_to_share_the_one_before(
    evening: Evening, screen: Screen
) -> None:
    begin_another(screen)
    assert OVER in screen.names()
    screen.tap(OVER)
    assert TEXT in screen.texts()
    screen.share_sheet = "success"
    screen.tap("Als Datei")
    (file,) = screen.shared
    assert isinstance(file, dict)
    assert read_sheet(file[FILE][0]) == evening.sheet
    screen.tap("Zurück")
    assert screen.says("Stand") == "Stand: Mein 0, Dein 0"
    assert OVER not in screen.names()


def test_the_offer_is_gone_with_the_first_line(screen: Screen) -> None:
    begin_another(screen)
    screen.tap("Mein: 20 melden")
    assert OVER not in screen.names()


def test_an_evening_without_a_finished_round_is_not_offered(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, deal(MINE))
    screen = open_screen()
    screen.tap("Menü")
    begin_another(screen)
    assert OVER not in screen.names()


def test_the_first_evening_offers_none(open_screen: OpenScreen) -> None:
    screen = open_screen()
    screen.tap("Neuer Abend")
    screen.tap("Los geht's")
    assert OVER not in screen.names()


def test_an_evening_in_the_bin_is_not_shared(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    library.put_into_bin(evening.key)
    screen = open_screen(route=f"/share/{evening.key}")
    assert "Diesen Abend gibt es nicht mehr unter „Frühere Abende“." in screen.announced()
    assert "Als Text" not in screen.names()


def test_an_unreadable_evening_is_not_shared(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    evening = play(Library(tmp_path))
    for ending in ("json", "previous"):
        (tmp_path / "evenings" / f"{evening.key}.{ending}").write_text("nothing")
    screen = request.getfixturevalue("open_screen")(route=f"/share/{evening.key}")
    assert any(said.startswith("Dieser Abend ist nicht lesbar") for said in screen.announced())
    assert "Als Text" not in screen.names()


def begin_another(screen: Screen) -> None:
    screen.go("/menu")
    screen.tap("Neuer Abend")
    screen.tap("Los geht's")
