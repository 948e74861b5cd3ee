"""Names as they are shown: harmless, distinct, and short where there is little room.

A sheet has its names as they were typed or read. Everything that shows one uses this module.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count

from scoring.people import People
from scoring.sheet import NAME, Head, Side

BRIEF = 20
"""The longest name in a sentence or on a key, in characters."""
NAMELESS = "–"
"""What is shown for a name without visible characters."""
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Persian text and combined emoji need them."""
RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
"""Unicode's bidirectional classes of characters that are written from right to left."""
HEADS_REMEMBERED = 64


def harmless(text: str) -> str:
    r"""Return foreign text without characters that affect the text beside it.

    >>> harmless("Karl"), harmless("\u202eKarl\n")
    ('Karl', 'Karl')
    """
    return _isolated(_plain(text))


def called(people: People, name: str) -> str:
    """Return what somebody is called, harmless: the sign, then the nickname or the name."""
    return harmless(people.called(name))


def distinct(names: Sequence[str], longest: int = NAME.high) -> list[str]:
    """Return distinct names: a repeated name gets the next free number.

    A number makes no name longer than ``longest``.

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
    """Return the head of a sheet with its names as they are shown.

    The names of sides are distinct, and so are those of players. Longer names than ``longest`` are
    cut, and end in "…".
    """
    names = iter(_shown((side.name for side in head.sides), longest))
    players = iter(_shown((name for side in head.sides for name in side.players), longest))
    sides = tuple(
        Side(next(names), tuple(next(players) for _ in side.players)) for side in head.sides
    )
    return replace(head, sides=sides, title=head.title and harmless(head.title))


def brief_head(head: Head) -> Head:
    """Return the head of a sheet with names as short as in sentences."""
    return shown_head(shown_head(head), BRIEF)


def _shown(names: Iterable[str], longest: int) -> list[str]:
    cut = [_cut(_plain(name), longest) for name in names]
    return [*map(_isolated, distinct(cut, longest))]


def _plain(text: str) -> str:
    """Return a text without invisible characters, with spaces for line breaks."""
    drawn = (" " if _breaks(c) else c for c in text if not _is_unseen(c))
    plain = "".join(drawn).strip()
    return plain if plain.strip(JOINERS) else NAMELESS


def _breaks(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Zl", "Zp"}


def _is_unseen(character: str) -> bool:
    return unicodedata.category(character) == "Cf" and character not in JOINERS


def _isolated(text: str) -> str:
    """Isolate text from right to left, so that it does not reorder the text beside it."""
    if any(unicodedata.bidirectional(c) in RIGHT_TO_LEFT for c in text):
        return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
    return text


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip(" " + JOINERS) + "…"


def _heard(name: str) -> str:
    """Return a key that is equal for names that look or sound the same."""
    seen = _plain(name).translate(dict.fromkeys(map(ord, JOINERS)))
    return unicodedata.normalize("NFC", " ".join(seen.casefold().split()))


def _numbered(name: str, taken: set[str], longest: int) -> str:
    """Return a name with the next number that makes it unused."""
    endings = (f" {number}" for number in count(2))
    numbered = (name[: longest - len(ending)].rstrip() + ending for ending in endings)
    return next(each for each in numbered if _heard(each) not in taken)
