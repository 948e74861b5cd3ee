"""What is kept of an evening is the same whatever the game."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from worked import EXAMPLES

from scoring import bauer
from scoring.game import Agreement
from scoring.games import GAMES
from scoring.journal import Agree
from scoring.refusals import Fault, Refused
from scoring.sheet import Head, Sheet, Side, read_sheet, write_sheet
from storage import Evening, Fate, Library, Unreadable, import_file, plan, read_file, write_file
from storage.durable import DurableStorage
from storage.places import previous_generation


def an_example(game: str) -> Sheet:
    """Return the longest worked sheet of a game."""
    texts = [file.read_text() for file in sorted(EXAMPLES.glob("*.knoddel.json"))]
    of_game = [text for text in texts if json.loads(text)["game"] == game]
    return read_sheet(max(of_game, key=len))


@pytest.fixture(params=GAMES)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return an_example(request.param)


def play(folder: Path, sheet: Sheet) -> Evening:
    """Write a sheet entry by entry."""
    replay = sheet.replay
    evening = Library(folder).begin(sheet.game, sheet.head, replay.agreement)
    for entry in replay.entries:
        evening.write(entry)
    return evening


def test_an_evening_is_opened_as_it_was(tmp_path: Path, sheet: Sheet) -> None:
    evening = play(tmp_path, sheet)
    evening.undo()
    again = Library(tmp_path).evening(evening.key)
    assert (again.head, again.replay.states) == (sheet.head, sheet.replay.states[:-1])
    again.redo()
    assert again.replay.states == sheet.replay.states


def test_undo_goes_back_to_the_beginning_and_redo_to_the_end(tmp_path: Path, sheet: Sheet) -> None:
    evening = play(tmp_path, sheet)
    for states in range(len(sheet.replay.states) - 1, 0, -1):
        evening.undo()
        assert evening.replay.states == sheet.replay.states[:states]
    for states in range(2, len(sheet.replay.states) + 1):
        evening.redo()
        assert evening.replay.states == sheet.replay.states[:states]


def test_a_sheet_is_written_as_it_was_read(sheet: Sheet) -> None:
    assert read_sheet(json.dumps(write_sheet(sheet))) == sheet


def test_a_file_is_taken_in_once(tmp_path: Path, sheet: Sheet) -> None:
    library, content = Library(tmp_path), write_file(sheet)
    for _ in import_file(library, content):
        pass
    (label,) = library.labels()
    assert (library.sheet(label.key), label.game) == (sheet, sheet.game.key)
    (planned,) = plan(library, read_file(content))
    assert planned.fate is Fate.KNOWN


def test_a_longer_copy_goes_on(tmp_path: Path, sheet: Sheet) -> None:
    library, replay = Library(tmp_path), sheet.replay
    shorter = replace(sheet, replay=replay.of(replay.agreement, replay.entries[:-1]))
    for part in (shorter, sheet):
        for _ in import_file(library, write_file(part)):
            pass
    (label,) = library.labels()
    assert library.sheet(label.key) == sheet


TWO_EACH = Agreement(bauer.Rules())
THREE_EACH = Agreement(bauer.Rules(players_per_side=3))
TWO_SIDES = Head((Side("Mein"), Side("Dein")))


def test_rules_that_need_other_seats_are_refused_and_nothing_changes(tmp_path: Path) -> None:
    evening = Library(tmp_path).begin(bauer.GAME, TWO_SIDES, TWO_EACH)
    before = evening.content
    for change in (evening.after, evening.do):
        with pytest.raises(Refused) as refused:
            change(Agree(THREE_EACH))
        assert (refused.value.code, refused.value.values) == (Fault.SEATS_FIXED, {"seats": 4})
    assert evening.content == before
    evening.agree(Agreement(bauer.Rules(start=5), 3))
    assert evening.replay.state.dealer == 3


def test_a_file_in_which_seats_change_is_damaged(tmp_path: Path) -> None:
    library = Library(tmp_path)
    evening = library.begin(bauer.GAME, TWO_SIDES, TWO_EACH)
    evening.agree(Agreement(bauer.Rules(start=5)))
    file = library.file_of(evening.key)
    tables: Any = DurableStorage(file).read()
    (kept,) = tables["sheets"].values()
    (agreed,) = kept["operations"]
    assert agreed["agree"] == {"rules": {"start": 5}}
    kept["operations"] = [{"agree": {"rules": {"players_per_side": 3}}}]
    previous_generation(file).unlink()
    DurableStorage(file).write(tables)
    previous_generation(file).unlink()
    with pytest.raises(Unreadable):
        Library(tmp_path).evening(evening.key)
