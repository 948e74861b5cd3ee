"""Taking along, reading in, copies, the bin: nothing is lost, and nothing is taken in half."""

import json
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

import pytest
from failing_disk import BROKEN, unreadable
from flet_screen import OpenScreen, Screen
from on_disk import a_folder
from played import MINE, SIDES, YOURS, deal, play
from tapped import tap

from scoring.bauerchen import Meld
from scoring.sheet import Side, read_sheet, write_sheet
from storage import (
    Backup,
    Evening,
    Library,
    Settings,
    import_file,
    read_file,
    write_backup,
    write_file,
)
from views.pages.importing import MOST_SHOWN

READ_IN = "Datei einlesen, nichts wird verdoppelt oder überschrieben"
SAVE_ALL = "Alles als Datei speichern, alle Abende, Spieler und Einstellungen"
INTO_BIN = "Diesen Abend in den Papierkorb, Er bleibt dort 30 Tage."
NOTHING_NEW = "Darin ist nichts, was nicht schon da ist."
OTHERS = (Side("Wir", ("Anna", "Berta")), Side("Ihr", ("Curt", "Dora")))


@pytest.fixture
def evening(library: Library) -> Evening:
    return play(library, Meld(MINE, 20), deal(MINE), title="Stammtisch")


@pytest.fixture
def screen(evening: Evening, open_screen: OpenScreen) -> Screen:
    assert evening.replay.entries
    return open_screen()


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The library of another device."""
    return Library(tmp_path_factory.mktemp("elsewhere"))


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def pick(screen: Screen, content: bytes, size: int | None = None) -> None:
    screen.go("/settings")
    screen.pick(READ_IN, "file.json", content, size)


# Taking along


def test_the_open_evening_is_saved_as_a_sheet_file_named_after_it(
    evening: Evening, screen: Screen
) -> None:
    screen.go("/menu")
    screen.tap("Diesen Abend als Datei speichern")
    content = screen.saved["Stammtisch 2026-11-20.knoddel.json"]
    assert write_sheet(read_sheet(content)) == write_sheet(evening.sheet)


def test_everything_is_saved_in_one_file_with_players_and_settings(
    library: Library, screen: Screen
) -> None:
    play(library, sides=OTHERS)
    screen.go("/settings")
    screen.tap(SAVE_ALL)
    (content,) = screen.saved.values()
    bundle = read_file(content)
    assert [sheet.head.title for sheet in bundle.sheets].count("Stammtisch") == 1
    assert len(bundle.sheets) == 2
    known = {player for side in (*SIDES, *OTHERS) for player in side.players}
    assert set(bundle.settings.players) == known
    assert "2 Abende sind in der Datei." in screen.announced()


def test_what_cannot_be_read_is_left_out_of_the_file_and_that_is_said(
    library: Library, screen: Screen
) -> None:
    other = play(library, deal(MINE))
    library = Library(library.folder)
    for ending in ("json", "previous"):
        (library.folder / "evenings" / f"{other.key}.{ending}").write_text("nothing")
    reader = Screen(library, screen.loop)
    reader.go("/settings")
    reader.tap(SAVE_ALL)
    assert "1 Abend ist in der Datei. 1 war nicht lesbar und fehlt darin!" in reader.announced()
    reader.close()


# Reading in


def test_a_file_shows_what_it_would_add_before_it_is_taken_in(
    library: Library, screen: Screen, elsewhere: Library
) -> None:
    other = play(elsewhere, deal(YOURS), sides=OTHERS, title="Kerwe")
    before = contents(library.folder)
    pick(screen, write_backup([other.sheet], Settings(theme="light", players=("Zoe",))))
    for said in ("Neue Abende (1)", "Kerwe, 20.11.2026: 1 Zeile", "Zoe", "Aussehen"):
        assert said in screen.texts()
    assert contents(library.folder) == before
    screen.tap("Einlesen")
    assert "„file.json“ ist eingelesen." in screen.announced()
    assert "Kerwe, Bauerchen · 20.11.2026" in screen.names()
    assert library.settings.theme == "light"


def test_of_very_many_evenings_in_a_file_the_first_are_named(
    screen: Screen, elsewhere: Library
) -> None:
    sheet = play(elsewhere, sides=OTHERS).sheet
    titles = [f"Abend {number}" for number in range(MOST_SHOWN + 2)]
    sheets = [replace(sheet, head=replace(sheet.head, title=title)) for title in titles]
    pick(screen, write_backup(sheets, Settings()))
    assert f"Neue Abende ({MOST_SHOWN + 2})" in screen.texts()
    assert "und 2 weitere" in screen.texts()
    named = [text for text in screen.texts() if text.startswith("Abend ")]
    assert len(named) == MOST_SHOWN


def test_an_evening_that_goes_on_in_a_file_goes_on_here_and_on_every_screen(
    evening: Evening, screen: Screen, open_screen: OpenScreen, elsewhere: Library
) -> None:
    watching = open_screen()
    pick(screen, write_file(evening.sheet))
    assert NOTHING_NEW in screen.texts()
    assert list(import_file(elsewhere, write_file(evening.sheet)))
    copy = elsewhere.evening(elsewhere.labels()[0].key)
    copy.write(deal(MINE))
    copy.write(Meld(YOURS, 40))
    pick(screen, write_file(copy.sheet))
    assert "Abende, die weitergehen (1)" in screen.texts()
    assert "Stammtisch, 20.11.2026: 2 Zeilen mehr" in screen.texts()
    screen.tap("Einlesen")
    assert evening.replay.entries == copy.replay.entries
    assert watching.says("Stand") == "Stand: Mein 4, Dein 2"


def of_version(version: object) -> bytes:
    """Return a backup without anything in it."""
    raw = {"format": "knoddel-backup", "version": version, "settings": {}, "sheets": []}
    return json.dumps(raw).encode()


def test_what_was_tapped_and_is_in_no_sheet_of_a_saved_file_is_told(
    library: Library, screen: Screen
) -> None:
    pick(screen, saved_with_taps(library, 1))
    assert "Wurde nicht angeschrieben: Mein: 20" in screen.texts()
    assert not any(text.startswith("und ") for text in screen.texts())


def test_of_very_many_taps_that_are_in_no_sheet_the_first_are_named(
    library: Library, screen: Screen
) -> None:
    pick(screen, saved_with_taps(library, MOST_SHOWN + 2))
    assert screen.texts().count("Wurde nicht angeschrieben: Mein: 20") == MOST_SHOWN
    assert "und 2 weitere" in screen.texts()


def saved_with_taps(library: Library, number: int) -> bytes:
    """Return what a page saves that has so many taps, and no evening for them."""
    waiting = [tap(play(library), Meld(MINE, 20), "Mein: 20")] * number
    files = {"/waiting.json": b64encode(json.dumps(waiting).encode()).decode()}
    return json.dumps({"format": "knoddel-files", "version": 1, "files": files}).encode()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "Das ist kein Zettel: Es ist kein gültiges JSON."),
        (b"\xff", "Das ist kein Zettel: Es ist kein UTF-8-Text."),
        (b"{}", "„format“ fehlt."),
        (b"[" * 100_000, "Das ist kein Zettel: Es ist kein gültiges JSON."),
        (of_version(2), "Version 2 der Zetteldatei ist hier nicht bekannt."),
        (of_version(10**41), "Version … der Zetteldatei ist hier nicht bekannt."),
        (of_version([1]), "Version […] der Zetteldatei ist hier nicht bekannt."),
        (of_version({"1": 1}), "Version {…} der Zetteldatei ist hier nicht bekannt."),
        (of_version(None), "Version null der Zetteldatei ist hier nicht bekannt."),
    ],
)
def test_a_wrong_file_is_refused_with_the_reason_and_nothing_changes(
    library: Library, screen: Screen, content: bytes, why: str
) -> None:
    before = contents(library.folder)
    pick(screen, content)
    assert f"Nichts eingelesen. {why}" in screen.announced()
    assert "Einlesen" not in screen.names()
    assert contents(library.folder) == before


def test_a_wrong_sheet_is_named_with_the_place(evening: Evening, screen: Screen) -> None:
    good = write_sheet(evening.sheet)
    wrong = {**good, "entries": [{"type": "meld", "side": 0, "cards": 20}, {"type": "meld"}]}
    backup = {"format": "knoddel-backup", "version": 1, "settings": {}, "sheets": [good, wrong]}
    pick(screen, json.dumps(backup).encode())
    assert "Nichts eingelesen. Zettel 2: Zeile 2: „side“ fehlt." in screen.announced()


def test_a_file_is_not_offered_while_what_is_here_cannot_be_read(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    play(library)
    screen = Screen(Library(library.folder), open_screen().loop)
    with unreadable("open", BROKEN, library.file_of(evening.key)):
        pick(screen, write_file(evening.sheet))
    said = (
        "Nichts eingelesen. Was schon da ist, lässt sich im Moment nicht lesen "
        "(Input/output error). Bitte die Datei noch einmal wählen."
    )
    assert said in screen.announced()
    assert "Einlesen" not in screen.names()
    pick(screen, write_file(evening.sheet))
    assert NOTHING_NEW in screen.texts()
    screen.close()


def test_a_file_that_is_too_large_is_not_even_looked_at(screen: Screen) -> None:
    pick(screen, b"{}", size=16 * 1024 * 1024 + 1)
    assert (
        "„file.json“ kann nicht eingelesen werden: Eine Datei hat höchstens 16 MiB."
        in screen.announced()
    )


def test_a_file_that_does_not_arrive_is_told(screen: Screen) -> None:
    screen.go("/settings")
    screen.lose(READ_IN, "file.json")
    said = "„file.json“ ist nicht angekommen. Bitte noch einmal wählen."
    assert said in screen.announced()


def test_a_file_that_cannot_be_kept_is_refused_whole(
    library: Library, screen: Screen, elsewhere: Library
) -> None:
    other = play(elsewhere, sides=OTHERS)
    (library.folder / "incoming.unfinished").mkdir()
    before = contents(library.folder)
    pick(screen, write_file(other.sheet))
    screen.tap("Einlesen")
    assert any("Nichts angeschrieben" in said for said in screen.announced())
    assert contents(library.folder) == before


def test_the_page_for_a_file_needs_a_file(screen: Screen) -> None:
    screen.go("/import")
    assert "Keine Datei gewählt." in screen.texts()
    screen.tap("Zurück zu den Einstellungen")
    assert READ_IN in screen.names()


# The bin


def test_an_evening_in_the_bin_is_gone_from_the_list_and_comes_back_with_a_tap(
    library: Library, evening: Evening, screen: Screen
) -> None:
    screen.go("/menu")
    screen.tap(INTO_BIN)
    assert "Stammtisch, Bauerchen · 20.11.2026" not in screen.names()
    assert library.settings.open_evening is None
    screen.go("/bin")
    (name,) = (name for name in screen.names() if name.startswith("Stammtisch, 20.11.2026"))
    assert "Antippen holt ihn zurück" in name
    screen.tap(name)
    assert "Stammtisch, 20.11.2026 ist wieder unter „Frühere Abende“." in screen.announced()
    assert library.holds(evening.key)
    screen.go("/evenings")
    screen.tap("Stammtisch, Bauerchen · 20.11.2026")
    assert screen.says("Stand") == "Stand: Mein 3, Dein 0"


def test_once_an_evening_is_said_to_be_in_the_bin_its_page_stays_and_every_tap_counts(
    screen: Screen,
) -> None:
    screen.go("/menu")
    screen.tap_until(INTO_BIN, "Der Abend liegt im Papierkorb.")
    seen = dict(screen.keys())
    screen.loop.settle()
    screen.tap_key(seen["Einstellungen"])
    screen.loop.settle()
    assert READ_IN in screen.names()


def test_emptying_the_bin_asks_once(library: Library, evening: Evening, screen: Screen) -> None:
    library.put_into_bin(evening.key)
    screen.go("/bin")
    screen.tap("Papierkorb leeren")
    assert "1 Abend endgültig löschen?" in screen.texts()
    screen.tap("So lassen")
    assert len(library.bin()) == 1
    screen.tap("Papierkorb leeren")
    screen.tap("Endgültig löschen")
    assert "Der Papierkorb ist leer." in screen.announced()
    assert library.bin() == []
    assert "Papierkorb leeren" not in screen.names()


def test_an_evening_that_cannot_be_taken_out_of_the_bin_says_so_and_stays_there(
    library: Library, evening: Evening, screen: Screen
) -> None:
    library.put_into_bin(evening.key)
    (library.folder / "library.unfinished").mkdir()
    screen.go("/bin")
    screen.tap(next(name for name in screen.names() if name.startswith("Stammtisch")))
    assert any("Nichts angeschrieben" in said for said in screen.announced())
    assert [label.key for label in library.bin()] == [evening.key]


def test_an_evening_that_cannot_be_deleted_says_so_and_is_asked_for_again(
    library: Library, evening: Evening, screen: Screen
) -> None:
    library.put_into_bin(evening.key)
    file = library.file_of(evening.key)
    a_folder(file)
    screen.go("/bin")
    screen.tap("Papierkorb leeren")
    screen.tap("Endgültig löschen")
    assert any("Nichts angeschrieben" in said for said in screen.announced())
    assert [label.key for label in library.bin()] == [evening.key]
    file.rmdir()
    screen.tap("Endgültig löschen")
    assert library.bin() == []


@pytest.mark.parametrize("page", ["/", "/menu", "/line/0"])
def test_an_evening_that_somebody_puts_into_the_bin_disappears_from_every_screen(
    screen: Screen, open_screen: OpenScreen, page: str
) -> None:
    other = open_screen()
    other.go(page)
    screen.go("/menu")
    screen.tap(INTO_BIN)
    mine = "Der Abend liegt im Papierkorb. Zum Papierkorb geht es über „Einstellungen“."
    theirs = "Ein anderes Gerät hat diesen Abend in den Papierkorb gelegt."
    for each, said in ((screen, mine), (other, theirs)):
        assert said in each.announced()
        assert "Mein: 20 melden" not in each.names()
        assert "Neuer Abend" in each.names()


# Automatic copies


def a_copy(screen: Screen) -> str:
    screen.go("/backups")
    return next(name for name in screen.names() if name.startswith("Stammtisch"))


@pytest.fixture
def longer_copy(library: Library, evening: Evening, open_screen: OpenScreen) -> Screen:
    """A screen that shows a copy with one line more than the evening has."""
    play(library)
    evening.undo()
    screen = open_screen()
    screen.tap(a_copy(screen))
    return screen


def test_a_copy_shows_what_it_holds_and_is_put_back_while_the_present_is_copied(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    library = Library(library.folder)
    evening = library.evening(evening.key)
    evening.write(deal(YOURS))
    screen = Screen(library, open_screen().loop)
    screen.tap(a_copy(screen))
    assert "2 Zeilen, Stand Mein 3, Dein 0" in screen.texts()
    assert "3 Zeilen, Stand Mein 3, Dein 2" in screen.texts()
    screen.tap("Zurückholen")
    assert len(evening.replay.entries) == 2
    kept = [len(library.read_copy(copy).sheet.replay.entries) for copy in copies(library, evening)]
    assert kept == [3, 2]
    screen.close()


def copies(library: Library, evening: Evening) -> list[Backup]:
    return [copy for copy in library.backups() if copy.key == evening.key]


def test_a_copy_can_be_left_where_it_is(evening: Evening, longer_copy: Screen) -> None:
    screen, before = longer_copy, evening.content
    assert "Zurückholen" in screen.names()
    screen.tap("So lassen")
    assert evening.content == before


def test_a_copy_of_what_is_on_the_slate_is_not_offered(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    play(library)
    assert evening.replay.entries
    screen = open_screen()
    screen.tap(a_copy(screen))
    assert "Auf der Tafel steht dasselbe." in screen.texts()
    assert "Zurückholen" not in screen.names()


def test_an_evening_that_is_in_the_bin_comes_back_from_its_copy(
    library: Library, evening: Evening, screen: Screen
) -> None:
    library.put_into_bin(evening.key)
    screen.tap(a_copy(screen))
    assert "Den Abend gibt es nicht mehr unter „Frühere Abende“." in screen.texts()
    screen.tap("Zurückholen")
    assert library.holds(evening.key)


def test_an_evening_that_cannot_be_read_comes_back_from_its_copy(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    play(library)
    for ending in ("json", "previous"):
        (library.folder / "evenings" / f"{evening.key}.{ending}").write_bytes(b"Karl")
    screen = Screen(Library(library.folder), open_screen().loop)
    screen.tap(a_copy(screen))
    assert "Der Abend ist nicht lesbar." in screen.texts()
    screen.tap("Zurückholen")
    screen.go("/evenings")
    screen.tap(next(name for name in screen.names() if name.startswith("Stammtisch")))
    assert screen.says("Stand") == "Stand: Mein 3, Dein 0"
    screen.close()


def test_a_copy_that_cannot_be_read_says_so(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    play(library)
    screen = open_screen()
    (copy,) = copies(library, evening)
    copy.file.write_bytes(b"Karl")
    screen.tap(a_copy(screen))
    assert "Diese Sicherung ist nicht lesbar." in screen.announced()
    assert "Zurückholen" not in screen.names()


def test_a_copy_is_not_put_back_over_what_was_not_shown(
    evening: Evening, longer_copy: Screen
) -> None:
    screen = longer_copy
    evening.write(deal(YOURS))
    screen.tap("Zurückholen")
    said = "Nicht übernommen. Der Abend hat sich inzwischen geändert; bitte noch einmal ansehen."
    assert said in screen.announced()
    assert "2 Zeilen, Stand Mein 1, Dein 1" in screen.texts()
    screen.tap("Zurückholen")
    assert evening.replay.state.score == (3, 0)


def test_a_copy_that_is_damaged_after_it_was_shown_says_so(
    library: Library, evening: Evening, longer_copy: Screen
) -> None:
    screen, before = longer_copy, evening.content
    (copy,) = copies(library, evening)
    copy.file.write_bytes(b"Karl")
    screen.tap("Zurückholen")
    assert "Diese Sicherung ist nicht lesbar." in screen.announced()
    assert "Zurückholen" not in screen.names()
    assert evening.content == before


def test_a_copy_that_the_device_does_not_let_be_put_back_can_be_tried_again(
    library: Library, evening: Evening, longer_copy: Screen
) -> None:
    screen = longer_copy
    obstacle = library.folder / "evenings" / f"{evening.key}.unfinished"
    obstacle.mkdir()
    screen.tap("Zurückholen")
    assert any("Nichts angeschrieben" in said for said in screen.announced())
    assert evening.replay.state.score == (1, 0)
    obstacle.rmdir()
    screen.tap("Zurückholen")
    assert evening.replay.state.score == (3, 0)


def test_settings_come_back_from_their_copy(library: Library, open_screen: OpenScreen) -> None:
    play(library)
    library.change(Settings(theme="light"))
    screen = open_screen()
    screen.go("/backups")
    screen.tap(next(name for name in screen.names() if name.startswith("Einstellungen und")))
    screen.tap("Zurückholen")
    assert library.settings.theme is None


# Damage


@pytest.fixture
def damaged(library: Library, evening: Evening) -> str:
    """Let a disk damage the newest file of the evening; return where it will go."""
    (library.folder / "evenings" / f"{evening.key}.json").write_bytes(b"Karl")
    return f"{evening.key}.unreadable-1"


def test_damage_is_told_and_the_damaged_file_can_be_saved(
    library: Library, damaged: str, open_screen: OpenScreen
) -> None:
    screen = Screen(Library(library.folder), open_screen().loop)
    assert any("der Stand vor dem letzten Antippen" in said for said in screen.announced())
    assert screen.says("Stand") == "Stand: Mein 1, Dein 0"
    screen.go("/settings")
    screen.tap("Beschädigte Dateien, 1 Datei")
    screen.tap(f"{damaged}, Diese Datei speichern")
    assert screen.saved == {damaged: b"Karl"}
    screen.close()


def test_a_damaged_library_is_told_and_all_evenings_are_there(
    library: Library, evening: Evening, open_screen: OpenScreen
) -> None:
    for ending in ("json", "previous"):
        (library.folder / f"library.{ending}").write_bytes(b"Karl")
    screen = Screen(Library(library.folder), open_screen().loop)
    assert any("Liste der Abende" in said for said in screen.announced())
    screen.tap("Stammtisch, Bauerchen · 20.11.2026")
    assert screen.says("Stand") == "Stand: Mein 3, Dein 0"
    assert evening.replay.entries
    screen.close()


# Who has played here


def test_players_who_have_played_here_take_a_seat_with_a_tap(
    library: Library, screen: Screen
) -> None:
    screen.go("/new")
    for name in ("Ruth", "Karl", "Hans", "Erna"):
        screen.tap(f"{name} spielt nicht mit")
    for name in ("Ruth", "Karl", "Hans", "Erna"):
        screen.tap(f"{name} an den Tisch setzen")
    assert not any(name.endswith("an den Tisch setzen") for name in screen.names())
    screen.tap("Los geht's")
    sides = library.evening(str(library.settings.open_evening)).head.sides
    assert [side.players for side in sides] == [("Ruth", "Karl"), ("Hans", "Erna")]
