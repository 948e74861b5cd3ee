"""Functions of the device; the app works without any of them."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TypeAlias

import flet as ft

PATIENCE = 2
"""The time limit for asking a device for its languages, in seconds."""


Sounds: TypeAlias = Callable[[Mapping[str, object]], Awaitable[None]]
"""Makes the sounds of a written line: ``ticks`` and ``speaks`` tell which of them.

``line`` is what to say in the ``language``; None only gets the screen ready.
"""


Vibrates: TypeAlias = Callable[[], None]
"""Lets the page that surrounds the app vibrate, if the device can."""


ReadCodes: TypeAlias = Callable[[Mapping[str, object] | None], Awaitable[str]]
"""Asks the page that surrounds the app to read QR codes, and returns its answer.

What is asked, and the answer, in JSON, are described in ``assets/reader.js``. The answer is empty
if there is no page any more.
"""


class Device:
    """The device of one screen: it vibrates, makes sounds, and stays awake."""

    def __init__(self, page: ft.Page, sounds: Sounds | None, vibrates: Vibrates | None) -> None:
        self._page = page
        self._sounds = sounds
        self._vibrates = vibrates
        self._haptics = ft.HapticFeedback()
        self._wakelock = ft.Wakelock()
        self._watched = set[object]()
        """The pages for which it stays awake: one may lie on top of another."""

    def buzz(self) -> None:
        """Vibrate, as a sign that something was written."""
        if self._vibrates:
            self._vibrates()
        else:
            self._page.run_task(self._buzz)

    async def _buzz(self) -> None:
        with suppress(RuntimeError, TimeoutError):  # not every device can
            await self._haptics.light_impact()  # type: ignore[no-untyped-call] # Flet's

    @property
    def has_sounds(self) -> bool:
        """Whether it can make the sounds of a written line."""
        return self._sounds is not None

    def sound(self, what: Mapping[str, object]) -> None:
        """Make the sounds of a written line, if it can."""
        if self._sounds:
            self._page.run_task(self._sound, self._sounds, what)

    async def _sound(self, sounds: Sounds, what: Mapping[str, object]) -> None:
        with suppress(OSError, RuntimeError):  # the phone has just disconnected
            await sounds(what)

    async def stay_awake(self, page: object) -> None:
        """Keep the screen from going dark while a page is shown."""
        self._watched.add(page)
        with suppress(RuntimeError, TimeoutError):  # not every browser can
            await self._wakelock.enable()  # type: ignore[no-untyped-call] # Flet's

    async def may_sleep(self, page: object) -> None:
        """Let the screen go dark again, unless another page is shown that keeps it from that."""
        self._watched.discard(page)
        if not self._watched:
            with suppress(RuntimeError, TimeoutError):
                await self._wakelock.disable()  # type: ignore[no-untyped-call] # Flet's


async def languages_of(page: ft.Page) -> list[str | None]:
    """Return the device's languages in order of preference; none if it does not answer."""
    try:
        info = await asyncio.wait_for(page.get_device_info(), PATIENCE)
    except (TimeoutError, RuntimeError):
        return []
    return [locale.language_code for locale in info.locales] if info else []
