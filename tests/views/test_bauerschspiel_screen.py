"""Bauerschspiel's pad and slate: won or lost for the side that played, and crosses to wipe off."""

import pytest
from flet_screen import OpenScreen, Screen
from played import play

from scoring import game
from scoring.bauerschspiel import GAME, Deal, Line, ReasonKind, Rules
from scoring.sheet import Head, Side
from storage import Library
from views.text.games import bauerschspiel as words
from views.text.translator import LANGUAGES, translator

WON, LOST = Deal(0, won=True), Deal(0, won=False)


@pytest.fixture
def screen(library: Library, open_screen: OpenScreen) -> Screen:
    play(library, game=GAME)
    return open_screen()


def crosses(screen: Screen) -> int:
    """Return how many crosses are drawn, wiped away or not."""
    return screen.texts().count("×")


def test_one_tap_writes_a_deal_for_the_side_that_played(screen: Screen) -> None:
    screen.tap("Mein: gewonnen")
    assert screen.says("Stand") == "Stand: Mein 4, Dein 5"
    screen.tap("Dein: verloren")
    assert screen.says("Stand") == "Stand: Mein 4, Dein 6"
    assert "+1 für Dein: verloren" in screen.announced()
    assert screen.says("Geber") == "Geber: Erna"


def test_crosses_that_were_wiped_away_can_still_be_seen(screen: Screen) -> None:
    assert crosses(screen) == 10
    screen.tap("Mein: gewonnen")
    assert crosses(screen) == 10
    screen.tap("Dein: verloren")
    assert crosses(screen) == 11


def test_many_strokes_are_only_written_as_a_number(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, game=GAME, rules=Rules(start=11))
    assert crosses(open_screen()) == 0


def test_who_wipes_everything_off_gets_a_blob_and_two_buns(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *[WON] * 5, game=GAME)
    screen = open_screen()
    assert screen.says("Nullchen") == "Nullchen: Mein 1, Dein 0"
    assert screen.says("Stauzeweck") == "Stauzeweck: Mein 2, Dein 0"
    assert screen.says("Stand") == "Stand: Mein 5, Dein 5"
    assert "−1 für Mein: gewonnen. Ein Nullchen für Mein, und 2 Stauzeweck." in screen.announced()
    screen.tap("Partien")
    assert "Partie 1: Mein 0, Dein 5" in screen.texts()
    screen.tap("Zurück")
    screen.tap("Rückgängig")
    assert screen.says("Nullchen") == "Nullchen: Mein 0, Dein 0"


def test_where_a_lost_deal_adds_nothing_it_still_stands_on_the_slate(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, LOST, game=GAME, rules=Rules(loss_adds_stroke=False))
    screen = open_screen()
    assert "Zeile 1: 0 für Mein: verloren" in screen.names()
    screen.tap("0 für Mein: verloren")
    assert "Mein hat gespielt und verloren: hier wird nichts geschrieben" in screen.texts()


@pytest.mark.parametrize("kind", ReasonKind)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_reason_has_its_words(language: str, kind: ReasonKind) -> None:
    head = Head((Side("Mein"), Side("Dein")))
    line = Line(0, (-1, 0), kind, (4, 5), ())
    ((said, figure),) = words.reasons(translator(language), head, line)
    assert "Mein" in said
    assert figure == "−1"


def test_on_a_full_sheet_every_key_is_off_and_says_why(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "MOST_ENTRIES", 1)
    screen.tap("Mein: gewonnen")
    assert screen.hint("Dein: gewonnen") == "jetzt nicht möglich"
    screen.tap("Dein: gewonnen")
    assert "Ein Zettel hat höchstens 1 Einträge." in screen.announced()
    assert screen.says("Stand") == "Stand: Mein 4, Dein 5"
