"""The links with which other devices come in: one to watch, one to write, each as a QR code."""

import io
from collections.abc import Mapping
from functools import partial
from typing import Final, cast

import flet as ft
import segno

from views.pages.passing_on import SAID, use_pass_on
from views.session.served import Served
from views.session.session import Session, use_live_session
from views.session.sharing import Outcome
from views.text.translator import label
from views.ui import chalk
from views.ui.boundary import page
from views.ui.page_frame import choice, column_width, framed, has_columns, key
from views.ui.question import use_question

WATCH: Final = "watch"
WRITE: Final = "write"
LARGEST: Final = 400
"""How wide a code is at most, in dp."""
AROUND: Final = 100
"""What is above and below a code that stands beside the rest, in dp."""
MODULE: Final = 8
"""How wide a module of a code is in the picture, in pixels."""
SAID_OF_LINK: Final[Mapping[Outcome, str]] = {
    **SAID,
    Outcome.COPIED: label("Link copied. You can paste it into a message."),
    Outcome.NOT_COPIED: label(
        "The link could not be copied. The other device can read the QR code instead."
    ),
}


@page
def LinksPage() -> ft.View:
    """Draw one of the links, for a camera sees only one code at a time; first the one to watch."""
    session = use_live_session()
    t, served = session.t, cast("Served", session.served)
    which, choose = ft.use_state(WATCH)
    asks, ask = ft.use_state(False)
    links = served.links()
    question, share = use_question(links, asks), use_pass_on(session, SAID_OF_LINK)
    if which == WATCH:
        link, allows = links.watch, t("Whoever opens this link may only watch:")
    else:
        link, allows = links.write, t("Whoever opens this link may write:")

    def renew() -> bool:
        is_renewed = session.attempt(served.renew)
        if is_renewed:
            ask(False)
            session.say(t("These links are new. Everybody else has to come in again."))
        return is_renewed

    if asks:
        end = [
            chalk.words(
                t("The old links end at once. Whoever came in by them has to come in again."), 16
            ),
            key(session, t("Yes, new links"), partial(question.answer, renew), main=True),
            key(session, t("No"), lambda: ask(False)),
        ]
    else:
        end = [key(session, t("Make new links"), lambda: ask(True))]
    options = [(WATCH, t("Only watch")), (WRITE, t("Write"))]
    chosen = [
        choice(session, options, which, choose),
        ft.Container(chalk.words(allows, 16), padding=ft.Padding.only(top=chalk.UNIT)),
    ]
    told = [
        chalk.words(link, 15),
        key(session, t("Share this link"), lambda: share(lambda: session.sharing.share_text(link))),
        chalk.words(t("The other device has to be in the same network."), 15, chalk.FAINT),
        ft.Container(height=chalk.UNIT),
        *end,
    ]
    code, title = _code(session, link), t("Links for other devices")
    back = "/menu" if session.has_evening else "/settings"
    if has_columns(session.screen):
        return framed(session, title, [code], beside=[*chosen, *told], back=back)
    return framed(session, title, [*chosen, code, *told], back=back)


def _code(session: Session, link: str) -> ft.Control:
    """Return the QR code of a link: black on white in every look, for cameras expect that."""
    drawn = io.BytesIO()
    segno.make(link, error="m", micro=False).save(drawn, kind="png", scale=MODULE)
    screen = session.screen
    size = min(column_width(screen), screen.height - AROUND, LARGEST)
    picture = ft.Image(drawn.getvalue(), width=size, height=size, fit=ft.BoxFit.CONTAIN)
    return ft.Row(
        [chalk.spoken(session.t("QR code of the link"), picture)],
        alignment=ft.MainAxisAlignment.CENTER,
    )
