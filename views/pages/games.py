"""The page on how to keep score in any of the games, before an evening is begun."""

import flet as ft

from views.games.registry import VIEWS
from views.pages.how import how
from views.pages.new_evening import Table, usual_names
from views.session.session import use_live_session
from views.ui.boundary import page
from views.ui.page_frame import choice, framed


@page
def GamesPage() -> ft.View:
    """Draw how to keep score in the chosen game, by its default rules."""
    session = use_live_session()
    t, games = session.t, [*VIEWS.values()]
    view, choose = ft.use_state(games[0])
    table = Table(view, view.game.rules(), usual_names(t))
    told = how(session, view, table.head(t, "", ""), table.agreement)
    options = [(each, t(each.words.NAME)) for each in games]
    return framed(
        session,
        t("How to keep score"),
        [choice(session, options, view, lambda chosen: choose(lambda _: chosen)), *told],
    )
