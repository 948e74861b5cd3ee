"""Bohemian Watten as its rules state it, and as our reading decides where they are silent."""

import json
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from strategies import any_entries, records
from worked import example, expected, reported

from scoring.bohemian_watten import (
    GAME,
    PRESETS,
    Deal,
    Line,
    Overshoot,
    Round,
    Rules,
    Slip,
    State,
    Stays,
    reasons_to_stay,
    step,
    winners_of,
)
from scoring.fields import read_record, write_record
from scoring.figures import Counted, Figures
from scoring.game import Agreement, Preset, Replay, replay
from scoring.refusals import Fault, IllegalEntry, Refused
from scoring.rounds import on_slate, past_rounds
from scoring.sheet import read_entry, read_number_of_sides, write_entry

MOST_TABLES = Rules()
EXACT = Rules(overshoot=Overshoot.EXACT)
LOWEST = Rules(overshoot=Overshoot.LOWEST)


def played(
    *deals: Deal, rules: Rules = MOST_TABLES, players: int = 3, first_dealer: int = 0
) -> Replay[Rules, State]:
    return replay(GAME, Agreement(rules, first_dealer, players), deals)


def slate(*score: int) -> State:
    """Return a slate in the midst of a game: nobody sat out, and seat 1 deals."""
    everybody_stayed = Deal((3, 2, *[0] * (len(score) - 2)))
    return played(everybody_stayed, players=len(score)).state._replace(score=score)


def line_of(deal: Deal, before: State, rules: Rules = MOST_TABLES) -> Line:
    line = step(rules, before, deal).line
    assert line
    return line


def refusal_of(deal: Deal, before: State, rules: Rules = MOST_TABLES) -> IllegalEntry:
    with pytest.raises(IllegalEntry) as refused:
        step(rules, before, deal)
    return refused.value


def reasons(line: Line, side: int) -> list[tuple[str, int]]:
    """Return why a line is worth what it is to one player."""
    return [(reason.kind.value, reason.amount) for reason in line.reasons if reason.side == side]


def stays(
    before: State, side: int, rules: Rules = MOST_TABLES, *, hearts: bool = False
) -> set[str]:
    return {reason.value for reason in reasons_to_stay(rules, before, side, hearts=hearts)}


# Worked examples


@pytest.mark.parametrize(
    ("deal", "points"),
    [
        (Deal((2, 3, 0, 0)), (-2, -3, 5, 5)),
        (Deal((1, 1, 1, 2)), (-1, -1, -1, -2)),
        (Deal((5, 0, 0, 0)), (-5, 5, 5, 5)),
        (Deal((2, 3, 0, 0), hearts=True), (-4, -6, 10, 10)),
        (Deal((None, 3, 2, 0)), (0, -3, -2, 5)),
        (Deal((None, 5, None, 0)), (0, -5, 0, 5)),
    ],
)
def test_the_worked_examples_write_what_the_rules_say(deal: Deal, points: tuple[int, ...]) -> None:
    before = slate(20, 20, 20, 20)
    line = line_of(deal, before)
    assert (line.tricks, line.points) == (deal.tricks, points)
    assert line.total == tuple(20 + gained for gained in points)


def test_the_example_scores_as_expected() -> None:
    sheet = example("bohemian-watten")
    assert sheet.game is GAME
    assert reported(sheet) == expected("bohemian-watten")


def test_the_report_of_an_empty_sheet_is_an_empty_slate() -> None:
    assert GAME.report(Rules(), played(players=4, first_dealer=2).states) == {
        "score": (20, 20, 20, 20),
        "games_won": (0, 0, 0, 0),
        "games": [],
        "dealer": 2,
        "entries": [],
    }


# What a deal writes


@pytest.mark.parametrize("penalty", [0, 5, 7])
def test_no_trick_costs_the_penalty_of_the_table(penalty: int) -> None:
    table = Rules(penalty=penalty)
    assert line_of(Deal((5, 0, 0)), slate(20, 20, 20), table).points == (-5, penalty, penalty)


def test_hearts_write_the_plain_points_where_they_do_not_double() -> None:
    table = Rules(hearts_double=False)
    line = line_of(Deal((2, 3, 0), hearts=True), slate(20, 20, 20), table)
    assert line.points == (-2, -3, 5)
    assert [reasons(line, side) for side in range(3)] == [
        [("tricks", -2)],
        [("tricks", -3)],
        [("no_trick", 5)],
    ]


def test_who_folded_stays_as_he_is() -> None:
    line = line_of(Deal((3, 2, None)), slate(20, 20, 13))
    assert (line.points[2], line.total[2], reasons(line, 2)) == (0, 13, [("folded", 0)])


def test_a_line_says_why_for_each_player_in_the_order_in_which_it_applies() -> None:
    line = line_of(Deal((2, 3, 0), hearts=True), slate(4, 5, 20), EXACT)
    assert [tuple(reason) for reason in line.reasons] == [
        ("tricks", 0, -2),
        ("hearts", 0, 1),
        ("tricks", 1, -3),
        ("hearts", 1, 1),
        ("overshot", 1, -1),
        ("no_trick", 2, 5),
        ("hearts", 2, 1),
    ]


# Who takes part


@pytest.mark.parametrize("players", range(2, 8))
def test_a_deal_tells_of_each_player(players: int) -> None:
    before = played(players=players).state
    assert step(Rules(), before, Deal((3, 2, *[0] * (players - 2)))).deals == 1
    for told in {*range(8)} - {players}:
        refusal = refusal_of(Deal((0,) * told), before)
        assert refusal.code is Fault.WRONG_COUNT
        assert refusal.values == {"key": "tricks", "value": told, "count": players}


@pytest.mark.parametrize(
    ("tricks", "made"), [((2, 2, 0), 4), ((2, 2, 2), 6), ((0, 0, 0), 0), ((4, 2, None), 6)]
)
def test_tricks_that_do_not_add_up_to_five_are_refused_with_their_sum(
    tricks: tuple[int | None, ...], made: int
) -> None:
    refusal = refusal_of(Deal(tricks), slate(20, 20, 20))
    assert refusal.code is Slip.TRICKS_SUM
    assert refusal.values == {"tricks": made, "total": 5}


def test_two_at_least_stay_in() -> None:
    before = slate(20, 20, 20, 20)
    assert line_of(Deal((None, 5, None, 0)), before).points == (0, -5, 0, 5)
    refusal = refusal_of(Deal((None, 5, None, None)), before)
    assert refusal.code is Slip.TOO_FEW_STAY
    assert refusal.values == {"stayed": 1, "least": 2}


def test_of_two_players_none_folds() -> None:
    assert refusal_of(Deal((None, 5)), slate(20, 20)).code is Slip.TOO_FEW_STAY


def test_two_and_seven_play_and_no_others() -> None:
    assert [players for players in range(12) if players in GAME.sides] == [2, 3, 4, 5, 6, 7]
    assert GAME.seats(Agreement(Rules(), sides=7)) == 7
    with pytest.raises(Refused, match=Fault.WRONG_COUNT):
        read_number_of_sides(GAME, {"sides": [{"name": "Ute"}] * 8})


# Who may fold


def test_who_has_no_reason_to_stay_may_fold() -> None:
    before = slate(20, 20, 6)
    assert [stays(before, side) for side in range(3)] == [set(), {"dealer"}, set()]
    assert line_of(Deal((None, 3, 2)), before).points == (0, -3, -2)
    assert line_of(Deal((3, 2, None)), before).points == (-3, -2, 0)


def test_the_dealer_stays() -> None:
    refusal = refusal_of(Deal((3, None, 2)), slate(20, 20, 20))
    assert refusal.code is Slip.MUST_STAY
    assert refusal.values == {"side": 1, "reasons": (Stays.DEALER,), "standing": 20, "few": 5}


def test_nobody_folds_in_the_first_deal_of_the_evening() -> None:
    before = played(first_dealer=2).state
    assert [stays(before, side) for side in range(3)] == [
        {"first_deal"},
        {"first_deal"},
        {"first_deal", "dealer"},
    ]
    assert refusal_of(Deal((3, None, 2)), before).values["reasons"] == (Stays.FIRST_DEAL,)


def test_nobody_folds_in_the_first_deal_of_each_further_game() -> None:
    table = Rules(start=8)
    five, two = Deal((5, 0, 0)), Deal((2, 3, 0))
    before_last, new_game, second = played(five, five, two, rules=table).states[1:]
    assert stays(before_last, 2, table) == set()
    assert (new_game.rounds, new_game.score) == (1, (8, 8, 8))
    assert [stays(new_game, side, table) for side in range(3)] == [
        {"first_deal"},
        {"first_deal"},
        {"first_deal", "dealer"},
    ]
    assert [stays(second, side, table) for side in range(3)] == [{"dealer"}, {"few_points"}, set()]


def test_nobody_folds_with_hearts_as_trumps() -> None:
    before = slate(20, 20, 20)
    assert stays(before, 0, hearts=True) == {"hearts"}
    refusal = refusal_of(Deal((None, 3, 2), hearts=True), before)
    assert (refusal.values["side"], refusal.values["reasons"]) == (0, (Stays.HEARTS,))


def test_nobody_folds_with_hearts_where_they_do_not_double_either() -> None:
    table = Rules(hearts_double=False)
    assert stays(slate(20, 20, 20), 0, table, hearts=True) == {"hearts"}


@pytest.mark.parametrize(
    ("standing", "held"), [(1, True), (5, True), (6, False), (20, False), (60, False)]
)
def test_nobody_folds_with_five_points_or_fewer(*, standing: int, held: bool) -> None:
    before = slate(standing, 20, 20)
    assert stays(before, 0) == ({"few_points"} if held else set())
    if held:
        assert refusal_of(Deal((None, 3, 2)), before).values["standing"] == standing


@pytest.mark.parametrize("start", [1, 5])
def test_five_points_keep_everybody_in_where_a_game_starts_with_so_few(start: int) -> None:
    table = Rules(start=start, penalty=0)
    before = played(rules=table).state
    assert all("few_points" in stays(before, side, table) for side in range(3))
    assert step(table, before, Deal((2, 3, 0))).deals == 1


def test_nobody_folds_twice_running() -> None:
    once = step(Rules(), slate(20, 20, 20, 20), Deal((None, 3, 2, 0)))
    assert [stays(once, side) for side in range(4)] == [{"sat_out"}, set(), {"dealer"}, set()]
    refusal = refusal_of(Deal((None, None, 3, 2)), once)
    assert (refusal.values["side"], refusal.values["reasons"]) == (0, (Stays.SAT_OUT,))
    again = step(Rules(), once, Deal((3, None, 2, 0)))
    assert [stays(again, side) for side in range(4)] == [set(), {"sat_out"}, set(), {"dealer"}]


def test_sitting_out_the_last_deal_of_a_game_is_a_reason_in_the_next_game_too() -> None:
    ended = step(Rules(), slate(20, 2, 20), Deal((None, 3, 2)))
    assert ended.rounds == 1
    assert stays(ended, 0) == {"first_deal", "sat_out"}


def test_nobody_folds_at_tables_without_folding() -> None:
    table = Rules(folding=False)
    assert stays(slate(20, 20, 20), 0, table) == {"no_folding"}
    refusal = refusal_of(Deal((None, 3, 2)), slate(20, 20, 20), table)
    assert (refusal.code, refusal.values["reasons"]) == (Slip.MUST_STAY, (Stays.NO_FOLDING,))


def test_every_reason_to_stay_is_told_at_once() -> None:
    once = step(Rules(), slate(20, 20, 8), Deal((3, 2, None)))
    before = once._replace(score=(17, 18, 5))
    table = Rules(folding=False)
    held = (Stays.NO_FOLDING, Stays.HEARTS, Stays.FEW_POINTS, Stays.SAT_OUT, Stays.DEALER)
    assert reasons_to_stay(table, before, 2, hearts=True) == held
    refusal = refusal_of(Deal((5, 0, None), hearts=True), before, table)
    assert refusal.values == {"side": 2, "reasons": held, "standing": 5, "few": 5}


def test_the_first_who_must_stay_is_named() -> None:
    refusal = refusal_of(Deal((None, 5, None, None)), slate(20, 20, 3, 4))
    assert (refusal.code, refusal.values["side"]) == (Slip.MUST_STAY, 2)


# The end of a game


def test_a_game_goes_on_at_one_point() -> None:
    after = step(Rules(), slate(3, 20, 20), Deal((2, 3, 0)))
    assert (after.score, after.rounds, after.games_won) == ((1, 17, 25), 0, (0, 0, 0))


@pytest.mark.parametrize(
    ("overshoot", "score", "total", "winners"),
    [
        (Overshoot.AT_OR_BELOW, (2, 20, 20), (0, 17, 25), (0,)),
        (Overshoot.AT_OR_BELOW, (1, 2, 20), (-1, -1, 25), (0, 1)),
        (Overshoot.AT_OR_BELOW, (1, 3, 20), (-1, 0, 25), (0, 1)),
        (Overshoot.LOWEST, (2, 20, 20), (0, 17, 25), (0,)),
        (Overshoot.LOWEST, (1, 2, 20), (-1, -1, 25), (0, 1)),
        (Overshoot.LOWEST, (2, 1, 20), (0, -2, 25), (1,)),
        (Overshoot.EXACT, (2, 20, 20), (0, 17, 25), (0,)),
        (Overshoot.EXACT, (2, 1, 20), (0, 1, 25), (0,)),
        (Overshoot.EXACT, (2, 3, 20), (0, 0, 25), (0, 1)),
    ],
)
def test_who_wins_at_nothing_or_below_differs_by_table(
    overshoot: Overshoot,
    score: tuple[int, ...],
    total: tuple[int, ...],
    winners: tuple[int, ...],
) -> None:
    table = Rules(overshoot=overshoot)
    after = step(table, slate(*score), Deal((2, 3, 0)))
    assert after.line
    assert after.line.total == total
    assert after.line.ended == (Round(total, winners),)
    assert after.games_won == tuple(int(side in winners) for side in range(3))


@pytest.mark.parametrize("overshoot", Overshoot)
def test_nobody_wins_as_long_as_all_have_points_to_go(overshoot: Overshoot) -> None:
    assert winners_of(Rules(overshoot=overshoot), (1, 3, 60)) == ()


def test_after_a_game_all_begin_again_and_the_games_won_stay() -> None:
    table = Rules(start=7)
    states = played(Deal((5, 0, 0)), Deal((2, 3, 0)), Deal((1, 0, 4)), rules=table).states
    assert [state.score for state in states] == [(7, 7, 7), (2, 12, 12), (7, 7, 7), (6, 12, 3)]
    assert [state.games_won for state in states] == [(0, 0, 0), (0, 0, 0), (1, 0, 0), (1, 0, 0)]
    assert [state.rounds for state in states] == [0, 0, 1, 1]
    assert [game.lines[-1].place for game in past_rounds(states)] == [1]
    assert [line.place for line in on_slate(states).lines] == [2]


def test_a_deal_that_would_go_below_nothing_writes_nothing_where_it_must_be_hit_exactly() -> None:
    after = step(EXACT, slate(1, 6, 20), Deal((2, 3, 0)))
    assert after.score == (1, 3, 25)
    assert after.line
    assert (after.line.points, after.line.ended) == ((0, -3, 5), ())
    assert reasons(after.line, 0) == [("tricks", -2), ("overshot", -1)]


@pytest.mark.parametrize("table", [MOST_TABLES, LOWEST])
def test_a_deal_below_nothing_is_written_as_it_is_at_other_tables(table: Rules) -> None:
    line = line_of(Deal((2, 3, 0), hearts=True), slate(1, 6, 20), table)
    assert (line.points, line.total) == ((-4, -6, 10), (-3, 0, 30))
    assert reasons(line, 0) == [("tricks", -2), ("hearts", 1)]


@pytest.mark.parametrize(
    ("score", "over"), [((20, 20, 44), False), ((20, 20, 45), True), ((20, 20, 48), True)]
)
def test_a_player_at_fifty_or_more_wins_where_the_table_says_so(
    *, score: tuple[int, ...], over: bool
) -> None:
    table = Rules(fifty_wins=True)
    assert step(table, slate(*score), Deal((2, 3, 0))).games_won == (0, 0, int(over))
    assert step(Rules(), slate(*score), Deal((2, 3, 0))).rounds == 0


@pytest.mark.parametrize("overshoot", Overshoot)
def test_a_player_at_fifty_wins_beside_those_at_nothing(overshoot: Overshoot) -> None:
    table = Rules(fifty_wins=True, overshoot=overshoot)
    assert winners_of(table, (50, 0, 7)) == (0, 1)


def test_a_player_at_fifty_wins_beside_the_lowest_only() -> None:
    table = Rules(fifty_wins=True, overshoot=Overshoot.LOWEST)
    assert winners_of(table, (-1, 0, 51, -1)) == (0, 2, 3)


def test_fifty_is_taken_at_its_word_where_a_game_starts_that_high() -> None:
    table = Rules(start=52, fifty_wins=True)
    after = played(Deal((2, 3, 0)), rules=table).state
    assert (after.score, after.games_won) == ((52, 52, 52), (1, 0, 1))
    assert played(Deal((3, 2)), rules=Rules(start=51, fifty_wins=True), players=2).state.rounds == 0


# Dealing


@pytest.mark.parametrize("players", range(2, 8))
def test_the_deal_passes_clockwise_over_all_games(players: int) -> None:
    deals = [Deal((3, 2, *[0] * (players - 2)))] * 20
    states = played(*deals, rules=Rules(start=9), players=players, first_dealer=1).states
    assert states[-1].rounds == 6
    assert [state.dealer for state in states] == [(1 + n) % players for n in range(21)]
    assert [state.deals for state in states] == [*range(21)]


# House rules


def test_rules_have_the_defaults_of_most_tables() -> None:
    assert Rules() == Rules(
        start=20,
        penalty=5,
        hearts_double=True,
        overshoot=Overshoot.AT_OR_BELOW,
        fifty_wins=False,
        folding=True,
    )


@pytest.mark.parametrize(
    ("rule", "allowed", "refused"),
    [
        ("start", [1, 999], [0, 1000]),
        ("penalty", [0, 999], [-1, 1000]),
        ("hearts_double", [True, False], [1]),
        ("overshoot", ["at_or_below", "lowest", "exact"], ["below"]),
        ("fifty_wins", [True, False], [50]),
        ("folding", [True, False], [None]),
    ],
)
def test_a_rule_allows_the_values_of_the_sheet_format(
    rule: str, allowed: list[object], refused: list[object]
) -> None:
    for value in allowed:
        assert getattr(read_record(Rules, {rule: value}), rule) == value
    for value in refused:
        with pytest.raises(Refused):
            read_record(Rules, {rule: value})


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_holds_only_what_differs_from_the_defaults(preset: Preset) -> None:
    assert write_record(read_record(Rules, preset.rules)) == preset.rules


def test_the_presets_are_the_tables_that_are_known() -> None:
    assert {preset.key: read_record(Rules, preset.rules) for preset in PRESETS} == {
        "usual": Rules(),
        "exact": EXACT,
        "lowest": LOWEST,
        "without_folding": Rules(folding=False),
    }


def test_hearts_are_left_out_of_the_file_where_they_were_not_trumps() -> None:
    assert write_entry(GAME, Deal((None, 3, 2))) == {"type": "deal", "tricks": [None, 3, 2]}


@pytest.mark.parametrize("tricks", [[6], [-1], [True], [2.0], [0] * 8, None, 5])
def test_tricks_out_of_range_are_refused(tricks: object) -> None:
    with pytest.raises(IllegalEntry):
        read_entry(GAME, {"type": "deal", "tricks": tricks})


# Statistics


def test_statistics_count_a_game_for_each_of_its_winners() -> None:
    slate = played(Deal((2, 3, 0)), Deal((5, 0, 0)), Deal((1, 4, 0)), rules=Rules(start=2))
    first, second, third = (Figures(1, 3, 3, won) for won in (2, 2, 0))
    assert GAME.figures(slate) == Counted((first, second, third), (first, second, third))


@pytest.mark.parametrize("players", [2, 7])
def test_statistics_count_for_as_many_as_play(players: int) -> None:
    counted = GAME.figures(replay(GAME, Agreement(Rules(), sides=players)))
    assert counted.sides == counted.seats == (Figures(1, 0, 0, 0),) * players


# Whole evenings, told anew in plain loops


class Plan(NamedTuple):
    """What a table means to play: who would make the tricks and fold, if they may."""

    hearts: bool
    makers: list[int]
    folders: set[int]


class Evening(NamedTuple):
    rules: Rules
    players: int
    first_dealer: int
    plans: list[Plan]


def tables() -> SearchStrategy[Rules]:
    """Any house rules, mostly with games that are over within a few deals."""
    return records(
        Rules,
        start=st.integers(1, 30) | st.integers(1, 999),
        penalty=st.integers(0, 9) | st.integers(0, 999),
    )


def evenings(most: int = 20) -> SearchStrategy[Evening]:
    plan = st.builds(
        Plan,
        st.sampled_from((False, False, False, True)),
        st.lists(st.integers(0, 6), min_size=5, max_size=5),
        st.sets(st.integers(0, 6)),
    )
    plans = st.lists(plan, max_size=most)
    return st.builds(Evening, tables(), st.integers(2, 7), st.integers(0, 1), plans)


class Told(NamedTuple):
    """An evening told anew: its deals, the report, and who might have folded in each deal."""

    deals: list[Deal]
    report: dict[str, object]
    free: list[set[int]]


def told(evening: Evening) -> Told:
    """Play an evening by the letter of the rules, one deal after the other."""
    rules, seats, first_dealer, plans = evening
    table = range(seats)
    score = dict.fromkeys(table, rules.start)
    games_won: Counter[int] = Counter()
    games, deals, wrote, free = list[Any](), list[Deal](), list[Any](), list[set[int]]()
    sat_out, new_game = set[int](), True
    for number, (hearts, makers, wishes) in enumerate(plans):
        dealer = (first_dealer + number) % seats
        may_fold = {seat for seat in table if score[seat] > 5} - sat_out - {dealer}
        if new_game or not rules.folding:
            may_fold = set()
        free.append(may_fold)
        folded = set() if hearts else set(sorted(may_fold & wishes)[: seats - 2])
        staying = [seat for seat in table if seat not in folded]
        made = Counter(staying[maker % len(staying)] for maker in makers)
        deals.append(Deal(tuple(None if seat in folded else made[seat] for seat in table), hearts))
        before = dict(score)
        for seat in staying:
            for _ in range(2 if hearts and rules.hearts_double else 1):
                score[seat] += -made[seat] or rules.penalty
            if rules.overshoot == "exact" and score[seat] < 0:
                score[seat] = before[seat]
        wrote.append({"points": [score[seat] - before[seat] for seat in table]})
        done = [seat for seat in table if score[seat] < 1]
        if rules.overshoot == "lowest":
            done = [seat for seat in done if all(score[seat] <= score[each] for each in done)]
        high = [seat for seat in table if score[seat] > 49 and rules.fifty_wins]
        sat_out, new_game = folded, bool(done + high)
        if new_game:
            games.append({"score": [*score.values()], "winners": sorted(done + high)})
            games_won.update(done + high)
            score = dict.fromkeys(table, rules.start)
    report = {
        "score": [*score.values()],
        "games_won": [games_won[seat] for seat in table],
        "games": games,
        "dealer": (first_dealer + len(plans)) % seats,
        "entries": wrote,
    }
    return Told(deals, report, free)


def replayed(evening: Evening, deals: Iterable[Deal]) -> Replay[Rules, State]:
    return replay(GAME, Agreement(evening.rules, evening.first_dealer, evening.players), deals)


@given(evenings())
def test_an_evening_told_anew_has_the_same_report(evening: Evening) -> None:
    deals, report, _ = told(evening)
    states = replayed(evening, deals).states
    assert json.loads(json.dumps(GAME.report(evening.rules, states))) == report


@given(evening=evenings(most=8), hearts=st.booleans())
def test_a_player_may_fold_alone_exactly_where_no_reason_is_told(
    *, evening: Evening, hearts: bool
) -> None:
    deals, _, free = told(evening)
    sheet = replayed(evening, [])
    for deal, may_fold in zip(deals, free, strict=True):
        for seat in range(evening.players):
            held = reasons_to_stay(evening.rules, sheet.state, seat, hearts=hearts)
            assert (not held) == (seat in may_fold and not hearts)
            refusal = sheet.offer(all_but(seat, evening.players, hearts=hearts)).refusal
            if held:
                assert refusal
                assert refusal.code is Slip.MUST_STAY
                assert (refusal.values["side"], refusal.values["reasons"]) == (seat, held)
            else:
                assert (refusal and refusal.code) == (
                    Slip.TOO_FEW_STAY if evening.players == 2 else None
                )
        sheet = sheet.after(deal)


def all_but(seat: int, players: int, *, hearts: bool) -> Deal:
    """Return a deal in which one player alone folds, and the one before makes every trick."""
    tricks: list[int | None] = [0] * players
    tricks[seat - 1], tricks[seat] = 5, None
    return Deal(tuple(tricks), hearts)


def explained(line: Line, side: int) -> int:
    """Return the points of a player that the reasons of a line amount to."""
    points = 0
    for kind, amount in reasons(line, side):
        match kind:
            case "hearts":
                points *= 2**amount
            case "overshot":
                assert line.total[side] + points == amount < 0
                points = 0
            case _:
                points += amount
    return points


@given(evenings())
def test_the_reasons_of_a_line_always_add_up_to_its_points(evening: Evening) -> None:
    states = replayed(evening, told(evening).deals).states
    for before, after in pairwise(states):
        line = after.line
        assert line
        for side, points in enumerate(line.points):
            assert explained(line, side) == points == line.total[side] - before.score[side]
            main = [kind for kind, _ in reasons(line, side) if kind not in {"hearts", "overshot"}]
            made = line.tricks[side]
            assert main == ["folded" if made is None else "tricks" if made else "no_trick"]


@given(st.data(), evenings(most=6))
def test_any_deal_is_either_written_or_refused_with_a_code(
    data: st.DataObject, evening: Evening
) -> None:
    before = replayed(evening, told(evening).deals)
    some = st.lists(
        st.none() | st.integers(0, 5), min_size=evening.players, max_size=evening.players
    )
    deal = data.draw(any_entries(GAME) | records(Deal, tricks=some.map(tuple)))
    offer = before.offer(deal)
    if offer.after is None:
        assert offer.refusal
        assert offer.refusal.code in {*Slip, Fault.WRONG_COUNT}
        return
    check_slate(evening.rules, before.state, offer.after)


def check_slate(rules: Rules, before: State, after: State) -> None:
    """Assert what holds on every slate that a deal led to."""
    assert min(after.score) > 0
    assert not rules.fifty_wins or rules.start >= 50 or max(after.score) < 50
    assert (after.deals, after.dealer) == (
        before.deals + 1,
        (before.dealer + 1) % len(before.score),
    )
    assert after.line
    assert sum(tricks or 0 for tricks in after.line.tricks) == 5
    assert after.rounds - before.rounds == len(after.line.ended) <= 1
    won = [now - then for now, then in zip(after.games_won, before.games_won, strict=True)]
    winners = [side for ended in after.line.ended for side in ended.winners]
    assert [side for side, more in enumerate(won) if more] == winners
    assert bool(winners) == bool(after.line.ended)
    if winners:
        assert set(after.score) == {rules.start}
    else:
        assert after.score == after.line.total


@given(evening=evenings(most=6), hearts=st.booleans())
def test_a_deal_in_which_all_stay_is_never_refused(*, evening: Evening, hearts: bool) -> None:
    sheet = replayed(evening, told(evening).deals)
    everybody = Deal((2, 3, *[0] * (evening.players - 2)), hearts)
    assert sheet.offer(everybody).refusal is None


@given(evenings())
def test_an_evening_that_was_written_and_read_back_is_the_same(evening: Evening) -> None:
    sheet = replayed(evening, told(evening).deals)
    raw = json.loads(json.dumps([write_entry(GAME, entry) for entry in sheet.entries]))
    again = replay(GAME, sheet.agreement, [read_entry(GAME, entry) for entry in raw])
    assert (again.entries, again.states) == (sheet.entries, sheet.states)
