"""Bauer in the simple form that gamerules.com describes: trumps may be passed round.

"Stated" rules come from that source, "decided" ones are our reading where it is silent. The
*declarer* is the side that chose trumps. What both forms have in common is in
:mod:`scoring.bauer`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.bauer import TRICKS, Round, check_tricks, most_tricks
from scoring.fields import SIDE, OrNull, Remarks, Whole, both, of_kind
from scoring.figures import Counted
from scoring.game import Agreement, Game, Preset, Replay, counted_by_rounds
from scoring.rounds import lines_of
from scoring.two_sides import Pair, plus

SEATS = 4


@dataclass(frozen=True)
class Rules:
    """The house rules of one sheet, each with its allowed values."""

    start: int = of_kind(Whole(1, 999), default=8)


PRESETS = (Preset("usual", {}),)


@dataclass(frozen=True)
class Deal(Remarks):
    """The tricks of both sides, and which side chose trumps; None if nobody did."""

    declarer: int | None = of_kind(OrNull(SIDE))
    tricks: Pair = of_kind(both(Whole(0, TRICKS)))


class ReasonKind(StrEnum):
    """Why a line is worth what it is."""

    DECLARER_WON = "declarer_won"
    DECLARER_FAILED = "declarer_failed"
    DECLARER_DREW = "declarer_drew"
    MOST_TRICKS = "most_tricks"
    NO_TRUMPS_DRAWN = "no_trumps_drawn"


class Reason(NamedTuple):
    """What a deal writes for ``side``; ``amount`` is in points, -1 or 0.

    ``side`` is the declarer or, if nobody chose trumps, the side with most tricks. A draw without
    trumps has a reason for each side.
    """

    kind: ReasonKind
    side: int
    amount: int


class Line(NamedTuple):
    """What one deal wrote: points by side, and why.

    ``total`` is the score before a game was closed; ``ended`` is that game.
    """

    points: Pair
    reasons: tuple[Reason, ...]
    total: Pair
    ended: tuple[Round, ...]


class State(NamedTuple):
    """The slate after a deal; ``line`` is what that deal wrote, None before the first.

    ``score`` is what each side has yet to count down, ``games_won`` what it has won. ``rounds``
    counts the games and ``deals`` the deals that are over.
    """

    score: Pair
    games_won: Pair
    dealer: int
    rounds: int
    deals: int
    line: Line | None


def start(agreement: Agreement[Rules]) -> State:
    """Return the slate on which both sides have everything to count down."""
    points = agreement.rules.start
    return State((points, points), (0, 0), agreement.first_dealer, 0, 0, None)


def step(rules: Rules, state: State, deal: Deal) -> State:
    """Return the slate after one more deal.

    Stated: whoever is first at 0 wins the game, and both start again. Decided: the deal passes on
    clockwise, whoever chose trumps. Raises ``bauer_tricks_sum``.

    >>> step(Rules(), start(Agreement(Rules())), Deal(declarer=0, tricks=(5, 3))).score
    (7, 8)
    """
    check_tricks(deal.tricks, TRICKS)
    reasons = deal_reasons(deal)
    points, total = (0, 0), state.score
    for _, side, amount in reasons:
        points, total = plus(points, side, amount), plus(total, side, amount)
    line = Line(points, reasons, total, ())
    after = state._replace(
        score=total, dealer=(state.dealer + 1) % SEATS, deals=state.deals + 1, line=line
    )
    if 0 not in total:
        return after
    winner = total.index(0)
    return after._replace(
        score=(rules.start, rules.start),
        games_won=plus(state.games_won, winner, 1),
        rounds=state.rounds + 1,
        line=line._replace(ended=(Round(total, winner),)),
    )


def deal_reasons(deal: Deal) -> tuple[Reason, ...]:
    """Return what a deal writes.

    Stated: a declarer with more than half the tricks counts one down; otherwise nobody scores.
    Decided: at 4:4 nobody scores either. Stated: if nobody chose trumps, the side with more than
    half the tricks counts one down. Decided: at 4:4 neither side does.

    >>> [reason.kind.value for reason in deal_reasons(Deal(declarer=1, tricks=(5, 3)))]
    ['declarer_failed']
    """
    most, declarer = most_tricks(deal.tricks), deal.declarer
    if declarer is None:
        if most is None:
            return tuple(Reason(ReasonKind.NO_TRUMPS_DRAWN, side, 0) for side in (0, 1))
        return (Reason(ReasonKind.MOST_TRICKS, most, -1),)
    if most is None:
        return (Reason(ReasonKind.DECLARER_DREW, declarer, 0),)
    if most == declarer:
        return (Reason(ReasonKind.DECLARER_WON, declarer, -1),)
    return (Reason(ReasonKind.DECLARER_FAILED, declarer, 0),)


def figures(replay: Replay[Rules, State]) -> Counted:
    """Return what statistics count."""
    return counted_by_rounds(replay, deals=len(replay.entries))


def report(_rules: Rules, states: Sequence[State]) -> dict[str, object]:
    """Return the part of simple Bauer in the line that ``knoddel score`` prints."""
    state, lines = states[-1], lines_of(states)
    return {
        "score": state.score,
        "games_won": state.games_won,
        "games": [ended._asdict() for line in lines for ended in line.ended],
        "dealer": state.dealer,
        "entries": [{"points": line.points} for line in lines],
    }


GAME: Game[Rules, State] = Game(
    key="bauer-simple",
    rules=Rules,
    presets=PRESETS,
    entries={"deal": Deal},
    sides=range(2, 3),
    seats_per_side=lambda _rules: 2,
    start=start,
    step=step,
    report=report,
    figures=figures,
)
