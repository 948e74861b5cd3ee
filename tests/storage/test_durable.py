"""What is written is there, whatever happens to the disk, the file or the process."""

import hashlib
import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from failing_disk import FULL, KILLED, Disk
from hypothesis import given
from strategies import json_values
from tinydb import TinyDB

from storage.durable import DurableStorage, Unreadable, put
from storage.places import previous_generation, unfinished


def tables(number: int) -> dict[str, Any]:
    return {"sheets": {"1": {"number": number, "name": "Köbes"}}}


def written(file: Path, *numbers: int) -> DurableStorage:
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


def test_a_folder_in_place_of_the_file_is_set_aside(file: Path) -> None:
    written(file, 1, 2)
    file.unlink()
    file.mkdir()
    storage = DurableStorage(file)
    assert storage.read() == tables(1)
    assert storage.damaged is not None
    assert storage.damaged.is_dir()


def test_the_game_goes_on_after_damage_and_the_generation_before_stays(file: Path) -> None:
    written(file, 1, 2)
    file.write_bytes(b"")
    storage = written(file, 3)
    assert storage.damaged is not None
    assert DurableStorage(file).read() == tables(3)
    file.write_bytes(b"")
    assert DurableStorage(file).read() == tables(1)


# Writing is interrupted


def never_written(file: Path) -> DurableStorage:
    return DurableStorage(file)


def written_once(file: Path) -> DurableStorage:
    return written(file, 1)


def written_often(file: Path) -> DurableStorage:
    return written(file, 1, 2, 3)


def opened_after_damage(file: Path) -> DurableStorage:
    written(file, 1, 2)
    file.write_bytes(b"damaged")
    return DurableStorage(file)


def killed_before(file: Path) -> DurableStorage:
    written(file, 1, 2)
    file.replace(previous_generation(file))
    unfinished(file).write_bytes(b'{"sheets')
    return DurableStorage(file)


SITUATIONS = pytest.mark.parametrize(
    "prepare", [never_written, written_once, written_often, opened_after_damage, killed_before]
)


def interruptions(
    folder: Path, prepare: Callable[[Path], DurableStorage], error: BaseException, **how: bool
) -> Iterator[tuple[Path, DurableStorage, dict[str, Any] | None]]:
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
    tmp_path: Path, prepare: Callable[[Path], DurableStorage], *, is_done: bool
) -> None:
    for file, storage, before in interruptions(tmp_path, prepare, FULL, is_done=is_done):
        assert storage.read() == before
        assert DurableStorage(file).read() == before
        assert not unfinished(file).exists()


@SITUATIONS
def test_the_next_write_after_one_that_failed_works(
    tmp_path: Path, prepare: Callable[[Path], DurableStorage]
) -> None:
    for file, storage, _ in interruptions(tmp_path, prepare, FULL):
        storage.write(tables(99))
        assert storage.read() == tables(99)
        assert DurableStorage(file).read() == tables(99)


@SITUATIONS
def test_a_disk_that_stays_broken_leaves_the_state_before_or_after(
    tmp_path: Path, prepare: Callable[[Path], DurableStorage]
) -> None:
    for file, storage, before in interruptions(tmp_path, prepare, FULL, stays_broken=True):
        assert storage.read() == before
        assert DurableStorage(file).read() in (before, tables(98))
        storage.write(tables(99))
        assert DurableStorage(file).read() == tables(99)


@SITUATIONS
@pytest.mark.parametrize("is_done", [False, True])
def test_a_process_that_dies_while_writing_leaves_the_state_before_or_after(
    tmp_path: Path, prepare: Callable[[Path], DurableStorage], *, is_done: bool
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


def test_a_folder_that_is_gone_is_an_error(tmp_path: Path) -> None:
    storage = DurableStorage(tmp_path / "gone" / "sheet.json")
    with pytest.raises(FileNotFoundError):
        storage.write(tables(1))
    assert storage.read() is None
