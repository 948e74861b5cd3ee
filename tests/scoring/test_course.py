"""The course of an evening: every line stands in its round, with the score that it led to."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played import MINE, YOURS, deal
from strategies import replays_of
from worked import example

from scoring.bauerchen import GAME, Level, Rules
from scoring.course import Stretch, course, newest
from scoring.game import Agreement, Replay, replay
from scoring.games import GAMES

TO_MINE = deal(MINE, Level.SCHWARZ, 2)
"""It is worth 16 points away, and 12 at home."""


def written(*entries: Any, rules: Rules | None = None) -> Replay[Any, Any]:
    return replay(GAME, Agreement(rules or Rules()), entries)


def test_before_the_first_line_there_is_no_course() -> None:
    assert course(written().states) == []


def test_a_running_round_has_all_its_lines_and_has_ended_nothing() -> None:
    found = course(written(deal(MINE), deal(MINE), deal(YOURS)).states)
    assert found == [Stretch(1, 0, (0, 0), [(2, 0), (3, 0), (3, 1)], ())]
    assert found[0].last == 2


def test_a_line_that_ends_a_round_stands_in_it_with_the_score_that_it_led_to() -> None:
    first, second = course(written(deal(YOURS), TO_MINE, deal(YOURS)).states)
    assert (first.scores, first.ended[0].winner) == ([(0, 1), (12, 1)], MINE)
    assert (second.number, second.first, second.begun_with, second.ended) == (2, 2, (0, 0), ())


def test_an_evening_that_ends_with_a_round_has_no_empty_one_after_it() -> None:
    assert [each.number for each in course(written(TO_MINE, TO_MINE).states)] == [1, 2]


def test_a_round_begins_with_the_points_that_were_carried() -> None:
    rules = Rules(round_target=5, carry_over=True)
    first, second = course(written(TO_MINE, deal(YOURS), rules=rules).states)
    assert len(first.ended) == 3
    assert (second.number, second.begun_with) == (4, (1, 0))


@given(st.sampled_from([*GAMES.values()]).flatmap(replays_of))
def test_every_line_of_every_game_is_in_one_round(played: Replay[Any, Any]) -> None:
    stretches = course(played.states)
    assert [0, *(each.last + 1 for each in stretches)][:-1] == [each.first for each in stretches]
    assert sum(len(each.scores) for each in stretches) == len(played.entries)
    assert all(each.ended for each, _ in pairwise(stretches))
    assert sum(len(each.ended) for each in stretches) == played.state.rounds


@pytest.mark.parametrize(
    ("until", "at_least", "numbers"),
    [
        (4, 2, [4]),
        (4, 3, [3, 4]),
        (4, 6, [2, 3, 4]),
        (3, 2, [3]),
        (4, 99, [1, 2, 3, 4]),
        (0, 5, []),
    ],
)
def test_the_newest_rounds_are_as_few_as_have_so_many_lines(
    until: int, at_least: int, numbers: list[int]
) -> None:
    stretches = course(example("evening").replay.states)
    assert [len(each.scores) for each in stretches] == [9, 3, 3, 2]
    assert [each.number for each in newest(stretches, until, at_least)] == numbers
