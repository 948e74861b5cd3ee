"""A finished round stays on the slate, wiped but readable, until the next line is written."""

import flet as ft
import pytest
from flet_screen import OpenScreen, Screen
from played import MINE, MINE_AT_TEN, deal, play
from worked import PLAYED, example

from scoring.bauerchen import Level, Rules
from storage import Library
from views.games.registry import VIEWS
from views.text.names import shown_head
from views.text.translator import translator
from views.ui import chalk
from views.ui.signs import LANDING, LANDS_FROM

OVER = "Runde 1 beendet: Mein 12, Dein 0"
LARGE = 40
LONGEST_MOTION = 400
"""In milliseconds."""


def score(screen: Screen) -> list[tuple[str, object]]:
    """Return the large figures and their colours."""
    texts = screen.controls(ft.Text)
    return [
        (text.value, text.color)
        for text in texts
        if isinstance(text.style, ft.TextStyle) and (text.style.size or 0) > LARGE
    ]


def landing(screen: Screen) -> list[object]:
    """Return how large the signs are that stand out, each beside its size on the slate."""
    return [box.scale for box in screen.controls(ft.Container) if box.animate_scale is LANDING]


def test_a_won_round_stays_with_its_lines_until_the_next_line(
    open_screen: OpenScreen, library: Library
) -> None:
    play(library, *MINE_AT_TEN)
    screen = open_screen()
    screen.tap("Mein: schneiderfrei, 2 Punkte")
    assert OVER in screen.texts()
    assert "Ein Knoddel für Dein" in screen.texts()
    assert score(screen) == [("12", chalk.FAINT), ("0", chalk.FAINT)]
    assert "Stand: Mein 0, Dein 0" in screen.texts(), "the next round has begun"
    assert "Zeile 1: +4 für Mein: schneiderfrei, 1 Spritze" in screen.names()
    screen.tap("Dein: 20 melden")
    assert OVER not in screen.texts()
    assert score(screen) == [("0", chalk.CHALK), ("1", chalk.CHALK)]
    screen.tap("Rückgängig")
    assert OVER in screen.texts()


def test_who_carries_points_into_the_next_round_is_told(
    open_screen: OpenScreen, library: Library
) -> None:
    play(library, *MINE_AT_TEN, deal(MINE, Level.SCHWARZ), rules=Rules(carry_over=True))
    texts = open_screen().texts()
    assert "Runde 1 beendet: Mein 14, Dein 0" in texts
    assert "Übertrag: Mein 2, Dein 0" in texts


def test_a_sign_lands_where_it_was_tapped_and_stands_out_until_the_next_line(
    open_screen: OpenScreen, library: Library
) -> None:
    play(library, *MINE_AT_TEN)
    screen = open_screen()
    assert landing(screen) == []
    screen.tap_soon("Mein: schneiderfrei, 2 Punkte")
    drawn = list[list[object]]()
    while drawn[-1:] != [[1]]:
        screen.loop.turn()
        drawn.append(landing(screen))
    assert [LANDS_FROM] in drawn
    screen.tap("Dein: 20 melden")
    assert landing(screen) == []


def test_a_sign_that_is_there_when_the_slate_is_opened_does_not_move(
    open_screen: OpenScreen, library: Library
) -> None:
    play(library, *MINE_AT_TEN, deal(MINE))
    assert landing(open_screen()) == [1]


def test_where_height_is_scarce_the_end_stands_in_the_place_of_the_lines(
    open_screen: OpenScreen, library: Library
) -> None:
    sheet = example("schlauch")
    evening = library.begin(sheet.game, sheet.head, sheet.replay.agreement)
    for entry in sheet.replay.entries:
        evening.write(entry)
        if evening.replay.state.rounds:
            break
    screen = open_screen(width=320, height=640)
    screen.enlarge(1.5)
    assert any(text.startswith("Runde 1 beendet: ") for text in screen.texts())
    assert not any(name.startswith("Zeile ") for name in screen.names())


def test_a_landing_is_short() -> None:
    assert isinstance(LANDING.duration, int)
    assert LANDING.duration < LONGEST_MOTION
    assert LANDS_FROM > 1


@pytest.mark.parametrize("name", PLAYED)
def test_in_every_game_a_finished_round_is_told_until_the_next_line(name: str) -> None:
    sheet, t = example(name), translator("de")
    view, head = VIEWS[sheet.game.key], shown_head(sheet.head)
    before = sheet.replay.of(sheet.replay.agreement, ())
    for entry in sheet.replay.entries:
        after = before.after(entry)
        said, brought = view.end(t, head, after), after.state.rounds - before.state.rounds
        assert sum("beendet: " in sentence for sentence in said) == brought
        assert bool(said) == bool(brought)
        before = after
