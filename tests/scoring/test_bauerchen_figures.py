"""What statistics count of an evening of Bauerchen, calculated by hand."""

from typing import Any

import pytest
from worked import example

from scoring.bauerchen import GAME, BauerchenEntry, Deal, FortyRule, Level, Meld, Rules, Solo
from scoring.figures import Counted, Figures
from scoring.game import Agreement, replay

FREE, SCHNEIDER, SCHWARZ = Level
LAST_SEAT = 3
"""If this seat deals, seat 0 is forehand, and side 0 at home."""
EVERYBODY = (0, 1, 2, 3)


def counted(*entries: BauerchenEntry, first_dealer: int = LAST_SEAT, **rules: Any) -> Counted:
    return GAME.figures(replay(GAME, Agreement(Rules(**rules), first_dealer), entries))


def told(figures: Figures) -> dict[str, int]:
    """Return the figures that are not 0, without the evening itself."""
    return {key: n for key, n in vars(figures).items() if n and key != "evenings"}


def seats(counted: Counted, key: str) -> list[int]:
    return [getattr(figures, key) for figures in counted.seats]


def sides(counted: Counted, key: str) -> list[int]:
    return [getattr(figures, key) for figures in counted.sides]


# Whole evenings


STAMMTISCH = (
    {
        "evenings": 1,
        "deals": 12,
        "deals_won": 7,
        "home_deals": 7,
        "home_won": 5,
        "away_deals": 5,
        "away_won": 2,
        "spritzed_deals": 3,
        "spritzed_won": 1,
        "schneider": 1,
        "schwarz": 1,
        "melds_20": 1,
        "melds_40": 1,
        "solos": 0,
        "solos_won": 0,
        "points": 29,
        "rounds": 3,
        "rounds_won": 2,
        "deciders": 1,
        "deciders_won": 1,
        "steins_won": 1,
        "steins_lost": 0,
    },
    {
        "evenings": 1,
        "deals": 12,
        "deals_won": 5,
        "home_deals": 5,
        "home_won": 3,
        "away_deals": 7,
        "away_won": 2,
        "spritzed_deals": 3,
        "spritzed_won": 2,
        "schneider": 2,
        "schwarz": 1,
        "melds_20": 1,
        "melds_40": 1,
        "solos": 1,
        "solos_won": 0,
        "points": 26,
        "rounds": 3,
        "rounds_won": 1,
        "deciders": 1,
        "deciders_won": 0,
        "steins_won": 0,
        "steins_lost": 1,
    },
)
STAMMTISCH_ANNOUNCED = ((3, 2), (3, 2), (3, 2), (2, 1))
"""Of each seat. The last deal was announced by another than forehand, so it counts for nobody."""


def test_an_evening_is_counted_for_each_side() -> None:
    assert tuple(map(vars, GAME.figures(example("evening").replay).sides)) == STAMMTISCH


@pytest.mark.parametrize("seat", EVERYBODY)
def test_a_player_has_the_figures_of_the_side_but_neither_announces_nor_plays_alone_for_another(
    seat: int,
) -> None:
    announced, won = STAMMTISCH_ANNOUNCED[seat]
    expected = {**STAMMTISCH[seat % 2], "announced": announced, "announced_won": won}
    expected["solos"] = 0  # nobody told who of the side it was
    assert vars(GAME.figures(example("evening").replay).seats[seat]) == expected


def test_nothing_is_counted_of_an_evening_without_entries_but_the_evening() -> None:
    empty = counted()
    assert len(empty.sides) == 2
    assert len(empty.seats) == 4
    for figures in (*empty.sides, *empty.seats):
        assert (figures.evenings, told(figures)) == (1, {})


# Deals


def test_a_deal_counts_for_both_sides_at_home_for_one_and_away_for_the_other() -> None:
    home, away = counted(Deal(winner=0, level=FREE)).sides
    assert told(home) == dict.fromkeys(
        ("deals", "deals_won", "home_deals", "home_won", "points"), 1
    )
    assert told(away) == {"deals": 1, "away_deals": 1}


def test_a_deal_won_away_counts_as_away_with_its_bonus() -> None:
    home, away = counted(Deal(winner=1, level=FREE)).sides
    assert told(home) == {"deals": 1, "home_deals": 1}
    once = dict.fromkeys(("deals", "deals_won", "away_deals", "away_won"), 1)
    assert told(away) == {**once, "points": 2}


@pytest.mark.parametrize(
    ("deal", "schneider", "schwarz"),
    [
        (Deal(winner=1, level=FREE), [0, 0], [0, 0]),
        (Deal(winner=1, level=SCHNEIDER), [0, 1], [0, 0]),
        (Deal(winner=1, level=SCHWARZ), [0, 0], [0, 1]),
        (Deal(card_points=(97, 33)), [0, 0], [0, 0]),
        (Deal(card_points=(98, 32)), [1, 0], [0, 0]),
        (Deal(card_points=(130, 0)), [0, 0], [1, 0]),
        (Deal(card_points=(65, 65)), [0, 0], [0, 0]),
    ],
)
def test_a_deal_counts_at_one_level_for_who_won_it(
    deal: Deal, schneider: list[int], schwarz: list[int]
) -> None:
    found = counted(deal)
    assert (sides(found, "schneider"), sides(found, "schwarz")) == (schneider, schwarz)


def test_the_level_is_that_of_the_tables_rules() -> None:
    deal = Deal(card_points=(97, 33))
    assert sides(counted(deal, schneider_threshold=34), "schneider") == [1, 0]


def test_with_exactly_half_the_card_points_away_has_won() -> None:
    found = counted(Deal(card_points=(65, 65)))
    assert (sides(found, "away_won"), sides(found, "home_won")) == ([0, 1], [0, 0])


def test_a_deal_is_spritzed_once_however_often_it_was_doubled() -> None:
    found = counted(
        Deal(winner=0, level=FREE),
        Deal(winner=0, level=FREE, spritzen=1),
        Deal(winner=1, level=FREE, spritzen=3),
        round_target=999,
    )
    assert sides(found, "spritzed_deals") == [2, 2]
    assert sides(found, "spritzed_won") == [1, 1]


# Who was at home, and who announced


def test_everybody_announces_in_turn_from_the_left_of_the_first_dealer() -> None:
    deals = [Deal(winner=0, level=FREE)] * 5
    for first_dealer, announced in enumerate(([1, 2, 1, 1], [1, 1, 2, 1], [1, 1, 1, 2])):
        assert seats(counted(*deals, first_dealer=first_dealer), "announced") == announced


def test_an_announced_deal_is_won_by_the_side_of_who_announced_it() -> None:
    found = counted(*[Deal(winner=0, level=FREE)] * 3, Deal(winner=1, level=FREE))
    assert seats(found, "announced") == [1, 1, 1, 1]
    assert seats(found, "announced_won") == [1, 0, 1, 1]


def test_a_corrected_home_side_was_at_home_and_nobody_announced_as_forehand() -> None:
    found = counted(Deal(winner=1, level=FREE, home=1), Deal(winner=1, level=FREE))
    assert (sides(found, "home_deals"), sides(found, "home_won")) == ([0, 2], [0, 2])
    assert (sides(found, "away_deals"), sides(found, "away_won")) == ([2, 0], [0, 0])
    assert seats(found, "announced") == seats(found, "announced_won") == [0, 1, 0, 0]


def test_a_home_side_that_is_told_though_it_is_forehands_counts_as_announced() -> None:
    assert seats(counted(Deal(winner=0, level=FREE, home=0)), "announced_won") == [1, 0, 0, 0]


def test_a_solo_or_melding_out_passes_the_deal_on_and_is_no_deal() -> None:
    out = [Meld(0, 20), Meld(0, 20)]
    found = counted(Solo(1, won=True), *out, Deal(winner=0, level=FREE), round_target=2)
    assert (sides(found, "deals"), sides(found, "rounds_won")) == ([1, 1], [1, 1])
    assert seats(found, "announced") == [0, 0, 1, 0]


# Melds and solos


def test_melds_count_for_the_side_that_declared_them() -> None:
    found = counted(Meld(0, 20), Meld(0, 20), Meld(0, 40), Meld(1, 40))
    assert (sides(found, "melds_20"), sides(found, "melds_40")) == ([2, 0], [1, 1])
    assert (sides(found, "points"), sides(found, "deals")) == ([4, 2], [0, 0])


def test_points_are_those_that_were_written_by_the_tables_rules() -> None:
    found = counted(Meld(0, 40), forty_rule=FortyRule.ALWAYS)
    assert (sides(found, "melds_40"), sides(found, "points")) == ([1, 0], [1, 0])


def test_a_solo_counts_for_the_side_that_played_it_and_its_points_for_who_won_it() -> None:
    found = counted(Solo(0, won=True), Meld(1, 40), Solo(0, won=False))
    assert (sides(found, "solos"), sides(found, "solos_won")) == ([2, 0], [1, 0])
    assert sides(found, "points") == [12, 12]


def test_a_solo_counts_for_the_player_only_of_whom_it_is_told() -> None:
    solos = [
        Solo(0, won=True, player=0),
        Solo(0, won=False, player=1),
        Solo(0, won=True, player=1),
        Solo(0, won=True),
        Solo(1, won=False, player=1),
        Solo(1, won=True),
    ]
    found = counted(*solos)
    assert (sides(found, "solos"), sides(found, "solos_won")) == ([4, 2], [3, 1])
    assert seats(found, "solos") == [1, 0, 2, 1]
    assert seats(found, "solos_won") == [1, 0, 1, 0]


# Rounds and steins


def test_each_of_several_rounds_that_one_entry_ends_counts() -> None:
    """Six points with a target of two are three rounds; the second brings a stein."""
    found = counted(Deal(winner=0, level=SCHWARZ, spritzen=1), round_target=2, carry_over=True)
    assert (sides(found, "rounds"), sides(found, "rounds_won")) == ([3, 3], [3, 0])
    assert (sides(found, "steins_won"), sides(found, "steins_lost")) == ([1, 0], [0, 1])
    assert (sides(found, "deciders"), sides(found, "points")) == ([0, 0], [6, 0])


def test_a_decider_counts_that_one_entry_wins_after_another_round() -> None:
    """Side 0 is one knoddel short; its 32 points win a round, then the decider, and 8 are left."""
    won_by_0 = Deal(winner=0, level=SCHWARZ, spritzen=3)
    found = counted(Solo(1, won=True), won_by_0, carry_over=True)
    assert (sides(found, "rounds"), sides(found, "rounds_won")) == ([3, 3], [2, 1])
    assert (sides(found, "deciders"), sides(found, "deciders_won")) == ([1, 1], [1, 0])
    assert (sides(found, "steins_won"), sides(found, "steins_lost")) == ([1, 0], [0, 1])
    assert sides(found, "points") == [32, 12]


def test_a_round_that_is_not_finished_does_not_count() -> None:
    assert sides(counted(Deal(winner=0, level=SCHWARZ)), "rounds") == [0, 0]


def test_a_stein_is_won_by_one_side_and_lost_by_the_other() -> None:
    found = counted(*[Solo(1, won=True)] * 5)
    assert (sides(found, "steins_won"), sides(found, "steins_lost")) == ([0, 2], [2, 0])
