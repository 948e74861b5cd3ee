"""Automatic backups: copies of an evening at its end, and of the library each day it changes."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from storage.durable import write_durably
from storage.places import PRESENT, backups_folder, library_file, previous_generation

KEPT: Final = 20
"""How many copies of evenings, and how many of the library, are kept."""
LIBRARY: Final = "library"
_STAMP: Final = "%Y%m%dT%H%M%S%f"
"""In UTC: by local time, copies change places in the night when summer time ends."""


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy: of which evening, or of the library, and from when."""

    file: Path
    key: str
    at: datetime

    @property
    def is_library(self) -> bool:
        """Whether it is a copy of the library, not of an evening."""
        return self.key == LIBRARY


def backups(folder: Path) -> list[Backup]:
    """Return the copies that are there, the newest first."""
    found = map(_backup, backups_folder(folder).iterdir())
    return sorted(filter(None, found), key=lambda backup: backup.at, reverse=True)


def keep_copy(folder: Path, key: str, file: Path) -> None:
    """Keep a copy of a file, unless its newest copy is the same or there is no file.

    Raises :class:`OSError`.
    """
    content = _newest(file)
    if content is None:
        return
    newest = next((backup for backup in backups(folder) if backup.key == key), None)
    if newest and _holds(newest.file, content):
        return
    write_durably(backups_folder(folder) / f"{datetime.now(UTC):{_STAMP}}.{key}{PRESENT}", content)


def keep_copy_of_library(folder: Path) -> None:
    """Keep a copy of the library as it was before the first change of a day.

    Raises :class:`OSError`.
    """
    today = datetime.now().astimezone().date()
    if not any(backup.is_library and backup.at.date() == today for backup in backups(folder)):
        keep_copy(folder, LIBRARY, library_file(folder))
        drop_oldest(folder)


def drop_oldest(folder: Path) -> None:
    """Throw away the copies that are too many, if that can be done."""
    found = backups(folder)
    for is_library in (True, False):
        alike = [backup for backup in found if backup.is_library is is_library]
        for too_old in alike[KEPT:]:
            with suppress(OSError):  # it can be thrown away next time
                too_old.file.unlink()


def _newest(file: Path) -> bytes | None:
    """Return what the newest generation of a file holds, if there is any."""
    for generation in (file, previous_generation(file)):
        with suppress(FileNotFoundError):
            return generation.read_bytes()
    return None


def _holds(file: Path, content: bytes) -> bool:
    try:
        return file.read_bytes() == content
    except OSError:
        return False


def _backup(file: Path) -> Backup | None:
    stamp, _, rest = file.name.partition(".")
    if file.suffix != PRESENT or not file.is_file():
        return None
    try:
        at = datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC).astimezone()
    except (ValueError, OverflowError):  # it is nothing of ours
        return None
    return Backup(file, rest.removesuffix(PRESENT), at)
