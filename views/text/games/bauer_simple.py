"""The text of simple Bauer: its deals, lines, rules and games."""

from collections.abc import Mapping, Sequence

from scoring.bauer import Round
from scoring.bauer_simple import Deal, Line, Reason, ReasonKind, Rules, State
from scoring.sheet import Head
from views.text.phrases import (
    DEALS,
    GAMES_BALANCE,
    GAMES_WON,
    Example,
    Figure,
    Part,
    ahead,
    changes,
    dealer_only,
    final_score,
    no_outlook,
    no_players_to_tell,
    numbered_game,
    signed,
    with_rounds,
)
from views.text.translator import Translator, label

NAME = label("Bauer (simple)")
ROUNDS = label("Games")
ROUND = label("Game {number}")
PRESETS: Mapping[str, str] = {"usual": label("usual")}
RULES: Mapping[str, tuple[str, str]] = {
    "start": (
        label("Points at the start"),
        label("Whoever counts them down to 0 first wins the game."),
    ),
}
CHOICES: Mapping[object, str] = {}
SLIPS: Mapping[str, str] = {}
FIGURES: Sequence[Figure] = (GAMES_WON, DEALS)
REASONS: Mapping[ReasonKind, str] = {
    ReasonKind.DECLARER_WON: label("{side} chose trumps and has the most tricks"),
    ReasonKind.DECLARER_FAILED: label("{side} chose trumps and has fewer tricks: nobody scores"),
    ReasonKind.DECLARER_DREW: label("A draw: {side} chose trumps and failed, nobody scores"),
    ReasonKind.MOST_TRICKS: label("No trumps: {side} has the most tricks"),
    ReasonKind.NO_TRUMPS_DRAWN: label("No trumps and a draw: {side} scores nothing"),
}
running_round = numbered_game
who_is_on = dealer_only
result = final_score
outlook = no_outlook
players_to_tell = no_players_to_tell
BALANCE = GAMES_BALANCE


def standing(t: Translator, state: State) -> list[tuple[str, Sequence[int]]]:
    """Return what is left to count down, and the games won."""
    return [(t("Score"), state.score), (t("Games won"), state.games_won)]


def describe(t: Translator, head: Head, deal: Deal, line: Line) -> str:
    """Return what a deal wrote, and what it ended."""
    what, points = deal_name(t, head, deal), changes(t, head, line.points)
    if not points:
        return t("{what}: nobody scores", what=what)
    said = t("{changes}: {what}", changes=points, what=what)
    return with_rounds(t, head, said, line, round_end)


def deal_name(t: Translator, head: Head, deal: Deal) -> str:
    """Return the tricks of a deal, and who chose trumps."""
    tricks = "{}:{}".format(*deal.tricks)
    if deal.declarer is None:
        return t("{tricks}, no trumps", tricks=tricks)
    return t(
        "{tricks}, trumps chosen by {side}", tricks=tricks, side=head.sides[deal.declarer].name
    )


def reasons(t: Translator, head: Head, line: Line) -> list[tuple[str, str]]:
    """Return the explanation of a line."""
    return [_reason(t, head, why) for why in line.reasons]


def _reason(t: Translator, head: Head, why: Reason) -> tuple[str, str]:
    return t(REASONS[why.kind], side=head.sides[why.side].name), signed(why.amount)


def round_end(t: Translator, head: Head, ended: Round) -> list[str]:
    """Return who won the game."""
    return [t("{winner} wins the game.", winner=head.sides[ended.winner].name)]


def who_pays(t: Translator, head: Head, state: State) -> list[str]:
    """Return who has won most games; nothing is paid."""
    return ahead(t, head, state.games_won)


def rules_in_brief(t: Translator, rules: Rules) -> str:
    """Return the house rules in one line."""
    return t("{start} down to 0", start=rules.start)


def how_it_is_written(t: Translator, rules: Rules) -> list[Part]:
    """Return how to keep score in simple Bauer by these house rules."""
    return [
        Part(
            t("Each deal"),
            [
                t("The choice of trumps may be passed on."),
                t("The side that chose trumps counts one down if it has the most tricks."),
                t("Otherwise, and also at 4:4, nobody scores."),
                t(
                    "If nobody chose trumps, the side with the most tricks counts one down; "
                    "at 4:4 nobody does."
                ),
            ],
        ),
        Part(
            t("The end of a game"),
            [t("Both start at {n}; the first to reach 0 wins the game.", n=rules.start)],
        ),
    ]


def examples(t: Translator, head: Head, _rules: Rules) -> list[Example]:
    """Return worked examples of simple Bauer."""
    mine, yours = (side.name for side in head.sides)
    return [
        Example(
            t("{side} chose trumps and has {n} tricks.", side=mine, n=5),
            (Deal(declarer=0, tricks=(5, 3)),),
        ),
        Example(
            t("{side} chose trumps and has {n} tricks.", side=yours, n=4),
            (Deal(declarer=1, tricks=(4, 4)),),
        ),
        Example(
            t("Nobody chose trumps, and {side} has {n} tricks.", side=yours, n=6),
            (Deal(declarer=None, tricks=(2, 6)),),
        ),
    ]
