"""The registry of how the games are shown: one line each."""

from collections.abc import Mapping

from storage import Evening
from views.games.bauer import view as bauer
from views.games.bauer_simple import view as bauer_simple
from views.games.bauerchen import view as bauerchen
from views.games.bauerschspiel import view as bauerschspiel
from views.games.bohemian_watten import view as bohemian_watten
from views.games.schlauch import view as schlauch
from views.ui.game_view import GameView

VIEWS: Mapping[str, GameView] = {
    "bauerchen": bauerchen.VIEW,
    "bauer": bauer.VIEW,
    "bauer-simple": bauer_simple.VIEW,
    "bauerschspiel": bauerschspiel.VIEW,
    "bohemian-watten": bohemian_watten.VIEW,
    "schlauch": schlauch.VIEW,
}
"""Every game that can be played, by its key, in the order offered."""


def view_of(evening: Evening) -> GameView:
    """Return how the game of an evening is shown."""
    return VIEWS[evening.sheet.game.key]
