"""The slate of simple Bauer: counting down, and the games won."""

import flet as ft

from scoring.bauer_simple import GAME, Line, Rules, State
from views.games.bauer_simple.pad import SimpleDraft, SimplePad
from views.text.games import bauer_simple as words
from views.text.phrases import signed
from views.ui.game_view import PadRows, Token, Tokens, ViewOf, Won


def _won(_rules: Rules, state: State, height: int) -> list[Won]:
    return [Won(ft.Icons.EMOJI_EVENTS_OUTLINED, state.games_won, height - 4)]


def _tokens(line: Line) -> Tokens:
    """Return what the side wrote that the deal is about, or a nought for it."""
    about = {reason.side for reason in line.reasons}
    return [
        Token(signed(line.points[side]), str(line.total[side])) if side in about else None
        for side in (0, 1)
    ]


VIEW = ViewOf(
    game=GAME,
    words=words,
    draft=SimpleDraft,
    pad=SimplePad,
    pad_rows=PadRows(4.7, 4.7),
    tokens=_tokens,
    won=_won,
)
