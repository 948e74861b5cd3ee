"""Rates of what statistics have counted, who comes first, and what partners are worth.

A rate is never without its number of cases.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from scoring.figures import Figures
from scoring.statistics import Names, Statistics

Who: TypeAlias = tuple[str, ...]
"""The name of a player, or the two of a pair."""


class Rate(NamedTuple):
    """So many of the cases were won."""

    won: int
    cases: int

    @property
    def share(self) -> float:
        """The share of the cases that was won; 0 without any."""
        return self.won / self.cases if self.cases else 0.0

    @property
    def percent(self) -> int:
        """The share in whole percent.

        >>> Rate(7, 12).percent
        58
        """
        return round(100 * self.share)

    def better_than(self, other: "Rate") -> int:
        """Return by how many whole percentage points it is better.

        >>> Rate(7, 12).better_than(Rate(20, 40)), Rate(1, 3).better_than(Rate(1, 2))
        (8, -17)
        """
        return round(100 * (self.share - other.share))


def rounds_won(figures: Figures) -> Rate:
    """Return how many of the rounds were won: by that, players are ranked in every game."""
    return Rate(figures.rounds_won, figures.rounds)


class Place(NamedTuple):
    """A player or a pair in a ranking; ``rank`` is None where too few evenings are known."""

    who: Who
    figures: Figures
    rank: int | None


def ranked(figures: Mapping[Who, Figures], least_evenings: int) -> list[Place]:
    """Return who has won the greatest share of the rounds first; equal shares have equal ranks.

    Whoever has played fewer evenings, or no round, comes after them without a rank, by name.
    """
    shares = {
        who: rounds_won(of).share
        for who, of in figures.items()
        if of.rounds and of.evenings >= least_evenings
    }
    best_first = sorted(shares.values(), reverse=True)
    ranks = {share: rank for rank, share in reversed([*enumerate(best_first, 1)])}
    first = sorted(shares, key=lambda who: (-shares[who], -figures[who].rounds, who))
    others = sorted(figures.keys() - shares)
    return [
        *(Place(who, figures[who], ranks[shares[who]]) for who in first),
        *(Place(who, figures[who], None) for who in others),
    ]


class Worth(NamedTuple):
    """What it is worth to a player to play with or against somebody.

    ``better`` is by how many percentage points that is better than all own rounds, whose rate is
    ``own``; None where too few evenings are known, or where there are no other rounds.
    """

    name: str
    own: Rate
    better: int | None


class Beside(NamedTuple):
    """Somebody with or against whom a player has played, and what that was worth to whom."""

    other: str
    figures: Figures
    worth: tuple[Worth, ...]


def worth_of_pair(found: Statistics, pair: Names, least_evenings: int) -> tuple[Worth, ...]:
    """Return what the two of a pair are worth to each other, in the order of their names."""
    return tuple(_worth(found, name, found.pairs[pair], least_evenings) for name in pair)


def partners(found: Statistics, name: str, least_evenings: int) -> list[Beside]:
    """Return with whom a player has played; the one who is worth most to the player is first."""

    def beside(pair: Names) -> Beside:
        both = worth_of_pair(found, pair, least_evenings)
        (own,) = (worth for worth in both if worth.name == name)
        (other,) = (worth for worth in both if worth.name != name)
        return Beside(other.name, found.pairs[pair], (own, other))

    return _sorted(beside(pair) for pair in found.pairs if name in pair)


def opponents(found: Statistics, name: str, least_evenings: int) -> list[Beside]:
    """Return against whom a player has played; the one who suits the player most is first."""

    def beside(names: Names) -> Beside:
        figures = found.against[names]
        return Beside(names[1], figures, (_worth(found, name, figures, least_evenings),))

    return _sorted(beside(names) for names in found.against if names[0] == name)


def _worth(found: Statistics, name: str, beside: Figures, least_evenings: int) -> Worth:
    own, there = rounds_won(found.players[name]), rounds_won(beside)
    is_known = beside.evenings >= least_evenings and 0 < there.cases < own.cases
    return Worth(name, own, there.better_than(own) if is_known else None)


def _sorted(each: Iterable[Beside]) -> list[Beside]:
    """Return those whose worth is known first, the greatest first; then the others by name."""

    def place(beside: Beside) -> tuple[bool, int, str]:
        better = beside.worth[0].better
        return better is None, -(better or 0), beside.other

    return sorted(each, key=place)
