"""What was tapped before Python was there is written as if it were tapped now."""

import logging
from functools import partial

from scoring.refusals import Refused
from storage import Evening, offered, write_waiting
from views.games.registry import VIEWS
from views.session.session import Session
from views.text.names import shown_head
from views.ui.pad import Change

log = logging.getLogger(__name__)


def write_what_waits(session: Session) -> bool:
    """Write what waits, in one uninterrupted run, and show it. Returns whether anything waited.

    If it cannot be read, or what is offered cannot, that is said.
    """
    library, t, waited = session.library, session.t, True

    def write() -> None:
        nonlocal waited
        try:
            waited = write_waiting(library, partial(_tap, session))
            offered(library)  # which is shown next
        except (Refused, OSError):
            log.exception("what waits cannot be read")
            session.say(
                t(
                    "What was noted before Knoddel was there cannot be read. "
                    "Everything on the slate is saved."
                )
            )

    session.attempt(write)
    if waited:
        session.redraw.everything()
        session.redraw.changed()
    return waited


def _tap(session: Session, evening: Evening, key: str) -> None:
    """Tap a key that changes the half-entered deal; nothing happens if it is there no more."""
    view = VIEWS[evening.sheet.game.key]
    head, draft = shown_head(evening.head), view.draft.of(evening.draft)
    pad = view.pad(session.t, head, evening.replay, draft, session.screen).pad()
    match pad.action(key):
        case Change(changed):
            evening.keep_draft(changed.as_kept)
