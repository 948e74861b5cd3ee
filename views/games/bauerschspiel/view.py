"""Bauerschspiel's part of the slate: crosses to be wiped away, blobs, and buns."""

from collections.abc import Sequence

import flet as ft

from scoring.bauerschspiel import (
    GAME,
    Line,
    Rules,
    State,
)
from views.games.bauerschspiel.pad import BauerschspielPad
from views.session.draft import Draft
from views.text.games import bauerschspiel as words
from views.text.phrases import signed
from views.ui.game_view import BLOB, Crosses, PadRows, Token, Tokens, ViewOf, Won

MOST_CROSSES = 10
"""More crosses than this are only written as a number."""


def _won(_rules: Rules, state: State, height: int) -> list[Won]:
    return [
        Won(BLOB, state.blobs, height * 0.6),
        Won(ft.Icons.BAKERY_DINING, state.buns, height - 4),
    ]


def _crosses(rules: Rules, score: Sequence[int]) -> list[Crosses | None]:
    return [_in_crosses(left, rules.start) for left in score]


def _in_crosses(left: int, begun_with: int) -> Crosses | None:
    """Return a score in crosses; None if they are too many."""
    if max(left, begun_with) > MOST_CROSSES:
        return None
    return Crosses("×" * left, "×" * (begun_with - left))


def _tokens(line: Line) -> Tokens:
    change = signed(line.points[line.side])
    token = Token(change, str(line.total[line.side]))
    return (token, None) if line.side == 0 else (None, token)


VIEW = ViewOf(
    game=GAME,
    words=words,
    draft=Draft,
    pad=BauerschspielPad,
    pad_rows=PadRows(2, 2),
    tokens=_tokens,
    won=_won,
    crosses=_crosses,
)
