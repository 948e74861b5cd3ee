"""A slate for a phone that lies between two sides: each reads its half upright, and taps there."""

from collections.abc import Callable, Mapping, Sequence
from math import pi
from typing import Any, Final

import flet as ft

from scoring.game import Replay
from scoring.rounds import on_slate
from scoring.sheet import Head
from scoring.two_sides import other
from storage import Evening
from views.games.registry import view_of
from views.pages.slate import Arrow, message, redo, undo
from views.session.draft import Draft
from views.session.redraw import DrawPhase
from views.session.screen import Screen
from views.session.session import Session, use_awake, use_slate
from views.text.names import brief_head, shown_head
from views.text.phrases import describe_last, figure, standing, who_is_on
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component, page
from views.ui.drawn_pad import Taps, drawn_keys, use_taps
from views.ui.game_view import GameView
from views.ui.half import (
    AROUND,
    BENEATH,
    GAP,
    TWO_LINES,
    UNDER_TEXTS,
    Named,
    Score,
    half,
    half_room,
    is_lying,
    name_size,
    score_in_half,
    texts_height,
)
from views.ui.page_frame import zoomed
from views.ui.signs import side_signs

SIGN: Final = 18
"""How large the signs of a side are."""
TOLD, WRITTEN = 13, 14
"""The text size of who is on, and of what was written."""
CENTER = ft.CrossAxisAlignment.CENTER


@page
def BothSidesPage(session: Session) -> ft.View:
    """Draw both halves of the slate; the far one is turned, and each has keys of its own."""
    use_awake(session)
    t, evening, screen = session.t, session.opened, session.screen
    room = half_room(screen)
    far, near = (
        ft.Container(HalfOf(session, t, evening, room, side), height=room.height, rotate=rotate)
        for side, rotate in ((1, ft.Rotate(pi)), (0, None))
    )
    between = ft.Container(chalk.rule(), height=chalk.DEAD_STRIP, alignment=ft.Alignment.CENTER)
    return zoomed(screen, ft.Column([far, between, near], spacing=0, width=screen.width))


@component
def HalfOf(
    session: Session, t: Translator, evening: Evening, room: Screen, side: int
) -> ft.Control:
    """Draw the half of a side: the score, what both must see, and its keys."""
    use_slate(session)
    view, head = view_of(evening), shown_head(evening.head)
    taps = Taps(session.keep_draft, session.write, session.look)
    ref = use_taps(session, lambda now: view.pad(t, head, *now, room).pad(), taps)
    draft = session.draft_of(evening)
    panel, keys = half(lambda size: view.pad(t, head, evening.replay, draft, size).half(side), room)
    top = HalfTop(session, t, evening, room, side, panel)
    measured = None if side else session.at_commit.measure_pad
    drawn = ft.Container(drawn_keys(keys, ref, room.text_scale), on_size_change=measured)
    scroll = ft.ScrollMode.AUTO
    if is_lying(room):
        padded = ft.Container(drawn, padding=ft.Padding.only(right=AROUND))
        centered = ft.Column(
            [padded], expand=True, scroll=scroll, alignment=ft.MainAxisAlignment.CENTER
        )
        return ft.Row([top, centered], spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    height = room.height - panel - GAP
    padded = ft.Container(drawn, padding=ft.Padding.only(left=AROUND, right=AROUND, bottom=BENEATH))
    below = ft.Column([padded], scroll=scroll, height=height)
    return ft.Column([top, ft.Container(height=GAP), below], spacing=0)


def to_see(
    t: Translator, view: GameView, head: Head, replay: Replay[Any, Any], draft: Draft
) -> list[tuple[str, str]]:
    """Return what both sides must see beside what was written: as shown, and as read aloud.

    That is a round that is over, and who is on.
    """
    over = view.end(t, brief_head(head), replay)[:1]
    who = who_is_on(t, view.words, head, replay, view.corrected(draft))
    return [*zip(over, over, strict=True), who]


def told_and_written(
    t: Translator, view: GameView, head: Head, replay: Replay[Any, Any], draft: Draft
) -> tuple[list[tuple[str, str]], list[str]]:
    """Return what ``to_see`` does, and all texts of a half as shown, with what was written last."""
    told = to_see(t, view, head, replay, draft)
    return told, [
        *(shown for shown, _ in told),
        describe_last(t, view.words, brief_head(head), replay),
    ]


def fitting_score(
    replay: Replay[Any, Any], texts: Sequence[str], panel: float, room: Screen
) -> Score:
    """Return how the score is drawn beside these texts in a half; for ``panel`` see ``Half``."""
    figures = [*map(figure, on_slate(replay.states).score)]
    return score_in_half(figures, panel, texts_height(texts, room), room)


@component
def HalfTop(
    session: Session, t: Translator, evening: Evening, room: Screen, side: int, panel: float
) -> ft.Control:
    """Draw menu, undo and redo, the score, and what both sides must see.

    The keys keep their places however much there is to see.
    """
    use_slate(session, DrawPhase.FIRST)
    journal, head = evening.journal, shown_head(evening.head)
    texts = to_see(t, view_of(evening), head, evening.replay, session.draft_of(evening))
    said, shown = (message(session, t, evening, each).text for each in (head, brief_head(head)))
    fit = fitting_score(evening.replay, [*(text for text, _ in texts), shown], panel, room)
    score = _score(t, evening, side, fit, room)
    # Where the score has too little room, it scrolls with the texts.
    scroll = ft.ScrollMode.AUTO if fit.is_crowded else None
    least = TWO_LINES * room.text_scale if fit.is_crowded else None
    menu = chalk.sign_key(t("Menu"), ft.Icons.MENU, lambda: session.go("/menu"))
    back = Arrow(session, t("Undo"), ft.Icons.UNDO, journal.can_undo, undo, chalk.TOUCH)
    forward = Arrow(session, t("Redo"), ft.Icons.REDO, journal.can_redo, redo, chalk.TOUCH)
    lines = [
        *(_text(*each, TOLD, chalk.FAINT) for each in texts),
        _text(shown, said, WRITTEN, chalk.CHALK, announced=True),
    ]
    parts = [ft.Container(score, height=least, expand=least is None), _stacked(lines)]
    told = ft.Column(parts, spacing=0, scroll=scroll, horizontal_alignment=CENTER, expand=True)
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    if is_lying(room):
        keys = ft.Row([menu, back, forward], spacing=0, alignment=apart)
        column = ft.Column([keys, told], spacing=0)
        around = ft.Padding.only(left=chalk.UNIT, right=chalk.UNIT, bottom=UNDER_TEXTS)
        return ft.Container(column, width=panel, padding=around)
    row = ft.Row(
        [
            ft.Column([menu, back], spacing=0, alignment=apart),
            ft.Container(told, expand=True, padding=ft.Padding.only(bottom=UNDER_TEXTS)),
            ft.Column([forward], spacing=0, alignment=ft.MainAxisAlignment.END),
        ],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return ft.Container(row, height=panel, border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)))


def _stacked(lines: Sequence[ft.Control]) -> ft.Control:
    return ft.Column([*lines], spacing=0, tight=True, horizontal_alignment=CENTER)


def _score(t: Translator, evening: Evening, side: int, fit: Score, room: Screen) -> ft.Control:
    """Return the score with names and signs, that of ``side`` first."""
    view, head, replay = view_of(evening), shown_head(evening.head), evening.replay
    shown = on_slate(replay.states)
    color = chalk.FAINT if shown.ended else chalk.CHALK
    sides = [
        SIDES_SCORE[fit.named](
            _name(head, place, fit, room),
            ft.Row(
                [sign for kind in view.signs(replay, SIGN) for sign in side_signs(kind, place)],
                spacing=4,
                tight=True,
            ),
            chalk.figures(figure(shown.score[place]), fit.size, color, ft.TextStyle(height=1.0)),
        )
        for place in (side, other(side))
    ]
    said = ", ".join(standing(t, view.words, head, replay.state))
    return chalk.spoken(said, ft.Row([*sides], spacing=chalk.UNIT), expand=True)


def _name(head: Head, place: int, fit: Score, room: Screen) -> ft.Control:
    brief = brief_head(head).sides[place].name
    name = ft.Text(
        brief,
        size=name_size(brief, fit.named, room),
        font_family=chalk.STRONG,
        color=chalk.SIDES[place],
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    return ft.Container(name, expand=True, expand_loose=True)


def _above(name: ft.Control, signs: ft.Control, score: ft.Control) -> ft.Control:
    heading = ft.Row([name, signs], spacing=4, alignment=ft.MainAxisAlignment.CENTER)
    return ft.Column(
        [heading, score],
        spacing=0,
        expand=1,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=CENTER,
    )


def _beside(name: ft.Control, signs: ft.Control, score: ft.Control) -> ft.Control:
    named = ft.Column([ft.Row([name], tight=True), signs], spacing=2, tight=True)
    return _in_a_row(ft.Container(named, expand=True, expand_loose=True), score)


def _in_a_row(*parts: ft.Control) -> ft.Control:
    return ft.Row([*parts], spacing=chalk.UNIT, expand=1, alignment=ft.MainAxisAlignment.CENTER)


SIDES_SCORE: Final[Mapping[Named, Callable[[ft.Control, ft.Control, ft.Control], ft.Control]]] = {
    Named.ABOVE: _above,
    Named.BESIDE: _beside,
    Named.IN_A_ROW: _in_a_row,
}


def _text(
    shown: str, said: str, size: float, color: ft.ColorValue, *, announced: bool = False
) -> ft.Control:
    text = chalk.words(shown, size, color, text_align=ft.TextAlign.CENTER)
    return chalk.spoken(said, text, announced=announced)
