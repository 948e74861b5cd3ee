"""Evenings that have come so far, to go on from."""

import random
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from scoring.bauerchen import GAME, Deal, Level, Rules
from scoring.book import Called, Marked, Paid, Undone
from scoring.game import Agreement, Entry, Game
from scoring.ledger import Debt, Owed, debts
from scoring.sheet import Head, Sheet, Side
from storage import Evening, Library, stamp

MINE, YOURS = 0, 1
SIDES = (Side("Mein", ("Karl", "Erna")), Side("Dein", ("Hans", "Ruth")))
"""Karl deals first, then Hans, Erna, Ruth: so Dein is at home in the first deal."""


def deal(winner: int, level: Level = Level.SCHNEIDERFREI, spritzen: int = 0) -> Deal:
    return Deal(winner=winner, level=level, spritzen=spritzen)


MINE_AT_TEN = (deal(MINE, spritzen=1), deal(MINE, Level.SCHWARZ, 1))
"""Away wins 2 × 2, home 3 × 2: 10 to 0."""
BOTH_ONE_KNODDEL_SHORT = (deal(MINE, Level.SCHWARZ, 2), deal(YOURS, Level.SCHWARZ, 2))
"""Away wins 4 × 4 twice, each time for another side: the next round is the decider."""


def play(
    library: Library,
    *entries: Entry,
    game: Game[Any, Any] = GAME,
    rules: object = None,
    sides: tuple[Side, ...] = SIDES,
    title: str | None = None,
) -> Evening:
    """Begin an evening, which is then the open one, and write the entries."""
    agreement = Agreement(rules or game.rules(), 0, len(sides))
    evening = library.begin(game, Head(sides, title, "2026-11-20"), agreement)
    for entry in entries:
        evening.write(entry)
    return evening


def play_all(library: Library, sheet: Sheet) -> Evening:
    """Begin an evening, which is then the open one, and write all that is on a sheet."""
    evening = library.begin(sheet.game, sheet.head, sheet.replay.agreement)
    evening.extend(sheet.replay.entries)
    return evening


PEOPLE = ("Karl", "Erna", "Hans", "Ruth", "Ute", "Max", "Isa", "Maximilian-Ferdinand")
LONG_NAME = "Freifrau Wilhelmine Hildegard von und zu Oberhausen-Kirchheimbolanden-Landstuhle"
"""Of as many letters as a name can have."""


def play_often(library: Library, evenings: int, deals: int = 20) -> None:
    """Play so many evenings, one a day back from a Friday, with other partners each time.

    It is the same each time; whoever has the long name comes rarely.
    """
    chance = random.Random(evenings)  # noqa: S311
    for number in range(evenings):
        first, second, third, fourth = chance.sample(PEOPLE, 4)
        fourth = LONG_NAME if number % 3 == 1 else fourth
        sides = (Side("Mein", (first, second)), Side("Dein", (third, fourth)))
        day = date(2026, 11, 20) - timedelta(days=number)
        evening = library.begin(GAME, Head(sides, None, day.isoformat()), Agreement(Rules()))
        evening.extend(
            [
                deal(chance.randrange(2), chance.choice([*Level]), chance.randrange(3))
                for _ in range(deals)
            ]
        )


def owed(library: Library) -> list[Debt]:
    """Return what is left to pay by all evenings."""
    lost = Owed()
    for label in library.labels():
        for found in library.statistics(label.key).values():
            lost.add(found.owed)
    return debts(lost, library.book.paid)


def pay(library: Library, number: int) -> None:
    """Pay so many debts, the largest first; take the second payment back."""
    paid = [
        Paid(**stamp(library.book), debtor=debt.debtor, creditor=debt.creditor, steins=debt.steins)
        for debt in owed(library)[:number]
    ]
    undone = [Undone(**stamp(library.book), event=each.id) for each in paid[1:2]]
    library.write_in_book([*paid, *undone])


def call(library: Library) -> None:
    """Give some people nicknames and signs."""
    for name, nickname in (("Karl", "Charly"), ("Maximilian-Ferdinand", "Ferdl")):
        library.write_in_book([Called(**stamp(library.book), name=name, nickname=nickname)])
    for name, sign in zip((*PEOPLE[:4], LONG_NAME), "🦊🦉🐗🍷🎩", strict=True):
        library.write_in_book([Marked(**stamp(library.book), name=name, sign=sign)])


def entries_of(evening: Evening) -> tuple[Entry, ...]:
    """Return the entries of an evening without the times at which they were written."""
    return tuple(replace(entry, at=None) for entry in evening.replay.entries)
