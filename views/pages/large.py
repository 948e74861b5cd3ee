"""The large view, for a phone that leans against a glass: score, signs and who deals, no keys."""

from collections.abc import Callable
from dataclasses import replace
from math import ceil, pi
from typing import Any, Final, NamedTuple

import flet as ft

from scoring.game import Replay
from scoring.rounds import on_slate
from scoring.sheet import Head
from views.games.registry import view_of
from views.session.screen import Screen
from views.session.session import Session, use_awake, use_live_session
from views.text.names import brief_head
from views.text.phrases import figure, standing, who_is_on
from views.ui import chalk
from views.ui.boundary import page
from views.ui.game_view import GameView
from views.ui.layout import FACING, NAME_LETTER, lines_of
from views.ui.page_frame import zoomed
from views.ui.signs import side_signs

QUARTERS: Final = 4
WIDE: Final = 0.47
"""How wide a figure is, in multiples of its size."""
NARROWED: Final = 0.85
"""Figures are made narrower, so that they can be higher: as a sign painter would."""
HIGH: Final = 0.72
"""How high a figure is, in the same measure, with a little air."""
HEADING: Final = 48
"""How high name and signs are, above the figure of a side."""
SIGN: Final = 28
TOLD, LINE = 15, 22
"""How large the text of who deals is, and how high a line of it, in dp."""


class Grid(NamedTuple):
    """How the sides are placed: so many columns, and the size of the figures in them."""

    columns: int
    size: float


def grid(texts: list[str], width: float, height: float, scale: float) -> Grid:
    """Return the grid with the largest figures, at the usual text size, for a room in dp."""
    digits, sides = max(map(len, texts)), len(texts)

    def size(columns: int) -> float:
        rows = ceil(sides / columns)
        wide = (width / columns - 2 * chalk.UNIT) / (WIDE * NARROWED * (digits + 0.1))
        high = (height / rows - HEADING * scale) / HIGH
        return min(wide, high) / scale

    grids = (Grid(columns, size(columns)) for columns in range(1, sides + 1))
    return max(grids, key=lambda each: each.size)


@page
def LargePage() -> ft.View:
    """Draw the score as large as it can be, with a way back."""
    session = use_live_session()
    return large(session, _key(session.t("Back"), ft.Icons.ARROW_BACK, lambda: session.go("/")))


def large(session: Session, lead: ft.Control) -> ft.View:
    """Return the score as large as it can be; it turns for those who sit elsewhere.

    ``lead`` is at the top, before who deals. For use in a component.
    """
    use_awake(session)
    turned, turn = ft.use_state(0)
    screen = session.screen
    width, height = screen.width, screen.height
    if turned % 2:
        width, height = height, width
    upright = ft.Container(
        _view(session, replace(screen, width=width, height=height), lead, lambda: turn(turned + 1)),
        width=width,
        height=height,
        left=(screen.width - width) / 2,
        top=(screen.height - height) / 2,
        rotate=ft.Rotate(turned % QUARTERS * pi / 2),
    )
    return zoomed(screen, ft.Stack([upright], width=screen.width, height=screen.height))


def _view(
    session: Session, screen: Screen, lead: ft.Control, turn: Callable[[], None]
) -> ft.Control:
    """Return the view for a room of that size."""
    t, view, head, replay = session.t, view_of(session.opened), session.head, session.replay
    corrected = view.corrected(session.draft)
    shown, said = who_is_on(t, session.words, head, replay, corrected)
    high = _top_height(shown, screen)
    top = ft.Row(
        [
            lead,
            chalk.spoken(
                said, chalk.words(shown, TOLD, text_align=ft.TextAlign.CENTER), expand=True
            ),
            _key(t("Turn the view"), ft.Icons.ROTATE_90_DEGREES_CW_OUTLINED, turn),
        ],
        height=high,
        spacing=0,
    )
    room = screen.height - high - chalk.UNIT
    score = on_slate(replay.states).score
    columns, size = grid([*map(figure, score)], screen.width, room, screen.text_scale)
    sides = [_side(view, head, replay, side, size, screen.text_scale) for side in range(len(score))]
    rows = [sides[first : first + columns] for first in range(0, len(sides), columns)]
    said_score = ", ".join(standing(t, session.words, head, replay.state))
    filled = [
        ft.Row([*row, *(ft.Container(expand=1) for _ in range(columns - len(row)))], spacing=0)
        for row in rows
    ]
    spread = ft.Column(
        [*filled], spacing=0, alignment=ft.MainAxisAlignment.SPACE_EVENLY, height=room
    )
    return ft.Column([top, chalk.spoken(said_score, spread)], spacing=0)


def _top_height(shown: str, screen: Screen) -> float:
    """Return how high the top is: as its keys, or as the text between them if that is higher."""
    room = (screen.width - 2 * chalk.SCORING_TOUCH) / (TOLD * NAME_LETTER * screen.text_scale)
    least = chalk.SCORING_TOUCH * max(1, screen.text_scale)
    return max(least, lines_of(shown, room) * LINE * screen.text_scale)


def _side(
    view: GameView, head: Head, replay: Replay[Any, Any], side: int, size: float, scale: float
) -> ft.Control:
    """Return what a side has: its name, its signs, and its score."""
    shown = on_slate(replay.states)
    facing = len(head.sides) == FACING
    signs = [sign for kind in view.signs(replay, SIGN) for sign in side_signs(kind, side)]
    name = ft.Text(
        brief_head(head).sides[side].name,
        size=20,
        font_family=chalk.STRONG,
        color=chalk.SIDES[side] if facing else chalk.CHALK,
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    score = ft.Text(
        figure(shown.score[side]),
        font_family=chalk.FIGURES,
        color=chalk.FAINT if shown.ended else chalk.CHALK,
        style=ft.TextStyle(size=NARROWED * size, height=HIGH),
        no_wrap=True,
    )
    heading = ft.Row(
        [name, *signs],
        spacing=6,
        alignment=ft.MainAxisAlignment.CENTER,
        height=HEADING * scale,
    )
    return ft.Column(
        [
            ft.Container(heading, clip_behavior=ft.ClipBehavior.HARD_EDGE),
            ft.Container(
                ft.Container(score, scale=ft.Scale(scale_x=1, scale_y=1 / NARROWED)),
                height=HIGH * size * scale,
                alignment=ft.Alignment.CENTER,
            ),
        ],
        expand=1,
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _key(name: str, icon: ft.IconData, tap: Callable[[], None]) -> ft.Control:
    return chalk.sign_key(name, icon, tap, height=chalk.SCORING_TOUCH)
