"""Who hears of what was committed, and cannot undo it by failing."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeAlias

log = logging.getLogger(__name__)

Listener: TypeAlias = Callable[[], None]


def tell(listeners: Iterable[Listener]) -> None:
    """Call every listener. What one raises is logged: the change is kept, and the others hear."""
    for listener in tuple(listeners):
        try:
            listener()
        except Exception:
            log.exception("a listener failed after a change was kept")
