"""The page of house rules, generated from the fields of a game's rules."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import flet as ft

from scoring.fields import Flag, Kind, OneNumberOf, OneOf, OrNull, Whole, kinds_of, read_record
from scoring.journal import Agree
from views.games.registry import view_of
from views.session.session import Session, use_live_session
from views.text.phrases import GameText, rule_value
from views.ui import chalk
from views.ui.boundary import page
from views.ui.changes import Offer, Offered
from views.ui.game_view import GameView
from views.ui.page_frame import choice, framed

STEP = chalk.TOUCH
"""The width of a stepper key, in dp: four and the number fit side by side on a small phone."""
FAR = 50
"""A number with a larger range than this also has steps of ten."""

SetRules: TypeAlias = Callable[[Mapping[str, Any]], None]
"""Called with the chosen values, by the names of the rules."""


def presets(session: Session, view: GameView, rules: Any, set_rules: SetRules) -> list[ft.Control]:
    """Return the choice of the named sets of rules, if the game has several."""
    named, game = view.words.PRESETS, view.game
    options = [
        (read_record(game.rules, preset.rules), session.t(named[preset.key]))
        for preset in game.presets
    ]

    def choose(preset: Any) -> None:
        set_rules(different(rules, preset))

    return [choice(session, options, rules, choose)] if len(options) > 1 else []


def different(rules: Any, others: Any) -> Mapping[str, Any]:
    """Return the values in ``others`` that differ from those in ``rules``."""
    names = kinds_of(type(rules))
    return {
        name: getattr(others, name)
        for name in names
        if getattr(others, name) != getattr(rules, name)
    }


def rule_fields(
    session: Session, view: GameView, rules: Any, set_rules: SetRules
) -> list[ft.Control]:
    """Return a control for each house rule, with what it means."""
    return [
        _rule(session, view.words, rules, key, kind, set_rules)
        for key, kind in kinds_of(view.game.rules).items()
    ]


def _rule(
    session: Session, words: GameText, rules: Any, name: str, kind: Kind[Any], set_rules: SetRules
) -> ft.Control:
    t = session.t
    label, meaning = map(t, words.RULES[name])
    value: Any = getattr(rules, name)

    def change(new: Any) -> None:
        set_rules({name: new})

    def labelled(values: Iterable[Any]) -> list[tuple[Any, str]]:
        return [(each, rule_value(t, words, kind, each)) for each in values]

    match kind:
        case Flag():
            control = choice(session, labelled([True, False]), value, change)
        case OneOf():
            control = choice(session, labelled(kind.members), value, change)
        case OneNumberOf(choices):
            control = choice(session, labelled(choices), value, change)
        case OrNull(Whole(low, high)):
            control = choice(session, labelled([None, *range(low, high + 1)]), value, change)
        case Whole(low, high):
            control = _stepper(session, label, value, low, high, change)
    return ft.Container(
        padding=ft.Padding.symmetric(vertical=chalk.UNIT),
        content=ft.Column(
            [chalk.strong(label), chalk.words(meaning, 14, chalk.FAINT), control], spacing=6
        ),
    )


def _stepper(
    session: Session, label: str, value: int, low: int, high: int, change: Callable[[int], None]
) -> ft.Control:
    t = session.t

    def step(name: str, sign: str, by: int) -> ft.Control:
        possible = low <= value + by <= high
        return chalk.tappable(
            name,
            chalk.figures(sign, 24, chalk.CHALK if possible else chalk.RULE),
            lambda: change(value + by) if possible else None,
            width=STEP,
            height=chalk.SCORING_TOUCH,
            alignment=ft.Alignment.CENTER,
            border=ft.Border.all(1, chalk.EDGE if possible else chalk.RULE),
            border_radius=chalk.CORNER,
        )

    less, more = t("{what}: one less", what=label), t("{what}: one more", what=label)
    keys = [step(less, "−", -1), _value(label, value), step(more, "+", 1)]
    if high - low > FAR:
        less, more = t("{what}: ten less", what=label), t("{what}: ten more", what=label)
        keys = [step(less, "−10", -10), *keys, step(more, "+10", 10)]
    return ft.Row(keys, spacing=chalk.UNIT)


def _value(label: str, value: int) -> ft.Control:
    figure = chalk.spoken(f"{label}: {value}", chalk.figures(str(value), 30))
    return ft.Container(figure, width=64, alignment=ft.Alignment.CENTER)


@page
def HouseRulesPage() -> ft.View:
    """Draw the open evening's house rules; a change shows its effect before it is saved.

    Only the rules that were changed here are saved: other screens may change others meanwhile.
    """
    session = use_live_session()
    t, evening = session.t, session.opened
    view, agreed = view_of(evening), evening.replay.agreement
    chosen, choose = ft.use_state(dict[str, Any]())
    rules = replace(agreed.rules, **chosen)

    def set_rules(more: Mapping[str, Any]) -> None:
        choose(lambda now: different(agreed.rules, replace(agreed.rules, **{**now, **more})))

    fields = rule_fields(session, view, rules, set_rules)
    half = len(fields) // 2
    offer = Offer(Agree(replace(agreed, rules=rules)), t("House rules changed."))
    return framed(
        session,
        t("House rules"),
        [*presets(session, view, rules, set_rules), *fields[:half]],
        beside=fields[half:],
        foot=Offered(
            session, t, evening, offer if rules != agreed.rules else None, lambda: choose({})
        ),
    )
