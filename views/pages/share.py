"""Passing the evening on: as a text, as a picture, as a file."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, cast

import flet as ft

from storage import write_file
from views.games.registry import view_of
from views.session.files import ENDING, file_name
from views.session.session import use_live_session
from views.session.sharing import Outcome
from views.text.told import told
from views.text.translator import label
from views.ui import chalk
from views.ui.boundary import page
from views.ui.page_frame import framed, heading, key
from views.ui.picture import PIXELS, framed_picture, picture

SAID: Final[Mapping[Outcome, str]] = {
    Outcome.SHARED: label("Given to the app that you chose."),
    Outcome.UNKNOWN: label("Whether it was shared, the device does not tell."),
    Outcome.DISMISSED: label("Not shared."),
    Outcome.COPIED: label("Text copied. You can paste it into a message."),
    Outcome.NOT_COPIED: label("The text could not be copied. You can select it below."),
    Outcome.SAVED: label("The file was saved."),
    Outcome.DOWNLOADED: label("The browser downloads the file."),
    Outcome.NOT_SAVED: label("The file was not saved."),
}
SETTLED: Final = ft.Duration(milliseconds=150)
"""How long the picture has to be drawn anew before it is captured."""


@page
def SharePage() -> ft.View:
    """Draw the three ways to pass the evening on, and what will be passed on."""
    session = use_live_session()
    t, evening, view = session.t, session.opened, view_of(session)
    head, replay = evening.head, evening.replay
    text = told(t, view.words, head, replay)
    version, set_version = ft.use_state(0)
    drawn = ft.use_memo(
        lambda: ft.Screenshot(framed_picture(picture(t, view, head, replay)), key=version),
        [t, replay, version],
    )
    newest = ft.use_ref(drawn)
    newest.current = drawn
    is_sharing = ft.use_ref(False)

    def name(ending: str) -> str:
        return file_name(session.head.title or t("Evening"), head.played_on, ending=ending)

    def share(what: Callable[[], Awaitable[Outcome]]) -> None:
        """Pass something on; further taps are ignored until it is known what came of it."""

        async def shared() -> None:
            try:
                outcome = await what()
            finally:
                is_sharing.current = False
            session.say(t(SAID[outcome]))

        if not is_sharing.current:
            is_sharing.current = True
            session.run(shared)

    async def as_text() -> Outcome:
        return await session.sharing.share_text(text)

    async def as_picture() -> Outcome:
        set_version(version + 1)  # a canvas keeps the fonts that were loaded when it was drawn
        await session.until_shown()
        png = await cast("ft.Screenshot", newest.current).capture(PIXELS, SETTLED)
        return await session.sharing.share_file(name("png"), png, "image/png")

    async def as_file() -> Outcome:
        content = write_file(evening.sheet)
        return await session.sharing.share_file(name(ENDING), content, "application/json")

    return framed(
        session,
        "/share",
        t("Share"),
        [
            key(session, t("As text"), lambda: share(as_text)),
            key(session, t("As a picture"), lambda: share(as_picture)),
            key(session, t("As a file"), lambda: share(as_file)),
            heading(t("The text")),
            ft.Text(text, size=15, selectable=True),
            heading(t("The picture")),
            chalk.spoken(
                t("The slate as a picture"), ft.Row([drawn], alignment=ft.MainAxisAlignment.CENTER)
            ),
        ],
        back="/menu",
    )
