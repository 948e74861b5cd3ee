"""What keeping one tap costs when years of evenings lie in the same folder, beside one TinyDB file.

Run by hand, on a quiet machine: python tests/benchmarks/tap_to_disk.py [--rounds N] [--folder DIR]
with DIR on the disk to be measured.

A tap is ``Evening.write`` of a plain deal, to its last flush, in an evening of 20 deals that the
library opened, with no others and with 1,000, 10,000 and 100,000 deals in other evenings of the
folder. Each is taken back, unmeasured, so that the next finds 20 deals again. Beside it TinyDB's
own ``JSONStorage`` holds the same documents in one file, and puts the evening with one more deal
in there; the larger the file, the fewer taps. The empty folder is there twice: the others are
compared with both together, and how far the two are apart is how far chance goes.

Each folder and file has a process of its own, so that none pays for what another holds in memory.
All take turns in one run, in an order drawn for each round; the first round warms up. The folders
are filled by the real storage, with the flushing left out and then made up for once.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any
from unittest.mock import patch

from tinydb import TinyDB
from tinydb.table import Table

from scoring.bauerchen import GAME, Deal, Level, Rules
from scoring.game import Agreement
from scoring.sheet import Head, Side
from storage import Evening, Library
from storage.durable import DurableStorage

TARGET = 1.1
STORED = (0, 0, 1_000, 10_000, 100_000)
"""How many deals lie in other evenings."""
TAPS_A_TURN = 3
"""Few, so that noise hits all alike; as in life, the first finds nothing ready for it."""
SIDES = (Side("Mein", ("Karl", "Erna")), Side("Dein", ("Hans", "Ruth")))
DEALS = [
    Deal(winner=number % 2, level=Level.SCHNEIDERFREI, at="2026-11-20T21:15:00+01:00")
    for number in range(20)
]
FIRST_DAY = date(2010, 1, 1)


def fill(folder: Path, evenings: int) -> None:
    """Keep and list so many evenings of 20 deals, each of another day; none of them is open."""
    with patch("os.fsync"):  # only while filling
        library = Library(folder)
        for number in range(evenings):
            day = (FIRST_DAY + timedelta(days=number)).isoformat()
            key = f"{day}-{number:016x}"
            head = Head(SIDES, "Stammtisch", day)
            evening = Evening.begin(key, library.file_of(key), GAME, head, Agreement(Rules()))
            evening.extend(DEALS)
        Library(folder)  # lists what it finds
    os.sync()


def begin(folder: Path) -> None:
    """Begin an evening, the newest of all, and write 20 deals."""
    head = Head(SIDES, "Stammtisch", "2026-11-20")
    evening = Library(folder).begin(GAME, head, Agreement(Rules()))
    for deal in DEALS:
        evening.write(deal)


def put_together(folder: Path, file: Path) -> None:
    """Put the documents of all evenings into one TinyDB file, that of the open evening first."""
    library = Library(folder)
    files = [library.file_of(label.key) for label in library.labels()]
    with TinyDB(file) as together:
        together.table("sheets").insert_multiple(map(document, files))


def document(file: Path) -> dict[str, Any]:
    """Return the one document of an evening's file."""
    sheets: dict[str, dict[str, Any]] = (DurableStorage(file).read() or {})["sheets"]
    return sheets["1"]


@cache
def library_in(folder: Path) -> Library:
    """Return the library of a folder, which stays open in this process."""
    return Library(folder)


@cache
def table_in(file: Path) -> Table:
    """Return the table of a TinyDB file, which stays open in this process."""
    return TinyDB(file).table("sheets")


def tap_evening(folder: Path, taps: int) -> list[float]:
    """Write deals into the open evening, taking each back; return the milliseconds of each."""
    library = library_in(folder)
    evening = library.evening(str(library.settings.open_evening))
    times = []
    for _ in range(taps):
        assert len(evening.replay.entries) == len(DEALS)
        times.append(milliseconds(lambda: evening.write(DEALS[0])))
        evening.undo()
    return times


def tap_table(file: Path, taps: int) -> list[float]:
    """Put the first evening with one more deal into the table, over and over."""
    table = table_in(file)
    kept = table.get(doc_id=1)
    assert isinstance(kept, dict)
    deals = kept["operations"][: len(DEALS)]
    change = {"operations": [*deals, deals[0]], "cursor": len(deals) + 1}
    return [milliseconds(lambda: table.update(change, doc_ids=[1])) for _ in range(taps)]


def milliseconds(do: Callable[[], object]) -> float:
    start = time.perf_counter()
    do()
    return 1_000 * (time.perf_counter() - start)


@dataclass
class Kept:
    """Deals that are kept in one way, who taps there, and how long each tap took."""

    deals: int
    tap: Callable[[int], list[float]]
    taps_a_turn: int
    process: ProcessPoolExecutor
    times: list[float] = field(default_factory=list)

    def turn(self, *, counts: bool) -> None:
        """Tap a few times."""
        times = self.process.submit(self.tap, self.taps_a_turn).result()
        if counts:
            self.times += times


def figures(times: list[float]) -> tuple[float, float]:
    """Return median and 95th percentile."""
    return median(times), sorted(times)[len(times) * 95 // 100]


def prepare(stack: ExitStack, folder: Path, deals: int) -> tuple[Kept, Kept]:
    """Keep the deals in a folder of ours and in one TinyDB file, each with a process to tap it."""
    file = folder.with_suffix(".json")
    fill(folder, deals // len(DEALS))
    begin(folder)
    put_together(folder, file)
    spawn = get_context("spawn")
    ours, tinydb = (stack.enter_context(ProcessPoolExecutor(1, spawn)) for _ in range(2))
    fewer = max(1, TAPS_A_TURN * 1_000 // max(1_000, deals))
    return (
        Kept(deals, partial(tap_evening, folder), TAPS_A_TURN, ours),
        Kept(deals, partial(tap_table, file), fewer, tinydb),
    )


def measure(kept: list[Kept], rounds: int) -> None:
    """Let all take turns."""
    chance = random.Random(20)  # noqa: S311 - the same orders in every run
    for turn in range(rounds + 1):
        for each in chance.sample(kept, len(kept)):
            each.turn(counts=turn > 0)


def tell(pairs: list[tuple[Kept, Kept]]) -> float:
    """Print the figures; return the largest ratio of our medians to that of the empty folders."""
    usual, late = figures([tap for ours, _ in pairs if not ours.deals for tap in ours.times])
    print(
        "other deals   our median, 95th percentile       taps    TinyDB median, beside ours   taps"
    )
    for ours, tinydb in pairs:
        (our_usual, our_late), their_usual = figures(ours.times), median(tinydb.times)
        print(
            f"{ours.deals:11,} "
            f"{our_usual:6.2f} ms ({our_usual / usual:.2f}×), "
            f"{our_late:6.2f} ms ({our_late / late:.2f}×) {len(ours.times):5}    "
            f"{their_usual:8.2f} ms ({their_usual / our_usual:6.1f}× ours) {len(tinydb.times):5}"
        )
    return max(median(ours.times) / usual for ours, _ in pairs if ours.deals)


def main() -> int:
    """Measure and print the figures; return 1 if the target was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--folder", type=Path, help="where to keep the deals while measuring")
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=options.folder)))
        pairs = [prepare(stack, folder / str(n), deals) for n, deals in enumerate(STORED)]
        measure([kept for pair in pairs for kept in pair], options.rounds)
    ratio = tell(pairs)
    print(f"largest ratio of our medians {ratio:.2f}×, target at most {TARGET}×")
    return int(ratio > TARGET)


if __name__ == "__main__":
    sys.exit(main())
