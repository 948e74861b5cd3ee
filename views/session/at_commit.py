"""Calls a function synchronously after each commit, to save what the next start shows."""

from collections.abc import Callable

import flet as ft

from storage import Evening, Library


class AtCommit:
    """Calls a function after each commit that changes what one screen's slate shows.

    The call is synchronous: before anything is drawn, and before the loop does anything else.
    Nothing is called until :meth:`begin`.
    """

    def __init__(self, library: Library) -> None:
        self.pad_height: float | None = None
        """The height of the pad in dp, once it is measured."""
        self._library = library
        self._call: Callable[[], None] | None = None

    @property
    def has_begun(self) -> bool:
        """Whether :meth:`begin` was called."""
        return self._call is not None

    def begin(self, call: Callable[[], None]) -> None:
        """Call the function now, and after each commit of settings or list."""
        self._call = call
        self._library.listeners.add(call)
        call()

    def follow(self, evening: Evening) -> None:
        """Call the function now, and after each commit of an evening."""
        if self._call:
            evening.listeners.add(self._call)
            self._call()

    def leave(self, evening: Evening) -> None:
        """Stop calling after commits of an evening."""
        if self._call:
            evening.listeners.discard(self._call)

    def end(self) -> None:
        """Stop calling, because the screen is gone."""
        if self._call:
            self._library.listeners.discard(self._call)

    def measure_pad(self, pad: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        """Record the height of the pad, which is known only after it was drawn."""
        if self._call and pad.height != self.pad_height:
            self.pad_height = pad.height
            self._call()
