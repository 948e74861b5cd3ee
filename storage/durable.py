"""A TinyDB storage that loses nothing: a change is on disk whole, or it has not happened.

A change is written to a file of its own and flushed to the disk; then the present file becomes
the previous generation and the new one takes its place. So at every moment at least one
complete generation exists, and whoever opens the file finds the state before or after a change.
"""

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from tinydb.storages import Storage
from tinydb.table import Document, Table

from storage.places import previous_generation, set_aside, unfinished

Tables: TypeAlias = dict[str, dict[str, Any]]

_FOLDERS_CAN_BE_FLUSHED: Final = os.name == "posix"

_DAMAGED: Final = (OSError, ValueError, RecursionError)
"""What reading a damaged file raises."""


class Unreadable(Exception):
    """Neither the file nor its previous generation can be read; nothing was changed."""

    def __init__(self, file: Path) -> None:
        super().__init__(str(file))
        self.file = file


class DurableStorage(Storage):
    """Keeps the tables of one small database in one file, with its previous generation.

    ``damaged`` is where a file that could not be read was moved when it was opened, or None.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self.damaged: Path | None = None
        self._tables: Tables | None = self._newest_readable()

    def read(self) -> Tables | None:
        """Return what was last written, or None if nothing was ever written.

        What is returned may be changed freely: TinyDB does so before it writes.
        """
        if self._tables is None:
            return None
        return {
            name: {key: dict(document) for key, document in table.items()}
            for name, table in self._tables.items()
        }

    def write(self, data: Tables) -> None:
        """Put the tables on disk. Raises :class:`OSError`, and then nothing has changed."""
        new, previous = unfinished(self._file), previous_generation(self._file)
        is_first, present_is_previous = not self._file.exists(), False
        try:
            _write_flushed(new, _encode(data))
            if not is_first:
                self._file.replace(previous)
                present_is_previous = True
            new.replace(self._file)
            _flush_folder(self._file.parent)
        except OSError:
            with suppress(OSError):
                if present_is_previous:
                    previous.replace(self._file)
                elif is_first:
                    self._file.unlink(missing_ok=True)
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise
        self._tables = data

    def _newest_readable(self) -> Tables | None:
        try:
            return _decode(self._file.read_bytes())
        except FileNotFoundError:
            return self._previous(or_else=None)
        except _DAMAGED:
            tables = self._previous(or_else=Unreadable(self._file))
            self.damaged = set_aside(self._file)
            self._file.replace(self.damaged)
            return tables

    def _previous(self, or_else: Unreadable | None) -> Tables | None:
        try:
            return _decode(previous_generation(self._file).read_bytes())
        except FileNotFoundError:
            if or_else is None:
                return None
            raise or_else from None
        except _DAMAGED:
            raise Unreadable(self._file) from None


def put(table: Table, fields: dict[str, object], doc_id: int) -> None:
    """Put a document in its place in one write. Raises :class:`OSError`.

    TinyDB's ``upsert`` takes two for a new one, the first of which leaves the table empty.
    """
    if table.contains(doc_id=doc_id):
        table.update(fields, doc_ids=[doc_id])
    else:
        table.insert(Document(fields, doc_id))


def _encode(tables: Tables) -> bytes:
    content = json.dumps(tables, separators=(",", ":"), check_circular=False).encode()
    return content + b"\n" + _checksum(content) + b"\n"


def _decode(written: bytes) -> Tables:
    """Return the tables. Raises one of ``_DAMAGED`` unless every bit is as it was written."""
    content, _, checksum = written.partition(b"\n")
    if checksum != _checksum(content) + b"\n":
        raise ValueError("checksum")
    return {
        name: {str(int(key)): _object(document) for key, document in _object(table).items()}
        for name, table in _object(json.loads(content)).items()
    }


def _object(raw: object) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise ValueError("no object")  # noqa: TRY004 - a file's fault, like all its others
    return raw


def _checksum(content: bytes) -> bytes:
    return b"sha256:" + hashlib.sha256(content).hexdigest().encode()


def _write_flushed(file: Path, content: bytes) -> None:
    with file.open("wb", buffering=0) as stream:
        view = memoryview(content)
        while view:
            view = view[stream.write(view) :]
        os.fsync(stream.fileno())


def _flush_folder(folder: Path) -> None:
    """Flush the names in a folder, where the platform can do that."""
    if not _FOLDERS_CAN_BE_FLUSHED:
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
