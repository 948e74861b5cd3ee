"""The text of Schlauch: its hands, rules and comparisons."""

from collections.abc import Mapping, Sequence

from scoring.game import Replay
from scoring.schlauch import (
    LOST,
    PLAYERS,
    STROKE,
    WON,
    WRITES_MARKS,
    Contract,
    ForcedGame,
    Hand,
    Line,
    PassedOut,
    Reason,
    ReasonKind,
    Round,
    Rules,
    SchlauchEntry,
    Slip,
    State,
)
from scoring.sheet import Head
from views.text.phrases import (
    DEALS,
    ROUNDS_BALANCE,
    ROUNDS_WON,
    Example,
    Figure,
    Part,
    and_then,
    dealer_only,
    final_score,
    no_outlook,
    no_players_to_tell,
    outcome,
    signed,
)
from views.text.translator import Translator, label

NAME = label("Schlauch")
ROUNDS = label("Rounds")
ROUND = label("Round {number}")
CONTRACTS: Mapping[Contract, str] = {
    Contract.GRANDIOSO: label("Grandioso"),
    Contract.BETTEL: label("Bettel"),
    Contract.SCHLAUCH: label("Schlauch"),
    Contract.GRANDISSIMO: label("Grandissimo"),
    Contract.BETTELOUVERT: label("Bettelouvert"),
    Contract.HEART_SCHLAUCH: label("Heart Schlauch"),
}
PRESETS: Mapping[str, str] = {"usual": label("usual")}
RULES: Mapping[str, tuple[str, str]] = {
    "hands_per_round": (
        label("Hands until the comparison"),
        label("After this many hands the points are compared."),
    ),
    "force_game_value": (
        label("Points for a forced game"),
        label("For whoever wins it; the sources name no value."),
    ),
}
CHOICES: Mapping[object, str] = {}
SLIPS: Mapping[str, str] = {
    Slip.SANS_PRENDRE_CONTRACT: label(
        "Sans prendre is possible only with Grandioso, Schlauch and Heart Schlauch."
    ),
}
FIGURES: Sequence[Figure] = (ROUNDS_WON, DEALS)
REASONS: Mapping[ReasonKind, str] = {
    ReasonKind.CONTRACT_WON: label("{side} plays and wins"),
    ReasonKind.CONTRACT_LOST: label("{side} plays and loses"),
    ReasonKind.DEFENCE_WON: label("{side} plays against it and wins"),
    ReasonKind.DEFENCE_LOST: label("{side} plays against it and loses"),
    ReasonKind.SANS_PRENDRE: label("Sans prendre: everything doubled"),
    ReasonKind.FORCED_GAME: label("{side} wins the forced game"),
    ReasonKind.PASSED_OUT: label("All passed, {side} dealt"),
    ReasonKind.RED_TURNUP: label("The turn-up is red"),
}
GREATER: Mapping[ReasonKind, str] = {
    ReasonKind.CONTRACT_WON: label("{side} plays a contract that counts twice, and wins"),
    ReasonKind.CONTRACT_LOST: label("{side} plays a contract that counts twice, and loses"),
}
"""The same for a contract that counts twice."""
SINGLE: Mapping[ReasonKind, int] = dict((*WON, *LOST))
"""The worth of a contract that does not count twice."""
result = final_score
outlook = no_outlook
players_to_tell = no_players_to_tell
BALANCE = ROUNDS_BALANCE


def points(t: Translator, n: int) -> str:
    """Return a number of points in words."""
    return t.count("{n} point", "{n} points", n)


def strokes(t: Translator, n: int) -> str:
    """Return a number of strokes in words."""
    return t.count("{n} stroke", "{n} strokes", n)


def contract_name(t: Translator, contract: Contract, *, sans_prendre: bool = False) -> str:
    """Return what is played: "Grandioso", "Schlauch sans prendre"."""
    name = t(CONTRACTS[contract])
    return t("{contract} sans prendre", contract=name) if sans_prendre else name


def running_round(t: Translator, _rules: Rules, state: State) -> str:
    """Return which round is running."""
    return t(ROUND, number=state.rounds + 1)


def who_is_on(
    t: Translator, head: Head, replay: Replay[Rules, State], corrected: int | None
) -> tuple[str, str]:
    """Return the dealer, and the number of the hand in the round, as shown and as read aloud."""
    shown, said = dealer_only(t, head, replay, corrected)
    number, hands = replay.state.hands + 1, replay.agreement.rules.hands_per_round
    hand = t("Hand {number} of {all}", number=number, all=hands)
    return f"{shown} · {hand}", f"{said}, {hand}"


def standing(t: Translator, state: State) -> list[tuple[str, Sequence[int]]]:
    """Return points and penalty strokes."""
    return [(t("Score"), state.score), (t("Strokes"), state.marks)]


def played(t: Translator, head: Head, hand: Hand, line: Line) -> str:
    """Return what a hand brings its declarer: "Ute: Grandioso won, 150 points"."""
    side = hand.declarer
    won = hand.won
    return t(
        "{side}: {contract} {outcome}, {brought}",
        side=head.sides[side].name,
        contract=contract_name(t, hand.contract, sans_prendre=hand.sans_prendre),
        outcome=outcome(t, won=won),
        brought=points(t, line.points[side]) if won else strokes(t, line.marks[side]),
    )


def to_others(t: Translator, hand: Hand, line: Line) -> str:
    """Return what each of the others gets: "2 strokes", "+100"."""
    other = (hand.declarer + 1) % len(PLAYERS)
    return strokes(t, line.marks[other]) if hand.won else signed(line.points[other])


def passed_out(t: Translator, head: Head, passed: PassedOut, line: Line) -> str:
    """Return what the dealer gets when all passed: "Turn-up red: 2 strokes for Max"."""
    dealer = line.reasons[0].side
    return t(
        "{turnup}: {strokes} for {side}",
        turnup=t("Turn-up red") if passed.red_turnup else t("Turn-up black"),
        strokes=strokes(t, line.marks[dealer]),
        side=head.sides[dealer].name,
    )


def forced_game(t: Translator, head: Head, game: ForcedGame) -> str:
    """Return who wins a forced game."""
    return t("Forced game: {side} wins", side=head.sides[game.winner].name)


def describe(t: Translator, head: Head, entry: SchlauchEntry, line: Line) -> str:
    """Return what an entry wrote, and briefly what the comparison after it brought."""
    compared = (_compared(t, head, ended) for ended in line.ended)
    return and_then(_written(t, head, entry, line), compared)


def _written(t: Translator, head: Head, entry: SchlauchEntry, line: Line) -> str:
    match entry:
        case Hand():
            said = played(t, head, entry, line)
            return t("{said}; the others {each} each", said=said, each=to_others(t, entry, line))
        case ForcedGame(winner=winner):
            said, worth = forced_game(t, head, entry), line.points[winner]
            return t("{said}, {brought}", said=said, brought=points(t, worth))
        case PassedOut():
            return t("All passed. {said}", said=passed_out(t, head, entry, line))


def _compared(t: Translator, head: Head, ended: Round) -> str:
    """Return what the comparison brought each player, in one sentence."""
    got = [
        t("{side} {value}", side=side.name, value=strokes(t, n))
        for side, n in zip(head.sides, ended.strokes, strict=True)
        if n
    ]
    return t("Comparison: {strokes}.", strokes=", ".join(got) or t("no strokes"))


def reasons(t: Translator, head: Head, line: Line) -> list[tuple[str, str]]:
    """Return the explanation of a line, and what the comparison after it brought."""
    steps = [_reason(t, head, why) for why in line.reasons]
    return [*steps, *(step for ended in line.ended for step in _comparison(t, head, ended))]


def _reason(t: Translator, head: Head, why: Reason) -> tuple[str, str]:
    kind, side, amount = why
    counts_twice = kind in GREATER and amount > SINGLE[kind]
    said = t((GREATER if counts_twice else REASONS)[kind], side=head.sides[side].name)
    if kind is ReasonKind.SANS_PRENDRE:
        return said, f"×{2**amount}"
    return said, strokes(t, amount) if kind in WRITES_MARKS else signed(amount)


def _comparison(t: Translator, head: Head, ended: Round) -> list[tuple[str, str]]:
    """Return the explanation of a comparison, one step for each reason of strokes."""
    steps = [
        (
            t(
                "Comparison: {behind} is {points} behind {ahead}",
                behind=head.sides[behind].name,
                points=ended.score[ahead] - ended.score[behind],
                ahead=head.sides[ahead].name,
            ),
            strokes(t, n),
        )
        for ahead, behind, n in ended.comparisons
    ]
    fewest = [
        (t("Comparison: {side} has the fewest points", side=head.sides[side].name), strokes(t, 1))
        for side in ended.fewest
    ]
    return [*steps, *fewest] or [(t("Comparison: all have the same"), t("no strokes"))]


def round_end(t: Translator, head: Head, ended: Round) -> list[str]:
    """Return who got strokes from whom, and who got one for the fewest points."""
    names, one = [side.name for side in head.sides], strokes(t, 1)
    said = [
        t(
            "Comparison: {behind} {strokes} from {ahead}",
            behind=names[behind],
            strokes=strokes(t, n),
            ahead=names[ahead],
        )
        for ahead, behind, n in ended.comparisons
    ]
    said += [
        t("{side}: {strokes} for the fewest points", side=names[side], strokes=one)
        for side in ended.fewest
    ]
    return said or [t("Comparison: all have the same, no strokes")]


def who_pays(t: Translator, head: Head, state: State) -> list[str]:
    """Return who has most strokes, once anybody has one."""
    most = max(state.marks)
    names = [side.name for side, n in zip(head.sides, state.marks, strict=True) if n == most]
    return [t("Most strokes: {names}", names=", ".join(names))] if most else []


def rules_in_brief(t: Translator, rules: Rules) -> str:
    """Return the house rules in one line."""
    parts = [
        t.count("comparison after every hand", "comparison after {n} hands", rules.hands_per_round)
    ]
    if rules.force_game_value:
        parts.append(t("forced game {points}", points=points(t, rules.force_game_value)))
    return " · ".join(parts)


def how_it_is_written(t: Translator, rules: Rules) -> list[Part]:
    """Return how to keep score in Schlauch by these house rules."""
    (_, won), (_, others_lose) = WON
    (_, lost), (_, others_win) = LOST
    forced = (
        t("Whoever wins it gets {points}.", points=points(t, rules.force_game_value))
        if rules.force_game_value
        else t("Here it scores no points.")
    )
    return [
        Part(
            t("A deal"),
            [
                t(
                    "Whoever plays and wins gets {points}, each of the others {strokes}.",
                    points=points(t, won),
                    strokes=strokes(t, others_lose),
                ),
                t(
                    "Whoever plays and loses gets {strokes}, each of the others {points}.",
                    strokes=strokes(t, lost),
                    points=points(t, others_win),
                ),
                t("Grandissimo, Bettelouvert and Heart Schlauch count twice."),
                t("Sans prendre, without calling for a card, doubles points and strokes."),
                t(SLIPS[Slip.SANS_PRENDRE_CONTRACT]),
            ],
        ),
        Part(
            t("All passed"),
            [
                t(
                    "Either the dealer gets a stroke, two if the turn-up is red, and deals "
                    "again; this does not count as a hand."
                ),
                t("Or a forced game is played in the turn-up's suit; it counts as a hand."),
                t("Whoever has the most card points wins the forced game."),
                forced,
            ],
        ),
        Part(
            t("The comparison"),
            [
                t.count(
                    "After every hand the points are compared.",
                    "After every {n} hands the points are compared.",
                    rules.hands_per_round,
                ),
                t(
                    "A player gets a stroke for every full {points} points that another "
                    "player is ahead.",
                    points=STROKE,
                ),
                t("Whoever has the fewest points gets one more, but not if all have the same."),
                t("Then the points start at 0 again; the strokes stay."),
            ],
        ),
    ]


def examples(t: Translator, head: Head, rules: Rules) -> list[Example]:
    """Return worked examples of Schlauch."""
    first, second, third = (side.name for side in head.sides)
    grandioso = Hand(0, Contract.GRANDIOSO, won=True)
    return [
        Example(t("{side} wins a Grandioso.", side=first), (grandioso,)),
        Example(
            t("{side} loses a Heart Schlauch.", side=second),
            (Hand(1, Contract.HEART_SCHLAUCH, won=False),),
        ),
        Example(
            t("{side} plays a Schlauch sans prendre and wins.", side=third),
            (Hand(2, Contract.SCHLAUCH, won=True, sans_prendre=True),),
        ),
        Example(t("All pass, and the turn-up is red."), (PassedOut(red_turnup=True),)),
        Example(
            t.count(
                "{side} wins the only hand of a round with Grandioso.",
                "{side} wins all {n} hands of a round with Grandioso.",
                rules.hands_per_round,
                side=first,
            ),
            (grandioso,) * rules.hands_per_round,
        ),
    ]
