"""Language, look, and what can be taken along."""

import asyncio
from dataclasses import replace
from datetime import datetime
from functools import partial

import flet as ft

from scoring.sheet import Sheet
from storage import FromTheFuture, Theme, Unreadable, write_backup
from views.session.files import file_name
from views.session.session import Desk, use_live_desk
from views.ui.boundary import page
from views.ui.page_frame import choice, entry_row, framed, heading

LANGUAGE_NAMES = {"de": "Deutsch", "en": "English"}


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
