"""The page with the course of the evening: plots, the picked line, and the same figures as text."""

from typing import Any

import flet as ft
import flet_charts as fc
import pytest
from flet_screen import OpenScreen, Screen
from played import LONG_NAME, MINE, YOURS, deal, play, play_all
from worked import example

from scoring import bohemian_watten, schlauch
from scoring.bauerchen import Level, Rules
from scoring.sheet import Side
from storage import Library
from views.pages import course
from views.session import steps
from views.session.outlooks import Outlooks
from views.text.games.registry import GAME_TEXTS
from views.text.translator import translator
from views.ui import chalk

TO_MINE = deal(MINE, Level.SCHWARZ, 2)
"""A round, away."""
CHANCE = "Chance auf die Runde"


@pytest.fixture
def screen(library: Library, open_screen: OpenScreen) -> Screen:
    """An evening of three lines in the first round and one in the second."""
    play(library, deal(MINE), deal(YOURS), TO_MINE, deal(YOURS))
    return open_screen(route="/course")


def charts(screen: Screen) -> list[fc.LineChart]:
    return [*screen.controls(fc.LineChart)]


def curves(chart: fc.LineChart) -> list[list[tuple[float, float]]]:
    """Return the points of every piece of every curve."""
    return [[(point.x, point.y) for point in piece.points] for piece in chart.data_series]


def tap_plot(screen: Screen, share: float, plot: int = 0) -> None:
    """Tap a plot at a share of the width of its curves."""
    plots = [*screen.controls(ft.GestureDetector)]
    width = charts(screen)[plot].width
    screen.event(plots[plot], "tap_up", {"k": "touch", "l": {"x": share * width, "y": 50.0}})


def usual(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


# The plots


def test_the_score_climbs_from_the_beginning_of_each_round(screen: Screen) -> None:
    score, _ = charts(screen)
    assert curves(score) == [
        [(-0.5, 0), (0, 2), (1, 2), (2, 18)],
        [(2.5, 0), (3, 0)],
        [(-0.5, 0), (0, 0), (1, 2), (2, 2)],
        [(2.5, 0), (3, 2)],
    ]


def test_the_chance_goes_to_the_top_or_the_bottom_where_a_round_ends(screen: Screen) -> None:
    _, chance = charts(screen)
    first, second = curves(chance)
    assert [place for place, _ in (*first, *second)] == [0, 1, 2, 3]
    assert first[-1][1] == 100
    assert all(0 < percent < 100 for _, percent in (*first[:-1], *second))


def test_sides_are_told_apart_by_marks_and_dashes_and_by_figures_at_the_ends(
    screen: Screen,
) -> None:
    score, _ = charts(screen)
    looks = {(piece.color, str(piece.dash_pattern)) for piece in score.data_series}
    assert len({dashes for _, dashes in looks}) == len({color for color, _ in looks}) == 2
    marks = [piece.points[-1].point for piece in score.data_series]
    assert [type(mark) for mark in marks[::2]] == [fc.ChartCirclePoint, fc.ChartSquarePoint]
    shown = screen.texts()
    legend = shown.index("Mein")
    assert shown[legend : legend + 2] == ["Mein", "Dein"]


def test_a_plot_says_what_it_is_and_nothing_of_its_labels(screen: Screen) -> None:
    silent = [each for each in screen.controls(ft.Semantics) if each.exclude_semantics]
    names = [each.label for each in silent if each.label and each.label.startswith("Kurve: ")]
    assert len(names) == 2


def test_the_end_of_a_round_has_its_number_and_the_sign_of_what_it_brought(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, TO_MINE, deal(YOURS, Level.SCHWARZ, 2), TO_MINE, deal(YOURS))
    screen = open_screen(route="/course")
    assert screen.signs().count("SPORTS_BAR") == 2  # once in each plot
    texts = screen.texts()
    assert [texts.count(number) >= 2 for number in ("1", "2")] == [True, True]


def test_where_rounds_are_short_not_all_of_their_numbers_are_there(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *[TO_MINE, deal(YOURS, Level.SCHWARZ, 2)] * 20)
    texts = open_screen(route="/course", width=320).texts()
    there = {number for number in range(5, 41) if str(number) in texts}
    assert 5 < len(there) < 30


def test_where_lines_are_close_only_the_end_of_a_round_has_a_mark(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *(deal(number % 2) for number in range(50)))
    score, _ = charts(open_screen(route="/course"))
    for piece in score.data_series:
        assert [bool(point.point) for point in piece.points[:-1]] == [False] * (
            len(piece.points) - 1
        )
        assert piece.points[-1].point


def test_seven_players_have_seven_looks_and_their_figures_do_not_cover_each_other(
    library: Library, open_screen: OpenScreen
) -> None:
    sides = tuple(Side(name) for name in ("A", "B", "C", "D", "E", "F", LONG_NAME))
    entry = bohemian_watten.Deal((5, 0, 0, 0, 0, 0, 0))
    play(library, entry, game=bohemian_watten.GAME, sides=sides)
    screen = open_screen(route="/course", width=320, height=640)
    screen.enlarge(2)
    (score,) = charts(screen)
    looks = {(repr(piece.points[-1].point), str(piece.dash_pattern)) for piece in score.data_series}
    assert len(looks) == len(score.data_series) == 7
    assert {piece.color for piece in score.data_series} == {chalk.CHALK}
    assert LONG_NAME in screen.texts()
    assert score.height >= 7 * 19 * 2


def test_a_game_without_chances_has_one_plot(library: Library, open_screen: OpenScreen) -> None:
    play_all(library, example("schlauch"))
    screen = open_screen(route="/course")
    assert len(charts(screen)) == 1
    assert CHANCE not in screen.texts()


def test_a_very_long_round_has_no_chances(library: Library, open_screen: OpenScreen) -> None:
    play(library, TO_MINE, deal(YOURS), rules=Rules(round_target=12 * 12))
    assert len(charts(open_screen(route="/course"))) == 1


def test_what_is_won_without_an_icon_has_no_sign(library: Library, open_screen: OpenScreen) -> None:
    play_all(library, example("schlauch"))
    screen = open_screen(route="/course")
    assert schlauch.GAME.key == example("schlauch").game.key
    assert {"STAR", "SPORTS_BAR"}.isdisjoint(screen.signs())


# The picked line


def test_the_last_line_is_picked_at_first(screen: Screen) -> None:
    said = usual(screen.says("Zeile 4. "))
    assert said.startswith("Zeile 4. +2 für Dein: schneiderfrei. Stand danach: Mein 0, Dein 2. ")
    assert CHANCE in said
    assert screen.says("Zeile 4. ") in screen.announced()


@pytest.mark.parametrize("plot", [0, 1])
@pytest.mark.parametrize(
    ("share", "line"), [(0.0, 1), (0.24, 1), (0.26, 2), (0.6, 3), (0.99, 4), (1.2, 4)]
)
def test_a_tap_on_a_plot_names_the_nearest_line(
    screen: Screen, plot: int, share: float, line: int
) -> None:
    tap_plot(screen, share, plot)
    assert screen.says(f"Zeile {line}. ")


def test_a_tap_without_a_place_changes_nothing(screen: Screen) -> None:
    (plot, _) = screen.controls(ft.GestureDetector)
    screen.event(plot, "tap_up", {})
    assert screen.says("Zeile 4. ")


def test_a_line_that_ended_a_round_tells_no_chance(screen: Screen) -> None:
    tap_plot(screen, 0.6)
    said = screen.says("Zeile 3. ")
    assert "Mein gewinnt die Runde" in said
    assert CHANCE not in said


def test_keys_lead_to_the_lines_beside_the_picked_one(screen: Screen) -> None:
    assert "Eine Zeile weiter" not in screen.names()
    for line in (3, 2, 1):
        screen.tap("Eine Zeile zurück")
        assert screen.says(f"Zeile {line}. ")
    assert "Eine Zeile zurück" not in screen.names()
    screen.tap("Eine Zeile weiter")
    assert screen.says("Zeile 2. ")


def test_the_picked_line_has_a_page(screen: Screen) -> None:
    tap_plot(screen, 0.3)
    screen.tap("Zeile ansehen")
    assert screen.addresses()[-1] == "/line/1"


# All figures as text


def test_all_figures_are_there_as_text(screen: Screen) -> None:
    assert not [text for text in screen.texts() if text.startswith("Zeile 1")]
    screen.tap("Zahlen als Text")
    texts = [usual(text) for text in screen.texts()]
    at = texts.index("Runde 1")
    heading, *lines = texts[at : at + 6]
    assert (heading, lines[3]) == ("Runde 1", "Runde 2")
    _, chance = charts(screen)
    percents = [int(y) for piece in curves(chance) for _, y in piece]
    assert lines[0] == (
        "Zeile 1. +2 für Mein: schneiderfrei. Stand danach: Mein 2, Dein 0. "
        f"{CHANCE}: Mein {percents[0]} %, Dein {100 - percents[0]} %"
    )
    assert lines[4].endswith(f"{CHANCE}: Mein {percents[3]} %, Dein {100 - percents[3]} %")
    screen.tap("Zahlen als Text")
    assert "Runde 1" not in screen.texts()


# The way there, and evenings of any length


@pytest.mark.parametrize("page", ["/menu", "/rounds"])
def test_menu_and_past_rounds_lead_to_the_course(screen: Screen, page: str) -> None:
    screen.go(page)
    screen.tap(next(name for name in screen.names() if name.startswith("Verlauf")))
    assert len(charts(screen)) == 2


def test_before_the_first_line_there_is_nothing_to_plot(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library)
    screen = open_screen(route="/course")
    assert "Noch steht nichts da." in screen.texts()
    assert not charts(screen)


def test_a_long_evening_is_shown_part_by_part(
    library: Library, open_screen: OpenScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course, "POINTS_AT_ONCE", 2 * 2)
    play(library, *[TO_MINE, deal(YOURS, Level.SCHWARZ, 2)] * 3)
    screen = open_screen(route="/course")
    assert "Neueste Zeilen" not in screen.names()
    for last in (6, 4, 2):
        assert screen.says(f"Zeile {last}. ")
        if last > 2:
            screen.tap("Frühere Zeilen")
    assert "Frühere Zeilen" not in screen.names()
    screen.tap("Neueste Zeilen")
    assert screen.says("Zeile 6. ")


def test_what_is_written_meanwhile_is_in_the_plots(screen: Screen, open_screen: OpenScreen) -> None:
    other = open_screen()
    other.tap("Mein: schneiderfrei, 2 Punkte")
    assert screen.says("Zeile 5. ")


# The chances are reckoned in steps, and once


def reckoned(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record the places of the lines whose chance is reckoned."""
    places, words = list[int](), GAME_TEXTS["bauerchen"]
    outlook = words.outlook

    def recording(t: Any, replay: Any, place: int) -> Any:
        places.append(place)
        return outlook(t, replay, place)

    monkeypatch.setattr(words, "outlook", recording)
    return places


def test_chances_are_reckoned_in_steps_while_the_page_is_shown(
    library: Library, open_screen: OpenScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("AT_FIRST", "STEP"):
        monkeypatch.setattr(steps, limit, 0.0)
    lines = steps.STEPS + 5
    play(library, *(deal(number % 2) for number in range(lines)))
    drawn, draw = list[str](), chalk.words

    def recording(text: str, *more: Any, **how: Any) -> ft.Text:
        drawn.append(text)
        return draw(text, *more, **how)

    monkeypatch.setattr(chalk, "words", recording)
    screen = open_screen(route="/course")
    assert f"1 von {lines} Zeilen sind gerechnet" in drawn
    assert "Oben gewinnt Mein die Runde, unten Dein." in screen.texts()
    assert sum(len(piece) for piece in curves(charts(screen)[1])) == lines


def test_a_chance_is_reckoned_once_until_its_line_changes(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = reckoned(monkeypatch)
    screen.go("/")
    screen.go("/course")
    assert places == []
    screen.go("/")
    screen.tap("Mein: schneiderfrei, 2 Punkte")
    screen.tap("Rückgängig")
    screen.tap("Rückgängig")
    screen.tap("Dein: Schneider, 3 Punkte")
    screen.go("/course")
    assert places == [3]


def test_of_another_evening_everything_is_reckoned(
    library: Library, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = reckoned(monkeypatch)
    another = play(library, deal(MINE), deal(MINE), rules=Rules(carry_over=True)).replay
    outlooks, other = screen._work.outlooks, Outlooks()
    for one in (outlooks, other):
        one.look(translator("de"), another, range(2))
        one.count(9)
    assert places == [0, 1, 0, 1]
    assert outlooks.chances == other.chances
