"""What is counted of one player or one pair, with whom and against whom."""

from collections.abc import Iterable, Iterator

import flet as ft

from scoring.figures import Figures
from scoring.ranking import Place, Who, opponents, partners, worth_of_pair
from views.pages.reckoned import (
    Listed,
    Shown,
    address_of,
    figure_beside,
    progress,
    records,
    unread,
    use_statistics,
)
from views.pages.who_is_who import WhoIsWho
from views.session.session import Session, use_live_session
from views.text.games.registry import GAME_TEXTS
from views.text.names import harmless
from views.text.statistics import (
    SPANS,
    Row,
    beside_row,
    evenings,
    figures_told,
    how_worth_is_told,
    names,
    place_row,
    worth_told,
)
from views.ui import chalk
from views.ui.boundary import page
from views.ui.page_frame import framed, heading

NAME = 22
"""How large the name is."""


@page
def PlayerPage() -> ft.View:
    """Draw what is counted of the player, or the pair, of this address."""
    session = use_live_session()
    t = session.t
    shown, _ = use_statistics(session)
    who = _who(shown, f"/statistics/{ft.use_route_params()['who']}")
    parts, beside = unread(t, shown.reckoning), list[ft.Control]()
    if who is None:
        nothing = t("Nothing is counted here in this period.")
        parts.append(chalk.words(progress(t, shown.reckoning) or nothing, 16, chalk.FAINT))
    else:
        figures = _figures(shown, who)
        parts += [_title(session, shown, who, figures), *_told(session, shown, figures)]
        parts += [*records(session, shown, who)]
        beside = [*_beside(session, shown, who)]
        if len(who) == 1:
            beside.append(WhoIsWho(session, t, who[0], shown.people))
    return framed(session, t("Statistics"), parts, beside=beside, back="/statistics")


def _who(shown: Shown, address: str) -> Who | None:
    """Return whom an address names; None if nothing is counted of them."""
    known: Iterable[Who] = (*((name,) for name in shown.found.players), *shown.found.pairs)
    return next((who for who in known if address_of(who) == address), None)


def _figures(shown: Shown, who: Who) -> Figures:
    if len(who) == 1:
        return shown.found.players[who[0]]
    first, second = who
    return shown.found.pairs[first, second]


def _title(session: Session, shown: Shown, who: Who, figures: Figures) -> ft.Control:
    """Return the name, with game and period, for a screen that is passed round."""
    t = session.t
    what = t(GAME_TEXTS[shown.game].NAME), t(SPANS[shown.choice.span])
    told = progress(t, shown.reckoning) or " · ".join((*what, evenings(t, figures.evenings)))
    name = ft.Semantics(header=True, content=chalk.strong(names(shown.people, who), NAME))
    lines = [name, chalk.words(told, 14, chalk.FAINT)]
    if written := shown.people.written(who[0]) if len(who) == 1 else ():
        on_sheets = t("On the sheets: {names}", names=", ".join(map(harmless, written)))
        lines.insert(1, chalk.words(on_sheets, 14, chalk.FAINT))
    return ft.Column([*lines], spacing=2)


def _told(session: Session, shown: Shown, figures: Figures) -> list[ft.Control]:
    told = figures_told(session.t, shown.words, figures)
    return [_figure(what, value) for what, value in told]


def _figure(what: str, value: str) -> ft.Control:
    return ft.Container(
        figure_beside(what, value),
        padding=ft.Padding.symmetric(vertical=6),
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
    )


def _beside(session: Session, shown: Shown, who: Who) -> Iterator[ft.Control]:
    """Yield the partners and the opponents of a player; of a pair, what they are worth."""
    t, found, least = session.t, shown.found, shown.choice.least_evenings
    explained = chalk.words(how_worth_is_told(t, shown.words), 14, chalk.FAINT)
    if len(who) > 1:
        first, second = who
        worth = worth_told(t, shown.people, worth_of_pair(found, (first, second), least))
        if worth:
            yield heading(t("What they are worth to each other"))
            yield from (chalk.words(worth), explained)
        yield heading(t("Each of them"))
        yield from _rows(session, (_alone(session, shown, name) for name in who))
        return
    (name,) = who
    with_whom, against = partners(found, name, least), opponents(found, name, least)
    if with_whom:
        yield heading(t("With"))
        yield explained
        pairs = ((each, tuple(sorted((name, each.other)))) for each in with_whom)
        yield from _rows(session, (beside_row(t, shown.people, each, pair) for each, pair in pairs))
    if against:
        yield heading(t("Against"))
        alone = ((each, (each.other,)) for each in against)
        yield from _rows(session, (beside_row(t, shown.people, each, who) for each, who in alone))


def _alone(session: Session, shown: Shown, name: str) -> Row:
    return place_row(session.t, shown.people, Place((name,), shown.found.players[name], None))


def _rows(session: Session, rows: Iterable[Row]) -> Iterator[ft.Control]:
    return (Listed(session, row) for row in rows)
