"""The page that offers what was tapped before Python was there and could not be written then."""

import flet as ft

from storage import WaitingTap, drop_offered, offered, write_offered
from views.session.opening import open_evening
from views.session.session import Session, use_live_session
from views.ui import chalk
from views.ui.boundary import page
from views.ui.changes import beside
from views.ui.page_frame import framed, key


@page
def NotWrittenPage(taps: tuple[WaitingTap, ...]) -> ft.View:
    """Draw what was not written, and the keys to write or discard it.

    They stand where the slate has no keys: a second tap hits none.
    """
    session = use_live_session()
    t = session.t
    parts = [
        chalk.words(
            t(
                "This was tapped before Knoddel was there, and could not be written then. "
                "Should it be written now, after the last line?"
            ),
            15,
            chalk.FAINT,
        ),
        *(chalk.words(t("Not written: {what}", what=tap.name), 17) for tap in taps),
        beside(
            session.screen,
            key(session, t("Write down"), lambda: _write(session), main=True),
            key(session, t("Discard"), lambda: _drop(session)),
        ),
    ]
    return framed(session, t("Not written"), parts, back=None)


def _write(session: Session) -> None:
    t, library = session.t, session.library
    session.attempt(lambda: write_offered(library))
    for evening in dict.fromkeys(tap.evening for tap in offered(library)):
        if isinstance(why := open_evening(t, library, evening), str):
            session.say(why)
            break
    session.redraw.everything()


def _drop(session: Session) -> None:
    session.attempt(lambda: drop_offered(session.library))
    session.redraw.everything()
