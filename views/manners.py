"""The registry of how the games are shown: one line each."""

from collections.abc import Mapping

from views.bauer import manner as bauer
from views.bauer_simple import manner as bauer_simple
from views.bauerchen import manner as bauerchen
from views.bauerschspiel import manner as bauerschspiel
from views.manner import Manner

MANNERS: Mapping[str, Manner] = {
    manner.game.key: manner
    for manner in (bauerchen.MANNER, bauer.MANNER, bauer_simple.MANNER, bauerschspiel.MANNER)
}
"""Every game that can be played, by its key, in the order offered."""
