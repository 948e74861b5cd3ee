"""What is said of a player on the player's page: who is the same person, and who is not counted."""

from typing import Any

import pytest
from flet_screen import OpenScreen, Screen
from played import MINE, deal, play

from scoring.bauerchen import Level
from scoring.book import Book, Called, Hidden, Marked, Same
from scoring.sheet import Side
from storage import Library, Settings, stamp, write_backup
from views.pages.reckoned import address_of
from views.session import steps
from views.text.signs import SIGNS
from views.text.translator import LANGUAGES, translator

ROUND = deal(MINE, Level.SCHWARZ, 3)
IS_SAME = "Ist dieselbe Person wie …"
HIDE = "Nicht mitzählen, Schulden bleiben"
TAKE_BACK_LATER = "Zurücknehmen lässt sich das unter „Bierdeckel“."


def evening(library: Library, *players: str) -> None:
    """Play two rounds, which are a Stein; the first two have won them."""
    sides = (Side("Mein", players[:2]), Side("Dein", players[2:]))
    play(library, ROUND, ROUND, sides=sides)


@pytest.fixture
def karl(library: Library, open_screen: OpenScreen) -> Screen:
    """The page of a Karl who is on one sheet "karl", and decomposed Jörgs on others."""
    evening(library, "Karl", "Erna", "Hans", "Jörg")
    evening(library, "karl", "Erna", "Hans", "Jo\u0308rg")
    evening(library, "Ute", "Erna", "Hans", "Max")
    return on_page(open_screen, "karl")


def on_page(open_screen: OpenScreen, name: str, **more: Any) -> Screen:
    screen = open_screen(**more)
    screen.go(address_of((name,)))
    return screen


def reopen(karl: Screen) -> None:
    karl.go("/statistics")
    karl.go(address_of(("karl",)))


def players(screen: Screen) -> list[str]:
    screen.go("/statistics")
    return [name.split(",")[0] for name in screen.names() if " von " in name]


def offered(screen: Screen) -> list[str]:
    """Return who is offered as the same person; above them stand records, with evenings."""
    screen.tap(IS_SAME)
    names = screen.names()
    after = names[names.index("Zurück") + 1 : names.index("So lassen")]
    return [name for name in after if " · " not in name]


def others(screen: Screen) -> list[str]:
    """Return who is offered, without those who stand on the page in any case."""
    return [name for name in offered(screen) if " von " not in name]


def test_names_that_differ_in_case_or_composition_are_offered_first(
    karl: Screen, open_screen: OpenScreen
) -> None:
    assert others(karl) == ["Karl", "Jörg", "Max", "Ute"]
    assert others(on_page(open_screen, "Jörg"))[0] == "Jo\u0308rg"


def test_whoever_has_sat_at_one_table_is_not_offered(
    library: Library, open_screen: OpenScreen
) -> None:
    evening(library, "Karl", "karl", "Hans", "Ruth")
    screen = on_page(open_screen, "Karl")
    assert others(screen) == []
    assert "Alle anderen saßen schon mit Karl an einem Tisch." in screen.texts()
    screen.tap("So lassen")
    assert IS_SAME in screen.names()


def test_two_names_are_one_person_only_when_that_was_confirmed_and_can_be_taken_back(
    library: Library, karl: Screen
) -> None:
    karl.tap(IS_SAME)
    karl.tap("Karl")
    assert "karl als Karl zählen? Die Abende bleiben, wie sie sind." in karl.texts()
    assert not library.book.events
    karl.tap("So lassen")
    karl.tap(IS_SAME)
    karl.tap("Karl")
    karl.tap_at_once("Zusammenzählen", "Zusammenzählen")
    assert f"karl ist dieselbe Person wie Karl. {TAKE_BACK_LATER}" in karl.announced()
    assert len(library.book.events) == 1
    assert "Bauerchen · alles · 2 Abende" in karl.texts()
    assert players(karl).count("Karl") == 1
    assert "karl" not in players(karl)
    karl.go("/ledger")
    assert "Hans schuldet Karl 2 Steine" in karl.texts()
    karl.tap("Zurücknehmen: karl ist dieselbe Person wie Karl")
    assert {"Hans schuldet Karl 1 Stein", "Hans schuldet karl 1 Stein"} <= {*karl.texts()}
    assert {"karl", "Karl"} <= {*players(karl)}


def test_who_is_not_counted_is_in_no_ranking_but_owes_on(library: Library, karl: Screen) -> None:
    karl.tap_at_once(HIDE, HIDE)
    assert f"karl zählt nicht mit. {TAKE_BACK_LATER}" in karl.announced()
    assert len(library.book.events) == 1
    assert "karl" not in players(karl)
    karl.go("/ledger")
    assert "Hans schuldet karl 1 Stein" in karl.texts()
    karl.tap("Zurücknehmen: karl zählt nicht mit")
    assert "karl" in players(karl)


def test_statistics_tell_who_is_not_counted(karl: Screen) -> None:
    karl.tap(HIDE)
    karl.go("/statistics")
    assert f"Nicht mitgezählt: karl. {TAKE_BACK_LATER}" in karl.texts()


# What a player is called


def test_a_nickname_stands_everywhere_but_on_the_sheets(library: Library, karl: Screen) -> None:
    karl.tap("Spitzname")
    karl.fill("Spitzname", " Charly ")
    karl.tap_at_once("Übernehmen", "Übernehmen")
    assert "karl heißt Charly." in karl.announced()
    assert len(library.book.events) == 1
    assert {"Charly", "Auf den Zetteln: karl"} <= {*karl.texts()}
    assert "Spitzname, Charly" in karl.names()
    assert "Charly" in players(karl)
    karl.go("/ledger")
    karl.tap("Bezahlt: Hans schuldet Charly 1 Stein")
    assert {"Hans und Charly sind quitt", "Hans hat Charly 1 Stein bezahlt"} <= {*karl.texts()}
    karl.tap("Zurücknehmen: karl heißt Charly")
    assert {"Hans und karl sind quitt", "Hans hat karl 1 Stein bezahlt"} <= {*karl.texts()}


def test_a_nickname_is_not_what_somebody_else_is_called(library: Library, karl: Screen) -> None:
    library.write_in_book([Called(**stamp(library.book), name="Erna", nickname="Fips")])
    karl.tap("Spitzname")
    for taken, by in (("ERNA", "Erna"), ("fips", "Erna"), ("Karl", "Karl")):
        karl.fill("Spitzname", taken)
        assert f"So heißt schon {by}." in karl.announced()
        assert "Übernehmen" not in karl.names()
    karl.fill("Spitzname", "Charly")
    karl.tap("Übernehmen")
    assert len(library.book.events) == 2


@pytest.mark.parametrize("nothing", ["", " ", "\u202e"])
def test_a_nickname_goes_when_its_field_is_empty(
    library: Library, karl: Screen, nothing: str
) -> None:
    for nickname in ("Charly", "Kalle"):
        library.write_in_book([Called(**stamp(library.book), name="karl", nickname=nickname)])
    reopen(karl)
    karl.tap("Spitzname, Kalle")
    assert karl.typed("Spitzname") == "Kalle"
    karl.fill("Spitzname", nothing)
    karl.tap("Kein Spitzname")
    assert "karl hat keinen Spitznamen." in karl.announced()
    assert not library.book.in_force
    assert "Spitzname" in karl.names()


def test_nothing_is_written_where_nothing_was_typed(library: Library, karl: Screen) -> None:
    karl.tap("Spitzname")
    karl.tap("Übernehmen")
    assert "Spitzname" in karl.names()
    assert not library.book.events


def test_a_sign_is_given_with_one_tap_and_only_to_one(
    library: Library, karl: Screen, open_screen: OpenScreen
) -> None:
    karl.tap("Zeichen vor dem Namen")
    karl.tap_at_once("Fuchs", "Eule")
    assert "karl hat das Zeichen 🦊." in karl.announced()
    assert len(library.book.events) == 1
    assert "Zeichen vor dem Namen, 🦊 Fuchs" in karl.names()
    assert "🦊 karl" in players(karl)
    erna = on_page(open_screen, "Erna")
    erna.tap("Zeichen vor dem Namen")
    assert {"Eule", "Kein Zeichen"} & {*erna.names()} == {"Eule"}
    assert "Fuchs" not in erna.names()


def test_a_sign_can_be_changed_and_goes(library: Library, karl: Screen) -> None:
    library.write_in_book([Marked(**stamp(library.book), name="karl", sign="🦊")])
    reopen(karl)
    karl.tap("Zeichen vor dem Namen, 🦊 Fuchs")
    assert karl.is_selected("Fuchs")
    assert not karl.is_selected("Eule")
    karl.tap("Eule")
    karl.tap("Zeichen vor dem Namen, 🦉 Eule")
    karl.tap("Kein Zeichen")
    assert "karl hat kein Zeichen." in karl.announced()
    assert not library.book.in_force


def test_a_foreign_sign_is_shown_as_it_is_but_changes_no_text_beside_it(
    library: Library, karl: Screen
) -> None:
    library.write_in_book([Marked(**stamp(library.book), name="karl", sign="\u202e☠")])
    reopen(karl)
    assert "Zeichen vor dem Namen, ☠" in karl.names()
    assert "☠ karl" in players(karl)


@pytest.mark.parametrize("opened", ["Spitzname", "Zeichen vor dem Namen"])
def test_what_was_opened_on_a_players_page_can_be_left(karl: Screen, opened: str) -> None:
    karl.tap(opened)
    karl.tap("So lassen")
    assert opened in karl.names()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_has_a_name_of_its_own(language: str) -> None:
    t = translator(language)
    assert len({t(text) for text in SIGNS.values()}) == len(SIGNS)


def test_what_the_device_cannot_store_is_not_said_of_anybody(
    library: Library, karl: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    karl.tap(HIDE)
    assert "No space left on device" in karl.text()
    karl.tap("Zeichen vor dem Namen")
    karl.tap("Fuchs")
    assert "No space left on device" in karl.text()
    assert "Fuchs" in karl.names()
    assert not library.book.events


def test_who_may_be_the_same_person_is_told_once_all_evenings_are_counted(
    karl: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("AT_FIRST", "STEP"):
        monkeypatch.setattr(steps, limit, 0.0)
    assert others(karl) == ["Karl", "Jörg", "Max", "Ute"]


def test_while_the_book_cannot_be_read_every_name_is_a_person(
    library: Library, karl: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.write_in_book([Same(**stamp(library.book), name="karl", known_as="Karl")])
    monkeypatch.setattr("storage.books.SCHEMA", 0)
    later = Library(library.folder)
    reader = Screen(later, karl.loop)
    assert {"karl", "Karl"} <= {*players(reader)}
    reader.close()


def test_what_is_said_on_one_screen_is_told_on_the_ledger_of_another(
    karl: Screen, open_screen: OpenScreen
) -> None:
    watching = open_screen()
    watching.go("/ledger")
    karl.tap(HIDE)
    assert "Anderes Gerät: karl zählt nicht mit." in watching.announced()


def test_a_file_tells_how_much_it_says_of_players(library: Library, karl: Screen) -> None:
    book = Book.of([Same(**stamp(library.book), name="karl", known_as="Karl")])
    book = book.merged([Hidden(**stamp(library.book), name="Max")])
    karl.go("/settings")
    read_in = "Datei einlesen, nichts wird verdoppelt oder überschrieben"
    karl.pick(read_in, "all.json", write_backup([], Settings(), book))
    assert "2 Angaben zu Spielern" in karl.texts()
    karl.tap("Einlesen")
    assert library.book == book


def test_of_a_pair_nothing_can_be_said(library: Library, open_screen: OpenScreen) -> None:
    evening(library, "Karl", "Erna", "Hans", "Ruth")
    screen = open_screen()
    screen.go(address_of(("Erna", "Karl")))
    assert IS_SAME not in screen.names()
