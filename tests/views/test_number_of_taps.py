"""How many taps the usual things take: somebody holds a glass in the other hand."""

import pytest
from flet_screen import OpenScreen, Screen
from played import MINE, YOURS, deal, play

from storage import Library


class Tapped:
    """Taps keys one after the other, and counts them."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.taps = 0

    def __call__(self, *names: str) -> int:
        for name in names:
            self.screen.tap(name)
            self.taps += 1
        return self.taps

    def says(self, text: str) -> bool:
        return any(text in said for said in self.screen.texts())


@pytest.fixture
def tapped(open_screen: OpenScreen, library: Library) -> Tapped:
    """An evening of three deals; Mein is away in the fourth."""
    play(library, deal(MINE), deal(YOURS), deal(MINE))
    screen = open_screen()
    return Tapped(screen)


def test_a_plain_deal_takes_one(tapped: Tapped) -> None:
    before = tapped.screen.texts()
    name = next(name for name in tapped.screen.names() if name.startswith("Mein: schneiderfrei"))
    assert tapped(name) == 1
    assert tapped.screen.texts() != before
    assert tapped.says("für Mein: schneiderfrei")


def test_an_away_win_with_a_spritze_and_a_twenty_takes_three(tapped: Tapped) -> None:
    away = "Mein" if tapped.says("zuhause: Dein") else "Dein"
    won = "schneiderfrei, 4 Punkte"
    assert tapped(f"{away}: 20 melden", "Spritzen", f"{away}: {won}") == 3
    assert tapped.says(f"+4 für {away}: schneiderfrei, 1 Spritze")


def test_counted_card_points_take_four(tapped: Tapped) -> None:
    assert tapped("Augen zählen", "8", "2", "Anschreiben") == 4
    assert tapped.says("82:48")


def test_correcting_an_old_deal_takes_four(tapped: Tapped) -> None:
    (line,) = [name for name in tapped.screen.names() if name.startswith("Zeile 1: ")]
    tapped(line, "Zeile ändern")
    schneider = next(name for name in tapped.screen.names() if name.startswith("Dein: Schneider"))
    assert tapped(schneider, "Übernehmen") == 4
    lines = [name for name in tapped.screen.names() if name.startswith("Zeile 1: ")]
    assert any("Dein: Schneider" in line for line in lines)


def test_another_evening_with_the_same_people_takes_two_once_its_page_is_there(
    tapped: Tapped,
) -> None:
    tapped.screen.go("/evenings")
    assert tapped("Neuer Abend", "Los geht's") == 2
    assert tapped.says("Stand: Mein 0, Dein 0")
