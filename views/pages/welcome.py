"""The first page of all: what this is, and the ways in."""

from functools import partial

import flet as ft

from views.session.session import use_live_session
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import page
from views.ui.page_frame import code_row, entry_row, framed, import_row, key

SCORE = (7, 4)
WRITTEN = ((1, 5, 7), (4,))
"""What is written on the small slate, by side."""
SCORE_SIZE, LINE_SIZE = 112, 26


@page
def WelcomePage() -> ft.View:
    """Draw a small slate that shows what this is, and the ways in."""
    session = use_live_session()
    t, go = session.t, partial(partial, session.go)
    said = t("You play with real cards; Knoddel keeps the score and saves every line at once.")
    ways = [
        key(session, t("New evening"), go("/new"), main=True),
        import_row(
            session,
            t("an evening or a backup from another device"),
            ft.Icons.FILE_OPEN_OUTLINED,
        ),
        *code_row(session, ft.Icons.QR_CODE_SCANNER),
        entry_row(
            session,
            t("How to keep score"),
            go("/how"),
            detail=t("six games, with examples"),
            sign=ft.Icons.HELP_OUTLINE,
        ),
        entry_row(session, t("Settings"), go("/settings"), sign=ft.Icons.TUNE),
    ]
    return framed(
        session,
        "Knoddel",
        [
            _small_slate(t),
            ft.Container(
                chalk.words(said, 17, text_align=ft.TextAlign.CENTER),
                padding=ft.Padding.symmetric(vertical=2 * chalk.UNIT),
            ),
        ],
        beside=ways,
        back=None,
    )


def _small_slate(t: Translator) -> ft.Control:
    """Return a slate on which two sides have written; screen readers pass it over."""
    rule = ft.Container(width=1, bgcolor=chalk.RULE)
    drawn = ft.Row(
        [_side(t("Us"), 0), rule, _side(t("Them"), 1)],
        intrinsic_height=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.Semantics(exclude_semantics=True, content=drawn)


def _side(name: str, side: int) -> ft.Control:
    *before, newest = WRITTEN[side]
    lines = [chalk.figures(str(total), LINE_SIZE, chalk.FAINT) for total in before]
    return ft.Column(
        [
            chalk.strong(name, 18, chalk.SIDES[side]),
            ft.Text(
                str(SCORE[side]),
                font_family=chalk.FIGURES,
                color=chalk.CHALK,
                style=ft.TextStyle(size=SCORE_SIZE, height=1.0),
            ),
            ft.Row(
                [*lines, chalk.figures(str(newest), LINE_SIZE)],
                alignment=ft.MainAxisAlignment.CENTER,
                spacing=2 * chalk.UNIT,
            ),
        ],
        expand=1,
        spacing=0,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
