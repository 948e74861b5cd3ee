"""What is written is there, whatever happens to the disk, the file or the process."""

import errno
import fcntl
import hashlib
import json
import os
import stat
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from failing_disk import FULL, KILLED, READ_ONLY, READING, Disk, unreadable
from hypothesis import given
from on_disk import emptied, missing
from strategies import json_values
from tinydb import TinyDB

from storage.durable import (
    Damaged,
    DurableStorage,
    Tables,
    Unreadable,
    UnreadableNow,
    put,
    set_all_aside,
    write_durably,
)
from storage.places import ASIDE, previous_generation, unfinished


def tables(number: int) -> dict[str, Any]:
    return {"sheets": {"1": {"number": number, "name": "Köbes"}}}


def written(file: Path, *numbers: int) -> DurableStorage[Any]:
    storage = DurableStorage(file)
    for number in numbers:
        storage.write(tables(number))
    return storage


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def signed(content: bytes) -> bytes:
    """Return a file that says of itself that it is whole."""
    return content + b"\nsha256:" + hashlib.sha256(content).hexdigest().encode() + b"\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "sheet.json"


# What was written is read


def test_nothing_is_read_where_nothing_was_written(file: Path) -> None:
    assert DurableStorage(file).read() is None
    assert contents(file.parent) == {}


def test_what_was_last_written_is_read_at_once_and_after_opening_again(file: Path) -> None:
    storage = written(file, 1, 2, 3)
    assert storage.read() == tables(3)
    assert DurableStorage(file).read() == tables(3)


def test_the_generation_before_is_kept(file: Path) -> None:
    written(file, 1, 2)
    before = file.read_bytes()
    written(file, 3)
    assert set(contents(file.parent)) == {file.name, previous_generation(file).name}
    assert previous_generation(file).read_bytes() == before


def test_what_was_read_can_be_changed_without_changing_what_is_kept(file: Path) -> None:
    storage = written(file, 1)
    read = storage.read()
    assert read is not None
    read["sheets"]["1"]["number"] = 2
    read["sheets"]["2"] = {}
    read["more"] = {}
    assert storage.read() == tables(1)


def test_opening_and_reading_changes_no_file(file: Path) -> None:
    written(file, 1, 2)
    before = contents(file.parent)
    assert DurableStorage(file).damaged is None
    assert contents(file.parent) == before


@given(json_values())
def test_a_document_may_hold_anything_that_json_can_say(
    tmp_path_factory: pytest.TempPathFactory, value: object
) -> None:
    file = tmp_path_factory.mktemp("any") / "sheet.json"
    TinyDB(storage=lambda: DurableStorage(file)).insert({"value": value})
    (document,) = TinyDB(storage=lambda: DurableStorage(file)).all()
    assert repr(document["value"]) == repr(json.loads(json.dumps(value)))


def test_a_new_document_is_put_in_its_place_in_one_write(file: Path) -> None:
    database = TinyDB(storage=lambda: DurableStorage(file))
    put(database.table("sheets"), {"number": 1}, 7)
    assert not previous_generation(file).exists()
    put(database.table("sheets"), {"number": 2}, 7)
    assert DurableStorage(file).read() == {"sheets": {"7": {"number": 2}}}
    assert b'"number":1' in previous_generation(file).read_bytes()


def test_nothing_of_the_old_document_is_left_in_the_new_one(file: Path) -> None:
    database = TinyDB(storage=lambda: DurableStorage(file))
    put(database.table("sheets"), {"number": 1, "name": "Köbes"}, 7)
    put(database.table("sheets"), {"number": 2}, 7)
    assert DurableStorage(file).read() == {"sheets": {"7": {"number": 2}}}


# The file is damaged


def single_bit_flips(content: bytes) -> Iterator[bytes]:
    for bit in range(8 * len(content)):
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        yield bytes(flipped)


def truncations(content: bytes) -> Iterator[bytes]:
    return (content[:length] for length in range(len(content)))


def garbage(content: bytes) -> Iterator[bytes]:
    yield from (b"\0" * len(content), b"\xff\xfe\x00", b"Karl", content * 2, content + b"\n")
    yield content.replace(b"2", b"3", 1)
    yield content.partition(b"\n")[0]


WRONG_SHAPES = (
    *(b"null", b"7", b"[]", b'"sheets"', b'{"sheets": null}', b'{"sheets": []}', b"NaN", b""),
    *(b'{"sheets": {"1": null}}', b'{"sheets": {"1": [["a", 1]]}}', b'{"sheets": {"one": {}}}'),
    *(b'{"sheets": {"' + b"1" * 5000 + b'": {}}}', b'{"sheets": ' + b"[" * 100_000, b"\xff"),
)


def wrong_shapes(_: bytes) -> Iterator[bytes]:
    return (variant for shape in WRONG_SHAPES for variant in (shape, signed(shape)))


DAMAGE = pytest.mark.parametrize("damage", [truncations, single_bit_flips, garbage, wrong_shapes])


@DAMAGE
def test_a_damaged_file_is_set_aside_and_the_generation_before_is_opened(
    file: Path, damage: Callable[[bytes], Iterator[bytes]]
) -> None:
    written(file, 1, 2)
    for damaged in damage(file.read_bytes()):
        file.write_bytes(damaged)
        storage = DurableStorage(file)
        assert storage.read() == tables(1)
        assert storage.damaged is not None
        assert storage.damaged.read_bytes() == damaged
        assert not file.exists()
        storage.damaged.unlink()


@DAMAGE
def test_if_the_generation_before_is_damaged_too_nothing_is_changed(
    file: Path, damage: Callable[[bytes], Iterator[bytes]]
) -> None:
    written(file, 1, 2)
    for damaged in damage(file.read_bytes()):
        file.write_bytes(damaged)
        previous_generation(file).write_bytes(damaged)
        before = contents(file.parent)
        with pytest.raises(Unreadable) as unreadable:
            DurableStorage(file)
        assert unreadable.value.file == file
        assert contents(file.parent) == before


def test_a_damaged_generation_before_does_no_harm(file: Path) -> None:
    written(file, 1, 2)
    previous_generation(file).write_bytes(b"")
    assert DurableStorage(file).read() == tables(2)


def test_a_damaged_file_without_a_generation_before_is_left_as_it_is(file: Path) -> None:
    file.write_bytes(b"")
    with pytest.raises(Unreadable):
        DurableStorage(file)
    assert contents(file.parent) == {file.name: b""}


@pytest.mark.parametrize("damaged", [b"", b"Karl"])
def test_a_damaged_generation_before_without_a_file_is_left_as_it_is(
    file: Path, damaged: bytes
) -> None:
    previous_generation(file).write_bytes(damaged)
    with pytest.raises(Unreadable):
        DurableStorage(file)
    assert contents(file.parent) == {previous_generation(file).name: damaged}


def test_every_damaged_file_is_kept_beside_the_others(file: Path) -> None:
    asides = []
    for damaged in (b"a", b"b", b"c"):
        written(file, 1, 2)
        file.write_bytes(damaged)
        asides.append(DurableStorage(file).damaged)
    assert [aside and aside.read_bytes() for aside in asides] == [b"a", b"b", b"c"]


def test_the_game_goes_on_after_damage_and_the_generation_before_stays(file: Path) -> None:
    written(file, 1, 2)
    file.write_bytes(b"")
    storage = written(file, 3)
    assert storage.damaged is not None
    assert DurableStorage(file).read() == tables(3)
    file.write_bytes(b"")
    assert DurableStorage(file).read() == tables(1)


# The file cannot be understood


def only_odd_numbers(tables: Tables) -> object:
    number = tables["sheets"]["1"]["number"]
    if number % 2 == 0:
        raise Damaged
    return number


def test_what_was_understood_is_kept(file: Path) -> None:
    written(file, 1)
    assert DurableStorage(file, only_odd_numbers).understood == 1


def test_where_nothing_was_written_nothing_is_understood(file: Path) -> None:
    assert DurableStorage(file, only_odd_numbers).understood is None


def test_a_file_that_makes_no_sense_is_set_aside_and_the_generation_before_is_opened(
    file: Path,
) -> None:
    written(file, 1, 2)
    senseless = file.read_bytes()
    storage = DurableStorage(file, only_odd_numbers)
    assert (storage.read(), storage.understood) == (tables(1), 1)
    assert storage.damaged is not None
    assert storage.damaged.read_bytes() == senseless


@pytest.mark.parametrize("numbers", [(2,), (2, 4)])
def test_if_no_generation_makes_sense_nothing_is_changed(
    file: Path, numbers: tuple[int, ...]
) -> None:
    written(file, *numbers)
    before = contents(file.parent)
    with pytest.raises(Unreadable):
        DurableStorage(file, only_odd_numbers)
    assert contents(file.parent) == before


# The file cannot be read

CALLS = pytest.mark.parametrize("call", READING)
FAULTS = pytest.mark.parametrize(
    "number",
    [
        *(errno.EACCES, errno.EPERM, errno.EIO, errno.ESTALE, errno.EBUSY, errno.ELOOP),
        *(errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EINTR, errno.EAGAIN),
    ],
)


def cannot_be_opened_now(file: Path, call: str, number: int, *unread: Path) -> None:
    """Say that nothing changes while files cannot be read, and which fault is told."""
    before, fault = contents(file.parent), OSError(number, "passes")
    with (
        unreadable(call, fault, *unread),
        pytest.raises(UnreadableNow, match="passes") as told,
    ):
        DurableStorage(file)
    assert told.value.__cause__ is fault
    assert (told.value.errno, told.value.filename) == (number, str(unread[-1]))
    assert contents(file.parent) == before


@CALLS
@FAULTS
def test_a_file_that_cannot_be_read_at_the_moment_stays_and_can_be_read_later(
    file: Path, call: str, number: int
) -> None:
    written(file, 1, 2)
    cannot_be_opened_now(file, call, number, file)
    storage = DurableStorage(file)
    assert (storage.read(), storage.damaged) == (tables(2), None)
    storage.write(tables(3))
    assert DurableStorage(file).read() == tables(3)


@CALLS
@FAULTS
def test_if_no_generation_can_be_read_at_the_moment_nothing_is_changed(
    file: Path, call: str, number: int
) -> None:
    written(file, 1, 2)
    cannot_be_opened_now(file, call, number, previous_generation(file), file)
    assert DurableStorage(file).read() == tables(2)


@CALLS
@FAULTS
@pytest.mark.parametrize("harm", [emptied, missing])
def test_the_newest_file_stays_as_it_is_while_the_generation_before_cannot_be_read(
    file: Path, call: str, number: int, harm: Callable[[Path], None]
) -> None:
    written(file, 1, 2)
    harm(file)
    cannot_be_opened_now(file, call, number, previous_generation(file))
    assert DurableStorage(file).read() == tables(1)


@CALLS
@FAULTS
def test_a_generation_before_that_cannot_be_read_at_the_moment_is_in_nobodys_way(
    file: Path, call: str, number: int
) -> None:
    written(file, 1, 2)
    before = contents(file.parent)
    with unreadable(call, OSError(number, "passes"), previous_generation(file)):
        storage = DurableStorage(file)
    assert (storage.read(), storage.damaged) == (tables(2), None)
    assert contents(file.parent) == before
    storage.write(tables(3))
    assert DurableStorage(file).read() == tables(3)


@pytest.mark.parametrize("call", ["open", "read"])
def test_a_file_that_goes_while_it_is_read_is_looked_for_again_later(file: Path, call: str) -> None:
    written(file, 1, 2)
    cannot_be_opened_now(file, call, errno.ENOENT, file)
    file.unlink()
    assert DurableStorage(file).read() == tables(1)


def test_a_file_of_which_nothing_can_be_told_at_the_moment_is_not_written_over(file: Path) -> None:
    storage = written(file, 1, 2)
    before, fault = contents(file.parent), OSError(errno.ESTALE, "passes")
    with unreadable("stat", fault, file), pytest.raises(OSError, match="passes"):
        storage.write(tables(3))
    assert contents(file.parent) == before
    assert storage.read() == tables(2)
    storage.write(tables(3))
    assert DurableStorage(file).read() == tables(3)


def test_a_damaged_file_that_cannot_be_set_aside_is_left_as_it_is(file: Path) -> None:
    written(file, 1, 2)
    file.write_bytes(b"")
    before = contents(file.parent)
    with Disk(1, READ_ONLY, stays_broken=True), pytest.raises(OSError, match="Read-only"):
        DurableStorage(file)
    assert contents(file.parent) == before


def test_a_file_larger_than_any_that_is_written_is_set_aside(file: Path) -> None:
    written(file, 1, 2)
    size = 64 * 1024 * 1024 + 1
    os.truncate(file, size)
    storage = DurableStorage(file)
    assert storage.read() == tables(1)
    assert storage.damaged is not None
    assert storage.damaged.stat().st_size == size


def test_the_largest_file_that_is_written_is_read_and_no_larger_one_is_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = written(file, 1, 2)
    monkeypatch.setattr("storage.durable._LARGEST", file.stat().st_size)
    storage.write(tables(3))
    before = contents(file.parent)
    with pytest.raises(OSError, match="too large"):
        storage.write(tables(10))
    assert contents(file.parent) == before
    assert storage.read() == tables(3)
    assert DurableStorage(file).read() == tables(3)


# Something else has the name


def folder(name: Path) -> None:
    name.mkdir()
    (name / "Karl").touch()


def pipe(name: Path) -> None:
    os.mkfifo(name)


def link_to_nowhere(name: Path) -> None:
    name.symlink_to("nowhere")


def link_to_itself(name: Path) -> None:
    name.symlink_to(name.name)


def link_through_a_file(name: Path) -> None:
    (name.parent / "a file").touch()
    name.symlink_to("a file/inside")


def link_to_a_name_too_long(name: Path) -> None:
    name.symlink_to("x" * 300)


NEVER_FILES = (folder, pipe, link_to_itself, link_through_a_file, link_to_a_name_too_long)
NO_FILES = pytest.mark.parametrize("make", [link_to_nowhere, *NEVER_FILES])


def set_aside(folder: Path) -> list[Path]:
    return [name for name in folder.iterdir() if name.suffix.startswith(ASIDE)]


@pytest.mark.parametrize("make", NEVER_FILES)
def test_what_is_no_file_is_set_aside_and_the_generation_before_is_opened(
    file: Path, make: Callable[[Path], None]
) -> None:
    written(file, 1, 2)
    file.unlink()
    make(file)
    storage = DurableStorage(file)
    assert storage.read() == tables(1)
    assert set_aside(file.parent) == [storage.damaged]
    storage.write(tables(3))
    assert DurableStorage(file).read() == tables(3)


@NO_FILES
@pytest.mark.parametrize("place", [previous_generation, unfinished])
def test_what_is_no_file_does_not_stop_writing(
    file: Path, make: Callable[[Path], None], place: Callable[[Path], Path]
) -> None:
    written(file, 1)
    make(place(file))
    storage = DurableStorage(file)
    assert storage.damaged is None
    assert len(set_aside(file.parent)) == 1
    storage.write(tables(2))
    assert DurableStorage(file).read() == tables(2)
    assert b'"number":1' in previous_generation(file).read_bytes()
    assert {each for each in file.parent.iterdir() if each.stem == file.stem} == {
        file,
        previous_generation(file),
        *set_aside(file.parent),
    }


def test_what_is_set_aside_takes_the_place_of_nothing_that_was_set_aside_before(
    file: Path,
) -> None:
    written(file, 1, 2)
    link_to_nowhere(file.with_suffix(f"{ASIDE}1"))
    file.write_bytes(b"")
    assert DurableStorage(file).damaged == file.with_suffix(f"{ASIDE}2")
    assert file.with_suffix(f"{ASIDE}1").is_symlink()


def test_folders_in_both_places_do_not_stop_writing(file: Path) -> None:
    written(file, 1)
    folder(previous_generation(file))
    folder(unfinished(file))
    DurableStorage(file).write(tables(2))
    assert DurableStorage(file).read() == tables(2)
    assert len(set_aside(file.parent)) == 2


# Both generations are moved out of the way


def test_all_that_is_there_is_set_aside_the_newest_first(file: Path) -> None:
    assert set_all_aside(file) == []
    written(file, 1, 2)
    newest, before = file.read_bytes(), previous_generation(file).read_bytes()
    assert [aside.read_bytes() for aside in set_all_aside(file)] == [newest, before]
    assert DurableStorage(file).read() is None
    previous_generation(file).write_bytes(b"Karl")
    assert [aside.read_bytes() for aside in set_all_aside(file)] == [b"Karl"]
    assert len(set_aside(file.parent)) == 3


# Writing is interrupted


def never_written(file: Path) -> DurableStorage[Any]:
    return DurableStorage(file)


def written_once(file: Path) -> DurableStorage[Any]:
    return written(file, 1)


def written_often(file: Path) -> DurableStorage[Any]:
    return written(file, 1, 2, 3)


def opened_after_damage(file: Path) -> DurableStorage[Any]:
    written(file, 1, 2)
    file.write_bytes(b"damaged")
    return DurableStorage(file)


def killed_while_writing(file: Path) -> DurableStorage[Any]:
    written(file, 1, 2)
    unfinished(file).write_bytes(b'{"sheets')
    return DurableStorage(file)


def killed_while_replacing(file: Path) -> DurableStorage[Any]:
    killed_while_writing(file)
    file.replace(previous_generation(file))
    return DurableStorage(file)


SITUATIONS = pytest.mark.parametrize(
    "prepare",
    [
        *(never_written, written_once, written_often, opened_after_damage),
        *(killed_while_writing, killed_while_replacing),
    ],
)


def interruptions(
    folder: Path, prepare: Callable[[Path], DurableStorage[Any]], error: BaseException, **how: bool
) -> Iterator[tuple[Path, DurableStorage[Any], dict[str, Any] | None]]:
    """Interrupt a write at each of its steps: the file, its storage, and what it held before."""
    for step in count(1):
        file = folder / str(step) / "sheet.json"
        file.parent.mkdir()
        storage = prepare(file)
        before = storage.read()
        with Disk(step, error, **how) as disk:
            try:
                storage.write(tables(98))
            except type(error):
                assert disk.has_failed
            else:
                assert not disk.has_failed
                assert step > 8
                return
        yield file, storage, before


@SITUATIONS
@pytest.mark.parametrize("is_done", [False, True])
def test_a_write_that_fails_has_changed_nothing(
    tmp_path: Path, prepare: Callable[[Path], DurableStorage[Any]], *, is_done: bool
) -> None:
    for file, storage, before in interruptions(tmp_path, prepare, FULL, is_done=is_done):
        assert storage.read() == before
        assert DurableStorage(file).read() == before
        assert not unfinished(file).exists()


@SITUATIONS
def test_the_next_write_after_one_that_failed_works(
    tmp_path: Path, prepare: Callable[[Path], DurableStorage[Any]]
) -> None:
    for file, storage, _ in interruptions(tmp_path, prepare, FULL):
        storage.write(tables(99))
        assert storage.read() == tables(99)
        assert DurableStorage(file).read() == tables(99)


@SITUATIONS
def test_a_disk_that_stays_broken_leaves_the_state_before_or_after(
    tmp_path: Path, prepare: Callable[[Path], DurableStorage[Any]]
) -> None:
    for file, storage, before in interruptions(tmp_path, prepare, FULL, stays_broken=True):
        assert storage.read() == before
        assert DurableStorage(file).read() in (before, tables(98))
        storage.write(tables(99))
        assert DurableStorage(file).read() == tables(99)


@SITUATIONS
@pytest.mark.parametrize("is_done", [False, True])
def test_a_process_that_dies_while_writing_leaves_the_state_before_or_after(
    tmp_path: Path, prepare: Callable[[Path], DurableStorage[Any]], *, is_done: bool
) -> None:
    for file, _, before in interruptions(tmp_path, prepare, KILLED, is_done=is_done):
        storage = DurableStorage(file)
        assert storage.read() in (before, tables(98))
        assert storage.damaged is None
        storage.write(tables(99))
        assert DurableStorage(file).read() == tables(99)


def test_what_is_written_is_flushed_before_it_takes_its_place_and_so_is_the_place(
    file: Path,
) -> None:
    storage = written(file, 1)
    with Disk(1_000, FULL) as disk:
        storage.write(tables(2))
    calls = [call for call in disk.calls if call != "_write"]
    assert calls == ["_create", "fsync", "replace", "replace", "open", "fsync", "close"]


def test_a_write_is_whole_in_memory_only_once_it_is_on_the_disk(file: Path) -> None:
    storage = written(file, 1)
    with Disk(1, KILLED), pytest.raises(KeyboardInterrupt):
        storage.write(tables(2))
    assert storage.read() == tables(1)


def test_the_folder_is_not_flushed_where_folders_cannot_be_opened(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.durable._FOLDERS_CAN_BE_FLUSHED", False)
    with Disk(1_000, FULL) as without_folder:
        DurableStorage(file).write(tables(1))
    monkeypatch.undo()
    with Disk(1_000, FULL) as with_folder:
        DurableStorage(file.with_name("other.json")).write(tables(1))
    assert with_folder.steps - without_folder.steps == len(("open", "fsync", "close"))


REFUSALS = pytest.mark.parametrize(
    "answer", [errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOTTY, errno.ENOSYS]
)


@pytest.fixture
def flushed(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[OSError | None], list[tuple[str, str]]]:
    """Let there be ``F_FULLFSYNC``, which answers so; tell what is flushed and moved, and how."""
    done: list[tuple[str, str]] = []

    def name_of(descriptor: int) -> str:
        there = (each for each in (unfinished(file), file.parent) if each.exists())
        status = os.fstat(descriptor)
        return next(each.name for each in there if os.path.samestat(each.stat(), status))

    def answering(answer: OSError | None) -> list[tuple[str, str]]:
        def control(descriptor: int, command: int) -> int:
            assert command == 51
            done.append(("F_FULLFSYNC", name_of(descriptor)))
            if answer:
                raise answer
            return 0

        monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
        monkeypatch.setattr(fcntl, "fcntl", control)
        return done

    fsync, replace = os.fsync, Path.replace

    def flush(descriptor: int) -> None:
        done.append(("fsync", name_of(descriptor)))
        fsync(descriptor)

    def move(name: Path, target: Path) -> Path:
        done.append(("replace", name.name))
        return replace(name, target)

    monkeypatch.setattr(os, "fsync", flush)
    monkeypatch.setattr(Path, "replace", move)
    return answering


def test_where_there_is_a_full_flush_the_drive_empties_its_cache_too(
    file: Path, flushed: Callable[[OSError | None], list[tuple[str, str]]]
) -> None:
    storage = written(file, 1)
    done = flushed(None)
    done.clear()
    storage.write(tables(2))
    assert done == [
        ("F_FULLFSYNC", unfinished(file).name),
        ("replace", file.name),
        ("replace", unfinished(file).name),
        ("F_FULLFSYNC", file.parent.name),
    ]


@REFUSALS
def test_a_file_system_that_does_not_know_the_full_flush_is_flushed_as_elsewhere(
    file: Path, flushed: Callable[[OSError | None], list[tuple[str, str]]], answer: int
) -> None:
    storage = written(file, 1)
    done = flushed(OSError(answer, os.strerror(answer)))
    done.clear()
    storage.write(tables(2))
    assert [each for each in done if each[0] != "replace"] == [
        ("F_FULLFSYNC", unfinished(file).name),
        ("fsync", unfinished(file).name),
        ("F_FULLFSYNC", file.parent.name),
        ("fsync", file.parent.name),
    ]
    assert DurableStorage(file).read() == tables(2)


def test_a_full_flush_that_fails_has_changed_nothing(
    file: Path, flushed: Callable[[OSError | None], list[tuple[str, str]]]
) -> None:
    storage = written(file, 1)
    before = contents(file.parent)
    flushed(OSError(errno.EIO, "broken"))
    with pytest.raises(OSError, match="broken"):
        storage.write(tables(2))
    assert contents(file.parent) == before
    assert storage.read() == tables(1)


@REFUSALS
def test_a_file_system_that_keeps_no_names_to_be_flushed_can_be_written_to(
    file: Path, monkeypatch: pytest.MonkeyPatch, answer: int
) -> None:
    flush = os.fsync

    def flush_files_only(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(answer, os.strerror(answer))
        flush(descriptor)

    monkeypatch.setattr(os, "fsync", flush_files_only)
    written(file, 1, 2)
    assert DurableStorage(file).read() == tables(2)


def test_a_folder_that_is_gone_is_an_error(tmp_path: Path) -> None:
    storage = DurableStorage(tmp_path / "gone" / "sheet.json")
    with pytest.raises(FileNotFoundError):
        storage.write(tables(1))
    assert storage.read() is None


# A file that is written whole


def unwritten(_: Path) -> None:
    return


def written_before(file: Path) -> None:
    write_durably(file, b"old")


WHOLE = pytest.mark.parametrize(("prepare", "old"), [(unwritten, None), (written_before, b"old")])


@WHOLE
@pytest.mark.parametrize("error", [FULL, KILLED])
@pytest.mark.parametrize("is_done", [False, True])
@pytest.mark.parametrize("stays_broken", [False, True])
def test_a_file_is_written_whole_or_is_as_it_was(
    tmp_path: Path,
    prepare: Callable[[Path], None],
    old: bytes | None,
    error: BaseException,
    *,
    is_done: bool,
    stays_broken: bool,
) -> None:
    found = set[bytes | None]()
    for step in count(1):
        file = tmp_path / str(step) / "file.json"
        file.parent.mkdir()
        prepare(file)
        with Disk(step, error, is_done=is_done, stays_broken=stays_broken) as disk:
            try:
                write_durably(file, b"newer")
            except type(error):
                assert disk.has_failed
            else:
                break
        found.add(file.read_bytes() if file.exists() else None)
        write_durably(file, b"newest")
        assert contents(file.parent) == {file.name: b"newest"}
    assert step > 7
    assert contents(file.parent) == {file.name: b"newer"}
    assert found == {old, b"newer"}


@WHOLE
def test_a_file_that_cannot_be_written_leaves_nothing_behind(
    file: Path, prepare: Callable[[Path], None], old: bytes | None
) -> None:
    prepare(file)
    with Disk(2, FULL), pytest.raises(OSError, match="No space"):
        write_durably(file, b"newer")
    assert contents(file.parent) == ({file.name: old} if old else {})
