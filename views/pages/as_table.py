"""The statistics as a file for a spreadsheet."""

from collections.abc import Callable

import flet as ft

from views.pages.passing_on import use_pass_on
from views.pages.reckoned import Shown
from views.session.files import file_name
from views.session.session import Session
from views.session.sharing import Outcome
from views.text.spreadsheet import table
from views.text.statistics import SPANS
from views.ui import chalk
from views.ui.boundary import component
from views.ui.page_frame import choice, heading, key


@component
def AsTable(session: Session, shown: Shown, choose: Callable[[bool], None]) -> ft.Control:
    """Draw the choice of the decimal sign, and the key that saves the file."""
    t = session.t
    pass_on = use_pass_on(session)
    comma = t.language != "en" if shown.choice.comma is None else shown.choice.comma
    name = file_name(
        t("Statistics"), t(shown.words.NAME), t(SPANS[shown.choice.span]), ending="csv"
    )

    async def save() -> Outcome:
        content = table(t, shown.words, shown.found, comma=comma).encode()
        return await session.sharing.share_file(name, content, "text/csv")

    signs = [(True, t("0,5 with a comma")), (False, t("0.5 with a point"))]
    return ft.Column(
        [
            heading(t("Table for a spreadsheet")),
            choice(session, signs, comma, choose),
            key(session, t("Save as CSV"), lambda: pass_on(save)),
        ],
        spacing=chalk.UNIT,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
