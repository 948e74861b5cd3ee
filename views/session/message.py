"""What is said on one screen only."""

from collections.abc import Callable
from typing import NamedTuple


class Lead(NamedTuple):
    """Where a message leads: a few words, and what following them does."""

    text: str
    follow: Callable[[], None]


class Message(NamedTuple):
    """A sentence for one screen, and where it leads if it leads anywhere."""

    text: str
    lead: Lead | None = None
