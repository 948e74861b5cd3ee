"""The finished rounds, each with its lines."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

import flet as ft

from scoring.rounds import past_rounds
from views.session.session import Session, use_live_session
from views.text.phrases import describe_at, round_name
from views.ui import chalk
from views.ui.boundary import component, page
from views.ui.page_frame import entry_row, framed

ROWS_AT_ONCE = 20
"""So many rows of past rounds are drawn in one step: more than a phone can show."""


class Row(NamedTuple):
    """A row of the past rounds: the line at ``place``, or a round's name or result."""

    text: str
    is_name: bool = False
    place: int | None = None


@page
def RoundsPage() -> ft.View:
    """Draw the finished rounds, the newest first, each with its lines.

    First as many rows as a screen can show, then more each time the device has shown the rows
    before, so that taps are handled in between.
    """
    session = use_live_session()
    t, title = session.t, session.t(session.words.ROUNDS)
    drawn, set_drawn = ft.use_state(ROWS_AT_ONCE)
    rows = [*islice(_rows(session), drawn)]

    async def draw_more() -> None:
        if len(rows) == drawn:
            await session.until_shown()
            set_drawn(drawn + ROWS_AT_ONCE)

    ft.use_effect(draw_more, dependencies=[drawn], cleanup=lambda: None)  # the cleanup cancels it
    firsts = range(0, len(rows), ROWS_AT_ONCE)
    parts = [Rows(session, tuple(rows[first : first + ROWS_AT_ONCE])) for first in firsts]
    nothing = chalk.words(t("Nothing finished yet."), 16, chalk.FAINT)
    return framed(session, "/rounds", title, [_one_below_the_other(parts) if parts else nothing])


def _rows(session: Session) -> Iterator[Row]:
    t, head, words = session.t, session.head, session.words
    for past in reversed(past_rounds(session.replay.states)):
        yield Row(round_name(t, words, head, past), is_name=True)
        yield from map(Row, words.round_end(t, head, past.round))
        for place, _ in past.lines:
            yield Row(describe_at(t, words, head, session.replay, place), place=place)


@component
def Rows(session: Session, rows: tuple[Row, ...]) -> ft.Control:
    """Draw some rows of the past rounds."""
    return _one_below_the_other([_row(session, row) for row in rows])


def _one_below_the_other(rows: list[ft.Control]) -> ft.Control:
    return ft.Column(rows, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _row(session: Session, row: Row) -> ft.Control:
    if row.place is not None:
        return entry_row(session, row.text, partial(session.go, f"/line/{row.place}"))
    if not row.is_name:
        return chalk.words(row.text, 15, chalk.FAINT)
    name = ft.Container(chalk.strong(row.text, 18), padding=ft.Padding.only(top=2 * chalk.UNIT))
    return ft.Semantics(header=True, content=name)
