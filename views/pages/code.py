"""An evening as QR codes, which another phone reads from this screen."""

import asyncio
from collections.abc import Sequence
from math import ceil
from typing import Final

import flet as ft

from scoring.code_parts import in_code, parts
from scoring.compact import pack
from scoring.refusals import Refused
from scoring.sheet import Sheet
from views.pages.share import sheet_of
from views.session.session import Session, use_awake, use_live_session
from views.text.phrases import evening_name
from views.text.refusals import sentence
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component, page
from views.ui.page_frame import SIDE, chip, framed, heading, key, notice
from views.ui.qr_code import qr_code

PACES: Final = (3.0, 2.0, 1.3, 0.8, 0.5, 0.3)
"""How many seconds each of several codes may be shown, from slow to fast."""
USUAL_PACE: Final = 3
TURNS: Final = 250
"""Several codes stop once so many were shown, for a phone that was forgotten."""


@page
def CodePage() -> ft.View:
    """Draw the open evening as QR codes."""
    session = use_live_session()
    return _drawn(session, session.opened.sheet, "/share", _stop(session))


@page
def AnotherCodePage() -> ft.View:
    """Draw an evening that is not open as QR codes."""
    session = use_live_session()
    evening = ft.use_route_params()["key"]
    return _drawn(session, sheet_of(session, evening), f"/share/{evening}")


def _stop(session: Session) -> Sequence[ft.Control]:
    """Return the key that stops writing here, once another phone has the evening.

    If both wrote on, they would have two evenings.
    """
    t = session.t
    said = t("This evening is closed here. To go on writing here after all, tap it.")
    return [
        heading(t("Once the other phone has the evening")),
        key(session, t("Stop writing here"), lambda: session.close(said)),
        chalk.words(t("If both go on writing, there will be two evenings."), 14, chalk.FAINT),
    ]


def _drawn(
    session: Session, sheet: Sheet | str, back: str, then: Sequence[ft.Control] = ()
) -> ft.View:
    """Return the page of a sheet, or of the sentence why there is none."""
    t, screen = session.t, session.screen
    use_awake(session)
    codes = ft.use_memo(lambda: _codes(session, sheet), [sheet, t])
    title = t("Hand over as QR code")
    if isinstance(sheet, str) or isinstance(codes, str):
        return framed(session, title, [notice(str(codes))], back=back)
    size = min(screen.width, screen.height - chalk.TOUCH - chalk.UNIT)
    head, lines = sheet.head, len(sheet.replay.entries)
    return framed(
        session,
        title,
        [
            chalk.strong(
                t(
                    "{evening}: {lines}",
                    evening=evening_name(t, head.title, head.played_on),
                    lines=t.count("{n} line", "{n} lines", lines),
                )
            ),
            chalk.words(_what_to_do(session, codes)),
            *then,
        ],
        wide=[Codes(session, t, codes, size)],
        back=back,
    )


def _codes(session: Session, sheet: Sheet | str) -> Sequence[Sequence[str]] | str:
    """Return the texts of each code, or a sentence why there is none."""
    if isinstance(sheet, str):
        return sheet
    try:
        return [in_code(part, session.address) for part in parts(pack(sheet))]
    except Refused as refused:
        return sentence(session.t, refused)


def _what_to_do(session: Session, codes: Sequence[Sequence[str]]) -> str:
    """Return what the other phone has to do.

    Its own camera would open a page anew for each of several codes.
    """
    t = session.t
    if len(codes) > 1:
        return t("On the other phone, open Knoddel, tap “Read QR code” and wait for all codes.")
    if session.address:
        return t("Point the other phone's camera at it, or tap “Read QR code” in Knoddel there.")
    return t(
        "On the other phone, open Knoddel and tap “Read QR code”. The camera alone cannot open it."
    )


@component
def Codes(
    session: Session, t: Translator, codes: Sequence[Sequence[str]], size: float
) -> ft.Control:
    """Draw one code, or several by turns, from edge to edge."""
    shown, show = ft.use_state(0)
    pace, set_pace = ft.use_state(USUAL_PACE)
    is_moving, move = ft.use_state(True)
    number = len(codes)

    async def go_on() -> None:
        if is_moving and number > 1:
            await asyncio.sleep(PACES[pace])
            show(shown + 1)
            move(shown + 1 < ceil(TURNS / number) * number)

    ft.use_effect(go_on, [codes, shown, pace, is_moving], cleanup=lambda: None)

    def turn() -> None:
        show(shown % number)
        move(not is_moving)

    drawn = ft.Image(
        qr_code(*codes[shown % number]),
        width=size,
        height=size,
        fit=ft.BoxFit.FILL,
        filter_quality=ft.FilterQuality.NONE,  # the edges of the modules stay sharp
        gapless_playback=True,
    )
    code = ft.Container(
        chalk.spoken(t("QR code of this evening"), drawn),
        bgcolor=ft.Colors.WHITE,
        alignment=ft.Alignment.CENTER,
    )
    controls: list[ft.Control] = [code]
    if number > 1:
        slower, faster = max(pace - 1, 0), min(pace + 1, len(PACES) - 1)
        keys = (
            (t("Slower"), lambda: set_pace(slower)),
            (t("Pause") if is_moving else t("Go on"), turn),
            (t("Faster"), lambda: set_pace(faster)),
        )
        controls += [
            ft.Container(
                chalk.strong(t("{n} of {all}", n=shown % number + 1, all=number), 20),
                alignment=ft.Alignment.CENTER,
                padding=ft.Padding.only(top=2 * chalk.UNIT),
            ),
            ft.Container(
                ft.Row(
                    [chip(session, text, text, tap) for text, tap in keys],
                    wrap=True,
                    spacing=chalk.UNIT,
                    run_spacing=chalk.UNIT,
                    alignment=ft.MainAxisAlignment.CENTER,
                ),
                padding=ft.Padding.symmetric(horizontal=SIDE, vertical=chalk.UNIT),
            ),
        ]
    return ft.Column(controls, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
