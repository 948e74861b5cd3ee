"""Every address leads to a page with a way on, opened cold or from within the app."""

from typing import Final

import pytest
from flet_screen import OpenScreen
from played import MINE, deal, play

from storage import Library
from views.app import ROUTES

NO_SUCH_PAGE: Final = "Diese Seite gibt es nicht. Hier geht es weiter."
UNKNOWN: Final = (
    "/xyz",
    "/line",
    "/line/",
    "/line/0/xyz",
    "/line/0/change/xyz",
    "/new/9",
    "/menu/x",
    "/LINE/0",
    "/" + "a" * 10_000,
    "/a" * 1_000,
    "/%00%ff%zz",
    "/\N{RIGHT-TO-LEFT OVERRIDE}",
    "/..",
    "//[",
    "//xyz",
    "http://[",
    "/http://evil.example",
    "/a//b",
    "/line//0",
)
LINES: Final = ("7", "1", "-1", "²", "x", "9" * 20, "9" * 5_000, "0" * 5_000, "%C2%B2")
KNOWN: Final = tuple(f"/{child.path}" for child in ROUTES[0].children or ())


@pytest.mark.parametrize("route", UNKNOWN)
def test_an_unknown_address_leads_to_the_slate_and_says_so(
    library: Library, open_screen: OpenScreen, route: str
) -> None:
    play(library, deal(MINE))
    screen = open_screen(route=route)
    assert screen.says("Stand") == "Stand: Mein 2, Dein 0"
    assert screen.announced() == [NO_SUCH_PAGE]
    screen.tap("Mein: 20 melden")
    assert screen.says("Stand") == "Stand: Mein 3, Dein 0"
    assert NO_SUCH_PAGE not in screen.texts()


@pytest.mark.parametrize("route", UNKNOWN)
def test_an_unknown_address_leads_to_a_new_evening_where_there_is_none(
    open_screen: OpenScreen, route: str
) -> None:
    screen = open_screen(route=route)
    assert NO_SUCH_PAGE in screen.announced()
    screen.tap("Neuer Abend")
    assert "Los geht's" in screen.names()


def test_an_address_that_becomes_unknown_while_the_slate_is_shown_is_told(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, deal(MINE))
    screen = open_screen()
    for route in ("/xyz", "/line/0/xyz"):
        screen.go(route)
        assert screen.announced() == [NO_SUCH_PAGE]
        screen.tap("Menü")
        screen.tap("Zurück")
        assert NO_SUCH_PAGE not in screen.texts()


@pytest.mark.parametrize("place", LINES)
@pytest.mark.parametrize("page", ["/line/{}", "/line/{}/change", "/struck/{}"])
def test_a_line_that_was_never_written_leads_back_to_the_slate(
    library: Library, open_screen: OpenScreen, page: str, place: str
) -> None:
    play(library, deal(MINE))
    screen = open_screen(route=page.format(place))
    assert "Diese Zeile steht nicht mehr auf der Tafel." in screen.texts()
    screen.tap("Zur Tafel")
    assert screen.says("Stand") == "Stand: Mein 2, Dein 0"


@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.parametrize("route", KNOWN)
def test_no_two_pages_on_top_of_each_other_have_one_address(
    library: Library, open_screen: OpenScreen, route: str, *, is_open: bool
) -> None:
    """The device showed the page before, if the list of evenings was there twice."""
    play(library, deal(MINE))
    if not is_open:
        library.put_into_bin(play(library).key)
    screen = open_screen(route=route.replace(":place", "0"))
    first, second = screen.addresses()
    assert first != second


@pytest.mark.parametrize("evenings", [0, 1])
@pytest.mark.parametrize("route", ["/", "//", "", *KNOWN])
def test_every_page_can_be_opened_first_and_has_a_way_on(
    library: Library, open_screen: OpenScreen, route: str, evenings: int
) -> None:
    for _ in range(evenings):
        play(library, deal(MINE))
    screen = open_screen(
        route=route.replace(":place", "0").replace(":number", "0").replace(":key", "x")
    )
    assert NO_SUCH_PAGE not in screen.texts()
    assert {"Menü", "Zurück", "Neuer Abend"} & set(screen.names())
