"""The page that reads an evening from another device's QR codes."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import flet as ft

from views.session.codes import Ended, Way, read_codes
from views.session.device import ReadCodes
from views.session.picked import PickedFile, still_missing
from views.session.session import use_live_session
from views.text.translator import label
from views.ui import chalk
from views.ui.boundary import page
from views.ui.page_frame import framed, import_row, key

SAID: Final[Mapping[Ended, str]] = {
    Ended.REFUSED: label(
        "The browser does not let Knoddel use the camera. You can allow it in the browser's "
        "settings for this page, or choose a picture of the code."
    ),
    Ended.MISSING: label("No camera was found. You can choose a picture of the code."),
    Ended.BUSY: label(
        "The camera cannot be used at the moment, perhaps another app uses it. Please try again, "
        "or choose a picture of the code."
    ),
    Ended.INSECURE: label(
        "At an address without https the browser gives no page the camera. Take a photo of the "
        "code, and choose that picture."
    ),
    Ended.UNLOADED: label(
        "What reads the code could not be loaded. Please try again, or pass the evening on as a "
        "file."
    ),
}
"""What is said if nothing was read; otherwise the page shows it."""


@page
def ReadPage() -> ft.View:
    """Draw the ways to read a code; what it says is previewed before it is imported."""
    session = use_live_session()
    t, ask = session.t, session.reads
    is_busy = ft.use_ref(False)

    async def read(ask: ReadCodes, way: Way) -> None:
        try:
            read = await read_codes(session, ask, way)
        finally:
            is_busy.current = False
        if isinstance(read, PickedFile):
            session.offer(read)
        elif read in SAID:
            session.say(t(SAID[read]))
        elif session.gathered.missing:
            session.say(still_missing(t, session.gathered))

    def begin(ask: ReadCodes, way: Way) -> None:
        if not is_busy.current:
            is_busy.current = True
            session.said = None
            session.redraw.changed()
            session.run(lambda: read(ask, way))

    detail = t("an evening or a backup from another device")
    from_file = import_row(session, detail, ft.Icons.FILE_OPEN_OUTLINED)
    if ask is None:
        said = t("Codes can be read only in a browser. Here an evening can be imported as a file.")
        parts = [chalk.words(said), from_file]
    else:
        parts = [
            _paragraph(t("On the other device: “Share”, then “Hand over as QR code”.")),
            key(session, t("With the camera"), partial(begin, ask, Way.CAMERA), main=True),
            key(session, t("From a picture"), partial(begin, ask, Way.PICTURE)),
            from_file,
        ]
    return framed(session, t("Read QR code"), parts)


def _paragraph(text: str) -> ft.Control:
    return ft.Container(chalk.words(text, 17), padding=ft.Padding.only(bottom=chalk.UNIT))
