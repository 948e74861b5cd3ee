"""What is kept beside the evenings: automatic copies, the bin, and damaged files."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import flet as ft

from scoring.sheet import Sheet
from storage import Backup, FromTheFuture, Label, Unreadable
from views import chalk
from views.boundary import page
from views.desk import Desk, use_live_desk
from views.evenings_page import day, evening_name
from views.frame import entry_row, framed, heading, key, notice
from views.names import shown_head
from views.slate_words import by_side
from views.tongue import Tongue


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

    def restore() -> None:
        if desk.attempt(lambda: library.restore(backup)):
            leave()
            desk.redraw()
            desk.say(t("The copy is put back. What was there before is kept as a copy too."))

    keys = [ft.Container(height=chalk.UNIT), key(desk, t("Put this copy back"), restore, main=True)]
    if backup.is_library:
        return [*parts, *keys, leave_key]
    try:
        held = library.opened(backup).sheet
    except (Unreadable, FromTheFuture):
        return [*parts, notice(t("This copy cannot be read.")), leave_key]
    parts += [heading(t("In the copy")), _in_brief(t, held), heading(t("Now"))]
    try:
        now = library.sheet(backup.key) if library.holds(backup.key) else None
    except (Unreadable, FromTheFuture):
        return [*parts, chalk.words(t("The evening cannot be read.")), *keys, leave_key]
    if now is None:
        return [*parts, chalk.words(t("The evening is not among the others.")), *keys, leave_key]
    if now == held:
        return [*parts, chalk.words(t("The same is on the slate.")), leave_key]
    return [*parts, _in_brief(t, now), *keys, leave_key]


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
    """Draw the evenings in the bin, to be taken out again or thrown away for good."""
    desk = use_live_desk()
    t, labels = desk.t, desk.library.bin()
    asked, ask = ft.use_state(False)

    def take_out(label: Label) -> None:
        if desk.attempt(lambda: desk.library.take_out_of_bin(label.key)):
            name = evening_name(t, label.title, label.played_on)
            desk.say(t("{evening} is among the others again.", evening=name))

    def empty() -> None:
        ask(False)
        if desk.attempt(desk.library.empty_bin):
            desk.say(t("The bin is empty."))

    if asked:
        parts: list[ft.Control] = [
            chalk.strong(
                t.count(
                    "Throw {n} evening away for good?",
                    "Throw {n} evenings away for good?",
                    len(labels),
                ),
                17,
            ),
            chalk.words(t("Their automatic copies go too. This cannot be taken back.")),
            ft.Container(height=chalk.UNIT),
            key(desk, t("Leave as it was"), lambda: ask(False), main=True),
            key(desk, t("Throw away for good"), empty),
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
    foot = key(desk, t("Empty the bin"), lambda: ask(True)) if labels else None
    nothing = [] if labels else [chalk.words(t("There is nothing in the bin."), 16, chalk.FAINT)]
    return framed(desk, "/bin", t("Bin"), [*nothing, *parts], back="/settings", foot=foot)


@page
def DamagedPage() -> ft.View:
    """Draw the files that could not be read, to be saved as they are."""
    desk = use_live_desk()
    t = desk.t

    def save(file: Path) -> None:
        desk.run(lambda: desk.files.save(file.name, file.read_bytes()))

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
