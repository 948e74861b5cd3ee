"""Tapped before Python is there or after it: the sheet is the same, and what is left is offered."""

import json
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import flet as ft
import pytest
from failing_disk import BROKEN, unreadable
from flet_screen import Loop, OpenScreen, Screen
from hypothesis import given, settings
from hypothesis import strategies as st
from played import MINE, YOURS, deal, entries_of, play, play_all
from snapshots import leads_from, shown_at, whole
from strategies import replays_of
from tapped import tap

from scoring.bauerchen import Level, Meld
from scoring.games import GAMES
from scoring.sheet import Head, Sheet, Side
from storage import Evening, Library
from views.text.times import clock

FEW = 60
"""So many nodes are reckoned for each example."""
STEPS = ("Rückgängig", "Wiederholen")
NAMES = ("Mein", "Dein", "Ute", "Max", "Isa", "Bo", "Eva")


def kept(screen: Screen) -> dict[str, Any]:
    """Return the graph of what can be tapped that was kept last."""
    graph: dict[str, Any] = whole(screen.woken[-1], *screen.graphs[-1:])["ahead"]
    return graph


def tap_early(library: Library, graph: dict[str, Any], keys: list[str]) -> None:
    """Keep taps as the page does, one after the other, before Python is there."""
    place, taps = graph["start"], list[dict[str, object]]()
    names = {key["id"]: key["name"] for key in graph["keys"]}
    for key in keys:
        place, *entry = leads_from(graph, place)[key]
        tap = {"evening": graph["key"], "revision": graph["revision"], "key": key}
        slate, _ = shown_at(graph, place)
        written = graph["entries"][entry[0]] if entry else None
        taps.append({**tap, "name": names[key], "entry": written, "score": slate["score"]})
    (library.folder / "waiting.json").write_text(json.dumps(taps))


def way(data: st.DataObject, graph: dict[str, Any], most: int) -> list[str]:
    """Draw keys that can be tapped one after the other."""
    place, keys = graph["start"], list[str]()
    for _ in range(data.draw(st.integers(0, most))):
        leads = leads_from(graph, place)
        ways = sorted(key for key, lead in leads.items() if isinstance(lead, list))
        if not ways:
            break
        keys.append(data.draw(st.sampled_from(ways)))
        place = leads[keys[-1]][0]
    return keys


def name_of(graph: dict[str, Any], place: int, key: str) -> str:
    """Return the accessible name of a key at a node."""
    _, [(blocks, *_)] = shown_at(graph, place)
    cells = (cell for block in blocks for row in block for cell in row["cells"])
    return next(str(cell["name"]) for cell in cells if isinstance(cell, dict) and cell["id"] == key)


def written_on(evening: Evening) -> tuple[object, ...]:
    """Return what is on a sheet, without the time at which it was written."""
    return *entries_of(evening), evening.replay.state, evening.draft


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@settings(max_examples=8)
def test_tapped_early_or_late_the_sheet_is_the_same(game: str, data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as changed:
        is_the_same_early_or_late(game, data, partial(changed.setattr, "views.ahead.MOST_NODES"))


def is_the_same_early_or_late(
    game: str, data: st.DataObject, reckon_at_most: Callable[[int], None]
) -> None:
    """Begin a deal, tap keys of which some were tapped early, and then take back and repeat."""
    played = data.draw(replays_of(GAMES[game], most=6))
    sheets = list[tuple[object, ...]]()
    begun, keys, steps, early = list[str](), list[str](), list[str](), 0
    before, graph = dict[str, Any](), dict[str, Any]()
    for is_late in (False, True):
        reckon_at_most(1 if is_late else FEW)  # what can be tapped is the same as before
        with TemporaryDirectory() as folder, closing(Loop()) as loop:
            library = Library(Path(folder))
            head = Head(tuple(map(Side, NAMES[: played.agreement.sides])))
            evening = play_all(library, Sheet(head, played))
            with closing(Screen(library, loop, keeps_snapshot=True)) as screen:
                if not is_late:
                    before = kept(screen)
                    begun = way(data, before, most=2)
                tap_live(screen, before, begun)
                if not is_late:
                    graph = kept(screen)
                    reckon_at_most(1)  # nobody asks for it any more, and each tap would reckon one
                    keys = way(data, graph, most=4)
                    early = data.draw(st.integers(0, len(keys)))
                    steps = data.draw(st.lists(st.sampled_from(STEPS), max_size=3))
                    tap_early(library, graph, keys[:early])
                    assert screen.write_what_waits()
                tap_live(screen, graph, keys, since=0 if is_late else early)
                for step in steps:
                    if step in screen.names():
                        screen.tap(step)
                sheets.append(written_on(evening))
    assert sheets[0] == sheets[1]


def tap_live(screen: Screen, graph: dict[str, Any], keys: list[str], since: int = 0) -> None:
    """Tap keys of a way on the live slate, those of the way since this one."""
    place = graph["start"]
    for number, key in enumerate(keys):
        if number >= since:
            screen.tap(name_of(graph, place, key))
        place, *_ = leads_from(graph, place)[key]


def test_what_waits_is_written_when_the_slate_is_shown(
    open_screen: OpenScreen, library: Library
) -> None:
    evening = play(library)
    screen = open_screen(keeps_snapshot=True)
    assert not screen.write_what_waits()
    tap_early(library, kept(screen), ["meld-20-0", "more", "schneider-1"])
    screen.close()
    screen = open_screen(keeps_snapshot=True)
    assert screen.write_what_waits()
    assert "Stand: Mein 1, Dein 4" in screen.texts()
    assert entries_of(evening) == (Meld(MINE, 20), deal(YOURS, Level.SCHNEIDER, 1))
    assert not any("anderes Gerät" in text for text in screen.texts())
    screen.close()
    screen = open_screen()
    assert not screen.write_what_waits()
    assert len(evening.replay.entries) == 2


def left_over(open_screen: OpenScreen, library: Library) -> tuple[Evening, Screen]:
    """Return an evening that was changed since somebody tapped on it, and its screen."""
    evening = play(library)
    screen = open_screen(keeps_snapshot=True)
    tap_early(library, kept(screen), ["meld-20-0", "meld-40-1"])
    evening.write(deal(MINE))
    screen.close()
    screen = open_screen()
    assert screen.write_what_waits()
    return evening, screen


def test_what_was_not_written_is_offered_until_somebody_decides(
    open_screen: OpenScreen, library: Library
) -> None:
    evening, screen = left_over(open_screen, library)
    assert "Wurde nicht angeschrieben: Mein: 20 melden" in screen.texts()
    screen.close()
    screen = open_screen()
    assert "Wurde nicht angeschrieben: Dein: 40 melden" in screen.texts()
    screen.tap_at_once("Anschreiben", "Anschreiben")
    assert entries_of(evening) == (deal(MINE), Meld(MINE, 20), Meld(YOURS, 40))
    assert "Stand: Mein 3, Dein 2" in screen.texts()


def shown(screen: Screen) -> list[str]:
    """Return what stands below the keys of the page: so those stay where the slate has none."""
    texts = screen.texts()
    last_key = max(place for place, text in enumerate(texts) if text == "Verwerfen")
    return texts[last_key + 1 :]


def headings(screen: Screen) -> list[str]:
    """Return what a screen reader calls a heading, without the page's title."""
    headers = [each for each in screen.controls(ft.Semantics) if each.header]
    return [str(text.value) for each in headers[1:] for text in screen.texts_in(each)]


def offer(library: Library, *taps: object) -> None:
    (library.folder / "not-written.json").write_text(json.dumps(taps))


def test_what_was_not_written_stands_below_its_evening_as_the_list_names_that(
    open_screen: OpenScreen, library: Library
) -> None:
    older, newer = play(library, title="Stammtisch"), play(library, deal(MINE))
    older_tap = tap(older, Meld(MINE, 20), "Mein: 20 melden")
    newer_tap = tap(newer, Meld(YOURS, 40), "Dein: 40 melden")
    offer(library, older_tap, newer_tap, {**older_tap, "name": "Mein: 40 melden"})
    screen = open_screen()
    ending = library.ending(newer.key)
    assert ending
    first = "Stammtisch, Bauerchen · 20.11.2026"
    second = f"Bauerchen, 20.11.2026 · {clock(ending.began_at)}"
    assert headings(screen) == [first, second]
    assert shown(screen) == [
        first,
        "Wurde nicht angeschrieben: Mein: 20 melden",
        "Wurde nicht angeschrieben: Mein: 40 melden",
        second,
        "Wurde nicht angeschrieben: Dein: 40 melden",
    ]
    screen.go("/evenings")
    assert first in screen.names()


def test_below_an_evening_that_is_gone_it_says_so(
    open_screen: OpenScreen, library: Library
) -> None:
    deleted, binned = play(library, title="Kerwe"), play(library, title="Stammtisch")
    offer(library, *(tap(each, Meld(MINE, 20)) for each in (deleted, binned)))
    for evening in (deleted, binned):
        library.put_into_bin(evening.key)
    library.throw_away([deleted.key])
    gone = "Diesen Abend gibt es nicht mehr unter „Frühere Abende“."
    tapped = "Wurde nicht angeschrieben: key"
    assert shown(open_screen()) == [
        *("Abend", gone, tapped),
        *("Stammtisch, Bauerchen · 20.11.2026", gone, tapped),
    ]


def test_below_an_evening_that_cannot_be_read_it_says_so(
    open_screen: OpenScreen, library: Library
) -> None:
    evening = play(library, title="Kerwe")
    offer(library, tap(evening, Meld(MINE, 20)))
    for ending in (".json", ".previous"):
        library.file_of(evening.key).with_suffix(ending).write_bytes(b"?")
    heading, why, _ = shown(open_screen(Library(library.folder)))
    assert heading == "Kerwe, Bauerchen · 20.11.2026"
    assert why.startswith("Dieser Abend ist nicht lesbar.")


def test_what_was_not_written_can_be_discarded(open_screen: OpenScreen, library: Library) -> None:
    evening, screen = left_over(open_screen, library)
    screen.tap("Verwerfen")
    assert "Stand: Mein 2, Dein 0" in screen.texts()
    assert entries_of(evening) == (deal(MINE),)


def test_if_what_was_not_written_cannot_be_read_that_is_said_and_the_slate_is_there(
    open_screen: OpenScreen, library: Library
) -> None:
    _, screen = left_over(open_screen, library)
    screen.close()
    file = library.folder / "not-written.json"
    (library.folder / "waiting.json").write_bytes(file.read_bytes())
    with unreadable("open", BROKEN, file):
        screen = open_screen()
        assert screen.write_what_waits()
        assert "Stand: Mein 2, Dein 0" in screen.texts()
        assert any("lässt sich nicht lesen" in text for text in screen.announced())
    screen.close()
    screen = open_screen()
    assert "Wurde nicht angeschrieben: Mein: 20 melden" in screen.texts()


def test_what_cannot_be_written_any_more_stays_on_offer(
    open_screen: OpenScreen, library: Library
) -> None:
    evening, screen = left_over(open_screen, library)
    library.put_into_bin(evening.key)
    other, file = play(library), library.folder / "not-written.json"
    taps = json.loads(file.read_text())
    file.write_text(json.dumps([*taps, {**taps[0], "evening": other.key}]))
    screen.tap("Anschreiben")
    assert entries_of(other) == (Meld(MINE, 20),), "it has nothing to do with the others"
    assert "Diesen Abend gibt es nicht mehr unter „Frühere Abende“." in screen.texts()
    library.take_out_of_bin(evening.key)
    screen.tap("Anschreiben")
    assert len(evening.replay.entries) == 3


def test_what_the_rules_refuse_stays_on_offer(open_screen: OpenScreen, library: Library) -> None:
    evening, screen = left_over(open_screen, library)
    file = library.folder / "not-written.json"
    first, second = json.loads(file.read_text())
    file.write_text(json.dumps([{**first, "entry": {**first["entry"], "side": 7}}, second]))
    screen.tap("Anschreiben")
    assert screen.announced()[-1] == "„side“ muss zwischen 0 und 1 liegen, nicht 7."
    assert "Wurde nicht angeschrieben: Dein: 40 melden" in screen.texts()
    assert entries_of(evening) == (deal(MINE),)


def test_what_waits_and_cannot_be_read_is_told(open_screen: OpenScreen, library: Library) -> None:
    play(library, deal(MINE))
    screen = open_screen()
    (library.folder / "waiting.json").write_text("[")
    assert screen.write_what_waits()
    assert any("lässt sich nicht lesen" in text for text in screen.announced())
    assert "Stand: Mein 2, Dein 0" in screen.texts()


def test_a_half_entered_deal_whose_key_is_gone_is_left_alone(
    open_screen: OpenScreen, library: Library
) -> None:
    evening = play(library)
    screen = open_screen(keeps_snapshot=True)
    graph = kept(screen)
    tap = {"evening": graph["key"], "revision": graph["revision"], "name": "n", "score": []}
    (library.folder / "waiting.json").write_text(json.dumps([{**tap, "key": "gone"}]))
    assert screen.write_what_waits()
    assert evening.draft == {}
