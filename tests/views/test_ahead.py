"""What is reckoned beforehand for taps before Python is there: the same as after these taps."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flet_screen import OpenScreen, Screen
from hypothesis import given, settings
from hypothesis import strategies as st
from played import MINE, YOURS, deal, play, play_all
from snapshots import leads_from, shown_at, whole
from strategies import replays_of

from scoring import bohemian_watten
from scoring.bauerchen import Meld
from scoring.game import Entry, Replay
from scoring.games import GAMES
from scoring.sheet import Head, Sheet, Side, write_entry
from storage import Evening, Library
from views.ahead import MOST_NODES, Ahead, Graph
from views.games.registry import VIEWS
from views.session.screen import Screen as Size
from views.text.names import shown_head
from views.text.translator import Translator, translator
from views.ui.pad import Action, Change, Write

NAMES = ("Mein", "Dein", "Ute", "Max", "Isa", "Bo", "Eva")
PHONE = Size(390, 844)
GERMAN = translator("de")
FACING = 2
SLATES = [
    *((game, False) for game in GAMES),
    *((game, True) for game, played in GAMES.items() if FACING in played.sides),
]
"""The games, and whether each of two sides has a half of its own."""
LONGEST = 4
"""So many taps at most before Python is there."""
FEW = 60
"""So many nodes are enough for them, mostly."""
LARGEST_READ = 100_000
"""So many bytes the page reads of a graph (waking-reading.js)."""


@contextmanager
def somewhere() -> Iterator[Library]:
    """Return a library of its own for each example."""
    with TemporaryDirectory() as folder:
        yield Library(Path(folder))


def begun(library: Library, played: Replay[Any, Any]) -> Evening:
    sides = tuple(map(Side, NAMES[: played.agreement.sides]))
    return play_all(library, Sheet(Head(sides), played))


def ahead_of(evening: Evening, nodes: int = MOST_NODES, *, halved: bool = False) -> dict[str, Any]:
    """Return what is reckoned for an evening, at most so many nodes."""
    ahead = Ahead(GERMAN, evening, VIEWS[evening.sheet.game.key], PHONE, halved=halved)
    for _ in range(nodes):
        if ahead.is_whole:
            break
        ahead.reckon()
    return told_by(ahead, evening, halved=halved)


def told_by(ahead: Ahead, evening: Evening, *, halved: bool = False) -> dict[str, Any]:
    """Return the graph, and where in it the evening is."""
    told = where(ahead, evening, halved=halved)
    assert told
    return {**json.loads(ahead.file().content), **told}


def where(
    ahead: Ahead,
    evening: Evening,
    size: Size = PHONE,
    t: Translator = GERMAN,
    *,
    halved: bool = False,
) -> Mapping[str, object] | None:
    """Return where in a graph an evening is."""
    view = VIEWS[evening.sheet.game.key]
    return ahead.file().graph.told(t, evening, view, size, halved=halved)


def live(evening: Evening) -> Mapping[str, Action]:
    """Return what the keys of the live pad do."""
    view = VIEWS[evening.sheet.game.key]
    head, draft = shown_head(evening.head), view.draft.of(evening.draft)
    pad = view.pad(GERMAN, head, evening.replay, draft, PHONE).pad()
    return {key.id: key.action for key in pad.keys}


def tap(evening: Evening, key: str) -> None:
    """Tap a key of the live pad."""
    match live(evening)[key]:
        case Write(entry):
            evening.write(entry)
        case Change(draft):
            evening.keep_draft(draft.as_kept)


@pytest.mark.parametrize(("game", "halved"), SLATES)
@given(data=st.data())
@settings(max_examples=6)
def test_each_node_shows_what_the_live_slate_shows_after_the_same_taps(
    game: str, data: st.DataObject, *, halved: bool
) -> None:
    with somewhere() as library:
        among = [FACING] if halved else None
        evening = begun(library, data.draw(replays_of(GAMES[game], among=among)))
        ahead, place = ahead_of(evening, nodes=FEW, halved=halved), 0
        for _ in range(LONGEST):
            leads = leads_from(ahead, place)
            ways = sorted(key for key, lead in leads.items() if isinstance(lead, list))
            if not ways:
                break
            actions = live(evening)
            for key, lead in leads.items():
                says_what_the_key_does(ahead, lead, actions[key])
            key = data.draw(st.sampled_from(ways))
            tap(evening, key)
            place = leads[key][0]
            here = ahead_of(evening, nodes=1, halved=halved)
            assert shown_at(ahead, place) == shown_at(here, 0)


def says_what_the_key_does(ahead: dict[str, Any], lead: Any, action: Action) -> None:
    """Check that a key leads where a tap would lead; one that is asleep tells nothing."""
    match lead, action:
        case [_, number], Write(entry):
            assert ahead["entries"][number] == written(entry)
        case ([_], Change()) | ("", None) | (None, Write() | Change()):
            pass
        case _:
            assert action == (lead,)


def written(entry: Entry) -> dict[str, object]:
    """Return an entry as the sheet file holds it."""
    game = next(game for game in GAMES.values() if type(entry) in game.entries.values())
    return write_entry(game, entry)


WHOLE_DEALS = {
    "bauerchen": (["meld-20-0", "meld-40-1", "schwarz-0"], ["more", "schneider-1"]),
    "bauer": (["stoss-1", "tricks-5"], ["cards-away", "solo-won-1"]),
    "bauer-simple": (["chose-nobody", "tricks-3"], ["tricks-8", "tricks-0"]),
    "bauerschspiel": (["won-0", "lost-1", "lost-1"],),
    "bohemian-watten": ([f"trick-{side}-of-0" for side in (0, 1, 0, 0, 1)],),
    "schlauch": (["plays-1", "contract-bettel", "lost"], ["all-passed", "red"]),
}


@pytest.mark.parametrize(("game", "halved"), SLATES)
def test_a_whole_deal_can_be_tapped(library: Library, game: str, *, halved: bool) -> None:
    fewest = GAMES[game].sides[0]
    evening = play(library, game=GAMES[game], sides=tuple(map(Side, NAMES[:fewest])))
    ahead = ahead_of(evening, halved=halved)
    for taps in WHOLE_DEALS[game]:
        place = 0
        for key in taps:
            place = leads_from(ahead, place)[key][0]
        assert shown_at(ahead, place)


def test_what_needs_python_is_asleep(library: Library) -> None:
    evening = play(library)
    assert leads_from(ahead_of(evening), 0)["count"] is None
    evening.keep_draft({"mode": "card_points"})
    leads = leads_from(ahead_of(evening), 0)
    assert {key for key, lead in leads.items() if lead is not None} == {"back", "write"}
    assert leads["write"] == "Augen von Mein eintippen."


def test_a_last_trick_is_asleep_for_the_order_of_tricks_is_not_told(library: Library) -> None:
    evening = play(library, game=bohemian_watten.GAME, sides=tuple(map(Side, NAMES[:3])))
    ahead = ahead_of(evening)
    places = []
    for taps in ("01", "10"):
        place = 0
        for side in taps:
            place = leads_from(ahead, place)[f"trick-{side}-of-0"][0]
        places.append(place)
    assert places[0] == places[1]
    assert leads_from(ahead, places[0])["delete"] is None


@pytest.mark.parametrize(("game", "halved"), SLATES)
def test_it_ends_where_it_becomes_large(library: Library, game: str, *, halved: bool) -> None:
    sides = FACING if halved else GAMES[game].sides[-1]
    evening = play(library, game=GAMES[game], sides=tuple(map(Side, NAMES[:sides])))
    ahead = Ahead(GERMAN, evening, VIEWS[game], PHONE, halved=halved)
    while not ahead.is_whole:
        ahead.reckon()
    assert len(told_by(ahead, evening, halved=halved)["nodes"]) <= MOST_NODES
    assert len(ahead.file().content) < LARGEST_READ


def test_after_a_tap_the_same_graph_goes_on_from_there(library: Library) -> None:
    evening = play(library)
    ahead = Ahead(GERMAN, evening, VIEWS["bauerchen"], PHONE)
    while not ahead.is_whole:
        ahead.reckon()
    revision = told_by(ahead, evening)["revision"]
    evening.write(Meld(MINE, 20))
    told = told_by(ahead, evening)
    assert told["revision"] != revision
    assert shown_at(told, told["start"]) == shown_at(ahead_of(evening, nodes=1), 0)
    evening.extend([deal(YOURS)] * 5)
    assert where(ahead, evening) is None
    evening.undo()
    assert where(ahead, evening, Size(320, 640)) is None
    assert where(ahead, evening, t=translator("en")) is None
    assert where(ahead, evening, halved=True) is None


def test_the_revision_of_an_evening_stays_until_it_changes(library: Library) -> None:
    evening = play(library, Meld(MINE, 20))
    revision = evening.revision
    assert Library(library.folder).evening(evening.key).revision == revision
    evening.keep_draft({"spritzen": 1})
    assert evening.revision != revision


THERE = """
import sys
from pathlib import Path
from storage import Library
from views.ahead import Ahead
from views.games.registry import view_of
from views.session.screen import Screen
from views.text.translator import translator

for evening in map(Library(Path(sys.argv[1])).evening, sys.argv[2:]):
    ahead = Ahead(translator("de"), evening, view_of(evening), Screen(390, 844))
    for _ in range(20):
        ahead.reckon()
    print(ahead.file().content.decode())
"""
"""Reckons for evenings as another process does."""


def test_another_process_reckons_the_same(library: Library) -> None:
    keys = [
        play(library, game=game, sides=tuple(map(Side, NAMES[: game.sides[0]]))).key
        for game in GAMES.values()
    ]
    told = {
        subprocess.check_output(
            [sys.executable, "-c", THERE, library.folder, *keys],
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        for seed in "12"
    }
    assert len(told) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[" * 100_000,
        b"[]",
        b'{"graph": "x", "context": "y"}',
        b'{"graph": "x", "context": "y", "places": [7]}',
        b'{"graph": "x", "context": "y", "places": [[]]}',
        b'{"graph": "x", "places": []}',
    ],
)
def test_a_graph_that_cannot_be_read_is_none(content: bytes) -> None:
    assert Graph.read(content) is None


# When it is kept


def kept(screen: Screen) -> dict[str, Any]:
    return whole(screen.woken[-1], *screen.graphs[-1:])


def test_it_is_kept_with_the_snapshot(open_screen: OpenScreen, library: Library) -> None:
    evening = play(library)
    screen = open_screen(keeps_snapshot=True)
    ahead = kept(screen)["ahead"]
    assert (ahead["key"], ahead["revision"]) == (evening.key, evening.revision)
    screen.tap_soon("Mein: 20 melden")
    while not evening.replay.entries:
        screen.loop.turn()
    told = kept(screen)["ahead"]
    assert (told["nodes"], told["start"]) == (ahead["nodes"], leads_from(ahead, 0)["meld-20-0"][0])
    assert told["revision"] == evening.revision
    screen.loop.settle()
    assert kept(screen)["ahead"]["start"] == 0


def test_a_start_that_is_ended_before_it_has_reckoned_takes_nothing_from_the_next(
    open_screen: OpenScreen, library: Library
) -> None:
    evening = play(library)
    screen = open_screen(keeps_snapshot=True, is_drawn=False)
    screen.resize("Mein: 20 melden", 400)
    assert (screen.woken, screen.graphs) == ([], []), "what the last one has kept is as good"
    evening.write(Meld(MINE, 20))
    assert len(screen.woken) == 1


def test_a_start_goes_on_in_the_graph_that_the_last_one_has_left(
    open_screen: OpenScreen, library: Library
) -> None:
    evening = play(library)
    before = open_screen(keeps_snapshot=True)
    ahead = kept(before)["ahead"]
    screen = open_screen(keeps_snapshot=True, is_drawn=False)
    screen.graphs += before.graphs
    evening.write(Meld(MINE, 20))
    told = kept(screen)["ahead"]
    assert (told["nodes"], told["start"]) == (ahead["nodes"], leads_from(ahead, 0)["meld-20-0"][0])
    assert told["revision"] == evening.revision
    evening.extend([deal(YOURS)] * 5)
    assert "ahead" not in kept(screen)


def test_who_taps_on_does_not_wait_for_it(open_screen: OpenScreen, library: Library) -> None:
    play(library)
    screen = open_screen(keeps_snapshot=True)
    before, graphs = len(screen.woken), len(screen.graphs)
    screen.tap_at_once("Mein: 20 melden", "Dein: 40 melden", "Mein: 40 melden")
    starts = [json.loads(told)["ahead"]["start"] for told in screen.woken[before:]]
    assert [bool(start) for start in starts] == [True, True, True, False]
    assert len(screen.graphs) == graphs + 1, "what is reckoned at the end, and nothing at a tap"


def test_where_both_sides_read_their_own_slate_each_has_keys_at_once(
    open_screen: OpenScreen, library: Library
) -> None:
    play(library)
    screen = open_screen(keeps_snapshot=True)
    for both_sides, pads in ((True, 2), (False, 1)):
        before = len(screen.woken)
        library.change(replace(library.settings, both_sides=both_sides))
        assert "ahead" not in json.loads(screen.woken[before]), "until it is reckoned anew"
        screen.loop.settle()
        slate, shown = shown_at(kept(screen)["ahead"], 0)
        assert ("halves" in slate, len(shown)) == (both_sides, pads)


def test_no_graph_is_left_of_an_evening_that_may_be_gone(
    open_screen: OpenScreen, library: Library
) -> None:
    evening = play(library)
    screen = open_screen(keeps_snapshot=True)
    library.put_into_bin(evening.key)
    screen.loop.settle()
    assert "ahead" not in kept(screen)
    assert screen.graphs[-1] == b""
    graphs, woken = len(screen.graphs), len(screen.woken)
    library.change(replace(library.settings, ticks=True))
    screen.loop.settle()
    assert len(screen.graphs) == graphs
    assert len(screen.woken) == woken + 1, "with the commit, and not again a second later"


def test_what_cannot_be_reckoned_harms_nothing(
    open_screen: OpenScreen, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = play(library)
    monkeypatch.setattr(Ahead, "reckon", lambda _: 1 / 0)
    screen = open_screen(keeps_snapshot=True)
    screen.tap("Mein: 20 melden")
    assert len(evening.replay.entries) == 1
    assert "ahead" not in kept(screen)
