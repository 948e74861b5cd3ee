"""Who owes whom how many Steine, and what is left once they have paid."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import PEOPLE, payments, sheets_of_people
from worked import example

from scoring.book import Book, Paid
from scoring.games import GAMES
from scoring.ledger import Between, Debt, Owed, debts, owed_on
from scoring.sheet import Sheet, Side
from scoring.statistics import by_game, of_sheet

KARL_ERNA, HANS_RUTH = ("Karl", "Erna"), ("Hans", "Ruth")


def sides(*players: tuple[str, ...]) -> list[Side]:
    return [Side(f"side {at}", names) for at, names in enumerate(players)]


def paid(debtor: str, creditor: str, steins: int) -> Paid:
    return Paid(
        id=f"{debtor}{creditor}{steins}",
        at="2026-11-20T22:00:00+01:00",
        debtor=debtor,
        creditor=creditor,
        steins=steins,
    )


def lost(**by_name: int) -> Owed:
    """Return what was lost, by the names of both with an underscore between them."""
    return Owed(Counter({_between(names): steins for names, steins in by_name.items()}))


def _between(names: str) -> Between:
    debtor, creditor = names.split("_")
    return debtor, creditor


# What a sheet says


def test_each_loser_owes_the_winner_at_the_same_place() -> None:
    owed = owed_on(sides(KARL_ERNA, HANS_RUTH), 2, (2, 1))
    assert owed == Owed(
        Counter(
            {("Hans", "Karl"): 2, ("Ruth", "Erna"): 2, ("Karl", "Hans"): 1, ("Erna", "Ruth"): 1}
        )
    )


def test_where_nobody_has_won_a_stein_nobody_owes_one() -> None:
    assert owed_on(sides(KARL_ERNA, HANS_RUTH), 2, (0, 0)) == Owed()
    assert owed_on(sides((), ()), 2, ()) == Owed()


@pytest.mark.parametrize(
    ("players", "told", "nameless"),
    [
        (((), HANS_RUTH), set(), 4),
        (((), ()), set(), 4),
        ((("Karl", "Karl"), HANS_RUTH), set(), 4),
        ((("Karl", "Erna"), ("Karl", "Ruth")), {("Erna", "Ruth")}, 2),
        ((("Karl", "Erna"), ("Hans", "Karl")), set(), 4),
        ((("Karl", "Erna"), ("Hans", "Hans")), set(), 4),
    ],
)
def test_where_a_name_is_missing_or_not_the_only_one_nobody_can_tell(
    players: tuple[tuple[str, ...], ...], told: set[Between], nameless: int
) -> None:
    owed = owed_on(sides(*players), 2, (0, 2))
    assert (owed.by_name, owed.nameless) == (dict.fromkeys(told, 2), nameless)


def test_a_worked_evening_owes_the_steine_of_its_slate() -> None:
    worked = example("evening")
    steins: Sequence[int] = worked.replay.state.steins
    assert steins == (1, 0)
    assert of_sheet(worked).owed == lost(Hans_Karl=1, Ruth_Erna=1)


@given(sheets_of_people())
def test_whoever_is_named_owes_what_the_side_has_lost_and_gets_what_it_has_won(
    sheet: Sheet,
) -> None:
    found = of_sheet(sheet)
    for name, figures in found.players.items():
        counted = vars(figures)
        owes = sum(n for (debtor, _), n in found.owed.by_name.items() if debtor == name)
        gets = sum(n for (_, creditor), n in found.owed.by_name.items() if creditor == name)
        assert owes <= counted.get("steins_lost", 0)
        assert gets <= counted.get("steins_won", 0)
    steins = getattr(sheet.replay.state, "steins", ())
    assert found.owed.by_name.total() + found.owed.nameless == 2 * sum(steins)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "bauerchen"])
def test_a_game_without_steine_owes_none(game: str) -> None:
    found = GAMES[game]
    (worked,) = [
        sheet
        for name in (
            "saarland-bauer",
            "simple-bauer",
            "bauerschspiel",
            "schlauch",
            "bohemian-watten",
        )
        if (sheet := example(name)).game is found
    ]
    assert of_sheet(worked).owed == Owed()


# What is left to pay


def test_what_two_people_owe_each_other_is_set_off() -> None:
    assert debts(lost(Karl_Hans=3, Hans_Karl=1), []) == [Debt("Karl", "Hans", 2)]
    assert debts(lost(Karl_Hans=1, Hans_Karl=1), []) == []


def test_what_is_paid_is_owed_no_more() -> None:
    owed = lost(Karl_Hans=3)
    assert debts(owed, [paid("Karl", "Hans", 1)]) == [Debt("Karl", "Hans", 2)]
    assert debts(owed, [paid("Karl", "Hans", 1), paid("Karl", "Hans", 2)]) == []


def test_whoever_got_too_much_owes_the_rest() -> None:
    payment = paid("Karl", "Hans", 3)
    assert debts(lost(Karl_Hans=1), [payment]) == [Debt("Hans", "Karl", 2, is_paid_ahead=True)]
    assert debts(Owed(), [payment]) == [Debt("Hans", "Karl", 3, is_paid_ahead=True)]
    assert debts(lost(Hans_Karl=1), [payment]) == [Debt("Hans", "Karl", 4)]
    assert debts(lost(Hans_Karl=4), [payment]) == [Debt("Hans", "Karl", 7)]


def test_the_largest_debts_come_first_and_equal_ones_by_name() -> None:
    found = debts(lost(Ute_Max=1, Karl_Hans=1, Erna_Ruth=2, Karl_Erna=1), [])
    assert [(debt.debtor, debt.creditor) for debt in found] == [
        ("Erna", "Ruth"),
        ("Karl", "Erna"),
        ("Karl", "Hans"),
        ("Ute", "Max"),
    ]


def test_nobody_owes_himself_anything() -> None:
    assert debts(lost(Karl_Karl=2), [paid("Karl", "Karl", 1)]) == []


owings = st.builds(
    Owed,
    st.dictionaries(
        st.tuples(st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)), st.integers(0, 5)
    ).map(Counter),
)


def balances(found: Sequence[Debt]) -> Counter[str]:
    """Return what each person has to get at last; it is negative for whoever has to pay."""
    balance = Counter[str]()
    for debt in found:
        balance[debt.creditor] += debt.steins
        balance[debt.debtor] -= debt.steins
    return balance


@given(owings, st.lists(payments()))
def test_all_balances_are_zero_together_and_each_is_what_was_lost_and_paid(
    owed: Owed, payments: list[Paid]
) -> None:
    found = debts(owed, payments)
    balance = balances(found)
    assert sum(balance.values()) == 0
    expected = Counter[str]()
    for (debtor, creditor), steins in owed.by_name.items():
        expected[creditor] += steins
        expected[debtor] -= steins
    for payment in payments:
        expected[payment.creditor] -= payment.steins
        expected[payment.debtor] += payment.steins
    assert {name: left for name, left in balance.items() if left} == {
        name: left for name, left in expected.items() if left
    }
    assert all(debt.steins > 0 for debt in found)
    pairs = [frozenset((debt.debtor, debt.creditor)) for debt in found]
    assert len(set(pairs)) == len(pairs), "two people have one debt at most"


@given(st.lists(sheets_of_people(), max_size=4), st.lists(payments()), st.randoms())
def test_the_order_of_evenings_and_payments_makes_no_difference(
    sheets: list[Sheet], payments: list[Paid], chance: Any
) -> None:
    def left() -> list[Debt]:
        owed = Owed()
        for statistics in by_game(sheets).values():
            owed.add(statistics.owed)
        return debts(owed, Book.of(payments).paid)

    before = left()
    chance.shuffle(sheets)
    chance.shuffle(payments)
    assert left() == before


@given(owings, st.lists(payments()))
def test_whoever_pays_what_is_shown_owes_nothing_then(owed: Owed, before: list[Paid]) -> None:
    settled = [paid(debt.debtor, debt.creditor, debt.steins) for debt in debts(owed, before)]
    assert debts(owed, [*before, *settled]) == []
