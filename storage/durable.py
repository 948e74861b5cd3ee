"""A TinyDB storage with atomic writes: a change is on disk completely, or it has not happened.

A change is written to a temporary file, followed by fsync. Then the present file is renamed to
the previous generation, and the temporary file takes its place. So at every moment at least one
complete generation exists: opening the file returns the state before or after a change.
"""

import errno
import hashlib
import json
import os
import stat
import sys
from collections.abc import Callable, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Generic, TypeAlias, TypeVar, overload

from tinydb.storages import Storage
from tinydb.table import Document, Table

from scoring.refusals import Refusal
from storage.places import previous_generation, set_aside, unfinished

with suppress(ImportError):  # it does not exist on every system
    import fcntl

Tables: TypeAlias = dict[str, dict[str, Any]]

_FOLDERS_CAN_BE_FLUSHED: Final = os.name == "posix"

_LEADS_NOWHERE: Final = {errno.ELOOP, errno.ENOTDIR, errno.ENAMETOOLONG}
"""The errors of the system for a link that can never lead to a file."""

_NOT_FLUSHED_SO: Final = {
    *(errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOTTY, errno.ENOSYS),
}
"""The errors of file systems, often remote ones, that do not support this kind of flush."""

SECRET: Final = 0o600
"""Who can read and write a file that holds a secret: its owner."""

_LARGEST: Final = 64 * 1024 * 1024
"""The largest file that is written or read, in bytes."""

Understood = TypeVar("Understood")


class Unreadable(Refusal):
    """Every generation of a file is damaged or missing; nothing was changed."""

    def __init__(self, file: Path) -> None:
        super().__init__(str(file))
        self.file = file


class UnreadableNow(OSError):
    """A file that cannot be read at the moment, so its content is unknown.

    Nothing was moved or changed, and the next try may succeed.
    """


class Damaged(Exception):
    """A file that was read, and whose content is not what was written."""


class DurableStorage(Storage, Generic[Understood]):
    """Stores the tables of one small database in one file, with its previous generation.

    ``understand`` parses the tables, or raises :class:`Damaged` if they are not valid; its result
    is ``understood``. If the file was damaged when it was opened, ``damaged`` is the path it was
    moved to, and the tables are those of the generation before; else ``damaged`` is None.
    ``revision`` is the checksum of the tables; it is empty if none were ever written.
    """

    @overload
    def __init__(self: "DurableStorage[None]", file: Path) -> None: ...
    @overload
    def __init__(self, file: Path, understand: Callable[[Tables], Understood]) -> None: ...
    def __init__(self, file: Path, understand: Callable[[Tables], Any] = lambda _: None) -> None:
        """Open the file.

        Raises :class:`Unreadable`, :class:`UnreadableNow`, or :class:`OSError` if a damaged file
        cannot be moved out of the way. Then nothing was changed.
        """
        self._file, self._unfinished = file, unfinished(file)
        self._previous_generation = previous_generation(file)
        self._understand = understand
        self.damaged: Path | None = None
        self.understood: Understood | None = None
        self.revision = ""
        self._tables: Tables | None = self._newest_readable()
        for name in (self._unfinished, self._previous_generation):
            if _is_no_file(name):
                name.replace(set_aside(name))

    def read(self) -> Tables | None:
        """Return the tables that were written last, or None if none ever were.

        The caller may change the result: TinyDB does so before it writes.
        """
        if self._tables is None:
            return None
        return {
            name: {key: dict(document) for key, document in table.items()}
            for name, table in self._tables.items()
        }

    def write(self, data: Tables) -> None:
        """Write the tables to disk. If it raises :class:`OSError`, nothing has changed."""
        new, previous = self._unfinished, self._previous_generation
        is_first, present_is_previous = not _is_there(self._file), False
        encoded = encode(data)
        try:
            _write_flushed(new, encoded)
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
        self._tables, self.revision = data, revision_of(encoded)

    def _newest_readable(self) -> Tables | None:
        try:
            return self._read(self._file)
        except FileNotFoundError:
            return self._previous(or_else=None)
        except Damaged:
            tables = self._previous(or_else=Unreadable(self._file))
            self.damaged = set_aside(self._file)
            self._file.replace(self.damaged)
            return tables

    def _previous(self, or_else: Unreadable | None) -> Tables | None:
        try:
            return self._read(self._previous_generation)
        except FileNotFoundError:
            if or_else is None:
                return None
            raise or_else from None
        except Damaged:
            raise Unreadable(self._file) from None

    def _read(self, file: Path) -> Tables:
        content = _content(file)
        tables = decode(content)
        self.understood, self.revision = self._understand(tables), revision_of(content)
        return tables


def look_into(file: Path, understand: Callable[[Tables], Understood]) -> Understood:
    """Read one generation with ``understand`` and return the result, without changing any file.

    Raises :class:`Unreadable` if it is damaged or missing, or :class:`UnreadableNow`.
    """
    try:
        return understand(decode(_content(file)))
    except (Damaged, FileNotFoundError):
        raise Unreadable(file) from None


def write_durably(file: Path, content: bytes, *, is_secret: bool = False) -> None:
    """Write or replace a file atomically; only its owner can read it if it is a secret.

    Raises :class:`OSError`.
    """
    new = unfinished(file)
    try:
        if is_secret:
            new.unlink(missing_ok=True)
            new.touch(SECRET, exist_ok=False)
        _write_flushed(new, content)
        new.replace(file)
        _flush_folder(file.parent)
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def open_or_begin(
    file: Path, understand: Callable[[Tables], Understood]
) -> "tuple[DurableStorage[Understood], Path | None]":
    """Open a file; if no generation of it is readable, move it out of the way and begin anew.

    Returns also where the newest generation was moved, if it was damaged.
    """
    try:
        storage = DurableStorage(file, understand)
    except Unreadable:
        newest, *_ = set_all_aside(file)
        return DurableStorage(file, understand), newest
    return storage, storage.damaged


def set_all_aside(file: Path) -> list[Path]:
    """Move both generations of a file out of the way; return the new paths, the newest first."""
    generations = (file, previous_generation(file))
    return [each.replace(set_aside(each)) for each in generations if os.path.lexists(each)]


def _content(file: Path) -> bytes:
    """Read a file.

    Raises :class:`Damaged`, :class:`FileNotFoundError` or :class:`UnreadableNow`.
    """
    status = _status(file)
    if not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST:
        raise Damaged  # reading from a pipe may block forever
    try:
        return file.read_bytes()
    except OSError as error:
        raise UnreadableNow(error.errno, error.strerror, str(file)) from error


def _status(file: Path) -> os.stat_result:
    """Return the status of a path; raises the same as :func:`_content`."""
    try:
        return file.stat()
    except FileNotFoundError:
        raise
    except OSError as error:
        if error.errno in _LEADS_NOWHERE and file.is_symlink():
            raise Damaged from None
        raise UnreadableNow(error.errno, error.strerror, str(file)) from error


def _is_there(file: Path) -> bool:
    """Whether a path exists. Raises :class:`OSError` if that cannot be found out."""
    try:
        file.stat()
    except FileNotFoundError:
        return False
    return True


def _is_no_file(name: Path) -> bool:
    """Whether a path certainly exists and is not a regular file."""
    try:
        return not stat.S_ISREG(_status(name).st_mode)
    except Damaged:
        return True
    except FileNotFoundError:
        return name.is_symlink()
    except UnreadableNow:
        return False


def put(table: Table, fields: dict[str, object], doc_id: int) -> None:
    """Insert or replace a document, in one write. Raises :class:`OSError`.

    TinyDB's ``upsert`` writes twice for a new document, the first time an empty table, and it
    keeps fields of the old document in the new one.
    """

    def exchange(document: MutableMapping[str, object]) -> None:
        document.clear()
        document.update(fields)

    if table.contains(doc_id=doc_id):
        table.update(exchange, doc_ids=[doc_id])
    else:
        table.insert(Document(fields, doc_id))


def encode(tables: Tables) -> bytes:
    """Return the file content for the tables. Raises :class:`OSError` if it is too large."""
    content = json.dumps(tables, separators=(",", ":"), check_circular=False).encode()
    encoded = content + b"\n" + _checksum(content) + b"\n"
    if len(encoded) > _LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return encoded


def decode(encoded: bytes) -> Tables:
    """Return the tables. Raises :class:`Damaged` if the checksum or the structure is wrong."""
    content, _, checksum = encoded.partition(b"\n")
    if checksum != _checksum(content) + b"\n":
        raise Damaged
    try:
        return {
            name: {str(int(key)): _object(document) for key, document in _object(table).items()}
            for name, table in _object(json.loads(content)).items()
        }
    except (ValueError, RecursionError):
        raise Damaged from None


def _object(raw: object) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise Damaged
    return raw


def _checksum(content: bytes) -> bytes:
    return b"sha256:" + hashlib.sha256(content).hexdigest().encode()


def revision_of(encoded: bytes) -> str:
    """Return the checksum with which a file of tables ends."""
    return encoded.rpartition(b":")[2].decode().strip()


def _write_flushed(file: Path, content: bytes) -> None:
    with file.open("wb", buffering=0) as stream:
        view = memoryview(content)
        while view:
            view = view[stream.write(view) :]
        _flush(stream.fileno())


def _flush(descriptor: int) -> None:
    """Flush a file or directory to the drive.

    On Apple's systems ``fsync`` does not flush the drive's own cache; ``F_FULLFSYNC`` does,
    where the file system supports it.
    """
    full = getattr(sys.modules.get("fcntl"), "F_FULLFSYNC", None)
    if full is None:
        os.fsync(descriptor)
        return
    try:
        fcntl.fcntl(descriptor, full)
    except OSError as error:
        if error.errno not in _NOT_FLUSHED_SO:
            raise
        os.fsync(descriptor)


def _flush_folder(folder: Path) -> None:
    """Call fsync on a directory, where the platform supports that."""
    if not _FOLDERS_CAN_BE_FLUSHED:
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        _flush(descriptor)
    except OSError as error:
        if error.errno not in _NOT_FLUSHED_SO:
            raise
    finally:
        os.close(descriptor)
