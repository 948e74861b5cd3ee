"""Plots of the statistics: the season of each player, and who has done how well with whom."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import flet as ft

from scoring.people import People
from scoring.ranking import Rate
from scoring.season import balances, together
from storage import Label
from views.pages.reckoned import Shown, figure_beside, progress, share_bar, unread, use_statistics
from views.session.session import Session, use_live_session
from views.text.games.registry import GAME_TEXTS
from views.text.names import called
from views.text.phrases import evening_name, signed
from views.text.statistics import SPANS, cases, evenings, lead_told, player_told, rate_told
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import page
from views.ui.layout import NAME_LETTER
from views.ui.page_frame import column_width, framed, heading, key
from views.ui.plot import (
    Curve,
    Piece,
    Plot,
    beside,
    drawn_plot,
    legend,
    plot_height,
    scale,
    step_key,
    text_key,
)

MOST_LEAD = 13
"""Greater leads are told together."""
PLAYERS_AT_ONCE, EVENINGS_AT_ONCE = 5, 100
"""So many players, and of so many evenings, are on one plot."""
AROUND_CELL, CELL_HEIGHT, NAME = 14, 30, 120
"""What is free in a cell of the matrix, how high it is, and how wide the names beside it are."""
FIGURE = 14
"""The text size in a cell."""


class Season(NamedTuple):
    """The evenings, and the sums of players after each of them; a plot shows those of ``shown``."""

    evenings: Sequence[Label]
    sums: Mapping[str, Sequence[int | None]]
    shown: range

    def at(self, evening: int) -> dict[str, int]:
        """Return what everybody has who was there until then."""
        known = {
            name: [value for value in sums[: evening + 1] if value is not None]
            for name, sums in self.sums.items()
        }
        return {name: values[-1] for name, values in known.items() if values}


@page
def PlotsPage() -> ft.View:
    """Draw the plots of one game in the chosen period."""
    session = use_live_session()
    t = session.t
    shown, _ = use_statistics(session)
    group, show_group = ft.use_state(0)
    picked, pick = ft.use_state(-1)
    is_told, tell = ft.use_state(False)
    season = _season(shown)
    parts = [chalk.words(_what(session, shown), 14, chalk.FAINT), *unread(t, shown.reckoning)]
    if not season.sums:
        nothing = t("Nothing is counted here in this period.")
        parts += [] if shown.reckoning.waiting else [chalk.words(nothing, 16)]
        return framed(session, t("Plots"), parts, back="/statistics")
    names = [*season.sums]
    first = group if group < len(names) else 0
    at_once = names[first:][:PLAYERS_AT_ONCE]
    drawn = season._replace(sums={name: season.sums[name] for name in at_once})
    at = picked if picked in season.shown else season.shown[-1]
    parts += [heading(t(shown.words.BALANCE.name)), *_curves(session, shown, drawn, at, pick)]
    if len(names) > PLAYERS_AT_ONCE:
        parts.append(key(session, t("Other players"), partial(show_group, first + PLAYERS_AT_ONCE)))
    parts.append(text_key(session, is_told, tell))
    parts += _figures(session, shown, season) if is_told else []
    second = [*_leads(session, shown), *_matrix(session, shown)]
    return framed(session, t("Plots"), parts, beside=second, back="/statistics")


def _season(shown: Shown) -> Season:
    """Return the season, of which the newest evenings are shown."""
    counted = shown.evenings
    sums = balances([found for _, found in counted], shown.words.BALANCE.of)
    shown_first = max(0, len(counted) - EVENINGS_AT_ONCE)
    return Season([label for label, _ in counted], sums, range(shown_first, len(counted)))


def _what(session: Session, shown: Shown) -> str:
    t = session.t
    told = t(GAME_TEXTS[shown.game].NAME), t(SPANS[shown.choice.span])
    counted = evenings(t, shown.found.evenings)
    return progress(t, shown.reckoning) or " · ".join((*told, counted))


def _curves(
    session: Session, shown: Shown, season: Season, at: int, pick: Callable[[int], None]
) -> list[ft.Control]:
    """Return the curves of some players, and what they have after the picked evening."""
    t, screen, places, people = session.t, session.screen, season.shown, shown.people
    now = season.at(places[-1])
    curves = tuple(
        Curve(called(people, name), look, chalk.CHALK, (_piece(sums, places),), signed(now[name]))
        for look, (name, sums) in enumerate(season.sums.items())
    )
    values = [0, *(int(value) for curve in curves for _, value in curve.pieces[0])]
    plot = Plot(
        t(
            "Plot: {what}, after each evening. Its figures follow as text.",
            what=t(shown.words.BALANCE.name),
        ),
        places.start,
        places[-1],
        tuple((value, signed(value)) for value in scale(min(values), max(values))),
        curves,
    )
    labels = beside([plot], screen.text_scale)
    width, height = column_width(screen), plot_height(screen)
    told = _told(session, shown, season, at)
    steps = (
        (t("One evening back"), ft.Icons.CHEVRON_LEFT, at - 1),
        (t("One evening on"), ft.Icons.CHEVRON_RIGHT, at + 1),
    )
    back, on = (step_key(name, sign, pick, place, places) for name, sign, place in steps)
    said = chalk.spoken(told, chalk.words(told, 16), announced=True, expand=True)
    return [
        legend(curves),
        drawn_plot(session, plot, width, height, labels, at, pick),
        ft.Row([back, said, on], spacing=0),
    ]


def _piece(sums: Sequence[int | None], places: range) -> Piece:
    """Return the points of a player: what was there before, and after each own evening."""
    before = [value for value in sums[: places.start] if value is not None]
    begin = [(places.start - 0.5, before[-1])] if before else []
    later = [(at, value) for at in places if (value := sums[at]) is not None]
    return (*begin, *later)


def _told(session: Session, shown: Shown, season: Season, at: int) -> str:
    """Return what players have after an evening: "Evening, 20.11.2026: Karl +3, Erna 0"."""
    t, people, label, sums = session.t, shown.people, season.evenings[at], season.at(at)
    values = ", ".join(player_told(t, people, name, value) for name, value in sums.items())
    what = evening_name(t, label.title, label.played_on)
    return t("{what}: {values}", what=what, values=values or "–")


def _figures(session: Session, shown: Shown, season: Season) -> list[ft.Control]:
    """Return the same for all players as text, the newest evening first."""
    return [chalk.words(_told(session, shown, season, at), 15) for at in reversed(season.shown)]


def _leads(session: Session, shown: Shown) -> list[ft.Control]:
    """Return how often whoever was ahead has won, by how far that was."""
    t, rates = session.t, shown.reckoning.leads(shown.game).rates(MOST_LEAD)
    if not rates:
        return []
    explained = t("So often whoever was ahead by so many points has won:")
    rows = [
        _lead(lead_told(t, lead, MOST_LEAD), rate_told(t, rate), rate)
        for lead, rate in rates.items()
    ]
    return [heading(t("Ahead and won")), chalk.words(explained, 14, chalk.FAINT), *rows]


def _lead(lead: str, won: str, rate: Rate) -> ft.Control:
    """Return a lead with its rate, and the line that shows it."""
    drawn = ft.Column(
        [figure_beside(lead, won), share_bar(rate)],
        spacing=4,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return chalk.spoken(f"{lead}: {won}", drawn)


def _matrix(session: Session, shown: Shown) -> list[ft.Control]:
    """Return who has won how many of the rounds with whom, in rows and columns."""
    t, scaled = session.t, session.screen.text_scale
    rates = together(shown.found)
    if not rates:
        return []
    texts = [_brief(rate) for partners in rates.values() for rate in partners.values()]
    width = AROUND_CELL + max(map(len, texts)) * NAME_LETTER * FIGURE
    row = partial(_row, width * scaled, CELL_HEIGHT * scaled)
    numbers = [chalk.words(str(number), FIGURE, chalk.FAINT) for number, _ in enumerate(rates, 1)]
    rows = [
        row([_cell(rates[name].get(other), name == other) for other in rates]) for name in rates
    ]
    names = [
        chalk.spoken(
            _with_whom(t, shown.people, name, partners),
            ft.Container(
                ft.Text(
                    f"{number} {called(shown.people, name)}",
                    size=15,
                    color=chalk.CHALK,
                    max_lines=1,
                    overflow=ft.TextOverflow.ELLIPSIS,
                ),
                height=CELL_HEIGHT * scaled,
                alignment=ft.Alignment.CENTER_LEFT,
            ),
        )
        for number, (name, partners) in enumerate(rates.items(), 1)
    ]
    above = ft.Container(height=CELL_HEIGHT * scaled)
    beside_rows = ft.Column(
        [above, *names], spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )
    cells = ft.Row([ft.Column([row(numbers), *rows], spacing=0)], scroll=ft.ScrollMode.AUTO)
    room = min(NAME * scaled, 0.4 * column_width(session.screen))
    grid = ft.Row(
        [
            ft.Container(beside_rows, width=room),
            ft.Container(ft.Semantics(exclude_semantics=True, content=cells), expand=True),
        ],
        vertical_alignment=ft.CrossAxisAlignment.START,
        spacing=chalk.UNIT,
    )
    return [heading(t("Who with whom: rounds won of those played together")), grid]


def _with_whom(t: Translator, people: People, name: str, partners: Mapping[str, Rate]) -> str:
    """Return a row as it is read aloud."""
    told = (
        t("with {name} {cases}", name=called(people, other), cases=cases(t, rate))
        for other, rate in partners.items()
    )
    return t("{what}: {values}", what=called(people, name), values=", ".join(told))


def _row(width: float, height: float, cells: Sequence[ft.Control]) -> ft.Control:
    return ft.Row(
        [
            ft.Container(
                cell,
                width=width,
                height=height,
                alignment=ft.Alignment.CENTER,
                border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
            )
            for cell in cells
        ],
        spacing=0,
    )


def _cell(rate: Rate | None, is_self: bool) -> ft.Control:
    """Return a figure, bold where more than half was won."""
    if rate is None:
        return chalk.words("–" if is_self else "", FIGURE, chalk.FAINT)
    if 2 * rate.won > rate.cases:
        return chalk.strong(_brief(rate), FIGURE)
    return chalk.words(_brief(rate), FIGURE, chalk.FAINT)


def _brief(rate: Rate) -> str:
    return f"{rate.won}/{rate.cases}"
