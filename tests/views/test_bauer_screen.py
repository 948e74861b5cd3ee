"""Bauer's pad and slate: one tap on the tricks of the side that announced."""

import pytest
from flet_screen import OpenScreen, Screen
from played import play

from scoring.bauer import (
    GAME,
    CardsAway,
    Deal,
    Line,
    Reason,
    ReasonKind,
    Rules,
)
from scoring.sheet import Head, Side
from storage import Library
from views.text.games import bauer as words
from views.text.translator import LANGUAGES, translator


@pytest.fixture
def screen(library: Library, open_screen: OpenScreen) -> Screen:
    """An empty slate: Karl deals, so Dein announces."""
    play(library, game=GAME)
    return open_screen()


def tricks(screen: Screen) -> list[str]:
    """Return the keys of the tricks."""
    return [name for name in screen.names() if " Stich" in name and "," in name]


def test_each_key_names_the_tricks_and_what_they_would_write_now(screen: Screen) -> None:
    assert tricks(screen) == [
        "Dein: 0 Stiche, Mein −2, Dein +2",
        "Dein: 1 Stich, Mein −1, Dein +1",
        "Dein: 2 Stiche, Mein −1, Dein +1",
        "Dein: 3 Stiche, Mein −1, Dein +1",
        "Dein: 4 Stiche, Mein −1, Dein +1",
        "Dein: 5 Stiche, Dein −1",
        "Dein: 6 Stiche, Dein −1",
        "Dein: 7 Stiche, Dein −1",
        "Dein: 8 Stiche, Dein −2",
    ]
    assert {"Stiche von Dein, verloren:", "gewonnen:"} <= set(screen.texts())


def test_each_key_shows_what_it_does_to_each_side(screen: Screen) -> None:
    """The penalty stood in the heading alone, which was wrong for no tricks."""
    shown = screen.texts()

    def figures(name: str) -> list[str]:
        return shown[shown.index(name) + 1 :][:3]

    assert figures("Dein: 0 Stiche, Mein −2, Dein +2") == ["0", "−2", "+2"]
    assert figures("Dein: 4 Stiche, Mein −1, Dein +1") == ["4", "−1", "+1"]
    assert figures("Dein: 5 Stiche, Dein −1") == ["5", "", "−1"]


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (844, 390)])
def test_the_words_for_stoss_are_on_their_keys_on_every_phone(
    library: Library, open_screen: OpenScreen, width: int, height: int
) -> None:
    play(library, game=GAME)
    texts = open_screen(width=width, height=height).texts()
    stoss = texts[texts.index("Einfach") :]
    assert [text for text in stoss if text in {"Einfach", "Stoß", "Zurück", "×1", "×2", "×4"}] == [
        *("Einfach", "Einfach", "×1"),
        *("Stoß", "×2"),
        *("Zurück", "×4"),
    ]


def test_one_tap_writes_a_deal_and_the_deal_passes_on(screen: Screen) -> None:
    screen.tap("Dein: 4 Stiche, Mein −1, Dein +1")
    assert screen.says("Stand") == "Stand: Mein 7, Dein 9"
    assert "Mein −1, Dein +1: 4:4" in screen.announced()
    assert screen.says("Geber") == "Geber: Hans, Vorhand: Erna, Ansage: Mein"
    assert tricks(screen)[5] == "Mein: 5 Stiche, Mein −1"


def test_stoss_doubles_and_ends_with_its_deal(screen: Screen) -> None:
    screen.tap("Stoß ×2")
    assert screen.is_selected("Stoß ×2")
    assert not screen.is_selected("Einfach")
    screen.tap("Zurückstoßen ×4")
    screen.tap("Dein: 8 Stiche, Dein −8")
    assert screen.says("Brote") == "Brote: Mein 0, Dein 1"
    assert "Dein −8: 0:8, Zurückstoßen. Ein Brot für Dein." in screen.announced()
    assert screen.is_selected("Einfach")


def test_five_tricks_have_six_keys(library: Library, open_screen: OpenScreen) -> None:
    play(library, game=GAME, rules=Rules(tricks=5))
    assert len(tricks(open_screen())) == 6


def test_cards_away_gives_a_brot_and_leaves_the_points(screen: Screen) -> None:
    screen.tap("Karten weg")
    assert [name for name in screen.names() if "Karten weg" in name] == [
        "Mein: Karten weg gewonnen",
        "Dein: Karten weg gewonnen",
        "Mein: Karten weg verloren",
        "Dein: Karten weg verloren",
    ]
    screen.tap("Dein: Karten weg verloren")
    assert screen.says("Brote") == "Brote: Mein 1, Dein 0"
    assert screen.says("Stand") == "Stand: Mein 8, Dein 8"
    assert "Ein Brot für Mein: Karten weg verloren" in screen.announced()
    assert "Zeile 1: Ein Brot für Mein: Karten weg verloren" in screen.names()
    assert tricks(screen)


def test_cards_away_can_be_left(screen: Screen) -> None:
    screen.tap("Karten weg")
    assert tricks(screen) == []
    screen.tap("Zurück zu den Stichen")
    assert tricks(screen)


def test_who_announces_is_corrected_for_this_deal_only(screen: Screen) -> None:
    screen.tap(screen.says("Geber"))
    assert "Wer hat in diesem Spiel angesagt?" in screen.texts()
    screen.tap("Mein")
    screen.tap("Zurück")
    assert screen.says("Geber") == "Geber: Karl, Vorhand: Hans, Ansage: Mein"
    screen.tap("Mein: 5 Stiche, Mein −1")
    assert screen.says("Geber") == "Geber: Hans, Vorhand: Erna, Ansage: Mein"


def test_a_line_tells_why_it_is_worth_what_it_is(library: Library, open_screen: OpenScreen) -> None:
    play(library, Deal(tricks=(8, 0), stoss=1), game=GAME)
    screen = open_screen()
    screen.tap("Mein −4, Dein +4: 8:0, Stoß")
    shown = screen.texts()
    assert shown[shown.index("Dein hat angesagt und verloren") :][:12] == [
        *("Dein hat angesagt und verloren", "−1"),
        *("Stoß", "×2"),
        *("Alle Stiche", "×2"),
        *("Strafe für Dein als Ansager", "+4"),
        *("angeschrieben", "Mein −4, Dein +4"),
        *("Stand danach", "Mein 4, Dein 12"),
    ]


def test_cards_away_tells_why_too(library: Library, open_screen: OpenScreen) -> None:
    play(library, CardsAway(0, won=False), game=GAME)
    screen = open_screen()
    screen.tap("Ein Brot für Dein: Karten weg verloren")
    assert "Mein hat allein verloren: ein Brot für Dein" in screen.texts()
    assert "angeschrieben" not in screen.texts()


def test_a_line_is_corrected_on_its_own_pad(library: Library, open_screen: OpenScreen) -> None:
    play(library, Deal(tricks=(4, 4)), Deal(tricks=(5, 3)), game=GAME)
    screen = open_screen()
    screen.tap("Zeile 1: Mein −1, Dein +1: 4:4")
    screen.tap("Zeile ändern")
    screen.tap("Dein: 5 Stiche, Dein −1")
    assert "Stand: Mein 7, Dein 7 (bisher Mein 6, Dein 9)" in screen.texts()
    screen.tap("Übernehmen")
    assert screen.says("Stand") == "Stand: Mein 7, Dein 7"


def test_finished_games_are_listed_and_undo_goes_back_over_them(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *[Deal(tricks=(8, 0), stoss=2, declarer=0)] * 2, game=GAME)
    screen = open_screen()
    assert screen.says("Brote") == "Brote: Mein 2, Dein 0"
    screen.tap("Partien")
    assert [text for text in screen.texts() if text.startswith("Partie ") and ":" in text] == [
        "Partie 2: Mein 0, Dein 8",
        "Partie 1: Mein 0, Dein 8",
    ]
    assert "Ein Brot für Mein" in screen.texts()
    screen.tap("Zurück")
    screen.tap("Rückgängig")
    assert screen.says("Brote") == "Brote: Mein 1, Dein 0"


def test_the_number_of_players_stays_for_the_evening(screen: Screen) -> None:
    screen.go("/rules")
    screen.tap("zu sechst")
    assert (
        "An diesem Tisch sitzen 4; für mehr oder weniger einen neuen Abend beginnen."
        in screen.announced()
    )
    assert "Übernehmen" not in screen.names()


def test_six_players_deal_in_turn(library: Library, open_screen: OpenScreen) -> None:
    sides = (Side("Mein", ("A", "C", "E")), Side("Dein", ("B", "D", "F")))
    play(library, game=GAME, rules=Rules(players_per_side=3), sides=sides)
    screen = open_screen()
    for forehand in "BCDEFA":
        assert f"Vorhand: {forehand}," in screen.says("Geber")
        screen.tap(tricks(screen)[0])


@pytest.mark.parametrize("kind", ReasonKind)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_reason_has_its_words(language: str, kind: ReasonKind) -> None:
    head = Head((Side("Mein"), Side("Dein")))
    line = Line((0, 0), (Reason(kind, 0, 1),), (8, 8), ())
    ((said, figure),) = words.reasons(translator(language), head, line)
    assert "Mein" in said or "Dein" in said or kind in {ReasonKind.STOSS, ReasonKind.ALL_TRICKS}
    assert figure


def test_a_line_is_changed_from_what_was_tapped_for_it(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, Deal(tricks=(5, 3), stoss=1, declarer=0), game=GAME)
    screen = open_screen()
    screen.tap("Mein −2: 5:3, Stoß")
    screen.tap("Zeile ändern")
    assert screen.is_selected("Stoß ×2")
    screen.tap("Mein: 4 Stiche, Mein +2, Dein −2")
    assert "Stand: Mein 10, Dein 6 (bisher Mein 6, Dein 8)" in screen.texts()


def test_who_announced_can_be_corrected_in_an_earlier_line(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, Deal(tricks=(5, 3)), game=GAME)
    screen = open_screen()
    screen.tap("Mein −1, Dein +1: 5:3")
    screen.tap("Zeile ändern")
    assert "Wer hat in diesem Spiel angesagt?" in screen.texts()
    screen.tap("Mein")
    screen.tap("Mein: 5 Stiche, Mein −1")
    screen.tap("Übernehmen")
    assert screen.says("Stand") == "Stand: Mein 7, Dein 8"


def test_another_number_of_players_needs_another_evening(screen: Screen) -> None:
    screen.go("/rules")
    screen.tap("3")
    said = "An diesem Tisch sitzen 4; für mehr oder weniger einen neuen Abend beginnen."
    assert said in screen.announced()
    assert "Übernehmen" not in screen.names()
