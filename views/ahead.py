"""What taps before Python is there lead to, reckoned beforehand: a graph, as plain data.

From each node keys lead on: those that write an entry, and those that change the half-entered deal.
So the page can tell what a tap would write, and shows nothing that was not reckoned here, by the
same pads and the same replay as those of a tap.

The graph is a file of its own: it is large, and is written when nobody has tapped for a second.
Until then the snapshot, written with each tap, says at which node the evening is. So it does after
a start, too, with the graph that an earlier one has left.
"""

import hashlib
import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import MISSING, fields
from itertools import islice
from typing import Any, Final, NamedTuple, Self, TypeAlias

from scoring.fields import Text, UpTo, read_object
from scoring.game import Replay
from scoring.refusals import Refused
from scoring.rounds import on_slate
from scoring.sheet import Head, parse_json, write_entry
from storage import Evening
from views.session.draft import Draft
from views.session.screen import Screen
from views.text.names import shown_head
from views.text.phrases import figure, standing, who_is_on
from views.text.translator import Translator
from views.ui.game_view import GameView
from views.ui.pad import (
    Action,
    Cell,
    Change,
    Face,
    GamePad,
    Key,
    Label,
    Labels,
    Row,
    Say,
    Sign,
    Write,
)

MOST_NODES: Final = 200
MOST_BYTES: Final = 60_000
"""The graph ends where what its nodes share becomes larger; the page reads files up to 100,000."""
GRAPH_FILE: Final = "ahead.json"
"""The name of the graph's file. The snapshot's ``VERSION`` tells its form, too."""
DIGITS: Final = 16
"""So many digits of a checksum tell one graph from another."""

Plain: TypeAlias = dict[str, object]


class Present(NamedTuple):
    """What is written, and what is half entered."""

    replay: Replay[Any, Any]
    draft: Draft


class Graph(NamedTuple):
    """Where an evening is in a graph: what the snapshot tells of it.

    ``checksum`` is that of the graph, ``context`` of all that the whole graph depends on, and
    ``places`` are the nodes by the checksum of their position.
    """

    checksum: str
    context: str
    places: Mapping[str, int]

    @classmethod
    def read(cls, content: bytes) -> Self | None:
        """Return the graph in a file; None if there is none, or if it cannot be read."""
        try:
            told = read_object(parse_json(content))
            places = UpTo(Text(DIGITS, DIGITS), MOST_NODES).read(told["places"])
            return cls(str(told["graph"]), str(told["context"]), _numbered(places))
        except (Refused, KeyError):
            return None

    def told(self, t: Translator, evening: Evening, view: GameView, screen: Screen) -> Plain | None:
        """Return where in the graph an evening is by now; None if it is not there."""
        if _context(t, evening, screen) != self.context:
            return None
        present = Present(evening.replay, view.draft.of(evening.draft))
        pad = view.pad(t, shown_head(evening.head), *present, screen)
        place = self.places.get(_checksum(pad.position))
        if place is None:
            return None
        return {
            "graph": self.checksum,
            "key": evening.key,
            "revision": evening.revision,
            "start": place,
        }


class GraphFile(NamedTuple):
    """A graph, and its file."""

    graph: Graph
    content: bytes


class _Pool:
    """Values that many nodes share: each is told once, and known by its number."""

    def __init__(self) -> None:
        self.told: list[object] = []
        self.bytes = 0
        self._numbers: dict[str, int] = {}

    def number(self, value: object) -> int:
        """Return the number of a value."""
        text = json.dumps(value, ensure_ascii=False)
        if text not in self._numbers:
            self._numbers[text] = len(self.told)
            self.told.append(value)
            self.bytes += len(text.encode())
        return self._numbers[text]


class Ahead:
    """The graph of one evening on one screen, reckoned node by node, the nearest first."""

    def __init__(self, t: Translator, evening: Evening, view: GameView, screen: Screen) -> None:
        self._t, self._view, self._screen = t, view, screen
        self._head: Head = shown_head(evening.head)
        self._context = _context(t, evening, screen)
        self._presents: list[Present] = []
        self._places: dict[Hashable, int] = {}
        self._pools = {name: _Pool() for name in ("keys", "rows", "pads", "slates", "entries")}
        self._nodes: list[tuple[int, int, list[object] | None]] = []
        self._place(Present(evening.replay, view.draft.of(evening.draft)))

    @property
    def is_whole(self) -> bool:
        """Whether there is nothing more to reckon, or no more room for it."""
        done = len(self._nodes)
        size = sum(pool.bytes for pool in self._pools.values())
        return done == len(self._presents) or done >= MOST_NODES or size >= MOST_BYTES

    def reckon(self) -> None:
        """Reckon one more node: where keys lead, as long as there is room for that."""
        present = self._presents[len(self._nodes)]
        pad = self._pad(present)
        shown = pad.pad()
        number = self._pools["pads"].number
        blocks = [[self._row(row) for row in block] for block in shown.blocks]
        self._nodes.append(
            (
                self._pools["slates"].number(self._slate(present)),
                number([blocks, shown.gap, pad.least_height]),
                [self._lead(present, key.action) for key in shown.keys]
                if len(self._presents) < MOST_NODES
                else None,
            )
        )

    def file(self) -> GraphFile:
        """Return what is reckoned. Keys that lead further are asleep."""
        places = [*map(_checksum, islice(self._places, len(self._nodes)))]
        nodes = [
            [slate, pad, leads and [self._within(lead) for lead in leads]]
            for slate, pad, leads in self._nodes
        ]
        pools = {name: pool.told for name, pool in self._pools.items()}
        whole = {**pools, "nodes": nodes, "context": self._context, "places": places}
        told = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
        graph = Graph(_digits(told), self._context, _numbered(places))
        return GraphFile(graph, f'{{"graph":"{graph.checksum}",{told[1:]}'.encode())

    def _within(self, lead: object) -> object:
        is_beyond = isinstance(lead, list) and lead[0] >= len(self._nodes)
        return None if is_beyond else lead

    def _pad(self, present: Present) -> GamePad[Any, Any, Any]:
        return self._view.pad(self._t, self._head, *present, self._screen)

    def _place(self, present: Present) -> int:
        """Return the number of the node for what is present."""
        position = self._pad(present).position
        if position not in self._places:
            self._places[position] = len(self._presents)
            self._presents.append(present)
        return self._places[position]

    def _lead(self, present: Present, action: Action) -> object:
        """Return where a tap leads: a node, with the entry it writes; or what it says.

        None if that needs Python.
        """
        match action:
            case Write(entry):
                number = self._pools["entries"].number(write_entry(present.replay.game, entry))
                return [self._place(after_entry(present, self._view, action)), number]
            case Change(draft, is_ahead=True):
                return [self._place(present._replace(draft=draft))]
            case Change():
                return None
            case Say(text):
                return text
            case None:
                return ""

    def _slate(self, present: Present) -> Plain:
        """Return what of the slate above the pad a tap changes at once."""
        t, view, head, replay = self._t, self._view, self._head, present.replay
        mark = view.mark(*present)
        score = on_slate(replay.states).score
        crosses = view.crosses(replay.agreement.rules, score) if view.crosses else None
        told: Plain = {
            "score": [*map(figure, score)],
            "said": standing(t, view.words, head, replay.state),
            "end": view.end(t, head, replay),
            "who": who_is_on(t, view.words, head, replay, view.corrected(present.draft)),
            "mark": mark.side if mark else None,
        }
        return {**told, "crosses": crosses} if crosses else told

    def _row(self, row: Row) -> int:
        told: Plain = {"cells": [self._cell(cell) for cell in row.cells], **_rest(row, ("cells",))}
        return self._pools["rows"].number(told)

    def _cell(self, cell: Cell) -> object:
        match cell:
            case Key(key_id, face):
                return self._pools["keys"].number({"id": key_id, **_rest(face)})
            case Label():
                return [[_rest(cell)], 0]
            case Labels(labels, weight):
                return [[*map(_rest, labels)], weight]
            case _:
                return None


def _context(t: Translator, evening: Evening, screen: Screen) -> str:
    """Return the checksum of what a whole graph depends on."""
    return _checksum((t.language, evening.key, evening.head, evening.replay.agreement, screen))


def _numbered(positions: Sequence[str]) -> Mapping[str, int]:
    return {position: number for number, position in enumerate(positions)}


def _checksum(value: object) -> str:
    """Return the checksum of a value whose ``repr`` tells all of it, also in another process."""
    return _digits(repr(value))


def _digits(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def after_entry(present: Present, view: GameView, write: Write) -> Present:
    """Return what is present once an entry is written; a draft stays while the deal does."""
    after = present.replay.after(write.entry)
    is_same_deal = after.state.deals == present.replay.state.deals
    return Present(after, present.draft if is_same_deal else view.draft())


def _rest(value: Face | Label | Row, without: Sequence[str] = ()) -> Mapping[str, object]:
    """Return the fields of a value that differ from their defaults."""
    return {
        field.name: _plain(told)
        for field in fields(value)
        if field.name not in without
        and ((told := getattr(value, field.name)) != field.default or field.default is MISSING)
    }


def _plain(value: object) -> object:
    """Return a value as the page reads it: a sign is told from a text."""
    if isinstance(value, Sign):
        return {"sign": value}
    return round(value, 2) if isinstance(value, float) else value
