"""Whether a screen can have shown what is: others may have changed that a moment ago."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import flet as ft

log = logging.getLogger(__name__)

FRAME: Final = 1 / 60
"""How long a screen shows one picture, in seconds."""
REACTION: Final = 0.3
"""How long people need to see what has changed before a finger on its way stops, in seconds."""
PATIENCE: Final = 5.0
"""How long a device may take to show what it was sent, in seconds."""


async def shown_by(page: ft.Page) -> None:
    """Wait until a device shows what was drawn.

    It answers in order, so its answer comes after it has taken that in. Raises ``RuntimeError`` or
    ``TimeoutError`` if there is no answer.
    """
    await asyncio.sleep(FRAME)  # what was drawn is sent when the loop is free
    await asyncio.wait_for(page.get_device_info(), PATIENCE)


class Freshness:
    """Tells whether others have changed what a screen shows, and that may not have been seen yet.

    ``caught_up`` is called when it has surely been seen.
    """

    def __init__(self, page: ft.Page, caught_up: Callable[[], None]) -> None:
        self.is_behind = False
        self.is_away = False
        """Whether the device is out of reach; it is shown what is drawn when it is back."""
        self._page = page
        self._caught_up = caught_up
        self._changes = 0
        self._asks = False

    def fall_behind(self) -> None:
        """Take note that somebody else has changed something."""
        self.is_behind = True
        self._changes += 1

    def ask(self) -> None:
        """Ask the device whether it shows what was drawn; to be called when that was sent."""
        if self.is_behind and not self.is_away:
            self._page.run_task(self._catch_up)

    async def _catch_up(self) -> None:
        """Wait until the device shows what has changed and it can be seen.

        If it does not answer, it is asked again when there is more to draw.
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
