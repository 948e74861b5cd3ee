"""The evening as a picture to be passed on: the whole slate, drawn for this alone.

It is as wide as every phone has room for, and has a multiple of its pixels. Shapes are placed by
number and not laid out, so neither the screen nor the size of the device's text changes it.

It shows the result: what was corrected or struck out is not on it, for nobody can tap it here to
see what it was.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from typing import Any, Final, NamedTuple, TypeAlias

import flet as ft
import flet.canvas as cv

from scoring.game import Replay
from scoring.rounds import PastRound, on_slate, past_rounds
from scoring.sheet import Head
from views.text.names import brief_head, shown_head
from views.text.phrases import day, figure, running_lines
from views.text.translator import Translator
from views.ui import chalk
from views.ui.game_view import STROKE, Crosses, GameView, Token, Tokens, Won
from views.ui.layout import (
    CROSS,
    FACING,
    FIGURE,
    LEAST_FIGURES,
    NAME_LETTER,
    fit_names,
    letters,
)
from views.ui.strokes import BUNDLE, bundle, bundle_width

WIDTH: Final = 288
"""In dp, like all lengths here: the narrowest screen without its margins."""
PIXELS: Final = 3.75
"""So many pixels a dp has. On the ``GRID`` they are whole, and the picture is 1080 wide."""
GRID: Final = 4
LEAST_HEIGHT: Final = 360
HIGHEST: Final = 4096 / PIXELS
"""What every phone can make."""
MOST_ROUNDS, MOST_LINES, MOST_TOKENS = 36, 12, 24
"""So many are drawn, the newest. Where names take much room, fewer rounds are."""
MARGIN: Final = 20
ACROSS: Final = WIDTH - 2 * MARGIN
ROW: Final = 20
"""How high a finished round is."""
TITLE, NAME, PAYS, DETAIL, CHANGE = 16, 16, 13, 10, 8
SCORE: Final = 56
SIGN: Final = 18
FIGURES: Final = 17
"""The largest size of the figures in a row."""
IN_ROW: Final = 10
"""How large a sign beside them is."""
TOKEN: Final = 30
"""How wide what a line wrote is, where two sides face each other, and how high."""
SIGNS_ROW: Final = 20
BETWEEN: Final = 3
"""What is free between two signs."""
MOST_STROKES: Final = 100
"""So many strokes are drawn; more are a number."""
STROKE_OF_LINE: Final = 14
MOST_TEXT_LINES, MOST_NARROW_LINES = 8, 3
"""So many lines a text has at most; on so many the longest name is whole in a column of two."""
LINE: Final = 1.3
"""How high a line of text is, in multiples of its size."""


@dataclass
class Drawing:
    """What is drawn so far: ``shapes`` on the slate, ``signs`` over them, and how high it is."""

    shapes: list[cv.Shape] = field(default_factory=list)
    signs: list[ft.Control] = field(default_factory=list)
    height: float = 0

    def skip(self, height: float) -> None:
        """Go on so far beneath, at the next line of the grid."""
        self.height = GRID * ceil((self.height + height) / GRID)

    def text(
        self,
        text: str,
        size: float,
        x: float,
        room: float,
        *,
        lines: int = 1,
        color: ft.ColorValue = chalk.CHALK,
        font: str = chalk.TEXT,
        align: ft.TextAlign = ft.TextAlign.CENTER,
        y: float = 0,
    ) -> None:
        """Write a text at ``x``, on at most so many lines of a ``room``; what is longer is cut.

        If it needs fewer lines, it is at the top of the room for them; at the left edge, where
        headings are, it stands at the bottom.
        """
        side = {ft.TextAlign.LEFT: -1, ft.TextAlign.RIGHT: 1}.get(align, 0)
        style = ft.TextStyle(size=size, height=LINE, font_family=font, color=color)
        down = 1 if align is ft.TextAlign.LEFT else -1
        free = lines * size * LINE * (down + 1) / 2
        self.shapes.append(
            cv.Text(
                x,
                self.height + y + free,
                text,
                style,
                alignment=ft.Alignment(side, down),
                text_align=align,
                max_lines=lines,
                max_width=room,
                ellipsis="…",
            )
        )

    def small(self, text: str, align: ft.TextAlign = ft.TextAlign.LEFT) -> None:
        """Write a line of small text, from edge to edge."""
        x = {ft.TextAlign.LEFT: MARGIN, ft.TextAlign.RIGHT: WIDTH - MARGIN}.get(align, WIDTH / 2)
        self.text(text, DETAIL, x, ACROSS, color=chalk.FAINT, align=align)
        self.skip(DETAIL * LINE)

    def figures(
        self, text: str, size: float, x: float, y: float = 0, color: ft.ColorValue = chalk.CHALK
    ) -> None:
        """Write figures around ``x``, so far beneath."""
        style = ft.TextStyle(size=size, height=1.0, font_family=chalk.FIGURES, color=color)
        middle = ft.Alignment.TOP_CENTER
        self.shapes.append(cv.Text(x, self.height + y, text, style, alignment=middle))

    def rule(self, x: float, y: float, to_x: float, to_y: float) -> None:
        """Draw a thin rule."""
        self.shapes.append(cv.Line(x, y, to_x, to_y, ft.Paint(color=chalk.RULE, stroke_width=0.8)))

    def rule_across(self) -> None:
        """Draw a thin rule across."""
        self.rule(MARGIN, self.height, WIDTH - MARGIN, self.height)
        self.skip(2 * GRID)

    def circle(self, x: float, y: float, size: float, *, is_filled: bool = True) -> None:
        """Draw a circle with its left edge at ``x`` and its top so far beneath."""
        paint = ft.Paint(
            color=chalk.CHALK if is_filled else chalk.EDGE,
            style=ft.PaintingStyle.FILL if is_filled else ft.PaintingStyle.STROKE,
            stroke_width=1,
        )
        radius = size / 2 if is_filled else size / 2 - 0.5
        self.shapes.append(cv.Circle(x + size / 2, self.height + y + size / 2, radius, paint))

    def put(self, sign: ft.Control, x: float, y: float) -> None:
        """Put a control with its left upper corner at ``x``, so far beneath."""
        self.signs.append(ft.Container(sign, left=x, top=self.height + y))


@dataclass(frozen=True)
class Columns:
    """The columns of so many sides, beside each other."""

    number: int

    @property
    def width(self) -> float:
        """How wide each of them is."""
        return ACROSS / self.number

    @property
    def room(self) -> float:
        """How wide what stands in one of them may be."""
        return self.width - GRID

    def middle(self, side: int) -> float:
        """Return the middle of a side's column."""
        return MARGIN + (side + 0.5) * self.width

    def size(self, largest: float, texts: Iterable[str], beside: float = 0) -> float:
        """Return the size of figures that fit, with so much free at both sides of them."""
        longest = max(LEAST_FIGURES, *map(len, texts))
        return min(largest, (self.room - 2 * beside) / (longest * FIGURE))

    @contextmanager
    def apart(self, drawing: Drawing) -> Iterator[None]:
        """Draw the rules between the columns, as high as what is drawn meanwhile."""
        top = drawing.height
        yield
        for side in range(1, self.number):
            x = MARGIN + side * self.width
            drawing.rule(x, top, x, drawing.height)


def picture(t: Translator, view: GameView, sheet_head: Head, replay: Replay[Any, Any]) -> Drawing:
    """Return the drawing of an evening, which is ``WIDTH`` wide.

    If it is higher than ``HIGHEST``, it shows fewer rounds, but the last one in any case.
    """
    drawing = _drawn(t, view, sheet_head, replay, MOST_ROUNDS)
    if drawing.height > HIGHEST:
        drawn = min(MOST_ROUNDS, len(past_rounds(replay.states)))
        to_say_so = 1  # the row that says how many rounds were before
        too_many = ceil((drawing.height - HIGHEST) / ROW) + to_say_so
        drawing = _drawn(t, view, sheet_head, replay, max(1, drawn - too_many))
    return drawing


def _drawn(
    t: Translator, view: GameView, sheet_head: Head, replay: Replay[Any, Any], most: int
) -> Drawing:
    """Return the drawing with at most so many of the finished rounds."""
    drawing, head = Drawing(height=MARGIN), shown_head(sheet_head)
    columns = Columns(len(head.sides))
    _draw_title(drawing, t, view, head)
    with columns.apart(drawing):
        _draw_names(drawing, columns, head)
        _draw_won(drawing, columns, view.won(replay.agreement.rules, replay.state, SIGN + GRID))
        _draw_score(drawing, columns, view, replay)
    _draw_rounds(drawing, columns, t, view, replay, most)
    _draw_running(drawing, columns, t, view, replay)
    _draw_end(drawing, view.words.who_pays(t, brief_head(sheet_head), replay.state))
    return drawing


def _draw_title(drawing: Drawing, t: Translator, view: GameView, head: Head) -> None:
    game, played_on = t(view.words.NAME), day(t, head.played_on)
    title, left = head.title or game, ft.TextAlign.LEFT
    lines = _lines(title, TITLE, ACROSS)
    drawing.text(title, TITLE, MARGIN, ACROSS, lines=lines, font=chalk.STRONG, align=left)
    drawing.skip(lines * TITLE * LINE)
    drawing.small(" · ".join(filter(None, [head.title and game, played_on])))
    drawing.skip(GRID)
    drawing.rule_across()


def _draw_names(drawing: Drawing, columns: Columns, head: Head) -> None:
    names = tuple(side.name for side in head.sides)
    playing = [", ".join(side.players) for side in head.sides]
    size = min(fit_names(names, columns.room).size, NAME)
    most = MOST_TEXT_LINES if columns.number == FACING else MOST_NARROW_LINES
    lines = min(most, max(_lines(name, size, columns.room) for name in names))
    colors = chalk.SIDES if columns.number == FACING else (chalk.CHALK,) * columns.number
    for side, (name, color) in enumerate(zip(names, colors, strict=True)):
        x = columns.middle(side)
        drawing.text(name, size, x, columns.room, lines=lines, color=color, font=chalk.STRONG)
    drawing.skip(lines * size * LINE)
    lines = max(_lines(who, DETAIL, columns.room) for who in playing)
    for side, who in enumerate(playing):
        if who:
            x = columns.middle(side)
            drawing.text(who, DETAIL, x, columns.room, lines=lines, color=chalk.FAINT)
    drawing.skip(lines * DETAIL * LINE + GRID)


def _lines(text: str, size: float, room: float) -> int:
    """Return how many lines a text needs, at most ``MOST_TEXT_LINES``."""
    words = (letters(part) * size * NAME_LETTER for part in text.split())
    lines, left = 0, 0.0
    for width in words:
        if width > left:
            lines, left = lines + ceil(width / room), -width % room
        else:
            left -= width
        left -= size * NAME_LETTER
    return min(lines, MOST_TEXT_LINES)


class Figures(NamedTuple):
    """Figures among signs."""

    text: str


class Circle(NamedTuple):
    """A knoddel, or the place for one."""

    is_filled: bool = True


class Strokes(NamedTuple):
    """A bundle of up to five strokes."""

    number: int


Sign: TypeAlias = Figures | Circle | Strokes | ft.IconData


def _signs(kind: Won, number: int) -> list[Sign]:
    """Return the signs for so much that a side has won of one kind."""
    if kind.sign == STROKE:
        return [Figures(str(number)), *(_strokes(number) if number <= MOST_STROKES else [])]
    sign = kind.sign if isinstance(kind.sign, ft.IconData) else Circle()
    if number > max(kind.most, kind.slots):
        return [sign, Figures(f"×{number}")]
    return [*[sign] * number, *[Circle(is_filled=False)] * (kind.slots - number)]


def _gained(kind: Won, number: int, room: float) -> list[Sign]:
    """Return the signs for so much that a round brought a side of one kind."""
    if kind.sign != STROKE:
        return _signs(kind._replace(slots=0), number)
    strokes = _strokes(number)
    return strokes if _wide(strokes, IN_ROW) <= room else [Figures(f"+{number}")]


def _strokes(number: int) -> list[Sign]:
    full, rest = divmod(number, BUNDLE)
    return [*[Strokes(BUNDLE)] * full, *[Strokes(rest)] * (rest > 0)]


def _width(sign: Sign, size: float) -> float:
    """Return how wide a sign is that is so high."""
    match sign:
        case Figures(text):
            return len(text) * FIGURE * size
        case Strokes(number):
            return bundle_width(number, size)
        case _:
            return size


def _wide(signs: Sequence[Sign], size: float) -> float:
    """Return how wide signs are in a row."""
    return sum(_width(sign, size) + BETWEEN for sign in signs) - BETWEEN


def _draw_signs(drawing: Drawing, signs: Iterable[Sign], x: float, y: float, size: float) -> None:
    """Draw signs in a row that begins at ``x``, so far beneath."""
    for sign in signs:
        width = _width(sign, size)
        match sign:
            case Figures(text):
                drawing.figures(text, size, x + width / 2, y)
            case Circle(is_filled):
                drawing.circle(x + size * 0.1, y + size * 0.1, size * 0.8, is_filled=is_filled)
            case Strokes(number):
                drawing.put(bundle(number, size), x, y)
            case icon:
                drawing.put(ft.Icon(icon, size=size, color=chalk.CHALK), x, y)
        x += width + BETWEEN


def _wrapped(signs: Iterable[Sign], size: float, room: float) -> list[list[Sign]]:
    """Return signs in as many rows as they need."""
    rows, used = list[list[Sign]]([[]]), 0.0
    for sign in signs:
        width = _width(sign, size)
        if rows[-1] and used + width > room:
            rows, used = [*rows, []], 0.0
        rows[-1].append(sign)
        used += width + BETWEEN
    return rows


def _draw_won(drawing: Drawing, columns: Columns, won: Sequence[Won]) -> None:
    """Draw what each side has won."""
    sides = [
        [sign for kind in won for sign in _signs(kind, kind.number[side])]
        for side in range(columns.number)
    ]
    rows = [_wrapped(signs, SIGN, columns.room) for signs in sides]
    for side, of_side in enumerate(rows):
        for place, row in enumerate(of_side):
            left = columns.middle(side) - _wide(row, SIGN) / 2
            _draw_signs(drawing, row, left, place * SIGNS_ROW, SIGN)
    drawing.skip(max(map(len, rows)) * SIGNS_ROW + GRID)


def _draw_score(
    drawing: Drawing, columns: Columns, view: GameView, replay: Replay[Any, Any]
) -> None:
    score = replay.state.score
    texts = [figure(points) for points in score]
    size = columns.size(SCORE, texts)
    rules = replay.agreement.rules
    all_crosses = view.crosses(rules, score) if view.crosses else [None] * columns.number
    crosses = [each for each in all_crosses if each]
    if crosses:
        size *= CROSS
        row = columns.size(size, [each.left + each.wiped for each in crosses])
        for side, each in enumerate(all_crosses):
            if each:
                _draw_crosses(drawing, each, row, columns.middle(side))
        drawing.skip(row)
    for side, text in enumerate(texts):
        drawing.figures(text, size, columns.middle(side))
    drawing.skip(size + GRID)


def _draw_crosses(drawing: Drawing, crosses: Crosses, size: float, x: float) -> None:
    """Draw crosses around ``x``: those that are left, and those that were wiped away."""
    width = FIGURE * size
    x -= width * len(crosses.left + crosses.wiped) / 2
    for text, color in ((crosses.left, chalk.CHALK), (crosses.wiped, chalk.RULE)):
        for cross in text:
            drawing.figures(cross, size, x + width / 2, color=color)
            x += width


def _draw_heading(drawing: Drawing, text: str) -> None:
    drawing.skip(GRID)
    drawing.small(text)
    drawing.rule_across()


def _draw_rounds(
    drawing: Drawing,
    columns: Columns,
    t: Translator,
    view: GameView,
    replay: Replay[Any, Any],
    most: int,
) -> None:
    """Draw the newest of the finished rounds, each with what it brought."""
    rounds = past_rounds(replay.states)
    if not rounds:
        return
    _draw_heading(drawing, t(view.words.ROUNDS))
    if len(rounds) > most:
        drawing.small(t("… and {n} before", n=len(rounds) - most))
    newest = rounds[-most:]
    kinds = view.won(replay.agreement.rules, replay.state, IN_ROW)
    texts = [figure(points) for past in newest for points in past.round.score]
    one_sign = (IN_ROW + BETWEEN) / 2
    beside = 0 if columns.number == FACING else max(one_sign, columns.width / 7)
    size = columns.size(FIGURES, texts, one_sign)
    after = max(map(len, texts)) * FIGURE * size / 2 + BETWEEN - beside
    room = columns.room / 2 - after
    with columns.apart(drawing):
        for past in newest:
            _draw_number(drawing, past.number)
            for side, points in enumerate(past.round.score):
                x = columns.middle(side) - beside
                drawing.figures(figure(points), size, x, (ROW - size) / 2)
            for side, brought in enumerate(_brought(t, view, replay, past)):
                more = zip(kinds, brought, strict=True)
                signs = [sign for kind, n in more if n > 0 for sign in _gained(kind, n, room)]
                x, y = columns.middle(side) + after, (ROW - IN_ROW) / 2
                _draw_signs(drawing, signs, x, y, IN_ROW)
            drawing.skip(ROW)


def _draw_number(drawing: Drawing, number: int) -> None:
    """Draw the number of a round in the margin."""
    y, right = (ROW - CHANGE * LINE) / 2, ft.TextAlign.RIGHT
    x = MARGIN - BETWEEN
    drawing.text(str(number), CHANGE, x, x, color=chalk.FAINT, align=right, y=y)


def _brought(
    t: Translator, view: GameView, replay: Replay[Any, Any], past: PastRound[Any]
) -> list[tuple[int, ...]]:
    """Return how much more each side has since a round began, kind by kind.

    A round that was won by carried points alone has no lines: what it brought is told before.
    """
    if not past.lines:
        return []
    first, last = past.lines[0].place, past.lines[-1].place + 1
    was, now = (view.words.standing(t, replay.states[place])[1:] for place in (first, last))
    more = [
        [n - had for had, n in zip(before, after, strict=True)]
        for (_, before), (_, after) in zip(was, now, strict=True)
    ]
    return [*zip(*more, strict=True)]


def _draw_running(
    drawing: Drawing, columns: Columns, t: Translator, view: GameView, replay: Replay[Any, Any]
) -> None:
    """Draw the lines of the running round, and what it began with."""
    tokens = [view.tokens(line) for _, line in running_lines(replay)]
    shown = on_slate(replay.states)
    brought = view.brought(replay.state if shown.ended else shown.begun_with)
    if any(brought):
        tokens.insert(0, [Token("", str(points)) if points else None for points in brought])
    if not tokens:
        return
    _draw_heading(drawing, view.words.running_round(t, replay.agreement.rules, replay.state))
    with columns.apart(drawing):
        if columns.number == FACING:
            _draw_facing(drawing, columns, tokens)
        else:
            _draw_across(drawing, columns, tokens[-MOST_LINES:])


def _draw_facing(drawing: Drawing, columns: Columns, lines: Sequence[Tokens]) -> None:
    """Draw what each side wrote in its column."""
    in_row = int(columns.room // TOKEN)
    top, lowest = drawing.height, drawing.height
    for side in range(columns.number):
        tokens = [token for line in lines if (token := line[side])][-MOST_TOKENS:]
        drawing.height = top
        for first in range(0, len(tokens), in_row):
            row = tokens[first : first + in_row]
            left = columns.middle(side) - len(row) * TOKEN / 2
            for place, token in enumerate(row):
                _draw_token(drawing, token, left + (place + 0.5) * TOKEN, FIGURES)
            drawing.skip(TOKEN)
        lowest = max(lowest, drawing.height)
    drawing.height = lowest


def _draw_across(drawing: Drawing, columns: Columns, lines: Sequence[Tokens]) -> None:
    """Draw each line across all columns."""
    texts = [token.total for line in lines for token in line if token]
    size = columns.size(FIGURES, texts)
    for line in lines:
        for side, token in enumerate(line):
            if token:
                _draw_token(drawing, token, columns.middle(side), size)
        drawing.skip(TOKEN)


def _draw_token(drawing: Drawing, token: Token, x: float, size: float) -> None:
    """Draw what a line wrote for a side, around ``x``."""
    if token.strokes:
        signs = _strokes(token.strokes)
        left = x - _wide(signs, STROKE_OF_LINE) / 2
        _draw_signs(drawing, signs, left, CHANGE, STROKE_OF_LINE)
        return
    drawing.text(token.change, CHANGE, x, TOKEN, color=chalk.FAINT)
    drawing.figures(token.total, size, x, CHANGE + 2)


def _draw_end(drawing: Drawing, sentences: Sequence[str]) -> None:
    """Draw who pays, at the bottom of the slate."""
    lines = [_lines(sentence, PAYS, ACROSS) for sentence in sentences]
    foot = sum(lines) * PAYS * LINE + DETAIL * LINE + 6 * GRID
    drawing.skip(2 * GRID)
    drawing.height = max(drawing.height, GRID * ((LEAST_HEIGHT - foot) // GRID))
    for sentence, needed in zip(sentences, lines, strict=True):
        drawing.text(sentence, PAYS, WIDTH / 2, ACROSS, lines=needed, font=chalk.STRONG)
        drawing.skip(needed * PAYS * LINE)
    drawing.skip(2 * GRID)
    drawing.small("Knoddel", ft.TextAlign.RIGHT)
    drawing.skip(2 * GRID)
    drawing.height = max(drawing.height, LEAST_HEIGHT)


def framed_picture(drawing: Drawing) -> ft.Control:
    """Return the control that shows a drawing on slate, in whatever look the app has."""
    canvas = cv.Canvas([*drawing.shapes], width=WIDTH, height=drawing.height)
    return ft.Container(
        ft.Stack([canvas, *drawing.signs], width=WIDTH, height=drawing.height),
        width=WIDTH,
        height=drawing.height,
        bgcolor=chalk.GROUND,
        theme=chalk.SLATE,
        dark_theme=chalk.SLATE,
        theme_mode=ft.ThemeMode.DARK,
    )
