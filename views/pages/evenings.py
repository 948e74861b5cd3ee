"""The list of earlier evenings, and the key for a new one."""

import flet as ft

from storage import Label
from views.session.session import use_live_session
from views.text.games.registry import GAME_TEXTS
from views.text.names import harmless
from views.text.phrases import day
from views.ui.boundary import page
from views.ui.page_frame import entry_row, framed, heading, key

AT_ONCE = 30
"""How many evenings are listed at first, and more with each tap."""


@page
def EveningsPage() -> ft.View:
    """Draw the way to a new evening and the list of earlier ones.

    The key is not in the place of the next page's start key, so that a second tap cannot hit that.
    """
    session = use_live_session()
    t = session.t
    labels = session.library.labels()
    shown, show = ft.use_state(AT_ONCE)

    def open_evening(key: str) -> None:
        if session.open(key):
            session.lead("/")
        else:
            session.redraw.everything()

    def row(kept: Label) -> ft.Control:
        words = GAME_TEXTS.get(kept.game or "")
        game = t(words.NAME) if words else t("Evening")
        title, detail = harmless(kept.title) if kept.title else game, day(t, kept.played_on)
        if kept.title and words:
            detail = " · ".join(filter(None, (game, detail)))
        return entry_row(session, title, lambda: open_evening(kept.key), detail=detail)

    begin = key(session, t("New evening"), lambda: session.go("/new"), main=True)
    parts = [begin, heading(t("Earlier evenings")), *map(row, labels[:shown])]
    if len(labels) > shown:
        parts.append(key(session, t("Show older evenings"), lambda: show(shown + AT_ONCE)))
    if not session.has_evening:
        parts.append(entry_row(session, t("Settings"), lambda: session.go("/settings")))
    return framed(
        session,
        "/evenings",
        "Knoddel",
        parts,
        back="/menu" if session.has_evening else None,
    )
