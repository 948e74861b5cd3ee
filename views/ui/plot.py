"""Plots: curves along a row of places, such as the lines of an evening.

They are readable without colour: each curve has marks and dashes of its own, and its mark with a
figure at its end. All text is drawn as text, so it grows with that of the device.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count, pairwise
from typing import Final, NamedTuple, TypeAlias

import flet as ft
import flet_charts as fc

from views.session.screen import Screen
from views.session.session import Session, guarded
from views.ui import chalk
from views.ui.boundary import component
from views.ui.layout import NAME_LETTER
from views.ui.page_frame import opener

SHARE, LOWEST, HIGHEST = 0.26, 140, 220
"""How high curves are: a share of the screen's height, within limits in dp."""
MARKED_STEP: Final = 9
"""If places are so far apart, each point has a mark, else only the last of a piece."""
MARK, LARGEST_MARK = 8, 14
"""How large a mark is, and the largest one beside a figure."""
EDGE: Final = MARK
"""What stays free above the highest and below the lowest value."""
LABEL, LABEL_LINE = 13, 19
"""The text size of labels, and how high a line of them is."""
BESIDE: Final = 4
"""What stays free between labels and the curves."""
SIGN: Final = 18
"""How large a sign above the curves is."""
DASHES: Final[Sequence[list[int] | None]] = (None, [7, 4], [2, 3], [10, 3, 2, 3])
STROKE: Final = 2
STEPS_OF_SCALES: Final = (1, 2, 5)

Piece: TypeAlias = tuple[tuple[float, float], ...]
"""Points that a line connects: a place, and a value."""


class Curve(NamedTuple):
    """A curve; ``look`` is the number of its marks and dashes, ``end`` the figure at its end.

    Its pieces are not connected. A point between two places has no mark.
    """

    name: str
    look: int
    color: ft.ColorValue
    pieces: tuple[Piece, ...]
    end: str


class Rule(NamedTuple):
    """A rule from top to bottom, such as a round's end, with a label below and a sign above."""

    at: float
    label: str
    sign: ft.IconData | None = None


class Plot(NamedTuple):
    """A plot of the places from ``first`` to ``last``.

    ``name`` is read aloud in its place. ``scale`` has the values that are labelled, from the lowest
    to the highest.
    """

    name: str
    first: int
    last: int
    scale: tuple[tuple[float, str], ...]
    curves: tuple[Curve, ...]
    rules: tuple[Rule, ...] = ()


class Beside(NamedTuple):
    """How wide the labels are on both sides of the curves, in dp."""

    left: float
    right: float


class Room(NamedTuple):
    """How large curves are drawn, in dp: how far places are apart, and how high they are."""

    step: float
    height: float

    def x(self, plot: Plot, place: float) -> float:
        """Return how far from the left a place is."""
        return (place - plot.first + 0.5) * self.step

    def y(self, plot: Plot, value: float) -> float:
        """Return how far from the top a value is."""
        (low, _), (high, _) = plot.scale[0], plot.scale[-1]
        return EDGE + (high - value) / (high - low) * (self.height - 2 * EDGE)


def scale(low: int, high: int, most: int = 5) -> list[int]:
    """Return round values from ``low`` or below to ``high`` or above, as few as ``most``.

    >>> scale(0, 12), scale(-30, 71), scale(3, 3)
    ([0, 5, 10, 15], [-50, 0, 50, 100], [3, 4])
    """
    high = max(high, low + 1)
    steps = (10**tens * step for tens in count() for step in STEPS_OF_SCALES)
    step = next(step for step in steps if -(-high // step) - low // step < most)
    return [value * step for value in range(low // step, -(-high // step) + 1)]


def beside(plots: Sequence[Plot], text_scale: float) -> Beside:
    """Return how wide the labels are beside plots that stand one below the other."""
    values = [label for plot in plots for _, label in plot.scale]
    ends = [curve.end for plot in plots for curve in plot.curves]
    right = LARGEST_MARK + 2 * BESIDE + _label_width(ends, text_scale)
    return Beside(BESIDE + _label_width(values, text_scale), right)


def drawn_plot(
    session: Session,
    plot: Plot,
    width: float,
    height: float,
    labels: Beside,
    picked: int,
    pick: Callable[[int], None],
) -> ft.Control:
    """Draw a plot in a ``width``; a tap picks the nearest place, which has a rule of its own."""
    line = LABEL_LINE * session.screen.text_scale
    height = max(height, line * len(plot.curves))
    left, right = labels
    across = width - left - right
    room = Room(across / (plot.last - plot.first + 1), height)

    def tapped(where: ft.TapEvent[ft.GestureDetector]) -> None:
        if where.local_position:
            place = plot.first + int(where.local_position.x // room.step)
            pick(min(max(place, plot.first), plot.last))

    inner = ft.GestureDetector(
        ft.Stack(
            [*_behind(plot, room, across, line), _rule(room.x(plot, picked), room, chalk.CHALK, 2)],
            width=across,
            height=SIGN + height + line,
        ),
        on_tap_up=guarded(session, tapped),
    )
    values = [
        _at(room.y(plot, value) + SIGN - line / 2, left - BESIDE, _label(text, end=True))
        for value, text in plot.scale
    ]
    columns: list[ft.Control] = [
        ft.Stack(values, width=left, height=SIGN + height + line),
        inner,
        ft.Stack(_ends(plot, room, line, right), width=right, height=SIGN + height + line),
    ]
    row = ft.Row(columns, spacing=0, vertical_alignment=ft.CrossAxisAlignment.START)
    return chalk.spoken(plot.name, row)


def plot_height(screen: Screen) -> float:
    """Return how high the curves of a plot are on a screen."""
    return min(HIGHEST, max(LOWEST, SHARE * screen.height))


def step_key(
    name: str, sign: ft.IconData, pick: Callable[[int], None], place: int, places: range
) -> ft.Control:
    """Return a key that picks another place, or what is free in its place if there is none."""
    if place not in places:
        return ft.Container(width=chalk.SCORING_TOUCH, height=chalk.TOUCH)
    return chalk.sign_key(name, sign, partial(pick, place))


def text_key(session: Session, is_open: bool, show: Callable[[bool], None]) -> ft.Control:
    """Return the key that shows or hides the figures of the plots as text."""
    text = session.t("Figures as text")
    return ft.Row([opener(session, text, text, partial(show, not is_open), is_open=is_open)])


def legend(curves: Sequence[Curve]) -> ft.Control:
    """Return the mark of each curve with its name."""
    named: list[ft.Control] = [
        ft.Row(
            [
                _mark(curve),
                ft.Container(chalk.words(curve.name, 15), expand=True, expand_loose=True),
            ],
            tight=True,
            spacing=BESIDE + 2,
        )
        for curve in curves
    ]
    return ft.Row(named, wrap=True, spacing=2 * chalk.UNIT, run_spacing=2)


def _behind(plot: Plot, room: Room, across: float, line: float) -> list[ft.Control]:
    """Return the rules of scale and rounds with their labels and signs, and the curves on them."""
    drawn: list[ft.Control] = [
        ft.Container(
            left=0, top=SIGN + room.y(plot, value), width=across, height=1, bgcolor=chalk.RULE
        )
        for value, _ in plot.scale
    ]
    free = 0.0
    for before, rule in pairwise((Rule(plot.first - 0.5, ""), *plot.rules)):
        at = room.x(plot, rule.at)
        drawn.append(_rule(at, room, chalk.EDGE if rule.sign else chalk.RULE, 1))
        if rule.sign:
            drawn.append(
                ft.Container(
                    ft.Icon(rule.sign, size=SIGN, color=chalk.CHALK),
                    left=max(0, min(across - SIGN, at - SIGN / 2)),
                    top=0,
                )
            )
        middle, wide = (room.x(plot, before.at) + at) / 2, line * len(rule.label)
        if middle - wide / 2 >= free and middle + wide / 2 <= across:
            free = middle + wide / 2
            label = ft.Container(_label(rule.label), width=wide, alignment=ft.Alignment.CENTER)
            drawn.append(ft.Container(label, left=middle - wide / 2, top=SIGN + room.height))
    curves = DrawnCurves(plot.curves, plot.first, plot.last, plot.scale, room)
    drawn.append(ft.Container(curves, left=0, top=SIGN, width=across, height=room.height))
    return drawn


def _rule(at: float, room: Room, color: ft.ColorValue, width: float) -> ft.Control:
    return ft.Container(
        left=at - width / 2, top=SIGN, width=width, height=room.height, bgcolor=color
    )


def _ends(plot: Plot, room: Room, line: float, width: float) -> list[ft.Control]:
    """Return at the end of each curve its mark and its figure, none on another."""
    ends = [curve.pieces[-1][-1][1] for curve in plot.curves]
    tops = apart([room.y(plot, end) - line / 2 for end in ends], line, room.height)
    return [
        _at(
            SIGN + top,
            width,
            ft.Row([_mark(curve), _label(curve.end)], spacing=BESIDE, height=line),
            left=BESIDE,
        )
        for curve, top in zip(plot.curves, tops, strict=True)
    ]


def apart(tops: Sequence[float], line: float, height: float) -> list[float]:
    """Return where lines begin that should begin at ``tops``, so that none covers another.

    >>> apart([50, 45, 0], 10, 100), apart([95, 95], 10, 100)
    ([55, 45, 0], [80, 90])
    """
    found = dict[int, float]()
    order = sorted(range(len(tops)), key=tops.__getitem__)
    free = 0.0
    for at in order:
        found[at] = max(tops[at], free)
        free = found[at] + line
    end = height
    for at in reversed(order):
        found[at] = min(found[at], end - line)
        end = found[at]
    return [found[at] for at in range(len(tops))]


def _label(text: str, *, end: bool = False) -> ft.Control:
    return ft.Text(
        text,
        size=LABEL,
        color=chalk.FAINT,
        no_wrap=True,
        text_align=ft.TextAlign.END if end else ft.TextAlign.START,
    )


def _label_width(labels: Sequence[str], text_scale: float) -> float:
    longest = max(map(len, labels))
    return (longest + 0.5) * NAME_LETTER * LABEL * text_scale


def _at(top: float, width: float, content: ft.Control, left: float = 0) -> ft.Control:
    return ft.Container(content, top=top, left=left, width=width)


def _mark(curve: Curve) -> ft.Control:
    """Return the mark of a curve, as it is drawn at its points."""
    kind, color = curve.look % len(_MARKS), curve.color
    if kind == _CROSS:
        return ft.Icon(ft.Icons.CLOSE, size=LARGEST_MARK, color=color)
    is_round, is_filled = _MARKS[kind]
    return ft.Container(
        width=MARK + 2,
        height=MARK + 2,
        border_radius=MARK if is_round else 0,
        bgcolor=color if is_filled else None,
        border=ft.Border.all(STROKE, color),
    )


_MARKS: Final = ((True, True), (False, False), (False, True), (True, False), (False, True))
"""Whether marks are round, and whether filled; the one in the middle is a cross."""
_CROSS: Final = 2


def _point(curve: Curve) -> fc.ChartPointShape:
    kind, color = curve.look % len(_MARKS), curve.color
    if kind == _CROSS:
        return fc.ChartCrossPoint(color=color, size=MARK, width=STROKE)
    is_round, is_filled = _MARKS[kind]
    inside = color if is_filled else chalk.GROUND
    if is_round:
        return fc.ChartCirclePoint(
            color=inside, radius=MARK / 2 - 1, stroke_color=color, stroke_width=STROKE
        )
    return fc.ChartSquarePoint(color=inside, size=MARK - 2, stroke_color=color, stroke_width=STROKE)


@component
def DrawnCurves(
    curves: tuple[Curve, ...],
    first: int,
    last: int,
    values: tuple[tuple[float, str], ...],
    room: Room,
) -> ft.Control:
    """Draw the curves alone; the client's chart has no text, which it would not make larger."""
    (low, _), (high, _) = values[0], values[-1]
    beyond = EDGE * (high - low) / (room.height - 2 * EDGE)
    drawn: ft.Control = fc.LineChart(
        data_series=[
            _series(curve, piece, marked=room.step >= MARKED_STEP)
            for curve in curves
            for piece in curve.pieces
        ],
        interactive=False,
        tooltip=None,
        animation=ft.Animation(0),
        min_x=first - 0.5,
        max_x=last + 0.5,
        min_y=low - beyond,
        max_y=high + beyond,
        width=room.step * (last - first + 1),
        height=room.height,
    )
    return drawn


def _series(curve: Curve, piece: Piece, *, marked: bool) -> fc.LineChartData:
    mark = _point(curve)
    final = len(piece) - 1
    points = [
        fc.LineChartDataPoint(
            x, y, point=mark if x == int(x) and (marked or number == final) else False
        )
        for number, (x, y) in enumerate(piece)
    ]
    return fc.LineChartData(
        points=points,
        color=curve.color,
        stroke_width=STROKE,
        dash_pattern=DASHES[curve.look % len(DASHES)],
    )
