"""The ledger (Bierdeckel): who owes whom how many Steine, and what was paid."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Final

import flet as ft

from scoring.book import Book, Event, Paid, Undone, Written
from scoring.ledger import Between, Debt, debts
from scoring.people import People, people_of
from scoring.refusals import Refused
from storage import stamp
from views.pages.reckoned import progress, unread, use_reckoning
from views.session import steps
from views.session.freshness import REACTION
from views.session.screen import Screen
from views.session.session import Session, use_live_session
from views.text.ledger import nameless, owes, quits, told, why_owed, written_when
from views.text.refusals import sentence, unreadable_now
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component, page
from views.ui.page_frame import chip, framed, heading, key, notice
from views.ui.question import use_question

AT_ONCE: Final = 15
"""So many entries are listed at first, and more with a tap."""
DEBTS_AT_ONCE: Final = 30
"""So many debts are listed at first, and more with a tap."""
LEAST_BESIDE: Final = 300
"""From this width of the screen on, in dp at the usual text size, a key stands beside its text."""


@page
def LedgerPage() -> ft.View:
    """Draw what is left to pay, with a key for each debt, and what was paid.

    While the page is open no line leaves its place: so nobody taps on what has just moved there.
    """
    session = use_live_session()
    t, reckoning = session.t, session.debts
    use_reckoning(session, reckoning)
    lines: dict[Between, Debt | None] = ft.use_memo(dict, [])
    owing, show_owing = ft.use_state(DEBTS_AT_ONCE)
    shown, show = ft.use_state(AT_ONCE)
    back = "/menu" if session.has_evening else "/"
    try:
        book = session.library.book
        known = people_of(book)
    except (Refused, OSError) as why:
        cannot = sentence(t, why) if isinstance(why, Refused) else unreadable_now(t, why)
        return framed(session, t("Beer ledger"), [notice(cannot)], back=back)
    ft.use_memo(session.meanwhile.look_at_library, [])  # with the book, which is open now
    left = left_to_pay(session)
    if not reckoning.waiting:
        _note(lines, left)
    parts = [*_damaged(session), *unread(t, reckoning), *_owed(session, book, known, lines, owing)]
    if len(lines) > owing:
        more = t("Show more debts")
        parts.append(key(session, more, lambda: show_owing(owing + DEBTS_AT_ONCE)))
    parts += _explained(session)
    history = [*_history(session, book, known, shown, lambda: show(shown + AT_ONCE))]
    return framed(session, t("Beer ledger"), parts, beside=history, back=back)


def left_to_pay(session: Session) -> list[Debt]:
    """Return what is left to pay; nothing before all evenings are counted."""
    reckoning, book = session.debts, session.library.book
    reckoning.look()
    reckoning.count(steps.AT_FIRST)
    return [] if reckoning.waiting else debts(reckoning.owed, book.paid, people_of(book).known)


def _note(lines: dict[Between, Debt | None], left: Sequence[Debt]) -> None:
    """Note what two people owe each other now; whoever has paid meanwhile keeps the line."""
    now = {_between(debt): debt for debt in left}
    lines.update({between: now.get(between) for between in lines} | now)


def _between(debt: Debt) -> Between:
    """Return two people in the same order, whoever of them owes."""
    first, second = sorted((debt.debtor, debt.creditor))
    return first, second


def _damaged(session: Session) -> list[ft.Control]:
    if session.library.damaged_book is None:
        return []
    t = session.t
    lost = t(
        "The beer ledger was damaged: payments may be missing. You can save the damaged file and "
        "restore a backup under “Settings”."
    )
    return [notice(lost)]


def _owed(
    session: Session,
    book: Book,
    known: People,
    lines: Mapping[Between, Debt | None],
    shown: int,
) -> Iterator[ft.Control]:
    """Yield a line for each two people of whom one owes, or has owed while the page is open."""
    t = session.t
    if not lines and not session.debts.waiting:
        yield chalk.words(t("Nobody owes anybody a Stein."), 17)
    for between, debt in islice(lines.items(), shown):
        yield Owing(session, t, book, known, between, debt, session.screen)


def _explained(session: Session) -> Iterator[ft.Control]:
    """Yield what is owed by nobody knows whom, and who owes whom; or how much is counted."""
    t, reckoning = session.t, session.debts
    if lost := reckoning.owed.nameless:
        yield chalk.words(nameless(t, lost), 14, chalk.FAINT)
    rule = t(
        "For each Stein that a side loses, its first player owes one to the first of the others, "
        "and the second to the second."
    )
    yield chalk.words(progress(t, reckoning) or rule, 14, chalk.FAINT)


@component
def Owing(
    session: Session,
    t: Translator,
    book: Book,
    known: People,
    between: Between,
    debt: Debt | None,
    screen: Screen,
) -> ft.Control:
    """Draw what two people owe each other, with the key that says it is paid."""
    question = use_question(book, debt)
    if debt is None:
        told = chalk.words(quits(t, known, between), 17, chalk.FAINT)
        said = chalk.spoken(quits(t, known, between), told, announced=True)
        return _line(screen, [said], _mark(ft.Icons.CHECK))
    what, due = owes(t, known, debt), debt

    def pay() -> bool:
        paid = Paid(**stamp(book), debtor=due.debtor, creditor=due.creditor, steins=due.steins)
        return _write(session, [paid], is_as_shown=due in left_to_pay(session))

    texts: list[ft.Control] = [chalk.words(what, 17)]
    if why := why_owed(t, debt):
        texts.append(chalk.words(why, 14, chalk.FAINT))
    name = t("Paid: {debt}", debt=what)
    return _line(screen, texts, chip(session, t("Paid"), name, lambda: question.answer(pay)))


def _write(session: Session, events: Sequence[Event], *, is_as_shown: bool) -> bool:
    """Write in the book what a key says, if all is as it was shown beside the key."""
    t = session.t
    if session.is_behind(t("Not entered.")):
        return False
    if not is_as_shown:
        session.redraw.everything()
        session.say(t("Not entered. The beer ledger just changed; please check again."))
        return False
    return session.write_in_book(events)


def _history(
    session: Session, book: Book, known: People, shown: int, show_more: Callable[[], None]
) -> Iterator[ft.Control]:
    """Yield what was written in the book, the newest first."""
    t, written = session.t, book.written[::-1]
    if written:
        yield heading(t("Latest entries"))
    for event in written[:shown]:
        yield Entry(session, t, book, known, event, session.screen)
    if len(written) > shown:
        yield key(session, t("Show more"), show_more)


@component
def Entry(
    session: Session,
    t: Translator,
    book: Book,
    known: People,
    event: Written,
    screen: Screen,
) -> ft.Control:
    """Draw what was written, with the key that takes it back, or enters it again.

    These keys have the same place. So once one was tapped the other comes only when people have
    seen the change: a second tap hits nothing.
    """
    counts, question = book.counts(event), use_question(book)
    seen, see = ft.use_state(counts)

    async def settle() -> None:
        await session.until_shown()
        await asyncio.sleep(REACTION)
        see(counts)

    def turn() -> bool:
        turned: Sequence[Event] = [event] if counts else book.undoing(event)
        undone = [Undone(**stamp(book), event=each.id) for each in turned]
        return _write(session, undone, is_as_shown=session.library.book == book)

    ft.use_effect(settle, dependencies=[counts], cleanup=lambda: None)
    what = told(t, known, event)
    today = datetime.now().astimezone().date()
    style = None if counts else chalk.STRUCK
    texts: list[ft.Control] = [
        chalk.words(what, 16, chalk.CHALK if counts else chalk.EDGE, style=style),
        chalk.words(written_when(t, book, event, today), 14, chalk.FAINT),
    ]
    if seen is not counts:
        return _line(screen, texts, _mark(None))
    text = t("Take back") if counts else t("Enter again")
    name = t("{what}: {values}", what=text, values=what)
    return _line(screen, texts, chip(session, text, name, lambda: question.answer(turn)))


def _mark(icon: ft.IconData | None) -> ft.Control:
    """Return what stands in the place of a key, as high as that."""
    sign = ft.Icon(icon, color=chalk.FAINT) if icon else None
    return ft.Container(sign, height=chalk.TOUCH + 2, padding=12)


def _line(screen: Screen, texts: list[ft.Control], key_of_it: ft.Control) -> ft.Control:
    """Return a line with its key beside it, or below where there is no room."""
    told = ft.Column(texts, spacing=2, expand=True)
    inside: ft.Control = ft.Row([told, key_of_it], spacing=chalk.UNIT)
    if screen.width / screen.text_scale < LEAST_BESIDE:
        inside = ft.Column(
            [ft.Row([told]), ft.Row([key_of_it], alignment=ft.MainAxisAlignment.END)],
            spacing=chalk.UNIT,
        )
    return ft.Container(
        inside,
        padding=ft.Padding.symmetric(vertical=6),
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
    )
