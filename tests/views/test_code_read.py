"""A QR code that was read: shown first, taken over by a tap, once, and refused with a sentence."""

import zlib

import pytest
from flet_screen import OpenScreen, Screen
from long_evenings import long_evening
from played import MINE, deal, play, play_all

from scoring.code_parts import in_code, parts
from scoring.compact import pack
from scoring.sheet import Sheet
from storage import Library

ADDRESS = "https://example.org/"


def codes(sheet: Sheet) -> list[str]:
    return ["".join(in_code(part, ADDRESS)) for part in parts(pack(sheet))]


@pytest.fixture
def screen(open_screen: OpenScreen) -> Screen:
    return open_screen()


EVENING = long_evening("bauerchen", 20)
LONG = long_evening("bauerchen", 300)


def titles(library: Library) -> list[str | None]:
    return [label.title for label in library.labels()]


def test_an_evening_is_shown_first_and_taken_over_by_a_tap(
    library: Library, screen: Screen
) -> None:
    screen.read_code(*codes(EVENING))
    assert f"Stammtisch, 20.11.2026: {len(EVENING.replay.entries)} Zeilen" in screen.texts()
    assert "Neue Abende (1)" in screen.texts()
    assert "Karl & Erna – Hans-Joachim & Ruth" in screen.texts()
    (a, b) = EVENING.replay.state.score
    assert f"Stand: Mein {a}, Dein {b}" in screen.texts()
    assert library.labels() == []
    screen.tap("Übernehmen")
    assert titles(library) == ["Stammtisch"]
    assert "Der Abend ist jetzt hier. Antippen, um weiter anzuschreiben." in screen.announced()
    screen.tap("Stammtisch, Bauerchen · 20.11.2026")
    assert screen.addresses()[-1] == "/"


def test_a_second_tap_takes_nothing_over_twice(library: Library, screen: Screen) -> None:
    screen.read_code(*codes(EVENING))
    screen.tap_at_once("Übernehmen", "Übernehmen")
    assert titles(library) == ["Stammtisch"]


def test_an_evening_that_is_here_is_not_taken_over_again(library: Library, screen: Screen) -> None:
    play_all(library, EVENING)
    screen.read_code(*codes(EVENING))
    assert "Dieser Abend ist schon hier." in screen.texts()
    assert "Übernehmen" not in screen.names()
    screen.tap("Zurück")
    assert screen.addresses()[-1] == "/"


def test_an_evening_that_went_on_elsewhere_goes_on_here(library: Library, screen: Screen) -> None:
    replay = EVENING.replay
    evening = library.begin(EVENING.game, EVENING.head, replay.agreement)
    evening.extend(replay.entries[:10])
    screen.read_code(*codes(EVENING))
    assert "Abende, die weitergehen (1)" in screen.texts()
    screen.tap("Übernehmen")
    assert titles(library) == ["Stammtisch"]
    assert evening.replay.entries[:10] == replay.entries[:10]
    assert len(evening.replay.entries) == len(replay.entries)


def test_what_is_missing_of_a_long_evening_is_said(library: Library, screen: Screen) -> None:
    texts = codes(LONG)
    screen.read_code(texts[1])
    assert "1 von 5 Codes sind da. Es fehlen noch: 1, 3, 4, 5." in screen.announced()
    screen.read_code(texts[4], texts[1], texts[0], texts[3])
    assert "4 von 5 Codes sind da. Es fehlen noch: 3." in screen.announced()
    screen.read_code(texts[2])
    screen.tap("Übernehmen")
    assert titles(library) == ["Stammtisch"]


def test_an_evening_whose_codes_are_all_read_can_be_read_again(screen: Screen) -> None:
    screen.read_code(*codes(LONG))
    screen.tap("Zurück")
    screen.read_code(codes(LONG)[0])
    assert "1 von 5 Codes sind da. Es fehlen noch: 2, 3, 4, 5." in screen.announced()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("https://example.org/", "Das ist kein Code von Knoddel."),
        ("https://example.org/#/share", "Das ist kein Code von Knoddel."),
        (f"1.1.{zlib.crc32(b'Karl'):08X}.JNQXEAA", "Dieser Code ist beschädigt."),
    ],
)
def test_what_is_no_code_or_a_wrong_one_is_refused(
    library: Library, screen: Screen, text: str, why: str
) -> None:
    screen.read_code(text)
    assert any(said.startswith(why) for said in screen.announced())
    assert library.labels() == []


def test_a_code_of_a_newer_app_is_refused_on_the_page(screen: Screen) -> None:
    (part,) = parts(b"\2" + pack(EVENING)[1:])
    screen.read_code(part)
    assert any("neueren Version von Knoddel" in said for said in screen.announced())
    assert "Übernehmen" not in screen.names()
    assert "QR-Code" in screen.texts()


def test_the_open_evening_stays_open_meanwhile(library: Library, screen: Screen) -> None:
    play(library, deal(MINE), title="Kerwe")
    screen.read_code(*codes(EVENING))
    screen.tap("Übernehmen")
    assert sorted(filter(None, titles(library))) == ["Kerwe", "Stammtisch"]
