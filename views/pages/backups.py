"""The automatic backups, to restore."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from scoring.refusals import Refused
from scoring.sheet import Sheet
from storage import CANNOT_OPEN, Backup, FromTheFuture, Library, Unreadable, missing_in_book
from views.session.session import Session, use_live_session
from views.text.ledger import in_book
from views.text.names import shown_head
from views.text.phrases import by_side, evening_name, moment
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component, page
from views.ui.page_frame import entry_row, framed, heading, key, notice
from views.ui.question import use_question


@page
def BackupsPage() -> ft.View:
    """Draw the automatic backups; a tap on one previews it before it can be restored."""
    session = use_live_session()
    t, copies = session.t, session.library.backups()
    chosen, choose = ft.use_state("")
    of_name = {backup.file.name: backup for backup in copies}
    if chosen in of_name:
        parts = _restoring(session, of_name[chosen], lambda: choose(""))
    else:
        parts = [
            chalk.words(
                t(
                    "An evening is backed up when it ends, the beer ledger, the settings and the "
                    "list of evenings on each day they change. The newest 20 of each are kept."
                ),
                15,
                chalk.FAINT,
            ),
            *(
                entry_row(
                    session,
                    _name(session, backup),
                    partial(choose, name),
                    detail=t("Backup from {moment}", moment=moment(t, backup.at)),
                )
                for name, backup in of_name.items()
            ),
        ]
    return framed(session, t("Automatic backups"), parts, back="/settings")


def _name(session: Session, backup: Backup) -> str:
    t = session.t
    if backup.is_library:
        return t("Settings and list of evenings")
    if backup.is_book:
        return t("Beer ledger")
    label = session.library.label(backup.key)
    return evening_name(t, label.title, label.played_on)


def _restoring(session: Session, backup: Backup, leave: Callable[[], None]) -> list[ft.Control]:
    """Return the preview of a backup, with the keys to restore it or to cancel."""
    t, library = session.t, session.library
    parts: list[ft.Control] = [
        chalk.strong(_name(session, backup), 17),
        chalk.words(t("Backup from {moment}", moment=moment(t, backup.at)), 15, chalk.FAINT),
    ]
    leave_key = key(session, t("Cancel"), leave)
    if backup.is_library:
        return [*parts, Restoring(session, t, backup, None, leave), leave_key]
    if backup.is_book:
        return [*parts, *_restoring_book(session, backup, leave), leave_key]
    try:
        held = library.read_copy(backup).sheet
    except CANNOT_OPEN:
        return [*parts, notice(t("This backup cannot be read.")), leave_key]
    parts += [heading(t("In the backup")), _in_brief(t, held), heading(t("Now"))]
    now = _as_it_is(library, backup.key)
    if isinstance(now, Sheet):
        if now == held:
            return [*parts, chalk.words(t("The slate shows the same.")), leave_key]
        parts.append(_in_brief(t, now))
    elif now is UNREADABLE:
        parts.append(chalk.words(t("The evening cannot be read.")))
    else:
        parts.append(chalk.words(t("The evening is not in the list.")))
    return [*parts, Restoring(session, t, backup, now, leave), leave_key]


def _restoring_book(
    session: Session, backup: Backup, leave: Callable[[], None]
) -> list[ft.Control]:
    """Return what a backup of the table's book would add, with the key for it."""
    t, library = session.t, session.library
    try:
        missing = missing_in_book(library, library.read_book(backup))
    except (*CANNOT_OPEN, Refused):
        return [notice(t("This backup cannot be read."))]
    if not missing:
        return [chalk.words(t("Everything in this backup is already here."))]
    return [
        heading(t("What it adds")),
        chalk.words(in_book(t, missing)),
        Restoring(session, t, backup, None, leave),
    ]


UNREADABLE: Final = "unreadable"


def _as_it_is(library: Library, key: str) -> Sheet | str | None:
    """Return the present sheet of an evening, None if there is none, or ``UNREADABLE``."""
    try:
        return library.sheet(key) if library.holds(key) else None
    except CANNOT_OPEN:
        return UNREADABLE


@component
def Restoring(
    session: Session,
    t: Translator,
    backup: Backup,
    now: Sheet | str | None,
    leave: Callable[[], None],
) -> ft.Control:
    """Draw the key that restores a backup in the place of ``now``, which was previewed."""
    question = use_question(backup, now)

    def restore() -> bool:
        is_evening = not (backup.is_library or backup.is_book)
        if is_evening and _as_it_is(session.library, backup.key) is not now:
            session.redraw.everything()
            session.say(t("Not restored. The evening just changed; please check again."))
            return False
        try:
            kept = session.attempt(lambda: session.library.restore(backup))
        except (Unreadable, FromTheFuture):
            session.redraw.everything()
            session.say(t("This backup cannot be read."))
            return False
        if kept:
            leave()
            session.redraw.everything()
            session.say(t("Backup restored. The version it replaced was backed up too."))
        return kept

    put_back = key(session, t("Restore this backup"), lambda: question.answer(restore), main=True)
    return ft.Container(put_back, padding=ft.Padding.only(top=chalk.UNIT))


def _in_brief(t: Translator, sheet: Sheet) -> ft.Control:
    entries, state = sheet.replay.entries, sheet.replay.state
    return chalk.words(
        t(
            "{lines}, score {score}",
            lines=t.count("{n} line", "{n} lines", len(entries)),
            score=by_side(t, shown_head(sheet.head), state.score),
        )
    )
