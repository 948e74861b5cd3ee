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
from views.games.bauerschspiel.pad import BauerschspielPad
from views.session.draft import Draft
from views.text.games import bauerschspiel as words
from views.text.phrases import each, signed
from views.text.translator import Translator
from views.ui import chalk
from views.ui.board import across, several, signs
from views.ui.boundary import component
from views.ui.game_view import Crosses, GameView, PadRows, Token, Tokens, Won

SIGN = ft.Icons.BAKERY_DINING
MOST_CROSSES = 10
"""More crosses than this are only written as a number."""
CROSS = 0.55
"""How large a cross is beside the score's figures."""


def _signs(t: Translator, head: Head, replay: Replay[Rules, State], height: int) -> ft.Control:
    return Signs(t, head, replay.state.blobs, replay.state.buns, height)


def _won(replay: Replay[Rules, State]) -> list[Won]:
    return [Won("blob", replay.state.blobs), Won(SIGN, replay.state.buns)]


@component
def Signs(t: Translator, head: Head, blobs: Pair, buns: Pair, height: int) -> ft.Control:
    """Draw blobs as they stand on a slate, and buns."""
    size = height * 0.6
    blob = partial(ft.Container, width=size, height=size, border_radius=size, bgcolor=chalk.CHALK)
    bun = partial(ft.Icon, SIGN, size=height - 4, color=chalk.CHALK)
    drawn = [[*several(blob, blobs[side]), *several(bun, buns[side])] for side in (0, 1)]
    return signs(drawn, [each(t, head, t("Blobs"), blobs), each(t, head, t("Buns"), buns)], height)


def _crosses(_t: Translator, _head: Head, replay: Replay[Rules, State], largest: int) -> ft.Control:
    rules, state = replay.agreement.rules, replay.state
    return across([_side_crosses(left, rules.start, largest) for left in state.score])


def _plain_crosses(replay: Replay[Rules, State]) -> list[Crosses | None]:
    begun_with = replay.agreement.rules.start
    return [_in_crosses(left, begun_with) for left in replay.state.score]


def _in_crosses(left: int, begun_with: int) -> Crosses | None:
    """Return a score in crosses; None if they are too many."""
    if max(left, begun_with) > MOST_CROSSES:
        return None
    return Crosses("×" * left, "×" * (begun_with - left))


def _side_crosses(left: int, begun_with: int, largest: int) -> ft.Control:
    """Return the crosses that are left, those that were wiped away, and how many are left."""
    figure = chalk.figures(str(left), largest * CROSS)
    crosses = _in_crosses(left, begun_with)
    if crosses is None:
        drawn: list[ft.Control] = [chalk.figures(str(left), largest)]
    else:
        colors = ((crosses.left, chalk.CHALK), (crosses.wiped, chalk.RULE))
        row: list[ft.Control] = [
            chalk.figures(cross, largest * CROSS, color) for text, color in colors for cross in text
        ]
        drawn = [ft.Row(row, wrap=True, spacing=2, run_spacing=0, alignment=_CENTER), figure]
    return ft.Column(drawn, expand=1, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.CENTER)


_CENTER = ft.MainAxisAlignment.CENTER


def _tokens(line: Line) -> Tokens:
    change = signed(line.points[line.side])
    token = Token(change, str(line.total[line.side]))
    return (token, None) if line.side == 0 else (None, token)


VIEW = GameView(
    game=GAME,
    words=words,
    draft=Draft,
    pad=BauerschspielPad,
    pad_rows=PadRows(2, 2),
    tokens=_tokens,
    signs=_signs,
    won=_won,
    figures=_crosses,
    crosses=_plain_crosses,
)
