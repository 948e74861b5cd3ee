"""A change that was chosen on this screen: its effect, and the keys to save or cancel it."""

from collections.abc import Callable, Sequence
from math import ceil
from typing import NamedTuple

import flet as ft

from scoring.journal import Operation
from scoring.refusals import IllegalEntry, Refused
from storage import Evening
from views.session.screen import Screen
from views.session.session import Session
from views.text.names import shown_head
from views.text.phrases import effect
from views.text.refusals import sentence
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component
from views.ui.page_frame import key, notice
from views.ui.question import use_question

LETTER, LINE = 8.5, 24
"""How wide a letter of an effect is, and how high a line of it, in dp."""
MOST = 0.4
"""The share of the screen's height that an effect may take; a longer one scrolls."""
ROW = 360
"""From this width on, in dp at the usual text size, the keys stand side by side."""


class Offer(NamedTuple):
    """A change that was chosen here, and what is said once it is kept."""

    operation: Operation
    said: str


@component
def Offered(
    session: Session,
    t: Translator,
    evening: Evening,
    offer: Offer | None,
    leave: Callable[[], None],
) -> ft.Control:
    """Draw the foot of a page: what a change would do to the slate, with the keys for it.

    While nothing is chosen, the place of the keys is empty, so that a second tap on the choice
    does not hit them. If the change is impossible, say which line it would make impossible.
    """
    journal = evening.journal
    question = use_question(evening, journal, offer)
    if offer is None:
        nothing = chalk.words(t("Nothing changed yet."), 15, chalk.FAINT)
        rows = 1 if _fits_beside(session.screen) else 2
        height = rows * (chalk.SCORING_TOUCH + chalk.UNIT) - chalk.UNIT
        return ft.Container(nothing, height=height, alignment=ft.Alignment.CENTER)
    operation, said = offer
    head, words = shown_head(evening.head), session.words
    leave_key = key(session, t("Cancel"), leave)

    def keep() -> bool:
        return session.keep(evening, journal, operation, said)

    try:
        after = evening.after(operation)
    except IllegalEntry as refused:
        number, why = (refused.index or 0) + 1, sentence(t, refused, head)
        cannot = t("This change is not possible. Line {number}: {why}", number=number, why=why)
        return ft.Column([notice(cannot), leave_key])
    except Refused as refused:
        return ft.Column([notice(sentence(t, refused, head)), leave_key])
    keep_key = key(session, t("Save"), lambda: question.answer(keep), main=True)
    return ft.Column(
        [
            ft.Semantics(header=True, content=chalk.strong(t("What changes"), 16, chalk.FAINT)),
            _in_sight(effect(t, words, head, evening.replay, after), session.screen),
            beside(session.screen, keep_key, leave_key),
        ],
        spacing=chalk.UNIT,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _in_sight(changes: Sequence[str], screen: Screen) -> ft.Control:
    """Return the effect of a change; it scrolls if it would take too much of the screen."""
    column = ft.Column([*map(chalk.words, changes)], spacing=4, scroll=ft.ScrollMode.AUTO)
    width = min(screen.width, chalk.WIDEST) - 4 * chalk.UNIT
    letters, line = width / (LETTER * screen.text_scale), (LINE + 4) * screen.text_scale
    height = sum(ceil(len(change) / letters) for change in changes) * line
    most = MOST * screen.height
    return ft.Container(column, height=most if height > most else None)


def _fits_beside(screen: Screen) -> bool:
    return screen.width / screen.text_scale >= ROW


def beside(screen: Screen, left: ft.Control, right: ft.Control) -> ft.Control:
    """Return two keys side by side; one above the other where the screen is too narrow."""
    if not _fits_beside(screen):
        return ft.Column(
            [left, right],
            spacing=chalk.UNIT,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
    keys: list[ft.Control] = [ft.Container(each, expand=1) for each in (left, right)]
    return ft.Row(keys, spacing=chalk.UNIT)
