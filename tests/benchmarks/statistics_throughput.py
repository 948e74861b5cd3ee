"""How long ``knoddel statistics -`` takes for 1,000 evenings of 60 deals, with melds and solos.

It stands beside a script that parses and prints the same lines, and is measured as ``score`` is in
``score_throughput.py``: processor time, in turns, start-up taken off. Run by hand:
``python tests/benchmarks/statistics_throughput.py [SHEETS…] [--repeats N]``
"""

import json
import random
import sys

from score_throughput import an_entry, main

TARGET = 12
"""Counting may take this many times as long as parsing and printing, start-up taken off both."""
DEALS = 60
PEOPLE = ("Karl", "Erna", "Hans", "Ruth", "Ute", "Max", "Isa", "Jan")


def an_evening(chance: random.Random) -> str:
    """Return a sheet of four of the people, each time with other partners."""
    first, second, third, fourth = chance.sample(PEOPLE, 4)
    sides = [
        {"name": "Mein", "players": [first, second]},
        {"name": "Dein", "players": [third, fourth]},
    ]
    entries = list[dict[str, object]]()
    while sum(entry["type"] == "deal" for entry in entries) < DEALS:
        entries.append(an_entry(chance))
    sheet = {"format": "knoddel-sheet", "version": 1, "game": "bauerchen", "title": "Stammtisch"}
    rules = {"meld_past_target": True}
    return json.dumps({**sheet, "sides": sides, "rules": rules, "entries": entries})


if __name__ == "__main__":
    sys.exit(main(__doc__, "statistics", an_evening, 1_000, TARGET))
