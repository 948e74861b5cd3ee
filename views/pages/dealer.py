"""The page that corrects who deals and who announces."""

from dataclasses import replace
from typing import NamedTuple

import flet as ft

from scoring.journal import Agree, Journal
from views.games.registry import view_of
from views.session.session import use_live_session
from views.text.phrases import players
from views.ui.announcer import announcer
from views.ui.boundary import page
from views.ui.changes import Offer, Offered
from views.ui.page_frame import choice, framed, heading


class ChosenDealer(NamedTuple):
    """The chosen dealer, and the journal it was chosen for: a new line makes the choice void."""

    dealer: int
    journal: Journal | None


NOBODY = ChosenDealer(0, None)


@page
def DealerPage() -> ft.View:
    """Draw the choice of the dealer, and of the announcing side in games that have one."""
    session = use_live_session()
    t, head, replay = session.t, session.head, session.replay
    state, agreement = replay.state, replay.agreement
    seats = replay.game.seats(agreement)
    chosen, choose = ft.use_state(NOBODY)
    journal = session.opened.journal
    dealer = state.dealer if chosen.journal is not journal else chosen.dealer
    shifted = (agreement.first_dealer + dealer - state.dealer) % seats
    wished = Agree(replace(agreement, first_dealer=shifted))
    offer = Offer(wished, t("Dealer corrected.")) if dealer != state.dealer else None
    return framed(
        session,
        t("Dealer"),
        [
            heading(t("Who deals now?")),
            choice(
                session,
                list(enumerate(players(t, head, seats))),
                dealer,
                lambda seat: choose(ChosenDealer(seat, journal)),
            ),
        ],
        beside=announcer(
            session, view_of(session.opened), state, session.draft, session.keep_draft
        ),
        foot=Offered(session, t, session.opened, offer, lambda: choose(NOBODY)),
    )
