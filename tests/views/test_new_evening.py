"""A new evening: which game, who sits where, and the house rules of that game."""

from dataclasses import replace
from typing import Any

import pytest
from flet_screen import OpenScreen, Screen
from played import play

from scoring import bauer, bauerchen, bauerschspiel, bohemian_watten, schlauch
from scoring.bauerchen import Rules
from scoring.game import Game
from scoring.games import GAMES
from scoring.sheet import Head, Sheet, Side
from storage import Library
from views.text.games.registry import GAME_TEXTS
from views.text.translator import translator


def begun(library: Library) -> Sheet:
    """Return the evening that was begun."""
    return library.evening(str(library.settings.open_evening)).sheet


def names_of_games() -> list[str]:
    return [translator("de")(words.NAME) for words in GAME_TEXTS.values()]


def offered(screen: Screen) -> list[str]:
    """Return the games in the order offered."""
    return [name for name in screen.names() if name in names_of_games()]


@pytest.fixture
def screen(open_screen: OpenScreen) -> Screen:
    opened = open_screen()
    opened.tap("Neuer Abend")
    return opened


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_begun_with_a_tap_on_its_name(
    library: Library, screen: Screen, game: str
) -> None:
    screen.tap(translator("de")(GAME_TEXTS[game].NAME))
    screen.tap("Los geht's")
    assert begun(library).game is GAMES[game]
    assert screen.says("Stand")


def test_all_games_are_offered_and_bauerchen_first(screen: Screen) -> None:
    assert offered(screen) == names_of_games()
    assert screen.is_selected("Bauerchen")


def test_the_game_that_was_begun_last_is_offered_first(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, game=bauerschspiel.GAME)
    screen = open_screen()
    screen.go("/new")
    assert offered(screen)[:2] == ["Bauerschspiel", "Bauerchen"]
    assert screen.is_selected("Bauerschspiel")
    screen.tap("Los geht's")
    assert begun(library).game is bauerschspiel.GAME


def test_the_house_rules_are_those_of_the_game(library: Library, screen: Screen) -> None:
    screen.tap("Alle Hausregeln")
    assert "Runde bis: 12" in screen.texts()
    screen.tap("Bauer")
    assert "Runde bis: 12" not in screen.texts()
    screen.tap("Punkte am Anfang: eins weniger")
    screen.tap("Los geht's")
    assert begun(library).replay.agreement.rules == bauer.Rules(start=7)


def test_names_stay_when_another_game_is_chosen(library: Library, screen: Screen) -> None:
    screen.fill("Spieler 1 von Mein", "Karl")
    screen.tap("Bauer")
    screen.tap("Los geht's")
    assert begun(library).head.sides[0] == Side("Mein", ("Karl", "Mein 2"))


def test_six_players_take_six_seats(library: Library, screen: Screen) -> None:
    screen.tap("Bauer")
    screen.tap("Alle Hausregeln")
    screen.tap("zu sechst")
    for side in ("Mein", "Dein"):
        for place in (1, 2, 3):
            screen.fill(f"Spieler {place} von {side}", f"{side[0]}{place}")
    screen.tap("D3")
    screen.tap("Los geht's")
    sheet = begun(library)
    assert sheet.head.sides == (Side("Mein", ("M1", "M2", "M3")), Side("Dein", ("D1", "D2", "D3")))
    assert sheet.replay.agreement.first_dealer == 5


def test_a_dealer_whose_seat_is_gone_deals_no_more(library: Library, screen: Screen) -> None:
    screen.tap("Bauer")
    screen.tap("Alle Hausregeln")
    screen.tap("zu sechst")
    screen.tap("Dein 3")
    screen.tap("üblich")
    screen.tap("Los geht's")
    assert begun(library).replay.agreement.first_dealer in range(4)


def test_evenings_are_listed_with_their_game(library: Library, open_screen: OpenScreen) -> None:
    play(library, game=bauerschspiel.GAME, title="Kerwe")
    play(library, game=bauer.GAME)
    screen = open_screen()
    screen.go("/evenings")
    assert {"Kerwe, Bauerschspiel · 20.11.2026", "Bauer, 20.11.2026"} <= set(screen.names())


def test_the_house_rules_are_those_of_the_last_evening_of_the_game(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, game=bauer.GAME, rules=bauer.Rules(start=6))
    play(library, rules=Rules(round_target=31))
    screen = open_screen()
    screen.go("/new")
    assert "bis 31 · 130 Augen · Schneider unter 33" in screen.texts()
    screen.tap("Bauer")
    assert "von 6 auf 0 · 8 Stiche" in screen.texts()
    screen.tap("Bauerchen")
    screen.tap("Los geht's")
    assert begun(library).replay.agreement.rules == Rules(round_target=31)


def test_how_a_game_is_written_can_be_read_before_it_begins(screen: Screen) -> None:
    screen.tap("Bauer")
    screen.tap("Alle Hausregeln")
    screen.tap("fünf Stiche")
    screen.tap("So wird angeschrieben")
    assert "Mehr als die Hälfte der 5 Stiche gewinnt." in screen.texts()
    assert "Mein hat angesagt und macht 3 Stiche." in screen.texts()
    screen.tap("Bauerschspiel")
    assert "Jede Partei beginnt mit 5 Strichen." in screen.texts()


def test_a_number_that_goes_far_goes_by_tens_too(library: Library, screen: Screen) -> None:
    screen.tap("Alle Hausregeln")
    assert "Knoddel für einen Stein: zehn mehr" not in screen.names()
    screen.tap("Runde bis: zehn mehr")
    screen.tap("Runde bis: zehn mehr")
    screen.tap("Runde bis: eins weniger")
    for _ in range(4):
        screen.tap("Runde bis: zehn weniger")
    screen.tap("Los geht's")
    assert begun(library).replay.agreement.rules == Rules(round_target=1)


def test_a_side_with_a_name_that_is_taken_gets_a_number_before_it_begins(
    library: Library, screen: Screen
) -> None:
    said = "„mein“ ist schon vergeben. Hier wird „mein 2“ angeschrieben."
    screen.fill("Partei 2", "mein")
    assert said in screen.announced()
    assert "mein 2 1" in screen.names(), "so does who deals"
    screen.fill("Partei 2", "Dein")
    assert said not in screen.texts()
    screen.fill("Partei 1", "Dein")
    screen.tap("Los geht's")
    assert [side.name for side in begun(library).head.sides] == ["Dein", "Dein 2"]


def test_two_single_players_of_one_name_are_told_apart(library: Library, screen: Screen) -> None:
    screen.tap("Schlauch")
    for place in (1, 2, 3):
        screen.fill(f"Spieler {place}", "Karl")
    assert "„Karl“ ist schon vergeben. Hier wird „Karl 3“ angeschrieben." in screen.texts()
    screen.tap("Los geht's")
    sides = begun(library).head.sides
    assert sides == tuple(Side(name, (name,)) for name in ("Karl", "Karl 2", "Karl 3"))


def test_a_number_makes_no_name_too_long(library: Library, screen: Screen) -> None:
    for side in (1, 2):
        screen.fill(f"Partei {side}", "x" * 80)
    screen.tap("Los geht's")
    names = [side.name for side in begun(library).head.sides]
    assert names == ["x" * 80, f"{'x' * 78} 2"]


def test_letters_that_are_typed_at_once_all_stay(library: Library, screen: Screen) -> None:
    names = {"Partei 1": "Die Unbesiegbaren", "Partei 2": "Otterbacher Buben"}
    for label, name in names.items():
        screen.fill(label, "")
        screen.type_at_once(label, name)
    screen.tap("Bauerchen")
    assert [*map(screen.typed, names)] == [*names.values()]
    screen.tap("Los geht's")
    assert [side.name for side in begun(library).head.sides] == [*names.values()]


def test_what_was_typed_last_counts_though_it_is_not_drawn_yet(
    library: Library, screen: Screen
) -> None:
    screen.type_at_once("Partei 1", " und die")
    screen.type_at_once("Titel (muss nicht sein)", "Kerwe")
    screen.tap("Los geht's")
    assert begun(library).head == Head(
        (Side("Mein und die"), Side("Dein")), "Kerwe", begun(library).head.played_on
    )


def test_a_player_who_is_tapped_stands_in_the_field_and_can_be_typed_over(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library)
    screen = open_screen()
    screen.go("/new")
    for name in ("Karl", "Erna", "Hans", "Ruth"):
        screen.tap(f"{name} spielt nicht mit")
    screen.type_at_once("Spieler 1 von Mein", "X")
    screen.fill("Spieler 1 von Mein", "")
    screen.tap("Ruth an den Tisch setzen")
    assert screen.typed("Spieler 1 von Mein") == "Ruth"
    screen.type_at_once("Spieler 1 von Mein", "chen")
    screen.tap("Los geht's")
    assert begun(library).head.sides[0].players == ("Ruthchen", "Mein 2")


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_of_a_game_can_be_chosen_with_a_tap(screen: Screen, game: str) -> None:
    t, words = translator("de"), GAME_TEXTS[game]
    screen.tap(t(words.NAME))
    before = screen.names()
    screen.tap("Alle Hausregeln")
    for label, _ in words.RULES.values():
        assert t(label) in screen.texts()
    assert len(screen.names()) - len(before) >= len(words.RULES)


# As last time


def test_a_new_evening_with_the_people_and_rules_of_the_last_one_takes_two_taps(
    library: Library, open_screen: OpenScreen
) -> None:
    last = play(library, rules=Rules(round_target=31), title="Stammtisch")
    library.change(replace(library.settings, open_evening=None))
    screen = open_screen()
    for tap in ("Neuer Abend", "Los geht's"):
        screen.tap(tap)
    sheet = begun(library)
    assert library.settings.open_evening != last.key
    assert sheet.head.sides == last.head.sides
    assert sheet.replay.agreement.rules == Rules(round_target=31)
    assert screen.says("Geber") == "Geber: Karl, Ansage: Hans, zuhause: Dein"


@pytest.mark.parametrize(
    ("game", "sides"),
    [
        (bauerchen.GAME, (Side("Die Roten"), Side("Die Blauen"))),
        (bauer.GAME, (Side("Mein", ("Karl", "Mein 2")), Side("Dein", ("Hans", "Dein 2")))),
        (schlauch.GAME, (Side("Ute", ("Ute",)), Side("Spieler 2"), Side("Isa", ("Isa",)))),
        (
            bohemian_watten.GAME,
            tuple(Side(name, (name,)) for name in ("Ute", "Max", "Isa", "Bo", "Eva", "Jo")),
        ),
    ],
)
def test_whoever_played_last_sits_there_again(
    library: Library, open_screen: OpenScreen, game: Game[Any, Any], sides: tuple[Side, ...]
) -> None:
    play(library, game=game, sides=sides)
    screen = open_screen()
    screen.go("/new")
    screen.tap("Los geht's")
    assert begun(library).head.sides == sides


def test_a_player_without_a_name_is_asked_for_again(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, sides=(Side("Mein", ("Karl", "Mein 2")), Side("Dein", ("Hans", "Ruth"))))
    screen = open_screen()
    screen.go("/new")
    assert screen.typed("Spieler 2 von Mein") == ""


def test_other_partners_turn_the_pairs_with_a_tap_until_all_have_played_together(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library)
    screen = open_screen()
    screen.go("/new")
    screen.tap("Ruth")
    pairs = []
    for _ in range(3):
        screen.tap("Andere Partner")
        assert screen.is_selected("Ruth"), "who deals first stays the same"
        pairs.append({screen.typed(f"Spieler {place} von Mein") for place in (1, 2)})
    assert pairs == [{"Karl", "Ruth"}, {"Karl", "Hans"}, {"Karl", "Erna"}]
    screen.tap("Andere Partner")
    screen.tap("Los geht's")
    assert [set(side.players) for side in begun(library).head.sides] == [
        {"Karl", "Ruth"},
        {"Hans", "Erna"},
    ]


def test_who_has_no_partner_gets_no_other(open_screen: OpenScreen) -> None:
    screen = open_screen()
    screen.go("/new")
    assert "Andere Partner" not in screen.names(), "nobody has a name"
    screen.fill("Spieler 1 von Mein", "Karl")
    assert "Andere Partner" in screen.names()
    screen.tap("Schlauch")
    assert "Andere Partner" not in screen.names()


def test_somebody_else_takes_a_seat_with_two_taps(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, sides=(Side("Mein", ("Otto", "Anna")), Side("Dein", ("Uwe", "Eva"))))
    play(library)
    screen = open_screen()
    screen.go("/new")
    assert "Otto an den Tisch setzen" not in screen.names(), "every seat is taken"
    screen.tap("Erna spielt nicht mit")
    screen.tap("Otto an den Tisch setzen")
    screen.tap("Los geht's")
    assert begun(library).head.sides[0].players == ("Karl", "Otto")


def test_options_are_side_by_side_as_far_as_they_can_be_read(open_screen: OpenScreen) -> None:
    wide, narrow = open_screen(), open_screen(width=320)
    for screen in (wide, narrow):
        screen.go("/new")
    assert ["Bauerchen", "Bauer"] in wide.side_by_side()
    assert ["Böhmisch Watten", "Schlauch"] in narrow.side_by_side()
    dealers = ["Mein 1", "Dein 1"], ["Mein 2", "Dein 2"]
    assert [*dealers[0], *dealers[1]] in wide.side_by_side()
    assert all(pair in narrow.side_by_side() for pair in dealers), "on one line each"
    wide.enlarge(2)
    assert ["Bauerchen", "Bauer"] not in wide.side_by_side()
