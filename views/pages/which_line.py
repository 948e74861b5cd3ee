"""Follows the line that a page was opened for, also when its place changes."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import flet as ft

from scoring.game import Entry
from views.session.session import Session
from views.ui import chalk
from views.ui.page_frame import framed, key


class Line(NamedTuple):
    """The line that a page was opened for, with its present ``place``.

    ``place`` is None if the line does not exist any more. If another line has replaced it,
    ``instead`` shows that one. ``follow`` goes on with the line that now stands at a place, after a
    change that was made on the page itself.
    """

    place: int | None
    instead: Callable[[], None] | None = None
    follow: Callable[[int], None] = lambda _place: None


class Followed(NamedTuple):
    """A line as it was found last: its entry, its place, and the number of lines."""

    entry: Entry
    place: int
    lines: int


def use_line(session: Session) -> Line:
    """Follow the line that the page was opened for, also when lines before it change."""
    route, entries = ft.use_route_params().get("place", ""), session.replay.entries
    asked = int(route) if route in map(str, range(len(entries))) else None
    found = None if asked is None else Followed(entries[asked], asked, len(entries))
    followed = ft.use_ref(found)
    _, draw = ft.use_state(0)
    last = followed.current
    if last is None:
        return Line(None)

    def follow(place: int) -> None:
        entries = session.replay.entries
        followed.current = Followed(entries[place], place, len(entries))
        draw(lambda times: times + 1)

    place = next((place for place, each in enumerate(entries) if each is last.entry), None)
    if place is not None:
        followed.current = last._replace(place=place, lines=len(entries))
        return Line(place, follow=follow)
    if len(entries) != last.lines:
        return Line(None)
    return Line(None, instead=partial(follow, last.place))


def no_such_line(session: Session, look_at_other: Callable[[], None] | None) -> ft.View:
    """Return the page for a line that does not exist any more; it leads to the one instead."""
    t = session.t
    if look_at_other:
        said, way = (
            t("This line just changed."),
            [key(session, t("Show the current line"), look_at_other)],
        )
    else:
        said, way = t("This line is no longer on the slate."), []
    to_slate = key(session, t("To the slate"), lambda: session.go("/"), main=True)
    return framed(session, t("Line"), [chalk.words(said), *way, to_slate])
