"""Signs of what was won, scores in crosses, and what a line wrote: all drawn here, for any game."""

import asyncio
from collections.abc import Sequence
from typing import Final

import flet as ft

from views.ui import chalk
from views.ui.boundary import component
from views.ui.game_view import STROKE, Crosses, Token, Won
from views.ui.layout import CROSS, CROSS_GAP, FACING, FIGURE_LEADING
from views.ui.strokes import bundles, tally

TOTAL: Final = 26
"""The largest size of what a line led to."""
STROKE_OF_LINE: Final = 19
"""How high a stroke is that a line wrote, in dp."""
LEAST: Final = 45
"""How high what a line wrote is at least, so that it can be tapped, in dp."""
BESIDE_STRUCK: Final = 3
"""What is free between a struck-out change and the present one."""
LANDING: Final = ft.Animation(300, ft.AnimationCurve.EASE_OUT)
"""How a sign lands that was just won; Flutter leaves it out where motion is not wanted."""
LANDS_FROM: Final = 3.0
"""How large the sign is when it begins to land, beside its size on the slate."""
SEEN: Final = 0.05
"""How long it stays so large, in seconds: the device has to draw it before it can move."""
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
def DrawnSigns(
    won: tuple[Won, ...], said: tuple[str, ...], height: int, is_new: bool
) -> ft.Control:
    """Draw what the sides have won; screen readers find what is ``said``, one beside the other.

    What was just won lands if it ``is_new`` here.
    """
    sides = range(len(won[0].number))
    landing = chalk.SIDES if len(sides) == FACING else chalk.SIDES[:1] * len(sides)
    drawn = [
        [sign for kind in won for sign in side_signs(kind, side, landing[side], is_new=is_new)]
        for side in sides
    ]
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


def side_signs(
    kind: Won, side: int, landing: ft.ColorValue = chalk.CHALK, *, is_new: bool = False
) -> list[ft.Control]:
    """Return the signs of one kind that a side has won; those just won are ``landing``."""
    number = kind.number[side]
    landed = kind.landing[side] if kind.landing else 0
    of_figure = landing if landed else chalk.CHALK
    if kind.sign == STROKE:
        return _strokes(kind, number, of_figure, landed=bool(landed), is_new=is_new)
    if number > kind.most and not kind.slots:
        times = chalk.figures(f"×{number}", kind.figure, of_figure)
        return [_sign(kind), Landing(times, is_new) if landed else times]
    signs = [_sign(kind) for _ in range(number - landed)]
    signs += [Landing(_sign(kind, landing), is_new) for _ in range(landed)]
    return [*signs, *(_circle(kind.size) for _ in range(number, kind.slots))]


def _strokes(
    kind: Won, number: int, color: ft.ColorValue, *, landed: bool, is_new: bool
) -> list[ft.Control]:
    """Return strokes beside their number; too many are one stroke, and how often it counts."""
    are_few = number <= kind.most
    figure = _number(str(number) if are_few else f"×{number}", kind.figure, color)
    shown = Landing(figure, is_new) if landed else figure
    return [shown, *bundles(number, kind.size)] if are_few else [*bundles(1, kind.size), shown]


@component
def Landing(sign: ft.Control, is_new: bool) -> ft.Control:
    """Draw a sign that lands on the slate, once, if it ``is_new`` when it is first drawn."""
    is_up, set_up = ft.use_state(is_new)

    async def land() -> None:
        await asyncio.sleep(SEEN)
        set_up(False)

    ft.use_effect(land, [], cleanup=lambda: None)
    return ft.Container(
        sign,
        scale=LANDS_FROM if is_up else 1,
        opacity=0 if is_up else 1,
        animate_scale=LANDING,
        animate_opacity=LANDING,
    )


def _number(text: str, size: float, color: ft.ColorValue) -> ft.Control:
    style = ft.TextStyle(size=size, height=1.0)
    return ft.Text(text, font_family=chalk.FIGURES, color=color, style=style)


def _circle(size: float, filled: ft.ColorValue | None = None) -> ft.Control:
    return ft.Container(
        width=size,
        height=size,
        border_radius=size / 2,
        bgcolor=filled,
        border=ft.Border.all(1.5, filled or chalk.EDGE),
    )


def _sign(kind: Won, color: ft.ColorValue = chalk.CHALK) -> ft.Control:
    if kind.slots:
        return _circle(kind.size, color)
    size = kind.size
    if isinstance(kind.sign, str):
        return ft.Container(width=size, height=size, border_radius=size, bgcolor=color)
    return ft.Icon(kind.sign, size=size, color=color)


def drawn_crosses(
    score: Sequence[int], crosses: Sequence[Crosses | None], largest: float, chalked: ft.ColorValue
) -> ft.Control:
    """Draw a score in crosses: those that are left, those that were wiped away, and how many."""
    sides = zip(score, crosses, strict=True)
    return across([_side_crosses(*side, largest, chalked) for side in sides])


def _side_crosses(
    left: int, crosses: Crosses | None, largest: float, chalked: ft.ColorValue
) -> ft.Control:
    if crosses is None:
        drawn: list[ft.Control] = [low_figure(str(left), largest, chalked)]
    else:
        size = largest * CROSS
        colors = ((crosses.left, chalked), (crosses.wiped, chalk.RULE))
        row: list[ft.Control] = [
            low_figure(cross, size, color) for text, color in colors for cross in text
        ]
        wrapped = ft.Row(row, wrap=True, spacing=CROSS_GAP, run_spacing=0, alignment=_CENTER)
        drawn = [wrapped, low_figure(str(left), size, chalked)]
    return ft.Column(drawn, expand=1, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


def drawn_token(token: Token, *, is_newest: bool, size: float = TOTAL) -> ft.Control:
    """Draw what a line wrote for a side: strokes, or a figure with the change above it.

    Beside the change stands, struck through, what it was before it was corrected.
    """
    color = chalk.CHALK if is_newest else chalk.FAINT
    shown: ft.Control
    if token.is_struck:
        shown = low_figure(token.total, size, chalk.EDGE, chalk.STRUCK.decoration)
    elif token.strokes:
        shown = tally(token.strokes, STROKE_OF_LINE, color)
    else:
        shown = low_figure(token.total, size, color)
    small = _change(token, size / 2)
    strut = ft.Container(width=0, height=LEAST)
    return ft.Row([strut, above(small, shown) if small else shown], spacing=0, alignment=_CENTER)


def low_figure(
    figure: str,
    size: float,
    color: ft.ColorValue,
    decoration: ft.TextDecoration | None = None,
) -> ft.Control:
    """Return a figure, or a cross, in a line as high as it needs: it has no descender."""
    style = ft.TextStyle(height=FIGURE_LEADING, decoration=decoration)
    return chalk.figures(figure, size, color, style)


def _change(token: Token, size: float) -> ft.Control | None:
    """Return what stands above a figure, if anything."""
    if token.is_struck:
        was, now = token.change, ""
    else:
        was, now = token.was, token.change
    texts: list[ft.Control] = []
    if was:
        texts.append(chalk.words(was, size, chalk.EDGE, style=chalk.STRUCK))
    if now:
        texts.append(chalk.words(now, size, chalk.FAINT))
    if len(texts) < 2:
        return texts[0] if texts else None
    return ft.Row(texts, spacing=BESIDE_STRUCK, run_spacing=0, wrap=True, alignment=_CENTER)


def above(small: ft.Control, figure: ft.Control) -> ft.Column:
    """Lay out something small above a figure."""
    return ft.Column(
        [small, figure],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
