"""Schlauch (Bier-Schlauch), in which three players bid for contracts, as in Pierer (1862).

Units: *points* are won with contracts and compared after every few hands; *marks* are the
penalty strokes on the slate, for lost contracts and for being behind in points. "Stated" rules
come from the game's sources, "decided" ones are our reading where they are silent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations
from typing import NamedTuple, TypeAlias

from scoring.fields import Flag, OneOf, Remarks, Whole, of_kind
from scoring.figures import Counted
from scoring.game import Agreement, Game, Preset, Replay, counted_by_rounds
from scoring.refusals import IllegalEntry
from scoring.rounds import lines_of

Each: TypeAlias = tuple[int, ...]
"""One number for each player."""

PLAYERS = range(3)
STROKE = 100
"""Stated: for every full 100 points that a player is behind another, that player gets a stroke."""


class Slip(StrEnum):
    """The way in which a Schlauch entry can be wrong."""

    SANS_PRENDRE_CONTRACT = "sans_prendre_contract"


class Contract(StrEnum):
    """What the declarer undertakes: every trick, or none in a Bettel."""

    GRANDIOSO = "grandioso"
    BETTEL = "bettel"
    SCHLAUCH = "schlauch"
    GRANDISSIMO = "grandissimo"
    BETTELOUVERT = "bettelouvert"
    HEART_SCHLAUCH = "heart_schlauch"


GREATER = frozenset({Contract.GRANDISSIMO, Contract.BETTELOUVERT, Contract.HEART_SCHLAUCH})
"""Stated: grandissimo and heart schlauch are worth twice a contract of the lower three.

Decided: so is bettelouvert, to which the sources give no value.
"""

SANS_PRENDRE = (Contract.GRANDIOSO, Contract.SCHLAUCH, Contract.HEART_SCHLAUCH)
"""Stated: only grandioso and the suit schlauchs can be played sans prendre.

Decided: heart schlauch is one of them, the schlauch in the suit of hearts; grandissimo is not.
"""


@dataclass(frozen=True)
class Rules:
    """The house rules of one sheet, each with its allowed values.

    Decided: a forced game is worth `force_game_value` points. The default is 0, because the
    sources give no value.
    """

    hands_per_round: int = of_kind(Whole(1, 999), default=3)
    force_game_value: int = of_kind(Whole(0, 999), default=0)


PRESETS = (Preset("usual", {}),)


@dataclass(frozen=True)
class Hand(Remarks):
    """``declarer`` played a contract alone, and ``won`` or lost it.

    ``sans_prendre`` tells whether that was without calling for a card.
    """

    declarer: int = of_kind(Whole(PLAYERS[0], PLAYERS[-1]))
    contract: Contract = of_kind(OneOf(Contract))
    won: bool = of_kind(Flag())
    sans_prendre: bool = of_kind(Flag(), default=False)


@dataclass(frozen=True)
class ForcedGame(Remarks):
    """All passed, and played in the turn-up's suit; ``winner`` had the most card points."""

    winner: int = of_kind(Whole(PLAYERS[0], PLAYERS[-1]))


@dataclass(frozen=True)
class PassedOut(Remarks):
    """All passed, and nobody played. ``red_turnup``: the card turned up was a red one."""

    red_turnup: bool = of_kind(Flag(), default=False)


SchlauchEntry: TypeAlias = Hand | ForcedGame | PassedOut


class ReasonKind(StrEnum):
    """Why a line is worth what it is."""

    CONTRACT_WON = "contract_won"
    CONTRACT_LOST = "contract_lost"
    DEFENCE_WON = "defence_won"
    DEFENCE_LOST = "defence_lost"
    SANS_PRENDRE = "sans_prendre"
    FORCED_GAME = "forced_game"
    PASSED_OUT = "passed_out"
    RED_TURNUP = "red_turnup"


WRITES_MARKS = frozenset(
    {
        ReasonKind.CONTRACT_LOST,
        ReasonKind.DEFENCE_LOST,
        ReasonKind.PASSED_OUT,
        ReasonKind.RED_TURNUP,
    }
)
"""The reasons whose amounts are marks. All other amounts are points, except for sans prendre."""


class Reason(NamedTuple):
    """One step on the way to a line's points and marks, for one player, ``side``.

    ``amount`` is in points, or in marks if the kind is in :data:`WRITES_MARKS`. For
    ``sans_prendre`` it is how often the reasons before it are doubled.
    """

    kind: ReasonKind
    side: int
    amount: int


WON = (ReasonKind.CONTRACT_WON, 150), (ReasonKind.DEFENCE_LOST, 2)
"""Stated: a won contract gives the declarer 150 points and each defender two marks."""
LOST = (ReasonKind.CONTRACT_LOST, 4), (ReasonKind.DEFENCE_WON, 100)
"""Stated: a lost contract gives the declarer four marks and each defender 100 points."""


class Comparison(NamedTuple):
    """At the end of a round, ``ahead`` gives ``behind`` so many strokes."""

    ahead: int
    behind: int
    strokes: int


class Round(NamedTuple):
    """A finished round: its points, who gave whom strokes, and who got one more.

    ``comparisons`` are those that gave a stroke. ``fewest`` are the players who got one more
    stroke because they had the fewest points.
    """

    score: Each
    comparisons: tuple[Comparison, ...]
    fewest: tuple[int, ...]

    @property
    def strokes(self) -> Each:
        """What the comparison added to each player's marks."""
        strokes = [self.fewest.count(player) for player in PLAYERS]
        for comparison in self.comparisons:
            strokes[comparison.behind] += comparison.strokes
        return tuple(strokes)


class Line(NamedTuple):
    """What one entry wrote: points and marks by player, and why.

    ``total`` and ``total_marks`` are points and marks on the slate, before points are compared.
    ``ended`` is the round that the entry ended; ``marks`` does not include its strokes.
    """

    points: Each
    marks: Each
    reasons: tuple[Reason, ...]
    total: Each
    total_marks: Each
    ended: tuple[Round, ...]


class State(NamedTuple):
    """The slate after an entry; ``line`` is what that entry wrote, None before the first.

    ``score`` are the points since the last comparison, ``marks`` those of the whole evening.
    ``hands`` counts the hands of the running round. ``rounds`` and ``deals`` count those that are
    over; ``deals`` includes those that were passed out.
    """

    score: Each
    marks: Each
    hands: int
    dealer: int
    rounds: int
    deals: int
    line: Line | None


def start(agreement: Agreement[Rules]) -> State:
    """Return the empty slate."""
    return State((0, 0, 0), (0, 0, 0), 0, agreement.first_dealer, 0, 0, None)


def step(rules: Rules, state: State, entry: SchlauchEntry) -> State:
    """Return the slate after one more entry.

    Stated: a forced game counts as a hand. A deal in which all passed and nobody played does not,
    and the same dealer deals again. Decided: otherwise the deal passes on clockwise.
    Raises ``sans_prendre_contract``.

    >>> won = Hand(declarer=0, contract=Contract.GRANDIOSO, won=True)
    >>> after = step(Rules(), start(Agreement(Rules())), won)
    >>> after.score, after.marks
    ((150, 0, 0), (0, 2, 2))
    """
    match entry:
        case Hand():
            reasons = hand_reasons(entry)
        case ForcedGame():
            reasons = forced_game_reasons(rules, entry)
        case _:
            reasons = passed_out_reasons(state, entry)
    points, marks = written(reasons)
    total, total_marks = _plus(state.score, points), _plus(state.marks, marks)
    line = Line(points, marks, reasons, total, total_marks, ())
    after = state._replace(score=total, marks=total_marks, deals=state.deals + 1, line=line)
    if isinstance(entry, PassedOut):
        return after
    after = after._replace(hands=state.hands + 1, dealer=(state.dealer + 1) % len(PLAYERS))
    return after if after.hands < rules.hands_per_round else _round_over(after, line)


def hand_reasons(hand: Hand) -> tuple[Reason, ...]:
    """Return what a contract writes.

    Stated: declarer and defenders get what :data:`WON` or :data:`LOST` says, and twice as much for
    one of the :data:`GREATER` contracts. Stated: sans prendre doubles points and marks. Decided:
    also if the hand is lost.
    Raises ``sans_prendre_contract``.

    >>> lost = Hand(declarer=2, contract=Contract.HEART_SCHLAUCH, won=False)
    >>> [(reason.side, reason.amount) for reason in hand_reasons(lost)]
    [(2, 8), (0, 200), (1, 200)]
    """
    check_sans_prendre(hand)
    (kind, amount), (their_kind, their_amount) = WON if hand.won else LOST
    worth = 2 if hand.contract in GREATER else 1
    declarer = Reason(kind, hand.declarer, amount * worth)
    defenders = [
        Reason(their_kind, player, their_amount * worth)
        for player in PLAYERS
        if player != hand.declarer
    ]
    doubled = [Reason(ReasonKind.SANS_PRENDRE, hand.declarer, 1)] if hand.sans_prendre else []
    return declarer, *defenders, *doubled


def check_sans_prendre(hand: Hand) -> None:
    """Raise ``sans_prendre_contract`` if a hand cannot be played so. See :data:`SANS_PRENDRE`."""
    if hand.sans_prendre and hand.contract not in SANS_PRENDRE:
        raise IllegalEntry(
            Slip.SANS_PRENDRE_CONTRACT,
            side=hand.declarer,
            contract=hand.contract,
            allowed=SANS_PRENDRE,
        )


def forced_game_reasons(rules: Rules, game: ForcedGame) -> tuple[Reason, ...]:
    """Return what a forced game writes: points for its winner, no marks."""
    return (Reason(ReasonKind.FORCED_GAME, game.winner, rules.force_game_value),)


def passed_out_reasons(state: State, passed: PassedOut) -> tuple[Reason, ...]:
    """Return what is written when nobody plays.

    Stated: the dealer gets one mark, two if the turn-up is red. (A seat is a player here.)
    """
    mark = Reason(ReasonKind.PASSED_OUT, state.dealer, 1)
    red = [Reason(ReasonKind.RED_TURNUP, state.dealer, 1)] if passed.red_turnup else []
    return mark, *red


def written(reasons: Sequence[Reason]) -> tuple[Each, Each]:
    """Return the points and the marks that reasons amount to.

    >>> doubled = Reason(ReasonKind.SANS_PRENDRE, 0, 1)
    >>> written((Reason(ReasonKind.CONTRACT_WON, 0, 150), doubled))
    ((300, 0, 0), (0, 0, 0))
    """
    points, marks = [0, 0, 0], [0, 0, 0]
    for kind, player, amount in reasons:
        if kind is ReasonKind.SANS_PRENDRE:
            points = [single << amount for single in points]
            marks = [single << amount for single in marks]
        elif kind in WRITES_MARKS:
            marks[player] += amount
        else:
            points[player] += amount
    return tuple(points), tuple(marks)


def _round_over(state: State, line: Line) -> State:
    """Compare the points and begin the next round.

    Stated: this happens after every three hands (`hands_per_round`). Decided: points then start
    again at 0; marks stay, and the strokes are added to them.
    """
    ended = compared(state.score)
    return state._replace(
        score=(0, 0, 0),
        marks=_plus(state.marks, ended.strokes),
        hands=0,
        rounds=state.rounds + 1,
        line=line._replace(ended=(ended,)),
    )


def compared(score: Each) -> Round:
    """Return the round that ends with these points.

    Stated: each player gets one stroke for every full 100 points that another has more. Whoever
    has the fewest points gets one more stroke.

    >>> compared((350, 0, 500)).strokes
    (1, 9, 0)
    """
    comparisons = tuple(
        Comparison(ahead, behind, strokes)
        for ahead, behind in permutations(PLAYERS, 2)
        if (strokes := (score[ahead] - score[behind]) // STROKE) > 0
    )
    return Round(score, comparisons, having_fewest(score))


def having_fewest(score: Each) -> tuple[int, ...]:
    """Return who gets a stroke for having fewest points.

    Decided: if two players share the fewest points, both get it; if all three are equal, nobody.

    >>> having_fewest((100, 100, 350)), having_fewest((100, 100, 100))
    ((0, 1), ())
    """
    fewest = tuple(player for player in PLAYERS if score[player] == min(score))
    return fewest if len(fewest) < len(PLAYERS) else ()


def _plus(each: Each, more: Each) -> Each:
    return tuple(map(sum, zip(each, more, strict=True)))


def figures(replay: Replay[Rules, State]) -> Counted:
    """Return what statistics count.

    Decided: deals are hands, forced games among them. If all passed and nobody played, the dealer
    deals again, so that is no deal here.
    """
    return counted_by_rounds(
        replay, deals=sum(not isinstance(entry, PassedOut) for entry in replay.entries)
    )


def having_most(score: Each) -> tuple[int, ...]:
    """Return who wins a round in statistics: whoever has the most points when they are compared.

    Decided: if two players share the most points, both win; if all three are equal, nobody.

    >>> having_most((350, 100, 350)), having_most((100, 100, 100))
    ((0, 2), ())
    """
    most = tuple(player for player in PLAYERS if score[player] == max(score))
    return most if len(most) < len(PLAYERS) else ()


def report(_rules: Rules, states: Sequence[State]) -> dict[str, object]:
    """Return Schlauch's part of the line that ``knoddel score`` prints."""
    state, lines = states[-1], lines_of(states)
    return {
        "score": state.score,
        "marks": state.marks,
        "rounds": [
            {"points": ended.score, "strokes": ended.strokes}
            for line in lines
            for ended in line.ended
        ],
        "dealer": state.dealer,
        "entries": [{"points": line.points, "marks": line.marks} for line in lines],
    }


GAME: Game[Rules, State] = Game(
    key="schlauch",
    rules=Rules,
    presets=PRESETS,
    entries={"hand": Hand, "force": ForcedGame, "passed_out": PassedOut},
    sides=range(3, 4),
    seats_per_side=lambda _rules: 1,
    start=start,
    step=step,
    report=report,
    figures=figures,
    winners=lambda ended: having_most(ended.score),
)
