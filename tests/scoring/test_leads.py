"""How rounds were won from each lead."""

from collections import Counter
from typing import Any

from played import MINE, YOURS, deal

from scoring import bauer, bohemian_watten
from scoring.bauerchen import GAME, Level, Meld, Rules
from scoring.game import Agreement, Game, replay
from scoring.leads import Leads, leads_of

TO_MINE = deal(MINE, Level.SCHWARZ, 3)
TO_YOURS = deal(YOURS, Level.SCHWARZ, 3)


def leads(
    *entries: Any, game: Game[Any, Any] = GAME, rules: object = Rules(), sides: int = 2
) -> tuple[dict[int, int], dict[int, int]]:
    found = leads_of(replay(game, Agreement(rules, sides=sides), entries))
    return dict(found.cases), dict(found.won)


def test_a_lead_is_a_case_and_won_if_that_side_wins_the_round() -> None:
    assert leads(Meld(MINE, 40), TO_MINE) == ({2: 1}, {2: 1})
    assert leads(Meld(MINE, 40), TO_YOURS) == ({2: 1}, {})


def test_a_lead_that_a_side_had_several_times_in_a_round_is_one_case() -> None:
    again = Meld(MINE, 20), Meld(YOURS, 20), Meld(MINE, 20), Meld(YOURS, 40)
    assert leads(*again, TO_MINE) == ({1: 2}, {1: 1})


def test_each_round_has_cases_of_its_own_and_an_unfinished_one_has_none() -> None:
    one = Meld(MINE, 20), TO_MINE
    assert leads(*one, *one, *one[:1]) == ({1: 2}, {1: 2})


def test_what_is_level_and_what_ends_the_round_is_no_lead() -> None:
    assert leads(TO_MINE) == ({}, {})
    assert leads(Meld(MINE, 20), Meld(YOURS, 20), TO_YOURS) == ({1: 1}, {})


def test_where_scores_are_counted_down_whoever_has_least_is_ahead() -> None:
    tricks = ((0, 8), *((8, 0),) * 5)
    found = leads(*map(bauer.Deal, tricks), game=bauer.GAME, rules=bauer.Rules())
    assert found == ({2: 1, 4: 1, 6: 1}, {4: 1, 6: 1})


def test_of_several_players_the_next_one_tells_the_lead_and_several_winners_are_no_case() -> None:
    game, deal_of = bohemian_watten.GAME, bohemian_watten.Deal
    rules = bohemian_watten.Rules(start=5)
    alone = (deal_of((3, 2, 0)), deal_of((2, 0, 3)))
    both = (deal_of((3, 2, 0)), deal_of((2, 3, 0)))
    assert leads(*alone, game=game, rules=rules, sides=3) == ({1: 1}, {1: 1})
    assert leads(*both, game=game, rules=rules, sides=3) == ({}, {})


def test_leads_of_evenings_are_added() -> None:
    found = Leads(Counter({1: 2}), Counter({1: 1}))
    found.add(Leads(Counter({1: 1, 3: 1}), Counter({3: 1})))
    assert found.rates(most=9) == {1: (1, 3), 3: (1, 1)}
