"""Calls a function synchronously after each commit, to save what the next start shows."""

import asyncio
import logging
from collections.abc import Callable, Generator
from typing import Final, TypeAlias

import flet as ft

from storage import Evening, Library

log = logging.getLogger(__name__)

PAUSE: Final = 1.0
"""So many seconds after the last commit, longer work begins: whoever taps on does not wait. So many
seconds after the first page is drawn, too: what draws it may have to share the processor.
"""
Work: TypeAlias = Generator[None, None, bool]
"""Work in steps. It returns whether there is more to save when it is done."""


class AtCommit:
    """Calls a function after each commit that changes what one screen's slate shows.

    The call is synchronous: before anything is drawn, and before the loop does anything else.
    Longer work is done later, step by step, and begins anew after the next commit; if it returns
    that there is more to save then, the function is called again. Nothing is called until
    :meth:`begin`, and no longer work is done until :meth:`drawn`.

    What the last start has saved is as good as ever until something is committed, and holds what
    that start's longer work has added. So a start itself calls nothing before its longer work is
    done: where it ends before that, the next one shows no less.
    """

    def __init__(self, library: Library) -> None:
        self.pad_height: float | None = None
        """The height of the pad in dp, once it is measured."""
        self._library = library
        self._has_begun = self._is_drawn = self._has_called = False
        self._call: Callable[[], None]
        self._work: Callable[[], Work]
        self._loop: asyncio.AbstractEventLoop
        self._next_step: asyncio.TimerHandle | None = None

    def begin(self, call: Callable[[], None], work: Callable[[], Work]) -> None:
        """Call the function after each commit of settings or list, and after the ``work``.

        Every step of the work may take as long as a frame.
        """
        self._has_begun, self._call, self._work = True, call, work
        self._loop = asyncio.get_running_loop()
        self._library.listeners.add(self._committed)

    def drawn(self) -> None:
        """Do longer work from now on, because the device has drawn the first page."""
        self._is_drawn = True
        if self._has_begun:
            self._work_later()

    def follow(self, evening: Evening) -> None:
        """Call the function after each commit of an evening, and now if that is not a start's."""
        if self._has_begun:
            evening.listeners.add(self._committed)
        if self._has_called:
            self._committed()

    def leave(self, evening: Evening) -> None:
        """Stop calling after commits of an evening."""
        evening.listeners.discard(self._committed)

    def end(self) -> None:
        """Stop calling, because the screen is gone."""
        self._library.listeners.discard(self._committed)
        self._rest()

    @property
    def measure_pad(self) -> Callable[[ft.LayoutSizeChangeEvent[ft.LayoutControl]], None] | None:
        """Records the height of the pad, which is known only after it was drawn.

        None if nothing is called: then the device need not tell it.
        """
        return self._measured if self._has_begun else None

    def _measured(self, pad: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        if pad.height != self.pad_height:
            self.pad_height = pad.height
            if self._has_called:
                self._call()

    def _committed(self) -> None:
        self._rest()
        self._has_called = True
        self._call()
        if self._is_drawn:
            self._work_later()

    def _work_later(self) -> None:
        self._later(PAUSE, lambda: self._go_on(self._work()))

    def _go_on(self, work: Work) -> None:
        try:
            next(work)
        except StopIteration as end:
            self._done(has_more=end.value)
        except Exception:  # the tap is committed, and the next start works without it
            log.exception("what the next start shows is not whole")
            self._done(has_more=False)
        else:
            self._later(0, lambda: self._go_on(work))

    def _done(self, *, has_more: bool) -> None:
        self._next_step = None
        if has_more or not self._has_called:
            self._has_called = True
            self._call()

    def _later(self, seconds: float, step: Callable[[], None]) -> None:
        self._next_step = self._loop.call_later(seconds, step)

    def _rest(self) -> None:
        if self._next_step:
            self._next_step.cancel()
