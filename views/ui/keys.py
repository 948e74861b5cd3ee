"""What pads are made of: keys, rows, and the pad as it is when a key is tapped.

A key shows what it would write now; what the rules forbid is visibly off, and says why when it is
tapped.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar, cast

import flet as ft

from scoring.game import Entry, Offer, Replay
from scoring.sheet import Head
from views.session.draft import Draft
from views.session.screen import Screen
from views.session.session import Session, guarded
from views.text.names import brief_head
from views.text.refusals import sentence
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component
from views.ui.layout import pad_column

D = TypeVar("D", bound=Draft)
Write: TypeAlias = Callable[[Entry], None]
"""What becomes of an entry that was tapped."""

KEY_PADDING = 8
FIGURE_TO_TEXT = 1.6
"""How much larger the points of a key are than its words."""
LARGEST_TEXT = 17
LONGEST_WORD = 4.9
"""How wide the longest word on a key is, such as a level, in multiples of the text size."""


class Action(NamedTuple):
    """What a key does to the pad as it is when the key is tapped.

    Equal actions are equal values, so a key that shows and does the same is not drawn again.
    """

    do: Callable[..., None]
    about: tuple[Any, ...] = ()

    def to(self, pad: "Pad[Any]") -> None:
        """Do it."""
        self.do(pad.up_to_date(), *self.about)


class Present(Protocol):
    """Refers to the pad as it is now."""

    current: "Pad[Any]"


def doing(present: Present, action: Action) -> Callable[[], None]:
    """Return what a tap on a key does, saying a sentence if it fails."""
    return guarded(present.current.session, lambda: action.to(present.current))


@dataclass(frozen=True, repr=False)
class Pad(ABC, Generic[D]):
    """The pad as it is now: what it draws, and what its keys do.

    ``change`` keeps another half-entered deal. Keys are drawn anew only if what they show has
    changed, so they reach the pad as it is now through ``present``. Who taps twice in a moment
    taps before the pad is drawn again: ``look`` tells the slate and the draft as they then are.
    """

    session: Session
    t: Translator
    head: Head
    replay: Replay[Any, Any]
    draft: D
    change: Callable[[D], None]
    write: Write
    screen: Screen
    look: Callable[[], tuple[Replay[Any, Any], D]]
    present: Present

    def up_to_date(self) -> Self:
        """Return the pad with what was tapped since it was drawn."""
        replay, draft = self.look()
        return replace(self, replay=replay, draft=draft)

    @abstractmethod
    def drawn(self) -> ft.Control:
        """Draw the pad in its present mode."""

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

    def key(
        self,
        action: Action,
        name: str,
        text: str,
        offer: Offer[Any],
        figure: str,
        color: ft.ColorValue = chalk.CHALK,
        *,
        mirrored: bool = False,
        stacked: bool = False,
        size: float | None = None,
    ) -> ft.Control:
        """Return a key that would write, with the ``figure`` that it would write.

        Where columns face each other, the figure stands towards the middle: the right column is
        ``mirrored``. On narrow keys it stands below the text: they are ``stacked``.
        """
        off = self.t("not possible now") if offer.refusal else None
        shown = "" if off else figure
        size = size or self.text_size
        if stacked:
            return NarrowKey(self.present, action, name, text, shown, color, off, size)
        return Key(self.present, action, name, text, shown, mirrored, color, off, size)

    def plain(
        self,
        action: Action,
        name: str,
        text: str | ft.IconData | None = None,
        *,
        off: bool = False,
        on: bool | None = None,
        weight: int = 1,
        size: float | None = None,
    ) -> ft.Control:
        """Return a key that writes nothing yet; ``on`` tells whether it is chosen."""
        size = size or (15 if self.screen.is_short else 17)
        return PlainKey(self.present, action, name, text or name, off, on, size, weight)


def component_of(pad: type[Pad[Any]]) -> Callable[..., ft.Control]:
    """Return the component that draws a game's pad."""

    @component
    def Drawn(
        session: Session,
        t: Translator,
        head: Head,
        replay: Replay[Any, Any],
        draft: Draft,
        change: Callable[[Draft], None],
        write: Write,
        screen: Screen,
        look: Callable[[], tuple[Replay[Any, Any], Draft]],
    ) -> ft.Control:
        present = cast("Present", ft.use_ref(None))
        now = pad(session, t, head, replay, draft, change, write, screen, look, present)
        present.current = now
        return now.drawn()

    return Drawn


def take(pad: Pad[Any], entry: Entry) -> None:
    """Write what was tapped, or say why it cannot be."""
    refusal = pad.replay.offer(entry).refusal
    if refusal:
        pad.session.say(sentence(pad.t, refusal, pad.brief))
    else:
        pad.write(entry)


@component
def Key(
    present: Present,
    action: Action,
    name: str,
    text: str,
    figure: str,
    mirrored: bool,
    color: ft.ColorValue,
    off: str | None,
    size: float,
) -> ft.Control:
    """Draw a key that writes: words outside, game points towards the middle.

    ``off`` says that it is not possible now, and ``figure`` is empty then.
    """
    label = ft.Text(text, size=size, color=chalk.EDGE if off else chalk.CHALK)
    worth: ft.Control = (
        ft.Icon(ft.Icons.BLOCK, size=18, color=chalk.EDGE) if off else _worth(figure, size, color)
    )
    return chalk.tappable(
        name,
        ft.Row(
            [_tall(worth), label] if mirrored else [label, _tall(worth)],
            wrap=True,
            spacing=4,
            run_spacing=0,
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        doing(present, action),
        hint=off,
        expand=True,
        padding=KEY_PADDING,
        border=ft.Border.all(1, chalk.RULE if off else chalk.EDGE),
        border_radius=chalk.CORNER,
    )


def _worth(figure: str, size: float, color: ft.ColorValue) -> ft.Control:
    """Return what a key would write; the chalk face has figures and signs, but no letters."""
    if figure.isalpha():
        return chalk.strong(figure, size, color)
    return chalk.figures(figure, size * FIGURE_TO_TEXT, color)


@component
def NarrowKey(
    present: Present,
    action: Action,
    name: str,
    text: str,
    figure: str,
    color: ft.ColorValue,
    off: str | None,
    size: float,
) -> ft.Control:
    """Draw a key that writes, with what it would write below its number."""
    return chalk.tappable(
        name,
        ft.Column(
            [
                chalk.figures(text, size * FIGURE_TO_TEXT, chalk.EDGE if off else chalk.CHALK),
                ft.Text(figure or "–", size=14, color=color, no_wrap=True),
            ],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        doing(present, action),
        hint=off,
        expand=True,
        padding=ft.Padding.symmetric(vertical=4),
        alignment=ft.Alignment.CENTER,
        border=ft.Border.all(1, chalk.RULE if off else chalk.EDGE),
        border_radius=chalk.CORNER,
    )


def _tall(worth: ft.Control) -> ft.Control:
    """Keep a key high enough to be hit, however small what it shows."""
    strut = ft.Container(width=0, height=chalk.SCORING_TOUCH - 2 * KEY_PADDING)
    return ft.Row([strut, worth], tight=True, spacing=0)


@component
def PlainKey(
    present: Present,
    action: Action,
    name: str,
    text: str | ft.IconData,
    off: bool,
    on: bool | None,
    size: float,
    weight: int,
) -> ft.Control:
    """Draw a key that writes nothing yet: a digit, a step, a way to another mode."""
    color = chalk.RULE if off else chalk.GROUND if on else chalk.CHALK
    content: ft.Control = (
        ft.Text(text, size=size, color=color, text_align=ft.TextAlign.CENTER)
        if isinstance(text, str)
        else ft.Icon(text, color=color)
    )
    return chalk.tappable(
        name,
        content,
        doing(present, action),
        selected=on,
        expand=weight,
        padding=ft.Padding.symmetric(horizontal=2, vertical=16),
        alignment=ft.Alignment.CENTER,
        bgcolor=chalk.CHALK if on else None,
        border=ft.Border.all(1, chalk.RULE if off else chalk.EDGE),
        border_radius=chalk.CORNER,
    )


def one_line(text: str, size: float, color: ft.ColorValue) -> ft.Text:
    """Return a name that gives way where there is no room for all of it."""
    return ft.Text(text, size=size, color=color, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS)


def mirrored(sides: Sequence[Sequence[ft.Control]]) -> ft.Control:
    """Lay out both sides' controls with the dead strip and its rule between them."""
    mine, yours = (ft.Row([*controls], expand=1, spacing=chalk.UNIT) for controls in sides)
    return ft.Row([mine, chalk.dead_strip(), yours], spacing=0)


def rows(*drawn: ft.Control) -> ft.Control:
    """Lay out rows of keys one above the other."""
    return ft.Column([*drawn], spacing=chalk.UNIT)


def row(*drawn: ft.Control) -> ft.Control:
    """Lay out keys side by side."""
    return ft.Row([*drawn], spacing=chalk.UNIT)
