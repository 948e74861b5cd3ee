"""The pages of statistics: who is counted, ranked and told apart, in which period and game."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import flet as ft
import pytest
from flet_screen import Loop, OpenScreen, Screen
from played import LONG_NAME, MINE, YOURS, deal, play_often

from scoring import bauerschspiel, schlauch, statistics
from scoring.bauerchen import GAME, Level, Meld
from scoring.book import Same
from scoring.game import Agreement, Game
from scoring.periods import Span
from scoring.sheet import Head, Side
from storage import Evening, Library, stamp
from views.pages import reckoned
from views.pages import statistics as statistics_page
from views.pages.reckoned import Shown, address_of
from views.pages.statistics import AT_ONCE
from views.session import reckoning, steps
from views.session.reckoning import Choice, Reckoning
from views.session.session import Session
from views.text.statistics import so_far
from views.ui import chalk

KARL_ERNA, HANS_RUTH = ("Karl", "Erna"), ("Hans", "Ruth")
TO_MINE = (deal(MINE, Level.SCHWARZ, 2),)
"""A round that Mein wins, away."""
TO_YOURS = (deal(YOURS, Level.SCHWARZ, 2),)
"""A round that Dein wins, at home."""
NOW = datetime(2026, 11, 20, 22)  # noqa: DTZ001 # a wall clock's
OpenPage: TypeAlias = Callable[..., Screen]


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reckoning, "datetime", SimpleNamespace(now=lambda: NOW))


@pytest.fixture
def open_page(open_screen: OpenScreen) -> OpenPage:
    """Open a page of statistics on a new screen."""

    def opened(path: str = "/statistics", **more: Any) -> Screen:
        screen = open_screen(**more)
        screen.go(path)
        return screen

    return opened


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """Record the titles of the evenings that are counted."""
    titles, count = list[str | None](), statistics.of_sheet

    def recording(sheet: Any) -> statistics.Statistics:
        titles.append(sheet.head.title)
        return count(sheet)

    monkeypatch.setattr(statistics, "of_sheet", recording)
    return titles


def played(
    library: Library,
    entries: Sequence[Any] = TO_MINE,
    mine: tuple[str, ...] = KARL_ERNA,
    yours: tuple[str, ...] = HANS_RUTH,
    on: str | None = "2026-11-20",
    game: Game[Any, Any] = GAME,
    title: str | None = None,
) -> Evening:
    head = Head((Side("Mein", mine), Side("Dein", yours)), title, on)
    evening = library.begin(game, head, Agreement(game.rules()))
    evening.extend(entries)
    return evening


def three_and_one(library: Library) -> None:
    """Play three evenings of the same partners, and one of others."""
    for _ in range(3):
        played(library)
    played(library, TO_YOURS, mine=("Karl", "Hans"), yours=("Ute", "Erna"))


def rows(screen: Screen) -> list[str]:
    """Return the rows as they are read aloud, with usual spaces."""
    names = (name.replace("\N{NO-BREAK SPACE}", " ") for name in screen.names())
    return [name for name in names if " von " in name]


def tap_row(screen: Screen, beginning: str) -> None:
    screen.tap(next(name for name in screen.names() if name.startswith(beginning)))


def told(screen: Screen) -> dict[str, str]:
    """Return the figures of a player or a pair, by their names."""
    lines = [row for row in screen.controls(ft.Row) if row.wrap]
    return {
        what.value: value.value.replace("\N{NO-BREAK SPACE}", " ")
        for what, value in map(screen.texts_in, lines)
    }


def without_files(library: Library, evening: Evening) -> None:
    """Damage both generations of an evening."""
    for file in (
        library.file_of(evening.key),
        library.file_of(evening.key).with_suffix(".previous"),
    ):
        file.write_bytes(b"?")


# The way there


def test_menu_and_list_of_evenings_lead_to_the_statistics(
    library: Library, open_screen: OpenScreen
) -> None:
    played(library)
    screen = open_screen()
    for page in ("/menu", "/evenings"):
        screen.go(page)
        screen.tap("Statistik")
        assert "4 Abende" not in screen.text()
        assert "1 Abend · Spiele: 1 · Runden: 1" in screen.texts()
    screen.tap("Zurück")
    assert "Große Zahlen" in screen.names()


def test_without_an_open_evening_the_way_back_leads_to_the_list(
    library: Library, open_page: OpenPage
) -> None:
    library.put_into_bin(played(library).key)
    played(library)
    library.put_into_bin(played(library).key)
    screen = open_page()
    screen.tap("Zurück")
    assert "Suchen" in [field.label for field in screen.controls(ft.TextField)]


# The ranking


def test_players_are_ranked_by_rounds_won_each_with_its_cases(
    library: Library, open_page: OpenPage
) -> None:
    three_and_one(library)
    screen = open_page()
    assert "4 Abende · Spiele: 4 · Runden: 4" in screen.texts()
    assert "Gewonnene Runden" in screen.texts()
    assert "Ohne Rang: weniger als 3 Abende, oder nichts beendet" in screen.texts()
    assert rows(screen) == [
        "1. Erna, 100 %, 4 von 4 · 4 Abende",
        "2. Karl, 75 %, 3 von 4 · 4 Abende",
        "3. Hans, 0 %, 0 von 4 · 4 Abende",
        "3. Ruth, 0 %, 0 von 3 · 3 Abende",
        "Ute, 1 von 1 · 1 Abend",
    ]


def test_from_how_many_evenings_on_there_is_a_rank_is_chosen(
    library: Library, open_page: OpenPage
) -> None:
    three_and_one(library)
    screen = open_page()
    assert screen.is_selected("ab 3 Abenden")
    screen.tap("ab 1 Abend")
    assert rows(screen)[:3] == [
        "1. Erna, 100 %, 4 von 4 · 4 Abende",
        "1. Ute, 100 %, 1 von 1 · 1 Abend",
        "3. Karl, 75 %, 3 von 4 · 4 Abende",
    ]
    screen.tap("ab 10 Abenden")
    assert "Gewonnene Runden" not in screen.texts()
    assert not any("%" in row for row in rows(screen))


def test_pairs_are_apart_from_players_with_what_they_are_worth_to_each_other(
    library: Library, open_page: OpenPage
) -> None:
    three_and_one(library)
    screen = open_page()
    screen.tap("Paare")
    assert rows(screen) == [
        "1. Erna & Karl, 100 %, 3 von 3 · 3 Abende, Erna 0 (4 von 4) · Karl +25 (3 von 4)",
        "2. Hans & Ruth, 0 %, 0 von 3 · 3 Abende, Hans 0 (0 von 4)",
        "Erna & Ute, 1 von 1 · 1 Abend",
        "Hans & Karl, 0 von 1 · 1 Abend",
    ]
    assert (
        "+ und −: Prozentpunkte mehr oder weniger als in allen eigenen Runden (in Klammern)."
        in screen.texts()
    )
    screen.tap("Spieler")
    assert rows(screen)[0] == "1. Erna, 100 %, 4 von 4 · 4 Abende"


def test_more_rows_are_drawn_with_a_tap_and_as_their_end_comes_near(
    library: Library, open_page: OpenPage
) -> None:
    for number in range(AT_ONCE):
        played(library, mine=(f"A{number}", f"B{number}"), yours=(f"C{number}", f"D{number}"))
    screen = open_page()
    assert len(rows(screen)) == AT_ONCE
    (view,) = screen.controls(ft.ListView)
    where = {"pixels": 2000.0, "min_scroll_extent": 0.0, "max_scroll_extent": 2000.0}
    screen.event(view, "scroll", {"event_type": "update", "viewport_dimension": 800.0, **where})
    assert len(rows(screen)) == 2 * AT_ONCE
    screen.tap("Mehr zeigen")
    assert len(rows(screen)) == 3 * AT_ONCE
    assert "ab 3 Abenden" not in screen.names()
    screen.tap("Mehr zeigen")
    assert len(rows(screen)) == 4 * AT_ONCE
    (view,) = screen.controls(ft.ListView)
    screen.event(view, "scroll", {"event_type": "update", "viewport_dimension": 800.0, **where})
    assert "ab 3 Abenden" in screen.names()


def test_the_line_below_a_rank_is_drawn_as_long_as_the_share(
    library: Library, open_page: OpenPage
) -> None:
    three_and_one(library)
    lines = [
        [part.expand for part in row.controls]
        for row in open_page().controls(ft.Row)
        if all(
            isinstance(part, ft.Container) and part.height == reckoned.BAR for part in row.controls
        )
    ]
    assert lines == [[4], [3, 1], [4], [3]]


# The period


def test_a_period_is_chosen_and_holds_only_its_evenings(
    library: Library, open_page: OpenPage
) -> None:
    for day in ("2026-11-20", "2026-01-01", "2025-12-31", "2024-06-01", None):
        played(library, on=day)
    screen = open_page()
    table = "{n} · Spiele: {n0} · Runden: {n0}"
    periods = (("heute Abend", 1), ("dieses Jahr", 2), ("letztes Jahr", 1), ("alles", 5))
    shown = "alles"
    for period, n in periods:
        screen.tap(f"Zeitraum: {shown}")
        screen.tap(period)
        shown = period
        evenings = "1 Abend" if n == 1 else f"{n} Abende"
        assert table.format(n=evenings, n0=n) in screen.texts(), period
        assert period not in screen.names(), "the options are closed again"


def test_what_is_opened_is_closed_with_a_second_tap(library: Library, open_page: OpenPage) -> None:
    played(library)
    screen = open_page()
    screen.tap("Zeitraum: alles")
    assert screen.is_selected("Zeitraum: alles")
    assert screen.is_selected("alles")
    screen.tap("Zeitraum: alles")
    assert "heute Abend" not in screen.names()


def test_a_period_of_ones_own_has_its_first_and_last_day(
    library: Library, open_page: OpenPage
) -> None:
    for day in ("2026-11-20", "2026-03-01", "2025-12-31"):
        played(library, on=day)
    screen = open_page()
    screen.tap("Zeitraum: alles")
    screen.tap("von – bis")
    first, last = "Erster Tag (Tag.Monat.Jahr)", "Letzter Tag (Tag.Monat.Jahr)"
    assert "3 Abende · Spiele: 3 · Runden: 3" in screen.texts()
    screen.fill(first, "1.1.")
    assert "Von: Das ist noch kein Tag." in screen.texts()
    assert "3 Abende · Spiele: 3 · Runden: 3" in screen.texts()
    screen.fill(first, "1.1.26")
    assert "Von: 1.1.2026" in screen.texts()
    assert "2 Abende · Spiele: 2 · Runden: 2" in screen.texts()
    screen.fill(last, "2026-03-01")
    assert "1 Abend · Spiele: 1 · Runden: 1" in screen.texts()
    tap_row(screen, "Erna")
    screen.tap("Zurück")
    assert [field.value for field in screen.controls(ft.TextField)] == ["1.1.26", "2026-03-01"]
    assert "1 Abend · Spiele: 1 · Runden: 1" in screen.texts(), "the choice has stayed"


def test_evenings_in_the_bin_do_not_count(library: Library, open_page: OpenPage) -> None:
    binned = played(library, TO_YOURS)
    played(library)
    screen = open_page()
    assert "2 Abende · Spiele: 2 · Runden: 2" in screen.texts()
    library.put_into_bin(binned.key)
    screen.loop.settle()
    assert "1 Abend · Spiele: 1 · Runden: 1" in screen.texts()
    library.take_out_of_bin(binned.key)
    screen.loop.settle()
    assert "2 Abende · Spiele: 2 · Runden: 2" in screen.texts()


# The game


def test_each_game_is_counted_apart_in_its_own_words(library: Library, open_page: OpenPage) -> None:
    for _ in range(3):
        wiped = [bauerschspiel.Deal(0, won=True)] * 5
        played(library, wiped, game=bauerschspiel.GAME)
    played(library)
    screen = open_page()
    assert "1 Abend · Spiele: 1 · Runden: 1" in screen.texts(), "the game that was begun last"
    screen.tap("Spiel: Bauerchen")
    screen.tap("Bauerschspiel")
    assert "Gewonnene Partien" in screen.texts()
    rate = next(row for row in rows(screen) if row.startswith("1. Erna"))
    assert rate.startswith("1. Erna, 100 %, ")
    tap_row(screen, "1. Erna")
    assert list(told(screen)) == ["Gewonnene Partien", "Spiele"]


def test_who_plays_alone_has_opponents_and_no_partners(
    library: Library, open_page: OpenPage
) -> None:
    sides = tuple(Side(name, (name,)) for name in ("Ute", "Max", "Isa"))
    library.begin(
        schlauch.GAME, Head(sides, None, "2026-11-20"), Agreement(schlauch.Rules(), sides=3)
    )
    screen = open_page()
    assert "Paare" not in screen.names()
    assert rows(screen) == [f"{name}, 0 von 0 · 1 Abend" for name in ("Isa", "Max", "Ute")]
    tap_row(screen, "Isa")
    assert told(screen) == {"Spiele": "0"}
    assert "Mit" not in screen.texts()
    assert "Gegen" in screen.texts()


def test_where_there_are_no_pairs_players_are_shown_whatever_was_chosen_before(
    library: Library, open_page: OpenPage
) -> None:
    played(library)
    sides = tuple(Side(name, (name,)) for name in ("Ute", "Max", "Isa"))
    library.begin(
        schlauch.GAME, Head(sides, None, "2026-11-20"), Agreement(schlauch.Rules(), sides=3)
    )
    screen = open_page()
    screen.tap("Spiel: Schlauch")
    screen.tap("Bauerchen")
    screen.tap("Paare")
    screen.tap("Spiel: Bauerchen")
    screen.tap("Schlauch")
    assert rows(screen) == [f"{name}, 0 von 0 · 1 Abend" for name in ("Isa", "Max", "Ute")]


# A player, and a pair


def test_a_player_has_a_page_with_all_figures_partners_and_opponents(
    library: Library, open_page: OpenPage
) -> None:
    three_and_one(library)
    played(library, (Meld(MINE, 40), *TO_YOURS))
    screen = open_page()
    tap_row(screen, "2. Karl")
    assert screen.session.page.route == address_of(("Karl",))
    assert "Bauerchen · alles · 5 Abende" in screen.texts()
    assert told(screen) == {
        "Gewonnene Runden": "3 von 5 · 60 %",
        "Gewonnene Spiele": "3 von 5 · 60 %",
        "Auswärts gewonnen": "3 von 5 · 60 %",
        "Spritzen gewonnen": "3 von 5 · 60 %",
        "Steine gewonnen": "0",
        "Steine verloren": "0",
        "Schneider gegeben": "0",
        "Schwarz gegeben": "3",
        "20 gemeldet": "0",
        "40 gemeldet": "1",
        "Punkte angeschrieben": "50",
    }
    assert rows(screen) == [
        "Erna, 3 von 4 · 4 Abende, Karl +15 (3 von 5) · Erna −5 (4 von 5)",
        "Hans, 0 von 1 · 1 Abend",
        "Hans, 3 von 4 · 4 Abende, Karl +15 (3 von 5)",
        "Ruth, 3 von 4 · 4 Abende, Karl +15 (3 von 5)",
        "Erna, 0 von 1 · 1 Abend",
        "Ute, 0 von 1 · 1 Abend",
    ]
    tap_row(screen, "Ruth, ")
    assert screen.session.page.route == address_of(("Ruth",))
    screen.tap("Zurück")
    assert screen.session.page.route == "/statistics"


def test_a_pair_has_a_page_without_what_only_a_player_does(
    library: Library, open_page: OpenPage
) -> None:
    three_and_one(library)
    screen = open_page(address_of(("Karl",)))
    tap_row(screen, "Erna, ")
    assert screen.session.page.route == address_of(("Erna", "Karl"))
    assert "Erna & Karl" in screen.texts()
    assert "Bauerchen · alles · 3 Abende" in screen.texts()
    assert "Ansagen gehalten" not in told(screen)
    assert "Was sie einander wert sind" in screen.texts()
    assert "Erna 0 (4 von 4) · Karl +25 (3 von 4)" in screen.texts()
    assert rows(screen) == ["Erna, 4 von 4 · 4 Abende", "Karl, 3 von 4 · 4 Abende"]


def test_a_pair_of_few_evenings_is_worth_nothing_yet(library: Library, open_page: OpenPage) -> None:
    three_and_one(library)
    screen = open_page(address_of(("Erna", "Ute")))
    assert "Bauerchen · alles · 1 Abend" in screen.texts()
    assert "Was sie einander wert sind" not in screen.texts()


def test_a_player_without_named_opponents_has_only_partners(
    library: Library, open_page: OpenPage
) -> None:
    played(library, yours=())
    screen = open_page(address_of(("Karl",)))
    assert "Mit" in screen.texts()
    assert "Gegen" not in screen.texts()


def test_an_address_of_nobody_says_so(library: Library, open_page: OpenPage) -> None:
    played(library)
    for address in (address_of(("Xaver",)), "/statistics/zz"):
        assert "Hier ist in diesem Zeitraum nichts gezählt." in open_page(address).texts()


@pytest.mark.parametrize("name", ["a/b", "50%", "?x=1#y", "Ä&Ö", "<b>", LONG_NAME, "../menu"])
def test_any_name_has_a_page_of_its_own(library: Library, open_page: OpenPage, name: str) -> None:
    played(library, mine=(name, "Erna"))
    screen = open_page()
    tap_row(screen, name)
    assert name in screen.texts()
    assert "Bauerchen · alles · 1 Abend" in screen.texts()


def test_a_name_cannot_reorder_the_text_beside_it(library: Library, open_page: OpenPage) -> None:
    played(library, mine=("\u202eKarl\n", "Erna"))
    screen = open_page()
    assert "Karl, 1 von 1 · 1 Abend" in rows(screen)
    tap_row(screen, "Karl")
    assert "Karl" in screen.texts()


# What is missing


def test_evenings_that_cannot_be_read_are_named_and_left_out(
    library: Library, open_page: OpenPage, tmp_path: Path
) -> None:
    evenings = [played(library, title=title) for title in ("Kerwe", "Stammtisch")]
    played(library)
    without_files(library, evenings[0])
    later, loop = Library(tmp_path), open_page().loop
    screen = Screen(later, loop)
    screen.go("/statistics")
    assert "1 Abend ist nicht lesbar und fehlt hier: Kerwe, 20.11.2026" in screen.texts()
    assert "2 Abende · Spiele: 2 · Runden: 2" in screen.texts()
    later.put_into_bin(evenings[0].key)
    loop.settle()
    assert "nicht lesbar" not in screen.text(), "it is in the bin now"
    screen.close()


def test_only_so_many_unreadable_evenings_are_named(
    library: Library, open_page: OpenPage, tmp_path: Path
) -> None:
    for number in range(14):
        without_files(library, played(library, title=f"Abend {number}"))
    screen = Screen(Library(tmp_path), open_page().loop)
    screen.go("/statistics")
    said = screen.says("14 Abende sind nicht lesbar und fehlen hier: ")
    assert said.count("Abend ") == 12
    assert said.endswith("; und 2 mehr")
    screen.close()


def test_evenings_without_names_are_counted_for_nobody_and_that_is_said(
    library: Library, open_page: OpenPage
) -> None:
    played(library)
    played(library, mine=(), yours=())
    screen = open_page()
    assert "2 Abende · Spiele: 2 · Runden: 2" in screen.texts()
    assert screen.says("1 Abend zählt für niemanden: Ihm fehlen die Namen der Spieler.")


def test_where_nobody_is_named_the_page_tells_what_to_do(
    library: Library, open_page: OpenPage
) -> None:
    played(library, mine=(), yours=())
    screen = open_page()
    assert screen.says("Gezählt wird für Spieler, deren Namen auf dem Zettel stehen.")
    screen.tap("Neuer Abend")
    assert "Los geht's" in screen.names()


def test_a_period_without_an_evening_says_so(library: Library, open_page: OpenPage) -> None:
    played(library, on="2024-06-01")
    screen = open_page()
    screen.tap("Zeitraum: alles")
    screen.tap("heute Abend")
    assert "In diesem Zeitraum gibt es von diesem Spiel keinen Abend." in screen.texts()


def test_statistics_of_nothing_at_all_say_so(open_page: OpenPage) -> None:
    screen = open_page()
    assert "In diesem Zeitraum gibt es von diesem Spiel keinen Abend." in screen.texts()
    screen.tap("Spiel: Bauerchen")
    assert screen.is_selected("Bauerchen")


# Counting


def test_what_has_not_changed_is_not_counted_again(
    library: Library, open_page: OpenPage, counted: list[str | None]
) -> None:
    played(library, title="Kerwe")
    played(library, title="Stammtisch")
    screen = open_page()
    screen.go("/menu")
    screen.go("/statistics")
    assert open_page().text() == screen.text()
    assert sorted(map(str, counted)) == ["Kerwe", "Stammtisch"]
    screen.go("/")
    screen.tap("Mein: schneiderfrei, 1 Punkt")
    screen.go("/statistics")
    assert "2 Abende · Spiele: 3 · Runden: 2" in screen.texts()
    assert sorted(map(str, counted)) == ["Kerwe", "Stammtisch", "Stammtisch"]


def test_what_another_phone_writes_is_counted_at_once(
    library: Library, open_page: OpenPage, open_screen: OpenScreen
) -> None:
    played(library)
    screen, other = open_page(), open_screen()
    other.tap("Mein: schneiderfrei, 1 Punkt")
    assert "1 Abend · Spiele: 2 · Runden: 1" in screen.texts()


def test_many_evenings_are_counted_in_steps_while_the_page_is_shown(
    library: Library, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    evenings = steps.STEPS + 5
    play_often(library, evenings, deals=3)
    for limit in ("AT_FIRST", "STEP"):
        monkeypatch.setattr(steps, limit, 0.0)
    said = list[str]()

    def recording(*told: Any) -> str:
        said.append(so_far(*told))
        return said[-1]

    monkeypatch.setattr(reckoned, "so_far", recording)
    screen = open_page()
    assert screen.says(f"{evenings} Abende · Spiele: {3 * evenings} · ")
    assert "gezählt" not in screen.text()
    assert list(dict.fromkeys(said)) == [
        f"{done} von {evenings} Abenden sind gezählt" for done in (1, 1 + steps.STEPS)
    ]


def test_nobody_is_missed_before_all_evenings_are_counted(
    library: Library, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(library, mine=("Xaver", "Erna"), on="2020-01-01")
    play_often(library, 3, deals=3)
    for limit in ("AT_FIRST", "STEP"):
        monkeypatch.setattr(steps, limit, 0.0)
    drawn, draw = list[str](), chalk.words

    def recording(text: str, *more: Any, **how: Any) -> ft.Text:
        drawn.append(text)
        return draw(text, *more, **how)

    monkeypatch.setattr(chalk, "words", recording)
    screen = open_page(address_of(("Xaver",)))
    assert "1 von 4 Abenden sind gezählt" in drawn
    assert "Hier ist in diesem Zeitraum nichts gezählt." not in drawn
    assert "Xaver" in screen.texts()


def test_a_page_that_is_left_while_it_counts_goes_on_where_it_was(
    library: Library, counted: list[str | None]
) -> None:
    play_often(library, 6, deals=3)
    reckoned_so_far = Reckoning(library)
    reckoned_so_far.look(again=True)
    reckoned_so_far.count(0)
    reckoned_so_far.count(0)
    assert (reckoned_so_far.counted, reckoned_so_far.waiting) == (2, 4)
    begun = reckoned_so_far.begun
    reckoned_so_far.look()
    assert reckoned_so_far.begun == begun
    played(library, on="2026-11-21", title="neu")
    reckoned_so_far.look()
    assert (reckoned_so_far.begun, reckoned_so_far.waiting) == (begun + 1, 5)
    reckoned_so_far.count(60)
    reckoned_so_far.count(60)
    assert (reckoned_so_far.counted, reckoned_so_far.waiting, len(counted)) == (7, 0, 7)
    assert counted[2] == "neu", "the newest first"


def test_another_period_is_added_up_from_what_was_counted(
    library: Library, counted: list[str | None]
) -> None:
    for day in ("2026-11-20", "2025-12-31"):
        played(library, on=day)
    found = Reckoning(library)
    for choice, evenings in (
        (Choice(), 2),
        (Choice(Span.THIS_YEAR), 1),
        (Choice(Span.BETWEEN, ("", "31.12.2025")), 1),
        (Choice(Span.BETWEEN, ("1.12.26", "?")), 0),
        (Choice(), 2),
    ):
        found.choice = choice
        found.look(again=True)
        found.count(60)
        assert found.found["bauerchen"].evenings == evenings
    assert len(counted) == 2


def test_an_evening_that_could_not_be_read_is_read_again_at_the_next_opening(
    library: Library, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = played(library)
    count = Library.statistics

    def fail(_library: Library, _key: str) -> Any:
        raise OSError("for a moment")

    monkeypatch.setattr(Library, "statistics", fail)
    screen = open_page()
    assert screen.says("1 Abend ist nicht lesbar")
    monkeypatch.setattr(Library, "statistics", count)
    evening.tell()
    screen.loop.settle()
    assert screen.says("1 Abend ist nicht lesbar"), "not whenever something is drawn"
    screen.go("/menu")
    screen.go("/statistics")
    assert "1 Abend · Spiele: 1 · Runden: 1" in screen.texts()


# Records


def records_of(screen: Screen) -> list[str]:
    """Return the records as they are read aloud, with usual spaces."""
    names = (name.replace("\N{NO-BREAK SPACE}", " ") for name in screen.names())
    return [name for name in names if " am Stück " in name or "Sieg" in name or "aufgeholt" in name]


def test_a_record_leads_to_the_very_line_that_made_it(
    library: Library, open_page: OpenPage
) -> None:
    won = deal(MINE, Level.SCHWARZ, 2)
    record = played(library, [deal(YOURS), *TO_MINE, won], title="Rekord")
    played(library, [*TO_MINE, deal(MINE)], on="2026-11-21")
    screen = open_page()
    assert [each.partition(",")[0] for each in records_of(screen)] == [
        "Spiele am Stück gewonnen: 2",
        "Runden am Stück gewonnen: 2",
        "Punkte aufgeholt und gewonnen: 1",
        "Wenigste Spiele bis zum Sieg: 1",
    ]
    assert records_of(screen)[2].endswith("Karl & Erna · Rekord, 20.11.2026")
    tap_row(screen, "Runden am Stück")
    assert "Zeile 3" in screen.texts()
    assert library.settings.open_evening == record.key


def test_a_player_has_only_own_records(library: Library, open_page: OpenPage) -> None:
    played(library, [deal(MINE), deal(MINE)])
    played(library, [deal(YOURS)] * 3)
    for names, size in ((("Karl",), 2), (("Erna", "Karl"), 2), (("Ruth",), 3)):
        screen = open_page(address_of(names))
        assert records_of(screen)[0].startswith(f"Spiele am Stück gewonnen: {size},")


def test_where_nothing_is_remarkable_nothing_is_said_of_records(
    library: Library, open_page: OpenPage
) -> None:
    played(library, [deal(MINE)])
    assert "Rekorde" not in open_page().texts()


def test_a_record_that_has_just_been_undone_leads_nowhere(
    library: Library, open_page: OpenPage
) -> None:
    evening = played(library, [deal(MINE), deal(MINE)])
    screen = open_page()
    keys = screen.keys()
    key = next(key for name, key in keys if name.startswith("Spiele am Stück"))
    evening.undo()
    screen.tap_key(key)
    screen.loop.settle()
    assert "Dieser Abend hat sich gerade geändert." in screen.announced()
    assert "Statistik" in screen.texts()


# The table for a spreadsheet


def test_the_figures_are_saved_as_a_table_in_the_numbers_of_the_language(
    library: Library, open_page: OpenPage
) -> None:
    played(library)
    screen = open_page()
    screen.share_sheet = "success"
    assert screen.is_selected("0,5 mit Komma")
    screen.tap("Als CSV sichern")
    assert "An die gewählte App übergeben." in screen.announced()
    screen.tap("0.5 mit Punkt")
    assert screen.is_selected("0.5 mit Punkt")
    screen.tap("Als CSV sichern")
    with_comma, with_point = map(table_in, screen.shared)
    assert '"1,0000"' in with_comma
    assert with_point == with_comma.replace('"1,0000"', "1.0000").replace('"0,0000"', "0.0000")


def table_in(given: object) -> str:
    assert isinstance(given, dict)
    content, kind = given["Statistik Bauerchen alles.csv"]
    assert kind == "text/csv"
    return str(content, "utf-8")


def test_there_is_no_table_before_all_is_counted(
    library: Library, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_often(library, 3, deals=3)
    for limit in ("AT_FIRST", "STEP"):
        monkeypatch.setattr(steps, limit, 0.0)
    drawn = list[int]()

    def recording(session: Session, shown: Shown, *_: object) -> ft.Control:
        drawn.append(session.reckoning.waiting)
        return chalk.words(f"table of {shown.found.evenings}", 16)

    monkeypatch.setattr(statistics_page, "AsTable", recording)
    assert "table of 3" in open_page().texts()
    assert {*drawn} == {0}


def test_a_record_of_an_evening_that_cannot_be_opened_leads_nowhere(
    library: Library,
) -> None:
    evening, loop = played(library, [deal(MINE), deal(MINE)]), Loop()
    played(library)
    screen = Screen(Library(library.folder), loop)
    screen.go("/statistics")
    without_files(library, evening)
    tap_row(screen, "Spiele am Stück")
    assert "Statistik" in screen.texts()
    assert screen.addresses()[-1] == "/statistics"
    screen.close()
    loop.close()


def test_records_are_told_of_people_instead_of_names(library: Library, open_page: OpenPage) -> None:
    played(library, [deal(MINE), deal(MINE)], mine=("karl", "Erna"))
    library.write_in_book([Same(**stamp(library.book), name="karl", known_as="Karl")])
    assert "Karl & Erna" in records_of(open_page())[0]
    assert records_of(open_page(address_of(("Karl",))))
