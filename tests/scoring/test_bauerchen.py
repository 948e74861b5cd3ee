"""Bauerchen as its rules state it, and as our reading decides where they are silent."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SIDES, any_entries, legal_entries, possible_card_points, replays, rules

from scoring.bauerchen import (
    GAME,
    MOST_ROUNDS,
    PRESETS,
    BauerchenEntry,
    Deal,
    FortyRule,
    LastCardTrump,
    Level,
    Line,
    Meld,
    ReasonKind,
    Round,
    Rules,
    Slip,
    Solo,
    State,
    report,
    step,
)
from scoring.fields import read_record, write_record
from scoring.game import Agreement, Preset, Replay, replay
from scoring.refusals import Fault, IllegalEntry
from scoring.two_sides import other, side_of

FREE, SCHNEIDER, SCHWARZ = Level

MOST_TABLES = Rules()
HOME_0 = 3
"""The dealer at whose left side 0 sits: side 0 is at home."""


def slate(rules: Rules, *, score: tuple[int, int] = (0, 0), **more: Any) -> State:
    """Return a slate on which side 0 is at home in the next deal."""
    return GAME.start(Agreement(rules, HOME_0))._replace(score=score, **more)


def line_of(
    entry: BauerchenEntry,
    rules: Rules = MOST_TABLES,
    *,
    score: tuple[int, int] = (0, 0),
    **more: Any,
) -> Line:
    """Return what the entry writes on a slate on which side 0 is at home."""
    line = step(rules, slate(rules, score=score, **more), entry).line
    assert line
    return line


def played(
    *entries: BauerchenEntry, rules: Rules = MOST_TABLES, first_dealer: int = HOME_0
) -> Replay[Rules, State]:
    return replay(GAME, Agreement(rules, first_dealer), entries)


def won_by(*winners: int) -> list[BauerchenEntry]:
    """Return entries that end one round each."""
    return [Solo(winner, won=True) for winner in winners]


def reasons(line: Line) -> list[tuple[str, int]]:
    return [(reason.kind.value, reason.amount) for reason in line.reasons]


# Worked examples


@pytest.mark.parametrize(
    ("entry", "side", "points"),
    [
        (Deal(card_points=(97, 33)), 0, 1),
        (Deal(card_points=(98, 32)), 0, 2),
        (Deal(card_points=(130, 0)), 0, 3),
        (Deal(card_points=(60, 70)), 1, 2),
        (Deal(card_points=(65, 65)), 1, 2),
        (Deal(winner=1, level=SCHNEIDER, spritzen=1), 1, 6),
        (Deal(winner=0, level=SCHWARZ, spritzen=2), 0, 12),
        (Meld(0, 20), 0, 1),
        (Meld(1, 40), 1, 2),
        (Solo(0, won=False), 1, 12),
        (Solo(0, won=True), 0, 12),
    ],
)
def test_the_worked_examples_write_what_the_rules_say(
    entry: BauerchenEntry, side: int, points: int
) -> None:
    line = line_of(entry)
    assert (line.side, line.points) == (side, points)


def test_home_schwarz_with_spritz_and_re_wins_the_round_from_nothing() -> None:
    after = played(Deal(winner=0, level=SCHWARZ, spritzen=2)).state
    assert (after.score, after.rounds, after.knoddels) == ((0, 0), 1, (0, 1))


def test_soloist_who_loses_a_trick_at_three_to_nine_takes_opponents_to_twelve() -> None:
    line = line_of(Solo(0, won=False), score=(3, 9))
    assert (line.side, line.points, line.total) == (1, 3, (3, 12))
    assert line.ended == (Round((3, 12), 1, decider=False, stein=False),)


# A deal: who wins


def test_home_wins_with_one_card_point_more_than_half() -> None:
    assert line_of(Deal(card_points=(66, 64))).side == 0


def test_away_wins_when_card_points_are_split() -> None:
    assert line_of(Deal(card_points=(65, 65))).side == 1


def test_away_wins_when_card_points_are_split_without_the_last_trick_bonus() -> None:
    without = Rules(last_trick_bonus=False)
    assert line_of(Deal(card_points=(60, 60)), without).side == 1
    assert line_of(Deal(card_points=(61, 59)), without).side == 0


@pytest.mark.parametrize("split", [65, 60])
def test_side_one_at_home_loses_a_split_as_well(split: int) -> None:
    split_rules = Rules(last_trick_bonus=split == 65)
    assert line_of(Deal(card_points=(split, split), home=1), split_rules).side == 0


# A deal: what it is worth


@pytest.mark.parametrize(("level", "points"), [(FREE, 1), (SCHNEIDER, 2), (SCHWARZ, 3)])
def test_home_gets_one_two_or_three_and_away_one_more(level: Level, points: int) -> None:
    assert line_of(Deal(winner=0, level=level)).points == points
    assert line_of(Deal(winner=1, level=level)).points == points + 1


@pytest.mark.parametrize("spritzen", range(11))
@pytest.mark.parametrize("level", Level)
def test_every_spritz_doubles_level_and_away_bonus(spritzen: int, level: Level) -> None:
    plain = {FREE: 1, SCHNEIDER: 2, SCHWARZ: 3}[level]
    at_home = line_of(Deal(winner=0, level=level, spritzen=spritzen))
    away = line_of(Deal(winner=1, level=level, spritzen=spritzen))
    assert at_home.points == plain * 2**spritzen
    assert away.points == (plain + 1) * 2**spritzen


@pytest.mark.parametrize(
    ("bonus", "told", "threshold"),
    [
        (True, None, 33),
        (False, None, 31),
        *[(bonus, told, told) for bonus in (True, False) for told in (31, 32, 33, 34)],
    ],
)
def test_loser_is_schneider_just_below_the_threshold(
    *, bonus: bool, told: int | None, threshold: int
) -> None:
    table = Rules(last_trick_bonus=bonus, schneider_threshold=told)
    everything = 130 if bonus else 120
    free = Deal(card_points=(everything - threshold, threshold))
    schneider = Deal(card_points=(everything - threshold + 1, threshold - 1))
    assert line_of(free, table).points == 1
    assert line_of(schneider, table).points == 2


@pytest.mark.parametrize("bonus", [True, False])
def test_loser_with_one_poor_trick_is_schneider_and_without_a_trick_schwarz(*, bonus: bool) -> None:
    table, everything = Rules(last_trick_bonus=bonus), 130 if bonus else 120
    assert line_of(Deal(card_points=(everything - 8, 8)), table).points == 2
    assert line_of(Deal(card_points=(everything, 0)), table).points == 3


@given(st.data(), rules(), st.integers(0, 3), SIDES | st.none(), st.integers(0, 10))
def test_card_points_write_the_same_line_as_the_winner_and_level_they_show(
    data: st.DataObject, rules: Rules, dealer: int, home: int | None, spritzen: int
) -> None:
    card_points = data.draw(possible_card_points(rules.all_card_points))
    at_home = (dealer + 1) % 2 if home is None else home
    winner = at_home if card_points[at_home] * 2 > rules.all_card_points else 1 - at_home
    lost = card_points[1 - winner]
    level = SCHWARZ if lost == 0 else SCHNEIDER if lost < rules.threshold else FREE
    slate = replay(GAME, Agreement(rules, dealer))
    counted = slate.offer(Deal(card_points=card_points, spritzen=spritzen, home=home))
    told = slate.offer(Deal(winner=winner, level=level, spritzen=spritzen, home=home))
    assert counted.after == told.after
    if counted.refusal and told.refusal:
        assert counted.refusal.code == told.refusal.code == Fault.TOO_MANY_ROUNDS
    else:
        assert told.after


# A deal: what cannot be


@pytest.mark.parametrize("bonus", [True, False])
def test_exactly_the_card_points_of_no_trick_are_refused(*, bonus: bool) -> None:
    slate, everything = played(rules=Rules(last_trick_bonus=bonus)), 130 if bonus else 120
    refused = set()
    for ours in range(everything + 1):
        card_points = (ours, everything - ours)
        refusal = slate.offer(Deal(card_points=card_points)).refusal
        if refusal:
            refused.add(ours)
            assert refusal.code is Slip.CARD_POINTS_IMPOSSIBLE
            assert refusal.values == {"card_points": card_points, "fewer": min(card_points)}
    assert refused == {*range(1, 8), *range(everything - 7, everything)}


@pytest.mark.parametrize(
    ("card_points", "bonus", "total"),
    [((70, 50), True, 130), ((70, 70), True, 130), ((70, 60), False, 120), ((0, 0), True, 130)],
)
def test_card_points_that_do_not_add_up_are_refused_with_the_sum_they_must_have(
    *, card_points: tuple[int, int], bonus: bool, total: int
) -> None:
    with pytest.raises(IllegalEntry) as refused:
        line_of(Deal(card_points=card_points), Rules(last_trick_bonus=bonus))
    assert refused.value.code is Slip.CARD_POINTS_SUM
    assert refused.value.values == {"card_points": card_points, "total": total}


@pytest.mark.parametrize(
    "unclear",
    [
        Deal(),
        Deal(winner=0),
        Deal(level=FREE),
        Deal(winner=0, card_points=(70, 60)),
        Deal(level=FREE, card_points=(70, 60)),
        Deal(winner=0, level=FREE, card_points=(70, 60)),
    ],
)
def test_a_deal_is_told_either_by_level_or_by_card_points(unclear: Deal) -> None:
    with pytest.raises(IllegalEntry) as refused:
        line_of(unclear)
    assert refused.value.code is Slip.RESULT_UNCLEAR


# Melds


def test_a_meld_is_credited_to_its_side_and_the_deal_goes_on() -> None:
    after = played(Meld(1, 20), Meld(0, 40)).state
    assert (after.score, after.dealer, after.home) == ((2, 1), HOME_0, 0)


@pytest.mark.parametrize(("standing", "cards"), [(11, 20), (10, 40)])
def test_a_meld_that_reaches_the_target_ends_round_and_deal_at_once(
    standing: int, cards: int
) -> None:
    before = slate(Rules(), score=(standing, 5))
    after = step(Rules(), before, Meld(0, cards))
    assert after.line
    assert after.line.ended == (Round((12, 5), 0, decider=False, stein=False),)
    assert (after.score, after.knoddels, after.dealer) == ((0, 0), (0, 1), before.forehand)


@pytest.mark.parametrize("side", [0, 1])
def test_a_meld_past_the_target_is_refused_with_the_reason(side: int) -> None:
    with pytest.raises(IllegalEntry) as refused:
        line_of(Meld(side, 40), score=(11, 11))
    assert refused.value.code is Slip.MELD_PAST_TARGET
    assert refused.value.values == {
        "side": side,
        "cards": 40,
        "standing": 11,
        "points": 2,
        "target": 12,
    }


def test_only_the_declaring_side_is_held_to_the_target() -> None:
    assert line_of(Meld(0, 40), score=(0, 11)).points == 2


def test_a_meld_past_the_target_is_written_where_the_table_allows_it() -> None:
    line = line_of(Meld(0, 40), Rules(meld_past_target=True), score=(11, 5))
    assert (line.points, line.total, len(line.ended)) == (2, (13, 5), 1)


def test_a_meld_past_the_target_is_carried_over() -> None:
    table = Rules(meld_past_target=True, carry_over=True)
    after = step(table, slate(table, score=(11, 5)), Meld(0, 40))
    assert after.score == (1, 0)


@pytest.mark.parametrize(
    ("forty_rule", "target", "standing", "points"),
    [
        (FortyRule.OFF, 12, 10, 2),
        (FortyRule.AT_TEN, 12, 9, 2),
        (FortyRule.AT_TEN, 12, 10, 1),
        (FortyRule.AT_TEN, 31, 10, 2),
        (FortyRule.AT_TEN, 31, 29, 1),
        (FortyRule.AT_TEN, 2, 0, 1),
        (FortyRule.ALWAYS, 12, 0, 1),
        (FortyRule.ALWAYS, 12, 10, 1),
        (FortyRule.ALWAYS, 12, 11, 1),
    ],
)
def test_a_forty_counts_one_by_the_forty_rule(
    forty_rule: FortyRule, target: int, standing: int, points: int
) -> None:
    table = Rules(forty_rule=forty_rule, round_target=target)
    assert line_of(Meld(0, 40), table, score=(standing, 0)).points == points


@pytest.mark.parametrize("forty_rule", FortyRule)
def test_a_twenty_counts_one_whatever_the_forty_rule(forty_rule: FortyRule) -> None:
    assert line_of(Meld(0, 20), Rules(forty_rule=forty_rule), score=(10, 0)).points == 1


def test_the_forty_rule_at_ten_looks_at_the_declaring_side_only() -> None:
    at_ten = Rules(forty_rule=FortyRule.AT_TEN)
    assert line_of(Meld(0, 40), at_ten, score=(3, 10)).points == 2


def test_the_forty_rule_at_ten_does_not_help_a_side_at_eleven() -> None:
    at_ten = Rules(forty_rule=FortyRule.AT_TEN)
    with pytest.raises(IllegalEntry, match=Slip.MELD_PAST_TARGET):
        line_of(Meld(0, 40), at_ten, score=(11, 0))


# Solo


@pytest.mark.parametrize("carry_over", [True, False])
@pytest.mark.parametrize(("side", "won"), [(0, True), (0, False), (1, True), (1, False)])
def test_whoever_wins_a_solo_stands_at_the_target_and_carries_nothing(
    *, side: int, won: bool, carry_over: bool
) -> None:
    table = Rules(round_target=31, carry_over=carry_over)
    after = step(table, slate(table, score=(30, 7)), Solo(side, won=won))
    winner = side if won else 1 - side
    assert after.line
    assert after.line.total[winner] == 31
    assert (after.score, after.rounds) == ((0, 0), 1)


@pytest.mark.parametrize("player", [None, 0, 1])
def test_a_solo_scores_the_same_whoever_of_the_side_played_it(player: int | None) -> None:
    told = Solo(1, won=False, player=player)
    assert line_of(told, score=(4, 9)) == line_of(Solo(1, won=False), score=(4, 9))
    assert write_record(told).get("player") == player


def test_a_solo_passes_the_deal_on() -> None:
    assert played(Solo(1, won=True)).state.dealer == 0


def test_a_solo_may_decide_the_gehampelte() -> None:
    after = played(*won_by(0, 1, 0)).state
    assert (after.steins, after.knoddels) == ((1, 0), (0, 0))


def test_a_solo_in_the_decider_is_refused_where_the_table_forbids_it() -> None:
    table = Rules(solo_in_decider=False)
    with pytest.raises(IllegalEntry) as refused:
        played(*won_by(0, 1, 0), rules=table)
    assert (refused.value.code, refused.value.index) == (Slip.SOLO_IN_DECIDER, 2)


def test_a_table_without_solo_in_the_decider_allows_it_before() -> None:
    table = Rules(solo_in_decider=False)
    assert played(*won_by(0, 0, 1), rules=table).state.steins == (1, 0)


# Rounds, knoddels, steins


def test_a_round_goes_on_one_short_of_the_target() -> None:
    before = slate(Rules(), score=(10, 11))
    assert step(Rules(), before, Meld(0, 20)).score == (11, 11)


def test_the_loser_of_a_round_gets_a_knoddel_and_both_start_at_nothing() -> None:
    after = step(Rules(), slate(Rules(), score=(11, 9)), Deal(winner=0, level=SCHWARZ))
    assert (after.score, after.knoddels, after.steins) == ((0, 0), (0, 1), (0, 0))
    assert after.line
    assert after.line.ended == (Round((14, 9), 0, decider=False, stein=False),)


def test_the_second_knoddel_gives_the_others_a_stein_and_knoddels_start_afresh() -> None:
    slates = played(*won_by(1, 1)).states
    assert [state.knoddels for state in slates] == [(0, 0), (1, 0), (0, 0)]
    assert [state.steins for state in slates] == [(0, 0), (0, 0), (0, 1)]


def test_the_round_with_both_sides_one_knoddel_short_is_the_decider() -> None:
    states = played(*won_by(0, 1, 1)).states
    assert [report(Rules(), states[:n])["decider"] for n in range(1, 5)] == [
        False,
        False,
        True,
        False,
    ]
    ended = [state.line.ended[0] for state in states if state.line]
    assert [(ended.decider, ended.stein) for ended in ended] == [
        (False, False),
        (False, False),
        (True, True),
    ]


@pytest.mark.parametrize("per_stein", range(2, 10))
def test_a_stein_needs_as_many_knoddels_as_the_table_says(per_stein: int) -> None:
    table = Rules(knoddels_per_stein=per_stein)
    states = played(*won_by(*[0] * per_stein), rules=table).states
    assert [state.steins for state in states] == [(0, 0)] * per_stein + [(1, 0)]
    assert [state.knoddels for state in states] == [*((0, n) for n in range(per_stein)), (0, 0)]


def test_with_three_knoddels_two_each_make_the_decider() -> None:
    table = Rules(knoddels_per_stein=3)
    states = played(*won_by(0, 1, 0, 1, 1), rules=table).states
    deciders = [bool(report(table, states[:n])["decider"]) for n in range(1, 7)]
    assert deciders == [False, False, False, False, True, False]
    assert (states[-1].steins, states[-1].knoddels) == ((0, 1), (0, 0))


# Carrying over


def test_without_carry_over_the_excess_is_lost() -> None:
    after = played(Deal(winner=1, level=SCHWARZ, spritzen=2)).state
    assert after.score == (0, 0)


def test_the_excess_is_carried_into_the_winners_next_round_only() -> None:
    table = Rules(round_target=31, carry_over=True)
    after = step(table, slate(table, score=(29, 30)), Deal(winner=1, level=SCHWARZ))
    assert (after.score, after.rounds, after.knoddels) == ((0, 3), 1, (1, 0))


def test_carried_points_that_reach_the_target_again_win_that_round_too() -> None:
    table = Rules(carry_over=True)
    after = step(table, slate(table, score=(5, 11)), Deal(winner=1, level=SCHWARZ, spritzen=3))
    assert after.line
    assert after.line.ended == (
        Round((5, 43), 1, decider=False, stein=False),
        Round((0, 31), 1, decider=False, stein=True),
        Round((0, 19), 1, decider=False, stein=False),
    )
    assert (after.score, after.knoddels, after.steins) == ((0, 7), (1, 0), (0, 1))
    assert reasons(after.line) == [
        ("level", 3),
        ("away_bonus", 1),
        ("spritzen", 3),
        ("carried", 7),
    ]


def test_a_carried_round_may_be_the_decider() -> None:
    table = Rules(carry_over=True)
    before = slate(table, score=(11, 3), knoddels=(1, 0))
    after = step(table, before, Deal(winner=0, level=SCHWARZ, spritzen=3))
    assert after.line
    assert after.line.ended == (
        Round((35, 3), 0, decider=False, stein=False),
        Round((23, 0), 0, decider=True, stein=True),
    )
    assert (after.score, after.knoddels, after.steins) == ((11, 0), (0, 0), (1, 0))


def test_carried_points_that_reach_the_target_exactly_leave_nothing() -> None:
    table = Rules(carry_over=True)
    line = line_of(Deal(winner=0, level=SCHWARZ, spritzen=3), table)
    assert [ended.score for ended in line.ended] == [(24, 0), (12, 0)]
    assert reasons(line) == [("level", 3), ("spritzen", 3)]


def test_a_sheet_has_at_most_ten_thousand_rounds() -> None:
    table = Rules(round_target=1, carry_over=True)
    full = slate(table, rounds=MOST_ROUNDS - 2)
    assert step(table, full, Deal(winner=0, level=SCHNEIDER)).rounds == MOST_ROUNDS
    with pytest.raises(IllegalEntry) as refused:
        step(table, full, Deal(winner=0, level=SCHWARZ))
    assert refused.value.code is Fault.TOO_MANY_ROUNDS
    assert refused.value.values == {"most": 10_000}


# Dealing


def test_sides_take_turns_clockwise() -> None:
    assert [side_of(seat) for seat in range(4)] == [0, 1, 0, 1]
    assert [other(side) for side in (0, 1)] == [1, 0]


@pytest.mark.parametrize("first_dealer", range(4))
def test_forehand_deals_next_and_is_at_home(first_dealer: int) -> None:
    deal = Deal(winner=0, level=FREE)
    states = played(*[deal] * 4, first_dealer=first_dealer).states
    assert [state.dealer for state in states] == [(first_dealer + n) % 4 for n in range(5)]
    assert [state.forehand for state in states] == [(first_dealer + n + 1) % 4 for n in range(5)]
    assert [state.home for state in states] == [(first_dealer + n + 1) % 2 for n in range(5)]


def test_the_deal_passes_on_across_the_end_of_a_round() -> None:
    last = Deal(winner=0, level=SCHWARZ, spritzen=2)
    assert [state.dealer for state in played(last, last).states] == [3, 0, 1]


def test_a_corrected_home_side_counts_for_that_deal_only() -> None:
    deal = Deal(winner=0, level=FREE)
    states = played(Deal(winner=0, level=FREE, home=1), deal, deal).states
    assert [state.score for state in states] == [(0, 0), (2, 0), (4, 0), (5, 0)]
    assert [state.home for state in states] == [0, 1, 0, 1]


# Rules that do not change what is written


@pytest.mark.parametrize("last_card", LastCardTrump)
def test_the_last_card_has_no_effect_on_the_score(last_card: LastCardTrump) -> None:
    assert line_of(Deal(card_points=(98, 32)), Rules(last_card_trump=last_card)).points == 2


def test_rules_have_the_defaults_of_most_tables() -> None:
    assert Rules() == Rules(
        last_trick_bonus=True,
        schneider_threshold=None,
        round_target=12,
        carry_over=False,
        forty_rule=FortyRule.OFF,
        knoddels_per_stein=2,
        solo_in_decider=True,
        meld_past_target=False,
        last_card_trump=LastCardTrump.OFF,
    )


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_holds_only_what_differs_from_the_defaults(preset: Preset) -> None:
    assert write_record(read_record(Rules, preset.rules)) == preset.rules


def test_the_presets_are_the_tables_that_are_known() -> None:
    assert {preset.key: read_record(Rules, preset.rules) for preset in PRESETS} == {
        "lautrer_spiel": Rules(),
        "without_last_trick": Rules(last_trick_bonus=False),
        "siegelbach": Rules(round_target=31, carry_over=True),
    }


# Why a line is worth what it is


@pytest.mark.parametrize(
    ("entry", "table", "why"),
    [
        (Deal(winner=0, level=FREE), Rules(), [("level", 1)]),
        (Deal(winner=1, level=SCHWARZ), Rules(), [("level", 3), ("away_bonus", 1)]),
        (
            Deal(card_points=(60, 70), spritzen=2),
            Rules(),
            [("level", 1), ("away_bonus", 1), ("spritzen", 2)],
        ),
        (Meld(0, 20), Rules(), [("meld", 1)]),
        (Meld(0, 40), Rules(), [("meld", 2)]),
        (Meld(0, 40), Rules(forty_rule=FortyRule.ALWAYS), [("meld", 2), ("forty_rule", -1)]),
        (Solo(1, won=False), Rules(), [("solo_to_target", 12)]),
        (
            Deal(winner=0, level=SCHWARZ, spritzen=2),
            Rules(round_target=10, carry_over=True),
            [("level", 3), ("spritzen", 2), ("carried", 2)],
        ),
    ],
)
def test_a_line_says_why(entry: BauerchenEntry, table: Rules, why: list[tuple[str, int]]) -> None:
    assert reasons(line_of(entry, table)) == why


def explained(line: Line) -> int:
    """Return the game points that the reasons of a line amount to."""
    points = 0
    for kind, amount in line.reasons:
        match kind:
            case ReasonKind.SPRITZEN:
                points *= 2**amount
            case ReasonKind.CARRIED:
                assert amount == line.reasons[-1].amount
            case _:
                points += amount
    return points


@given(replays())
def test_the_reasons_of_a_line_always_add_up_to_its_points(slate: Replay[Rules, State]) -> None:
    for before, after in zip(slate.states, slate.states[1:], strict=False):
        line = after.line
        assert line
        assert explained(line) == line.points > 0
        gained = (line.points, 0) if line.side == 0 else (0, line.points)
        assert line.total == tuple(map(sum, zip(before.score, gained, strict=True)))
        carried = [reason.amount for reason in line.reasons if reason.kind is ReasonKind.CARRIED]
        assert carried == ([after.score[line.side]] if line.ended and any(after.score) else [])


# Every slate that can be reached


def tally(rounds: Iterable[Round], per_stein: int) -> tuple[list[int], list[int]]:
    """Count knoddels and steins anew from the winners of the rounds."""
    knoddels, steins = [0, 0], [0, 0]
    for ended in rounds:
        assert ended.decider == (knoddels == [per_stein - 1] * 2)
        knoddels[1 - ended.winner] += 1
        assert ended.stein == (per_stein in knoddels)
        if ended.stein:
            knoddels = [0, 0]
            steins[ended.winner] += 1
    return knoddels, steins


@given(replays())
def test_the_slate_agrees_with_its_lines_and_rounds(slate: Replay[Rules, State]) -> None:
    table = slate.agreement.rules
    score, ended = [0, 0], list[Round]()
    for state in slate.states[1:]:
        line = state.line
        assert line
        score[line.side] += line.points
        for finished in line.ended:
            assert finished.score == tuple(score)
            assert finished.winner == line.side
            assert finished.score[line.side] >= table.round_target > finished.score[1 - line.side]
            over = score[line.side] - table.round_target
            score = [0, 0]
            score[line.side] = over if table.carry_over else 0
        ended += line.ended
        assert state.score == tuple(score)
        assert max(state.score) < table.round_target
        knoddels, steins = tally(ended, table.knoddels_per_stein)
        assert (state.knoddels, state.steins) == (tuple(knoddels), tuple(steins))
        assert state.rounds == len(ended)


@given(replays())
def test_the_deal_passes_on_after_deals_solos_and_ended_rounds_only(
    slate: Replay[Rules, State],
) -> None:
    for entry, before, after in zip(slate.entries, slate.states, slate.states[1:], strict=False):
        assert after.line
        stays = isinstance(entry, Meld) and not after.line.ended
        assert after.dealer == (before.dealer if stays else (before.dealer + 1) % 4)


@given(st.data(), replays(most=10))
def test_any_entry_is_either_written_or_refused_with_a_code(
    data: st.DataObject, slate: Replay[Rules, State]
) -> None:
    entry = data.draw(any_entries(GAME))
    offer = slate.offer(entry)
    if offer.refusal is None:
        assert offer.after == slate.after(entry).state
    else:
        assert offer.after is None
        assert offer.refusal.code in {*Slip, Fault.TOO_MANY_ROUNDS}


@given(st.data(), replays(most=10))
def test_a_legal_entry_is_never_refused(data: st.DataObject, slate: Replay[Rules, State]) -> None:
    entry = data.draw(legal_entries(slate.agreement.rules, slate.state))
    assert slate.offer(entry).refusal is None


# The line of the command


@given(replays())
def test_the_report_tells_what_the_slate_shows(slate: Replay[Rules, State]) -> None:
    table, states = slate.agreement.rules, slate.states
    told = report(table, states)
    assert set(told) == {
        "score", "knoddels", "steins", "rounds", "decider", "dealer", "home", "entries"
    }  # fmt: skip
    assert told["score"] == slate.state.score
    assert told["knoddels"] == slate.state.knoddels
    assert told["steins"] == slate.state.steins
    assert told["dealer"] == slate.state.dealer
    assert told["home"] == (slate.state.dealer + 1) % 2
    assert told["decider"] == (slate.state.knoddels == (table.knoddels_per_stein - 1,) * 2)
    lines = [state.line for state in states if state.line]
    assert told["rounds"] == [ended._asdict() for line in lines for ended in line.ended]
    assert told["entries"] == [
        {
            "points": (line.points, 0) if line.side == 0 else (0, line.points),
            "ended_rounds": len(line.ended),
        }
        for line in lines
    ]


def test_the_report_of_an_empty_sheet_is_an_empty_slate() -> None:
    assert report(Rules(), played(first_dealer=2).states) == {
        "score": (0, 0),
        "knoddels": (0, 0),
        "steins": (0, 0),
        "rounds": [],
        "decider": False,
        "dealer": 2,
        "home": 1,
        "entries": [],
    }
