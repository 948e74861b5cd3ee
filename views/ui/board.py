"""What is written on the slate: a column for each side, big enough to read across a table.

Two sides face each other, with what each has written in its own column. With more, every line
goes across all columns, as on a score pad. Each part watches the slate for itself, so that a tap
draws only what it changes.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, cast

import flet as ft

from scoring.corrections import WrittenLine, slate_lines
from scoring.rounds import on_slate
from scoring.sheet import Head
from storage import Evening
from views.session.redraw import DrawPhase
from views.session.screen import Screen
from views.session.session import Session, use_slate
from views.text.names import shown_head
from views.text.phrases import each, figure, standing
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component
from views.ui.game_view import GameView, Mark, Token
from views.ui.layout import (
    BESIDE_NAME,
    COLUMN_GAP,
    FACING,
    ICON,
    LINE,
    NAME_LINES,
    SHORT_SIGNS,
    SIGNS,
    TOKEN,
    board_names,
    figure_size,
)
from views.ui.signs import (
    TOTAL,
    DrawnSigns,
    above,
    across,
    drawn_crosses,
    drawn_token,
    gap,
    low_figure,
)


@component
def Board(
    session: Session,
    view: GameView,
    t: Translator,
    evening: Evening,
    screen: Screen,
    short: bool,
    fills: bool,
) -> ft.Control:
    """Draw names, signs, score and the running round; smaller where height is ``short``.

    It ``fills`` the height it is given and scrolls its lines, or it is as high as it needs.
    """
    lines = chalk.drawn_apart(Lines(session, view, t, evening, screen, fills))
    columns = ft.Column(
        spacing=0,
        expand=fills,
        controls=[
            Names(session, view, evening, screen, short),
            Signs(session, view, t, evening, short),
            Score(session, view, t, evening, screen),
            ft.Container(lines, expand=True) if fills else lines,
        ],
    )
    return ft.Stack(
        [rules_between(len(evening.head.sides)), columns],
        expand=fills,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )


def _to_the_newest(lines: ft.Control) -> ft.Control:
    """Return lines that are scrolled to the end."""
    return ft.Column(
        [lines],
        expand=1,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        scroll=ft.ScrollMode.HIDDEN,
        auto_scroll=True,
        auto_scroll_animation=0,  # by default every tap keeps the phone drawing for a second
    )


def rules_between(sides: int) -> ft.Control:
    """Return the thin rules between the columns."""
    drawn: list[ft.Control] = [ft.Container(expand=1)]
    for _ in range(sides - 1):
        drawn += [ft.Container(width=1, bgcolor=chalk.RULE), ft.Container(expand=1)]
    return ft.Container(
        ft.Row(drawn, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        left=0,
        right=0,
        top=chalk.UNIT,
        bottom=0,
    )


@component
def Names(
    session: Session, view: GameView, evening: Evening, screen: Screen, short: bool
) -> ft.Control:
    """Draw the sides' names; a sign stands beside the one that is at home, or deals."""
    use_slate(session)
    head = shown_head(evening.head)
    mark = view.mark(evening.replay, session.draft_of(evening))
    fit = board_names(head, screen)
    draw = _facing_name if len(head.sides) == FACING else _narrow_name
    names = [draw(name, place, mark, fit.size) for place, name in enumerate(fit.names)]
    return ft.Container(
        across(names),
        padding=ft.Padding.symmetric(vertical=0 if short else chalk.UNIT / 2),
    )


def _sign(side: int, mark: Mark | None, size: float, color: ft.ColorValue) -> ft.Control:
    marked = mark is not None and mark.side == side
    return ft.Icon(
        mark.icon if mark else ft.Icons.HOME_OUTLINED,
        size=size,
        color=color if marked else ft.Colors.TRANSPARENT,
    )


def _facing_name(name: str, side: int, mark: Mark | None, size: float) -> ft.Control:
    text = ft.Text(
        name,
        size=size,
        font_family=chalk.STRONG,
        color=chalk.SIDES[side],
        max_lines=NAME_LINES,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
        expand=True,
        expand_loose=True,
    )
    parts = [_sign(side, mark, ICON, chalk.SIDES[side]), text, ft.Container(width=ICON)]
    row = ft.Row(
        parts if side == 0 else parts[::-1],
        spacing=BESIDE_NAME,
        alignment=ft.MainAxisAlignment.CENTER,
    )
    return ft.Container(row, expand=1, padding=ft.Padding.symmetric(horizontal=BESIDE_NAME))


def _narrow_name(name: str, side: int, mark: Mark | None, size: float) -> ft.Control:
    text = ft.Text(
        name,
        size=size,
        font_family=chalk.STRONG,
        color=chalk.CHALK,
        max_lines=NAME_LINES,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
    )
    column = ft.Column(
        [_sign(side, mark, 18, chalk.CHALK), text],
        spacing=0,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return ft.Container(column, expand=1, padding=ft.Padding.symmetric(horizontal=COLUMN_GAP / 2))


@component
def Signs(
    session: Session, view: GameView, t: Translator, evening: Evening, short: bool
) -> ft.Control:
    """Draw what the sides have won so far, in the game's own signs."""
    use_slate(session)
    head = shown_head(evening.head)
    height = SHORT_SIGNS if short else SIGNS
    _, *said = standing(t, view.words, head, evening.replay.state)
    won, written = view.signs(evening.replay, height), len(evening.replay.entries)
    seen = ft.use_ref(written)

    def see() -> None:
        seen.current = written

    ft.use_effect(see, [written], cleanup=lambda: None)
    is_new = written > (seen.current or 0)
    return DrawnSigns(tuple(won), tuple(said), height, is_new)


@component
def Score(
    session: Session, view: GameView, t: Translator, evening: Evening, screen: Screen
) -> ft.Control:
    """Draw the running score, or what the finished round came to; read aloud is the running one."""
    use_slate(session, DrawPhase.FIRST)
    head, replay = shown_head(evening.head), evening.replay
    written = on_slate(replay.states)
    color = chalk.FAINT if written.ended else chalk.CHALK
    lines = slate_lines(evening.journal, replay)
    size = view.score_size(replay, lines, head, screen)
    crosses = view.crosses(replay.agreement.rules, written.score) if view.crosses else None
    if crosses:
        shown = drawn_crosses(written.score, crosses, size, color)
    else:
        shown = _figures(written.score, size, color)
    return chalk.spoken(each(t, head, t("Score"), replay.state.score), shown)


def _figures(score: Sequence[int], size: float, color: ft.ColorValue) -> ft.Control:
    """Return the score in figures of that size; for use in a component.

    What has not changed is the control that is there: then Flet need not compare it. That is only
    for controls in a list that nobody can tap: of others Flet would forget the parent.
    """
    figures = [
        ft.use_memo(partial(_figure, points, size, color), [points, size, color])
        for points in score
    ]
    return ft.Row(figures, spacing=gap(len(score)))


def _figure(points: int, size: float, color: ft.ColorValue) -> ft.Control:
    return ft.Text(
        figure(points),
        expand=1,
        font_family=chalk.FIGURES,
        color=color,
        style=ft.TextStyle(size=size, height=1.0),
        text_align=ft.TextAlign.CENTER,
        no_wrap=True,
    )


@component
def Lines(
    session: Session,
    view: GameView,
    t: Translator,
    evening: Evening,
    screen: Screen,
    all_in_sight: bool,
) -> ft.Control:
    """Draw what the round began with, its lines, and its end if the next has no line yet.

    Every line would push the pad further down where height is scarce; unless there is room for
    ``all_in_sight``, it is the newest, or the round's end, and its place is there before it. Where
    the end leaves no room for a line, it stands in the place of all.
    """
    use_slate(session, DrawPhase.NEXT)
    least, end = LINE * screen.text_scale, _end(view, t, evening)
    shows_lines = view.shows_lines(evening.replay, shown_head(evening.head), screen)
    if end and not (all_in_sight and shows_lines):
        return ft.Container(ft.Column(end, spacing=0, scroll=ft.ScrollMode.HIDDEN), height=least)
    if len(evening.head.sides) == FACING:
        columns = _facing_lines(session, view, t, evening)
        drawn = across([_to_the_newest(column) for column in columns])
    else:
        lines = _lines_across(session, view, t, evening, screen)
        drawn, end = ft.Row([_to_the_newest(ft.Column([*lines, *end], spacing=0))]), []
    if not all_in_sight:
        return ft.Container(drawn, height=least)
    return ft.Column([ft.Container(drawn, expand=True), *end], spacing=0) if end else drawn


def _facing_lines(
    session: Session, view: GameView, t: Translator, evening: Evening
) -> Sequence[ft.Control]:
    """Return the lines of each side, in its column."""
    head, replay = shown_head(evening.head), evening.replay
    brought = view.brought(on_slate(replay.states).begun_with)
    lines = slate_lines(evening.journal, replay)
    return facing_lines(session, view, t, head, brought, lines, len(replay.entries) - 1)


def facing_lines(
    session: Session,
    view: GameView,
    t: Translator,
    head: Head,
    brought: Sequence[int],
    lines: Sequence[WrittenLine],
    newest: int | None = None,
) -> Sequence[ft.Control]:
    """Return by side what a round began with, and its lines; ``newest`` is a line's place."""
    columns = list[list[ft.Control]]([[], []])
    for side, points in enumerate(brought):
        if points:
            columns[side].append(Carried(t, points))
    for written in lines:
        is_newest = written.stands_at(newest)
        for side, token in enumerate(view.tokens_of(written)):
            if token:
                columns[side].append(FacingLine(session, view, t, head, written, side, is_newest))
    return [
        ft.Row(
            tokens,
            wrap=True,
            spacing=0,
            run_spacing=0,
            alignment=ft.MainAxisAlignment.CENTER,
        )
        for tokens in columns
    ]


@component
def FacingLine(
    session: Session,
    view: GameView,
    t: Translator,
    head: Head,
    written: WrittenLine,
    side: int,
    newest: bool,
) -> ft.Control:
    """Draw what a line wrote for a side; the newest is underlined."""
    token = view.tokens_of(written)[side]
    shown = drawn_token(cast("Token", token), is_newest=newest)
    underline = chalk.SIDES[side] if newest else ft.Colors.TRANSPARENT
    return _line(session, view, t, head, written, shown, underline, width=TOKEN)


def _lines_across(
    session: Session, view: GameView, t: Translator, evening: Evening, screen: Screen
) -> list[ft.Control]:
    """Return each line across all columns."""
    head, replay = shown_head(evening.head), evening.replay
    newest = len(replay.entries) - 1
    return [
        LineAcross(session, view, t, head, written, written.stands_at(newest), screen)
        for written in slate_lines(evening.journal, replay)
    ]


def _end(view: GameView, t: Translator, evening: Evening) -> list[ft.Control]:
    """Return the sentences of a finished round, to be read until the next one begins."""
    return [
        ft.Container(
            chalk.words(sentence, 15, text_align=ft.TextAlign.CENTER),
            padding=ft.Padding.symmetric(horizontal=chalk.MARGIN, vertical=1),
            bgcolor=chalk.GROUND,  # the rules between the columns end above it
            alignment=ft.Alignment.CENTER,
        )
        for sentence in view.end(t, shown_head(evening.head), evening.replay)
    ]


@component
def LineAcross(
    session: Session,
    view: GameView,
    t: Translator,
    head: Head,
    written: WrittenLine,
    newest: bool,
    screen: Screen,
) -> ft.Control:
    """Draw what a line wrote for each side; the newest is underlined."""
    tokens = view.tokens_of(written)
    texts = [token.total for token in tokens if token]
    size = figure_size(TOTAL, texts, len(tokens), screen)
    columns = [
        ft.Container(
            drawn_token(token, is_newest=newest, size=size) if token else None,
            expand=1,
            alignment=ft.Alignment.CENTER,
        )
        for token in tokens
    ]
    underline = chalk.CHALK if newest else ft.Colors.TRANSPARENT
    return _line(session, view, t, head, written, across(columns), underline)


def _line(
    session: Session,
    view: GameView,
    t: Translator,
    head: Head,
    written: WrittenLine,
    shown: ft.Control,
    underline: ft.ColorValue,
    **more: Any,
) -> ft.Control:
    """Return a line that leads to its page."""
    what = view.words.describe(t, head, written.entry, written.line)
    number, route = written.place + 1, f"/line/{written.place}"
    if written.struck is not None:
        said, route = t("Deleted: {what}", what=what), f"/struck/{written.struck}"
    elif written.was is not None:
        said = t("Line {number}: {what}, changed", number=number, what=what)
    else:
        said = t("Line {number}: {what}", number=number, what=what)
    return chalk.tappable(
        said,
        shown,
        partial(session.go, route),
        padding=ft.Padding.symmetric(vertical=1),
        alignment=ft.Alignment.CENTER,
        border=ft.Border(bottom=ft.BorderSide(2, underline)),
        **more,
    )


@component
def Carried(t: Translator, points: int) -> ft.Control:
    """Draw what the winner of the last round brought into this one."""
    arrow = ft.Icon(ft.Icons.SUBDIRECTORY_ARROW_RIGHT, size=17, color=chalk.FAINT)
    figure = above(arrow, low_figure(str(points), TOTAL, chalk.FAINT))
    return chalk.spoken(
        t("Carried over: {points}", points=points), ft.Container(figure, width=TOKEN)
    )
