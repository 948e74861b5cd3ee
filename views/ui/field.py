"""A text field that loses no letter, however quickly people type."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flet as ft

from scoring.sheet import NAME
from views.ui import chalk
from views.ui.boundary import component

LONGEST = NAME.high


@component
def Field(
    label: str,
    value: str,
    change: Callable[[int, str], None],
    place: int,
    color: ft.ColorValue = chalk.CHALK,
    free: str = "",
    clear: Callable[[int], None] = lambda _place: None,
) -> ft.Control:
    """Draw a text field; ``change`` is called with its ``place`` and its text.

    If it has a key to ``clear`` it, ``free`` is what that is called.

    While people type, the device has newer text than what is drawn. So a text is sent to the device
    only if it differs from the text that the device sent last: when the app fills the field.
    """
    drawn: Any = ft.use_ref(None)
    told = ft.use_ref(value)

    def typed(event: ft.Event[ft.TextField]) -> None:
        told.current = event.control.value
        change(place, event.control.value)

    held = drawn.current.value if drawn.current and value == told.current else value
    told.current = value
    field = ft.TextField(
        label=label,
        value=held,
        on_change=typed,
        max_length=LONGEST,
        counter="",
        color=color,
        border=ft.OutlineInputBorder(side=ft.BorderSide(1, chalk.EDGE)),
        label_style=ft.TextStyle(color=chalk.FAINT),
        cursor_color=chalk.CHALK,
        text_size=17,
        content_padding=ft.Padding.symmetric(horizontal=12, vertical=14),
        suffix_icon=_clearing(free, partial(clear, place)) if free else None,
        capitalization=ft.TextCapitalization.SENTENCES,
        autocorrect=False,
    )
    drawn.current = field
    return field


def _clearing(name: str, clear: Callable[[], None]) -> ft.Control:
    return chalk.tappable(
        name,
        ft.Icon(ft.Icons.CLOSE, size=20, color=chalk.FAINT),
        clear,
        width=chalk.TOUCH,
        height=chalk.TOUCH,
        alignment=ft.Alignment.CENTER,
    )
