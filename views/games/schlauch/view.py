"""Schlauch's part of the slate: penalty strokes in bundles of five, and who deals."""

from scoring.schlauch import GAME, PLAYERS, Line, Rules, State
from views.games.schlauch.draft import SchlauchDraft
from views.games.schlauch.pad import SchlauchPad
from views.text.games import schlauch as words
from views.text.phrases import signed
from views.ui.game_view import STROKE, PadRows, Token, Tokens, ViewOf, Won, who_deals
from views.ui.layout import SIGNS, Room

STROKE_TO_HEIGHT = 0.72
"""How high a stroke is beside the height that there is for signs."""
NUMBER = 1.2
"""How large the number of strokes is, in the same measure."""
MOST_STROKES, MOST_IF_SHORT = 25, 15
"""So many strokes are drawn at most: on a phone they have room on two lines, or on one."""


def _won(_rules: Rules, state: State, height: int) -> list[Won]:
    most = MOST_STROKES if height >= SIGNS else MOST_IF_SHORT
    size, figure = height * STROKE_TO_HEIGHT, height * NUMBER
    return [Won(STROKE, state.marks, size, most=most, figure=figure)]


def _tokens(line: Line) -> Tokens:
    """Return what a line wrote, for everybody whom it concerns, be it nothing."""
    concerned = {reason.side for reason in line.reasons}
    return [
        Token("", signed(line.points[side]), line.marks[side]) if side in concerned else None
        for side in PLAYERS
    ]


VIEW = ViewOf(
    game=GAME,
    words=words,
    draft=SchlauchDraft,
    pad=SchlauchPad,
    pad_rows=PadRows(5.75, 4.8),
    tokens=_tokens,
    won=_won,
    room=Room(344, 242),
    mark=who_deals,
)
