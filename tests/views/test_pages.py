"""The pages beside the slate: beginning, looking back, correcting, agreeing, settings."""

from dataclasses import replace
from typing import Any

import flet as ft
import pytest
from flet_screen import OpenScreen, Screen
from played import (
    BOTH_ONE_KNODDEL_SHORT,
    MINE,
    MINE_AT_TEN,
    SIDES,
    YOURS,
    deal,
    entries_of,
    play,
)

from scoring.bauerchen import GAME, Deal, Level, Meld, Rules, Solo
from scoring.game import Agreement, Entry
from scoring.rounds import past_rounds
from scoring.sheet import Head
from storage import Evening, Library, Theme
from views import app
from views.app import routed
from views.pages.rounds import LINES_AT_ONCE
from views.text.games import bauerchen as words
from views.text.translator import translator
from views.ui import chalk
from views.ui.page_frame import BETWEEN

SCHNEIDER = Level.SCHNEIDER


@pytest.fixture
def evening(library: Library) -> Evening:
    """Mein won away, Dein won at home; Hans deals."""
    return play(library, Meld(MINE, 20), deal(MINE, SCHNEIDER), deal(MINE), title="Stammtisch")


@pytest.fixture
def screen(evening: Evening, open_screen: OpenScreen) -> Screen:
    assert evening.replay.state.score == (5, 0)
    return open_screen()


def test_an_empty_folder_offers_a_new_evening(open_screen: OpenScreen) -> None:
    screen = open_screen()
    assert screen.names() == [
        "Neuer Abend",
        "Datei einlesen, ein Abend oder eine Sicherung vom anderen Gerät",
        "QR-Code lesen",
        "So wird angeschrieben, sechs Spiele, mit Beispielen",
        "Einstellungen",
    ]
    assert "Knoddel schreibt an und speichert jeden Strich sofort." in screen.text()


def test_an_evening_begins_with_the_names_that_were_entered(
    library: Library, open_screen: OpenScreen
) -> None:
    screen = open_screen()
    screen.tap("Neuer Abend")
    for label, name in {
        "Spieler 1 von Mein": "Karl",
        "Spieler 2 von Mein": " Erna ",
        "Spieler 1 von Dein": "Hans",
        "Titel (muss nicht sein)": "Stammtisch",
    }.items():
        screen.fill(label, name)
    screen.tap("Dein 2")
    screen.tap("Alle Hausregeln")
    screen.tap("Siegelbach (Weiterschreiben)")
    screen.tap("Los geht's")
    assert "Stammtisch" in screen.texts()
    assert screen.says("Geber") == "Geber: Dein 2, Ansage: Karl, zuhause: Mein"
    evening = library.evening(str(library.settings.open_evening))
    assert [side.players for side in evening.head.sides] == [("Karl", "Erna"), ("Hans", "Dein 2")]
    assert evening.replay.agreement.rules == Rules(round_target=31, carry_over=True)


def test_a_fresh_evening_shows_what_is_tapped(open_screen: OpenScreen) -> None:
    screen = open_screen()
    screen.tap("Neuer Abend")
    screen.tap("Los geht's")
    screen.tap("Mein: 20 melden")
    assert screen.says("Stand") == "Stand: Mein 1, Dein 0"
    assert "+1 für Mein: Melde 20" in screen.announced()


def test_without_names_the_players_are_called_after_side_and_place(
    library: Library, open_screen: OpenScreen
) -> None:
    screen = open_screen()
    screen.tap("Neuer Abend")
    screen.fill("Partei 1", "Wir")
    screen.fill("Partei 2", "  ")
    screen.tap("Los geht's")
    assert screen.says("Geber") == "Geber: Wir 1, Ansage: Dein 1, zuhause: Dein"
    head = library.evening(str(library.settings.open_evening)).head
    assert (head.title, [side.players for side in head.sides]) == (None, [(), ()])


def test_all_house_rules_can_be_agreed_on_before_the_start(
    library: Library, open_screen: OpenScreen
) -> None:
    screen = open_screen()
    screen.tap("Neuer Abend")
    screen.tap("Alle Hausregeln")
    screen.tap("Knoddel für einen Stein: eins mehr")
    screen.tap("zwei vor Schluss")
    screen.tap("Los geht's")
    agreed = library.evening(str(library.settings.open_evening)).replay.agreement.rules
    assert agreed == Rules(knoddels_per_stein=3, forty_rule=agreed.forty_rule.AT_TEN)


def test_an_earlier_evening_is_opened_again(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    play(library, title="Danach")
    screen = open_screen()
    screen.tap("Menü")
    screen.tap("Frühere Abende")
    screen.tap("Stammtisch, Bauerchen · 20.11.2026")
    assert screen.says("Stand") == "Stand: Mein 5, Dein 0"
    screen.tap("Mein: 20 melden")
    assert screen.says("Stand") == "Stand: Mein 6, Dein 0"
    assert library.settings.open_evening == evening.key


def test_past_rounds_are_listed_with_their_lines_the_newest_first(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, Meld(YOURS, 20), *BOTH_ONE_KNODDEL_SHORT, deal(MINE, Level.SCHWARZ, 3))
    screen = open_screen()
    screen.tap("Runden")
    rounds = [text for text in screen.texts() if text.startswith("Runde ") and ":" in text]
    assert rounds == [
        "Runde 3: Mein 32, Dein 0",
        "Runde 2: Mein 0, Dein 16",
        "Runde 1: Mein 16, Dein 1",
    ]
    assert "Gehampelter: Ein Stein für Mein" in screen.texts()
    assert {"Runde 1", "Runde 2", "Gehampelter"} <= set(screen.texts())
    assert "Knoddel: Mein 1, Dein 1" in screen.texts(), "as it stood after round 2"
    assert screen.filled()[:4] == [False] * 4, "the Stein has wiped away all Knoddel"
    assert screen.signs().count("SPORTS_BAR") == 1
    screen.tap("Zeile 1: +1 für Dein: Melde 20")
    assert "Zeile 1" in screen.texts()


def test_a_past_round_shows_what_was_carried_into_it(
    library: Library, open_screen: OpenScreen
) -> None:
    rules = Rules(round_target=5, carry_over=True)
    play(library, deal(MINE, Level.SCHWARZ, 1), deal(MINE, spritzen=1), rules=rules)
    screen = open_screen()
    screen.tap("Runden")
    assert screen.texts().count("Übertrag: 3") == 1


def test_a_round_that_carried_points_won_alone_has_no_lines(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, deal(MINE, Level.SCHWARZ, 2), rules=Rules(round_target=5, carry_over=True))
    screen = open_screen()
    screen.tap("Runden")
    assert len([name for name in screen.names() if name.startswith("Zeile ")]) == 1


def test_before_the_first_round_is_over_there_is_none_to_show(screen: Screen) -> None:
    screen.tap("Runden")
    assert "Noch ist nichts zu Ende gespielt." in screen.texts()


def test_undo_and_redo_go_to_both_ends_and_say_so(evening: Evening, screen: Screen) -> None:
    for score in ("Mein 4, Dein 0", "Mein 1, Dein 0", "Mein 0, Dein 0"):
        screen.tap("Rückgängig")
        assert screen.says("Stand") == f"Stand: {score}"
        assert "Zurückgenommen." in screen.announced()
    screen.tap("Rückgängig")
    assert "Es gibt nichts zurückzunehmen." in screen.announced()
    for score in ("Mein 1, Dein 0", "Mein 4, Dein 0", "Mein 5, Dein 0"):
        screen.tap("Wiederholen")
        assert screen.says("Stand") == f"Stand: {score}"
    assert "+1 für Mein: schneiderfrei" in screen.announced()
    before = evening.journal
    screen.tap("Wiederholen")
    assert "Es gibt nichts zu wiederholen." in screen.announced()
    assert evening.journal is before


def test_undo_goes_back_over_the_end_of_a_round_and_a_stein(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *BOTH_ONE_KNODDEL_SHORT, deal(MINE, Level.SCHWARZ, 2))
    screen = open_screen()
    assert screen.says("Steine") == "Steine: Mein 1, Dein 0"
    screen.tap("Rückgängig")
    assert screen.says("Steine") == "Steine: Mein 0, Dein 0"
    assert screen.says("Knoddel") == "Knoddel: Mein 1, Dein 1"
    assert "Gehampelter" in screen.says("Geber")
    screen.tap("Rückgängig")
    assert screen.says("Knoddel") == "Knoddel: Mein 0, Dein 1"
    screen.tap("Wiederholen")
    screen.tap("Wiederholen")
    assert screen.says("Steine") == "Steine: Mein 1, Dein 0"


def test_a_line_tells_why_it_is_worth_what_it_is(library: Library, open_screen: OpenScreen) -> None:
    play(library, deal(MINE, SCHNEIDER, 1))
    screen = open_screen()
    screen.tap("+6 für Mein: Schneider, 1 Spritze")
    shown = screen.texts()
    steps = shown[shown.index("Verlierer: Schneider") :]
    assert steps[:10] == [
        *("Verlierer: Schneider", "2"),
        *("Mein hat auswärts gewonnen", "+1"),
        *("1 Spritze, mal 2", "×2"),
        *("angeschrieben", "+6"),
        *("Stand danach", "Mein 6, Dein 0"),
    ]


def test_a_line_tells_how_likely_each_side_is_to_win_the_round_and_how_that_is_known(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, deal(MINE), deal(MINE))
    shown = open_screen(route="/line/1").texts()
    at = shown.index("Chance auf die Runde")
    heading, mine, chance, yours, other_chance, source = shown[at : at + 6]
    assert (heading, mine, yours) == ("Chance auf die Runde", "Mein", "Dein")
    percent = [int(each.removesuffix("\N{NO-BREAK SPACE}%")) for each in (chance, other_chance)]
    assert sum(percent) == 100
    assert percent[0] > 60
    assert source == "Gerechnet aus 2 Zeilen bis dahin und 20 angenommenen"


def test_no_side_is_told_to_be_certain_of_the_round(library: Library) -> None:
    rules = Rules(round_target=51)
    replay = play(library, deal(MINE, Level.SCHWARZ, 3), rules=rules).replay
    for score, percents in (((50, 0), [99, 1]), ((0, 50), [1, 99])):
        (before, after) = replay.states
        nearly = replace(replay, states=(before, after._replace(score=score)))
        told = words.outlook(translator("de"), nearly, 0)
        assert told
        assert [*told.chances] == percents


@pytest.mark.parametrize(
    ("rules", "entries"),
    [
        (Rules(), [Solo(MINE, won=True)]),  # it ends the round
        (Rules(round_target=999), [deal(MINE)]),
    ],
)
def test_a_line_tells_no_chance_where_the_round_is_over_or_very_long(
    library: Library, open_screen: OpenScreen, rules: Rules, entries: list[Entry]
) -> None:
    play(library, *entries, rules=rules)
    assert "Chance auf die Runde" not in open_screen(route="/line/0").texts()


def test_where_text_is_large_each_side_has_a_row_for_what_stands_after_a_line(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, Meld(MINE, 20))
    screen = open_screen(route="/line/0")
    screen.enlarge(2)
    shown = screen.texts()
    after = shown.index("Stand danach") + 1
    assert shown[after : after + 4] == ["Mein", "1", "Dein", "0"]


def test_a_correction_shows_its_effect_before_it_is_kept(evening: Evening, screen: Screen) -> None:
    before = evening.journal
    screen.tap("Zeile 2: +3 für Mein: Schneider")
    screen.tap("Zeile ändern")
    screen.tap("Dein: schwarz, 3 Punkte")
    assert "+3 für Dein: schwarz" in screen.texts()
    assert "Stand: Mein 2, Dein 3 (bisher Mein 5, Dein 0)" in screen.texts()
    assert evening.journal is before
    screen.tap("Übernehmen")
    assert screen.says("Stand") == "Stand: Mein 2, Dein 3"
    assert "Die Zeile ist geändert." in screen.announced()
    screen.tap("Rückgängig")
    assert screen.says("Stand") == "Stand: Mein 5, Dein 0"


def test_a_correction_may_be_left(evening: Evening, screen: Screen) -> None:
    before = evening.journal
    screen.tap("Zeile 2: +3 für Mein: Schneider")
    screen.tap("Zeile ändern")
    screen.tap("Augen zählen")
    for digit in "65":
        screen.tap(digit)
    screen.tap("Anschreiben")
    assert "+2 für Mein: schneiderfrei, 65:65" in screen.texts()
    screen.tap("So lassen")
    assert screen.value("Augen Mein") == "65"
    screen.tap("Zurück")
    assert "Zeile ändern" in screen.names()
    assert evening.journal is before


@pytest.mark.parametrize(
    ("key", "corrected"),
    [
        ("Mein: Solo verloren", Solo(MINE, won=False, player=1)),
        ("Dein: Solo gewonnen", Solo(YOURS, won=True)),
    ],
)
def test_a_corrected_solo_keeps_its_player_if_the_same_side_played_it(
    library: Library, open_screen: OpenScreen, key: str, corrected: Solo
) -> None:
    evening = play(library, Solo(MINE, won=True, player=1))
    screen = open_screen(route="/line/0/change")
    screen.tap("Kart' ab")
    screen.tap(key)
    screen.tap("Übernehmen")
    assert entries_of(evening) == (corrected,)


def test_a_correction_that_makes_a_later_line_impossible_is_refused(
    library: Library, open_screen: OpenScreen
) -> None:
    at_nine = (deal(MINE), deal(MINE, Level.SCHWARZ, 1), Meld(MINE, 20))
    evening = play(library, *at_nine, Meld(MINE, 40))
    screen = open_screen()
    before = evening.journal
    screen.tap("Zeile 1: +2 für Mein: schneiderfrei")
    screen.tap("Zeile ändern")
    screen.tap("Mein: schwarz, 4 Punkte")
    why = "Eine Melde darf nicht über 12 führen: 11 und 2 wären zu viel."
    assert f"Das geht so nicht. Zeile 4: {why}" in screen.announced()
    assert "Übernehmen" not in screen.names()
    screen.tap("So lassen")
    assert "Mein: schwarz, 4 Punkte" in screen.names()
    assert evening.journal is before


def test_a_line_is_struck_out_after_its_effect_was_shown(evening: Evening, screen: Screen) -> None:
    screen.tap("Zeile 1: +1 für Mein: Melde 20")
    screen.tap("Zeile streichen")
    assert "Stand: Mein 4, Dein 0 (bisher Mein 5, Dein 0)" in screen.texts()
    screen.tap("So lassen")
    assert len(evening.replay.entries) == 3
    screen.tap("Zeile streichen")
    screen.tap("Übernehmen")
    assert "Die Zeile ist gestrichen." in screen.announced()
    assert screen.says("Stand") == "Stand: Mein 4, Dein 0"


def test_striking_out_a_deal_moves_home_for_those_after_it(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, deal(MINE), deal(MINE))
    screen = open_screen()
    screen.tap("Zeile 1: +2 für Mein: schneiderfrei")
    screen.tap("Zeile streichen")
    assert "Stand: Mein 2, Dein 0 (bisher Mein 3, Dein 0)" in screen.texts()


def test_a_line_that_is_gone_leads_back_to_the_slate(screen: Screen) -> None:
    for place in ("7", "x", "-1"):
        for route in (f"/line/{place}", f"/line/{place}/change"):
            screen.go(route)
            assert "Diese Zeile steht nicht mehr auf der Tafel." in screen.texts()
            screen.tap("Zur Tafel")
            assert screen.says("Stand") == "Stand: Mein 5, Dein 0"


def test_another_dealer_moves_home_for_the_whole_evening_after_its_effect_was_shown(
    evening: Evening, screen: Screen
) -> None:
    assert screen.says("Geber").startswith("Geber: Erna")
    screen.tap(screen.says("Geber"))
    screen.tap("Hans")
    assert "Stand: Mein 5, Dein 0 (bisher Mein 5, Dein 0)" not in screen.texts()
    screen.tap("Übernehmen")
    assert screen.says("Geber").startswith("Geber: Hans")
    assert "Der Geber ist berichtigt." in screen.announced()
    assert evening.replay.agreement.first_dealer == 3
    screen.tap("Rückgängig")
    assert screen.says("Geber").startswith("Geber: Erna")


def test_house_rules_show_the_effect_of_a_change_before_it_is_kept(
    evening: Evening, screen: Screen
) -> None:
    before = evening.journal
    screen.tap("Menü")
    screen.tap("Hausregeln, bis 12 · 130 Augen · Schneider unter 33")
    for _ in range(8):
        screen.tap("Runde bis: eins weniger")
    assert "Runde bis: 4" in screen.texts()
    assert "Fertige Runden: 1 (bisher 0)" in screen.texts()
    assert "Knoddel: Mein 0, Dein 1 (bisher Mein 0, Dein 0)" in screen.texts()
    assert evening.journal is before
    screen.tap("Übernehmen")
    assert screen.says("Stand") == "Stand: Mein 1, Dein 0"
    assert "Die Hausregeln sind geändert." in screen.announced()
    screen.tap("Rückgängig")
    assert screen.says("Stand") == "Stand: Mein 5, Dein 0"


def test_a_rule_without_effect_says_that_the_score_stays(screen: Screen) -> None:
    screen.go("/rules")
    screen.tap("mit zwei Buben")
    assert "Am Stand ändert sich nichts." in screen.texts()
    screen.tap("So lassen")
    assert "Übernehmen" not in screen.names()


def test_house_rules_under_which_a_line_is_impossible_are_refused(
    library: Library, open_screen: OpenScreen
) -> None:
    evening = play(library, *MINE_AT_TEN, Meld(MINE, 20))
    screen = open_screen()
    before = evening.journal
    screen.go("/rules")
    screen.tap("ohne letzten Stich")
    assert "Übernehmen" in screen.names()
    screen.tap("So lassen")
    evening.write(Deal(card_points=(97, 33)))
    screen.go("/rules")
    screen.tap("ohne letzten Stich")
    why = "Die Augen 97, 33 ergeben zusammen nicht 120."
    assert f"Das geht so nicht. Zeile 4: {why}" in screen.announced()
    assert "Übernehmen" not in screen.names()
    screen.tap("So lassen")
    assert evening.journal.operations[: before.cursor] == before.operations
    assert not [text for text in screen.texts() if text.startswith("Das geht so nicht")]


def test_a_number_among_the_house_rules_stays_in_its_range(screen: Screen) -> None:
    screen.go("/rules")
    screen.tap("Knoddel für einen Stein: eins weniger")
    assert "Knoddel für einen Stein: 2" in screen.texts()


@pytest.mark.parametrize(("languages", "begin"), [
    (["de"], "Neuer Abend"),
    (["en"], "New evening"),
    (["fr", "en"], "New evening"),
    (["pfl", "en"], "Neuer Abend"),
    (["fr"], "Neuer Abend"),
    ([], "Neuer Abend"),
])  # fmt: skip
def test_the_app_speaks_as_the_device_does(
    open_screen: OpenScreen, languages: list[str], begin: str
) -> None:
    assert open_screen(languages=languages).names()[0] == begin


def test_another_language_is_chosen_and_kept(
    library: Library, screen: Screen, open_screen: OpenScreen
) -> None:
    screen.tap("Menü")
    screen.tap("Einstellungen")
    assert screen.is_selected("wie am Gerät")
    screen.tap("English")
    assert screen.is_selected("English")
    screen.tap("Back")
    screen.tap("Back")
    screen.tap("Dein: declare 20")
    assert screen.says("Score") == "Score: Mein 5, Dein 1"
    assert library.settings.language == "en"
    assert "Undo" in open_screen().names()


def test_palatine_is_spoken_on_a_palatine_device_and_can_be_chosen(
    library: Library, screen: Screen, open_screen: OpenScreen
) -> None:
    screen.go("/settings")
    assert "Pälzisch" in open_screen(languages=["pfl", "de"], route="/settings").names()
    assert "Schpritz" in open_screen(languages=["pfl", "de"]).names()
    assert "Spritzen" in open_screen(languages=["de", "pfl"]).names()
    screen.tap("Pälzisch")
    assert library.settings.language == "pfl"
    assert "Schpritz" in open_screen(languages=["en"]).names()


def test_the_slate_is_whole_in_palatine(library: Library, open_screen: OpenScreen) -> None:
    play(library, *BOTH_ONE_KNODDEL_SHORT)
    screen = open_screen(languages=["pfl"])
    screen.tap("Schpritz")
    assert screen.says("Geber") == "Geber: Erna, Ansage: Ruth, dehäm: Dein, Gehambelder"
    assert "1 Schpritz, mal 2" in screen.texts()
    assert "Mein: nackisch, 8 Punkte" in screen.names()
    assert "Dein: 40 melde" in screen.names()
    screen.tap("Ledisch")
    screen.tap("Mein: ledisch gewonnen")
    written = "+12 für Mein: Ledisch gewonnen von Mein. Mein gewinnt die Runde und einen Stein."
    assert written in screen.announced()


def test_the_slate_is_whole_in_english(library: Library, open_screen: OpenScreen) -> None:
    play(library, *BOTH_ONE_KNODDEL_SHORT)
    screen = open_screen(languages=["en"])
    screen.tap("Spritzen")
    assert screen.says("Knoddels") == "Knoddels: Mein 1, Dein 1"
    assert screen.says("Steins") == "Steins: Mein 0, Dein 0"
    assert screen.says("Dealer") == "Dealer: Erna, announces: Ruth, home: Dein, Gehampelter"
    assert "1 Spritze, times 2" in screen.texts()
    assert "Mein: schneiderfrei, 4 points" in screen.names()
    screen.tap("Play alone (Kart' ab)")
    screen.tap("Mein: solo won")
    assert "+12 for Mein: Solo won by Mein. Mein wins the round and a Stein." in screen.announced()


@pytest.mark.parametrize(
    ("name", "theme", "mode", "dark"),
    [
        ("Papier", Theme.LIGHT, ft.ThemeMode.LIGHT, chalk.SLATE),
        ("Schiefertafel", Theme.DARK, ft.ThemeMode.DARK, chalk.SLATE),
        ("schwarz", Theme.BLACK, ft.ThemeMode.DARK, chalk.BLACK),
    ],
)
def test_another_look_is_chosen_and_kept(
    library: Library, screen: Screen, name: str, theme: Theme, mode: ft.ThemeMode, dark: ft.Theme
) -> None:
    screen.go("/settings")
    screen.tap(name)
    assert screen.is_selected(name)
    assert library.settings.theme == theme
    assert (screen.session.page.theme_mode, screen.session.page.dark_theme) == (mode, dark)


@pytest.mark.parametrize("page", ["/line/1", "/line/1/change"])
def test_a_page_for_a_line_never_turns_to_another_line(
    evening: Evening, screen: Screen, page: str
) -> None:
    screen.go(page)
    evening.strike_out(0)
    screen.loop.settle()
    assert "+3 für Mein: Schneider" in screen.texts(), "it moved from line 2 to line 1"
    assert [text for text in screen.texts() if text.startswith("Zeile 1")]
    evening.correct(0, deal(YOURS))
    screen.loop.settle()
    assert "Diese Zeile wurde inzwischen geändert." in screen.texts()
    assert "Zeile streichen" not in screen.names()
    screen.tap("Zeile ansehen, wie sie jetzt ist")
    assert "+1 für Dein: schneiderfrei" in screen.texts()
    evening.strike_out(0)
    screen.loop.settle()
    assert "Diese Zeile steht nicht mehr auf der Tafel." in screen.texts()


def test_the_newest_rounds_are_there_before_the_older_ones_and_a_tap_counts_meanwhile(
    library: Library, open_screen: OpenScreen
) -> None:
    evening = play(library, *(deal(number % 2) for number in range(100)))
    rounds = evening.replay.state.rounds
    screen = open_screen()
    screen.tap_until("Runden", f"Runde {rounds}: ")
    assert len(screen.names()) <= 1 + 2 * LINES_AT_ONCE
    screen.tap("Zurück")
    assert screen.says("Stand: ")


def test_all_lines_of_all_rounds_come_without_being_asked_for(
    library: Library, open_screen: OpenScreen
) -> None:
    evening = play(library, *(deal(number % 2) for number in range(100)))
    screen = open_screen()
    screen.tap("Runden")
    assert screen.says("Runde 1: ")
    finished = sum(len(past.lines) for past in past_rounds(evening.replay.states))
    assert len(screen.names()) == len(["Zurück", "Verlauf"]) + finished


def test_an_evening_without_title_and_day_is_listed_by_its_game(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    nameless = library.begin(GAME, Head(SIDES), Agreement(Rules()))
    screen = open_screen()
    screen.go("/evenings")
    assert "Bauerchen" in screen.names()
    screen.go("/menu")
    screen.tap("Diesen Abend in den Papierkorb, Er bleibt dort 30 Tage.")
    assert library.holds(evening.key)
    assert [label.key for label in library.bin()] == [nameless.key]


# The size of the screen, and of the text on it


def test_a_device_that_is_turned_saves_height_where_it_has_little(screen: Screen) -> None:
    assert "×1" not in screen.texts()
    screen.turn(844, 390)
    assert "×1" in screen.texts()
    screen.turn(390, 844)
    assert "×1" not in screen.texts()


def test_a_page_has_two_columns_where_there_is_room(screen: Screen) -> None:
    def columns() -> int:
        rows = [row for row in screen.controls(ft.Row) if row.spacing == BETWEEN]
        return sum(isinstance(one, ft.Column) for row in rows for one in row.controls) or 1

    screen.go("/settings")
    names = screen.names()
    assert columns() == 1
    for width, height, expected in ((844, 390, 2), (1280, 800, 2), (768, 1024, 1)):
        screen.turn(width, height)
        assert columns() == expected
        assert screen.names() == names
    screen.turn(844, 390)
    screen.enlarge(2)
    assert columns() == 1


def test_for_the_left_hand_what_is_tapped_is_on_the_left(screen: Screen) -> None:
    arrows, key = ["Rückgängig", "Wiederholen"], "Mein: 20 melden"
    first = ["Menü", "Runden"]
    screen.go("/settings")
    screen.tap("Für die linke Hand")
    assert screen.is_selected("Für die linke Hand")
    screen.go("/")
    names = screen.names()
    at = names.index(arrows[0])
    assert (names[:2], names[at : at + 2]) == (first, arrows)
    assert names.index(key) > at
    screen.turn(844, 390)
    names = screen.names()
    assert names.index(key) < names.index("Menü")
    screen.enlarge(2)
    assert screen.names()[-len(names) :] == names


def test_the_menu_is_in_groups_and_begins_with_what_is_used_most(screen: Screen) -> None:
    screen.go("/menu")
    names = screen.names()
    assert [name.split(",")[0] for name in names] == [
        "Zurück",
        "Neuer Abend",
        "Frühere Abende",
        "Statistik",
        "Bierdeckel",
        "Verlauf",
        "Große Zahlen",
        "Von beiden Seiten lesbar",
        "Teilen",
        "Hausregeln",
        "So wird angeschrieben",
        "Einstellungen",
        "Diesen Abend als Datei speichern",
        "Diesen Abend in den Papierkorb",
    ]
    screen.turn(844, 390)
    assert screen.names() == names


def test_large_text_gives_the_title_a_row_of_its_own(screen: Screen) -> None:
    texts = screen.texts()
    assert texts.index("Stammtisch") < texts.index("Runden")
    screen.enlarge(1.4)
    texts = screen.texts()
    assert texts.index("Stammtisch") > texts.index("Runden")


def test_the_slate_does_not_fade_in_from_another_look(screen: Screen) -> None:
    style = screen.session.page.theme_animation_style
    assert style
    assert style.duration == 0
    assert style.reverse_duration is None, "with both, Flutter makes everything anew"


def test_a_device_whose_text_scale_is_known_is_drawn_for_it_at_once(
    evening: Evening, open_screen: OpenScreen
) -> None:
    assert evening.replay.entries
    texts = open_screen(known_text_scale=1.4).texts()
    assert texts.index("Stammtisch") > texts.index("Runden")


@pytest.mark.parametrize("text_scale", [1, 2])
def test_nothing_is_drawn_again_for_a_screen_that_is_measured_as_it_was_drawn(
    text_scale: float, open_screen: OpenScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list[object]()

    def counted(*wanted: Any) -> ft.Control:
        drawn.append(wanted)
        return routed(*wanted)

    monkeypatch.setattr(app, routed.__name__, counted)
    screen = open_screen(known_text_scale=text_scale)
    once = len(drawn)
    screen.enlarge(text_scale)
    screen.turn(390, 844)
    assert len(drawn) == once
    screen.turn(844, 390)
    assert len(drawn) == once + 1
    screen.enlarge(text_scale + 1)
    assert len(drawn) == once + 2


def test_where_the_screen_is_too_narrow_the_keys_of_a_change_stand_one_above_the_other(
    evening: Evening, open_screen: OpenScreen
) -> None:
    assert evening.replay.entries
    wide, narrow = open_screen(width=390), open_screen(width=320)
    for screen in (wide, narrow):
        screen.go("/line/0")
        screen.tap("Zeile streichen")
        assert screen.names()[-2:] == ["Übernehmen", "So lassen"]
    assert ["Übernehmen", "So lassen"] in wide.side_by_side()
    assert ["Übernehmen", "So lassen"] not in narrow.side_by_side()
