"""One process writes in a data folder: two would overwrite each other's changes."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scoring.refusals import Refusal
from storage.places import lock_file


class InUse(Refusal):
    """Another process writes in this folder."""


@contextmanager
def one_writer(folder: Path) -> Iterator[None]:
    """Lock the folder for this process. The system releases the lock however the process ends.

    Raises :class:`InUse`, or :class:`OSError` if the folder cannot be written or locked.
    """
    from filelock import FileLock, Timeout  # not available in a browser

    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(lock_file(folder), blocking=False, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise InUse from None
    try:
        yield
    finally:
        lock.release()
