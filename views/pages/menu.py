"""The menu of the slate."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import flet as ft

from storage import BIN_DAYS, write_file
from views.session.files import file_name
from views.session.session import LEDGER, Session, use_live_session
from views.ui.boundary import page
from views.ui.layout import FACING
from views.ui.page_frame import apart, entry_row, framed, has_columns


class Item(NamedTuple):
    """A line of the menu: its sign, what it says, and what a tap does."""

    sign: ft.IconData
    text: str
    tap: Callable[[], None]
    detail: str = ""


@page
def MenuPage() -> ft.View:
    """Draw the menu of the slate: what is used most is first, or in the first of two columns."""
    session = use_live_session()
    most, less = _used_most(session), _used_less(session)
    if not has_columns(session.screen):
        most, less = [*most, *less], []
    first, second = _lines(session, most), _lines(session, less)
    return framed(session, session.t("Menu"), first, beside=second)


def _lines(session: Session, groups: list[list[Item]]) -> list[ft.Control]:
    return apart(
        [
            entry_row(session, item.text, item.tap, detail=item.detail, sign=item.sign)
            for item in group
        ]
        for group in groups
    )


def _used_most(session: Session) -> list[list[Item]]:
    t, go = session.t, partial(partial, session.go)
    shared = t("as a text, a picture or a file")
    return [
        [
            Item(ft.Icons.ADD, t("New evening"), go("/new")),
            Item(ft.Icons.HISTORY, t("Earlier evenings"), go("/evenings")),
            Item(ft.Icons.LEADERBOARD, t("Statistics"), go("/statistics")),
            Item(ft.Icons.SPORTS_BAR, t("Beer ledger"), go(LEDGER), t("who owes whom")),
        ],
        [
            Item(ft.Icons.SHOW_CHART, t("Course"), go("/course"), t("the score as a curve")),
            Item(ft.Icons.FORMAT_SIZE, t("Large figures"), go("/large")),
            *_both_sides(session),
            Item(ft.Icons.SHARE, t("Share"), go("/share"), shared),
            *_links(session),
        ],
    ]


def _links(session: Session) -> list[Item]:
    """Return the way to the links with which others come in, if there are any."""
    t, go = session.t, partial(session.go, "/links")
    told = t("to write or only watch")
    return [Item(ft.Icons.QR_CODE_2, t("Links for other devices"), go, told)] * bool(session.served)


def _both_sides(session: Session) -> list[Item]:
    """Return the way to a half for each of two sides, or back."""
    t, settings = session.t, session.library.settings
    if len(session.head.sides) != FACING:
        return []

    def turn() -> None:
        session.choose(replace(settings, both_sides=not settings.both_sides))
        session.go("/")

    is_on = t("on") if settings.both_sides else t("off")
    return [Item(ft.Icons.SWAP_VERT, t("Readable from both sides"), turn, is_on)]


def _used_less(session: Session) -> list[list[Item]]:
    t, words, go = session.t, session.words, partial(partial, session.go)
    rules = words.rules_in_brief(t, session.replay.agreement.rules)
    stays = t.count("It is kept there for {n} day.", "It is kept there for {n} days.", BIN_DAYS)
    bin_it = partial(_put_into_bin, session)
    return [
        [
            Item(ft.Icons.RULE, t("House rules"), go("/rules"), rules),
            Item(ft.Icons.HELP_OUTLINE, t("How to keep score"), go("/how"), t(words.NAME)),
            Item(ft.Icons.TUNE, t("Settings"), go("/settings")),
        ],
        [
            Item(ft.Icons.SAVE_ALT, t("Save this evening as a file"), partial(_save, session)),
            Item(ft.Icons.DELETE_OUTLINE, t("Move this evening to the bin"), bin_it, stays),
        ],
    ]


def _save(session: Session) -> None:
    evening = session.opened
    head = evening.head
    name = file_name(head.title or session.t("Evening"), head.played_on)
    session.run(lambda: session.files.save(name, write_file(evening.sheet)))


def _put_into_bin(session: Session) -> None:
    evening = session.opened
    if session.has_evening and session.attempt(lambda: session.library.put_into_bin(evening.key)):
        session.say(session.t("Evening moved to the bin. You can find the bin under “Settings”."))
