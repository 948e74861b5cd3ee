"""The file of the table's book (:mod:`scoring.book`)."""

import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, TypedDict

from scoring.book import Book, read_book, write_book
from scoring.refusals import Fault, Refused
from storage.durable import Damaged, Tables, open_or_begin
from storage.evenings import SCHEMA, FromTheFuture

A_MOMENT: Final = timedelta(milliseconds=1)
_BOOK: Final = "book"
_EVENTS: Final = "events"
_ONLY: Final = "1"


class Stamp(TypedDict):
    """What makes an event unique, and when it is written."""

    id: str
    at: str


def stamp(book: Book) -> Stamp:
    """Return the id and the time of an event that is written now.

    It is later than all that is in the book, even if the clock of another phone was ahead: what
    was said last counts.
    """
    at = datetime.now().astimezone()
    if book.events:
        with suppress(OverflowError):  # a forged book may reach to the end of time
            at = max(at, datetime.fromisoformat(book.events[-1].at) + A_MOMENT)
    return {"id": secrets.token_hex(8), "at": at.isoformat(timespec="milliseconds")}


class KeptBook:
    """The book in its file. A file of which no generation is readable is moved out of the way.

    ``damaged`` is where the newest generation was moved if it was damaged.
    """

    def __init__(self, file: Path) -> None:
        """Open the file.

        Raises :class:`~scoring.refusals.Refused` with ``newer_app``, or :class:`OSError`. Then
        nothing was changed.
        """
        try:
            self._storage, self.damaged = open_or_begin(file, book_of)
        except FromTheFuture:
            raise Refused(Fault.NEWER_APP, key=file.name) from None
        self.book = self._storage.understood or Book()

    def keep(self, book: Book) -> None:
        """Store another book. If it raises :class:`OSError`, nothing has changed."""
        written = {str(number): event for number, event in enumerate(write_book(book), 1)}
        self._storage.write({_BOOK: {_ONLY: {"schema": SCHEMA}}, _EVENTS: written})
        self.book = book


def book_of(tables: Tables) -> Book:
    """Return the book in a file.

    Raises :class:`~storage.durable.Damaged` or :class:`~storage.evenings.FromTheFuture`.
    """
    schema = tables.get(_BOOK, {}).get(_ONLY, {}).get("schema")
    if type(schema) is int and schema > SCHEMA:
        raise FromTheFuture
    if schema != SCHEMA:
        raise Damaged
    try:
        return read_book([*tables.get(_EVENTS, {}).values()])
    except Refused:
        raise Damaged from None
