"""What the pages of statistics share: they count on while they are shown, and list rows."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

import flet as ft

from scoring.book import Book
from scoring.people import People, by_people, people_of
from scoring.ranking import Rate, Who
from scoring.refusals import Refused
from scoring.statistics import Statistics
from storage import Label
from views.session import steps
from views.session.reckoning import Choice, Held, Reckoning
from views.session.session import Session, guarded
from views.session.steps import use_steps
from views.text.games.registry import GAME_TEXTS
from views.text.phrases import GameText, evening_name
from views.text.statistics import Row, left_out, record_detail, record_told, so_far
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component
from views.ui.page_frame import entry_row, heading

BAR: Final = 3
"""How thick the line is that shows a share."""


class Shown(NamedTuple):
    """What a page shows: the statistics of one game, by people instead of names."""

    game: str
    words: GameText
    found: Statistics
    reckoning: Reckoning
    people: People

    @property
    def evenings(self) -> list[tuple[Label, Statistics]]:
        """What was counted on each evening, the oldest first."""
        found = self.reckoning.evenings(self.game)
        return [(label, by_people(each, self.people)) for label, each in found]

    @property
    def choice(self) -> Choice:
        """The period and whatever else is chosen."""
        return self.reckoning.choice

    @property
    def of_pairs(self) -> bool:
        """Whether pairs are shown: they were chosen, and the game has some in this period."""
        return self.choice.of_pairs and bool(self.found.pairs)


def use_statistics(session: Session) -> tuple[Shown, Callable[..., None]]:
    """Return the statistics that were chosen, and what chooses others."""
    reckoning = session.reckoning
    draw_again = use_reckoning(session, reckoning)
    choice = reckoning.choice

    def choose(**chosen: Any) -> None:
        reckoning.choice = replace(reckoning.choice, **chosen)
        draw_again()

    game, who_is_who = _game(session, choice), people(session)
    found = by_people(reckoning.found[game], who_is_who)
    return Shown(game, GAME_TEXTS[game], found, reckoning, who_is_who), choose


def people(session: Session) -> People:
    """Return who is who; every name is a person of its own while the book cannot be read."""
    try:
        return people_of(session.library.book)
    except (Refused, OSError):
        return people_of(Book())


def all_games(session: Session, known: People) -> list[Statistics]:
    """Return what was counted of all evenings, by game, of people instead of names."""
    return [by_people(found, known) for found in session.debts.found.values()]


def use_reckoning(session: Session, reckoning: Reckoning) -> Callable[[], None]:
    """Count on while the page is shown; return what draws it again."""
    _, set_version = ft.use_state(0)
    choice = reckoning.choice

    def begin() -> None:
        reckoning.look(again=True)
        reckoning.count(steps.AT_FIRST)

    ft.use_memo(begin, [choice.span, choice.typed])
    reckoning.look()
    use_steps(session, reckoning)
    return lambda: set_version(_next)


def _next(version: int) -> int:
    return version + 1


def games_of(session: Session) -> list[str]:
    """Return the games of which there are evenings, in the order offered."""
    played = {label.game for label in session.library.labels()}
    return [game for game in GAME_TEXTS if game in played]


def _game(session: Session, choice: Choice) -> str:
    """Return the game to be shown: the chosen one, else that of the open evening, or of any."""
    games = games_of(session) or [*GAME_TEXTS]
    wanted = (choice.game, session.library.settings.game)
    return next((game for game in wanted if game in games), games[0])


def address_of(who: Who) -> str:
    """Return the address of a page on a player or a pair: a name may hold any character.

    >>> address_of(("Jo", "/"))
    '/statistics/4a6f-2f'
    """
    return "/statistics/" + "-".join(name.encode().hex() for name in who)


def progress(t: Translator, reckoning: Reckoning) -> str:
    """Return how many evenings are counted so far; empty once all are.

    It stands in the place of another line, so that nothing moves when it goes.
    """
    if not reckoning.waiting:
        return ""
    return so_far(t, reckoning.counted, reckoning.waiting)


def unread(t: Translator, reckoning: Reckoning) -> list[ft.Control]:
    """Return which evenings could not be read."""
    if not reckoning.unread:
        return []
    named = [evening_name(t, each.title, each.played_on) for each in reckoning.unread.values()]
    return [chalk.words(left_out(t, named), 15, chalk.WARNING)]


def records(session: Session, shown: Shown, who: Who = ()) -> Iterator[ft.Control]:
    """Yield the records of the table, or of a player or pair; each leads to its line."""
    t, found = session.t, shown.reckoning.records(shown.game, shown.people, who)
    if found:
        yield heading(t("Records"))
    for held in found.values():
        evening = evening_name(t, held.evening.title, held.evening.played_on)
        yield entry_row(
            session,
            record_told(t, shown.words, held.told),
            partial(_follow, session, held),
            detail=record_detail(shown.people, held.told, evening),
        )


def _follow(session: Session, held: Held) -> None:
    """Show the line that made a record, unless it does so no more."""
    library, key = session.library, held.evening.key
    if not library.holds(key) or held.feat not in library.feats(key):
        session.say(session.t("This evening just changed."))
    elif session.open(key):
        session.lead(f"/line/{held.feat.place}")


@component
def Listed(session: Session, row: Row) -> ft.Control:
    """Draw a row; a tap leads to the page of whom it tells. The line below shows a ranked share."""
    told = [chalk.words(row.name, 17), chalk.words(row.detail, 14, chalk.FAINT)]
    if row.worth:
        told.append(chalk.words(row.worth, 14, chalk.FAINT))
    beside: list[ft.Control] = [
        ft.Column([*told], spacing=2, expand=True),
        ft.Icon(ft.Icons.CHEVRON_RIGHT, color=chalk.FAINT),
    ]
    if row.percent:
        beside.insert(1, chalk.strong(row.percent, 17))
    return chalk.tappable(
        row.said,
        ft.Column(
            [
                ft.Container(
                    ft.Row(beside, spacing=chalk.UNIT), padding=ft.Padding.symmetric(vertical=10)
                ),
                share_bar(row.rate) if row.percent else chalk.rule(),
            ],
            spacing=0,
        ),
        guarded(session, partial(session.go, address_of(row.who))),
    )


def figure_beside(what: str, value: str) -> ft.Control:
    """Return a figure beside what it is, or below where there is no room."""
    return ft.Row(
        [chalk.words(what, 16), chalk.strong(value, 16)],
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        wrap=True,
        spacing=2 * chalk.UNIT,
        run_spacing=0,
    )


def share_bar(rate: Rate) -> ft.Control:
    """Return a line across, of which the share that was won is drawn with chalk."""
    parts = ((rate.won, chalk.CHALK), (rate.cases - rate.won, chalk.RULE))
    return ft.Row(
        [ft.Container(height=BAR, bgcolor=color, expand=part) for part, color in parts if part],
        spacing=0,
    )
