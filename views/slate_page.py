"""The slate, the home page: what is written, who is on, and the pad to write more."""

from collections.abc import Callable
from itertools import islice

import flet as ft

from scoring.rounds import newest_rounds
from storage import Evening
from views import chalk
from views.board import Board
from views.boundary import component, page
from views.desk import Desk, Screen, Turn, guarded, use_slate
from views.slate_words import written_at
from views.tongue import Tongue

ROW = chalk.SCORING_TOUCH + chalk.UNIT
ROUNDS_SHOWN = 5
LARGE = 1.3
"""Text this much larger than usual needs other rows."""


@page
def SlatePage(desk: Desk) -> ft.View:
    """Draw the slate of the open evening.

    Board and pad stand side by side on a wide screen, else one above the other. What does not
    fit scrolls as a whole, so nothing is ever cut off.
    """
    ft.use_effect(desk.stay_awake, dependencies=[], cleanup=desk.may_sleep)
    evening, t, screen = desk.opened, desk.t, desk.screen
    rows = desk.manner.pad_rows.short if screen.is_short else desk.manner.pad_rows.roomy
    room, pad_height = desk.manner.room, rows * ROW
    needed = room.short + (0 if screen.is_wide else pad_height)
    scrolls = needed * screen.text_scale > screen.height
    short = screen.is_short if screen.is_wide else screen.height - pad_height < room.roomy
    written = [
        Top(desk, t, evening, screen),
        Board(desk, t, evening, screen, short, not scrolls),
        Status(desk, t, evening),
        Notice(desk, t, evening, short),
    ]
    pad = ft.Container(
        SlatePad(desk, t, evening, screen),
        padding=ft.Padding.symmetric(horizontal=chalk.MARGIN, vertical=chalk.UNIT),
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


@component
def Top(desk: Desk, t: Tongue, evening: Evening, screen: Screen) -> ft.Control:
    """Draw the menu, the evening's title and the way to past rounds."""
    use_slate(desk)
    replay, words = evening.replay, desk.manner.words
    running = words.running_round(t, replay.agreement.rules, replay.state)
    newest = [*islice(newest_rounds(replay.states), ROUNDS_SHOWN)]
    finished = " · ".join(words.result(evening.head, ended) for ended in reversed(newest))
    large = screen.text_scale > LARGE
    title, rounds = evening.head.title or "", t(words.ROUNDS)
    return DrawnTop(desk, t, title, rounds, running, finished, large)


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
    replay, words = evening.replay, desk.manner.words
    shown, said = words.who_is_on(t, evening.head, replay.agreement.rules, replay.state, desk.hand)
    return chalk.tappable(
        said,
        chalk.words(shown, 14, chalk.FAINT, text_align=ft.TextAlign.CENTER),
        lambda: desk.go("/turn"),
        padding=ft.Padding.symmetric(horizontal=12, vertical=14),
        alignment=ft.Alignment.CENTER,
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
    )


@component
def SlatePad(desk: Desk, t: Tongue, evening: Evening, screen: Screen) -> ft.Control:
    """Draw the pad that writes on the slate."""
    use_slate(desk)
    draw, head, replay = desk.manner.pad, evening.head, evening.replay
    return draw(desk, t, head, replay, desk.hand, desk.hold, desk.write, screen, desk.look)


def notice_text(desk: Desk, t: Tongue, evening: Evening) -> str:
    """Return what the notice says: a refusal or an undo, else what was written last."""
    if desk.said is not None:
        return desk.said
    replay = evening.replay
    if not replay.entries:
        return t("Nothing written yet. Tap a result.")
    return written_at(t, desk.manner.words, evening.head, replay, len(replay.entries) - 1)


@component
def Notice(desk: Desk, t: Tongue, evening: Evening, short: bool) -> ft.Control:
    """Draw undo, what was just written, and redo; a tap on the text tells why."""
    use_slate(desk, Turn.FIRST)
    journal, replay = evening.journal, evening.replay
    text = notice_text(desk, t, evening)
    newest = len(replay.entries) - 1 if desk.said is None else -1
    return ft.Container(
        ft.Row(
            [
                Arrow(desk, t("Undo"), ft.Icons.UNDO, journal.can_undo, undo),
                Said(desk, t, text, newest, short),
                Arrow(desk, t("Redo"), ft.Icons.REDO, journal.can_redo, redo),
            ],
            spacing=0,
        ),
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
    )


@component
def Said(desk: Desk, t: Tongue, text: str, newest: int, short: bool) -> ft.Control:
    """Draw the notice; if it is about the newest line, a tap tells why that is worth so much."""
    words_size, with_why = 14 if short else 15, newest >= 0 and not short
    shown: list[ft.Control] = [chalk.words(text, words_size, text_align=ft.TextAlign.CENTER)]
    if with_why:
        why = ft.TextStyle(decoration=ft.TextDecoration.UNDERLINE)
        shown.append(chalk.words(t("Why"), 13, chalk.FAINT, style=why))
    return chalk.tappable(
        text,
        ft.Column(
            shown,
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        lambda: desk.go(f"/line/{newest}") if newest >= 0 else None,
        announced=True,
        expand=True,
        padding=ft.Padding.symmetric(vertical=6 if with_why else 15),
        alignment=ft.Alignment.CENTER,
    )


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
