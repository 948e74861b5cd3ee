"""The chance to win a round is exactly what comes of playing it to its end in every way."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bauerchen import (
    GAME,
    BauerchenEntry,
    Deal,
    FortyRule,
    Level,
    Meld,
    Rules,
    Solo,
    State,
    start,
)
from scoring.bauerchen_chances import (
    AWAY,
    HOME,
    LARGEST_TARGET,
    PRIOR,
    Chances,
    chance_after,
    results,
)
from scoring.game import Agreement, Replay, replay
from scoring.refusals import IllegalEntry

RESULTS: Mapping[BauerchenEntry, int] = {**PRIOR, Solo(HOME, won=True): 1, Solo(AWAY, won=False): 2}
ROUNDS = 4_000
SHORT_RULES = st.builds(
    Rules,
    round_target=st.integers(1, 9),
    carry_over=st.booleans(),
    forty_rule=st.sampled_from(FortyRule),
    knoddels_per_stein=st.just(2),
    solo_in_decider=st.booleans(),
    meld_past_target=st.booleans(),
)
OFTEN = st.dictionaries(
    st.sampled_from(
        [
            *RESULTS,
            Deal(HOME, Level.SCHNEIDER, spritzen=1),
            Deal(AWAY, Level.SCHWARZ, spritzen=2),
        ]
    ),
    st.integers(1, 9),
).map(lambda often: {Deal(HOME, Level.SCHNEIDERFREI): 1, **often})


def at(score: tuple[int, int], dealer: int = 0, knoddels: tuple[int, int] = (0, 0)) -> State:
    """Return a slate; with dealer 0, side 1 is at home."""
    return start(Agreement(Rules()))._replace(score=score, dealer=dealer, knoddels=knoddels)


def said(result: BauerchenEntry, home: int) -> BauerchenEntry:
    """Return a result, which is told as if side 0 were at home, as it is written."""
    if isinstance(result, Deal):
        assert result.winner is not None
        return replace(result, winner=result.winner ^ home)
    return replace(result, side=result.side ^ home)


def possible(
    rules: Rules, state: State, often: Mapping[BauerchenEntry, int]
) -> list[tuple[State, int]]:
    """Return every state after one more entry, and how often it comes."""
    found = []
    for result, times in often.items():
        try:
            found.append((GAME.step(rules, state, said(result, state.home)), times))
        except IllegalEntry:
            continue
    return found


def unwritten(state: State) -> State:
    """Return a state without what was written: what can come is the same."""
    return state._replace(line=None, deals=0)


def played_in_every_way(rules: Rules, first: State, often: Mapping[BauerchenEntry, int]) -> float:
    """Return the chance of side 0, by going on from every position at once until all are over."""
    running, won = {first: 1.0}, 0.0
    while running:
        later: defaultdict[State, float] = defaultdict(float)
        for state, chance in running.items():
            after = possible(rules, state, often)
            cases = sum(times for _, times in after)
            for each, times in after:
                assert each.line
                if each.line.ended:
                    won += chance * times / cases * (each.line.ended[0].winner == 0)
                else:
                    later[unwritten(each)] += chance * times / cases
        running = later
    return won


@given(SHORT_RULES, OFTEN, st.data())
def test_it_is_what_comes_of_every_way_to_play_the_round(
    rules: Rules, often: Mapping[BauerchenEntry, int], data: st.DataObject
) -> None:
    points = st.integers(0, rules.round_target - 1)
    knoddels = data.draw(st.sampled_from([(0, 0), (0, 1), (1, 1)]))
    state = at((data.draw(points), data.draw(points)), data.draw(st.integers(0, 3)), knoddels)

    exact = played_in_every_way(rules, state, often)

    assert Chances(rules, often).of(state) == pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize("score", [(0, 0), (10, 4), (3, 11)])
def test_it_is_how_often_side_0_wins_when_many_rounds_are_played(score: tuple[int, int]) -> None:
    luck, rules = Random(12), Rules()  # noqa: S311 # no secret depends on it
    first = at(score)
    after = cache(lambda state: [*zip(*possible(rules, state, RESULTS), strict=True)])

    def wins() -> bool:
        state = first
        while not (state.line and state.line.ended):
            state = luck.choices(*after(unwritten(state)))[0]
        return state.line.ended[0].winner == 0

    share = sum(wins() for _ in range(ROUNDS)) / ROUNDS
    assert Chances(rules, RESULTS).of(first) == pytest.approx(share, abs=0.025)


@given(st.integers(0, 11), st.integers(0, 11), st.integers(0, 3))
def test_what_one_side_has_the_other_lacks(ours: int, theirs: int, dealer: int) -> None:
    chances = Chances(Rules(), RESULTS)

    here, there = chances.of(at((ours, theirs), dealer)), chances.of(at((theirs, ours), dealer + 1))

    assert here + there == pytest.approx(1)


@pytest.mark.parametrize(
    ("score", "dealer", "chance"),
    [
        ((11, 11), 0, 1 / 4),  # the next deal decides, and side 1 is at home
        ((11, 11), 1, 3 / 4),
        ((10, 11), 0, 1 / 4),  # away wins with two points
        ((10, 11), 1, 3 / 4 * 1 / 4),  # at home one point is too few, then side 1 is at home
        ((11, 10), 1, 3 / 4),
    ],
)
def test_where_home_wins_three_deals_of_four_it_can_be_worked_out_by_hand(
    score: tuple[int, int], dealer: int, chance: float
) -> None:
    often: Mapping[BauerchenEntry, int] = {
        Deal(HOME, Level.SCHNEIDERFREI): 3,
        Deal(AWAY, Level.SCHNEIDERFREI): 1,
    }
    assert Chances(Rules(), often).of(at(score, dealer)) == pytest.approx(chance)


def test_a_table_s_results_count_as_seen_from_the_side_at_home() -> None:
    rules = Rules()
    entries = (
        Deal(card_points=(97, 33), at="2026-11-20T20:00"),
        Meld(1, 40, at="2026-11-20T20:01"),
        Deal(0, Level.SCHWARZ, home=0),
        Solo(1, won=False, player=1),
    )
    played = replay(GAME, Agreement(rules), entries)
    assert [state.home for state in played.states[:4]] == [1, 0, 0, 1]

    found = results(rules, zip(played.states, entries, strict=False))

    found.subtract(PRIOR)
    assert +found == {
        Deal(AWAY, Level.SCHNEIDERFREI): 1,
        Meld(AWAY, 40): 1,
        Deal(HOME, Level.SCHWARZ): 1,
        Solo(HOME, won=False): 1,
    }


def test_what_was_written_later_tells_nothing() -> None:
    entries = [Deal(winner, Level.SCHNEIDER) for winner in (0, 1, 1, 0, 1)]
    whole = replay(GAME, Agreement(Rules()), entries)

    def until(place: int) -> Replay[Rules, State]:
        return replay(GAME, Agreement(Rules()), entries[: place + 1])

    for place in range(len(entries)):
        assert chance_after(whole, place) == chance_after(until(place), place)


def test_there_is_none_where_a_round_has_too_many_ways_to_end() -> None:
    for target, is_known in ((LARGEST_TARGET, True), (LARGEST_TARGET + 1, False)):
        agreement = Agreement(Rules(round_target=target))
        played = replay(GAME, agreement, [Deal(0, Level.SCHWARZ)])
        assert (chance_after(played, 0) is not None) is is_known
