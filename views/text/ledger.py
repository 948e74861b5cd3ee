"""The ledger in words: who owes whom, what was paid, and what was taken back."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

from scoring.book import Book, Event, Paid, Undone
from scoring.ledger import Between, Debt
from views.text.names import harmless
from views.text.times import when
from views.text.translator import Translator


def owes(t: Translator, debt: Debt) -> str:
    """Return who owes whom how many Steine."""
    return t.count(
        "{debtor} owes {creditor} {n} Stein",
        "{debtor} owes {creditor} {n} Steins",
        debt.steins,
        debtor=harmless(debt.debtor),
        creditor=harmless(debt.creditor),
    )


def why_owed(t: Translator, debt: Debt) -> str:
    """Return why somebody owes who has lost nothing; empty for everybody else."""
    return t("because more was paid than was lost") if debt.is_paid_ahead else ""


def quits(t: Translator, between: Between) -> str:
    """Return that two people owe each other nothing."""
    one, another = map(harmless, between)
    return t("{one} and {another} are quits", one=one, another=another)


def has_paid(t: Translator, payment: Paid) -> str:
    """Return who has paid whom how many Steine."""
    return t.count(
        "{debtor} has paid {creditor} {n} Stein",
        "{debtor} has paid {creditor} {n} Steins",
        payment.steins,
        debtor=harmless(payment.debtor),
        creditor=harmless(payment.creditor),
    )


def paid_when(t: Translator, book: Book, payment: Paid, today: date) -> str:
    """Return when somebody has paid, and since when that does not count any more."""
    times = [when(t, payment.at, today)]
    if undone := book.undoing(payment):
        times.append(t("taken back {time}", time=when(t, undone[-1].at, today)))
    return " · ".join(times)


def nameless(t: Translator, steins: int) -> str:
    """Return how many Steine nobody can be asked for."""
    return t.count(
        "Nobody knows who owes {n} Stein: a name is missing there, or stands twice.",
        "Nobody knows who owes {n} Steins: a name is missing there, or stands twice.",
        steins,
    )


def in_book(t: Translator, events: Iterable[Event]) -> str:
    """Return how many events of each kind there are: "3 payments, 1 taken back"."""
    n = Counter(map(type, events))
    told = [
        t.count("{n} payment", "{n} payments", n[Paid]) if n[Paid] else "",
        t.count("{n} taken back", "{n} taken back", n[Undone]) if n[Undone] else "",
    ]
    return ", ".join(filter(None, told))


def book_news(t: Translator, before: Book, after: Book) -> str:
    """Return what has changed in the book, as a sentence that follows a colon."""
    changed = [each for each in after.payments if before.counts(each) != after.counts(each)]
    if len(changed) != 1:
        return t("several payments were entered or taken back.")
    (payment,) = changed
    told = has_paid(t, payment)
    if not after.counts(payment):
        return t("taken back: {what}.", what=told)
    return f"{told}."
