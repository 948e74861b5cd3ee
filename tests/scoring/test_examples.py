"""The worked files: what stands in the expected line is what the sheet scores."""

import json
from pathlib import Path
from typing import Any

import pytest
from worked import EXAMPLES, reported

from scoring.games import GAMES
from scoring.refusals import IllegalEntry, Refused
from scoring.sheet import read_sheet

SHEETS = sorted(EXAMPLES.glob("*.knoddel.json"))


def game_of(sheet: Path) -> str:
    game: str = json.loads(sheet.read_text(encoding="utf-8"))["game"]
    return game


def scored(text: bytes) -> Any:
    """Return the line of a sheet as JSON holds it."""
    try:
        sheet = read_sheet(text)
    except Refused as refused:
        index = refused.index if isinstance(refused, IllegalEntry) else None
        return {"error": {"entry": index, "code": refused.code}}
    return reported(sheet)


def listed(expected: Any, line: Any) -> Any:
    """Return of ``line`` only what ``expected`` lists: its fields are a minimum."""
    match expected, line:
        case dict(), dict():
            return {key: listed(expected[key], line[key]) for key in expected if key in line}
        case list(), list() if len(expected) == len(line):
            return [listed(*pair) for pair in zip(expected, line, strict=True)]
    return line


@pytest.mark.parametrize(
    "sheet", SHEETS, ids=lambda sheet: sheet.name.removesuffix(".knoddel.json")
)
def test_an_example_scores_as_expected(sheet: Path) -> None:
    beside = sheet.with_name(sheet.name.replace(".knoddel.", ".expected."))
    expected = json.loads(beside.read_text(encoding="utf-8"))
    assert listed(expected, scored(sheet.read_bytes())) == expected


def test_every_game_has_an_example() -> None:
    assert {game_of(sheet) for sheet in SHEETS} == set(GAMES)
