"""Bauerschspiel's part of the slate: crosses to be wiped away, blobs, and buns."""

from functools import partial

import flet as ft

from scoring.bauerschspiel import (
    GAME,
    Line,
    Rules,
    State,
)
from scoring.game import Replay
from scoring.sheet import Head
from scoring.two_sides import Pair
from views import chalk
from views.bauerschspiel import words
from views.bauerschspiel.pad import BauerschspielPad
from views.board import across, several, signs
from views.boundary import component
from views.hand import Hand
from views.manner import Manner, PadRows, Token, Tokens
from views.slate_words import each, signed
from views.tongue import Tongue

MOST_CROSSES = 10
"""More crosses than this are only written as a number."""
CROSS = 0.55
"""How large a cross is beside the score's figures."""


def _signs(t: Tongue, head: Head, replay: Replay[Rules, State], height: int) -> ft.Control:
    return Signs(t, head, replay.state.blobs, replay.state.buns, height)


@component
def Signs(t: Tongue, head: Head, blobs: Pair, buns: Pair, height: int) -> ft.Control:
    """Draw blobs as they stand on a slate, and buns."""
    size = height * 0.6
    blob = partial(ft.Container, width=size, height=size, border_radius=size, bgcolor=chalk.CHALK)
    bun = partial(ft.Icon, ft.Icons.BAKERY_DINING, size=height - 4, color=chalk.CHALK)
    drawn = [[*several(blob, blobs[side]), *several(bun, buns[side])] for side in (0, 1)]
    return signs(drawn, [each(t, head, t("Blobs"), blobs), each(t, head, t("Buns"), buns)], height)


def _crosses(_t: Tongue, _head: Head, replay: Replay[Rules, State], largest: int) -> ft.Control:
    rules, state = replay.agreement.rules, replay.state
    return across([_side_crosses(left, rules.start, largest) for left in state.score])


def _side_crosses(left: int, begun_with: int, largest: int) -> ft.Control:
    """Return the crosses that are left, those that were wiped away, and how many are left."""
    figure = chalk.written(str(left), largest * CROSS)
    if max(left, begun_with) > MOST_CROSSES:
        drawn: list[ft.Control] = [chalk.written(str(left), largest)]
    else:
        crosses = (
            chalk.written("×", largest * CROSS, chalk.CHALK if place < left else chalk.RULE)
            for place in range(max(left, begun_with))
        )
        drawn = [
            ft.Row([*crosses], wrap=True, spacing=2, run_spacing=0, alignment=_CENTER),
            figure,
        ]
    return ft.Column(drawn, expand=1, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


_CENTER = ft.MainAxisAlignment.CENTER


def _tokens(line: Line) -> Tokens:
    change = signed(line.points[line.side])
    token = Token(change, str(line.total[line.side]))
    return (token, None) if line.side == 0 else (None, token)


MANNER = Manner(
    game=GAME,
    words=words,
    hand=Hand,
    pad=BauerschspielPad,
    pad_rows=PadRows(2, 2),
    tokens=_tokens,
    signs=_signs,
    figures=_crosses,
)
