"""What is drawn when: after a tap, what people look for comes first."""

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
    """Draws on one screen what has changed; ``drawn`` is called when the last part was.

    ``everything`` is set by the app while it is shown, and draws the whole page.
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

        What is drawn in one turn of the loop leaves for the screen together. The next parts
        follow at once, and the rest when the first can be on the screen.
        """
        self._draw(DrawPhase.FIRST)
        self._loop.call_soon(self._loop.call_soon, self._draw, DrawPhase.NEXT)
        self._loop.call_later(FRAME, self._draw_the_rest)

    def changed_elsewhere(self) -> None:
        """Draw what another screen has changed; to be called while that one is at work."""
        self._loop.call_soon_threadsafe(self.changed, context=self._context)

    def all_changed_elsewhere(self) -> None:
        """Draw everything, for another screen has changed what any page may show."""
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
    """Let the component draw everything anew when that is asked for."""
    _, set_version = ft.use_state(0)
    redraw.everything = lambda: set_version(_next)


def use_changes(redraw: Redraw, phase: DrawPhase = DrawPhase.THEN) -> None:
    """Draw the component anew whenever the slate, the half-entered deal or the notice changes.

    It watches from its first drawing on: Flet drops what was to be done after the drawing if the
    device is out of reach then.
    """
    _, set_version = ft.use_state(0)
    watchers = redraw.watchers[phase]
    watcher = ft.use_memo(lambda: lambda: set_version(_next), [])
    watchers.add(watcher)
    ft.use_effect(lambda: None, [], cleanup=lambda: watchers.discard(watcher))


def _next(version: int) -> int:
    return version + 1
