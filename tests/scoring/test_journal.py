"""The journal: nothing tapped is lost, and everything can be taken back."""

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from strategies import agreements, answer_or_refusal, any_entries, legal_entries

from scoring.bauerchen import GAME, BauerchenEntry, Deal, Meld, Rules, State
from scoring.game import Agreement, Entry, Replay, replay
from scoring.journal import Agree, Append, Journal, Operation, Remove, Replace
from scoring.refusals import IllegalEntry

TABLE = Agreement(Rules())
OTHER_TABLE = Agreement(Rules(round_target=31), 2)
ONE, TWO, THREE = Meld(0, 20), Meld(1, 40), Deal(card_points=(70, 60))


def written(*operations: Operation) -> Journal:
    journal = Journal(TABLE)
    for operation in operations:
        journal = journal.doing(operation)
    return journal


def test_a_new_journal_holds_nothing_to_take_back_or_write_again() -> None:
    empty = Journal(TABLE)
    assert empty.in_force == (TABLE, ())
    assert (empty.can_undo, empty.can_redo) == (False, False)
    assert (empty.undoable, empty.redoable) == (None, None)
    assert empty.undone() is empty
    assert empty.redone() is empty


def test_entries_stand_in_the_order_they_were_written() -> None:
    assert written(Append(ONE), Append(TWO)).in_force == (TABLE, (ONE, TWO))


def test_an_entry_can_be_corrected_in_its_place() -> None:
    journal = written(Append(ONE), Append(ONE), Replace(0, TWO))
    assert journal.in_force == (TABLE, (TWO, ONE))


def test_an_entry_can_be_struck_out() -> None:
    journal = written(Append(ONE), Append(TWO), Append(THREE), Remove(1))
    assert journal.in_force == (TABLE, (ONE, THREE))


def test_the_table_can_agree_anew() -> None:
    assert written(Append(ONE), Agree(OTHER_TABLE)).in_force == (OTHER_TABLE, (ONE,))


def test_undo_takes_back_one_operation_of_any_kind() -> None:
    journal = written(Append(ONE), Replace(0, TWO), Agree(OTHER_TABLE), Remove(0))
    taken_back = []
    while journal.can_undo:
        taken_back.append(journal.undoable)
        journal = journal.undone()
        assert journal.redoable == taken_back[-1]
    assert taken_back == [Remove(0), Agree(OTHER_TABLE), Replace(0, TWO), Append(ONE)]
    assert journal.in_force == (TABLE, ())


def test_redo_writes_again_what_was_taken_back() -> None:
    journal = written(Append(ONE), Append(TWO))
    assert journal.undone().undone().redone().in_force == (TABLE, (ONE,))
    assert journal.undone().undone().redone().redone() == journal


def test_undo_keeps_what_was_tapped() -> None:
    journal = written(Append(ONE), Append(TWO))
    assert journal.undone().operations == journal.operations


def test_what_happens_after_an_undo_replaces_what_was_undone() -> None:
    journal = written(Append(ONE), Append(TWO)).undone().doing(Append(THREE))
    assert journal.operations == (Append(ONE), Append(THREE))
    assert not journal.can_redo


@pytest.mark.parametrize(
    "correction", [Replace(1, TWO), Remove(1), Replace(-1, TWO), Remove(-1), Remove(10**30)]
)
def test_a_correction_of_an_entry_that_is_not_there_is_an_error(correction: Operation) -> None:
    with pytest.raises(IndexError):
        _ = written(Append(ONE), correction).in_force


@pytest.mark.parametrize("cursor", [-1, 3])
def test_a_cursor_that_points_nowhere_is_an_error(cursor: int) -> None:
    with pytest.raises(IndexError):
        _ = replace(written(Append(ONE), Append(TWO)), cursor=cursor).in_force


@dataclass(frozen=True)
class Shown:
    """What the scribe sees, in the plainest words: a list, no cursor, no states."""

    agreement: Agreement[Rules]
    entries: tuple[Entry, ...]


class EditHistory(RuleBasedStateMachine):
    """Any history of edits, beside a model that copies the whole sheet at every step."""

    journal: Journal
    slate: Replay[Rules, State]
    shown: Shown
    before: list[Shown]
    after: list[Shown]

    @initialize(agreement=agreements())
    def begin(self, agreement: Agreement[Rules]) -> None:
        self.journal, self.slate = Journal(agreement), replay(GAME, agreement)
        self.shown, self.before, self.after = Shown(agreement, ()), [], []

    def do(self, operation: Operation, shown: Shown) -> None:
        """Do what leads to ``shown``; nothing changes where that cannot be scored."""
        journal = self.journal.doing(operation)
        slate = answer_or_refusal(lambda: self.slate.of(*journal.in_force))
        if isinstance(slate, IllegalEntry):
            assert slate.index in range(len(shown.entries))
            return
        self.slate = slate
        self.journal = journal
        self.before.append(self.shown)
        self.shown, self.after = shown, []

    @rule(data=st.data())
    def append_a_legal_entry(self, data: st.DataObject) -> None:
        entry = data.draw(legal_entries(self.shown.agreement.rules, self.slate.state))
        written = len(self.before)
        self.do(Append(entry), Shown(self.shown.agreement, (*self.shown.entries, entry)))
        assert len(self.before) == written + 1

    @rule(entry=any_entries(GAME))
    def append_any_entry(self, entry: BauerchenEntry) -> None:
        self.do(Append(entry), Shown(self.shown.agreement, (*self.shown.entries, entry)))

    @precondition(lambda self: self.shown.entries)
    @rule(data=st.data(), entry=any_entries(GAME))
    def replace(self, data: st.DataObject, entry: BauerchenEntry) -> None:
        index, entries = self.place(data), self.shown.entries
        corrected = (*entries[:index], entry, *entries[index + 1 :])
        self.do(Replace(index, entry), Shown(self.shown.agreement, corrected))

    @precondition(lambda self: self.shown.entries)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        index, entries = self.place(data), self.shown.entries
        left = (*entries[:index], *entries[index + 1 :])
        self.do(Remove(index), Shown(self.shown.agreement, left))

    @rule(agreement=agreements())
    def agree(self, agreement: Agreement[Rules]) -> None:
        self.do(Agree(agreement), Shown(agreement, self.shown.entries))

    @precondition(lambda self: self.before)
    @rule()
    def undo(self) -> None:
        self.journal = self.journal.undone()
        self.slate = self.slate.of(*self.journal.in_force)
        self.after.append(self.shown)
        self.shown = self.before.pop()

    @precondition(lambda self: self.after)
    @rule()
    def redo(self) -> None:
        self.journal = self.journal.redone()
        self.slate = self.slate.of(*self.journal.in_force)
        self.before.append(self.shown)
        self.shown = self.after.pop()

    def place(self, data: st.DataObject) -> int:
        return data.draw(st.integers(0, len(self.shown.entries) - 1))

    @invariant()
    def the_journal_amounts_to_what_is_shown(self) -> None:
        assert self.journal.in_force == (self.shown.agreement, self.shown.entries)

    @invariant()
    def the_slate_is_the_one_replayed_from_scratch(self) -> None:
        assert self.slate == replay(GAME, self.shown.agreement, self.shown.entries)

    @invariant()
    def no_side_stands_at_the_target(self) -> None:
        target = self.shown.agreement.rules.round_target
        assert all(max(state.score) < target for state in self.slate.states)

    @invariant()
    def there_is_as_much_to_undo_and_redo_as_was_done(self) -> None:
        assert self.journal.cursor == len(self.before)
        assert self.journal.can_undo == bool(self.before)
        assert self.journal.can_redo == bool(self.after)

    @invariant()
    def undo_then_redo_is_identity(self) -> None:
        if self.journal.can_undo:
            assert self.journal.undone().redone() == self.journal
        if self.journal.can_redo:
            assert self.journal.redone().undone() == self.journal


TestEditHistory: Any = EditHistory.TestCase
TestEditHistory.settings = settings(max_examples=100, stateful_step_count=30)
