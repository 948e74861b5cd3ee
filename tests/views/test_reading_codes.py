"""An evening comes as QR codes: whole codes and parts, wrong ones, and none at all."""

from collections.abc import Sequence

import pytest
from flet_screen import OpenScreen, Screen
from played import MINE, YOURS, deal, play

from scoring import code_parts
from scoring.code_parts import parts
from scoring.compact import pack
from scoring.sheet import Sheet
from storage import Library

CAMERA, PICTURE = "Mit der Kamera", "Aus einem Bild"
READ = "QR-Code lesen"
ADDRESS = "https://knoddel.example/app/#"
HOLD = "Die Kamera über den Code halten."
HERE = "Der Abend ist jetzt hier. Antippen, um weiter anzuschreiben."
KERWE = "Kerwe, 20.11.2026: 2 Zeilen"


@pytest.fixture
def kerwe(tmp_path_factory: pytest.TempPathFactory) -> Sheet:
    """An evening of another device."""
    elsewhere = Library(tmp_path_factory.mktemp("elsewhere"))
    return play(elsewhere, deal(YOURS), deal(MINE), title="Kerwe").sheet


@pytest.fixture
def screen(open_screen: OpenScreen) -> Screen:
    return open_screen(route="/read")


def codes_of(sheet: Sheet) -> Sequence[str]:
    return parts(pack(sheet))


@pytest.fixture
def seven(kerwe: Sheet, monkeypatch: pytest.MonkeyPatch) -> Sequence[str]:
    """The texts of seven codes that are one evening."""
    content = pack(kerwe)
    monkeypatch.setattr(code_parts, "IN_ONE", 1)
    monkeypatch.setattr(code_parts, "IN_SEVERAL", -(-len(content) // 7))
    codes = parts(content)
    assert len(codes) == 7
    return codes


def shown(screen: Screen, *codes: str) -> None:
    """Let the page read codes with the camera, and people cancel then."""
    screen.codes = [{"text": code} for code in codes]
    screen.tap(CAMERA)


def there(number: int, of: int, missing: str) -> str:
    return f"{number} von {of} Codes sind da. Es fehlen noch: {missing}."


def lines(screen: Screen) -> list[object]:
    """Return what was said below the picture of the camera."""
    return [asked["line"] for asked in screen.asked if asked]


def test_a_code_shows_what_it_would_add_and_a_tap_takes_it_in(
    library: Library, screen: Screen, kerwe: Sheet
) -> None:
    (code,) = codes_of(kerwe)
    shown(screen, ADDRESS + code)
    way = {"way": "camera", "name": READ, "cancel": "Abbrechen", "choose": "Bild wählen"}
    assert screen.asked == [{**way, "line": HOLD}, None]
    assert {"Neue Abende (1)", KERWE} <= {*screen.texts()}
    assert library.labels() == []
    screen.tap("Übernehmen")
    assert HERE in screen.announced()
    (label,) = library.labels()
    assert library.sheet(label.key).head == kerwe.head


def test_a_code_that_is_known_adds_nothing(library: Library, screen: Screen, kerwe: Sheet) -> None:
    shown(screen, *codes_of(kerwe))
    screen.tap("Übernehmen")
    screen.go("/read")
    shown(screen, *codes_of(kerwe))
    assert "Dieser Abend ist schon hier." in screen.texts()
    assert "Übernehmen" not in screen.names()
    assert len(library.labels()) == 1


def test_the_parts_of_an_evening_are_read_in_any_order_and_more_than_once(
    screen: Screen, seven: Sequence[str]
) -> None:
    shown(screen, *(seven[at] for at in (3, 0, 3, 2, 6, 5, 4, 1)))
    assert lines(screen) == [
        HOLD,
        there(1, 7, "1, 2, 3, 5, 6, 7"),
        there(2, 7, "2, 3, 5, 6, 7"),
        there(2, 7, "2, 3, 5, 6, 7"),
        there(3, 7, "2, 5, 6, 7"),
        there(4, 7, "2, 5, 6"),
        there(5, 7, "2, 5"),
        there(6, 7, "2"),
    ]
    assert KERWE in screen.texts()


def test_what_was_read_stays_when_the_camera_is_closed(
    screen: Screen, seven: Sequence[str]
) -> None:
    screen.codes = [{"text": seven[0]}, {"ended": "closed"}]
    screen.tap(CAMERA)
    begun = there(1, 7, "2, 3, 4, 5, 6, 7")
    assert screen.announced() == [begun]
    screen.asked.clear()
    shown(screen, *seven[1:])
    assert lines(screen)[0] == begun
    assert KERWE in screen.texts()


def test_of_many_missing_parts_the_first_are_named(screen: Screen) -> None:
    shown(screen, "1.40.00000000.AA")
    assert lines(screen)[-1] == there(1, 40, "2, 3, 4, 5, 6, 7, 8, 9 …")


FOREIGN = "Das ist kein Code von Knoddel."
DAMAGED = "Dieser Code ist beschädigt. Bitte noch einmal lesen."


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("https://pub.example/menu", FOREIGN),
        ("", FOREIGN),
        ("#" * 7_000, FOREIGN),
        ("9.2.00000000.AA", FOREIGN),
        ("1.1.00000000.AA", DAMAGED),
        ("1.1.00000000.A", DAMAGED),
    ],
)
def test_a_wrong_code_is_told_and_the_camera_goes_on(
    library: Library, screen: Screen, kerwe: Sheet, code: str, said: str
) -> None:
    shown(screen, code, *codes_of(kerwe))
    assert lines(screen) == [HOLD, said]
    assert KERWE in screen.texts()
    assert library.labels() == []


def test_a_code_of_a_newer_version_is_told_and_the_camera_goes_on(
    screen: Screen, kerwe: Sheet
) -> None:
    (code,) = parts(b"\xff" + pack(kerwe)[1:])
    shown(screen, code)
    assert "neueren" in str(lines(screen)[-1])
    assert screen.announced() == []


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("nothing", "Auf diesem Bild ist kein QR-Code zu finden. Bitte ein anderes wählen."),
        ("unreadable", "Dieses Bild lässt sich nicht lesen. Bitte ein anderes wählen."),
        ("large", "Dieses Bild ist zu groß. Bitte ein kleineres wählen."),
    ],
)
def test_a_picture_without_a_code_is_told_and_another_one_may_be_chosen(
    screen: Screen, kerwe: Sheet, why: str, said: str
) -> None:
    screen.codes = [{"unread": why}, {"text": codes_of(kerwe)[0]}]
    screen.tap(PICTURE)
    assert lines(screen) == ["Ein Bild wählen, auf dem der Code ist.", said]
    assert KERWE in screen.texts()


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("refused", "Der Browser gibt Knoddel die Kamera nicht."),
        ("missing", "Keine Kamera gefunden."),
        ("busy", "Die Kamera geht im Moment nicht"),
        ("insecure", "Unter einer Adresse ohne https"),
        ("unloaded", "Was den Code liest, ließ sich nicht laden."),
    ],
)
def test_without_a_camera_a_sentence_names_the_other_ways(
    screen: Screen, why: str, said: str
) -> None:
    screen.codes = [{"ended": why}]
    screen.tap(CAMERA)
    (announced,) = screen.announced()
    assert announced.startswith(said)
    assert "Bild" in announced or "Datei" in announced
    assert {CAMERA, PICTURE} <= {*screen.names()}
    screen.tap(CAMERA)
    assert screen.announced() == []


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "no JSON",
        "[" * 10_000,
        "null",
        "7",
        '{"text": 7}',
        '{"ended": "because"}',
        '{"unread": ["nothing"]}',
        OSError(),
    ],
)
def test_a_page_that_is_gone_or_talks_nonsense_ends_the_reading(
    library: Library, screen: Screen, answer: str | OSError
) -> None:
    screen.codes = [answer]
    screen.tap(CAMERA)
    assert screen.asked[-1] is None
    assert screen.announced() == []
    assert CAMERA in screen.names()
    assert library.labels() == []


def test_two_taps_open_one_camera(screen: Screen) -> None:
    screen.tap_at_once(CAMERA, CAMERA, PICTURE)
    assert len(lines(screen)) == 1


@pytest.mark.parametrize("route", ["/", "/evenings", "/share"])
def test_reading_a_code_is_offered_where_evenings_come_from(
    library: Library, open_screen: OpenScreen, route: str
) -> None:
    if route != "/":
        play(library)
    screen = open_screen(route=route)
    screen.tap(READ)
    assert CAMERA in screen.names()


@pytest.mark.parametrize("route", ["/", "/evenings", "/share"])
def test_what_a_device_cannot_do_is_not_offered_but_a_file_is(
    library: Library, open_screen: OpenScreen, route: str
) -> None:
    if route != "/":
        play(library)
    screen = open_screen(route=route, has_reader=False)
    assert READ not in screen.names()
    screen.go("/read")
    assert {CAMERA, PICTURE}.isdisjoint(screen.names())
    assert "Codes lesen geht nur im Browser. Hier geht es mit einer Datei." in screen.texts()
    assert any(name.startswith("Datei einlesen") for name in screen.names())


@pytest.mark.parametrize("why", ["cancelled", "closed", "refused", "missing", "busy", "insecure"])
def test_a_page_that_tells_that_it_has_closed_the_camera_is_not_asked_to_close_it(
    screen: Screen, why: str
) -> None:
    """A tap that came before its second answer was lost."""
    screen.codes = [{"ended": why}]
    screen.tap(CAMERA)
    assert None not in screen.asked


@pytest.mark.parametrize("answer", [{"ended": "unloaded"}, {"ended": "gone"}, "nonsense"])
def test_a_page_whose_answer_does_not_tell_that_is_asked_to_close_it(
    screen: Screen, answer: dict[str, object] | str
) -> None:
    screen.codes = [answer]
    screen.tap(CAMERA)
    assert screen.asked[-1] is None
