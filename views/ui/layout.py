"""How a screen is shared out: widths of columns, sizes of names and figures, and what scrolls.

All lengths are in dp. Text sizes are those before the device makes them larger.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple
from unicodedata import east_asian_width

from scoring.sheet import Head, Side
from views.session.screen import Screen
from views.text.names import brief_head
from views.ui import chalk

FACING: Final = 2
"""So many sides face each other."""
ROW: Final = chalk.SCORING_TOUCH + chalk.UNIT
"""How high a row of keys is, with what is free beneath it."""
SCORE, SHORT_SCORE = 96, 48
"""The size of the score's figures at least, where there is room for it."""
CROSS, CROSS_GAP = 0.55, 2
"""How large a cross is beside the score's figures, and what is free between crosses."""
SPARE: Final = 0.95
"""Crosses fill no more of a column, so that they stay in their row while fonts are loading."""
SIGNS, SHORT_SIGNS = 28, 20
"""How high the signs of what was won are."""
FIGURE: Final = 0.54
"""How wide a figure is, in multiples of its size."""
LEAST_FIGURES: Final = 3
"""At least so many figures have room in a column of several."""
NAME, LEAST_NAME = 18, 12
"""The largest size of a name, and the least for keeping it on one line."""
NAME_LINES: Final = 2
"""A name has so many lines at most; what is longer ends in "…"."""
_WAYS: Final = ((False, 1, LEAST_NAME), (False, NAME_LINES, 11), (True, NAME_LINES, 9))
"""Whether words of names may be broken, on how many lines, and the least size for that."""
ICON: Final = 20
"""How large the sign beside a name is."""
BESIDE_NAME: Final = 4
"""What stays free beside a name and beside its sign."""
NAME_LETTER, WIDE_LETTER = 0.56, 1.7
"""How wide a usual letter is, in multiples of its size, and how many of them a wide one is."""
HALF_A_NAME: Final = 6
"""So many letters have room on each of two lines, however narrow."""
_SYLLABLE: Final = re.compile(
    "(?:sch|ch|ck|ph|qu|th|[bcdfghjklmnpqrstvwxzß])[aeiouyäöü]", re.IGNORECASE
)
"""How a syllable begins, mostly."""
_BREAKS: Final = re.compile(r"(?<=[\s-])")
"""Where a name goes on on the next line without breaking a word."""
COLUMN_GAP: Final = 4
"""What stays free between narrow columns."""
NOTICE_LETTER, NOTICE_LINE = 7.2, 18
"""How wide a letter of the notice is, and how high a line of it."""
NOTICE_PADDING: Final = 6
"""What stays free above and beneath the notice."""
PINNED_LINES, PINNED_LINE, MOST_PINNED = 3.5, 20, 0.3
"""So many lines of the notice, each so high, are in sight where it is pinned, on at most that share
of the screen; half a line tells that it goes on."""
LEADING, FIGURE_LEADING = 1.43, 1.1
"""How high a line of text is, in multiples of its size, and one of figures on the slate."""
NAMES: Final = 56
"""How much higher names are with a second line and a sign above."""
POINTS_TOLD: Final = 6
"""How many letters the notice needs beside a name."""
USUAL_NAME, WRITTEN, WHO_IS_ON = 4, 26, 27
"""How many letters a usual name has, and the notice and who is on have beside the names."""
PARTS_REMEMBERED: Final = 256
TOKEN, LINE = 48, 52
"""How wide what a line wrote for a side is, and how high, as is a line across all."""
SENTENCE: Final = 24
"""How high a sentence is on the slate."""
AROUND: Final = 48 + 34 + 48 + 57 + 12
"""How high top row, names, the dealer, and the notice are together, with a little that is free."""
FEWEST_FACING: Final = 2
"""At least so many figures have room in one of two columns."""


class Room(NamedTuple):
    """How high, in dp, all that is written must be: not to be small, and small not to scroll."""

    roomy: int
    short: int


class Layout(NamedTuple):
    """How the height is shared out.

    ``pad`` is how high the pad is, with what is free around it, and ``crowd`` how much higher long
    names make the rest. Figures may be ``short``, and the whole may scroll.
    """

    pad: float
    short: bool
    scrolls: bool
    crowd: float


@lru_cache(PARTS_REMEMBERED)
def layout(rows: float, room: Room, head: Head, screen: Screen) -> Layout:
    """Return how the height of a screen is shared out; the pad has so many ``rows`` of keys."""
    pad = ROW * rows + 2 * chalk.UNIT
    crowd = _crowd(head, screen)
    beside = 0 if screen.is_wide else pad

    def is_too_high(written: float) -> bool:
        return (written + beside) * screen.text_scale + crowd > screen.height

    short = screen.is_short if screen.is_wide else is_too_high(room.roomy)
    return Layout(pad, short, is_too_high(room.short), crowd)


def pinned_notice(screen: Screen) -> float:
    """Return how high the notice is where it is pinned beneath what scrolls."""
    lines = PINNED_LINES * PINNED_LINE * screen.text_scale + 2 * NOTICE_PADDING
    return max(chalk.SCORING_TOUCH, min(lines, MOST_PINNED * screen.height))


def board_width(screen: Screen) -> float:
    """Return how wide the board is, and the pad."""
    return screen.width / 2 if screen.is_wide else min(screen.width, chalk.WIDEST)


def pad_column(screen: Screen) -> float:
    """Return how wide one side's column is on the pad, at the usual text size."""
    both = board_width(screen) - 2 * chalk.MARGIN - chalk.DEAD_STRIP
    return both / 2 / screen.text_scale


def board_column(columns: int, screen: Screen) -> float:
    """Return how wide one of several columns is on the board, at the usual text size."""
    return (board_width(screen) / columns - COLUMN_GAP) / screen.text_scale


def figure_size(largest: float, texts: Sequence[str], columns: int, screen: Screen) -> float:
    """Return the size at which the longest of the figures has room in one of so many columns."""
    least = FEWEST_FACING if columns == FACING else LEAST_FIGURES
    longest = max(least, *map(len, texts))
    return min(largest, board_column(columns, screen) / (longest * FIGURE))


def score_height(
    tokens: Sequence[Sequence[object]], sentences: int, share: Layout, screen: Screen
) -> float:
    """Return how high the score can be: as high as the lines leave, at the usual text size.

    ``tokens`` are by line what it wrote for each side; so many ``sentences`` are beneath them.
    """
    least = _least_score(share)
    if share.scrolls:
        return least
    lines = _lines_height(tokens, screen) if has_lines(sentences, share, screen) else 0
    return max(least, _score_and_lines(sentences, share, screen) - lines)


def has_lines(sentences: int, share: Layout, screen: Screen) -> bool:
    """Return whether lines are in sight: always, but where a round's end needs their room.

    It has so many ``sentences``.
    """
    return not sentences or _score_and_lines(sentences, share, screen) >= _least_score(share) + LINE


def _least_score(share: Layout) -> float:
    return SHORT_SCORE if share.short else SCORE


def _score_and_lines(sentences: int, share: Layout, screen: Screen) -> float:
    """Return how high the score and the lines can be together, at the usual text size."""
    beside = 0 if screen.is_wide else share.pad
    signs = SHORT_SIGNS if share.short else SIGNS
    room = (screen.height - share.crowd) / screen.text_scale
    return room - beside - AROUND - signs - SENTENCE * sentences


def crossed_size(height: float, crosses: int, screen: Screen) -> float:
    """Return the size of figures in whose place so many crosses, and their number, are as high."""
    column = SPARE * board_column(FACING, screen)

    def fits(size: int) -> bool:
        cross = size * CROSS
        beside = max(1, int((column + CROSS_GAP) / (cross * FIGURE + CROSS_GAP)))
        return (ceil(crosses / beside) + 1) * cross * FIGURE_LEADING <= height

    return next(filter(fits, range(int(height), SHORT_SCORE, -1)), SHORT_SCORE)


def _lines_height(tokens: Sequence[Sequence[object]], screen: Screen) -> float:
    """Return how high lines are, and at least the first one."""
    columns = [*zip(*tokens, strict=True)]
    if len(columns) != FACING:
        return LINE * max(1, len(tokens))
    longest = max(len(column) - column.count(None) for column in columns)
    beside = max(1, int(board_width(screen) / FACING / TOKEN / screen.text_scale))
    return LINE * max(1, ceil(longest / beside))


class Fit(NamedTuple):
    """The text size at which names fit, on how many lines, and the names with line breaks."""

    size: float
    lines: int
    names: tuple[str, ...]


def board_names(head: Head, screen: Screen) -> Fit:
    """Return how the sides' names fit at the top of their columns."""
    names = tuple(side.name for side in head.sides)
    room = board_column(len(names), screen)
    if len(names) != FACING:
        return fit_names(names, room)
    room = (board_width(screen) - chalk.DEAD_STRIP) / 2 - 2 * (ICON + 2 * BESIDE_NAME)
    return fit_names(names, room / screen.text_scale)._replace(names=names)


@lru_cache(PARTS_REMEMBERED)
def fit_names(names: tuple[str, ...], room: float) -> Fit:
    """Return how names fit into a ``room``, as large as can be: on one line, else on two.

    They are never so small that nobody can read them: then words are broken, with a hyphen.
    What still does not fit is cut off.
    """
    for breaks, lines, least in _WAYS:
        for size in range(NAME, least - 1, -1):
            on_a_line = room / size / NAME_LETTER
            fit = [_on_lines(_words(name, on_a_line, breaks=breaks), on_a_line) for name in names]
            if all(_have_room(each, lines, on_a_line) for each in fit):
                return Fit(size, lines, tuple(map("\n".join, fit)))
    return Fit(min(LEAST_NAME, room / (HALF_A_NAME * NAME_LETTER)), NAME_LINES, names)


def lines_of(text: str, room: float) -> int:
    """Return on how many lines of a ``room`` in usual letters a text is."""
    return len(_on_lines(_BREAKS.split(text), room))


def has_room(text: str, lines: int, room: float) -> bool:
    """Return whether a text fits on so many lines of a ``room`` in usual letters."""
    return _have_room(_on_lines(_BREAKS.split(text), room), lines, room)


def _have_room(texts: Sequence[str], lines: int, room: float) -> bool:
    return len(texts) <= lines and max(map(letters, texts)) <= room


def _words(name: str, room: float, *, breaks: bool) -> list[str]:
    """Return the words of a name, each with what follows it; too wide ones are broken if so."""
    words = _BREAKS.split(name)
    return [piece for word in words for piece in _pieces(word, room)] if breaks else words


def _on_lines(words: Iterable[str], room: float) -> list[str]:
    """Return words, with what follows each, on as few lines as they need.

    ``room`` is in usual letters. A word that is wider has a line of its own.
    """
    lines = list[str]()
    for word in words:
        if lines and letters((lines[-1] + word).rstrip()) <= room:
            lines[-1] += word
        else:
            lines.append(word)
    return [line.strip() for line in lines if line.strip()]


def _pieces(word: str, room: float) -> list[str]:
    """Return a word in pieces that have ``room``, as far as it has syllables to break it between.

    >>> _pieces("Maximilian", 7), _pieces("Xxxxxxxxxx", 7)
    (['Maxi-', 'milian'], ['Xxxxxxxxxx'])
    """
    if letters(word.rstrip()) <= room:
        return [word]
    starts = [syllable.start() for syllable in _SYLLABLE.finditer(word)][1:]
    ends = [end for end in starts if letters(f"{word[:end]}-") <= room]
    return [f"{word[: ends[-1]]}-", *_pieces(word[ends[-1] :], room)] if ends else [word]


@lru_cache(PARTS_REMEMBERED)
def letters(text: str) -> float:
    """Return for how many usual letters a text needs room."""
    return sum(WIDE_LETTER if _is_wide(character) else 1 for character in text)


def _is_wide(character: str) -> bool:
    return character in "MWmw" or east_asian_width(character) in "FW"


def _crowd(head: Head, screen: Screen) -> float:
    """Return how much higher the slate is than with two sides of usual names."""
    sides = [side.name for side in brief_head(head).sides]
    board = board_width(screen)
    beside_arrows = board - 2 * (chalk.SCORING_TOUCH + chalk.UNIT)
    if len(sides) == FACING:
        longest = max(letters(name) for side in brief_head(head).sides for name in _names(side))
        lines = _more_lines(WHO_IS_ON, 3, longest, board - 2 * chalk.MARGIN, screen)
        lines += _more_lines(WRITTEN, 1, longest, beside_arrows, screen)
        fit = board_names(head, screen)
        higher = max(0, fit.size * fit.lines - NAME) * LEADING + lines * NOTICE_LINE
        return higher * screen.text_scale
    told = sum(letters(name) + POINTS_TOLD for name in sides)
    lines = _lines_of_notice(told, beside_arrows, screen) - 1
    return (NAMES + lines * NOTICE_LINE) * screen.text_scale


def _names(side: Side) -> tuple[str, ...]:
    return (side.name, *side.players)


def _more_lines(beside: int, names: int, longest: float, room: float, screen: Screen) -> int:
    """Return how many more lines a sentence has if its names are longer than usual."""
    usual, most = (
        _lines_of_notice(beside + names * each, room, screen) for each in (USUAL_NAME, longest)
    )
    return max(0, most - usual)


def _lines_of_notice(told: float, room: float, screen: Screen) -> int:
    return ceil(told * NOTICE_LETTER * screen.text_scale / room)
