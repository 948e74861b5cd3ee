"""The settings: language, appearance, export, import, backups and the bin."""

import asyncio
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

import flet as ft

from scoring.book import Book
from scoring.refusals import Refused
from scoring.sheet import Sheet
from storage import CANNOT_OPEN, Theme, write_backup
from views.session.files import file_name
from views.session.session import Session, use_live_session
from views.ui.boundary import page
from views.ui.page_frame import choice, entry_row, framed, heading, import_row, switch

LANGUAGE_NAMES = {"de": "Deutsch", "pfl": "Pälzisch", "en": "English"}


@page
def SettingsPage() -> ft.View:
    """Draw the settings."""
    session = use_live_session()
    t, settings = session.t, session.library.settings

    def language(chosen: str | None) -> None:
        session.choose(replace(settings, language=chosen))

    def theme(chosen: str | None) -> None:
        session.choose(replace(settings, theme=chosen))

    def save_all() -> None:
        session.run(lambda: _save_all(session))

    as_device = (None, t("same as device"))
    themes = [(Theme.DARK, t("slate")), (Theme.LIGHT, t("paper")), (Theme.BLACK, t("black"))]
    library = session.library
    damaged = library.damaged_files()
    copies, binned = len(library.backups()), len(library.bin())
    kept = [
        (t("Automatic backups"), "/backups", t.count("{n} backup", "{n} backups", copies)),
        (t("Bin"), "/bin", t.count("{n} evening", "{n} evenings", binned)),
    ]
    if damaged:
        how_many = t.count("{n} file", "{n} files", len(damaged))
        kept.append((t("Damaged files"), "/damaged", how_many))
    return framed(
        session,
        t("Settings"),
        [
            heading(t("Language")),
            choice(session, [as_device, *LANGUAGE_NAMES.items()], settings.language, language),
            heading(t("Appearance")),
            choice(session, [as_device, *themes], settings.theme, theme),
            heading(t("On the slate")),
            *(
                switch(session, text, detail, partial(_flip, session, name), on=on)
                for name, text, detail, on in _switches(session)
            ),
        ],
        beside=[
            heading(t("Backup and export")),
            entry_row(
                session,
                t("Save everything as a file"),
                save_all,
                detail=t("all evenings, players and settings"),
            ),
            import_row(session, t("nothing is duplicated or overwritten")),
            *(
                entry_row(session, title, partial(session.go, route), detail=how_many)
                for title, route, how_many in kept
            ),
            *_others(session),
        ],
        back="/menu" if session.has_evening else "/",
    )


def _others(session: Session) -> list[ft.Control]:
    """Return the way to the links with which others come in, if there are any."""
    if not session.served:
        return []
    t, go = session.t, partial(session.go, "/links")
    return [
        heading(t("With others")),
        entry_row(session, t("Links for other devices"), go, detail=t("to write or only watch")),
    ]


def _switches(session: Session) -> list[tuple[str, str, str, bool]]:
    """Return what can be switched on: the setting, its name, what it means, whether it is on."""
    t, settings = session.t, session.library.settings
    of_all = [
        ("buzzes", t("Buzz"), t("if the device can"), settings.buzzes),
        ("stays_awake", t("Stay awake"), t("while the slate is shown"), settings.stays_awake),
    ]
    hand = (
        "left_handed",
        t("For the left hand"),
        t("what is tapped is on the left"),
        settings.left_handed,
    )
    of_sounds = [
        ("ticks", t("Tick"), t("softly, like chalk on slate"), settings.ticks),
        ("speaks", t("Say it aloud"), t("with a voice of the device"), settings.speaks),
    ]
    return [*of_all, *(of_sounds if session.device.has_sounds else []), hand]


def _flip(session: Session, name: str, on: bool) -> None:
    chosen: dict[str, Any] = {name: on}
    session.choose(replace(session.library.settings, **chosen))
    session.sound(None)
    if on and name in {"ticks", "speaks"}:
        session.sound(session.t("This is how it sounds."))


async def _save_all(session: Session) -> None:
    """Save all evenings in one file; other screens can work meanwhile."""
    library, sheets, left_out = session.library, list[Sheet](), 0
    for label in library.labels():
        try:
            sheets.append(library.sheet(label.key))
        except CANNOT_OPEN:
            left_out += 1
        await asyncio.sleep(0)
    today = datetime.now().astimezone().date().isoformat()
    book, without_book = Book(), ""
    try:
        book = library.book
    except (Refused, OSError):
        without_book = " " + session.t("The beer ledger could not be read and was left out!")
    content = write_backup(sheets, library.settings, book)
    await session.files.save(file_name("Knoddel", today), content)
    said = session.t.count(
        "The file contains {n} evening.", "The file contains {n} evenings.", len(sheets)
    )
    if left_out:
        said += " " + session.t.count(
            "{n} could not be read and was left out!",
            "{n} could not be read and were left out!",
            left_out,
        )
    session.say(said + without_book)
