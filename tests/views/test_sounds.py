"""What is felt and heard when something is written, and how it is switched on and off."""

from dataclasses import replace

import pytest
from flet_screen import OpenScreen, Screen
from played import MINE, deal, play

from scoring.bauerchen import Meld
from storage import Library
from views.session.device import Device

AWAY = "Mein: schneiderfrei, 2 Punkte"
TICK = {"ticks": True, "speaks": False, "language": "de"}
VOICE = {"ticks": False, "speaks": True, "language": "de"}


@pytest.fixture
def screen(library: Library, open_screen: OpenScreen) -> Screen:
    play(library, Meld(MINE, 20))
    return open_screen()


def choose(library: Library, **chosen: bool) -> None:
    library.change(replace(library.settings, **chosen))  # type: ignore[arg-type] # all are flags


def test_by_default_a_line_is_felt_and_not_heard(screen: Screen) -> None:
    screen.tap(AWAY)
    assert (screen.buzzed, screen.sounded, screen.stays_awake) == (1, [], True)


def test_a_line_is_said_aloud_with_the_score(library: Library, screen: Screen) -> None:
    choose(library, speaks=True)
    screen.tap(AWAY)
    line = "+2 für Mein: schneiderfrei. Mein 3, Dein 0."
    assert screen.sounded == [{"line": line, **VOICE}]


def test_what_was_undone_is_said_with_the_score_before(library: Library, screen: Screen) -> None:
    screen.tap(AWAY)
    choose(library, speaks=True)
    screen.tap("Rückgängig")
    assert screen.sounded[-1]["line"] == "Zurückgenommen. Mein 1, Dein 0."


def test_the_end_of_a_round_is_said_with_the_score_that_ended_it(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *[deal(MINE)] * 6)
    choose(library, speaks=True)
    screen = open_screen()
    screen.tap("Mein: schwarz, 4 Punkte")
    line = "+4 für Mein: schwarz. Mein gewinnt die Runde. Mein 13, Dein 0. Ein Knoddel für Dein."
    assert screen.sounded[-1]["line"] == line


def test_only_the_screen_that_writes_is_heard(library: Library, open_screen: OpenScreen) -> None:
    play(library)
    choose(library, speaks=True)
    karl, erna = open_screen(), open_screen()
    getting_ready = [{"line": None, **VOICE}]
    assert karl.sounded == erna.sounded == getting_ready
    karl.tap("Mein: 20 melden")
    assert len(karl.sounded) == 2
    assert erna.sounded == getting_ready


def test_what_is_refused_is_silent(library: Library, screen: Screen) -> None:
    choose(library, ticks=True)
    screen.tap("Wiederholen")
    assert screen.sounded == []


@pytest.mark.parametrize(("name", "sound"), [("Ton", TICK), ("Ansagen", VOICE)])
def test_a_sound_is_heard_as_soon_as_it_is_switched_on(
    screen: Screen, name: str, sound: dict[str, object]
) -> None:
    screen.go("/settings")
    assert not screen.is_selected(name)
    screen.tap(name)
    assert screen.is_selected(name)
    assert screen.sounded == [{"line": None, **sound}, {"line": "So klingt das.", **sound}]
    screen.tap(name)
    assert not screen.is_selected(name)
    assert len(screen.sounded) == 2


def test_where_the_page_can_vibrate_flet_is_not_asked_to(screen: Screen) -> None:
    felt = list[str]()
    Device(screen.session.page, None, lambda: felt.append("buzz")).buzz()
    screen.loop.settle()
    assert (felt, screen.buzzed) == (["buzz"], 0)


def test_buzzing_is_switched_off(screen: Screen) -> None:
    screen.go("/settings")
    screen.tap("Vibrieren")
    screen.go("/")
    screen.tap(AWAY)
    assert screen.buzzed == 0


def test_the_screen_may_sleep_if_it_is_to(screen: Screen) -> None:
    screen.go("/settings")
    screen.tap("Bildschirm anlassen")
    screen.go("/")
    assert not screen.stays_awake


def test_the_screen_may_sleep_in_every_view_of_the_score(screen: Screen) -> None:
    """Large figures and halves kept it awake whatever was chosen."""
    screen.go("/large")
    assert screen.stays_awake
    screen.go("/settings")
    screen.tap("Bildschirm anlassen")
    screen.go("/large")
    assert not screen.stays_awake
    screen.go("/menu")
    screen.tap("Von beiden Seiten lesbar, aus")
    assert screen.names().count("Rückgängig") == 2
    assert not screen.stays_awake


def test_what_a_device_cannot_do_is_not_offered(library: Library, open_screen: OpenScreen) -> None:
    screen = open_screen(route="/settings", is_mute=True)
    assert {"Vibrieren", "Bildschirm anlassen"} <= {*screen.names()}
    assert not {"Ton", "Ansagen"} & {*screen.names()}
    choose(library, speaks=True)
    screen.go("/new")
    screen.tap("Los geht's")
    screen.tap("Mein: 20 melden")
    assert screen.buzzed == 1
