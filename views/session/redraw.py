"""The order of drawing: after a tap, the parts that people look at come first."""

import asyncio
import contextvars
from collections.abc import Callable
from enum import Enum, auto

import flet as ft

from views.session.freshness import FRAME


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
        self.watchers: dict[DrawPhase, set[Callable[[], None]]] = {
            phase: set() for phase in DrawPhase
        }
        self._drawn = drawn
        self._loop, self._context = asyncio.get_running_loop(), contextvars.copy_context()

    def changed(self) -> None:
        """Draw the parts of the slate that have changed, phase by phase.

        What is drawn in one iteration of the loop is sent to the screen together. The next parts
        follow in the next iteration, the rest after one frame.
        """
        self._draw(DrawPhase.FIRST)
        self._loop.call_soon(self._loop.call_soon, self._draw, DrawPhase.NEXT)
        self._loop.call_later(FRAME, self._draw_the_rest)

    def changed_elsewhere(self) -> None:
        """Draw what another screen has changed; called in the other screen's context."""
        self._loop.call_soon_threadsafe(self.changed, context=self._context)

    def all_changed_elsewhere(self) -> None:
        """Draw everything, because another screen has changed settings or the list."""
        self._loop.call_soon_threadsafe(self._all, context=self._context)

    def _all(self) -> None:
        self.everything()
        self.changed()

    def _draw_the_rest(self) -> None:
        self._draw(DrawPhase.THEN)
        self._drawn()

    def _draw(self, phase: DrawPhase) -> None:
        for watcher in tuple(self.watchers[phase]):
            watcher()


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
    watchers.add(watcher)
    ft.use_effect(lambda: None, [], cleanup=lambda: watchers.discard(watcher))


def _next(version: int) -> int:
    return version + 1
