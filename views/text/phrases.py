"""Phrases for the slate of any game: players, scores, dates, the effect of a change."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from scoring.fields import Flag, Kind, OneOf, kinds_of
from scoring.figures import Figures
from scoring.game import Entry, Replay
from scoring.rounds import (
    AnyState,
    Ending,
    PastRound,
    SlateLine,
    just_ended,
    newest_rounds,
    on_slate,
)
from scoring.sheet import Head
from views.text.names import brief_head, harmless
from views.text.translator import Translator, label

R = TypeVar("R")
S = TypeVar("S", bound=AnyState[Any])

MINUS = "\N{MINUS SIGN}"
DATES = (
    label("{day} January {year}"),
    label("{day} February {year}"),
    label("{day} March {year}"),
    label("{day} April {year}"),
    label("{day} May {year}"),
    label("{day} June {year}"),
    label("{day} July {year}"),
    label("{day} August {year}"),
    label("{day} September {year}"),
    label("{day} October {year}"),
    label("{day} November {year}"),
    label("{day} December {year}"),
)
"""Dates, by month: each translation has its own order, and its name or number for the month."""


class Part(NamedTuple):
    """A part of the rules page: its heading, and a sentence for each thing to know."""

    title: str
    sentences: list[str]


class Example(NamedTuple):
    """A worked example: what happened at the table, and the entries for it.

    The last entry is explained; those before it lead there.
    """

    story: str
    entries: tuple[Entry, ...]


class Figure(NamedTuple):
    """What a figure of statistics is called, and its field in the game's figures.

    ``of`` is the field with the number of cases, for what is a share of them.
    """

    name: str
    field: str
    of: str | None = None


ROUNDS_WON = Figure(label("Rounds won"), "rounds_won", "rounds")
GAMES_WON = Figure(label("Games won"), "rounds_won", "rounds")


class Balance(NamedTuple):
    """What is added up over a season, and how it comes of the figures of an evening."""

    name: str
    of: Callable[[Any], int]


def _won_minus_lost(figures: Figures) -> int:
    return 2 * figures.rounds_won - figures.rounds


ROUNDS_BALANCE = Balance(label("Rounds won minus lost"), _won_minus_lost)
GAMES_BALANCE = Balance(label("Games won minus lost"), _won_minus_lost)
DEALS = Figure(label("Deals"), "deals")
RoundEnd: TypeAlias = Callable[[Translator, Head, Any], Sequence[str]]
"""Tells what a finished round brought, a sentence for each thing."""
ROUNDS_SHOWN = 5
"""The number of finished rounds at the top of the slate."""


class Outlook(NamedTuple):
    """How likely each side is to win the round, in percent, and how that is known."""

    chances: Sequence[int]
    source: str


class GameText(Protocol):
    """The text of a game, a module in ``views/text/games``; it needs no screen.

    ``NAME`` is the name of the game, ``ROUNDS`` the heading of its finished rounds, ``ROUND`` the
    name of one. ``PRESETS``, ``RULES`` (label and meaning) and ``CHOICES`` are the labels of its
    house rules, ``SLIPS`` the sentences of its refusals. ``CHOICES`` also has the labels of
    enumeration members in refusals. ``FIGURES`` are what statistics count, the rounds won first,
    ``BALANCE`` what is added up over a season.
    """

    NAME: str
    ROUNDS: str
    ROUND: str
    PRESETS: Mapping[str, str]
    RULES: Mapping[str, tuple[str, str]]
    CHOICES: Mapping[object, str]
    SLIPS: Mapping[str, str]
    FIGURES: Sequence[Figure]
    BALANCE: Balance

    def running_round(self, t: Translator, rules: Any, state: Any) -> str:
        """Return which round is running: "Round 3"."""

    def who_is_on(
        self, t: Translator, head: Head, replay: Replay[Any, Any], corrected: int | None
    ) -> tuple[str, str]:
        """Return the dealer and more about the deal, as shown and as read aloud.

        ``corrected`` is the announcing side if the scribe has corrected it.
        """

    def standing(self, t: Translator, state: Any) -> list[tuple[str, Sequence[int]]]:
        """Return the score and everything else that is counted by side, each with its label."""

    def describe(self, t: Translator, head: Head, entry: Any, line: Any) -> str:
        """Return what an entry wrote: "+2 for Mein: Schneider"."""

    def reasons(self, t: Translator, head: Head, line: Any) -> list[tuple[str, str]]:
        """Return the explanation of a line, step by step: a text and a figure each."""

    def outlook(self, t: Translator, replay: Replay[Any, Any], place: int) -> "Outlook | None":
        """Return how likely each side is to win the round that an entry is in.

        If the entry has ended the round, that is certain, and has no source. None if the game does
        not tell.
        """

    def players_to_tell(
        self, t: Translator, head: Head, entry: Any
    ) -> "Sequence[tuple[Entry, str]]":
        """Return the entry with each player of whom may be told that they played it.

        With each stands the name, and first the entry without any. Empty if that is not asked.
        """

    def round_end(self, t: Translator, head: Head, ended: Any) -> list[str]:
        """Return what a finished round brought, a sentence for each thing."""

    def who_pays(self, t: Translator, head: Head, state: Any) -> list[str]:
        """Return who pays what by now; who is ahead, where the game knows no payment."""

    def result(self, head: Head, ended: Any) -> str:
        """Return a finished round in the short form of the slate's top row: "12:7"."""

    def rules_in_brief(self, t: Translator, rules: Any) -> str:
        """Return the house rules in one line."""

    def how_it_is_written(self, t: Translator, rules: Any) -> list[Part]:
        """Return how to keep score by these house rules."""

    def examples(self, t: Translator, head: Head, rules: Any) -> list[Example]:
        """Return worked examples for these house rules, to be scored by the game itself."""


def whole_percent(t: Translator, n: int) -> str:
    """Return a number of percent."""
    return t("{n}%", n=n)


def no_outlook(*_: object) -> None:
    """Tell no chances: nobody has worked them out for this game."""


def no_players_to_tell(*_: object) -> Sequence[tuple[Entry, str]]:
    """Ask for nobody: in this game no entry tells who played it."""
    return ()


def numbered_game(t: Translator, _rules: object, state: AnyState[Any]) -> str:
    """Return the number of the running game."""
    return t("Game {number}", number=state.rounds + 1)


def round_name(t: Translator, words: GameText, head: Head, past: PastRound[Any]) -> str:
    """Return a finished round with its score: "Round 1: Mein 12, Dein 7"."""
    return each(t, head, t(words.ROUND, number=past.number), past.round.score)


def final_score(_head: Head, ended: Any) -> str:
    """Return the score at the end of a round: "12:7"."""
    return ":".join(map(str, ended.score))


def dealer_only(
    t: Translator, head: Head, replay: Replay[R, S], _corrected: int | None
) -> tuple[str, str]:
    """Return the dealer, as shown and as read aloud."""
    seats = replay.game.seats(replay.agreement)
    dealer = player(t, head, seats, replay.state.dealer)
    return t("{dealer} deals", dealer=dealer), t("Dealer: {name}", name=dealer)


def and_then(said: str, sentences: Iterable[str]) -> str:
    """Return a phrase, followed by sentences about its consequences.

    >>> and_then("+2 for Mein", []), and_then("+2 for Mein", ["A Brot for Mein."])
    ('+2 for Mein', '+2 for Mein. A Brot for Mein.')
    """
    return ". ".join([said, " ".join(sentences)]).removesuffix(". ")


def with_rounds(t: Translator, head: Head, said: str, line: Ending, round_end: RoundEnd) -> str:
    """Return what a line wrote, followed by what the rounds brought that it ended."""
    ends = (sentence for ended in line.ended for sentence in round_end(t, head, ended))
    return and_then(said, ends)


def round_brought(t: Translator, words: GameText, head: Head, ended: Any) -> list[str]:
    """Return what a finished round brought, each to stand on a line of its own, without a stop."""
    return [sentence.removesuffix(".") for sentence in words.round_end(t, head, ended)]


def outcome(t: Translator, *, won: bool) -> str:
    """Return "won" or "lost"."""
    return t("won") if won else t("lost")


def player(t: Translator, head: Head, seats: int, seat: int) -> str:
    """Return who sits at a seat: the player's name, or the side and the place.

    Clockwise, the seats alternate between the sides. The player of a side of one has its name.
    """
    sides = len(head.sides)
    side, place = head.sides[seat % sides], seat // sides
    if side.players:
        return side.players[place]
    if seats == sides:
        return side.name
    return t("{side} {place}", side=side.name, place=place + 1)


def players(t: Translator, head: Head, seats: int) -> list[str]:
    """Return who sits at the table, by seat."""
    return [player(t, head, seats, seat) for seat in range(seats)]


def ahead(t: Translator, head: Head, won: Sequence[int]) -> list[str]:
    """Return who has won most; nothing before anything was won."""
    most = max(won)
    if not most:
        return []
    names = [side.name for side, number in zip(head.sides, won, strict=True) if number == most]
    if len(names) == len(head.sides):
        return [t("All are level.")]
    return [t("Ahead: {names}", names=", ".join(names))]


def by_side(t: Translator, head: Head, values: Iterable[int]) -> str:
    """Return what each side has: "Mein 7, Dein 4"."""
    pairs = zip(head.sides, map(figure, values), strict=True)
    return ", ".join(t("{side} {value}", side=side.name, value=value) for side, value in pairs)


def each(t: Translator, head: Head, what: str, values: Iterable[int]) -> str:
    """Return a label and the value of each side: "Score: Mein 7, Dein 4"."""
    return t("{what}: {values}", what=what, values=by_side(t, head, values))


def standing(t: Translator, words: GameText, head: Head, state: Any) -> list[str]:
    """Return the score, and everything else that is counted by side: "Score: Mein 7, Dein 4"."""
    return [each(t, head, what, values) for what, values in words.standing(t, state)]


def figure(number: int) -> str:
    """Return a number as it is written.

    >>> figure(-7) == MINUS + figure(7)
    True
    """
    return str(number).replace("-", MINUS)


def signed(amount: int) -> str:
    """Return points as they are written, with their sign.

    >>> signed(5), signed(0)
    ('+5', '0')
    """
    return f"+{amount}" if amount > 0 else figure(amount)


def changes(t: Translator, head: Head, points: Sequence[int]) -> str:
    """Return the points that are written, by side: "Mein +1"; empty if there are none."""
    return ", ".join(
        t("{side} {value}", side=side.name, value=signed(amount))
        for side, amount in zip(head.sides, points, strict=True)
        if amount
    )


def describe_at(
    t: Translator, words: GameText, head: Head, replay: Replay[Any, Any], place: int
) -> str:
    """Return what the entry at ``place`` wrote."""
    return words.describe(t, head, replay.entries[place], replay.states[place + 1].line)


def effect(
    t: Translator, words: GameText, head: Head, before: Replay[Any, Any], after: Replay[Any, Any]
) -> list[str]:
    """Return what a change would do to the slate, one sentence for each thing that changes."""
    said = agreement_changes(t, words, head, before, after)
    was, now = (words.standing(t, replay.state) for replay in (before, after))
    scores = [
        _so_far(t, each(t, head, what, new), by_side(t, head, old))
        for (what, old), (_, new) in zip(was, now, strict=True)
        if old != new
    ]
    if before.state.rounds != after.state.rounds:
        old, new = before.state.rounds, after.state.rounds
        rounds = t(words.ROUNDS)
        finished = t("{rounds} finished: {now}", rounds=rounds, now=new)
        scores.append(_so_far(t, finished, old))
    return [*said, *(scores or [t("The score does not change.")])]


def agreement_changes(
    t: Translator, words: GameText, head: Head, before: Replay[Any, Any], after: Replay[Any, Any]
) -> list[str]:
    """Return which house rules change, and the new dealer if that changes."""
    game = after.game
    rules = before.agreement.rules, after.agreement.rules
    said = []
    for name, kind in kinds_of(game.rules).items():
        was, now = (rule_value(t, words, kind, getattr(each, name)) for each in rules)
        if was != now:
            rule = t("{what}: {values}", what=t(words.RULES[name][0]), values=now)
            said.append(_so_far(t, rule, was))
    was, now = (
        player(t, head, game.seats(each.agreement), each.state.dealer) for each in (before, after)
    )
    if was != now:
        said.append(_so_far(t, t("Dealer: {name}", name=now), was))
    return said


def rule_value(t: Translator, words: GameText, kind: Kind[Any], value: Any) -> str:
    """Return the value of a house rule as its page names it."""
    match kind:
        case Flag():
            return t("yes") if value else t("no")
        case OneOf():
            return t(words.CHOICES[value])
        case _:
            return t("as usual") if value is None else str(value)


def _so_far(t: Translator, now: str, was: object) -> str:
    return t("{now} (was {was})", now=now, was=was)


def day(t: Translator, iso: str | None) -> str:
    """Return an ISO date as it is written in the language.

    >>> from views.text.translator import translator
    >>> day(translator("en"), "2026-11-20"), day(translator("de"), "2026-11-20")
    ('20 November 2026', '20.11.2026')
    """
    if iso is None:
        return ""
    played = date.fromisoformat(iso)
    return t(DATES[played.month - 1], day=played.day, year=played.year)


def moment(t: Translator, at: datetime) -> str:
    """Return a date and a time of day.

    >>> from views.text.translator import translator
    >>> moment(translator("en"), datetime(2026, 11, 20, 9, 5))
    '20 November 2026, 09:05'
    """
    date_of = day(t, at.date().isoformat())
    return t("{day}, {hour:02}:{minute:02}", day=date_of, hour=at.hour, minute=at.minute)


def evening_name(t: Translator, title: str | None, played_on: str | None) -> str:
    """Return an evening's title and date."""
    return ", ".join(filter(None, (harmless(title) if title else t("Evening"), day(t, played_on))))


def running_lines(replay: Replay[R, S]) -> Sequence[SlateLine[Any]]:
    """Return the lines of the running round."""
    shown = on_slate(replay.states)
    return () if shown.ended else shown.lines


def who_is_on(
    t: Translator, words: GameText, head: Head, replay: Replay[Any, Any], corrected: int | None
) -> tuple[str, str]:
    """Return the dealer and more about the deal: as shown, with short names, and as read aloud.

    ``corrected`` is the announcing side if the scribe has corrected it.
    """
    shown, said = words.who_is_on(t, head, replay, corrected)
    if (brief := brief_head(head)) != head:
        shown, _ = words.who_is_on(t, brief, replay, corrected)
    return shown, said


def describe_last(t: Translator, words: GameText, head: Head, replay: Replay[Any, Any]) -> str:
    """Return what was written last, or that nothing was."""
    if not replay.entries:
        return t("Nothing written yet. Tap a result.")
    return describe_at(t, words, head, replay, len(replay.entries) - 1)


def read_out(
    t: Translator, words: GameText, head: Head, replay: Replay[Any, Any], said: str | None
) -> str:
    """Return what is said aloud after a change: what was written, or ``said``, and the slate."""
    shown = on_slate(replay.states)
    what = said or describe_last(t, words, head, replay)
    ends = [sentence for ended in shown.ended for sentence in round_brought(t, words, head, ended)]
    told = (what, by_side(t, head, shown.score), *ends)
    return " ".join(f"{sentence.removesuffix('.')}." for sentence in told)


def finished_rounds(words: GameText, head: Head, replay: Replay[Any, Any]) -> str:
    """Return the last rounds in the short form of the slate's top row."""
    newest = [*islice(newest_rounds(replay.states), ROUNDS_SHOWN)]
    brief = brief_head(head)
    return " · ".join(words.result(brief, ended) for ended in reversed(newest))


def rounds_over(t: Translator, words: GameText, head: Head, replay: Replay[Any, Any]) -> list[str]:
    """Return the rounds that the last line ended: "Round 3 finished: Mein 12, Dein 7"."""
    ended = just_ended(replay.state)
    first = replay.state.rounds - len(ended) + 1
    return [
        each(t, head, t("{round} finished", round=t(words.ROUND, number=number)), past.score)
        for number, past in enumerate(ended, first)
    ]
