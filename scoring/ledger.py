"""The ledger (Bierdeckel): who owes whom how many Steine, and what is left once they have paid.

What was lost is reckoned from the sheets, what was paid is in the table's book.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from scoring.book import Paid
from scoring.sheet import Side
from scoring.two_sides import other

Between: TypeAlias = tuple[str, str]
"""Who owes, and to whom."""


@dataclass
class Owed:
    """The Steine that were lost: ``by_name`` who lost them to whom, and how many.

    Of those that are ``nameless`` nobody can tell.
    """

    by_name: Counter[Between] = field(default_factory=Counter)
    nameless: int = 0

    def add(self, more: "Owed") -> None:
        """Add what was lost on other sheets."""
        self.by_name.update(more.by_name)
        self.nameless += more.nameless


class Debt(NamedTuple):
    """What somebody owes somebody else at last.

    It ``is_paid_ahead`` if the debtor lost nothing, but got more paid than was lost.
    """

    debtor: str
    creditor: str
    steins: int
    is_paid_ahead: bool = False


def owed_on(sides: Sequence[Side], seats: int, steins: Sequence[int]) -> Owed:
    """Return who owes whom for the Steine that each side has won, with so many seats a side.

    Decided: for each Stein every loser owes one to the winner who stands at the same place of the
    other side: the first name to the first, the second to the second. Where one of the two has no
    name, or a name that stands at several places, nobody can tell who owes.

    >>> owed = owed_on([Side("M", ("Karl", "Erna")), Side("D", ("Hans", "Ruth"))], 2, (0, 3))
    >>> owed.by_name["Karl", "Hans"], owed.by_name["Erna", "Ruth"], owed.nameless
    (3, 3, 0)
    """
    owed, places = Owed(), Counter(name for side in sides for name in side.players)
    for winner, won in enumerate(steins):
        if won:
            losers, winners = sides[other(winner)].players, sides[winner].players
            named = [
                names for names in zip(losers, winners, strict=False) if _is_told(names, places)
            ]
            owed.add(Owed(Counter(dict.fromkeys(named, won)), won * (seats - len(named))))
    return owed


def _is_told(names: Iterable[str], places: Counter[str]) -> bool:
    return all(places[name] == 1 for name in names)


def debts(
    owed: Owed, paid: Iterable[Paid], known: Callable[[str], str] = lambda name: name
) -> list[Debt]:
    """Return what is left to pay between any two people, the largest debts first.

    ``known`` returns by what name somebody is known.

    Decided: what two people owe each other is set off. If more was paid than was lost, because an
    evening was corrected or is gone, the debt turns round: whoever got too much owes the rest.

    >>> lost = Owed(Counter({("Karl", "Hans"): 3, ("Hans", "Karl"): 1}))
    >>> debts(lost, [])
    [Debt(debtor='Karl', creditor='Hans', steins=2, is_paid_ahead=False)]
    """
    lost, left = Counter[Between](), Counter[Between]()
    for (debtor, creditor), steins in owed.by_name.items():
        _set_off(lost, (known(debtor), known(creditor)), steins)
        _set_off(left, (known(debtor), known(creditor)), steins)
    for payment in paid:
        _set_off(left, (known(payment.debtor), known(payment.creditor)), -payment.steins)
    found = [_debt(names, steins, lost[names]) for names, steins in left.items() if steins]
    return sorted(found, key=lambda debt: (-debt.steins, debt))


def _set_off(between: Counter[Between], names: Between, steins: int) -> None:
    """Add what the first owes the second; nobody owes himself anything."""
    first, second = names
    if first < second:
        between[first, second] += steins
    elif second < first:
        between[second, first] -= steins


def _debt(names: Between, left: int, lost: int) -> Debt:
    first, second = names if left > 0 else names[::-1]
    return Debt(first, second, abs(left), is_paid_ahead=left * lost <= 0)
