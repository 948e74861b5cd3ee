"""One evening: its sheet on disk; every change is committed before it is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from tinydb import TinyDB

from scoring.fields import Moment
from scoring.game import Agreement, Entry, Game, Replay, check_same_seats, replay
from scoring.journal import Agree, Append, Journal, Operation, Remove, Replace
from scoring.refusals import Fault, Refusal, Refused
from scoring.rounds import AnyState
from scoring.sheet import (
    Head,
    Sheet,
    read_agreement,
    read_entry,
    read_game,
    read_head,
    read_number_of_sides,
    write_agreement,
    write_entry,
    write_head,
)
from storage.durable import Damaged, DurableStorage, Tables, Unreadable, look_into, put
from storage.listeners import Listener, tell

SCHEMA: Final = 1
_SHEETS: Final = "sheets"
_FIRST_SHEET: Final = 1

Draft: TypeAlias = Mapping[str, object]
"""The half-entered deal, in the fields of the game's ``Draft``."""


class FromTheFuture(Refusal):
    """The file was written by a newer app, or one with more games; it is not changed."""


class Contents(NamedTuple):
    """The content of an evening's file, read only."""

    journal: Journal
    sheet: Sheet
    draft: Draft


class Ending(NamedTuple):
    """How an evening stands: its names, its sheet after the last entry, and from when to when.

    ``replay`` has the last state and nothing before it. The times are those of the first and the
    last entry that has one.
    """

    head: Head
    replay: Replay[Any, Any]
    began_at: str | None
    ended_at: str | None


class Evening:
    """A sheet with its journal, stored in a file of its own.

    Each method that changes it has three steps:

    1. It computes the new slate. An impossible entry raises
       :class:`~scoring.refusals.IllegalEntry`; a value that could not be read again raises
       :class:`~scoring.refusals.Refused`.
    2. It commits. That may raise :class:`OSError`, or ``Refused`` with ``gone`` if the evening was
       deleted.
    3. It changes the attributes and calls the listeners.
    """

    def __init__(
        self,
        key: str,
        storage: DurableStorage[Contents],
        journal: Journal,
        sheet: Sheet,
        draft: Draft,
    ) -> None:
        self.key = key
        self.journal = journal
        self.sheet = sheet
        self.draft = draft
        self.damaged = storage.damaged
        """Where the newest generation was moved if it was damaged; then this is the one before."""
        self.is_closed = False
        """Whether it was deleted; then every change is refused."""
        self.listeners: set[Listener] = set()
        self._storage = storage
        self._table = TinyDB(storage=lambda: storage).table(_SHEETS)
        self._operations = [_write_operation(sheet.game, done) for done in journal.operations]

    @classmethod
    def begin(
        cls, key: str, file: Path, game: Game[Any, Any], head: Head, agreement: Agreement[Any]
    ) -> "Evening":
        """Start an empty sheet in a new file.

        Raises :class:`OSError`, or :class:`~scoring.refusals.Refused` if the head or the agreement
        could not be read again.
        """
        raw = {**write_head(head), **write_agreement(agreement)}
        read_head(game, read_agreement(game, raw, read_number_of_sides(game, raw)), raw)
        return cls.keep(key, file, Journal(agreement), Sheet(head, replay(game, agreement)))

    @classmethod
    def keep(
        cls,
        key: str,
        file: Path,
        journal: Journal,
        sheet: Sheet,
        draft: Draft = MappingProxyType({}),
    ) -> "Evening":
        """Store an imported or restored sheet in a new file. Raises :class:`OSError`."""
        evening = cls(key, DurableStorage(file, _understood), journal, sheet, draft)
        evening._commit(journal, sheet, draft=draft)
        return evening

    @classmethod
    def open(cls, key: str, file: Path) -> "Evening":
        """Open a stored sheet, with everything that can be undone and redone.

        Raises :class:`~storage.durable.Unreadable`, :class:`FromTheFuture`,
        :class:`~storage.durable.UnreadableNow` if it cannot be read at the moment, or
        :class:`OSError` if a damaged file cannot be moved out of the way.
        """
        storage = DurableStorage(file, _understood)
        if storage.understood is None:
            raise Unreadable(file)
        return cls(key, storage, *storage.understood)

    @property
    def head(self) -> Head:
        """Title, day and sides."""
        return self.sheet.head

    @property
    def revision(self) -> str:
        """Tells this state of the evening from every other one, also after a restart."""
        return self._storage.revision

    @property
    def content(self) -> tuple[Journal, Draft]:
        """Everything that can change; equal values are the same state."""
        return self.journal, self.draft

    @property
    def replay(self) -> Replay[Any, Any]:
        """The entries in force, with the state after each."""
        return self.sheet.replay

    def write(self, entry: Entry) -> None:
        """Append an entry, with the present time if it does not tell when it was tapped."""
        stamped = entry if entry.at else replace(entry, at=_now())
        self._do(Append(stamped), self.replay.after(stamped))

    def correct(self, index: int, entry: Entry) -> None:
        """Replace the entry at ``index``."""
        self.do(Replace(index, entry))

    def strike_out(self, index: int) -> None:
        """Remove the entry at ``index``."""
        self.do(Remove(index))

    def agree(self, agreement: Agreement[Any]) -> None:
        """Change the house rules or the first dealer for the whole sheet."""
        self.do(Agree(agreement))

    def do(self, operation: Operation) -> None:
        """Do any operation, with the present time; it can be undone."""
        stamped = operation if isinstance(operation, Append) else replace(operation, at=_now())
        self._do(stamped, self.after(operation))

    def after(self, operation: Operation) -> Replay[Any, Any]:
        """Return the sheet as it would be after an operation, without changing it."""
        if isinstance(operation, Agree):
            game, agreed = self.sheet.game, self.journal.agreed_at_start
            check_same_seats(game, agreed, operation.agreement)
        return self.replay.of(*self.journal.doing(operation).in_force)

    def undo(self, draft: Draft = MappingProxyType({})) -> None:
        """Undo the last operation, if there is one.

        If that takes a deal back, ``draft`` is what is half entered of it then.
        """
        self._move(self.journal.undone(), draft)

    def redo(self) -> None:
        """Redo the operation that was undone last, if there is one."""
        self._move(self.journal.redone())

    def extend(self, entries: Sequence[Entry]) -> None:
        """Append several entries unchanged, such as those of another copy of the sheet."""
        done = self.journal.operations[: self.journal.cursor]
        operations = (*done, *map(Append, entries))
        journal = replace(self.journal, operations=operations, cursor=len(operations))
        agreement, before = self.replay.agreement, self.replay.entries
        self.become(journal, Sheet(self.head, self.replay.of(agreement, (*before, *entries))))

    def become(self, journal: Journal, sheet: Sheet, draft: Draft | None = None) -> None:
        """Become another version of the evening.

        Without ``draft``, the present draft stays if the deal is still the same.
        """
        operations = [_write_operation(sheet.game, done) for done in journal.operations]
        self._commit(journal, sheet, operations, draft)

    def keep_draft(self, draft: Draft) -> None:
        """Store the half-entered deal; it is dropped when another deal is the present one."""
        if draft != self.draft:
            self._commit(self.journal, self.sheet, draft=draft)

    def _do(self, operation: Operation, after: Replay[Any, Any]) -> None:
        recorded = _write_operation(self.sheet.game, operation)
        _read_operation(self.sheet.game, self.journal.agreed_at_start, recorded)
        operations = [*self._operations[: self.journal.cursor], recorded]
        self._commit(self.journal.doing(operation), Sheet(self.head, after), operations)

    def _move(self, journal: Journal, draft: Draft = MappingProxyType({})) -> None:
        if journal is not self.journal:
            sheet = Sheet(self.head, self.replay.of(*journal.in_force))
            half_entered = self.draft if _is_same_deal(self.sheet, sheet) else draft
            self._commit(journal, sheet, draft=half_entered)

    def _commit(
        self,
        journal: Journal,
        sheet: Sheet,
        operations: list[dict[str, object]] | None = None,
        draft: Draft | None = None,
    ) -> None:
        if self.is_closed:
            raise Refused(Fault.GONE)
        operations = self._operations if operations is None else operations
        if draft is None:
            draft = self.draft if _is_same_deal(self.sheet, sheet) else {}
        document = {
            "schema": SCHEMA,
            "game": sheet.game.key,
            **write_head(sheet.head),
            **write_agreement(journal.agreed_at_start),
            "operations": operations,
            "cursor": journal.cursor,
            "draft": dict(draft),
        }
        put(self._table, document, _FIRST_SHEET)
        self.journal, self.sheet, self.draft = journal, sheet, draft
        self._operations = operations
        self.tell()

    def close(self) -> None:
        """Refuse every further change, because the evening was deleted; call the listeners."""
        self.is_closed = True
        self.tell()

    def tell(self) -> None:
        """Call the listeners."""
        tell(self.listeners)


def contents_of(file: Path) -> Contents:
    """Return the content of a backup of an evening, without changing any file.

    Raises :class:`~storage.durable.Unreadable` if the backup is damaged or missing,
    :class:`~storage.durable.UnreadableNow`, or :class:`FromTheFuture`.
    """
    return look_into(file, _understood)


def sheet_of(tables: Tables) -> Sheet:
    """Return the sheet in an evening's file.

    Raises :class:`~storage.durable.Damaged` or :class:`FromTheFuture`.
    """
    return _understood(tables).sheet


def ending_of(sheet: Sheet) -> Ending:
    """Return how a sheet stands, without how it came to that."""
    times = [entry.at for entry in sheet.replay.entries if entry.at]
    stands = replace(sheet.replay, entries=(), states=(sheet.replay.state,))
    began, ended = (times[0], times[-1]) if times else (None, None)
    return Ending(sheet.head, stands, began, ended)


def _is_same_deal(before: Sheet, after: Sheet) -> bool:
    """Whether the current deal is still the same, so that the draft stays."""
    was: AnyState[Any] = before.replay.state
    now: AnyState[Any] = after.replay.state
    return was.deals == now.deals


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _write_operation(game: Game[Any, Any], operation: Operation) -> dict[str, object]:
    if isinstance(operation, Append):
        return {"append": write_entry(game, operation.entry)}
    when = {"at": operation.at} if operation.at else {}
    match operation:
        case Replace(index, entry):
            return {"replace": index, "entry": write_entry(game, entry), **when}
        case Remove(index):
            return {"remove": index, **when}
        case _:
            return {"agree": write_agreement(operation.agreement), **when}


def _read_operation(
    game: Game[Any, Any], at_start: Agreement[Any], raw: dict[str, Any]
) -> Operation:
    match raw:
        case {"append": entry}:
            return Append(read_entry(game, entry))
        case {"replace": int(index), "entry": entry}:
            return Replace(index, read_entry(game, entry), _read_time(raw))
        case {"remove": int(index)}:
            return Remove(index, _read_time(raw))
        case {"agree": dict(agreed)}:
            agreement = read_agreement(game, agreed, at_start.sides)
            check_same_seats(game, at_start, agreement)
            return Agree(agreement, _read_time(raw))
    raise ValueError(raw)


def _read_time(raw: Mapping[str, object]) -> str | None:
    return Moment().read(raw["at"]) if "at" in raw else None


def _understood(tables: Tables) -> Contents:
    """Return the content of a file. Raises :class:`Damaged` or :class:`FromTheFuture`."""
    document = tables.get(_SHEETS, {}).get(str(_FIRST_SHEET), {})
    schema = document.get("schema")
    if type(schema) is int and schema > SCHEMA:
        raise FromTheFuture
    if schema != SCHEMA:
        raise Damaged
    try:
        return _read_document(document)
    except Refused as refused:
        if refused.code is Fault.GAME_UNKNOWN and type(document["game"]) is str:
            raise FromTheFuture from None
        raise Damaged from None
    except (IndexError, KeyError, TypeError, ValueError):
        raise Damaged from None


def _read_document(document: Mapping[str, Any]) -> Contents:
    game = read_game(document["game"])
    at_start = read_agreement(game, document, read_number_of_sides(game, document))
    operations = tuple(_read_operation(game, at_start, raw) for raw in document["operations"])
    journal = Journal(at_start, operations, document["cursor"])
    _ = replace(journal, cursor=len(operations)).in_force  # redo must be possible too
    agreement, entries = journal.in_force
    head = read_head(game, agreement, document)
    draft = document.get("draft", {})
    sheet = Sheet(head, replay(game, agreement, entries))
    return Contents(journal, sheet, draft if isinstance(draft, dict) else {})
