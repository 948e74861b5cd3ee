"""Long-lived objects are exempt from garbage collection, so that no tap waits for it."""

import gc
from weakref import WeakSet


class Settling:
    """Collects garbage and exempts the rest whenever a page has been drawn.

    A whole collection takes as long as there are pages. So it is due only once as many were opened
    as there were after the last one: then opening pages takes a time in proportion to their number,
    and of the pages that were closed no more are kept than that.
    """

    def __init__(self) -> None:
        self._pages = WeakSet[object]()
        self._opened = 0
        self._there = 0

    def settle(self, page: object) -> None:
        """Note a page that was just drawn, and exempt all that is there now."""
        self._pages.add(page)
        self._opened += 1
        is_due = self._opened > self._there
        if is_due:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        if is_due:
            self._opened, self._there = 0, len(self._pages)
