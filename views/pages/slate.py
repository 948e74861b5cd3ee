"""The slate, which is the home page: the score, the dealer, the notice, and the pad."""

from collections.abc import Callable
from functools import partial

import flet as ft

from scoring.sheet import Head
from storage import Evening
from views.games.registry import view_of
from views.session.message import Lead, Message
from views.session.redraw import DrawPhase
from views.session.screen import Screen
from views.session.session import Session, guarded, use_awake, use_slate
from views.text.names import brief_head, shown_head
from views.text.phrases import describe_last, finished_rounds, who_is_on
from views.text.translator import Translator
from views.ui import chalk
from views.ui.board import Board
from views.ui.boundary import component, page
from views.ui.drawn_pad import DrawnPad, Taps
from views.ui.layout import NOTICE_PADDING, pinned_notice
from views.ui.page_frame import zoomed

END = ft.CrossAxisAlignment.END
LARGE = 1.3
"""From this text scale on, the title has a row of its own."""


@page
def SlatePage(session: Session) -> ft.View:
    """Draw the slate of the open evening.

    Board and pad are side by side on a wide screen, else one above the other. If they do not fit,
    they scroll, so nothing is ever cut off; undo, the notice and redo then stay at the bottom.
    """
    use_awake(session)
    left_handed = session.library.settings.left_handed
    evening, t, screen = session.opened, session.t, session.screen
    view = view_of(evening)
    share = view.layout(session.head, screen)
    short, scrolls = share.short, share.scrolls
    above = [
        Top(session, t, evening, screen, left_handed),
        Board(session, view, t, evening, screen, short, not scrolls),
        Status(session, t, evening),
    ]
    pinned = pinned_notice(screen) if scrolls else None
    notice = Notice(session, t, evening, short, pinned, left_handed)
    pad = ft.Container(
        chalk.drawn_apart(SlatePad(session, t, evening, screen)),
        padding=ft.Padding.symmetric(horizontal=chalk.MARGIN, vertical=chalk.UNIT),
        on_size_change=session.at_commit.measure_pad,
    )
    below = [] if screen.is_wide else [pad]
    parts = [*above, notice, *below]
    if scrolls:
        scrolled = ft.Column([*above, *below], spacing=0, scroll=ft.ScrollMode.AUTO, expand=True)
        parts = [scrolled, notice]
    laid_out: ft.Control
    column = ft.Column(parts, spacing=0, expand=1)
    if screen.is_wide:
        right = ft.Column(
            [pad], scroll=ft.ScrollMode.AUTO, expand=1, alignment=ft.MainAxisAlignment.CENTER
        )
        laid_out = ft.Row([right, column] if left_handed else [column, right], spacing=0)
    else:
        laid_out = ft.Container(column, width=min(screen.width, chalk.WIDEST))
    return zoomed(screen, laid_out)


@component
def Top(
    session: Session, t: Translator, evening: Evening, screen: Screen, left_handed: bool
) -> ft.Control:
    """Draw the menu, the evening's title and the way to past rounds."""
    use_slate(session)
    replay, words = evening.replay, view_of(evening).words
    running = words.running_round(t, replay.agreement.rules, replay.state)
    head = shown_head(evening.head)
    finished = finished_rounds(words, head, replay)
    large = screen.text_scale > LARGE
    title, rounds = head.title or "", t(words.ROUNDS)
    return DrawnTop(session, t, title, rounds, running, finished, large, left_handed)


@component
def DrawnTop(
    session: Session,
    t: Translator,
    title: str,
    rounds: str,
    running: str,
    finished: str,
    large: bool,
    left_handed: bool,
) -> ft.Control:
    """Draw the top row; ``finished`` are the last ``rounds``, ``running`` leads to all of them.

    With ``large`` text the title gets a row of its own. For a ``left_handed`` scribe both keys are
    on the left.
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
    menu = chalk.sign_key(t("Menu"), ft.Icons.MENU, lambda: session.go("/menu"))
    titles = ft.Container(None if large else name, expand=True)
    past = chalk.tappable(
        rounds,
        ft.Row(
            [
                chalk.words(running, 15),
                ft.Icon(ft.Icons.EXPAND_MORE, color=chalk.CHALK, size=20),
            ],
            spacing=2,
            tight=True,
        ),
        lambda: session.go("/rounds"),
        height=chalk.TOUCH,
        alignment=ft.Alignment.CENTER_RIGHT,
        padding=ft.Padding.symmetric(horizontal=12),
    )
    gap = chalk.UNIT if left_handed else 0  # else the title is between both keys
    row = ft.Row([menu, past, titles] if left_handed else [menu, titles, past], spacing=gap)
    if large and (title or finished):
        return ft.Column([row, ft.Container(name, padding=ft.Padding.only(left=16))], spacing=0)
    return row


@component
def Status(session: Session, t: Translator, evening: Evening) -> ft.Control:
    """Draw the dealer, and what else the game says about the deal; a tap corrects it."""
    use_slate(session)
    view, head = view_of(evening), shown_head(evening.head)
    corrected = view.corrected(session.draft_of(evening))
    shown, said = who_is_on(t, view.words, head, evening.replay, corrected)
    return chalk.tappable(
        said,
        chalk.words(shown, 14, chalk.FAINT, text_align=ft.TextAlign.CENTER),
        lambda: session.go("/dealer"),
        padding=ft.Padding.symmetric(horizontal=12, vertical=14),
        alignment=ft.Alignment.CENTER,
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
    )


@component
def SlatePad(session: Session, t: Translator, evening: Evening, screen: Screen) -> ft.Control:
    """Draw the pad that writes on the slate."""
    use_slate(session)
    head, replay = shown_head(evening.head), evening.replay
    return DrawnPad(
        session,
        view_of(evening).pad,
        t,
        head,
        (replay, session.draft_of(evening)),
        Taps(session.keep_draft, session.write, session.look),
        screen,
    )


def message(session: Session, t: Translator, evening: Evening, head: Head) -> Message:
    """Return the notice: the present message, else the last line with a link to its reasons."""
    if session.said is not None:
        return session.said
    text = describe_last(t, view_of(evening).words, head, evening.replay)
    newest = len(evening.replay.entries) - 1
    lead = Lead(t("Why"), partial(session.go, f"/line/{newest}")) if newest >= 0 else None
    return Message(text, lead)


@component
def Notice(
    session: Session,
    t: Translator,
    evening: Evening,
    short: bool,
    pinned: float | None,
    left_handed: bool,
) -> ft.Control:
    """Draw undo, the notice, and redo; a tap on the notice explains the last line.

    Undo and redo keep their places while the notice grows, which it does upwards. Where it is
    ``pinned`` beneath what scrolls, it is so high, in dp, and scrolls itself: the keys above stay
    in their places too. For a ``left_handed`` scribe redo is beside undo.
    """
    use_slate(session)
    journal = evening.journal
    back = Arrow(session, t("Undo"), ft.Icons.UNDO, journal.can_undo, undo)
    forward = Arrow(session, t("Redo"), ft.Icons.REDO, journal.can_redo, redo)
    told = Said(session, t, evening, short, pinned)
    edge = ft.BorderSide(1, chalk.RULE)
    return ft.Container(
        ft.Row(
            [back, forward, told] if left_handed else [back, told, forward],
            spacing=chalk.UNIT,
            vertical_alignment=ft.CrossAxisAlignment.CENTER if pinned else END,
        ),
        border=ft.Border(top=edge) if pinned else ft.Border(bottom=edge),
    )


@component
def Said(
    session: Session, t: Translator, evening: Evening, short: bool, pinned: float | None
) -> ft.Control:
    """Draw the notice; a tap goes where it leads.

    That is the page that the present message leads to, if any. Without a message it is the
    explanation of the newest line, without a link text if height is ``short``.
    """
    use_slate(session, DrawPhase.FIRST)
    whole, is_news = shown_head(evening.head), session.said is not None
    (said, lead), (text, _) = (
        message(session, t, evening, head) for head in (whole, brief_head(whole))
    )
    words_size = 14 if short else 15
    shown: list[ft.Control] = [chalk.words(text, words_size, text_align=ft.TextAlign.CENTER)]
    led_to = lead.text if lead and (is_news or not short) else None
    if link := ft.use_memo(lambda: led_to and _link(led_to, is_news=is_news), [led_to, is_news]):
        shown.append(link)
    return chalk.tappable(
        f"{said} {lead.text}" if lead and is_news else said,
        ft.Row(
            [
                ft.use_memo(_least_height_of_notice, []),
                ft.Column(
                    shown,
                    key=text if pinned else None,  # another notice is shown from its beginning
                    expand=True,
                    spacing=0,
                    tight=True,
                    scroll=ft.ScrollMode.AUTO if pinned else None,
                    alignment=ft.MainAxisAlignment.CENTER,
                    horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                ),
            ],
            spacing=0,
        ),
        guarded(session, lead.follow if lead else _stay),
        announced=True,
        expand=True,
        height=pinned,
        padding=ft.Padding.symmetric(vertical=NOTICE_PADDING),
        alignment=ft.Alignment.CENTER,
    )


def _link(text: str, *, is_news: bool) -> ft.Control:
    underlined = ft.TextStyle(decoration=ft.TextDecoration.UNDERLINE)
    return chalk.words(text, 13, chalk.CHALK if is_news else chalk.FAINT, style=underlined)


def _least_height_of_notice() -> ft.Control:
    return ft.Container(height=chalk.SCORING_TOUCH - 2 * NOTICE_PADDING)


def _stay() -> None:
    """Do nothing."""


@component
def Arrow(
    session: Session,
    name: str,
    icon: ft.IconData,
    possible: bool,
    tap: Callable[[Session], None],
    height: float = chalk.SCORING_TOUCH,
) -> ft.Control:
    """Draw undo or redo."""
    return chalk.sign_key(
        name,
        icon,
        guarded(session, lambda: tap(session)),
        color=chalk.CHALK if possible else chalk.RULE,
        height=height,
    )


def undo(session: Session) -> None:
    """Undo the last change, and say so."""
    t, journal = session.t, session.opened.journal
    if journal.can_undo:
        session.change(lambda evening: evening.undo(session.taken_back), said=t("Undone."))
    else:
        session.say(t("There is nothing to undo."))


def redo(session: Session) -> None:
    """Redo the change that was undone last."""
    t, journal = session.t, session.opened.journal
    if journal.can_redo:
        session.change(lambda evening: evening.redo())
    else:
        session.say(t("There is nothing to redo."))
