"""The pad, tapped by the names that screen readers say."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import flet as ft
import pytest
from flet_screen import OpenScreen, Screen
from played import BOTH_ONE_KNODDEL_SHORT, MINE, MINE_AT_TEN, YOURS, deal, play

from scoring.bauerchen import MOST_SPRITZEN, Deal, FortyRule, Meld, Rules, Solo
from scoring.game import Entry
from scoring.sheet import Side
from storage import Library
from views.text.games import bauerchen as words
from views.ui import chalk

PAST_TARGET = "Eine Melde darf nicht über 12 führen: 11 und 2 wären zu viel."
NO_SOLO = "An diesem Tisch gibt es im Gehampelten kein Kart' ab."
NOTHING_TYPED = "Augen von Mein eintippen."


@pytest.fixture
def screen(library: Library, open_screen: OpenScreen) -> Screen:
    """An empty slate: Karl deals, so Dein is at home."""
    play(library)
    return open_screen()


def results(screen: Screen) -> list[str]:
    return [name for name in screen.names() if "Punkt" in name]


def type_in(screen: Screen, digits: str) -> None:
    for digit in digits:
        screen.tap(digit)


def first_entry(library: Library) -> Entry:
    return library.evening(str(library.settings.open_evening)).replay.entries[0]


def test_each_result_names_the_points_that_it_would_write_now(screen: Screen) -> None:
    assert results(screen) == [
        "Mein: schneiderfrei, 2 Punkte",
        "Dein: schneiderfrei, 1 Punkt",
        "Mein: Schneider, 3 Punkte",
        "Dein: Schneider, 2 Punkte",
        "Mein: schwarz, 4 Punkte",
        "Dein: schwarz, 3 Punkte",
    ]


def test_the_away_bonus_changes_sides_with_every_deal(screen: Screen) -> None:
    screen.tap("Mein: Schneider, 3 Punkte")
    assert "Mein: Schneider, 2 Punkte" in screen.names()
    assert "Dein: Schneider, 3 Punkte" in screen.names()


def test_one_tap_writes_a_deal_and_buzzes(screen: Screen) -> None:
    screen.tap("Mein: Schneider, 3 Punkte")
    assert screen.says("Stand") == "Stand: Mein 3, Dein 0"
    assert screen.buzzed == 1
    assert "+3 für Mein: Schneider" in screen.announced()


def test_spritzen_double_every_result(screen: Screen) -> None:
    assert "Einfach" in screen.texts()
    screen.tap("Spritzen")
    assert "1 Spritze, mal 2" in screen.texts()
    assert "Dein: schneiderfrei, 2 Punkte" in screen.names()
    screen.tap("Spritzen")
    assert "2 Spritzen, mal 4" in screen.texts()
    assert results(screen)[-2:] == ["Mein: schwarz, 16 Punkte", "Dein: schwarz, 12 Punkte"]
    screen.tap("Spritze zurücknehmen")
    assert "1 Spritze, mal 2" in screen.texts()


def test_taps_that_come_quicker_than_the_pad_is_drawn_all_count(screen: Screen) -> None:
    screen.tap_at_once("Spritzen", "Spritzen")
    assert "2 Spritzen, mal 4" in screen.texts()


def test_away_may_spritz_first_and_then_the_sides_take_turns(screen: Screen) -> None:
    turns = []
    for _ in range(3):
        turns += [text for text in set(screen.texts()) if text.endswith("darf spritzen")]
        screen.tap("Spritzen")
    assert turns == ["Mein darf spritzen", "Dein darf spritzen", "Mein darf spritzen"]


def test_there_is_an_end_to_spritzen_in_both_directions(screen: Screen) -> None:
    screen.tap("Spritze zurücknehmen")
    assert "Einfach" in screen.texts()
    for _ in range(MOST_SPRITZEN + 1):
        screen.tap("Spritzen")
    assert f"{MOST_SPRITZEN} Spritzen, mal {2**MOST_SPRITZEN}" in screen.texts()


def test_spritzen_end_with_their_deal(screen: Screen) -> None:
    screen.tap("Spritzen")
    screen.tap("Dein: schwarz, 6 Punkte")
    assert "Einfach" in screen.texts()


def test_a_meld_leaves_the_spritzen_of_its_deal(screen: Screen) -> None:
    screen.tap("Spritzen")
    screen.tap("Mein: 20 melden")
    assert screen.says("Stand") == "Stand: Mein 1, Dein 0"
    assert "1 Spritze, mal 2" in screen.texts()


def test_a_meld_leaves_the_dealer(screen: Screen) -> None:
    before = screen.says("Geber")
    screen.tap("Dein: 40 melden")
    assert screen.says("Stand") == "Stand: Mein 0, Dein 2"
    assert screen.says("Geber") == before


def test_a_meld_past_the_target_is_refused_with_a_sentence(
    library: Library, open_screen: OpenScreen
) -> None:
    evening = play(library, *MINE_AT_TEN, Meld(MINE, 20))
    screen = open_screen()
    before = evening.journal
    assert screen.hint("Mein: 40 melden") == "jetzt nicht möglich"
    assert screen.hint("Mein: 20 melden") is None
    screen.tap("Mein: 40 melden")
    assert PAST_TARGET in screen.announced()
    assert screen.says("Stand") == "Stand: Mein 11, Dein 0"
    assert (evening.journal, screen.buzzed) == (before, 0)


def test_the_sentence_goes_when_something_is_written(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *MINE_AT_TEN, Meld(MINE, 20))
    screen = open_screen()
    screen.tap("Mein: 40 melden")
    screen.tap("Dein: 20 melden")
    assert PAST_TARGET not in screen.text()
    assert "+1 für Dein: Melde 20" in screen.announced()


def test_a_meld_may_end_the_round_and_with_it_the_deal(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *MINE_AT_TEN)
    screen = open_screen()
    screen.tap("Spritzen")
    screen.tap("Mein: 40 melden")
    assert "+2 für Mein: Melde 40. Mein gewinnt die Runde." in screen.announced()
    assert screen.says("Knoddel") == "Knoddel: Mein 0, Dein 1"
    assert "Einfach" in screen.texts()


def test_a_40_shows_what_it_is_worth_under_the_rule_of_the_40(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *MINE_AT_TEN, Meld(MINE, 20), rules=Rules(forty_rule=FortyRule.ALWAYS))
    screen = open_screen()
    assert screen.hint("Mein: 40 melden") is None
    screen.tap("Mein: 40 melden")
    assert screen.says("Knoddel") == "Knoddel: Mein 0, Dein 1"


def test_the_decider_is_named(library: Library, open_screen: OpenScreen) -> None:
    play(library, *BOTH_ONE_KNODDEL_SHORT)
    screen = open_screen()
    assert screen.says("Knoddel") == "Knoddel: Mein 1, Dein 1"
    assert screen.says("Geber").endswith("Gehampelter")


def test_a_solo_in_the_decider_is_refused_with_a_sentence_where_it_is_not_played(
    library: Library, open_screen: OpenScreen
) -> None:
    evening = play(library, *BOTH_ONE_KNODDEL_SHORT, rules=Rules(solo_in_decider=False))
    screen = open_screen()
    before = evening.journal
    screen.tap("Kart' ab")
    assert NO_SOLO in screen.announced()
    assert evening.journal is before


@pytest.mark.parametrize(
    ("name", "solo", "knoddels"),
    [
        ("Mein: Solo gewonnen", Solo(MINE, won=True), "Knoddel: Mein 0, Dein 1"),
        ("Mein: Solo verloren", Solo(MINE, won=False), "Knoddel: Mein 1, Dein 0"),
        ("Dein: Solo gewonnen", Solo(YOURS, won=True), "Knoddel: Mein 1, Dein 0"),
        ("Dein: Solo verloren", Solo(YOURS, won=False), "Knoddel: Mein 0, Dein 1"),
    ],
)
def test_a_solo_ends_the_round(
    library: Library, screen: Screen, name: str, solo: Solo, knoddels: str
) -> None:
    screen.tap("Kart' ab")
    screen.tap(name)
    assert replace(first_entry(library), at=None) == solo
    assert screen.says("Knoddel") == knoddels
    assert results(screen), "the pad is back at the results"


def test_one_can_turn_back_from_the_solo(screen: Screen) -> None:
    before = screen.names()
    screen.tap("Kart' ab")
    screen.tap("Zurück zu den Ergebnissen")
    assert screen.names() == before


def test_counted_card_points_fill_in_the_other_side(screen: Screen) -> None:
    screen.tap("Augen zählen")
    assert NOTHING_TYPED in screen.announced()
    type_in(screen, "97")
    assert (screen.value("Augen Mein"), screen.value("Augen Dein")) == ("97", "33")
    assert "Mein gewinnt: +2, schneiderfrei, 97:33" in screen.announced()
    screen.tap("Anschreiben")
    assert screen.says("Stand") == "Stand: Mein 2, Dein 0"
    assert "+2 für Mein: schneiderfrei, 97:33" in screen.announced()
    assert results(screen), "the pad is back at the results"


def test_card_points_can_be_typed_for_either_side(library: Library, screen: Screen) -> None:
    screen.tap("Augen zählen")
    assert screen.is_selected("Augen Mein")
    screen.tap("Augen Dein")
    assert screen.is_selected("Augen Dein")
    assert not screen.is_selected("Augen Mein")
    assert "Augen von Dein eintippen." in screen.announced()
    type_in(screen, "32")
    screen.tap("Anschreiben")
    entry = first_entry(library)
    assert isinstance(entry, Deal)
    assert entry.card_points == (98, 32)
    assert screen.says("Stand") == "Stand: Mein 3, Dein 0"


def test_counted_card_points_are_doubled_too(screen: Screen) -> None:
    screen.tap("Spritzen")
    screen.tap("Augen zählen")
    type_in(screen, "65")
    assert "Mein gewinnt: +4, schneiderfrei, 65:65, 1 Spritze" in screen.announced()
    screen.tap("Anschreiben")
    assert screen.says("Stand") == "Stand: Mein 4, Dein 0"


def test_card_points_that_cannot_be_are_refused_with_a_sentence(screen: Screen) -> None:
    why = "4 Augen gibt es nicht: Eine Partei hat keine, oder einen Stich mit mindestens 8."
    screen.tap("Augen zählen")
    screen.tap("4")
    assert why in screen.announced()
    screen.tap("Anschreiben")
    assert why in screen.announced()
    assert screen.says("Stand") == "Stand: Mein 0, Dein 0"
    screen.tap("0")
    screen.tap("Anschreiben")
    assert screen.says("Stand") == "Stand: Mein 0, Dein 1"


def test_digits_can_be_deleted_one_by_one(screen: Screen) -> None:
    screen.tap("Augen zählen")
    type_in(screen, "98")
    screen.tap("Löschen")
    assert screen.value("Augen Mein") == "9"
    screen.tap("Löschen")
    screen.tap("Löschen")
    assert screen.value("Augen Mein") == ""
    assert NOTHING_TYPED in screen.announced()


def test_more_than_all_card_points_cannot_be_typed(screen: Screen) -> None:
    screen.tap("Augen zählen")
    type_in(screen, "131")
    assert screen.value("Augen Mein") == "13"
    assert "In einem Spiel sind nur 130 Augen." in screen.announced()


def test_leading_noughts_do_not_count(screen: Screen) -> None:
    screen.tap("Augen zählen")
    type_in(screen, "0")
    assert (screen.value("Augen Mein"), screen.value("Augen Dein")) == ("0", "130")
    assert "Dein gewinnt: +3, schwarz, 0:130" in screen.announced()
    type_in(screen, "20")
    assert screen.value("Augen Mein") == "20"


def test_without_digits_nothing_is_written(screen: Screen) -> None:
    screen.tap("Augen zählen")
    screen.tap("Anschreiben")
    assert NOTHING_TYPED in screen.announced()
    assert screen.says("Stand") == "Stand: Mein 0, Dein 0"


def test_without_the_last_trick_120_card_points_are_counted(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, rules=Rules(last_trick_bonus=False))
    screen = open_screen()
    screen.tap("Augen zählen")
    type_in(screen, "60")
    assert screen.value("Augen Dein") == "60"
    assert "Mein gewinnt: +2, schneiderfrei, 60:60" in screen.announced()


def test_turning_back_from_counting_forgets_the_digits(screen: Screen) -> None:
    screen.tap("Augen zählen")
    type_in(screen, "97")
    screen.tap("Zurück zu den Ergebnissen")
    assert len(results(screen)) == 6
    screen.tap("Augen zählen")
    assert screen.value("Augen Mein") == ""


def test_a_corrected_home_side_moves_the_away_bonus_for_this_deal(
    library: Library, screen: Screen
) -> None:
    screen.tap(screen.says("Geber"))
    assert screen.is_selected("Dein")
    screen.tap("Mein")
    assert screen.is_selected("Mein")
    screen.tap("Zurück")
    assert "zuhause: Mein" in screen.says("Geber")
    assert "Dein darf spritzen" in screen.texts()
    screen.tap("Mein: Schneider, 2 Punkte")
    entry = first_entry(library)
    assert isinstance(entry, Deal)
    assert entry.home == MINE
    assert "zuhause: Mein" in screen.says("Geber"), "as is its turn after Dein's"
    screen.tap("Mein: Schneider, 2 Punkte")
    assert "zuhause: Dein" in screen.says("Geber")


def test_a_home_side_that_is_put_right_again_is_no_correction(
    library: Library, screen: Screen
) -> None:
    screen.tap(screen.says("Geber"))
    screen.tap("Mein")
    screen.tap("Dein")
    screen.tap("Zurück")
    screen.tap("Dein: schneiderfrei, 1 Punkt")
    entry = first_entry(library)
    assert isinstance(entry, Deal)
    assert entry.home is None


def test_an_entry_tapped_on_one_screen_appears_on_the_others(
    screen: Screen, open_screen: OpenScreen
) -> None:
    other = open_screen(languages=("en",))
    screen.tap("Mein: 20 melden")
    assert other.says("Score") == "Score: Mein 1, Dein 0"
    other.tap("Dein: schwarz, 3 points")
    assert screen.says("Stand") == "Stand: Mein 1, Dein 3"
    assert "Mein: schneiderfrei, 1 Punkt" in screen.names()


def test_a_refusal_is_said_only_where_it_was_tapped(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *MINE_AT_TEN, Meld(MINE, 20))
    here, there = open_screen(), open_screen()
    here.tap("Mein: 40 melden")
    assert PAST_TARGET in here.announced()
    assert PAST_TARGET not in there.text()


def test_names_are_plain_text(library: Library, open_screen: OpenScreen) -> None:
    play(
        library,
        deal(MINE),
        sides=(
            Side("{side}", ("%s", "{0}")),
            Side("<b>x</b>", ("\N{RIGHT-TO-LEFT OVERRIDE}", "{")),
        ),
    )
    screen = open_screen()
    assert screen.says("Stand") == "Stand: {side} 2, <b>x</b> 0"
    screen.tap("<b>x</b>: Schneider, 3 Punkte")
    assert "+3 für <b>x</b>: Schneider" in screen.announced()
    assert "Geber: {0}" in screen.says("Geber")


def test_what_is_half_entered_is_seen_on_every_screen_and_is_over_with_its_deal(
    screen: Screen, open_screen: OpenScreen
) -> None:
    other = open_screen()
    screen.tap("Spritzen")
    screen.tap("Geber: Karl, Ansage: Hans, zuhause: Dein")
    screen.tap("Mein")
    screen.tap("Zurück")
    assert screen.says("Geber") == "Geber: Karl, Ansage: Hans, zuhause: Mein"
    assert results(screen) == results(other)
    other.tap("Dein: schneiderfrei, 4 Punkte")
    assert screen.says("Geber") == "Geber: Hans, Ansage: Erna, zuhause: Mein"
    assert "Einfach" in screen.texts()
    assert results(screen) == results(other)


@pytest.mark.parametrize(
    "taps", [["Spritzen", "Spritzen"], ["Augen zählen", "4", "8"], ["Kart' ab"]], ids=" ".join
)
def test_what_is_half_entered_is_still_there_after_a_restart(
    library: Library, screen: Screen, taps: list[str]
) -> None:
    empty = screen.text()
    for tap in taps:
        screen.tap(tap)
    before = screen.text()
    assert before != empty
    again = Screen(Library(library.folder), screen.loop)
    after = again.text()
    again.close()
    assert after == before


def test_a_screen_that_is_gone_for_good_hears_of_nothing_more(
    library: Library, screen: Screen, open_screen: OpenScreen
) -> None:
    evening = library.evening(str(library.settings.open_evening))
    here, other = set(evening.listeners), open_screen()
    other.close()
    assert evening.listeners == here
    screen.tap("Mein: 20 melden")
    assert screen.says("Stand") == "Stand: Mein 1, Dein 0"


def test_on_a_short_screen_card_points_are_typed_with_two_rows_of_digits(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library)
    screen = open_screen(width=320, height=640)
    screen.tap("Augen zählen")
    assert [name for name in screen.names() if name.isdigit()] == [*"1234567890"]
    assert screen.names()[-3:] == ["Zurück zu den Ergebnissen", "Löschen", "Anschreiben"]
    type_in(screen, "97")
    screen.tap("Anschreiben")
    assert screen.says("Stand") == "Stand: Mein 2, Dein 0"


# A tap for a slate that has changed meanwhile


class Slow(Screen):
    """A screen that may not show yet what others have written, until it wakes up."""

    def sleep(self) -> None:
        """Answer nothing."""
        self.is_asleep = True

    def wake(self) -> None:
        self.is_asleep = False


@pytest.fixture
def slow(library: Library, screen: Screen) -> Iterator[Slow]:
    slow = Slow(library, screen.loop)
    slow.sleep()
    yield slow
    slow.wake()
    slow.close()


MEANWHILE = "Nicht angeschrieben. Inzwischen: {}"


@pytest.mark.parametrize(
    "tap", ["Mein: 20 melden", "Spritzen", "Rückgängig", "Dein: schwarz, 4 Punkte"]
)
def test_a_tap_for_a_slate_that_was_not_seen_is_refused_with_what_has_changed(
    library: Library, screen: Screen, slow: Slow, tap: str
) -> None:
    screen.tap("Mein: schneiderfrei, 2 Punkte")
    before = library.evening(str(library.settings.open_evening)).content
    slow.tap(tap)
    assert MEANWHILE.format("+2 für Mein: schneiderfrei.") in slow.announced()
    assert library.evening(str(library.settings.open_evening)).content == before
    assert slow.buzzed == 0


def test_once_the_change_can_be_seen_taps_count_again(screen: Screen, slow: Slow) -> None:
    screen.tap("Mein: schneiderfrei, 2 Punkte")
    slow.tap("Mein: 20 melden")
    slow.wake()
    slow.tap("Mein: 20 melden")
    slow.tap("Mein: 20 melden")
    assert slow.says("Stand") == screen.says("Stand") == "Stand: Mein 3, Dein 0"


def test_a_phone_that_slept_has_to_see_the_slate_before_its_taps_count(
    screen: Screen, slow: Slow
) -> None:
    slow.lose_contact()
    screen.tap("Mein: schneiderfrei, 2 Punkte")
    slow.come_back()
    slow.tap("Mein: 20 melden")
    assert MEANWHILE.format("+2 für Mein: schneiderfrei.") in slow.announced()
    slow.wake()
    slow.tap("Mein: 20 melden")
    slow.tap("Mein: 20 melden")
    assert slow.says("Stand") == "Stand: Mein 3, Dein 0"


def test_what_was_said_is_over_once_another_page_was_shown(screen: Screen) -> None:
    screen.tap("Rückgängig")
    assert "Es gibt nichts zurückzunehmen." in screen.announced()
    screen.tap("Menü")
    screen.tap("Zurück")
    assert screen.announced() == ["Noch steht nichts da. Ergebnis antippen."]


def test_ones_own_taps_are_never_too_quick(slow: Slow) -> None:
    for _ in range(3):
        slow.tap("Spritzen")
    slow.tap("Spritze zurücknehmen")
    assert "2 Spritzen, mal 4" in slow.texts()


@pytest.mark.parametrize(
    ("taps", "said"),
    [
        (["Rückgängig"], "die letzte Zeile wurde zurückgenommen."),
        (["Spritzen"], "am laufenden Spiel wurde etwas geändert."),
        (["Rückgängig", "Dein: 40 melden"], "auf der Tafel wurde etwas geändert: Mein 0, Dein 2."),
    ],
)
def test_a_refused_tap_tells_what_others_did(
    screen: Screen, slow: Slow, taps: list[str], said: str
) -> None:
    slow.wake()
    screen.tap("Mein: schneiderfrei, 2 Punkte")
    slow.sleep()
    for tap in taps:
        screen.tap(tap)
    slow.tap("Mein: 20 melden")
    assert MEANWHILE.format(said) in slow.announced()


def test_a_refused_tap_tells_what_others_did_to_an_empty_slate(screen: Screen, slow: Slow) -> None:
    """It was "something went wrong": there is no last line to tell of."""
    screen.tap("Spritzen")
    slow.tap("Mein: 20 melden")
    assert MEANWHILE.format("am laufenden Spiel wurde etwas geändert.") in slow.announced()


def test_what_was_half_entered_does_not_come_back_with_redo(screen: Screen) -> None:
    screen.tap("Mein: schneiderfrei, 2 Punkte")
    screen.tap("Geber: Hans, Ansage: Erna, zuhause: Mein")
    screen.tap("Dein")
    screen.tap("Zurück")
    screen.tap("Rückgängig")
    screen.tap("Wiederholen")
    assert "Mein: schneiderfrei, 1 Punkt" in screen.names()


def test_a_key_that_shows_the_same_is_not_drawn_again(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, draw = list[str](), chalk.tappable

    def watched(label: str, *arguments: Any, **more: Any) -> ft.Container:
        drawn.append(label)
        return draw(label, *arguments, **more)

    monkeypatch.setattr(chalk, "tappable", watched)
    screen.tap("Spritzen")
    assert "Mein: Schneider, 6 Punkte" in drawn
    assert "Mein: 20 melden" not in drawn
    assert "Augen zählen" not in drawn


def test_a_line_that_is_written_is_not_put_into_words_again(
    library: Library, open_screen: OpenScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(library, *[Meld(MINE, 20)] * 5)
    screen, said, say = open_screen(), list[str](), words.describe

    def watched(*arguments: Any) -> str:
        said.append(say(*arguments))
        return said[-1]

    monkeypatch.setattr(words, "describe", watched)
    screen.tap("Dein: 40 melden")
    underlined_no_more = 1
    assert said.count("+1 für Mein: Melde 20") == underlined_no_more
