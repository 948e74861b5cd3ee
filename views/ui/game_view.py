"""How one game is shown and tapped in: everything on the screen that differs between games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import flet as ft

from scoring.game import Game, Replay
from scoring.sheet import Head
from views.session.draft import Draft
from views.session.screen import Screen
from views.text.phrases import GameText
from views.text.translator import Translator
from views.ui.layout import Layout, Room, layout
from views.ui.pad import GamePad


class Token(NamedTuple):
    """What a line wrote for one side: ``change``, small, above the ``total`` it led to."""

    change: str
    total: str


MOST_SIGNS = 3
"""More signs than this, such as steins, are written as a number."""
Tokens: TypeAlias = Sequence[Token | None]
"""What a line wrote, by side; None where it wrote nothing."""


class Mark(NamedTuple):
    """A sign beside the name of a side, such as the house of the one that is at home."""

    side: int
    icon: ft.IconData


class Won(NamedTuple):
    """What the sides have won of one kind, by side, and its ``sign``.

    ``slots`` are there to be filled; of other signs, more than ``most`` are written as a number.
    The kinds are in the order in which the game's words tell how it stands.
    """

    sign: ft.IconData | str
    number: Sequence[int]
    slots: int = 0
    most: int = MOST_SIGNS


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

    roomy: int
    short: int

    def __call__(self, _sides: int, screen: Screen) -> int:
        """Return how many rows there are on a screen, however many sides play."""
        return self.short if screen.is_short else self.roomy


class Announced(NamedTuple):
    """Which ``field`` of draft and state says what side announces, and the ``question`` for it."""

    field: str
    question: str


@dataclass(frozen=True, repr=False)  # Flet writes the repr of what components are given
class GameView:
    """One game on the screen.

    ``draft`` is what can be half entered, ``pad`` its keys; ``pad_rows``
    tells how high that is for so many sides, in rows of keys, and ``room`` what the slate above
    it needs. ``tokens`` are a line as the board shows it, and ``token`` draws one of them, told
    whether it is the newest and how large, where that is no :class:`Token`. ``mark`` is the sign
    beside a name. ``signs`` draws what has been won, beneath the names, in rows of the given
    height, and ``figures`` the score where it is not written in figures, in the height that there
    is. ``brought`` is what a round begins with, where that is shown. ``announced`` is where the
    scribe may correct which side announces. ``won`` and ``crosses`` are signs and score without a
    drawing, and ``plain`` is one of the ``tokens``: two texts, or the number of its strokes.
    """

    game: Game[Any, Any]
    words: GameText
    draft: type[Draft]
    pad: type[GamePad[Any]]
    pad_rows: Callable[[int, Screen], float]
    tokens: Callable[[Any], Sequence[Any]]
    signs: Callable[[Translator, Head, Replay[Any, Any], int], ft.Control]
    won: Callable[[Replay[Any, Any]], Sequence[Won]]
    room: Room = Room(272, 236)
    mark: Callable[[Replay[Any, Any], Any], Mark | None] = lambda _replay, _draft: None
    figures: Callable[[Translator, Head, Replay[Any, Any], int], ft.Control] | None = None
    crosses: Callable[[Replay[Any, Any]], Sequence[Crosses | None]] | None = None
    token: Callable[[Any, bool, float], ft.Control] | None = None
    plain: Callable[[Any], Token | int] = lambda token: token
    brought: Callable[[Replay[Any, Any]], Sequence[int]] = lambda _replay: ()
    announced: Announced | None = None

    def layout(self, head: Head, screen: Screen) -> Layout:
        """Return how the height of a screen is shared out between the slate and the pad."""
        return layout(self.pad_rows(len(head.sides), screen), self.room, head, screen)
