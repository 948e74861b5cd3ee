"""Bauerchen's part of the slate: two columns, M and D, big enough to read across a table.

Each part watches the slate for itself, so that a tap draws only what it changes.
"""

from functools import partial

import flet as ft

from scoring.bauerchen import Line, Pair
from scoring.game import Entry
from scoring.sheet import Head
from storage import Evening
from views import chalk
from views.bauerchen import words
from views.boundary import component
from views.desk import Desk, Turn, use_slate
from views.tongue import Tongue

SCORE, SHORT_SCORE = 96, 48
"""The size of the score's figures."""
TOKEN = 48
MOST_MUGS = 3
"""More steins than this are written as a number."""


@component
def Board(desk: Desk, t: Tongue, evening: Evening, short: bool, fills: bool) -> ft.Control:
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
            Score(desk, t, evening, short),
            ft.Container(scrolled, expand=True) if fills else lines,
        ],
    )
    middle = ft.Container(
        ft.Container(width=1, bgcolor=chalk.RULE),
        alignment=ft.Alignment.CENTER,
        left=0,
        right=0,
        top=chalk.UNIT,
        bottom=0,
    )
    return ft.Stack([middle, columns], expand=fills, clip_behavior=ft.ClipBehavior.HARD_EDGE)


def _halves(mine: ft.Control, yours: ft.Control) -> ft.Row:
    """Lay out both sides' controls, which expand, with the dead strip between them."""
    return ft.Row(
        [mine, ft.Container(width=chalk.DEAD_STRIP), yours],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


@component
def Names(desk: Desk, evening: Evening, short: bool) -> ft.Control:
    """Draw the sides' names; a house stands beside the one that is at home."""
    use_slate(desk)
    home = desk.home
    return ft.Container(
        _halves(*(_name(evening.head.sides[side].name, side, home) for side in (0, 1))),
        padding=ft.Padding.symmetric(vertical=0 if short else chalk.UNIT / 2),
    )


def _name(name: str, side: int, home: int) -> ft.Control:
    house = ft.Icon(
        ft.Icons.HOME_OUTLINED,
        size=20,
        color=chalk.SIDES[side] if side == home else ft.Colors.TRANSPARENT,
    )
    text = ft.Text(
        name,
        size=18,
        font_family=chalk.STRONG,
        color=chalk.SIDES[side],
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    balance = ft.Container(width=20)
    parts = [house, text, balance] if side == 0 else [balance, text, house]
    return ft.Row(
        [part if part is not text else ft.Container(text) for part in parts],
        expand=1,
        spacing=4,
        alignment=ft.MainAxisAlignment.CENTER,
    )


@component
def Signs(desk: Desk, t: Tongue, evening: Evening, short: bool) -> ft.Control:
    """Draw knoddels as circles to be filled and steins as mugs."""
    use_slate(desk)
    slate, rules = desk.slate, evening.replay.agreement.rules
    slots, height = rules.knoddels_per_stein, 20 if short else 28
    return DrawnSigns(t, evening.head, slate.knoddels, slate.steins, slots, height)


@component
def DrawnSigns(
    t: Tongue, head: Head, knoddels: Pair, steins: Pair, slots: int, height: int
) -> ft.Control:
    """Draw the signs; screen readers find knoddels on the one half and steins on the other."""
    shown = _halves(*(_side_signs(knoddels[side], slots, steins[side], height) for side in (0, 1)))
    texts: list[ft.Control] = [
        chalk.spoken(text, ft.Container(height=height), expand=1)
        for text in (
            words.pair(t, head, t("Knoddels"), knoddels),
            words.pair(t, head, t("Steins"), steins),
        )
    ]
    return ft.Stack([ft.Semantics(exclude_semantics=True, content=shown), ft.Row(texts, spacing=0)])


def _side_signs(knoddels: int, slots: int, steins: int, height: int) -> ft.Control:
    size = height / 2
    circles = [
        ft.Container(
            width=size,
            height=size,
            border_radius=size / 2,
            bgcolor=chalk.CHALK if slot < knoddels else None,
            border=ft.Border.all(1.5, chalk.CHALK if slot < knoddels else chalk.EDGE),
        )
        for slot in range(slots)
    ]
    mug = partial(ft.Icon, ft.Icons.SPORTS_BAR, size=height - 6, color=chalk.CHALK)
    mugs: list[ft.Control] = [mug() for _ in range(steins)]
    if steins > MOST_MUGS:
        mugs = [mug(), chalk.written(f"×{steins}", 20)]
    gap = [ft.Container(width=6)] if mugs else []
    return ft.Row(
        [*circles, *gap, *mugs],
        expand=1,
        height=height,
        spacing=6,
        alignment=ft.MainAxisAlignment.CENTER,
    )


@component
def Score(desk: Desk, t: Tongue, evening: Evening, short: bool) -> ft.Control:
    """Draw the running score."""
    use_slate(desk, Turn.FIRST)
    score = desk.slate.score
    figures: list[ft.Control] = [
        ft.Text(
            str(points),
            expand=1,
            font_family=chalk.FIGURES,
            color=chalk.CHALK,
            style=ft.TextStyle(size=SHORT_SCORE if short else SCORE, height=1.0),
            text_align=ft.TextAlign.CENTER,
        )
        for points in score
    ]
    return ft.Semantics(
        label=words.pair(t, evening.head, t("Score"), score),
        container=True,
        exclude_semantics=True,
        content=ft.Row(figures, spacing=chalk.DEAD_STRIP),
    )


@component
def Lines(desk: Desk, t: Tongue, evening: Evening) -> ft.Control:
    """Draw the running round: what was carried into it, and each line in its side's column."""
    use_slate(desk, Turn.NEXT)
    slate, entries = desk.slate, evening.replay.entries
    newest, columns = len(entries) - 1, []
    for side in (0, 1):
        tokens: list[ft.Control] = [
            Token(desk, t, evening.head, place, entries[place], line, place == newest)
            for place, line in slate.lines
            if line.side == side
        ]
        if slate.carried[side]:
            tokens.insert(0, Carried(t, slate.carried[side]))
        columns.append(
            ft.Row(
                tokens,
                expand=1,
                wrap=True,
                spacing=0,
                run_spacing=0,
                alignment=ft.MainAxisAlignment.CENTER,
            )
        )
    return _halves(*columns)


@component
def Token(
    desk: Desk, t: Tongue, head: Head, place: int, entry: Entry, line: Line, newest: bool
) -> ft.Control:
    """Draw what a line wrote, small, above the total it led to; the newest is underlined."""
    written = words.written_line(t, head, entry, line)
    color = chalk.CHALK if newest else chalk.FAINT
    underline = chalk.SIDES[line.side] if newest else ft.Colors.TRANSPARENT
    return chalk.tappable(
        t("Line {number}: {what}", number=place + 1, what=written),
        _stacked(
            chalk.words(f"+{line.points}", 13, chalk.FAINT), str(line.total[line.side]), color
        ),
        partial(desk.go, f"/line/{place}"),
        width=TOKEN,
        padding=ft.Padding.symmetric(vertical=1),
        alignment=ft.Alignment.CENTER,
        border=ft.Border(bottom=ft.BorderSide(2, underline)),
    )


@component
def Carried(t: Tongue, points: int) -> ft.Control:
    """Draw what the winner of the last round brought into this one."""
    arrow = ft.Icon(ft.Icons.SUBDIRECTORY_ARROW_RIGHT, size=17, color=chalk.FAINT)
    figure = _stacked(arrow, str(points), chalk.FAINT)
    return chalk.spoken(
        t("Carried over: {points}", points=points), ft.Container(figure, width=TOKEN)
    )


def _stacked(above: ft.Control, figure: str, color: ft.ColorValue) -> ft.Column:
    return ft.Column(
        [above, chalk.written(figure, 26, color)],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
