"""The network in which the app is served: its links, and the evenings that are open in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from storage import Evening, Library


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
    """The evening that is open on each screen of those who may write."""

    def open_evenings(self, library: Library) -> list[Evening]:
        """Return the evenings that those who may write have open, each once."""
        return [each for each in dict.fromkeys(self.shown.values()) if library.holds(each.key)]


def to_follow(shown: Evening | None, opened: Sequence[Evening]) -> Evening | None:
    """Return the evening that a watcher's screen goes on with; None if people have to choose.

    It stays with what it shows while that is open anywhere. Then it goes on with what is open
    instead, if that is one evening and a later one: whoever looks up an old evening takes nobody
    along.
    """
    if shown not in opened and len(opened) == 1 and (shown is None or _is_later(opened[0], shown)):
        return opened[0]
    return shown


def _is_later(evening: Evening, shown: Evening) -> bool:
    """Whether an evening was written in later; one that has just begun is the latest."""
    times = [_last_time(each) for each in (evening, shown)]
    return not evening.replay.entries or not shown.replay.entries or times[0] > times[1]


def _last_time(evening: Evening) -> str:
    """Return the time of the last entry; empty if it has none."""
    return next((entry.at for entry in reversed(evening.replay.entries) if entry.at), "")
