"""Taps without a pause, in a process that can be killed at any moment.

Run as a program, it starts a tapper for each line of its input, ``<number> <file>``. The tapper
continues with the change of that number, and prints each change after it was committed. At the next
line the program kills the tapper.
"""

import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from scoring.bauerchen import Deal, Level, Meld, Rules, Solo
from scoring.game import Agreement
from scoring.journal import Append, Journal, Operation
from scoring.sheet import Sheet
from storage import Evening

ANY_MELD: Final = Rules(meld_past_target=True)

CHANGES: Final[tuple[Callable[[Evening, int], None], ...]] = (
    lambda evening, n: evening.write(Deal(winner=n % 2, level=Level.SCHNEIDER)),
    lambda evening, n: evening.keep_draft({"spritzen": n}),
    lambda evening, n: evening.write(Meld(n % 2, 20)),
    lambda evening, _: evening.undo(),
    lambda evening, _: evening.redo(),
    lambda evening, n: evening.correct(0, Deal(winner=n % 2, level=Level.SCHWARZ)),
    lambda evening, _: evening.strike_out(len(evening.replay.entries) // 2),
    lambda evening, n: evening.keep_draft({"note": f"Köbes {n}", "spritzen": 1}),
    lambda evening, _: evening.undo(),
    lambda evening, n: evening.write(Solo(n % 2, won=True)),
    lambda evening, n: evening.agree(Agreement(ANY_MELD, n % 4)),
    lambda evening, n: evening.extend([Meld(1, 40), Deal(card_points=(n % 20 + 40, 90 - n % 20))]),
    lambda evening, n: evening.become(*_without_the_last_change(evening), {"home": n}),
)
"""All kinds of changes of an evening; each leads to a new state."""


def _without_the_last_change(evening: Evening) -> tuple[Journal, Sheet]:
    journal = evening.journal.undone()
    return journal, Sheet(evening.head, evening.replay.of(*journal.in_force))


def change(evening: Evening, number: int) -> None:
    """Make the change of that number; the same numbers always lead to the same evening."""
    CHANGES[number % len(CHANGES)](evening, number)


def state(evening: Evening) -> tuple[Any, ...]:
    """Return the whole state of an evening, except the times of the taps."""
    return evening.head, untimed(evening.journal), evening.replay.states, dict(evening.draft)


def untimed(journal: Journal) -> Journal:
    """Return the journal without the times of the taps."""
    return replace(journal, operations=tuple(map(_untimed, journal.operations)))


def _untimed(operation: Operation) -> Operation:
    if isinstance(operation, Append):
        return Append(replace(operation.entry, at=None))
    return operation


def _tap(number: int, file: Path) -> None:
    evening = Evening.open("evening", file)
    for each in count(number):
        change(evening, each)
        _tell(str(each))


def _tell(line: str) -> None:
    os.write(sys.stdout.fileno(), f"{line}\n".encode())  # atomic


def _tap_and_be_killed() -> None:
    while line := sys.stdin.readline():
        number, _, file = line.rstrip("\n").partition(" ")
        tapper = os.fork()
        if not tapper:
            try:
                _tap(int(number), Path(file))
            finally:
                _tell("failed")
        sys.stdin.readline()
        os.kill(tapper, signal.SIGKILL)
        _, status = os.waitpid(tapper, 0)
        _tell(f"ended {os.waitstatus_to_exitcode(status)}")


if __name__ == "__main__":
    _tap_and_be_killed()
