"""The evening as QR codes: what they say, read by another decoder, is the evening."""

from dataclasses import replace
from pathlib import Path

import flet as ft
import pytest
from camera import read_code
from flet_screen import OpenScreen, Screen
from long_evenings import long_evening
from played import MINE, deal, play, play_all

from scoring.code_parts import Gathered, part_in
from scoring.compact import unpack
from scoring.sheet import Sheet
from storage import Evening, Library
from views.pages.code import TURNS

ADDRESS = "https://example.org/knoddel/"
TO_CODE = "Als QR-Code weitergeben"


def picture(screen: Screen) -> bytes:
    """Return the only picture on the page, each module larger than a decoder needs."""
    (image,) = screen.controls(ft.Image)
    assert isinstance(image.src, bytes)
    return image.src


def said(screen: Screen) -> str:
    text = read_code(picture(screen), scale=4)
    assert text is not None
    return text


def evening_in(*texts: str) -> Sheet:
    gathered = Gathered()
    for text in texts:
        gathered = gathered.add(part_in(text))
    assert gathered.content is not None
    return unpack(gathered.content)


def to_the_minute(sheet: Sheet) -> Sheet:
    entries = [entry.to_the_minute() for entry in sheet.replay.entries]
    return Sheet(sheet.head, sheet.replay.of(sheet.replay.agreement, entries))


@pytest.fixture
def evening(library: Library) -> Evening:
    return play(library, deal(MINE), deal(MINE), title="Stammtisch")


def test_the_open_evening_is_one_still_code(evening: Evening, open_screen: OpenScreen) -> None:
    screen = open_screen(route="/share")
    screen.tap(TO_CODE)
    text = said(screen)
    assert text.startswith("KNODDEL:1.1.")
    assert evening_in(text) == to_the_minute(evening.sheet)
    assert "Stammtisch, 20.11.2026: 2 Zeilen" in screen.texts()
    assert "QR-Code dieses Abends" in screen.texts()
    assert any("Die Kamera allein kann ihn nicht öffnen." in each for each in screen.texts())
    assert "Langsamer" not in screen.names()
    screen.tap("Zurück")
    assert "Als Datei" in screen.names()


@pytest.mark.usefixtures("evening")
def test_in_the_web_app_a_code_is_its_address(open_screen: OpenScreen) -> None:
    screen = open_screen(route="/share/code", address=ADDRESS)
    assert said(screen).startswith(f"{ADDRESS}#1.1.")
    assert any(each.startswith("Die Kamera des anderen Handys") for each in screen.texts())


def test_an_evening_that_is_not_open_is_handed_over_too(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    play(library, title="Kerwe")
    screen = open_screen(route=f"/share/{evening.key}")
    screen.tap(TO_CODE)
    assert evening_in(said(screen)) == to_the_minute(evening.sheet)
    screen.tap("Zurück")
    assert screen.addresses()[-1] == f"/share/{evening.key}"


def test_a_new_line_is_in_the_code_at_once(evening: Evening, open_screen: OpenScreen) -> None:
    screen = open_screen(route="/share/code")
    open_screen().tap("Dein: 20 melden")
    assert len(evening.replay.entries) == 3
    assert evening_in(said(screen)) == to_the_minute(evening.sheet)


def test_the_code_is_as_wide_as_the_screen_and_not_higher(
    evening: Evening, open_screen: OpenScreen
) -> None:
    assert evening.replay.entries
    screen = open_screen(route="/share/code")
    for size, shown in (((390, 844), 390), ((320, 640), 320), ((844, 390), 334)):
        screen.turn(*size)
        (image,) = screen.controls(ft.Image)
        assert (image.width, image.height) == (shown, shown)


def test_the_screen_stays_awake_also_where_no_slate_does(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    library.change(replace(library.settings, open_evening=None))
    screen = open_screen(route=f"/share/{evening.key}")
    assert not screen.stays_awake
    screen.tap(TO_CODE)
    assert screen.stays_awake
    screen.tap("Zurück")
    assert not screen.stays_awake


@pytest.mark.usefixtures("evening")
def test_the_slate_below_still_stays_awake_afterwards(open_screen: OpenScreen) -> None:
    screen = open_screen(route="/share/code")
    screen.tap("Zurück")
    assert screen.stays_awake


def test_an_evening_of_sixty_deals_is_one_still_code(
    library: Library, open_screen: OpenScreen
) -> None:
    evening = play_all(library, long_evening("bauerchen", 60))
    assert evening.replay.state.deals == 60
    screen = open_screen(route="/share/code", address=ADDRESS)
    assert evening_in(said(screen)) == to_the_minute(evening.sheet)


def place(screen: Screen) -> str:
    """Return which of several codes is shown."""
    (place,) = (text for text in screen.texts() if text.endswith(" von 5"))
    return place


def wait_until(screen: Screen, shown: str) -> None:
    """Let time pass until one of several codes is shown."""
    while place(screen) != shown:
        screen.loop.turn()


@pytest.fixture
def long_screen(library: Library, open_screen: OpenScreen) -> Screen:
    """Return the page of several codes, which have stopped after their rounds."""
    play_all(library, long_evening("bauerchen", 300))
    return open_screen(route="/share/code")


def test_a_long_evening_is_several_codes_by_turns(library: Library, long_screen: Screen) -> None:
    (label,) = library.labels()
    texts = [said(long_screen)]
    long_screen.tap_soon("Weiter")
    for number in range(2, 6):
        wait_until(long_screen, f"{number} von 5")
        texts.append(said(long_screen))
    assert evening_in(*reversed(texts)) == to_the_minute(library.sheet(label.key))
    assert any("warten, bis alle Codes da sind" in each for each in long_screen.texts())


def test_codes_that_nobody_watches_stop_at_the_first_one(long_screen: Screen) -> None:
    assert place(long_screen) == "1 von 5"
    assert "Weiter" in long_screen.names()


def test_codes_stop_and_go_on_at_a_tap(long_screen: Screen) -> None:
    long_screen.tap_soon("Weiter")
    wait_until(long_screen, "3 von 5")
    long_screen.tap("Pause")
    assert place(long_screen) == "3 von 5"
    long_screen.tap_soon("Weiter")
    wait_until(long_screen, "4 von 5")
    long_screen.tap("Pause")


def test_codes_go_by_slower_or_faster(long_screen: Screen) -> None:
    def seconds() -> float:
        """Return how long all rounds take."""
        before = long_screen.loop.time()
        long_screen.tap("Weiter")
        return long_screen.loop.time() - before

    usual = seconds()
    assert usual > TURNS / 2
    long_screen.tap("Langsamer")
    assert seconds() > usual * 1.3
    for _ in range(9):
        long_screen.tap("Schneller")
    assert seconds() < usual / 2
    for _ in range(9):
        long_screen.tap("Langsamer")
    assert seconds() > usual * 3


def test_an_evening_that_is_too_long_says_so(library: Library, open_screen: OpenScreen) -> None:
    evening = play(library)
    note = "".join(f"{number**7:x}" for number in range(20_000))
    evening.extend([replace(deal(MINE), note=note)])
    screen = open_screen(route="/share/code")
    assert "Dieser Abend ist zu lang für QR-Codes. Bitte als Datei weitergeben." in (
        screen.announced()
    )
    assert not [*screen.controls(ft.Image)]


def test_an_evening_that_is_gone_has_no_code(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    library.put_into_bin(evening.key)
    screen = open_screen(route=f"/share/{evening.key}/code")
    assert "Diesen Abend gibt es nicht mehr unter „Frühere Abende“." in screen.announced()
    assert not [*screen.controls(ft.Image)]


def test_an_evening_that_goes_away_while_its_code_is_shown(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    screen = open_screen(route=f"/share/{evening.key}/code")
    assert said(screen)
    library.put_into_bin(evening.key)
    screen.loop.settle()
    assert not [*screen.controls(ft.Image)]


STOP = "Hier nicht mehr anschreiben"
CLOSED = "Dieser Abend ist hier zu. Antippen, um doch hier weiter anzuschreiben."
ROW = "Stammtisch, Bauerchen · 20.11.2026"


def test_whoever_has_handed_over_stops_writing_and_goes_on_with_one_tap(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    before = evening.sheet
    screen = open_screen(route="/share/code")
    screen.tap(STOP)
    assert CLOSED in screen.announced()
    assert screen.addresses()[-1] == "/"
    assert not screen.stays_awake
    assert library.settings.open_evening is None
    assert ROW in open_screen().names()
    screen.go("/menu")
    assert ROW in screen.names()
    screen.tap(ROW)
    screen.tap("Dein: 20 melden")
    assert evening.replay.entries[:-1] == before.replay.entries
    assert library.settings.open_evening == evening.key


def test_a_second_tap_closes_nothing_more(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    screen = open_screen(route="/share/code")
    screen.tap_at_once(STOP, STOP)
    assert CLOSED in screen.announced()
    assert library.holds(evening.key)


def test_another_screen_goes_on_with_the_evening(evening: Evening, open_screen: OpenScreen) -> None:
    screen, other = open_screen(route="/share/code"), open_screen()
    screen.tap(STOP)
    other.tap("Dein: 20 melden")
    assert len(evening.replay.entries) == 3
    assert CLOSED in screen.announced()


def test_where_it_cannot_be_saved_the_evening_stays_open(
    evening: Evening, open_screen: OpenScreen, library: Library, tmp_path: Path
) -> None:
    screen = open_screen(route="/share/code")
    (tmp_path / "library.unfinished").mkdir()  # in the way of the next change
    screen.tap(STOP)
    assert any("Is a directory" in said for said in screen.announced())
    assert STOP in screen.names()
    assert library.settings.open_evening == evening.key


def test_an_evening_that_is_not_open_is_not_closed(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    play(library, title="Kerwe")
    assert STOP not in open_screen(route=f"/share/{evening.key}/code").names()
