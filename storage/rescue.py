"""Reads what a web page saves while the app cannot start: the files of its data folder.

It is one JSON file, with each file in base64 under its path. Reading it is as strict as ever, but
where the newest generation of a file is damaged, the one before is read.
"""

from base64 import b64decode
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeVar

from scoring.book import Book
from scoring.fields import check_keys, check_version, read_object
from scoring.refusals import Fault, Refused
from scoring.sheet import Sheet
from storage.books import book_of
from storage.durable import Damaged, Tables, decode
from storage.evenings import FromTheFuture, sheet_of
from storage.library import settings_of
from storage.places import PRESENT, PREVIOUS
from storage.settings import Settings

FORMAT: Final = "knoddel-files"
VERSION: Final = 1
_KEYS: Final = ("format", "version", "files")
_EVENINGS: Final = "/evenings/"
_LIBRARY: Final = "/library"
_BOOK: Final = "/book"
_GENERATIONS: Final = (PRESENT, PREVIOUS)
"""The newest first."""

T = TypeVar("T")


def read_rescue(raw: Mapping[str, object]) -> tuple[tuple[Sheet, ...], Settings, Book]:
    """Return the sheets, the settings and the table's book of a rescue file.

    Raises :class:`~scoring.refusals.Refused`.
    """
    check_keys(raw, _KEYS)
    check_version(raw["version"], VERSION)
    files = read_object(raw["files"])
    evenings = {
        path.removesuffix(generation)
        for path in files
        for generation in _GENERATIONS
        if path.startswith(_EVENINGS) and path.endswith(generation)
    }
    sheets = tuple(_newest(evening, files, sheet_of) for evening in sorted(evenings))
    has_book = any(_BOOK + generation in files for generation in _GENERATIONS)
    return sheets, _settings(files), _newest(_BOOK, files, book_of) if has_book else Book()


def _newest(path: str, files: Mapping[str, object], understand: Callable[[Tables], T]) -> T:
    """Return the content of the newest generation that is not damaged."""
    for generation in _GENERATIONS:
        try:
            return understand(decode(_content(files.get(path + generation))))
        except Damaged:
            continue
        except FromTheFuture:
            break
    raise Refused(Fault.UNREADABLE, key=path + PRESENT)


def _settings(files: Mapping[str, object]) -> Settings:
    for generation in _GENERATIONS:
        with suppress(Damaged, FromTheFuture):
            kept = settings_of(decode(_content(files.get(_LIBRARY + generation))))
            return replace(kept, open_evening=None, game=None)
    return Settings()


def _content(raw: object) -> bytes:
    """Return the content of a file. Raises :class:`~storage.durable.Damaged`."""
    if not isinstance(raw, str):
        raise Damaged
    try:
        return b64decode(raw, validate=True)
    except ValueError:
        raise Damaged from None
