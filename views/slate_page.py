"""The slate, the home page: what is written, who is on, and the pad to write more."""

from collections.abc import Callable
from typing import Any

import flet as ft

from scoring.bauerchen import Rules, Slate, State, slate
from scoring.game import Replay
from scoring.journal import Journal
from scoring.sheet import Head
from views import chalk
from views.bauerchen import words
from views.bauerchen.board import Board
from views.bauerchen.pad import Pad
from views.boundary import component, page
from views.desk import Desk, Screen, guarded
from views.tongue import Tongue

PAD_HEIGHT = 7 * chalk.SCORING_TOUCH
LEAST_BOARD = 180
"""Without so much height for the board, board and pad scroll together."""


@page
def SlatePage(desk: Desk) -> ft.View:
    """Draw the slate of the open evening."""
    evening, hand, t, screen = desk.opened, desk.hand, desk.t, desk.screen
    replay: Replay[Rules, State] = evening.replay
    on_slate = ft.use_memo(lambda: slate(replay.agreement.rules, replay.states), [replay])
    home = on_slate.home if hand.home is None else hand.home
    board = Board(desk, t, evening.head, on_slate, 96 if screen.height >= 720 else 60)
    status = Status(desk, t, evening.head, on_slate, home)
    notice = Notice(desk, t, notice_text(t, evening.head, replay, desk.said), evening.journal)
    pad = Pad(desk, t, evening.head, replay, hand, desk.hold, desk.write)
    top = Top(desk, t, evening.head.title, on_slate.number, on_slate.decider)
    return ft.View(
        route="/",
        padding=0,
        bgcolor=chalk.GROUND,
        controls=[
            ft.SafeArea(expand=True, content=_laid_out(screen, top, board, status, notice, pad))
        ],
    )


def _laid_out(
    screen: Screen,
    top: ft.Control,
    board: ft.Control,
    status: ft.Control,
    notice: ft.Control,
    pad: ft.Control,
) -> ft.Control:
    pad = ft.Container(pad, padding=ft.Padding.symmetric(horizontal=12, vertical=chalk.UNIT))
    if screen.width > screen.height and screen.width >= 640:
        left = ft.Column([top, board, status, notice], spacing=0, expand=1)
        right = ft.Column([pad], scroll=ft.ScrollMode.AUTO, expand=1)
        return ft.Row(
            [left, right], spacing=0, expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH
        )
    needed = 48 + LEAST_BOARD + 2 * 48 + PAD_HEIGHT * screen.text_scale
    if needed <= screen.height:
        column = ft.Column([top, board, status, notice, pad], spacing=0, expand=True)
    else:
        tall = ft.Container(board, height=LEAST_BOARD * screen.text_scale)
        column = ft.Column(
            [top, tall, status, notice, pad], spacing=0, expand=True, scroll=ft.ScrollMode.AUTO
        )
    return ft.Container(column, width=min(screen.width, chalk.WIDEST), expand=True)


@component
def Top(desk: Desk, t: Tongue, title: str | None, number: int, decider: bool) -> ft.Control:
    """Draw the menu, the evening's title and the way to past rounds."""
    running = t("Gehampelter") if decider else t("Round {number}", number=number)
    return ft.Row(
        spacing=0,
        controls=[
            chalk.tappable(
                t("Menu"),
                ft.Icon(ft.Icons.MENU, color=chalk.CHALK),
                lambda: desk.go("/menu"),
                width=56,
                height=chalk.TOUCH,
                alignment=ft.Alignment.CENTER,
            ),
            ft.Text(
                title or "",
                size=17,
                color=chalk.CHALK,
                expand=True,
                max_lines=1,
                overflow=ft.TextOverflow.ELLIPSIS,
            ),
            chalk.tappable(
                t("Rounds"),
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


@component
def Status(desk: Desk, t: Tongue, head: Head, on_slate: Slate, home: int) -> ft.Control:
    """Draw who deals, who announces and who is at home; a tap corrects it."""
    shown = t(
        "{dealer} deals · {forehand} announces · {side} home",
        dealer=words.player(t, head, on_slate.dealer),
        forehand=words.player(t, head, on_slate.forehand),
        side=head.sides[home].name,
    )
    return ft.Column(
        spacing=0,
        controls=[
            chalk.tappable(
                words.who_is_on(t, head, on_slate, home),
                chalk.words(shown, 14, chalk.FAINT, text_align=ft.TextAlign.CENTER),
                lambda: desk.go("/turn"),
                padding=ft.Padding.symmetric(horizontal=12, vertical=14),
                alignment=ft.Alignment.CENTER,
            ),
            chalk.rule(),
        ],
    )


def notice_text(t: Tongue, head: Head, replay: Replay[Any, Any], said: str | None) -> str:
    """Return what the notice says: a refusal or an undo, else what was written last."""
    if said is not None:
        return said
    line = replay.state.line
    if line is None:
        return t("Nothing written yet. Tap a result.")
    return words.written_line(t, head, replay.entries[-1], line)


@component
def Notice(desk: Desk, t: Tongue, text: str, journal: Journal) -> ft.Control:
    """Draw undo, what was just written, and redo; a tap on the text tells why."""
    return ft.Column(
        spacing=0,
        controls=[
            ft.Row(
                spacing=0,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
                controls=[
                    _arrow(desk, t("Undo"), ft.Icons.UNDO, journal.can_undo, lambda: undo(desk)),
                    ft.Container(
                        expand=True,
                        content=chalk.tappable(
                            text,
                            chalk.words(text, 15, text_align=ft.TextAlign.CENTER),
                            lambda: (
                                desk.go(f"/line/{len(desk.replay.entries) - 1}")
                                if desk.replay.entries
                                else None
                            ),
                            padding=ft.Padding.symmetric(vertical=14),
                            alignment=ft.Alignment.CENTER,
                        ),
                    ),
                    _arrow(desk, t("Redo"), ft.Icons.REDO, journal.can_redo, lambda: redo(desk)),
                ],
            ),
            chalk.rule(),
        ],
    )


def _arrow(
    desk: Desk, name: str, icon: ft.IconData, possible: bool, tap: Callable[[], None]
) -> ft.Control:
    return chalk.tappable(
        name,
        ft.Icon(icon, color=chalk.CHALK if possible else chalk.RULE),
        guarded(desk, tap),
        width=chalk.SCORING_TOUCH,
        height=chalk.TOUCH,
        alignment=ft.Alignment.CENTER,
    )


def undo(desk: Desk) -> None:
    """Take the last change back and say what it was."""
    t, journal = desk.t, desk.opened.journal
    if not journal.can_undo:
        desk.say(t("There is nothing to take back."))
        return
    desk.change(lambda evening: evening.undo(), said=t("Taken back."))


def redo(desk: Desk) -> None:
    """Do again what was taken back."""
    t, journal = desk.t, desk.opened.journal
    if not journal.can_redo:
        desk.say(t("There is nothing to write again."))
        return
    desk.change(lambda evening: evening.redo())
