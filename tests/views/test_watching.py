"""Watchers: they see the slate live, whatever address they open, and nothing they send writes."""

from dataclasses import replace
from typing import Any, Final

import flet as ft
import pytest
import segno
from flet_screen import OpenScreen, Screen, served_by
from on_disk import all_files, harm
from played import MINE, YOURS, deal, play

from storage import Evening, Library
from views.session.served import Links

LINKS: Final = (Links("http://a/link#w1", "http://a/link#l1"), Links("http://a/link#w2", "x"))
NOBODY: Final = "Gerade ist kein Abend offen. Sobald einer offen ist, steht er hier."


class Network:
    """What is served to others: the screens on it, and how often the links were renewed."""

    def __init__(self, open_screen: OpenScreen) -> None:
        self._open = open_screen
        self.renewed = 0
        self.fails = False
        self.served = served_by(lambda: LINKS[self.renewed], self._renew)

    def _renew(self) -> None:
        if self.fails:
            raise OSError(28, "No space left on device")
        self.renewed += 1

    def writer(self, route: str = "/", **more: Any) -> Screen:
        return self._open(served=self.served, route=route, **more)

    def watcher(self, route: str = "/", **more: Any) -> Screen:
        return self._open(served=self.served, watches=True, route=route, **more)


@pytest.fixture
def network(open_screen: OpenScreen) -> Network:
    return Network(open_screen)


def score(screen: Screen) -> str:
    """Return the score in large figures."""
    return next(text for text in screen.texts() if text.startswith("Stand: ")).split(", Kn")[0]


# What they see


def test_they_see_each_tap_of_others_at_once(library: Library, network: Network) -> None:
    play(library, deal(MINE))
    writer, watcher = network.writer(), network.watcher()
    assert score(watcher) == "Stand: Mein 2, Dein 0"
    writer.tap("Dein: schneiderfrei, 2 Punkte")
    assert score(watcher) == "Stand: Mein 2, Dein 2"
    writer.tap("Rückgängig")
    assert score(watcher) == "Stand: Mein 2, Dein 0"


ADDRESSES = ["/", "/xyz", "//", "/links", "/new", "/settings", "/rounds", "/line/0/change", "/bin"]


@pytest.mark.parametrize("route", ADDRESSES)
def test_they_see_the_slate_and_no_key_that_writes_at_every_address(
    library: Library, network: Network, route: str
) -> None:
    play(library, deal(MINE))
    opened, gone = network.watcher(route), network.watcher()
    gone.go(route)
    for watcher in (opened, gone):
        assert score(watcher) == "Stand: Mein 2, Dein 0"
        assert watcher.names() == ["Ansicht drehen"]
        assert "Zuschauen" in watcher.texts()


def test_without_an_evening_they_are_told_so_until_there_is_one(
    library: Library, network: Network
) -> None:
    watcher, writer = network.watcher(), network.writer()
    assert NOBODY in watcher.texts()
    writer.tap("Neuer Abend")
    writer.tap("Los geht's")
    assert score(watcher) == "Stand: Mein 0, Dein 0"
    writer.tap("Menü")
    writer.tap("Diesen Abend in den Papierkorb, Er bleibt dort 30 Tage.")
    assert NOBODY in watcher.announced()
    assert watcher.names() == [], "no way to the bin, which is only for those who write"
    assert library.bin()


def play_at(library: Library, hour: int, title: str, *winners: int) -> Evening:
    """Play an evening whose deals were written in that hour."""
    evening = play(library, title=title)
    at = f"2026-11-20T{hour}:00:00+01:00"
    evening.extend([replace(deal(winner), at=at) for winner in winners])
    return evening


OLD, TONIGHT = "Stand: Mein 2, Dein 0", "Stand: Mein 0, Dein 3"


@pytest.fixture
def two_evenings(library: Library) -> None:
    play_at(library, 18, "Kerwe", MINE)
    play_at(library, 20, "Stammtisch", YOURS, YOURS)


def look_up(screen: Screen, title: str) -> None:
    screen.go("/evenings")
    screen.tap(f"{title}, Bauerchen · 20.11.2026")


@pytest.mark.usefixtures("two_evenings")
def test_they_follow_to_a_new_evening_but_not_to_an_old_one_that_is_looked_up(
    network: Network,
) -> None:
    writer, watcher = network.writer(), network.watcher()
    assert score(watcher) == TONIGHT
    look_up(writer, "Kerwe")
    assert score(writer) == OLD
    assert score(watcher) == TONIGHT
    assert "Andere Tafeln" in watcher.names()
    for _ in range(2):
        writer.go("/new")
        writer.tap("Los geht's")
        assert score(watcher) == "Stand: Mein 0, Dein 0"
    writer.tap("Mein: schneiderfrei, 2 Punkte")
    assert score(watcher) == "Stand: Mein 2, Dein 0"


@pytest.mark.usefixtures("two_evenings")
def test_they_do_not_go_to_another_table_while_the_phone_at_theirs_sleeps(
    network: Network,
) -> None:
    scribe, other = network.writer(), network.writer()
    watcher = network.watcher()
    other.go("/new")
    other.tap("Los geht's")
    scribe.lose_contact()
    other.tap("Mein: schneiderfrei, 2 Punkte")
    assert score(watcher) == TONIGHT
    scribe.come_back()
    scribe.tap("Mein: schneiderfrei, 2 Punkte")
    assert score(watcher) == "Stand: Mein 2, Dein 3"


@pytest.mark.usefixtures("two_evenings")
def test_they_go_along_with_the_last_who_goes_though_nothing_is_written_then(
    network: Network,
) -> None:
    first, last, watcher = network.writer(), network.writer(), network.watcher()
    first.go("/new")
    first.tap("Los geht's")
    assert score(watcher) == TONIGHT
    last.tap("Ein anderes Gerät hat einen neuen Abend begonnen. Dorthin gehen")
    assert score(watcher) == "Stand: Mein 0, Dein 0"
    first.close()
    last.close()
    assert score(watcher) == "Stand: Mein 0, Dein 0"


@pytest.mark.usefixtures("two_evenings")
def test_they_go_along_over_old_evenings_that_were_looked_up(network: Network) -> None:
    writer, watcher = network.writer(), network.watcher()
    for title in ("Kerwe", "Stammtisch", "Kerwe"):
        look_up(writer, title)
        assert score(watcher) == TONIGHT
    writer.go("/new")
    writer.tap("Los geht's")
    assert score(watcher) == "Stand: Mein 0, Dein 0"
    assert watcher.names() == ["Ansicht drehen"]


@pytest.mark.usefixtures("two_evenings")
def test_of_several_that_are_open_they_choose_one_and_stay_with_it(network: Network) -> None:
    first, second = network.writer(), network.writer()
    look_up(second, "Kerwe")
    watcher = network.watcher()
    rows = ["Stammtisch, " + TONIGHT, "Kerwe, " + OLD]
    assert sorted(watcher.names()) == sorted(rows)
    watcher.tap(rows[1])
    assert score(watcher) == OLD
    first.tap("Mein: schneiderfrei, 2 Punkte")
    assert score(watcher) == OLD
    second.tap("Rückgängig")
    assert score(watcher) == "Stand: Mein 0, Dein 0"
    watcher.tap("Andere Tafeln")
    watcher.tap("Stammtisch, Stand: Mein 2, Dein 3")
    assert score(watcher) == "Stand: Mein 2, Dein 3"
    second.close()
    first.tap("Rückgängig")
    assert watcher.names() == ["Ansicht drehen"]


CLOSE = "Hier nicht mehr anschreiben"


@pytest.mark.usefixtures("two_evenings")
def test_an_evening_that_was_handed_over_and_closed_is_open_no_more(network: Network) -> None:
    """It was still offered to those who watch, and kept them from what went on."""
    giver, other, watcher = network.writer(), network.writer(), network.watcher()
    look_up(other, "Kerwe")
    assert "Andere Tafeln" in watcher.names()
    giver.go("/share/code")
    giver.tap(CLOSE)
    assert score(network.watcher()) == OLD
    watcher.tap("Andere Tafeln")
    assert watcher.names() == ["Kerwe, " + OLD], "no news that would lead anywhere"
    watcher.tap("Kerwe, " + OLD)
    assert watcher.names() == ["Ansicht drehen"]


@pytest.mark.usefixtures("two_evenings")
def test_they_stay_with_an_evening_that_was_closed_until_its_phone_begins_another(
    network: Network,
) -> None:
    writer, watcher = network.writer(), network.watcher()
    writer.go("/share/code")
    writer.tap(CLOSE)
    assert score(watcher) == TONIGHT
    assert NOBODY in network.watcher().texts()
    writer.go("/new")
    writer.tap("Los geht's")
    assert score(watcher) == "Stand: Mein 0, Dein 0"


def test_an_evening_without_a_title_is_listed_by_its_game(
    library: Library, network: Network
) -> None:
    play(library, deal(MINE))
    play(library, deal(YOURS), title="Kerwe")
    network.writer()
    second = network.writer("/evenings")
    second.tap("Bauerchen, 20.11.2026")
    assert "Bauerchen, Stand: Mein 2, Dein 0" in network.watcher().names()


def test_an_evening_that_cannot_be_read_is_not_shown(library: Library, network: Network) -> None:
    evening = play(library, deal(MINE))
    harm(library.file_of(evening.key))
    again = Library(library.folder)
    watcher = network.watcher(library=again)
    assert NOBODY in watcher.texts()


def test_whoever_has_gone_hears_of_nothing_any_more(library: Library, network: Network) -> None:
    play(library, deal(MINE))
    before = len(library.listeners)
    network.writer().close()
    network.watcher().close()
    assert len(library.listeners) == before
    assert not network.served.open_evenings(library)


# What they send


def test_nothing_that_a_modified_client_sends_changes_anything(
    library: Library, network: Network
) -> None:
    play(library, deal(MINE))
    writer, watcher = network.writer(), network.watcher()
    before = all_files(library.folder)
    shown = [*writer.keys(), *watcher.keys()]
    for _, number in shown:
        watcher.tap_key(number)
    watcher.loop.settle()
    assert all_files(library.folder) == before
    assert score(watcher) == "Stand: Mein 2, Dein 0"


REFUSED = "Nicht gespeichert: Mit diesem Link darf man nur zuschauen."
PAGES = [
    *("/", "/new", "/rules", "/dealer", "/backups", "/bin", "/line/0", "/line/0/change", "/menu"),
    *("/settings", "/ledger", "/statistics", "/links", "/evenings"),
]


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_of_a_writer_write_nothing_for_a_connection_that_may_only_watch(
    library: Library, network: Network, page: str
) -> None:
    library.put_into_bin(play(library, deal(MINE), title="Fasnacht").key)
    play(library, deal(MINE), title="Kerwe")
    screen = network.writer()
    screen.watches = True
    before = all_files(library.folder)
    screen.go(page)
    for name in screen.names():
        screen.go(page)
        if name in screen.names():
            screen.tap(name)
            for further in {"Übernehmen", "Los geht's", "Ja, neue Links"} & {*screen.names()}:
                screen.tap(further)
    assert all_files(library.folder) == before
    assert (network.renewed, screen.buzzed) == (0, 0)


def test_who_taps_although_only_watching_is_told(library: Library, network: Network) -> None:
    play(library, deal(MINE))
    screen = network.writer()
    screen.watches = True
    screen.tap("Mein: schneiderfrei, 1 Punkt")
    assert REFUSED in screen.announced()


# The links


def test_the_page_of_the_links_shows_the_one_to_watch_and_then_the_one_to_write(
    library: Library, network: Network
) -> None:
    writer = network.writer()
    writer.tap("Einstellungen")
    writer.tap("Links für andere Handys, zum Anschreiben oder Zuschauen")
    assert LINKS[0].watch in writer.texts()
    writer.tap("Anschreiben")
    assert LINKS[0].write in writer.texts()
    assert LINKS[0].watch not in writer.texts()
    writer.tap("Zurück")
    assert "Sprache" in writer.texts()
    play(library, deal(MINE))
    slate = network.writer("/menu")
    slate.tap("Links für andere Handys, zum Anschreiben oder Zuschauen")
    assert LINKS[0].watch in slate.texts()
    slate.tap("Zurück")
    assert "Menü" in slate.texts()


SHARE = "Link teilen"


def test_the_link_that_is_shown_is_copied_where_no_share_sheet_is(network: Network) -> None:
    writer = network.writer("/links")
    writer.tap(SHARE)
    assert "Link kopiert. Er lässt sich in eine Nachricht einfügen." in writer.announced()
    assert writer.clipboard == LINKS[0].watch
    writer.tap_at_once("Anschreiben", SHARE)
    assert writer.clipboard == LINKS[0].watch, "the other one was not shown yet"
    writer.tap(SHARE)
    assert writer.clipboard == LINKS[0].write


def test_the_link_that_is_shown_is_given_to_the_share_sheet(network: Network) -> None:
    writer = network.writer("/links")
    writer.share_sheet = "success"
    writer.tap(SHARE)
    writer.tap("Anschreiben")
    writer.share_sheet = "dismissed"
    writer.tap(SHARE)
    assert "Nicht geteilt." in writer.announced()
    assert writer.shared == [LINKS[0].watch, LINKS[0].write]
    assert writer.clipboard is None


def test_where_a_link_cannot_be_copied_its_code_is_named(network: Network) -> None:
    """A page without a clipboard does not copy what is selected either."""
    writer = network.writer("/links")
    writer.has_clipboard = False
    writer.tap(SHARE)
    assert (
        "Der Link ließ sich nicht kopieren. Das andere Handy kann stattdessen den QR-Code lesen."
        in writer.announced()
    )
    assert LINKS[0].watch in writer.texts()


def test_links_that_another_phone_has_renewed_meanwhile_are_shared_as_they_are_shown(
    network: Network,
) -> None:
    writer, other = network.writer("/links"), network.writer("/links")
    other.tap("Neue Links machen")
    other.tap("Ja, neue Links")
    other.tap(SHARE)
    assert other.clipboard == LINKS[1].watch
    assert LINKS[0].watch in writer.texts()
    writer.tap(SHARE)
    assert writer.clipboard == LINKS[0].watch


def test_who_only_watches_gets_no_link_and_nothing_is_logged(
    library: Library, network: Network, caplog: pytest.LogCaptureFixture
) -> None:
    play(library, deal(MINE))
    writer, watcher = network.writer("/links"), network.watcher("/links")
    writer.tap("Anschreiben")
    with caplog.at_level("INFO"):
        shown = writer.keys()
        for _, number in shown:
            watcher.tap_key(number)
        watcher.loop.settle()
        writer.tap(SHARE)
    assert (watcher.clipboard, watcher.shared) == (None, [])
    assert not any(link in text for text in watcher.texts() for link in LINKS[0])
    assert "#" not in caplog.text


@pytest.mark.parametrize("link", LINKS[0])
def test_the_code_of_a_link_is_drawn_with_a_border(network: Network, link: str) -> None:
    writer = network.writer("/links")
    if link == LINKS[0].write:
        writer.tap("Anschreiben")
    [picture] = writer.controls(ft.Image)
    assert isinstance(picture.src, bytes)
    drawn = segno.make(link, error="m", micro=False)
    width = drawn.symbol_size(scale=8, border=4)[0]
    assert int.from_bytes(picture.src[16:20]) == width


def test_the_code_of_a_link_is_as_wide_as_the_page_and_not_higher(network: Network) -> None:
    writer = network.writer("/links")
    for size, shown in (
        ((320, 640), 288),
        ((390, 844), 358),
        ((844, 390), 290),
        ((768, 1024), 400),
    ):
        writer.turn(*size)
        [picture] = writer.controls(ft.Image)
        assert (picture.width, picture.height) == (shown, shown)
        assert LINKS[0].watch in writer.texts()


def test_new_links_are_made_once_they_are_asked_for_twice(network: Network) -> None:
    writer = network.writer("/links")
    writer.tap("Neue Links machen")
    assert network.renewed == 0
    writer.tap("Nein")
    writer.tap("Neue Links machen")
    writer.tap_at_once("Ja, neue Links", "Ja, neue Links")
    assert network.renewed == 1
    assert LINKS[1].watch in writer.texts()
    assert "Das sind die neuen Links. Alle anderen müssen neu hereinkommen." in writer.announced()


def test_links_that_cannot_be_kept_stay_and_can_be_renewed_again(network: Network) -> None:
    writer = network.writer("/links")
    writer.tap("Neue Links machen")
    network.fails = True
    writer.tap("Ja, neue Links")
    assert LINKS[0].watch in writer.texts()
    assert any("No space left on device" in said for said in writer.announced())
    network.fails = False
    writer.tap("Ja, neue Links")
    assert network.renewed == 1


def test_without_a_network_there_is_no_page_of_links(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, deal(MINE))
    screen = open_screen(route="/links")
    assert "Menü" in screen.names()
    for page in ("/menu", "/settings"):
        screen.go(page)
        assert not any("Links" in name for name in screen.names())
