"""The registry of games: one line each."""

from collections.abc import Mapping
from typing import Any

from scoring import bauer, bauer_simple, bauerchen, bauerschspiel, bohemian_watten, schlauch
from scoring.game import Game

GAMES: Mapping[str, Game[Any, Any]] = {
    "bauerchen": bauerchen.GAME,
    "bauer": bauer.GAME,
    "bauer-simple": bauer_simple.GAME,
    "bauerschspiel": bauerschspiel.GAME,
    "bohemian-watten": bohemian_watten.GAME,
    "schlauch": schlauch.GAME,
}
"""Every game the app can score, by the key that the sheet file uses, in the order offered."""
