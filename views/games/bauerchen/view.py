"""Bauerchen's part of the slate: knoddels and steins, the house, and what a line wrote."""

from functools import partial
from typing import Any

import flet as ft

from scoring.bauerchen import (
    GAME,
    Line,
    Rules,
    State,
)
from scoring.game import Replay
from scoring.rounds import at_beginning
from scoring.sheet import Head
from scoring.two_sides import Pair
from views.games.bauerchen.draft import BauerchenDraft
from views.games.bauerchen.pad import BauerchenPad
from views.text.games import bauerchen as words
from views.text.phrases import each
from views.text.translator import Translator, label
from views.ui import chalk
from views.ui.board import several, signs
from views.ui.boundary import component
from views.ui.game_view import Announced, GameView, Mark, PadRows, Token, Tokens, Won

SIGN = ft.Icons.SPORTS_BAR


def _signs(t: Translator, head: Head, replay: Replay[Rules, State], height: int) -> ft.Control:
    state, slots = replay.state, replay.agreement.rules.knoddels_per_stein
    return Signs(t, head, state.knoddels, state.steins, slots, height)


def _won(replay: Replay[Rules, State]) -> list[Won]:
    state, slots = replay.state, replay.agreement.rules.knoddels_per_stein
    return [Won("knoddel", state.knoddels, slots), Won(SIGN, state.steins)]


@component
def Signs(
    t: Translator, head: Head, knoddels: Pair, steins: Pair, slots: int, height: int
) -> ft.Control:
    """Draw knoddels as circles to be filled and steins as mugs."""
    drawn = [_side_signs(knoddels[side], slots, steins[side], height) for side in (0, 1)]
    said = [each(t, head, t("Knoddels"), knoddels), each(t, head, t("Steins"), steins)]
    return signs(drawn, said, height)


def _side_signs(knoddels: int, slots: int, steins: int, height: int) -> list[ft.Control]:
    size = height / 2
    circles: list[ft.Control] = [
        ft.Container(
            width=size,
            height=size,
            border_radius=size / 2,
            bgcolor=chalk.CHALK if slot < knoddels else None,
            border=ft.Border.all(1.5, chalk.CHALK if slot < knoddels else chalk.EDGE),
        )
        for slot in range(slots)
    ]
    mug = partial(ft.Icon, SIGN, size=height - 6, color=chalk.CHALK)
    mugs = several(mug, steins)
    gap: list[ft.Control] = [ft.Container(width=6)] if mugs else []
    return [*circles, *gap, *mugs]


def _tokens(line: Line) -> Tokens:
    token = Token(f"+{line.points}", str(line.total[line.side]))
    return (token, None) if line.side == 0 else (None, token)


def _house(replay: Replay[Rules, State], draft: BauerchenDraft) -> Mark:
    return Mark(draft.home_or(replay.state.home), ft.Icons.HOME_OUTLINED)


def _brought(replay: Replay[Any, State]) -> Pair:
    return at_beginning(replay.states).score


VIEW = GameView(
    game=GAME,
    words=words,
    draft=BauerchenDraft,
    pad=BauerchenPad,
    pad_rows=PadRows(7, 6),
    tokens=_tokens,
    signs=_signs,
    won=_won,
    mark=_house,
    brought=_brought,
    announced=Announced("home", label("Home in this deal (announced trumps)")),
)
