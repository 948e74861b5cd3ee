"""One process at a time writes in a folder, and whoever is gone does not stand in the way."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from storage import InUse, one_writer
from storage.places import lock_file

ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from pathlib import Path
from storage import InUse, one_writer

try:
    with one_writer(Path(sys.argv[1])):
        print("writes", flush=True)
        sys.stdin.readline()
except InUse:
    print("in use", flush=True)
"""


@contextmanager
def writer(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a process that wants to write in the folder, until it is told a line."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, folder],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().rstrip("\n")


def test_a_second_process_may_not_write_while_the_first_lives(tmp_path: Path) -> None:
    with writer(tmp_path) as first:
        assert said(first) == "writes"
        for _ in range(2):
            with writer(tmp_path) as second:
                assert said(second) == "in use"
            with pytest.raises(InUse), one_writer(tmp_path):
                pass


def test_the_next_process_may_write_when_the_first_has_ended(tmp_path: Path) -> None:
    for _ in range(2):
        with writer(tmp_path) as process:
            assert said(process) == "writes"
            process.communicate("\n")
            assert process.returncode == 0
        with one_writer(tmp_path):
            pass


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
def test_the_next_process_may_write_when_the_first_was_killed(
    tmp_path: Path, sign: signal.Signals
) -> None:
    for _ in range(2):
        with writer(tmp_path) as process:
            assert said(process) == "writes"
            process.send_signal(sign)
            assert process.wait() == -sign
        with one_writer(tmp_path):
            pass


def test_one_process_does_not_write_twice_at_once(tmp_path: Path) -> None:
    with one_writer(tmp_path), pytest.raises(InUse), one_writer(tmp_path):
        pass
    with one_writer(tmp_path):
        pass


def test_the_folder_is_free_again_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), one_writer(tmp_path):
        raise ZeroDivisionError
    with one_writer(tmp_path):
        pass


def test_every_folder_has_a_writer_of_its_own(tmp_path: Path) -> None:
    with one_writer(tmp_path / "one"), one_writer(tmp_path / "other"):
        pass


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    with one_writer(folder):
        assert folder.is_dir()


def test_a_lock_that_somebody_left_behind_is_no_writer(tmp_path: Path) -> None:
    lock_file(tmp_path).write_text("1")
    with one_writer(tmp_path):
        pass


def test_a_file_is_no_folder_to_write_in(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for folder in (file, file / "folder"):
        with pytest.raises(OSError, match="file"), one_writer(folder):
            pass


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC])
def test_a_folder_that_cannot_be_written_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    open_ = os.open

    def open_to_read(file: Any, flags: int, *args: Any, **kwargs: Any) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(number, "refused", file)
        return open_(file, flags, *args, **kwargs)

    monkeypatch.setattr(os, "open", open_to_read)
    with pytest.raises(OSError, match="refused"), one_writer(tmp_path):
        pass


def test_a_folder_in_place_of_the_lock_is_an_error(tmp_path: Path) -> None:
    lock_file(tmp_path).mkdir()
    with pytest.raises(OSError, match="lock"), one_writer(tmp_path):
        pass
