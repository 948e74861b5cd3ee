"""What is done synchronously after each commit: the next start must find what the slate shows."""

from collections.abc import Callable

import flet as ft

from storage import Evening, Library


class AtCommit:
    """Calls back after each commit that changes what one screen's slate shows.

    That is before anything is drawn, and before the loop can do anything else. Nothing is called
    until :meth:`begin`.
    """

    def __init__(self, library: Library) -> None:
        self.pad_height: float | None = None
        """How high the pad was drawn, in dp, once somebody is called."""
        self._library = library
        self._call: Callable[[], None] | None = None

    @property
    def has_begun(self) -> bool:
        """Whether somebody is called."""
        return self._call is not None

    def begin(self, call: Callable[[], None]) -> None:
        """Call now, and after each commit to settings or list."""
        self._call = call
        self._library.listeners.add(call)
        call()

    def follow(self, evening: Evening) -> None:
        """Call now, and after each commit to an evening."""
        if self._call:
            evening.listeners.add(self._call)
            self._call()

    def leave(self, evening: Evening) -> None:
        """Call no more after commits to an evening."""
        if self._call:
            evening.listeners.discard(self._call)

    def end(self) -> None:
        """Call no more, for the screen is gone for good."""
        if self._call:
            self._library.listeners.discard(self._call)

    def measure_pad(self, pad: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        """Take in how high the pad is, which is known only when it has been drawn."""
        if self._call and pad.height != self.pad_height:
            self.pad_height = pad.height
            self._call()
