"""The page on how to keep score by the table's own house rules, with worked examples."""

from dataclasses import replace
from typing import Any

import flet as ft

from scoring.game import Agreement, replay
from scoring.refusals import IllegalEntry
from scoring.sheet import Head
from views.games.registry import view_of
from views.session.session import Session, use_live_session
from views.text.phrases import Example, describe_at
from views.text.refusals import sentence
from views.ui import chalk
from views.ui.boundary import page
from views.ui.game_view import GameView
from views.ui.page_frame import framed, heading


@page
def HowPage() -> ft.View:
    """Draw how to keep score in the open evening's game."""
    session = use_live_session()
    view = view_of(session.opened)
    told = how(session, view, session.head, session.replay.agreement)
    return framed(session, session.t(view.words.NAME), told, back="/menu")


def how(
    session: Session, view: GameView, head: Head, agreement: Agreement[Any]
) -> list[ft.Control]:
    """Return how to keep score by a table's rules, with examples that the game scores."""
    t, words = session.t, view.words
    table = replace(agreement, first_dealer=0)  # the stories assume that dealer
    parts: list[ft.Control] = []
    for title, sentences in words.how_it_is_written(t, table.rules):
        parts += [heading(title), *map(chalk.words, sentences)]
    parts.append(heading(t("Examples, scored by these rules")))
    examples = words.examples(t, head, table.rules)
    return [*parts, *(_worked(session, view, head, table, example) for example in examples)]


def _worked(
    session: Session, view: GameView, head: Head, agreement: Agreement[Any], example: Example
) -> ft.Control:
    """Return an example with its score by the game itself, and the explanation."""
    t, words = session.t, view.words
    try:
        played = replay(view.game, agreement, example.entries)
    except IllegalEntry as refused:
        drawn = [chalk.words(sentence(t, refused, head))]
    else:
        why = words.reasons(t, head, played.state.line)
        steps = " · ".join(t("{step} {figure}", step=step, figure=figure) for step, figure in why)
        said = describe_at(t, words, head, played, len(played.entries) - 1)
        drawn = [chalk.strong(said), chalk.words(steps, 14, chalk.FAINT)]
    return ft.Container(
        ft.Column([chalk.words(example.story, 16, chalk.FAINT), *drawn], spacing=2),
        padding=ft.Padding.symmetric(vertical=chalk.UNIT),
        border=ft.Border(bottom=ft.BorderSide(1, chalk.RULE)),
    )
