"""The command ``knoddel``, run as a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

MAIN: Final = Path(__file__).parents[1] / "main.py"


class Answer(NamedTuple):
    """The lines that the command printed, parsed as JSON, and its exit status."""

    lines: list[Any]
    status: int
    errors: str


def knoddel(
    command: str,
    *files: str | bytes | Path,
    given: bytes = b"",
    language: str = "en_GB.UTF-8",
    options: Sequence[str] = (),
) -> Answer:
    """Run a command that prints JSON; ``options`` are Python's."""
    ran = subprocess.run(
        [sys.executable, *options, MAIN, command, *files],
        input=given,
        capture_output=True,
        check=False,
        env={**os.environ, "LC_ALL": language},
    )
    lines = [json.loads(line) for line in ran.stdout.decode("ascii").splitlines()]
    return Answer(lines, ran.returncode, ran.stderr.decode())


@contextmanager
def unread(command: str) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """Yield a command's input and output; it must end silently with status 2."""
    with subprocess.Popen(
        [sys.executable, MAIN, command, "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdin
        assert running.stdout
        assert running.stderr
        with suppress(BrokenPipeError):
            yield running.stdin, running.stdout
        with suppress(BrokenPipeError):
            running.stdin.close()
        assert running.stderr.read() == b""
    assert running.returncode == 2


def loaded_by(command: str, file: Path) -> set[str]:
    """Return the packages that a command has imported; it must have ended well."""
    answer = knoddel(command, file, options=("-X", "importtime"))
    assert answer.status == 0
    return {
        line.rpartition("|")[2].strip().partition(".")[0] for line in answer.errors.splitlines()
    }
