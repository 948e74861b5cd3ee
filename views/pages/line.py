"""The page of one line, with its explanation and what it was before it was corrected."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial

import flet as ft

from scoring.corrections import line_before
from scoring.game import Entry
from scoring.journal import Earlier, Remove
from scoring.sheet import Head
from storage import Evening
from views.pages.which_line import no_such_line, use_line
from views.session.session import Session, use_live_session
from views.text.phrases import Outlook, by_side, describe_at, figure, whole_percent
from views.text.times import when
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import page
from views.ui.changes import Offer, Offered, beside
from views.ui.page_frame import choice, framed, heading, key

SCORE_IN_A_ROW = 20
"""The longest score on one row, in characters at the usual text size."""


@page
def LinePage() -> ft.View:
    """Draw the explanation of a line, with keys to change or delete it."""
    session = use_live_session()
    t, head, replay, words = session.t, session.head, session.replay, session.words
    striking, set_striking = ft.use_state(False)
    followed = use_line(session)
    if followed.place is None:
        return no_such_line(session, followed.instead)
    place = followed.place
    line = replay.states[place + 1].line
    route = f"/line/{place}"
    parts: list[ft.Control] = [
        chalk.strong(describe_at(t, words, head, replay, place), 17),
        *_earlier(session, session.opened.journal.corrections.changed.get(place, ())),
        heading(t("Why")),
        *(_step(*reason) for reason in words.reasons(t, head, line)),
        *_standing(t, head, line.total, session.screen.text_scale),
        *_outlook(t, head, words.outlook(t, replay, place)),
        *_who_played(session, place, followed.follow),
    ]
    if striking:
        offer = Offer(Remove(place), t("Line deleted."))
        foot = Offered(session, t, session.opened, offer, lambda: set_striking(False))
    else:
        foot = beside(
            session.screen,
            key(session, t("Change this line"), lambda: session.go(f"{route}/change")),
            key(session, t("Delete this line"), lambda: set_striking(True)),
        )
    return framed(session, t("Line {number}", number=place + 1), parts, foot=foot)


@page
def StruckPage() -> ft.View:
    """Draw what a line was that was struck out, and when that was."""
    session = use_live_session()
    t, number = session.t, ft.use_route_params().get("number", "")
    struck = session.opened.journal.corrections.struck
    line = next((line for line in struck if str(line.number) == number), None)
    if line is None:
        return no_such_line(session, None)
    was, until = line.earlier[0], _until(t, line.earlier[0])
    told = [chalk.words(t("Counted until {time}", time=until), 16, chalk.FAINT)] if until else []
    parts = [
        chalk.strong(_described(session, was), 17),
        *told,
        *_earlier(session, line.earlier[1:]),
    ]
    return framed(session, t("Deleted"), parts)


def _earlier(session: Session, changes: Sequence[Earlier]) -> Iterator[ft.Control]:
    """Yield a sentence for each thing that a line was before."""
    t = session.t
    for was in changes:
        what, until = _described(session, was), _until(t, was)
        told = (
            t("Until {time}: {what}", time=until, what=what)
            if until
            else t("Before: {what}", what=what)
        )
        yield chalk.words(told, 16, chalk.FAINT)


def _until(t: Translator, was: Earlier) -> str:
    """Return when it was changed; empty if that was not kept."""
    return when(t, was.until, datetime.now().astimezone().date())


def _described(session: Session, was: Earlier) -> str:
    """Return what an entry wrote before a change."""
    evening = session.opened
    line = line_before(evening.journal, evening.replay, was)
    return session.words.describe(session.t, session.head, was.entry, line)


def _standing(t: Translator, head: Head, total: Sequence[int], scale: float) -> list[ft.Control]:
    """Return the score after the line; each side has a row, unless all fit on one."""
    in_a_row = by_side(t, head, total)
    if len(in_a_row) * scale <= SCORE_IN_A_ROW:
        return [_step(t("new score"), in_a_row)]
    named = zip(head.sides, total, strict=True)
    return [heading(t("new score")), *(_step(side.name, figure(points)) for side, points in named)]


def _outlook(t: Translator, head: Head, outlook: Outlook | None) -> list[ft.Control]:
    """Return the chances to win the round, if they are known and it is not over."""
    if outlook is None or not outlook.source:
        return []
    return [
        heading(t("Chance to win the round")),
        *(
            _step(side.name, whole_percent(t, chance))
            for side, chance in zip(head.sides, outlook.chances, strict=True)
        ),
        chalk.words(outlook.source, 16, chalk.FAINT),
    ]


def _who_played(
    session: Session, place: int, follow: Callable[[int], None]
) -> Iterator[ft.Control]:
    """Yield the choice of who played an entry, where that can be told; it is saved at once.

    Scoring ignores it, so nothing has to be shown before. It can be undone like any change.
    """
    t, journal, entry = session.t, session.opened.journal, session.replay.entries[place]
    options = session.words.players_to_tell(t, session.head, entry)

    def tell(told: Entry) -> None:
        is_shown = session.opened.journal is journal
        if (
            is_shown
            and told != entry
            and session.change(partial(Evening.correct, index=place, entry=told))
        ):
            follow(place)

    if options:
        yield heading(t("Who played it?"))
        yield choice(session, options, entry, tell)


def _step(text: str, figure: str) -> ft.Control:
    return ft.Container(
        padding=ft.Padding.symmetric(vertical=6),
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
        content=ft.Row(
            [
                ft.Container(chalk.words(text), expand=True),
                chalk.strong(figure, 17),
            ]
        ),
    )
