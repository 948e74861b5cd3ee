"""The list of earlier evenings: who played, how it ended, when, and what is found in it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import flet as ft
import pytest
from flet_screen import OpenScreen, Screen
from played import BOTH_ONE_KNODDEL_SHORT, MINE, YOURS, deal, play

from scoring import bauer, bohemian_watten
from scoring.bauerchen import GAME, Level, Rules
from scoring.game import Agreement
from scoring.sheet import Head, Side
from storage import Ending, Library
from storage.durable import DurableStorage
from views.pages.evenings import AT_ONCE
from views.text.times import clock, lasted
from views.text.translator import translator

ENGLISH = translator("en")
NAMELESS = (Side("Die Roten"), Side("Die Blauen"))


def listed(screen: Screen) -> list[str]:
    """Return the evenings in the list, sorted."""
    others = {
        "Zurück",
        "Neuer Abend",
        "Ältere Abende zeigen",
        "Einstellungen",
        "Statistik",
        "Bierdeckel",
        "QR-Code lesen",
    }
    return sorted(set(screen.names()) - others)


def open_list(open_screen: OpenScreen) -> Screen:
    screen = open_screen()
    screen.go("/evenings")
    return screen


def scroll(screen: Screen, pixels: float, end: float) -> None:
    """Scroll the list to a place, on a screen of 800 dp."""
    (view,) = screen.controls(ft.ListView)
    where = {"pixels": pixels, "min_scroll_extent": 0.0, "max_scroll_extent": end}
    screen.event(view, "scroll", {"event_type": "update", "viewport_dimension": 800.0, **where})


def test_an_evening_tells_who_played_and_what_was_won(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *BOTH_ONE_KNODDEL_SHORT, deal(MINE, Level.SCHWARZ, 3), title="Stammtisch")
    screen = open_list(open_screen)
    name = "Stammtisch, Bauerchen · 20.11.2026"
    told = str(screen.hint(name))
    assert "Karl & Erna, Hans & Ruth" in told
    assert told.endswith("Steine: Mein 1, Dein 0")
    assert screen.signs().count("SPORTS_BAR") == 1, "its slate is drawn"
    assert screen.filled() == [False] * 4


def test_an_evening_on_which_nothing_was_won_tells_the_score(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, deal(MINE, Level.SCHWARZ), sides=NAMELESS, title="Kurz")
    told = str(open_list(open_screen).hint("Kurz, Bauerchen · 20.11.2026"))
    assert told.endswith("Die Roten, Die Blauen. Stand: Die Roten 4, Die Blauen 0")


def test_the_cousins_tell_how_it_ended_in_their_own_words(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, bauer.Deal(tricks=(8, 0), stoss=2, declarer=0), game=bauer.GAME)
    names = ("Ute", "Max", "Isa", "Bo", "Eva")
    play(library, game=bohemian_watten.GAME, sides=tuple(Side(name) for name in names))
    screen = open_list(open_screen)
    assert str(screen.hint("Bauer, 20.11.2026")).endswith("Brote: Mein 1, Dein 0")
    assert str(screen.hint("Böhmisch Watten, 20.11.2026")).startswith("Ute, Max, Isa, Bo, Eva")


def test_an_evening_tells_when_it_began_and_how_long_it_was(
    library: Library, open_screen: OpenScreen
) -> None:
    evening = play(library, title="Lang")
    times = ("2026-11-20T20:15:00+01:00", None, "2026-11-20T23:40:30+01:00")
    evening.extend([replace(deal(YOURS), at=at) for at in times])
    screen = open_list(open_screen)
    assert "Bauerchen · 20.11.2026 · 20:15 · 3 Std. 25 Min." in screen.texts()
    assert str(screen.hint("Lang, Bauerchen · 20.11.2026")).startswith("20:15 · 3 Std. 25 Min.")


@pytest.mark.parametrize(
    ("began", "ended", "told"),
    [
        ("2026-11-20T20:15:00+01:00", "2026-11-20T20:57:00+01:00", "42 min"),
        ("2026-11-20T20:15:00", "2026-11-20T22:15:00", "2 h 0 min"),
        ("2026-11-20T20:15:00", "2026-11-20T20:15:30", ""),
        ("2026-11-20T20:15:00", "2026-11-21T20:15:00", ""),
        ("2026-11-20T20:15:00", "2026-11-20T19:15:00", ""),
        ("2026-11-20T20:15:00", "2026-11-20T22:15:00+01:00", ""),
        ("20:15:00", "22:15:00", ""),
        (None, None, ""),
    ],
)
def test_a_duration_is_told_only_where_the_times_tell_it(
    began: str | None, ended: str | None, told: str
) -> None:
    assert lasted(ENGLISH, began, ended) == told


def test_a_time_without_a_day_tells_no_time_of_the_evening() -> None:
    assert clock("20:15:00") == ""


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("ruth", {"Kerwe, Bauerchen · 20.11.2026"}),
        ("KERWE", {"Kerwe, Bauerchen · 20.11.2026"}),
        ("bauer 20.11.", {"Kerwe, Bauerchen · 20.11.2026", "Bauer, 20.11.2026"}),
        ("2026-11 roten", {"Bauer, 20.11.2026"}),
        ("13.11.", {"Bauerchen, 13.11.2026"}),
        ("ruth roten", set()),
    ],
)
def test_evenings_are_found_by_player_title_game_and_date(
    library: Library, open_screen: OpenScreen, sought: str, found: set[str]
) -> None:
    play(library, title="Kerwe")
    play(library, game=bauer.GAME, sides=NAMELESS)
    library.begin(GAME, Head((Side("M"), Side("D")), None, "2026-11-13"), Agreement(Rules()))
    screen = open_list(open_screen)
    screen.fill("Suchen", sought)
    assert set(listed(screen)) == found
    assert ("So ein Abend ist nicht dabei." in screen.texts()) == (not found)
    screen.fill("Suchen", " ")
    assert len(listed(screen)) == 3


def test_names_that_the_list_does_not_have_are_read_when_they_are_sought(
    library: Library, open_screen: OpenScreen, tmp_path: Path
) -> None:
    for number in range(2 * AT_ONCE):
        play(library, title=f"Abend {number}", sides=(Side("Mein", ("Otto", "A")), Side("Dein")))
    forget_names(library)
    older = Library(tmp_path)
    assert {label.names for label in older.labels()} == {None}
    screen = Screen(older, open_screen().loop)
    screen.go("/evenings")
    screen.fill("Suchen", "otto")
    assert len(listed(screen)) == AT_ONCE
    screen.tap("Ältere Abende zeigen")
    assert len(listed(screen)) == 2 * AT_ONCE
    older.change(replace(older.settings, language="de"))
    assert all(label.names for label in Library(tmp_path).labels()), "they are kept from then on"
    screen.close()


def test_a_search_draws_what_it_has_found_and_lets_it_be_sent_before_it_reads_on(
    library: Library, open_screen: OpenScreen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    oldest = play(library, title="Kerwe").key
    for number in range(2 * AT_ONCE):
        play(library, title=f"Abend {number}")
    forget_names(library)
    screen = Screen(Library(tmp_path), open_screen().loop)
    screen.go("/evenings")
    read, drawn_at, read_at = Library.ending, list[float](), list[float]()

    def noted(library: Library, key: str) -> Ending | None:
        (drawn_at if key == oldest else read_at).append(screen.loop.time())
        return read(library, key)

    monkeypatch.setattr(Library, "ending", noted)
    screen.fill("Suchen", "kerwe")
    assert len(read_at) >= AT_ONCE, "those that the list did not show are read for their names"
    assert drawn_at[0] < read_at[0], "the loop was free meanwhile"
    screen.close()


def forget_names(library: Library) -> None:
    """Let the list be as an older app has written it."""
    storage = DurableStorage(library.folder / "library.json")
    tables: Any = json.loads(json.dumps(storage.read()))
    for label in tables["evenings"].values():
        del label["names"]
    storage.write(tables)


def test_more_evenings_are_listed_with_a_tap_and_as_their_end_comes_near(
    library: Library, open_screen: OpenScreen
) -> None:
    for number in range(2 * AT_ONCE + 1):
        play(library, title=f"Abend {number}")
    screen = open_list(open_screen)
    assert len(listed(screen)) == AT_ONCE
    scroll(screen, 0, 3000)
    assert len(listed(screen)) == AT_ONCE, "the end is far"
    scroll(screen, 1500, 3000)
    assert len(listed(screen)) == 2 * AT_ONCE
    screen.tap("Ältere Abende zeigen")
    assert len(listed(screen)) == 2 * AT_ONCE + 1
    assert "Ältere Abende zeigen" not in screen.names()
    scroll(screen, 3000, 3000)
    assert len(listed(screen)) == 2 * AT_ONCE + 1


def test_an_evening_that_cannot_be_read_is_listed_without_its_slate(
    library: Library, open_screen: OpenScreen, tmp_path: Path
) -> None:
    evening = play(library, title="Kerwe")
    library.file_of(evening.key).write_bytes(b"?")
    library.file_of(evening.key).with_suffix(".previous").write_bytes(b"?")
    library.change(replace(library.settings, open_evening=None))
    screen = Screen(Library(tmp_path), open_screen().loop)
    screen.go("/evenings")
    assert screen.hint("Kerwe, Bauerchen · 20.11.2026") is None
    screen.close()


def test_the_list_tells_what_was_written_since_it_was_read(
    library: Library, tmp_path: Path
) -> None:
    key = play(library, title="Kerwe").key
    older = Library(tmp_path)
    before = older.ending(key)
    assert before
    assert before is older.ending(key), "it is read once"
    older.evening(key).write(deal(YOURS))
    after = older.ending(key)
    assert after
    assert (before.replay.state.deals, after.replay.state.deals) == (0, 1)
