"""Who comes first, with how many cases, and what a partner or an opponent is worth."""

from collections.abc import Mapping
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.figures import Figures
from scoring.ranking import (
    Place,
    Rate,
    Who,
    opponents,
    partners,
    ranked,
    rounds_won,
    worth_of_pair,
)
from scoring.statistics import Names, Statistics

LEAST = 3


def won(won: int, rounds: int, evenings: int = LEAST) -> Figures:
    return Figures(evenings, deals=9 * rounds, rounds=rounds, rounds_won=won)


def told(places: list[Place]) -> list[tuple[str, int | None]]:
    return [(" & ".join(place.who), place.rank) for place in places]


def test_nothing_played_is_no_share() -> None:
    assert (Rate(0, 0).share, Rate(0, 0).percent) == (0, 0)


def test_the_greatest_share_comes_first_however_many_cases_it_has() -> None:
    found: Mapping[Who, Figures] = {("Hans",): won(20, 40), ("Karl",): won(7, 12)}
    assert told(ranked(found, LEAST)) == [("Karl", 1), ("Hans", 2)]


def test_equal_shares_have_equal_ranks_and_more_cases_come_first() -> None:
    found: Mapping[Who, Figures] = {
        ("Erna",): won(1, 3),
        ("Hans",): won(6, 12),
        ("Karl",): won(20, 40),
        ("Ute",): won(6, 12),
        ("Max",): won(3, 4),
    }
    assert told(ranked(found, LEAST)) == [
        ("Max", 1),
        ("Karl", 2),
        ("Hans", 2),
        ("Ute", 2),
        ("Erna", 5),
    ]


def test_nobody_is_ranked_with_fewer_evenings_or_without_a_round() -> None:
    found: Mapping[Who, Figures] = {
        ("Ruth",): won(4, 4, LEAST - 1),
        ("Hans",): won(0, 0),
        ("Karl",): won(1, 9),
    }
    assert told(ranked(found, LEAST)) == [("Karl", 1), ("Hans", None), ("Ruth", None)]
    assert told(ranked(found, LEAST - 1)) == [("Ruth", 1), ("Karl", 2), ("Hans", None)]


FIGURES = st.builds(
    lambda lost, rounds_won, evenings: won(rounds_won, rounds_won + lost, evenings),
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(1, 5),
)


@given(st.dictionaries(st.tuples(st.text(max_size=2)), FIGURES, max_size=9), st.integers(1, 5))
def test_a_ranking_has_everybody_once_and_never_a_worse_one_first(
    found: dict[Who, Figures], least: int
) -> None:
    places = ranked(found, least)
    assert {place.who: place.figures for place in places} == found
    with_rank = [place for place in places if place.rank]
    assert places[: len(with_rank)] == with_rank
    for place in places:
        assert (place.rank is None) == (place.figures.evenings < least or not place.figures.rounds)
    for before, after in pairwise(with_rank):
        is_better = rounds_won(before.figures).share > rounds_won(after.figures).share
        assert (before.rank or 0) < (after.rank or 0) if is_better else before.rank == after.rank
    for place in with_rank:
        better = [
            other
            for other in with_rank
            if rounds_won(other.figures).share > rounds_won(place.figures).share
        ]
        assert place.rank == len(better) + 1


def statistics(
    players: Mapping[str, Figures],
    pairs: Mapping[Names, Figures] | None = None,
    against: Mapping[Names, Figures] | None = None,
) -> Statistics:
    return Statistics(1, {**players}, {**(pairs or {})}, {**(against or {})})


KARL, ERNA, HANS = won(20, 40, 9), won(9, 30, 7), won(6, 12, 4)
FOUND = statistics(
    {"Karl": KARL, "Erna": ERNA, "Hans": HANS, "Ute": won(2, 3), "Max": won(1, 2)},
    {
        ("Erna", "Karl"): won(7, 12),
        ("Hans", "Karl"): won(3, 10),
        ("Karl", "Max"): won(1, 2, LEAST - 1),
        ("Karl", "Ute"): won(2, 3),
        ("Erna", "Hans"): won(1, 1),
    },
    {("Karl", "Hans"): won(5, 9), ("Karl", "Ute"): won(3, 4), ("Hans", "Karl"): won(4, 9)},
)


def test_a_pair_is_worth_to_each_what_it_wins_beyond_the_own_share() -> None:
    erna, karl = worth_of_pair(FOUND, ("Erna", "Karl"), LEAST)
    assert (erna.name, erna.own, erna.better) == ("Erna", Rate(9, 30), 28)
    assert (karl.name, karl.own, karl.better) == ("Karl", Rate(20, 40), 8)


def test_partners_are_sorted_by_what_they_are_worth_to_the_player() -> None:
    found = partners(FOUND, "Karl", LEAST)
    assert [(beside.other, beside.worth[0].better) for beside in found] == [
        ("Ute", 17),
        ("Erna", 8),
        ("Hans", -20),
        ("Max", None),
    ]
    assert [worth.name for worth in found[1].worth] == ["Karl", "Erna"]


@pytest.mark.parametrize(
    ("beside", "better"),
    [
        (won(3, 4), 25),
        (won(3, 4, LEAST - 1), None),
        (won(0, 0), None),
        (won(20, 40), None),
    ],
)
def test_worth_needs_enough_evenings_and_rounds_with_and_without_the_other(
    beside: Figures, better: int | None
) -> None:
    found = statistics({"Karl": KARL, "Erna": ERNA}, {("Erna", "Karl"): beside})
    assert worth_of_pair(found, ("Erna", "Karl"), LEAST)[1].better == better


def test_opponents_are_told_apart_from_partners() -> None:
    found = opponents(FOUND, "Karl", LEAST)
    assert [(beside.other, beside.figures.rounds_won) for beside in found] == [
        ("Ute", 3),
        ("Hans", 5),
    ]
    assert [worth.better for beside in found for worth in beside.worth] == [25, 6]
    assert opponents(FOUND, "Erna", LEAST) == []
