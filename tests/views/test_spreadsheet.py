"""The table for a spreadsheet: RFC 4180, decimals with a comma or a point, and no formulas."""

import csv
import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.figures import Figures
from scoring.statistics import Statistics
from views.text.games import bauerschspiel
from views.text.spreadsheet import table
from views.text.translator import translator

GERMAN, ENGLISH = translator("de"), translator("en")
FOUND = Statistics(
    players={"Karl": Figures(3, 60, 12, 7), "Erna": Figures(1, 9, 0, 0)},
    pairs={("Erna", "Karl"): Figures(1, 9, 3, 2)},
)


def rows(content: str) -> list[list[str]]:
    return [*csv.reader(StringIO(content, newline=""), strict=True)]


def test_players_then_pairs_have_a_row_each_with_every_share_beside_its_cases() -> None:
    assert table(ENGLISH, bauerschspiel, FOUND, comma=False) == (
        "Name,Kind,Evenings,Games won,Games won: cases,Games won: share,Deals\r\n"
        "Erna,Player,1,0,0,,9\r\n"
        "Karl,Player,3,7,12,0.5833,60\r\n"
        "Erna & Karl,Pair,1,2,3,0.6667,9\r\n"
    )


def test_a_decimal_comma_is_quoted() -> None:
    heading, _, karl, _ = table(GERMAN, bauerschspiel, FOUND, comma=True).splitlines()
    assert heading.startswith("Name,Art,Abende,Gewonnene Partien,Gewonnene Partien: von,")
    assert karl == 'Karl,Spieler,3,7,12,"0,5833",60'


@pytest.mark.parametrize("beginning", ["=", "+", "-", "@", "\t", "\r"])
def test_no_name_is_a_formula(beginning: str) -> None:
    found = Statistics(players={f"{beginning}1+1": Figures(1, 1, 1, 1)})
    _, row = rows(table(ENGLISH, bauerschspiel, found, comma=False))
    assert row[0] == f"'{beginning}1+1"


@given(st.dictionaries(st.text(min_size=1), st.builds(Figures, *[st.integers(0, 9)] * 4)))
def test_whatever_the_names_are_a_reader_of_the_table_gets_them(
    players: dict[str, Figures],
) -> None:
    content = table(ENGLISH, bauerschspiel, Statistics(players=players), comma=True)
    _, *read = rows(content)
    names = [re.sub("^'(?=[=+\\-@\t\r])", "", row[0]) for row in read]
    assert names == [re.sub("^'(?=[=+\\-@\t\r])", "", name) for name in sorted(players)]
    assert {len(row) for row in read} <= {7}
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in read for cell in row)
