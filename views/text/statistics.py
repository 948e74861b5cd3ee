"""Statistics in words: rates with their cases, places of a ranking, and what partners are worth."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.figures import Figures
from scoring.people import People
from scoring.periods import Span
from scoring.ranking import Beside, Place, Rate, Who, Worth, rounds_won
from scoring.records import Feat, Record
from scoring.statistics import Statistics
from views.text.names import called, harmless
from views.text.phrases import DEALS, Figure, GameText, figure, signed, whole_percent
from views.text.translator import Translator, label

SPANS: Mapping[Span, str] = {
    Span.TONIGHT: label("tonight"),
    Span.THIS_YEAR: label("this year"),
    Span.LAST_YEAR: label("last year"),
    Span.ALL: label("everything"),
    Span.BETWEEN: label("from – to"),
}
RECORDS: Mapping[Record, str] = {
    Record.DEALS_IN_A_ROW: label("Deals won in a row"),
    Record.ROUNDS_IN_A_ROW: label("{rounds} won in a row"),
    Record.COMEBACK: label("Points caught up and won"),
    Record.SHORTEST: label("Fewest deals to win"),
}
MOST_NAMED = 12
"""At most so many evenings are named that could not be read."""


class Row(NamedTuple):
    """A player or a pair as it is listed; ``percent`` is empty where there is no rank."""

    who: Who
    name: str
    rate: Rate
    percent: str
    detail: str
    worth: str = ""

    @property
    def said(self) -> str:
        """The row as it is read aloud."""
        return ", ".join(filter(None, (self.name, self.percent, self.detail, self.worth)))


def names(people: People, who: Who) -> str:
    """Return what a player, or each of a pair, is called."""
    return " & ".join(called(people, name) for name in who)


def percent(t: Translator, rate: Rate) -> str:
    """Return a share in percent; it never stands without its cases."""
    return whole_percent(t, rate.percent)


def cases(t: Translator, rate: Rate) -> str:
    """Return how many of the cases were won: "7 of 12"."""
    return t("{won} of {cases}", won=rate.won, cases=rate.cases)


def place_row(t: Translator, people: People, place: Place, worth: Sequence[Worth] = ()) -> Row:
    """Return a place of a ranking; without a rank it has no share."""
    rate, name = rounds_won(place.figures), names(people, place.who)
    detail = _cases_and_evenings(t, place.figures)
    if place.rank is None:
        return Row(place.who, name, rate, "", detail, worth_told(t, people, worth))
    ranked = t("{rank}. {name}", rank=place.rank, name=name)
    return Row(place.who, ranked, rate, percent(t, rate), detail, worth_told(t, people, worth))


def beside_row(t: Translator, people: People, beside: Beside, who: Who) -> Row:
    """Return somebody with or against whom a player has played; ``who`` is whom a tap leads to."""
    rate, name = rounds_won(beside.figures), called(people, beside.other)
    detail = _cases_and_evenings(t, beside.figures)
    return Row(who, name, rate, "", detail, worth_told(t, people, beside.worth))


def _cases_and_evenings(t: Translator, figures: Figures) -> str:
    return " · ".join((cases(t, rounds_won(figures)), evenings(t, figures.evenings)))


def evenings(t: Translator, n: int) -> str:
    """Return a number of evenings."""
    return t.count("{n} evening", "{n} evenings", n)


def worth_told(t: Translator, people: People, worth: Iterable[Worth]) -> str:
    """Return what it is worth to each, with the cases of the own rate; empty if nobody knows."""
    return " · ".join(
        t(
            "{name} {difference} ({own})",
            name=called(people, name),
            difference=signed(better),
            own=cases(t, own),
        )
        for name, own, better in worth
        if better is not None
    )


def how_worth_is_told(t: Translator, words: GameText) -> str:
    """Return what the figures after a name mean."""
    return t(
        "+ and −: percentage points more or less than in all own {rounds} (in parentheses).",
        rounds=t(words.ROUNDS),
    )


def figures_told(t: Translator, words: GameText, figures: Figures) -> list[tuple[str, str]]:
    """Return each figure of a player or a pair with its name.

    A share of no cases is left out, and so is what is not counted of a pair.
    """
    counted = vars(figures)
    told = ((each, _figure(t, counted, each)) for each in words.FIGURES if each.field in counted)
    return [(t(each.name), value) for each, value in told if value]


def lead_told(t: Translator, lead: int, most: int) -> str:
    """Return a lead in points; those of ``most`` and beyond are one."""
    if lead < most:
        return t.count("{n} point ahead", "{n} points ahead", lead)
    return t("{n} or more points ahead", n=most)


def rate_told(t: Translator, rate: Rate) -> str:
    """Return a rate with its cases: "7 of 12 · 58%"."""
    return " · ".join((cases(t, rate), percent(t, rate)))


def _figure(t: Translator, counted: Mapping[str, int], shown: Figure) -> str:
    if shown.of is None:
        return figure(counted[shown.field])
    rate = Rate(counted[shown.field], counted[shown.of])
    return rate_told(t, rate) if rate.cases else ""


def record_told(t: Translator, words: GameText, feat: Feat) -> str:
    """Return what was done: "Rounds won in a row: 3"."""
    name = t(RECORDS[feat.record], rounds=t(words.ROUNDS))
    return t("{what}: {values}", what=name, values=figure(feat.size))


def record_detail(people: People, feat: Feat, evening: str) -> str:
    """Return who has done it, and on which evening."""
    who = names(people, feat.players) if feat.players else harmless(feat.side)
    return f"{who} · {evening}"


def table_told(t: Translator, words: GameText, found: Statistics) -> str:
    """Return how much was played: "12 evenings · Deals: 480 · Rounds: 60"."""
    counted = ((DEALS.name, found.deals), (words.ROUNDS, found.rounds))
    more = (t("{what}: {values}", what=t(what), values=number) for what, number in counted)
    return " · ".join((evenings(t, found.evenings), *more))


def player_told(t: Translator, people: People, name: str, value: int) -> str:
    """Return what a player has: "Karl +3"."""
    return t("{side} {value}", side=called(people, name), value=signed(value))


def so_far(t: Translator, counted: int, waiting: int) -> str:
    """Return how many evenings are counted already."""
    return t("{n} of {all} evenings counted so far", n=counted, all=counted + waiting)


def not_ranked(t: Translator, least: int) -> str:
    """Return why somebody has no rank."""
    return t.count(
        "Not ranked: fewer than {n} evening, or nothing finished",
        "Not ranked: fewer than {n} evenings, or nothing finished",
        least,
    )


def ranked_from(t: Translator, least: int) -> str:
    """Return from how many evenings on somebody is ranked."""
    return t.count("from {n} evening on", "from {n} evenings on", least)


def nameless(t: Translator, n: int) -> str:
    """Return how many evenings count for nobody."""
    return t.count(
        "{n} evening counts for nobody: it has no players with a name of their own.",
        "{n} evenings count for nobody: they have no players with a name of their own.",
        n,
    )


def not_counted(t: Translator, people: People) -> str:
    """Return who is not counted, and where that can be taken back."""
    hidden = ", ".join(called(people, name) for name in sorted(people.hidden))
    return t("Not counted: {names}. You can take this back under “Beer ledger”.", names=hidden)


def left_out(t: Translator, unread: Sequence[str]) -> str:
    """Return which evenings could not be read, by their names."""
    named, more = "; ".join(unread[:MOST_NAMED]), len(unread) - MOST_NAMED
    if more > 0:
        named = t("{evenings}; and {n} more", evenings=named, n=more)
    return t.count(
        "{n} evening could not be read and is left out: {evenings}",
        "{n} evenings could not be read and are left out: {evenings}",
        len(unread),
        evenings=named,
    )
