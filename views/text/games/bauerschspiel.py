"""The text of Bauerschspiel: its deals, rules and games."""

from collections.abc import Mapping, Sequence

from scoring.bauerschspiel import LOSERS, Deal, Line, ReasonKind, Round, Rules, State
from scoring.sheet import Head
from views.text.phrases import (
    DEALS,
    GAMES_BALANCE,
    GAMES_WON,
    Example,
    Figure,
    Part,
    dealer_only,
    final_score,
    no_outlook,
    no_players_to_tell,
    numbered_game,
    outcome,
    signed,
    with_rounds,
)
from views.text.translator import Translator, label

NAME = label("Bauerschspiel")
ROUNDS = label("Games")
ROUND = label("Game {number}")
PRESETS: Mapping[str, str] = {}
RULES: Mapping[str, tuple[str, str]] = {
    "start": (label("Strokes at the start"), label("This many have to be wiped off.")),
    "loss_adds_stroke": (
        label("A lost deal adds a stroke"),
        label("For the side that played it; otherwise nothing is written."),
    ),
}
CHOICES: Mapping[object, str] = {}
SLIPS: Mapping[str, str] = {}
FIGURES: Sequence[Figure] = (GAMES_WON, DEALS)
REASONS: Mapping[ReasonKind, str] = {
    ReasonKind.WIPED: label("{side} played and won: one stroke is wiped off"),
    ReasonKind.ADDED: label("{side} played and lost: one stroke is added"),
    ReasonKind.NOTHING_ADDED: label("{side} played and lost: here nothing is written"),
}
running_round = numbered_game
who_is_on = dealer_only
result = final_score
outlook = no_outlook
players_to_tell = no_players_to_tell
BALANCE = GAMES_BALANCE


def standing(t: Translator, state: State) -> list[tuple[str, Sequence[int]]]:
    """Return the strokes that are left, blobs and buns."""
    return [(t("Score"), state.score), (t("Blobs"), state.blobs), (t("Buns"), state.buns)]


def describe(t: Translator, head: Head, deal: Deal, line: Line) -> str:
    """Return what a deal wrote, for which side, and whether it was won."""
    said = t(
        "{points} for {side}: {what}",
        points=signed(line.points[line.side]),
        side=head.sides[line.side].name,
        what=outcome(t, won=deal.won),
    )
    return with_rounds(t, head, said, line, round_end)


def reasons(t: Translator, head: Head, line: Line) -> list[tuple[str, str]]:
    """Return the explanation of a line."""
    said = t(REASONS[line.reason], side=head.sides[line.side].name)
    return [(said, signed(line.points[line.side]))]


def round_end(t: Translator, head: Head, ended: Round) -> list[str]:
    """Return what the game brought its winners."""
    winner = head.sides[ended.winner].name
    return [t("A blob for {winner}, and {n} buns.", winner=winner, n=LOSERS)]


def who_pays(t: Translator, head: Head, state: State) -> list[str]:
    """Return how many buns each side pays. Stated: each of the losers pays one."""
    return [
        t.count("{side} pays {n} bun.", "{side} pays {n} buns.", n, side=side.name)
        for side, n in zip(head.sides, reversed(state.buns), strict=True)
        if n
    ]


def rules_in_brief(t: Translator, rules: Rules) -> str:
    """Return the house rules in one line."""
    return t.count("{n} stroke to wipe off", "{n} strokes to wipe off", rules.start)


def how_it_is_written(t: Translator, rules: Rules) -> list[Part]:
    """Return how to keep score in Bauerschspiel by these house rules."""
    lost = (
        t("A lost deal adds one for the side that played it; the other side's strokes stay.")
        if rules.loss_adds_stroke
        else t("A lost deal changes nothing.")
    )
    return [
        Part(
            t("Each deal"),
            [
                t.count(
                    "Each side starts with {n} stroke.",
                    "Each side starts with {n} strokes.",
                    rules.start,
                ),
                t("A won deal wipes one off for the side that played it."),
                lost,
            ],
        ),
        Part(
            t("The end of a game"),
            [
                t(
                    "Whoever has wiped off all strokes gets a blob, and a bun from each of "
                    "the losers."
                ),
                t("Then both start again."),
            ],
        ),
    ]


def examples(t: Translator, head: Head, rules: Rules) -> list[Example]:
    """Return worked examples of Bauerschspiel."""
    mine, yours = (side.name for side in head.sides)
    return [
        Example(t("{side} plays and wins.", side=mine), (Deal(0, won=True),)),
        Example(t("{side} plays and loses.", side=yours), (Deal(1, won=False),)),
        Example(
            t.count(
                "{side} wins {n} deal.",
                "{side} wins {n} deals in a row.",
                rules.start,
                side=mine,
            ),
            (Deal(0, won=True),) * rules.start,
        ),
    ]
