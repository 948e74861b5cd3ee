"""Names as they are shown: harmless, told apart, and brief where room is scarce.

A sheet keeps its names as they were typed or read. Whatever shows or says one, takes it from here.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count

from scoring.sheet import NAME, Head, Side

BRIEF = 20
"""How many characters of a name stand in a sentence or on a key."""
NAMELESS = "–"
"""What is shown of a name in which nothing can be seen."""
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Persian writing and families of emoji need them."""
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
"""Unicode's classes of characters that are written from right to left."""
HEADS_REMEMBERED = 64


def harmless(text: str) -> str:
    r"""Return a text of others in which nothing acts on what stands beside it.

    >>> harmless("Karl"), harmless("\u202eKarl\n")
    ('Karl', 'Karl')
    """
    return _isolated(_plain(text))


def distinct(names: Sequence[str], longest: int = NAME.high) -> list[str]:
    """Return names that can be told apart: a second one gets the next number that is free.

    No number makes a name longer than ``longest``.

    >>> distinct(["Mein", "mein "]), distinct(["Karl", "Karl", "Karl 2"])
    (['Mein', 'mein 2'], ['Karl', 'Karl 3', 'Karl 2'])
    """
    taken, found = {*map(_heard, names)}, dict[str, str]()
    for name in names:
        chosen = _numbered(name, taken, longest) if _heard(name) in found else name
        taken.add(_heard(chosen))
        found[_heard(chosen)] = chosen
    return [*found.values()]


@lru_cache(HEADS_REMEMBERED)
def shown_head(head: Head, longest: int = NAME.high) -> Head:
    """Return what a sheet says of the evening, with its names as they are shown.

    Sides can be told apart, and so can players. What is longer than ``longest`` ends in "…".
    """
    names = iter(_shown((side.name for side in head.sides), longest))
    players = iter(_shown((name for side in head.sides for name in side.players), longest))
    sides = tuple(
        Side(next(names), tuple(next(players) for _ in side.players)) for side in head.sides
    )
    return replace(head, sides=sides, title=head.title and harmless(head.title))


def brief_head(head: Head) -> Head:
    """Return what a sheet says of the evening, with names as short as sentences have them."""
    return shown_head(shown_head(head), BRIEF)


def _shown(names: Iterable[str], longest: int) -> list[str]:
    cut = [_cut(_plain(name), longest) for name in names]
    return [*map(_isolated, distinct(cut, longest))]


def _plain(text: str) -> str:
    """Return a text without what cannot be seen, its line breaks as spaces."""
    drawn = (" " if _breaks(c) else c for c in text if not _is_unseen(c))
    plain = "".join(drawn).strip()
    return plain if plain.strip(JOINERS) else NAMELESS


def _breaks(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Zl", "Zp"}


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) == "Cf" and character not in JOINERS


def _isolated(text: str) -> str:
    """Keep what is written from right to left from turning what stands beside it."""
    if any(unicodedata.bidirectional(c) in RIGHT_TO_LEFT for c in text):
        return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
    return text


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip(" " + JOINERS) + "…"


def _heard(name: str) -> str:
    """Return what all spellings of a name have in common that look or sound the same."""
    seen = _plain(name).translate(dict.fromkeys(map(ord, JOINERS)))
    return unicodedata.normalize("NFC", " ".join(seen.casefold().split()))


def _numbered(name: str, taken: set[str], longest: int) -> str:
    """Return a name with the next number that makes it one that is not taken."""
    endings = (f" {number}" for number in count(2))
    numbered = (name[: longest - len(ending)].rstrip() + ending for ending in endings)
    return next(each for each in numbered if _heard(each) not in taken)
