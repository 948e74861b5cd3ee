"""The signs that players can have: each is told by its shape alone, and has a name."""

from collections.abc import Mapping
from typing import Final

from views.text.translator import label

SIGNS: Final[Mapping[str, str]] = {
    "🍺": label("Beer"),
    "🍷": label("Wine"),
    "🥨": label("Pretzel"),
    "🍇": label("Grapes"),
    "🌰": label("Chestnut"),
    "🔔": label("Bell"),
    "🍀": label("Clover"),
    "🌻": label("Sunflower"),
    "⭐": label("Star"),
    "🌙": label("Moon"),
    "🎩": label("Hat"),
    "🎺": label("Trumpet"),
    "⚓": label("Anchor"),
    "🔑": label("Key"),
    "🚜": label("Tractor"),
    "🎲": label("Die"),
    "🦊": label("Fox"),
    "🦉": label("Owl"),
    "🐓": label("Rooster"),
    "🐗": label("Boar"),
    "🐌": label("Snail"),
    "🐟": label("Fish"),
    "🦔": label("Hedgehog"),
    "🐝": label("Bee"),
}
