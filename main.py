"""The command ``knoddel``: the one place where scoring, storage and views meet."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from scoring.refusals import BadSheet, Fault, IllegalEntry, Refused
from scoring.sheet import LARGEST_FILE, read_sheet
from views.sentences import sentence
from views.tongue import Tongue, spoken

OK, FAILED = 0, 2


def run() -> None:
    """Be the command ``knoddel``."""
    sys.exit(main())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status: 0, or 2 if something was wrong."""
    t = spoken(os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    options = _parser(t).parse_args(arguments)
    return score(options.files, t)


def _parser(t: Tongue) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="knoddel", description=t("The scoresheet for Bauerchen and its cousins.")
    )
    commands = parser.add_subparsers(dest="command")
    scoring = commands.add_parser("score", help=t("score sheet files, one line of JSON for each"))
    scoring.add_argument(
        "files", nargs="+", metavar="FILE", help=t("a sheet file, or - for one sheet per line")
    )
    return parser


def score(files: Sequence[str], t: Tongue) -> int:
    """Print one line of JSON for each sheet; return 2 if any could not be scored."""
    status = OK
    for sheet in _sheets(files):
        try:
            line = _scored(sheet)
        except Refused as refused:
            status = FAILED
            line = _error(refused, t)
        sys.stdout.write(_ENCODER.encode(line) + "\n")
    return status


_ENCODER = json.JSONEncoder(check_circular=False)


def _scored(text: bytes | BadSheet) -> dict[str, object]:
    if isinstance(text, BadSheet):
        raise text
    sheet = read_sheet(text)
    return sheet.game.report(sheet.replay.agreement.rules, sheet.replay.states)


def _error(refused: Refused, t: Tongue) -> dict[str, object]:
    index = refused.index if isinstance(refused, IllegalEntry) else None
    return {"error": {"entry": index, "code": refused.code, "message": sentence(t, refused)}}


def _sheets(files: Sequence[str]) -> Iterator[bytes | BadSheet]:
    for file in files:
        if file == "-":
            yield from _lines(sys.stdin.buffer)
            continue
        try:
            with Path(file).open("rb") as stream:
                yield stream.read(LARGEST_FILE + 1)
        except (OSError, ValueError):
            yield BadSheet(Fault.UNREADABLE, key=file)


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines without their ends, none of them longer than just too long."""
    while line := stream.readline(LARGEST_FILE + 2):
        rest = line
        while len(rest) == LARGEST_FILE + 2 and not rest.endswith(b"\n"):
            rest = stream.readline(LARGEST_FILE + 2)
        yield line.removesuffix(b"\n")


if __name__ == "__main__":
    run()
