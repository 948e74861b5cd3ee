"""Bauerschspiel as Löber states it, and as our reading decides where he is silent."""

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SIDES, any_entries, records
from worked import example, expected, reported

from scoring.bauerschspiel import (
    GAME,
    Deal,
    Line,
    ReasonKind,
    Round,
    Rules,
    State,
    report,
)
from scoring.fields import read_record, write_record
from scoring.figures import Counted, Figures
from scoring.game import Agreement, Replay, replay
from scoring.refusals import Fault, Refused
from scoring.sheet import read_entry, write_entry

MOST_TABLES = Rules()
NOTHING_ADDED = Rules(loss_adds_stroke=False)

WON_0, WON_1 = Deal(0, won=True), Deal(1, won=True)
LOST_0, LOST_1 = Deal(0, won=False), Deal(1, won=False)


def played(*deals: Deal, rules: Rules = MOST_TABLES, first_dealer: int = 0) -> Replay[Rules, State]:
    return replay(GAME, Agreement(rules, first_dealer), deals)


def line_of(*deals: Deal, rules: Rules = MOST_TABLES) -> Line:
    """Return what the last of the deals writes."""
    line = played(*deals, rules=rules).state.line
    assert line
    return line


# The worked example


def test_the_worked_example_scores_as_expected() -> None:
    sheet = example("bauerschspiel")
    assert sheet.game is GAME
    assert reported(sheet) == expected("bauerschspiel")


# What a deal writes


@pytest.mark.parametrize(
    ("deal", "rules", "points", "reason"),
    [
        (WON_0, MOST_TABLES, (-1, 0), ReasonKind.WIPED),
        (WON_1, MOST_TABLES, (0, -1), ReasonKind.WIPED),
        (LOST_0, MOST_TABLES, (1, 0), ReasonKind.ADDED),
        (LOST_1, MOST_TABLES, (0, 1), ReasonKind.ADDED),
        (WON_0, NOTHING_ADDED, (-1, 0), ReasonKind.WIPED),
        (WON_1, NOTHING_ADDED, (0, -1), ReasonKind.WIPED),
        (LOST_0, NOTHING_ADDED, (0, 0), ReasonKind.NOTHING_ADDED),
        (LOST_1, NOTHING_ADDED, (0, 0), ReasonKind.NOTHING_ADDED),
    ],
)
def test_a_won_deal_wipes_a_stroke_off_and_a_lost_one_adds_one_where_the_table_says_so(
    deal: Deal, rules: Rules, points: tuple[int, int], reason: ReasonKind
) -> None:
    total = (5 + points[0], 5 + points[1])
    assert line_of(deal, rules=rules) == Line(deal.side, points, reason, total, ())
    assert played(deal, rules=rules).state.score == total


def test_a_lost_stroke_is_added_to_the_side_that_played_and_the_others_strokes_stay() -> None:
    assert played(WON_1, LOST_0, LOST_0).state.score == (7, 4)


def test_strokes_may_grow_beyond_those_at_the_start() -> None:
    assert played(*[LOST_1] * 100).state.score == (5, 105)


# Blobs and buns


def test_the_last_stroke_wins_a_blob_and_a_bun_from_each_of_the_two_losers() -> None:
    after = played(*[WON_1] * 5).state
    assert (after.blobs, after.buns) == ((0, 1), (0, 2))


def test_nothing_is_won_while_a_stroke_is_left() -> None:
    after = played(*[WON_0] * 4, *[WON_1] * 4).state
    assert after.score == (1, 1)
    assert (after.blobs, after.buns, after.rounds) == ((0, 0), (0, 0), 0)


def test_both_sides_begin_again_when_one_has_wiped_everything_off() -> None:
    after = played(LOST_1, *[WON_0] * 5).state
    assert (after.score, after.rounds) == ((5, 5), 1)
    assert after.line
    assert after.line.total == (0, 6)
    assert after.line.ended == (Round((0, 6), 0),)


def test_blobs_and_buns_stay_for_the_whole_evening() -> None:
    after = played(*[WON_0] * 5, *[WON_1] * 5, *[WON_0] * 5).state
    assert (after.blobs, after.buns, after.rounds) == ((2, 1), (4, 2), 3)


# House rules


def test_rules_have_the_defaults_of_the_book() -> None:
    assert Rules() == Rules(start=5, loss_adds_stroke=True)
    assert write_record(Rules()) == {}


@pytest.mark.parametrize("strokes", [1, 2, 7, 999])
def test_a_game_takes_as_many_won_deals_as_there_are_strokes(strokes: int) -> None:
    states = played(*[WON_0] * strokes, rules=Rules(start=strokes)).states
    left = [*range(strokes, 0, -1), strokes]
    assert [state.score for state in states] == [(ours, strokes) for ours in left]
    assert [state.rounds for state in states] == [0] * strokes + [1]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"start": 0}, Fault.OUT_OF_RANGE),
        ({"start": 1000}, Fault.OUT_OF_RANGE),
        ({"start": True}, Fault.NOT_WHOLE),
        ({"loss_adds_stroke": 1}, Fault.NOT_A_FLAG),
        ({"strokes": 5}, Fault.KEY_UNKNOWN),
    ],
)
def test_other_rules_are_refused(raw: dict[str, Any], code: Fault) -> None:
    with pytest.raises(Refused) as refused:
        read_record(Rules, raw)
    assert refused.value.code is code
    assert refused.value.values["key"] in raw


@pytest.mark.parametrize(
    ("raw", "code", "key"),
    [
        ({"type": "deal", "side": 2, "won": True}, Fault.OUT_OF_RANGE, "side"),
        ({"type": "deal", "side": 0, "won": None}, Fault.NOT_A_FLAG, "won"),
        ({"type": "deal", "side": 0}, Fault.KEY_MISSING, "won"),
        ({"type": "deal", "won": True}, Fault.KEY_MISSING, "side"),
        ({"type": "deal", "side": 0, "won": True, "tricks": 5}, Fault.KEY_UNKNOWN, "tricks"),
    ],
)
def test_other_deals_are_refused(raw: dict[str, Any], code: Fault, key: str) -> None:
    with pytest.raises(Refused) as refused:
        read_entry(GAME, raw)
    assert (refused.value.code, refused.value.values["key"]) == (code, key)


def test_two_sides_of_two_sit_at_the_table() -> None:
    assert list(GAME.sides) == [2]
    assert GAME.seats(Agreement(Rules())) == 4


# Dealing


@pytest.mark.parametrize("first_dealer", range(4))
def test_the_deal_passes_on_clockwise_across_the_end_of_a_game(first_dealer: int) -> None:
    states = played(WON_0, LOST_1, WON_0, rules=Rules(start=2), first_dealer=first_dealer).states
    assert [state.dealer for state in states] == [(first_dealer + n) % 4 for n in range(4)]
    assert [state.deals for state in states] == [0, 1, 2, 3]


# Statistics


def test_statistics_count_deals_and_games() -> None:
    slate = played(LOST_0, LOST_0, WON_1, WON_1, WON_0, rules=Rules(start=2))
    lost, won = Figures(1, 5, 1, 0), Figures(1, 5, 1, 1)
    assert GAME.figures(slate) == Counted((lost, won), (lost, won, lost, won))


# Every slate that can be reached


RULES = records(Rules, start=st.integers(1, 5) | st.integers(1, 999))
DEALS = st.lists(records(Deal), max_size=60)
WINNING_DEALS = st.lists(st.builds(Deal, SIDES, st.sampled_from((True, True, True, False))))


def reckoned(rules: Rules, deals: Sequence[Deal]) -> list[Any]:
    """Reckon the evening anew, by counting each game's deals from its beginning."""
    blobs, games = [0, 0], []
    strokes, since = [rules.start] * 2, list[Deal]()
    for deal in deals:
        since.append(deal)
        strokes = []
        for side in (0, 1):
            won = sum(each.side == side and each.won for each in since)
            lost = sum(each.side == side and not each.won for each in since)
            strokes.append(rules.start - won + (lost if rules.loss_adds_stroke else 0))
        if 0 in strokes:
            winner = strokes.index(0)
            games.append({"score": strokes, "winner": winner})
            blobs[winner] += 1
            strokes, since = [rules.start] * 2, []
    return [strokes, blobs, [2 * won for won in blobs], games]


@given(RULES, DEALS | WINNING_DEALS, st.integers(0, 3))
def test_the_slate_agrees_with_the_evening_reckoned_anew(
    rules: Rules, deals: list[Deal], first_dealer: int
) -> None:
    told = json.loads(
        json.dumps(report(rules, played(*deals, rules=rules, first_dealer=first_dealer).states))
    )
    assert [told[key] for key in ("score", "blobs", "buns", "games")] == reckoned(rules, deals)
    assert told["dealer"] == (first_dealer + len(deals)) % 4
    lost = 1 if rules.loss_adds_stroke else 0
    for entry, deal in zip(told["entries"], deals, strict=True):
        assert entry["points"][deal.side] == (-1 if deal.won else lost)
        assert entry["points"][1 - deal.side] == 0


@given(RULES, st.lists(any_entries(GAME), max_size=30))
def test_no_deal_is_ever_refused_and_a_stroke_is_always_left(
    rules: Rules, deals: list[Deal]
) -> None:
    states = played(*deals, rules=rules).states
    for before, after in pairwise(states):
        assert min(after.score) > 0
        assert after.line
        written = tuple(map(sum, zip(before.score, after.line.points, strict=True)))
        assert after.line.total == written
        assert after.score == ((rules.start,) * 2 if after.line.ended else written)
        assert bool(after.line.ended) == (0 in written)
        assert after.rounds == before.rounds + len(after.line.ended) == sum(after.blobs)


@given(RULES, st.lists(any_entries(GAME), max_size=30))
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
        "blobs": (0, 0),
        "buns": (0, 0),
        "games": [],
        "dealer": 2,
        "entries": [],
    }
