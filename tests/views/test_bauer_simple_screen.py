"""The pad and slate of simple Bauer: who chose trumps, then one tap on the tricks."""

import pytest
from flet_screen import OpenScreen, Screen
from played import play

from scoring.bauer_simple import GAME, Deal, Line, Reason, ReasonKind, Rules
from scoring.sheet import Head, Side
from storage import Library
from views.text.games import bauer_simple as words
from views.text.translator import LANGUAGES, translator


@pytest.fixture
def screen(library: Library, open_screen: OpenScreen) -> Screen:
    """A slate with two to count down: Karl deals, so Dein may choose first."""
    play(library, game=GAME, rules=Rules(start=2))
    return open_screen()


def tricks(screen: Screen) -> list[str]:
    """Return the keys of the tricks."""
    return [name for name in screen.names() if "Stich" in name]


def test_the_side_that_may_choose_first_has_chosen_unless_told_otherwise(screen: Screen) -> None:
    assert screen.is_selected("Trumpf: Dein")
    assert tricks(screen)[4:6] == ["Dein: 4 Stiche, niemand schreibt", "Dein: 5 Stiche, Dein −1"]


def test_who_chose_trumps_turns_the_keys_to_that_side(screen: Screen) -> None:
    screen.tap("Trumpf: Mein")
    assert screen.is_selected("Trumpf: Mein")
    screen.tap("Mein: 5 Stiche, Mein −1")
    assert screen.says("Stand") == "Stand: Mein 1, Dein 2"
    assert "Mein −1: 5:3, Trumpf von Mein" in screen.announced()
    assert screen.is_selected("Trumpf: Mein"), "it is their turn to choose first"


def test_without_trumps_the_side_with_most_tricks_scores(screen: Screen) -> None:
    screen.tap("Trumpf: niemand")
    assert tricks(screen)[3:6] == [
        "Mein: 3 Stiche, Dein −1",
        "Mein: 4 Stiche, niemand schreibt",
        "Mein: 5 Stiche, Mein −1",
    ]
    screen.tap("Mein: 3 Stiche, Dein −1")
    assert "Dein −1: 3:5, ohne Trumpf" in screen.announced()


def test_a_deal_for_which_nobody_scores_stands_on_the_slate(screen: Screen) -> None:
    screen.tap("Dein: 4 Stiche, niemand schreibt")
    assert screen.says("Stand") == "Stand: Mein 2, Dein 2"
    assert "4:4, Trumpf von Dein: niemand schreibt" in screen.announced()
    assert "Zeile 1: 4:4, Trumpf von Dein: niemand schreibt" in screen.names()


def test_who_is_first_at_nought_wins_the_game(library: Library, open_screen: OpenScreen) -> None:
    play(library, *[Deal(declarer=0, tricks=(5, 3))] * 2, game=GAME, rules=Rules(start=2))
    screen = open_screen()
    assert screen.says("Gewonnene Partien") == "Gewonnene Partien: Mein 1, Dein 0"
    assert screen.says("Stand") == "Stand: Mein 2, Dein 2"
    assert "Mein −1: 5:3, Trumpf von Mein. Mein gewinnt die Partie." in screen.announced()
    screen.tap("Partien")
    assert "Partie 1: Mein 0, Dein 2" in screen.texts()
    screen.tap("Zurück")
    screen.tap("Rückgängig")
    assert screen.says("Gewonnene Partien") == "Gewonnene Partien: Mein 0, Dein 0"


def test_a_line_tells_why(library: Library, open_screen: OpenScreen) -> None:
    play(library, Deal(declarer=None, tricks=(4, 4)), game=GAME)
    screen = open_screen()
    screen.tap("4:4, ohne Trumpf: niemand schreibt")
    assert "Ohne Trumpf unentschieden: Mein schreibt nichts" in screen.texts()
    assert "Ohne Trumpf unentschieden: Dein schreibt nichts" in screen.texts()


@pytest.mark.parametrize("kind", ReasonKind)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_reason_has_its_words(language: str, kind: ReasonKind) -> None:
    head = Head((Side("Mein"), Side("Dein")))
    line = Line((-1, 0), (Reason(kind, 0, -1),), (7, 8), ())
    ((said, figure),) = words.reasons(translator(language), head, line)
    assert "Mein" in said
    assert figure == "−1"


@pytest.mark.parametrize(("declarer", "chosen"), [(0, "Mein"), (1, "Dein"), (None, "niemand")])
def test_a_line_is_changed_from_what_stands_there(
    library: Library, open_screen: OpenScreen, declarer: int | None, chosen: str
) -> None:
    play(library, Deal(declarer=declarer, tricks=(5, 3)), game=GAME)
    screen = open_screen()
    screen.go("/line/0/change")
    assert screen.is_selected(f"Trumpf: {chosen}")
