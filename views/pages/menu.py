"""The menu, past rounds, whose turn it is, and the settings: short pages beside the slate."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import islice
from typing import NamedTuple

import flet as ft

from scoring.journal import Agree, Journal
from scoring.rounds import past_rounds
from scoring.sheet import Sheet
from storage import BIN_DAYS, FromTheFuture, Theme, Unreadable, write_backup, write_file
from views.games.registry import manner_of
from views.session.files import file_name
from views.session.session import Desk, use_live_desk
from views.text.phrases import players, written_at
from views.ui import chalk
from views.ui.announcer import announcing
from views.ui.boundary import component, page
from views.ui.changes import Offer, Offered
from views.ui.page_frame import choice, entry_row, framed, heading

ROWS_AT_ONCE = 20
"""So many rows of past rounds are drawn at once: more than a phone can show."""
LANGUAGE_NAMES = {"de": "Deutsch", "en": "English"}


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


class Row(NamedTuple):
    """A row of the past rounds: a line at its ``place``, else a name or what a round brought."""

    text: str
    is_name: bool = False
    place: int | None = None


@page
def RoundsPage() -> ft.View:
    """Draw the finished rounds, the newest first, each with its lines.

    First as many rows as a screen can show; then more of them each time the device shows those
    that it was sent, so that taps count in between.
    """
    desk = use_live_desk()
    t, title = desk.t, desk.t(desk.words.ROUNDS)
    drawn, set_drawn = ft.use_state(ROWS_AT_ONCE)
    rows = [*islice(_rows(desk), drawn)]

    async def draw_more() -> None:
        if len(rows) == drawn:
            await desk.until_shown()
            set_drawn(drawn + ROWS_AT_ONCE)

    ft.use_effect(draw_more, dependencies=[drawn], cleanup=lambda: None)  # which ends it
    firsts = range(0, len(rows), ROWS_AT_ONCE)
    parts = [Rows(desk, tuple(rows[first : first + ROWS_AT_ONCE])) for first in firsts]
    nothing = chalk.words(t("Nothing is finished yet."), 16, chalk.FAINT)
    return framed(desk, "/rounds", title, [_one_below_the_other(parts) if parts else nothing])


def _rows(desk: Desk) -> Iterator[Row]:
    t, head, words = desk.t, desk.head, desk.words
    for past in reversed(past_rounds(desk.replay.states)):
        yield Row(words.round_name(t, head, past), is_name=True)
        yield from map(Row, words.round_end(t, head, past.round))
        for place, _ in past.lines:
            yield Row(written_at(t, words, head, desk.replay, place), place=place)


@component
def Rows(desk: Desk, rows: tuple[Row, ...]) -> ft.Control:
    """Draw some rows of the past rounds."""
    return _one_below_the_other([_row(desk, row) for row in rows])


def _one_below_the_other(rows: list[ft.Control]) -> ft.Control:
    return ft.Column(rows, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _row(desk: Desk, row: Row) -> ft.Control:
    if row.place is not None:
        return entry_row(desk, row.text, partial(desk.go, f"/line/{row.place}"))
    if not row.is_name:
        return chalk.words(row.text, 15, chalk.FAINT)
    name = ft.Container(chalk.strong(row.text, 18), padding=ft.Padding.only(top=2 * chalk.UNIT))
    return ft.Semantics(header=True, content=name)


class ChosenDealer(NamedTuple):
    """Who was chosen to deal, and for which slate: once that has changed, another deal is on."""

    dealer: int
    journal: Journal | None


NOBODY = ChosenDealer(0, None)


@page
def TurnPage() -> ft.View:
    """Draw who announces in this deal, where that can be told, and who deals: to be corrected."""
    desk = use_live_desk()
    t, head, replay = desk.t, desk.head, desk.replay
    state, agreement = replay.state, replay.agreement
    seats = replay.game.seats(agreement)
    chosen, choose = ft.use_state(NOBODY)
    journal = desk.opened.journal
    dealer = state.dealer if chosen.journal is not journal else chosen.dealer
    shifted = (agreement.first_dealer + dealer - state.dealer) % seats
    wished = Agree(replace(agreement, first_dealer=shifted))
    offer = Offer(wished, t("The dealer is corrected.")) if dealer != state.dealer else None
    return framed(
        desk,
        "/turn",
        t("Who is on"),
        [
            *announcing(desk, manner_of(desk), state, desk.hand, desk.hold),
            heading(t("Who deals now")),
            choice(
                desk,
                list(enumerate(players(t, head, seats))),
                dealer,
                lambda seat: choose(ChosenDealer(seat, journal)),
            ),
        ],
        foot=Offered(desk, t, desk.opened, offer, lambda: choose(NOBODY)),
    )


@page
def SettingsPage() -> ft.View:
    """Draw language and theme."""
    desk = use_live_desk()
    t, settings = desk.t, desk.library.settings

    def language(chosen: str | None) -> None:
        desk.choose(replace(settings, language=chosen))

    def theme(chosen: str | None) -> None:
        desk.choose(replace(settings, theme=chosen))

    def save_all() -> None:
        desk.run(lambda: _save_all(desk))

    as_device = (None, t("as the device"))
    themes = [(Theme.DARK, t("slate")), (Theme.LIGHT, t("paper"))]
    library = desk.library
    damaged = library.damaged_files()
    copies, binned = len(library.backups()), len(library.bin())
    kept = [
        (t("Automatic copies"), "/backups", t.count("{n} copy", "{n} copies", copies)),
        (t("Bin"), "/bin", t.count("{n} evening", "{n} evenings", binned)),
    ]
    if damaged:
        how_many = t.count("{n} file", "{n} files", len(damaged))
        kept.append((t("Damaged files"), "/damaged", how_many))
    return framed(
        desk,
        "/settings",
        t("Settings"),
        [
            heading(t("Language")),
            choice(desk, [as_device, *LANGUAGE_NAMES.items()], settings.language, language),
            heading(t("Look")),
            choice(desk, [as_device, *themes], settings.theme, theme),
            heading(t("Take along and keep")),
            entry_row(
                desk,
                t("Save everything as a file"),
                save_all,
                detail=t("all evenings, players and settings"),
            ),
            entry_row(
                desk,
                t("Read a file in"),
                lambda: None,
                detail=t("nothing is doubled or overwritten"),
                action=desk.files.pick,
            ),
            *(
                entry_row(desk, title, partial(desk.go, route), detail=how_many)
                for title, route, how_many in kept
            ),
        ],
        back="/menu" if desk.has_evening else "/",
    )


async def _save_all(desk: Desk) -> None:
    """Save all evenings in one file, letting other screens go on meanwhile."""
    library, sheets, left_out = desk.library, list[Sheet](), 0
    for label in library.labels():
        try:
            sheets.append(library.sheet(label.key))
        except (Unreadable, FromTheFuture, OSError):
            left_out += 1
        await asyncio.sleep(0)
    today = datetime.now().astimezone().date().isoformat()
    await desk.files.save(file_name("Knoddel", today), write_backup(sheets, library.settings))
    said = desk.t.count("{n} evening is in the file.", "{n} evenings are in the file.", len(sheets))
    if left_out:
        said += " " + desk.t.count(
            "{n} could not be read and is left out!",
            "{n} could not be read and are left out!",
            left_out,
        )
    desk.say(said)
