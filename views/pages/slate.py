"""The slate, the home page: what is written, who is on, and the pad to write more."""

from collections.abc import Callable
from functools import partial
from itertools import islice
from math import ceil
from typing import Any, NamedTuple

import flet as ft

from scoring.game import Replay
from scoring.rounds import newest_rounds
from scoring.sheet import Head, Side
from storage import Evening
from views.session.draft import Hand
from views.session.session import Desk, Lead, Message, Screen, Turn, guarded, use_slate
from views.text.names import brief_head, shown_head
from views.text.phrases import Words, written_at
from views.text.translator import Tongue
from views.ui import chalk
from views.ui.board import FACING, NAME, Board, board_names, letters
from views.ui.boundary import component, page
from views.ui.game_view import Manner

ROW = chalk.SCORING_TOUCH + chalk.UNIT
ROUNDS_SHOWN = 5
SAID_PADDING = 6
LARGE = 1.3
"""Text this much larger than usual needs other rows."""
LETTER, LINE = 7.2, 18
"""How wide a letter of the notice is, and how high a line of it, in dp."""
LEADING = 1.43
"""How high a line of text is, in multiples of its size."""
NAMES = 56
"""How much higher names are with a second line and a sign above, in dp."""
POINTS_TOLD = 6
"""How many letters the notice needs beside a name."""
USUAL_NAME, WRITTEN, WHO_IS_ON = 4, 26, 27
"""How many letters a usual name has, and the notice and who is on have beside the names."""


class Layout(NamedTuple):
    """How high the pad is, in dp, whether figures are ``short``, and whether the whole scrolls."""

    pad: float
    short: bool
    scrolls: bool


def layout(manner: Manner, head: Head, screen: Screen) -> Layout:
    """Return how the height of a screen is shared out between the slate and the pad."""
    pad = ROW * manner.pad_rows(len(head.sides), screen)
    crowd = _crowd(head, screen)
    room, beside = manner.room, 0 if screen.is_wide else pad
    scrolls = (room.short + beside) * screen.text_scale + crowd > screen.height
    left_over = screen.height - pad - crowd
    short = screen.is_short if screen.is_wide else left_over < room.roomy
    return Layout(pad, short, scrolls)


@page
def SlatePage(desk: Desk) -> ft.View:
    """Draw the slate of the open evening.

    Board and pad stand side by side on a wide screen, else one above the other. What does not
    fit scrolls as a whole, so nothing is ever cut off.
    """
    ft.use_effect(desk.stay_awake, dependencies=[], cleanup=desk.may_sleep)
    evening, t, screen = desk.opened, desk.t, desk.screen
    _, short, scrolls = layout(desk.manner, desk.head, screen)
    written = [
        Top(desk, t, evening, screen),
        Board(desk, t, evening, screen, short, not scrolls),
        Status(desk, t, evening),
        Notice(desk, t, evening, short),
    ]
    pad = ft.Container(
        SlatePad(desk, t, evening, screen),
        padding=ft.Padding.symmetric(horizontal=chalk.MARGIN, vertical=chalk.UNIT),
        on_size_change=desk.measure_pad if desk.kept else None,
    )
    scroll = ft.ScrollMode.AUTO if scrolls else None
    laid_out: ft.Control
    if screen.is_wide:
        left = ft.Column(written, spacing=0, scroll=scroll, expand=1)
        right = ft.Column([pad], scroll=ft.ScrollMode.AUTO, expand=1)
        laid_out = ft.Row([left, right], spacing=0)
    else:
        column = ft.Column([*written, pad], spacing=0, scroll=scroll)
        laid_out = ft.Container(column, width=min(screen.width, chalk.WIDEST))
    return ft.View(
        route="/",
        padding=0,
        bgcolor=chalk.GROUND,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        controls=[ft.SafeArea(laid_out, expand=True)],
    )


def _crowd(head: Head, screen: Screen) -> float:
    """Return how much higher the slate is than with two sides of usual names, in dp."""
    sides = [side.name for side in brief_head(head).sides]
    beside_arrows = screen.board - 2 * chalk.SCORING_TOUCH
    if len(sides) == FACING:
        longest = max(letters(name) for side in brief_head(head).sides for name in _names(side))
        lines = _more_lines(WHO_IS_ON, 3, longest, screen.board - 2 * chalk.MARGIN, screen)
        lines += _more_lines(WRITTEN, 1, longest, beside_arrows, screen)
        fit = board_names(head, screen)
        return (max(0, fit.size * fit.lines - NAME) * LEADING + lines * LINE) * screen.text_scale
    told = sum(letters(name) + POINTS_TOLD for name in sides)
    return (NAMES + (_lines(told, beside_arrows, screen) - 1) * LINE) * screen.text_scale


def _names(side: Side) -> tuple[str, ...]:
    return (side.name, *side.players)


def _more_lines(beside: int, names: int, longest: float, room: float, screen: Screen) -> int:
    """Return how many more lines a sentence has if its names are longer than usual."""
    usual, most = (_lines(beside + names * each, room, screen) for each in (USUAL_NAME, longest))
    return max(0, most - usual)


def _lines(told: float, room: float, screen: Screen) -> int:
    return ceil(told * LETTER * screen.text_scale / room)


@component
def Top(desk: Desk, t: Tongue, evening: Evening, screen: Screen) -> ft.Control:
    """Draw the menu, the evening's title and the way to past rounds."""
    use_slate(desk)
    replay, words = evening.replay, desk.manner.words
    running = words.running_round(t, replay.agreement.rules, replay.state)
    head = shown_head(evening.head)
    finished = finished_rounds(words, head, replay)
    large = screen.text_scale > LARGE
    title, rounds = head.title or "", t(words.ROUNDS)
    return DrawnTop(desk, t, title, rounds, running, finished, large)


def finished_rounds(words: Words, head: Head, replay: Replay[Any, Any]) -> str:
    """Return the last rounds as briefly as the top row has them."""
    newest = [*islice(newest_rounds(replay.states), ROUNDS_SHOWN)]
    brief = brief_head(head)
    return " · ".join(words.result(brief, ended) for ended in reversed(newest))


@component
def DrawnTop(
    desk: Desk, t: Tongue, title: str, rounds: str, running: str, finished: str, large: bool
) -> ft.Control:
    """Draw the top row; ``finished`` are the last ``rounds``, ``running`` leads to all of them.

    With ``large`` text the title gets a row of its own.
    """
    lines = ((title, 17, chalk.CHALK), (finished, 13, chalk.FAINT))
    name = ft.Column(
        [
            ft.Text(text, size=size, color=color, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS)
            for text, size, color in lines
            if text
        ],
        spacing=0,
        tight=True,
    )
    row = ft.Row(
        spacing=0,
        controls=[
            chalk.tappable(
                t("Menu"),
                ft.Icon(ft.Icons.MENU, color=chalk.CHALK),
                lambda: desk.go("/menu"),
                width=chalk.SCORING_TOUCH,
                height=chalk.TOUCH,
                alignment=ft.Alignment.CENTER,
            ),
            ft.Container(None if large else name, expand=True),
            chalk.tappable(
                rounds,
                ft.Row(
                    [
                        chalk.words(running, 15),
                        ft.Icon(ft.Icons.EXPAND_MORE, color=chalk.CHALK, size=20),
                    ],
                    spacing=2,
                    tight=True,
                ),
                lambda: desk.go("/rounds"),
                height=chalk.TOUCH,
                alignment=ft.Alignment.CENTER_RIGHT,
                padding=ft.Padding.symmetric(horizontal=12),
            ),
        ],
    )
    if large and (title or finished):
        return ft.Column([row, ft.Container(name, padding=ft.Padding.only(left=16))], spacing=0)
    return row


@component
def Status(desk: Desk, t: Tongue, evening: Evening) -> ft.Control:
    """Draw who deals, and whatever else the game says of the deal; a tap corrects it."""
    use_slate(desk)
    words, head = desk.manner.words, shown_head(evening.head)
    shown, said = who_is_on(t, words, head, evening.replay, desk.hand)
    return chalk.tappable(
        said,
        chalk.words(shown, 14, chalk.FAINT, text_align=ft.TextAlign.CENTER),
        lambda: desk.go("/turn"),
        padding=ft.Padding.symmetric(horizontal=12, vertical=14),
        alignment=ft.Alignment.CENTER,
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
    )


def who_is_on(
    t: Tongue, words: Words, head: Head, replay: Replay[Any, Any], hand: Hand
) -> tuple[str, str]:
    """Return who is on: with brief names as it is shown, with whole names as it is said."""
    rules, state = replay.agreement.rules, replay.state
    shown, _ = words.who_is_on(t, brief_head(head), rules, state, hand)
    _, said = words.who_is_on(t, head, rules, state, hand)
    return shown, said


@component
def SlatePad(desk: Desk, t: Tongue, evening: Evening, screen: Screen) -> ft.Control:
    """Draw the pad that writes on the slate."""
    use_slate(desk)
    draw, head, replay = desk.manner.pad, shown_head(evening.head), evening.replay
    return draw(desk, t, head, replay, desk.hand, desk.hold, desk.write, screen, desk.look)


def message(desk: Desk, t: Tongue, evening: Evening, head: Head) -> Message:
    """Return what the notice says: what is to be told now, else what was written last and why."""
    if desk.said is not None:
        return desk.said
    text = written_last(t, desk.manner.words, head, evening.replay)
    newest = len(evening.replay.entries) - 1
    lead = Lead(t("Why"), partial(desk.go, f"/line/{newest}")) if newest >= 0 else None
    return Message(text, lead)


def written_last(t: Tongue, words: Words, head: Head, replay: Replay[Any, Any]) -> str:
    """Return what was written last, or that nothing is."""
    if not replay.entries:
        return t("Nothing written yet. Tap a result.")
    return written_at(t, words, head, replay, len(replay.entries) - 1)


@component
def Notice(desk: Desk, t: Tongue, evening: Evening, short: bool) -> ft.Control:
    """Draw undo, what was just written, and redo; a tap on the text tells why."""
    use_slate(desk, Turn.FIRST)
    journal = evening.journal
    whole = shown_head(evening.head)
    (said, lead), (shown, _) = (
        message(desk, t, evening, head) for head in (whole, brief_head(whole))
    )
    return ft.Container(
        ft.Row(
            [
                Arrow(desk, t("Undo"), ft.Icons.UNDO, journal.can_undo, undo),
                Said(desk, said, shown, lead, short, desk.said is not None),
                Arrow(desk, t("Redo"), ft.Icons.REDO, journal.can_redo, redo),
            ],
            spacing=0,
        ),
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
    )


@component
def Said(
    desk: Desk, said: str, text: str, lead: Lead | None, short: bool, is_news: bool
) -> ft.Control:
    """Draw the notice, as brief as ``text``; a tap goes where it leads.

    That is the reason for the newest line, and not written where height is ``short``; or the
    place that ``is_news`` tells of.
    """
    words_size = 14 if short else 15
    shown: list[ft.Control] = [chalk.words(text, words_size, text_align=ft.TextAlign.CENTER)]
    if lead and (is_news or not short):
        underlined = ft.TextStyle(decoration=ft.TextDecoration.UNDERLINE)
        color = chalk.CHALK if is_news else chalk.FAINT
        shown.append(chalk.words(lead.text, 13, color, style=underlined))
    return chalk.tappable(
        f"{said} {lead.text}" if lead and is_news else said,
        ft.Row(
            [
                ft.Container(height=chalk.TOUCH - 2 * SAID_PADDING),
                ft.Column(
                    shown,
                    expand=True,
                    spacing=0,
                    tight=True,
                    horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                ),
            ],
            spacing=0,
        ),
        guarded(desk, lead.follow if lead else _stay),
        announced=True,
        expand=True,
        padding=ft.Padding.symmetric(vertical=SAID_PADDING),
        alignment=ft.Alignment.CENTER,
    )


def _stay() -> None:
    """Lead nowhere."""


@component
def Arrow(
    desk: Desk, name: str, icon: ft.IconData, possible: bool, tap: Callable[[Desk], None]
) -> ft.Control:
    """Draw undo or redo."""
    return chalk.tappable(
        name,
        ft.Icon(icon, color=chalk.CHALK if possible else chalk.RULE),
        guarded(desk, lambda: tap(desk)),
        width=chalk.SCORING_TOUCH,
        height=chalk.SCORING_TOUCH,
        alignment=ft.Alignment.CENTER,
    )


def undo(desk: Desk) -> None:
    """Take the last change back and say so."""
    t, journal = desk.t, desk.opened.journal
    if journal.can_undo:
        desk.change(lambda evening: evening.undo(), said=t("Taken back."))
    else:
        desk.say(t("There is nothing to take back."))


def redo(desk: Desk) -> None:
    """Do again what was taken back."""
    t, journal = desk.t, desk.opened.journal
    if journal.can_redo:
        desk.change(lambda evening: evening.redo())
    else:
        desk.say(t("There is nothing to write again."))
