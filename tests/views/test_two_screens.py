"""Several screens on the same evenings: what one does, the others see, and nobody taps blindly."""

import pytest
from flet_screen import OpenScreen, Screen
from played import MINE, deal, play

from scoring.bauerchen import Meld
from storage import Evening, Library


@pytest.fixture
def evening(library: Library) -> Evening:
    return play(library, Meld(MINE, 20), deal(MINE), title="Stammtisch")


@pytest.fixture
def karl(evening: Evening, open_screen: OpenScreen) -> Screen:
    assert evening.replay.entries
    return open_screen()


@pytest.fixture
def ruth(karl: Screen, open_screen: OpenScreen) -> Screen:
    assert karl.says("Stand")
    return open_screen()


def test_no_screen_hears_of_an_evening_that_it_has_left(
    evening: Evening, karl: Screen, ruth: Screen
) -> None:
    screens = len(evening.listeners)
    karl.go("/new")
    karl.tap("Los geht's")
    assert len(evening.listeners) == screens - 1
    ruth.tap_soon("Mein: 20 melden")
    karl.tap("Dein: 40 melden")
    assert karl.says("Stand") == "Stand: Mein 0, Dein 2"


def test_a_screen_that_is_gone_for_good_hears_of_nothing(
    library: Library, evening: Evening, karl: Screen, ruth: Screen
) -> None:
    karl.close()
    ruth.close()
    karl.loop.settle()
    assert (evening.listeners, library.listeners) == (set(), set())
