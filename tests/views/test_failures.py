"""Whatever fails, people get a sentence, and what stood on the slate still stands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flet_screen import OpenScreen, Screen
from played import MINE, deal, play

from storage import Evening, Library
from views import board, slate_page
from views.bauerchen import pad, words

NOT_KEPT = (
    "Nichts angeschrieben: Das Gerät kann es nicht speichern (Is a directory). "
    "Bitte Platz schaffen und noch einmal tippen."
)
WENT_WRONG = "Etwas ist schiefgegangen; was auf der Tafel steht, ist gespeichert."
BROKEN = "Hier ist etwas schiefgegangen."


def in_the_way(tmp_path: Path, what: str) -> Path:
    """Put a folder where the next change of a file would be written."""
    obstacle = tmp_path / f"{what}.unfinished"
    obstacle.mkdir()
    return obstacle


def fail(*_: object, **__: object) -> None:
    raise RuntimeError("on purpose")


@pytest.fixture
def evening(library: Library) -> Evening:
    return play(library, deal(MINE))


@pytest.fixture
def screen(evening: Evening, open_screen: OpenScreen) -> Screen:
    assert evening.replay.entries
    return open_screen()


@pytest.fixture
def obstacle(evening: Evening, tmp_path: Path) -> Path:
    return in_the_way(tmp_path, f"evenings/{evening.key}")


@pytest.mark.parametrize("name", ["Mein: 20 melden", "Mein: Schneider, 2 Punkte", "Rückgängig"])
def test_what_cannot_be_kept_is_not_shown(
    evening: Evening, screen: Screen, obstacle: Path, name: str
) -> None:
    before = evening.journal
    screen.tap(name)
    assert NOT_KEPT in screen.announced()
    assert screen.says("Stand") == "Stand: Mein 2, Dein 0"
    assert (evening.journal, screen.buzzed) == (before, 0)
    obstacle.rmdir()
    screen.tap("Mein: 20 melden")
    assert screen.says("Stand") == "Stand: Mein 3, Dein 0"


def test_a_deal_that_cannot_be_kept_stays_half_entered(
    screen: Screen, evening: Evening, tmp_path: Path
) -> None:
    screen.tap("Spritzen")
    in_the_way(tmp_path, f"evenings/{evening.key}")
    screen.tap("Mein: Schneider, 4 Punkte")
    assert "1 Spritze, mal 2" in screen.texts()


@pytest.mark.usefixtures("obstacle")
def test_what_cannot_be_kept_half_entered_is_not_shown(screen: Screen) -> None:
    screen.tap("Spritzen")
    assert NOT_KEPT in screen.announced()
    assert "Einfach" in screen.texts()


@pytest.mark.usefixtures("obstacle")
def test_a_line_that_cannot_be_struck_out_says_so_on_its_page(screen: Screen) -> None:
    screen.tap("Zeile 1: +2 für Mein: schneiderfrei")
    screen.tap("Zeile streichen")
    screen.tap("Übernehmen")
    assert NOT_KEPT in screen.announced()


@pytest.mark.usefixtures("obstacle")
def test_house_rules_that_cannot_be_kept_say_so_on_their_page(screen: Screen) -> None:
    screen.go("/rules")
    screen.tap("Runde bis: eins mehr")
    screen.tap("Übernehmen")
    assert NOT_KEPT in screen.announced()


def test_an_evening_that_cannot_begin_says_so_on_its_page(screen: Screen, tmp_path: Path) -> None:
    screen.go("/new")
    (tmp_path / "evenings").rename(tmp_path / "elsewhere")
    screen.tap("Los geht's")
    assert NOT_KEPT.replace("Is a directory", "No such file or directory") in screen.announced()


@pytest.mark.parametrize("choice", ["English", "Papier"])
def test_settings_that_cannot_be_kept_say_so_on_their_page(
    library: Library, screen: Screen, tmp_path: Path, choice: str
) -> None:
    before = library.settings
    screen.go("/settings")
    in_the_way(tmp_path, "library")
    screen.tap(choice)
    assert screen.announced(), "silence would mean success"
    assert library.settings == before


def test_an_evening_that_cannot_be_read_says_so(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    elsewhere = play(Library(tmp_path))
    for ending in ("json", "previous"):
        (tmp_path / "evenings" / f"{elsewhere.key}.{ending}").write_text("nothing")
    screen = request.getfixturevalue("open_screen")()
    screen.go("/evenings")
    screen.tap("Bauerchen, 20.11.2026")
    assert any("Dieser Abend ist nicht lesbar." in said for said in screen.announced())
    screen.go("/damaged")
    screen.tap(f"{elsewhere.key}.json, Diese Datei speichern")
    assert screen.saved == {f"{elsewhere.key}.json": b"nothing"}


@pytest.mark.parametrize(
    "broken",
    [(board, "each"), (words, "who_is_on"), (words, "spritzen"), (slate_page, "message")],
)
def test_a_part_that_cannot_be_drawn_leaves_a_sentence_and_the_rest(
    evening: Evening,
    screen: Screen,
    monkeypatch: pytest.MonkeyPatch,
    broken: tuple[object, str],
) -> None:
    before = screen.text()
    with monkeypatch.context() as breaking:
        breaking.setattr(*broken, fail)
        evening.undo()
        screen.loop.settle()
        assert BROKEN in screen.text()
        assert len(screen.names()) > 5
    evening.redo()
    screen.loop.settle()
    assert screen.text() == before


def test_a_page_that_cannot_be_drawn_leaves_a_sentence_and_a_way_back(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "rules_in_brief", fail)
    screen.tap("Menü")
    assert BROKEN in screen.text()
    assert screen.names(), "a dead end"


@pytest.mark.parametrize("tap", ["Spritzen", "Augen zählen"])
def test_a_key_that_fails_leaves_a_sentence(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, tap: str
) -> None:
    monkeypatch.setattr(pad, "replace", fail)
    screen.tap(tap)
    assert WENT_WRONG in screen.announced()
    assert screen.says("Stand") == "Stand: Mein 2, Dein 0"


def other_than_known(library: Library) -> None:
    object.__setattr__(library.settings, "theme", "pink")


def in_no_known_language(library: Library) -> None:
    object.__setattr__(library.settings, "language", "tlh")


def with_an_evening_that_is_gone(library: Library) -> None:
    object.__setattr__(library.settings, "open_evening", "2026-11-20-gone")


@pytest.mark.parametrize(
    "unexpected", [other_than_known, in_no_known_language, with_an_evening_that_is_gone]
)
def test_unexpected_settings_do_not_keep_the_app_from_starting(
    library: Library, open_screen: OpenScreen, unexpected: Callable[[Library], None]
) -> None:
    unexpected(library)
    assert "Neuer Abend" in open_screen().names()


def test_a_phone_that_goes_while_it_is_led_to_another_page_is_no_failure(screen: Screen) -> None:
    screen.vanish()
    screen.tap("Menü")
    assert screen.says("Stand") == "Stand: Mein 2, Dein 0"
