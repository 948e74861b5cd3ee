"""What is left of the archive of modules once most of them are imported."""

from importlib import import_module
from pathlib import Path
from pkgutil import get_data
from zipfile import ZipFile

import pytest

from pwa import rest


def test_the_archive_keeps_only_what_is_not_imported_and_can_be_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "archive.zip"
    with ZipFile(archive, "w") as new:
        new.writestr("kept_early/__init__.py", "told = 'early'")
        new.writestr("kept_early/late.py", "told = 'late'")
        new.writestr("kept_early/words.txt", "words")
        new.writestr(rest.READY_MADE, "")
    monkeypatch.syspath_prepend(archive)
    import_module("kept_early")
    write_again = rest.keep(archive)
    with ZipFile(archive) as smaller:
        assert smaller.namelist() == ["kept_early/late.py", "kept_early/words.txt"]
    archive.unlink()
    write_again()
    assert vars(import_module("kept_early.late"))["told"] == "late"
    assert get_data("kept_early", "words.txt") == b"words"
