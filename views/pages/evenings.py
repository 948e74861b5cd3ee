"""The list of earlier evenings, and the key for a new one."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import flet as ft

from storage import Ending, Label
from views.games.registry import VIEWS
from views.session.redraw import GAP
from views.session.screen import Screen
from views.session.session import LEDGER, Session, guarded, use_live_session
from views.text.games.registry import GAME_TEXTS
from views.text.names import harmless, shown_head
from views.text.phrases import day, each, figure
from views.text.times import clock, lasted
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component, page
from views.ui.field import Field
from views.ui.game_view import Won
from views.ui.layout import FACING, NAME_LINES, figure_size
from views.ui.page_frame import code_row, entry_row, framed, heading, key
from views.ui.signs import across, side_signs

AT_ONCE = 15
"""How many evenings are listed at first, and more when the last of them come into sight."""
LAID_OUT_AT_ONCE = 3
"""So many evenings are laid out together when they come into sight."""
READ_AT_ONCE = 10
"""So many evenings are read in one step, for names that the list does not have yet."""
NAMES, FIGURES, SIGNS = 13, 26, 16
"""How large names, figures and signs are on the small slate of an evening, in dp."""


class Listed(NamedTuple):
    """An evening in the list: what it is called, when it was, and its slate if it can be read."""

    key: str
    title: str
    detail: str
    when: str
    slate: "SmallSlate | None"

    @property
    def below(self) -> str:
        """What stands below the title; empty if nothing is known."""
        return " · ".join(filter(None, (self.detail, self.when)))


class SmallSlate(NamedTuple):
    """The slate of an evening as it is drawn in the list: by side, and in words."""

    players: tuple[str, ...]
    score: tuple[str, ...]
    won: tuple[Won, ...]
    said: str


@page
def EveningsPage() -> ft.View:
    """Draw the way to a new evening and the list of earlier ones, which can be searched.

    The key is not in the place of the next page's start key, so that a second tap cannot hit that.
    """
    session = use_live_session()
    t, library = session.t, session.library
    labels = library.labels()
    shown, show = ft.use_state(AT_ONCE)
    sought, seek = ft.use_state("")
    _, set_read = ft.use_state(0)
    found = [label for label in labels if _is_found(t, label, sought)] if sought else labels
    listed = tuple((label, library.ending(label.key)) for label in found[:shown])

    def search(_place: int, text: str) -> None:
        seek(text.strip())
        show(AT_ONCE)

    async def read_names() -> None:
        missing = [label.key for label in labels if label.names is None] if sought else []
        for first in range(0, len(missing), READ_AT_ONCE):
            await asyncio.sleep(GAP)  # what was found is shown meanwhile
            for each_key in missing[first : first + READ_AT_ONCE]:
                library.ending(each_key)
            set_read(first + 1)

    ft.use_effect(read_names, dependencies=[bool(sought)], cleanup=lambda: None)
    begin = key(session, t("New evening"), lambda: session.go("/new"), main=True)
    is_home, earlier = not session.has_evening, t("Earlier evenings")
    parts = [
        begin,
        entry_row(session, t("Statistics"), lambda: session.go("/statistics")),
        entry_row(session, t("Beer ledger"), lambda: session.go(LEDGER)),
        *code_row(session),
        *([heading(earlier)] if is_home else []),
        ft.Container(
            Field(t("Search"), sought, search, 0), padding=ft.Padding.only(top=chalk.UNIT)
        ),
    ]
    if not found:
        parts.append(chalk.words(t("No evening is like that."), 16, chalk.FAINT))
    parts += [
        Evenings(session, t, listed[first : first + LAID_OUT_AT_ONCE], session.screen)
        for first in range(0, len(listed), LAID_OUT_AT_ONCE)
    ]

    def show_more() -> None:
        show(shown + AT_ONCE)

    more = len(found) > shown
    if more:
        parts.append(key(session, t("Show older evenings"), show_more))
    if is_home:
        parts.append(entry_row(session, t("Settings"), lambda: session.go("/settings")))
    return framed(
        session,
        "Knoddel" if is_home else earlier,
        parts,
        back=None if is_home else "/menu",
        near_end=show_more if more else lambda: None,
    )


def _is_found(t: Translator, label: Label, sought: str) -> bool:
    """Whether all words that are sought stand somewhere in title, game, date and names."""
    words = GAME_TEXTS.get(label.game or "")
    game = t(words.NAME) if words else ""
    told = (label.title, game, day(t, label.played_on), label.played_on, *(label.names or ()))
    text = " ".join(filter(None, told)).casefold()
    return all(word in text for word in sought.casefold().split())


def as_listed(t: Translator, kept: Label, ending: Ending | None) -> Listed:
    """Return an evening as the list shows it; ``ending`` is None if it cannot be read."""
    words = GAME_TEXTS.get(kept.game or "")
    game = t(words.NAME) if words else t("Evening")
    title, detail = harmless(kept.title) if kept.title else game, day(t, kept.played_on)
    if kept.title and words:
        detail = " · ".join(filter(None, (game, detail)))
    if ending is None:
        return Listed(kept.key, title, detail, "", None)
    times = clock(ending.began_at), lasted(t, ending.began_at, ending.ended_at)
    return Listed(kept.key, title, detail, " · ".join(filter(None, times)), _small_slate(t, ending))


def _small_slate(t: Translator, ending: Ending) -> SmallSlate:
    replay, head = ending.replay, shown_head(ending.head)
    view = VIEWS[replay.game.key]
    standing = view.words.standing(t, replay.state)
    told = [counted for counted in standing[1:] if any(counted[1])] or standing[:1]
    return SmallSlate(
        tuple(" & ".join(side.players) or side.name for side in head.sides),
        tuple(map(figure, replay.state.score)),
        tuple(view.won(replay.agreement.rules, replay.state, SIGNS)),
        ". ".join(each(t, head, what, values) for what, values in told),
    )


def _open(session: Session, evening: str) -> None:
    if session.open(evening):
        session.lead("/")
    else:
        session.redraw.everything()


@component
def Evenings(
    session: Session,
    t: Translator,
    evenings: Sequence[tuple[Label, Ending | None]],
    screen: Screen,
) -> ft.Control:
    """Draw some evenings of the list, each with how it ended if that can be read."""
    return ft.Column(
        [_row(session, as_listed(t, *evening), screen) for evening in evenings],
        spacing=0,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _row(session: Session, listed: Listed, screen: Screen) -> ft.Control:
    _, title, detail, when, slate = listed
    shown: list[ft.Control] = [chalk.words(title, 17)]
    if listed.below:
        shown.append(chalk.words(listed.below, 14, chalk.FAINT))
    said = when
    if slate:
        shown.append(_drawn(slate, screen))
        said = ". ".join(filter(None, (when, ", ".join(slate.players), slate.said)))
    return chalk.tappable(
        ", ".join(filter(None, (title, detail))),
        ft.Column(shown, spacing=2, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        guarded(session, partial(_open, session, listed.key)),
        hint=said or None,
        padding=ft.Padding.symmetric(vertical=12),
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
    )


def _drawn(slate: SmallSlate, screen: Screen) -> ft.Control:
    """Draw the slate of an evening, small: who played, the score, and the signs."""
    columns = len(slate.score)
    size = figure_size(FIGURES, slate.score, columns, screen)
    figures = [
        ft.Container(chalk.figures(text, size), expand=1, alignment=ft.Alignment.CENTER)
        for text in slate.score
    ]
    signs = [_signs(slate.won, side) for side in range(columns)]
    return ft.Container(
        ft.Column([_players(slate.players), across(figures), across(signs)], spacing=0),
        bgcolor=chalk.WIPED,
        border_radius=chalk.CORNER,
        padding=ft.Padding.symmetric(vertical=6, horizontal=4),
        margin=ft.Margin.only(top=4),
    )


def _players(names: Sequence[str]) -> ft.Control:
    """Return who played, by side; what has no room ends in "…"."""
    is_facing = len(names) == FACING
    colors = chalk.SIDES if is_facing else [chalk.FAINT] * len(names)
    return across(
        [
            ft.Text(
                name,
                size=NAMES,
                color=color,
                expand=1,
                max_lines=NAME_LINES if is_facing else 1,
                overflow=ft.TextOverflow.ELLIPSIS,
                text_align=ft.TextAlign.CENTER,
            )
            for name, color in zip(names, colors, strict=True)
        ]
    )


def _signs(won: Sequence[Won], side: int) -> ft.Control:
    smaller = [kind._replace(figure=min(kind.figure, SIGNS)) for kind in won]
    return ft.Row(
        [sign for kind in smaller for sign in side_signs(kind, side)],
        expand=1,
        wrap=True,
        spacing=3,
        run_spacing=2,
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
