"""Whatever the glossary names in the code is there."""

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

GLOSSARY = Path(__file__).parents[1] / "docs" / "glossary.md"
ROWS = [
    line.split("|") for line in GLOSSARY.read_text().splitlines() if re.match(r"\| (?!word )", line)
]
NAMES = re.findall(r"`((?:\w+\.)+\w+)`", GLOSSARY.read_text())


@pytest.mark.parametrize("name", sorted(set(NAMES)))
def test_what_the_glossary_names_exists(name: str) -> None:
    resolve_name(name)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[2].strip())
def test_every_word_of_the_glossary_names_where_it_is_in_the_code(row: list[str]) -> None:
    *_, where, _ = row
    assert any(name in where for name in NAMES)
