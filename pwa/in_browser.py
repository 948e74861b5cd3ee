"""The app inside a browser: Python's side of ``web/worker.js``, and its composition root."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Final

import flet as ft

from pwa.turns import SharedTurns
from storage import Library, complete
from views.app import show
from views.waiting import write_what_waits

FOLDER: Final = Path("/data")
"""Its files are stored in IndexedDB by ``web/kept_files.js``."""
AT_THE_START: Final = (
    "_strptime",
    "flet.app",
    "flet.components.component",
    "flet.components.hooks.use_memo",
    "flet.controls.core.column",
    "flet.controls.core.icon",
    "flet.controls.core.row",
    "flet.controls.core.safe_area",
    "flet.controls.core.screenshot",
    "flet.controls.core.semantics",
    "flet.controls.core.stack",
    "flet.controls.events",
    "flet.controls.material.container",
    "flet.controls.services.clipboard",
    "flet.controls.services.haptic_feedback",
    "flet.controls.services.share",
    "flet.controls.services.wakelock",
    "flet.messaging.connection",
    "flet.messaging.session",
    "flet.pubsub.pubsub_client",
    "flet.pubsub.pubsub_hub",
    "msgpack",
)
"""Flet and Python import these only when they are used, which every start does."""


def import_the_rest() -> None:
    """Import what a start uses beyond the imports, for the memory that later starts begin with."""
    for module in AT_THE_START:
        import_module(module)


def start() -> None:
    """Open the library, and show the app as soon as the screen registers."""
    import flet_js  # noqa: PLC0415 # of this page: the modules above are kept for later starts

    async def sound(what: Mapping[str, object]) -> None:
        flet_js.sound(json.dumps(what))

    async def read_codes(wanted: Mapping[str, object] | None) -> str:
        told: str = await flet_js.read_codes(json.dumps(wanted))
        return told

    turns = SharedTurns(asyncio.get_running_loop())
    flet_js.hear = lambda message: turns.take(flet_js.send, message)
    library = Library(FOLDER)
    complete(library)

    async def open_page(page: ft.Page) -> None:
        try:
            address = str(page.url).partition("#")[0].partition("?")[0]
            session = await show(
                page,
                library,
                languages=json.loads(flet_js.languages),
                text_scale=float(flet_js.text_scale),
                files=_FilesOfThePage(),
                sounds=sound,
                vibrates=flet_js.vibrate,
                address=address,
                reads=read_codes,
            )

            async def read_code(said: str) -> None:
                session.read_code(said)

            flet_js.open_code = lambda said: page.run_task(read_code, said)
            await page.get_device_info()  # answered after the page is drawn
            await flet_js.bring_waiting()  # and so late: then no key takes a tap any more
            if write_what_waits(session):
                await page.get_device_info()
            session.at_commit.drawn()
        except Exception as error:
            flet_js.failed(f"{type(error).__name__}: {error}")
            raise
        flet_js.shown()

    ft.run(open_page)


class _FilesOfThePage:
    """The tap is stored: no error may look like a failed one."""

    def read(self, name: str) -> bytes:
        try:
            return (FOLDER / name).read_bytes()
        except OSError:
            return b""

    def write(self, name: str, content: bytes) -> None:
        with suppress(OSError):
            (FOLDER / name).write_bytes(content)
