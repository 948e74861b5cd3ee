"""What is written on the slate: a column for each side, big enough to read across a table.

Two sides face each other, with what each has written in its own column. With more, every line
goes across all columns, as on a score pad. Each part watches the slate for itself, so that a tap
draws only what it changes.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import flet as ft

from scoring.rounds import newest_rounds
from storage import Evening
from views import chalk
from views.boundary import component
from views.desk import Desk, Screen, Turn, use_slate
from views.manner import Mark, Token, Tokens
from views.slate_words import MINUS, each, running_lines
from views.tongue import Tongue

FACING = 2
"""So many sides face each other."""
SCORE, SHORT_SCORE = 96, 48
"""The largest size of the score's figures."""
WIDEST_FIGURES = 1.6
"""How wide three figures are, in multiples of their size."""
TOKEN = 48
MOST_SIGNS = 3
"""More signs than this, such as steins, are written as a number."""
ICON = 20


@component
def Board(
    desk: Desk, t: Tongue, evening: Evening, screen: Screen, short: bool, fills: bool
) -> ft.Control:
    """Draw names, signs, score and the running round; smaller where height is ``short``.

    It ``fills`` the height it is given and scrolls its lines, or it is as high as it needs.
    """
    lines = Lines(desk, t, evening)
    scrolled = ft.Column(
        [lines],
        scroll=ft.ScrollMode.HIDDEN,
        auto_scroll=True,
        auto_scroll_animation=0,  # by default every tap keeps the phone drawing for a second
    )
    columns = ft.Column(
        spacing=0,
        expand=fills,
        controls=[
            Names(desk, evening, short),
            Signs(desk, t, evening, short),
            Score(desk, t, evening, screen, short),
            ft.Container(scrolled, expand=True) if fills else lines,
        ],
    )
    return ft.Stack(
        [_rules_between(len(evening.head.sides)), columns],
        expand=fills,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )


def _rules_between(sides: int) -> ft.Control:
    """Return the thin rules between the columns."""
    column, rule = ft.Container(expand=1), ft.Container(width=1, bgcolor=chalk.RULE)
    drawn: list[ft.Control] = [column]
    for _ in range(sides - 1):
        drawn += [rule, column]
    return ft.Container(
        ft.Row(drawn, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        left=0,
        right=0,
        top=chalk.UNIT,
        bottom=0,
    )


def across(columns: Sequence[ft.Control]) -> ft.Row:
    """Lay out each side's control, which expands; two sides have the dead strip between them."""
    return ft.Row(
        [*columns],
        spacing=_gap(len(columns)),
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def _gap(sides: int) -> int:
    return chalk.DEAD_STRIP if sides == FACING else 0


@component
def Names(desk: Desk, evening: Evening, short: bool) -> ft.Control:
    """Draw the sides' names; a sign stands beside the one that is at home, or deals."""
    use_slate(desk)
    head = evening.head
    mark = desk.manner.mark(evening.replay, desk.hand)
    name = _facing_name if len(head.sides) == FACING else _narrow_name
    return ft.Container(
        across([name(side.name, place, mark) for place, side in enumerate(head.sides)]),
        padding=ft.Padding.symmetric(vertical=0 if short else chalk.UNIT / 2),
    )


def _sign(side: int, mark: Mark | None, size: float, color: ft.ColorValue) -> ft.Control:
    marked = mark is not None and mark.side == side
    return ft.Icon(
        mark.icon if mark else ft.Icons.HOME_OUTLINED,
        size=size,
        color=color if marked else ft.Colors.TRANSPARENT,
    )


def _facing_name(name: str, side: int, mark: Mark | None) -> ft.Control:
    text = ft.Container(
        ft.Text(
            name,
            size=18,
            font_family=chalk.STRONG,
            color=chalk.SIDES[side],
            max_lines=1,
            overflow=ft.TextOverflow.ELLIPSIS,
        )
    )
    parts = [_sign(side, mark, ICON, chalk.SIDES[side]), text, ft.Container(width=ICON)]
    return ft.Row(
        parts if side == 0 else parts[::-1],
        expand=1,
        spacing=4,
        alignment=ft.MainAxisAlignment.CENTER,
    )


def _narrow_name(name: str, side: int, mark: Mark | None) -> ft.Control:
    text = ft.Text(
        name,
        size=14,
        font_family=chalk.STRONG,
        color=chalk.CHALK,
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
    )
    return ft.Column(
        [_sign(side, mark, 18, chalk.CHALK), text],
        expand=1,
        spacing=0,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


@component
def Signs(desk: Desk, t: Tongue, evening: Evening, short: bool) -> ft.Control:
    """Draw what the sides have won so far, in the game's own signs."""
    use_slate(desk)
    return desk.manner.signs(t, evening.head, evening.replay, 20 if short else 28)


def several(sign: Callable[[], ft.Control], number: int) -> list[ft.Control]:
    """Return so many signs; more than a few are written as a number."""
    if number > MOST_SIGNS:
        return [sign(), chalk.written(f"×{number}", 20)]
    return [sign() for _ in range(number)]


def signs(drawn: Sequence[Sequence[ft.Control]], said: Sequence[str], height: int) -> ft.Control:
    """Lay out each side's signs; screen readers find what is ``said``, one beside the other."""
    columns = [
        ft.Row([*side], expand=1, height=height, spacing=6, alignment=ft.MainAxisAlignment.CENTER)
        for side in drawn
    ]
    texts: list[ft.Control] = [
        chalk.spoken(text, ft.Container(height=height), expand=1) for text in said
    ]
    silent = ft.Semantics(exclude_semantics=True, content=across(columns))
    return ft.Stack([silent, ft.Row(texts, spacing=0)])


@component
def Score(desk: Desk, t: Tongue, evening: Evening, screen: Screen, short: bool) -> ft.Control:
    """Draw the running score."""
    use_slate(desk, Turn.FIRST)
    head, score, own = evening.head, evening.replay.state.score, desk.manner.figures
    largest = SHORT_SCORE if short else SCORE
    shown = own(t, head, evening.replay, largest) if own else _figures(score, largest, screen)
    return chalk.spoken(each(t, head, t("Score"), score), shown)


def _figures(score: Sequence[int], largest: int, screen: Screen) -> ft.Control:
    """Return the score in figures as large as the columns allow."""
    size: float = largest
    if len(score) > FACING:
        size = min(largest, screen.board / len(score) / WIDEST_FIGURES / screen.text_scale)
    figures: list[ft.Control] = [
        ft.Text(
            str(points).replace("-", MINUS),
            expand=1,
            font_family=chalk.FIGURES,
            color=chalk.CHALK,
            style=ft.TextStyle(size=size, height=1.0),
            text_align=ft.TextAlign.CENTER,
            no_wrap=True,
        )
        for points in score
    ]
    return ft.Row(figures, spacing=_gap(len(score)))


@component
def Lines(desk: Desk, t: Tongue, evening: Evening) -> ft.Control:
    """Draw the running round: what it began with, and its lines."""
    use_slate(desk, Turn.NEXT)
    if len(evening.head.sides) == FACING:
        return _facing_lines(desk, t, evening)
    return _linesacross(desk, t, evening)


def _facing_lines(desk: Desk, t: Tongue, evening: Evening) -> ft.Control:
    """Return each line in the columns of those for whom it wrote something."""
    manner, head = desk.manner, evening.head
    columns = list[list[ft.Control]]([[], []])
    for side, points in enumerate(manner.brought(evening.replay)):
        if points:
            columns[side].append(Carried(t, points))
    newest = len(evening.replay.entries) - 1
    for entry, (place, line) in running_lines(evening.replay):
        said = manner.words.written(t, head, entry, line)
        for side, token in enumerate(manner.tokens(line)):
            if token:
                drawn = FacingLine(desk, t, place, said, token, side, place == newest)
                columns[side].append(drawn)
    return across(
        [
            ft.Row(
                tokens,
                expand=1,
                wrap=True,
                spacing=0,
                run_spacing=0,
                alignment=ft.MainAxisAlignment.CENTER,
            )
            for tokens in columns
        ]
    )


@component
def FacingLine(
    desk: Desk, t: Tongue, place: int, said: str, token: Token, side: int, newest: bool
) -> ft.Control:
    """Draw what a line wrote for a side; the newest is underlined."""
    underline = chalk.SIDES[side] if newest else ft.Colors.TRANSPARENT
    return _line(desk, t, place, said, _stacked(token, newest), underline, width=TOKEN)


def _linesacross(desk: Desk, t: Tongue, evening: Evening) -> ft.Control:
    """Return each line across all columns; between two rounds, what the last one brought."""
    manner, head, replay = desk.manner, evening.head, evening.replay
    newest, drawn = len(replay.entries) - 1, list[ft.Control]()
    for entry, (place, line) in running_lines(replay):
        said, tokens = manner.words.written(t, head, entry, line), tuple(manner.tokens(line))
        drawn.append(LineAcross(desk, t, place, said, tokens, place == newest))
    if not drawn:
        last = next(newest_rounds(replay.states), None)
        brought = manner.words.round_end(t, head, last) if last else []
        drawn = [_brought(sentence) for sentence in brought]
    return ft.Column(drawn, spacing=0)


def _brought(sentence: str) -> ft.Control:
    return ft.Container(
        chalk.words(sentence, 15, chalk.FAINT, text_align=ft.TextAlign.CENTER),
        padding=ft.Padding.symmetric(horizontal=chalk.MARGIN, vertical=1),
        bgcolor=chalk.GROUND,  # the rules between the columns end above it
        alignment=ft.Alignment.CENTER,
    )


@component
def LineAcross(
    desk: Desk, t: Tongue, place: int, said: str, tokens: Tokens, newest: bool
) -> ft.Control:
    """Draw what a line wrote for each side; the newest is underlined."""
    draw = desk.manner.token or _stacked
    columns = [
        ft.Container(
            draw(token, newest) if token else None, expand=1, alignment=ft.Alignment.CENTER
        )
        for token in tokens
    ]
    underline = chalk.CHALK if newest else ft.Colors.TRANSPARENT
    return _line(desk, t, place, said, across(columns), underline)


def _line(
    desk: Desk,
    t: Tongue,
    place: int,
    said: str,
    shown: ft.Control,
    underline: ft.ColorValue,
    **more: Any,
) -> ft.Control:
    return chalk.tappable(
        t("Line {number}: {what}", number=place + 1, what=said),
        shown,
        partial(desk.go, f"/line/{place}"),
        padding=ft.Padding.symmetric(vertical=1),
        alignment=ft.Alignment.CENTER,
        border=ft.Border(bottom=ft.BorderSide(2, underline)),
        **more,
    )


@component
def Carried(t: Tongue, points: int) -> ft.Control:
    """Draw what the winner of the last round brought into this one."""
    arrow = ft.Icon(ft.Icons.SUBDIRECTORY_ARROW_RIGHT, size=17, color=chalk.FAINT)
    figure = _above(arrow, chalk.written(str(points), 26, chalk.FAINT))
    return chalk.spoken(
        t("Carried over: {points}", points=points), ft.Container(figure, width=TOKEN)
    )


def _stacked(token: Token, newest: bool) -> ft.Control:
    color = chalk.CHALK if newest else chalk.FAINT
    return _above(chalk.words(token.change, 13, chalk.FAINT), chalk.written(token.total, 26, color))


def _above(small: ft.Control, figure: ft.Control) -> ft.Column:
    return ft.Column(
        [small, figure],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
