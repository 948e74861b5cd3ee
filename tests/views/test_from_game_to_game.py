"""A screen that goes from an evening of one game to one of another."""

import logging

import pytest
from flet_screen import OpenScreen
from played import MINE, deal, play

from scoring.schlauch import GAME, ForcedGame
from scoring.sheet import Side
from storage import Library

TIMES = 6
"""Flet draws what has changed at once in any order."""


def test_no_part_of_the_slate_tells_of_the_evening_before_in_the_words_of_the_next(
    library: Library, open_screen: OpenScreen, caplog: pytest.LogCaptureFixture
) -> None:
    play(library, deal(MINE))
    play(library, ForcedGame(winner=0), game=GAME, sides=(Side("Ute"), Side("Max"), Side("Isa")))
    karl, ruth = open_screen(), open_screen()
    ruth.go("/evenings")
    ruth.tap("Bauerchen, 20.11.2026")
    with caplog.at_level(logging.ERROR):
        for _ in range(TIMES):
            karl.go("/evenings")
            karl.tap("Bauerchen, 20.11.2026")
            karl.go("/evenings")
            ruth.tap_soon("Mein: 20 melden")
            karl.tap("Schlauch, 20.11.2026")
            assert karl.says("Stand").startswith("Stand: Ute")
            ruth.tap("Rückgängig")
    assert not caplog.records
