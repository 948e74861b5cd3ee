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
from views.pages.both_sides import fitting_score, told_and_written
from views.session.draft import Draft
from views.session.screen import Screen
from views.text.names import shown_head
from views.text.phrases import figure, standing, who_is_on
from views.text.translator import Translator
from views.ui.game_view import GameView
from views.ui.half import half, half_room
from views.ui.layout import FACING
from views.ui.pad import (
    Action,
    Cell,
    Change,
    Face,
    GamePad,
    Key,
    Label,
    Labels,
    Pad,
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

    def told(
        self,
        t: Translator,
        evening: Evening,
        view: GameView,
        screen: Screen,
        *,
        halved: bool = False,
    ) -> Plain | None:
        """Return where in the graph an evening is by now; None if it is not there."""
        if _context(t, evening, screen, halved=halved) != self.context:
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


class _Pad(NamedTuple):
    """A pad as it is told: blocks of rows by their numbers, and its keys.

    ``panel`` is how a half is shared out (``views/ui/half.py``), and 0 elsewhere.
    """

    blocks: list[list[int]]
    gap: float
    least_height: float
    panel: float
    keys: list[Key]

    @property
    def told(self) -> list[object]:
        """The same as plain data."""
        return [self.blocks, self.gap, self.least_height, round(self.panel, 2)]


class Ahead:
    """The graph of one evening on one screen, reckoned node by node, the nearest first.

    A slate that is ``halved`` has two pads, one in each half.
    """

    def __init__(
        self,
        t: Translator,
        evening: Evening,
        view: GameView,
        screen: Screen,
        *,
        halved: bool = False,
    ) -> None:
        self._t, self._view, self._halved = t, view, halved
        self._room = half_room(screen) if halved else screen
        self._head: Head = shown_head(evening.head)
        self._context = _context(t, evening, screen, halved=halved)
        self._presents: list[Present] = []
        self._places: dict[Hashable, int] = {}
        self._pools = {name: _Pool() for name in ("keys", "rows", "pads", "slates", "entries")}
        self._nodes: list[tuple[int, list[int], list[object] | None]] = []
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
        pads = self._halves(present) if self._halved else [self._whole(present)]
        slate = self._slate(present)
        if self._halved:
            slate["halves"] = self._in_halves(present, [pad.panel for pad in pads])
        self._nodes.append(
            (
                self._pools["slates"].number(slate),
                [self._pools["pads"].number(pad.told) for pad in pads],
                [self._lead(present, key.action) for pad in pads for key in pad.keys]
                if len(self._presents) < MOST_NODES
                else None,
            )
        )

    def file(self) -> GraphFile:
        """Return what is reckoned. Keys that lead further are asleep."""
        places = [*map(_checksum, islice(self._places, len(self._nodes)))]
        nodes = [
            [slate, pads, leads and [self._within(lead) for lead in leads]]
            for slate, pads, leads in self._nodes
        ]
        pools = {name: pool.told for name, pool in self._pools.items()}
        whole = {**pools, "nodes": nodes, "context": self._context, "places": places}
        told = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
        graph = Graph(_digits(told), self._context, _numbered(places))
        return GraphFile(graph, f'{{"graph":"{graph.checksum}",{told[1:]}'.encode())

    def _within(self, lead: object) -> object:
        is_beyond = isinstance(lead, list) and lead[0] >= len(self._nodes)
        return None if is_beyond else lead

    def _pad(self, present: Present, room: Screen | None = None) -> GamePad[Any, Any, Any]:
        return self._view.pad(self._t, self._head, *present, room or self._room)

    def _whole(self, present: Present) -> _Pad:
        """Return the pad of a slate that all read from the same side."""
        pad = self._pad(present)
        shown = pad.pad()
        blocks = [[self._row(row) for row in block] for block in shown.blocks]
        return _Pad(blocks, shown.gap, pad.least_height, 0, [*shown.keys])

    def _halves(self, present: Present) -> list[_Pad]:
        """Return the pads of both halves, that of the near one first."""
        return [self._half(present, side) for side in range(FACING)]

    def _half(self, present: Present, side: int) -> _Pad:
        panel, keys = half(lambda room: self._pad(present, room).half(side), self._room)
        rows = [self._row(*each) for each in keys.drawn(self._room.text_scale)]
        drawn = Pad([keys.rows])
        return _Pad([rows], drawn.gap, 0, panel, [*drawn.keys])

    def _in_halves(self, present: Present, panels: Sequence[float]) -> Plain:
        """Return what halves show of the slate, where it differs."""
        told, texts = told_and_written(self._t, self._view, self._head, *present)
        scores = [fitting_score(present.replay, texts, panel, self._room) for panel in panels]
        return {"told": told, "scores": [[round(fit.size, 1), fit.named] for fit in scores]}

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

    def _row(self, row: Row, height: float | None = None) -> int:
        told: Plain = {"cells": [self._cell(cell) for cell in row.cells], **_rest(row, ("cells",))}
        if height is not None:
            told["height"] = round(height, 2)
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


def _context(t: Translator, evening: Evening, screen: Screen, *, halved: bool) -> str:
    """Return the checksum of what a whole graph depends on."""
    agreement = evening.replay.agreement
    return _checksum((t.language, evening.key, evening.head, agreement, screen, halved))


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
