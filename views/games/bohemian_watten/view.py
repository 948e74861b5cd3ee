"""Bohemian Watten's part of the slate: games won as stars, who deals, and what a line wrote."""

import flet as ft

from scoring.bohemian_watten import GAME, Line, Rules, State
from views.games.bohemian_watten.draft import WattenDraft
from views.games.bohemian_watten.pad import BohemianWattenPad, pad_rows
from views.text.games import bohemian_watten as words
from views.text.phrases import figure, signed
from views.ui.game_view import Token, Tokens, ViewOf, Won, who_deals
from views.ui.layout import Room

NARROW = 5
"""With so many players, columns have less room for stars."""


def _won(_rules: Rules, state: State, height: int) -> list[Won]:
    games_won = state.games_won
    if len(games_won) >= NARROW:
        return [Won(ft.Icons.STAR, games_won, size=14, most=2, figure=15)]
    return [Won(ft.Icons.STAR, games_won, height * 0.8)]


def _tokens(line: Line) -> Tokens:
    return [
        Token(words.FOLDED if made is None else signed(points), figure(total))
        for made, points, total in zip(line.tricks, line.points, line.total, strict=True)
    ]


VIEW = ViewOf(
    game=GAME,
    words=words,
    draft=WattenDraft,
    pad=BohemianWattenPad,
    pad_rows=pad_rows,
    room=Room(272, 236),
    tokens=_tokens,
    won=_won,
    mark=who_deals,
)
