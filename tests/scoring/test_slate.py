"""What the table sees: the running round, the signs, who is on, and the rounds before."""

from hypothesis import given
from strategies import replays

from scoring.bauerchen import (
    GAME,
    BauerchenEntry,
    Deal,
    Level,
    Meld,
    PastRound,
    Round,
    Rules,
    SlateLine,
    Solo,
    State,
    newest_rounds,
    next_to_spritz,
    past_rounds,
    slate,
)
from scoring.game import Agreement, Replay, replay

CARRYING = Rules(carry_over=True)
SCHWARZ_TWICE_DOUBLED = Deal(winner=0, level=Level.SCHWARZ, spritzen=2, home=0)
FOUR_TIMES_DOUBLED = Deal(winner=0, level=Level.SCHWARZ, spritzen=4, home=0)


def played(*entries: BauerchenEntry, rules: Rules = CARRYING) -> Replay[Rules, State]:
    return replay(GAME, Agreement(rules, 3), entries)


def lines_of(played: Replay[Rules, State]) -> list[SlateLine]:
    lines = (state.line for state in played.states if state.line)
    return [SlateLine(place, line) for place, line in enumerate(lines)]


def test_a_new_slate_is_empty_and_counts_from_round_one() -> None:
    shown = slate(CARRYING, played().states)
    assert (shown.score, shown.carried, shown.number) == ((0, 0), (0, 0), 1)
    assert (shown.lines, shown.newest) == ((), None)
    assert (shown.dealer, shown.forehand, shown.home, shown.decider) == (3, 0, 0, False)


def test_the_slate_shows_the_lines_of_the_running_round_only() -> None:
    sheet = played(Meld(1, 20), SCHWARZ_TWICE_DOUBLED, Meld(0, 20), Meld(1, 40))
    shown, lines = slate(CARRYING, sheet.states), lines_of(sheet)
    assert shown.lines == (lines[2], lines[3])
    assert shown.newest == lines[3]
    assert (shown.score, shown.carried, shown.number) == ((1, 2), (0, 0), 2)


def test_the_line_that_ended_the_round_is_the_newest_and_stands_on_no_new_slate() -> None:
    sheet = played(Meld(1, 20), FOUR_TIMES_DOUBLED)
    shown = slate(CARRYING, sheet.states)
    assert shown.newest == lines_of(sheet)[1]
    assert shown.lines == ()
    assert (shown.score, shown.carried, shown.number) == ((0, 0), (0, 0), 5)


def test_what_was_carried_stands_at_the_head_of_the_slate() -> None:
    rules = Rules(carry_over=True, round_target=10)
    shown = slate(rules, played(SCHWARZ_TWICE_DOUBLED, Meld(1, 20), rules=rules).states)
    assert (shown.carried, shown.score, len(shown.lines)) == ((2, 0), (2, 1), 1)


def test_the_slate_tells_the_decider() -> None:
    each_won_one = played(Solo(0, won=True), Solo(1, won=True))
    assert slate(CARRYING, each_won_one.states).decider
    assert not slate(Rules(knoddels_per_stein=3), each_won_one.states).decider


def test_a_round_won_by_carried_points_alone_has_no_lines() -> None:
    rules = Rules(carry_over=True, round_target=6)
    sheet = played(Meld(1, 20), SCHWARZ_TWICE_DOUBLED, Solo(1, won=True), rules=rules)
    first, second, third = lines_of(sheet)
    assert past_rounds(sheet.states) == [
        PastRound(1, Round((12, 1), 0, decider=False, stein=False), (first, second)),
        PastRound(2, Round((6, 0), 0, decider=False, stein=True), ()),
        PastRound(3, Round((0, 6), 1, decider=False, stein=False), (third,)),
    ]


def test_the_newest_rounds_come_first() -> None:
    sheet = played(Meld(1, 20), FOUR_TIMES_DOUBLED, Solo(1, won=True))
    in_order = [past.round for past in past_rounds(sheet.states)]
    assert [*newest_rounds(sheet.states)] == in_order[::-1]


def test_a_running_round_is_no_past_round() -> None:
    assert past_rounds(played(Meld(0, 20)).states) == []


def test_spritzen_take_turns_and_away_begins() -> None:
    assert [next_to_spritz(0, spritzen) for spritzen in range(4)] == [1, 0, 1, 0]
    assert [next_to_spritz(1, spritzen) for spritzen in range(4)] == [0, 1, 0, 1]


@given(replays())
def test_the_slate_shows_the_state_and_how_it_came_about(played: Replay[Rules, State]) -> None:
    rules, state = played.agreement.rules, played.state
    shown = slate(rules, played.states)
    for sign in ("score", "knoddels", "steins", "dealer", "forehand", "home"):
        assert getattr(shown, sign) == getattr(state, sign)
    assert shown.number == state.rounds + 1
    written = [0, 0]
    for _, line in shown.lines:
        written[line.side] += line.points
        assert not line.ended
    assert [a + b for a, b in zip(shown.carried, written, strict=True)] == list(state.score)
    assert rules.carry_over or shown.carried == (0, 0)
    assert shown.newest == next(reversed(lines_of(played)), None)


@given(replays())
def test_every_line_stands_in_its_round_once_and_in_order(played: Replay[Rules, State]) -> None:
    past = past_rounds(played.states)
    running = slate(played.agreement.rules, played.states).lines
    assert [line for one in past for line in one.lines] + list(running) == lines_of(played)
    assert [one.number for one in past] == list(range(1, played.state.rounds + 1))
    ended = [ended for _, line in lines_of(played) for ended in line.ended]
    assert [one.round for one in past] == ended
