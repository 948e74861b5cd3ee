"""The registry of the games' texts: one line each."""

from collections.abc import Mapping

from views.text.games import (
    bauer,
    bauer_simple,
    bauerchen,
    bauerschspiel,
    bohemian_watten,
    schlauch,
)
from views.text.phrases import GameText

GAME_TEXTS: Mapping[str, GameText] = {
    "bauerchen": bauerchen,
    "bauer": bauer,
    "bauer-simple": bauer_simple,
    "bauerschspiel": bauerschspiel,
    "bohemian-watten": bohemian_watten,
    "schlauch": schlauch,
}
"""The text of every game, by its key; it needs no screen."""
