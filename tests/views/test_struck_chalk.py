"""Struck chalk: what was corrected or struck out can be seen, and tells what it was and when."""

import re
from collections.abc import Sequence
from dataclasses import replace

import flet as ft
import pytest
from flet_screen import OpenScreen, Screen
from played import MINE, MINE_AT_TEN, YOURS, deal, play, play_all
from snapshots import correct
from worked import PLAYED, example

from scoring.bauerchen import Level, Meld
from scoring.games import GAMES
from scoring.journal import Journal, Remove, Replace
from scoring.schlauch import Contract, Hand
from scoring.sheet import Sheet, Side
from storage import Evening, Library
from views.ui import chalk


def struck(screen: Screen) -> Sequence[str]:
    """Return the texts that are struck through; they are fainter than all others, too."""
    texts = screen.controls(ft.Text)
    line = ft.TextDecoration.LINE_THROUGH
    through = [text for text in texts if text.style and text.style.decoration == line]
    assert {text.color for text in through} <= {chalk.EDGE}
    return [text.value for text in through]


@pytest.fixture
def evening(library: Library) -> Evening:
    return play(library, Meld(MINE, 20), deal(MINE), deal(YOURS))


@pytest.fixture
def screen(evening: Evening, open_screen: OpenScreen) -> Screen:
    assert evening.replay.entries
    return open_screen()


def test_a_corrected_line_shows_what_it_was_and_tells_until_when(
    evening: Evening, screen: Screen
) -> None:
    assert struck(screen) == []
    screen.tap("Zeile 1: +1 für Mein: Melde 20")
    screen.tap("Zeile ändern")
    screen.tap("Mein: 40 melden")
    screen.tap("Übernehmen")
    screen.go("/")
    assert struck(screen) == ["+1"]
    assert "+2" in screen.texts()
    evening.correct(0, Meld(MINE, 20))
    screen.loop.settle()
    assert struck(screen) == ["+2"], "only what it was last"
    screen.tap("Zeile 1: +1 für Mein: Melde 20, geändert")
    told = [text for text in screen.texts() if text.startswith("War ")]
    assert [re.sub(r"\d\d:\d\d", "21:14", text) for text in told] == [
        "War bis 21:14: +2 für Mein: Melde 40",
        "War bis 21:14: +1 für Mein: Melde 20",
    ]


def test_undo_of_a_correction_takes_the_mark_away(evening: Evening, screen: Screen) -> None:
    evening.correct(0, Meld(MINE, 40))
    screen.loop.settle()
    assert struck(screen) == ["+1"]
    screen.tap("Rückgängig")
    assert struck(screen) == []
    assert "Zeile 1: +1 für Mein: Melde 20" in screen.names()


def test_a_line_that_went_to_the_other_side_stays_struck_where_it_was(
    evening: Evening, screen: Screen
) -> None:
    evening.correct(0, Meld(YOURS, 20))
    screen.loop.settle()
    assert struck(screen) == ["+1", "1"]
    assert screen.names().count("Zeile 1: +1 für Dein: Melde 20, geändert") == 2


def test_a_struck_out_line_stays_struck_through_and_tells_when_that_was(
    evening: Evening, screen: Screen
) -> None:
    evening.correct(1, deal(MINE, Level.SCHWARZ))
    evening.strike_out(1)
    screen.loop.settle()
    assert struck(screen) == ["+4", "5"]
    screen.tap("Gestrichen: +4 für Mein: schwarz")
    assert "+4 für Mein: schwarz" in screen.texts()
    told = [re.sub(r"\d\d:\d\d", "21:14", text) for text in screen.texts()]
    assert {"Galt bis 21:14", "War bis 21:14: +2 für Mein: schneiderfrei"} <= {*told}
    evening.undo()
    screen.loop.settle()
    assert "Diese Zeile steht nicht mehr auf der Tafel." in screen.texts()


def test_a_change_whose_time_was_not_kept_is_told_without_it(
    library: Library, open_screen: OpenScreen
) -> None:
    evening = play(library, Meld(MINE, 20))
    evening.correct(0, Meld(MINE, 40))
    evening.strike_out(0)
    append, corrected, _ = evening.journal.operations
    assert isinstance(corrected, Replace)
    timeless = append, Replace(0, corrected.entry), Remove(0)
    journal = Journal(evening.journal.agreed_at_start, timeless, 3)
    evening.become(journal, Sheet(evening.head, evening.replay))
    screen = open_screen(route="/struck/0")
    assert "War vorher: +1 für Mein: Melde 20" in screen.texts()
    assert not any(text.startswith("Galt bis") for text in screen.texts())


def test_a_change_of_another_day_tells_its_day(library: Library, open_screen: OpenScreen) -> None:
    evening = play(library, Meld(MINE, 20))
    evening.correct(0, Meld(MINE, 40))
    evening.strike_out(0)
    append, corrected, gone = evening.journal.operations
    assert isinstance(corrected, Replace)
    assert isinstance(gone, Remove)
    long_ago = "2020-02-29T21:14:00+01:00"
    operations = append, replace(corrected, at=long_ago), replace(gone, at=long_ago)
    journal = Journal(evening.journal.agreed_at_start, operations, 3)
    evening.become(journal, Sheet(evening.head, evening.replay))
    told = open_screen(route="/struck/0").texts()
    assert "Galt bis 29.2.2020, 21:14" in told
    assert "War bis 29.2.2020, 21:14: +1 für Mein: Melde 20" in told


def test_past_rounds_show_what_was_corrected_and_struck_out(
    library: Library, open_screen: OpenScreen
) -> None:
    evening = play(library, Meld(YOURS, 20), *MINE_AT_TEN, deal(MINE), deal(YOURS))
    evening.strike_out(0)
    evening.correct(0, deal(MINE, Level.SCHNEIDER, 1))
    screen = open_screen()
    assert struck(screen) == []
    screen.tap("Runden")
    assert struck(screen) == ["+4", "+1", "1"]
    screen.tap("Gestrichen: +1 für Dein: Melde 20")
    assert "+1 für Dein: Melde 20" in screen.texts()


def test_strokes_that_were_corrected_are_struck_as_a_figure(
    library: Library, open_screen: OpenScreen
) -> None:
    sides = tuple(map(Side, ("Ute", "Max", "Isa")))
    lost, won = (Hand(0, Contract.BETTEL, won=each) for each in (False, True))
    evening = play(library, lost, game=GAMES["schlauch"], sides=sides)
    line = evening.replay.state.line
    evening.correct(0, won)
    screen = open_screen()
    assert len(struck(screen)) == 3
    assert line.marks[0] not in screen.bundles()[:1]
    evening.correct(0, lost)
    screen.loop.settle()
    assert len(struck(screen)) == 3
    evening.strike_out(0)
    screen.loop.settle()
    assert len(struck(screen)) == 3


@pytest.mark.parametrize("name", PLAYED)
def test_in_every_game_each_mark_leads_to_what_it_was(
    library: Library, open_screen: OpenScreen, name: str
) -> None:
    evening = play_all(library, example(name))
    correct(evening)
    corrections = evening.journal.corrections
    screen = open_screen()
    for line in corrections.struck:
        screen.go(f"/struck/{line.number}")
        assert "Gestrichen" in screen.texts()
    for place, earlier in corrections.changed.items():
        screen.go("/")
        screen.go(f"/line/{place}")
        told = [text for text in screen.texts() if text.startswith("War bis ")]
        assert len(told) == len(earlier)
