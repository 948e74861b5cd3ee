"""Bauerchen's part of the slate: two columns, M and D, big enough to read across a table."""

from functools import partial

import flet as ft

from scoring.bauerchen import Pair, Slate, SlateLine
from scoring.sheet import Head
from views import chalk
from views.bauerchen import words
from views.boundary import component
from views.desk import Desk
from views.tongue import Tongue

TOKEN = 48
MOST_MUGS = 3
"""More steins than this are written as a number."""


@component
def Board(desk: Desk, t: Tongue, head: Head, slate: Slate, figure_size: int) -> ft.Control:
    """Draw names, signs, score and the running round's lines.

    ``figure_size`` is that of the score.
    """
    return ft.Column(
        spacing=0,
        expand=True,
        controls=[
            _halves(*(_name(head, side) for side in (0, 1))),
            _signs(t, desk, head, slate),
            _score(t, head, slate.score, figure_size),
            ft.Container(
                expand=True,
                alignment=ft.Alignment.TOP_CENTER,
                content=ft.Column(
                    scroll=ft.ScrollMode.AUTO,
                    auto_scroll=True,
                    controls=[_lines(t, desk, head, slate)],
                ),
            ),
        ],
    )


def _halves(mine: ft.Control, yours: ft.Control) -> ft.Control:
    return ft.Row(
        spacing=0,
        controls=[
            ft.Container(content=mine, expand=1, alignment=ft.Alignment.CENTER),
            ft.Container(width=chalk.DEAD_STRIP),
            ft.Container(content=yours, expand=1, alignment=ft.Alignment.CENTER),
        ],
    )


def _name(head: Head, side: int) -> ft.Control:
    return ft.Container(
        padding=ft.Padding.symmetric(vertical=chalk.UNIT / 2),
        content=ft.Text(
            head.sides[side].name,
            size=18,
            font_family=chalk.STRONG,
            color=chalk.SIDES[side],
            max_lines=1,
            overflow=ft.TextOverflow.ELLIPSIS,
        ),
    )


def _signs(t: Tongue, desk: Desk, head: Head, slate: Slate) -> ft.Control:
    """Draw knoddels as circles to be filled and steins as mugs."""
    slots = desk.replay.agreement.rules.knoddels_per_stein
    knoddels = words.pair(t, head, t("Knoddels"), slate.knoddels)
    steins = words.pair(t, head, t("Steins"), slate.steins)
    return ft.Stack(
        controls=[
            ft.Semantics(
                exclude_semantics=True,
                content=_halves(
                    _side_signs(slate.knoddels[0], slots, slate.steins[0]),
                    _side_signs(slate.knoddels[1], slots, slate.steins[1]),
                ),
            ),
            ft.Row(
                spacing=0,
                controls=[
                    chalk.spoken(knoddels, ft.Container(height=28, expand=True), expand=1),
                    chalk.spoken(steins, ft.Container(height=28, expand=True), expand=1),
                ],
            ),
        ],
    )


def _side_signs(knoddels: int, slots: int, steins: int) -> ft.Control:
    circles = [
        ft.Container(
            width=14,
            height=14,
            border_radius=7,
            bgcolor=chalk.CHALK if slot < knoddels else None,
            border=ft.Border.all(1.5, chalk.CHALK if slot < knoddels else chalk.EDGE),
        )
        for slot in range(slots)
    ]
    mug = partial(ft.Icon, ft.Icons.SPORTS_BAR, size=22, color=chalk.CHALK)
    mugs: list[ft.Control] = [mug() for _ in range(steins)]
    if steins > MOST_MUGS:
        mugs = [mug(), chalk.written(f"×{steins}", 20)]
    return ft.Container(
        height=28,
        content=ft.Row(
            alignment=ft.MainAxisAlignment.CENTER,
            spacing=6,
            controls=[*circles, ft.Container(width=6 if mugs else 0), *mugs],
        ),
    )


def _score(t: Tongue, head: Head, score: Pair, size: int) -> ft.Control:
    figures = [
        ft.Text(
            str(points),
            font_family=chalk.FIGURES,
            color=chalk.CHALK,
            style=ft.TextStyle(size=size, height=1.0),
            no_wrap=True,
        )
        for points in score
    ]
    return chalk.spoken(words.pair(t, head, t("Score"), score), _halves(*figures))


def _lines(t: Tongue, desk: Desk, head: Head, slate: Slate) -> ft.Control:
    columns = []
    for side in (0, 1):
        tokens = [
            _token(t, desk, head, slate, line) for line in slate.lines if line.line.side == side
        ]
        if slate.carried[side]:
            tokens.insert(0, _carried(t, slate.carried[side]))
        columns.append(
            ft.Row(
                tokens, wrap=True, spacing=0, run_spacing=0, alignment=ft.MainAxisAlignment.CENTER
            )
        )
    return _halves(*columns)


def _token(t: Tongue, desk: Desk, head: Head, slate: Slate, written: SlateLine) -> ft.Control:
    """Draw what a line wrote, small, above the total it led to; the newest is underlined."""
    place, line = written
    newest = slate.newest is not None and slate.newest.place == place
    entry = desk.replay.entries[place]
    return chalk.tappable(
        t("Line {number}: {what}", number=place + 1, what=words.written_line(t, head, entry, line)),
        ft.Column(
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            controls=[
                chalk.words(f"+{line.points}", 13, chalk.FAINT),
                chalk.written(
                    str(line.total[line.side]), 26, chalk.CHALK if newest else chalk.FAINT
                ),
            ],
        ),
        lambda: desk.go(f"/line/{place}"),
        width=TOKEN,
        padding=ft.Padding.symmetric(vertical=2),
        alignment=ft.Alignment.CENTER,
        border=ft.Border(
            bottom=ft.BorderSide(2, chalk.SIDES[line.side] if newest else ft.Colors.TRANSPARENT)
        ),
    )


def _carried(t: Tongue, points: int) -> ft.Control:
    return chalk.spoken(
        t("Carried over: {points}", points=points),
        ft.Container(
            width=TOKEN,
            content=ft.Column(
                spacing=0,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                controls=[
                    ft.Icon(ft.Icons.REDO, size=16, color=chalk.FAINT),
                    chalk.written(str(points), 26, chalk.FAINT),
                ],
            ),
        ),
    )
