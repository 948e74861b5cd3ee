"""Simple Bauer as gamerules.com states it, and as our reading decides where it is silent."""

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SEATS, any_entries, records
from worked import example, expected, reported

from scoring.bauer import Round, Slip
from scoring.bauer_simple import (
    GAME,
    PRESETS,
    Deal,
    Line,
    Rules,
    State,
    report,
    start,
    step,
)
from scoring.fields import read_record, write_record
from scoring.figures import Counted, Figures
from scoring.game import Agreement, Replay, replay
from scoring.refusals import Fault, IllegalEntry, Refused
from scoring.sheet import read_entry, write_entry

MOST_TABLES = Rules()
TWO_POINTS = Rules(start=2)

WON_0, WON_1 = Deal(0, (5, 3)), Deal(1, (3, 5))
FAILED_0, FAILED_1 = Deal(0, (3, 5)), Deal(1, (5, 3))
NO_TRUMPS_0, NO_TRUMPS_1 = Deal(None, (5, 3)), Deal(None, (3, 5))
NO_TRUMPS_DRAWN = Deal(None, (4, 4))


def played(*deals: Deal, rules: Rules = MOST_TABLES, first_dealer: int = 0) -> Replay[Rules, State]:
    return replay(GAME, Agreement(rules, first_dealer), deals)


def line_of(*deals: Deal, rules: Rules = MOST_TABLES) -> Line:
    """Return what the last of the deals writes."""
    line = played(*deals, rules=rules).state.line
    assert line
    return line


# The worked example


def test_the_worked_example_scores_as_expected() -> None:
    sheet = example("simple-bauer")
    assert sheet.game is GAME
    assert reported(sheet) == expected("simple-bauer")


# What a deal writes, and why


@pytest.mark.parametrize("declarer", [0, 1])
@pytest.mark.parametrize(
    ("tricks", "points", "why"),
    [
        (8, -1, "declarer_won"),
        (7, -1, "declarer_won"),
        (6, -1, "declarer_won"),
        (5, -1, "declarer_won"),
        (4, 0, "declarer_drew"),
        (3, 0, "declarer_failed"),
        (2, 0, "declarer_failed"),
        (1, 0, "declarer_failed"),
        (0, 0, "declarer_failed"),
    ],
)
def test_the_side_that_chose_trumps_needs_most_tricks_and_if_it_fails_nobody_scores(
    declarer: int, tricks: int, points: int, why: str
) -> None:
    both = (tricks, 8 - tricks) if declarer == 0 else (8 - tricks, tricks)
    line = line_of(Deal(declarer, both))
    assert line.points == ((points, 0) if declarer == 0 else (0, points))
    assert line.reasons == ((why, declarer, points),)


@pytest.mark.parametrize("ours", [0, 1, 2, 3, 5, 6, 7, 8])
def test_when_nobody_chose_trumps_the_side_with_most_tricks_counts_down(ours: int) -> None:
    line = line_of(Deal(None, (ours, 8 - ours)))
    winner = 0 if ours > 4 else 1
    assert line.points == ((-1, 0) if winner == 0 else (0, -1))
    assert line.reasons == (("most_tricks", winner, -1),)


def test_at_a_draw_without_trumps_nobody_scores() -> None:
    line = line_of(NO_TRUMPS_DRAWN)
    assert (line.points, line.total) == ((0, 0), (8, 8))
    assert line.reasons == (("no_trumps_drawn", 0, 0), ("no_trumps_drawn", 1, 0))


def test_a_draw_is_a_failure_of_the_side_that_chose_trumps() -> None:
    assert played(Deal(0, (4, 4)), Deal(1, (4, 4))).state.score == (8, 8)


def test_all_tricks_are_worth_no_more_than_most() -> None:
    assert played(Deal(0, (8, 0)), Deal(None, (0, 8))).state.score == (7, 7)


# Impossible deals


@pytest.mark.parametrize("declarer", [0, 1, None])
@pytest.mark.parametrize("tricks", [(4, 3), (5, 4), (0, 0), (8, 8), (3, 2)])
def test_both_sides_together_make_all_tricks(declarer: int | None, tricks: tuple[int, int]) -> None:
    with pytest.raises(IllegalEntry) as refused:
        played(WON_0, Deal(declarer, tricks))
    assert (refused.value.code, refused.value.index) == (Slip.TRICKS_SUM, 1)
    assert refused.value.values == {"tricks": tricks, "total": 8}


@pytest.mark.parametrize(
    ("raw", "code", "key"),
    [
        ({"type": "deal", "tricks": [5, 3]}, Fault.KEY_MISSING, "declarer"),
        ({"type": "deal", "declarer": 0}, Fault.KEY_MISSING, "tricks"),
        ({"type": "deal", "declarer": 2, "tricks": [5, 3]}, Fault.OUT_OF_RANGE, "declarer"),
        ({"type": "deal", "declarer": False, "tricks": [5, 3]}, Fault.NOT_WHOLE, "declarer"),
        ({"type": "deal", "declarer": 0, "tricks": [9, -1]}, Fault.OUT_OF_RANGE, "tricks"),
        ({"type": "deal", "declarer": 0, "tricks": [5]}, Fault.WRONG_COUNT, "tricks"),
        ({"type": "deal", "declarer": 0, "tricks": None}, Fault.NOT_A_LIST, "tricks"),
        ({"type": "deal", "declarer": 0, "tricks": [5, 3], "stoss": 1}, Fault.KEY_UNKNOWN, "stoss"),
    ],
)
def test_other_deals_are_refused(raw: dict[str, Any], code: Fault, key: str) -> None:
    with pytest.raises(IllegalEntry) as refused:
        read_entry(GAME, raw)
    assert (refused.value.code, refused.value.values["key"]) == (code, key)


def test_no_trumps_are_written_to_the_file() -> None:
    written = write_entry(GAME, NO_TRUMPS_DRAWN)
    assert written == {"type": "deal", "declarer": None, "tricks": [4, 4]}
    assert read_entry(GAME, written) == NO_TRUMPS_DRAWN


# Games


@pytest.mark.parametrize(
    ("deals", "winner"),
    [((WON_0, WON_0), 0), ((NO_TRUMPS_1, FAILED_0, WON_1), 1), ((WON_1, NO_TRUMPS_1), 1)],
)
def test_who_is_first_at_nothing_wins_the_game_and_both_start_again(
    deals: tuple[Deal, ...], winner: int
) -> None:
    after = played(*deals, rules=TWO_POINTS).state
    left = (0, 2) if winner == 0 else (2, 0)
    assert (after.score, after.rounds) == ((2, 2), 1)
    assert after.games_won == ((1, 0) if winner == 0 else (0, 1))
    assert after.line
    assert (after.line.total, after.line.ended) == (left, (Round(left, winner),))


def test_nothing_is_won_while_a_point_is_left() -> None:
    after = played(WON_0, WON_1, FAILED_0, FAILED_1, NO_TRUMPS_DRAWN, rules=TWO_POINTS).state
    assert (after.score, after.games_won, after.rounds) == ((1, 1), (0, 0), 0)


def test_games_won_stay_for_the_whole_evening() -> None:
    after = played(WON_0, NO_TRUMPS_1, WON_0, rules=Rules(start=1)).state
    assert (after.games_won, after.rounds) == ((2, 1), 3)


# House rules


def test_rules_have_the_defaults_of_the_source() -> None:
    assert Rules() == Rules(start=8)
    assert write_record(Rules()) == {}
    assert {preset.key: read_record(Rules, preset.rules) for preset in PRESETS} == {
        "usual": Rules()
    }
    assert GAME.presets == PRESETS


@pytest.mark.parametrize("points", [1, 2, 8, 999])
def test_a_game_takes_as_many_won_deals_as_there_are_points(points: int) -> None:
    states = played(*[WON_0] * points, rules=Rules(start=points)).states
    left = [*range(points, 0, -1), points]
    assert [state.score for state in states] == [(ours, points) for ours in left]
    assert [state.games_won for state in states] == [(0, 0)] * points + [(1, 0)]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"start": 0}, Fault.OUT_OF_RANGE),
        ({"start": 1000}, Fault.OUT_OF_RANGE),
        ({"start": True}, Fault.NOT_WHOLE),
        ({"tricks": 5}, Fault.KEY_UNKNOWN),
    ],
)
def test_other_rules_are_refused(raw: dict[str, Any], code: Fault) -> None:
    with pytest.raises(Refused) as refused:
        read_record(Rules, raw)
    assert refused.value.code is code
    assert refused.value.values["key"] in raw


def test_two_sides_of_two_sit_at_the_table() -> None:
    assert list(GAME.sides) == [2]
    assert GAME.seats(Agreement(Rules())) == 4


# Dealing


@pytest.mark.parametrize("first_dealer", range(4))
def test_the_deal_passes_on_clockwise_whoever_chose_trumps_and_whatever_ended(
    first_dealer: int,
) -> None:
    deals = (WON_0, FAILED_1, NO_TRUMPS_DRAWN, WON_0, NO_TRUMPS_1)
    states = played(*deals, rules=TWO_POINTS, first_dealer=first_dealer).states
    assert [state.dealer for state in states] == [(first_dealer + n) % 4 for n in range(6)]
    assert [state.deals for state in states] == list(range(6))


# Statistics


def test_statistics_count_games_and_every_deal_though_nobody_scored() -> None:
    deals = (FAILED_0, Deal(0, (4, 4)), WON_1, NO_TRUMPS_DRAWN, NO_TRUMPS_0, NO_TRUMPS_1)
    counted = GAME.figures(played(*deals, rules=TWO_POINTS))
    lost, won = Figures(1, 6, 1, 0), Figures(1, 6, 1, 1)
    assert counted == Counted((lost, won), (lost, won, lost, won))


# Every slate that can be reached


RULES = records(Rules, start=st.integers(1, 4) | st.integers(1, 999))
LEGAL_DEALS = records(Deal, tricks=st.integers(0, 8).map(lambda ours: (ours, 8 - ours)))
EVENINGS = st.lists(LEGAL_DEALS, max_size=40)


def reckoned(rules: Rules, deals: Iterable[Deal]) -> dict[str, Any]:
    """Reckon the evening anew, by the deals that each side won in the running game."""
    games_won, games, written = [0, 0], [], []
    won = [0, 0]
    for deal in deals:
        ours, theirs = deal.tricks
        scorers = [side for side, scores in enumerate((ours >= 5, theirs >= 5)) if scores]
        if deal.declarer is not None and scorers != [deal.declarer]:
            scorers = []
        written.append({"points": [-scorers.count(side) for side in (0, 1)]})
        for side in scorers:
            won[side] += 1
            if won[side] == rules.start:
                games_won[side] += 1
                games.append({"score": [rules.start - each for each in won], "winner": side})
                won = [0, 0]
    score = [rules.start - each for each in won]
    return {"score": score, "games_won": games_won, "games": games, "entries": written}


@given(RULES, EVENINGS, SEATS)
def test_the_slate_agrees_with_the_evening_reckoned_anew(
    rules: Rules, deals: list[Deal], first_dealer: int
) -> None:
    states = played(*deals, rules=rules, first_dealer=first_dealer).states
    told = json.loads(json.dumps(report(rules, states)))
    assert told.pop("dealer") == (first_dealer + len(deals)) % 4
    assert told == reckoned(rules, deals)


@given(RULES, st.lists(any_entries(GAME) | LEGAL_DEALS, max_size=30))
def test_any_deal_is_refused_with_a_code_or_leaves_a_slate_that_is_right(
    rules: Rules, deals: list[Deal]
) -> None:
    state = start(Agreement(rules))
    for deal in deals:
        if sum(deal.tricks) != 8:
            with pytest.raises(IllegalEntry, match=Slip.TRICKS_SUM):
                step(rules, state, deal)
            continue
        before, state = state, step(rules, state, deal)
        line = state.line
        assert line
        assert line.total == tuple(map(sum, zip(before.score, line.points, strict=True)))
        for side in (0, 1):
            why = [reason.amount for reason in line.reasons if reason.side == side]
            assert sum(why) == line.points[side]
        assert min(state.score) > 0
        assert bool(line.ended) == (0 in line.total)
        assert state.score == ((rules.start,) * 2 if line.ended else line.total)
        assert state.rounds == before.rounds + len(line.ended) == sum(state.games_won)


@given(RULES, EVENINGS)
def test_a_sheet_that_was_written_and_read_is_the_same_slate(
    rules: Rules, deals: list[Deal]
) -> None:
    written = json.loads(json.dumps([write_entry(GAME, deal) for deal in deals]))
    read = [read_entry(GAME, raw) for raw in written]
    again = replay(GAME, Agreement(read_record(Rules, write_record(rules))), read)
    assert read == deals
    assert again.states == played(*deals, rules=rules).states


# The line of the command


def test_the_report_of_an_empty_sheet_is_an_empty_slate() -> None:
    assert report(Rules(start=7), played(rules=Rules(start=7), first_dealer=2).states) == {
        "score": (7, 7),
        "games_won": (0, 0),
        "games": [],
        "dealer": 2,
        "entries": [],
    }
