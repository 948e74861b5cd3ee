"""The registry of how the games are shown: one line each."""

from collections.abc import Mapping

from views.bauer import manner as bauer
from views.bauer_simple import manner as bauer_simple
from views.bauerchen import manner as bauerchen
from views.bauerschspiel import manner as bauerschspiel
from views.bohemian_watten import manner as bohemian_watten
from views.manner import Manner
from views.schlauch import manner as schlauch

MANNERS: Mapping[str, Manner] = {
    "bauerchen": bauerchen.MANNER,
    "bauer": bauer.MANNER,
    "bauer-simple": bauer_simple.MANNER,
    "bauerschspiel": bauerschspiel.MANNER,
    "bohemian-watten": bohemian_watten.MANNER,
    "schlauch": schlauch.MANNER,
}
"""Every game that can be played, by its key, in the order offered."""
