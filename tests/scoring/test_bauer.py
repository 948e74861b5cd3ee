"""Bauer as the Saarland states it, and as our reading decides where it is silent."""

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from strategies import any_entries, records
from worked import example, expected, reported

from scoring.bauer import (
    GAME,
    PRESETS,
    BauerEntry,
    CardsAway,
    Deal,
    Line,
    ReasonKind,
    Round,
    Rules,
    Slip,
    State,
    forehand,
    most_tricks,
    report,
    start,
    step,
)
from scoring.fields import read_record, write_record
from scoring.figures import Counted, Figures
from scoring.game import Agreement, Preset, Replay, replay
from scoring.refusals import Fault, IllegalEntry, Refused
from scoring.rounds import on_slate, past_rounds
from scoring.sheet import read_entry, write_entry
from scoring.two_sides import other, side_of

MOST_TABLES = Rules()
SHORT_PACK = Rules(tricks=5)
SIX_PLAYERS = Rules(players_per_side=3)
SINGLE_PENALTY = Rules(penalty_doubled=False)

DECLARER_0 = 3
"""The dealer at whose left side 0 sits: side 0 announces trumps."""


def played(
    *entries: BauerEntry, rules: Rules = MOST_TABLES, first_dealer: int = DECLARER_0
) -> Replay[Rules, State]:
    return replay(GAME, Agreement(rules, first_dealer), entries)


def slate(ours: int, theirs: int) -> State:
    """Return a slate on which side 0 announces trumps in the next deal."""
    return start(Agreement(MOST_TABLES, DECLARER_0))._replace(score=(ours, theirs))


def line_of(entry: BauerEntry, rules: Rules = MOST_TABLES, before: State | None = None) -> Line:
    """Return what the entry writes; unless told otherwise, side 0 announces trumps."""
    line = step(rules, before or start(Agreement(rules, DECLARER_0)), entry).line
    assert line
    return line


def reasons(line: Line) -> list[tuple[str, int, int]]:
    return [(kind.value, side, amount) for kind, side, amount in line.reasons]


# The worked example


def test_the_worked_example_scores_as_expected() -> None:
    sheet = example("saarland-bauer")
    assert sheet.game is GAME
    assert reported(sheet) == expected("saarland-bauer")


# What a deal writes


@pytest.mark.parametrize(
    ("deal", "points"),
    [
        # the declarer, side 0, wins
        (Deal((5, 3)), (-1, 0)),
        (Deal((6, 2)), (-1, 0)),
        (Deal((7, 1)), (-1, 0)),
        (Deal((8, 0)), (-2, 0)),
        (Deal((5, 3), stoss=1), (-2, 0)),
        (Deal((5, 3), stoss=2), (-4, 0)),
        (Deal((8, 0), stoss=1), (-4, 0)),
        (Deal((8, 0), stoss=2), (-8, 0)),
        # the declarer loses
        (Deal((4, 4)), (1, -1)),
        (Deal((3, 5)), (1, -1)),
        (Deal((1, 7)), (1, -1)),
        (Deal((0, 8)), (2, -2)),
        (Deal((4, 4), stoss=1), (2, -2)),
        (Deal((4, 4), stoss=2), (4, -4)),
        (Deal((3, 5), stoss=1), (2, -2)),
        (Deal((0, 8), stoss=1), (4, -4)),
        (Deal((0, 8), stoss=2), (8, -8)),
    ],
)
def test_a_deal_writes_what_the_rules_say_whichever_side_announces(
    deal: Deal, points: tuple[int, int]
) -> None:
    assert line_of(deal).points == points
    turned = Deal((deal.tricks[1], deal.tricks[0]), stoss=deal.stoss, declarer=1)
    assert line_of(turned).points == (points[1], points[0])


@pytest.mark.parametrize(
    ("tricks", "points"),
    [
        ((5, 0), (-2, 0)),
        ((4, 1), (-1, 0)),
        ((3, 2), (-1, 0)),
        ((2, 3), (1, -1)),
        ((1, 4), (1, -1)),
        ((0, 5), (2, -2)),
    ],
)
def test_with_the_short_pack_three_of_five_tricks_win(
    tricks: tuple[int, int], points: tuple[int, int]
) -> None:
    assert line_of(Deal(tricks), SHORT_PACK).points == points


@pytest.mark.parametrize("declarer", [0, 1])
def test_at_a_draw_the_announcing_side_loses(declarer: int) -> None:
    line = line_of(Deal((4, 4), declarer=declarer))
    assert line.points[declarer] == 1
    assert line.points[1 - declarer] == -1


def test_more_than_half_is_more_than_the_others_have() -> None:
    assert [most_tricks((ours, 8 - ours)) for ours in range(9)] == [1] * 4 + [None] + [0] * 4


@pytest.mark.parametrize(
    ("deal", "doubled", "single"),
    [
        (Deal((3, 5)), 1, 1),
        (Deal((4, 4), stoss=1), 2, 1),
        (Deal((3, 5), stoss=2), 4, 1),
        (Deal((0, 8)), 2, 1),
        (Deal((0, 8), stoss=2), 8, 1),
    ],
)
def test_the_penalty_is_doubled_too_unless_the_table_says_otherwise(
    deal: Deal, doubled: int, single: int
) -> None:
    assert line_of(deal).points == (doubled, -doubled)
    assert line_of(deal, SINGLE_PENALTY).points == (single, -doubled)


def test_a_declarer_who_wins_pays_no_penalty_and_the_others_stay_as_they_are() -> None:
    assert line_of(Deal((8, 0), stoss=2), SINGLE_PENALTY).points == (-8, 0)


def test_a_penalty_may_lead_beyond_the_start() -> None:
    assert played(Deal((0, 8), declarer=0)).state.score == (10, 6)


# Impossible deals


@pytest.mark.parametrize(
    ("tricks", "rules", "total"),
    [
        ((4, 3), MOST_TABLES, 8),
        ((5, 4), MOST_TABLES, 8),
        ((0, 0), MOST_TABLES, 8),
        ((8, 8), MOST_TABLES, 8),
        ((3, 2), MOST_TABLES, 8),
        ((4, 4), SHORT_PACK, 5),
        ((8, 0), SHORT_PACK, 5),
        ((2, 2), SHORT_PACK, 5),
    ],
)
def test_both_sides_together_make_all_tricks(
    tricks: tuple[int, int], rules: Rules, total: int
) -> None:
    with pytest.raises(IllegalEntry) as refused:
        played(CardsAway(0, won=True), Deal(tricks), rules=rules)
    assert (refused.value.code, refused.value.index) == (Slip.TRICKS_SUM, 1)
    assert refused.value.values == {"tricks": tricks, "total": total}


def test_the_code_of_the_slip_is_known_to_files() -> None:
    assert [slip.value for slip in Slip] == ["bauer_tricks_sum"]


@pytest.mark.parametrize(
    ("raw", "code", "key"),
    [
        ({"type": "deal", "tricks": [5, 3], "stoss": 3}, Fault.OUT_OF_RANGE, "stoss"),
        ({"type": "deal", "tricks": [5, 3], "stoss": -1}, Fault.OUT_OF_RANGE, "stoss"),
        ({"type": "deal", "tricks": [5, 3], "stoss": True}, Fault.NOT_WHOLE, "stoss"),
        ({"type": "deal", "tricks": [5, 3], "declarer": 2}, Fault.OUT_OF_RANGE, "declarer"),
        ({"type": "deal", "tricks": [5, 3], "declarer": None}, Fault.NOT_WHOLE, "declarer"),
        ({"type": "deal", "tricks": [9, -1]}, Fault.OUT_OF_RANGE, "tricks"),
        ({"type": "deal", "tricks": [5.0, 3]}, Fault.NOT_WHOLE, "tricks"),
        ({"type": "deal", "tricks": [5, 3, 0]}, Fault.WRONG_COUNT, "tricks"),
        ({"type": "deal", "tricks": 8}, Fault.NOT_A_LIST, "tricks"),
        ({"type": "deal"}, Fault.KEY_MISSING, "tricks"),
        ({"type": "deal", "tricks": [5, 3], "won": True}, Fault.KEY_UNKNOWN, "won"),
        ({"type": "cards_away", "side": 2, "won": True}, Fault.OUT_OF_RANGE, "side"),
        ({"type": "cards_away", "side": 0, "won": 1}, Fault.NOT_A_FLAG, "won"),
        ({"type": "cards_away", "side": 0}, Fault.KEY_MISSING, "won"),
        ({"type": "cards_away", "won": True}, Fault.KEY_MISSING, "side"),
    ],
)
def test_other_entries_are_refused_and_so_is_a_third_stoss(
    raw: dict[str, Any], code: Fault, key: str
) -> None:
    with pytest.raises(IllegalEntry) as refused:
        read_entry(GAME, raw)
    assert (refused.value.code, refused.value.values["key"]) == (code, key)


# Brote


def test_who_reaches_nothing_first_wins_a_brot_and_both_start_again() -> None:
    after = step(MOST_TABLES, slate(1, 5), Deal((5, 3)))
    assert (after.score, after.brote, after.rounds) == ((8, 8), (1, 0), 1)
    assert after.line
    assert (after.line.total, after.line.ended) == ((0, 5), (Round((0, 5), 0),))


def test_no_brot_is_won_while_a_point_is_left() -> None:
    after = step(MOST_TABLES, slate(2, 1), Deal((5, 3)))
    assert (after.score, after.brote, after.rounds) == ((1, 1), (0, 0), 0)
    assert after.line
    assert after.line.ended == ()


@pytest.mark.parametrize("standing", [1, 2, 3, 4])
def test_a_brot_won_below_nothing_shows_nothing_though_all_points_are_written(
    standing: int,
) -> None:
    line = line_of(Deal((8, 0), stoss=1), before=slate(standing, 3))
    assert line.points == (-4, 0)
    assert line.total == (0, 3)
    assert line.ended == (Round((0, 3), 0),)


def test_a_penalty_counts_in_the_game_that_the_others_win_with_it() -> None:
    after = step(MOST_TABLES, slate(3, 2), Deal((3, 5), stoss=1))
    assert after.line
    assert after.line.ended == (Round((5, 0), 1),)
    assert (after.score, after.brote) == ((8, 8), (0, 1))


def test_brote_stay_for_the_whole_evening() -> None:
    ours, theirs = Deal((8, 0), stoss=2, declarer=0), Deal((0, 8), stoss=2, declarer=1)
    after = played(ours, theirs, ours).state
    assert (after.brote, after.rounds, after.score) == ((2, 1), 3, (8, 8))


# Cards away


@pytest.mark.parametrize(
    ("entry", "brote"),
    [
        (CardsAway(0, won=True), (1, 0)),
        (CardsAway(1, won=True), (0, 1)),
        (CardsAway(0, won=False), (0, 1)),
        (CardsAway(1, won=False), (1, 0)),
    ],
)
def test_cards_away_is_an_extra_brot_and_the_running_points_stay(
    entry: CardsAway, brote: tuple[int, int]
) -> None:
    after = step(MOST_TABLES, slate(3, 11), entry)
    assert (after.score, after.brote) == ((3, 11), brote)
    assert after.line
    assert (after.line.points, after.line.total) == ((0, 0), (3, 11))


def test_an_extra_brot_ends_no_game() -> None:
    slates = played(Deal((5, 3)), CardsAway(0, won=True), Deal((5, 3))).states
    assert (slates[-1].rounds, past_rounds(slates)) == (0, [])
    assert [written.place for written in on_slate(slates).lines] == [0, 1, 2]


def test_cards_away_passes_the_deal_on() -> None:
    slates = played(CardsAway(0, won=True), CardsAway(0, won=False)).states
    assert [state.dealer for state in slates] == [3, 0, 1]
    assert [state.declarer for state in slates] == [0, 1, 0]
    assert [state.deals for state in slates] == [0, 1, 2]


# Dealing


def test_sides_take_turns_clockwise() -> None:
    assert [side_of(seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
    assert [other(side) for side in (0, 1)] == [1, 0]


@pytest.mark.parametrize(("rules", "seats"), [(MOST_TABLES, 4), (SIX_PLAYERS, 6)])
def test_forehand_announces_trumps_and_deals_next_also_across_the_end_of_a_game(
    rules: Rules, seats: int
) -> None:
    assert GAME.seats(Agreement(rules)) == rules.seats == seats
    last = Deal((8, 0), stoss=2, declarer=0)
    for first_dealer in range(seats):
        states = played(*[last] * seats, rules=rules, first_dealer=first_dealer).states
        assert [state.dealer for state in states] == [
            (first_dealer + n) % seats for n in range(seats + 1)
        ]
        for state, after in pairwise(states):
            assert forehand(rules, state) == after.dealer
            assert state.declarer == after.dealer % 2


def test_the_side_left_of_the_dealer_is_the_declarer_of_a_draw() -> None:
    draw = Deal((4, 4))
    states = played(draw, draw, draw, first_dealer=0).states
    assert [state.score for state in states] == [(8, 8), (7, 9), (8, 8), (7, 9)]


def test_a_corrected_declarer_counts_for_that_deal_only() -> None:
    draw = Deal((4, 4))
    states = played(Deal((4, 4), declarer=1), draw, draw).states
    assert [state.score for state in states] == [(8, 8), (7, 9), (6, 10), (7, 9)]
    assert [state.declarer for state in states] == [0, 1, 0, 1]


# House rules


def test_rules_have_the_defaults_of_most_tables() -> None:
    assert Rules() == Rules(start=8, tricks=8, penalty_doubled=True, players_per_side=2)
    assert write_record(Rules()) == {}


@pytest.mark.parametrize("points", [1, 2, 8, 999])
def test_a_game_takes_as_many_plain_deals_as_there_are_points(points: int) -> None:
    won = Deal((5, 3), declarer=0)
    states = played(*[won] * points, rules=Rules(start=points)).states
    left = [*range(points, 0, -1), points]
    assert [state.score for state in states] == [(ours, points) for ours in left]
    assert [state.brote for state in states] == [(0, 0)] * points + [(1, 0)]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"start": 0}, Fault.OUT_OF_RANGE),
        ({"start": 1000}, Fault.OUT_OF_RANGE),
        ({"tricks": 6}, Fault.NOT_A_CHOICE),
        ({"tricks": 8.0}, Fault.NOT_WHOLE),
        ({"penalty_doubled": 1}, Fault.NOT_A_FLAG),
        ({"players_per_side": 4}, Fault.NOT_A_CHOICE),
        ({"players_per_side": 1}, Fault.NOT_A_CHOICE),
        ({"penalty": 1}, Fault.KEY_UNKNOWN),
    ],
)
def test_other_rules_are_refused(raw: dict[str, Any], code: Fault) -> None:
    with pytest.raises(Refused) as refused:
        read_record(Rules, raw)
    assert refused.value.code is code
    assert refused.value.values["key"] in raw


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_preset_holds_only_what_differs_from_the_defaults(preset: Preset) -> None:
    assert write_record(read_record(Rules, preset.rules)) == preset.rules


def test_the_presets_are_the_tables_that_are_known() -> None:
    assert {preset.key: read_record(Rules, preset.rules) for preset in GAME.presets} == {
        "usual": MOST_TABLES,
        "short_pack": SHORT_PACK,
        "six_players": SIX_PLAYERS,
    }


def test_there_are_two_sides() -> None:
    assert list(GAME.sides) == [2]


# Why a line is worth what it is


@pytest.mark.parametrize(
    ("entry", "rules", "why"),
    [
        (Deal((5, 3)), MOST_TABLES, [("declarer_won", 0, -1)]),
        (
            Deal((8, 0), stoss=1),
            MOST_TABLES,
            [("declarer_won", 0, -1), ("stoss", 0, 1), ("all_tricks", 0, 1)],
        ),
        (Deal((3, 5)), MOST_TABLES, [("declarer_lost", 1, -1), ("penalty", 0, 1)]),
        (Deal((4, 4)), MOST_TABLES, [("declarer_drew", 1, -1), ("penalty", 0, 1)]),
        (
            Deal((4, 4), stoss=2, declarer=1),
            MOST_TABLES,
            [("declarer_drew", 0, -1), ("stoss", 0, 2), ("penalty", 1, 4)],
        ),
        (
            Deal((0, 8), stoss=1),
            SINGLE_PENALTY,
            [("declarer_lost", 1, -1), ("stoss", 1, 1), ("all_tricks", 1, 1), ("penalty", 0, 1)],
        ),
        (CardsAway(1, won=True), MOST_TABLES, [("cards_away_won", 1, 1)]),
        (CardsAway(1, won=False), MOST_TABLES, [("cards_away_lost", 0, 1)]),
    ],
)
def test_a_line_says_why(entry: BauerEntry, rules: Rules, why: list[tuple[str, int, int]]) -> None:
    assert reasons(line_of(entry, rules)) == why


# Statistics


@pytest.mark.parametrize("players", [2, 3])
def test_statistics_count_games_and_deals_but_neither_cards_away_nor_its_brot(players: int) -> None:
    slate = played(
        Deal((4, 4), declarer=0),
        Deal((8, 0), declarer=0),
        Deal((0, 8), stoss=2, declarer=1),
        CardsAway(0, won=True),
        CardsAway(0, won=False),
        Deal((3, 5), declarer=0),
        rules=Rules(players_per_side=players),
    )
    lost, won = Figures(1, 4, 1, 0), Figures(1, 4, 1, 1)
    assert slate.state.brote == (1, 2)
    assert GAME.figures(slate) == Counted((lost, won), (lost, won) * players)


# Every slate that can be reached


RULES = records(Rules, start=st.integers(1, 8) | st.integers(1, 999))


def legal_entries(rules: Rules) -> SearchStrategy[BauerEntry]:
    """Any entry that can be written, whatever the score; often all tricks are made."""
    ours = st.integers(0, rules.tricks) | st.sampled_from((0, rules.tricks))
    tricks = ours.map(lambda ours: (ours, rules.tricks - ours))
    return records(Deal, tricks=tricks) | records(CardsAway)


@st.composite
def evenings(draw: DrawFn) -> Replay[Rules, State]:
    rules = draw(RULES)
    dealer = draw(st.integers(0, 2 * rules.players_per_side - 1))
    entries = draw(st.lists(legal_entries(rules), max_size=25))
    return played(*entries, rules=rules, first_dealer=dealer)


def reckoned(rules: Rules, first_dealer: int, entries: Iterable[Any]) -> dict[str, Any]:
    """Reckon the evening anew, as the scribe does: strike by strike from each game's start."""
    score, brote, games, written = [rules.start] * 2, [0, 0], [], []
    seats = list(range(4 if rules.players_per_side == 2 else 6))
    seats = seats[first_dealer:] + seats[:first_dealer]
    for entry in entries:
        seats.append(seats.pop(0))
        points = [0, 0]
        if isinstance(entry, CardsAway):
            brote[entry.side if entry.won else 1 - entry.side] += 1
        else:
            announcers = seats[0] % 2 if entry.declarer is None else entry.declarer
            value = [1, 2, 4][entry.stoss] * (2 if 0 in entry.tricks else 1)
            if 2 * entry.tricks[announcers] > rules.tricks:
                points[announcers] = -value
            else:
                points[1 - announcers] = -value
                points[announcers] = value if rules.penalty_doubled else 1
        score = [max(0, score[0] + points[0]), max(0, score[1] + points[1])]
        if not all(score):
            winner = 0 if score[0] == 0 else 1
            brote[winner] += 1
            games.append({"score": score, "winner": winner})
            score = [rules.start] * 2
        written.append({"points": points})
    return {
        "score": score,
        "brote": brote,
        "games": games,
        "dealer": seats[0],
        "declarer": seats[1] % 2,
        "entries": written,
    }


@given(evenings())
def test_the_slate_agrees_with_the_evening_reckoned_anew(slate: Replay[Rules, State]) -> None:
    rules, first_dealer = slate.agreement.rules, slate.agreement.first_dealer
    told = json.loads(json.dumps(report(rules, slate.states)))
    assert told == reckoned(rules, first_dealer, slate.entries)


def explained(line: Line) -> tuple[int, int]:
    """Return the points that the reasons of a line amount to."""
    points = [0, 0]
    for kind, side, amount in line.reasons:
        match kind:
            case ReasonKind.STOSS | ReasonKind.ALL_TRICKS:
                points[side] *= 2**amount
            case ReasonKind.CARDS_AWAY_WON | ReasonKind.CARDS_AWAY_LOST:
                assert len(line.reasons) == amount == 1
            case _:
                points[side] += amount
    return points[0], points[1]


@given(evenings())
def test_the_reasons_of_a_line_always_amount_to_its_points(slate: Replay[Rules, State]) -> None:
    for state in slate.states[1:]:
        assert state.line
        assert explained(state.line) == state.line.points


@given(RULES, st.lists(any_entries(GAME), max_size=20))
def test_any_entry_is_refused_with_a_code_or_leaves_a_slate_that_is_right(
    rules: Rules, entries: list[BauerEntry]
) -> None:
    slate = played(rules=rules)
    for entry in entries:
        offer = slate.offer(entry)
        legal = isinstance(entry, CardsAway) or sum(entry.tricks) == rules.tricks
        assert (offer.refusal is None) == legal
        if offer.refusal is not None:
            assert offer.refusal.code is Slip.TRICKS_SUM
            continue
        before, slate = slate.state, slate.after(entry)
        after = slate.state
        assert after.line
        assert min(after.score) > 0
        assert bool(after.line.ended) == (0 in after.line.total)
        assert after.score == ((rules.start,) * 2 if after.line.ended else after.line.total)
        assert after.rounds == before.rounds + len(after.line.ended)
        assert after.deals == before.deals + 1
        assert sum(after.brote) == (
            sum(before.brote) + len(after.line.ended) + isinstance(entry, CardsAway)
        )


@given(evenings())
def test_a_sheet_that_was_written_and_read_is_the_same_slate(slate: Replay[Rules, State]) -> None:
    written = json.loads(json.dumps([write_entry(GAME, entry) for entry in slate.entries]))
    rules = read_record(Rules, write_record(slate.agreement.rules))
    read = [read_entry(GAME, raw) for raw in written]
    again = replay(GAME, Agreement(rules, slate.agreement.first_dealer), read)
    assert again.entries == slate.entries
    assert again.states == slate.states


# The line of the command


def test_the_report_of_an_empty_sheet_is_an_empty_slate() -> None:
    assert report(Rules(start=7), played(rules=Rules(start=7), first_dealer=2).states) == {
        "score": (7, 7),
        "brote": (0, 0),
        "games": [],
        "dealer": 2,
        "declarer": 1,
        "entries": [],
    }
