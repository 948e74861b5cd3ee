"""Bauerchen's words: what is said of its entries, lines, rules and rounds."""

from collections.abc import Mapping

from scoring.bauerchen import (
    Deal,
    FortyRule,
    LastCardTrump,
    Level,
    Line,
    Meld,
    Pair,
    PastRound,
    Reason,
    ReasonKind,
    Rules,
    Slate,
    Solo,
    State,
    past_rounds,
    side_of,
    slate,
)
from scoring.game import Entry, Replay
from scoring.sheet import Head
from views.tongue import Tongue, label

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
        label("Card points that get the loser out of schneider: as usual 33, or 31 of 120."),
    ),
    "round_target": (label("Round to"), label("Who gets there first wins the round.")),
    "carry_over": (
        label("Carry over"),
        label("What the winner has too many counts in the next round."),
    ),
    "forty_rule": (label("Rule of the 40"), label("When a 40 counts one point only.")),
    "knoddels_per_stein": (
        label("Knoddels for a Stein"),
        label("So many lost rounds give the others a Stein."),
    ),
    "solo_in_decider": (
        label("Solo in the decider"),
        label("Whether somebody may play alone in the Gehampelter."),
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


def level_name(t: Tongue, level: Level) -> str:
    """Return the level of the losing side in words."""
    return t(LEVELS[level])


def short_level_name(t: Tongue, level: Level) -> str:
    """Return the level as briefly as the pad writes it."""
    return t(SHORT_LEVELS[level])


def points(t: Tongue, n: int) -> str:
    """Return so many game points in words."""
    return t.count("{n} point", "{n} points", n)


def result_name(t: Tongue, head: Head, side: int, level: Level, written: int) -> str:
    """Return the accessible name of a result: the side, the level, and what it would write."""
    return t(
        "{side}: {level}, {points}",
        side=head.sides[side].name,
        level=level_name(t, level),
        points=points(t, written),
    )


def spritzen(t: Tongue, n: int) -> str:
    """Return how often a deal is doubled, in words."""
    if n == 0:
        return t("Single")
    return t.count("{n} Spritze, times {factor}", "{n} Spritzen, times {factor}", n, factor=2**n)


def player(t: Tongue, head: Head, seat: int) -> str:
    """Return who sits there: the player's name, or the side and the place."""
    side = head.sides[side_of(seat)]
    place = seat // 2
    if side.players:
        return side.players[place]
    return t("{side} {place}", side=side.name, place=place + 1)


def who_is_on(t: Tongue, head: Head, slate: Slate, home: int) -> str:
    """Return who deals, who announces and who is at home, as screen readers say it."""
    parts = [
        t("Dealer: {name}", name=player(t, head, slate.dealer)),
        t("announces: {name}", name=player(t, head, slate.forehand)),
        t("home: {side}", side=head.sides[home].name),
    ]
    if slate.decider:
        parts.append(t("Gehampelter"))
    return ", ".join(parts)


def pair(t: Tongue, head: Head, what: str, both: Pair) -> str:
    """Return something that each side has, such as the score, as text."""
    return t("{what}: {both}", what=what, both=both_sides(t, head, both))


def both_sides(t: Tongue, head: Head, both: Pair) -> str:
    """Return a number of each side: "Mein 7, Dein 4"."""
    mine, yours = (side.name for side in head.sides)
    return t("{mine} {a}, {yours} {b}", mine=mine, a=both[0], yours=yours, b=both[1])


def entry_name(t: Tongue, head: Head, entry: Entry, line: Line) -> str:
    """Return in a few words what an entry was: "Schneider, 1 Spritze", "Meld 40"."""
    match entry:
        case Meld(cards=cards):
            return t("Meld {cards}", cards=cards)
        case Solo(side=side, won=True):
            return t("Solo won by {side}", side=head.sides[side].name)
        case Solo(side=side):
            return t("Solo lost by {side}", side=head.sides[side].name)
        case Deal():
            level = _level_of(line)
            parts = [level_name(t, level)]
            if entry.card_points:
                parts.append("{}:{}".format(*entry.card_points))
            if entry.spritzen:
                parts.append(t.count("{n} Spritze", "{n} Spritzen", entry.spritzen))
            return ", ".join(parts)
    raise TypeError(entry)


def _level_of(line: Line) -> Level:
    worth = next(reason.amount for reason in line.reasons if reason.kind is ReasonKind.LEVEL)
    return tuple(Level)[worth - 1]


def written_line(t: Tongue, head: Head, entry: Entry, line: Line) -> str:
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


def written_at(t: Tongue, head: Head, replay: Replay[Rules, State], place: int) -> str:
    """Return what the entry at ``place`` wrote."""
    line = replay.states[place + 1].line
    return written_line(t, head, replay.entries[place], line) if line else ""


def reason(t: Tongue, head: Head, line: Line, why: Reason) -> tuple[str, str]:
    """Return one step of the explanation: in words, and as the figure it adds."""
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
            return t("Rule of the 40: one less"), f"−{-amount}"
        case ReasonKind.SOLO_TO_TARGET:
            return t("A solo fills the round to its end"), f"{amount}"
        case ReasonKind.CARRIED:
            return t("Too many, carried into the next round"), f"{amount}"


def round_name(t: Tongue, head: Head, past: PastRound) -> str:
    """Return a finished round: "Round 1: Mein 12, Dein 7"."""
    return pair(t, head, t("Round {number}", number=past.number), past.round.score)


def round_end(t: Tongue, head: Head, past: PastRound) -> str:
    """Return what the round brought: a Knoddel to the loser, perhaps a Stein to the winner."""
    winner, loser = (head.sides[side].name for side in (past.round.winner, 1 - past.round.winner))
    if past.round.stein:
        said = t("A Stein for {winner}", winner=winner)
    else:
        said = t("A Knoddel for {loser}", loser=loser)
    return t("Gehampelter: {said}", said=said) if past.round.decider else said


def rules_in_brief(t: Tongue, rules: Rules) -> str:
    """Return the house rules in one line."""
    parts = [
        t("to {target}", target=rules.round_target),
        t("{total} card points", total=rules.all_card_points),
        t("Schneider below {threshold}", threshold=rules.threshold),
    ]
    if rules.carry_over:
        parts.append(t("carry over"))
    return " · ".join(parts)


def effect(
    t: Tongue, head: Head, before: Replay[Rules, State], after: Replay[Rules, State]
) -> list[str]:
    """Return what a change would do to the slate, one sentence for each thing that changes."""
    was, now = (slate(r.agreement.rules, r.states) for r in (before, after))
    said = []
    for what, old, new in (
        (t("Score"), was.score, now.score),
        (t("Knoddels"), was.knoddels, now.knoddels),
        (t("Steins"), was.steins, now.steins),
    ):
        if old != new:
            was_text = both_sides(t, head, old)
            said.append(t("{now} (so far {was})", now=pair(t, head, what, new), was=was_text))
    rounds = [len(past_rounds(r.states)) for r in (before, after)]
    if rounds[0] != rounds[1]:
        said.append(t("Finished rounds: {now} (so far {was})", was=rounds[0], now=rounds[1]))
    return said or [t("The score stays as it is.")]


def changed(
    t: Tongue, head: Head, before: Replay[Rules, State], after: Replay[Rules, State]
) -> str:
    """Return what somebody else has done to the slate, in a sentence."""
    fewer = len(after.entries) < len(before.entries)
    if before.agreement == after.agreement:
        if after.entries[:-1] == before.entries:
            return written_at(t, head, after, len(after.entries) - 1).removesuffix(".") + "."
        if fewer and after.entries == before.entries[: len(after.entries)]:
            return t("the last line was taken back.")
        if after.entries == before.entries:
            return t("the deal under way was changed.")
    return t("the slate was changed: {score}.", score=both_sides(t, head, after.state.score))
