"""The plots of the statistics: the season of each player, and who with whom."""

from pathlib import Path

import flet as ft
import flet_charts as fc
import pytest
from flet_screen import OpenScreen, Screen
from played import LONG_NAME, MINE, YOURS, deal, play, play_all, play_often
from worked import example

from scoring.bauerchen import GAME, Deal, Level, Rules
from scoring.book import Same
from scoring.game import Agreement
from scoring.sheet import Head, Side
from storage import Library, stamp
from views.pages import plots

TO_MINE, TO_YOURS = deal(MINE, Level.SCHWARZ, 3), deal(YOURS, Level.SCHWARZ, 3)
"""A round."""
STEIN = (TO_MINE, TO_MINE)
ALL = ("Karl", "Erna", "Hans", "Ruth")


def sides(*names: str) -> tuple[Side, ...]:
    return Side("Mein", names[:2]), Side("Dein", names[2:])


def evening(library: Library, day: int, names: tuple[str, ...], *entries: Deal) -> None:
    """Play an evening in November."""
    head = Head(sides(*names), None, f"2026-11-{day}")
    library.begin(GAME, head, Agreement(Rules())).extend(entries)


@pytest.fixture
def screen(library: Library, open_screen: OpenScreen) -> Screen:
    """Three evenings, of which Ute was there on one."""
    evening(library, 20, ALL, *STEIN)
    evening(library, 21, ("Karl", "Ute", "Hans", "Ruth"), *STEIN, TO_YOURS)
    evening(library, 22, ("Hans", "Erna", "Karl", "Ruth"), *STEIN, *STEIN)
    return open_screen(route="/statistics/plots")


def usual(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def curves(screen: Screen) -> list[list[tuple[float, float]]]:
    (chart,) = screen.controls(fc.LineChart)
    return [[(point.x, point.y) for point in piece.points] for piece in chart.data_series]


def test_the_statistics_lead_to_their_plots(screen: Screen) -> None:
    screen.go("/statistics")
    screen.tap("Kurven")
    assert "Gewonnene minus verlorene Steine" in screen.texts()
    screen.tap("Zurück")
    assert "Kurven" in screen.names()


def test_a_curve_has_the_steins_of_a_player_after_each_evening_with_the_player(
    screen: Screen,
) -> None:
    hans, karl, ruth, erna, ute = curves(screen)
    assert hans == [(0, -1), (1, -2), (2, 0)]
    assert karl == [(0, 1), (1, 2), (2, 0)]
    assert ruth == [(0, -1), (1, -2), (2, -4)]
    assert erna == [(0, 1), (2, 3)]
    assert ute == [(1, 1)]


def test_the_picked_evening_tells_what_everybody_had_by_then(screen: Screen) -> None:
    assert screen.says("Abend, 22.11.2026: Hans 0, Karl 0, Ruth −4, Erna +3, Ute +1")
    assert "Einen Abend weiter" not in screen.names()
    screen.tap("Einen Abend zurück")
    screen.tap("Einen Abend zurück")
    assert screen.says("Abend, 20.11.2026: Hans −1, Karl +1, Ruth −1, Erna +1")
    assert "Einen Abend zurück" not in screen.names()
    (plot,) = screen.controls(ft.GestureDetector)
    (chart,) = screen.controls(fc.LineChart)
    screen.event(plot, "tap_up", {"k": "touch", "l": {"x": chart.width / 2, "y": 9.0}})
    assert screen.says("Abend, 21.11.2026: Hans −2, Karl +2, Ruth −2, Erna +1, Ute +1")


def test_all_figures_are_there_as_text(screen: Screen) -> None:
    screen.tap("Zahlen als Text")
    told = [text for text in screen.texts() if text.startswith("Abend, ")]
    assert len(told) == 2 + 3  # the picked one is shown and said
    screen.tap("Zahlen als Text")
    assert len([text for text in screen.texts() if text.startswith("Abend, ")]) == 2


def test_who_with_whom_is_told_and_drawn_with_figures(screen: Screen) -> None:
    texts = [usual(text) for text in screen.texts()]
    assert "Karl: mit Ruth 0 von 4, mit Erna 2 von 2, mit Ute 2 von 3" in texts
    assert "Ruth: mit Hans 1 von 5, mit Karl 0 von 4" in texts
    bold = screen.written_in("Atkinson Hyperlegible Next Semibold")
    assert {"2/2", "2/3"} <= {*texts} & {*bold}
    assert "1/5" in texts
    assert "1/5" not in bold


def test_more_players_are_on_another_plot(library: Library, open_screen: OpenScreen) -> None:
    play_often(library, 30, deals=4)
    screen = open_screen(route="/statistics/plots", width=320, height=640)
    screen.enlarge(2)
    seen = set[str]()
    for players in (5, 4):
        assert len(curves(screen)) == players
        seen |= {name for name in screen.texts() if name in {*ALL, LONG_NAME}}
        screen.tap("Andere Spieler")
    assert len(curves(screen)) == 5
    assert seen == {*ALL, LONG_NAME}


def test_of_many_evenings_the_newest_are_shown_with_all_that_was_won_before(
    library: Library, open_screen: OpenScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "EVENINGS_AT_ONCE", 2)
    for day in (10, 11, 12):
        evening(library, day, ALL, *STEIN)
    evening(library, 13, ("Karl", "Ute", "Isa", "Max"), *STEIN)
    shown = open_screen(route="/statistics/plots")
    assert shown.says("Abend, 13.11.2026: Karl +4, Erna +3, Hans −3, Ruth −3, Isa −1")
    assert curves(shown)[:2] == [[(1.5, 2), (2, 3), (3, 4)], [(1.5, 2), (2, 3)]]
    shown.tap("Einen Abend zurück")
    assert "Einen Abend zurück" not in shown.names()
    shown.tap("Andere Spieler")
    assert curves(shown) == [[(3, -1)], [(3, 1)]]
    assert shown.says("Abend, 12.11.2026: –")


def test_where_nobody_is_counted_that_is_said(library: Library, open_screen: OpenScreen) -> None:
    play_all(library, example("schlauch"))
    screen = open_screen(route="/statistics/plots")
    assert "Hier ist in diesem Zeitraum nichts gezählt." in screen.texts()


def test_a_game_without_pairs_has_no_matrix(library: Library, open_screen: OpenScreen) -> None:
    worked = example("bohemian-watten")
    named = tuple(Side(side.name, (side.name,)) for side in worked.head.sides)
    evening = play(library, game=worked.game, rules=worked.replay.agreement.rules, sides=named)
    evening.extend(worked.replay.entries)
    screen = open_screen(route="/statistics/plots")
    assert len(curves(screen)) == 3
    assert "Gewonnene minus verlorene Partien" in screen.texts()
    assert not [text for text in screen.texts() if text.startswith("Wer mit wem")]


def test_evenings_that_cannot_be_read_are_named_and_left_out(
    library: Library, screen: Screen, tmp_path: Path
) -> None:
    broken = play(library, *STEIN, sides=sides(*ALL), title="Kerwe")
    file = library.file_of(broken.key)
    for each in (file, file.with_suffix(".previous")):
        each.write_bytes(b"?")
    later = Screen(Library(tmp_path), screen.loop, route="/statistics/plots")
    assert "1 Abend ist nicht lesbar und fehlt hier: Kerwe, 20.11.2026" in later.texts()
    assert len(curves(later)[0]) == 3
    later.close()


def test_the_plots_tell_people_instead_of_names(library: Library, screen: Screen) -> None:
    assert any("Ute" in text for text in screen.texts())
    library.write_in_book([Same(**stamp(library.book), name="Ute", known_as="Erna")])
    screen.go("/statistics")
    screen.go("/statistics/plots")
    assert not any("Ute" in text for text in screen.texts())
    assert any("Erna" in text for text in screen.texts())


def test_how_often_whoever_was_ahead_has_won_is_told_by_the_lead(
    library: Library, open_screen: OpenScreen
) -> None:
    far = Rules(round_target=51)
    head = Head(sides(*ALL), None, "2026-11-20")
    for last in (MINE, MINE, YOURS):
        evening = library.begin(GAME, head, Agreement(far))
        end = (deal(last, Level.SCHWARZ, 4), deal(last, Level.SCHWARZ, 4))
        evening.extend((deal(MINE), deal(MINE, Level.SCHWARZ, 2), *end))
    screen = open_screen(route="/statistics/plots")
    assert "Vorsprung und Sieg" in screen.texts()
    told = [usual(text) for text in screen.texts() if " vorn" in text and "%" in text]
    assert told == ["2 Punkte vorn: 2 von 3 · 67 %", "13 Punkte vorn oder mehr: 3 von 4 · 75 %"]


def test_without_a_lead_nothing_is_told_of_leads(library: Library, open_screen: OpenScreen) -> None:
    evening(library, 20, ALL, TO_MINE)
    assert "Vorsprung und Sieg" not in open_screen(route="/statistics/plots").texts()
