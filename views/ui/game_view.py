"""How one game is shown and tapped in: everything on the screen that differs between games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

import flet as ft

from scoring.game import Game, Replay
from scoring.sheet import Head
from views.session.draft import Draft
from views.session.screen import Screen
from views.text.phrases import GameText
from views.ui.layout import Layout, Room, layout
from views.ui.pad import GamePad


class Token(NamedTuple):
    """What a line wrote for one side: ``change``, small, above the ``total`` it led to.

    Without a change the total stands alone; ``strokes`` stand in the place of both.
    """

    change: str
    total: str
    strokes: int = 0


KNODDEL: Final = "knoddel"
BLOB: Final = "blob"
STROKE: Final = "stroke"
"""Signs that are drawn and are no icons: a circle to be filled, a blob, a chalk stroke."""
MOST_SIGNS: Final = 3
"""More signs than this, such as steins, are written as a number."""
FIGURE: Final = 20
"""How large that number is."""
Tokens: TypeAlias = Sequence[Token | None]
"""What a line wrote, by side; None where it wrote nothing."""


class Mark(NamedTuple):
    """A sign beside the name of a side, such as the house of the one that is at home."""

    side: int
    icon: ft.IconData


class Won(NamedTuple):
    """What the sides have won of one kind, by side, and its ``sign``, drawn in a ``size`` in dp.

    ``slots`` are there to be filled; of other signs, more than ``most`` are written as a number,
    as large as ``figure``. The kinds are in the order in which the game's words tell how it stands.
    """

    sign: ft.IconData | str
    number: tuple[int, ...]
    size: float
    slots: int = 0
    most: int = MOST_SIGNS
    figure: float = FIGURE


class Crosses(NamedTuple):
    """A side's score in crosses: those that are ``left``, and those that were ``wiped`` away."""

    left: str
    wiped: str


def who_deals(replay: Replay[Any, Any], _draft: object) -> Mark:
    """Return the sign of the dealer, where everybody plays alone."""
    return Mark(replay.state.dealer, ft.Icons.STYLE_OUTLINED)


@dataclass(frozen=True, slots=True)
class PadRows:
    """How many rows of keys a pad has where there is room, and where height is scarce."""

    roomy: float
    short: float

    def __call__(self, _sides: int, screen: Screen) -> float:
        """Return how many rows there are on a screen, however many sides play."""
        return self.short if screen.is_short else self.roomy


class Announced(NamedTuple):
    """Which ``field`` of draft and state says what side announces, and the ``question`` for it."""

    field: str
    question: str


@dataclass(frozen=True, repr=False)  # Flet writes the repr of what components are given
class GameView:
    """One game on the screen: a description, for nothing in it draws.

    ``draft`` is what can be half entered, and ``pad`` the keys for it; ``pad_rows`` tells how high
    they are for so many sides, in rows of keys, and ``room`` what the slate above them needs.
    ``tokens`` are a line as the board shows it, by side. ``won`` is what stands beneath the names,
    in signs for rows of the given height in dp, ``mark`` the sign beside a name, and ``crosses``
    the score where it is written in crosses. ``brought`` is what a round begins with, where that
    is shown. ``announced`` is where the scribe may correct which side announces.
    """

    game: Game[Any, Any]
    words: GameText
    draft: type[Draft]
    pad: type[GamePad[Any, Any, Any]]
    pad_rows: Callable[[int, Screen], float]
    tokens: Callable[[Any], Tokens]
    won: Callable[[Replay[Any, Any], int], Sequence[Won]]
    room: Room = Room(272, 236)
    mark: Callable[[Replay[Any, Any], Any], Mark | None] = lambda _replay, _draft: None
    crosses: Callable[[Replay[Any, Any]], Sequence[Crosses | None]] | None = None
    brought: Callable[[Replay[Any, Any]], Sequence[int]] = lambda _replay: ()
    announced: Announced | None = None

    def layout(self, head: Head, screen: Screen) -> Layout:
        """Return how the height of a screen is shared out between the slate and the pad."""
        return layout(self.pad_rows(len(head.sides), screen), self.room, head, screen)
