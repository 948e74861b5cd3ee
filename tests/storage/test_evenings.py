"""An evening: every tap is kept, and comes back with all that can be undone and redone."""

import json
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from failing_disk import FULL, KILLED, Disk
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from strategies import agreements, any_entries, legal_entries

from scoring.bauerchen import GAME, BauerchenEntry, Deal, Level, Meld, Rules
from scoring.game import MOST_ENTRIES, Agreement
from scoring.journal import Append
from scoring.refusals import Fault, IllegalEntry, Refused
from scoring.sheet import Head, Side, write_entry
from storage import Evening, FromTheFuture, Unreadable
from storage.durable import DurableStorage
from storage.places import previous_generation

ROOT = Path(__file__).parents[2]
HEAD = Head((Side("Mein", ("Karl", "Erna")), Side("Dein")), "Stammtisch", "2026-11-20")
TABLE = Agreement(Rules())
OTHER_TABLE = Agreement(Rules(round_target=31), 2)
ONE, TWO = Meld(0, 20), Meld(1, 40)
DEAL = Deal(winner=0, level=Level.SCHNEIDER)


def begun(file: Path, *entries: BauerchenEntry) -> Evening:
    evening = Evening.begin("evening", file, GAME, HEAD, TABLE)
    for entry in entries:
        evening.write(entry)
    return evening


def opened(file: Path) -> Evening:
    return Evening.open("evening", file)


def kept(evening: Evening) -> tuple[Any, ...]:
    """Return all that an evening is made of."""
    return evening.key, evening.head, evening.journal, evening.replay


def scores(evening: Evening) -> tuple[int, int]:
    score: tuple[int, int] = evening.replay.state.score
    return score


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "evening.json"


# What was tapped is kept


def test_an_evening_is_opened_as_it_was_begun(file: Path) -> None:
    evening = Evening.begin("evening", file, GAME, HEAD, OTHER_TABLE)
    assert kept(opened(file)) == kept(evening)
    assert opened(file).replay.agreement == OTHER_TABLE
    assert opened(file).head == HEAD
    assert opened(file).damaged is None


def test_an_entry_is_kept_with_the_time_it_was_tapped(file: Path) -> None:
    earliest = datetime.now().astimezone().replace(microsecond=0)
    begun(file, ONE)
    (entry,) = opened(file).replay.entries
    assert replace(entry, at=None) == ONE
    assert entry.at is not None
    assert earliest <= datetime.fromisoformat(entry.at) <= datetime.now().astimezone()


def test_every_verb_is_kept(file: Path) -> None:
    evening = begun(file, ONE, TWO, DEAL)
    evening.correct(0, TWO)
    evening.strike_out(1)
    evening.agree(OTHER_TABLE)
    assert evening.replay.agreement == OTHER_TABLE
    assert evening.replay.entries[0] == TWO
    assert len(evening.replay.entries) == 2
    assert kept(opened(file)) == kept(evening)


def test_undo_and_redo_go_on_after_opening_again(file: Path) -> None:
    begun(file, ONE, TWO, DEAL)
    for left in ((1, 2), (1, 0), (0, 0)):
        opened(file).undo()
        assert scores(opened(file)) == left
    for left in ((1, 0), (1, 2), (4, 2)):
        opened(file).redo()
        assert scores(opened(file)) == left


def test_there_is_nothing_to_undo_at_the_beginning_nor_to_redo_at_the_end(file: Path) -> None:
    evening = begun(file)
    written = contents(file.parent)
    evening.undo()
    evening.redo()
    assert contents(file.parent) == written


def test_what_is_tapped_after_an_undo_replaces_what_was_undone(file: Path) -> None:
    evening = begun(file, ONE, ONE)
    evening.undo()
    evening.write(TWO)
    assert scores(opened(file)) == (1, 2)
    assert not opened(file).journal.can_redo


def test_looking_at_a_change_makes_none(file: Path) -> None:
    evening = begun(file, ONE, TWO)
    before, written = kept(evening), contents(file.parent)
    assert evening.corrected(0, TWO).state.score == (0, 4)
    assert evening.struck_out(0).state.score == (0, 2)
    assert evening.agreed(OTHER_TABLE).agreement == OTHER_TABLE
    assert (kept(evening), contents(file.parent)) == (before, written)


class EditHistory(RuleBasedStateMachine):
    """Any history of edits, closed and opened again after each."""

    evening: Evening

    @initialize(agreement=agreements())
    def begin(self, agreement: Agreement[Rules]) -> None:
        self.folder = TemporaryDirectory()
        self.file = Path(self.folder.name) / "evening.json"
        self.evening = Evening.begin("evening", self.file, GAME, HEAD, agreement)

    def teardown(self) -> None:
        self.folder.cleanup()

    def try_to(self, do: Callable[[], None]) -> None:
        before = kept(self.evening)
        try:
            do()
        except IllegalEntry:
            assert kept(self.evening) == before

    @rule(data=st.data())
    def write(self, data: st.DataObject) -> None:
        replay = self.evening.replay
        self.evening.write(data.draw(legal_entries(replay.agreement.rules, replay.state)))

    @precondition(lambda self: self.evening.replay.entries)
    @rule(data=st.data(), entry=any_entries(GAME))
    def correct(self, data: st.DataObject, entry: BauerchenEntry) -> None:
        index = self.place(data)
        self.try_to(lambda: self.evening.correct(index, entry))

    @precondition(lambda self: self.evening.replay.entries)
    @rule(data=st.data())
    def strike_out(self, data: st.DataObject) -> None:
        index = self.place(data)
        self.try_to(lambda: self.evening.strike_out(index))

    @rule(agreement=agreements())
    def agree(self, agreement: Agreement[Rules]) -> None:
        self.try_to(lambda: self.evening.agree(agreement))

    @rule()
    def undo(self) -> None:
        self.evening.undo()

    @rule()
    def redo(self) -> None:
        self.evening.redo()

    def place(self, data: st.DataObject) -> int:
        return data.draw(st.integers(0, len(self.evening.replay.entries) - 1))

    @invariant()
    def it_is_opened_as_it_was_closed(self) -> None:
        before = kept(self.evening)
        self.evening = opened(self.file)
        assert kept(self.evening) == before


TestEditHistory: Any = EditHistory.TestCase
TestEditHistory.settings = settings(max_examples=30, stateful_step_count=20)


# What cannot be scored or read again is not kept


def no_longer_there(evening: Evening) -> None:
    evening.correct(2, ONE)


CHANGES: dict[str, tuple[Callable[[Evening], None], type[Exception]]] = {
    "an impossible entry": (lambda e: e.write(Deal(card_points=(126, 4))), IllegalEntry),
    "an entry that no file can hold": (lambda e: e.write(Deal(winner=7)), IllegalEntry),
    "a broken note": (lambda e: e.write(Meld(0, 20, note="\ud83d")), IllegalEntry),
    "an impossible correction": (lambda e: e.correct(0, Deal()), IllegalEntry),
    "a correction without its entry": (no_longer_there, IndexError),
    "a correction counted from the end": (lambda e: e.correct(-1, ONE), IndexError),
    "a removal without its entry": (lambda e: e.strike_out(2), IndexError),
    "a removal counted from the end": (lambda e: e.strike_out(-1), IndexError),
    "a rule out of range": (lambda e: e.agree(Agreement(Rules(round_target=1000))), Refused),
    "a dealer without a seat": (lambda e: e.agree(Agreement(Rules(), 4)), Refused),
}


@pytest.mark.parametrize(("change", "refused"), CHANGES.values(), ids=CHANGES)
def test_what_is_impossible_changes_nothing_and_nobody_hears_of_it(
    file: Path, change: Callable[[Evening], None], refused: type[Exception]
) -> None:
    evening = begun(file, ONE, TWO)
    heard: list[None] = []
    evening.listeners.add(lambda: heard.append(None))
    before, written = kept(evening), contents(file.parent)
    with pytest.raises(refused):
        change(evening)
    assert (kept(evening), contents(file.parent), heard) == (before, written, [])


@pytest.mark.parametrize(
    ("head", "agreement"),
    [
        (Head((Side("x" * 81), Side("Dein"))), TABLE),
        (Head((Side("Mein", ("Karl", "")), Side("Dein"))), TABLE),
        (Head((Side("Mein"),)), TABLE),
        (Head((Side("Mein"), Side("Dein")), ""), TABLE),
        (Head((Side("Mein"), Side("Dein")), None, "today"), TABLE),
        (HEAD, Agreement(Rules(knoddels_per_stein=10))),
        (HEAD, Agreement(Rules(), -1)),
    ],
)
def test_an_evening_that_could_not_be_opened_again_is_not_begun(
    file: Path, head: Head, agreement: Agreement[Rules]
) -> None:
    with pytest.raises(Refused):
        Evening.begin("evening", file, GAME, head, agreement)
    assert contents(file.parent) == {}


def test_a_sheet_that_is_full_takes_no_more_but_can_be_corrected(file: Path) -> None:
    begun(file)
    document = document_of(file)
    document["operations"] = [{"append": write_entry(GAME, ONE)}] * MOST_ENTRIES
    document["cursor"] = MOST_ENTRIES
    keep(file, document)
    evening = opened(file)
    with pytest.raises(IllegalEntry) as refused:
        evening.write(ONE)
    assert (refused.value.code, refused.value.index) == (Fault.TOO_MANY_ENTRIES, MOST_ENTRIES)
    evening.correct(0, TWO)
    evening.strike_out(0)
    evening.write(ONE)
    assert len(opened(file).replay.entries) == MOST_ENTRIES


# Who looks at it hears of it


def test_listeners_hear_of_a_change_once_it_is_kept(file: Path) -> None:
    evening = begun(file)
    heard: list[tuple[Any, ...]] = []
    evening.listeners.add(lambda: heard.append((kept(evening), kept(opened(file)))))
    evening.write(ONE)
    evening.correct(0, TWO)
    evening.undo()
    evening.redo()
    evening.agree(OTHER_TABLE)
    evening.strike_out(0)
    assert len(heard) == 6
    assert all(shown == on_disk for shown, on_disk in heard)


def test_a_listener_may_leave_while_it_listens(file: Path) -> None:
    evening = begun(file)
    heard: list[None] = []

    def once() -> None:
        heard.append(None)
        evening.listeners.discard(once)

    evening.listeners.add(once)
    evening.write(ONE)
    evening.write(ONE)
    assert heard == [None]


# The disk fails

VERBS: dict[str, Callable[[Evening], None]] = {
    "write": lambda evening: evening.write(ONE),
    "correct": lambda evening: evening.correct(0, TWO),
    "strike out": lambda evening: evening.strike_out(0),
    "agree": lambda evening: evening.agree(OTHER_TABLE),
    "undo": lambda evening: evening.undo(),
    "redo": lambda evening: evening.redo(),
}


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
def test_a_change_that_cannot_be_kept_is_not_shown(
    tmp_path: Path, verb: Callable[[Evening], None]
) -> None:
    for step in count(1):
        file = tmp_path / str(step) / "evening.json"
        file.parent.mkdir()
        evening = begun(file, ONE, TWO, ONE)
        evening.undo()
        before, heard = kept(evening), list[None]()
        evening.listeners.add(lambda heard=heard: heard.append(None))  # type: ignore[misc]
        with Disk(step, FULL) as disk:
            try:
                verb(evening)
            except OSError as error:
                assert error is FULL  # noqa: PT017 - the last step raises nothing
            else:
                break
        assert (kept(evening), kept(opened(file)), heard) == (before, before, [])
        verb(evening)
        assert (kept(evening), heard) == (kept(opened(file)), [None])
    assert not disk.has_failed
    assert step > 8


@pytest.mark.parametrize("error", [FULL, KILLED])
def test_a_beginning_that_is_interrupted_leaves_an_empty_sheet_or_none(
    tmp_path: Path, error: BaseException
) -> None:
    for step in count(1):
        file = tmp_path / str(step) / "evening.json"
        file.parent.mkdir()
        with Disk(step, error) as disk:
            try:
                begun(file)
            except type(error):
                assert disk.has_failed
            else:
                break
        if file.exists():
            assert error is KILLED
            assert opened(file).replay.entries == ()
        assert not previous_generation(file).exists()
    assert step > 8


# The file is damaged


def damages(content: bytes) -> Iterator[bytes]:
    yield from (content[:length] for length in range(0, len(content), 7))
    yield from (b"null", b"{}\n", b"\0" * len(content))


def test_a_damaged_evening_is_opened_as_it_was_before_the_last_tap(file: Path) -> None:
    evening = begun(file, ONE)
    before = kept(evening)
    evening.write(TWO)
    for damaged in damages(file.read_bytes()):
        file.write_bytes(damaged)
        found = opened(file)
        assert kept(found) == before
        assert found.damaged is not None
        assert found.damaged.read_bytes() == damaged
        found.damaged.unlink()
        found.write(TWO)
        assert scores(opened(file)) == (1, 2)


def test_an_evening_damaged_right_after_its_second_tap_is_opened(file: Path) -> None:
    begun(file, ONE)
    file.write_bytes(b"")
    assert opened(file).replay.entries == ()


def test_an_evening_of_which_both_generations_are_damaged_is_left_as_it_is(file: Path) -> None:
    begun(file, ONE)
    file.write_bytes(b"")
    previous_generation(file).write_bytes(b"Karl")
    before = contents(file.parent)
    with pytest.raises(Unreadable):
        opened(file)
    assert contents(file.parent) == before


def document_of(file: Path) -> dict[str, Any]:
    found = DurableStorage(file).read()
    assert found is not None
    document: dict[str, Any] = found["sheets"]["1"]
    return document


def keep(file: Path, document: object) -> None:
    DurableStorage(file).write({"sheets": {"1": document}})


APPEND = {"append": write_entry(GAME, ONE)}
WRONG_JOURNALS: dict[str, dict[str, object]] = {
    "a cursor before the beginning": {"cursor": -1},
    "a cursor after the end": {"cursor": 3},
    "a cursor that is no number": {"cursor": "2"},
    "half a cursor": {"cursor": 1.5},
    "a cursor that is almost whole": {"cursor": 2.0},
    "no cursor": {"cursor": None},
    "no operations": {"operations": None},
    "operations that are no list": {"operations": {"append": {}}},
    "operations that are a number": {"operations": 2},
    "an operation that is no object": {"operations": ["append", "append"]},
    "an unknown operation": {"operations": [APPEND, {"sort": 1}]},
    "an impossible entry": {"operations": [APPEND, {"append": {"type": "deal"}}]},
    "an unknown entry": {"operations": [APPEND, {"append": {"type": "hand"}}]},
    "an entry that is no object": {"operations": [APPEND, {"append": 1}]},
    "a correction without its entry": {
        "operations": [APPEND, {"replace": 1, "entry": APPEND["append"]}]
    },
    "a correction counted from the end": {
        "operations": [APPEND, {"replace": -1, "entry": APPEND["append"]}]
    },
    "a correction of no number": {
        "operations": [APPEND, {"replace": "0", "entry": APPEND["append"]}]
    },
    "a removal without its entry": {"operations": [APPEND, {"remove": 1}]},
    "a removal counted from the end": {"operations": [APPEND, {"remove": -1}]},
    "a removal without its entry among what was undone": {
        "operations": [APPEND, {"remove": 1}],
        "cursor": 1,
    },
    "a removal counted from the end among what was undone": {
        "operations": [APPEND, {"remove": -1}],
        "cursor": 1,
    },
    "an agreement that is no object": {"operations": [APPEND, {"agree": 1}]},
    "unknown rules": {"operations": [APPEND, {"agree": {"rules": {"jokers": 1}}}]},
    "an unknown game": {"game": "skat"},
    "no game": {"game": None},
    "no sides": {"sides": None},
    "a title too long": {"title": "x" * 81},
    "too many entries": {"operations": [APPEND] * (MOST_ENTRIES + 1), "cursor": MOST_ENTRIES + 1},
}


@pytest.mark.parametrize("wrong", WRONG_JOURNALS.values(), ids=WRONG_JOURNALS)
def test_a_wrong_journal_cannot_be_opened_and_is_left_as_it_is(
    file: Path, wrong: dict[str, object]
) -> None:
    begun(file, ONE, ONE)
    keep(file, {**document_of(file), **wrong})
    before = contents(file.parent)
    with pytest.raises(Unreadable):
        opened(file)
    assert contents(file.parent) == before


@pytest.mark.parametrize("missing", ["game", "sides", "operations", "cursor"])
def test_a_sheet_with_something_missing_cannot_be_opened(file: Path, missing: str) -> None:
    begun(file, ONE)
    document = document_of(file)
    del document[missing]
    keep(file, document)
    with pytest.raises(Unreadable):
        opened(file)


def test_a_file_without_a_sheet_cannot_be_opened(file: Path) -> None:
    with pytest.raises(Unreadable):
        opened(file)
    DurableStorage(file).write({})
    with pytest.raises(Unreadable):
        opened(file)


def test_a_sheet_of_a_newer_app_is_left_as_it_is(file: Path) -> None:
    begun(file, ONE)
    keep(file, {**document_of(file), "schema": 2, "operations": "different"})
    before = contents(file.parent)
    with pytest.raises(FromTheFuture):
        opened(file)
    assert contents(file.parent) == before


def test_no_total_is_kept(file: Path) -> None:
    begun(file, DEAL, DEAL, DEAL)
    document = document_of(file)
    assert set(document) == {
        *("schema", "game", "title", "played_on", "sides", "operations", "cursor")
    }
    assert all(
        set(operation["append"]) <= {"type", "winner", "level", "at"}
        for operation in document["operations"]
    )
    assert json.loads(file.read_bytes().partition(b"\n")[0]) == {"sheets": {"1": document}}


# The process is killed

TAPPER = """
import sys
from pathlib import Path
from scoring.bauerchen import Deal, Level
from storage import Evening

file = Path(sys.argv[1])
print("ready", flush=True)
evening = Evening.open("evening", file)
while True:
    evening.write(Deal(winner=0, level=Level.SCHNEIDER))
    print(len(evening.replay.entries), flush=True)
"""
KILLS = 20


def test_no_tap_that_was_acknowledged_is_lost_when_the_process_is_killed(file: Path) -> None:
    begun(file)
    chance, before = random.Random(7), 0  # noqa: S311 - no secret
    for _ in range(KILLS):
        with subprocess.Popen(
            [sys.executable, "-c", TAPPER, file], cwd=ROOT, stdout=subprocess.PIPE
        ) as tapper:
            assert tapper.stdout is not None
            assert tapper.stdout.readline() == b"ready\n"
            for _ in range(chance.randrange(20)):
                tapper.stdout.readline()
            tapper.send_signal(signal.SIGKILL)
            acknowledged = [int(line) for line in tapper.stdout.read().split(b"\n")[:-1]]
        evening = opened(file)
        after = len(evening.replay.entries)
        if acknowledged:
            assert after - acknowledged[-1] in (0, 1)
        assert evening.damaged is None
        assert after >= before
        before = after
    assert before > 0
    assert all(isinstance(operation, Append) for operation in evening.journal.operations)
