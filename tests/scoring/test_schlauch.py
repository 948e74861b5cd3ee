"""Schlauch as its rules state it, and as our reading decides where they are silent."""

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from strategies import any_entries, records
from worked import example, expected, reported

from scoring.fields import read_record, write_record
from scoring.figures import Counted, Figures
from scoring.game import Agreement, Preset, Replay, replay
from scoring.refusals import Fault, IllegalEntry, Refused
from scoring.rounds import past_rounds
from scoring.schlauch import (
    GAME,
    PRESETS,
    WRITES_MARKS,
    Comparison,
    Contract,
    ForcedGame,
    Hand,
    Line,
    PassedOut,
    ReasonKind,
    Round,
    Rules,
    SchlauchEntry,
    Slip,
    State,
    compared,
    report,
)
from scoring.sheet import (
    read_agreement,
    read_entry,
    read_number_of_sides,
    write_agreement,
    write_entry,
)

GRANDIOSO, BETTEL, SCHLAUCH, GRANDISSIMO, BETTELOUVERT, HEART_SCHLAUCH = Contract
LESSER = [GRANDIOSO, BETTEL, SCHLAUCH]
GREATER = [GRANDISSIMO, BETTELOUVERT, HEART_SCHLAUCH]
WITHOUT_A_CARD = [GRANDIOSO, SCHLAUCH, HEART_SCHLAUCH]

MOST_TABLES = Rules()
EVERY_HAND = Rules(hands_per_round=1)


def played(
    *entries: SchlauchEntry, rules: Rules = MOST_TABLES, first_dealer: int = 0
) -> Replay[Rules, State]:
    return replay(GAME, Agreement(rules, first_dealer, 3), entries)


def line_of(entry: SchlauchEntry, rules: Rules = MOST_TABLES, first_dealer: int = 0) -> Line:
    """Return what the entry writes on an empty slate."""
    line = played(entry, rules=rules, first_dealer=first_dealer).state.line
    assert line
    return line


def won(declarer: int, contract: Contract = BETTEL, *, sans_prendre: bool = False) -> Hand:
    return Hand(declarer, contract, won=True, sans_prendre=sans_prendre)


def lost(declarer: int, contract: Contract = BETTEL, *, sans_prendre: bool = False) -> Hand:
    return Hand(declarer, contract, won=False, sans_prendre=sans_prendre)


def reasons(line: Line) -> list[tuple[str, int, int]]:
    return [(reason.kind.value, reason.side, reason.amount) for reason in line.reasons]


# The worked example


def test_the_worked_example_scores_as_expected() -> None:
    sheet = example("schlauch")
    assert sheet.game is GAME
    assert reported(sheet) == expected("schlauch")


# A contract: what it is worth


@pytest.mark.parametrize(
    ("contract", "points", "marks"),
    [
        *[(contract, 150, 2) for contract in LESSER],
        (GRANDISSIMO, 300, 4),
        (HEART_SCHLAUCH, 300, 4),
    ],
)
def test_a_won_contract_gives_the_declarer_points_and_each_defender_marks(
    contract: Contract, points: int, marks: int
) -> None:
    line = line_of(won(1, contract))
    assert (line.points, line.marks) == ((0, points, 0), (marks, 0, marks))


@pytest.mark.parametrize(
    ("contract", "points", "marks"),
    [
        *[(contract, 100, 4) for contract in LESSER],
        (GRANDISSIMO, 200, 8),
        (HEART_SCHLAUCH, 200, 8),
    ],
)
def test_a_lost_contract_gives_the_declarer_marks_and_each_defender_points(
    contract: Contract, points: int, marks: int
) -> None:
    line = line_of(lost(1, contract))
    assert (line.points, line.marks) == ((points, 0, points), (0, marks, 0))


def test_a_bettelouvert_is_worth_as_much_as_a_grandissimo() -> None:
    assert line_of(won(0, BETTELOUVERT))[:2] == ((300, 0, 0), (0, 4, 4))
    assert line_of(lost(0, BETTELOUVERT))[:2] == ((0, 200, 200), (8, 0, 0))


@pytest.mark.parametrize("declarer", range(3))
def test_any_player_may_be_the_declarer_whoever_deals(declarer: int) -> None:
    defenders = {0, 1, 2} - {declarer}
    for dealer in range(3):
        line = line_of(won(declarer), first_dealer=dealer)
        assert {player for player in range(3) if line.marks[player]} == defenders
        assert [player for player in range(3) if line.points[player]] == [declarer]


@pytest.mark.parametrize(
    ("contract", "points", "marks"),
    [(GRANDIOSO, 300, 4), (SCHLAUCH, 300, 4), (HEART_SCHLAUCH, 600, 8)],
)
def test_sans_prendre_doubles_points_and_marks_of_a_won_contract(
    contract: Contract, points: int, marks: int
) -> None:
    line = line_of(won(2, contract, sans_prendre=True))
    assert (line.points, line.marks) == ((0, 0, points), (marks, marks, 0))


@pytest.mark.parametrize(
    ("contract", "points", "marks"),
    [(GRANDIOSO, 200, 8), (SCHLAUCH, 200, 8), (HEART_SCHLAUCH, 400, 16)],
)
def test_sans_prendre_doubles_points_and_marks_of_a_lost_contract_as_well(
    contract: Contract, points: int, marks: int
) -> None:
    line = line_of(lost(2, contract, sans_prendre=True))
    assert (line.points, line.marks) == ((points, points, 0), (0, 0, marks))


@pytest.mark.parametrize("contract", [BETTEL, GRANDISSIMO, BETTELOUVERT])
@pytest.mark.parametrize("hand", [won, lost])
def test_sans_prendre_is_refused_where_no_card_may_be_called(hand: Any, contract: Contract) -> None:
    with pytest.raises(IllegalEntry) as refused:
        played(won(0), hand(2, contract, sans_prendre=True))
    assert (refused.value.code, refused.value.index) == (Slip.SANS_PRENDRE_CONTRACT, 1)
    assert refused.value.values == {
        "side": 2,
        "contract": contract,
        "allowed": tuple(WITHOUT_A_CARD),
    }


# All pass


@pytest.mark.parametrize("value", [0, 1, 150, 999])
def test_a_forced_game_gives_its_winner_the_points_of_the_table_and_no_marks(value: int) -> None:
    line = line_of(ForcedGame(1), Rules(force_game_value=value))
    assert (line.points, line.marks) == ((0, value, 0), (0, 0, 0))


def test_a_forced_game_is_worth_nothing_where_the_table_says_nothing() -> None:
    assert line_of(ForcedGame(2)).points == (0, 0, 0)


def test_a_forced_game_counts_as_a_hand_and_passes_the_deal_on() -> None:
    after = played(ForcedGame(0)).state
    assert (after.hands, after.dealer, after.deals) == (1, 1, 1)
    ended = played(won(0), won(0), ForcedGame(1), rules=Rules(force_game_value=50)).state
    assert ended.line
    assert ended.line.ended[0].score == (300, 50, 0)


@pytest.mark.parametrize("dealer", range(3))
@pytest.mark.parametrize(("red", "marks"), [(False, 1), (True, 2)])
def test_when_all_pass_the_dealer_gets_a_mark_or_two_if_the_turnup_is_red(
    *, dealer: int, red: bool, marks: int
) -> None:
    line = line_of(PassedOut(red), Rules(force_game_value=99), dealer)
    assert line.points == (0, 0, 0)
    assert line.marks == tuple(marks if player == dealer else 0 for player in range(3))


def test_when_all_pass_the_same_dealer_deals_again_and_no_hand_is_counted() -> None:
    after = played(won(0), won(0), PassedOut(), PassedOut(red_turnup=True)).state
    assert (after.hands, after.dealer, after.rounds, after.deals) == (2, 2, 0, 4)
    assert (after.score, after.marks) == ((300, 0, 0), (0, 4, 7))


def test_points_are_not_compared_when_all_pass_even_at_tables_that_compare_every_hand() -> None:
    assert line_of(PassedOut(), EVERY_HAND).ended == ()


# The comparison


@pytest.mark.parametrize(
    ("score", "strokes"),
    [
        ((0, 0, 0), (0, 0, 0)),
        ((300, 300, 300), (0, 0, 0)),
        ((99, 0, 0), (0, 1, 1)),
        ((100, 0, 0), (0, 2, 2)),
        ((150, 100, 50), (0, 0, 2)),
        ((150, 100, 100), (0, 1, 1)),
        ((199, 199, 0), (0, 0, 3)),
        ((200, 100, 0), (0, 1, 4)),
        ((0, 199, 200), (4, 0, 0)),
        ((350, 0, 500), (1, 9, 0)),
        ((900, 450, 0), (0, 4, 14)),
    ],
)
def test_strokes_for_every_full_hundred_behind_and_one_more_for_having_fewest(
    score: tuple[int, int, int], strokes: tuple[int, int, int]
) -> None:
    assert compared(score).strokes == strokes


def test_a_round_tells_who_gave_whom_how_many_strokes() -> None:
    assert compared((350, 0, 500)) == Round(
        score=(350, 0, 500),
        comparisons=(Comparison(0, 1, 3), Comparison(2, 0, 1), Comparison(2, 1, 5)),
        fewest=(1,),
    )


def test_players_tied_for_fewest_each_get_a_stroke() -> None:
    assert compared((50, 0, 0)) == Round((50, 0, 0), (), (1, 2))
    assert compared((7, 50, 7)).strokes == (1, 0, 1)


def test_nobody_gets_a_stroke_for_having_fewest_when_all_three_are_equal() -> None:
    assert compared((100, 100, 100)) == Round((100, 100, 100), (), ())


def test_points_are_compared_after_every_three_hands_and_start_again_at_nothing() -> None:
    states = played(*[won(0), won(1), lost(2)] * 2, won(1)).states
    assert [state.score for state in states] == [
        (0, 0, 0),
        (150, 0, 0),
        (150, 150, 0),
        (0, 0, 0),
        (150, 0, 0),
        (150, 150, 0),
        (0, 0, 0),
        (0, 150, 0),
    ]
    assert [state.hands for state in states] == [0, 1, 2, 0, 1, 2, 0, 1]
    assert [state.rounds for state in states] == [0, 0, 0, 1, 1, 1, 2, 2]


def test_marks_stay_after_a_comparison_and_strokes_are_added_to_them() -> None:
    states = played(won(0), won(1), lost(2), won(0)).states
    assert [state.marks for state in states] == [
        (0, 0, 0),
        (0, 2, 2),
        (2, 2, 4),
        (2, 2, 8 + 2 + 2 + 1),
        (2, 4, 15),
    ]


def test_a_line_tells_what_stood_there_before_the_comparison() -> None:
    line = played(won(0), won(1), lost(2)).state.line
    assert line
    assert (line.points, line.marks) == ((100, 100, 0), (0, 0, 4))
    assert (line.total, line.total_marks) == ((250, 250, 0), (2, 2, 8))
    assert line.ended == (Round((250, 250, 0), (Comparison(0, 2, 2), Comparison(1, 2, 2)), (2,)),)


@pytest.mark.parametrize("hands", [1, 2, 3, 7, 999])
def test_a_round_has_as_many_hands_as_the_table_says(hands: int) -> None:
    states = played(*[ForcedGame(0)] * (2 * hands), rules=Rules(hands_per_round=hands)).states
    assert [state.rounds for state in states] == [n // hands for n in range(2 * hands + 1)]
    assert [state.hands for state in states] == [n % hands for n in range(2 * hands + 1)]


# House rules, entries and players


def test_rules_have_the_defaults_that_are_handed_down() -> None:
    assert Rules() == Rules(hands_per_round=3, force_game_value=0)
    assert write_record(Rules()) == {}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_holds_only_what_differs_from_the_defaults(preset: Preset) -> None:
    assert write_record(read_record(Rules, preset.rules)) == preset.rules


def test_the_usual_table_comes_first() -> None:
    assert PRESETS[0] == Preset("usual", {})


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"hands_per_round": 0}, Fault.OUT_OF_RANGE),
        ({"hands_per_round": 1000}, Fault.OUT_OF_RANGE),
        ({"force_game_value": -1}, Fault.OUT_OF_RANGE),
        ({"force_game_value": 1000}, Fault.OUT_OF_RANGE),
        ({"force_game_value": False}, Fault.NOT_WHOLE),
        ({"hands": 3}, Fault.KEY_UNKNOWN),
    ],
)
def test_other_rules_are_refused(raw: dict[str, Any], code: Fault) -> None:
    with pytest.raises(Refused) as refused:
        read_record(Rules, raw)
    assert refused.value.code is code
    assert refused.value.values["key"] in raw


@pytest.mark.parametrize(
    ("raw", "entry"),
    [
        (
            {"type": "hand", "declarer": 2, "contract": "bettelouvert", "won": False},
            lost(2, BETTELOUVERT),
        ),
        (
            {
                "type": "hand",
                "declarer": 0,
                "contract": "heart_schlauch",
                "won": True,
                "sans_prendre": True,
            },
            won(0, HEART_SCHLAUCH, sans_prendre=True),
        ),
        ({"type": "force", "winner": 1}, ForcedGame(1)),
        ({"type": "passed_out"}, PassedOut(red_turnup=False)),
        ({"type": "passed_out", "red_turnup": True}, PassedOut(red_turnup=True)),
    ],
)
def test_entries_are_read_and_written_as_the_sheet_file_says(
    raw: dict[str, Any], entry: SchlauchEntry
) -> None:
    assert read_entry(GAME, raw) == entry
    assert write_entry(GAME, entry) == raw


@pytest.mark.parametrize(
    ("raw", "code", "key"),
    [
        (
            {"type": "hand", "declarer": 3, "contract": "bettel", "won": True},
            Fault.OUT_OF_RANGE,
            "declarer",
        ),
        (
            {"type": "hand", "declarer": 0, "contract": "solo", "won": True},
            Fault.NOT_A_CHOICE,
            "contract",
        ),
        ({"type": "hand", "declarer": 0, "contract": "bettel"}, Fault.KEY_MISSING, "won"),
        ({"type": "hand", "contract": "bettel", "won": True}, Fault.KEY_MISSING, "declarer"),
        ({"type": "hand", "declarer": 0, "won": True}, Fault.KEY_MISSING, "contract"),
        ({"type": "force"}, Fault.KEY_MISSING, "winner"),
        ({"type": "force", "winner": 3}, Fault.OUT_OF_RANGE, "winner"),
        ({"type": "passed_out", "red_turnup": 1}, Fault.NOT_A_FLAG, "red_turnup"),
        ({"type": "passed_out", "dealer": 1}, Fault.KEY_UNKNOWN, "dealer"),
    ],
)
def test_other_entries_are_refused(raw: dict[str, Any], code: Fault, key: str) -> None:
    with pytest.raises(IllegalEntry) as refused:
        read_entry(GAME, raw)
    assert (refused.value.code, refused.value.values["key"]) == (code, key)


def test_three_players_sit_at_the_table_each_for_themselves() -> None:
    assert list(GAME.sides) == [3]
    assert GAME.seats(Agreement(Rules(), sides=3)) == 3


# Dealing


@pytest.mark.parametrize("first_dealer", range(3))
def test_the_deal_passes_on_clockwise_across_the_end_of_a_round(first_dealer: int) -> None:
    states = played(won(0), ForcedGame(2), lost(1), won(2), first_dealer=first_dealer).states
    assert [state.dealer for state in states] == [(first_dealer + n) % 3 for n in range(5)]
    assert [state.deals for state in states] == [0, 1, 2, 3, 4]


# Why a line is worth what it is


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (
            won(1, GRANDIOSO),
            [("contract_won", 1, 150), ("defence_lost", 0, 2), ("defence_lost", 2, 2)],
        ),
        (
            lost(0, BETTELOUVERT),
            [("contract_lost", 0, 8), ("defence_won", 1, 200), ("defence_won", 2, 200)],
        ),
        (
            won(2, HEART_SCHLAUCH, sans_prendre=True),
            [
                ("contract_won", 2, 300),
                ("defence_lost", 0, 4),
                ("defence_lost", 1, 4),
                ("sans_prendre", 2, 1),
            ],
        ),
        (ForcedGame(2), [("forced_game", 2, 50)]),
        (PassedOut(), [("passed_out", 1, 1)]),
        (PassedOut(red_turnup=True), [("passed_out", 1, 1), ("red_turnup", 1, 1)]),
    ],
)
def test_a_line_says_why(entry: SchlauchEntry, why: list[tuple[str, int, int]]) -> None:
    assert reasons(line_of(entry, Rules(force_game_value=50), first_dealer=1)) == why


def test_reasons_tell_points_from_marks() -> None:
    assert set(ReasonKind) - WRITES_MARKS == {
        ReasonKind.CONTRACT_WON,
        ReasonKind.DEFENCE_WON,
        ReasonKind.FORCED_GAME,
        ReasonKind.SANS_PRENDRE,
    }


# Statistics


def test_statistics_count_forced_games_as_deals_but_not_those_that_were_passed_out() -> None:
    slate = played(won(0), PassedOut(), ForcedGame(2), lost(1), won(0), rules=Rules(3, 100))
    first, second, third = (Figures(1, 4, 1, won) for won in (1, 0, 0))
    assert [past.round.score for past in past_rounds(slate.states)] == [(250, 0, 200)]
    assert GAME.figures(slate) == Counted((first, second, third), (first, second, third))


def test_statistics_count_a_round_for_all_who_share_the_most_points_but_not_for_all_three() -> None:
    slate = played(lost(1), won(2), ForcedGame(0), rules=EVERY_HAND)
    ends = [past.round.score for past in past_rounds(slate.states)]
    assert ends == [(100, 0, 100), (0, 0, 150), (0, 0, 0)]
    assert [figures.rounds_won for figures in GAME.figures(slate).seats] == [1, 0, 2]


# Every slate that can be reached


RULES = records(Rules, hands_per_round=st.integers(1, 4) | st.integers(1, 999))
PLAYERS = st.integers(0, 2)


def hands() -> SearchStrategy[Hand]:
    """Any hand that can be played."""
    flags = st.booleans()
    return st.one_of(
        st.builds(Hand, PLAYERS, st.sampled_from(Contract), flags),
        st.builds(Hand, PLAYERS, st.sampled_from(WITHOUT_A_CARD), flags, flags),
    )


EVENINGS = st.lists(hands() | records(ForcedGame) | records(PassedOut), max_size=30)


VALUES = dict.fromkeys(LESSER, (150, 2, 4, 100)) | dict.fromkeys(GREATER, (300, 4, 8, 200))
"""Declarer's points and each defender's marks if won; the same of marks and points if lost."""


def row(rules: Rules, dealer: int, entry: SchlauchEntry) -> dict[str, list[int]]:
    """Reckon what an entry writes."""
    points, marks = [0, 0, 0], [0, 0, 0]
    if isinstance(entry, Hand):
        win, beaten, loss, defended = VALUES[entry.contract]
        times = 2 if entry.sans_prendre else 1
        mine, theirs = (points, marks) if entry.won else (marks, points)
        theirs[:] = [(beaten if entry.won else defended) * times] * 3
        theirs[entry.declarer] = 0
        mine[entry.declarer] = (win if entry.won else loss) * times
    elif isinstance(entry, ForcedGame):
        points[entry.winner] = rules.force_game_value
    else:
        marks[dealer] = 2 if entry.red_turnup else 1
    return {"points": points, "marks": marks}


def strokes_for(mine: int, score: list[int]) -> int:
    """Reckon what the comparison adds for a player with that many points."""
    behind = [int((theirs - mine) / 100) for theirs in score if theirs > mine]
    last = bool(behind) and all(theirs >= mine for theirs in score)
    return sum(behind) + last


def reckoned(rules: Rules, dealer: int, entries: Sequence[SchlauchEntry]) -> dict[str, Any]:
    """Reckon an evening anew, entry after entry, as a scribe would."""
    rows, rounds, hands = [], [], 0
    score, marks = [0, 0, 0], [0, 0, 0]
    for entry in entries:
        rows.append(row(rules, dealer, entry))
        score = [a + b for a, b in zip(score, rows[-1]["points"], strict=True)]
        marks = [a + b for a, b in zip(marks, rows[-1]["marks"], strict=True)]
        if isinstance(entry, PassedOut):
            continue
        dealer = (dealer + 1) % 3
        hands += 1
        if hands % rules.hands_per_round == 0:
            strokes = [strokes_for(mine, score) for mine in score]
            rounds.append({"points": score, "strokes": strokes})
            marks = [a + b for a, b in zip(marks, strokes, strict=True)]
            score = [0, 0, 0]
    return {"score": score, "marks": marks, "rounds": rounds, "dealer": dealer, "entries": rows}


@given(RULES, PLAYERS, EVENINGS)
def test_the_report_agrees_with_the_evening_reckoned_anew(
    rules: Rules, first_dealer: int, entries: list[SchlauchEntry]
) -> None:
    states = played(*entries, rules=rules, first_dealer=first_dealer).states
    told = json.loads(json.dumps(report(rules, states)))
    assert told == reckoned(rules, first_dealer, entries)


def explained(line: Line) -> tuple[list[int], list[int]]:
    """Return the points and the marks that the reasons of a line amount to."""
    points, marks = [0, 0, 0], [0, 0, 0]
    doubled = sum(amount for kind, _, amount in line.reasons if kind is ReasonKind.SANS_PRENDRE)
    for kind, player, amount in line.reasons:
        if kind is not ReasonKind.SANS_PRENDRE:
            (marks if kind in WRITES_MARKS else points)[player] += amount * 2**doubled
    return points, marks


@given(RULES, PLAYERS, st.lists(any_entries(GAME), max_size=20))
def test_any_entry_is_either_written_or_refused_for_sans_prendre(
    rules: Rules, first_dealer: int, entries: list[SchlauchEntry]
) -> None:
    slate = played(rules=rules, first_dealer=first_dealer)
    for entry in entries:
        offer, before = slate.offer(entry), slate.state
        impossible = (
            isinstance(entry, Hand) and entry.sans_prendre and entry.contract not in WITHOUT_A_CARD
        )
        assert (offer.refusal is not None) == impossible
        if offer.refusal:
            assert offer.refusal.code is Slip.SANS_PRENDRE_CONTRACT
            continue
        slate = slate.after(entry)
        after = slate.state
        assert after == offer.after
        check_a_step(rules, before, after)
    assert slate.state.deals == len(slate.entries)


def check_a_step(rules: Rules, before: State, after: State) -> None:
    line = after.line
    assert line
    assert tuple(map(list, (line.points, line.marks))) == explained(line)
    assert line.total == tuple(map(sum, zip(before.score, line.points, strict=True)))
    assert line.total_marks == tuple(map(sum, zip(before.marks, line.marks, strict=True)))
    assert 0 <= after.hands < rules.hands_per_round
    assert after.rounds == before.rounds + len(line.ended)
    if not line.ended:
        assert (after.score, after.marks) == (line.total, line.total_marks)
        return
    (ended,) = line.ended
    assert ended.score == line.total
    assert after.score == (0, 0, 0)
    assert after.marks == tuple(map(sum, zip(line.total_marks, ended.strokes, strict=True)))
    for ahead, behind, strokes in ended.comparisons:
        assert 0 <= ended.score[ahead] - ended.score[behind] - 100 * strokes < 100
        assert strokes > 0
    assert all(ended.score[player] == min(ended.score) for player in ended.fewest)
    assert (len(ended.fewest) == 0) == (len(set(ended.score)) == 1)


@given(RULES, PLAYERS, EVENINGS)
def test_the_deal_passes_on_unless_all_passed_and_nobody_played(
    rules: Rules, first_dealer: int, entries: list[SchlauchEntry]
) -> None:
    states = played(*entries, rules=rules, first_dealer=first_dealer).states
    for entry, (before, after) in zip(entries, pairwise(states), strict=True):
        passed_on = 0 if isinstance(entry, PassedOut) else 1
        assert after.dealer == (before.dealer + passed_on) % 3


@given(st.tuples(*[st.integers(0, 5000)] * 3), st.permutations(range(3)))
def test_a_comparison_does_not_depend_on_who_sits_where(
    score: tuple[int, int, int], seats: list[int]
) -> None:
    strokes = compared(score).strokes
    moved = compared(tuple(score[seat] for seat in seats)).strokes
    assert moved == tuple(strokes[seat] for seat in seats)


@given(RULES, PLAYERS, EVENINGS)
def test_a_sheet_that_was_written_and_read_is_the_same_slate(
    rules: Rules, first_dealer: int, entries: list[SchlauchEntry]
) -> None:
    slate = played(*entries, rules=rules, first_dealer=first_dealer)
    raw = json.loads(
        json.dumps(
            {
                **write_agreement(slate.agreement),
                "sides": [{}] * 3,
                "entries": [write_entry(GAME, entry) for entry in entries],
            }
        )
    )
    agreement = read_agreement(GAME, raw, read_number_of_sides(GAME, raw))
    read = [read_entry(GAME, entry) for entry in raw["entries"]]
    assert (agreement, read) == (slate.agreement, entries)
    assert replay(GAME, agreement, read).states == slate.states


# The line of the command


def test_the_report_of_an_empty_sheet_is_an_empty_slate() -> None:
    assert report(Rules(), played(first_dealer=2).states) == {
        "score": (0, 0, 0),
        "marks": (0, 0, 0),
        "rounds": [],
        "dealer": 2,
        "entries": [],
    }
