"""Reads what a web page saves while the app cannot start: the files of its data folder.

It is one JSON file, with each file in base64 under its path. Reading it is as strict as ever, but
where the newest generation of a file is damaged, the one before is read. What was tapped before
Python was there, and still waits, is in the sheets as the next start would have written it.
"""

from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple, TypeVar

from scoring.book import Book
from scoring.fields import check_keys, check_version, read_object
from scoring.refusals import Fault, Refused
from scoring.sheet import Sheet, read_entry
from storage.books import book_of
from storage.durable import Damaged, decode, revision_of
from storage.evenings import FromTheFuture, sheet_of
from storage.library import settings_of
from storage.places import PRESENT, PREVIOUS
from storage.settings import Settings
from storage.waiting import WaitingTap, in_turn, place, read_taps

FORMAT: Final = "knoddel-files"
VERSION: Final = 1
_KEYS: Final = ("format", "version", "files")
_EVENINGS: Final = "/evenings/"
_LIBRARY: Final = "/library"
_BOOK: Final = "/book"
_WAITING: Final = "/waiting.json"
_NOT_WRITTEN: Final = "/not-written.json"
_GENERATIONS: Final = (PRESENT, PREVIOUS)
"""The newest first."""

T = TypeVar("T")


class Rescued(NamedTuple):
    """What a rescue file holds.

    ``left`` are the taps that are in no sheet, by what they are called; and the path of each file
    of taps that cannot be read.
    """

    sheets: tuple[Sheet, ...]
    settings: Settings
    book: Book
    left: tuple[str, ...]


class _Kept(NamedTuple):
    """A sheet, and the revision of the evening for which taps were reckoned."""

    sheet: Sheet
    revision: str


def read_rescue(raw: Mapping[str, object]) -> Rescued:
    """Read a rescue file. Raises :class:`~scoring.refusals.Refused`."""
    check_keys(raw, _KEYS)
    check_version(raw["version"], VERSION)
    files = read_object(raw["files"])
    evenings = {
        path.removesuffix(generation)
        for path in files
        for generation in _GENERATIONS
        if path.startswith(_EVENINGS) and path.endswith(generation)
    }
    kept = {evening: _newest(evening, files, _read_evening) for evening in sorted(evenings)}
    unread = list[str]()
    sheets, left = _with_taps(kept, _taps(_WAITING, files, unread))
    left += _taps(_NOT_WRITTEN, files, unread)
    has_book = any(_BOOK + generation in files for generation in _GENERATIONS)
    book = _newest(_BOOK, files, _read_book) if has_book else Book()
    return Rescued(sheets, _settings(files), book, (*(tap.name for tap in left), *unread))


def _read_evening(content: bytes) -> _Kept:
    return _Kept(sheet_of(decode(content)), revision_of(content))


def _read_book(content: bytes) -> Book:
    return book_of(decode(content))


def _taps(path: str, files: Mapping[str, object], unread: list[str]) -> tuple[WaitingTap, ...]:
    """Return the taps in a file; if it cannot be read, add its path to ``unread``."""
    try:
        return read_taps(_content(files[path])) if path in files else ()
    except (Damaged, Refused):
        unread.append(path)
        return ()


def _with_taps(
    kept: Mapping[str, _Kept], waiting: Iterable[WaitingTap]
) -> tuple[tuple[Sheet, ...], list[WaitingTap]]:
    """Return the sheets with what waits for them, and the taps that do not fit.

    A tap that only changes a half-entered deal is left out, like all that is half entered.
    """
    sheets = {evening: each.sheet for evening, each in kept.items()}

    def write(tap: WaitingTap) -> bool:
        evening = _EVENINGS + tap.evening
        if evening not in kept or kept[evening].revision != tap.revision:
            return False
        sheet = sheets[evening]
        after = sheet.replay.after(read_entry(sheet.game, tap.entry))
        sheets[evening] = replace(sheet, replay=after)
        return True

    left, _ = in_turn((tap for tap in waiting if tap.entry is not None), write, place)
    return tuple(sheets.values()), left


def _newest(path: str, files: Mapping[str, object], understand: Callable[[bytes], T]) -> T:
    """Return the content of the newest generation that is not damaged."""
    for generation in _GENERATIONS:
        try:
            return understand(_content(files.get(path + generation)))
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
