"""The chances to win the round after each line, reckoned in small steps and remembered."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from scoring.game import Replay
from views.session.gradual import Gradual
from views.text.games.registry import GAME_TEXTS
from views.text.phrases import Outlook, no_outlook
from views.text.translator import Translator

Chances: TypeAlias = Sequence[int] | None
"""By side, in percent; None where the game tells none."""


class Outlooks(Gradual[int]):
    """The chances after each of some lines of the open evening.

    ``chances`` are by the place of the line. What was reckoned of a line is kept until that line
    changes, or one before it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.chances: dict[int, Chances] = {}
        self._replay: Replay[Any, Any] | None = None
        self._outlook: Callable[[int], Outlook | None] = no_outlook

    def look(self, t: Translator, replay: Replay[Any, Any], places: range) -> None:
        """Look which of the lines at these places have to be reckoned."""
        if replay is not self._replay:
            same = _same(self._replay, replay)
            self.chances = {at: each for at, each in self.chances.items() if at < same}
        self._replay = replay
        self._outlook = partial(GAME_TEXTS[replay.game.key].outlook, t, replay)
        self._wait_for(place for place in places if place not in self.chances)

    def _count_one(self, place: int) -> None:
        outlook = self._outlook(place)
        self.chances[place] = outlook.chances if outlook else None


def _same(before: Replay[Any, Any] | None, after: Replay[Any, Any]) -> int:
    """Return how many lines are the same at the beginning."""
    if before is None or before.agreement != after.agreement:
        return 0
    pairs = zip(before.states[1:], after.states[1:], strict=False)
    return next((n for n, (was, now) in enumerate(pairs) if was is not now), len(before.entries))
