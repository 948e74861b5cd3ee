"""The slate of simple Bauer: counting down, and the games won."""

import flet as ft

from scoring.bauer_simple import GAME, Line, Rules, State
from scoring.game import Replay
from scoring.sheet import Head
from views.games.bauer.view import GamesWon
from views.games.bauer_simple.pad import SimpleDraft, SimplePad
from views.text.games import bauer_simple as words
from views.text.phrases import signed
from views.text.translator import Translator
from views.ui.game_view import GameView, PadRows, Token, Tokens, Won

SIGN = ft.Icons.EMOJI_EVENTS_OUTLINED


def _signs(t: Translator, head: Head, replay: Replay[Rules, State], height: int) -> ft.Control:
    return GamesWon(t, head, t("Games won"), replay.state.games_won, SIGN, height)


def _won(replay: Replay[Rules, State]) -> list[Won]:
    return [Won(SIGN, replay.state.games_won)]


def _tokens(line: Line) -> Tokens:
    """Return what the side wrote that the deal is about, or a nought for it."""
    about = {reason.side for reason in line.reasons}
    return [
        Token(signed(line.points[side]), str(line.total[side])) if side in about else None
        for side in (0, 1)
    ]


VIEW = GameView(
    game=GAME,
    words=words,
    draft=SimpleDraft,
    pad=SimplePad,
    pad_rows=PadRows(6, 6),
    tokens=_tokens,
    signs=_signs,
    won=_won,
)
