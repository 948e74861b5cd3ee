"""Whether a screen shows the present slate: others may have changed it a moment ago."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import flet as ft

log = logging.getLogger(__name__)

FRAME: Final = 1 / 60
"""The duration of one frame, in seconds."""
REACTION: Final = 0.3
"""The reaction time in which people see a change and stop a tap, in seconds."""
PATIENCE: Final = 5.0
"""How long a device may take to show what it was sent, in seconds."""


async def shown_by(page: ft.Page) -> None:
    """Wait until a device shows what was drawn.

    It answers messages in order, so its answer confirms what was sent before. Raises
    ``RuntimeError`` or ``TimeoutError`` if there is no answer.
    """
    await asyncio.sleep(FRAME)  # what was drawn is sent when the loop is free
    await asyncio.wait_for(page.get_device_info(), PATIENCE)


class Freshness:
    """Knows whether others have made a change that people at this screen may not have seen yet.

    ``caught_up`` is called when they have certainly had time to see it.
    """

    def __init__(self, page: ft.Page, caught_up: Callable[[], None]) -> None:
        self.is_behind = False
        self.is_away = False
        """Whether the device is disconnected; it shows the present slate when it reconnects."""
        self._page = page
        self._caught_up = caught_up
        self._changes = 0
        self._asks = False

    def fall_behind(self) -> None:
        """Record that another screen has changed something."""
        self.is_behind = True
        self._changes += 1

    def ask(self) -> None:
        """Ask the device to confirm that it shows what was drawn; call this when that was sent."""
        if self.is_behind and not self.is_away:
            self._page.run_task(self._catch_up)

    async def _catch_up(self) -> None:
        """Wait until the device shows the change, and people have had time to see it.

        If the device does not answer, it is asked again at the next drawing.
        """
        if self._asks:
            return
        self._asks = True
        try:
            while self.is_behind:
                changes = self._changes
                await shown_by(self._page)
                await asyncio.sleep(REACTION)
                if self._changes == changes:
                    self.is_behind = False
                    self._caught_up()
        except (RuntimeError, TimeoutError):
            log.info("a screen does not answer")
        finally:
            self._asks = False
