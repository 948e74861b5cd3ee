"""Passing the evening on: as a text, as a picture, as a file, as a QR code."""

from typing import Any, Final, cast

import flet as ft

from scoring.game import Replay
from scoring.sheet import Head, Sheet
from storage import CANNOT_OPEN, write_file
from views.games.registry import VIEWS
from views.pages.passing_on import use_pass_on
from views.session.files import ENDING, file_name
from views.session.session import Session, use_live_session
from views.session.sharing import Outcome
from views.text.refusals import UNREADABLE
from views.text.told import told
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component, page
from views.ui.page_frame import code_row, framed, heading, key, notice
from views.ui.picture import PIXELS, framed_picture, picture

SETTLED: Final = ft.Duration(milliseconds=150)
"""How long the picture has to be drawn anew before it is captured."""


@page
def SharePage() -> ft.View:
    """Draw the ways to pass on the open evening."""
    session = use_live_session()
    sheet = session.opened.sheet
    ways = Ways(session, session.t, sheet.head, sheet.replay, "/share/code")
    return framed(session, session.t("Share"), [ways], back="/menu")


@page
def ShareAnotherPage() -> ft.View:
    """Draw the ways to pass on an evening that is not open."""
    session = use_live_session()
    t, evening = session.t, ft.use_route_params()["key"]
    sheet = sheet_of(session, evening)
    if isinstance(sheet, Sheet):
        content = Ways(session, t, sheet.head, sheet.replay, f"/share/{evening}/code")
    else:
        content = notice(sheet)
    return framed(session, t("Share"), [content])


def sheet_of(session: Session, key: str) -> Sheet | str:
    """Return the sheet of an evening, or why there is none."""
    if not session.library.holds(key):
        return session.t("This evening is no longer in the list.")
    try:
        return session.library.sheet(key)
    except CANNOT_OPEN:
        return session.t(UNREADABLE)


@component
def Ways(
    session: Session, t: Translator, head: Head, replay: Replay[Any, Any], to_code: str
) -> ft.Control:
    """Draw the ways to pass an evening on, and what will be passed on."""
    view = VIEWS[replay.game.key]
    text = told(t, view.words, head, replay)
    version, set_version = ft.use_state(0)
    drawn = ft.use_memo(
        lambda: ft.Screenshot(framed_picture(picture(t, view, head, replay)), key=version),
        [t, replay, version],
    )
    newest = ft.use_ref(drawn)
    newest.current = drawn
    share = use_pass_on(session)

    def name(ending: str) -> str:
        return file_name(head.title or t("Evening"), head.played_on, ending=ending)

    async def as_text() -> Outcome:
        return await session.sharing.share_text(text)

    async def as_picture() -> Outcome:
        set_version(version + 1)  # a canvas keeps the fonts that were loaded when it was drawn
        await session.until_shown()
        png = await cast("ft.Screenshot", newest.current).capture(PIXELS, SETTLED)
        return await session.sharing.share_file(name("png"), png, "image/png")

    async def as_file() -> Outcome:
        content = write_file(Sheet(head, replay))
        return await session.sharing.share_file(name(ENDING), content, "application/json")

    return ft.Column(
        [
            key(session, t("As text"), lambda: share(as_text)),
            key(session, t("As a picture"), lambda: share(as_picture)),
            key(session, t("As a file"), lambda: share(as_file)),
            key(session, t("Hand over as QR code"), lambda: session.go(to_code)),
            *code_row(session),
            heading(t("The text")),
            chalk.words(text, 15),
            heading(t("The picture")),
            chalk.spoken(
                t("The slate as a picture"), ft.Row([drawn], alignment=ft.MainAxisAlignment.CENTER)
            ),
        ],
        spacing=chalk.UNIT,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
