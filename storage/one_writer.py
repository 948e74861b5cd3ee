"""One process writes in a data folder: two would overwrite what the other has written."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scoring.refusals import Refusal
from storage.places import lock_file


class InUse(Refusal):
    """Another process writes in this folder."""


@contextmanager
def one_writer(folder: Path) -> Iterator[None]:
    """Keep the folder for this process. The system lets go of it however the process ends.

    Raises :class:`InUse`, or :class:`OSError` if the folder cannot be written or not be locked.
    """
    from filelock import FileLock, Timeout  # in a browser there are no processes to lock out

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
