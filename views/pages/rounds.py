"""The finished rounds as the slate showed them, the newest first."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import flet as ft

from scoring.corrections import WrittenLine, with_corrections
from scoring.game import Replay
from scoring.rounds import PastRound, past_rounds
from scoring.sheet import Head
from views.games.registry import view_of
from views.session.screen import Screen
from views.session.session import Session, use_live_session
from views.text.phrases import figure, round_brought, round_name, standing
from views.text.translator import Translator
from views.ui import chalk
from views.ui.board import LineAcross, facing_lines, rules_between
from views.ui.boundary import component, page
from views.ui.game_view import GameView, Won
from views.ui.layout import FACING, NAME_LINES, SHORT_SCORE, SHORT_SIGNS, board_names, figure_size
from views.ui.page_frame import framed, key
from views.ui.signs import DrawnSigns, across

LINES_AT_ONCE = 12
"""Rounds of about so many lines are drawn in one step: as many as can be read at once."""
NAME = 15
"""The largest size of a side's name."""


class Finished(NamedTuple):
    """A finished round as it is drawn.

    ``name`` is the round with its score as it is read aloud, ``title`` what the slate called it.
    ``carried`` is what it began with. ``won`` is what the sides had won after it, ``standing`` the
    same in words. ``brought`` has a sentence for each thing that it brought.
    """

    name: str
    title: str
    score: tuple[int, ...]
    carried: tuple[int, ...]
    won: tuple[Won, ...]
    standing: tuple[str, ...]
    lines: tuple[WrittenLine, ...]
    brought: tuple[str, ...]


@page
def RoundsPage() -> ft.View:
    """Draw the finished rounds: at first as many as a screen can show.

    More are drawn each time the device has shown those before, so that taps are handled in between.
    """
    session = use_live_session()
    t, title = session.t, session.t(session.words.ROUNDS)
    drawn, set_drawn = ft.use_state(LINES_AT_ONCE)
    past = past_rounds(session.replay.states)
    shown = [*_newest_first(session, past, drawn)]

    async def draw_more() -> None:
        if len(shown) < len(past):
            await session.until_shown()
            set_drawn(drawn + LINES_AT_ONCE)

    ft.use_effect(draw_more, dependencies=[drawn], cleanup=lambda: None)  # the cleanup cancels it
    view, head, screen = view_of(session.opened), session.head, session.screen
    rounds = [FinishedRound(session, view, t, head, screen, each) for each in shown]
    nothing = chalk.words(t("Nothing finished yet."), 16, chalk.FAINT)
    to_course = key(session, t("Course"), partial(session.go, "/course"))
    return framed(session, title, [to_course, *(rounds or [nothing])])


def _newest_first(
    session: Session, past: list[PastRound[Any]], at_least: int
) -> Iterator[Finished]:
    """Yield the newest rounds, until they have so many lines."""
    lines = 0
    for each_round in reversed(past):
        if lines >= at_least:
            return
        lines += 1 + len(each_round.lines)
        yield _finished(session, each_round)


def _finished(session: Session, past: PastRound[Any]) -> Finished:
    t, words, head, replay = session.t, session.words, session.head, session.replay
    view, name = view_of(session.opened), round_name(t, words, head, past)
    title, before, after = name, replay, replay
    if past.lines:
        before = _up_to(replay, past.lines[0].place)
        after = _up_to(replay, past.lines[-1].place + 1)
        title = words.running_round(t, replay.agreement.rules, before.state)
    return Finished(
        name,
        title,
        tuple(past.round.score),
        tuple(view.brought(before.state)) if past.lines else (),
        tuple(view.won(after.agreement.rules, after.state, SHORT_SIGNS)),
        tuple(standing(t, words, head, after.state)[1:]),
        tuple(with_corrections(session.opened.journal, replay, past.lines, is_over=True)),
        tuple(round_brought(t, words, head, past.round)),
    )


def _up_to(replay: Replay[Any, Any], entries: int) -> Replay[Any, Any]:
    """Return the sheet as it was after so many entries."""
    return replace(replay, entries=replay.entries[:entries], states=replay.states[: entries + 1])


@component
def FinishedRound(
    session: Session, view: GameView, t: Translator, head: Head, screen: Screen, past: Finished
) -> ft.Control:
    """Draw a finished round in the columns of the slate."""
    columns = ft.Column(
        [
            _names(head, screen),
            _score(past.score, screen),
            DrawnSigns(past.won, past.standing, SHORT_SIGNS, False),
            _lines(session, view, t, head, screen, past),
        ],
        spacing=0,
    )
    title = ft.Semantics(
        header=True,
        label=past.name,
        container=True,
        exclude_semantics=True,
        content=ft.Container(
            chalk.strong(past.title, 18),
            padding=ft.Padding.only(top=2 * chalk.UNIT),
            alignment=ft.Alignment.CENTER,
        ),
    )
    brought = [
        chalk.words(sentence, 15, chalk.FAINT, text_align=ft.TextAlign.CENTER)
        for sentence in past.brought
    ]
    return ft.Container(
        ft.Column(
            [title, ft.Stack([rules_between(len(head.sides)), columns]), *brought],
            spacing=2,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        padding=ft.Padding.only(bottom=2 * chalk.UNIT),
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
    )


def _names(head: Head, screen: Screen) -> ft.Control:
    colors = chalk.SIDES if len(head.sides) == FACING else [chalk.FAINT] * len(head.sides)
    size = min(NAME, board_names(head, screen).size)
    return across(
        [
            ft.Text(
                side.name,
                size=size,
                color=color,
                expand=1,
                max_lines=NAME_LINES,
                overflow=ft.TextOverflow.ELLIPSIS,
                text_align=ft.TextAlign.CENTER,
            )
            for side, color in zip(head.sides, colors, strict=True)
        ]
    )


def _score(score: tuple[int, ...], screen: Screen) -> ft.Control:
    """Return the score at the end; it is read aloud with the name of the round."""
    texts = [*map(figure, score)]
    size = figure_size(SHORT_SCORE, texts, len(texts), screen)
    figures = [
        ft.Container(chalk.figures(text, size), expand=1, alignment=ft.Alignment.CENTER)
        for text in texts
    ]
    return ft.Semantics(exclude_semantics=True, content=across(figures))


def _lines(
    session: Session, view: GameView, t: Translator, head: Head, screen: Screen, past: Finished
) -> ft.Control:
    if len(head.sides) != FACING:
        lines = [
            LineAcross(session, view, t, head, written, False, screen) for written in past.lines
        ]
        return ft.Column(lines, spacing=0)
    columns = facing_lines(session, view, t, head, past.carried, past.lines)
    return across([ft.Container(column, expand=1) for column in columns])
