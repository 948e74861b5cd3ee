"""Struck chalk: what a line was before it was corrected, and what was struck out."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from played import MINE, YOURS, deal

from scoring.bauerchen import GAME, Meld, Rules
from scoring.corrections import WrittenLine, line_before, slate_lines, with_corrections
from scoring.game import Agreement, Entry, replay
from scoring.journal import Agree, Append, Journal, Operation, Remove, Replace
from scoring.rounds import past_rounds

TABLE = Agreement(Rules())
ONE, TWO, THREE = Meld(0, 20), Meld(1, 40), Meld(0, 40)
NINE, TEN = "2026-11-20T21:00:00+01:00", "2026-11-20T22:00:00+01:00"
ENTRIES = (ONE, TWO, THREE)


def written(*operations: Operation) -> Journal:
    return Journal(TABLE, operations, len(operations))


def changed(journal: Journal) -> dict[int, list[Entry]]:
    """Return by place the earlier entries."""
    by_place = journal.corrections.changed
    return {place: [was.entry for was in earlier] for place, earlier in by_place.items()}


def struck(journal: Journal) -> list[tuple[int, Entry]]:
    """Return where each struck-out entry stood, and which it was."""
    return [(line.place, line.earlier[0].entry) for line in journal.corrections.struck]


def on_slate(journal: Journal) -> list[WrittenLine]:
    return [*slate_lines(journal, replay(GAME, *journal.in_force))]


@st.composite
def journals(draw: st.DrawFn) -> Journal:
    """Any journal of melds."""
    journal, number = Journal(TABLE), 0
    for _ in range(draw(st.integers(0, 12))):
        entry, index = draw(st.sampled_from(ENTRIES)), draw(st.integers(0, max(0, number - 1)))
        operations: list[Operation] = [Append(entry), Agree(TABLE)]
        if number:
            operations += [Replace(index, entry), Remove(index)]
        done = draw(st.sampled_from(operations))
        number += isinstance(done, Append) - isinstance(done, Remove)
        journal = journal.doing(done)
    return journal


def test_what_was_only_written_has_no_marks() -> None:
    journal = written(Append(ONE), Append(TWO), Agree(TABLE))
    assert journal.corrections == ({}, ())
    assert [line.was for line in on_slate(journal)] == [None, None]


def test_a_corrected_entry_keeps_what_it_was_and_until_when() -> None:
    journal = written(Append(ONE), Append(TWO), Replace(0, THREE, NINE), Replace(0, TWO, TEN))
    assert changed(journal) == {0: [THREE, ONE]}
    assert [was.until for was in journal.corrections.changed[0]] == [TEN, NINE]


def test_a_correction_back_and_forth_keeps_both() -> None:
    assert changed(written(Append(ONE), Replace(0, TWO), Replace(0, ONE))) == {0: [TWO, ONE]}


def test_the_same_entry_again_is_no_correction() -> None:
    assert changed(written(Append(replace(ONE, at=NINE)), Replace(0, ONE))) == {}


def test_undo_of_a_correction_takes_its_mark_away() -> None:
    journal = written(Append(ONE), Replace(0, TWO), Remove(0))
    assert struck(journal) == [(0, TWO)]
    assert struck(journal.undone()) == []
    assert changed(journal.undone()) == {0: [ONE]}
    assert journal.undone().undone().corrections == ({}, ())


def test_a_struck_out_entry_stays_where_it_stood() -> None:
    journal = written(*map(Append, (ONE, TWO, THREE, ONE)), Remove(1), Remove(1), Remove(0))
    assert struck(journal) == [(0, ONE), (0, TWO), (0, THREE)]
    assert [line.number for line in journal.corrections.struck] == [2, 0, 1]
    assert struck(journal.doing(Append(TWO)))[-1] == (0, THREE)


def test_what_is_corrected_moves_up_with_its_line() -> None:
    journal = written(Append(ONE), Append(ONE), Replace(1, TWO), Remove(0))
    assert changed(journal) == {0: [ONE]}


def test_a_struck_out_entry_keeps_what_it_was_before() -> None:
    journal = written(Append(ONE), Replace(0, TWO, NINE), Remove(0, TEN))
    (line,) = journal.corrections.struck
    assert [(was.entry, was.until) for was in line.earlier] == [(TWO, TEN), (ONE, NINE)]


def test_what_a_line_was_is_told_as_it_was_at_that_time() -> None:
    journal = written(
        Append(deal(MINE)),
        Append(deal(MINE)),
        Replace(1, deal(YOURS)),
        Remove(0),
        Agree(Agreement(Rules(), first_dealer=1)),
    )
    (gone, line) = on_slate(journal)
    assert (gone.place, gone.struck, gone.line.total) == (0, 0, (2, 0)), "away"
    assert (line.place, line.struck, line.was.total) == (0, None, (3, 0)), "at home"
    sheet = replay(GAME, *journal.in_force)
    assert line_before(journal, sheet, journal.corrections.changed[0][0]) == line.was


def test_a_struck_out_line_is_on_the_slate_until_its_round_is_over() -> None:
    rules = Rules(round_target=5)
    win = Append(deal(MINE, spritzen=1))
    journal = Journal(Agreement(rules))
    for done in (Append(ONE), Remove(0)):
        journal = journal.doing(done)
    assert [line.struck for line in on_slate(journal)] == [0]
    journal = journal.doing(win).doing(win)
    assert [line.struck for line in on_slate(journal)] == [0, None, None], "the round is over"
    journal = journal.doing(Append(ONE)).doing(Remove(2))
    assert [line.struck for line in on_slate(journal)] == [0, None, None]
    journal = journal.doing(Append(TWO))
    assert [line.struck for line in on_slate(journal)] == [1, None]
    sheet = replay(GAME, *journal.in_force)
    (past,) = past_rounds(sheet.states)
    lines = with_corrections(journal, sheet, past.lines, is_over=True)
    assert [line.struck for line in lines] == [0, None, None]


@given(journals())
def test_undoing_everything_leaves_no_marks(journal: Journal) -> None:
    marks = [journal.corrections]
    while journal.can_undo:
        journal = journal.undone()
        marks.append(journal.corrections)
    assert journal.corrections == ({}, ())
    for marked in reversed(marks):
        assert journal.corrections == marked
        journal = journal.redone()


@given(journals())
def test_marks_are_kept_while_lines_are_added_as_they_are_found_anew(journal: Journal) -> None:
    written = Journal(journal.agreed_at_start)
    for operation in journal.operations:
        written = written.doing(operation)
        assert written.corrections == replace(written).corrections


@given(journals())
def test_every_mark_has_its_place_and_what_stood_there(journal: Journal) -> None:
    _, entries = journal.in_force
    by_place, gone = journal.corrections
    places = [line.place for line in gone]
    assert places == sorted(places)
    assert set(places) <= set(range(len(entries) + 1))
    assert set(by_place) <= set(range(len(entries)))
    removed = sum(isinstance(done, Remove) for done in journal.operations)
    assert sorted(line.number for line in gone) == [*range(removed)]
    for earlier in (*by_place.values(), *(line.earlier for line in gone)):
        assert [was.cursor for was in earlier] == sorted((w.cursor for w in earlier), reverse=True)
        for was in earlier:
            assert journal.before(was)[1][-1] is was.entry
