"""Callbacks after a commit; one that fails does not undo it."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeAlias

log = logging.getLogger(__name__)

Listener: TypeAlias = Callable[[], None]


def tell(listeners: Iterable[Listener]) -> None:
    """Call every listener. An exception is logged: the commit stays, and the others are called."""
    for listener in tuple(listeners):
        try:
            listener()
        except Exception:
            log.exception("a listener failed after a change was kept")
