"""The registry of how the games are shown: one line each."""

from collections.abc import Mapping

from views.bauerchen import manner as bauerchen
from views.bauerschspiel import manner as bauerschspiel
from views.manner import Manner
from views.schlauch import manner as schlauch

MANNERS: Mapping[str, Manner] = {
    manner.game.key: manner for manner in (bauerchen.MANNER, bauerschspiel.MANNER, schlauch.MANNER)
}
"""Every game that can be played, by its key, in the order offered."""
