"""The keys of the links on disk: they stay, nobody else reads them, and old ones never return."""

import os
import stat
from base64 import urlsafe_b64decode
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from failing_disk import BROKEN, FULL, KILLED, Disk, unreadable
from hypothesis import given
from hypothesis import strategies as st
from on_disk import all_files

from storage import FromTheFuture, UnreadableNow, link_keys, new_link_keys
from storage.durable import encode
from storage.places import links_file


def written(folder: Path, **fields: object) -> None:
    links_file(folder).write_bytes(encode({"links": {"1": fields}}))


def test_keys_are_made_once_and_stay(tmp_path: Path) -> None:
    made = link_keys(tmp_path)
    assert link_keys(tmp_path) == made
    assert len({made.write, made.watch}) == 2


def test_new_keys_replace_the_old_ones_and_leave_no_copy_of_them(tmp_path: Path) -> None:
    before, after = link_keys(tmp_path), new_link_keys(tmp_path)
    assert link_keys(tmp_path) == after
    assert not {before.write, before.watch} & {after.write, after.watch}
    [(file, kept)] = all_files(tmp_path).items()
    assert file == links_file(tmp_path)
    assert before.write.encode() not in kept


def test_a_key_has_128_random_bits_and_shows_itself_to_no_log(tmp_path: Path) -> None:
    made = link_keys(tmp_path)
    for key in (made.write, made.watch):
        assert len(urlsafe_b64decode(key + "==")) == 128 / 8
        assert key not in f"{made} {made!r}"


@pytest.mark.skipif(os.name != "posix", reason="elsewhere the folder's rights hold")
def test_only_the_owner_can_read_them_also_where_a_file_was_left_half_written(
    tmp_path: Path,
) -> None:
    left = links_file(tmp_path).with_suffix(".unfinished")
    left.touch(0o644)
    link_keys(tmp_path)
    new_link_keys(tmp_path)
    assert stat.S_IMODE(links_file(tmp_path).stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"schema": 1},
        {"schema": 1, "write": "a" * 22},
        {"schema": 1, "write": "a" * 22, "watch": "a" * 22},
        {"schema": 1, "write": "", "watch": ""},
        {"schema": 1, "write": "a" * 22, "watch": 5},
        {"schema": 1, "write": "a" * 22, "watch": "ä" * 22},
        {"schema": "1", "write": "a" * 22, "watch": "b" * 22},
    ],
)
def test_keys_that_are_no_keys_are_replaced(tmp_path: Path, fields: dict[str, object]) -> None:
    written(tmp_path, **fields)
    made = link_keys(tmp_path)
    assert {len(made.write), len(made.watch)} == {22}
    assert link_keys(tmp_path) == made


@given(st.binary(max_size=200))
def test_whatever_is_in_the_file_new_keys_are_made_and_stay(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        links_file(Path(folder)).write_bytes(content)
        made = link_keys(Path(folder))
        assert link_keys(Path(folder)) == made
        assert content != links_file(Path(folder)).read_bytes()


def test_keys_of_a_newer_app_are_left_as_they_are(tmp_path: Path) -> None:
    written(tmp_path, schema=2)
    before = all_files(tmp_path)
    with pytest.raises(FromTheFuture):
        link_keys(tmp_path)
    assert all_files(tmp_path) == before


def test_keys_that_cannot_be_read_at_the_moment_are_not_replaced(tmp_path: Path) -> None:
    made = link_keys(tmp_path)
    with unreadable("open", BROKEN, links_file(tmp_path)), pytest.raises(UnreadableNow):
        link_keys(tmp_path)
    assert link_keys(tmp_path) == made


@pytest.mark.parametrize("error", [FULL, KILLED])
def test_renewing_ends_the_old_keys_or_changes_nothing(
    tmp_path: Path, error: BaseException
) -> None:
    found = set[bool]()
    for step in count(1):
        before = link_keys(tmp_path)
        with Disk(step, error) as disk:
            try:
                new_link_keys(tmp_path)
            except type(error):
                assert disk.has_failed
            else:
                break
        found.add(link_keys(tmp_path) == before)
    assert found == {True, False}
    assert link_keys(tmp_path) != before
