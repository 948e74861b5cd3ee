"""Passing something on: through the device's share sheet, else the clipboard or a file.

A browser has a share sheet only on pages that came encrypted, and gives it only some kinds of
files. Each way reports what came of it, so that nothing is said that did not happen.
"""

from collections.abc import Awaitable
from enum import Enum, auto

import flet as ft

from views.session.files import Files


class Outcome(Enum):
    """What came of passing something on."""

    SHARED = auto()
    """It was given to the app that was chosen."""
    UNKNOWN = auto()
    """The share sheet was shown, and does not tell what came of it."""
    DISMISSED = auto()
    """The share sheet was closed."""
    COPIED = auto()
    NOT_COPIED = auto()
    """There is no share sheet, and the clipboard was refused."""
    SAVED = auto()
    DOWNLOADED = auto()
    """The browser was given the file to download."""
    NOT_SAVED = auto()
    """There is no share sheet, and the dialog for saving was closed."""


class Sharing:
    """Passes something on from one screen."""

    def __init__(self, page: ft.Page, files: Files) -> None:
        self._page = page
        self._files = files
        self._share = ft.Share()
        self._clipboard = ft.Clipboard()

    async def share_text(self, text: str) -> Outcome:
        """Pass on a text."""
        outcome = await self._shared(self._share.share_text(text, mail_to_fallback_enabled=False))
        return outcome or await self._copied(text)

    async def share_file(self, name: str, content: bytes, mime_type: str) -> Outcome:
        """Pass on a file."""
        file = ft.ShareFile.from_bytes(content, mime_type=mime_type, name=name)
        outcome = await self._shared(
            self._share.share_files([file], download_fallback_enabled=False)
        )
        return outcome or await self._saved(name, content)

    async def _shared(self, asked: Awaitable[ft.ShareResult]) -> Outcome | None:
        """Return what came of the share sheet; None if there is none."""
        try:
            status = (await asked).status
        except RuntimeError:
            return None
        match status:
            case ft.ShareResultStatus.DISMISSED:
                return Outcome.DISMISSED
            case ft.ShareResultStatus.UNAVAILABLE if not self._page.web:
                return Outcome.UNKNOWN
            case _:  # a browser reports what failed, and nothing else
                return Outcome.SHARED

    async def _copied(self, text: str) -> Outcome:
        try:
            await self._clipboard.set(text)
        except RuntimeError:
            return Outcome.NOT_COPIED
        return Outcome.COPIED

    async def _saved(self, name: str, content: bytes) -> Outcome:
        if not await self._files.save(name, content):
            return Outcome.NOT_SAVED
        return Outcome.DOWNLOADED if self._page.web else Outcome.SAVED
