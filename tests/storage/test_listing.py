"""The list of evenings: one label is found without reading all, and it is the same one."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from on_disk import change_labels, change_library
from played import play
from strategies import json_values

from storage import Label, Library
from storage.listing import StoredListing

SHOWN = "2026-11-20-a"
TODAY, LONG_AGO = "2026-11-20", "2026-09-01"
DOCUMENT = {"key": SHOWN, "title": "Stammtisch", "game": "bauerchen"}


@pytest.mark.parametrize("game", [None, "zwicker"])
def test_an_evening_that_is_listed_without_a_known_game_is_found_by_its_file(
    tmp_path: Path, game: str | None
) -> None:
    evening = play(Library(tmp_path))
    change_labels(tmp_path, game=game)
    library = Library(tmp_path)
    assert library.holds(evening.key)
    assert library.label(evening.key).game == "bauerchen"


def test_an_evening_that_is_listed_but_not_there_is_found_nowhere(tmp_path: Path) -> None:
    change_library(tmp_path, evenings={"1": DOCUMENT})
    library = Library(tmp_path)
    assert not library.holds(SHOWN)
    assert library.label(SHOWN) == Label(SHOWN)


def test_an_evening_in_the_bin_is_found_there_and_nowhere_else(tmp_path: Path) -> None:
    evening = play(Library(tmp_path))
    change_labels(tmp_path, binned_on="2026-11-20")
    library = Library(tmp_path)
    assert library.label(evening.key).binned_on == "2026-11-20"
    assert not library.holds(evening.key)
    with pytest.raises(KeyError):
        library.evening(evening.key)


def test_of_two_labels_of_an_evening_the_last_that_can_be_read_counts() -> None:
    older, newer = {**DOCUMENT, "title": "Erna"}, {**DOCUMENT, "title": "Karl"}
    listing = StoredListing([older, {"key": 1}, newer, {**DOCUMENT, "title": 1}, {}])
    assert listing.get(SHOWN) == Label(SHOWN, "Karl", game="bauerchen")
    assert listing.labels == {SHOWN: listing.get(SHOWN)}


DOCUMENTS = st.fixed_dictionaries(
    {"key": st.sampled_from(["a", "b"]) | json_values()},
    optional={"title": st.sampled_from(["Karl", "Erna"]) | json_values(), "more": json_values()},
)


@pytest.mark.parametrize(
    ("change", "is_read", "left"),
    [
        ({}, False, 2),
        ({"binned_on": TODAY}, False, 2),
        ({"binned_on": LONG_AGO}, True, 2),
        ({"binned_on": LONG_AGO, "overdue_since": TODAY}, False, 2),
        ({"binned_on": LONG_AGO, "overdue_since": LONG_AGO}, True, 0),
        ({"binned_on": TODAY, "overdue_since": TODAY}, True, 2),
        ({"overdue_since": TODAY}, True, 2),
        ({"game": "zwicker"}, True, 2),
    ],
)
def test_a_start_reads_all_labels_only_if_something_is_to_be_done_about_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: dict[str, str],
    is_read: bool,  # noqa: FBT001
    left: int,
) -> None:
    monkeypatch.setattr("storage.library._today", lambda: date.fromisoformat(TODAY))
    for title in ("Karl", "Erna"):
        play(Library(tmp_path), title=title)
    change_labels(tmp_path, **change)
    library = Library(tmp_path)
    assert library.listing.is_read is is_read
    assert len(library.labels()) + len(library.bin()) == left
    assert not Library(tmp_path).listing.is_read


@pytest.mark.parametrize("documents", [[], [DOCUMENT, {**DOCUMENT, "key": "gone"}], [{"key": []}]])
def test_a_start_lists_what_is_in_the_folder_if_the_list_names_others(
    tmp_path: Path, documents: list[dict[str, object]]
) -> None:
    evening = play(Library(tmp_path))
    change_library(tmp_path, evenings={str(place): one for place, one in enumerate(documents)})
    assert Library(tmp_path).listing.is_read
    library = Library(tmp_path)
    assert not library.listing.is_read
    assert [each.key for each in library.labels()] == [evening.key]


def test_a_list_that_cannot_be_read_in_part_is_read_once_and_not_at_each_start(
    tmp_path: Path,
) -> None:
    evening = play(Library(tmp_path))
    gone = {**DOCUMENT, "more": 1}
    change_library(tmp_path, evenings={"1": gone, "2": {"key": evening.key, "game": "bauerchen"}})
    library = Library(tmp_path)
    assert not library.listing.is_read
    assert [each.key for each in library.labels()] == [evening.key]


@settings(max_examples=100)
@given(st.lists(DOCUMENTS))
def test_one_label_is_the_same_whether_it_is_read_alone_or_among_all(
    documents: list[dict[str, object]],
) -> None:
    for key in ("a", "b", "c"):
        assert StoredListing(documents).get(key) == StoredListing(documents).labels.get(key)


def test_a_list_tells_nothing_of_a_file_outside_its_folder(tmp_path: Path) -> None:
    play(Library(tmp_path / "ours"))
    key = "../../theirs"
    (tmp_path / "theirs.json").write_bytes(b"mine")
    change_library(tmp_path / "ours", evenings={"1": {**DOCUMENT, "key": key}})
    library = Library(tmp_path / "ours")
    assert not library.holds(key)
    assert (tmp_path / "theirs.json").read_bytes() == b"mine"
