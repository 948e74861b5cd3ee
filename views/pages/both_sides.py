"""A slate for a phone that lies between two sides: each reads its half upright, and taps there."""

from math import ceil, pi
from typing import Any, Final

import flet as ft

from scoring.game import Replay
from scoring.rounds import on_slate
from scoring.sheet import Head
from scoring.two_sides import other
from storage import Evening
from views.games.registry import view_of
from views.pages.slate import Arrow, message, redo, undo
from views.session.redraw import DrawPhase
from views.session.screen import Screen
from views.session.session import Session, use_awake, use_slate
from views.text.names import brief_head, shown_head
from views.text.phrases import figure, standing, who_is_on
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component, page
from views.ui.drawn_pad import DrawnPad, Taps
from views.ui.game_view import GameView
from views.ui.layout import FACING, FEWEST_FACING, FIGURE, letters
from views.ui.page_frame import zoomed
from views.ui.signs import side_signs

SIGN: Final = 18
BLOCK: Final = 66
"""How high a row of keys is, with what is free beneath it."""
LOW: Final = 260
"""Where a half is lower than this, score and notice share a row."""
LETTER, LINE = 6.8, 19
"""How wide a letter of the notice is, and how high a line of it."""
LEAST, LARGEST = 44, 132
"""How large the figures of the score are at least, and at most."""
NAMED: Final = 0.5
"""Which share of its place a side's name and signs take; the rest is for the figure."""


@page
def BothSidesPage(session: Session) -> ft.View:
    """Draw both halves of the slate; the far one is turned, and each has keys of its own."""
    use_awake(session)
    t, evening, screen = session.t, session.opened, session.screen
    height = (screen.height - chalk.DEAD_STRIP) / 2
    room = Screen(screen.width, height, screen.text_scale)
    near = ft.Container(Half(session, t, evening, room, 0), height=height)
    far = ft.Container(Half(session, t, evening, room, 1), height=height, rotate=ft.Rotate(pi))
    between = ft.Container(chalk.rule(), height=chalk.DEAD_STRIP, alignment=ft.Alignment.CENTER)
    return zoomed("/", screen, ft.Column([far, between, near], spacing=0, width=screen.width))


@component
def Half(session: Session, t: Translator, evening: Evening, room: Screen, side: int) -> ft.Control:
    """Draw the half of a side: the score, what both must see, and its keys."""
    use_slate(session)
    view, head = view_of(session), shown_head(evening.head)
    present = evening.replay, session.draft
    taps = Taps(session.keep_draft, session.write, session.look)
    pad = view.pad(t, head, *present, room).pad().half(side, room.width / room.text_scale)
    wanted = (len(pad.blocks) * BLOCK + chalk.UNIT) * room.text_scale
    is_low = room.height < LOW * room.text_scale
    notice = _height(told(session, t, evening), room)
    above = notice if is_low else notice + LEAST * room.text_scale
    height = min(wanted, room.height - above)
    keys = ft.Container(
        DrawnPad(session, view.pad, t, head, present, taps, room, side),
        padding=ft.Padding.symmetric(horizontal=chalk.MARGIN, vertical=chalk.UNIT / 2),
    )
    figures = LEAST if is_low else (room.height - height - notice) / room.text_scale
    score = HalfScore(session, t, evening, room, side, figures)
    said = HalfNotice(session, t, evening)
    parts: list[ft.Control] = (
        [ft.Row([ft.Container(score, expand=2), ft.Container(said, expand=3)], expand=True)]
        if is_low
        else [ft.Container(score, expand=True), said]
    )
    pads = ft.Column([keys], scroll=ft.ScrollMode.AUTO, height=height)
    return ft.Column([*parts, pads], spacing=0)


def told(session: Session, t: Translator, evening: Evening) -> list[tuple[str, str]]:
    """Return what both sides must see: as shown, with short names, and as read aloud."""
    view, head = view_of(session), shown_head(evening.head)
    brief = brief_head(head)
    over = view.end(t, brief, evening.replay)[:1]
    who = who_is_on(t, view.words, head, evening.replay, view.corrected(session.draft))
    written = (message(session, t, evening, each_head).text for each_head in (brief, head))
    return [*zip(over, over, strict=True), who, (next(written), next(written))]


def _height(texts: list[tuple[str, str]], room: Screen) -> float:
    """Return how high the notice is, in dp."""
    beside = room.width - 2 * chalk.SCORING_TOUCH
    if room.height < LOW * room.text_scale:
        beside = room.width * 3 / 5 - 2 * chalk.SCORING_TOUCH
    lines = sum(ceil(letters(shown) * LETTER * room.text_scale / beside) for shown, _ in texts)
    return max(chalk.SCORING_TOUCH, lines * LINE * room.text_scale) + 2


@component
def HalfScore(
    session: Session, t: Translator, evening: Evening, room: Screen, side: int, height: float
) -> ft.Control:
    """Draw the way to the menu, and the score with signs, that of ``side`` first."""
    use_slate(session, DrawPhase.FIRST)
    view, head, replay = view_of(session), shown_head(evening.head), evening.replay
    shown = on_slate(replay.states)
    texts = [figure(points) for points in shown.score]
    width = NAMED * (room.width - chalk.SCORING_TOUCH) / FACING / room.text_scale
    largest = min(LARGEST, height)
    size = min(largest, width / (FIGURE * max(FEWEST_FACING, *map(len, texts))))
    color = chalk.FAINT if shown.ended else chalk.CHALK
    sides = [
        ft.Row(
            [
                ft.Container(
                    _named(view, head, replay, place, height), expand=True, expand_loose=True
                ),
                ft.Text(
                    texts[place],
                    font_family=chalk.FIGURES,
                    color=color,
                    style=ft.TextStyle(size=size, height=1.0),
                    no_wrap=True,
                ),
            ],
            expand=1,
            spacing=chalk.UNIT,
            alignment=ft.MainAxisAlignment.CENTER,
        )
        for place in (side, other(side))
    ]
    said = ", ".join(standing(t, view.words, head, replay.state))
    menu = chalk.sign_key(t("Menu"), ft.Icons.MENU, lambda: session.go("/menu"))
    both = ft.Container(ft.Row([*sides], spacing=chalk.UNIT), padding=ft.Padding.only(right=12))
    return ft.Row([menu, chalk.spoken(said, both, expand=True)], spacing=0)


def _named(
    view: GameView, head: Head, replay: Replay[Any, Any], place: int, height: float
) -> ft.Control:
    """Return the name and the signs of a side: beneath it, or beside it where height is scarce."""
    name = ft.Text(
        brief_head(head).sides[place].name,
        size=16,
        font_family=chalk.STRONG,
        color=chalk.SIDES[place],
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
    )
    signs = [sign for kind in view.signs(replay, SIGN) for sign in side_signs(kind, place)]
    if height < 2 * SIGN + chalk.UNIT * 2:
        return ft.Row([name, *signs], spacing=4, tight=True)
    return ft.Column([name, ft.Row(signs, spacing=4, tight=True)], spacing=2, tight=True)


@component
def HalfNotice(session: Session, t: Translator, evening: Evening) -> ft.Control:
    """Draw undo, who is on, what was written, and redo."""
    use_slate(session, DrawPhase.FIRST)
    journal = evening.journal
    *others, written = told(session, t, evening)
    texts = [
        *(_text(shown, said, 13, chalk.FAINT) for shown, said in others),
        _text(*written, 14, chalk.CHALK, announced=True),
    ]
    row = ft.Row(
        [
            Arrow(session, t("Undo"), ft.Icons.UNDO, journal.can_undo, undo),
            ft.Column(
                texts,
                spacing=0,
                tight=True,
                expand=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            Arrow(session, t("Redo"), ft.Icons.REDO, journal.can_redo, redo),
        ],
        spacing=0,
    )
    edge = ft.BorderSide(1, chalk.RULE)
    return ft.Container(row, border=ft.Border(top=edge, bottom=edge))


def _text(
    shown: str, said: str, size: float, color: ft.ColorValue, *, announced: bool = False
) -> ft.Control:
    text = chalk.words(shown, size, color, text_align=ft.TextAlign.CENTER)
    return chalk.spoken(said, text, announced=announced)
