"""What those see who only watch: the slate in large figures, whatever address they open."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, cast

import flet as ft

from storage import Evening
from views.pages.large import large
from views.session.served import Served
from views.session.session import Session, use_live_session
from views.text.games.registry import GAME_TEXTS
from views.text.names import harmless, shown_head
from views.text.phrases import standing
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import page
from views.ui.page_frame import SIDE, entry_row, framed, zoomed

WATCHING: Final = ft.Icons.VISIBILITY_OUTLINED
SIGN: Final = 48
"""How large the sign is while there is nothing else to see, in dp."""


@page
def WatchingPage() -> ft.View:
    """Draw the evening that is followed; others that are open can be chosen instead."""
    session = use_live_session()
    chooses, choose = ft.use_state(False)
    opened = cast("Served", session.served).open_evenings(session.library)
    others = [each for each in opened if each is not session.evening]
    if session.has_evening and not (chooses and others):
        return large(session, _lead(session.t, others, lambda: choose(True)))
    if others:
        return _choice(session, opened, lambda: choose(False))
    return _waiting(session)


def _waiting(session: Session) -> ft.View:
    """Return what is shown while no evening is open: to be read from afar, as the slate is."""
    t = session.t
    sentence = t("No evening is open. As soon as one is, it is shown here.")
    told = ft.Column(
        [
            ft.Icon(WATCHING, size=SIGN, color=chalk.FAINT),
            ft.Semantics(header=True, content=chalk.strong(t("Watching"), 20)),
            chalk.spoken(
                sentence,
                chalk.words(sentence, 20, text_align=ft.TextAlign.CENTER),
                announced=True,
            ),
        ],
        tight=True,
        spacing=2 * chalk.UNIT,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    around = ft.Padding.all(2 * SIDE)
    shown = ft.Container(told, expand=True, padding=around, alignment=ft.Alignment.CENTER)
    return zoomed(session.screen, shown)


def _lead(t: Translator, others: Sequence[Evening], choose: Callable[[], None]) -> ft.Control:
    """Return the key to the other evenings, or a sign that this screen only watches."""
    if others:
        icon = ft.Icons.VIEW_LIST_OUTLINED
        return chalk.sign_key(t("Other slates"), icon, choose, height=chalk.SCORING_TOUCH)
    sign = ft.Container(
        ft.Icon(WATCHING, color=chalk.FAINT),
        width=chalk.SCORING_TOUCH,
        alignment=ft.Alignment.CENTER,
    )
    return chalk.spoken(t("Watching"), sign)


def _choice(session: Session, opened: Sequence[Evening], chosen: Callable[[], None]) -> ft.View:
    """Return the list of the evenings that are open, with how they stand."""

    def show(evening: Evening) -> None:
        session.show(evening)
        chosen()

    rows = [
        entry_row(
            session, _title(session.t, each), partial(show, each), detail=_stands(session.t, each)
        )
        for each in opened
    ]
    return framed(session, session.t("Which slate?"), rows, back=None)


def _title(t: Translator, evening: Evening) -> str:
    title = evening.head.title
    return harmless(title) if title else t(GAME_TEXTS[evening.sheet.game.key].NAME)


def _stands(t: Translator, evening: Evening) -> str:
    words = GAME_TEXTS[evening.sheet.game.key]
    score, *_ = standing(t, words, shown_head(evening.head), evening.replay.state)
    return score
