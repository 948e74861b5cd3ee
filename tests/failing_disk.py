"""A disk that fails, or a process that dies, at any one step of writing a file."""

import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, Self, TypeVar

import pytest

Result = TypeVar("Result")

FULL = OSError(errno.ENOSPC, "No space left on device")
BROKEN = OSError(errno.EIO, "Input/output error")
READ_ONLY = OSError(errno.EROFS, "Read-only file system")
KILLED = KeyboardInterrupt("killed")


class Disk:
    """Counts the system calls of writing, and raises at one of them.

    The call at ``stop_at`` is executed first if it ``is_done``. Later calls fail as well if the
    disk ``stays_broken``. Every write is split into several.
    """

    def __init__(
        self,
        stop_at: int,
        error: BaseException,
        *,
        is_done: bool = False,
        stays_broken: bool = False,
    ) -> None:
        self.stop_at = stop_at
        self.error = error
        self.is_done = is_done
        self.stays_broken = stays_broken
        self.calls: list[str] = []
        self._patch = pytest.MonkeyPatch()

    @property
    def steps(self) -> int:
        """How many system calls there were."""
        return len(self.calls)

    @property
    def has_failed(self) -> bool:
        """Whether the failing step was reached."""
        return self.steps >= self.stop_at

    def __enter__(self) -> Self:
        for module, name in (
            (os, "fsync"),
            (os, "open"),
            (os, "close"),
            (Path, "replace"),
            (Path, "unlink"),
        ):
            self._patch.setattr(module, name, self._step_by_step(getattr(module, name)))
        read, write = Path.open, self._step_by_step(self._create)

        def open_(file: Path, mode: str = "r", *args: Any, **kwargs: Any) -> Any:
            return write(file) if mode == "wb" else read(file, mode, *args, **kwargs)

        self._patch.setattr(Path, "open", open_)
        return self

    def __exit__(self, *_: object) -> None:
        self._patch.undo()

    def _step_by_step(self, call: Callable[..., Result]) -> Callable[..., Result]:
        def step(*args: Any, **kwargs: Any) -> Result:
            self.calls.append(call.__name__)
            fails = self.has_failed if self.stays_broken else self.steps == self.stop_at
            if not fails:
                return call(*args, **kwargs)
            if self.is_done:
                result = call(*args, **kwargs)
                if isinstance(result, io.FileIO):
                    result.close()
            raise self.error

        return step

    def _create(self, file: Path) -> io.FileIO:
        write = self._step_by_step(_write)

        class Stream(io.FileIO):
            def write(self, content: Any) -> int:
                return write(self, content)

        return Stream(file, "w")


def _write(stream: io.FileIO, content: memoryview) -> int:
    return io.FileIO.write(stream, content[: (len(content) + 1) // 2])


READING = ("stat", "open", "read")
"""The system calls of reading a file."""


@contextmanager
def unreadable(call: str, error: OSError, *files: Path) -> Iterator[None]:
    """Let one of the calls of reading these files fail, although they exist."""
    stat, open_ = os.stat, io.open

    def fails(file: object, at: str) -> bool:
        return call == at and file in files

    def stat_or_fail(file: Any, *args: Any, **kwargs: Any) -> os.stat_result:
        if fails(file, "stat"):
            raise error
        return stat(file, *args, **kwargs)

    def open_or_fail(file: Any, *args: Any, **kwargs: Any) -> Any:
        if fails(file, "open"):
            raise error
        return Unread(file) if fails(file, "read") else open_(file, *args, **kwargs)

    class Unread(io.FileIO):
        def read(self, _: int | None = -1) -> NoReturn:
            raise error

        readall = read

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "stat", stat_or_fail)
        patch.setattr(io, "open", open_or_fail)
        yield
