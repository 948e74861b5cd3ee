"""The files for export: one sheet file, or everything in one backup file.

A backup is UTF-8 JSON too (:mod:`scoring.backup`): many sheets, with the table's book, the players
and the settings.
It is read as strictly as a sheet: a file is imported whole or not at all.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.backup import (
    FORMAT,
    LARGEST,
    VERSION,
    check_number_of_sheets,
    is_backup,
    read_alone,
    read_backup,
)
from scoring.book import Book, write_book
from scoring.fields import read_object, read_record, write_record
from scoring.refusals import Fault, Refusal, Refused
from scoring.sheet import LARGEST_FILE, Sheet, parse_json, read_parsed, write_sheet
from storage import rescue
from storage.settings import Settings

_OF_THE_DEVICE: Final = (
    "buzzes",
    "stays_awake",
    "ticks",
    "speaks",
    "left_handed",
    "both_sides",
)
_NO_BOOK: Final = Book()
_HERE_ONLY: Final = ("open_evening", "game", *_OF_THE_DEVICE)


class ImportRejected(Refusal):
    """A file that cannot be imported; nothing has changed.

    ``refused`` says why. ``sheet`` is the number of the sheet, from 1, if the file has several.
    """

    def __init__(self, refused: Refused, sheet: int | None = None) -> None:
        super().__init__(refused, sheet)
        self.refused = refused
        self.sheet = sheet


@dataclass(frozen=True, repr=False)  # it may have thousands of sheets
class Bundle:
    """The sheets of a file, and its settings, players and the table's book if it has any.

    ``left`` are taps that a web page saved and that are in no sheet, by what they are called.
    """

    sheets: tuple[Sheet, ...]
    settings: Settings = Settings()
    book: Book = _NO_BOOK
    left: tuple[str, ...] = ()


def write_file(sheet: Sheet) -> bytes:
    """Return the file of one sheet; if it is too large for that, a backup with one sheet.

    Raises the same as :func:`write_backup`.
    """
    encoded = _encode(write_sheet(sheet))
    return encoded if len(encoded) <= LARGEST_FILE else write_backup([sheet], Settings())


def write_backup(sheets: Iterable[Sheet], settings: Settings, book: Book = _NO_BOOK) -> bytes:
    """Return a backup file of many sheets; a book in which nothing is written is left out.

    Raises :class:`~scoring.refusals.Refused` with ``too_many`` or ``too_large`` if the file could
    not be read again.
    """
    whole = [write_sheet(sheet) for sheet in sheets]
    check_number_of_sheets(len(whole))
    kept = write_record(settings)
    for key in _HERE_ONLY:
        kept.pop(key, None)
    encoded = _encode(
        {
            "format": FORMAT,
            "version": VERSION,
            "settings": kept,
            "sheets": whole,
            **({"book": write_book(book)} if book.events else {}),
        }
    )
    if len(encoded) > LARGEST:
        raise Refused(Fault.TOO_LARGE, megabytes=LARGEST // 1024**2)
    return encoded


def read_file(content: bytes) -> Bundle:
    """Read a sheet file, a backup, or a file that a web page saved.

    Raises :class:`ImportRejected`.
    """
    try:
        raw = read_object(parse_json(content, LARGEST))
        if raw.get("format") == rescue.FORMAT:
            return Bundle(*rescue.read_rescue(raw))
        if not is_backup(raw):
            return Bundle((read_alone(raw, len(content)),))
        backup = read_backup(raw)
        settings = _read_settings(backup.settings)
    except Refused as refused:
        raise ImportRejected(refused) from None
    return Bundle(
        tuple(_read_one(at, sheet) for at, sheet in enumerate(backup.sheets, 1)),
        settings,
        backup.book,
    )


def _read_one(number: int, raw: object) -> Sheet:
    try:
        return read_parsed(raw)
    except Refused as refused:
        raise ImportRejected(refused, number) from None


def _read_settings(raw: Mapping[str, object]) -> Settings:
    for key in _HERE_ONLY:
        if key in raw:
            raise Refused(Fault.KEY_UNKNOWN, key=key)
    return read_record(Settings, raw)


def _encode(raw: dict[str, object]) -> bytes:
    return json.dumps(raw, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
