"""Whatever fails, people get a sentence, and what stood on the slate still stands."""

from collections.abc import Callable
from pathlib import Path

import pytest
from failing_disk import BROKEN as BROKEN_DISK
from failing_disk import unreadable
from flet_screen import OpenScreen, Screen
from played import MINE, deal, play

from scoring import backup
from storage import Evening, Library
from storage.durable import DurableStorage
from views.games.bauerchen import pad
from views.pages import settings as settings_page
from views.pages import slate as slate_page
from views.text.games import bauerchen as words
from views.ui import board

NOT_KEPT = (
    "Nichts angeschrieben: Das Gerät kann es nicht speichern (Is a directory). "
    "Bitte Platz schaffen und noch einmal tippen."
)
WENT_WRONG = "Etwas ist schiefgegangen; was auf der Tafel steht, ist gespeichert."
BROKEN = "Hier ist etwas schiefgegangen."
NOT_NOW = (
    "Das lässt sich im Moment nicht lesen (Input/output error). Nichts ist verloren; "
    "bitte noch einmal versuchen."
)
FIRST = "Bauerchen, 20.11.2026"
SAVE_ALL = "Alles als Datei speichern, alle Abende, Spieler und Einstellungen"


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


def test_a_key_that_fails_leaves_a_sentence(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Evening, "keep_draft", fail)
    screen.tap("Spritzen")
    assert WENT_WRONG in screen.announced()
    assert screen.says("Stand") == "Stand: Mein 2, Dein 0"


def test_a_key_that_fails_because_its_pad_has_changed_leaves_a_sentence(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen.tap_soon("Spritzen")
    screen.loop.turn()
    monkeypatch.setattr(pad, "replace", fail)
    screen.tap("Augen zählen")
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


# What cannot be read


def open_first(library: Library, open_screen: OpenScreen) -> Screen:
    """Return a screen of a new start on which another evening than the first is open."""
    play(library, title="Danach")
    screen = Screen(Library(library.folder), open_screen().loop)
    screen.go("/evenings")
    return screen


def test_an_evening_of_a_newer_app_says_so_and_is_left_as_it_is(
    evening: Evening, library: Library, open_screen: OpenScreen
) -> None:
    file = library.file_of(evening.key)
    storage = DurableStorage(file)
    document = (storage.read() or {})["sheets"]["1"]
    storage.write({"sheets": {"1": {**document, "schema": 2}}})
    newer = file.read_bytes()
    screen = open_first(library, open_screen)
    screen.tap(FIRST)
    said = "Dieser Abend stammt von einer neueren Fassung der App. Bitte die App aktualisieren."
    assert said in screen.announced()
    assert file.read_bytes() == newer
    screen.close()


def test_an_evening_that_the_device_does_not_let_be_read_can_be_opened_later(
    evening: Evening, library: Library, open_screen: OpenScreen
) -> None:
    screen = open_first(library, open_screen)
    with unreadable("open", BROKEN_DISK, library.file_of(evening.key)):
        screen.tap(FIRST)
    assert NOT_NOW in screen.announced()
    screen.tap(FIRST)
    assert screen.says("Stand") == "Stand: Mein 2, Dein 0"
    screen.close()


def test_a_damaged_file_that_the_device_does_not_let_be_read_can_be_saved_later(
    evening: Evening, library: Library, open_screen: OpenScreen
) -> None:
    library.file_of(evening.key).write_bytes(b"Karl")
    screen = Screen(Library(library.folder), open_screen().loop)
    screen.go("/damaged")
    (save,) = (name for name in screen.names() if name.endswith("Diese Datei speichern"))
    (file,) = Library(library.folder).damaged_files()
    with unreadable("open", BROKEN_DISK, file):
        screen.tap(save)
    assert NOT_NOW in screen.announced()
    assert screen.saved == {}
    screen.tap(save)
    assert screen.saved == {file.name: b"Karl"}
    screen.close()


# What takes a while


def test_saving_that_fails_leaves_a_sentence(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings_page, "write_backup", fail)
    screen.go("/settings")
    screen.tap(SAVE_ALL)
    assert WENT_WRONG in screen.announced()
    assert screen.saved == {}


def test_more_than_a_file_can_hold_is_not_saved_and_that_is_said(
    library: Library, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "MOST_SHEETS", 1)
    play(library)
    screen.go("/settings")
    screen.tap(SAVE_ALL)
    assert "„sheets“ darf höchstens 1 Teile haben, nicht 2." in screen.announced()
    assert screen.saved == {}


# Before there is anything to show


def test_why_the_app_cannot_start_is_said_instead_of_a_blank_page(open_screen: OpenScreen) -> None:
    assert open_screen(cannot_start="Kein Platz.").texts() == ["Kein Platz."]


def test_a_device_that_does_not_tell_its_languages_is_spoken_to_in_german(
    screen: Screen, open_screen: OpenScreen
) -> None:
    assert open_screen(languages=["en"], is_asleep=True).names() == screen.names()


def test_a_device_whose_languages_are_known_is_spoken_to_in_them(open_screen: OpenScreen) -> None:
    in_english = open_screen(languages=["en"]).names()
    assert open_screen(known_languages=["en-GB"], is_asleep=True).names() == in_english


def test_what_was_half_entered_and_makes_no_sense_is_as_if_nothing_was(
    evening: Evening, screen: Screen, open_screen: OpenScreen
) -> None:
    evening.keep_draft({"mode": "skat"})
    assert open_screen().names() == screen.names()
    screen.tap("Spritzen")
    assert "1 Spritze, mal 2" in screen.texts()


def test_what_is_offered_and_cannot_be_read_now_leaves_a_sentence_and_all_the_rest(
    library: Library, open_screen: OpenScreen
) -> None:
    file = library.folder / "not-written.json"
    file.write_bytes(b"[]")
    with unreadable("open", BROKEN_DISK, file):
        screen = open_screen()
        assert not screen.write_what_waits()
    assert any("lässt sich nicht lesen" in text for text in screen.announced())
    assert not any(text.startswith(BROKEN) for text in screen.texts())
    assert file.read_bytes() == b"[]"
