"""The page that changes a written line."""

from dataclasses import dataclass
from typing import Any

import flet as ft

from scoring.game import Entry, Replay
from scoring.journal import Replace
from scoring.refusals import Refused
from views.games.registry import view_of
from views.pages.which_line import no_such_line, use_line
from views.session.draft import Draft
from views.session.session import Session, use_live_session
from views.text.phrases import describe_at
from views.ui import chalk
from views.ui.announcer import announcer
from views.ui.boundary import page
from views.ui.changes import Offer, Offered
from views.ui.drawn_pad import DrawnPad, Taps
from views.ui.page_frame import framed


@dataclass(frozen=True, slots=True)
class Chosen:
    """The new entry for a line, once it was tapped."""

    entry: Entry | None = None


@page
def ChangePage() -> ft.View:
    """Draw the pad for a line that is already written; the effect is shown before it is saved."""
    session = use_live_session()
    t, evening = session.t, session.opened
    view = view_of(evening)
    line = use_line(session)
    entry = None if line.place is None else evening.replay.entries[line.place]
    draft, set_draft = ft.use_state(view.draft.of_entry(entry) if entry else view.draft())
    held = ft.use_ref(draft)
    chosen, set_chosen = ft.use_state(Chosen())
    if line.place is None:
        return no_such_line(session, line.instead)
    place = line.place
    whole = evening.replay
    until = Replay(whole.game, whole.agreement, whole.entries[:place], whole.states[: place + 1])
    title = t("Change line {number}", number=place + 1)

    def hold(new: Draft) -> None:
        held.current = new
        set_draft(new)

    def look() -> tuple[Replay[Any, Any], Draft]:
        return until, held.current or draft

    def choose(entry: Entry) -> None:
        set_chosen(Chosen(entry))

    if chosen.entry is None:
        parts = [
            chalk.words(
                describe_at(t, view.words, session.head, whole, place),
                15,
                chalk.FAINT,
            ),
            DrawnPad(
                session,
                view.pad,
                t,
                session.head,
                (until, draft),
                Taps(hold, choose, look),
                session.screen,
            ),
            *announcer(session, view, until.state, draft, hold),
        ]
        offer = None
    else:
        parts = _as_it_would_be(session, place, chosen.entry)
        offer = Offer(Replace(place, chosen.entry), t("Line changed."))
    foot = Offered(session, t, evening, offer, lambda: set_chosen(Chosen()))
    return framed(session, title, parts, back=f"/line/{place}", foot=foot)


def _as_it_would_be(session: Session, place: int, entry: Entry) -> list[ft.Control]:
    """Return the changed line; nothing if it is impossible, for the foot of the page says that."""
    t, evening, words = session.t, session.opened, session.words
    try:
        after = evening.after(Replace(place, entry))
    except Refused:
        return []
    return [chalk.strong(describe_at(t, words, session.head, after, place), 17)]
