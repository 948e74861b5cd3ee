"""Bauerchen, the Palatine tavern game for four, as written on the slate.

Units: *card points* (Augen, 120 in the deck, 130 with the last-trick bonus) decide who wins a
deal and at which level; *game points* (Striche) are what is written. "Stated" rules come from
the game's sources, "decided" ones are our reading where the sources are silent or disagree.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, Self, TypeAlias

from scoring.fields import (
    SIDE,
    Flag,
    OneNumberOf,
    OneOf,
    OrNull,
    Remarks,
    Whole,
    both,
    of_kind,
)
from scoring.figures import Counted, Figures
from scoring.game import Agreement, Game, Preset, Replay
from scoring.refusals import Fault, IllegalEntry
from scoring.rounds import lines_of
from scoring.two_sides import Pair, other, plus, seat_of, side_of

SEATS = 4
MOST_CARD_POINTS = 130
"""All card points of a deal, with the last-trick bonus."""
MOST_SPRITZEN = 10
"""Decided: any number of spritzen is allowed, but more than ten is taken for a mistake."""
LEAST_TRICK = 8
"""The fewest card points that a trick can hold: four Jacks at two each."""
MOST_ROUNDS = 10_000
"""Decided: no table plays more. Carried points with a tiny target could make millions."""


class Slip(StrEnum):
    """The ways in which a Bauerchen entry can be wrong."""

    RESULT_UNCLEAR = "result_unclear"
    CARD_POINTS_SUM = "card_points_sum"
    CARD_POINTS_IMPOSSIBLE = "card_points_impossible"
    MELD_PAST_TARGET = "meld_past_target"
    SOLO_IN_DECIDER = "solo_in_decider"


class Level(StrEnum):
    """How far the losing side got. Stated: worth 1, 2 or 3 game points to the winner."""

    SCHNEIDERFREI = "schneiderfrei"
    SCHNEIDER = "schneider"
    SCHWARZ = "schwarz"


class FortyRule(StrEnum):
    """Optional "40er-Regel": when a 40 counts one game point instead of two."""

    OFF = "off"
    AT_TEN = "at_ten"
    ALWAYS = "always"


class LastCardTrump(StrEnum):
    """Optional "Die Letzte": when the last card makes trumps. It has no effect on the score."""

    OFF = "off"
    TWO_JACKS = "two_jacks"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Rules:
    """The house rules of one sheet, each with its allowed values."""

    last_trick_bonus: bool = of_kind(Flag(), default=True)
    schneider_threshold: int | None = of_kind(OrNull(Whole(31, 34)), default=None)
    round_target: int = of_kind(Whole(1, 999), default=12)
    carry_over: bool = of_kind(Flag(), default=False)
    forty_rule: FortyRule = of_kind(OneOf(FortyRule), default=FortyRule.OFF)
    knoddels_per_stein: int = of_kind(Whole(2, 9), default=2)
    solo_in_decider: bool = of_kind(Flag(), default=True)
    meld_past_target: bool = of_kind(Flag(), default=False)
    last_card_trump: LastCardTrump = of_kind(OneOf(LastCardTrump), default=LastCardTrump.OFF)

    @property
    def all_card_points(self) -> int:
        """Stated: the deck holds 120 card points; the last trick adds ten at most tables.

        >>> Rules().all_card_points, Rules(last_trick_bonus=False).all_card_points
        (130, 120)
        """
        return MOST_CARD_POINTS if self.last_trick_bonus else 120

    @property
    def threshold(self) -> int:
        """Stated: below this many card points the loser is schneider: 33, or 31 without bonus."""
        if self.schneider_threshold is not None:
            return self.schneider_threshold
        return 33 if self.last_trick_bonus else 31


PRESETS = (
    Preset("lautrer_spiel", {}),
    Preset("without_last_trick", {"last_trick_bonus": False}),
    Preset("siegelbach", {"round_target": 31, "carry_over": True}),
)


@dataclass(frozen=True)
class Meld(Remarks):
    """A side declares king and queen: 20 in a suit, 40 in trumps."""

    side: int = of_kind(SIDE)
    cards: int = of_kind(OneNumberOf((20, 40)))


@dataclass(frozen=True)
class Deal(Remarks):
    """Five tricks were played. Either winner and level are given, or both sides' card points.

    ``home`` is given only if the scribe corrects who announced trumps in this deal.
    """

    winner: int | None = of_kind(SIDE, default=None)
    level: Level | None = of_kind(OneOf(Level), default=None)
    card_points: Pair | None = of_kind(both(Whole(0, MOST_CARD_POINTS)), default=None)
    spritzen: int = of_kind(Whole(0, MOST_SPRITZEN), default=0)
    home: int | None = of_kind(SIDE, default=None)


@dataclass(frozen=True)
class Solo(Remarks):
    """One player of ``side`` played alone for all tricks (Kart' ab), and ``won`` or lost.

    ``player`` is given only if it was told which of the side's two players it was; scoring ignores
    it.
    """

    side: int = of_kind(SIDE)
    won: bool = of_kind(Flag())
    player: int | None = of_kind(SIDE, default=None)

    @property
    def seat(self) -> int | None:
        """Where the player sat, None if that was not told."""
        return None if self.player is None else seat_of(self.side, self.player)

    def without_remarks(self) -> Self:
        """Return only what counts, which is not who played."""
        return replace(super().without_remarks(), player=None)


BauerchenEntry: TypeAlias = Meld | Deal | Solo


class ReasonKind(StrEnum):
    """Why a line is worth what it is."""

    LEVEL = "level"
    AWAY_BONUS = "away_bonus"
    SPRITZEN = "spritzen"
    MELD = "meld"
    FORTY_RULE = "forty_rule"
    SOLO_TO_TARGET = "solo_to_target"
    CARRIED = "carried"


class Reason(NamedTuple):
    """One step on the way to a line's points.

    ``amount`` is in game points. For ``spritzen`` it is how often the sum of the reasons before it
    is doubled. ``carried`` are the points with which the winner's next round begins; they are no
    part of the line.
    """

    kind: ReasonKind
    amount: int


BY_LEVEL = {
    Level.SCHNEIDERFREI: Reason(ReasonKind.LEVEL, 1),
    Level.SCHNEIDER: Reason(ReasonKind.LEVEL, 2),
    Level.SCHWARZ: Reason(ReasonKind.LEVEL, 3),
}
AWAY_BONUS = Reason(ReasonKind.AWAY_BONUS, 1)
BY_SPRITZEN = [Reason(ReasonKind.SPRITZEN, times) for times in range(MOST_SPRITZEN + 1)]
BY_CARDS = {20: Reason(ReasonKind.MELD, 1), 40: Reason(ReasonKind.MELD, 2)}
FORTY_COUNTS_ONE = Reason(ReasonKind.FORTY_RULE, -1)


class Round(NamedTuple):
    """A finished round: score, winner, whether it was the decider, whether it won a stein."""

    score: Pair
    winner: int
    decider: bool
    stein: bool


class Line(NamedTuple):
    """What one entry wrote: the side that got the game points, how many, and why.

    ``total`` is the score after it, before a round is closed. ``ended`` are the rounds that it
    ended: none, one, or more if carried points reached the target again.
    """

    side: int
    points: int
    reasons: tuple[Reason, ...]
    total: Pair
    ended: tuple[Round, ...]


class State(NamedTuple):
    """The slate after an entry; ``line`` is what that entry wrote, None before the first.

    ``rounds`` and ``deals`` count those that are over.
    """

    score: Pair
    knoddels: Pair
    steins: Pair
    dealer: int
    rounds: int
    deals: int
    line: Line | None

    @property
    def forehand(self) -> int:
        """Stated: the seat left of the dealer announces trumps, leads, and deals next."""
        return (self.dealer + 1) % SEATS

    @property
    def home(self) -> int:
        """Stated: the side that announces trumps is at home, the other away."""
        return side_of(self.dealer + 1)


def start(agreement: Agreement[Rules]) -> State:
    """Return the empty slate."""
    return State((0, 0), (0, 0), (0, 0), agreement.first_dealer, 0, 0, None)


def step(rules: Rules, state: State, entry: BauerchenEntry) -> State:
    """Return the slate after one more entry.

    Raises :class:`~scoring.refusals.IllegalEntry` with a :class:`Slip` if it cannot be.

    >>> home_schwarz = Deal(winner=1, level=Level.SCHWARZ, spritzen=1)
    >>> step(Rules(), start(Agreement(Rules())), home_schwarz).score
    (0, 6)
    """
    match entry:
        case Meld():
            side, points, reasons = meld_points(rules, state, entry)
            deal_is_over = False
        case Deal():
            side, points, reasons = deal_points(rules, state, entry)
            deal_is_over = True
        case _:
            side, points, reasons = solo_points(rules, state, entry)
            deal_is_over = True
    total = plus(state.score, side, points)
    if total[side] >= rules.round_target:
        return _round_over(rules, state, side, points, reasons)
    line = Line(side, points, reasons, total, ())
    dealer = state.forehand if deal_is_over else state.dealer
    deals = state.deals + deal_is_over
    return State(total, state.knoddels, state.steins, dealer, state.rounds, deals, line)


def meld_points(rules: Rules, state: State, meld: Meld) -> tuple[int, int, tuple[Reason, ...]]:
    """Return side, game points and reasons of a meld.

    Stated: a 20 is worth one game point, a 40 two, to the side that declares it, whoever wins
    the deal; it may not take the score past the target (`meld_past_target` lifts that).
    Raises ``meld_past_target``.
    """
    standing = state.score[meld.side]
    reasons: tuple[Reason, ...] = (BY_CARDS[meld.cards],)
    points = reasons[0].amount
    if meld.cards == 40 and forty_counts_one(rules, standing):
        points += FORTY_COUNTS_ONE.amount
        reasons += (FORTY_COUNTS_ONE,)
    if standing + points > rules.round_target and not rules.meld_past_target:
        raise IllegalEntry(
            Slip.MELD_PAST_TARGET,
            side=meld.side,
            cards=meld.cards,
            standing=standing,
            points=points,
            target=rules.round_target,
        )
    return meld.side, points, reasons


def forty_counts_one(rules: Rules, standing: int) -> bool:
    """Whether a 40 is worth one game point for a side that stands at ``standing``.

    Decided: "at ten" means two short of the target, whatever the target is.
    """
    return rules.forty_rule is FortyRule.ALWAYS or (
        rules.forty_rule is FortyRule.AT_TEN and standing == rules.round_target - 2
    )


def deal_points(rules: Rules, state: State, deal: Deal) -> tuple[int, int, tuple[Reason, ...]]:
    """Return side, game points and reasons of a deal.

    Stated: the level of the loser gives one, two or three game points; away gets one more;
    every spritz doubles the sum. Raises the slips of :func:`outcome`.
    """
    home = home_in(state, deal)
    winner, level = outcome(rules, deal, home)
    reasons: tuple[Reason, ...] = (BY_LEVEL[level],)
    points = reasons[0].amount
    if winner != home:
        points += AWAY_BONUS.amount
        reasons += (AWAY_BONUS,)
    if deal.spritzen:
        points <<= deal.spritzen
        reasons += (BY_SPRITZEN[deal.spritzen],)
    return winner, points, reasons


def home_in(state: State, deal: Deal) -> int:
    """Return the side at home in the next deal: forehand's, unless the scribe corrected it."""
    return state.home if deal.home is None else deal.home


def outcome(rules: Rules, deal: Deal, home: int) -> tuple[int, Level]:
    """Return who won a deal and the level of the loser.

    Raises ``result_unclear`` unless the deal has either winner and level or card points;
    ``card_points_sum`` or ``card_points_impossible``.
    """
    if deal.card_points is None:
        if deal.winner is None or deal.level is None:
            raise IllegalEntry(Slip.RESULT_UNCLEAR)
        return deal.winner, deal.level
    if deal.winner is not None or deal.level is not None:
        raise IllegalEntry(Slip.RESULT_UNCLEAR)
    check_card_points(rules, deal.card_points)
    winner = winner_of(deal.card_points, home)
    return winner, level_of(rules, deal.card_points[other(winner)])


def check_card_points(rules: Rules, card_points: Pair) -> None:
    """Refuse card points that no deal can end with.

    Stated: both sides add up to 130 (120 without the last-trick bonus), and a side with a trick
    has at least eight. Raises ``card_points_sum`` or ``card_points_impossible``.
    """
    if sum(card_points) != rules.all_card_points:
        raise IllegalEntry(
            Slip.CARD_POINTS_SUM, card_points=card_points, total=rules.all_card_points
        )
    fewer = min(card_points)
    if 0 < fewer < LEAST_TRICK:
        raise IllegalEntry(Slip.CARD_POINTS_IMPOSSIBLE, card_points=card_points, fewer=fewer)


def winner_of(card_points: Pair, home: int) -> int:
    """Return the side that won: home needs more than half, so away wins a split.

    Stated for 65:65; decided: the same at 60:60.

    >>> winner_of((65, 65), home=0)
    1
    """
    return home if card_points[home] > card_points[other(home)] else other(home)


def level_of(rules: Rules, loser_card_points: int) -> Level:
    """Return the level of the losing side.

    >>> [level_of(Rules(), card_points).value for card_points in (33, 32, 0)]
    ['schneiderfrei', 'schneider', 'schwarz']
    """
    if loser_card_points == 0:
        return Level.SCHWARZ
    if loser_card_points < rules.threshold:
        return Level.SCHNEIDER
    return Level.SCHNEIDERFREI


def solo_points(rules: Rules, state: State, solo: Solo) -> tuple[int, int, tuple[Reason, ...]]:
    """Return side, game points and reasons of a solo.

    Stated: the side that wins it, soloist or opponents, is at the target, and the round is over.
    Raises ``solo_in_decider`` if the table does not allow a solo in the decider.
    """
    if is_decider(rules, state) and not rules.solo_in_decider:
        raise IllegalEntry(Slip.SOLO_IN_DECIDER)
    winner = solo.side if solo.won else other(solo.side)
    points = rules.round_target - state.score[winner]
    return winner, points, (Reason(ReasonKind.SOLO_TO_TARGET, points),)


def is_decider(rules: Rules, state: State) -> bool:
    """Whether the running round is the Gehampelter: both sides one knoddel short.

    >>> is_decider(Rules(), start(Agreement(Rules()))._replace(knoddels=(1, 1)))
    True
    """
    return _one_knoddel_short(rules, state.knoddels)


def _one_knoddel_short(rules: Rules, knoddels: Pair) -> bool:
    return knoddels[0] == knoddels[1] == rules.knoddels_per_stein - 1


def _round_over(
    rules: Rules, state: State, winner: int, points: int, reasons: tuple[Reason, ...]
) -> State:
    """Close the round that the winner's points won, and the rounds that carried points win.

    Stated: the loser gets a knoddel. With the last knoddel the winner gets a stein, and both sides
    start again without knoddels. Both start the next round at 0. With `carry_over` the winner's
    excess is carried into the next round. Decided: if that reaches the target again, the winner
    wins that round too.
    Decided: a meld that ends the round also ends its deal, so forehand deals next in any case.
    """
    loser, target = other(winner), rules.round_target
    knoddels, steins, ended = state.knoddels, state.steins, list[Round]()
    score = total = plus(state.score, winner, points)
    while score[winner] >= target:
        decider = _one_knoddel_short(rules, knoddels)
        knoddels = plus(knoddels, loser, 1)
        stein = knoddels[loser] == rules.knoddels_per_stein
        if stein:
            knoddels, steins = (0, 0), plus(steins, winner, 1)
        ended.append(Round(score, winner, decider, stein))
        if state.rounds + len(ended) > MOST_ROUNDS:
            raise IllegalEntry(Fault.TOO_MANY_ROUNDS, most=MOST_ROUNDS)
        carried = score[winner] - target if rules.carry_over else 0
        score = plus((0, 0), winner, carried)
    if score[winner]:
        reasons = (*reasons, Reason(ReasonKind.CARRIED, score[winner]))
    line = Line(winner, points, reasons, total, tuple(ended))
    rounds, deals = state.rounds + len(ended), state.deals + 1
    return State(score, knoddels, steins, state.forehand, rounds, deals, line)


def next_to_spritz(home: int, spritzen: int) -> int:
    """Return the side that may double next. Stated: they take turns, away first."""
    return home if spritzen % 2 else other(home)


@dataclass(frozen=True)
class SideFigures(Figures):
    """What statistics count of a side in Bauerchen; ``points`` are game points.

    A deal counts for the level at which it was won, a solo for the side that played it. Melds and
    solos are no deals.
    """

    deals_won: int
    home_deals: int
    home_won: int
    away_deals: int
    away_won: int
    spritzed_deals: int
    spritzed_won: int
    schneider: int
    schwarz: int
    melds_20: int
    melds_40: int
    solos: int
    solos_won: int
    points: int
    deciders: int
    deciders_won: int
    steins_won: int
    steins_lost: int


@dataclass(frozen=True)
class PlayerFigures(SideFigures):
    """What statistics count of a player: what they count of the side, but only the player's solos.

    ``announced`` are the deals in which the player was forehand and the side was at home.
    """

    announced: int
    announced_won: int


class PlayedDeal(NamedTuple):
    """A deal as statistics look at it; ``announcer`` is the seat that announced trumps.

    There is none if the scribe corrected who was at home: then it was not forehand.
    """

    winner: int
    level: Level
    is_spritzed: bool
    home: int
    announcer: int | None


class Played(NamedTuple):
    """What happened on a sheet, sorted for counting; ``rounds`` are those that are finished."""

    deals: Sequence[PlayedDeal]
    melds: Sequence[Meld]
    solos: Sequence[Solo]
    rounds: Sequence[Round]
    lines: Sequence[Line]


def figures(replay: Replay[Rules, State]) -> Counted:
    """Return what statistics count."""
    played = _played(replay)
    sides = tuple(side_figures(played, side) for side in (0, 1))
    seats = tuple(player_figures(played, seat, sides[side_of(seat)]) for seat in range(SEATS))
    return Counted(sides, seats, tuple(side.steins_won for side in sides))


def side_figures(played: Played, side: int) -> SideFigures:
    """Return what is counted of a side."""
    deals, rounds = played.deals, played.rounds
    won = [deal for deal in deals if deal.winner == side]
    home = [deal for deal in deals if deal.home == side]
    spritzed = [deal for deal in deals if deal.is_spritzed]
    levels = [deal.level for deal in won]
    melds = [meld.cards for meld in played.melds if meld.side == side]
    solos = [solo.won for solo in played.solos if solo.side == side]
    deciders = [ended for ended in rounds if ended.decider]
    steins = [ended for ended in rounds if ended.stein]
    return SideFigures(
        evenings=1,
        deals=len(deals),
        deals_won=len(won),
        home_deals=len(home),
        home_won=_won(home, side),
        away_deals=len(deals) - len(home),
        away_won=len(won) - _won(home, side),
        spritzed_deals=len(spritzed),
        spritzed_won=_won(spritzed, side),
        schneider=levels.count(Level.SCHNEIDER),
        schwarz=levels.count(Level.SCHWARZ),
        melds_20=melds.count(20),
        melds_40=melds.count(40),
        solos=len(solos),
        solos_won=sum(solos),
        points=sum([line.points for line in played.lines if line.side == side]),
        rounds=len(rounds),
        rounds_won=_won(rounds, side),
        deciders=len(deciders),
        deciders_won=_won(deciders, side),
        steins_won=_won(steins, side),
        steins_lost=_won(steins, other(side)),
    )


def player_figures(played: Played, seat: int, of_side: SideFigures) -> PlayerFigures:
    """Return what is counted of the player on a seat, beside what is counted of the side."""
    solos = [solo.won for solo in played.solos if solo.seat == seat]
    announced = [deal for deal in played.deals if deal.announcer == seat]
    counted = {**vars(of_side), "solos": len(solos), "solos_won": sum(solos)}
    return PlayerFigures(
        **counted, announced=len(announced), announced_won=_won(announced, side_of(seat))
    )


def _played(replay: Replay[Rules, State]) -> Played:
    """Sort what happened; a deal is seen with the state before it."""
    entries, lines = replay.entries, lines_of(replay.states)
    return Played(
        deals=[
            _played_deal(replay.agreement.rules, before, entry)
            for before, entry in zip(replay.states, entries, strict=False)
            if isinstance(entry, Deal)
        ],
        melds=[entry for entry in entries if isinstance(entry, Meld)],
        solos=[entry for entry in entries if isinstance(entry, Solo)],
        rounds=[ended for line in lines for ended in line.ended],
        lines=lines,
    )


def _played_deal(rules: Rules, before: State, deal: Deal) -> PlayedDeal:
    home = home_in(before, deal)
    winner, level = outcome(rules, deal, home)
    announcer = before.forehand if home == before.home else None
    return PlayedDeal(winner, level, deal.spritzen > 0, home, announcer)


def _won(each: Iterable[PlayedDeal | Round], side: int) -> int:
    """Return how many deals or rounds a side won."""
    return [one.winner for one in each].count(side)


def report(rules: Rules, states: Sequence[State]) -> dict[str, object]:
    """Return Bauerchen's part of the line that ``knoddel score`` prints."""
    state, lines = states[-1], lines_of(states)
    return {
        "score": state.score,
        "knoddels": state.knoddels,
        "steins": state.steins,
        "rounds": [
            {"score": score, "winner": winner, "decider": decider, "stein": stein}
            for line in lines
            for score, winner, decider, stein in line.ended
        ],
        "decider": is_decider(rules, state),
        "dealer": state.dealer,
        "home": state.home,
        "entries": [
            {"points": plus((0, 0), line.side, line.points), "ended_rounds": len(line.ended)}
            for line in lines
        ],
    }


GAME: Game[Rules, State] = Game(
    key="bauerchen",
    rules=Rules,
    presets=PRESETS,
    entries={"meld": Meld, "deal": Deal, "solo": Solo},
    sides=range(2, 3),
    seats_per_side=lambda _rules: 2,
    start=start,
    step=step,
    report=report,
    figures=figures,
    deal_winner=lambda entry, line: None if isinstance(entry, Meld) else line.side,
)
