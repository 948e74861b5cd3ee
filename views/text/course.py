"""The course of an evening in words: the same figures as its plots show."""

from collections.abc import Sequence
from typing import Any

from scoring.game import Replay
from scoring.rounds import just_ended
from scoring.sheet import Head
from views.text.phrases import GameText, describe_at, each, whole_percent
from views.text.translator import Translator


def line_told(
    t: Translator,
    words: GameText,
    head: Head,
    replay: Replay[Any, Any],
    place: int,
    chances: Sequence[int] | None,
) -> list[str]:
    """Return what a line wrote, what stood then, and the chances, unless the round is over."""
    state = replay.states[place + 1]
    told = [
        describe_at(t, words, head, replay, place),
        each(t, head, t("new score"), state.line.total),
    ]
    if chances and not just_ended(state):
        sides = zip(head.sides, chances, strict=True)
        values = ", ".join(
            t("{side} {value}", side=side.name, value=whole_percent(t, chance))
            for side, chance in sides
        )
        told.append(t("{what}: {values}", what=t("Chance to win the round"), values=values))
    return told


def line_named(t: Translator, place: int) -> str:
    """Return the number of a line."""
    return t("Line {number}", number=place + 1)


def chances_so_far(t: Translator, known: int, waiting: int) -> str:
    """Return of how many lines the chance is reckoned already."""
    return t("{n} of {all} lines reckoned so far", n=known, all=known + waiting)
