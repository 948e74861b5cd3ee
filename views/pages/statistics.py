"""Statistics: who has won which share of the rounds, players and pairs apart."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

import flet as ft

from scoring.periods import Span
from scoring.ranking import Place, ranked, worth_of_pair
from views.pages.as_table import AsTable
from views.pages.reckoned import Listed, Shown, games_of, progress, records, unread, use_statistics
from views.session.reckoning import LEAST_EVENINGS, Choice
from views.session.session import LEDGER, Session, use_live_session
from views.text.games.registry import GAME_TEXTS
from views.text.phrases import day
from views.text.statistics import (
    SPANS,
    Row,
    how_worth_is_told,
    nameless,
    not_counted,
    not_ranked,
    place_row,
    ranked_from,
    table_told,
)
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import page
from views.ui.field import Field
from views.ui.page_frame import choice, entry_row, framed, heading, key, opener

AT_ONCE: Final = 15
"""How many rows are drawn at first, and more when the last of them come into sight."""


class Filter(NamedTuple):
    """What can be chosen: what it is, its options, and what is chosen now."""

    what: str
    field: str
    options: list[tuple[object, str]]
    chosen: object

    @property
    def label(self) -> str:
        """What is chosen, in words."""
        return dict(self.options)[self.chosen]


@page
def StatisticsPage() -> ft.View:
    """Draw the ranking of players or pairs, in one game and one period."""
    session = use_live_session()
    t = session.t
    shown, choose = use_statistics(session)
    drawn, draw = ft.use_state(AT_ONCE)
    opened, open_filter = ft.use_state("")
    places = _places(shown)

    def pick(field: str, value: object) -> None:
        open_filter("")
        draw(AT_ONCE)
        choose(**{field: value})

    def type_day(place: int, text: str) -> None:
        first, last = shown.choice.typed
        choose(typed=(first, text) if place else (text, last))

    def draw_more() -> None:
        draw(drawn + AT_ONCE)

    parts = [*_filters(session, shown, opened, open_filter, pick)]
    if shown.choice.span is Span.BETWEEN:
        parts += _days(t, shown.choice, type_day)
    if shown.found.pairs:
        of = [(False, t("Players")), (True, t("Pairs"))]
        parts.append(choice(session, of, shown.of_pairs, partial(pick, "of_pairs")))
    told = progress(t, shown.reckoning)
    if told or shown.found.evenings:
        told = told or table_told(t, shown.words, shown.found)
        parts.append(chalk.words(told, 14, chalk.FAINT))
    parts += unread(t, shown.reckoning)
    parts += [*_ranking(session, shown, places[:drawn])] if places else _nobody(session, shown)
    more = len(places) > drawn
    if more:
        parts.append(key(session, t("Show more"), draw_more))
    else:
        parts += [*records(session, shown)]
        parts += _at_the_end(session, shown, pick) if places else []
    parts.append(entry_row(session, t("Beer ledger"), partial(session.go, LEDGER)))
    back = "/menu" if session.has_evening else "/"
    near_end = draw_more if more else lambda: None
    return framed(session, t("Statistics"), parts, back=back, near_end=near_end)


def _filters(
    session: Session,
    shown: Shown,
    opened: str,
    open_filter: Callable[[str], None],
    pick: Callable[[str, object], None],
) -> Iterator[ft.Control]:
    """Yield a quiet key for each thing to choose, and the options of the one that is opened."""
    filters = _what_to_choose(session, shown)
    keys: list[ft.Control] = [
        opener(
            session,
            each.label,
            session.t("{what}: {values}", what=each.what, values=each.label),
            partial(open_filter, "" if opened == each.field else each.field),
            is_open=opened == each.field,
        )
        for each in filters
    ]
    yield ft.Row(keys, wrap=True, spacing=chalk.UNIT, run_spacing=chalk.UNIT)
    for each in filters:
        if each.field == opened:
            yield choice(session, each.options, each.chosen, partial(pick, each.field))


def _what_to_choose(session: Session, shown: Shown) -> list[Filter]:
    t, chosen = session.t, shown.choice
    spans: list[tuple[object, str]] = [(span, t(text)) for span, text in SPANS.items()]
    games: list[tuple[object, str]] = [
        (game, t(GAME_TEXTS[game].NAME)) for game in games_of(session) or [shown.game]
    ]
    return [
        Filter(t("Period"), "span", spans, chosen.span),
        Filter(t("Game"), "game", games, shown.game),
    ]


def _days(t: Translator, chosen: Choice, type_day: Callable[[int, str], None]) -> list[ft.Control]:
    """Return a field for the first and for the last day, and how they were understood."""
    labels = (t("First day (day.month.year)"), t("Last day (day.month.year)"))
    fields = [
        Field(what, chosen.typed[place], type_day, place) for place, what in enumerate(labels)
    ]
    told = [
        t("{what}: {values}", what=what, values=day(t, held) or t("This is no day yet."))
        for what, text, held in zip((t("From"), t("To")), chosen.typed, chosen.between, strict=True)
        if text
    ]
    return [*fields, *(chalk.words(each, 14, chalk.FAINT) for each in told)]


def _places(shown: Shown) -> list[Place]:
    found, least = shown.found, shown.choice.least_evenings
    if shown.of_pairs:
        return ranked({tuple(names): figures for names, figures in found.pairs.items()}, least)
    return ranked({(name,): figures for name, figures in found.players.items()}, least)


def _ranking(session: Session, shown: Shown, places: list[Place]) -> Iterator[ft.Control]:
    """Yield the ranked ones, then those without a rank."""
    t, least = session.t, shown.choice.least_evenings
    if places[0].rank:
        yield heading(t(shown.words.FIGURES[0].name))
    if shown.of_pairs:
        yield chalk.words(how_worth_is_told(t, shown.words), 14, chalk.FAINT)
    is_ranked = True
    for place in places:
        if is_ranked and place.rank is None:
            is_ranked = False
            yield heading(not_ranked(t, least))
        yield Listed(session, _row(t, shown, place))


def _row(t: Translator, shown: Shown, place: Place) -> Row:
    if not shown.of_pairs:
        return place_row(t, shown.people, place)
    first, second = place.who
    worth = worth_of_pair(shown.found, (first, second), shown.choice.least_evenings)
    return place_row(t, shown.people, place, worth)


def _at_the_end(
    session: Session, shown: Shown, pick: Callable[[str, object], None]
) -> Iterator[ft.Control]:
    """Yield who is not in the list, from how many evenings on there is a rank, and the table."""
    t = session.t
    yield key(session, t("Plots"), partial(session.go, "/statistics/plots"))
    if shown.found.nameless:
        yield chalk.words(nameless(t, shown.found.nameless), 14, chalk.FAINT)
    if shown.people.hidden:
        yield chalk.words(not_counted(t, shown.people), 14, chalk.FAINT)
    least = [(n, ranked_from(t, n)) for n in LEAST_EVENINGS]
    yield heading(t("A rank"))
    yield choice(session, least, shown.choice.least_evenings, partial(pick, "least_evenings"))
    if not shown.reckoning.waiting:
        yield AsTable(session, shown, partial(pick, "comma"))


def _nobody(session: Session, shown: Shown) -> list[ft.Control]:
    """Return why nobody is listed, and what to do about it."""
    t = session.t
    if shown.reckoning.waiting:
        return []
    if not shown.found.evenings:
        nothing = t("There is no evening of this game in this period.")
        return [chalk.words(nothing, 16, chalk.FAINT)]
    why = t(
        "Statistics count for players whose names are on the sheet. Enter them under “New evening”."
    )
    return [
        chalk.words(why, 16),
        key(session, t("New evening"), partial(session.go, "/new"), main=True),
    ]
