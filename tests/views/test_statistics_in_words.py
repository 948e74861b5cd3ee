"""What statistics say, in every language: rates with their cases, and what is missing."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.figures import Figures
from scoring.people import People
from scoring.periods import Span
from scoring.ranking import Place, Rate, Worth
from scoring.statistics import Statistics
from views.text import statistics as words
from views.text.games import bauerchen, bauerschspiel
from views.text.phrases import GameText
from views.text.times import typed_day
from views.text.translator import LANGUAGES, Translator, translator

GERMAN, PALATINE, ENGLISH = map(translator, LANGUAGES)
NOBODY = People({}, ())
KARL = Place(("Karl",), Figures(12, 480, 60, 35), 1)


@pytest.mark.parametrize(
    ("t", "percent", "detail"),
    [
        (GERMAN, "58\N{NO-BREAK SPACE}%", "35 von 60 · 12 Abende"),
        (PALATINE, "58\N{NO-BREAK SPACE}%", "35 von 60 · 12 Abende"),
        (ENGLISH, "58%", "35 of 60 · 12 evenings"),
    ],
)
def test_a_place_tells_rank_share_and_cases(t: Translator, percent: str, detail: str) -> None:
    row = words.place_row(t, NOBODY, KARL)
    assert (row.name, row.percent, row.detail) == ("1. Karl", percent, detail)
    assert row.said == f"1. Karl, {percent}, {detail}"


def test_without_a_rank_there_are_only_cases() -> None:
    row = words.place_row(ENGLISH, NOBODY, KARL._replace(rank=None))
    assert row.said == "Karl, 35 of 60 · 12 evenings"


def test_worth_is_told_with_the_cases_of_the_own_rate_where_it_is_known() -> None:
    worth = [Worth("Karl", Rate(20, 40), 8), Worth("Erna", Rate(9, 30), -3)]
    unknown = [Worth("Ute", Rate(1, 2), None)]
    told = words.worth_told(ENGLISH, NOBODY, [*worth, *unknown])
    assert told == "Karl +8 (20 of 40) · Erna −3 (9 of 30)"
    assert words.worth_told(GERMAN, NOBODY, unknown) == ""


@pytest.mark.parametrize(
    ("t", "game", "said"),
    [
        (GERMAN, bauerchen, "1 Abend · Spiele: 7 · Runden: 2"),
        (PALATINE, bauerschspiel, "1 Abend · Spiele: 7 · Partien: 2"),
        (ENGLISH, bauerchen, "1 evening · Deals: 7 · Rounds: 2"),
    ],
)
def test_a_table_tells_how_much_was_played(t: Translator, game: GameText, said: str) -> None:
    assert words.table_told(t, game, Statistics(1, deals=7, rounds=2)) == said


def test_palatine_says_its_own_words_of_what_is_counted() -> None:
    said = {PALATINE(each.name) for each in bauerchen.FIGURES}
    assert {"Dehäm gewonnen", "Schpritz gewonnen", "Ledisch gewonnen", "Nackisch gegeben"} <= said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_period_and_every_gap_has_its_words(language: str) -> None:
    t = translator(language)
    assert len({t(words.SPANS[span]) for span in Span}) == len(Span)
    for n in (1, 2):
        assert str(n) in words.nameless(t, n)
        assert str(n) in words.not_ranked(t, n)
        assert str(n) in words.ranked_from(t, n)
        assert "Kerwe; Kerwe"[: 7 * n - 2] in words.left_out(t, ["Kerwe"] * n)
    assert all(figure in words.so_far(t, 250, 750) for figure in ("250", "1000"))


@pytest.mark.parametrize(("rounds", "told"), [(0, None), (3, "0 of 3 · 0%")])
def test_a_share_is_told_as_soon_as_there_is_a_case(rounds: int, told: str | None) -> None:
    found = dict(words.figures_told(ENGLISH, bauerschspiel, Figures(1, 9, rounds, 0)))
    assert found.get("Games won") == told
    assert found["Deals"] == "9"


@given(st.sampled_from(LANGUAGES).map(translator), st.integers(0, 99), st.integers(0, 99))
def test_a_share_never_stands_without_its_cases(t: Translator, won: int, lost: int) -> None:
    counted = Figures(3, 9, won + lost, won)
    row = words.place_row(t, NOBODY, Place(("Karl",), counted, 1))
    assert re.match(rf"{won}\b.*\b{won + lost}\b", row.detail)
    told = dict(words.figures_told(t, bauerschspiel, counted))
    assert any("%" in value for value in told.values()) == bool(won + lost)
    for value in told.values():
        assert "%" not in value or re.match(rf"{won}\b.*\b{won + lost} · ", value)


@given(st.dates())
def test_a_day_is_understood_however_it_is_typed(day: object) -> None:
    year, month, number = str(day).split("-")
    for typed in (f"{number}.{month}.{year}", f" {int(number)}. {int(month)}. {year}", str(day)):
        assert typed_day(typed) == str(day)


@given(st.text(max_size=12))
def test_what_is_no_day_is_none(text: str) -> None:
    found = typed_day(text)
    assert found is None or re.fullmatch(r"\d{4}-\d\d-\d\d", found)
