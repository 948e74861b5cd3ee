"""The large view: figures to be read from the other end of the table."""

from math import pi

import flet as ft
import pytest
from flet_screen import OpenScreen, Screen
from played import MINE_AT_TEN, play, play_all
from worked import PLAYED, example

from scoring.schlauch import GAME as SCHLAUCH
from scoring.sheet import Side
from storage import Library
from views.pages.large import HIGH, NARROWED, grid
from views.ui import chalk

INK = 0.655
"""How high the ink of a figure is, in multiples of its size."""
PHONES = ((320, 640), (360, 740), (390, 844), (844, 390))


def rotation(screen: Screen) -> float:
    (angle,) = [
        box.rotate.angle
        for box in screen.controls(ft.Container)
        if isinstance(box.rotate, ft.Rotate)
    ]
    return float(angle)


@pytest.mark.parametrize("phone", PHONES)
@pytest.mark.parametrize("score", [("0", "0"), ("11", "9"), ("24", "10")])
def test_figures_of_two_sides_are_a_third_of_the_screen_high(
    phone: tuple[int, int], score: tuple[str, str]
) -> None:
    width, height = phone
    _, size = grid([*score], width, height - chalk.SCORING_TOUCH - chalk.UNIT, 1)
    assert INK * size >= height / 3


@pytest.mark.parametrize("phone", PHONES)
@pytest.mark.parametrize("sides", range(2, 8))
def test_the_figures_of_all_sides_have_room(phone: tuple[int, int], sides: int) -> None:
    width, height = phone
    columns, size = grid(["10"] * sides, width, height, 1)
    rows = -(-sides // columns)
    assert rows * HIGH * size <= height
    assert columns * 2 * 0.47 * NARROWED * size <= width


def top(screen: Screen) -> float:
    """Return how high the row of who deals is, in dp."""
    (row,) = [
        row
        for row in screen.controls(ft.Row)
        if any(isinstance(each, ft.Semantics) and each.expand for each in row.controls)
    ]
    return float(row.height or 0)


def test_who_deals_is_not_cut_off_however_large_the_text_is(
    open_screen: OpenScreen, library: Library
) -> None:
    """On a small phone three lines of it were as high as two."""
    sides = Side("Mein", ("Maximilian", "Erna")), Side("Dein", ("Hans-Joachim", "Ruth"))
    play(library, *MINE_AT_TEN, sides=sides)
    screen = open_screen(route="/large", width=320, height=640)
    assert top(screen) == chalk.SCORING_TOUCH
    screen.enlarge(2)
    assert top(screen) >= 3 * 2 * 15 * 1.43
    assert "Zurück" in screen.names()


def test_it_shows_the_score_and_who_deals_and_one_tap_leads_back(
    open_screen: OpenScreen, library: Library
) -> None:
    play(library, *MINE_AT_TEN)
    screen = open_screen()
    screen.tap("Menü")
    screen.tap("Große Zahlen")
    assert (
        "Stand: Mein 10, Dein 0, Knoddel: Mein 0, Dein 0, Steine: Mein 0, Dein 0" in screen.texts()
    )
    assert any("Geber: " in text and "zuhause: " in text for text in screen.texts())
    assert screen.names() == ["Zurück", "Ansicht drehen"]
    screen.tap("Zurück")
    assert "Große Zahlen" not in screen.names()
    assert "Stand: Mein 10, Dein 0" in screen.texts()


def test_it_shows_at_once_what_another_phone_writes(
    open_screen: OpenScreen, library: Library
) -> None:
    play(library, *MINE_AT_TEN)
    screen, other = open_screen(), open_screen()
    screen.go("/large")
    other.tap("Dein: 20 melden")
    screen.loop.settle()
    assert any(text.startswith("Stand: Mein 10, Dein 1,") for text in screen.texts())


def test_it_turns_with_a_tap_all_the_way_round(open_screen: OpenScreen, library: Library) -> None:
    sides = tuple(map(Side, ("Ute", "Max", "Isa")))
    play(library, game=SCHLAUCH, sides=sides)
    screen = open_screen()
    screen.go("/large")
    turned = []
    for _ in range(5):
        turned.append(rotation(screen))
        screen.tap("Ansicht drehen")
    assert turned == [pytest.approx(quarter * pi / 2) for quarter in (0, 1, 2, 3, 0)]


@pytest.mark.parametrize("name", PLAYED)
def test_it_shows_every_game(open_screen: OpenScreen, library: Library, name: str) -> None:
    play_all(library, example(name))
    screen = open_screen()
    screen.go("/large")
    assert screen.names() == ["Zurück", "Ansicht drehen"]
