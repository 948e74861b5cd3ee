"""The season: what the players have won by and by, and how partners have done together."""

from collections.abc import Callable, Mapping, Sequence

from scoring.figures import Figures
from scoring.ranking import Rate, rounds_won
from scoring.statistics import Statistics


def balances(
    evenings: Sequence[Statistics], balance: Callable[[Figures], int]
) -> dict[str, list[int | None]]:
    """Return for each player the sum of a ``balance`` after each evening, in their order.

    It is None for the evenings on which the player was not there. Whoever was there most often is
    first, then by name.
    """
    found: dict[str, list[int | None]] = {}
    sums = dict[str, int]()
    for at, evening in enumerate(evenings):
        for name, figures in evening.players.items():
            sums[name] = sums.get(name, 0) + balance(figures)
            found.setdefault(name, [None] * len(evenings))[at] = sums[name]
    order = sorted(found, key=lambda name: (found[name].count(None), name))
    return {name: found[name] for name in order}


def together(found: Statistics) -> Mapping[str, Mapping[str, Rate]]:
    """Return for each player the rounds won of those played with each partner.

    Whoever has played most rounds is first, then by name.
    """
    names = {name for pair in found.pairs for name in pair}
    order = sorted(names, key=lambda name: (-found.players[name].rounds, name))
    rates = {pair: rounds_won(figures) for pair, figures in found.pairs.items()}
    return {
        name: {
            other: rates[pair]
            for other in order
            if (pair := (min(name, other), max(name, other))) in rates
        }
        for name in order
    }
