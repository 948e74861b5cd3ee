"""One written line: why it is worth what it is, and how to correct it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import flet as ft

from scoring.game import Entry, Replay
from scoring.journal import Remove, Replace
from scoring.refusals import Refused
from scoring.sheet import Head
from views.games.registry import manner_of
from views.session.draft import Hand
from views.session.session import Desk, use_live_desk
from views.text.phrases import by_side, figure, written_at
from views.text.translator import Tongue
from views.ui import chalk
from views.ui.announcer import announcing
from views.ui.boundary import page
from views.ui.changes import Offer, Offered, beside
from views.ui.page_frame import framed, heading, key

SCORE_IN_A_ROW = 20
"""The score stands on one line if it has so many characters at most, at the usual text size."""


class Line(NamedTuple):
    """The line that a page was opened for, wherever it stands now.

    ``place`` is None if it is there no more; ``instead`` is then the one that was put in its
    place, if one was.
    """

    place: int | None
    instead: Callable[[], None] | None = None


class Followed(NamedTuple):
    """A line as it was found last: its entry, its place, and how many lines there were."""

    entry: Entry
    place: int
    lines: int


def _use_line(desk: Desk) -> Line:
    """Follow the line that the page was opened for, also when lines before it go or come."""
    route, entries = ft.use_route_params().get("place", ""), desk.replay.entries
    opened = int(route) if route in map(str, range(len(entries))) else None
    found = None if opened is None else Followed(entries[opened], opened, len(entries))
    followed = ft.use_ref(found)
    _, draw = ft.use_state(0)
    last = followed.current
    if last is None:
        return Line(None)
    place = next((place for place, each in enumerate(entries) if each is last.entry), None)
    if place is not None:
        followed.current = last._replace(place=place, lines=len(entries))
        return Line(place)
    if len(entries) != last.lines:
        return Line(None)

    def look_at_other() -> None:
        followed.current = last._replace(entry=entries[last.place])
        draw(lambda times: times + 1)

    return Line(None, look_at_other)


@page
def LinePage() -> ft.View:
    """Draw the explanation of a line, with the ways to change it or strike it out."""
    desk = use_live_desk()
    t, head, replay, words = desk.t, desk.head, desk.replay, desk.words
    striking, set_striking = ft.use_state(False)
    written = _use_line(desk)
    if written.place is None:
        return _no_such_line(desk, written.instead)
    place = written.place
    line = replay.states[place + 1].line
    route = f"/line/{place}"
    parts: list[ft.Control] = [
        chalk.strong(written_at(t, words, head, replay, place), 17),
        heading(t("Why")),
        *(_step(*reason) for reason in words.reasons(t, head, line)),
        *_standing(t, head, line.total, desk.screen.text_scale),
    ]
    if striking:
        offer = Offer(Remove(place), t("The line is struck out."))
        foot = Offered(desk, t, desk.opened, offer, lambda: set_striking(False))
    else:
        foot = beside(
            desk.screen,
            key(desk, t("Change this line"), lambda: desk.go(f"{route}/change")),
            key(desk, t("Strike it out"), lambda: set_striking(True)),
        )
    return framed(desk, route, t("Line {number}", number=place + 1), parts, foot=foot)


def _standing(t: Tongue, head: Head, total: Sequence[int], scale: float) -> list[ft.Control]:
    """Return the score after the line; each side has a row, unless all fit on one."""
    in_a_row = by_side(t, head, total)
    if len(in_a_row) * scale <= SCORE_IN_A_ROW:
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


def _no_such_line(desk: Desk, look_at_other: Callable[[], None] | None) -> ft.View:
    t = desk.t
    if look_at_other:
        said, way = (
            t("This line was changed meanwhile."),
            [key(desk, t("Show the line as it is now"), look_at_other)],
        )
    else:
        said, way = t("There is no such line on the slate any more."), []
    to_slate = key(desk, t("To the slate"), lambda: desk.go("/"), main=True)
    return framed(desk, "/line", t("Line"), [chalk.words(said), *way, to_slate])


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a line is to become, once that was tapped."""

    entry: Entry | None = None


@page
def ChangePage() -> ft.View:
    """Draw the pad for a line that is already written, and the effect before it is kept."""
    desk = use_live_desk()
    t, evening, manner = desk.t, desk.opened, manner_of(desk)
    line = _use_line(desk)
    written = None if line.place is None else evening.replay.entries[line.place]
    hand, set_hand = ft.use_state(manner.hand.of_entry(written) if written else manner.hand())
    held = ft.use_ref(hand)
    chosen, set_chosen = ft.use_state(Chosen())
    if line.place is None:
        return _no_such_line(desk, line.instead)
    place = line.place
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
            *announcing(desk, manner, until.state, hand, hold),
        ]
        offer = None
    else:
        parts = _as_it_would_be(desk, place, chosen.entry)
        offer = Offer(Replace(place, chosen.entry), t("The line is changed."))
    foot = Offered(desk, t, evening, offer, lambda: set_chosen(Chosen()))
    return framed(desk, route, title, parts, back=f"/line/{place}", foot=foot)


def _as_it_would_be(desk: Desk, place: int, entry: Entry) -> list[ft.Control]:
    """Return what the line would be; nothing if that is impossible, which the foot says."""
    t, evening, words = desk.t, desk.opened, desk.words
    try:
        after = evening.after(Replace(place, entry))
    except Refused:
        return []
    return [chalk.strong(written_at(t, words, desk.head, after, place), 17)]
