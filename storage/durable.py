"""A TinyDB storage that loses nothing: a change is on disk whole, or it has not happened.

A change is written to a file of its own and flushed to the disk; then the present file becomes
the previous generation and the new one takes its place. So at every moment at least one
complete generation exists, and whoever opens the file finds the state before or after a change.
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
from typing import Any, Final, TypeAlias, TypeVar

from tinydb.storages import Storage
from tinydb.table import Document, Table

from scoring.refusals import Refusal
from storage.places import previous_generation, set_aside, unfinished

with suppress(ImportError):  # not every system has it
    import fcntl

Tables: TypeAlias = dict[str, dict[str, Any]]

_FOLDERS_CAN_BE_FLUSHED: Final = os.name == "posix"

_LEADS_NOWHERE: Final = {errno.ELOOP, errno.ENOTDIR, errno.ENAMETOOLONG}
"""What the system answers for a link that can never lead to a file."""

_NOT_FLUSHED_SO: Final = {
    *(errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOTTY, errno.ENOSYS),
}
"""What file systems answer, many of them far away, that do not know this way of flushing."""

_LARGEST: Final = 64 * 1024 * 1024
"""No larger file is written here, nor read, in bytes."""

Understand: TypeAlias = Callable[[Tables], object]
Understood = TypeVar("Understood")


class Unreadable(Refusal):
    """All there is of a file is damaged or gone; nothing was changed."""

    def __init__(self, file: Path) -> None:
        super().__init__(str(file))
        self.file = file


class UnreadableNow(OSError):
    """A file that cannot be read at the moment: nothing is known of what it holds.

    Nothing was moved or changed, and the next try may succeed.
    """


class Damaged(Exception):
    """A file that was read and is not as it was written."""


class DurableStorage(Storage):
    """Keeps the tables of one small database in one file, with its previous generation.

    ``understand`` makes sense of the tables, or raises :class:`Damaged` if they make none; what
    it makes of them is ``understood``. ``damaged`` is where a damaged file was moved when it was
    opened, or None; then this is the generation before.
    """

    def __init__(self, file: Path, understand: Understand = lambda _: None) -> None:
        """Open it.

        Raises :class:`Unreadable`, :class:`UnreadableNow`, or :class:`OSError` if a damaged file
        cannot be set aside. Then nothing was changed.
        """
        self._file = file
        self._understand = understand
        self.damaged: Path | None = None
        self.understood: object = None
        self._tables: Tables | None = self._newest_readable()
        for name in (unfinished(file), previous_generation(file)):
            if _is_no_file(name):
                name.replace(set_aside(name))

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
        is_first, present_is_previous = not _is_there(self._file), False
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
            return self._read(previous_generation(self._file))
        except FileNotFoundError:
            if or_else is None:
                return None
            raise or_else from None
        except Damaged:
            raise Unreadable(self._file) from None

    def _read(self, file: Path) -> Tables:
        tables = decode(_content(file))
        self.understood = self._understand(tables)
        return tables


def look_into(file: Path, understand: Callable[[Tables], Understood]) -> Understood:
    """Return what one generation is understood as, and change nothing, whatever it is.

    Raises :class:`Unreadable` if it is damaged or gone, or :class:`UnreadableNow`.
    """
    try:
        return understand(decode(_content(file)))
    except (Damaged, FileNotFoundError):
        raise Unreadable(file) from None


def write_durably(file: Path, content: bytes) -> None:
    """Put a file on disk whole or not at all, in place of what it was."""
    new = unfinished(file)
    try:
        _write_flushed(new, content)
        new.replace(file)
        _flush_folder(file.parent)
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise


def set_all_aside(file: Path) -> list[Path]:
    """Move both generations of a file out of the way; return where they went, the newest first."""
    generations = (file, previous_generation(file))
    return [each.replace(set_aside(each)) for each in generations if os.path.lexists(each)]


def _content(file: Path) -> bytes:
    """Read a file.

    Raises :class:`Damaged`, :class:`FileNotFoundError` or :class:`UnreadableNow`.
    """
    status = _status(file)
    if not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST:
        raise Damaged  # whoever reads from a pipe may wait for ever
    try:
        return file.read_bytes()
    except OSError as error:
        raise UnreadableNow(error.errno, error.strerror, str(file)) from error


def _status(file: Path) -> os.stat_result:
    """Ask what has a name; raises as :func:`_content` does."""
    try:
        return file.stat()
    except FileNotFoundError:
        raise
    except OSError as error:
        if error.errno in _LEADS_NOWHERE and file.is_symlink():
            raise Damaged from None
        raise UnreadableNow(error.errno, error.strerror, str(file)) from error


def _is_there(file: Path) -> bool:
    """Whether there is a file. Raises :class:`OSError` if that cannot be told."""
    try:
        file.stat()
    except FileNotFoundError:
        return False
    return True


def _is_no_file(name: Path) -> bool:
    """Whether a name is surely taken by something that is no file."""
    try:
        return not stat.S_ISREG(_status(name).st_mode)
    except Damaged:
        return True
    except FileNotFoundError:
        return name.is_symlink()
    except UnreadableNow:
        return False


def put(table: Table, fields: dict[str, object], doc_id: int) -> None:
    """Put a document in the place of any that was there, in one write. Raises :class:`OSError`.

    TinyDB's ``upsert`` takes two for a new one, the first of which leaves the table empty, and
    it leaves fields of the old one in the new.
    """

    def exchange(document: MutableMapping[str, object]) -> None:
        document.clear()
        document.update(fields)

    if table.contains(doc_id=doc_id):
        table.update(exchange, doc_ids=[doc_id])
    else:
        table.insert(Document(fields, doc_id))


def _encode(tables: Tables) -> bytes:
    """Return the file of the tables. Raises :class:`OSError` if it could not be read again."""
    content = json.dumps(tables, separators=(",", ":"), check_circular=False).encode()
    encoded = content + b"\n" + _checksum(content) + b"\n"
    if len(encoded) > _LARGEST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return encoded


def decode(encoded: bytes) -> Tables:
    """Return the tables. Raises :class:`Damaged` unless every bit is as it was written."""
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


def _write_flushed(file: Path, content: bytes) -> None:
    with file.open("wb", buffering=0) as stream:
        view = memoryview(content)
        while view:
            view = view[stream.write(view) :]
        _flush(stream.fileno())


def _flush(descriptor: int) -> None:
    """Flush a file to the medium.

    On Apple's systems ``fsync`` does not empty the drive's own cache; ``F_FULLFSYNC`` does,
    where the file system knows it.
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
    """Flush the names in a folder, where the platform can do that."""
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
