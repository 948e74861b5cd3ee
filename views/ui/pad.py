"""A pad as data: rows of keys, each with what it shows and what a tap on it does.

A game's pad is a pure function of what is written, what is half entered, the names and the
screen: nothing here draws, writes or knows who looks. So it can be tested as a table.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto
from itertools import chain
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from scoring.game import Entry, Offer, Replay
from scoring.rounds import AnyState, just_ended
from scoring.sheet import Head
from views.session.draft import Draft
from views.session.screen import Screen
from views.text.names import brief_head
from views.text.refusals import sentence
from views.text.translator import Translator
from views.ui import chalk
from views.ui.layout import Fit, board_width, fit_names, pad_column

D = TypeVar("D", bound=Draft)
R = TypeVar("R")
S = TypeVar("S", bound=AnyState[Any])

KEY_PADDING: Final = 8
HALF_PADDING: Final = 2
"""What is free at least within a key of a half, in dp."""
LARGEST_IN_HALF: Final = 13
"""The largest text size on a key of a half with something beneath the text."""
PLAIN_PADDING: Final = 16
"""What is free above and below the text of keys that write nothing, in dp."""
LARGEST_TEXT: Final = 17
LONGEST_WORD: Final = 4.9
"""How wide the longest word on a key is, such as a level, in multiples of the text size."""


class Write(NamedTuple):
    """A tap writes this entry."""

    entry: Entry


class Change(NamedTuple):
    """A tap keeps this draft instead of the present one.

    What it leads to is reckoned beforehand (``views/ahead.py``) if it ``is_ahead``.
    """

    draft: Draft
    is_ahead: bool = True


class Say(NamedTuple):
    """A tap says this sentence, and changes nothing."""

    text: str


Action: TypeAlias = Write | Change | Say | None
"""What a tap does; None where there is nothing to do or to say."""


class Ink(StrEnum):
    """In which colour something is written."""

    CHALK = auto()
    FAINT = auto()
    WARNING = auto()
    MINE = auto()
    YOURS = auto()


SIDES: Final = (Ink.MINE, Ink.YOURS)
"""The colours of two sides that face each other."""


class Sign(StrEnum):
    """A sign in the place of words."""

    LESS = auto()
    MORE = auto()
    BACK = auto()
    DELETE = auto()


class Look(StrEnum):
    """How a key shows what it is."""

    PLAIN = auto()
    """Its text or sign in the middle."""
    WRITES = auto()
    """Its text outside, and what it would write towards the middle of the pad."""
    STACKED = auto()
    """The same one above the other, for a narrow key."""
    NUMBER = auto()
    """A number in chalk, with what it would write for each side beneath."""
    LOW_NUMBER = auto()
    """The same for a low key."""
    CONTRACT = auto()
    """Its text, with what that is worth beneath."""
    OUTCOME = auto()
    """Its text, what it would write, and a note beneath."""
    PLAYER = auto()
    """A name, what it would write, and a dot for each trick."""
    DONE = auto()
    """Filled with chalk, unless something is missing, which the note tells."""
    FIELD = auto()
    """A name, and the figure that is typed for it."""


IN_HALF: Final = {Look.WRITES: Look.STACKED, Look.NUMBER: Look.LOW_NUMBER}
"""How a key of a half shows what another key shows otherwise."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a key shows: equal faces are not drawn again.

    ``name`` is its accessible name, ``figure`` what it would write, or ``each`` what it would
    write for each of two sides, ``hint`` why it is ``off`` or
    what else screen readers say. ``on`` tells whether it is chosen, where it can be. ``size`` is
    the size of its text, and ``weight`` its share of the row's width, unless it has a ``width``
    in dp. Its other texts are drawn at the ``share`` of their usual size.
    """

    name: str
    text: str | Sign
    size: float
    look: Look = Look.PLAIN
    figure: str = ""
    ink: Ink = Ink.CHALK
    off: bool = False
    on: bool | None = None
    hint: str | None = None
    note: str = ""
    strokes: int = 0
    dots: int = 0
    each: tuple[str, ...] = ()
    figure_size: float = 0
    padding: float = KEY_PADDING
    mirrored: bool = False
    weight: int = 1
    width: float | None = None
    share: float = 1

    @property
    def in_half(self) -> "Face":
        """The same for a key of a half, which may be narrow and low."""
        look = IN_HALF.get(self.look, self.look)
        size = min(self.size, LARGEST_IN_HALF) if look is Look.CONTRACT else self.size
        return replace(self, look=look, size=size, padding=HALF_PADDING)

    def smaller(self, share: float) -> "Face":
        """Return the same with all texts at this share of their size."""
        size, figure = self.size * share, self.figure_size * share
        return replace(self, size=size, figure_size=figure, share=share)


class Key(NamedTuple):
    """A key: its ``id`` within the pad, what it shows, and what a tap on it does.

    The id stays the same while the figures change, so that the second of two quick taps finds
    what the key has become meanwhile.
    """

    id: str
    face: Face
    action: Action


@dataclass(frozen=True, slots=True)
class Label:
    """Words between keys; screen readers say ``said`` instead, where it is given.

    ``height`` and ``padding`` are in dp. ``is_one_line`` cuts off what has no room.
    """

    text: str
    size: float = 15
    ink: Ink = Ink.FAINT
    said: str = ""
    height: float | None = None
    padding: float = 0
    is_announced: bool = False
    is_strong: bool = False
    is_one_line: bool = False


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels one above the other, between the keys of a row."""

    labels: tuple[Label, ...]
    weight: int


@dataclass(frozen=True, slots=True)
class Space:
    """An empty place in a row."""


Cell: TypeAlias = Key | Label | Labels | Space


@dataclass(frozen=True)
class Row:
    """Cells side by side.

    The first ``facing`` of them stand on the left, and the dead strip lies between them and the
    others; if the row is ``of_sides``, they belong to the left side, and the others to the right
    one. ``gap`` is what is free between cells, in dp; they are as high as the highest if they are
    ``even``. ``announced`` is said when it changes, and not shown.
    """

    cells: Sequence[Cell]
    facing: int = 0
    of_sides: bool = False
    gap: float = chalk.UNIT
    even: bool = False
    announced: str = ""

    def smaller(self, share: float) -> "Row":
        """Return the same with all texts at this share of their size."""
        return replace(self, cells=[_smaller(cell, share) for cell in self.cells])

    def keys_of(self, side: int) -> list[Key]:
        """Return the keys of a side, if the row is ``of_sides``."""
        cells = self.cells[self.facing :] if side else self.cells[: self.facing]
        return [cell for cell in cells if isinstance(cell, Key)]


def _smaller(cell: Cell, share: float) -> Cell:
    match cell:
        case Key(_, face):
            return cell._replace(face=face.smaller(share))
        case Label(size=size):
            return replace(cell, size=size * share)
        case Labels(labels):
            return replace(cell, labels=tuple(replace(it, size=it.size * share) for it in labels))
        case Space():
            return cell


class Pad(NamedTuple):
    """Blocks of rows, and what is free between the blocks, in dp."""

    blocks: Sequence[Sequence[Row]]
    gap: float = chalk.UNIT

    @property
    def keys(self) -> Iterator[Key]:
        """All keys, row by row."""
        for row in chain.from_iterable(self.blocks):
            yield from (cell for cell in row.cells if isinstance(cell, Key))

    def half(self, side: int) -> list[Row]:
        """Return what belongs together for those who sit at one side.

        That is what concerns both sides, row by row, and the keys of their own between that.
        """
        rows = list[Row]()
        own = list[Key]()
        for each in chain.from_iterable(self.blocks):
            if each.of_sides:
                own += each.keys_of(side)
            else:
                rows += [Row(own), each] if own else [each]
                own = []
        return [*rows, Row(own)] if own else rows

    def action(self, key_id: str) -> Action:
        """Return what a tap on a key does; None if the key is there no more."""
        return next((key.action for key in self.keys if key.id == key_id), None)


def pad_of(*rows: Row) -> Pad:
    """Return a pad of rows that are all equally far from each other."""
    return Pad([[each] for each in rows])


def row(*cells: Cell) -> Row:
    """Return cells side by side."""
    return Row(cells)


def both(cells: Callable[[int], Sequence[Cell]]) -> Row:
    """Return the cells of both sides, with the dead strip between them."""
    mine, yours = cells(0), cells(1)
    return Row([*mine, *yours], facing=len(mine), of_sides=True)


@dataclass(frozen=True, repr=False)
class GamePad(ABC, Generic[D, R, S]):
    """The pad of a game for what is written and half entered now."""

    t: Translator
    head: Head
    replay: Replay[R, S]
    draft: D
    screen: Screen

    @abstractmethod
    def pad(self) -> Pad:
        """Return the rows of keys in the present mode."""

    def half(self, side: int) -> Sequence[Row]:
        """Return what belongs together for those who sit at one side, for a room of any size."""
        return self.pad().half(side)

    @property
    def least_height(self) -> float:
        """How high the pad is at least, in dp.

        As high as the highest of its modes, it leaves what stands above in its place.
        """
        return 0

    @property
    def position(self) -> Hashable:
        """What matters for all that follows: equal positions have the same pads ever after.

        The last line does not matter, except for the rounds that it ended.
        """
        state: Any = self.replay.state
        return state._replace(line=None), just_ended(state), self.draft

    @property
    def rules(self) -> R:
        """The house rules of the sheet."""
        return self.replay.agreement.rules

    def name(self, side: int) -> str:
        """Return what a side is called."""
        return self.head.sides[side].name

    @property
    def brief(self) -> Head:
        """What the sheet says of the evening, with names short enough for keys."""
        return brief_head(self.head)

    def short_name(self, side: int) -> str:
        """Return what a side is called where there is little room."""
        return self.brief.sides[side].name

    @property
    def text_size(self) -> float:
        """The largest text size at which the longest word still fits into a side's column."""
        room = pad_column(self.screen) - 2 * KEY_PADDING / self.screen.text_scale
        return min(LARGEST_TEXT, room / LONGEST_WORD)

    def key_room(self, in_a_row: int) -> float:
        """Return how wide text may be on one of so many keys in a row, at the usual text size."""
        keys = board_width(self.screen) - 2 * chalk.MARGIN - (in_a_row - 1) * chalk.UNIT
        return (keys / in_a_row - KEY_PADDING) / self.screen.text_scale

    def names_on_keys(self, in_a_row: int, *others: str) -> Fit:
        """Return how the names of all sides, and others after them, fit on keys in a row."""
        names = tuple(side.name for side in self.brief.sides)
        return fit_names((*names, *others), self.key_room(in_a_row))

    @property
    def plain_size(self) -> float:
        """The text size of keys that write nothing."""
        return 15 if self.screen.is_short else 17

    @property
    def plain_padding(self) -> float:
        """What is free above and below the text of keys that write nothing, in dp."""
        return PLAIN_PADDING

    def write(self, entry: Entry) -> Action:
        """Return that a tap writes an entry, or says why that cannot be."""
        return self._taking(self.replay.offer(entry))

    def _taking(self, offer: Offer[Any]) -> Action:
        refusal = offer.refusal
        return Say(sentence(self.t, refusal, self.brief)) if refusal else Write(offer.entry)

    def writing(
        self,
        key_id: str,
        name: str,
        text: str,
        offer: Offer[Any],
        figure: str,
        ink: Ink,
        *,
        look: Look = Look.WRITES,
        mirrored: bool = False,
        size: float | None = None,
    ) -> Key:
        """Return the key that writes what is offered, with the ``figure`` that it would write.

        What is refused is visibly off, and a tap says why. Where columns face each other, the
        figure stands towards the middle: the right column is ``mirrored``.
        """
        refusal = offer.refusal
        face = Face(
            name,
            text,
            size or self.text_size,
            look,
            "" if refusal else figure,
            ink,
            off=refusal is not None,
            hint=self.t("not possible now") if refusal else None,
            mirrored=mirrored,
        )
        return Key(key_id, face, self._taking(offer))

    def plain(
        self,
        key_id: str,
        name: str,
        action: Action,
        text: str | Sign | None = None,
        *,
        off: bool = False,
        on: bool | None = None,
        weight: int = 1,
        size: float | None = None,
        width: float | None = None,
    ) -> Key:
        """Return a key that writes nothing yet; ``on`` tells whether it is chosen."""
        face = Face(
            name,
            text or name,
            size or self.plain_size,
            off=off,
            on=on,
            hint=self.t("not possible now") if off else None,
            padding=self.plain_padding,
            weight=weight,
            width=width,
        )
        return Key(key_id, face, action)
