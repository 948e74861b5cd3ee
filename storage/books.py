"""The file of the table's book (:mod:`scoring.book`)."""

import secrets
from datetime import datetime
from pathlib import Path
from typing import Final, TypedDict

from scoring.book import Book, read_book, write_book
from scoring.refusals import Fault, Refused
from storage.durable import Damaged, Tables, open_or_begin
from storage.evenings import SCHEMA, FromTheFuture

_BOOK: Final = "book"
_EVENTS: Final = "events"
_ONLY: Final = "1"


class Stamp(TypedDict):
    """What makes an event unique, and when it is written."""

    id: str
    at: str


def stamp() -> Stamp:
    """Return the id and the time of an event that is written now."""
    now = datetime.now().astimezone().isoformat(timespec="milliseconds")
    return {"id": secrets.token_hex(8), "at": now}


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
