"""Somebody who taps without a pause, in a process that can be killed at any moment.

Run as a program it makes a tapper for each line of its input, ``<number> <file>``, which goes on
with the change of that number and tells each that was kept; at the next line it kills the tapper.
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
"""Everything that can be done to an evening; each makes something of it that it was not before."""


def _without_the_last_change(evening: Evening) -> tuple[Journal, Sheet]:
    journal = evening.journal.undone()
    return journal, Sheet(evening.head, evening.replay.of(*journal.in_force))


def change(evening: Evening, number: int) -> None:
    """Make the change of that number: all of them in turn make the same evening each time."""
    CHANGES[number % len(CHANGES)](evening, number)


def state(evening: Evening) -> tuple[Any, ...]:
    """Return all that an evening is made of, but for the times of the taps."""
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
    os.write(sys.stdout.fileno(), f"{line}\n".encode())  # whole, or not at all


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
