"""The page that offers what was tapped before Python was there and could not be written then."""

from collections.abc import Sequence

import flet as ft

from storage import Evening, WaitingTap, drop_offered, offered, write_offered
from views.pages.evenings import as_listed
from views.session.opening import open_evening
from views.session.session import Session, use_live_session
from views.ui import chalk
from views.ui.boundary import page
from views.ui.changes import beside
from views.ui.page_frame import framed, heading, key


@page
def NotWrittenPage(taps: tuple[WaitingTap, ...]) -> ft.View:
    """Draw what was not written, and the keys to write or discard it.

    The keys stand where the slate has none, however much was tapped: a second tap hits none.
    """
    session = use_live_session()
    t = session.t
    parts = [
        chalk.words(
            t(
                "This was tapped before Knoddel was there, and could not be written then. "
                "Should it be written now, after the last line of its evening?"
            ),
            15,
            chalk.FAINT,
        ),
        beside(
            session.screen,
            key(session, t("Write down"), lambda: _write(session), main=True),
            key(session, t("Discard"), lambda: _drop(session)),
        ),
        *(
            part
            for evening in dict.fromkeys(tap.evening for tap in taps)
            for part in _tapped_on(session, evening, taps)
        ),
    ]
    return framed(session, t("Not written"), parts, back=None)


def _tapped_on(session: Session, evening: str, taps: Sequence[WaitingTap]) -> list[ft.Control]:
    """Return an evening as it is listed, why it cannot be opened, and what was tapped on it."""
    t, library = session.t, session.library
    opened = open_evening(t, library, evening)
    ending = library.ending(evening) if isinstance(opened, Evening) else None
    listed = as_listed(t, library.label(evening), ending)
    names = [tap.name for tap in taps if tap.evening == evening]
    return [
        heading(", ".join(filter(None, (listed.title, listed.below)))),
        *([chalk.words(opened, 15, chalk.WARNING)] if isinstance(opened, str) else []),
        *(chalk.words(t("Not written: {what}", what=name), 17) for name in names),
    ]


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
