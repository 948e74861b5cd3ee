"""Signs of what was won, scores in crosses, and what a line wrote: all drawn here, for any game."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import flet as ft

from views.ui import chalk
from views.ui.boundary import component
from views.ui.game_view import STROKE, Crosses, Token, Won
from views.ui.layout import FACING
from views.ui.strokes import bundles, tally

CROSS: Final = 0.55
"""How large a cross is beside the score's figures."""
TOTAL: Final = 26
"""The largest size of what a line led to."""
STROKE_OF_LINE: Final = 19
"""How high a stroke is that a line wrote, in dp."""
LONE: Final = 45
"""How high it is where nothing stands above it, so that it can be tapped, in dp."""
_CENTER: Final = ft.MainAxisAlignment.CENTER


def across(columns: Sequence[ft.Control]) -> ft.Row:
    """Lay out each side's control, which expands; two sides have the dead strip between them."""
    return ft.Row(
        [*columns],
        spacing=gap(len(columns)),
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def gap(sides: int) -> int:
    """Return what is free between the columns of so many sides."""
    return chalk.DEAD_STRIP if sides == FACING else 0


@component
def DrawnSigns(won: tuple[Won, ...], said: tuple[str, ...], height: int) -> ft.Control:
    """Draw what the sides have won; screen readers find what is ``said``, one beside the other."""
    sides = range(len(won[0].number))
    drawn = [[sign for kind in won for sign in side_signs(kind, side)] for side in sides]
    if any(kind.sign == STROKE for kind in won):
        return chalk.spoken(", ".join(said), across([*map(_wrapped, drawn)]))
    columns = [
        ft.Row(side, expand=1, height=height, spacing=6, alignment=_CENTER) for side in drawn
    ]
    texts: list[ft.Control] = [
        chalk.spoken(text, ft.Container(height=height), expand=1) for text in said
    ]
    silent = ft.Semantics(exclude_semantics=True, content=across(columns))
    return ft.Stack([silent, ft.Row(texts, spacing=0)])


def _wrapped(signs: list[ft.Control]) -> ft.Control:
    return ft.Row(
        signs,
        expand=1,
        wrap=True,
        spacing=6,
        run_spacing=4,
        alignment=_CENTER,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def side_signs(kind: Won, side: int) -> list[ft.Control]:
    """Return the signs of one kind that a side has won."""
    number = kind.number[side]
    if kind.sign == STROKE:
        return _strokes(kind, number)
    if kind.slots:
        return [_circle(kind.size, is_filled=slot < number) for slot in range(kind.slots)]
    sign = _sign(kind)
    if number > kind.most:
        return [sign(), chalk.figures(f"×{number}", kind.figure)]
    return [sign() for _ in range(number)]


def _strokes(kind: Won, number: int) -> list[ft.Control]:
    """Return strokes beside their number; too many are one stroke, and how often it counts."""
    if number > kind.most:
        return [*bundles(1, kind.size), _number(f"×{number}", kind.figure)]
    return [_number(str(number), kind.figure), *bundles(number, kind.size)]


def _number(text: str, size: float) -> ft.Control:
    style = ft.TextStyle(size=size, height=1.0)
    return ft.Text(text, font_family=chalk.FIGURES, color=chalk.CHALK, style=style)


def _circle(size: float, *, is_filled: bool) -> ft.Control:
    return ft.Container(
        width=size,
        height=size,
        border_radius=size / 2,
        bgcolor=chalk.CHALK if is_filled else None,
        border=ft.Border.all(1.5, chalk.CHALK if is_filled else chalk.EDGE),
    )


def _sign(kind: Won) -> Callable[[], ft.Control]:
    size = kind.size
    if isinstance(kind.sign, str):
        return partial(
            ft.Container, width=size, height=size, border_radius=size, bgcolor=chalk.CHALK
        )
    return partial(ft.Icon, kind.sign, size=size, color=chalk.CHALK)


def drawn_crosses(
    score: Sequence[int], crosses: Sequence[Crosses | None], largest: int
) -> ft.Control:
    """Draw a score in crosses: those that are left, those that were wiped away, and how many."""
    return across([_side_crosses(*side, largest) for side in zip(score, crosses, strict=True)])


def _side_crosses(left: int, crosses: Crosses | None, largest: int) -> ft.Control:
    if crosses is None:
        drawn: list[ft.Control] = [chalk.figures(str(left), largest)]
    else:
        size = largest * CROSS
        colors = ((crosses.left, chalk.CHALK), (crosses.wiped, chalk.RULE))
        row: list[ft.Control] = [
            chalk.figures(cross, size, color) for text, color in colors for cross in text
        ]
        wrapped = ft.Row(row, wrap=True, spacing=2, run_spacing=0, alignment=_CENTER)
        drawn = [wrapped, chalk.figures(str(left), size)]
    return ft.Column(drawn, expand=1, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def drawn_token(token: Token, *, is_newest: bool, size: float = TOTAL) -> ft.Control:
    """Draw what a line wrote for a side: strokes, or a figure with the change above it."""
    color = chalk.CHALK if is_newest else chalk.FAINT
    if token.strokes:
        return _alone(tally(token.strokes, STROKE_OF_LINE, color))
    total = chalk.figures(token.total, size, color)
    if not token.change:
        return _alone(total)
    return above(chalk.words(token.change, size / 2, chalk.FAINT), total)


def _alone(shown: ft.Control) -> ft.Control:
    return ft.Row([ft.Container(width=0, height=LONE), shown], spacing=0, alignment=_CENTER)


def above(small: ft.Control, figure: ft.Control) -> ft.Column:
    """Lay out something small above a figure."""
    return ft.Column(
        [small, figure],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
