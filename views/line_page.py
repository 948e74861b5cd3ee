"""One written line: why it is worth what it is, and how to correct it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import flet as ft

from scoring.game import Entry, Replay
from scoring.sheet import Head
from views import chalk
from views.announcing import announcing
from views.boundary import page
from views.desk import Desk, use_live_desk
from views.frame import framed, heading, key
from views.hand import Hand
from views.house_rules import change_offered
from views.slate_words import by_side, figure, written_at
from views.tongue import Tongue

SCORE_IN_A_ROW = 20
"""The score stands on one line if it has so many characters at most."""


def _use_place(desk: Desk) -> int | None:
    """Return where the line is that the page was opened for; None if it is there no more."""
    route, entries = ft.use_route_params().get("place", ""), desk.replay.entries
    place = int(route) if route in map(str, range(len(entries))) else None
    entry = None if place is None else entries[place]
    opened_for = ft.use_ref(entry)
    return place if entry is opened_for.current else None


@page
def LinePage() -> ft.View:
    """Draw the explanation of a line, with the ways to change it or strike it out."""
    desk = use_live_desk()
    t, head, replay, words = desk.t, desk.head, desk.replay, desk.manner.words
    striking, set_striking = ft.use_state(False)
    place = _use_place(desk)
    if place is None:
        return _no_such_line(desk)
    line = replay.states[place + 1].line
    route = f"/line/{place}"
    parts: list[ft.Control] = [
        chalk.strong(written_at(t, words, head, replay, place), 17),
        heading(t("Why")),
        *(_step(*reason) for reason in words.reasons(t, head, line)),
        *_standing(t, head, line.total),
    ]
    if striking:
        parts += _striking(desk, place, lambda: set_striking(False))
    else:
        parts += [
            ft.Container(height=chalk.UNIT),
            key(desk, t("Change this line"), lambda: desk.go(f"{route}/change")),
            key(desk, t("Strike it out"), lambda: set_striking(True)),
        ]
    return framed(desk, route, t("Line {number}", number=place + 1), parts)


def _standing(t: Tongue, head: Head, total: Sequence[int]) -> list[ft.Control]:
    """Return the score after the line; each side has a row, unless all fit on one."""
    in_a_row = by_side(t, head, total)
    if len(in_a_row) <= SCORE_IN_A_ROW:
        return [_step(t("makes"), in_a_row)]
    named = zip(head.sides, total, strict=True)
    return [heading(t("makes")), *(_step(side.name, figure(points)) for side, points in named)]


def _step(text: str, figure: str) -> ft.Control:
    return ft.Container(
        padding=ft.Padding.symmetric(vertical=6),
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
        content=ft.Row(
            [
                ft.Container(chalk.words(text), expand=True),
                chalk.strong(figure, 17),
            ]
        ),
    )


def _striking(desk: Desk, place: int, leave: Callable[[], None]) -> list[ft.Control]:
    return change_offered(
        desk,
        lambda: desk.opened.struck_out(place),
        lambda evening: evening.strike_out(place),
        desk.t("The line is struck out."),
        leave,
    )


def _no_such_line(desk: Desk) -> ft.View:
    t = desk.t
    return framed(
        desk,
        "/line",
        t("Line"),
        [
            chalk.words(t("There is no such line on the slate any more.")),
            key(desk, t("To the slate"), lambda: desk.go("/"), main=True),
        ],
    )


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a line is to become, once that was tapped."""

    entry: Entry | None = None


@page
def ChangePage() -> ft.View:
    """Draw the pad for a line that is already written, and the effect before it is kept."""
    desk = use_live_desk()
    t, evening, manner = desk.t, desk.opened, desk.manner
    place = _use_place(desk)
    written = None if place is None else evening.replay.entries[place]
    hand, set_hand = ft.use_state(manner.hand.of_entry(written) if written else manner.hand())
    held = ft.use_ref(hand)
    chosen, set_chosen = ft.use_state(Chosen())
    if place is None:
        return _no_such_line(desk)
    whole = evening.replay
    until = Replay(whole.game, whole.agreement, whole.entries[:place], whole.states[: place + 1])
    route = f"/line/{place}/change"
    title = t("Change line {number}", number=place + 1)

    def hold(new: Hand) -> None:
        held.current = new
        set_hand(new)

    def look() -> tuple[Replay[Any, Any], Hand]:
        return until, held.current or hand

    def choose(entry: Entry) -> None:
        set_chosen(Chosen(entry))

    if chosen.entry is None:
        parts = [
            chalk.words(
                written_at(t, manner.words, desk.head, whole, place),
                15,
                chalk.FAINT,
            ),
            manner.pad(desk, t, desk.head, until, hand, hold, choose, desk.screen, look),
            *announcing(desk, until.state, hand, hold),
        ]
        return framed(desk, route, title, parts, back=f"/line/{place}")
    return framed(
        desk,
        route,
        title,
        _chosen(desk, place, chosen.entry, lambda: set_chosen(Chosen())),
        back=f"/line/{place}",
    )


def _chosen(desk: Desk, place: int, entry: Entry, leave: Callable[[], None]) -> list[ft.Control]:
    t, evening, words = desk.t, desk.opened, desk.manner.words

    def as_it_would_be(after: Replay[Any, Any]) -> list[ft.Control]:
        return [chalk.strong(written_at(t, words, desk.head, after, place), 17)]

    return change_offered(
        desk,
        lambda: evening.corrected(place, entry),
        lambda opened: opened.correct(place, entry),
        t("The line is changed."),
        leave,
        as_it_would_be,
    )
