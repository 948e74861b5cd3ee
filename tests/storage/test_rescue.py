"""What a web page saved while the app could not start is read like any file."""

import json
from base64 import b64encode
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played import MINE, YOURS, deal, play
from strategies import json_values
from tapped import tap

from scoring.bauerchen import Meld
from scoring.refusals import Fault
from storage import Bundle, ImportRejected, Library, Settings, read_file
from storage.durable import decode, encode


def saved(folder: Path, **changes: object) -> bytes:
    """Return what the page saves of a folder; changed or other files by their path."""
    found = [*folder.glob("evenings/*"), *folder.glob("*.json"), *folder.glob("library.previous")]
    files: dict[str, object] = {
        f"/{file.relative_to(folder).as_posix()}": b64encode(file.read_bytes()).decode()
        for file in found
    }
    return json.dumps(
        {"format": "knoddel-files", "version": 1, "files": {**files, **changes}}
    ).encode()


def refused(content: bytes) -> tuple[object, object]:
    with pytest.raises(ImportRejected) as refusal:
        read_file(content)
    return refusal.value.refused.code, refusal.value.refused.values


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """Two evenings of two deals each."""
    library = Library(tmp_path)
    for winner in (MINE, YOURS):
        play(library, deal(winner), deal(winner), title=f"Table {winner}")
    return library


def path_of(library: Library, title: str) -> str:
    key = next(label.key for label in library.labels() if label.title == title)
    return f"/evenings/{key}.json"


def test_all_evenings_and_players_are_read_and_nothing_that_is_of_the_device(
    library: Library,
) -> None:
    bundle = read_file(saved(library.folder))

    kept = [library.sheet(label.key) for label in library.labels()]
    assert sorted(bundle.sheets, key=lambda sheet: str(sheet.head.title)) == sorted(
        kept, key=lambda sheet: str(sheet.head.title)
    )
    assert bundle.settings == Settings(players=library.settings.players)


@pytest.mark.parametrize("damaged", [None, 7, "no base64!", b64encode(b"no file").decode()])
def test_of_a_damaged_file_the_generation_before_is_read(library: Library, damaged: object) -> None:
    path = path_of(library, "Table 0")

    bundle = read_file(saved(library.folder, **{path: damaged}))

    deals = {sheet.head.title: len(sheet.replay.entries) for sheet in bundle.sheets}
    assert deals == {"Table 0": 1, "Table 1": 2}


def test_an_evening_of_which_no_generation_can_be_read_is_named(library: Library) -> None:
    path = path_of(library, "Table 1")
    gone = {path: "", path.replace(".json", ".previous"): ""}

    assert refused(saved(library.folder, **gone)) == (Fault.UNREADABLE, {"key": path})


def test_an_evening_of_a_newer_app_is_named_and_not_taken_from_before(library: Library) -> None:
    path = path_of(library, "Table 1")
    library.file_of(Path(path).stem).write_bytes(newer(library.file_of(Path(path).stem)))

    assert refused(saved(library.folder)) == (Fault.UNREADABLE, {"key": path})


def newer(file: Path) -> bytes:
    """Return an evening's file as a newer app would have written it."""
    tables = decode(file.read_bytes())
    tables["sheets"]["1"]["schema"] = 99
    return encode(tables)


def test_without_a_readable_library_there_are_the_evenings_alone(library: Library) -> None:
    bundle = read_file(
        saved(library.folder, **{"/library.json": "", "/library.previous": "", "/other": 1})
    )

    assert (len(bundle.sheets), bundle.settings) == (2, Settings())


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"version": 2, "files": {}}, Fault.VERSION_UNKNOWN),
        ({"version": True, "files": {}}, Fault.VERSION_UNKNOWN),
        ({"version": 1, "files": []}, Fault.NOT_AN_OBJECT),
        ({"version": 1}, Fault.KEY_MISSING),
        ({"version": 1, "files": {}, "more": 1}, Fault.KEY_UNKNOWN),
    ],
)
def test_what_is_no_such_file_is_refused(raw: dict[str, object], code: Fault) -> None:
    assert refused(json.dumps({"format": "knoddel-files", **raw}).encode())[0] is code


def test_what_waits_is_in_the_sheets_and_what_does_not_fit_is_named(library: Library) -> None:
    first, second = (library.evening(label.key) for label in library.labels())
    nonsense = {"type": "meld", "side": 7, "cards": 20}
    waiting = [
        tap(first, Meld(MINE, 20), "20"),
        tap(first, None, "Spritzen"),
        tap(first, Meld(YOURS, 40), "40"),
        tap(first, Meld(MINE, 40), "of another state", revision="another"),
        {**tap(second, None, "refused"), "entry": nonsense},
        tap(second, Meld(MINE, 20), "after it"),
        {**tap(second, Meld(MINE, 20), "of nowhere"), "evening": "another"},
    ]
    (library.folder / "waiting.json").write_text(json.dumps(waiting))
    offered = [tap(second, Meld(MINE, 20), "offered")]
    (library.folder / "not-written.json").write_text(json.dumps(offered))

    bundle = read_file(saved(library.folder))

    lines = {sheet.head.title: sheet.replay.entries for sheet in bundle.sheets}
    kept = first.replay.entries
    assert lines[first.head.title] == (*kept, Meld(MINE, 20), Meld(YOURS, 40))
    assert lines[second.head.title] == second.replay.entries
    assert bundle.left == ("of another state", "refused", "after it", "of nowhere", "offered")


@pytest.mark.parametrize("damaged", [7, b64encode(b"[").decode(), b64encode(b"[7]").decode()])
def test_what_waits_and_cannot_be_read_is_named_and_harms_nothing(
    library: Library, damaged: object
) -> None:
    files = {"/waiting.json": damaged, "/not-written.json": damaged}

    bundle = read_file(saved(library.folder, **files))

    assert bundle.left == ("/waiting.json", "/not-written.json")
    assert len(bundle.sheets) == 2


@given(
    st.dictionaries(st.text(max_size=12).map("/evenings/{}.json".format) | st.text(), json_values())
)
def test_whatever_the_files_are_called_and_hold_there_is_an_answer(
    files: dict[str, object],
) -> None:
    content = json.dumps({"format": "knoddel-files", "version": 1, "files": files}).encode()
    with suppress(ImportRejected):
        assert read_file(content) == Bundle(())
