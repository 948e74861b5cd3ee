"""The text of Bohemian Watten: its deals, rules and games."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.bohemian_watten import (
    FEW_POINTS,
    FIFTY,
    GAME,
    LEAST_STAYING,
    TRICKS,
    Deal,
    Line,
    Overshoot,
    Reason,
    ReasonKind,
    Round,
    Rules,
    Slip,
    State,
    Stays,
    reasons_to_stay,
)
from scoring.game import Agreement, replay
from scoring.sheet import Head
from views.text.phrases import (
    DEALS,
    GAMES_BALANCE,
    GAMES_WON,
    Example,
    Figure,
    Part,
    ahead,
    dealer_only,
    no_outlook,
    no_players_to_tell,
    numbered_game,
    signed,
    with_rounds,
)
from views.text.translator import Translator, label

NAME = label("Bohemian Watten")
ROUNDS = label("Games")
ROUND = label("Game {number}")
PRESETS: Mapping[str, str] = {
    "usual": label("as usual"),
    "exact": label("to exactly 0"),
    "lowest": label("the lowest wins"),
    "without_folding": label("without folding"),
}
RULES: Mapping[str, tuple[str, str]] = {
    "start": (label("Points at the start"), label("Everybody counts down from here to 0.")),
    "penalty": (
        label("No trick"),
        label("Whoever stays in and makes no trick gets this many more."),
    ),
    "hearts_double": (
        label("Hearts count double"),
        label("With hearts as trumps, everything counts double."),
    ),
    "overshoot": (label("Below 0"), label("Who wins when a deal leads to 0 or below.")),
    "fifty_wins": (label("50 wins too"), label("Whoever reaches 50 points wins too.")),
    "folding": (label("Folding"), label("Whether players may sit a deal out.")),
}
CHOICES: Mapping[object, str] = {
    Overshoot.AT_OR_BELOW: label("all at 0 or below"),
    Overshoot.LOWEST: label("only the lowest"),
    Overshoot.EXACT: label("only exactly 0"),
    Stays.NO_FOLDING: label("nobody folds here"),
    Stays.FIRST_DEAL: label("first deal of a game"),
    Stays.HEARTS: label("hearts are trumps"),
    Stays.FEW_POINTS: label("{few} points or fewer"),
    Stays.SAT_OUT: label("folded in the previous deal"),
    Stays.DEALER: label("is the dealer"),
}
SLIPS: Mapping[str, str] = {
    Slip.MUST_STAY: label("{side} may not fold: {reasons}."),
    Slip.TOO_FEW_STAY: label("At least {least} have to stay in."),
    Slip.TRICKS_SUM: label("A deal has {total} tricks, not {tricks}."),
}
FIGURES: Sequence[Figure] = (GAMES_WON, DEALS)


FOLDED = "–"
"""Shown instead of points."""
running_round = numbered_game
who_is_on = dealer_only
outlook = no_outlook
players_to_tell = no_players_to_tell
BALANCE = GAMES_BALANCE


def tricks(t: Translator, n: int) -> str:
    """Return a number of tricks in words."""
    return t.count("{n} trick", "{n} tricks", n) if n else t("no trick")


def tricks_left(t: Translator, n: int) -> str:
    """Return how many tricks still have to be entered."""
    return t.count("{n} trick to go", "{n} tricks to go", n)


def would_write(t: Translator, made: int | None, points: int) -> str:
    """Return a player's tricks so far, and the points for them: "no trick, +5"."""
    if made is None:
        return t("folded")
    return t("{what}, {points}", what=tricks(t, made), points=signed(points))


def so_far(t: Translator, head: Head, deal: Deal, missing: str | None) -> str:
    """Return each player's tricks, and what is missing: "Tricks: Ute 2, Max folded"."""
    pairs = zip(head.sides, deal.tricks, strict=True)
    made = ", ".join(
        t("{side} {value}", side=side.name, value=t("folded") if n is None else n)
        for side, n in pairs
    )
    said = t("{what}: {values}", what=t("Tricks"), values=made)
    return f"{said}; {missing}" if missing else said


def standing(t: Translator, state: State) -> list[tuple[str, Sequence[int]]]:
    """Return the points to go and the games won."""
    return [(t("Score"), state.score), (t("Games won"), state.games_won)]


def describe(t: Translator, head: Head, deal: Deal, line: Line) -> str:
    """Return what a deal wrote for everybody: "0 Ute, Max folded, +5 Isa"."""
    said = ", ".join(
        t("{side} folded", side=side.name)
        if made is None
        else t("{points} {side}", points=signed(points), side=side.name)
        for side, made, points in zip(head.sides, line.tricks, line.points, strict=True)
    )
    if deal.hearts:
        said = t("Hearts: {what}", what=said)
    return with_rounds(t, head, said, line, round_end)


def reasons(t: Translator, head: Head, line: Line) -> list[tuple[str, str]]:
    """Return the reason for each player's points, and the points."""
    told = []
    for place, side in enumerate(head.sides):
        why = ", ".join(_reason(t, reason) for reason in line.reasons if reason.side == place)
        told.append((t("{side}: {what}", side=side.name, what=why), signed(line.points[place])))
    return told


def _reason(t: Translator, why: Reason) -> str:
    match why.kind:
        case ReasonKind.TRICKS:
            return tricks(t, -why.amount)
        case ReasonKind.NO_TRICK:
            return tricks(t, 0)
        case ReasonKind.HEARTS:
            return t("doubled by hearts")
        case ReasonKind.FOLDED:
            return t("folded")
        case ReasonKind.OVERSHOT:
            return t("{points} would be below 0 and does not count", points=signed(why.amount))


def round_end(t: Translator, head: Head, ended: Round) -> list[str]:
    """Return who won the game."""
    *others, last = (head.sides[winner].name for winner in ended.winners)
    if not others:
        return [t("{winner} wins the game.", winner=last)]
    return [t("{sides} and {last} win the game.", sides=", ".join(others), last=last)]


def who_pays(t: Translator, head: Head, state: State) -> list[str]:
    """Return who has won most games; nothing is paid."""
    return ahead(t, head, state.games_won)


def result(head: Head, ended: Round) -> str:
    """Return who won a game."""
    return " + ".join(head.sides[winner].name for winner in ended.winners)


def rules_in_brief(t: Translator, rules: Rules) -> str:
    """Return the house rules in one line."""
    parts = [
        t("from {start} to 0", start=rules.start),
        t("{what}, {points}", what=tricks(t, 0), points=signed(rules.penalty)),
    ]
    if rules.overshoot is not Overshoot.AT_OR_BELOW:
        parts.append(t(CHOICES[rules.overshoot]))
    if rules.fifty_wins:
        parts.append(t("50 wins too"))
    if not rules.folding:
        parts.append(t("without folding"))
    return " · ".join(parts)


def how_it_is_written(t: Translator, rules: Rules) -> list[Part]:
    """Return how to keep score in Bohemian Watten by these house rules."""
    deal = [
        t.count(
            "Everybody starts with {n} point and wants to get down to 0.",
            "Everybody starts with {n} points and wants to get down to 0.",
            rules.start,
        ),
        t("Each of the {n} tricks takes one point off the player who makes it.", n=TRICKS),
        t.count(
            "Whoever makes no trick gets {n} point more.",
            "Whoever makes no trick gets {n} points more.",
            rules.penalty,
        ),
        t("With hearts as trumps both count double.")
        if rules.hearts_double
        else t("Hearts as trumps count no more than other suits."),
    ]
    return [
        Part(t("The tricks"), deal),
        Part(t("Folding"), _folding(t, rules)),
        Part(t("The end of a game"), _end(t, rules)),
    ]


def _folding(t: Translator, rules: Rules) -> list[str]:
    if not rules.folding:
        return [t("At this table nobody folds.")]
    return [
        t("Whoever folds keeps the same points; at least {n} must stay in.", n=LEAST_STAYING),
        t(
            "Nobody may fold in the first deal of a game, with hearts as trumps, with "
            "{few} points or fewer, after folding in the previous deal, or as dealer.",
            few=FEW_POINTS,
        ),
    ]


def _end(t: Translator, rules: Rules) -> list[str]:
    match rules.overshoot:
        case Overshoot.AT_OR_BELOW:
            end = [t("Whoever reaches 0 or below wins; if several do at once, they all win.")]
        case Overshoot.LOWEST:
            end = [t("The game ends when somebody reaches 0 or below; then only the lowest wins.")]
        case Overshoot.EXACT:
            end = [
                t("Whoever hits 0 exactly wins."),
                t("A deal that would lead below 0 leaves the points as they were."),
            ]
    if rules.fifty_wins:
        end.append(t("Whoever reaches {n} points or more wins too.", n=FIFTY))
    return [*end, t("Then all start again at {start}.", start=rules.start)]


def examples(t: Translator, head: Head, rules: Rules) -> list[Example]:
    """Return worked examples of Bohemian Watten; only those that the house rules allow."""
    first, second, *others = (side.name for side in head.sides)
    plain = Deal((2, 3, *(0,) * len(others)))
    told = [
        Example(t("{side} makes 2 tricks, {other} makes 3.", side=first, other=second), (plain,)),
        Example(t("The same with hearts as trumps."), (replace(plain, hearts=True),)),
    ]
    after = _played(head, rules, (plain,))
    if others and not reasons_to_stay(rules, after, 2, hearts=False):
        folded = Deal((1, 4, None, *(0,) * (len(others) - 1)))
        story = t("{side} folds in the second deal.", side=others[0])
        told.append(Example(story, (plain, folded)))
    everything = Deal((TRICKS, *(0,) * (len(others) + 1)))
    before = (everything,) * ((rules.start - 1) // TRICKS)
    last = _played(head, rules, before)
    if last.rounds == 0:
        story = t.count(
            "{side} has {n} point left and makes all tricks, with hearts as trumps.",
            "{side} has {n} points left and makes all tricks, with hearts as trumps.",
            last.score[0],
            side=first,
        )
        told.append(Example(story, (*before, replace(everything, hearts=True))))
    return told


def _played(head: Head, rules: Rules, deals: tuple[Deal, ...]) -> State:
    """Return the slate after some deals; the first player is the first dealer."""
    return replay(GAME, Agreement(rules, sides=len(head.sides)), deals).state
