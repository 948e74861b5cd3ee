"""Two screens and clumsy fingers: whoever taps what, twice or once, early or late, on any page."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from flet_screen import Loop, Screen
from hypothesis import given, settings
from hypothesis import strategies as st
from played import MINE, YOURS, deal, play

from scoring.bauerchen import Deal, Meld
from scoring.journal import Append, Journal
from scoring.sheet import read_sheet
from storage import Evening, Library, write_file
from views.text.games.registry import GAME_TEXTS
from views.text.phrases import standing
from views.text.translator import translator

GERMAN = translator("de")
SIDES = ("Mein", "Dein")
MELD = re.compile(r"(Mein|Dein): (20|40) melden")
RESULT = re.compile(r"(Mein|Dein): (?:schneiderfrei|Schneider|schwarz), (\d+) Punkte?")
CONFIRM = {"Übernehmen", "Zurückholen"}
PAGES = ("/new", "/rules", "/dealer", "/backups", "/bin", "/line/0", "/line/1/change")
"""Where something is confirmed; from there keys lead to all the others."""
LEAD_ON = {
    *("Übernehmen", "Zurückholen", "Endgültig löschen", "Los geht's", "Zeile streichen"),
    *("Papierkorb leeren", "Runde bis: eins weniger", "Ruth", "Mein: schwarz, 3 Punkte"),
}
"""Keys that confirm, or lead to one that does."""
LEFT_ALONE = "Vibrieren"
"""Nobody taps it: a tap that was kept is known by the buzz."""
EXAMPLES = int(os.environ.get("KNODDEL_FINGERS", "12"))


class Tap(NamedTuple):
    """What a finger does: on which key, how often.

    One that ``goes_on`` looks for a key that leads to something being kept. If it ``waits``,
    everything has settled before the next finger moves.
    """

    goes_on: bool
    key: int
    times: int
    waits: bool


class Way(NamedTuple):
    """Where somebody goes on a screen, and what they tap there."""

    screen: int
    page: str | None
    taps: list[Tap]


TAPS = st.builds(
    Tap,
    st.sampled_from([True, True, False]),
    st.integers(0, 60),
    st.integers(1, 2),
    st.booleans(),
)
WAYS = st.builds(
    Way,
    st.integers(0, 1),
    st.sampled_from([None, *PAGES]),
    st.lists(TAPS, min_size=1, max_size=4),
)


class Promise(NamedTuple):
    """What a screen showed when a key was tapped there: its name, and what was said to change."""

    tap: int
    name: str
    changes: tuple[str, ...] = ()


class Kept(NamedTuple):
    """What was kept, and for which tap: an evening's journal before and after, its standing."""

    promise: Promise | None
    before: Journal
    after: Journal
    standing: str


TAPPED: ContextVar[Promise | None] = ContextVar("tapped", default=None)


class Recorder:
    """Hears of everything that is kept in any evening."""

    def __init__(self, library: Library) -> None:
        self.kept: list[Kept] = []
        self.begun: list[Promise | None] = []
        """What was tapped for each evening that was begun."""
        self.evenings: list[Evening] = []
        self._library = library
        library.listeners.add(self.look)
        self.look()

    def look(self) -> None:
        """Listen to the evenings that are there by now."""
        for label in self._library.labels():
            evening = self._library.evening(label.key)
            if evening not in self.evenings:
                self.evenings.append(evening)
                self.begun.append(TAPPED.get())
                self._listen(evening)

    def _listen(self, evening: Evening) -> None:
        journal = evening.journal

        def hear() -> None:
            nonlocal journal
            if journal is not evening.journal:
                words, head = GAME_TEXTS[evening.sheet.game.key], evening.head
                said, *_ = standing(GERMAN, words, head, evening.replay.state)
                self.kept.append(Kept(TAPPED.get(), journal, evening.journal, said))
                journal = evening.journal

        evening.listeners.add(hear)


@contextmanager
def two_screens(folder: Path) -> Iterator[tuple[Library, Loop, list[Screen]]]:
    """Open two screens on an evening with a few lines; there is another one, and one in the bin."""
    library, loop = Library(folder), Loop()
    library.put_into_bin(play(library, deal(MINE), title="Fasnacht").key)
    play(library, deal(MINE), title="Kerwe")
    play(library, Meld(MINE, 20), deal(YOURS), title="Stammtisch")
    screens = [Screen(library, loop), Screen(library, loop)]
    yield library, loop, screens
    for screen in screens:
        screen.close()
    loop.close()


def move(finger: Tap, screen: Screen, taps: Iterator[int]) -> None:
    """Let a finger do what it does, knowing what it was shown."""
    texts, shown = screen.texts(), screen.keys()
    keys = [(name, key) for name, key in shown if name != LEFT_ALONE]
    if finger.goes_on:
        keys = [key for key in keys if key[0] in LEAD_ON] or keys
    name, key = keys[finger.key % len(keys)]
    changes = texts[texts.index("Was sich ändert") + 1 :] if name == "Übernehmen" else []
    promise = Promise(next(taps), name, tuple(changes))
    for _ in range(finger.times):
        told = TAPPED.set(promise)
        screen.tap_key(key)
        TAPPED.reset(told)


def check_promise(kept: Kept) -> None:
    """Hold what was kept against what was shown to the one who tapped for it."""
    promise, before, after = kept.promise, kept.before, kept.after
    assert promise, "nobody tapped for it"
    last = after.operations[after.cursor - 1] if after.cursor else None
    if written := MELD.fullmatch(promise.name):
        assert isinstance(last, Append)
        assert isinstance(last.entry, Meld)
        assert (SIDES[last.entry.side], str(last.entry.cards)) == written.groups()
    elif RESULT.fullmatch(promise.name):
        assert isinstance(last, Append)
        assert isinstance(last.entry, Deal)
    elif promise.name == "Rückgängig":
        assert (after.operations, after.cursor) == (before.operations, before.cursor - 1)
    elif promise.name == "Wiederholen":
        assert (after.operations, after.cursor) == (before.operations, before.cursor + 1)
    elif promise.name == "Übernehmen":
        shown = [text for text in promise.changes if text.startswith("Stand: ")]
        assert after.cursor == before.cursor + 1
        assert not shown or shown[0].partition(" (bisher")[0] == kept.standing


@settings(max_examples=EXAMPLES)
@given(ways=st.lists(WAYS, min_size=2, max_size=6))
def test_nothing_is_lost_doubled_or_kept_unseen_however_clumsy_the_fingers(
    ways: list[Way],
) -> None:
    with TemporaryDirectory() as folder, two_screens(Path(folder)) as (library, loop, screens):
        recorder, taps = Recorder(library), count()
        for way in ways:
            screen = screens[way.screen]
            if way.page is not None:
                screen.go(way.page)
            for finger in way.taps:
                move(finger, screen, taps)
                if finger.waits:
                    loop.settle()
        loop.settle()
        for kept in recorder.kept:
            check_promise(kept)
        promises = [kept.promise for kept in recorder.kept if kept.promise]
        confirmed = [each.tap for each in promises if each.name in CONFIRM]
        assert len(confirmed) == len(set(confirmed)), "a key that confirms worked twice"
        begun = [promise.tap for promise in recorder.begun if promise]
        assert len(begun) == len(set(begun)), "two taps on one key have begun two evenings"
        acknowledged = sum(screen.buzzed for screen in screens)
        put_back = [promise.name for promise in promises].count("Zurückholen")
        assert len(recorder.kept) == acknowledged + put_back
        for screen in screens:
            expect_what_is_kept(library, recorder, screen)


def expect_what_is_kept(library: Library, recorder: Recorder, screen: Screen) -> None:
    """Hold a screen against the sheet file of its evening, and that evening against the disk."""
    heard = [evening for evening in recorder.evenings if is_heard_by(evening, screen)]
    assert len(heard) <= 1, "it hears of an evening that it has left"
    for evening in heard:
        if library.holds(evening.key):
            screen.go("/")
            sheet = read_sheet(write_file(evening.sheet))
            report = sheet.game.report(sheet.replay.agreement.rules, sheet.replay.states)
            score = zip(sheet.head.sides, report["score"], strict=True)  # type: ignore[call-overload]
            expected = ", ".join(f"{side.name} {points}" for side, points in score)
            assert any(f": {expected}," in f"{text}," for text in screen.texts())
            again = Library(library.folder).evening(evening.key)
            assert (again.sheet, again.journal) == (evening.sheet, evening.journal)


def is_heard_by(evening: Evening, screen: Screen) -> bool:
    """Whether a screen listens to an evening."""
    owners = (getattr(listener, "__self__", None) for listener in evening.listeners)
    return any(getattr(owner, "page", None) is screen.session.page for owner in owners)
