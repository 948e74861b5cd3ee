"""Draws any pad, and does what its keys say.

Keys are components of their own, drawn anew only if what they show has changed. A tap looks up
what its key does on the pad as it is by then: who taps twice in a moment taps before the pad is
drawn again.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, cast

import flet as ft

from scoring.game import Entry, Replay
from scoring.sheet import Head
from views.session.draft import Draft
from views.session.screen import Screen
from views.session.session import Session, guarded
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component
from views.ui.half import Keys
from views.ui.pad import (
    KEY_PADDING,
    SIDES,
    Cell,
    Change,
    Face,
    GamePad,
    Ink,
    Key,
    Label,
    Labels,
    Look,
    Pad,
    Row,
    Say,
    Sign,
    Space,
    Write,
)
from views.ui.strokes import tally

CENTER, STRETCH = ft.CrossAxisAlignment.CENTER, ft.CrossAxisAlignment.STRETCH
Present: TypeAlias = tuple[Replay[Any, Any], Draft]
"""What is written and half entered."""

INKS: Final[Mapping[Ink, ft.ColorValue]] = {
    Ink.CHALK: chalk.CHALK,
    Ink.FAINT: chalk.FAINT,
    Ink.WARNING: chalk.WARNING,
    Ink.MINE: chalk.SIDES[0],
    Ink.YOURS: chalk.SIDES[1],
}
SIGNS: Final[Mapping[Sign, ft.IconData]] = {
    Sign.LESS: ft.Icons.REMOVE,
    Sign.MORE: ft.Icons.ADD,
    Sign.BACK: ft.Icons.ARROW_BACK,
    Sign.DELETE: ft.Icons.BACKSPACE_OUTLINED,
}
FIGURE_TO_TEXT: Final = 1.6
"""How much larger the points of a key are than its words."""
FIGURE_TO_CONTRACT: Final = 1.3
"""How much larger the worth of a contract is than its name."""
STROKES: Final = 1.15
"""How high the strokes on a key are beside its words."""
STACKED: Final = 15
"""How large the words are above what a narrow key would write."""
NOTE: Final = 13
"""How large the smaller words of a key are."""
TYPED: Final = 30
"""How large a figure is that is typed."""
WORTH: Final = 14
"""How large what a number of tricks would write is."""
DOT: Final = 7
"""How large the dot for a trick is; a stroke would look like one more figure."""


class Taps(NamedTuple):
    """What taps lead to: another draft, or an entry; ``look`` tells what is present at a tap."""

    change: Callable[[Draft], None]
    write: Callable[[Entry], None]
    look: Callable[[], Present]


class Ref(Protocol):
    """Refers to what a tap on a key does now."""

    current: Callable[[str], None]


def use_taps(session: Session, pad_of: Callable[[Present], Pad], taps: Taps) -> Ref:
    """Return what refers, in any drawing of a component, to what a tap on a key does now.

    ``pad_of`` tells the pad for what is present at the tap.
    """
    ref = cast("Ref", ft.use_ref(None))

    def tap(key_id: str) -> None:
        match pad_of(taps.look()).action(key_id):
            case Write(entry):
                taps.write(entry)
            case Change(changed):
                taps.change(changed)
            case Say(text):
                session.say(text)

    ref.current = guarded(session, tap)
    return ref


@component
def DrawnPad(
    session: Session,
    game_pad: type[GamePad[Any, Any, Any]],
    t: Translator,
    head: Head,
    present: Present,
    taps: Taps,
    screen: Screen,
) -> ft.Control:
    """Draw a game's pad for what is ``present``."""
    shown = game_pad(t, head, *present, screen)
    pad = shown.pad()

    def pad_of(now: Present) -> Pad:
        return pad if now == present else game_pad(t, head, *now, screen).pad()

    ref = use_taps(session, pad_of, taps)
    rows = _drawn(pad, ref, screen.text_scale)
    strut = ft.Container(width=0, height=shown.least_height)
    return ft.Row([strut, rows], spacing=0, vertical_alignment=ft.CrossAxisAlignment.END)


def drawn_keys(keys: Keys, ref: Ref, scale: float) -> ft.Control:
    """Return the keys of a half; ``scale`` is how much larger than usual text is shown."""
    rows = [_row(row, ref, scale, height) for row, height in keys.drawn(scale)]
    return ft.Column(rows, spacing=chalk.UNIT)


def _drawn(pad: Pad, ref: Ref, scale: float) -> ft.Control:
    blocks = [[_row(row, ref, scale) for row in block] for block in pad.blocks]
    return ft.Column(
        [block[0] if len(block) == 1 else ft.Column(block, spacing=chalk.UNIT) for block in blocks],
        spacing=pad.gap,
        expand=1,
    )


def _row(row: Row, ref: Ref, scale: float, height: float | None = None) -> ft.Control:
    cells = [_cell(cell, ref, scale) for cell in row.cells]
    if len(cells) == 1 and isinstance(row.cells[0], Label):
        return cells[0]
    if row.facing:
        return _facing(cells[: row.facing], cells[row.facing :])
    drawn = ft.Row(
        cells,
        spacing=row.gap,
        height=height,
        intrinsic_height=row.even and height is None,
        vertical_alignment=STRETCH if row.even else CENTER,
    )
    if not row.announced:
        return drawn
    silent = chalk.spoken(row.announced, ft.Container(height=1), announced=True)
    return ft.Column([silent, drawn], spacing=0)


def _facing(mine: list[ft.Control], yours: list[ft.Control]) -> ft.Control:
    """Lay out both sides' controls with the dead strip and its rule between them."""
    left, right = (ft.Row(side, expand=1, spacing=chalk.UNIT) for side in (mine, yours))
    return ft.Row([left, chalk.dead_strip(), right], spacing=0)


def _cell(cell: Cell, ref: Ref, scale: float) -> ft.Control:
    match cell:
        case Key(key_id, face):
            drawn = DrawnKey(ref, key_id, face, scale)
            return drawn if face.width is None else ft.Container(drawn, width=face.width)
        case Label():
            return _label(cell)
        case Labels(labels, weight):
            return ft.Column(
                [*map(_label, labels)],
                spacing=0,
                tight=True,
                expand=weight,
                alignment=ft.MainAxisAlignment.CENTER,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            )
        case Space():
            return ft.Container(expand=True)


def _label(label: Label) -> ft.Control:
    shown: ft.Control = ft.Text(
        label.text,
        size=label.size,
        font_family=chalk.STRONG if label.is_strong else None,
        color=INKS[label.ink],
        text_align=ft.TextAlign.CENTER,
        max_lines=1 if label.is_one_line else None,
        overflow=ft.TextOverflow.ELLIPSIS if label.is_one_line else ft.TextOverflow.CLIP,
    )
    if label.height or label.padding:
        shown = ft.Container(
            shown,
            height=label.height,
            padding=ft.Padding.symmetric(vertical=label.padding),
            alignment=ft.Alignment.CENTER,
        )
    if not label.said:
        return shown
    return chalk.spoken(label.said, shown, announced=label.is_announced)


@component
def DrawnKey(ref: Ref, key_id: str, face: Face, scale: float) -> ft.Control:
    """Draw a key; ``scale`` is how much larger than usual text is shown."""
    content, padding = DRAWN[face.look](face, scale)
    is_filled = face.on or (face.look is Look.DONE and not face.off)
    return chalk.tappable(
        face.name,
        content,
        lambda: ref.current(key_id),
        hint=face.hint,
        value=face.figure if face.look is Look.FIELD else None,
        selected=face.on,
        expand=face.weight,
        padding=padding,
        alignment=None if face.look in _SPREAD else ft.Alignment.CENTER,
        bgcolor=chalk.CHALK if is_filled and face.look is not Look.FIELD else None,
        border=_border(face),
        border_radius=chalk.CORNER,
    )


def _border(face: Face) -> ft.Border:
    if face.look is Look.FIELD:
        color = INKS[face.ink] if face.on else chalk.RULE
        return ft.Border.all(2 if face.on else 1, color)
    is_done = face.look is Look.DONE and not face.off
    return ft.Border.all(1, chalk.RULE if face.off else chalk.CHALK if is_done else chalk.EDGE)


def _plain(face: Face, _scale: float) -> tuple[ft.Control, ft.PaddingValue]:
    color = chalk.EDGE if face.off else chalk.GROUND if face.on else chalk.CHALK
    content: ft.Control = (
        ft.Icon(SIGNS[face.text], color=color)
        if isinstance(face.text, Sign)
        else chalk.words(face.text, face.size, color, text_align=ft.TextAlign.CENTER)
    )
    return content, ft.Padding.symmetric(horizontal=2, vertical=face.padding)


def _writes(face: Face, _scale: float) -> tuple[ft.Control, ft.PaddingValue]:
    label = ft.Text(face.text, size=face.size, color=chalk.EDGE if face.off else chalk.CHALK)
    worth = _tall(_blocked() if face.off else _worth(face))
    return _spread([worth, label] if face.mirrored else [label, worth]), KEY_PADDING


def _stacked(face: Face, _scale: float) -> tuple[ft.Control, ft.PaddingValue]:
    label = ft.Text(
        face.text,
        size=min(face.size, STACKED * face.share),
        color=chalk.EDGE if face.off else chalk.CHALK,
        text_align=ft.TextAlign.CENTER,
    )
    worth = (
        _blocked()
        if face.off
        else chalk.figures(face.figure, STACKED * FIGURE_TO_CONTRACT * face.share)
    )
    return _one_above_the_other([label, worth]), ft.Padding.symmetric(vertical=3)


def _worth(face: Face) -> ft.Control:
    """Return what a key would write; the chalk face has figures and signs, but no letters."""
    if face.figure.isalpha():
        return chalk.strong(face.figure, face.size, INKS[face.ink])
    return chalk.figures(face.figure, face.size * FIGURE_TO_TEXT, INKS[face.ink])


def _blocked() -> ft.Control:
    return ft.Icon(ft.Icons.BLOCK, size=18, color=chalk.EDGE)


def _tall(worth: ft.Control) -> ft.Control:
    """Keep a key high enough to be hit, however small what it shows."""
    strut = ft.Container(width=0, height=chalk.SCORING_TOUCH - 2 * KEY_PADDING)
    return ft.Row([strut, worth], tight=True, spacing=0)


def _spread(parts: Sequence[ft.Control]) -> ft.Control:
    return ft.Row(
        [*parts],
        wrap=True,
        spacing=4,
        run_spacing=0,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _number(face: Face, _scale: float) -> tuple[ft.Control, ft.PaddingValue]:
    color = chalk.EDGE if face.off else chalk.CHALK
    is_low = face.look is Look.LOW_NUMBER
    style = ft.TextStyle(height=1.0) if is_low else None
    number = chalk.figures(face.text, face.size * FIGURE_TO_TEXT, color, style)
    if face.each:
        worth: ft.Control = ft.Row(
            [
                ft.Text(figure, size=WORTH * face.share, color=INKS[ink], no_wrap=True)
                for figure, ink in zip(face.each, SIDES, strict=True)
            ],
            spacing=0,
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        )
    else:
        worth = ft.Text(
            face.figure or "–", size=WORTH * face.share, color=INKS[face.ink], no_wrap=True
        )
    padding = ft.Padding.symmetric(horizontal=6, vertical=0 if is_low else 4)
    return _one_above_the_other([number, worth]), padding


def _contract(face: Face, _scale: float) -> tuple[ft.Control, ft.PaddingValue]:
    color = chalk.GROUND if face.on else chalk.CHALK
    name = ft.Text(face.text, size=face.size, color=color, no_wrap=True)
    worth = chalk.figures(face.figure, face.size * FIGURE_TO_CONTRACT, color)
    return _one_above_the_other([name, worth]), ft.Padding.symmetric(vertical=face.padding)


def _outcome(face: Face, scale: float) -> tuple[ft.Control, ft.PaddingValue]:
    size, color = face.size, chalk.EDGE if face.off else chalk.CHALK
    figure = size * FIGURE_TO_TEXT
    said: list[ft.Control] = [ft.Container(chalk.figures("0", figure), width=0)]
    if face.off:
        said.append(_blocked())
    if face.strokes:
        said.append(tally(face.strokes, size * STROKES * scale))
    if face.figure:
        said.append(chalk.figures(face.figure, figure))
    column = ft.Column(
        [
            _spread(
                [ft.Text(face.text, size=size, color=color), ft.Row(said, spacing=0, tight=True)]
            ),
            chalk.words(face.note, NOTE * face.share, chalk.FAINT),
        ],
        spacing=0,
        tight=True,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    least = ft.Container(width=0, height=chalk.SCORING_TOUCH - 2 * face.padding)
    shown = ft.Row([least, column], spacing=0)
    return shown, ft.Padding.symmetric(horizontal=KEY_PADDING, vertical=face.padding)


def _player(face: Face, _scale: float) -> tuple[ft.Control, ft.PaddingValue]:
    is_out = face.ink is Ink.FAINT
    color = chalk.EDGE if is_out else chalk.CHALK
    name = ft.Text(
        face.text,
        size=face.size,
        font_family=chalk.STRONG,
        color=color,
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
    )
    dots = ft.Row(
        [
            ft.Container(width=DOT, height=DOT, border_radius=DOT, bgcolor=chalk.CHALK)
            for _ in range(face.dots)
        ],
        height=DOT,
        spacing=3,
        tight=True,
    )
    worth = (
        chalk.words(face.figure, face.figure_size, color)
        if is_out
        else chalk.figures(face.figure, face.figure_size)
    )
    padding = ft.Padding.symmetric(horizontal=3, vertical=face.padding)
    return _one_above_the_other([name, worth, dots], spacing=2), padding


def _done(face: Face, _scale: float) -> tuple[ft.Control, ft.PaddingValue]:
    color = chalk.FAINT if face.off else chalk.GROUND
    shown: list[ft.Control] = [chalk.strong(face.text, face.size, color)]
    if face.note:
        note = NOTE * face.share
        shown.append(chalk.words(face.note, note, color, text_align=ft.TextAlign.CENTER))
    return _one_above_the_other(shown), face.padding


def _field(face: Face, _scale: float) -> tuple[ft.Control, ft.PaddingValue]:
    name = ft.Text(
        face.text,
        size=face.size,
        color=INKS[face.ink],
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
        expand=True,
    )
    shown = ft.Row([name, chalk.figures(face.figure, TYPED * face.share)])
    return shown, ft.Padding.symmetric(horizontal=10, vertical=face.padding)


def _one_above_the_other(parts: Sequence[ft.Control], spacing: float = 0) -> ft.Control:
    return ft.Column(
        [*parts],
        spacing=spacing,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


DRAWN: Final[Mapping[Look, Callable[[Face, float], tuple[ft.Control, ft.PaddingValue]]]] = {
    Look.PLAIN: _plain,
    Look.WRITES: _writes,
    Look.STACKED: _stacked,
    Look.NUMBER: _number,
    Look.LOW_NUMBER: _number,
    Look.CONTRACT: _contract,
    Look.OUTCOME: _outcome,
    Look.PLAYER: _player,
    Look.DONE: _done,
    Look.FIELD: _field,
}
_SPREAD: Final = {Look.WRITES, Look.OUTCOME, Look.FIELD}
"""What fills its key instead of standing in the middle."""
