"""Bauerchen's part of the slate: knoddels and steins, the house, and what a line wrote."""

import flet as ft

from scoring.bauerchen import (
    GAME,
    Line,
    Rules,
    State,
)
from scoring.game import Replay
from scoring.two_sides import Pair
from views.games.bauerchen.draft import BauerchenDraft
from views.games.bauerchen.pad import BauerchenPad
from views.text.games import bauerchen as words
from views.text.translator import label
from views.ui.game_view import KNODDEL, Announced, Mark, PadRows, Token, Tokens, ViewOf, Won


def _won(rules: Rules, state: State, height: int) -> list[Won]:
    slots = rules.knoddels_per_stein
    return [
        Won(KNODDEL, state.knoddels, height / 2, slots),
        Won(ft.Icons.SPORTS_BAR, state.steins, height - 6),
    ]


def _tokens(line: Line) -> Tokens:
    token = Token(f"+{line.points}", str(line.total[line.side]))
    return (token, None) if line.side == 0 else (None, token)


def _house(replay: Replay[Rules, State], draft: BauerchenDraft) -> Mark:
    return Mark(draft.home_or(replay.state.home), ft.Icons.HOME_OUTLINED)


def _brought(state: State) -> Pair:
    return state.score


VIEW = ViewOf(
    game=GAME,
    words=words,
    draft=BauerchenDraft,
    pad=BauerchenPad,
    pad_rows=PadRows(6.2, 5.05),
    tokens=_tokens,
    won=_won,
    mark=_house,
    brought=_brought,
    announced=Announced("home", label("Home in this deal (announced trumps)")),
)
