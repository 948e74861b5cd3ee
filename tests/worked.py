"""The worked sheet files, each with its expected score line."""

import json
from pathlib import Path
from typing import Any, Final

from scoring.sheet import Sheet, read_sheet

EXAMPLES: Final = Path(__file__).parent / "examples"


def example(name: str) -> Sheet:
    """Return the sheet of a worked file."""
    return read_sheet((EXAMPLES / f"{name}.knoddel.json").read_bytes())


def expected(name: str) -> Any:
    """Return the expected score line of a worked file."""
    return json.loads((EXAMPLES / f"{name}.expected.json").read_text(encoding="utf-8"))


PLAYED: Final = tuple(
    name
    for file in sorted(EXAMPLES.glob("*.knoddel.json"))
    if "error" not in expected(name := file.name.removesuffix(".knoddel.json"))
)
"""The names of the worked files that can be played to their end."""


def reported(sheet: Sheet) -> Any:
    """Return the score line of a sheet, as parsed JSON."""
    replay = sheet.replay
    return json.loads(json.dumps(sheet.game.report(replay.agreement.rules, replay.states)))
