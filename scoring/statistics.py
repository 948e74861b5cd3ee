"""Statistics: the figures of many sheets, by game, for each player and each pair that they name.

Nothing of it is stored: each sheet is counted by its game, and what was counted is added.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import TypeAlias, TypeVar

from scoring.figures import Figures
from scoring.games import GAMES
from scoring.ledger import Owed, owed_on
from scoring.sheet import Sheet

Names: TypeAlias = tuple[str, str]
"""The names of a pair, sorted by code point; or of a player, and of one on another side."""
K = TypeVar("K", str, Names)


@dataclass
class Statistics:
    """What was counted on sheets of one game; what was counted on others can be added.

    The figures of a player are those of the side on which the player sat, but for what the game
    counts for each player alone. A pair are the players of a side of two. ``against`` has the
    figures of a player on the evenings against another one. ``deals`` and ``rounds`` are those of
    the table. An evening is ``nameless`` if no player counts on it. ``owed`` are the Steine that
    were lost, paid or not.
    """

    evenings: int = 0
    players: dict[str, Figures] = field(default_factory=dict)
    pairs: dict[Names, Figures] = field(default_factory=dict)
    against: dict[Names, Figures] = field(default_factory=dict)
    deals: int = 0
    rounds: int = 0
    nameless: int = 0
    owed: Owed = field(default_factory=Owed)

    def add(self, more: "Statistics") -> None:
        """Add what was counted on other sheets of the same game."""
        self.evenings += more.evenings
        self.deals += more.deals
        self.rounds += more.rounds
        self.nameless += more.nameless
        self.owed.add(more.owed)
        _add(self.players, more.players.items())
        _add(self.pairs, more.pairs.items())
        _add(self.against, more.against.items())


def by_game(sheets: Iterable[Sheet]) -> dict[str, Statistics]:
    """Return what is counted on all sheets together, for each game that occurs.

    The games are in the order of the registry. A sheet that occurs twice counts twice.
    """
    found: defaultdict[str, Statistics] = defaultdict(Statistics)
    for sheet in sheets:
        found[sheet.game.key].add(of_sheet(sheet))
    return {game: found[game] for game in GAMES if game in found}


def of_sheet(sheet: Sheet) -> Statistics:
    """Return what is counted on one sheet, for the players whom it names.

    A name that stands at more than one place counts at none of them, for nobody can tell who it
    was. Decided: neither does a pair with such a name.
    """
    sides, counted = sheet.head.sides, sheet.game.figures(sheet.replay)
    places = Counter(name for side in sides for name in side.players)
    players, pairs = dict[str, Figures](), dict[Names, Figures]()
    for at, side in enumerate(sides):
        for number, name in enumerate(side.players):
            if places[name] == 1:
                players[name] = counted.seats[at + number * len(sides)]
        if len(side.players) == 2 and players.keys() >= {*side.players}:
            first, second = sorted(side.players)
            pairs[first, second] = counted.sides[at]
    against = {
        (name, other): players[name]
        for side, opponents in permutations(sides, 2)
        for name, other in product(side.players, opponents.players)
        if name in players and other in players
    }
    table = counted.sides[0]
    return Statistics(
        evenings=1,
        players=players,
        pairs=pairs,
        against=against,
        deals=table.deals,
        rounds=table.rounds,
        nameless=int(not players),
        owed=owed_on(sides, len(counted.seats) // len(sides), counted.steins),
    )


def report(found: Mapping[str, Statistics]) -> dict[str, object]:
    """Return what ``knoddel statistics`` prints, for statistics by game.

    Players and pairs are sorted by code point, whatever the order of the sheets.
    """
    return {
        game: {
            "evenings": each.evenings,
            "players": _by_name(each.players.items()),
            "pairs": _by_name((" & ".join(names), each.pairs[names]) for names in each.pairs),
        }
        for game, each in found.items()
    }


def _by_name(figures: Iterable[tuple[str, Figures]]) -> dict[str, dict[str, int]]:
    """Return figures by sorted names; where names hold an "&", two pairs may share one."""
    found: dict[str, Figures] = {}
    _add(found, figures)
    return {name: {**vars(found[name])} for name in sorted(found)}


def _add(found: dict[K, Figures], more: Iterable[tuple[K, Figures]]) -> None:
    for key, figures in more:
        found[key] = found[key] + figures if key in found else figures
