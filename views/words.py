"""The registry of what the games say: one line each."""

from collections.abc import Mapping

from views.bauer import words as bauer
from views.bauer_simple import words as bauer_simple
from views.bauerchen import words as bauerchen
from views.bauerschspiel import words as bauerschspiel
from views.bohemian_watten import words as bohemian_watten
from views.schlauch import words as schlauch
from views.slate_words import Words

WORDS: Mapping[str, Words] = {
    "bauerchen": bauerchen,
    "bauer": bauer,
    "bauer-simple": bauer_simple,
    "bauerschspiel": bauerschspiel,
    "bohemian-watten": bohemian_watten,
    "schlauch": schlauch,
}
"""The words of every game, by its key; they need no screen."""
