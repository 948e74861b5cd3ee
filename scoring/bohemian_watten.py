"""Bohemian Watten (Hudln, Kuddeln): two to seven players, each alone, counting down to 0.

"Stated" rules come from the game's sources, "decided" ones are our reading where they are
silent. Each player is a side of one seat, so a side's number is also its player's seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from scoring.fields import Flag, OneOf, OrNull, Remarks, UpTo, Whole, of_kind
from scoring.figures import Counted
from scoring.game import Agreement, Game, Preset, Replay, counted_by_rounds
from scoring.refusals import Fault, IllegalEntry
from scoring.rounds import lines_of

Row: TypeAlias = tuple[int, ...]
"""One number for each player."""

MOST_PLAYERS = 7
LEAST_STAYING = 2
"""Stated: at least so many players stay in, in every deal."""
TRICKS = 5
"""How many tricks a deal has, however many stay in."""
FEW_POINTS = 5
"""Stated: a player with this many points or fewer stays in. Decided: whatever the start is."""
FIFTY = 50
"""Stated variant `fifty_wins`: a player with so many points wins as well."""


class Slip(StrEnum):
    """The ways in which a deal of Bohemian Watten can be wrong."""

    MUST_STAY = "watten_must_stay"
    TOO_FEW_STAY = "watten_too_few_stay"
    TRICKS_SUM = "watten_tricks_sum"


class Stays(StrEnum):
    """Why a player may not fold."""

    NO_FOLDING = "no_folding"
    FIRST_DEAL = "first_deal"
    HEARTS = "hearts"
    FEW_POINTS = "few_points"
    SAT_OUT = "sat_out"
    DEALER = "dealer"


class Overshoot(StrEnum):
    """Who wins when a deal takes players to 0 or below. Stated to differ by table."""

    AT_OR_BELOW = "at_or_below"
    LOWEST = "lowest"
    EXACT = "exact"


@dataclass(frozen=True)
class Rules:
    """The house rules of one sheet, each with its allowed values."""

    start: int = of_kind(Whole(1, 999), default=20)
    penalty: int = of_kind(Whole(0, 999), default=5)
    hearts_double: bool = of_kind(Flag(), default=True)
    overshoot: Overshoot = of_kind(OneOf(Overshoot), default=Overshoot.AT_OR_BELOW)
    fifty_wins: bool = of_kind(Flag(), default=False)
    folding: bool = of_kind(Flag(), default=True)


PRESETS = (
    Preset("usual", {}),
    Preset("exact", {"overshoot": "exact"}),
    Preset("lowest", {"overshoot": "lowest"}),
    Preset("without_folding", {"folding": False}),
)


@dataclass(frozen=True)
class Deal(Remarks):
    """The tricks of each player, None if the player folded; ``hearts``: hearts were trumps."""

    tricks: tuple[int | None, ...] = of_kind(UpTo(OrNull(Whole(0, TRICKS)), MOST_PLAYERS))
    hearts: bool = of_kind(Flag(), default=False)


class ReasonKind(StrEnum):
    """Why a player gets the points that a deal writes."""

    TRICKS = "tricks"
    NO_TRICK = "no_trick"
    HEARTS = "hearts"
    FOLDED = "folded"
    OVERSHOT = "overshot"


class Reason(NamedTuple):
    """One step on the way to the points of the player ``side``.

    The reasons of a player apply in order. What ``amount`` means depends on the kind:

    - ``tricks``, ``no_trick``, ``folded``: points, namely -1 for each trick, the penalty, or 0.
      Every player has exactly one of these.
    - ``hearts``: how often those points are doubled.
    - ``overshot``: the score below 0 to which the deal would have led. The player's score stays
      as it was.
    """

    kind: ReasonKind
    side: int
    amount: int


class Round(NamedTuple):
    """A finished game: its score, which may be below 0, and all who won it, by seat."""

    score: Row
    winners: Row


class Line(NamedTuple):
    """What one deal wrote: the points of each player, and why. ``tricks`` are those of the deal.

    ``total`` is the score before a game was closed; ``ended`` is that game.
    """

    tricks: tuple[int | None, ...]
    points: Row
    reasons: tuple[Reason, ...]
    total: Row
    ended: tuple[Round, ...]


class State(NamedTuple):
    """The slate after a deal; ``line`` is what that deal wrote, None before the first.

    ``games_won`` are the games that each player has won. ``rounds`` counts the games and
    ``deals`` the deals that are over.
    """

    score: Row
    games_won: Row
    dealer: int
    rounds: int
    deals: int
    line: Line | None

    @property
    def begins_game(self) -> bool:
        """Whether the next deal is the first of a game."""
        return self.line is None or bool(self.line.ended)

    def sat_out(self, side: int) -> bool:
        """Whether a player folded in the deal before, though it ended a game."""
        return self.line is not None and self.line.tricks[side] is None


def start(agreement: Agreement[Rules]) -> State:
    """Return the slate on which everybody has all points to go."""
    players = agreement.sides
    score = (agreement.rules.start,) * players
    return State(score, (0,) * players, agreement.first_dealer, 0, 0, None)


def step(rules: Rules, state: State, deal: Deal) -> State:
    """Return the slate after one more deal.

    Stated: a game ends when somebody wins it. Decided: several players can win the same game;
    then all begin again at the start, and the deal passes on clockwise as after any other deal.
    Raises the refusals of :func:`check_deal`.

    >>> step(Rules(), start(Agreement(Rules(), sides=3)), Deal((2, 3, 0))).score
    (18, 17, 25)
    """
    check_deal(rules, state, deal)
    line = written(rules, state, deal)
    players = len(line.total)
    after = state._replace(
        score=line.total, dealer=(state.dealer + 1) % players, deals=state.deals + 1, line=line
    )
    winners = winners_of(rules, line.total)
    if not winners:
        return after
    return after._replace(
        score=(rules.start,) * players,
        games_won=tuple(won + (side in winners) for side, won in enumerate(state.games_won)),
        rounds=state.rounds + 1,
        line=line._replace(ended=(Round(line.total, winners),)),
    )


def check_deal(rules: Rules, state: State, deal: Deal) -> None:
    """Refuse a deal that cannot have been played.

    Stated: at least two stay in, and they make all five tricks. Raises ``wrong_count`` unless
    there is one value for each player; ``watten_must_stay`` for the first player who may not fold,
    with all reasons why not; ``watten_too_few_stay`` or ``watten_tricks_sum``.
    """
    if len(deal.tricks) != len(state.score):
        raise IllegalEntry(
            Fault.WRONG_COUNT, key="tricks", value=len(deal.tricks), count=len(state.score)
        )
    for side, tricks in enumerate(deal.tricks):
        if tricks is None and (why := reasons_to_stay(rules, state, side, hearts=deal.hearts)):
            raise IllegalEntry(
                Slip.MUST_STAY,
                side=side,
                reasons=why,
                standing=state.score[side],
                few=FEW_POINTS,
            )
    stayed = [tricks for tricks in deal.tricks if tricks is not None]
    if len(stayed) < LEAST_STAYING:
        raise IllegalEntry(Slip.TOO_FEW_STAY, stayed=len(stayed), least=LEAST_STAYING)
    if sum(stayed) != TRICKS:
        raise IllegalEntry(Slip.TRICKS_SUM, tricks=sum(stayed), total=TRICKS)


def reasons_to_stay(rules: Rules, state: State, side: int, *, hearts: bool) -> tuple[Stays, ...]:
    """Return every reason why a player may not fold in the next deal; none if that is allowed.

    ``hearts`` tells whether hearts are trumps in it. The rule that at least two stay in concerns
    all players together, so it is no reason here. It also covers the cutter, who may not fold when
    all others have folded.

    Stated: nobody folds in the first deal, with hearts as trumps, with five points or fewer,
    after sitting out the deal before, or as dealer. Decided: the first deal is that of each
    game; hearts keep everybody in where they do not double, too; `folding` may be off, for tables
    without it.

    >>> new = start(Agreement(Rules(), sides=3))
    >>> [reason.value for reason in reasons_to_stay(Rules(), new, 0, hearts=False)]
    ['first_deal', 'dealer']
    >>> played = step(Rules(), new, Deal((2, 3, 0)))
    >>> reasons_to_stay(Rules(), played, 0, hearts=False)
    ()
    """
    holds = {
        Stays.NO_FOLDING: not rules.folding,
        Stays.FIRST_DEAL: state.begins_game,
        Stays.HEARTS: hearts,
        Stays.FEW_POINTS: state.score[side] <= FEW_POINTS,
        Stays.SAT_OUT: state.sat_out(side),
        Stays.DEALER: side == state.dealer,
    }
    return tuple(reason for reason, is_so in holds.items() if is_so)


def written(rules: Rules, state: State, deal: Deal) -> Line:
    """Return what a deal writes, with no game closed yet."""
    points, reasons = list[int](), list[Reason]()
    for side in range(len(state.score)):
        gained, why = points_of(rules, state, deal, side)
        points.append(gained)
        reasons += why
    total = tuple(map(sum, zip(state.score, points, strict=True)))
    return Line(deal.tricks, tuple(points), tuple(reasons), total, ())


def points_of(rules: Rules, state: State, deal: Deal, side: int) -> tuple[int, tuple[Reason, ...]]:
    """Return the points that a deal writes for one player, and why.

    Stated: one point less for each trick, the penalty for no trick; hearts as trumps double both
    (`hearts_double`). The score of a player who folded stays. Stated for tables where 0 must be
    hit exactly: a deal that would lead below 0 leaves the player's score as it was.

    >>> new = start(Agreement(Rules(), sides=3))
    >>> [points_of(Rules(), new, Deal((2, 3, 0), hearts=True), side)[0] for side in range(3)]
    [-4, -6, 10]
    """
    tricks = deal.tricks[side]
    if tricks is None:
        return 0, (Reason(ReasonKind.FOLDED, side, 0),)
    if tricks:
        points, kind = -tricks, ReasonKind.TRICKS
    else:
        points, kind = rules.penalty, ReasonKind.NO_TRICK
    reasons = [Reason(kind, side, points)]
    if deal.hearts and rules.hearts_double:
        points *= 2
        reasons.append(Reason(ReasonKind.HEARTS, side, 1))
    led_to = state.score[side] + points
    if led_to < 0 and rules.overshoot is Overshoot.EXACT:
        points = 0
        reasons.append(Reason(ReasonKind.OVERSHOT, side, led_to))
    return points, tuple(reasons)


def winners_of(rules: Rules, score: Row) -> Row:
    """Return the seats of all who have won with these scores; none as long as the game goes on.

    Stated: a player at 0 or less has won; at some tables only the lowest of these (decided: all
    who share the lowest score). Where 0 must be hit exactly, no score is below it. Stated variant
    `fifty_wins`: a player at 50 or more has won too. Decided: so they win together with players at
    0 or less; and if a game starts that high, its first deals may end it.

    >>> winners_of(Rules(), (-1, 0, 7)), winners_of(Rules(overshoot=Overshoot.LOWEST), (-1, 0, 7))
    ((0, 1), (0,))
    """
    highest = min(0, *score) if rules.overshoot is Overshoot.LOWEST else 0
    return tuple(
        side
        for side, points in enumerate(score)
        if points <= highest or (rules.fifty_wins and points >= FIFTY)
    )


def figures(replay: Replay[Rules, State]) -> Counted:
    """Return what statistics count; a game counts for each of its winners."""
    return counted_by_rounds(replay, deals=len(replay.entries))


def report(_rules: Rules, states: Sequence[State]) -> dict[str, object]:
    """Return Bohemian Watten's part of the line that ``knoddel score`` prints."""
    state, lines = states[-1], lines_of(states)
    return {
        "score": state.score,
        "games_won": state.games_won,
        "games": [ended._asdict() for line in lines for ended in line.ended],
        "dealer": state.dealer,
        "entries": [{"points": line.points} for line in lines],
    }


GAME: Game[Rules, State] = Game(
    key="bohemian-watten",
    rules=Rules,
    presets=PRESETS,
    entries={"deal": Deal},
    sides=range(2, MOST_PLAYERS + 1),
    seats_per_side=lambda _rules: 1,
    start=start,
    step=step,
    report=report,
    figures=figures,
    winners=lambda ended: ended.winners,
    counts_down=True,
)
