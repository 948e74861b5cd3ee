"""An evening as a text for a messenger, readable in any font."""

from collections.abc import Iterator
from typing import Any

from scoring.game import Replay
from scoring.rounds import past_rounds
from scoring.sheet import Head
from views.text.names import brief_head, shown_head
from views.text.phrases import (
    GameText,
    by_side,
    evening_name,
    round_brought,
    round_name,
    running_lines,
    standing,
)
from views.text.translator import Translator


def told(t: Translator, words: GameText, sheet_head: Head, replay: Replay[Any, Any]) -> str:
    """Return who played, each finished round, how it stands, and who pays."""
    whole = shown_head(sheet_head)
    parts = (
        [evening_name(t, whole.title, whole.played_on), t(words.NAME)],
        _who_played(t, whole),
        _rounds(t, words, brief_head(sheet_head), replay),
        _standing(t, words, brief_head(sheet_head), replay.state),
    )
    return "\n\n".join("\n".join(lines) for part in parts if (lines := [*part]))


def _who_played(t: Translator, head: Head) -> Iterator[str]:
    """Yield the players of each side; a player who is a side is named in the score."""
    for side in head.sides:
        if side.players:
            yield t("{what}: {values}", what=side.name, values=", ".join(side.players))


def _rounds(t: Translator, words: GameText, head: Head, replay: Replay[Any, Any]) -> Iterator[str]:
    """Yield each finished round with what it brought, and the score of the running one."""
    for past in past_rounds(replay.states):
        ends = "; ".join(round_brought(t, words, head, past.round))
        yield t("{round}. {brought}", round=round_name(t, words, head, past), brought=ends)
    if running_lines(replay):
        running = words.running_round(t, replay.agreement.rules, replay.state)
        score = by_side(t, head, replay.state.score)
        yield t("{round} so far: {score}", round=running, score=score)


def _standing(t: Translator, words: GameText, head: Head, state: Any) -> Iterator[str]:
    """Yield what was won by each side, and who pays for it."""
    _, *won = standing(t, words, head, state)
    yield from won
    yield from words.who_pays(t, head, state)
