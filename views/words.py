"""The registry of what the games say: one line each."""

from collections.abc import Mapping

from views.bauerchen import words as bauerchen
from views.slate_words import Words

WORDS: Mapping[str, Words] = {
    "bauerchen": bauerchen,
}
"""The words of every game, by its key; they need no screen."""
