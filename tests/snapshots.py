"""What a snapshot tells, and evenings on which something was corrected and struck out."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Any, Final

from scoring.refusals import Refused
from storage import Evening, Settings
from views.ahead import GRAPH_FILE, Ahead
from views.games.registry import VIEWS
from views.session.screen import Screen
from views.snapshot import SNAPSHOT_FILE, snapshot
from views.text.translator import translator
from views.ui.half import is_halved

DEFAULT: Final = Settings()
HERE: Final = ("graph", "key", "revision", "start")
"""What a snapshot says of the graph to which it refers."""


def tokens(slate: dict[str, Any]) -> list[list[Any]]:
    """Return the tokens of each line that is drawn, by side.

    A finished round whose lines have no room shows none.
    """
    is_hidden = slate["end"] and slate["layout"][2] and len(slate["sides"]) > 2
    return [] if is_hidden else [line[1:] for line in slate["lines"]]


def texts_of_tokens(slate: dict[str, Any]) -> list[list[list[str]]]:
    """Return the texts of each token by line and side, in the order in which they are drawn."""
    return [[_texts_of_token(token) for token in line] for line in tokens(slate)]


def _texts_of_token(token: Any) -> list[str]:
    written, was = token[:2] if is_corrected(token) else (token, "")
    return [text for text in (was, *(written if isinstance(written, list) else ())) if text]


def strokes_of_tokens(slate: dict[str, Any]) -> list[int]:
    """Return the numbers of strokes that the lines wrote."""
    written = [token[0] if is_corrected(token) else token for token in chain(*tokens(slate))]
    return [number for number in written if isinstance(number, int)]


def is_corrected(token: Any) -> bool:
    """Return whether something is told of a token beside what is written now."""
    return isinstance(token, list) and len(token) == 3


def correct(evening: Evening) -> None:
    """Put each entry of the second half in the place of another, and strike some out."""
    entries = evening.replay.entries
    for place in range(len(entries) // 2, len(entries)):
        with suppress(Refused):
            evening.correct(place, replace(entries[place - len(entries) // 3]))
    for place in range(len(entries) - 1, 0, -3):
        with suppress(Refused):
            evening.strike_out(place)


def shown_at(ahead: dict[str, Any], place: int) -> tuple[Any, list[Any]]:
    """Return what a node shows: of the slate, and of each pad the blocks, and its lengths."""
    slate, pads, _ = ahead["nodes"][place]
    shown = list[Any]()
    for blocks, *lengths in (ahead["pads"][pad] for pad in pads):
        rows = [[_row(ahead, row) for row in block] for block in blocks]
        shown.append([rows, *lengths])
    return ahead["slates"][slate], shown


def _row(ahead: dict[str, Any], number: int) -> Any:
    row = ahead["rows"][number]
    cells = [ahead["keys"][cell] if isinstance(cell, int) else cell for cell in row["cells"]]
    return {**row, "cells": cells}


def leads_from(ahead: dict[str, Any], place: int) -> dict[str, Any]:
    """Return by key where it leads, what it says, or None if it is asleep."""
    _, pads, leads = ahead["nodes"][place]
    blocks = chain(*(ahead["pads"][pad][0] for pad in pads))
    rows = [ahead["rows"][row] for row in chain(*blocks)]
    keys = [ahead["keys"][cell]["id"] for row in rows for cell in row["cells"] if is_key(cell)]
    return dict(zip(keys, leads or [None] * len(keys), strict=True))


def is_key(cell: object) -> bool:
    """Return whether a cell is a key."""
    return isinstance(cell, int)


def whole(waking: bytes, graph: bytes = b"") -> dict[str, Any]:
    """Return a snapshot together with the graph to which it refers, if it does."""
    told: dict[str, Any] = json.loads(waking)
    if "ahead" in told:
        reckoned = json.loads(graph)
        assert told["ahead"]["graph"] == reckoned["graph"]
        told["ahead"] |= reckoned
    return told


def as_files(told: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the files of a snapshot with its graph, in the form of the browser's database."""
    ahead = told.get("ahead")
    parts = {SNAPSHOT_FILE: told}
    if isinstance(ahead, dict):
        here = {name: value for name, value in ahead.items() if name in HERE}
        parts[SNAPSHOT_FILE] = {**told, "ahead": here}
        of_graph = {name: value for name, value in ahead.items() if name not in HERE}
        parts[GRAPH_FILE] = {"graph": ahead["graph"], **of_graph}
    return {f"/{name}": json.dumps(part).encode() for name, part in parts.items()}


def told_with_keys(
    evening: Evening,
    width: int = 390,
    height: int = 844,
    scale: float = 1,
    chosen: Settings = DEFAULT,
    **more: Any,
) -> dict[str, Any]:
    """Return the snapshot of an evening with the graph of what can be tapped on it."""
    t, screen = translator("de"), Screen.of(width, height, scale)
    view, halved = VIEWS[evening.sheet.game.key], is_halved(chosen, evening.head)
    ahead = Ahead(t, evening, view, screen, halved=halved)
    while not ahead.is_whole:
        ahead.reckon()
    graph, content = ahead.file()
    told = graph.told(t, evening, view, screen, halved=halved)
    written = snapshot(t, chosen, evening, VIEWS, screen, ahead=told, **more)
    return whole(written, content)
