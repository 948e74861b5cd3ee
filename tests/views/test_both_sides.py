"""A phone between two sides: each reads its half upright, and has keys of its own there."""

from dataclasses import replace
from math import pi

import flet as ft
import pytest
from flet_screen import OpenScreen, Screen
from played import MINE_AT_TEN, play, play_all
from worked import PLAYED, example

from scoring.schlauch import GAME as SCHLAUCH
from scoring.sheet import Side
from storage import Library
from views.session.screen import Screen as Size
from views.ui.layout import FACING

HALF = Size(390, 414)
OF_TWO_SIDES = tuple(name for name in PLAYED if len(example(name).head.sides) == FACING)


def halves(screen: Screen) -> list[float]:
    """Return by which angles the halves are turned, from the top down."""
    boxes = screen.controls(ft.Container)
    return [
        box.rotate.angle if isinstance(box.rotate, ft.Rotate) else 0
        for box in boxes
        if box.height == HALF.height
    ]


@pytest.fixture
def screen(open_screen: OpenScreen, library: Library) -> Screen:
    """A slate with a half for each side."""
    play(library, *MINE_AT_TEN)
    opened = open_screen()
    opened.tap("Menü")
    opened.tap("Von beiden Seiten lesbar, aus")
    return opened


def test_the_far_half_is_turned(screen: Screen) -> None:
    assert halves(screen) == [pytest.approx(pi), 0]


def test_each_half_has_the_keys_of_its_side_and_those_of_both(screen: Screen) -> None:
    names = screen.names()
    middle = names.index("Menü", 1)
    far, near = names[:middle], names[middle:]
    for half, own, others in ((near, "Mein: ", "Dein: "), (far, "Dein: ", "Mein: ")):
        assert sum(name.startswith(own) for name in half) == 5
        assert not any(name.startswith(others) for name in half)
        assert {"Menü", "Rückgängig", "Wiederholen", "Spritzen", "Kart' ab"} <= {*half}


def test_what_is_tapped_in_either_half_is_told_in_both(screen: Screen) -> None:
    screen.tap("Dein: 20 melden")
    assert sum(text.startswith("+1 für Dein") for text in screen.announced()) == 2
    screen.tap("Mein: schneiderfrei, 2 Punkte")
    texts = screen.texts()
    assert texts.count("Runde 1 beendet: Mein 12, Dein 1") >= 2
    assert sum("Geber: " in text for text in texts) == 2


def test_undo_works_from_either_half(screen: Screen) -> None:
    screen.tap("Dein: 20 melden")
    screen.tap("Rückgängig")
    assert sum(text.startswith("Stand: Mein 10, Dein 0") for text in screen.texts()) == 2


@pytest.mark.parametrize("name", OF_TWO_SIDES)
def test_large_text_is_drawn_smaller_on_keys_that_have_too_little_room(
    name: str, library: Library, open_screen: OpenScreen
) -> None:
    play_all(library, example(name))
    library.change(replace(library.settings, both_sides=True))
    screen = open_screen()
    usual = sizes_on_keys(screen)
    screen.enlarge(2)
    shares = {large / size for size, large in zip(usual, sizes_on_keys(screen), strict=True)}
    assert max(shares) <= 1
    assert (max(shares) == 1) is (name == "bauerschspiel"), "only its few keys have room enough"
    assert min(shares) >= 0.49  # in its usual size


def sizes_on_keys(screen: Screen) -> list[float]:
    """Return the sizes of the texts on keys."""
    keys = [box for box in screen.controls(ft.Container) if box.on_click]
    return [float(text.size or 0) for key in keys for text in screen.texts_in(key)]


def test_it_is_kept_for_the_next_start_and_can_be_turned_off(
    screen: Screen, open_screen: OpenScreen
) -> None:
    other = open_screen()
    assert halves(other) == [pytest.approx(pi), 0]
    screen.tap("Menü")
    screen.tap("Von beiden Seiten lesbar, an")
    assert halves(screen) == []


def test_single_players_are_not_offered_halves(open_screen: OpenScreen, library: Library) -> None:
    play(library, game=SCHLAUCH, sides=tuple(map(Side, ("Ute", "Max", "Isa"))))
    screen = open_screen()
    screen.tap("Menü")
    assert not any(name.startswith("Von beiden Seiten") for name in screen.names())


@pytest.mark.parametrize("size", [(390, 844), (320, 640), (844, 390)])
@pytest.mark.parametrize("name", OF_TWO_SIDES)
def test_every_game_of_two_sides_is_drawn_in_halves(
    open_screen: OpenScreen, library: Library, name: str, size: tuple[int, int]
) -> None:
    play_all(library, example(name))
    opened = open_screen(width=size[0], height=size[1])
    opened.tap("Menü")
    opened.tap("Von beiden Seiten lesbar, aus")
    assert opened.names().count("Rückgängig") == 2
