"""The order of drawing: after a tap, the parts that people look at come first."""

import asyncio
import contextvars
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import Final

import flet as ft

FIRST_GAP: Final = 0.05
"""So many seconds the loop is free after the first phase.

The page draws that meanwhile, and may have to share the processor.
"""
GAP: Final = 0.004
"""So many seconds it is free between two later parts, so that what was drawn is sent meanwhile.

Pyodide runs what is due earlier before anything that the browser has to tell.
"""


class DrawPhase(Enum):
    """When a part of the slate is drawn after a tap."""

    FIRST = auto()
    NEXT = auto()
    THEN = auto()


class Redraw:
    """Draws changes on one screen; ``drawn`` is called after the last part.

    The app sets ``everything``, which draws the whole page.
    """

    def __init__(self, drawn: Callable[[], None]) -> None:
        self.everything: Callable[[], None] = lambda: None
        self.watchers: dict[DrawPhase, dict[Callable[[], None], None]] = {
            phase: {} for phase in DrawPhase
        }
        self._drawn = drawn
        self._next_part: asyncio.TimerHandle | None = None
        self._loop, self._context = asyncio.get_running_loop(), contextvars.copy_context()

    def changed(self) -> None:
        """Draw the parts of the slate that have changed, in the order of their phases.

        The first phase is drawn and sent together, every later part by itself. Parts that are
        still to be drawn after an earlier change are drawn once, for both.
        """
        for watcher in tuple(self.watchers[DrawPhase.FIRST]):
            watcher()
        later = (*self.watchers[DrawPhase.NEXT], *self.watchers[DrawPhase.THEN])
        if self._next_part:
            self._next_part.cancel()
        self._draw_later(iter(later), FIRST_GAP)

    def changed_elsewhere(self) -> None:
        """Draw what another screen has changed; called in the other screen's context."""
        self.here(self.changed)

    def all_changed_elsewhere(self) -> None:
        """Draw everything, because another screen has changed settings or the list."""
        self.here(self._all)

    def here(self, do: Callable[[], None]) -> None:
        """Do something soon in this screen's context; called in another screen's context."""
        self._loop.call_soon_threadsafe(do, context=self._context)

    def _all(self) -> None:
        self.everything()
        self.changed()

    def _draw_later(self, parts: Iterator[Callable[[], None]], gap: float = GAP) -> None:
        self._next_part = self._loop.call_later(gap, self._draw_next, parts)

    def _draw_next(self, parts: Iterator[Callable[[], None]]) -> None:
        part = next(parts, None)
        if part:
            self._draw_later(parts)
            part()
        else:
            self._next_part = None
            self._drawn()


def use_everything(redraw: Redraw) -> None:
    """Let ``redraw.everything`` draw this component again."""
    _, set_version = ft.use_state(0)
    redraw.everything = lambda: set_version(_next)


def use_changes(redraw: Redraw, phase: DrawPhase = DrawPhase.THEN) -> None:
    """Draw the component again whenever the slate, the half-entered deal or the notice changes.

    The component subscribes while it is drawn, not in an effect: Flet drops effects while the
    device is disconnected.
    """
    _, set_version = ft.use_state(0)
    watchers = redraw.watchers[phase]
    watcher = ft.use_memo(lambda: lambda: set_version(_next), [])
    watchers[watcher] = None
    ft.use_effect(lambda: None, [], cleanup=lambda: watchers.pop(watcher, None))


def _next(version: int) -> int:
    return version + 1
