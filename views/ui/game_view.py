"""How one game is shown and tapped in: everything on the screen that differs between games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import flet as ft

from scoring.corrections import WrittenLine
from scoring.game import Game, Replay
from scoring.remembered import remember_last
from scoring.rounds import AnyState, just_ended, on_slate
from scoring.sheet import Head
from views.session.draft import Draft
from views.session.screen import Screen
from views.text.names import brief_head
from views.text.phrases import GameText, by_side, figure, round_brought, rounds_over
from views.text.translator import Translator
from views.ui.layout import Layout, Room, crossed_size, figure_size, has_lines, layout, score_height
from views.ui.pad import GamePad

D = TypeVar("D", bound=Draft)
R = TypeVar("R")
S = TypeVar("S", bound=AnyState[Any])


class Token(NamedTuple):
    """What a line wrote for one side: ``change``, small, above the ``total`` it led to.

    Without a change, only the total is shown; if there are ``strokes``, they replace both. ``was``
    is what stood in the place of the change before it was corrected. A token ``is_struck`` if
    nothing of it is in force.
    """

    change: str
    total: str
    strokes: int = 0
    was: str = ""
    is_struck: bool = False

    def corrected(self, was: "Token | None") -> "Token":
        """Return the token, with what stood in its place before, if anything."""
        return self._replace(was=was.change or was.total) if was else self

    @property
    def struck(self) -> "Token":
        """The same as it is drawn when nothing of it is in force."""
        return self._replace(strokes=0, is_struck=True)


KNODDEL: Final = "knoddel"
BLOB: Final = "blob"
STROKE: Final = "stroke"
"""Signs that are drawn and are no icons: a circle to be filled, a blob, a chalk stroke."""
MOST_SIGNS: Final = 3
"""If there are more signs than this, such as steins, they are written as a number."""
FIGURE: Final = 20
"""The text size of that number."""
Tokens: TypeAlias = Sequence[Token | None]
"""What a line wrote, by side; None where it wrote nothing."""


class Mark(NamedTuple):
    """A sign beside the name of a side, such as the house of the one that is at home."""

    side: int
    icon: ft.IconData


class Won(NamedTuple):
    """What the sides have won of one kind, by side, and its ``sign``, drawn in a ``size`` in dp.

    ``slots`` are places to be filled. Without slots, more than ``most`` signs are written as a
    number of the text size ``figure``. The kinds are in the order of ``GameText.standing``.
    ``landing`` is by side how many of them the finished round has brought; they stand out until the
    next line is written.
    """

    sign: ft.IconData | str
    number: tuple[int, ...]
    size: float
    slots: int = 0
    most: int = MOST_SIGNS
    figure: float = FIGURE
    landing: tuple[int, ...] = ()

    def after(self, before: "Won") -> "Won":
        """Return the same with what has been won since ``before``."""
        more = zip(self.number, before.number, strict=True)
        return self._replace(landing=tuple(max(0, now - was) for now, was in more))


class Crosses(NamedTuple):
    """A side's score in crosses: those that are ``left``, and those that were ``wiped`` away."""

    left: str
    wiped: str


def who_deals(replay: Replay[R, S], _draft: object) -> Mark:
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
class ViewOf(Generic[D, R, S]):
    """One game on the screen: a description, for nothing in it draws.

    - ``draft``: the class of half-entered deals; ``pad``: the keys for it.
    - ``pad_rows``: the height of the pad in rows of keys, for a number of sides and a screen.
    - ``room``: what the slate above the pad needs.
    - ``tokens``: a line as the board shows it, by side.
    - ``won``: the signs beneath the names, for rows of the given height in dp.
    - ``mark``: the sign beside a name.
    - ``crosses``: a score, if it is written in crosses.
    - ``brought``: the points with which a round begins, if they are shown, from its first state.
    - ``announced``: where the scribe may correct which side announces, if the game has that.
    """

    game: Game[R, S]
    words: GameText
    draft: type[D]
    pad: type[GamePad[D, R, S]]
    pad_rows: Callable[[int, Screen], float]
    tokens: Callable[[Any], Tokens]
    won: Callable[[R, S, int], Sequence[Won]]
    room: Room = Room(380, 282)
    mark: Callable[[Replay[R, S], D], Mark | None] = lambda _replay, _draft: None
    crosses: Callable[[R, Sequence[int]], Sequence[Crosses | None]] | None = None
    brought: Callable[[S], Sequence[int]] = lambda _state: ()
    announced: Announced | None = None

    def corrected(self, draft: D) -> int | None:
        """Return the announcing side if the scribe has corrected it, else None."""
        return getattr(draft, self.announced.field) if self.announced else None

    def tokens_of(self, written: WrittenLine) -> Tokens:
        """Return a line as the board shows it, with what was corrected or struck out of it."""
        tokens = self.tokens(written.line)
        if written.struck is not None:
            return [token and token.struck for token in tokens]
        if written.was is None:
            return tokens
        before = self.tokens(written.was)
        return [
            now.corrected(was) if now else was and was.struck
            for now, was in zip(tokens, before, strict=True)
        ]

    def signs(self, replay: Replay[R, S], height: int) -> list[Won]:
        """Return what the sides have won, and what of it the round has brought that just ended."""
        rules = replay.agreement.rules
        won = self.won(rules, replay.state, height)
        if not just_ended(replay.state):
            return [*won]
        before = self.won(rules, replay.states[-2], height)
        return [now.after(was) for now, was in zip(won, before, strict=True)]

    def end(self, t: Translator, head: Head, replay: Replay[R, S]) -> list[str]:
        """Return what the slate says of a round that just ended, a sentence for each thing."""
        ended, carried = just_ended(replay.state), self.brought(replay.state)
        said = rounds_over(t, self.words, head, replay)
        for one in ended:
            said += round_brought(t, self.words, brief_head(head), one)
        if ended and any(carried):
            said.append(t("Carried over: {points}", points=by_side(t, head, carried)))
        return said

    @remember_last
    def score_size(
        self, replay: Replay[Any, Any], lines: Sequence[WrittenLine], head: Head, screen: Screen
    ) -> float:
        """Return the size of the score's figures: as large as the ``lines`` leave room."""
        written = on_slate(replay.states)
        tokens = [*map(self.tokens_of, lines)]
        share = self.layout(head, screen)
        height = score_height(tokens, 2 * len(written.ended), share, screen)
        size = figure_size(height, [*map(figure, written.score)], len(head.sides), screen)
        if self.crosses is None:
            return size
        sides = filter(None, self.crosses(replay.agreement.rules, written.score))
        most = max((len(left) + len(wiped) for left, wiped in sides), default=1)
        return min(size, crossed_size(height, most, screen))

    def shows_lines(self, replay: Replay[Any, Any], head: Head, screen: Screen) -> bool:
        """Return whether there is room for lines, and not only for the end of the round."""
        ended = just_ended(replay.state)
        return not ended or has_lines(2 * len(ended), self.layout(head, screen), screen)

    def layout(self, head: Head, screen: Screen) -> Layout:
        """Return how the height of a screen is shared out between the slate and the pad."""
        return layout(self.pad_rows(len(head.sides), screen), self.room, head, screen)


GameView: TypeAlias = ViewOf[Any, Any, Any]
"""Any game on the screen, for what is the same in all of them."""
