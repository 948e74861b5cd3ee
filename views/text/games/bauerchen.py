"""The text of Bauerchen: its entries, lines, rules and rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.bauerchen import (
    SEATS,
    BauerchenEntry,
    Deal,
    FortyRule,
    LastCardTrump,
    Level,
    Line,
    Meld,
    Reason,
    ReasonKind,
    Round,
    Rules,
    Slip,
    Solo,
    State,
    is_decider,
)
from scoring.bauerchen_chances import PRIOR, chance_after
from scoring.game import Replay
from scoring.rounds import just_ended
from scoring.sheet import Head
from scoring.two_sides import other
from views.text.phrases import (
    ROUNDS_WON,
    Balance,
    Example,
    Figure,
    Outlook,
    Part,
    final_score,
    player,
)
from views.text.translator import Translator, label

NAME = label("Bauerchen")
ROUNDS = label("Rounds")
ROUND = label("Round {number}")
LEVELS: Mapping[Level, str] = {
    Level.SCHNEIDERFREI: label("schneiderfrei"),
    Level.SCHNEIDER: label("Schneider"),
    Level.SCHWARZ: label("schwarz"),
}
SHORT_LEVELS: Mapping[Level, str] = {
    Level.SCHNEIDERFREI: label("frei"),
    Level.SCHNEIDER: label("Schneider"),
    Level.SCHWARZ: label("schwarz"),
}
PRESETS: Mapping[str, str] = {
    "lautrer_spiel": label("Lautrer Spiel"),
    "without_last_trick": label("without the last trick"),
    "siegelbach": label("Siegelbach (carry over)"),
}
RULES: Mapping[str, tuple[str, str]] = {
    "last_trick_bonus": (
        label("Last trick counts 10"),
        label("130 card points in a deal; without it 120."),
    ),
    "schneider_threshold": (
        label("Schneider below"),
        label("With this many card points the loser is not schneider: usually 33, or 31 of 120."),
    ),
    "round_target": (label("Round goes to"), label("Whoever gets there first wins the round.")),
    "carry_over": (
        label("Carry over"),
        label("The winner's surplus points count in the next round."),
    ),
    "forty_rule": (label("Rule of the 40"), label("When a 40 counts only one point.")),
    "knoddels_per_stein": (
        label("Knoddels for a Stein"),
        label("This many lost rounds give the others a Stein."),
    ),
    "solo_in_decider": (
        label("Solo in the decider"),
        label("Whether a player may play alone in the Gehampelter."),
    ),
    "meld_past_target": (
        label("Meld past the end"),
        label("Whether a meld may lead past the end of the round."),
    ),
    "last_card_trump": (
        label("Last card trumps"),
        label("Agreed at the table; it does not change the score."),
    ),
}
CHOICES: Mapping[object, str] = {
    FortyRule.OFF: label("off"),
    FortyRule.AT_TEN: label("two before the end"),
    FortyRule.ALWAYS: label("always"),
    LastCardTrump.OFF: label("off"),
    LastCardTrump.TWO_JACKS: label("with two Jacks"),
    LastCardTrump.UNDECIDED: label("whenever undecided"),
}
SLIPS: Mapping[str, str] = {
    Slip.RESULT_UNCLEAR: label("A deal needs either its winner and level or its card points."),
    Slip.CARD_POINTS_SUM: label("The card points {card_points} do not add up to {total}."),
    Slip.CARD_POINTS_IMPOSSIBLE: label(
        "{fewer} card points are not possible: a side has either none or a trick worth at least 8."
    ),
    Slip.MELD_PAST_TARGET: label(
        "A meld may not lead past {target}: {standing} plus {points} would be too many."
    ),
    Slip.SOLO_IN_DECIDER: label("At this table there is no solo in the decider."),
}
FIGURES: Sequence[Figure] = (
    ROUNDS_WON,
    Figure(label("Deals won"), "deals_won", "deals"),
    Figure(label("Won at home"), "home_won", "home_deals"),
    Figure(label("Won away"), "away_won", "away_deals"),
    Figure(label("Announcements kept"), "announced_won", "announced"),
    Figure(label("Spritzen won"), "spritzed_won", "spritzed_deals"),
    Figure(label("Solos won"), "solos_won", "solos"),
    Figure(label("Gehampelte won"), "deciders_won", "deciders"),
    Figure(label("Steins won"), "steins_won"),
    Figure(label("Steins lost"), "steins_lost"),
    Figure(label("Schneider given"), "schneider"),
    Figure(label("Schwarz given"), "schwarz"),
    Figure(label("20 declared"), "melds_20"),
    Figure(label("40 declared"), "melds_40"),
    Figure(label("Points written"), "points"),
)
BALANCE = Balance(
    label("Steins won minus lost"), lambda figures: figures.steins_won - figures.steins_lost
)
result = final_score


def level_name(t: Translator, level: Level) -> str:
    """Return the level of the losing side in words."""
    return t(LEVELS[level])


def short_level_name(t: Translator, level: Level) -> str:
    """Return the level in the short form of the pad."""
    return t(SHORT_LEVELS[level])


def points(t: Translator, n: int) -> str:
    """Return a number of game points in words."""
    return t.count("{n} point", "{n} points", n)


def outlook(t: Translator, replay: Replay[Rules, State], place: int) -> Outlook | None:
    """Return how likely each side is to win the round; none is certain of it before its end."""
    chance = chance_after(replay, place)
    if chance is None:
        return None
    if just_ended(replay.states[place + 1]):
        return Outlook((100, 0) if chance else (0, 100), "")
    percent = min(max(round(100 * chance), 1), 99)
    source = t.count(
        "Reckoned from {n} line until then and {assumed} assumed ones",
        "Reckoned from {n} lines until then and {assumed} assumed ones",
        place + 1,
        assumed=sum(PRIOR.values()),
    )
    return Outlook((percent, 100 - percent), source)


def who_pays(t: Translator, head: Head, state: State) -> list[str]:
    """Return how many Steins each side pays. Stated: the losers pay the others' Steins."""
    return [
        t.count("{side} pays {n} Stein.", "{side} pays {n} Steins.", n, side=side.name)
        for side, n in zip(head.sides, reversed(state.steins), strict=True)
        if n
    ]


def result_name(t: Translator, head: Head, side: int, level: Level, written: int) -> str:
    """Return the accessible name of a result: the side, the level, and what it would write."""
    return t(
        "{side}: {level}, {points}",
        side=head.sides[side].name,
        level=level_name(t, level),
        points=points(t, written),
    )


def spritzen(t: Translator, n: int) -> str:
    """Return how often a deal is doubled, in words."""
    if n == 0:
        return t("Single")
    return t.count("{n} Spritze, times {factor}", "{n} Spritzen, times {factor}", n, factor=2**n)


def running_round(t: Translator, rules: Rules, state: State) -> str:
    """Return which round is running."""
    if is_decider(rules, state):
        return t("Gehampelter")
    return t(ROUND, number=state.rounds + 1)


def who_is_on(
    t: Translator, head: Head, replay: Replay[Rules, State], corrected: int | None
) -> tuple[str, str]:
    """Return the dealer, the announcer and the home side, as shown and as read aloud."""
    rules, state = replay.agreement.rules, replay.state
    dealer = player(t, head, SEATS, state.dealer)
    forehand = player(t, head, SEATS, state.forehand)
    side = head.sides[state.home if corrected is None else corrected].name
    shown = t(
        "{dealer} deals · {forehand} announces · {side} home",
        dealer=dealer,
        forehand=forehand,
        side=side,
    )
    said = [
        t("Dealer: {name}", name=dealer),
        t("announces: {name}", name=forehand),
        t("home: {side}", side=side),
    ]
    if is_decider(rules, state):
        said.append(t("Gehampelter"))
    return shown, ", ".join(said)


def standing(t: Translator, state: State) -> list[tuple[str, Sequence[int]]]:
    """Return score, knoddels and steins."""
    return [
        (t("Score"), state.score),
        (t("Knoddels"), state.knoddels),
        (t("Steins"), state.steins),
    ]


def entry_name(t: Translator, head: Head, entry: BauerchenEntry, line: Line) -> str:
    """Return an entry in a few words: "Schneider, 1 Spritze", "Meld 40"."""
    match entry:
        case Meld(cards=cards):
            return t("Meld {cards}", cards=cards)
        case Solo(won=True):
            return t("Solo won by {side}", side=_who_played(t, head, entry))
        case Solo():
            return t("Solo lost by {side}", side=_who_played(t, head, entry))
        case _:
            parts = [level_name(t, _level_of(line))]
            if entry.card_points:
                parts.append("{}:{}".format(*entry.card_points))
            if entry.spritzen:
                parts.append(t.count("{n} Spritze", "{n} Spritzen", entry.spritzen))
            return ", ".join(parts)


def _who_played(t: Translator, head: Head, solo: Solo) -> str:
    """Return the player of a solo, or the side as long as nobody has told who it was."""
    seat = solo.seat
    return head.sides[solo.side].name if seat is None else player(t, head, SEATS, seat)


def players_to_tell(
    t: Translator, head: Head, entry: BauerchenEntry
) -> Sequence[tuple[BauerchenEntry, str]]:
    """Return a solo with each player of its side."""
    if not isinstance(entry, Solo):
        return ()
    told = (replace(entry, player=each) for each in range(SEATS // 2))
    return (
        (replace(entry, player=None), t("not told")),
        *((solo, _who_played(t, head, solo)) for solo in told),
    )


def _level_of(line: Line) -> Level:
    worth = next(reason.amount for reason in line.reasons if reason.kind is ReasonKind.LEVEL)
    return tuple(Level)[worth - 1]


def describe(t: Translator, head: Head, entry: BauerchenEntry, line: Line) -> str:
    """Return what was written: "+2 for Mein: Schneider"."""
    said = t(
        "+{points} for {side}: {what}",
        points=line.points,
        side=head.sides[line.side].name,
        what=entry_name(t, head, entry, line),
    )
    if not line.ended:
        return said
    won = t.count(
        "{side} wins the round",
        "{side} wins {n} rounds",
        len(line.ended),
        side=head.sides[line.side].name,
    )
    stein = sum(ended.stein for ended in line.ended)
    if stein:
        won = t.count("{won} and a Stein", "{won} and {n} Steins", stein, won=won)
    return f"{said}. {won}."


def reasons(t: Translator, head: Head, line: Line) -> list[tuple[str, str]]:
    """Return the explanation of a line, step by step, and what was written."""
    steps = [_reason(t, head, line, why) for why in line.reasons]
    return [*steps, (t("written"), f"+{line.points}")]


def _reason(t: Translator, head: Head, line: Line, why: Reason) -> tuple[str, str]:
    """Return one step of the explanation: a text, and the figure it adds."""
    kind, amount = why
    match kind:
        case ReasonKind.LEVEL:
            return t("Loser: {level}", level=level_name(t, tuple(Level)[amount - 1])), f"{amount}"
        case ReasonKind.AWAY_BONUS:
            return t("{side} won away", side=head.sides[line.side].name), f"+{amount}"
        case ReasonKind.SPRITZEN:
            return spritzen(t, amount), f"×{2**amount}"
        case ReasonKind.MELD:
            return t("Meld of king and queen"), f"{amount}"
        case ReasonKind.FORTY_RULE:
            return t("Rule of the 40: one point less"), f"−{-amount}"
        case ReasonKind.SOLO_TO_TARGET:
            return t("A solo fills up the round"), f"{amount}"
        case ReasonKind.CARRIED:
            return t("Surplus, carried into the next round"), f"{amount}"


def round_end(t: Translator, head: Head, ended: Round) -> list[str]:
    """Return what the round brought: a Knoddel to the loser, perhaps a Stein to the winner."""
    winner, loser = (head.sides[side].name for side in (ended.winner, other(ended.winner)))
    if ended.stein:
        said = t("A Stein for {winner}", winner=winner)
    else:
        said = t("A Knoddel for {loser}", loser=loser)
    return [t("Gehampelter: {said}", said=said) if ended.decider else said]


def rules_in_brief(t: Translator, rules: Rules) -> str:
    """Return the house rules in one line."""
    parts = [
        t("to {target}", target=rules.round_target),
        t("{total} card points", total=rules.all_card_points),
        t("Schneider below {threshold}", threshold=rules.threshold),
    ]
    if rules.carry_over:
        parts.append(t("carry over"))
    return " · ".join(parts)


def how_it_is_written(t: Translator, rules: Rules) -> list[Part]:
    """Return how to keep score in Bauerchen by these house rules."""
    away = t(
        "If the away side wins, it gets one point more; with exactly half of the "
        "card points it wins."
    )
    melds = [
        t(
            "Declaring king and queen scores at once: 20 in a suit is one point, 40 "
            "in trumps is two."
        )
    ]
    if rules.forty_rule is FortyRule.AT_TEN:
        melds.append(t("If only two points are missing, a 40 counts only one point."))
    elif rules.forty_rule is FortyRule.ALWAYS:
        melds.append(t("Here a 40 counts only one point."))
    if rules.meld_past_target:
        melds.append(t("A meld may lead past the end of the round."))
    else:
        melds.append(t("A meld may not lead past {target}.", target=rules.round_target))
    end = [
        t("Whoever reaches {target} first wins the round.", target=rules.round_target),
        t("The winner's surplus points count in the next round.")
        if rules.carry_over
        else t("Then both start at 0 again."),
        t(
            "The losers get a Knoddel; {n} Knoddels give the others a Stein.",
            n=rules.knoddels_per_stein,
        ),
        t("If both are one Knoddel short, the round is the Gehampelter: it decides the Stein."),
    ]
    solo = [
        t(
            "Whoever wins the solo, the player or the opponents, goes to {target}: "
            "the round is over.",
            target=rules.round_target,
        )
    ]
    if not rules.solo_in_decider:
        solo.append(t("It is not allowed in the Gehampelter."))
    return [
        Part(
            t("A deal"),
            [
                t(
                    "The home side announces trumps: the side of the player to the left of "
                    "the dealer."
                ),
                t(
                    "A deal has {total} card points; the home side needs more than half.",
                    total=rules.all_card_points,
                ),
                t(
                    "The winner gets one point, two if the others are below {threshold}, "
                    "three if they have no trick.",
                    threshold=rules.threshold,
                ),
                away,
                t("Every Spritze doubles the points; the sides take turns, away first."),
            ],
        ),
        Part(t("Melds"), melds),
        Part(t("Play alone (Kart' ab)"), solo),
        Part(t("Rounds and Steins"), end),
    ]


def examples(t: Translator, head: Head, rules: Rules) -> list[Example]:
    """Return worked examples of Bauerchen."""
    home, away = (head.sides[side].name for side in (1, 0))
    everything = rules.all_card_points
    fewer = rules.threshold - 1
    return [
        Example(
            t(
                "{side} is home and has {points} of {all} card points.",
                side=home,
                points=everything - fewer,
                all=everything,
            ),
            (Deal(card_points=(fewer, everything - fewer), home=1),),
        ),
        Example(
            t(
                "Both sides have {points} card points; {side} is home.",
                side=home,
                points=everything // 2,
            ),
            (Deal(card_points=(everything // 2, everything // 2), home=1),),
        ),
        Example(
            t("{side} is away and gets every trick, after Spritze and Re.", side=away),
            (Deal(winner=0, level=Level.SCHWARZ, spritzen=2, home=1),),
        ),
        Example(t("{side} declares 40.", side=away), (Meld(0, 40),)),
        Example(t("{side} plays alone and loses a trick.", side=home), (Solo(1, won=False),)),
    ]
