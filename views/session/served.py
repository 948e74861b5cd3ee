"""The network in which the app is served: its links, and the evenings that are open in it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from storage import Evening, Library, Listener, tell


class Links(NamedTuple):
    """The addresses with which others come in: those who may write, and those who only watch."""

    write: str
    watch: str


@dataclass(eq=False, repr=False)
class Served:
    """What the screens of one server have in common."""

    links: Callable[[], Links]
    """Returns the present links."""
    renew: Callable[[], None]
    """Makes new links; the old ones end at once, with all connections that came by them. Raises
    :class:`OSError`; then the old ones still hold."""
    may_write: Callable[[], bool]
    """Returns whether what happens now comes from somebody who may write, and not only watch."""
    shown: dict[object, Evening] = field(default_factory=dict)
    """The evening that is open on each screen of those who may write, also while it sleeps."""
    listeners: set[Listener] = field(default_factory=set)
    """Called after a screen has shown another evening, or is gone."""
    _gone_on: dict[str, Evening] = field(default_factory=dict)
    """Where those went last who had an evening open, by its key."""

    def show(self, screen: object, evening: Evening, before: Evening | None) -> None:
        """Note which evening a screen shows, and which one it has left for that."""
        if before and before is not evening:
            self._gone_on[before.key] = evening
        self.shown[screen] = evening
        tell(self.listeners)

    def leave(self, screen: object) -> None:
        """Note that a screen shows nothing any more."""
        if self.shown.pop(screen, None):
            tell(self.listeners)

    def open_evenings(self, library: Library) -> list[Evening]:
        """Return the evenings that those who may write have open, each once."""
        return [each for each in dict.fromkeys(self.shown.values()) if library.holds(each.key)]

    def to_follow(self, library: Library, shown: Evening | None) -> Evening | None:
        """Return the evening that a watcher's screen goes on with; None if people have to choose.

        It stays with what it shows while that is open anywhere. Then it goes along with those who
        had it open, if that leads to a later evening: whoever looks up an old one takes nobody
        along, and neither does another table.
        """
        opened = self.open_evenings(library)
        if shown is None:
            return opened[0] if len(opened) == 1 else None
        if shown in opened:
            return shown
        at, passed = self._gone_on.get(shown.key), {shown.key}
        while at and at.key not in passed:
            if at in opened and _is_later(at, shown):
                return at
            passed.add(at.key)
            at = self._gone_on.get(at.key)
        return shown


def _is_later(evening: Evening, shown: Evening) -> bool:
    """Whether an evening was written in later; one that has just begun is the latest."""
    times = [_last_time(each) for each in (evening, shown)]
    return not evening.replay.entries or not shown.replay.entries or times[0] > times[1]


def _last_time(evening: Evening) -> str:
    """Return the time of the last entry; empty if it has none."""
    return next((entry.at for entry in reversed(evening.replay.entries) if entry.at), "")
