"""What statistics count of an evening is counted once, until its sheet changes."""

from pathlib import Path

import pytest
from played import MINE, SIDES, YOURS, deal, play

from scoring import statistics
from scoring.sheet import Sheet
from storage import Library, Unreadable


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Sheet]:
    """Record which sheets are counted."""
    counted = list[Sheet]()
    count = statistics.of_sheet

    def recording(sheet: Sheet) -> statistics.Statistics:
        counted.append(sheet)
        return count(sheet)

    monkeypatch.setattr(statistics, "of_sheet", recording)
    return counted


def deals(library: Library, key: str) -> int:
    return library.statistics(key)["bauerchen"].deals


def test_an_evening_that_has_not_changed_is_counted_once(
    library: Library, read: list[Sheet], tmp_path: Path
) -> None:
    key = play(library, deal(MINE), deal(YOURS)).key
    later = Library(tmp_path)
    before = later.statistics(key)
    assert before["bauerchen"].players.keys() == {name for side in SIDES for name in side.players}
    assert later.statistics(key) is before
    assert len(read) == 1
    assert not later.is_open(key), "it was not opened for screens"


def test_an_open_evening_is_counted_again_when_its_sheet_has_changed(
    library: Library, read: list[Sheet]
) -> None:
    evening = play(library, deal(MINE))
    assert deals(library, evening.key) == 1
    evening.keep_draft({"spritzen": 1})
    assert deals(library, evening.key) == 1
    assert len(read) == 1, "a half-entered deal is on no sheet"
    evening.write(deal(YOURS))
    assert deals(library, evening.key) == 2
    evening.undo()
    assert deals(library, evening.key) == 1


def test_an_evening_that_was_counted_before_it_was_opened_tells_its_changes(
    library: Library, tmp_path: Path
) -> None:
    key = play(library, deal(MINE)).key
    later = Library(tmp_path)
    assert deals(later, key) == 1
    later.evening(key).write(deal(MINE))
    assert deals(later, key) == 2


def test_an_evening_that_was_restored_is_counted_again(library: Library, tmp_path: Path) -> None:
    key = play(library, deal(MINE)).key
    later = Library(tmp_path)
    (backup, *_) = [copy for copy in later.backups() if copy.key == key]
    later.evening(key).write(deal(YOURS))
    assert deals(later, key) == 2
    later.restore(backup)
    assert deals(later, key) == 1


def test_an_evening_that_is_gone_or_cannot_be_read_is_refused(
    library: Library, tmp_path: Path
) -> None:
    gone, damaged = (play(library, deal(MINE)).key for _ in range(2))
    later = Library(tmp_path)
    assert deals(later, gone) == 1
    later.drop([gone])
    for file in (later.file_of(damaged), later.file_of(damaged).with_suffix(".previous")):
        file.write_bytes(b"?")
    for key in (gone, damaged):
        with pytest.raises(Unreadable):
            later.statistics(key)
