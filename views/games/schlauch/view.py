"""Schlauch's part of the slate: penalty strokes in bundles of five, and who deals."""

from typing import NamedTuple

import flet as ft

from scoring.game import Replay
from scoring.schlauch import GAME, PLAYERS, Each, Line, Rules, State
from scoring.sheet import Head
from views.games.schlauch.draft import SchlauchDraft
from views.games.schlauch.pad import SchlauchPad
from views.text.games import schlauch as words
from views.text.phrases import each, signed
from views.text.translator import Translator
from views.ui import chalk
from views.ui.board import across
from views.ui.boundary import component
from views.ui.game_view import GameView, PadRows, Token, Won, who_deals
from views.ui.layout import Room
from views.ui.strokes import BUNDLE, bundles, tally

STROKES = 0.72
"""How high a stroke is beside the height that there is for signs."""
NUMBER = 1.2
"""How large their number is, in the same measure."""
MOST_STROKES = 1.75
"""So many strokes are drawn at most, for each dp of that height; for more, one bundle."""
LINE, STROKE_OF_LINE = 45, 19
"""How high a line is, so that it can be tapped, and what it shows."""


class Wrote(NamedTuple):
    """What a line wrote for one player."""

    points: int
    marks: int

    @property
    def total(self) -> str:
        """The points in figures."""
        return signed(self.points)


def _signs(t: Translator, head: Head, replay: Replay[Rules, State], height: int) -> ft.Control:
    return Signs(t, head, replay.state.marks, height)


def _won(replay: Replay[Rules, State]) -> list[Won]:
    return [Won("stroke", replay.state.marks)]


@component
def Signs(t: Translator, head: Head, marks: Each, height: int) -> ft.Control:
    """Draw the strokes of each player, with their number."""
    drawn = across(
        [
            ft.Row(
                side_signs(number, height),
                expand=1,
                wrap=True,
                spacing=6,
                run_spacing=4,
                alignment=ft.MainAxisAlignment.CENTER,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            )
            for number in marks
        ]
    )
    return chalk.spoken(each(t, head, t("Strokes"), marks), drawn)


def side_signs(marks: int, height: float) -> list[ft.Control]:
    """Return the strokes of a player, beside their number."""
    drawn = marks if marks <= MOST_STROKES * height else BUNDLE
    return [_number(marks, height * NUMBER), *bundles(drawn, height * STROKES)]


def _number(marks: int, size: float) -> ft.Control:
    style = ft.TextStyle(size=size, height=1.0)
    return ft.Text(str(marks), font_family=chalk.FIGURES, color=chalk.CHALK, style=style)


def _tokens(line: Line) -> list[Wrote | None]:
    """Return what a line wrote, for everybody whom it concerns, be it nothing."""
    concerned = {reason.side for reason in line.reasons}
    return [
        Wrote(line.points[side], line.marks[side]) if side in concerned else None
        for side in PLAYERS
    ]


def _plain(wrote: Wrote) -> Token | int:
    return wrote.marks or Token("", wrote.total)


def _token(wrote: Wrote, newest: bool, size: float) -> ft.Control:
    color = chalk.CHALK if newest else chalk.FAINT
    if wrote.marks:
        shown = tally(wrote.marks, STROKE_OF_LINE, color)
    else:
        shown = chalk.figures(wrote.total, size, color)
    strut = ft.Container(width=0, height=LINE)
    return ft.Row([strut, shown], spacing=0, alignment=ft.MainAxisAlignment.CENTER)


VIEW = GameView(
    game=GAME,
    words=words,
    draft=SchlauchDraft,
    pad=SchlauchPad,
    pad_rows=PadRows(5, 5),
    tokens=_tokens,
    token=_token,
    plain=_plain,
    signs=_signs,
    won=_won,
    room=Room(464, 334),
    mark=who_deals,
)
