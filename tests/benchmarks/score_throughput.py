"""How long ``knoddel score -`` takes beside a script that parses and prints the same lines.

Both run as whole processes, in turns, on the same sheets of 20 entries. What counts is their
processor time, which other processes hardly change. In each turn both run on no sheets as well:
that is what their start costs, and its median is taken off, so that the ratio is that of the work
alone. The ratio is told turn by turn: in the middle, lowest and highest. Run by hand:
``python tests/benchmarks/score_throughput.py [SHEETS…] [--repeats N]``
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

MAIN = Path(__file__).parents[2] / "main.py"
TARGET = 6
"""Scoring may take this many times as long as parsing and printing, start-up taken off both."""
ENTRIES = 20
PARSE_AND_PRINT = """
import json, sys
for line in sys.stdin.buffer:
    sys.stdout.write(json.dumps(json.loads(line)) + "\\n")
"""


def a_sheet(chance: random.Random) -> str:
    """Return a sheet of a lively evening: card points, levels, melds and a solo now and then."""
    sides = [
        {"name": "Mein", "players": ["Karl", "Erna"]},
        {"name": "Dein", "players": ["Hans", "Ruth"]},
    ]
    entries = [an_entry(chance) for _ in range(ENTRIES)]
    sheet = {"format": "knoddel-sheet", "version": 1, "game": "bauerchen", "title": "Stammtisch"}
    rules = {"meld_past_target": True}
    return json.dumps({**sheet, "sides": sides, "rules": rules, "entries": entries})


def an_entry(chance: random.Random) -> dict[str, object]:
    side, sort = chance.randrange(2), chance.random()
    if sort < 0.2:
        return {"type": "meld", "side": side, "cards": chance.choice((20, 40))}
    if sort < 0.25:
        return {"type": "solo", "side": side, "won": chance.random() < 0.7}
    spritzen = chance.choice((0, 0, 0, 1, 2))
    if sort < 0.6:
        ours = chance.randrange(8, 123)
        return {"type": "deal", "card_points": [ours, 130 - ours], "spritzen": spritzen}
    level = chance.choice(("schneiderfrei", "schneider", "schwarz"))
    return {"type": "deal", "winner": side, "level": level, "spritzen": spritzen}


def seconds(command: Sequence[str], sheets: Path) -> float:
    """Return the processor time of the whole process, in seconds, from its start to its end."""
    before = _used()
    with sheets.open("rb") as lines:
        subprocess.run(command, stdin=lines, stdout=subprocess.DEVNULL, check=True)
    return _used() - before


def _used() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compare(command: str, lines: Sequence[str], repeats: int, target: float) -> float:
    """Print the figures of a command for sheets and return the median ratio, start-up taken off."""
    count = len(lines)
    parse = [sys.executable, "-c", PARSE_AND_PRINT]
    score = [sys.executable, str(MAIN), command, "-"]
    with tempfile.TemporaryDirectory() as folder:
        none, sheets = Path(folder) / "none", Path(folder) / "sheets"
        none.touch()
        sheets.write_text("".join(f"{line}\n" for line in lines))
        runs = [(parse, none), (score, none), (parse, sheets), (score, sheets)]
        turns = [[seconds(*run) for run in runs] for _ in range(repeats)]
    parse_start, score_start = median(turn[0] for turn in turns), median(turn[1] for turn in turns)
    parsing = [turn[2] - parse_start for turn in turns]
    scoring = [turn[3] - score_start for turn in turns]
    ratios = sorted(scored / parsed for parsed, scored in zip(parsing, scoring, strict=True))
    print(
        f"{count:6} sheets: parse and print {median(parsing):6.3f} s, "
        f"{command} {median(scoring):6.3f} s ({count / median(scoring):6.0f} a second), "
        f"start-up of {parse_start:.3f} and {score_start:.3f} s taken off, "
        f"ratio {median(ratios):.2f} (from {ratios[0]:.2f} to {ratios[-1]:.2f}), "
        f"target at most {target}"
    )
    return median(ratios)


def main(
    description: str | None,
    command: str,
    make: Callable[[random.Random], str],
    usual: int,
    target: float,
) -> int:
    """Compare a command for each number of sheets; return 1 if the target was missed."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("sheets", nargs="*", type=int, default=[usual])
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    chance = random.Random(1)  # noqa: S311 - the same sheets in every run
    ratios = [
        compare(command, [make(chance) for _ in range(count)], options.repeats, target)
        for count in options.sheets
    ]
    return int(max(ratios) > target)


if __name__ == "__main__":
    sys.exit(main(__doc__, "score", a_sheet, 4_000, TARGET))
