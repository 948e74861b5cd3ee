"""The menu of the slate."""

from dataclasses import replace

import flet as ft

from storage import BIN_DAYS, write_file
from views.session.files import file_name
from views.session.session import Session, use_live_session
from views.ui.boundary import page
from views.ui.layout import FACING
from views.ui.page_frame import entry_row, framed


@page
def MenuPage() -> ft.View:
    """Draw the menu of the slate."""
    session = use_live_session()
    t = session.t
    rules = session.words.rules_in_brief(t, session.replay.agreement.rules)
    game = t(session.words.NAME)
    stays = t.count("It is kept there for {n} day.", "It is kept there for {n} days.", BIN_DAYS)
    return framed(
        session,
        "/menu",
        t("Menu"),
        [
            entry_row(session, t("New evening"), lambda: session.go("/new")),
            entry_row(session, t("Earlier evenings"), lambda: session.go("/evenings")),
            entry_row(session, t("Large figures"), lambda: session.go("/large")),
            *_both_sides(session),
            entry_row(session, t("House rules"), lambda: session.go("/rules"), detail=rules),
            entry_row(session, t("How to keep score"), lambda: session.go("/how"), detail=game),
            entry_row(
                session,
                t("Share"),
                lambda: session.go("/share"),
                detail=t("as a text, a picture or a file"),
            ),
            entry_row(session, t("Save this evening as a file"), lambda: _save(session)),
            entry_row(
                session,
                t("Move this evening to the bin"),
                lambda: _put_into_bin(session),
                detail=stays,
            ),
            entry_row(session, t("Settings"), lambda: session.go("/settings")),
        ],
    )


def _both_sides(session: Session) -> list[ft.Control]:
    """Return the way to a half for each of two sides, or back."""
    t, settings = session.t, session.library.settings
    if len(session.head.sides) != FACING:
        return []

    def turn() -> None:
        session.choose(replace(settings, both_sides=not settings.both_sides))
        session.go("/")

    name = t("Readable from both sides")
    return [entry_row(session, name, turn, detail=t("on") if settings.both_sides else t("off"))]


def _save(session: Session) -> None:
    evening = session.opened
    head = evening.head
    name = file_name(head.title or session.t("Evening"), head.played_on)
    session.run(lambda: session.files.save(name, write_file(evening.sheet)))


def _put_into_bin(session: Session) -> None:
    evening = session.opened
    if session.has_evening and session.attempt(lambda: session.library.put_into_bin(evening.key)):
        session.say(session.t("Evening moved to the bin. You can find the bin under “Settings”."))
