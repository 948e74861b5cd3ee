"""The notice of one screen."""

from collections.abc import Callable
from typing import NamedTuple


class Lead(NamedTuple):
    """A link in a message: its label, and what a tap on it does."""

    text: str
    follow: Callable[[], None]


class Message(NamedTuple):
    """A sentence for one screen, with a link if it has one."""

    text: str
    lead: Lead | None = None
