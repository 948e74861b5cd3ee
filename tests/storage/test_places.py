"""Where files live on each platform, and what they are called."""

from pathlib import Path

import pytest
from platformdirs import user_data_path

from storage import data_folder
from storage.places import evening_file, evening_keys, evenings_folder, library_file, set_aside


@pytest.fixture(autouse=True)
def _no_folder_from_flet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FLET_APP_STORAGE_DATA", raising=False)


def test_a_folder_that_was_asked_for_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", "given")
    assert data_folder("wished") == Path("wished")


def test_a_built_app_keeps_its_data_where_flet_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", "given")
    assert data_folder() == Path("given")


@pytest.mark.parametrize("wished", [None, ""])
def test_else_data_is_kept_where_the_platform_keeps_it(wished: str | None) -> None:
    assert data_folder(wished) == user_data_path("knoddel", appauthor=False)


def test_every_file_of_an_evening_is_told_from_the_library(tmp_path: Path) -> None:
    evenings_folder(tmp_path).mkdir()
    library_file(tmp_path).touch()
    others = ("c.unfinished", "d.unreadable-1", "e", ".json", "._a.json")
    for name in ("a.json", "a.previous", "b.previous", *others):
        (evenings_folder(tmp_path) / name).touch()
    assert evening_keys(tmp_path) == {"a", "b"}
    assert evening_file(tmp_path, "a").exists()


def test_a_file_is_set_aside_under_a_name_that_is_free(tmp_path: Path) -> None:
    names = []
    for _ in range(3):
        aside = set_aside(tmp_path / "a.json")
        aside.touch()
        names.append(aside.name)
    assert names == ["a.unreadable-1", "a.unreadable-2", "a.unreadable-3"]
