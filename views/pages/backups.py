"""What is kept beside the evenings: automatic copies, the bin, and damaged files."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

import flet as ft

from scoring.sheet import Sheet
from storage import Backup, FromTheFuture, Label, Library, Unreadable
from views.session.session import Desk, use_live_desk
from views.text.names import shown_head
from views.text.phrases import by_side, day, evening_name
from views.text.translator import Tongue
from views.ui import chalk
from views.ui.boundary import component, page
from views.ui.page_frame import entry_row, framed, heading, key, notice
from views.ui.question import use_question

MOST_NAMED: Final = 12
"""So many of the evenings that are to be deleted are named."""


@page
def BackupsPage() -> ft.View:
    """Draw the automatic copies, each to be put back after its effect was shown."""
    desk = use_live_desk()
    t, copies = desk.t, desk.library.backups()
    chosen, choose = ft.use_state("")
    of_name = {backup.file.name: backup for backup in copies}
    if chosen in of_name:
        parts = _restoring(desk, of_name[chosen], lambda: choose(""))
    else:
        parts = [
            chalk.words(
                t(
                    "An evening is copied at its end; settings and the list of evenings are, "
                    "each day they change. The newest 20 of each stay."
                ),
                15,
                chalk.FAINT,
            ),
            *(
                entry_row(
                    desk,
                    _name(desk, backup),
                    partial(choose, name),
                    detail=t("Copy of {moment}", moment=moment(t, backup)),
                )
                for name, backup in of_name.items()
            ),
        ]
    return framed(desk, "/backups", t("Automatic copies"), parts, back="/settings")


def moment(t: Tongue, backup: Backup) -> str:
    """Return when a copy was made."""
    return t(
        "{day}, {hour:02}:{minute:02}",
        day=day(t, backup.at.date().isoformat()),
        hour=backup.at.hour,
        minute=backup.at.minute,
    )


def _name(desk: Desk, backup: Backup) -> str:
    t = desk.t
    if backup.is_library:
        return t("Settings and list of evenings")
    label = desk.library.label(backup.key)
    return evening_name(t, label.title, label.played_on)


def _restoring(desk: Desk, backup: Backup, leave: Callable[[], None]) -> list[ft.Control]:
    """Return what putting a copy back would do, with the keys to do it or to leave it."""
    t, library = desk.t, desk.library
    parts: list[ft.Control] = [
        chalk.strong(_name(desk, backup), 17),
        chalk.words(t("Copy of {moment}", moment=moment(t, backup)), 15, chalk.FAINT),
    ]
    leave_key = key(desk, t("Leave as it was"), leave)
    if backup.is_library:
        return [*parts, Restoring(desk, t, backup, None, leave), leave_key]
    try:
        held = library.opened(backup).sheet
    except (Unreadable, FromTheFuture, OSError):
        return [*parts, notice(t("This copy cannot be read.")), leave_key]
    parts += [heading(t("In the copy")), _in_brief(t, held), heading(t("Now"))]
    now = _as_it_is(library, backup.key)
    if isinstance(now, Sheet):
        if now == held:
            return [*parts, chalk.words(t("The same is on the slate.")), leave_key]
        parts.append(_in_brief(t, now))
    elif now is UNREADABLE:
        parts.append(chalk.words(t("The evening cannot be read.")))
    else:
        parts.append(chalk.words(t("The evening is not among the others.")))
    return [*parts, Restoring(desk, t, backup, now, leave), leave_key]


UNREADABLE: Final = "unreadable"


def _as_it_is(library: Library, key: str) -> Sheet | str | None:
    """Return an evening as it is now, None if it is not there, or that it cannot be read."""
    try:
        return library.sheet(key) if library.holds(key) else None
    except (Unreadable, FromTheFuture, OSError):
        return UNREADABLE


@component
def Restoring(
    desk: Desk, t: Tongue, backup: Backup, now: Sheet | str | None, leave: Callable[[], None]
) -> ft.Control:
    """Draw the key that puts a copy in the place of what is there ``now``, and was shown."""
    question = use_question(backup, now)

    def restore() -> bool:
        if not backup.is_library and _as_it_is(desk.library, backup.key) is not now:
            desk.redraw.everything()
            desk.say(t("Not kept. The evening has changed meanwhile; please look again."))
            return False
        try:
            kept = desk.attempt(lambda: desk.library.restore(backup))
        except (Unreadable, FromTheFuture):
            desk.redraw.everything()
            desk.say(t("This copy cannot be read."))
            return False
        if kept:
            leave()
            desk.redraw.everything()
            desk.say(t("The copy is put back. What was there before is kept as a copy too."))
        return kept

    put_back = key(desk, t("Put this copy back"), lambda: question.answer(restore), main=True)
    return ft.Container(put_back, padding=ft.Padding.only(top=chalk.UNIT))


def _in_brief(t: Tongue, sheet: Sheet) -> ft.Control:
    entries, state = sheet.replay.entries, sheet.replay.state
    return chalk.words(
        t(
            "{lines}, score {score}",
            lines=t.count("{n} line", "{n} lines", len(entries)),
            score=by_side(t, shown_head(sheet.head), state.score),
        )
    )


@page
def BinPage() -> ft.View:
    """Draw the evenings in the bin, to be taken out again or deleted for good."""
    desk = use_live_desk()
    t, labels = desk.t, desk.library.bin()
    asked, ask = ft.use_state(tuple[Label, ...]())
    question = use_question(asked)

    def take_out(label: Label) -> None:
        if desk.attempt(lambda: desk.library.take_out_of_bin(label.key)):
            name = evening_name(t, label.title, label.played_on)
            desk.say(t("{evening} is among the others again.", evening=name))

    def delete() -> bool:
        keys = [label.key for label in asked]
        if not desk.attempt(lambda: desk.library.throw_away(keys)):
            return False
        ask(())
        left = t.count(
            "{n} evening is in the bin.", "{n} evenings are in the bin.", len(desk.library.bin())
        )
        desk.say(left if desk.library.bin() else t("The bin is empty."))
        return True

    if asked:
        parts: list[ft.Control] = [
            chalk.strong(
                t.count(
                    "Delete {n} evening for good?", "Delete {n} evenings for good?", len(asked)
                ),
                17,
            ),
            *(
                chalk.words(evening_name(t, each.title, each.played_on))
                for each in asked[:MOST_NAMED]
            ),
            chalk.words(
                t.count(
                    "Its automatic copies go too. This cannot be undone.",
                    "Their automatic copies go too. This cannot be undone.",
                    len(asked),
                )
            ),
            ft.Container(height=chalk.UNIT),
            key(desk, t("Leave as it was"), lambda: ask(()), main=True),
            key(desk, t("Delete for good"), lambda: question.answer(delete)),
        ]
        return framed(desk, "/bin", t("Bin"), parts, back="/settings")
    parts = [
        entry_row(
            desk,
            evening_name(t, label.title, label.played_on),
            partial(take_out, label),
            detail=t(
                "stays at least until {day}; a tap takes it out", day=day(t, label.stays_until)
            ),
        )
        for label in labels
    ]
    foot = key(desk, t("Empty the bin"), lambda: ask(tuple(labels))) if labels else None
    nothing = [] if labels else [chalk.words(t("There is nothing in the bin."), 16, chalk.FAINT)]
    return framed(desk, "/bin", t("Bin"), [*nothing, *parts], back="/settings", foot=foot)


@page
def DamagedPage() -> ft.View:
    """Draw the files that could not be read, to be saved as they are."""
    desk = use_live_desk()
    t = desk.t

    def save(file: Path) -> None:
        try:
            content = file.read_bytes()
        except OSError as why:
            desk.say_unreadable(why)
        else:
            desk.run(lambda: desk.files.save(file.name, content))

    parts = [
        chalk.words(
            t(
                "These files could not be read and were set aside as they were. "
                "Whoever helps you may want to see them."
            ),
            15,
            chalk.FAINT,
        ),
        *(
            entry_row(desk, file.name, partial(save, file), detail=t("Save this file"))
            for file in desk.library.damaged_files()
        ),
    ]
    return framed(desk, "/damaged", t("Damaged files"), parts, back="/settings")
