"""Functions of the device; the app works without any of them."""

import asyncio
from contextlib import suppress

import flet as ft

PATIENCE = 2
"""The time limit for asking a device for its languages, in seconds."""


class Device:
    """The device of one screen: it vibrates, and stays awake."""

    def __init__(self, page: ft.Page) -> None:
        self._page = page
        self._haptics = ft.HapticFeedback()
        self._wakelock = ft.Wakelock()

    def buzz(self) -> None:
        """Vibrate, as a sign that something was written."""
        self._page.run_task(self._buzz)

    async def _buzz(self) -> None:
        with suppress(RuntimeError, TimeoutError):  # not every device can
            await self._haptics.light_impact()  # type: ignore[no-untyped-call] # Flet's

    async def stay_awake(self) -> None:
        """Keep the screen from going dark while the slate is shown."""
        with suppress(RuntimeError, TimeoutError):  # not every browser can
            await self._wakelock.enable()  # type: ignore[no-untyped-call] # Flet's

    async def may_sleep(self) -> None:
        """Let the screen go dark again."""
        with suppress(RuntimeError, TimeoutError):
            await self._wakelock.disable()  # type: ignore[no-untyped-call] # Flet's


async def languages_of(page: ft.Page) -> list[str | None]:
    """Return the device's languages in order of preference; none if it does not answer."""
    try:
        info = await asyncio.wait_for(page.get_device_info(), PATIENCE)
    except (TimeoutError, RuntimeError):
        return []
    return [locale.language_code for locale in info.locales] if info else []
