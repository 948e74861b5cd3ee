"""Bauer's part of the slate: counting down, Brote, and the side that announces."""

import flet as ft

from scoring.bauer import (
    GAME,
    Line,
    ReasonKind,
    Rules,
    State,
)
from scoring.game import Replay
from views.games.bauer.draft import BauerDraft
from views.games.bauer.pad import BauerPad
from views.text.games import bauer as words
from views.text.phrases import signed
from views.text.translator import label
from views.ui.game_view import Announced, Mark, PadRows, Token, Tokens, ViewOf, Won

BROT = "Brot"
SOLOS = (ReasonKind.CARDS_AWAY_WON, ReasonKind.CARDS_AWAY_LOST)


def _won(_rules: Rules, state: State, height: int) -> list[Won]:
    return [Won(ft.Icons.BREAKFAST_DINING, state.brote, height - 4)]


def _tokens(line: Line) -> Tokens:
    brot = {reason.side for reason in line.reasons if reason.kind in SOLOS}
    return [_token(line, side, has_brot=side in brot) for side in (0, 1)]


def _token(line: Line, side: int, *, has_brot: bool) -> Token | None:
    if has_brot:
        return Token(BROT, str(line.total[side]))
    points = line.points[side]
    return Token(signed(points), str(line.total[side])) if points else None


def _announces(replay: Replay[Rules, State], draft: BauerDraft) -> Mark:
    return Mark(draft.declarer_or(replay.state.declarer), ft.Icons.CAMPAIGN_OUTLINED)


VIEW = ViewOf(
    game=GAME,
    words=words,
    draft=BauerDraft,
    pad=BauerPad,
    pad_rows=PadRows(5.4, 4.2),
    tokens=_tokens,
    won=_won,
    mark=_announces,
    announced=Announced("declarer", label("Who announced trumps in this deal?")),
)
