"""Modules that are imported from an archive, each read once."""

import gc
import marshal
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from pkgutil import get_data
from typing import Final
from unittest.mock import Mock
from zipfile import ZipFile
from zipimport import zipimporter

import pytest

from pwa.archive import Archive, begin_importing, end_importing
from pwa.pack import pack

SOURCES: Final = {
    "once/__init__.py": "",
    "once/inner/__init__.py": "from once.inner.late import told",
    "once/inner/late.py": "told = 'late'",
    "once/after.py": "",
}
AT_ONCE: Final = ("once", "once.inner", "once.inner.late")
AFTERWARDS: Final = "once.after"
PLAIN: Final = "once.inner.plain"
WORDS: Final = "words.txt"
KNOWN: Final = ("name", "origin", "submodule_search_locations", "parent", "has_location", "cached")


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Pack an archive from which Python imports, and begin."""
    for path, text in SOURCES.items():
        source = tmp_path / path
        source.parent.mkdir(exist_ok=True)
        source.write_text(text)
    file = tmp_path / "archive.zip"
    pack(["once.inner", AFTERWARDS], [tmp_path], [], [], {}, file)
    with ZipFile(file, "a") as more:
        more.writestr(f"{PLAIN.replace('.', '/')}.py", "told = 'plain'")
        more.writestr(f"once/inner/{WORDS}", "words")
    monkeypatch.syspath_prepend(file)
    zipimporter(str(file))  # then Python knows what is in it
    gc.unfreeze()
    begin_importing(str(file))
    yield str(file)
    end_importing()
    gc.unfreeze()
    for name in [name for name in sys.modules if name.partition(".")[0] == "once"]:
        del sys.modules[name]


def test_a_module_is_what_python_itself_makes_of_it(archive: str) -> None:
    for name in ("once.inner", "once.inner.late"):
        module = import_module(name)
        parent = zipimporter(f"{archive}/{name.rpartition('.')[0].replace('.', '/')}")
        spec = parent.find_spec(name)
        assert spec
        assert isinstance(module.__loader__, Archive)
        assert {known: getattr(module.__spec__, known) for known in KNOWN} == {
            known: getattr(spec, known) for known in KNOWN
        }
        assert module.__file__ == spec.origin
        assert vars(module)["told"] == "late"


@pytest.mark.usefixtures("archive")
def test_each_module_is_unmarshalled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    unmarshal = Mock(side_effect=marshal.loads)
    monkeypatch.setattr(marshal, "loads", unmarshal)
    import_module("once.inner")
    assert unmarshal.call_count == len(AT_ONCE)


@pytest.mark.usefixtures("archive")
def test_the_files_of_a_package_can_be_read_meanwhile_and_afterwards() -> None:
    import_module("once.inner")
    for after in (end_importing, lambda: None):
        assert get_data("once.inner", WORDS) == b"words"
        assert files("once.inner").joinpath(WORDS).read_text() == "words"
        after()


@pytest.mark.usefixtures("archive")
def test_what_is_no_bytecode_and_what_is_imported_afterwards_is_left_to_python() -> None:
    assert isinstance(import_module("once").__loader__, Archive)
    assert isinstance(import_module(PLAIN).__loader__, zipimporter)
    end_importing()
    assert isinstance(import_module(AFTERWARDS).__loader__, zipimporter)


@pytest.mark.usefixtures("archive")
def test_garbage_is_looked_for_afterwards_but_not_in_what_has_been_imported() -> None:
    assert not gc.isenabled()
    import_module("once.inner")
    end_importing()
    assert gc.isenabled()
    assert gc.get_freeze_count()
