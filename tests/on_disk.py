"""Reads a data folder on disk, and damages it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from storage.durable import DurableStorage
from storage.places import library_file, previous_generation


def all_files(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def change_library(folder: Path, **tables: Any) -> None:
    """Replace tables in the library's file, which must not be open."""
    storage = DurableStorage(library_file(folder))
    storage.write({**(storage.read() or {}), **tables})


def change_labels(folder: Path, **values: object) -> None:
    """Change values in the labels of all evenings."""
    listed = (DurableStorage(library_file(folder)).read() or {})["evenings"]
    change_library(folder, evenings={key: {**label, **values} for key, label in listed.items()})


def harm(file: Path, content: bytes = b"Karl") -> None:
    """Damage both generations of a file."""
    for each in (file, previous_generation(file)):
        each.write_bytes(content)


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def missing(file: Path) -> None:
    file.unlink()


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


Harm = Callable[[Path], None]
