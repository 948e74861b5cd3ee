"""The menu: where one can go from the slate."""

import flet as ft

from storage import BIN_DAYS, write_file
from views.session.files import file_name
from views.session.session import Desk, use_live_desk
from views.ui.boundary import page
from views.ui.page_frame import entry_row, framed


@page
def MenuPage() -> ft.View:
    """Draw where one can go from the slate."""
    desk = use_live_desk()
    t = desk.t
    rules = desk.words.rules_in_brief(t, desk.replay.agreement.rules)
    game = t(desk.words.NAME)
    stays = t.count("It stays there for {n} day.", "It stays there for {n} days.", BIN_DAYS)
    return framed(
        desk,
        "/menu",
        t("Menu"),
        [
            entry_row(desk, t("New evening"), lambda: desk.go("/new")),
            entry_row(desk, t("Earlier evenings"), lambda: desk.go("/evenings")),
            entry_row(desk, t("House rules"), lambda: desk.go("/rules"), detail=rules),
            entry_row(desk, t("How it is written"), lambda: desk.go("/how"), detail=game),
            entry_row(desk, t("Save this evening as a file"), lambda: _save(desk)),
            entry_row(
                desk,
                t("Put this evening into the bin"),
                lambda: _put_into_bin(desk),
                detail=stays,
            ),
            entry_row(desk, t("Settings"), lambda: desk.go("/settings")),
        ],
    )


def _save(desk: Desk) -> None:
    evening = desk.opened
    head = evening.head
    name = file_name(head.title or desk.t("Evening"), head.played_on)
    desk.run(lambda: desk.files.save(name, write_file(evening.sheet)))


def _put_into_bin(desk: Desk) -> None:
    evening = desk.opened
    if desk.has_evening and desk.attempt(lambda: desk.library.put_into_bin(evening.key)):
        desk.say(desk.t("This evening was put into the bin; “Settings” leads there."))
