"""An evening: every tap is kept, and comes back with all that can be undone and redone."""

import errno
import json
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

import pytest
from failing_disk import BROKEN, FULL, KILLED, READ_ONLY, READING, Disk, unreadable
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
from tapper import change, state

from scoring.bauerchen import GAME, BauerchenEntry, Deal, Level, Meld, Rules, Solo
from scoring.game import MOST_ENTRIES, Agreement, replay
from scoring.journal import Agree, Append, Journal, Remove, Replace
from scoring.refusals import Fault, IllegalEntry, Refused
from scoring.sheet import Head, Sheet, Side, write_entry
from storage import Evening, FromTheFuture, Unreadable, UnreadableNow
from storage.durable import DurableStorage
from storage.places import previous_generation

ROOT = Path(__file__).parents[2]
HEAD = Head((Side("Mein", ("Karl", "Erna")), Side("Dein")), "Stammtisch", "2026-11-20")
TABLE = Agreement(Rules())
OTHER_TABLE = Agreement(Rules(round_target=31), 2)
ONE, TWO = Meld(0, 20), Meld(1, 40)
DEAL = Deal(winner=0, level=Level.SCHNEIDER)
DRAFT = {"spritzen": 1, "note": "Köbes"}
OTHER_DRAFT = {"mode": "solo"}


def begun(file: Path, *entries: BauerchenEntry) -> Evening:
    evening = Evening.begin("evening", file, GAME, HEAD, TABLE)
    for entry in entries:
        evening.write(entry)
    return evening


def opened(file: Path) -> Evening:
    return Evening.open("evening", file)


def kept(evening: Evening) -> tuple[Any, ...]:
    """Return all that an evening is made of."""
    return evening.key, evening.head, evening.journal, evening.replay, evening.draft


def scores(evening: Evening) -> tuple[int, int]:
    score: tuple[int, int] = evening.replay.state.score
    return score


def another() -> tuple[Journal, Sheet]:
    """Return another sheet, in which nothing is as in the evenings here."""
    head = Head((Side("Uns"), Side("Euch", ("Hans", "Ruth"))))
    played = replay(GAME, Agreement(Rules()), [DEAL])
    return Journal(played.agreement, (Append(DEAL), Append(TWO)), 1), Sheet(head, played)


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


def test_every_change_is_kept_with_the_time_it_was_made(file: Path) -> None:
    earliest = datetime.now().astimezone().replace(microsecond=0)
    evening = begun(file, ONE, TWO)
    evening.correct(0, DEAL)
    evening.strike_out(1)
    evening.agree(OTHER_TABLE)
    corrected, struck, agreed = opened(file).journal.operations[2:]
    for made in (corrected, struck, agreed):
        assert isinstance(made, Replace | Remove | Agree)
        assert made.at is not None
        assert earliest <= datetime.fromisoformat(made.at) <= datetime.now().astimezone()


def test_a_change_without_a_time_opens_as_before_times_were_kept(file: Path) -> None:
    evening = begun(file, ONE, TWO)
    evening.strike_out(1)
    rewritten(file, lambda done: done.pop("at", None))
    assert opened(file).journal.operations[-1] == Remove(1)
    rewritten(file, lambda done: done.update(at="yesterday"))
    with pytest.raises(Unreadable):
        opened(file)


def rewritten(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the last operation in a file, as another app would."""
    storage = DurableStorage(file)
    tables: Any = storage.read()
    change(tables["sheets"]["1"]["operations"][-1])
    storage.write(tables)
    previous_generation(file).unlink()


def test_every_verb_is_kept(file: Path) -> None:
    evening = begun(file, ONE, TWO, DEAL)
    evening.correct(0, TWO)
    evening.strike_out(1)
    evening.agree(OTHER_TABLE)
    assert evening.replay.agreement == OTHER_TABLE
    assert evening.replay.entries[0] == TWO
    assert len(evening.replay.entries) == 2
    assert kept(opened(file)) == kept(evening)


def test_several_entries_are_kept_as_they_are(file: Path) -> None:
    evening = begun(file, ONE)
    entries = (replace(DEAL, at="2026-11-20T21:30"), replace(TWO, note="Änne"))
    evening.extend(entries)
    assert evening.replay.entries[1:] == entries
    assert scores(evening) == (4, 2)
    assert kept(opened(file)) == kept(evening)
    evening.undo()
    assert scores(opened(file)) == (4, 0)


def test_everything_of_another_sheet_is_taken_over_and_nothing_of_the_old_one_stays(
    file: Path,
) -> None:
    evening = Evening.begin("evening", file, GAME, HEAD, OTHER_TABLE)
    evening.write(ONE)
    journal, sheet = another()
    evening.become(journal, sheet, OTHER_DRAFT)
    assert kept(opened(file)) == kept(evening)
    assert opened(file).content == (journal, OTHER_DRAFT)
    assert opened(file).sheet == sheet
    evening.redo()
    assert scores(opened(file)) == (3, 2)


def test_what_came_from_elsewhere_is_kept(file: Path) -> None:
    journal, sheet = another()
    evening = Evening.keep("evening", file, journal, sheet, DRAFT)
    assert kept(opened(file)) == kept(evening)
    assert opened(file).content == (journal, DRAFT)
    other = Evening.keep("other", file.with_name("other.json"), journal, sheet)
    assert other.content == (journal, {})


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
    assert evening.after(Replace(0, TWO)).state.score == (0, 4)
    assert evening.after(Remove(0)).state.score == (0, 2)
    assert evening.after(Agree(OTHER_TABLE)).agreement == OTHER_TABLE
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

    @rule(draft=st.dictionaries(st.text(), st.none() | st.integers() | st.text()))
    def keep_draft(self, draft: dict[str, object]) -> None:
        self.evening.keep_draft(draft)

    @rule(data=st.data())
    def extend(self, data: st.DataObject) -> None:
        replay = self.evening.replay
        self.evening.extend([data.draw(legal_entries(replay.agreement.rules, replay.state))])

    def place(self, data: st.DataObject) -> int:
        return data.draw(st.integers(0, len(self.evening.replay.entries) - 1))

    @invariant()
    def it_is_opened_as_it_was_closed(self) -> None:
        before = kept(self.evening)
        self.evening = opened(self.file)
        assert kept(self.evening) == before


TestEditHistory: Any = EditHistory.TestCase
TestEditHistory.settings = settings(max_examples=30, stateful_step_count=20)


# The deal that is half entered


def half_entered(file: Path, *entries: BauerchenEntry) -> Evening:
    evening = begun(file, *entries)
    evening.keep_draft(DRAFT)
    return evening


def test_what_is_half_entered_is_kept(file: Path) -> None:
    assert begun(file, ONE).draft == opened(file).draft == {}
    evening = opened(file)
    evening.keep_draft(DRAFT)
    assert opened(file).draft == DRAFT
    evening.keep_draft(OTHER_DRAFT)
    assert opened(file).draft == OTHER_DRAFT
    evening.keep_draft({})
    assert opened(file).draft == {}


def test_what_is_half_entered_is_no_change_of_the_sheet(file: Path) -> None:
    evening = begun(file, ONE, TWO)
    evening.undo()
    journal, sheet = evening.journal, evening.sheet
    evening.keep_draft(DRAFT)
    assert (evening.journal, evening.sheet) == (journal, sheet)
    assert opened(file).journal == journal


def test_the_same_draft_is_written_once(file: Path) -> None:
    evening = half_entered(file)
    written, heard = contents(file.parent), list[None]()
    evening.listeners.add(lambda: heard.append(None))
    evening.keep_draft(dict(DRAFT))
    assert (contents(file.parent), heard) == (written, [])
    evening.keep_draft(OTHER_DRAFT)
    assert heard == [None]


EMPTY = Sheet(HEAD, replay(GAME, TABLE))
THE_DEAL_IS_ANOTHER: dict[str, Callable[[Evening], None]] = {
    "the deal is written": lambda evening: evening.write(DEAL),
    "a solo is written": lambda evening: evening.write(Solo(0, won=False)),
    "the deal before is taken back": lambda evening: evening.undo(),
    "a deal before is struck out": lambda evening: evening.strike_out(1),
    "a deal before becomes a meld": lambda evening: evening.correct(1, ONE),
    "a meld before becomes a deal": lambda evening: evening.correct(0, DEAL),
    "it goes on elsewhere": lambda evening: evening.extend([ONE, DEAL]),
    "another sheet without a draft": lambda evening: evening.become(Journal(TABLE), EMPTY),
}
THE_DEAL_IS_THE_SAME: dict[str, Callable[[Evening], None]] = {
    "a meld is written": lambda evening: evening.write(TWO),
    "a deal before is corrected": lambda evening: evening.correct(1, replace(DEAL, winner=1)),
    "a meld is struck out": lambda evening: evening.strike_out(0),
    "the rules are others": lambda evening: evening.agree(OTHER_TABLE),
    "a meld is written elsewhere": lambda evening: evening.extend([TWO]),
    "nothing can be done again": lambda evening: evening.redo(),
}


@pytest.mark.parametrize("do", THE_DEAL_IS_ANOTHER.values(), ids=THE_DEAL_IS_ANOTHER)
def test_what_is_half_entered_goes_with_its_deal(file: Path, do: Callable[[Evening], None]) -> None:
    evening = half_entered(file, ONE, DEAL)
    do(evening)
    assert evening.draft == opened(file).draft == {}


@pytest.mark.parametrize("do", THE_DEAL_IS_THE_SAME.values(), ids=THE_DEAL_IS_THE_SAME)
def test_what_is_half_entered_stays_with_its_deal(
    file: Path, do: Callable[[Evening], None]
) -> None:
    evening = half_entered(file, ONE, DEAL)
    do(evening)
    assert evening.draft == opened(file).draft == DRAFT


def test_a_deal_that_is_taken_back_is_half_entered_again(file: Path) -> None:
    evening = half_entered(file, ONE, DEAL)
    evening.undo(OTHER_DRAFT)
    assert evening.draft == opened(file).draft == OTHER_DRAFT
    evening.undo(DRAFT)
    assert opened(file).draft == OTHER_DRAFT, "a meld belongs to the same deal"


def test_what_is_half_entered_stays_while_a_meld_is_taken_back_and_done_again(file: Path) -> None:
    evening = half_entered(file, DEAL, ONE)
    evening.undo()
    assert opened(file).draft == DRAFT
    evening.redo()
    assert opened(file).draft == DRAFT
    evening.undo()
    evening.undo()
    assert opened(file).draft == {}


def test_what_is_half_entered_goes_when_the_next_deal_is_done_again(file: Path) -> None:
    evening = begun(file, DEAL)
    evening.undo()
    evening.keep_draft(DRAFT)
    evening.redo()
    assert opened(file).draft == {}


@pytest.mark.parametrize("draft", [None, True, 1, "solo", [], [["spritzen", 1]]])
def test_a_draft_that_is_no_object_is_left_out(file: Path, draft: object) -> None:
    evening = half_entered(file, ONE, DEAL)
    keep(file, {**document_of(file), "draft": draft})
    found = opened(file)
    assert (found.draft, found.damaged) == ({}, None)
    assert found.journal == evening.journal


# What cannot be scored or read again is not kept


def no_longer_there(evening: Evening) -> None:
    evening.correct(2, ONE)


CHANGES: dict[str, tuple[Callable[[Evening], None], type[Exception]]] = {
    "an impossible entry": (lambda e: e.write(Deal(card_points=(126, 4))), IllegalEntry),
    "an entry that no file can hold": (lambda e: e.write(Deal(winner=7)), IllegalEntry),
    "a broken note": (lambda e: e.write(Meld(0, 20, note="\ud83d")), IllegalEntry),
    "impossible entries": (lambda e: e.extend([ONE, Deal(card_points=(126, 4))]), IllegalEntry),
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


def test_a_listener_that_fails_is_logged_and_the_change_and_the_others_are_not_touched(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    evening, heard = begun(file), list[int]()

    def fails(_: int) -> None:
        raise RuntimeError("no screen")

    def hears() -> None:
        heard.append(len(evening.replay.entries))

    for number in range(9):  # some stand before the one that hears, some after it
        evening.listeners.add(partial(fails, number))
    evening.listeners.add(hears)
    evening.write(ONE)
    assert heard == [1]
    assert kept(opened(file)) == kept(evening)
    assert [record.exc_info and str(record.exc_info[1]) for record in caplog.records] == [
        "no screen"
    ] * 9


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
    evening.keep_draft(DRAFT)
    evening.extend([ONE, TWO])
    evening.become(*another())
    assert len(heard) == 9
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


# The disk fails, or the process dies

VERBS: dict[str, Callable[[Evening], None]] = {
    "write a deal": lambda evening: evening.write(DEAL),
    "write a meld": lambda evening: evening.write(ONE),
    "correct": lambda evening: evening.correct(0, TWO),
    "strike out": lambda evening: evening.strike_out(1),
    "agree": lambda evening: evening.agree(OTHER_TABLE),
    "undo": lambda evening: evening.undo(),
    "redo": lambda evening: evening.redo(),
    "keep a draft": lambda evening: evening.keep_draft(OTHER_DRAFT),
    "drop a draft": lambda evening: evening.keep_draft({}),
    "extend": lambda evening: evening.extend([ONE, DEAL]),
    "become": lambda evening: evening.become(*another(), OTHER_DRAFT),
}
EVERY_VERB = pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)


@pytest.fixture(scope="module")
def in_the_middle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An evening with something to undo, something to redo and something half entered."""
    file = tmp_path_factory.mktemp("evening") / "evening.json"
    evening = begun(file, ONE, DEAL, TWO)
    evening.undo()
    evening.keep_draft(DRAFT)
    return file


def copies(file: Path, folder: Path) -> Iterator[tuple[int, Path, Evening]]:
    """Copy an evening as often as wished; number the copies from 1."""
    for number in count(1):
        copy = Path(shutil.copytree(file.parent, folder / str(number))) / file.name
        yield number, copy, opened(copy)


@EVERY_VERB
@pytest.mark.parametrize("error", [FULL, BROKEN, READ_ONLY], ids=lambda error: error.strerror)
@pytest.mark.parametrize("is_done", [False, True])
def test_a_change_that_cannot_be_kept_is_not_shown(
    in_the_middle: Path,
    tmp_path: Path,
    verb: Callable[[Evening], None],
    error: OSError,
    *,
    is_done: bool,
) -> None:
    for step, file, evening in copies(in_the_middle, tmp_path):
        before, heard = kept(evening), list[None]()
        evening.listeners.add(lambda heard=heard: heard.append(None))  # type: ignore[misc]
        with Disk(step, error, is_done=is_done) as disk:
            try:
                verb(evening)
            except OSError as raised:
                assert raised is error  # noqa: PT017 - the last step raises nothing
            else:
                break
        assert (kept(evening), kept(opened(file)), heard) == (before, before, [])
        verb(evening)
        assert (kept(evening), heard) == (kept(opened(file)), [None])
    assert not disk.has_failed
    assert step > 8


@EVERY_VERB
def test_an_evening_that_was_thrown_away_takes_nothing_more(
    in_the_middle: Path, tmp_path: Path, verb: Callable[[Evening], None]
) -> None:
    _, file, evening = next(copies(in_the_middle, tmp_path))
    before, heard = kept(evening), list[bool]()
    evening.listeners.add(lambda: heard.append(evening.is_closed))
    for each in file.parent.iterdir():
        each.unlink()
    evening.close()
    with pytest.raises(Refused) as refused:
        verb(evening)
    assert refused.value.code is Fault.GONE
    assert (kept(evening), contents(file.parent), heard) == (before, {}, [True])


@EVERY_VERB
def test_on_a_disk_that_cannot_be_written_nothing_is_shown_and_nothing_changes(
    in_the_middle: Path, tmp_path: Path, verb: Callable[[Evening], None]
) -> None:
    _, file, evening = next(copies(in_the_middle, tmp_path))
    before, written = kept(evening), contents(file.parent)
    with Disk(1, READ_ONLY, stays_broken=True):
        for _ in range(2):
            with pytest.raises(OSError, match="Read-only"):
                verb(evening)
    assert (kept(evening), contents(file.parent)) == (before, written)


@EVERY_VERB
@pytest.mark.parametrize("is_done", [False, True])
def test_a_process_that_dies_in_a_change_leaves_the_evening_as_before_or_after_it(
    in_the_middle: Path, tmp_path: Path, verb: Callable[[Evening], None], *, is_done: bool
) -> None:
    found = list[tuple[Any, ...]]()
    for step, file, evening in copies(in_the_middle, tmp_path):
        before = state(evening)
        with Disk(step, KILLED, is_done=is_done) as disk:
            try:
                verb(evening)
            except KeyboardInterrupt:
                assert disk.has_failed
            else:
                break
        left = opened(file)
        assert left.damaged is None
        found.append(state(left))
        left.write(DEAL)
        assert kept(opened(file)) == kept(left)
    after = state(evening)
    assert step > 8
    assert found == [before] * found.count(before) + [after] * found.count(after)
    assert before in found
    assert after in found


@pytest.mark.parametrize("error", [FULL, KILLED])
@pytest.mark.parametrize("is_done", [False, True])
def test_a_beginning_that_is_interrupted_leaves_an_empty_sheet_or_none(
    tmp_path: Path, error: BaseException, *, is_done: bool
) -> None:
    for step in count(1):
        file = tmp_path / str(step) / "evening.json"
        file.parent.mkdir()
        with Disk(step, error, is_done=is_done) as disk:
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


@pytest.mark.parametrize("call", READING)
@pytest.mark.parametrize("number", [errno.EMFILE, errno.EACCES, errno.ESTALE])
def test_an_evening_that_cannot_be_read_now_can_be_read_later(
    file: Path, call: str, number: int
) -> None:
    evening = begun(file, ONE)
    before = contents(file.parent)
    with (
        unreadable(call, OSError(number, "passes"), file),
        pytest.raises(UnreadableNow, match="passes"),
    ):
        opened(file)
    assert contents(file.parent) == before
    assert kept(opened(file)) == kept(evening)


def document_of(file: Path) -> dict[str, Any]:
    found = DurableStorage(file).read()
    assert found is not None
    document: dict[str, Any] = found["sheets"]["1"]
    return document


def keep(file: Path, document: object) -> None:
    DurableStorage(file).write({"sheets": {"1": document}})


APPEND = {"append": write_entry(GAME, ONE)}
WRONG_JOURNALS: dict[str, dict[str, object]] = {
    "no schema": {"schema": ...},
    "a schema that is no number": {"schema": "1"},
    "a schema that never was": {"schema": 0},
    "a cursor before the beginning": {"cursor": -1},
    "a cursor after the end": {"cursor": 3},
    "a cursor that is no number": {"cursor": "2"},
    "half a cursor": {"cursor": 1.5},
    "a cursor that is almost whole": {"cursor": 2.0},
    "an empty cursor": {"cursor": None},
    "no cursor": {"cursor": ...},
    "no operations": {"operations": ...},
    "empty operations": {"operations": None},
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
    "no game": {"game": ...},
    "a game that is nothing": {"game": None},
    "no sides": {"sides": ...},
    "sides that are nothing": {"sides": None},
    "a title too long": {"title": "x" * 81},
    "too many entries": {"operations": [APPEND] * (MOST_ENTRIES + 1), "cursor": MOST_ENTRIES + 1},
}


WRONG = pytest.mark.parametrize("wrong", WRONG_JOURNALS.values(), ids=WRONG_JOURNALS)


def keep_wrong(file: Path, wrong: dict[str, object]) -> None:
    """Change what is kept; what is changed to ``...`` is left out."""
    document = {**document_of(file), **wrong}
    keep(file, {key: value for key, value in document.items() if value is not ...})


@WRONG
def test_a_wrong_sheet_is_set_aside_and_the_generation_before_is_opened(
    file: Path, wrong: dict[str, object]
) -> None:
    evening = begun(file, ONE, ONE)
    keep_wrong(file, wrong)
    before = file.read_bytes()
    found = opened(file)
    assert kept(found) == kept(evening)
    assert found.damaged is not None
    assert found.damaged.read_bytes() == before
    found.write(TWO)
    assert kept(opened(file)) == kept(found)


@WRONG
@pytest.mark.parametrize("generation_before", [True, False])
def test_a_wrong_sheet_is_left_as_it_is_if_the_generation_before_is_wrong_too_or_missing(
    file: Path, wrong: dict[str, object], *, generation_before: bool
) -> None:
    begun(file, ONE, ONE)
    keep_wrong(file, wrong)
    if generation_before:
        keep_wrong(file, wrong)
    else:
        previous_generation(file).unlink()
    before = contents(file.parent)
    with pytest.raises(Unreadable):
        opened(file)
    assert contents(file.parent) == before


def test_where_there_is_no_sheet_none_can_be_opened(file: Path) -> None:
    with pytest.raises(Unreadable):
        opened(file)
    assert contents(file.parent) == {}
    DurableStorage(file).write({})
    with pytest.raises(Unreadable):
        opened(file)


def test_a_file_without_a_sheet_is_set_aside_and_the_generation_before_is_opened(
    file: Path,
) -> None:
    evening = begun(file, ONE)
    DurableStorage(file).write({})
    assert kept(opened(file)) == kept(evening)


@pytest.mark.parametrize("newer", [{"schema": 2, "operations": "different"}, {"game": "skat"}])
def test_a_sheet_of_a_newer_app_is_left_as_it_is(file: Path, newer: dict[str, object]) -> None:
    begun(file, ONE)
    keep(file, {**document_of(file), **newer})
    before = contents(file.parent)
    with pytest.raises(FromTheFuture):
        opened(file)
    assert contents(file.parent) == before


def test_a_damaged_sheet_is_left_as_it_is_if_a_newer_app_wrote_the_generation_before(
    file: Path,
) -> None:
    begun(file, ONE)
    keep(file, {**document_of(file), "schema": 2})
    keep(file, {})
    before = contents(file.parent)
    with pytest.raises(FromTheFuture):
        opened(file)
    assert contents(file.parent) == before


def test_no_total_is_kept(file: Path) -> None:
    begun(file, DEAL, DEAL, DEAL)
    document = document_of(file)
    assert set(document) == {
        *("schema", "game", "title", "played_on", "sides", "operations", "cursor", "draft")
    }
    assert all(
        set(operation["append"]) <= {"type", "winner", "level", "at"}
        for operation in document["operations"]
    )
    assert json.loads(file.read_bytes().partition(b"\n")[0]) == {"sheets": {"1": document}}


# The process is killed

SEEDS, KILLS = range(5), 50


def killed(nursery: subprocess.Popen[str], file: Path, number: int, chance: random.Random) -> int:
    """Have an evening changed, from that number on; kill it, and return the first not told of."""
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    print(number, file, file=nursery.stdin, flush=True)
    for expected in range(number, number := number + chance.randrange(9)):
        assert nursery.stdout.readline() == f"{expected}\n"
    sleep(chance.random() / 500)  # about as long as a change takes
    print(file=nursery.stdin, flush=True)
    while (line := nursery.stdout.readline()) != f"ended {-signal.SIGKILL}\n":
        assert line == f"{number}\n"
        number += 1
    return number


@pytest.mark.parametrize("seed", SEEDS)
def test_no_tap_that_was_told_to_be_kept_is_lost_when_the_process_is_killed(
    tmp_path: Path, seed: int
) -> None:
    file, never_killed = tmp_path / "killed.json", begun(tmp_path / "evening.json")
    begun(file)
    states, number, chance = [state(never_killed)], 0, random.Random(seed)  # noqa: S311 - no secret
    with subprocess.Popen(
        [sys.executable, "-m", "tests.tapper"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as nursery:
        for _ in range(KILLS):
            number = killed(nursery, file, number, chance)
            for each in range(len(states) - 1, number + 1):
                change(never_killed, each)
                states.append(state(never_killed))
            before, after = states[number:]
            found = opened(file)
            assert found.damaged is None
            assert state(found) in (before, after)
            assert before != after
            number += state(found) == after
    assert number > KILLS
