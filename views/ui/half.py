"""How a half of the screen is shared out: score and texts, and a side's keys in rows.

Lengths are in dp. Those of keys are at the usual text size.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum, auto
from functools import cache, lru_cache
from itertools import chain
from math import ceil
from typing import Final, NamedTuple, TypeAlias

from scoring.sheet import Head
from storage import Settings
from views.session.screen import Screen
from views.ui import chalk
from views.ui.layout import FACING, FEWEST_FACING, FIGURE, NAME_LETTER, letters
from views.ui.pad import HALF_PADDING, Cell, Key, Label, Labels, Look, Row, Sign, Space

AROUND, BENEATH = 4, 2
"""What is left free at the edges of the screen beside keys, and beneath them."""
PANEL, WIDEST_PANEL = 0.34, 260
"""Which share of a half that lies is for score and texts, beside the keys, up to a width."""
LYING: Final = 2
"""A half lies if it is so many times as wide as high."""
LEAST_FIGURE, LARGEST = 16, 132
"""The least and the largest size of the score's figures."""
HEADING: Final = 24
"""How high a name is above a figure."""
TWO_LINES: Final = 42
"""How high a name and the signs beneath it are."""
LETTER, LINE = 6.8, 19
"""How wide a letter of the texts is, and how high a line of them."""
UNDER_TEXTS: Final = 4
"""What is free beneath the texts."""
GAP: Final = chalk.UNIT - 1
"""What is free between the rule beneath undo and redo and the keys."""
LEAST_ABOVE: Final = 2 * chalk.TOUCH + chalk.UNIT + 1
"""How high score and texts are at least above keys: beside them are menu and undo, and a rule is
beneath."""
ROOMY: Final = 100
"""How much higher the score may be than it must before the rows of keys are."""
LOWEST, TALLEST = 0.8, 1.25
"""How low and how high rows of keys may be beside what they need; what needs more scrolls."""
PLAYER: Final = 76
"""How high a key with a name, points and tricks is."""
LABEL: Final = 40
"""How high words between keys are."""
MOST_ROWS: Final = 4
"""On so many rows at most goes what belongs together."""
LINES_OF_KEY, LINES_OF_LABEL = 1.7, 2.5
"""On so many lines the words on keys, and between them, have room, as lines are never full."""
NAME: Final = 16
"""The text size of a side's name."""
TEXT_STEP: Final = 0.125
"""By how much less text is made larger on keys that have too little room for it."""
NAMED: Final = 0.5
"""Which share of its place a side's name and signs take beside the figure."""
SHAPES_REMEMBERED: Final = 64


class Part(NamedTuple):
    """What a cell needs: its share of a row's width, and its least width and height."""

    weight: int
    width: float
    height: float


Parts: TypeAlias = tuple[Part, ...]


class Keys(NamedTuple):
    """A side's keys as they are drawn: rows, and how high each of them is.

    ``fits`` tells whether all are in sight, and all words whole. ``scale`` is how much larger than
    usual their text is.
    """

    rows: tuple[Row, ...]
    heights: tuple[float, ...]
    fits: bool
    scale: float = 1.0

    @property
    def height(self) -> float:
        """How high all rows are, with what is free between them."""
        return sum(self.heights) + chalk.UNIT * (len(self.heights) - 1)

    def drawn(self, scale: float) -> list[tuple[Row, float]]:
        """Return the rows as they are drawn, each with its height in dp.

        Their text may be less large than the device's ``scale``.
        """
        share = self.scale / scale
        rows = (replace(row.smaller(share), even=True) for row in self.rows)
        return [*zip(rows, (height * self.scale for height in self.heights), strict=True)]


class Half(NamedTuple):
    """How a half is shared out.

    Score and texts are so wide in the ``panel`` of a half that lies, else so high above the keys.
    """

    panel: float
    keys: Keys


def is_halved(settings: Settings, head: Head) -> bool:
    """Return whether each of two sides is shown a half of its own."""
    return settings.both_sides and len(head.sides) == FACING


def half_room(screen: Screen) -> Screen:
    """Return the size of each half of a screen."""
    return replace(screen, height=(screen.height - chalk.DEAD_STRIP) / FACING)


def half(together: Callable[[Screen], Sequence[Row]], room: Screen) -> Half:
    """Return how a half is shared out; ``together`` tells which cells belong together.

    Large text is as large on keys as their words have room, so that all keys stay in sight. That
    is found by bisecting: where some text fits, smaller text nearly always does.
    """

    @cache
    def shared(scale: float) -> Half:
        scaled = replace(room, text_scale=scale)
        found = _at_scale(together(scaled), scaled)
        return found._replace(keys=found.keys._replace(scale=scale))

    def fits(scale: float) -> bool:
        return shared(scale).keys.fits

    smaller = [*_smaller_than(room.text_scale)]
    if not smaller or fits(room.text_scale):
        return shared(room.text_scale)
    return shared(smaller[bisect_left(smaller, True, hi=len(smaller) - 1, key=fits)])


def _smaller_than(scale: float) -> Iterator[float]:
    """Yield the scales by which large text may be less large, down to its usual size."""
    while scale > 1:
        scale = max(1, scale - TEXT_STEP)
        yield scale


def _at_scale(together: Sequence[Row], room: Screen) -> Half:
    scale = room.text_scale
    if is_lying(room):
        panel = panel_width(room)
        width = room.width - panel - AROUND
        height = room.height / scale
        return Half(panel, arranged(together, width / scale, height, height))
    width = room.width - 2 * AROUND
    height = (room.height - BENEATH - GAP - _least_above(room)) / scale
    keys = arranged(together, width / scale, height, height - ROOMY)
    return Half(panel_above(keys.height * scale, room), keys)


def panel_above(keys: float, room: Screen) -> float:
    """Return how high score and texts are above keys of that height."""
    return max(_least_above(room), room.height - BENEATH - GAP - keys)


def _least_above(room: Screen) -> float:
    """Return how high score and texts are at least: large text gets no more than half the room."""
    return max(LEAST_ABOVE, min(LEAST_ABOVE * room.text_scale, room.height / 2))


def is_lying(room: Screen) -> bool:
    """Return whether a half is so low that the keys are beside the rest."""
    return room.width >= LYING * room.height


def panel_width(room: Screen) -> float:
    """Return how wide score and texts are in a half that lies."""
    return min(WIDEST_PANEL, PANEL * room.width)


def inner_width(room: Screen) -> float:
    """Return how wide score and texts are: between menu, undo and redo, or beneath them."""
    if is_lying(room):
        return panel_width(room) - 2 * chalk.UNIT
    return room.width - 2 * chalk.SCORING_TOUCH


def texts_height(texts: Sequence[str], room: Screen) -> float:
    """Return how high texts are, and what is free beneath them."""
    width = inner_width(room)
    lines = sum(ceil(letters(text) * LETTER * room.text_scale / width) for text in texts)
    return lines * LINE * room.text_scale + UNDER_TEXTS


class Named(StrEnum):
    """Where a side's name and signs are."""

    ABOVE = auto()
    """Above the figure, side by side."""
    BESIDE = auto()
    """Beside the figure, one above the other."""
    IN_A_ROW = auto()
    """All in a row."""


class Score(NamedTuple):
    """The size of the score's figures, where names are, and whether there is too little room."""

    size: float
    named: Named
    is_crowded: bool


def score_in_half(figures: Sequence[str], panel: float, texts: float, room: Screen) -> Score:
    """Return how the score is drawn above or beneath ``texts`` of that height."""
    height = (room.height - chalk.TOUCH if is_lying(room) else panel - 1) - texts
    is_crowded = height < LEAST_FIGURE * room.text_scale
    width = (inner_width(room) - chalk.UNIT) / FACING / room.text_scale
    height = TWO_LINES if is_crowded else height / room.text_scale
    widest = width / (FIGURE * max(FEWEST_FACING, *map(len, figures)))
    above, beside = min(height - HEADING, widest), min(height, (1 - NAMED) * widest)
    if above >= beside:
        return Score(min(LARGEST, above), Named.ABOVE, is_crowded)
    named = Named.BESIDE if height >= TWO_LINES else Named.IN_A_ROW
    return Score(beside, named, is_crowded)


def name_size(name: str, named: Named, room: Screen) -> float:
    """Return the text size of a side's name: where large text cuts it off, it is less large."""
    place = (inner_width(room) - chalk.UNIT) / FACING
    width = place if named is Named.ABOVE else NAMED * place
    fitting = width / (letters(name) * NAME_LETTER * room.text_scale)
    return max(NAME / max(1, room.text_scale), min(NAME, fitting))


def arranged(together: Sequence[Row], width: float, height: float, roomy: float) -> Keys:
    """Return rows of keys in which each has room as far as can be, and as few as that takes.

    Cells that belong together stay beside each other. If they have to go on on another row, the
    first row may be shorter. Rows are higher than needed as far as all of them fit into ``roomy``.
    """
    low = [Row([*map(_in_half, row.cells)]) for row in together]
    best = _best(tuple(tuple(map(_part, row.cells)) for row in low), width, height)
    cells = chain.from_iterable(row.cells for row in low)
    said = " ".join(row.announced for row in together if row.announced)
    rows = [Row([next(cells) for _ in parts]) for parts in best]
    fitting = _share(best, height)
    needed = min(1, fitting) if fitting >= LOWEST else 1  # what has to scroll need not be low
    share = min(TALLEST, max(needed, _share(best, roomy)))
    heights = [share * _height(parts) for parts in best]
    fits = fitting >= LOWEST and all(_narrowest(parts, width) >= 1 for parts in best)
    return Keys((replace(rows[0], announced=said), *rows[1:]), tuple(heights), fits)


def _in_half(cell: Cell) -> Cell:
    """Return a cell as it is in a half: the row tells how high it is."""
    match cell:
        case Key(_, face):
            return cell._replace(face=face.in_half)
        case Label():
            return Labels((replace(cell, height=None),), 1)
        case Labels(labels, weight):
            return Labels(tuple(replace(label, height=None) for label in labels), weight)
        case Space():
            return cell


def _part(cell: Cell) -> Part:
    match cell:
        case Key(_, face):
            text = "" if face.look is Look.PLAYER or isinstance(face.text, Sign) else face.text
            width = _width(text, LINES_OF_KEY) * face.size
            height = PLAYER if face.look is Look.PLAYER else chalk.SCORING_TOUCH
            return Part(face.weight, max(chalk.SCORING_TOUCH, width + 2 * HALF_PADDING), height)
        case Labels(labels, weight):
            widths = (_width(label.text, LINES_OF_LABEL) * label.size for label in labels)
            return Part(weight, max(widths), LABEL)
        case _:
            return Part(1, 0, 0)


def _width(text: str, lines: float) -> float:
    """Return how wide a text is on so many lines at least, in multiples of its size."""
    longest = max(map(letters, text.split()), default=0)
    return max(longest, letters(text) / lines) * NAME_LETTER


@lru_cache(SHAPES_REMEMBERED)
def _best(together: tuple[Parts, ...], width: float, height: float) -> tuple[Parts, ...]:
    """Return the rows in which what has least room has most of it, of those the fewest."""

    def badness(rows: tuple[Parts, ...]) -> tuple[float, ...]:
        room = min(1, _share(rows, height), *(_narrowest(row, width) for row in rows))
        return (-round(room, 2), len(rows), *map(len, rows))

    return min(_ways(together), key=badness)


def _share(rows: Sequence[Parts], height: float) -> float:
    """Return what part of the height that rows need they have."""
    return (height - chalk.UNIT * (len(rows) - 1)) / sum(map(_height, rows))


def _height(row: Parts) -> float:
    return max(part.height for part in row)


def _narrowest(row: Parts, width: float) -> float:
    """Return what part of the width that it needs the narrowest cell of a row has."""
    each = (width - chalk.UNIT * (len(row) - 1)) / sum(part.weight for part in row)
    return min(each * part.weight / max(1, part.width) for part in row)


def _ways(together: tuple[Parts, ...]) -> Iterator[tuple[Parts, ...]]:
    """Yield all rows of what belongs together: several of them in a row, or one on several."""
    if not together:
        yield ()
        return
    first = together[0]
    each_row = {ceil(len(first) / rows) for rows in range(1, MOST_ROWS + 1)}
    for rest in _ways(together[1:]):
        for each in each_row:
            ends = range(len(first), 0, -each)
            yield (*[first[max(0, end - each) : end] for end in ends][::-1], *rest)
    for merged in range(2, len(together) + 1):
        beside = tuple(chain.from_iterable(together[:merged]))
        yield from ((beside, *rest) for rest in _ways(together[merged:]))
