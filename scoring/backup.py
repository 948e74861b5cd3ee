"""The backup file, version 1: many sheets, with the table's book and the app's settings.

The sheets are as in :mod:`scoring.sheet`. The settings are not looked at here: they say nothing of
any game, and whoever imports them checks them.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from scoring.book import Book, read_book
from scoring.fields import check_keys, check_version, read_object
from scoring.refusals import BadSheet, Fault, Refused
from scoring.sheet import FORMAT as SHEET_FORMAT
from scoring.sheet import LARGEST_FILE, Sheet, parse_json, read_parsed

FORMAT: Final = "knoddel-backup"
VERSION: Final = 1
LARGEST: Final = 16 * 1024 * 1024
"""The largest size of a backup, in bytes; 150,000 deals fit."""
MOST_SHEETS: Final = 20_000
_KEYS: Final = ("format", "version", "settings", "sheets")
_OPTIONAL: Final = ("book",)


class Backup(NamedTuple):
    """What a backup holds; settings and sheets are parsed but neither checked nor replayed."""

    settings: Mapping[str, object]
    sheets: list[object]
    book: Book


def read_sheets(content: bytes) -> Iterator[Sheet]:
    """Yield the one sheet of a sheet file, or those of a backup.

    Raises :class:`~scoring.refusals.Refused`, for a sheet only once the ones before are yielded.
    """
    raw = read_object(parse_json(content, LARGEST))
    if is_backup(raw):
        yield from map(read_parsed, read_backup(raw).sheets)
    else:
        yield read_alone(raw, len(content))


def is_backup(raw: Mapping[str, object]) -> bool:
    """Whether a parsed file says that it is a backup."""
    return raw.get("format") == FORMAT


def read_backup(raw: Mapping[str, Any]) -> Backup:
    """Return what a parsed backup holds. Raises :class:`~scoring.refusals.Refused`."""
    check_keys(raw, _KEYS, _OPTIONAL)
    check_version(raw["version"], VERSION)
    if type(raw["sheets"]) is not list:
        raise Refused(Fault.NOT_A_LIST, key="sheets")
    check_number_of_sheets(len(raw["sheets"]))
    book = read_book(raw["book"]) if "book" in raw else Book()
    return Backup(read_object(raw["settings"]), raw["sheets"], book)


def read_alone(raw: Mapping[str, object], size: int) -> Sheet:
    """Return the sheet of a parsed file of ``size`` bytes that is no backup.

    Raises :class:`~scoring.refusals.Refused`.
    """
    if size > LARGEST_FILE and raw.get("format") == SHEET_FORMAT:
        raise BadSheet(Fault.TOO_LARGE, megabytes=LARGEST_FILE // 1024**2)
    return read_parsed(raw)


def check_number_of_sheets(number: int) -> None:
    """Raise ``too_many`` if a backup cannot hold that many, be it read or written."""
    if number > MOST_SHEETS:
        raise Refused(Fault.TOO_MANY, key="sheets", most=MOST_SHEETS, value=number)
