"""Replaying: one copy of every fact, and no step too many."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import SEATS, answer_or_refusal, any_entries, replays, rules

from scoring.bauerchen import GAME, Deal, Level, Meld, Rules, Slip, Solo, State
from scoring.game import MOST_ENTRIES, Agreement, Entry, Replay, check_same_seats, replay
from scoring.refusals import BadSheet, Fault, IllegalEntry, Refused

ONE, TWO = Meld(0, 20), Meld(0, 40)
IMPOSSIBLE = Deal(card_points=(126, 4))


@dataclass
class Counted:
    """Bauerchen that counts its steps."""

    entries: list[Entry] = field(default_factory=list)

    def step(self, rules: Rules, state: State, entry: Meld) -> State:
        self.entries.append(entry)
        return GAME.step(rules, state, entry)


def test_a_replay_of_nothing_is_the_empty_slate() -> None:
    empty = replay(GAME, Agreement(Rules(), 2))
    assert empty.entries == ()
    assert empty.states == (empty.state,)
    assert empty.state == State((0, 0), (0, 0), (0, 0), 2, 0, 0, None)


def test_one_more_entry_costs_one_step_and_leaves_the_old_replay_as_it_was() -> None:
    counted = Counted()
    before = replay(replace(GAME, step=counted.step), Agreement(Rules()), [ONE] * 5)
    counted.entries.clear()
    after = before.after(TWO)
    assert counted.entries == [TWO]
    assert (before.state.score, after.state.score) == ((5, 0), (7, 0))
    assert after.states[:-1] == before.states


def test_a_correction_replays_from_the_corrected_entry_on() -> None:
    counted = Counted()
    before = replay(replace(GAME, step=counted.step), Agreement(Rules()), [ONE] * 5)
    counted.entries.clear()
    after = before.of(before.agreement, [ONE, ONE, ONE, TWO, ONE])
    assert counted.entries == [TWO, ONE]
    assert [state.score[0] for state in after.states] == [0, 1, 2, 3, 5, 6]


def test_taking_entries_back_costs_no_step() -> None:
    counted = Counted()
    before = replay(replace(GAME, step=counted.step), Agreement(Rules()), [ONE] * 5)
    counted.entries.clear()
    assert before.of(before.agreement, [ONE] * 3).state.score == (3, 0)
    assert counted.entries == []


def test_other_rules_replay_everything() -> None:
    after = replay(GAME, Agreement(Rules()), [ONE] * 5).of(
        Agreement(Rules(round_target=2), 1), [ONE] * 5
    )
    assert after.agreement == Agreement(Rules(round_target=2), 1)
    assert (after.state.score, after.state.rounds, after.state.dealer) == ((1, 0), 2, 3)


def test_another_first_dealer_replays_everything() -> None:
    deal = Deal(winner=0, level=Level.SCHWARZ)
    before = replay(GAME, Agreement(Rules(), 3), [deal])
    after = before.of(Agreement(Rules(), 0), before.entries)
    assert (before.state.score, after.state.score) == ((3, 0), (4, 0))
    assert (before.state.dealer, after.state.dealer) == (0, 1)


@pytest.mark.parametrize(
    "attempt",
    [
        lambda good: good.after(IMPOSSIBLE),
        lambda good: good.of(good.agreement, [ONE, ONE, IMPOSSIBLE, ONE]),
        lambda good: good.of(Agreement(Rules(), 1), [ONE, ONE, IMPOSSIBLE]),
        lambda good: replay(GAME, good.agreement, iter([ONE, ONE, IMPOSSIBLE, IMPOSSIBLE])),
    ],
)
def test_a_refusal_names_the_place_of_the_entry(
    attempt: Callable[[Replay[Rules, State]], object],
) -> None:
    good = replay(GAME, Agreement(Rules()), [ONE, ONE])
    with pytest.raises(IllegalEntry) as refused:
        attempt(good)
    assert (refused.value.code, refused.value.index) == (Slip.CARD_POINTS_IMPOSSIBLE, 2)


def test_a_correction_may_be_refused_at_a_later_entry() -> None:
    eleven = [ONE] * 9 + [TWO]
    with pytest.raises(IllegalEntry) as refused:
        replay(GAME, Agreement(Rules()), eleven).of(Agreement(Rules()), [TWO, TWO, *eleven[2:]])
    assert (refused.value.code, refused.value.index) == (Slip.MELD_PAST_TARGET, 9)


def test_an_offer_tells_what_would_be_written() -> None:
    slate = replay(GAME, Agreement(Rules()), [ONE])
    offer = slate.offer(TWO)
    assert offer.entry is TWO
    assert offer.after == slate.after(TWO).state
    assert offer.refusal is None


def test_an_offer_of_an_impossible_entry_tells_why() -> None:
    offer = replay(GAME, Agreement(Rules()), [ONE]).offer(IMPOSSIBLE)
    assert (offer.entry, offer.after) == (IMPOSSIBLE, None)
    assert offer.refusal
    assert offer.refusal.code is Slip.CARD_POINTS_IMPOSSIBLE


@given(st.data(), replays(most=12), st.builds(Agreement, rules(), SEATS))
def test_any_other_entries_replay_as_from_scratch(
    data: st.DataObject, slate: Replay[Rules, State], agreed: Agreement[Rules]
) -> None:
    kept = slate.entries[: data.draw(st.integers(0, len(slate.entries)))]
    entries = (*kept, *data.draw(st.lists(any_entries(GAME), max_size=3)))
    agreement = data.draw(st.sampled_from((slate.agreement, agreed)))
    expected = answer_or_refusal(lambda: replay(GAME, agreement, entries))
    found = answer_or_refusal(lambda: slate.of(agreement, entries))
    if isinstance(expected, IllegalEntry):
        assert isinstance(found, IllegalEntry)
        assert (found.code, found.index) == (expected.code, expected.index)
    else:
        assert found == expected


def test_a_full_sheet_takes_no_more_entries() -> None:
    full = replay(GAME, Agreement(Rules()), [ONE] * MOST_ENTRIES)
    too_many = (*full.entries, ONE)
    refusals = [
        answer_or_refusal(lambda: full.after(ONE)),
        answer_or_refusal(lambda: full.of(full.agreement, too_many)),
        answer_or_refusal(lambda: replay(GAME, full.agreement, too_many)),
    ]
    for refused in refusals:
        assert isinstance(refused, IllegalEntry)
        assert (refused.code, refused.index) == (Fault.TOO_MANY_ENTRIES, MOST_ENTRIES)
        assert refused.values == {"most": MOST_ENTRIES}
    offer = full.offer(ONE)
    assert offer.after is None
    assert offer.refusal
    assert offer.refusal.code is Fault.TOO_MANY_ENTRIES


def test_the_last_entry_that_fits_is_offered_and_written() -> None:
    almost_full = replay(GAME, Agreement(Rules()), [ONE] * (MOST_ENTRIES - 1))
    assert almost_full.offer(ONE).after == almost_full.after(ONE).state


def test_the_game_knows_its_seats_and_entries() -> None:
    assert (*GAME.sides, GAME.seats_per_side(Rules())) == (2, 2)
    assert GAME.seats(Agreement(Rules())) == 4
    assert GAME.entries == {"meld": Meld, "deal": Deal, "solo": Solo}


def test_a_refusal_names_its_code_and_values_to_engineers() -> None:
    assert str(Refused(Fault.NOT_JSON)) == "not_json"
    assert str(BadSheet(Fault.KEY_UNKNOWN, key="a")) == "key_unknown {'key': 'a'}"


def test_an_entry_is_not_placed_before_it_is_known() -> None:
    refused = IllegalEntry(Slip.RESULT_UNCLEAR)
    assert refused.index is None
    assert refused.at(7) is refused
    assert refused.index == 7


def test_as_many_as_sat_down_stay_at_the_table() -> None:
    as_the_target = replace(GAME, seats_per_side=lambda rules: rules.round_target)
    before = Agreement(Rules(round_target=2))
    check_same_seats(as_the_target, before, Agreement(Rules(round_target=2, carry_over=True), 3))
    for other in (Agreement(Rules(round_target=3)), Agreement(Rules(round_target=2), 0, 3)):
        with pytest.raises(Refused) as refused:
            check_same_seats(as_the_target, before, other)
        assert (refused.value.code, refused.value.values) == (Fault.SEATS_FIXED, {"seats": 4})
