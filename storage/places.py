"""The paths of all files."""

import os
from itertools import count
from pathlib import Path
from typing import Final

APP: Final = "knoddel"
PRESENT: Final = ".json"
PREVIOUS: Final = ".previous"
ASIDE: Final = ".unreadable-"


def data_folder(wished: str | None = None) -> Path:
    """Return the data folder.

    That is ``wished`` if given, else the folder that Flet gives a built app, else the platform's
    usual folder for an app's data.
    """
    if given := wished or os.environ.get("FLET_APP_STORAGE_DATA"):
        return Path(given)
    from platformdirs import user_data_path  # not packed for phones, where Flet gives the folder

    return user_data_path(APP, appauthor=False)


def library_file(folder: Path) -> Path:
    """Return the file that lists the evenings and holds the settings."""
    return folder / "library.json"


def book_file(folder: Path) -> Path:
    """Return the file of the table's book."""
    return folder / "book.json"


def links_file(folder: Path) -> Path:
    """Return the file of the keys with which others come in over the network."""
    return folder / "links.json"


def lock_file(folder: Path) -> Path:
    """Return the file that the process that writes in the folder has locked."""
    return folder / "lock"


def incoming_file(folder: Path) -> Path:
    """Return where a file is stored while it is being imported."""
    return folder / "incoming.json"


def waiting_file(folder: Path) -> Path:
    """Return where the page keeps what is tapped before Python is there."""
    return folder / "waiting.json"


def not_written_file(folder: Path) -> Path:
    """Return where taps are kept that could not be written where they were tapped for."""
    return folder / "not-written.json"


def backups_folder(folder: Path) -> Path:
    """Return the folder of the automatic backups."""
    return folder / "backups"


def evenings_folder(folder: Path) -> Path:
    """Return the folder of the evenings' files."""
    return folder / "evenings"


def evening_file(folder: Path, key: str) -> Path:
    """Return the file of one evening."""
    return evenings_folder(folder) / f"{key}{PRESENT}"


def evening_keys(folder: Path) -> set[str]:
    """Return the keys of all evenings of which any generation exists; hidden files are none."""
    names = os.listdir(evenings_folder(folder))  # noqa: PTH208 # a start lists thousands
    return {
        name[: name.rindex(".")]
        for name in names
        if name.endswith((PRESENT, PREVIOUS)) and not name.startswith(".")
    }


def previous_generation(file: Path) -> Path:
    """Return the file of the generation before the last change."""
    return file.with_suffix(PREVIOUS)


def unfinished(file: Path) -> Path:
    """Return the temporary file for a write."""
    return file.with_suffix(".unfinished")


def set_aside(file: Path) -> Path:
    """Return an unused name for a damaged file."""
    taken = {each.name for each in file.parent.iterdir()}
    names = (file.with_suffix(f"{ASIDE}{number}") for number in count(1))
    return next(name for name in names if name.name not in taken)


def files_set_aside(folder: Path) -> list[Path]:
    """Return the files that could not be read and were moved out of the way."""
    folders = (folder, evenings_folder(folder), backups_folder(folder))
    found = (file for each in folders for file in each.iterdir())
    return sorted(file for file in found if file.suffix.startswith(ASIDE) and file.is_file())
