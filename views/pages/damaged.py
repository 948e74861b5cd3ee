"""The page of damaged files, which can be saved unchanged."""

from functools import partial
from pathlib import Path

import flet as ft

from views.session.session import use_live_session
from views.ui import chalk
from views.ui.boundary import page
from views.ui.page_frame import entry_row, framed


@page
def DamagedPage() -> ft.View:
    """Draw the files that could not be read; a tap saves one unchanged."""
    session = use_live_session()
    t = session.t

    def save(file: Path) -> None:
        try:
            content = file.read_bytes()
        except OSError as why:
            session.say_unreadable(why)
        else:
            session.run(lambda: session.files.save(file.name, content))

    parts = [
        chalk.words(
            t(
                "These files could not be read and were kept unchanged. Anyone who helps "
                "you may want to see them."
            ),
            15,
            chalk.FAINT,
        ),
        *(
            entry_row(session, file.name, partial(save, file), detail=t("Save this file"))
            for file in session.library.damaged_files()
        ),
    ]
    return framed(session, t("Damaged files"), parts, back="/settings")
