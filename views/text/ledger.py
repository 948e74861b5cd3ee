"""The ledger in words: who owes whom, what was paid, and what was taken back."""

from collections import Counter
from collections.abc import Iterable
from datetime import date

from scoring.book import Book, Called, Event, Hidden, Marked, Paid, Same, Undone, Written
from scoring.ledger import Between, Debt
from scoring.people import People, people_of
from views.text.names import called, harmless
from views.text.times import when
from views.text.translator import Translator


def owes(t: Translator, people: People, debt: Debt) -> str:
    """Return who owes whom how many Steine."""
    return t.count(
        "{debtor} owes {creditor} {n} Stein",
        "{debtor} owes {creditor} {n} Steins",
        debt.steins,
        debtor=called(people, debt.debtor),
        creditor=called(people, debt.creditor),
    )


def why_owed(t: Translator, debt: Debt) -> str:
    """Return why somebody owes who has lost nothing; empty for everybody else."""
    return t("because more was paid than was lost") if debt.is_paid_ahead else ""


def quits(t: Translator, people: People, between: Between) -> str:
    """Return that two people owe each other nothing."""
    one, another = (called(people, name) for name in between)
    return t("{one} and {another} are quits", one=one, another=another)


def told(t: Translator, people: People, event: Written) -> str:
    """Return what was written in the book; what is said of names tells them as they are."""
    match event:
        case Paid():
            return t.count(
                "{debtor} has paid {creditor} {n} Stein",
                "{debtor} has paid {creditor} {n} Steins",
                event.steins,
                debtor=called(people, event.debtor),
                creditor=called(people, event.creditor),
            )
        case Same():
            name, known_as = map(harmless, (event.name, event.known_as))
            return t("{name} is the same person as {other}", name=name, other=known_as)
        case Called():
            name, nickname = map(harmless, (event.name, event.nickname))
            return t("{name} is called {nickname}", name=name, nickname=nickname)
        case Marked():
            name, sign = map(harmless, (event.name, event.sign))
            return t("{name} has the sign {sign}", name=name, sign=sign)
        case Hidden():
            return t("{name} is not counted", name=harmless(event.name))


def written_when(t: Translator, book: Book, event: Written, today: date) -> str:
    """Return when something was written, and since when that does not count any more."""
    times = [when(t, event.at, today)]
    if undone := book.undoing(event):
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
    about_players = sum(n[kind] for kind in (Same, Called, Marked, Hidden))
    counted = [
        t.count("{n} payment", "{n} payments", n[Paid]) if n[Paid] else "",
        t.count("{n} entry on players", "{n} entries on players", about_players)
        if about_players
        else "",
        t.count("{n} taken back", "{n} taken back", n[Undone]) if n[Undone] else "",
    ]
    return ", ".join(filter(None, counted))


def book_news(t: Translator, before: Book, after: Book) -> str:
    """Return what has changed in the book, as a sentence that follows a colon."""
    changed = [each for each in after.written if before.counts(each) != after.counts(each)]
    if len(changed) != 1:
        return t("several entries were made or taken back.")
    (event,) = changed
    what = told(t, people_of(after), event)
    return f"{what}." if after.counts(event) else t("taken back: {what}.", what=what)
