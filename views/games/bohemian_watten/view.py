"""Bohemian Watten's part of the slate: games won as stars, who deals, and what a line wrote."""

from functools import partial

import flet as ft

from scoring.bohemian_watten import GAME, Line, Row, Rules, State
from scoring.game import Replay
from scoring.sheet import Head
from views.games.bohemian_watten.draft import WattenDraft
from views.games.bohemian_watten.pad import BohemianWattenPad, pad_rows
from views.text.games import bohemian_watten as words
from views.text.phrases import each, figure, signed
from views.text.translator import Translator
from views.ui import chalk
from views.ui.board import several, signs
from views.ui.boundary import component
from views.ui.game_view import MOST_SIGNS, GameView, Token, Tokens, Won, who_deals

SIGN = ft.Icons.STAR
NARROW = 5
"""With so many players, columns have less room for stars."""


def _signs(t: Translator, head: Head, replay: Replay[Rules, State], height: int) -> ft.Control:
    return Signs(t, head, replay.state.games_won, height)


def _won(replay: Replay[Rules, State]) -> list[Won]:
    games_won = replay.state.games_won
    return [Won(SIGN, games_won, most=_most(games_won))]


def _most(games_won: Row) -> int:
    """Return how many stars there is room for in a column."""
    return 2 if len(games_won) >= NARROW else MOST_SIGNS


@component
def Signs(t: Translator, head: Head, games_won: Row, height: int) -> ft.Control:
    """Draw a star for each game won."""
    size, figures = (14, 15) if len(games_won) >= NARROW else (height * 0.8, 20)
    star = partial(ft.Icon, SIGN, size=size, color=chalk.CHALK)
    drawn = [several(star, won, _most(games_won), figures) for won in games_won]
    return signs(drawn, [each(t, head, t("Games won"), games_won)], height)


def _tokens(line: Line) -> Tokens:
    return [
        Token(words.FOLDED if made is None else signed(points), figure(total))
        for made, points, total in zip(line.tricks, line.points, line.total, strict=True)
    ]


VIEW = GameView(
    game=GAME,
    words=words,
    draft=WattenDraft,
    pad=BohemianWattenPad,
    pad_rows=pad_rows,
    tokens=_tokens,
    signs=_signs,
    won=_won,
    mark=who_deals,
)
