"""The app of those who only watch: it shows the evening that is open, and writes nothing."""

import flet as ft

from storage import Evening, Library
from views.app import draw, routed, session_on
from views.pages.watching import WatchingPage
from views.session.opening import open_evening
from views.session.served import Served
from views.session.session import Session


async def watch(page: ft.Page, library: Library, served: Served) -> Session:
    """Show the open evening on a page that has just been opened, and return the work on it.

    Whatever is written there is shown at once, and so is the evening that is opened next.
    """
    session = await session_on(page, library, served=served, only_watches=True)

    def follow() -> None:
        shown = session.evening if session.has_evening else None
        evening = served.to_follow(library, shown) or _opened_last(session, served)
        if evening and evening is not session.evening:
            session.show(evening)

    def hear() -> None:
        session.redraw.here(follow)

    def gone() -> None:
        library.listeners.discard(hear)
        served.listeners.discard(hear)
        session.end()

    follow()
    library.listeners.add(hear)
    served.listeners.add(hear)
    draw(session, WatchingApp)
    page.on_close = gone
    return session


def _opened_last(session: Session, served: Served) -> Evening | None:
    """Return the evening that was open last, if none is open now and it can be opened."""
    library = session.library
    key = library.settings.open_evening
    if key is None or served.open_evenings(library):
        return None
    evening = open_evening(session.t, library, key)
    return evening if isinstance(evening, Evening) else None


@ft.component
def WatchingApp(session: Session) -> ft.Control:
    """Draw the page of a screen that only watches."""
    return routed(session, ROUTES)


ROUTES = [ft.Route(path=":anything(.*)", component=WatchingPage)]
