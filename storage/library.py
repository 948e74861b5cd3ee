"""All evenings, and the settings: what the app opens at its start."""

import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from scoring.book import Book, Event
from scoring.fields import Kind, defaults_of, kinds_of, read_record, write_record
from scoring.game import Agreement, Game
from scoring.games import GAMES
from scoring.leads import Leads, leads_of
from scoring.records import Feat, feats_of
from scoring.refusals import Refused
from scoring.sheet import Head, Sheet
from scoring.statistics import Statistics, by_game
from storage.backups import (
    BOOK,
    LIBRARY,
    Backup,
    backups,
    drop_oldest,
    keep_copy,
    keep_copy_of_day,
)
from storage.books import KeptBook, book_of
from storage.durable import Tables, Unreadable, look_into, open_or_begin, set_all_aside
from storage.evenings import (
    SCHEMA,
    Contents,
    Ending,
    Evening,
    FromTheFuture,
    contents_of,
    ending_of,
)
from storage.listeners import Listener, tell
from storage.listing import Label, names_in
from storage.places import (
    backups_folder,
    book_file,
    evening_file,
    evening_keys,
    evenings_folder,
    files_set_aside,
    library_file,
    previous_generation,
)
from storage.settings import Settings

_EVENINGS: Final = "evenings"
_SETTINGS: Final = "settings"
_ONLY: Final = "1"
CANNOT_OPEN: Final = (Unreadable, FromTheFuture, OSError)
"""The errors of an evening or a backup that cannot be opened."""


class Library:
    """The folder of evenings. An evening is opened once and shared by all screens that show it.

    ``damaged`` is where the newest library file was moved if it could not be read. ``importing`` is
    the import that is running.
    """

    def __init__(self, folder: Path) -> None:
        """Open or create the folder.

        Raises :class:`OSError` if it cannot be used, :class:`~storage.durable.UnreadableNow` if
        the library's file cannot be read at the moment, or
        :class:`~storage.evenings.FromTheFuture`.
        """
        self.folder = folder
        self.importing: object = None
        self.listeners: set[Listener] = set()
        """Callbacks, called synchronously after settings, the list or the book have changed, or
        after a backup was restored."""
        self._opened: dict[str, Evening] = {}
        self._unreadable: set[str] = set()
        self._endings: dict[str, Ending] = {}
        self._counted: dict[str, _Counted] = {}
        self._book: KeptBook | None = None
        for needed in (evenings_folder(folder), backups_folder(folder)):
            needed.mkdir(parents=True, exist_ok=True)
        self._storage, self.damaged = open_or_begin(library_file(folder), _understood)
        self.settings, self._listed = self._storage.understood or _understood({})
        today = _today()
        self._labels = {key: self._label(key).noted(today) for key in evening_keys(folder)}
        with suppress(OSError):  # the next start can list them and delete what is too old
            self.change(self.settings)
            self.throw_away(label.key for label in self.bin() if label.is_overdue(today))
        self._keep_copy_of(self.settings.open_evening)

    def change(self, settings: Settings) -> None:
        """Store other settings. If it raises :class:`OSError`, nothing has changed."""
        if settings != self.settings or self._labels != self._listed:
            before = self.settings.open_evening
            self._commit(settings, self._labels)
            if before != settings.open_evening:
                self._keep_copy_of(before)

    def labels(self) -> list[Label]:
        """Return the evenings that are not in the bin, the newest first."""
        return [label for label in self._sorted() if label.binned_on is None]

    def label(self, key: str) -> Label:
        """Return the label of an evening, also if it is in the bin or deleted."""
        return self._labels.get(key) or Label(key)

    def holds(self, key: str) -> bool:
        """Return whether there is an evening of that key outside the bin."""
        return key in self._labels and self._labels[key].binned_on is None

    def begin(self, game: Game[Any, Any], head: Head, agreement: Agreement[Any]) -> Evening:
        """Start a new evening and make it the open one.

        Raises :class:`OSError`, or :class:`~scoring.refusals.Refused` if the head or the agreement
        could not be read again; then there is no new evening.
        """
        key = new_key(head)
        evening = Evening.begin(key, self.file_of(key), game, head, agreement)
        self.add(evening)
        self._opened[key] = evening
        begun = replace(self.settings, open_evening=key, game=game.key)
        self._change_or_tell(begun.with_players_of(head))
        return evening

    def evening(self, key: str) -> Evening:
        """Return an evening; open it if it is not open yet.

        Raises :class:`KeyError` if there is none of that key or it is in the bin,
        :class:`~storage.durable.Unreadable`, :class:`~storage.evenings.FromTheFuture` or
        :class:`OSError`.
        """
        if not self.holds(key):
            raise KeyError(key)
        if key not in self._opened:
            self._opened[key] = self._open(key)
        return self._opened[key]

    def is_open(self, key: str) -> bool:
        """Return whether an evening was opened since the start."""
        return key in self._opened

    def sheet(self, key: str) -> Sheet:
        """Return the sheet of an evening without opening it for screens.

        Raises :class:`~storage.durable.Unreadable`, :class:`~storage.evenings.FromTheFuture` or
        :class:`OSError`.
        """
        return (self._opened.get(key) or self._open(key)).sheet

    def ending(self, key: str) -> Ending | None:
        """Return how an evening stands; None if it cannot be read.

        What was read once is remembered, for only an opened evening can change.
        """
        if key in self._endings and key not in self._opened:
            return self._endings[key]
        try:
            evening = self._opened.get(key) or self._open(key)
        except CANNOT_OPEN:
            return None
        self._labels[key] = replace(self._labels[key], names=names_in(evening.head))
        self._endings[key] = ending_of(evening.sheet)
        return self._endings[key]

    def statistics(self, key: str) -> Mapping[str, Statistics]:
        """Return what is counted on the sheet of an evening, under the key of its game.

        It is counted once: the same object is returned until the sheet changes. Raises the same as
        :meth:`sheet`.
        """
        return self._count(key).statistics

    def feats(self, key: str) -> tuple[Feat, ...]:
        """Return what may be a record on the sheet of an evening; found when that is counted.

        Raises the same as :meth:`sheet`.
        """
        return self._count(key).feats

    def leads(self, key: str) -> Leads:
        """Return what leads came to on the sheet of an evening; found when that is counted.

        Raises the same as :meth:`sheet`.
        """
        return self._count(key).leads

    def _count(self, key: str) -> "_Counted":
        opened = self._opened.get(key)
        shown = opened.sheet if opened else None
        known = self._counted.get(key)
        if known is None or known.shown is not shown:
            sheet = shown or self._open(key).sheet
            known = _Counted(shown, by_game([sheet]), feats_of(sheet), leads_of(sheet.replay))
            self._counted[key] = known
        return known

    @property
    def book(self) -> Book:
        """The table's book; it is opened when somebody asks for it first.

        Raises :class:`~scoring.refusals.Refused` if a newer app has written it, or
        :class:`OSError`.
        """
        return self._opened_book().book

    @property
    def book_seen(self) -> Book | None:
        """The table's book, None while nobody has asked for it."""
        return self._book.book if self._book else None

    @property
    def damaged_book(self) -> Path | None:
        """Where the newest file of the book was moved if it could not be read."""
        return self._opened_book().damaged

    def write_in_book(self, events: Iterable[Event]) -> None:
        """Write events in the table's book; those that it has already change nothing.

        Raises the same as :attr:`book`, or ``too_many``. Then nothing has changed.
        """
        self.keep_book(self.book.merged([*events]))

    def keep_book(self, book: Book) -> None:
        """Store another book; raises the same as :attr:`book`."""
        if book != self.book:
            keep_copy_of_day(self.folder, BOOK, book_file(self.folder))
            self._opened_book().keep(book)
            tell(self.listeners)

    def _opened_book(self) -> KeptBook:
        if self._book is None:
            self._book = KeptBook(book_file(self.folder))
        return self._book

    def last_sheet(self, game: str) -> Sheet | None:
        """Return the newest readable sheet of a game; prefer the open evening."""
        keys = [label.key for label in self.labels() if label.game == game]
        keys.sort(key=lambda key: key != self.settings.open_evening)
        for key in keys:
            with suppress(*CANNOT_OPEN):
                return self.sheet(key)
        return None

    def add(self, evening: Evening) -> None:
        """List an evening whose file exists.

        The next :meth:`change` stores the list and calls the listeners.
        """
        self._labels[evening.key] = Label.of(evening)
        self._forget(evening.key)

    def drop(self, keys: Iterable[str]) -> None:
        """Delete evenings permanently, with their backups; open ones refuse further changes.

        Raises :class:`OSError`; then those that were not deleted are listed as before.
        """
        copies = self.backups()
        try:
            for key in set(keys):
                self._delete(key, [copy.file for copy in copies if copy.key == key])
        finally:
            self._change_or_tell(self.settings)

    def _delete(self, key: str, copies: list[Path]) -> None:
        for file in (*copies, *_files(self.file_of(key))):
            file.unlink(missing_ok=True)
        self._labels.pop(key, None)
        self._forget(key)
        if evening := self._opened.pop(key, None):
            evening.close()

    def _forget(self, key: str) -> None:
        """Forget what was read of an evening whose file was replaced."""
        self._endings.pop(key, None)
        self._counted.pop(key, None)

    def file_of(self, key: str) -> Path:
        """Return the file of an evening."""
        return evening_file(self.folder, key)

    # The bin

    def bin(self) -> list[Label]:
        """Return the evenings in the bin, the newest first."""
        return [label for label in self._sorted() if label.binned_on is not None]

    def put_into_bin(self, key: str) -> None:
        """Move an evening to the bin; it is deleted after ``BIN_DAYS`` at the earliest.

        Raises :class:`OSError`, and then it was not moved, or :class:`KeyError`.
        """
        label = self._labels[key]
        binned = label if label.binned_on else replace(label, binned_on=_today().isoformat())
        is_open = self.settings.open_evening == key
        settings = replace(self.settings, open_evening=None) if is_open else self.settings
        self._keep_copy_of(key)
        self._relabel(settings, binned)

    def take_out_of_bin(self, key: str) -> None:
        """Restore an evening from the bin; raises the same as :meth:`put_into_bin`."""
        self._relabel(self.settings, self._labels[key].out_of_bin())

    def throw_away(self, keys: Iterable[str]) -> None:
        """Delete those of the evenings permanently that are still in the bin, with their backups.

        Another screen may have restored one since the caller showed them; that one stays. Raises
        :class:`OSError`; then those that were not deleted are still in the bin.
        """
        asked = set(keys)
        self.drop(label.key for label in self.bin() if label.key in asked)

    # Backups

    def backups(self) -> list[Backup]:
        """Return the automatic backups, the newest first."""
        return backups(self.folder)

    def read_copy(self, backup: Backup) -> Contents:
        """Return the content of a backup of an evening, without changing anything.

        Raises :class:`~storage.durable.Unreadable` if the backup is damaged or was deleted
        since, :class:`~storage.durable.UnreadableNow`, or
        :class:`~storage.evenings.FromTheFuture`.
        """
        return contents_of(backup.file)

    def read_book(self, backup: Backup) -> Book:
        """Return the book in a backup of it; raises the same as :meth:`read_copy`."""
        return look_into(backup.file, book_of)

    def restore(self, backup: Backup) -> None:
        """Restore a backup; the present version is backed up first.

        Of the book, only what is missing now is written again. Raises the same as
        :meth:`read_copy`, for the book the same as :attr:`book`, or :class:`OSError`. Then the
        present version is unchanged, but it may have been restored from the bin, and moved out of
        the way if it is damaged.
        """
        if backup.is_library:
            self._restore_library(backup)
        elif backup.is_book:
            self.write_in_book(self.read_book(backup).events)
        else:
            self._restore_evening(backup.key, self.read_copy(backup))
        drop_oldest(self.folder)

    def _restore_evening(self, key: str, held: Contents) -> None:
        if key in self._labels and not self.holds(key):
            self.take_out_of_bin(key)
        try:
            evening = self._opened.get(key) or self._open(key)
        except Unreadable:  # or not there at all
            set_all_aside(self.file_of(key))
            self._unreadable.discard(key)
            evening = Evening.keep(key, self.file_of(key), *held)
        else:
            keep_copy(self.folder, key, self.file_of(key))
            evening.become(*held)
        self._opened[key] = evening
        self.add(evening)
        if self._labels == self._listed:
            tell(self.listeners)
        else:
            self._change_or_tell(self.settings)

    def _restore_library(self, backup: Backup) -> None:
        kept = look_into(backup.file, _understood)
        keep_copy(self.folder, LIBRARY, library_file(self.folder))
        out_of_bin = {key for key, label in kept.labels.items() if label.binned_on is None}
        labels = {
            key: label.out_of_bin() if key in out_of_bin else label
            for key, label in self._labels.items()
        }
        settings = replace(kept.settings, open_evening=self.settings.open_evening)
        self._commit(settings, labels)

    def damaged_files(self) -> list[Path]:
        """Return the files that could not be read.

        Most were moved out of the way. An evening of which both generations are damaged is still
        in its place.
        """
        left = (self.file_of(key) for key in sorted(self._unreadable))
        return [*files_set_aside(self.folder), *(file for file in left if file.is_file())]

    def _sorted(self) -> list[Label]:
        return sorted(self._labels.values(), key=lambda label: label.key, reverse=True)

    def _open(self, key: str) -> Evening:
        try:
            evening = Evening.open(key, self.file_of(key))
        except Unreadable:
            self._unreadable.add(key)
            raise
        if evening.damaged:  # the next screen that opens it has to tell the user
            self._opened[key] = evening
        return evening

    def _label(self, key: str) -> Label:
        """Return the label of an evening from the list, or from its file if the list has none."""
        listed = self._listed.get(key) or Label(key)
        if listed.game in GAMES:
            return listed
        try:
            found = Label.of(self._open(key))
        except CANNOT_OPEN:
            return listed
        return replace(found, binned_on=listed.binned_on, overdue_since=listed.overdue_since)

    def _relabel(self, settings: Settings, label: Label) -> None:
        if label != self._labels[label.key]:
            self._commit(settings, {**self._labels, label.key: label})

    def _keep_copy_of(self, key: str | None) -> None:
        """Back up an evening at its end; ignore failures."""
        if key in self._labels:
            with suppress(OSError):  # the evening itself is stored
                keep_copy(self.folder, key, self.file_of(key))
                drop_oldest(self.folder)

    def _change_or_tell(self, settings: Settings) -> None:
        """Store settings and list; if that fails, call the listeners all the same.

        The files of the evenings are correct, and the next start lists them.
        """
        try:
            self.change(settings)
        except OSError:
            tell(self.listeners)

    def _commit(self, settings: Settings, labels: Mapping[str, Label]) -> None:
        keep_copy_of_day(self.folder, LIBRARY, library_file(self.folder))
        self._storage.write(
            {
                _SETTINGS: {_ONLY: {"schema": SCHEMA, **asdict(settings)}},
                _EVENINGS: {
                    str(number): write_record(label)
                    for number, label in enumerate(labels.values(), 1)
                },
            }
        )
        before, after = self._labels, dict(labels)
        self.settings, self._labels, self._listed = settings, after, dict(labels)
        tell(self.listeners)
        for key, evening in tuple(self._opened.items()):
            if before.get(key) != after.get(key):
                evening.tell()


def settings_of(tables: Tables) -> Settings:
    """Return the settings in the library's file. Raises :class:`FromTheFuture`."""
    return _understood(tables).settings


def new_key(head: Head) -> str:
    """Return a key for an evening that was never used before."""
    return f"{head.played_on or _today().isoformat()}-{secrets.token_hex(8)}"


def _today() -> date:
    return datetime.now().astimezone().date()


def _files(file: Path) -> tuple[Path, Path]:
    """Return the files of an evening, oldest first: they are deleted in that order."""
    return previous_generation(file), file


class _Counted(NamedTuple):
    """What was counted on a sheet, and that sheet if the evening was opened: it can change."""

    shown: Sheet | None
    statistics: Mapping[str, Statistics]
    feats: tuple[Feat, ...]
    leads: Leads


class _Kept(NamedTuple):
    """The content of the library's file."""

    settings: Settings
    labels: Mapping[str, Label]


def _understood(tables: Tables) -> _Kept:
    """Read the library. Raises :class:`FromTheFuture`; invalid values are left out."""
    kept = tables.get(_SETTINGS, {}).get(_ONLY, {})
    schema = kept.get("schema", SCHEMA)
    if type(schema) is int and schema > SCHEMA:
        raise FromTheFuture
    defaults = defaults_of(Settings)
    values: dict[str, Any] = {
        key: _read_or(defaults[key], kind, kept.get(key))
        for key, kind in kinds_of(Settings).items()
    }
    labels = {}
    for document in tables.get(_EVENINGS, {}).values():
        with suppress(Refused):
            label = read_record(Label, document)
            labels[label.key] = label
    return _Kept(Settings(**values), labels)


def _read_or(default: object, kind: Kind[Any], raw: object) -> object:
    try:
        return kind.read(raw)
    except Refused:
        return default
