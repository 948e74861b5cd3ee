"""Who is who: which names are one person, what they are called, and who is not to be counted.

All of it stands in the table's book. No sheet is ever rewritten: what was counted by names is
counted by people when it is looked at.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from scoring.book import Book, Called, Hidden, Marked, Same
from scoring.figures import Figures
from scoring.statistics import Names, Statistics

K = TypeVar("K", str, Names)
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class People(NamedTuple):
    """By what name somebody is known, who is not counted, and who has a nickname or a sign."""

    names: Mapping[str, str]
    hidden: Collection[str]
    nicknames: Mapping[str, str] = NOTHING
    signs: Mapping[str, str] = NOTHING

    def known(self, name: str) -> str:
        """Return by what name somebody is known."""
        return self.names.get(name, name)

    def counts(self, name: str) -> bool:
        """Return whether somebody is counted."""
        return self.known(name) not in self.hidden

    def called(self, name: str) -> str:
        """Return what somebody is called: the nickname, if there is one, after the sign.

        Decided: where two people have the same nickname, the name stands behind it.
        """
        who = self.known(name)
        nickname = self.nicknames.get(who, who)
        if who in self.nicknames and self._share(nickname) > 1:
            nickname = f"{nickname} ({who})"
        return " ".join(filter(None, (self.signs.get(who), nickname)))

    def written(self, name: str) -> Sequence[str]:
        """Return under which names somebody stands on sheets, if it is not just what is shown."""
        others = [other for other, known in self.names.items() if known == name]
        return (name, *sorted(others)) if others or name in self.nicknames else ()

    def _share(self, nickname: str) -> int:
        """Return how many have this nickname."""
        return Counter(map(alike, self.nicknames.values()))[alike(nickname)]


def people_of(book: Book) -> People:
    """Return who is who by what is in force in a book.

    Decided: if one name is the same person as another, and that as a third, all three are one. It
    is known by the name that the oldest events lead to; one that would lead in a circle says
    nothing new.

    >>> at = "2026-11-20T22:00:00+01:00"
    >>> one = Same(id="1", at=at, name="karl", known_as="Karl")
    >>> people_of(Book.of([one, Same(id="2", at=at, name="Karl", known_as="Karlheinz")])).names
    {'karl': 'Karlheinz', 'Karl': 'Karlheinz'}
    """
    leads_to = dict[str, str]()

    def known(name: str) -> str:
        while name in leads_to:
            name = leads_to[name]
        return name

    for event in book.in_force:
        if isinstance(event, Same):
            name, known_as = known(event.name), known(event.known_as)
            if name != known_as:
                leads_to[name] = known_as
    said = book.in_force
    return People(
        {name: known(name) for name in leads_to},
        {known(event.name) for event in said if isinstance(event, Hidden)},
        {known(event.name): event.nickname for event in said if isinstance(event, Called)},
        {known(event.name): event.sign for event in said if isinstance(event, Marked)},
    )


def by_people(found: Statistics, people: People) -> Statistics:
    """Return statistics by people instead of names, without those who are not counted.

    What was counted of two names that are one person is added, even if they sat at one table, where
    somebody else must be meant. Nobody is the own partner or opponent.
    """
    if not people.names and not people.hidden:
        return found

    def known_pair(names: Names) -> Names:
        first, second = sorted(map(people.known, names))
        return first, second

    def known_two(names: Names) -> Names:
        one, other = map(people.known, names)
        return one, other

    def is_told(names: Iterable[str]) -> bool:
        told = [*names]
        return len(set(told)) == len(told) and all(map(people.counts, told))

    return Statistics(
        found.evenings,
        _renamed(found.players, people.known, people.counts),
        _renamed(found.pairs, known_pair, is_told),
        _renamed(found.against, known_two, is_told),
        found.deals,
        found.rounds,
        found.nameless,
        found.owed,
    )


def _renamed(
    found: Mapping[K, Figures], known: Callable[[K], K], is_told: Callable[[K], bool]
) -> dict[K, Figures]:
    renamed = dict[K, Figures]()
    for key, figures in found.items():
        who = known(key)
        if is_told(who):
            renamed[who] = renamed[who] + figures if who in renamed else figures
    return renamed


def met(found: Statistics, name: str) -> set[str]:
    """Return who has sat at a table with somebody: they cannot be one person."""
    return {other for one, other in found.against if one == name} | {
        other for pair in found.pairs if name in pair for other in pair if other != name
    }


def alike(name: str) -> str:
    """Return a key that is equal for names which may be one, but differ in how they are written.

    >>> alike("Jörg ") == alike("JO\u0308RG"), alike("Jörg") == alike("Jorg")
    (True, False)
    """
    composed = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(composed.split())
