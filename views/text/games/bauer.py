"""The text of Bauer: its entries, lines, rules and games."""

from collections.abc import Mapping, Sequence

from scoring.bauer import (
    BauerEntry,
    CardsAway,
    Deal,
    Line,
    Reason,
    ReasonKind,
    Round,
    Rules,
    Slip,
    State,
    forehand,
)
from scoring.game import Replay
from scoring.sheet import Head
from scoring.two_sides import other
from views.text.phrases import (
    DEALS,
    GAMES_BALANCE,
    GAMES_WON,
    Example,
    Figure,
    Part,
    ahead,
    changes,
    final_score,
    no_outlook,
    no_players_to_tell,
    numbered_game,
    player,
    signed,
    with_rounds,
)
from views.text.translator import Translator, label

NAME = label("Bauer")
ROUNDS = label("Games")
ROUND = label("Game {number}")
PRESETS: Mapping[str, str] = {
    "usual": label("usual"),
    "short_pack": label("five tricks"),
    "six_players": label("six players"),
}
RULES: Mapping[str, tuple[str, str]] = {
    "start": (
        label("Points at the start"),
        label("Whoever counts them down to 0 first wins a Brot."),
    ),
    "tricks": (
        label("Tricks in a deal"),
        label("Eight with the whole pack, five with a short one."),
    ),
    "penalty_doubled": (
        label("Penalty is doubled too"),
        label(
            "If the announcing side loses, it gets one point more, or several with "
            "Stoß and all tricks."
        ),
    ),
    "players_per_side": (label("Players on a side"), label("Two or three sit on each side.")),
}
CHOICES: Mapping[object, str] = {}
SLIPS: Mapping[str, str] = {
    Slip.TRICKS_SUM: label("The tricks {tricks} do not add up to {total}."),
}
FIGURES: Sequence[Figure] = (GAMES_WON, DEALS)
STOSS = (label("Single"), label("Stoß"), label("Zurückstoßen"))
"""How often a deal is doubled: not at all, once, twice."""


SHORT_STOSS = (label("Single"), label("Stoß"), label("Zurück"))
"""The same in the short form of the pad."""
running_round = numbered_game
result = final_score
outlook = no_outlook
players_to_tell = no_players_to_tell
BALANCE = GAMES_BALANCE


def stoss_name(t: Translator, stoss: int) -> str:
    """Return how often a deal is doubled, in words."""
    name = t(STOSS[stoss])
    return f"{name} ×{2**stoss}" if stoss else name


def stoss_text(t: Translator, stoss: int) -> str:
    """Return what doubles a deal, in the short form of the pad."""
    return t(SHORT_STOSS[stoss])


def who_is_on(
    t: Translator, head: Head, replay: Replay[Rules, State], corrected: int | None
) -> tuple[str, str]:
    """Return the dealer, the forehand and the announcing side, as shown and as read aloud."""
    rules, state = replay.agreement.rules, replay.state
    dealer = player(t, head, rules.seats, state.dealer)
    first = player(t, head, rules.seats, forehand(rules, state))
    side = head.sides[state.declarer if corrected is None else corrected].name
    shown = t(
        "{dealer} deals · {forehand} leads · {side} announces",
        dealer=dealer,
        forehand=first,
        side=side,
    )
    said = [
        t("Dealer: {name}", name=dealer),
        t("forehand: {name}", name=first),
        t("announces: {name}", name=side),
    ]
    return shown, ", ".join(said)


def standing(t: Translator, state: State) -> list[tuple[str, Sequence[int]]]:
    """Return what is left to count down, and the Brote."""
    return [(t("Score"), state.score), (t("Brote"), state.brote)]


def describe(t: Translator, head: Head, entry: BauerEntry, line: Line) -> str:
    """Return what an entry wrote, and what it ended."""
    if isinstance(entry, CardsAway):
        won = entry.side if entry.won else other(entry.side)
        how = t("cards away won") if entry.won else t("cards away lost")
        return t("A Brot for {side}: {how}", side=head.sides[won].name, how=how)
    said = t("{changes}: {what}", changes=changes(t, head, line.points), what=deal_name(t, entry))
    return with_rounds(t, head, said, line, round_end)


def deal_name(t: Translator, deal: Deal) -> str:
    """Return the tricks of a deal, and how often it was doubled."""
    tricks = "{}:{}".format(*deal.tricks)
    return f"{tricks}, {t(STOSS[deal.stoss])}" if deal.stoss else tricks


def reasons(t: Translator, head: Head, line: Line) -> list[tuple[str, str]]:
    """Return the explanation of a line, step by step, and what was written."""
    steps = [_reason(t, head, why) for why in line.reasons]
    return [*steps, (t("written"), changes(t, head, line.points))] if any(line.points) else steps


def _reason(t: Translator, head: Head, why: Reason) -> tuple[str, str]:
    kind, side, amount = why
    name, others = head.sides[side].name, head.sides[other(side)].name
    match kind:
        case ReasonKind.DECLARER_WON:
            return t("{side} announced and won", side=name), signed(amount)
        case ReasonKind.DECLARER_LOST:
            return t("{side} announced and lost", side=others), signed(amount)
        case ReasonKind.DECLARER_DREW:
            return t("A draw: {side} announced and therefore lost", side=others), signed(amount)
        case ReasonKind.STOSS:
            return t(STOSS[amount]), f"×{2**amount}"
        case ReasonKind.ALL_TRICKS:
            return t("All tricks"), "×2"
        case ReasonKind.PENALTY:
            return t("Penalty for {side}, who announced", side=name), signed(amount)
        case ReasonKind.CARDS_AWAY_WON:
            return t("{side} won without its partners: a Brot", side=name), "1"
        case ReasonKind.CARDS_AWAY_LOST:
            return t("{side} lost alone: a Brot for {others}", side=others, others=name), "1"


def round_end(t: Translator, head: Head, ended: Round) -> list[str]:
    """Return who won a Brot with the game."""
    return [t("A Brot for {winner}.", winner=head.sides[ended.winner].name)]


def who_pays(t: Translator, head: Head, state: State) -> list[str]:
    """Return who is ahead. Stated: most Brote wins."""
    return ahead(t, head, state.brote)


def rules_in_brief(t: Translator, rules: Rules) -> str:
    """Return the house rules in one line."""
    return t("{start} down to 0 · {tricks} tricks", start=rules.start, tricks=rules.tricks)


def how_it_is_written(t: Translator, rules: Rules) -> list[Part]:
    """Return how to keep score in Bauer by these house rules."""
    half = t("More than half of the {n} tricks wins.", n=rules.tricks)
    if rules.tricks % 2 == 0:
        half = " ".join([half, t("In a draw the announcing side loses.")])
    penalty = (
        t("The penalty is doubled too.")
        if rules.penalty_doubled
        else t("The penalty stays one point.")
    )
    return [
        Part(
            t("Each deal"),
            [
                t("The player left of the dealer announces trumps, and deals next."),
                half,
                t("If the announcing side wins, it counts one down."),
                t("If it loses, the others count one down, and it gets one more: the penalty."),
                t("Stoß doubles, Zurückstoßen doubles again, and winning all tricks doubles too."),
                penalty,
            ],
        ),
        Part(
            t("Cards away"),
            [
                t(
                    "Playing alone for all tricks: a Brot for winning, one for the others for "
                    "losing."
                ),
                t("The points stay as they are."),
            ],
        ),
        Part(
            t("Brote"),
            [
                t("Both start at {n}; the first to reach 0 wins a Brot.", n=rules.start),
                t("Then both start again. The side with the most Brote wins."),
            ],
        ),
    ]


def examples(t: Translator, head: Head, rules: Rules) -> list[Example]:
    """Return worked examples of Bauer."""
    mine, yours = (side.name for side in head.sides)
    most = rules.tricks // 2 + 1
    few = rules.tricks - most
    return [
        Example(
            t("{side} announced and has {n} tricks.", side=mine, n=most),
            (Deal(tricks=(most, few), declarer=0),),
        ),
        Example(
            t("{side} announced and has {n} tricks, after Stoß.", side=yours, n=few),
            (Deal(tricks=(most, few), stoss=1, declarer=1),),
        ),
        Example(
            t("{side} announced and has every trick, after Zurückstoßen.", side=mine),
            (Deal(tricks=(rules.tricks, 0), stoss=2, declarer=0),),
        ),
        Example(
            t("{side} plays with cards away and loses.", side=yours), (CardsAway(1, won=False),)
        ),
    ]
