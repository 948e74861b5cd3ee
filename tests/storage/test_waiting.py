"""What was tapped before Python was there: written once, or offered, and never lost."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from failing_disk import BROKEN, unreadable
from played import MINE, YOURS, deal, entries_of, play
from tapped import tap

from scoring.bauerchen import Meld
from scoring.refusals import Refused
from storage import (
    Evening,
    Library,
    WaitingTap,
    drop_offered,
    offered,
    write_offered,
    write_waiting,
)
from storage.backups import keep_copy

TAPPED = (Meld(MINE, 20), Meld(YOURS, 40), deal(MINE))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


def wait(library: Library, *taps: object) -> None:
    (library.folder / "waiting.json").write_text(json.dumps(taps))


def write(library: Library) -> bool:
    return write_waiting(library, lambda evening, key: evening.keep_draft({"spritzen": len(key)}))


def again(library: Library) -> Library:
    """Return the library as the next start opens it."""
    return Library(library.folder)


def names(library: Library) -> list[str]:
    return [each.name for each in offered(library)]


def test_what_waits_is_written_in_order_once(library: Library) -> None:
    evening = play(library, deal(YOURS))
    wait(library, *(tap(evening, entry) for entry in TAPPED))
    assert write(library)
    assert entries_of(evening) == (deal(YOURS), *TAPPED)
    assert not write(library)
    assert entries_of(again(library).evening(evening.key)) == (deal(YOURS), *TAPPED)
    assert offered(library) == ()


def test_what_is_half_entered_is_tapped_in_its_turn(library: Library) -> None:
    evening = play(library)
    wait(library, tap(evening, None, "x"), tap(evening, Meld(MINE, 20)), tap(evening, None, "xx"))
    assert write(library)
    assert evening.draft == {"spritzen": 2}


def test_nothing_waits_mostly(library: Library) -> None:
    assert not write(library)
    assert offered(library) == ()
    drop_offered(library)


def half_entered(evening: Evening) -> None:
    evening.undo()
    evening.redo()
    evening.keep_draft({"spritzen": 1})


def restored(evening: Evening, library: Library) -> None:
    evening.undo()
    keep_copy(library.folder, evening.key, library.file_of(evening.key))
    evening.redo()
    (copy,) = (each for each in library.backups() if each.key == evening.key)
    library.restore(copy)
    assert evening.replay.entries == ()


MEANWHILE: Mapping[str, Callable[[Evening, Library], object]] = {
    "written on": lambda evening, _: evening.write(Meld(YOURS, 20)),
    "taken back": lambda evening, _: evening.undo(),
    "corrected": lambda evening, _: evening.correct(0, deal(YOURS)),
    "half entered": lambda evening, _: half_entered(evening),
    "a backup restored": restored,
    "another evening": lambda _, library: play(library),
    "in the bin": lambda evening, library: library.put_into_bin(evening.key),
}


@pytest.mark.parametrize("meanwhile", MEANWHILE)
def test_what_was_tapped_for_another_slate_is_offered_until_somebody_decides(
    library: Library, meanwhile: str
) -> None:
    evening = play(library, deal(MINE))
    wait(library, tap(evening, None), tap(evening, Meld(MINE, 20), "20"), tap(evening, None))
    MEANWHILE[meanwhile](evening, library)
    before = evening.replay.entries
    assert write(library)
    assert evening.replay.entries == before
    assert names(again(library)) == ["20"]
    assert not write(library)
    drop_offered(library)
    assert names(again(library)) == []


def test_what_is_refused_is_offered_with_all_after_it(library: Library) -> None:
    evening = play(library)
    nonsense = {"type": "meld", "side": 7, "cards": 20}
    wait(
        library,
        tap(evening, Meld(MINE, 20)),
        {**tap(evening, None, "refused"), "entry": nonsense},
        tap(evening, Meld(YOURS, 40), "after it"),
    )
    assert write(library)
    assert entries_of(evening) == (Meld(MINE, 20),)
    assert names(library) == ["refused", "after it"]
    with pytest.raises(Refused):
        write_offered(library)
    assert names(library) == ["refused", "after it"]


def test_what_is_offered_is_written_at_the_end_and_more_is_offered_after_it(
    library: Library,
) -> None:
    evening = play(library)
    for entry in (Meld(MINE, 20), Meld(MINE, 40)):
        wait(library, tap(evening, entry, revision="another"))
        assert write(library)
    assert len(names(library)) == 2
    write_offered(library)
    assert entries_of(evening) == (Meld(MINE, 20), Meld(MINE, 40))
    assert offered(library) == ()


def test_what_is_offered_for_an_evening_in_the_bin_stays(library: Library) -> None:
    evening = play(library)
    wait(library, tap(evening, Meld(MINE, 20), "20"))
    library.put_into_bin(evening.key)
    assert write(library)
    write_offered(library)
    assert names(library) == ["20"]


def test_what_is_refused_keeps_nothing_of_other_evenings_from_being_written(
    library: Library,
) -> None:
    first, second, gone = (play(library) for _ in range(3))
    nonsense = {"type": "meld", "side": 7, "cards": 20}
    taps = (
        tap(gone, Meld(MINE, 20), "gone", revision="another"),
        {**tap(first, None, "refused", revision="another"), "entry": nonsense},
        tap(second, Meld(YOURS, 40), revision="another"),
        tap(first, Meld(MINE, 20), "after it", revision="another"),
        tap(second, Meld(MINE, 20), revision="another"),
    )
    wait(library, *taps)
    assert write(library)
    library.put_into_bin(gone.key)
    with pytest.raises(Refused):
        write_offered(library)
    assert names(library) == ["gone", "refused", "after it"]
    assert entries_of(second) == (Meld(YOURS, 40), Meld(MINE, 20))


def test_a_line_tells_when_it_was_tapped_and_not_when_it_was_written(library: Library) -> None:
    evening, at = play(library), "2026-11-20T23:55:10+01:00"
    tapped = tap(evening, replace(Meld(MINE, 20), at=at))
    wait(library, tapped, {**tapped, "revision": "another"})
    assert write(library)
    write_offered(library)
    assert [entry.at for entry in evening.replay.entries] == [at, at]


def test_what_waits_for_an_evening_that_cannot_be_opened_is_offered(library: Library) -> None:
    evening = play(library)
    wait(library, tap(evening, Meld(MINE, 20), "20"))
    for file in (library.folder / "evenings").iterdir():
        file.write_text("damaged")
    assert write(again(library))
    assert names(library) == ["20"]


WRONG = (
    b"",
    b"{}",
    b"[7]",
    b"\xff",
    b"[" * 100_000,
    b'[{"evening": "x"}]',
    json.dumps([{"evening": "x", "revision": "", "key": "k", "name": "n", "score": 7}]).encode(),
)


@pytest.mark.parametrize("content", WRONG)
def test_what_cannot_be_read_is_set_aside_and_harms_nothing(
    library: Library, content: bytes
) -> None:
    evening = play(library, deal(MINE))
    (library.folder / "waiting.json").write_bytes(content)
    with pytest.raises(Refused):
        write(library)
    (library.folder / "not-written.json").write_bytes(content)
    assert offered(library) == ()
    assert not write(library)
    assert [file.read_bytes() for file in library.damaged_files()] == [content, content]
    assert entries_of(again(library).evening(evening.key)) == (deal(MINE),)


def test_what_the_disk_does_not_take_is_offered(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = play(library)
    wait(library, tap(evening, Meld(MINE, 20), "20"))

    def full(*_: object) -> None:
        raise OSError(28, "No space left")

    with monkeypatch.context() as changed:
        changed.setattr(Evening, "write", full)
        assert write(library)
    assert names(library) == ["20"]
    assert entries_of(evening) == ()


def test_a_tap_says_what_it_is() -> None:
    told = WaitingTap("key", "revision", "meld-20-0", "Mein: 20 melden", ("1", "0"))
    assert told.entry is None


def test_nothing_is_written_if_what_waits_cannot_be_read(library: Library) -> None:
    evening = play(library, deal(YOURS))
    wait(library, tap(evening, TAPPED[0]))
    with unreadable("open", BROKEN, library.folder / "waiting.json"):
        with pytest.raises(OSError, match="Input/output"):
            write(library)
        assert entries_of(evening) == (deal(YOURS),)
    assert write(library)
    assert entries_of(evening) == (deal(YOURS), TAPPED[0])


def test_if_what_is_offered_cannot_be_read_what_fits_is_written_once_and_the_rest_waits_on(
    library: Library,
) -> None:
    evening = play(library, deal(YOURS))
    wait(library, tap(evening, TAPPED[0]), tap(evening, TAPPED[1], revision="another"))
    (library.folder / "not-written.json").write_text("[]")
    with unreadable("open", BROKEN, library.folder / "not-written.json"):
        for _ in range(2):
            with pytest.raises(OSError, match="Input/output"):
                write(library)
            assert entries_of(evening) == (deal(YOURS), TAPPED[0])
        wait(library, tap(evening, TAPPED[2]))
        assert write(library)
    assert entries_of(evening) == (deal(YOURS), TAPPED[0], TAPPED[2])
    wait(library, tap(evening, TAPPED[1], revision="another"))
    assert write(library)
    assert len(offered(library)) == 1
