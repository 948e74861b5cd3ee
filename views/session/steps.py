"""Work that takes a while goes on in small steps while a page shows what is done."""

import asyncio
from typing import Any, Final

import flet as ft

from views.session.gradual import Gradual
from views.session.redraw import GAP
from views.session.session import Session

AT_FIRST: Final = 0.03
"""For so many seconds is worked before a page is shown: then a second look has it all at once."""
STEP: Final = 0.008
"""So long is one step of work later, in seconds: half a frame."""
STEPS: Final = 25
"""After so many steps, what is done is drawn."""


def use_steps(session: Session, work: Gradual[Any]) -> None:
    """Go on with the work while the component is shown.

    More is done each time the device has shown what was done before, so that taps and scrolling are
    handled in between.
    """
    _, set_version = ft.use_state(0)

    async def go_on() -> None:
        while work.waiting:
            await session.until_shown()
            for _ in range(STEPS):
                work.count(STEP)
                await asyncio.sleep(GAP)
            set_version(_next)

    ft.use_effect(go_on, dependencies=[work.begun], cleanup=lambda: None)


def _next(version: int) -> int:
    return version + 1
