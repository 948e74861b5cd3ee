"""The choice of the side that announces in a deal, where the scribe may correct that."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import flet as ft

from views.session.draft import Draft
from views.session.session import Session
from views.ui.game_view import GameView
from views.ui.page_frame import choice, heading


def announcer(
    session: Session, view: GameView, state: Any, draft: Draft, change: Callable[[Draft], None]
) -> list[ft.Control]:
    """Return the choice for the deal that follows ``state``; nothing if the game has none."""
    announced = view.announced
    if announced is None:
        return []
    usual, corrected = getattr(state, announced.field), view.corrected(draft)

    def announce(side: int) -> None:
        change(replace(draft, **{announced.field: None if side == usual else side}))

    sides = [(number, side.name) for number, side in enumerate(session.head.sides)]
    now = usual if corrected is None else corrected
    return [heading(session.t(announced.question)), choice(session, sides, now, announce)]
