"""The registry of what the games say: one line each."""

from collections.abc import Mapping

from views.bauerchen import words as bauerchen
from views.bauerschspiel import words as bauerschspiel
from views.schlauch import words as schlauch
from views.slate_words import Words

WORDS: Mapping[str, Words] = {
    "bauerchen": bauerchen,
    "bauerschspiel": bauerschspiel,
    "schlauch": schlauch,
}
"""The words of every game, by its key; they need no screen."""
