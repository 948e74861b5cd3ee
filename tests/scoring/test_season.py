"""The season: what players have by and by, and what partners have won together."""

from played import MINE, YOURS, deal

from scoring import bauerchen
from scoring.bauerchen import Level, Rules
from scoring.game import Agreement, replay
from scoring.ranking import Rate
from scoring.season import balances, together
from scoring.sheet import Head, Sheet, Side
from scoring.statistics import Statistics, by_game, of_sheet

WON = (deal(MINE, Level.SCHWARZ, 2),)
LOST = (deal(YOURS, Level.SCHWARZ, 3),)


def evening(mine: tuple[str, str], yours: tuple[str, str], *entries: bauerchen.Deal) -> Sheet:
    head = Head((Side("Mein", mine), Side("Dein", yours)))
    return Sheet(head, replay(bauerchen.GAME, Agreement(Rules()), entries))


SHEETS = (
    evening(("Karl", "Erna"), ("Hans", "Ruth"), *WON),
    evening(("Karl", "Hans"), ("Ute", "Ruth"), *LOST, *LOST),
    evening(("Erna", "Karl"), ("Ute", "Hans"), *WON),
)


def test_a_balance_is_added_up_over_the_evenings_on_which_a_player_was_there() -> None:
    found = balances(
        [of_sheet(sheet) for sheet in SHEETS], lambda figures: 2 * figures.rounds_won - 2
    )
    assert found == {
        "Hans": [-2, -4, -6],
        "Karl": [0, -2, -2],
        "Erna": [0, None, 0],
        "Ruth": [-2, 0, None],
        "Ute": [None, 2, 0],
    }
    assert [*found] == ["Hans", "Karl", "Erna", "Ruth", "Ute"]


def test_partners_have_the_rounds_that_they_won_together() -> None:
    (found,) = by_game(SHEETS).values()
    rates = together(found)
    assert rates["Karl"] == {"Hans": Rate(0, 2), "Erna": Rate(2, 2)}
    assert rates["Erna"] == {"Karl": Rate(2, 2)}
    assert [*rates][:2] == ["Hans", "Karl"]


def test_without_evenings_there_is_nothing() -> None:
    assert balances([], lambda _: 1) == {}
    assert together(Statistics()) == {}
