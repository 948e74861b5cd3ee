"""Several steps of Python in one turn of the browser's event loop.

Pyodide gives each step a turn of its own. That costs 0.4 ms in Firefox, and up to 4.6 ms in WebKit,
where a timer set by another timer waits 4 ms. From a tap to what it draws there are four steps.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context
from typing import Final

MOST: Final = 4
"""So many waiting steps share a turn at most: between turns the browser does its own work."""


class SharedTurns:
    """Lets a loop take some steps that follow from each other in one turn.

    A step by ``call_soon_threadsafe`` still begins a turn, and the present one ends before the next
    waiting step: what Python has written until then is told to the page first.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._begin_turn = loop.call_soon
        self._waiting = deque[asyncio.Handle]()
        self._is_asked_for = False
        """Whether a turn was asked for, to take the waiting steps."""
        self._is_in_turn = False
        self._is_at_end = False
        """Whether the present turn takes no further step."""
        loop.call_soon = self._call_soon  # type: ignore[method-assign, assignment] # of this loop
        loop.call_soon_threadsafe = self._begin_turn_with  # type: ignore[method-assign, assignment]

    def take(self, step: Callable[..., object], *args: object) -> None:
        """Take a step now, and those that follow from it. Raises what the step raises.

        It must not be called by a step.
        """
        self._is_in_turn, self._is_at_end = True, False
        try:
            step(*args)
            for _ in range(MOST):
                if self._waiting and not self._is_at_end:
                    _run(self._waiting.popleft())
        finally:
            self._is_in_turn = False
            if self._waiting:
                self._see_to_a_turn()

    def _call_soon(
        self, step: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(step, args, self._loop, context)
        self._waiting.append(handle)
        self._see_to_a_turn()
        return handle

    def _see_to_a_turn(self) -> None:
        if not (self._is_in_turn or self._is_asked_for):
            self._begin_turn(self._next_turn)
            self._is_asked_for = True

    def _next_turn(self) -> None:
        self._is_asked_for = False
        self.take(_nothing)

    def _begin_turn_with(
        self, step: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(step, args, self._loop, context)
        self._begin_turn(self.take, _run, handle)
        self._is_at_end = True
        return handle


def _run(handle: asyncio.Handle) -> None:
    if not handle.cancelled():
        handle._run()  # noqa: SLF001 # as every loop does


def _nothing() -> None:
    """Take no step before those that wait."""
