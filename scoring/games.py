"""The registry of games: one line each."""

from collections.abc import Mapping
from typing import Any

from scoring import bauerchen, bauerschspiel, schlauch
from scoring.game import Game

GAMES: Mapping[str, Game[Any, Any]] = {
    game.key: game for game in (bauerchen.GAME, bauerschspiel.GAME, schlauch.GAME)
}
"""Every game the app can score, by the key that the sheet file uses, in the order offered."""
