"""The frame of every page but the slate: a way back, a title, and content that scrolls."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import product
from math import ceil
from typing import Any, Final, TypeVar

import flet as ft

from views.session.message import Message
from views.session.screen import Screen
from views.session.session import Session, guarded
from views.ui import chalk
from views.ui.layout import NAME_LETTER, has_room

T = TypeVar("T")
SIDE: Final = 16
"""What is left free at both edges of a page."""
BETWEEN: Final = 2 * SIDE
"""What is left free between the two columns of a page."""
LEAST_COLUMN: Final = 300
"""A page has two columns only if each is at least as wide, in dp at the usual text size."""
ABOVE, BELOW = 16, 32
SCREENS_AHEAD: Final = 2
"""The end of a long page is near when no more than so many screens are left to scroll."""
LAID_OUT: Final = 1500
"""How far beyond the screen a long page is laid out, in dp: screen readers find only that."""
SCROLL_INTERVAL: Final = 100
"""How often the device tells where it is scrolled to, in milliseconds at least."""
OPTION: Final = 16
"""The text size of an option."""
OPTION_LINES: Final = 2
MARK, BESIDE_MARK, AROUND_OPTION = 16, 4, 3
"""How large the mark of the chosen option is, and what stays free beside it and at both edges."""


def framed(
    session: Session,
    title: str,
    controls: Sequence[ft.Control],
    *,
    wide: Sequence[ft.Control] = (),
    beside: Sequence[ft.Control] = (),
    back: str | None = "/",
    foot: ft.Control | None = None,
    near_end: Callable[[], None] | None = None,
) -> ft.View:
    """Return a page; ``back`` is the page that its arrow leads to, None for no arrow.

    What is ``wide`` comes first, from edge to edge. What is ``beside`` is in a second column where
    there is room for it, else below the rest. ``foot`` stays at the bottom, where the thumb is,
    however far the rest is scrolled. ``near_end`` is called when the end of a long page is near;
    of that the device lays out only what it shows.
    """
    arrow: list[ft.Control] = []
    if back is not None:
        go_back = partial(session.go, back)
        arrow = [chalk.sign_key(session.t("Back"), ft.Icons.ARROW_BACK, go_back)]
    top = ft.Row(
        spacing=0,
        controls=[
            *(arrow or [ft.Container(width=2 * chalk.UNIT, height=chalk.TOUCH)]),
            ft.Semantics(
                header=True,
                expand=True,
                content=ft.Text(title, size=20, font_family=chalk.STRONG, color=chalk.CHALK),
            ),
        ],
    )
    said = [] if session.said is None else _message(session, session.said)
    screen = session.screen
    margin = (screen.width - page_width(screen)) / 2
    drawn = [*said, *controls, *beside]
    if beside and has_columns(screen):
        drawn, margin = [*said, _two_columns(controls, beside)], SIDE
    scrolled = partial(_scrolled, wide) if near_end is None else partial(_long, near_end)
    body = scrolled(drawn, ft.Padding.only(left=margin, right=margin, top=ABOVE, bottom=BELOW))
    feet: list[ft.Control] = []
    if foot is not None:
        around = ft.Padding.symmetric(horizontal=margin, vertical=2 * chalk.UNIT)
        feet = [chalk.rule(), ft.Container(foot, padding=around)]
    column = ft.Column(
        [top, chalk.rule(), body, *feet],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return zoomed(screen, column)


def zoomed(screen: Screen, content: ft.Control) -> ft.View:
    """Return a page of that content, drawn as large as the screen says."""
    shown: ft.Control = ft.SafeArea(content, expand=True)
    if screen.zoom > 1:
        larger = ft.Container(
            ft.Row([shown], alignment=ft.MainAxisAlignment.CENTER),
            width=screen.width,
            height=screen.height,
            left=0,
            top=0,
            scale=ft.Scale(screen.zoom, alignment=ft.Alignment.TOP_LEFT),
        )
        shown = ft.Stack([larger], expand=True)
    return ft.View(
        padding=0,
        bgcolor=chalk.GROUND,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        controls=[shown],
    )


def _scrolled(
    wide: Sequence[ft.Control], controls: list[ft.Control], around: ft.Padding
) -> ft.Control:
    return ft.Column(
        [*wide, ft.Container(stacked(controls), padding=around)],
        scroll=ft.ScrollMode.AUTO,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def stacked(controls: Sequence[ft.Control], **more: Any) -> ft.Control:
    """Return controls one below the other, each as wide as there is room."""
    return ft.Column(
        [*controls],
        spacing=chalk.UNIT,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        **more,
    )


def _two_columns(left: Sequence[ft.Control], right: Sequence[ft.Control]) -> ft.Control:
    return ft.Row(
        [stacked(left, expand=1), stacked(right, expand=1)],
        spacing=BETWEEN,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def _long(
    near_end: Callable[[], None], controls: list[ft.Control], around: ft.Padding
) -> ft.Control:
    def look(where: ft.OnScrollEvent) -> None:
        if where.max_scroll_extent - where.pixels < SCREENS_AHEAD * where.viewport_dimension:
            near_end()

    return ft.ListView(
        controls,
        spacing=chalk.UNIT,
        padding=around,
        expand=True,
        on_scroll=look,
        scroll_interval=SCROLL_INTERVAL,
        cache_extent=LAID_OUT,
    )


def page_width(screen: Screen) -> float:
    """Return how wide the content of a page is if it has one column, in dp."""
    return min(screen.width, chalk.WIDEST) - 2 * SIDE


def has_columns(screen: Screen) -> bool:
    """Return whether a page can have two columns."""
    return screen.is_wide and _column_of_two(screen) / screen.text_scale >= LEAST_COLUMN


def _column_of_two(screen: Screen) -> float:
    return (screen.width - 2 * SIDE - BETWEEN) / 2


def column_width(screen: Screen) -> float:
    """Return how wide a column is at least, in dp."""
    both = page_width(screen)
    return min(both, _column_of_two(screen)) if has_columns(screen) else both


def _message(session: Session, message: Message) -> list[ft.Control]:
    """Return what is said on a screen, with the way to where it leads."""
    text, lead = message
    return [notice(text), *([key(session, lead.text, lead.follow)] if lead else [])]


def notice(text: str) -> ft.Control:
    """Return a sentence that is also announced."""
    return chalk.spoken(
        text,
        ft.Container(
            chalk.words(text, 15, chalk.WARNING),
            padding=ft.Padding.symmetric(vertical=chalk.UNIT),
        ),
        announced=True,
    )


def heading(text: str) -> ft.Control:
    """Return the heading of a part of a page."""
    return ft.Semantics(
        header=True,
        content=ft.Container(chalk.strong(text, 16, chalk.FAINT), padding=ft.Padding.only(top=16)),
    )


def apart(groups: Iterable[Sequence[ft.Control]]) -> list[ft.Control]:
    """Return the controls of all groups, with something left free after each group."""
    return [one for group in groups for one in (*group, ft.Container(height=chalk.UNIT))]


def entry_row(
    session: Session,
    text: str,
    tap: Callable[[], None],
    *,
    detail: str = "",
    name: str | None = None,
    action: ft.ClientAction | None = None,
    sign: ft.IconData | None = None,
) -> ft.Control:
    """Return a line of a list that leads somewhere; the device does the ``action`` at once.

    A ``sign`` stands before the text.
    """
    signs = [ft.Icon(sign, color=chalk.FAINT)] if sign else []
    shown: list[ft.Control] = [chalk.words(text, 17)]
    if detail:
        shown.append(chalk.words(detail, 14, chalk.FAINT))
    return chalk.tappable(
        name or ", ".join(filter(None, (text, detail))),
        ft.Row(
            [
                *signs,
                ft.Column(shown, spacing=2, expand=True),
                ft.Icon(ft.Icons.CHEVRON_RIGHT, color=chalk.FAINT),
            ],
            spacing=2 * chalk.UNIT,
        ),
        guarded(session, tap),
        action=action,
        padding=ft.Padding.symmetric(vertical=12),
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
    )


def import_row(session: Session, detail: str, sign: ft.IconData | None = None) -> ft.Control:
    """Return the line that lets people pick a file, which is then previewed."""
    text, pick = session.t("Import a file"), session.files.pick
    return entry_row(session, text, lambda: None, detail=detail, action=pick, sign=sign)


def code_row(session: Session, sign: ft.IconData | None = None) -> list[ft.Control]:
    """Return the line that leads to reading a QR code, if the screen can do that."""
    if session.reads is None:
        return []
    text = session.t("Read QR code")
    return [entry_row(session, text, lambda: session.go("/read"), sign=sign)]


def switch(
    session: Session, text: str, detail: str, flip: Callable[[bool], None], *, on: bool
) -> ft.Control:
    """Return a line that is ``on`` or off; a tap turns that round."""
    mark = ft.Icons.CHECK_BOX_OUTLINED if on else ft.Icons.CHECK_BOX_OUTLINE_BLANK
    told = ft.Column(
        [chalk.words(text, 17), chalk.words(detail, 14, chalk.FAINT)], spacing=2, expand=True
    )
    return chalk.tappable(
        text,
        ft.Row([told, ft.Icon(mark, color=chalk.CHALK if on else chalk.EDGE)]),
        guarded(session, lambda: flip(not on)),
        selected=on,
        hint=detail,
        padding=ft.Padding.symmetric(vertical=12),
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
    )


def key(session: Session, text: str, tap: Callable[[], None], *, main: bool = False) -> ft.Control:
    """Return a key; the ``main`` one of a page is filled with chalk."""
    return chalk.tappable(
        text,
        ft.Text(
            text,
            size=17,
            font_family=chalk.STRONG if main else chalk.TEXT,
            color=chalk.GROUND if main else chalk.CHALK,
            text_align=ft.TextAlign.CENTER,
        ),
        guarded(session, tap),
        padding=ft.Padding.symmetric(horizontal=12, vertical=16),
        alignment=ft.Alignment.CENTER,
        border_radius=chalk.CORNER,
        bgcolor=chalk.CHALK if main else None,
        border=ft.Border.all(1, chalk.EDGE),
    )


def chip(session: Session, text: str, name: str, tap: Callable[[], None]) -> ft.Control:
    """Return a small key in a row of many; ``name`` tells what it does."""
    return chalk.tappable(
        name,
        chalk.words(text, 16),
        guarded(session, tap),
        padding=ft.Padding.symmetric(horizontal=12, vertical=13),
        border_radius=chalk.CORNER,
        border=ft.Border.all(1, chalk.EDGE),
    )


def opener(
    session: Session, text: str, name: str, tap: Callable[[], None], *, is_open: bool
) -> ft.Control:
    """Return a small key in a row of many, which opens or closes what can be chosen instead."""
    arrow = ft.Icons.ARROW_DROP_UP if is_open else ft.Icons.ARROW_DROP_DOWN
    return chalk.tappable(
        name,
        ft.Row([chalk.words(text, 16), ft.Icon(arrow, color=chalk.FAINT)], tight=True, spacing=4),
        guarded(session, tap),
        selected=is_open,
        padding=ft.Padding.only(left=12, right=4, top=12, bottom=12),
        border_radius=chalk.CORNER,
        bgcolor=chalk.WIPED if is_open else None,
        border=ft.Border.all(1, chalk.EDGE),
    )


def choice(
    session: Session, options: Sequence[tuple[T, str]], chosen: T, choose: Callable[[T], None]
) -> ft.Control:
    """Return a choice of one: ``options`` are the values with their labels.

    They are segments side by side as far as their labels allow, else a list; what is left for the
    last row fills it. The chosen one has a mark.
    """
    columns = _columns([label for _, label in options], session.screen)
    last = len(options) - 1
    last_row, ends = last // columns, {*range(columns - 1, last, columns), last}
    edge, no_edge = ft.BorderSide(1, chalk.EDGE), ft.BorderSide.none()

    def option(place: int, value: T, label: str) -> ft.Control:
        on = value == chosen
        mark = [ft.Icon(ft.Icons.CHECK, size=MARK, color=chalk.CHALK)] if on else []
        face, color = (chalk.STRONG, chalk.CHALK) if on else (chalk.TEXT, chalk.FAINT)
        text = ft.Text(
            label,
            size=OPTION,
            font_family=face,
            color=color,
            text_align=ft.TextAlign.CENTER,
            expand=True,
            expand_loose=True,
        )
        return chalk.tappable(
            label,
            ft.Row([*mark, text], spacing=BESIDE_MARK, alignment=ft.MainAxisAlignment.CENTER),
            guarded(session, lambda: choose(value)),
            selected=on,
            expand=1,
            padding=ft.Padding.symmetric(horizontal=AROUND_OPTION, vertical=13),
            bgcolor=chalk.WIPED if on else None,
            border=ft.Border(
                right=no_edge if place in ends else edge,
                bottom=edge if place // columns < last_row else no_edge,
            ),
        )

    segments = [option(place, *each) for place, each in enumerate(options)]
    rows: list[ft.Control] = [
        ft.Row(
            segments[first : first + columns],
            spacing=0,
            intrinsic_height=True,
            vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        )
        for first in range(0, len(segments), columns)
    ]
    return ft.Container(
        ft.Column(rows, spacing=0),
        border=ft.Border(edge, edge, edge, edge),
        border_radius=chalk.CORNER,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _columns(labels: Sequence[str], screen: Screen) -> int:
    """Return into how many columns options go, each on one line if two columns have room for that.

    Else each has two lines at most.
    """
    most = len(labels)
    for lines, rows in product(range(1, OPTION_LINES + 1), range(1, most)):
        columns = ceil(most / rows)
        room = column_width(screen) / columns - 2 * AROUND_OPTION - MARK - BESIDE_MARK
        letters = room / screen.text_scale / (OPTION * NAME_LETTER)
        if all(has_room(label, lines, letters) for label in labels):
            return columns
    return 1
