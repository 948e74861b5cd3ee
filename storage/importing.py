"""Importing a file of sheets: previewed first, whole or not at all, without duplicates."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from scoring.book import Book, Event
from scoring.journal import Append, Journal
from scoring.refusals import Refused
from scoring.sheet import Sheet
from storage.bundle import Bundle, ImportRejected, read_file
from storage.durable import Unreadable, write_durably
from storage.evenings import Draft, Evening, FromTheFuture
from storage.library import Library, new_key
from storage.merging import Fate, ImportPlan, Shelf, begins
from storage.places import incoming_file, set_aside


def plan(library: Library, bundle: Bundle) -> list[ImportPlan]:
    """Return what importing these sheets would do, without changing anything.

    Raises :class:`OSError` if an evening that may be one of them cannot be read at the moment.
    """
    shelf = Shelf()
    alike = {(sheet.head.title, sheet.head.played_on) for sheet in bundle.sheets}
    for label in library.labels():
        if (label.title, label.played_on) in alike:
            with suppress(Unreadable, FromTheFuture):
                shelf.add(label.key, library.sheet(label.key))
    return [shelf.take(sheet, new_key(sheet.head)) for sheet in bundle.sheets]


def missing_in_book(library: Library, book: Book) -> Sequence[Event]:
    """Return what the table's book lacks of another one.

    Raises the same as :attr:`~storage.library.Library.book`, or ``too_many``.
    """
    return library.book.lacks(book.events) if book.events else ()


def import_file(library: Library, content: bytes) -> Iterator[None]:
    """Import a file, yielding after each of its sheets.

    The file is stored first. If the import is interrupted, :func:`complete` finishes it at the
    next start. Raises :class:`~storage.bundle.ImportRejected`, :class:`OSError`, or
    :class:`~scoring.refusals.Refused` if the table's book cannot be merged; then nothing has
    changed.
    """
    bundle, incoming = read_file(content), incoming_file(library.folder)
    _complete(library)
    missing_in_book(library, bundle.book)
    under_way = _Import(library)
    try:
        write_durably(incoming, content)
        for _ in under_way.steps(bundle):
            yield
            if not under_way.is_current:
                return
    except (OSError, Refused):
        with suppress(OSError):  # if it cannot be rolled back, the next start completes it
            under_way.take_back()
            incoming.unlink(missing_ok=True)
        raise
    with suppress(OSError):  # the next start finds that all of it is known
        incoming.unlink()


def complete(library: Library) -> None:
    """Complete an interrupted import. Sheets that are here already are not duplicated."""
    with suppress(OSError, Refused):  # it stays for the next start
        _complete(library)


def _complete(library: Library) -> None:
    incoming = incoming_file(library.folder)
    try:
        bundle = read_file(incoming.read_bytes())
    except FileNotFoundError:
        return
    except ImportRejected:
        incoming.replace(set_aside(incoming))
        return
    under_way = _Import(library)
    try:
        for _ in under_way.steps(bundle):
            pass
    except (OSError, Refused):
        under_way.take_back()
        raise
    incoming.unlink()


class _Import:
    """An import and what it has added so far. A second import completes this one first."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._new: dict[str, Sheet] = {}
        self._continued: list[tuple[Evening, tuple[Journal, Sheet, Draft], Journal]] = []
        self._book: tuple[Book, Book] | None = None
        library.importing = self

    @property
    def is_current(self) -> bool:
        """Whether no other import has completed it."""
        return self._library.importing is self

    def steps(self, bundle: Bundle) -> Iterator[None]:
        """Import a file, sheet by sheet. Raises :class:`OSError`."""
        for planned in plan(self._library, bundle):
            self._import_one(planned)
            yield
        if missing := missing_in_book(self._library, bundle.book):
            before = self._library.book
            self._library.write_in_book(missing)
            self._book = before, self._library.book
        settings = self._library.settings
        self._library.change(settings.with_those_of(bundle.settings))

    def take_back(self) -> None:
        """Roll everything back, except evenings that somebody has changed since.

        Raises :class:`OSError`.
        """
        if self._book and self._library.book == self._book[1]:
            self._library.keep_book(self._book[0])
        for evening, before, after in reversed(self._continued):
            if evening.journal is after and not evening.is_closed:
                evening.become(*before)
        self._library.drop(
            key for key, sheet in self._new.items() if self._is_as_it_was(key, sheet)
        )

    def _import_one(self, planned: ImportPlan) -> None:
        if planned.fate is Fate.CONTINUES and (evening := self._continued_by(planned)):
            before = evening.journal, evening.sheet, evening.draft
            evening.extend(planned.sheet.replay.entries[len(evening.replay.entries) :])
            self._continued.append((evening, before, evening.journal))
        elif planned.fate is not Fate.KNOWN:
            is_new = planned.fate is Fate.NEW
            self._keep(planned.sheet, planned.key if is_new else new_key(planned.sheet.head))

    def _continued_by(self, planned: ImportPlan) -> Evening | None:
        """Return the evening that a sheet continues, unless it was changed since it was planned."""
        with suppress(KeyError, Unreadable, FromTheFuture):
            evening = self._library.evening(planned.key)
            if begins(planned.sheet, evening.sheet):
                return evening
        return None

    def _keep(self, sheet: Sheet, key: str) -> None:
        appended = tuple(map(Append, sheet.replay.entries))
        journal = Journal(sheet.replay.agreement, appended, len(appended))
        self._library.add(Evening.keep(key, self._library.file_of(key), journal, sheet))
        self._new[key] = sheet

    def _is_as_it_was(self, key: str, sheet: Sheet) -> bool:
        return not self._library.is_open(key) or self._library.sheet(key) == sheet
