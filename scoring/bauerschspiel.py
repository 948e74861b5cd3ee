"""Bauerschspiel, as played in Hesse (Löber 1965): five strokes to be wiped off the slate.

"Stated" rules come from the game's source, "decided" ones are our reading where it is silent.
It is the smallest game here, and the model for a new one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.fields import SIDE, Flag, Remarks, Whole, of_kind
from scoring.figures import Counted
from scoring.game import Agreement, Game, Replay, counted_by_rounds
from scoring.rounds import lines_of
from scoring.two_sides import Pair, plus

SEATS = 4
LOSERS = 2
"""How many players lose; each of them owes the winners a bun."""


@dataclass(frozen=True)
class Rules:
    """The house rules of one sheet, each with its allowed values."""

    start: int = of_kind(Whole(1, 999), default=5)
    loss_adds_stroke: bool = of_kind(Flag(), default=True)


@dataclass(frozen=True)
class Deal(Remarks):
    """``side`` played a deal, and ``won`` or lost it."""

    side: int = of_kind(SIDE)
    won: bool = of_kind(Flag())


class ReasonKind(StrEnum):
    """Why a line is worth what it is."""

    WIPED = "wiped"
    ADDED = "added"
    NOTHING_ADDED = "nothing_added"


class Round(NamedTuple):
    """A finished game: its score, and who wiped everything off."""

    score: Pair
    winner: int


class Line(NamedTuple):
    """What one deal wrote: strokes by side, and why. ``side`` is the one that played.

    ``total`` are the strokes on the slate before a game was closed; ``ended`` is that game.
    """

    side: int
    points: Pair
    reason: ReasonKind
    total: Pair
    ended: tuple[Round, ...]


class State(NamedTuple):
    """The slate after a deal; ``line`` is what that deal wrote, None before the first.

    ``score`` are the strokes that are left, ``blobs`` the Nullchen and ``buns`` the Stauzeweck
    that each side has won. ``rounds`` and ``deals`` count those that are over.
    """

    score: Pair
    blobs: Pair
    buns: Pair
    dealer: int
    rounds: int
    deals: int
    line: Line | None


def start(agreement: Agreement[Rules]) -> State:
    """Return the slate with all strokes on it."""
    strokes = agreement.rules.start
    return State((strokes, strokes), (0, 0), (0, 0), agreement.first_dealer, 0, 0, None)


def step(rules: Rules, state: State, deal: Deal) -> State:
    """Return the slate after one more deal.

    Stated: the side that has wiped off every stroke gets a Nullchen, and a bun from each of the
    losers; then both sides begin again.

    >>> step(Rules(), start(Agreement(Rules())), Deal(side=1, won=True)).score
    (5, 4)
    """
    points, reason = strokes(rules, deal)
    total = plus(state.score, deal.side, points)
    line = Line(deal.side, plus((0, 0), deal.side, points), reason, total, ())
    after = state._replace(
        score=total, dealer=(state.dealer + 1) % SEATS, deals=state.deals + 1, line=line
    )
    if total[deal.side] > 0:
        return after
    return after._replace(
        score=(rules.start, rules.start),
        blobs=plus(state.blobs, deal.side, 1),
        buns=plus(state.buns, deal.side, LOSERS),
        rounds=state.rounds + 1,
        line=line._replace(ended=(Round(total, deal.side),)),
    )


def strokes(rules: Rules, deal: Deal) -> tuple[int, ReasonKind]:
    """Return what a deal writes for the side that played it, and why.

    Stated: a won deal wipes one stroke off, a lost one adds one. Decided: it is added to the
    side that played and lost (`loss_adds_stroke`); the other side's strokes stay either way.

    >>> strokes(Rules(), Deal(side=0, won=False))
    (1, <ReasonKind.ADDED: 'added'>)
    """
    if deal.won:
        return -1, ReasonKind.WIPED
    if rules.loss_adds_stroke:
        return 1, ReasonKind.ADDED
    return 0, ReasonKind.NOTHING_ADDED


def figures(replay: Replay[Rules, State]) -> Counted:
    """Return what statistics count."""
    return counted_by_rounds(replay, deals=len(replay.entries))


def report(_rules: Rules, states: Sequence[State]) -> dict[str, object]:
    """Return Bauerschspiel's part of the line that ``knoddel score`` prints."""
    state, lines = states[-1], lines_of(states)
    return {
        "score": state.score,
        "blobs": state.blobs,
        "buns": state.buns,
        "games": [ended._asdict() for line in lines for ended in line.ended],
        "dealer": state.dealer,
        "entries": [{"points": line.points} for line in lines],
    }


GAME: Game[Rules, State] = Game(
    key="bauerschspiel",
    rules=Rules,
    presets=(),
    entries={"deal": Deal},
    sides=range(2, 3),
    seats_per_side=lambda _rules: 2,
    start=start,
    step=step,
    report=report,
    figures=figures,
    counts_down=True,
)
