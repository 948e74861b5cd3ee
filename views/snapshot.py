"""The snapshot: what the page draws at the next start before Python is there.

It is plain data, and everything in it is a text, a number or yes and no. It is written with every
commit, so it takes a fraction of a millisecond: what can be tapped is reckoned at other times, and
is in another file (``views/ahead.py``).
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import flet as ft

from scoring.corrections import WrittenLine, slate_lines
from scoring.game import Replay
from scoring.rounds import on_slate
from scoring.sheet import Head
from storage import Evening, Settings
from views.pages.both_sides import SIGN, fitting_score, told_and_written
from views.session.screen import Screen
from views.text.names import brief_head, shown_head
from views.text.phrases import (
    describe_last,
    figure,
    finished_rounds,
    standing,
    who_is_on,
)
from views.text.translator import Translator
from views.ui.game_view import GameView, Token, Won
from views.ui.half import (
    half_room,
    is_halved,
    is_lying,
    panel_above,
    panel_width,
)
from views.ui.layout import CROSS, FACING, SHORT_SIGNS, SIGNS, board_names, figure_size
from views.ui.signs import STROKE_OF_LINE, TOTAL

SNAPSHOT_FILE: Final = "waking.json"
"""The name of its file."""
VERSION = 7
"""The page draws no snapshot of another version."""
MOST_TOKENS = 120
"""So much of the round is told, the newest: more than any screen has room for."""

Plain: TypeAlias = dict[str, object]


def snapshot(
    t: Translator,
    settings: Settings,
    evening: Evening | None,
    views: Mapping[str, GameView],
    screen: Screen,
    pad_height: float | None = None,
    ahead: Plain | None = None,
) -> bytes:
    """Return as JSON what the slate of the open evening shows on a screen of that size.

    ``pad_height`` is how high the pad beneath it was drawn, in dp, if it was. ``ahead`` says where
    it is in the graph of what can be tapped (``views/ahead.py``), if that is reckoned.
    Without an evening it says only in which language and look to wake up, and for which hand.
    """
    kept: Plain = {"version": VERSION, "language": t.language, "theme": settings.theme}
    if settings.left_handed:
        kept["left_handed"] = True
    if evening is not None:
        view = views[evening.sheet.game.key]
        slate = _slate(t, evening, view, screen, pad_height)
        if is_halved(settings, evening.head):
            slate["halves"] = _halves(t, evening, view, half_room(screen), pad_height)
        kept["evening"] = slate
    if ahead:
        kept["ahead"] = ahead
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode()


def _slate(
    t: Translator, evening: Evening, view: GameView, screen: Screen, pad_height: float | None
) -> Plain:
    head, replay, words = shown_head(evening.head), evening.replay, view.words
    rules, state = replay.agreement.rules, replay.state
    draft = view.draft.of(evening.draft)
    mark = view.mark(replay, draft)
    shown, said = who_is_on(t, words, head, replay, view.corrected(draft))
    share = view.layout(head, screen)
    written, lines = on_slate(replay.states), slate_lines(evening.journal, replay)
    shows_lines = view.shows_lines(replay, head, screen)
    newest = lines[-(MOST_TOKENS // len(head.sides)) :] if shows_lines else []
    return {
        "title": head.title or "",
        "running": words.running_round(t, rules, state),
        "finished": finished_rounds(words, head, replay),
        "sides": _sides(view, head, replay, lines, screen, short=share.short),
        "mark": [mark.side, _name(mark.icon)] if mark else None,
        "said": standing(t, words, head, state),
        "carried": list(view.brought(written.begun_with)) if shows_lines else [],
        "lines": [_line(view, line, screen) for line in newest],
        "newest": max((n for n, line in enumerate(newest, 1) if line.struck is None), default=0),
        "end": view.end(t, head, replay),
        "who": [shown, said],
        "last": describe_last(t, words, brief_head(head), replay),
        "why": t("Why") if replay.entries else "",
        "nothing": "" if replay.entries else t("Nothing written yet."),
        "can": [evening.journal.can_undo, evening.journal.can_redo],
        "screen": screen.device,
        "sizes": [TOTAL, STROKE_OF_LINE],
        "layout": [pad_height or share.pad, share.short, share.scrolls, screen.zoom],
    }


def _halves(
    t: Translator, evening: Evening, view: GameView, room: Screen, pad_height: float | None
) -> Plain:
    """Return what the halves for two sides show, where it differs from the slate.

    ``pad_height`` is how high the keys of a half were drawn.
    """
    head, replay = shown_head(evening.head), evening.replay
    told, texts = told_and_written(t, view, head, replay, view.draft.of(evening.draft))
    lies = is_lying(room)
    above = panel_above(pad_height, room) if pad_height else room.height / 2
    panel = panel_width(room) if lies else above
    score = fitting_score(replay, texts, panel, room)
    won = view.signs(replay, SIGN)
    return {
        "lies": lies,
        "panel": round(panel, 1),
        "score": [round(score.size, 1), score.named],
        "names": [side.name for side in brief_head(head).sides],
        "won": [[_won(kind, side) for kind in won] for side in (0, 1)],
        "told": told,
    }


def _sides(
    view: GameView,
    head: Head,
    replay: Replay[Any, Any],
    lines: Sequence[WrittenLine],
    screen: Screen,
    *,
    short: bool,
) -> list[Plain]:
    """Return of each side what stands in its column, with the sizes of name and score."""
    score = on_slate(replay.states).score
    texts = [figure(points) for points in score]
    columns, height = len(texts), SHORT_SIGNS if short else SIGNS
    rules = replay.agreement.rules
    crosses: Sequence[object] = view.crosses(rules, score) if view.crosses else [None] * columns
    fit = board_names(head, screen)
    size = view.score_size(replay, lines, head, screen)
    return [
        {
            "name": fit.names[place],
            "name_size": round(fit.size, 1),
            "score": text,
            "score_size": round(size * CROSS if crosses[place] else size, 1),
            "crosses": crosses[place],
            "won": [_won(kind, place) for kind in view.signs(replay, height)],
        }
        for place, text in enumerate(texts)
    ]


def _line(view: GameView, line: WrittenLine, screen: Screen) -> list[object]:
    """Return a line on the slate, the size of its figures before it."""
    tokens = view.tokens_of(line)
    texts, columns = [token.total for token in tokens if token], len(tokens)
    size = TOTAL if columns == FACING else figure_size(TOTAL, texts, columns, screen)
    return [round(size, 1), *(_token(each) if each else None for each in tokens)]


def _won(kind: Won, side: int) -> list[object]:
    """Return what a side has won of one kind, with the sizes of its sign and its number."""
    sizes = (round(kind.size, 1), round(kind.figure, 1))
    landing = kind.landing[side] if kind.landing else 0
    return [_name(kind.sign), kind.number[side], kind.slots, kind.most, *sizes, landing]


def _token(token: Token) -> list[object] | int:
    """Return what a line wrote: the number of its strokes, or two texts.

    If anything of it was corrected or struck out, that follows, in a list with it.
    """
    written: list[object] | int = token.strokes or [token.change, token.total]
    if token.was or token.is_struck:
        return [written, token.was, token.is_struck]
    return written


def _name(sign: ft.IconData | str) -> str:
    """Return how the page knows a sign."""
    return sign if isinstance(sign, str) else sign.name.lower()
