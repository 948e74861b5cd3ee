"""The command ``knoddel`` in a process that has imported all it needs, so that it starts at once.

Run as a program it starts a server for each line of its input, a list of arguments in JSON, the
last of which is the file for complaints. It tells the number of the process, then the server tells
its address; and whenever one has ended, it tells that.
"""

import json
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Final

import main
from serving import page

NEEDED: Final = (
    "flet_web.fastapi",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "serving.connections",
    "serving.strangers",
    "storage",
    "views.app",
)
"""What a start imports, and not before."""
PATIENCE: Final = 60
"""How many seconds pages wait for an answer: tests that run beside others can make a server wait.

What happens after the usual time is tested with the command itself.
"""


def _tell(line: str) -> None:
    os.write(sys.stdout.fileno(), f"{line}\n".encode())  # whole, or not at all


def _tell_of_the_end(*_: object) -> None:
    with suppress(ChildProcessError):
        while ended := os.waitpid(-1, os.WNOHANG)[0]:
            _tell(f"ended {ended}")


def _be_the_command(arguments: Sequence[str], complaints: str) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    os.dup2(os.open(complaints, os.O_WRONLY | os.O_APPEND), sys.stderr.fileno())
    _tell(str(os.getpid()))
    main.main(arguments)


def _start_servers() -> None:
    for name in NEEDED:
        import_module(name)
    vars(page)["PATIENCE"] = PATIENCE  # it is final for all others
    signal.signal(signal.SIGCHLD, _tell_of_the_end)
    while line := sys.stdin.readline():
        if not os.fork():
            *arguments, complaints = json.loads(line)
            _be_the_command(arguments, complaints)
            break


if __name__ == "__main__":
    _start_servers()
