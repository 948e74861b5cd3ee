"""Makes a browser slower for the benchmarks, all of it: page, workers and compiling alike.

DevTools can slow a page down too, but only the thread of the page itself. It does so by keeping
that thread busy, also where it waits: with two cores, all other threads are left with one.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Final

CYCLE: Final = 0.02
"""So many seconds pass from one pause to the next."""


@contextmanager
def slowed(group: int, times: float) -> Iterator[None]:
    """Let the processes of a group run for only a part of the time; Linux only.

    ``times`` is how much slower it is; 1 is as fast as ever.
    """
    if times == 1:
        yield
        return
    is_over = Event()
    running = CYCLE / times

    def pause_and_run() -> None:
        while not is_over.is_set():
            os.killpg(group, signal.SIGSTOP)
            is_over.wait(CYCLE - running)
            os.killpg(group, signal.SIGCONT)
            is_over.wait(running)

    thread = Thread(target=pause_and_run)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def group_of(profile: Path) -> int:
    """Return the process group of the Chromium that was started with a profile."""
    asked = f"--user-data-dir={profile}".encode()
    for process in Path("/proc").iterdir():
        with suppress(OSError, ValueError):  # it has ended, or it is no process
            group = os.getpgid(int(process.name))
            if asked in (process / "cmdline").read_bytes().split(b"\0") and group != os.getpgrp():
                return group
    raise LookupError(profile)
