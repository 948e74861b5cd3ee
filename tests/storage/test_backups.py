"""Automatic copies: kept at the end of an evening and each day, and put back on request."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from failing_disk import BROKEN, FULL, KILLED, Disk, unreadable
from on_disk import a_folder, all_files, emptied, harm, missing
from played import deal, play

from scoring.bauerchen import Meld
from scoring.journal import Journal
from storage import (
    Backup,
    Contents,
    Evening,
    FromTheFuture,
    Library,
    Settings,
    Theme,
    Unreadable,
    UnreadableNow,
)
from storage.durable import DurableStorage
from storage.places import (
    backups_folder,
    evening_file,
    library_file,
    previous_generation,
    unfinished,
)

ONE, TWO = Meld(0, 20), Meld(1, 40)
BERLIN, LOS_ANGELES = "CET-1CEST,M3.5.0,M10.5.0/3", "PST8PDT,M3.2.0,M11.1.0"
AUCKLAND = "NZST-12NZDT,M9.5.0,M4.1.0/3"


def copies(library: Library, of: Evening | str) -> list[Backup]:
    key = of if isinstance(of, str) else of.key
    return [backup for backup in library.backups() if backup.key == key]


def copies_of_library(library: Library) -> list[Backup]:
    return [backup for backup in library.backups() if backup.is_library]


def opened(library: Library, evening: Evening) -> None:
    """Open an evening as the list of evenings does."""
    library.change(replace(library.settings, open_evening=evening.key))


def journal_in(library: Library, backup: Backup) -> Journal:
    return library.read_copy(backup).journal


def at_another_time(backup: Backup, stamp: str) -> None:
    """Make a copy one of another time."""
    _, _, rest = backup.file.name.partition(".")
    backup.file.rename(backup.file.with_name(f"{stamp}.{rest}"))


# When copies are kept


def test_an_evening_is_copied_when_another_is_begun(tmp_path: Path) -> None:
    library = Library(tmp_path)
    earlier = play(library, ONE)
    assert copies(library, earlier) == []
    later = play(library)
    (copy,) = copies(library, earlier)
    assert journal_in(library, copy) == earlier.journal
    assert copies(library, later) == []


def test_an_evening_is_copied_when_another_is_opened(tmp_path: Path) -> None:
    library = Library(tmp_path)
    earlier, later = play(library, ONE), play(library, TWO)
    opened(library, earlier)
    (copy,) = copies(library, later)
    assert journal_in(library, copy) == later.journal


def test_an_evening_is_copied_when_the_app_is_started_again(tmp_path: Path) -> None:
    evening = play(Library(tmp_path), ONE)
    library = Library(tmp_path)
    (copy,) = copies(library, evening)
    assert journal_in(library, copy) == evening.journal


def test_an_evening_is_copied_when_it_is_put_into_the_bin(tmp_path: Path) -> None:
    library = Library(tmp_path)
    evening, _ = play(library, ONE), play(library)
    evening.write(TWO)
    library.put_into_bin(evening.key)
    assert journal_in(library, copies(library, evening)[0]) == evening.journal


def test_an_evening_that_has_not_changed_is_not_copied_twice(tmp_path: Path) -> None:
    library = Library(tmp_path)
    one, other = play(library, ONE), play(library, TWO)
    for _ in range(3):
        opened(library, one)
        opened(library, other)
    library.put_into_bin(one.key)
    library.put_into_bin(other.key)
    library = Library(tmp_path)
    assert [len(copies(library, evening)) for evening in (one, other)] == [1, 1]


def test_each_end_of_an_evening_has_its_copy_the_newest_first(tmp_path: Path) -> None:
    library = Library(tmp_path)
    evening, other = play(library), play(library)
    journals = [evening.journal]
    for entry in (ONE, TWO, deal(0)):
        opened(library, evening)
        evening.write(entry)
        journals.insert(0, evening.journal)
        opened(library, other)
    assert [journal_in(library, copy) for copy in copies(library, evening)] == journals


def test_what_is_chosen_is_not_the_end_of_an_evening(tmp_path: Path) -> None:
    library = Library(tmp_path)
    evening = play(library, ONE)
    library.change(replace(library.settings, theme=Theme.LIGHT))
    assert copies(library, evening) == []


def test_an_evening_of_which_only_the_generation_before_can_be_read_is_copied(
    tmp_path: Path,
) -> None:
    evening = play(Library(tmp_path), ONE, TWO)
    evening_file(tmp_path, evening.key).write_bytes(b"Karl")
    assert Library(tmp_path).evening(evening.key).damaged
    library = Library(tmp_path)
    (copy,) = [copy for copy in copies(library, evening) if copy.file.read_bytes() != b"Karl"]
    assert len(journal_in(library, copy).operations) == 1


def test_copies_that_cannot_be_kept_do_not_keep_anybody_from_going_on(tmp_path: Path) -> None:
    library = Library(tmp_path)
    play(library)
    backups_folder(tmp_path).rename(tmp_path / "elsewhere")
    evening = play(library, ONE)
    assert Library(tmp_path).sheet(evening.key) == evening.sheet


def test_only_the_newest_twenty_copies_of_evenings_stay(tmp_path: Path) -> None:
    library = Library(tmp_path)
    evenings = [play(library, ONE) for _ in range(25)]
    kept = [backup.key for backup in library.backups() if not backup.is_library]
    assert kept == [evening.key for evening in reversed(evenings[4:24])]
    assert len(copies_of_library(library)) == 1


def test_the_library_is_copied_before_the_first_change_of_a_day(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.change(Settings("en"))
    assert copies_of_library(library) == []
    library.change(Settings("pfl"))
    library.change(Settings("de"))
    (copy,) = copies_of_library(library)
    at_another_time(copy, "20261119T120000000000")
    library.change(Settings("en", Theme.DARK))
    library.change(Settings("en", Theme.LIGHT))
    today, earlier = copies_of_library(library)
    assert [today.at.date(), earlier.at.day] == [datetime.now().astimezone().date(), 19]
    library.restore(today)
    assert library.settings == Settings("de")
    library.restore(earlier)
    assert library.settings == Settings("en")


def test_only_the_newest_twenty_copies_of_the_library_stay(tmp_path: Path) -> None:
    library = Library(tmp_path)
    play(library)
    play(library)
    for number in range(25):
        library.change(replace(library.settings, language=f"{number}"))
        at_another_time(copies_of_library(library)[0], f"202609{number + 1:02}T120000000000")
    library.change(replace(library.settings, language="last"))
    kept = copies_of_library(library)
    assert len(kept) == 20
    assert [backup.at.day for backup in kept[1:]] == list(range(25, 6, -1))
    assert len(library.backups()) == 21


def test_an_old_copy_that_cannot_be_thrown_away_is_in_nobodys_way(tmp_path: Path) -> None:
    for step in count(1):
        library = Library(tmp_path / str(step))
        library.change(Settings("en"))
        for day in range(1, 22):
            name = f"202609{day:02}T120000000000.library.json"
            (backups_folder(library.folder) / name).write_bytes(b"old")
        with Disk(step, FULL) as disk:
            try:
                library.change(Settings("pfl"))
            except OSError:
                assert disk.calls[step - 1] != "unlink"
        if not disk.has_failed:
            break
    assert len(copies_of_library(library)) == 20


@pytest.fixture
def travel() -> Iterator[Callable[[str], None]]:
    """Go to another time zone, and home again after the test."""
    with pytest.MonkeyPatch.context() as patch:

        def go(zone: str) -> None:
            patch.setenv("TZ", zone)
            time.tzset()

        yield go
    time.tzset()


def test_a_copy_tells_when_it_was_made_wherever_that_was(
    tmp_path: Path, travel: Callable[[str], None]
) -> None:
    travel(AUCKLAND)
    library, earliest = Library(tmp_path), datetime.now().astimezone()
    evening = play(library)
    play(library)
    latest = datetime.now().astimezone()
    travel(LOS_ANGELES)
    (copy,) = copies(library, evening)
    assert earliest <= copy.at <= latest
    assert (copy.at.tzname() or "").startswith("P")


def test_copies_are_in_order_in_the_night_when_summer_time_ends(
    tmp_path: Path, travel: Callable[[str], None]
) -> None:
    travel(BERLIN)
    library = Library(tmp_path)
    for stamp in ("20261025T003000000000", "20261025T011000000000"):
        (backups_folder(tmp_path) / f"{stamp}.a.json").write_bytes(b"")
    assert [f"{backup.at:%H:%M %Z}" for backup in library.backups()] == ["02:10 CET", "02:30 CEST"]


@pytest.mark.parametrize(
    "name",
    [
        *("library.json", "a.json", ".json", "20261120.a.json", "20261120T200000000000.a.previous"),
        *("20261120T200000000000.a.unfinished", "20261320T200000000000.a.json", "Thumbs.db"),
        *("00010101T000000000000.a.json", "99991231T235959999999.a.json"),
    ],
)
@pytest.mark.parametrize("zone", [AUCKLAND, LOS_ANGELES])
def test_files_that_are_no_copies_are_left_alone(
    tmp_path: Path, name: str, zone: str, travel: Callable[[str], None]
) -> None:
    travel(zone)
    library = Library(tmp_path)
    file = backups_folder(tmp_path) / name
    file.write_bytes(b"mine")
    (backups_folder(tmp_path) / "20261120T200000000000.folder.json").mkdir()
    assert {backup.key for backup in library.backups()} <= {"a"}
    library.change(Settings("en"))
    play(library)
    assert file.read_bytes() == b"mine"


def test_copies_that_cannot_be_read_do_not_keep_others_from_being_made(tmp_path: Path) -> None:
    library = Library(tmp_path)
    evening = play(library, ONE)
    play(library)
    (bad,) = copies(library, evening)
    with unreadable("read", BROKEN, bad.file):
        library.put_into_bin(evening.key)
    assert len(copies(library, evening)) == 2


# Putting a copy of an evening back


def kept(held: Evening | Contents) -> tuple[Any, ...]:
    """Return all that an evening is made of."""
    return held.journal, held.sheet, held.draft


def with_copy(folder: Path) -> tuple[Library, Evening, Backup, tuple[Any, ...]]:
    """Return an evening that went on since it was copied, the copy, and what is in it."""
    library = Library(folder)
    evening = play(library, ONE, TWO, deal(0), title="Stammtisch")
    evening.undo()
    evening.keep_draft({"spritzen": 2})
    then = kept(evening)
    play(library, title="another")
    evening.write(TWO)
    (copy,) = copies(library, evening)
    return library, evening, copy, then


def test_what_a_copy_holds_can_be_looked_at_without_putting_it_back(tmp_path: Path) -> None:
    library, evening, copy, then = with_copy(tmp_path)
    before = all_files(tmp_path)
    looked_at = library.read_copy(copy)
    assert kept(looked_at) == then != kept(evening)
    assert not isinstance(looked_at, Evening)
    assert all_files(tmp_path) == before


def test_looking_at_a_copy_moves_and_changes_nothing_whatever_lies_there(tmp_path: Path) -> None:
    library, evening, copy, _ = with_copy(tmp_path)
    whole = copy.file.read_bytes()
    for content, beside in ((b"Karl", whole), (whole, b"Karl")):
        copy.file.write_bytes(content)
        previous_generation(copy.file).write_bytes(beside)
        unfinished(copy.file).mkdir(exist_ok=True)
        before, now = sorted(tmp_path.rglob("*")), all_files(tmp_path)
        if content is whole:
            library.read_copy(copy)
        else:
            for do in (library.read_copy, library.restore):
                with pytest.raises(Unreadable):
                    do(copy)
        assert (sorted(tmp_path.rglob("*")), all_files(tmp_path)) == (before, now)
    assert evening.draft == {"spritzen": 2}


@pytest.mark.parametrize("of_library", [False, True])
def test_a_copy_that_cannot_be_read_at_the_moment_is_left_and_read_later(
    tmp_path: Path, *, of_library: bool
) -> None:
    library, evening, copy, then = with_copy(tmp_path)
    copy = copies_of_library(library)[0] if of_library else copy
    before = all_files(tmp_path)
    with unreadable("open", BROKEN, copy.file), pytest.raises(UnreadableNow):
        library.restore(copy)
    assert all_files(tmp_path) == before
    library.restore(copy)
    assert of_library or kept(evening) == then


def test_a_copy_comes_back_with_all_that_can_be_undone_and_redone(tmp_path: Path) -> None:
    library, evening, copy, then = with_copy(tmp_path)
    library.restore(copy)
    assert kept(evening) == then
    again = Library(tmp_path).evening(evening.key)
    assert kept(again) == then
    again.redo()
    assert again.replay.entries[2].at == evening.journal.operations[2].entry.at  # type: ignore[union-attr]


def test_what_is_there_is_copied_before_a_copy_is_put_back(tmp_path: Path) -> None:
    library, evening, copy, then = with_copy(tmp_path)
    now = kept(evening)
    library.restore(copy)
    newest, restored = copies(library, evening)
    assert restored == copy
    library.restore(newest)
    assert kept(evening) == now
    library.restore(copy)
    assert kept(evening) == then


def test_whoever_looks_at_the_evening_sees_the_copy_come_back(tmp_path: Path) -> None:
    library, evening, copy, then = with_copy(tmp_path)
    heard: list[tuple[Any, ...]] = []
    evening.listeners.add(lambda: heard.append(kept(evening)))
    library.restore(copy)
    assert heard == [then]
    assert library.evening(evening.key) is evening
    evening.write(ONE)
    assert kept(Library(tmp_path).evening(evening.key)) == kept(evening)


@pytest.mark.parametrize("is_damaged", [False, True])
@pytest.mark.parametrize("is_listed", [False, True])
def test_whoever_looks_at_the_list_hears_once_that_a_copy_came_back(
    tmp_path: Path, *, is_damaged: bool, is_listed: bool
) -> None:
    _, evening, copy, then = with_copy(tmp_path)
    if is_damaged:
        harm(evening_file(tmp_path, evening.key))
    library = Library(tmp_path)
    if not is_listed:
        for each in evening_file(tmp_path, evening.key).parent.glob(f"{evening.key}.*"):
            each.unlink()
        library = Library(tmp_path)
    heard: list[tuple[Any, ...]] = []
    library.listeners.add(lambda: heard.append(kept(library.evening(evening.key))))
    library.restore(copy)
    assert heard == [then]


def test_whoever_looks_at_evenings_hears_that_the_library_takes_them_out_of_the_bin(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path)
    evening, other = play(library, ONE), play(library)
    copy = copied(library, language="en")
    heard: list[str] = []
    evening.listeners.add(lambda: heard.append("evening"))
    other.listeners.add(lambda: heard.append("other"))
    library.put_into_bin(evening.key)
    library.restore(copy)
    assert library.holds(evening.key)
    assert heard == ["evening"] * 2


def test_an_evening_that_nobody_has_open_is_put_back(tmp_path: Path) -> None:
    _, evening, copy, then = with_copy(tmp_path)
    library = Library(tmp_path)
    library.restore(copy)
    assert kept(library.evening(evening.key)) == then


HARMS = pytest.mark.parametrize("harmed", [emptied, a_folder, missing])


@HARMS
def test_an_evening_of_which_nothing_can_be_read_is_put_back(
    tmp_path: Path, harmed: Callable[[Path], None]
) -> None:
    _, evening, copy, then = with_copy(tmp_path)
    file = evening_file(tmp_path, evening.key)
    emptied(previous_generation(file))
    harmed(file)
    library = Library(tmp_path)
    library.restore(copy)
    for looked_at in (library, Library(tmp_path)):
        assert kept(looked_at.evening(evening.key)) == then
        assert looked_at.label(evening.key).title == "Stammtisch"
    assert len(library.damaged_files()) == (2 if harmed is emptied else 1)


@HARMS
def test_an_evening_of_which_the_generation_before_can_be_read_is_copied_and_put_back(
    tmp_path: Path, harmed: Callable[[Path], None]
) -> None:
    _, evening, copy, then = with_copy(tmp_path)
    harmed(evening_file(tmp_path, evening.key))
    library = Library(tmp_path)
    before = kept(library.evening(evening.key))
    library.restore(copy)
    assert kept(library.evening(evening.key)) == then
    assert kept(library.read_copy(copies(library, evening)[0])) == before


def test_an_evening_that_is_gone_is_put_back(tmp_path: Path) -> None:
    library, evening, copy, then = with_copy(tmp_path)
    file = evening_file(tmp_path, evening.key)
    for each in (file, previous_generation(file)):
        each.unlink()
    gone = Library(tmp_path)
    assert not gone.holds(evening.key)
    for either in (library, gone):
        either.restore(copy)
        assert kept(either.evening(evening.key)) == then
        assert evening.key in {label.key for label in either.labels()}
        assert kept(Library(tmp_path).evening(evening.key)) == then


def test_an_evening_that_is_gone_comes_back_or_stays_gone(tmp_path: Path) -> None:
    for step in count(1):
        _, evening, copy, then = with_copy(tmp_path / str(step))
        file = evening_file(tmp_path / str(step), evening.key)
        for each in (file, previous_generation(file)):
            each.unlink()
        library, restored = Library(tmp_path / str(step)), False
        with Disk(step, FULL) as disk:
            try:
                library.restore(copy)
                restored = True
            except OSError:
                assert disk.has_failed
        for looked_at in (library, Library(tmp_path / str(step))):
            assert looked_at.holds(evening.key) is restored
        if not disk.has_failed:
            break
    assert kept(library.evening(evening.key)) == then


def test_an_evening_in_the_bin_is_put_back_among_the_others(tmp_path: Path) -> None:
    library, evening, copy, then = with_copy(tmp_path)
    library.put_into_bin(evening.key)
    library.restore(copy)
    for looked_at in (library, Library(tmp_path)):
        assert looked_at.bin() == []
        assert kept(looked_at.evening(evening.key)) == then


def test_an_evening_thrown_away_has_no_copy_left_to_put_back(tmp_path: Path) -> None:
    library, evening, copy, _ = with_copy(tmp_path)
    library.put_into_bin(evening.key)
    library.throw_away([evening.key])
    assert copies(library, evening) == []
    with pytest.raises(Unreadable):
        library.restore(copy)
    assert not library.holds(evening.key)


def damages(content: bytes) -> Iterator[bytes]:
    yield from (content[:length] for length in range(0, len(content), 50))
    yield from (b"Karl", content.replace(b"2", b"4", 1), b"\0" * len(content), content * 2)


def test_a_damaged_copy_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    library, evening, copy, _ = with_copy(tmp_path)
    now = kept(evening)
    for damaged in damages(copy.file.read_bytes()):
        copy.file.write_bytes(damaged)
        before = all_files(tmp_path)
        for do in (library.read_copy, library.restore):
            with pytest.raises(Unreadable):
                do(copy)
        assert (kept(evening), all_files(tmp_path)) == (now, before)


def test_a_copy_of_a_newer_app_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    library, evening, copy, _ = with_copy(tmp_path)
    (tables,) = (DurableStorage(copy.file).read() or {}).values()
    DurableStorage(copy.file).write({"sheets": {"1": {**tables["1"], "schema": 2}}})
    now, before = kept(evening), all_files(tmp_path)
    with pytest.raises(FromTheFuture):
        library.restore(copy)
    assert (kept(evening), all_files(tmp_path)) == (now, before)


def test_an_evening_of_a_newer_app_is_not_replaced_by_its_copy(tmp_path: Path) -> None:
    _, evening, copy, _ = with_copy(tmp_path)
    storage = DurableStorage(evening_file(tmp_path, evening.key))
    document = (storage.read() or {})["sheets"]["1"]
    storage.write({"sheets": {"1": {**document, "schema": 2}}})
    library = Library(tmp_path)
    before = all_files(tmp_path)
    with pytest.raises(FromTheFuture):
        library.restore(copy)
    assert all_files(tmp_path) == before


@pytest.mark.parametrize("in_bin", [False, True])
@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("is_damaged", [False, True])
@pytest.mark.parametrize("error", [FULL, KILLED])
def test_putting_back_at_every_step_the_evening_is_as_it_was_or_as_the_copy(
    tmp_path: Path, error: BaseException, *, in_bin: bool, is_open: bool, is_damaged: bool
) -> None:
    for step in count(1):
        folder = tmp_path / str(step)
        library, evening, copy, then = with_copy(folder)
        now = kept(evening)
        if in_bin:
            library.put_into_bin(evening.key)
        if is_damaged:
            harm(evening_file(folder, evening.key))
        if not is_open:
            library = Library(folder)
        restored = False
        with Disk(step, error) as disk:
            try:
                library.restore(copy)
                restored = True
            except type(error):
                assert disk.has_failed
        if error is FULL and is_open:
            assert kept(evening) == (then if restored else now)
        again = Library(folder)
        assert kept(again.read_copy(copy)) == then
        if restored:
            assert kept(again.evening(evening.key)) == then
        if not disk.has_failed:
            break
        if again.holds(evening.key) and not is_damaged:
            assert kept(again.evening(evening.key)) in (now, then)
        again.restore(copy)
        assert kept(again.evening(evening.key)) == then
    assert step > 10


def test_nothing_is_put_back_if_what_is_there_cannot_be_copied_first(tmp_path: Path) -> None:
    library, evening, copy, _ = with_copy(tmp_path)
    now = kept(evening)
    with Disk(1, FULL), pytest.raises(OSError, match="No space"):
        library.restore(copy)
    assert kept(evening) == kept(Library(tmp_path).evening(evening.key)) == now


def test_the_oldest_copy_stays_until_it_is_put_back(tmp_path: Path) -> None:
    library, evening, copy, then = with_copy(tmp_path)
    for _ in range(19):
        play(library)
    assert len(library.backups()) - len(copies_of_library(library)) == 20
    with Disk(1, FULL, stays_broken=True), pytest.raises(OSError, match="No space"):
        library.restore(copy)
    for step in range(2, 12):
        with Disk(step, FULL, stays_broken=True), pytest.raises(OSError, match="No space"):
            library.restore(copy)
        assert kept(library.read_copy(copy)) == then
    library.restore(copy)
    assert kept(evening) == then
    assert len(library.backups()) - len(copies_of_library(library)) == 20


# Putting a copy of the library back


def copied(library: Library, **then: Any) -> Backup:
    """Change the settings as if for the first time today; return the copy of before."""
    for copy in copies_of_library(library):
        copy.file.unlink()
    library.change(replace(library.settings, **then))
    (copy,) = copies_of_library(library)
    return copy


def copied_library(folder: Path) -> tuple[Library, Backup, Evening]:
    """Return a library of which a copy holds other settings and players, and its evening."""
    library = Library(folder)
    evening = play(library, ONE)
    library.change(replace(library.settings, language="pfl", theme=Theme.LIGHT))
    return library, copied(library, language="en", players=("Jörg",)), evening


def test_settings_and_players_of_a_copy_come_back(tmp_path: Path) -> None:
    library, copy, evening = copied_library(tmp_path)
    now = library.settings
    library.restore(copy)
    players = ("Karl", "Erna", "Hans", "Ruth")
    assert library.settings == Settings("pfl", Theme.LIGHT, evening.key, players, "bauerchen")
    assert Library(tmp_path).settings == library.settings
    library.restore(copies_of_library(library)[0])
    assert library.settings == now


def test_evenings_stay_as_they_are_when_the_library_is_put_back(tmp_path: Path) -> None:
    library, copy, evening = copied_library(tmp_path)
    later = play(library, TWO, title="later")
    labels, journals = library.labels(), [evening.journal, later.journal]
    library.restore(copy)
    assert library.settings.open_evening == later.key
    again = Library(tmp_path)
    assert library.labels() == again.labels() == labels
    assert [again.evening(each.key).journal for each in (evening, later)] == journals


def test_the_library_brings_evenings_out_of_the_bin_and_puts_none_in(tmp_path: Path) -> None:
    library = Library(tmp_path)
    first, second, third = (play(library) for _ in range(3))
    library.put_into_bin(first.key)
    library.put_into_bin(second.key)
    copy = copied(library, language="en")
    library.take_out_of_bin(first.key)
    library.put_into_bin(third.key)
    library.restore(copy)
    for looked_at in (library, Library(tmp_path)):
        assert {label.key for label in looked_at.labels()} == {first.key, third.key}
        assert {label.key for label in looked_at.bin()} == {second.key}


def test_a_damaged_copy_of_the_library_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    library, copy, _ = copied_library(tmp_path)
    settings = library.settings
    for damaged in damages(copy.file.read_bytes()):
        copy.file.write_bytes(damaged)
        before = all_files(tmp_path)
        with pytest.raises(Unreadable):
            library.restore(copy)
        assert (library.settings, all_files(tmp_path)) == (settings, before)
    copy.file.unlink()
    with pytest.raises(Unreadable):
        library.restore(copy)


def test_a_copy_of_the_library_of_a_newer_app_is_refused(tmp_path: Path) -> None:
    library, copy, _ = copied_library(tmp_path)
    DurableStorage(copy.file).write({"settings": {"1": {"schema": 2}}})
    before = all_files(tmp_path)
    with pytest.raises(FromTheFuture):
        library.restore(copy)
    assert all_files(tmp_path) == before


def test_a_copy_of_the_library_is_put_back_where_its_file_is_gone(tmp_path: Path) -> None:
    library, copy, _ = copied_library(tmp_path)
    library_file(tmp_path).unlink()
    library.restore(copy)
    assert Library(tmp_path).settings.language == "pfl"


@pytest.mark.parametrize("error", [FULL, KILLED])
def test_a_copy_of_the_library_comes_back_or_all_is_as_it_was(
    tmp_path: Path, error: BaseException
) -> None:
    for step in count(1):
        library, copy, _ = copied_library(tmp_path / str(step))
        before = library.settings
        with Disk(step, error) as disk:
            try:
                library.restore(copy)
            except type(error):
                assert disk.has_failed
                assert library.settings == before
        if not disk.has_failed:
            break
        settings = Library(tmp_path / str(step)).settings
        assert settings.language in (("en",) if error is FULL else ("en", "pfl"))
    assert step > 10
