"""One evening: its sheet on disk, and every change committed before anybody sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from tinydb import TinyDB

from scoring.game import Agreement, Entry, Game, Replay, check_same_seats, replay
from scoring.journal import Agree, Append, Journal, Operation, Remove, Replace
from scoring.refusals import Fault, Refusal, Refused
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
"""What is half entered for the deal under way, in the words of the game's pad."""


class FromTheFuture(Refusal):
    """The file was written by a newer app, or one with more games; it is left as it is."""


class Contents(NamedTuple):
    """What a file of an evening holds, to be looked at."""

    journal: Journal
    sheet: Sheet
    draft: Draft


class Evening:
    """A sheet with its journal, kept in a file of its own.

    Each verb computes the new slate first, so an impossible entry raises
    :class:`~scoring.refusals.IllegalEntry`, as anything that could not be read again raises
    :class:`~scoring.refusals.Refused`; then it commits, which may raise :class:`OSError`, or
    ``Refused`` with ``gone`` if the evening was thrown away; only then does what the evening
    shows change, and the listeners hear of it.
    """

    def __init__(
        self, key: str, storage: DurableStorage, journal: Journal, sheet: Sheet, draft: Draft
    ) -> None:
        self.key = key
        self.journal = journal
        self.sheet = sheet
        self.draft = draft
        self.damaged = storage.damaged
        """Where the newest file went if it could not be read; then this is the one before."""
        self.is_closed = False
        """Whether it was thrown away; then nothing can be written any more."""
        self.listeners: set[Listener] = set()
        self._table = TinyDB(storage=lambda: storage).table(_SHEETS)
        self._operations = [_write_operation(sheet.game, done) for done in journal.operations]

    @classmethod
    def begin(
        cls, key: str, file: Path, game: Game[Any, Any], head: Head, agreement: Agreement[Any]
    ) -> "Evening":
        """Start an empty sheet in a new file.

        Raises :class:`OSError`, or :class:`~scoring.refusals.Refused` for a head or an agreement
        that could not be read again.
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
        """Keep in a file what came from elsewhere. Raises :class:`OSError`."""
        evening = cls(key, DurableStorage(file), journal, sheet, draft)
        evening._commit(journal, sheet, draft=draft)
        return evening

    @classmethod
    def open(cls, key: str, file: Path) -> "Evening":
        """Open a kept sheet, as it was, with everything that can be undone and redone.

        Raises :class:`~storage.durable.Unreadable`, :class:`FromTheFuture`,
        :class:`~storage.durable.UnreadableNow` if it cannot be read at the moment, or
        :class:`OSError` if a damaged file cannot be set aside.
        """
        storage = DurableStorage(file, _understood)
        if not isinstance(storage.understood, Contents):
            raise Unreadable(file)
        return cls(key, storage, *storage.understood)

    @property
    def head(self) -> Head:
        """Title, day and sides."""
        return self.sheet.head

    @property
    def content(self) -> tuple[Journal, Draft]:
        """Everything that can change; equal values are the same state."""
        return self.journal, self.draft

    @property
    def replay(self) -> Replay[Any, Any]:
        """The entries in force, with the state after each."""
        return self.sheet.replay

    def write(self, entry: Entry) -> None:
        """Write one more entry, stamped with the time."""
        stamped = replace(entry, at=datetime.now().astimezone().isoformat(timespec="seconds"))
        self._do(Append(stamped), self.replay.after(stamped))

    def correct(self, index: int, entry: Entry) -> None:
        """Put another entry in the place of the one at ``index``."""
        self.do(Replace(index, entry))

    def strike_out(self, index: int) -> None:
        """Remove the entry at ``index``."""
        self.do(Remove(index))

    def agree(self, agreement: Agreement[Any]) -> None:
        """Change the house rules or the first dealer for the whole sheet."""
        self.do(Agree(agreement))

    def do(self, operation: Operation) -> None:
        """Do any change that undo can take back."""
        self._do(operation, self.after(operation))

    def after(self, operation: Operation) -> Replay[Any, Any]:
        """Return what a change would make of the sheet, changing nothing."""
        if isinstance(operation, Agree):
            game, agreed = self.sheet.game, self.journal.agreed_at_start
            check_same_seats(game, agreed, operation.agreement)
        return self.replay.of(*self.journal.doing(operation).in_force)

    def undo(self) -> None:
        """Take the last change back, if there is one."""
        self._move(self.journal.undone())

    def redo(self) -> None:
        """Do again what was taken back, if anything was."""
        self._move(self.journal.redone())

    def extend(self, entries: Sequence[Entry]) -> None:
        """Write several entries as they are, such as those of another copy of the sheet."""
        done = self.journal.operations[: self.journal.cursor]
        operations = (*done, *map(Append, entries))
        journal = replace(self.journal, operations=operations, cursor=len(operations))
        agreement, before = self.replay.agreement, self.replay.entries
        self.become(journal, Sheet(self.head, self.replay.of(agreement, (*before, *entries))))

    def become(self, journal: Journal, sheet: Sheet, draft: Draft | None = None) -> None:
        """Take over what another copy of the evening holds; our draft only if it brings none."""
        operations = [_write_operation(sheet.game, done) for done in journal.operations]
        self._commit(journal, sheet, operations, draft)

    def keep_draft(self, draft: Draft) -> None:
        """Keep what is half entered; it is dropped when its deal is over or taken back."""
        if draft != self.draft:
            self._commit(self.journal, self.sheet, draft=draft)

    def _do(self, operation: Operation, after: Replay[Any, Any]) -> None:
        recorded = _write_operation(self.sheet.game, operation)
        _read_operation(self.sheet.game, self.journal.agreed_at_start, recorded)
        operations = [*self._operations[: self.journal.cursor], recorded]
        self._commit(self.journal.doing(operation), Sheet(self.head, after), operations)

    def _move(self, journal: Journal) -> None:
        if journal is not self.journal:
            self._commit(journal, Sheet(self.head, self.replay.of(*journal.in_force)))

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
        """Let nothing be written any more, for the evening was thrown away; tell it."""
        self.is_closed = True
        self.tell()

    def tell(self) -> None:
        """Let all who look at the evening know that something has changed."""
        tell(self.listeners)


def contents_of(file: Path) -> Contents:
    """Return what a copy of an evening holds, changing nothing.

    Raises :class:`~storage.durable.Unreadable` if the copy is damaged or gone,
    :class:`~storage.durable.UnreadableNow`, or :class:`FromTheFuture`.
    """
    return look_into(file, _understood)


def sheet_of(tables: Tables) -> Sheet:
    """Return the sheet in an evening's file.

    Raises :class:`~storage.durable.Damaged` or :class:`FromTheFuture`.
    """
    return _understood(tables).sheet


def _is_same_deal(before: Sheet, after: Sheet) -> bool:
    """Whether the deal under way is still the same, so that what is half entered stays."""
    deals = before.game.deals
    return deals(before.replay.state) == deals(after.replay.state)


def _write_operation(game: Game[Any, Any], operation: Operation) -> dict[str, object]:
    match operation:
        case Append(entry):
            return {"append": write_entry(game, entry)}
        case Replace(index, entry):
            return {"replace": index, "entry": write_entry(game, entry)}
        case Remove(index):
            return {"remove": index}
        case _:
            return {"agree": write_agreement(operation.agreement)}


def _read_operation(
    game: Game[Any, Any], at_start: Agreement[Any], raw: dict[str, Any]
) -> Operation:
    match raw:
        case {"append": entry}:
            return Append(read_entry(game, entry))
        case {"replace": int(index), "entry": entry}:
            return Replace(index, read_entry(game, entry))
        case {"remove": int(index)}:
            return Remove(index)
        case {"agree": dict(agreed)}:
            agreement = read_agreement(game, agreed, at_start.sides)
            check_same_seats(game, at_start, agreement)
            return Agree(agreement)
    raise ValueError(raw)


def _understood(tables: Tables) -> Contents:
    """Read what a file holds. Raises :class:`Damaged` or :class:`FromTheFuture`."""
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
    _ = replace(journal, cursor=len(operations)).in_force  # what was undone can be done again
    agreement, entries = journal.in_force
    head = read_head(game, agreement, document)
    draft = document.get("draft", {})
    sheet = Sheet(head, replay(game, agreement, entries))
    return Contents(journal, sheet, draft if isinstance(draft, dict) else {})
