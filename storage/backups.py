"""Automatic backups: copies of an evening at its end, of library and book each day they change."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from storage.durable import write_durably
from storage.places import PRESENT, backups_folder, previous_generation

KEPT: Final = 20
"""How many backups of evenings are kept, and how many of the library and of the book."""
LIBRARY: Final = "library"
BOOK: Final = "book"
_STAMP: Final = "%Y%m%dT%H%M%S%f"
"""In UTC: by local time the order would be wrong in the night when summer time ends."""


@dataclass(frozen=True, slots=True)
class Backup:
    """One backup: of which evening, or of the library or the book, and its time."""

    file: Path
    key: str
    at: datetime

    @property
    def is_library(self) -> bool:
        """Whether it is a backup of the library."""
        return self.key == LIBRARY

    @property
    def is_book(self) -> bool:
        """Whether it is a backup of the table's book."""
        return self.key == BOOK

    @property
    def kind(self) -> str:
        """What it is a backup of: so many of each kind are kept."""
        return self.key if self.is_library or self.is_book else ""


def backups(folder: Path) -> list[Backup]:
    """Return all backups, the newest first."""
    found = map(_backup, backups_folder(folder).iterdir())
    return sorted(filter(None, found), key=lambda backup: backup.at, reverse=True)


def keep_copy(folder: Path, key: str, file: Path) -> None:
    """Back up a file, unless its newest backup has the same content or there is no file.

    Raises :class:`OSError`.
    """
    content = _newest(file)
    if content is None:
        return
    newest = next((backup for backup in backups(folder) if backup.key == key), None)
    if newest and _holds(newest.file, content):
        return
    write_durably(backups_folder(folder) / f"{datetime.now(UTC):{_STAMP}}.{key}{PRESENT}", content)


def keep_copy_of_day(folder: Path, key: str, file: Path) -> None:
    """Back up the library or the book before its first change of a day.

    Raises :class:`OSError`.
    """
    today = datetime.now().astimezone().date()
    if not any(backup.key == key and backup.at.date() == today for backup in backups(folder)):
        keep_copy(folder, key, file)
        drop_oldest(folder)


def drop_oldest(folder: Path) -> None:
    """Delete the oldest backups beyond the number that is kept; ignore failures."""
    found = backups(folder)
    for kind in {backup.kind for backup in found}:
        alike = [backup for backup in found if backup.kind == kind]
        for too_old in alike[KEPT:]:
            with suppress(OSError):  # it can be deleted next time
                too_old.file.unlink()


def _newest(file: Path) -> bytes | None:
    """Return the content of the newest generation of a file, None if there is none."""
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
    except (ValueError, OverflowError):  # not one of our files
        return None
    return Backup(file, rest.removesuffix(PRESENT), at)
