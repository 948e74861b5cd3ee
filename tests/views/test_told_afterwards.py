"""Who played a solo is told afterwards, on the page of its line."""

import pytest
from flet_screen import OpenScreen
from played import MINE, YOURS, deal, entries_of

from scoring.bauerchen import GAME, Solo
from scoring.game import Agreement
from scoring.sheet import Head, Side
from storage import Evening, Library

QUESTION = "Wer hat gespielt?"
SIDES = (Side("Mein", ("Karl", "Erna")), Side("Dein", ("Hans", "Ruth")))


@pytest.fixture
def evening(library: Library) -> Evening:
    evening = library.begin(GAME, Head(SIDES), Agreement(GAME.rules()))
    evening.extend((deal(MINE), Solo(YOURS, won=True)))
    return evening


def solo_of(evening: Evening) -> Solo:
    entry = entries_of(evening)[1]
    assert isinstance(entry, Solo)
    return entry


def test_who_played_a_solo_is_told_with_one_tap_and_can_be_undone(
    evening: Evening, open_screen: OpenScreen
) -> None:
    screen = open_screen(route="/line/1")
    assert QUESTION in screen.texts()
    assert screen.is_selected("nicht gesagt")
    screen.tap("Ruth")
    assert solo_of(evening).player == 1
    assert screen.is_selected("Ruth")
    assert "+12 für Dein: Solo gewonnen von Ruth" in screen.text()
    screen.tap("nicht gesagt")
    assert solo_of(evening).player is None
    evening.undo()
    assert solo_of(evening).player == 1


def test_to_tell_who_played_is_no_correction_on_the_slate(
    evening: Evening, open_screen: OpenScreen
) -> None:
    screen = open_screen(route="/line/1")
    screen.tap("Hans")
    assert not evening.journal.corrections.changed
    assert not [text for text in screen.texts() if text.startswith("Bis ")]


def test_a_tap_on_who_is_told_already_writes_nothing(
    evening: Evening, open_screen: OpenScreen
) -> None:
    screen = open_screen(route="/line/1")
    screen.tap("Hans")
    before = evening.journal
    screen.tap("Hans")
    screen.tap_at_once("Ruth", "nicht gesagt")
    assert len(evening.journal.operations) == len(before.operations) + 1
    assert solo_of(evening).player == 1


def test_who_played_is_told_of_the_same_line_although_it_has_moved(
    evening: Evening, open_screen: OpenScreen
) -> None:
    screen, other = open_screen(route="/line/1"), open_screen(route="/line/0")
    other.tap("Zeile streichen")
    other.tap("Übernehmen")
    screen.tap("Ruth")
    (solo,) = entries_of(evening)
    assert isinstance(solo, Solo)
    assert solo.player == 1


def test_without_names_the_players_are_told_by_their_places(
    library: Library, open_screen: OpenScreen
) -> None:
    head = Head((Side("Mein"), Side("Dein")))
    evening = library.begin(GAME, head, Agreement(GAME.rules()))
    evening.write(Solo(MINE, won=False))
    screen = open_screen(route="/line/0")
    screen.tap("Mein 2")
    assert entries_of(evening)[0] == Solo(MINE, won=False, player=1, at=entries_of(evening)[0].at)
    assert "Solo verloren von Mein 2" in screen.text()


def test_nobody_asks_who_played_what_everybody_plays(
    evening: Evening, open_screen: OpenScreen
) -> None:
    assert len(entries_of(evening)) == 2
    screen = open_screen(route="/line/0")
    assert "Warum?" in screen.texts()
    assert QUESTION not in screen.texts()
