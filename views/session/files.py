"""Saving and picking files, on any device."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import flet as ft

ENDING: Final = "knoddel.json"
_SECONDS_TO_SEND: Final = 300
_LONGEST_NAME: Final = 100


def file_name(*parts: str | None, ending: str = ENDING) -> str:
    """Return a name under which every device can keep a file, by default a sheet file.

    >>> file_name("Stamm/tisch", None, "2026-11-20")
    'Stamm_tisch 2026-11-20.knoddel.json'
    """
    name = " ".join(filter(None, parts))[:_LONGEST_NAME]
    harmless = "".join(c if c.isalnum() or c in " -_" else "_" for c in name)
    return f"{harmless}.{ending}"


@dataclass(eq=False, repr=False)
class Files:
    """Saves files, and lets people pick one.

    ``inbox`` is the server's folder for uploads of a browser; None if the app runs on the device
    itself, where a picked file comes with its content. ``picked`` is called with a picked file's
    name and content, ``too_large`` with its name if it has more than ``largest`` bytes, and
    ``missed`` with its name if the upload failed.
    """

    page: ft.Page
    inbox: Path | None
    largest: int
    picked: Callable[[str, bytes], None]
    too_large: Callable[[str], None]
    missed: Callable[[str], None]
    picker: ft.FilePicker = field(default_factory=ft.FilePicker)
    _sending: list["Sending"] = field(default_factory=list)
    _newest: "Sending | None" = None

    def __post_init__(self) -> None:
        self.picker.on_result = self._picked
        self.picker.on_upload = self._sent

    async def save(self, name: str, content: bytes) -> bool:
        """Save a file on the device; a browser downloads it.

        Returns whether that was done: in a dialog people can cancel it.
        """
        saved_as = await self.picker.save_file(file_name=name, src_bytes=content)
        return self.page.web or saved_as is not None

    @property
    def pick(self) -> ft.PickFiles:
        """Opens the file picker; browsers allow it only in a tap, so a key has it."""
        return ft.PickFiles(
            self.picker,
            with_data=self.inbox is None,
            cancel_upload_on_window_blur=False,
        )

    async def _picked(self, event: ft.FilePickerResultEvent) -> None:
        for file in event.files[:1]:
            if file.size > self.largest:
                self.too_large(file.name)
            elif self.inbox is None:
                self.picked(file.name, file.bytes or b"")
            else:
                sending = Sending(secrets.token_hex(16), file.name, file.size)
                self._newest = sending
                self._sending.append(sending)
                address = self.page.get_upload_url(sending.sent_as, _SECONDS_TO_SEND)
                sent = ft.FilePickerUploadFile(address, id=file.id, name=file.name)
                await self.picker.upload([sent])

    def _sent(self, event: ft.FilePickerUploadEvent) -> None:
        """Handle a finished upload, if it is that of the file that was picked last.

        The event has only the file's name, so all complete uploads of that name are handled.
        """
        if event.error or self.inbox is None:
            self.missed(event.file_name)
        elif event.progress == 1:
            self._take(self.inbox, event.file_name)

    def _take(self, inbox: Path, name: str) -> None:
        whole = [each for each in self._sending if each.name == name and each.is_whole(inbox)]
        for sending in whole:
            self._sending.remove(sending)
            file = inbox / sending.sent_as
            content = file.read_bytes()
            file.unlink()
            if sending is self._newest:
                self.picked(sending.name, content)


class Sending(NamedTuple):
    """An upload: the file's name in the inbox, its own name, and its size in bytes."""

    sent_as: str
    name: str
    size: int

    def is_whole(self, inbox: Path) -> bool:
        """Return whether the upload is complete."""
        file = inbox / self.sent_as
        return file.exists() and file.stat().st_size == self.size
