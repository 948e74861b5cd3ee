"""The course of the evening: score and chance to win the round after each line, as plots."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import flet as ft

from scoring.course import Stretch, course, newest
from views.games.registry import view_of
from views.session import steps
from views.session.session import Session, use_live_session
from views.session.steps import use_steps
from views.text.course import chances_so_far, line_named, line_told
from views.text.names import brief_head
from views.text.phrases import figure, whole_percent
from views.ui import chalk
from views.ui.boundary import page
from views.ui.layout import FACING, SHORT_SIGNS
from views.ui.page_frame import column_width, framed, heading, key
from views.ui.plot import (
    Curve,
    Plot,
    Rule,
    beside,
    drawn_plot,
    legend,
    plot_height,
    scale,
    step_key,
    text_key,
)

POINTS_AT_ONCE, LEAST_STEP = 600, 3
"""A plot has about so many points at most, and so many dp for each line; what was before is on
another one."""


class Part(NamedTuple):
    """The part of an evening that is shown, by rounds, and which line is ``picked``."""

    stretches: Sequence[Stretch]
    picked: int

    @property
    def places(self) -> range:
        """The places of its lines in the sheet."""
        return range(self.stretches[0].first, self.stretches[-1].last + 1)


@page
def CoursePage() -> ft.View:
    """Draw the plots of the open evening, what the picked line wrote, and all figures as text."""
    session = use_live_session()
    t = session.t
    until, show_until = ft.use_state(0)
    picked, pick = ft.use_state(-1)
    is_told, tell = ft.use_state(False)
    stretches = course(session.replay.states)
    end = until if 0 < until < len(stretches) else len(stretches)
    shown = newest(stretches, end, _lines_at_once(session))
    part = Part(shown, picked)
    places = part.places if shown else range(0)
    if picked not in places:
        part = part._replace(picked=places.stop - 1)
    use_chances(session, places)
    if not shown:
        nothing = chalk.words(t("Nothing written yet."), 16, chalk.FAINT)
        return framed(session, t("Course"), [nothing])
    first = end - len(shown)
    plots = [_score_plot(session, part), *_chance_plot(session, part)]
    drawn = _drawn(session, plots, part, pick)
    parts = [
        heading(t("Score after each line")),
        legend(plots[0].curves),
        drawn[0],
        *_picked(session, part, pick),
        *([key(session, t("Earlier lines"), partial(show_until, first))] if first else []),
        *(
            [key(session, t("Latest lines"), partial(show_until, 0))]
            if end < len(stretches)
            else []
        ),
    ]
    second = [
        *_chance(session, drawn[1:]),
        text_key(session, is_told, tell),
        *(_figures(session, part) if is_told else []),
    ]
    return framed(session, t("Course"), parts, beside=second)


def _lines_at_once(session: Session) -> int:
    room = int(column_width(session.screen) / LEAST_STEP / session.screen.text_scale)
    return min(room, POINTS_AT_ONCE // len(session.head.sides))


def use_chances(session: Session, places: range) -> None:
    """Reckon the chances after the lines at these places, as far as the game tells them."""
    t, outlooks, replay = session.t, session.outlooks, session.replay

    def begin() -> None:
        outlooks.look(t, replay, places)
        outlooks.count(steps.AT_FIRST)

    ft.use_memo(begin, [session.opened.key, places])
    outlooks.look(t, replay, places)
    use_steps(session, outlooks)


def _score_plot(session: Session, part: Part) -> Plot:
    """Return the plot of the score, by side."""
    t, sides = session.t, session.head.sides
    values = [
        points
        for stretch in part.stretches
        for score in (stretch.begun_with, *stretch.scores)
        for points in score
    ]
    colors = chalk.SIDES if len(sides) == FACING else [chalk.CHALK] * len(sides)
    curves = tuple(
        Curve(
            side.name,
            at,
            colors[at],
            tuple(_climb(stretch, at) for stretch in part.stretches),
            figure(part.stretches[-1].scores[-1][at]),
        )
        for at, side in enumerate(sides)
    )
    return Plot(
        t("Plot: the score after each line. Its figures follow as text."),
        part.places.start,
        part.places.stop - 1,
        tuple((value, figure(value)) for value in scale(min(0, *values), max(values))),
        curves,
        _ends_of_rounds(session, part),
    )


def _climb(stretch: Stretch, side: int) -> tuple[tuple[float, float], ...]:
    """Return a side's score from the beginning of a round on."""
    scores = enumerate((score[side] for score in stretch.scores), stretch.first)
    return ((stretch.first - 0.5, stretch.begun_with[side]), *scores)


def _ends_of_rounds(session: Session, part: Part) -> tuple[Rule, ...]:
    """Return a rule for the end of each round; its sign tells what was won, such as a Stein."""
    return tuple(
        Rule(
            stretch.last + 0.5,
            str(stretch.number + len(stretch.ended) - 1),
            _won(session, stretch),
        )
        for stretch in part.stretches
        if stretch.ended
    )


def _won(session: Session, stretch: Stretch) -> ft.IconData | None:
    """Return the sign of the greatest thing that can be won, if the round has brought one."""
    view, replay = view_of(session.opened), session.replay
    before, after = (
        view.won(replay.agreement.rules, replay.states[entries], SHORT_SIGNS)[-1]
        for entries in (stretch.first, stretch.last + 1)
    )
    sign = after.sign
    return sign if isinstance(sign, ft.IconData) and before.number != after.number else None


def _chance_plot(session: Session, part: Part) -> list[Plot]:
    """Return the plot of the chance of the first side to win the round, if the game tells it."""
    t, outlooks = session.t, session.outlooks
    pieces = tuple(
        tuple(
            (place, known[0])
            for place in range(stretch.first, stretch.last + 1)
            if (known := outlooks.chances.get(place))
        )
        for stretch in part.stretches
    )
    pieces = tuple(piece for piece in pieces if piece)
    if not pieces:
        return []
    name = session.head.sides[0].name
    curve = Curve(name, 0, chalk.SIDES[0], pieces, whole_percent(t, int(pieces[-1][-1][1])))
    plot = Plot(
        t("Plot: the chance to win the round after each line. Its figures follow as text."),
        part.places.start,
        part.places.stop - 1,
        tuple((value, whole_percent(t, value)) for value in (0, 50, 100)),
        (curve,),
        _ends_of_rounds(session, part),
    )
    return [plot]


def _chance(session: Session, drawn: Sequence[ft.Control]) -> list[ft.Control]:
    """Return the drawn plot of the chance, if there is one, with its heading."""
    if not drawn:
        return []
    t, outlooks = session.t, session.outlooks
    first, second = (side.name for side in brief_head(session.opened.head).sides)
    told = t("Above: {first} wins the round; below: {second}.", first=first, second=second)
    if outlooks.waiting:
        told = chances_so_far(t, len(outlooks.chances), outlooks.waiting)
    return [
        heading(t("Chance to win the round")),
        chalk.words(told, 14, chalk.FAINT),
        *drawn,
    ]


def _drawn(
    session: Session, plots: Sequence[Plot], part: Part, pick: Callable[[int], None]
) -> list[ft.Control]:
    """Draw the plots so that their places are one below the other."""
    screen = session.screen
    labels = beside(plots, screen.text_scale)
    width, height = column_width(screen), plot_height(screen)
    return [drawn_plot(session, plot, width, height, labels, part.picked, pick) for plot in plots]


def _picked(session: Session, part: Part, pick: Callable[[int], None]) -> Iterator[ft.Control]:
    """Yield what the picked line wrote, and keys that lead to it and to those beside it."""
    t, place, places = session.t, part.picked, part.places
    name, told = line_named(t, place), _told(session, place)
    yield chalk.spoken(
        ". ".join((name, *told)),
        ft.Column(
            [chalk.strong(name, 17), *(chalk.words(each, 16) for each in told)],
            spacing=2,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        announced=True,
    )
    go = key(session, t("Show this line"), partial(session.go, f"/line/{place}"))
    yield ft.Row(
        [
            step_key(t("One line back"), ft.Icons.CHEVRON_LEFT, pick, place - 1, places),
            ft.Container(go, expand=True),
            step_key(t("One line on"), ft.Icons.CHEVRON_RIGHT, pick, place + 1, places),
        ],
        spacing=0,
    )


def _told(session: Session, place: int) -> list[str]:
    chances = session.outlooks.chances.get(place)
    head = brief_head(session.opened.head)
    return line_told(session.t, session.words, head, session.replay, place, chances)


def _figures(session: Session, part: Part) -> Iterator[ft.Control]:
    """Yield what the plots show as text, round by round."""
    t = session.t
    for stretch in part.stretches:
        yield heading(t(session.words.ROUND, number=stretch.number))
        for place in range(stretch.first, stretch.last + 1):
            said = ". ".join((line_named(t, place), *_told(session, place)))
            yield chalk.words(said, 15)
