"""The list of evenings: one label is found without reading all, and it is the same one."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from on_disk import change_labels, change_library
from played import play
from strategies import json_values

from storage import Label, Library
from storage.listing import Listing
from storage.places import evening_file, evening_keys, is_evening, previous_generation

SHOWN = "2026-11-20-a"
DOCUMENT = {"key": SHOWN, "title": "Stammtisch", "game": "bauerchen"}


def test_the_folder_is_looked_at_when_somebody_asks_for_all_evenings_first(tmp_path: Path) -> None:
    evening = play(Library(tmp_path))
    library = Library(tmp_path)
    assert library.evening(evening.key).sheet == evening.sheet
    shutil.copy(library.file_of(evening.key), library.file_of("copied"))
    assert {each.key for each in library.labels()} == {evening.key, "copied"}
    shutil.copy(library.file_of(evening.key), library.file_of("later"))
    assert {each.key for each in library.labels()} == {evening.key, "copied"}
    assert not library.holds("later")


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
    listing = Listing.stored([older, {"key": 1}, newer, {**DOCUMENT, "title": 1}, {}])
    assert listing.get(SHOWN) == Label(SHOWN, "Karl", game="bauerchen")
    assert listing.labels == {SHOWN: listing.get(SHOWN)}


DOCUMENTS = st.fixed_dictionaries(
    {"key": st.sampled_from(["a", "b"]) | json_values()},
    optional={"title": st.sampled_from(["Karl", "Erna"]) | json_values(), "more": json_values()},
)


@settings(max_examples=100)
@given(st.lists(DOCUMENTS))
def test_one_label_is_the_same_whether_it_is_read_alone_or_among_all(
    documents: list[dict[str, object]],
) -> None:
    for key in ("a", "b", "c"):
        assert Listing.stored(documents).get(key) == Listing.stored(documents).labels.get(key)


HOSTILE = ["../library", "..", ".", ".a", "a/b", "a\0b", "a" * 255, "", "/", "a/../b", "\ud800"]


@pytest.mark.parametrize("key", [*HOSTILE, "a", "a.b", "c", "Karl"])
def test_a_key_is_one_of_an_evening_if_the_folder_has_a_file_of_that_name(
    tmp_path: Path, key: str
) -> None:
    Library(tmp_path)
    for there in ("a", "a.b", ".a", "b"):
        evening_file(tmp_path, there).write_bytes(b"")
    previous_generation(evening_file(tmp_path, "c")).write_bytes(b"")
    assert is_evening(tmp_path, key) is (key in evening_keys(tmp_path))


def test_a_list_tells_nothing_of_a_file_outside_its_folder(tmp_path: Path) -> None:
    play(Library(tmp_path / "ours"))
    key = "../../theirs"
    (tmp_path / "theirs.json").write_bytes(b"mine")
    change_library(tmp_path / "ours", evenings={"1": {**DOCUMENT, "key": key}})
    library = Library(tmp_path / "ours")
    assert not library.holds(key)
    library.tidy()
    assert (tmp_path / "theirs.json").read_bytes() == b"mine"
