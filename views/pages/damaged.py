"""Files that could not be read, to be saved as they are."""

from functools import partial
from pathlib import Path

import flet as ft

from views.session.session import use_live_desk
from views.ui import chalk
from views.ui.boundary import page
from views.ui.page_frame import entry_row, framed


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
