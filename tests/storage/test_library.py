"""The library: every evening is found again, and the settings are kept."""

from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from failing_disk import FULL, KILLED, Disk
from hypothesis import given, settings
from strategies import json_values

from scoring.bauerchen import GAME, Meld, Rules
from scoring.game import Agreement
from scoring.refusals import Refused
from scoring.sheet import Head, Side
from storage import FromTheFuture, Label, Library, Settings, Unreadable
from storage.durable import DurableStorage
from storage.places import evening_file, evenings_folder, library_file, previous_generation

HEAD = Head((Side("Mein"), Side("Dein")), "Stammtisch", "2026-11-20")
TABLE = Agreement(Rules())


def begin(library: Library, title: str | None = "Stammtisch", day: str | None = None) -> str:
    return library.begin(GAME, replace(HEAD, title=title, played_on=day), TABLE).key


def all_files(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


# Evenings


def test_an_empty_folder_holds_no_evenings(tmp_path: Path) -> None:
    library = Library(tmp_path / "new" / "folder")
    assert library.labels() == []
    assert library.settings == Settings()


def test_evenings_are_listed_newest_first(tmp_path: Path) -> None:
    library = Library(tmp_path)
    days = ["2026-11-20", "2027-01-01", "2026-02-03"]
    keys = {day: begin(library, f"On {day}", day) for day in days}
    expected = [Label(keys[day], f"On {day}", day) for day in sorted(days, reverse=True)]
    assert library.labels() == expected
    assert Library(tmp_path).labels() == expected


def test_an_evening_without_a_day_is_listed_as_of_today(tmp_path: Path) -> None:
    library = Library(tmp_path)
    earliest = datetime.now().astimezone().date().isoformat()
    key = begin(library, None)
    assert earliest <= key[:10] <= datetime.now().astimezone().date().isoformat()
    assert library.labels() == [Label(key, None, None)]


def test_two_evenings_of_one_day_are_two(tmp_path: Path) -> None:
    library = Library(tmp_path)
    assert begin(library, "a", "2026-11-20") != begin(library, "b", "2026-11-20")
    assert {label.title for label in library.labels()} == {"a", "b"}


def test_a_file_that_the_index_does_not_know_is_listed_and_opened(tmp_path: Path) -> None:
    key = begin(Library(tmp_path), "Stammtisch", "2026-11-20")
    library_file(tmp_path).unlink()
    previous_generation(library_file(tmp_path)).unlink()
    library = Library(tmp_path)
    assert library.labels() == [Label(key, None, None)]
    assert library.evening(key).head.title == "Stammtisch"


def test_an_evening_of_which_only_the_generation_before_is_left_is_opened(tmp_path: Path) -> None:
    library = Library(tmp_path)
    key = begin(library)
    library.evening(key).write(Meld(0, 20))
    evening_file(tmp_path, key).unlink()
    library = Library(tmp_path)
    assert [label.key for label in library.labels()] == [key]
    assert library.evening(key).replay.entries == ()


def test_an_evening_whose_files_are_gone_is_not_listed(tmp_path: Path) -> None:
    library = Library(tmp_path)
    evening_file(tmp_path, begin(library)).unlink()
    assert library.labels() == []


def test_an_evening_is_opened_once_and_shared(tmp_path: Path) -> None:
    key = begin(Library(tmp_path))
    library = Library(tmp_path)
    assert library.evening(key) is library.evening(key)
    begun = library.begin(GAME, HEAD, TABLE)
    assert library.evening(begun.key) is begun


@pytest.mark.parametrize(
    "key", ["", "2026-11-20", ".", "..", "../library", "library", "/etc/passwd", "\0", "\ud800"]
)
def test_an_evening_that_is_not_there_is_a_key_error(tmp_path: Path, key: str) -> None:
    library = Library(tmp_path)
    begin(library)
    with pytest.raises(KeyError):
        library.evening(key)


def test_a_path_to_an_evening_is_no_key(tmp_path: Path) -> None:
    library = Library(tmp_path)
    key = begin(library)
    for path in (f"../evenings/{key}", f"./{key}", str(evening_file(tmp_path, key)), f"{key}.json"):
        with pytest.raises(KeyError):
            library.evening(path)


def test_an_unreadable_evening_does_not_hide_the_others(tmp_path: Path) -> None:
    library = Library(tmp_path)
    good, bad = begin(library), begin(library)
    evening_file(tmp_path, bad).write_bytes(b"")
    library = Library(tmp_path)
    assert {label.key for label in library.labels()} == {good, bad}
    assert library.evening(good).replay.entries == ()
    with pytest.raises(Unreadable):
        library.evening(bad)


def test_an_evening_that_cannot_be_read_again_is_not_begun(tmp_path: Path) -> None:
    library = Library(tmp_path)
    with pytest.raises(Refused):
        begin(library, "x" * 81)
    assert library.labels() == []
    assert library.settings.open_evening is None


@pytest.mark.parametrize("error", [FULL, KILLED])
def test_an_evening_is_begun_or_there_is_none(tmp_path: Path, error: BaseException) -> None:
    for step in count(1):
        library = Library(tmp_path / str(step))
        earlier = begin(library, "earlier")
        with Disk(step, error) as disk:
            try:
                begin(library, "new")
            except type(error):
                assert disk.has_failed
                failed = True
            else:
                failed = False
        if error is FULL:
            assert len(library.labels()) == 2 - failed
        reopened = Library(tmp_path / str(step))
        for label in reopened.labels():
            assert reopened.evening(label.key).head.title == label.title
        if failed and error is FULL:
            assert reopened.settings.open_evening == earlier
        begin(library, "next")
        if not disk.has_failed:
            break
    assert step > 30


# Settings


def test_settings_are_kept(tmp_path: Path) -> None:
    chosen = Settings("pfl", "light", "2026-11-20-0badcafe")
    library = Library(tmp_path)
    library.change(chosen)
    assert library.settings == chosen
    assert Library(tmp_path).settings == chosen
    library.change(Settings())
    assert Library(tmp_path).settings == Settings()


def test_the_evening_that_was_begun_is_the_open_one(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.change(Settings("en", "dark"))
    key = begin(library)
    assert Library(tmp_path).settings == Settings("en", "dark", key)


def test_settings_that_are_the_same_are_not_written(tmp_path: Path) -> None:
    library = Library(tmp_path)
    before = all_files(tmp_path)
    with Disk(1, FULL):
        library.change(Settings())
    assert all_files(tmp_path) == before


def test_settings_that_cannot_be_kept_are_not_changed(tmp_path: Path) -> None:
    library = Library(tmp_path)
    with Disk(1, FULL), pytest.raises(OSError, match="No space"):
        library.change(Settings("en"))
    assert library.settings == Library(tmp_path).settings == Settings()


def change_library(folder: Path, **tables: Any) -> None:
    storage = DurableStorage(library_file(folder))
    storage.write({**(storage.read() or {}), **tables})


@pytest.mark.parametrize(
    ("wrong", "kept"),
    [
        ({"theme": "purple"}, Settings("en", None, "a")),
        ({"theme": ["light"]}, Settings("en", None, "a")),
        ({"language": 7, "more": True}, Settings(None, "dark", "a")),
        ({"open_evening": {}}, Settings("en", "dark", None)),
    ],
)
def test_a_setting_that_this_app_does_not_know_is_the_default(
    tmp_path: Path, wrong: dict[str, object], kept: Settings
) -> None:
    Library(tmp_path)
    known = {"schema": 1, "language": "en", "theme": "dark", "open_evening": "a"}
    change_library(tmp_path, settings={"1": {**known, **wrong}})
    assert Library(tmp_path).settings == kept


@settings(max_examples=50)
@given(json_values(), json_values())
def test_whatever_the_index_holds_the_evenings_are_listed(
    tmp_path_factory: pytest.TempPathFactory, value: object, other: object
) -> None:
    folder = tmp_path_factory.mktemp("any")
    key = begin(Library(folder), "Stammtisch")
    wrong: list[dict[str, object]] = [
        {"key": value, "title": None, "played_on": None},
        {"key": key, "title": value, "played_on": other, "more": True},
        {"value": value},
    ]
    change_library(folder, evenings={str(place): label for place, label in enumerate(wrong, 1)})
    assert Library(folder).labels() == [Label(key)]


# The library's own file


def damaged(file: Path) -> None:
    file.write_bytes(b"")


def missing(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize("harm", [damaged, missing])
def test_a_library_file_that_is_harmed_costs_one_setting(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    library = Library(tmp_path)
    key = begin(library)
    library.change(Settings("en", None, key))
    library.change(Settings("en", "dark", key))
    harm(library_file(tmp_path))
    library = Library(tmp_path)
    assert library.settings == Settings("en", None, key)
    assert [label.title for label in library.labels()] == ["Stammtisch"]


def test_a_library_that_cannot_be_read_is_left_as_it_is(tmp_path: Path) -> None:
    Library(tmp_path)
    library_file(tmp_path).write_bytes(b"")
    previous_generation(library_file(tmp_path)).write_bytes(b"")
    before = all_files(tmp_path)
    with pytest.raises(Unreadable):
        Library(tmp_path)
    assert all_files(tmp_path) == before


def test_a_library_of_a_newer_app_is_left_as_it_is(tmp_path: Path) -> None:
    Library(tmp_path)
    change_library(tmp_path, settings={"1": {"schema": 2, **asdict(Settings())}})
    before = all_files(tmp_path)
    with pytest.raises(FromTheFuture):
        Library(tmp_path)
    assert all_files(tmp_path) == before


def test_a_library_that_dies_while_it_is_made_can_be_opened(tmp_path: Path) -> None:
    for step in count(1):
        folder = tmp_path / str(step)
        with Disk(step, KILLED) as disk:
            try:
                Library(folder)
            except KeyboardInterrupt:
                assert disk.has_failed
            else:
                break
        assert Library(folder).settings == Settings()
    assert step > 8


@pytest.mark.parametrize("inside", [Path(), Path("more")])
def test_a_file_in_place_of_the_folder_is_an_error(tmp_path: Path, inside: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"mine")
    with pytest.raises(OSError, match="file"):
        Library(file / inside)
    assert all_files(tmp_path) == {file: b"mine"}


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    evenings_folder(tmp_path).mkdir()
    with Disk(1, FULL), pytest.raises(OSError, match="No space"):
        Library(tmp_path)
