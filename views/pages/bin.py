"""The bin: evenings to restore or to delete permanently."""

from functools import partial
from typing import Final

import flet as ft

from storage import Label
from views.session.session import use_live_session
from views.text.phrases import day, evening_name
from views.ui import chalk
from views.ui.boundary import page
from views.ui.page_frame import entry_row, framed, key
from views.ui.question import use_question

MOST_NAMED: Final = 12
"""The question before deleting names at most so many evenings."""


@page
def BinPage() -> ft.View:
    """Draw the evenings in the bin, to restore or to delete permanently."""
    session = use_live_session()
    t, labels = session.t, session.library.bin()
    asked, ask = ft.use_state(tuple[Label, ...]())
    question = use_question(asked)

    def take_out(label: Label) -> None:
        if session.attempt(lambda: session.library.take_out_of_bin(label.key)):
            name = evening_name(t, label.title, label.played_on)
            session.say(t("{evening} was restored.", evening=name))

    def delete() -> bool:
        keys = [label.key for label in asked]
        if not session.attempt(lambda: session.library.throw_away(keys)):
            return False
        ask(())
        left = t.count(
            "{n} evening is in the bin.", "{n} evenings are in the bin.", len(session.library.bin())
        )
        session.say(left if session.library.bin() else t("The bin is empty."))
        return True

    if asked:
        parts: list[ft.Control] = [
            chalk.strong(
                t.count(
                    "Permanently delete {n} evening?",
                    "Permanently delete {n} evenings?",
                    len(asked),
                ),
                17,
            ),
            *(
                chalk.words(evening_name(t, each.title, each.played_on))
                for each in asked[:MOST_NAMED]
            ),
            chalk.words(
                t.count(
                    "Its backups are deleted too. This cannot be undone.",
                    "Their backups are deleted too. This cannot be undone.",
                    len(asked),
                )
            ),
            ft.Container(height=chalk.UNIT),
            key(session, t("Cancel"), lambda: ask(()), main=True),
            key(session, t("Delete permanently"), lambda: question.answer(delete)),
        ]
        return framed(session, t("Bin"), parts, back="/settings")
    parts = [
        entry_row(
            session,
            evening_name(t, label.title, label.played_on),
            partial(take_out, label),
            detail=t("kept until at least {day}; tap to restore", day=day(t, label.stays_until)),
        )
        for label in labels
    ]
    foot = key(session, t("Empty bin"), lambda: ask(tuple(labels))) if labels else None
    nothing = [] if labels else [chalk.words(t("There is nothing in the bin."), 16, chalk.FAINT)]
    return framed(session, t("Bin"), [*nothing, *parts], back="/settings", foot=foot)
