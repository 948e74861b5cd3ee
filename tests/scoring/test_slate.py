"""What the table sees: the running round, the signs, who is on, and the rounds before."""

from hypothesis import given
from strategies import replays

from scoring.bauerchen import (
    GAME,
    BauerchenEntry,
    Deal,
    Level,
    Line,
    Meld,
    Round,
    Rules,
    Solo,
    State,
    next_to_spritz,
)
from scoring.game import Agreement, Replay, replay
from scoring.rounds import (
    PastRound,
    SlateLine,
    lines_of,
    newest_rounds,
    on_slate,
    past_rounds,
)

CARRYING = Rules(carry_over=True)
SCHWARZ_TWICE_DOUBLED = Deal(winner=0, level=Level.SCHWARZ, spritzen=2, home=0)
FOUR_TIMES_DOUBLED = Deal(winner=0, level=Level.SCHWARZ, spritzen=4, home=0)


def played(*entries: BauerchenEntry, rules: Rules = CARRYING) -> Replay[Rules, State]:
    return replay(GAME, Agreement(rules, 3), entries)


def slate_lines(played: Replay[Rules, State]) -> list[SlateLine[Line]]:
    return [SlateLine(place, line) for place, line in enumerate(lines_of(played.states))]


def carried(played: Replay[Rules, State]) -> tuple[int, int]:
    return on_slate(played.states).begun_with.score


def test_a_new_slate_is_empty() -> None:
    empty = played()
    assert on_slate(empty.states) == (empty.state, (0, 0), (), ())


def test_the_slate_shows_the_lines_of_the_running_round_only() -> None:
    sheet = played(Meld(1, 20), SCHWARZ_TWICE_DOUBLED, Meld(0, 20), Meld(1, 40))
    assert on_slate(sheet.states).lines == tuple(slate_lines(sheet)[2:])
    assert (sheet.state.score, carried(sheet), sheet.state.rounds) == ((1, 2), (0, 0), 1)


def test_a_finished_round_stays_until_the_next_line_is_written() -> None:
    sheet = played(Meld(1, 20), FOUR_TIMES_DOUBLED)
    ended = [past.round for past in past_rounds(sheet.states)]
    assert on_slate(sheet.states) == (sheet.states[0], (48, 1), (*slate_lines(sheet),), (*ended,))
    assert (sheet.state.score, sheet.state.rounds) == ((0, 0), 4)
    after = sheet.after(Meld(0, 20))
    assert on_slate(after.states) == (sheet.state, (1, 0), (slate_lines(after)[-1],), ())


def test_what_was_carried_stands_at_the_head_of_the_slate() -> None:
    rules = Rules(carry_over=True, round_target=10)
    sheet = played(SCHWARZ_TWICE_DOUBLED, Meld(1, 20), rules=rules)
    assert (carried(sheet), sheet.state.score, len(on_slate(sheet.states).lines)) == (
        (2, 0),
        (2, 1),
        1,
    )


def test_a_round_won_by_carried_points_alone_has_no_lines() -> None:
    rules = Rules(carry_over=True, round_target=6)
    sheet = played(Meld(1, 20), SCHWARZ_TWICE_DOUBLED, Solo(1, won=True), rules=rules)
    first, second, third = slate_lines(sheet)
    assert past_rounds(sheet.states) == [
        PastRound(1, Round((12, 1), 0, decider=False, stein=False), (first, second), 1),
        PastRound(2, Round((6, 0), 0, decider=False, stein=True), (), 1),
        PastRound(3, Round((0, 6), 1, decider=False, stein=False), (third,), 2),
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
    brought, written = carried(played), [0, 0]
    shown = on_slate(played.states)
    for _, line in shown.lines:
        written[line.side] += line.points
        assert not line.ended or line.ended == shown.ended
    came_to = [a + b for a, b in zip(brought, written, strict=True)]
    if shown.ended:
        assert all(a >= b for a, b in zip(came_to, shown.score, strict=True))
    else:
        assert came_to == list(shown.score) == list(played.state.score)
    assert played.agreement.rules.carry_over or brought == (0, 0)


@given(replays())
def test_every_line_stands_in_its_round_once_and_in_order(played: Replay[Rules, State]) -> None:
    past, lines = past_rounds(played.states), slate_lines(played)
    shown = on_slate(played.states)
    running_now = [] if shown.ended else list(shown.lines)
    assert [line for one in past for line in one.lines] + running_now == lines
    assert [one.number for one in past] == list(range(1, played.state.rounds + 1))
    assert [one.round for one in past] == [ended for _, line in lines for ended in line.ended]
