"""Bauer, as played in the Saarland: both sides count down, and whoever reaches 0 wins a Brot.

"Stated" rules come from the game's sources, "decided" ones are our reading where they are
silent. The *declarer* is the side that announces trumps; the sources call it the announcing side.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from scoring.fields import SIDE, Flag, OneNumberOf, Remarks, Whole, both, of_kind
from scoring.figures import Counted
from scoring.game import Agreement, Game, Preset, Replay, counted_by_rounds
from scoring.refusals import IllegalEntry
from scoring.rounds import lines_of
from scoring.two_sides import Pair, other, plus, side_of

TRICKS = 8
"""How many tricks a deal has, with the whole pack."""
SHORT_PACK_TRICKS = 5
MOST_STOSS = 2
"""Stated: Stoß and Zurückstoßen. Decided: a third Stoß is refused."""


class Slip(StrEnum):
    """The way in which a deal of Bauer can be wrong."""

    TRICKS_SUM = "bauer_tricks_sum"


@dataclass(frozen=True)
class Rules:
    """The house rules of one sheet, each with its allowed values."""

    start: int = of_kind(Whole(1, 999), default=8)
    tricks: int = of_kind(OneNumberOf((TRICKS, SHORT_PACK_TRICKS)), default=TRICKS)
    penalty_doubled: bool = of_kind(Flag(), default=True)
    players_per_side: int = of_kind(OneNumberOf((2, 3)), default=2)

    @property
    def seats(self) -> int:
        """How many sit at the table.

        >>> Rules().seats, Rules(players_per_side=3).seats
        (4, 6)
        """
        return 2 * self.players_per_side


PRESETS = (
    Preset("usual", {}),
    Preset("short_pack", {"tricks": SHORT_PACK_TRICKS}),
    Preset("six_players", {"players_per_side": 3}),
)


@dataclass(frozen=True)
class Deal(Remarks):
    """The tricks of both sides; ``stoss`` is how often the deal was doubled.

    ``declarer`` is given only where the scribe corrects who announced trumps in this deal.
    """

    tricks: Pair = of_kind(both(Whole(0, TRICKS)))
    stoss: int = of_kind(Whole(0, MOST_STOSS), default=0)
    declarer: int | None = of_kind(SIDE, default=None)


@dataclass(frozen=True)
class CardsAway(Remarks):
    """One player of ``side`` played alone for all tricks (Karten weg), and ``won`` or lost."""

    side: int = of_kind(SIDE)
    won: bool = of_kind(Flag())


BauerEntry: TypeAlias = Deal | CardsAway


class ReasonKind(StrEnum):
    """Why a line is worth what it is."""

    DECLARER_WON = "declarer_won"
    DECLARER_LOST = "declarer_lost"
    DECLARER_DREW = "declarer_drew"
    STOSS = "stoss"
    ALL_TRICKS = "all_tricks"
    PENALTY = "penalty"
    CARDS_AWAY_WON = "cards_away_won"
    CARDS_AWAY_LOST = "cards_away_lost"


class Reason(NamedTuple):
    """One step on the way to what a line writes for ``side``.

    The reasons apply in order. What ``amount`` means depends on the kind:

    - ``declarer_won``, ``declarer_lost``, ``declarer_drew``: points, always -1. A deal has exactly
      one of these, for the side that won the deal.
    - ``stoss``, ``all_tricks``: how often those points are doubled.
    - ``penalty``: all points on top for the declarer, already doubled if the table does so.
    - ``cards_away_won``, ``cards_away_lost``: one Brot and no points, for the side that gets it.
    """

    kind: ReasonKind
    side: int
    amount: int


class Round(NamedTuple):
    """A game that was counted down: its score, and who won it."""

    score: Pair
    winner: int


class Line(NamedTuple):
    """What one entry wrote: points by side, and why.

    ``points`` are written in full, even if they lead below 0. ``total`` is the score after them,
    before a game is closed; it is never below 0. ``ended`` is the game that was counted down, if
    one was. An extra Brot ends no game.
    """

    points: Pair
    reasons: tuple[Reason, ...]
    total: Pair
    ended: tuple[Round, ...]


class State(NamedTuple):
    """The slate after an entry; ``line`` is what that entry wrote, None before the first.

    ``score`` is what each side has yet to count down, ``brote`` what it has won. ``rounds``
    counts the games that were counted down, ``deals`` the deals that are over.
    """

    score: Pair
    brote: Pair
    dealer: int
    rounds: int
    deals: int
    line: Line | None

    @property
    def declarer(self) -> int:
        """Stated: forehand announces trumps, so the side left of the dealer is the declarer."""
        return side_of(self.dealer + 1)


def forehand(rules: Rules, state: State) -> int:
    """Return the seat left of the dealer, which announces trumps and deals next (stated).

    >>> forehand(Rules(players_per_side=3), start(Agreement(Rules(), first_dealer=5)))
    0
    """
    return (state.dealer + 1) % rules.seats


def start(agreement: Agreement[Rules]) -> State:
    """Return the slate on which both sides have everything to count down."""
    points = agreement.rules.start
    return State((points, points), (0, 0), agreement.first_dealer, 0, 0, None)


def step(rules: Rules, state: State, entry: BauerEntry) -> State:
    """Return the slate after one more entry.

    Stated: forehand deals next. Decided: so it is after cards away. Raises ``bauer_tricks_sum``.

    >>> step(Rules(), start(Agreement(Rules())), Deal((4, 4), stoss=1)).score
    (6, 10)
    """
    after = state._replace(dealer=forehand(rules, state), deals=state.deals + 1)
    match entry:
        case Deal():
            points, reasons = deal_points(rules, state, entry)
            return _counted_down(rules, after, points, reasons)
        case _:
            return _extra_brot(after, entry)


def deal_points(rules: Rules, state: State, deal: Deal) -> tuple[Pair, tuple[Reason, ...]]:
    """Return the points that a deal writes, and why.

    Stated: the winner counts one down, and a declarer who loses gets one more as a penalty.
    Decided: what doubles the deal doubles the penalty too (`penalty_doubled`).
    Raises ``bauer_tricks_sum``.

    >>> against_side_1 = start(Agreement(Rules()))
    >>> deal_points(Rules(), against_side_1, Deal((8, 0), stoss=1))[0]
    (-4, 4)
    """
    check_tricks(deal.tricks, rules.tricks)
    declarer = state.declarer if deal.declarer is None else deal.declarer
    winner, kind = outcome(deal.tricks, declarer)
    doublings = doublings_of(deal, winner)
    value = 1 << sum(doubling.amount for doubling in doublings)
    points, reasons = plus((0, 0), winner, -value), (Reason(kind, winner, -1), *doublings)
    if winner == declarer:
        return points, reasons
    penalty = value if rules.penalty_doubled else 1
    reasons = (*reasons, Reason(ReasonKind.PENALTY, declarer, penalty))
    return plus(points, declarer, penalty), reasons


def check_tricks(tricks: Pair, total: int) -> None:
    """Raise ``bauer_tricks_sum`` unless both sides together made all tricks of a deal."""
    if sum(tricks) != total:
        raise IllegalEntry(Slip.TRICKS_SUM, tricks=tricks, total=total)


def outcome(tricks: Pair, declarer: int) -> tuple[int, ReasonKind]:
    """Return who won a deal, and how.

    Stated: the side with more than half the tricks wins; at a draw the declarer loses.

    >>> outcome((4, 4), declarer=0)
    (1, <ReasonKind.DECLARER_DREW: 'declarer_drew'>)
    """
    most = most_tricks(tricks)
    if most is None:
        return other(declarer), ReasonKind.DECLARER_DREW
    return most, ReasonKind.DECLARER_WON if most == declarer else ReasonKind.DECLARER_LOST


def most_tricks(tricks: Pair) -> int | None:
    """Return the side with more than half the tricks, None at a draw.

    >>> most_tricks((3, 5)), most_tricks((4, 4))
    (1, None)
    """
    if tricks[0] == tricks[1]:
        return None
    return 0 if tricks[0] > tricks[1] else 1


def doublings_of(deal: Deal, winner: int) -> tuple[Reason, ...]:
    """Return what doubles a deal.

    Stated: Stoß doubles it, Zurückstoßen again, and so do all tricks. Decided: both multiply.

    >>> [doubling.amount for doubling in doublings_of(Deal((0, 8), stoss=2), winner=1)]
    [2, 1]
    """
    doublings: tuple[Reason, ...] = ()
    if deal.stoss:
        doublings = (Reason(ReasonKind.STOSS, winner, deal.stoss),)
    if deal.tricks[other(winner)] == 0:
        doublings = (*doublings, Reason(ReasonKind.ALL_TRICKS, winner, 1))
    return doublings


def _counted_down(rules: Rules, state: State, points: Pair, reasons: tuple[Reason, ...]) -> State:
    """Count down, and close the game that was won.

    Stated: whoever reaches 0 first wins a Brot, and both sides start again. Decided: a score that
    would be below 0 is shown as 0.
    """
    total = max(0, state.score[0] + points[0]), max(0, state.score[1] + points[1])
    line = Line(points, reasons, total, ())
    if 0 not in total:
        return state._replace(score=total, line=line)
    winner = total.index(0)
    return state._replace(
        score=(rules.start, rules.start),
        brote=plus(state.brote, winner, 1),
        rounds=state.rounds + 1,
        line=line._replace(ended=(Round(total, winner),)),
    )


def _extra_brot(state: State, entry: CardsAway) -> State:
    """Write an extra Brot.

    Stated: whoever wins cards away gets a Brot; if it is lost, the others get one. The running
    points stay. Decided: this does not count as a game that was counted down.
    """
    if entry.won:
        winner, kind = entry.side, ReasonKind.CARDS_AWAY_WON
    else:
        winner, kind = other(entry.side), ReasonKind.CARDS_AWAY_LOST
    line = Line((0, 0), (Reason(kind, winner, 1),), state.score, ())
    return state._replace(brote=plus(state.brote, winner, 1), line=line)


def figures(replay: Replay[Rules, State]) -> Counted:
    """Return what statistics count: cards away is no deal, and its extra Brot no round."""
    return counted_by_rounds(replay, deals=sum(isinstance(entry, Deal) for entry in replay.entries))


def report(_rules: Rules, states: Sequence[State]) -> dict[str, object]:
    """Return Bauer's part of the line that ``knoddel score`` prints."""
    state, lines = states[-1], lines_of(states)
    return {
        "score": state.score,
        "brote": state.brote,
        "games": [ended._asdict() for line in lines for ended in line.ended],
        "dealer": state.dealer,
        "declarer": state.declarer,
        "entries": [{"points": line.points} for line in lines],
    }


GAME: Game[Rules, State] = Game(
    key="bauer",
    rules=Rules,
    presets=PRESETS,
    entries={"deal": Deal, "cards_away": CardsAway},
    sides=range(2, 3),
    seats_per_side=lambda rules: rules.players_per_side,
    start=start,
    step=step,
    report=report,
    figures=figures,
    counts_down=True,
)
