"""Schlauch's part of the slate: penalty strokes in bundles of five, and who deals."""

from scoring.schlauch import GAME, PLAYERS, Line, Rules, State
from views.games.schlauch.draft import SchlauchDraft
from views.games.schlauch.pad import SchlauchPad
from views.text.games import schlauch as words
from views.text.phrases import signed
from views.ui.game_view import STROKE, PadRows, Token, Tokens, ViewOf, Won, who_deals
from views.ui.layout import Room

STROKE_TO_HEIGHT = 0.72
"""How high a stroke is beside the height that there is for signs."""
NUMBER = 1.2
"""How large the number of strokes is, in the same measure."""
MOST_STROKES = 1.75
"""So many strokes are drawn at most, for each dp of that height; for more, one bundle."""


def _won(_rules: Rules, state: State, height: int) -> list[Won]:
    most, figure = int(MOST_STROKES * height), height * NUMBER
    size = height * STROKE_TO_HEIGHT
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
    pad_rows=PadRows(5, 5),
    tokens=_tokens,
    won=_won,
    room=Room(464, 334),
    mark=who_deals,
)
