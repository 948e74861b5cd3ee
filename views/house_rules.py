"""House rules on the screen, made from the fields of a game's rules."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import flet as ft

from scoring.fields import Flag, Kind, OneNumberOf, OneOf, OrNull, Whole, kinds_of, read_record
from scoring.game import Agreement, Replay
from scoring.refusals import IllegalEntry, Refused
from storage import Evening
from views import chalk
from views.boundary import page
from views.desk import Desk, use_live_desk
from views.frame import choice, framed, heading, key, notice
from views.manner import Manner
from views.sentences import sentence
from views.slate_words import Words, effect

STEP = 52
"""How wide a step's key is, in dp: four and the number fit beside each other on a small phone."""
FAR = 50
"""Where a number can go further than this, it also goes by tens."""

SetRules: TypeAlias = Callable[[Any], None]


def presets(desk: Desk, manner: Manner, rules: Any, set_rules: SetRules) -> list[ft.Control]:
    """Return the choice of the named sets of rules, if the game has several."""
    named, game = manner.words.PRESETS, manner.game
    options = [
        (read_record(game.rules, preset.rules), desk.t(named[preset.key]))
        for preset in game.presets
    ]
    return [choice(desk, options, rules, set_rules)] if len(options) > 1 else []


def rule_fields(desk: Desk, manner: Manner, rules: Any, set_rules: SetRules) -> list[ft.Control]:
    """Return a control for each house rule, with what it means."""
    return [
        _rule(desk, manner.words, rules, key, kind, set_rules)
        for key, kind in kinds_of(manner.game.rules).items()
    ]


def _rule(
    desk: Desk, words: Words, rules: Any, name: str, kind: Kind, set_rules: SetRules
) -> ft.Control:
    t = desk.t
    label, meaning = map(t, words.RULES[name])
    value: Any = getattr(rules, name)

    def change(new: Any) -> None:
        set_rules(replace(rules, **{name: new}))

    match kind:
        case Flag():
            control = choice(desk, [(True, t("yes")), (False, t("no"))], value, change)
        case OneOf(choices):
            options = [(member, t(words.CHOICES[member])) for member in choices]
            control = choice(desk, options, value, change)
        case OneNumberOf(choices):
            control = choice(desk, [(n, str(n)) for n in choices], value, change)
        case OrNull(Whole(low, high)):
            numbers = [(n, str(n)) for n in range(low, high + 1)]
            control = choice(desk, [(None, t("as usual")), *numbers], value, change)
        case Whole(low, high):
            control = _stepper(desk, label, value, low, high, change)
        case _:
            raise TypeError(kind)
    return ft.Container(
        padding=ft.Padding.symmetric(vertical=chalk.UNIT),
        content=ft.Column(
            [chalk.strong(label), chalk.words(meaning, 14, chalk.FAINT), control], spacing=6
        ),
    )


def _stepper(
    desk: Desk, label: str, value: int, low: int, high: int, change: Callable[[int], None]
) -> ft.Control:
    t = desk.t

    def step(name: str, sign: str, by: int) -> ft.Control:
        possible = low <= value + by <= high
        return chalk.tappable(
            name,
            chalk.written(sign, 24, chalk.CHALK if possible else chalk.RULE),
            lambda: change(value + by) if possible else None,
            width=STEP,
            height=chalk.SCORING_TOUCH,
            alignment=ft.Alignment.CENTER,
            border=ft.Border.all(1, chalk.EDGE if possible else chalk.RULE),
            border_radius=4,
        )

    less, more = t("{what}: one less", what=label), t("{what}: one more", what=label)
    keys = [step(less, "−", -1), _value(label, value), step(more, "+", 1)]
    if high - low > FAR:
        less, more = t("{what}: ten less", what=label), t("{what}: ten more", what=label)
        keys = [step(less, "−10", -10), *keys, step(more, "+10", 10)]
    return ft.Row(keys, spacing=4)


def _value(label: str, value: int) -> ft.Control:
    figure = chalk.spoken(f"{label}: {value}", chalk.written(str(value), 30))
    return ft.Container(figure, width=64, alignment=ft.Alignment.CENTER)


@page
def HouseRulesPage() -> ft.View:
    """Draw the open evening's house rules; a change shows its effect before it is kept."""
    desk = use_live_desk()
    t, evening = desk.t, desk.opened
    manner, agreed = desk.manner, evening.replay.agreement
    rules, set_rules = ft.use_state(agreed.rules)
    agreement = replace(agreed, rules=rules)
    said = t("The house rules are changed.")

    return framed(
        desk,
        "/rules",
        t("House rules"),
        [
            *agreement_offered(desk, agreement, said, lambda: set_rules(agreed.rules)),
            *presets(desk, manner, rules, set_rules),
            *rule_fields(desk, manner, rules, set_rules),
        ],
    )


def agreement_offered(
    desk: Desk, agreement: Agreement[Any], said: str, leave: Callable[[], None]
) -> list[ft.Control]:
    """Return what another agreement would make of the slate; nothing if it is the present one."""
    evening = desk.opened
    if agreement == evening.replay.agreement:
        return []
    return change_offered(
        desk,
        lambda: evening.agreed(agreement),
        lambda opened: opened.agree(agreement),
        said,
        leave,
    )


def change_offered(
    desk: Desk,
    would_be: Callable[[], Replay[Any, Any]],
    do: Callable[[Evening], None],
    said: str,
    leave: Callable[[], None],
    shown_first: Callable[[Replay[Any, Any]], Sequence[ft.Control]] = lambda _: (),
) -> list[ft.Control]:
    """Return what a change would do to the slate, with the keys to keep it or to leave it.

    ``shown_first`` draws what stands above that, from the slate as it would be. If the change is
    impossible, say why: which line could then not be, and its reason.
    """
    t, head = desk.t, desk.head
    leave_key = key(desk, t("Leave as it was"), leave)
    try:
        after = would_be()
    except IllegalEntry as refused:
        number, why = (refused.index or 0) + 1, sentence(t, refused, head)
        cannot = t("This cannot be kept. Line {number}: {why}", number=number, why=why)
        return [notice(cannot), leave_key]
    except Refused as refused:
        return [notice(sentence(t, refused, head)), leave_key]

    def keep() -> None:
        if desk.change(do, said=said):
            desk.page.navigate("/")

    changes = effect(t, desk.manner.words, head, desk.replay, after)
    return [
        *shown_first(after),
        heading(t("What changes")),
        *map(chalk.words, changes),
        key(desk, t("Keep the change"), keep, main=True),
        leave_key,
    ]
