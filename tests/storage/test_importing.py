"""Taking in a file: whole or not at all, nothing twice, and nothing that was there changed."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from failing_disk import BROKEN, FULL, KILLED, Disk, unreadable
from hypothesis import given, settings
from hypothesis import strategies as st
from on_disk import all_files, harm
from played import deal, play
from strategies import like_sheets, portable_settings, sheets
from wrong_sheets import WRONG, WRONG_BACKUPS, Wrong, WrongBackup, a_backup, a_sheet

from scoring.bauerchen import GAME, Meld
from scoring.game import Entry, replay
from scoring.sheet import Sheet, read_parsed, write_sheet
from storage import (
    Evening,
    Fate,
    ImportRejected,
    Library,
    Settings,
    Theme,
    UnreadableNow,
    complete,
    import_file,
    plan,
    read_file,
    write_backup,
    write_file,
)
from storage.durable import DurableStorage
from storage.merging import begins
from storage.places import evening_file, incoming_file

ONE, TWO = Meld(0, 20), Meld(1, 40)


def take_all_in(library: Library, content: bytes) -> None:
    for _ in import_file(library, content):
        pass


def a_file(*whole: Sheet, **chosen: Any) -> bytes:
    return write_backup(whole, Settings(**chosen))


def longer(evening: Evening, *more: Entry) -> Sheet:
    """Return another copy of an evening, in which it went on."""
    now = evening.replay
    return Sheet(evening.head, now.of(now.agreement, (*now.entries, *more)))


def titled(title: str, *entries: Entry) -> Sheet:
    drawn = read_parsed(a_sheet(title=title))
    return Sheet(drawn.head, replay(GAME, drawn.replay.agreement, entries))


def sheets_of(library: Library) -> list[Sheet]:
    """Return what all evenings hold, in an order that does not depend on their keys."""
    held = [library.sheet(label.key) for label in library.labels()]
    return sorted(held, key=lambda sheet: json.dumps(write_sheet(sheet)))


def in_order(*whole: Sheet) -> list[Sheet]:
    return sorted(whole, key=lambda sheet: json.dumps(write_sheet(sheet)))


def backup_of(library: Library) -> bytes:
    return write_backup(sheets_of(library), library.settings)


def fates(library: Library, content: bytes) -> set[Fate]:
    return {planned.fate for planned in plan(library, read_file(content))}


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path)


@pytest.fixture(scope="module")
def new_library() -> Iterator[Callable[[], Library]]:
    """Make libraries that are gone after the test, however many its examples need."""
    with TemporaryDirectory() as folder:
        number = count()
        yield lambda: Library(Path(folder) / str(next(number)))


# What is taken in is there


def test_one_sheet_becomes_an_evening(library: Library, tmp_path: Path) -> None:
    arriving = titled("Kerwe", ONE, deal(0), TWO)
    take_all_in(library, write_file(arriving))
    for looked_at in (library, Library(tmp_path)):
        (label,) = looked_at.labels()
        evening = looked_at.evening(label.key)
        assert (label.title, label.played_on) == ("Kerwe", None)
        assert evening.sheet == arriving
        assert evening.draft == {}
    evening.undo()
    evening.undo()
    assert Library(tmp_path).sheet(label.key).replay.entries == (ONE,)


def test_whoever_looks_at_the_list_hears_of_all_that_was_taken_in(library: Library) -> None:
    heard: list[int] = []
    library.listeners.add(lambda: heard.append(len(library.labels())))
    take_all_in(library, a_file(titled("a"), titled("b"), titled("c")))
    assert heard == [3]
    take_all_in(library, a_file(titled("a")))
    assert heard == [3]


def test_a_backup_becomes_evenings_players_and_settings(library: Library, tmp_path: Path) -> None:
    whole = titled("a", ONE), titled("b"), titled("c", TWO)
    take_all_in(library, a_file(*whole, language="pfl", theme=Theme.LIGHT, players=("Karl",)))
    for looked_at in (library, Library(tmp_path)):
        assert sheets_of(looked_at) == in_order(*whole)
        assert looked_at.settings == Settings("pfl", Theme.LIGHT, None, ("Karl",))
    assert not incoming_file(tmp_path).exists()


def test_what_was_chosen_here_stays(library: Library, tmp_path: Path) -> None:
    evening = play(library, ONE)
    library.change(replace(library.settings, language="en", players=("Erna", "Karl")))
    take_all_in(library, a_file(language="pfl", theme=Theme.DARK, players=("Hans", "Karl")))
    chosen = Settings("en", Theme.DARK, evening.key, ("Erna", "Karl", "Hans"), "bauerchen")
    assert library.settings == Library(tmp_path).settings == chosen


def test_those_who_play_here_are_remembered_before_those_of_the_file(library: Library) -> None:
    ours, theirs = (tuple(f"{who} {n}" for n in range(40)) for who in ("our", "their"))
    library.change(Settings(players=ours))
    take_all_in(library, a_file(players=theirs))
    assert library.settings.players == (*ours, *theirs[:20])


def test_one_step_is_taken_for_each_sheet(library: Library) -> None:
    whole = titled("a"), titled("a"), titled("b", ONE)
    assert len(list(import_file(library, a_file(*whole)))) == 3


def test_two_thousand_evenings_of_one_day_have_keys_of_their_own(library: Library) -> None:
    number = 2_000
    take_all_in(
        library,
        a_file(
            *(
                titled("a", *[ONE] * 2, deal(n % 2), replace(ONE, note=str(n)))
                for n in range(number)
            )
        ),
    )
    assert len({label.key for label in library.labels()}) == number


def test_a_name_is_kept_as_text_whatever_it_looks_like(library: Library, tmp_path: Path) -> None:
    take_all_in(library, write_file(titled("<script>alert(1)</script>")))
    (label,) = Library(tmp_path).labels()
    assert label.title == "<script>alert(1)</script>"


# What it would do is shown first


def test_a_plan_says_what_is_new_what_goes_on_and_what_is_known(library: Library) -> None:
    goes_on, known = play(library, ONE, title="a"), play(library, TWO, title="b")
    more = longer(goes_on, TWO, deal(1))
    new = titled("c", ONE)
    content = a_file(more, known.sheet, new)
    first, second, third = plan(library, read_file(content))
    assert (first.sheet, first.fate, first.key) == (more, Fate.CONTINUES, goes_on.key)
    assert first.more == (TWO, deal(1))
    assert (second.fate, second.key, second.more) == (Fate.KNOWN, known.key, ())
    assert (third.sheet, third.fate, third.more) == (new, Fate.NEW, (ONE,))
    assert not library.holds(third.key)


def test_a_plan_changes_nothing(library: Library, tmp_path: Path) -> None:
    evening = play(library, ONE)
    before = all_files(tmp_path)
    with Disk(1, FULL) as disk:
        plan(library, read_file(a_file(longer(evening, TWO), titled("new"))))
    assert disk.calls == []
    assert all_files(tmp_path) == before
    assert len(library.labels()) == 1


def test_evenings_in_the_bin_are_not_there(library: Library) -> None:
    evening = play(library, ONE)
    library.put_into_bin(evening.key)
    take_all_in(library, write_file(evening.sheet))
    assert sheets_of(library) == [evening.sheet]
    assert [label.key for label in library.bin()] == [evening.key]


@pytest.mark.parametrize("is_future", [False, True])
def test_an_evening_that_cannot_be_read_does_not_keep_others_from_being_taken_in(
    tmp_path: Path, *, is_future: bool
) -> None:
    evening = play(Library(tmp_path), ONE)
    file = evening_file(tmp_path, evening.key)
    document = (DurableStorage(file).read() or {})["sheets"]["1"]
    if is_future:
        DurableStorage(file).write({"sheets": {"1": {**document, "schema": 2}}})
    else:
        harm(file)
    library = Library(tmp_path)
    take_all_in(library, a_file(evening.sheet, titled("new")))
    (other,) = (
        label.key for label in library.labels() if label.title is None and label.key != evening.key
    )
    assert library.sheet(other) == evening.sheet
    assert len(library.labels()) == 3


# Nothing twice


@settings(max_examples=50)
@given(st.lists(sheets(), max_size=4, unique_by=lambda sheet: sheet.head), portable_settings())
def test_what_is_exported_and_taken_in_elsewhere_is_the_same(
    new_library: Callable[[], Library], drawn: list[Sheet], chosen: Settings
) -> None:
    library = new_library()
    take_all_in(library, write_backup(drawn, chosen))
    assert sheets_of(library) == in_order(*drawn)
    assert library.settings == replace(chosen, players=tuple(dict.fromkeys(chosen.players)))


@settings(max_examples=50)
@given(like_sheets(), like_sheets())
def test_what_is_taken_in_twice_adds_nothing_the_second_time(
    new_library: Callable[[], Library], here: list[Sheet], arriving: list[Sheet]
) -> None:
    library, content = new_library(), a_file(*arriving)
    take_all_in(library, a_file(*here))
    take_all_in(library, content)
    before = all_files(library.folder)
    assert fates(library, content) <= {Fate.KNOWN}
    take_all_in(library, content)
    assert all_files(library.folder) == before


@settings(max_examples=50)
@given(sheets(), st.data())
def test_a_sheet_and_then_more_of_it_is_one_evening(
    new_library: Callable[[], Library], whole: Sheet, data: st.DataObject
) -> None:
    library, now = new_library(), whole.replay
    so_far = data.draw(st.integers(1, max(1, len(now.entries))))
    begun = Sheet(whole.head, replay(GAME, now.agreement, now.entries[:so_far]))
    for each in (begun, whole, begun):
        take_all_in(library, write_file(each))
    assert sheets_of(Library(library.folder)) == [whole]


@settings(max_examples=30)
@given(like_sheets())
def test_the_backup_of_a_library_brings_nothing_new_into_it(
    new_library: Callable[[], Library], drawn: list[Sheet]
) -> None:
    library = new_library()
    take_all_in(library, a_file(*drawn, players=("Karl",)))
    before = all_files(library.folder)
    assert fates(library, backup_of(library)) <= {Fate.KNOWN}
    take_all_in(library, backup_of(library))
    assert all_files(library.folder) == before


def longest(found: Iterable[Sheet]) -> list[Sheet]:
    """Return the sheets of which no other is a longer copy."""
    kept = list(found)
    return in_order(*(a for a in kept if not any(begins(b, a) and a != b for b in kept)))


@settings(max_examples=50)
@given(like_sheets(), like_sheets())
def test_two_libraries_that_take_in_each_other_hold_the_same(
    new_library: Callable[[], Library], ours: list[Sheet], theirs: list[Sheet]
) -> None:
    here, there = new_library(), new_library()
    take_all_in(here, a_file(*ours, players=("Karl",)))
    take_all_in(there, a_file(*theirs, players=("Erna",)))
    take_all_in(here, backup_of(there))
    take_all_in(there, backup_of(here))
    assert longest(sheets_of(here)) == longest(sheets_of(there))
    assert set(here.settings.players) == set(there.settings.players) == {"Karl", "Erna"}
    for library in (here, there):
        assert fates(library, backup_of(here)) | fates(library, backup_of(there)) <= {Fate.KNOWN}


def test_an_open_evening_goes_on_before_the_eyes_of_those_who_look_at_it(
    library: Library, tmp_path: Path
) -> None:
    evening = play(library, ONE)
    heard: list[int] = []
    evening.listeners.add(lambda: heard.append(len(evening.replay.entries)))
    more = longer(evening, TWO, deal(0), ONE)
    take_all_in(library, write_file(more))
    assert heard == [4]
    assert evening.sheet == more
    assert library.evening(evening.key) is evening
    evening.undo()
    assert Library(tmp_path).sheet(evening.key).replay.entries == more.replay.entries[:3]


def test_an_evening_that_went_on_here_too_stays_and_the_other_becomes_an_evening(
    library: Library,
) -> None:
    evening = play(library, ONE)
    theirs = longer(evening, TWO)
    evening.write(deal(1))
    ours = evening.sheet
    take_all_in(library, write_file(theirs))
    assert sheets_of(library) == in_order(ours, theirs)
    assert evening.sheet is ours


# What is wrong changes nothing


def refuses(library: Library, content: bytes) -> None:
    play(library, ONE)
    before = all_files(library.folder)
    with pytest.raises(ImportRejected):
        next(import_file(library, content))
    assert all_files(library.folder) == before


@pytest.mark.parametrize("wrong", WRONG_BACKUPS.values(), ids=WRONG_BACKUPS)
def test_a_wrong_backup_changes_no_byte(library: Library, wrong: WrongBackup) -> None:
    refuses(library, wrong.content)


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_wrong_sheet_changes_no_byte(library: Library, wrong: Wrong) -> None:
    text = wrong.text
    refuses(library, text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)


def test_one_wrong_sheet_keeps_all_others_out(library: Library) -> None:
    raw = a_backup(a_sheet(title="good"), a_sheet(title="bad", entries=[{}]), a_sheet(title="good"))
    refuses(library, json.dumps(raw).encode())


# The disk fails, or the process dies


class Scene:
    """A library with some evenings, and a file that continues one, knows one and adds two."""

    def __init__(self, folder: Path) -> None:
        self.library = Library(folder)
        self.goes_on = play(self.library, ONE, title="goes on")
        self.known, self.other = play(self.library, TWO, title="known"), play(self.library, ONE)
        more = longer(self.goes_on, TWO, deal(0))
        self.before = sheets_of(self.library)
        new = titled("new", ONE, TWO), titled("and newer")
        self.content = a_file(new[0], more, self.known.sheet, new[1], players=("Käthe",))
        self.after = in_order(*new, more, self.known.sheet, self.other.sheet)
        self.players = self.library.settings.players

    def untouched(self) -> dict[Path, bytes]:
        """Return the files of evenings that nothing happens to."""
        files = all_files(self.library.folder / "evenings")
        keys = self.known.key, self.other.key
        return {file: content for file, content in files.items() if file.stem in keys}

    def is_as_before(self, library: Library) -> bool:
        return sheets_of(library) == self.before and library.settings.players == self.players

    def is_whole(self, library: Library) -> bool:
        players = *self.players, "Käthe"
        return sheets_of(library) == self.after and library.settings.players == players


def reopened(folder: Path) -> Library:
    library = Library(folder)
    complete(library)
    return library


@pytest.mark.parametrize("is_done", [False, True])
def test_when_the_process_dies_all_of_it_or_nothing_is_there_at_the_next_start(
    tmp_path: Path, *, is_done: bool
) -> None:
    ends = set()
    for step in count(1):
        folder = tmp_path / str(step)
        scene = Scene(folder)
        untouched = scene.untouched()
        with Disk(step, KILLED, is_done=is_done) as disk:
            try:
                take_all_in(scene.library, scene.content)
            except KeyboardInterrupt:
                assert disk.has_failed
        library = reopened(folder)
        assert scene.is_as_before(library) != scene.is_whole(library)
        assert scene.untouched() == untouched
        assert not incoming_file(folder).exists()
        assert library.damaged_files() == []
        ends.add(scene.is_whole(library))
        if not disk.has_failed:
            break
        take_all_in(library, scene.content)
        assert scene.is_whole(library)
    assert ends == {False, True}
    assert step > 50


def test_when_it_dies_again_while_it_is_completed_all_of_it_is_there_in_the_end(
    tmp_path: Path,
) -> None:
    for step in count(1):
        folder = tmp_path / str(step)
        scene = Scene(folder)
        untouched = scene.untouched()
        steps = import_file(scene.library, scene.content)
        next(steps)
        steps.close()  # type: ignore[attr-defined] # it is a generator
        assert incoming_file(folder).exists()
        with Disk(step, KILLED) as disk:
            try:
                reopened(folder)
            except KeyboardInterrupt:
                assert disk.has_failed
        assert scene.is_whole(reopened(folder))
        assert scene.untouched() == untouched
        if not disk.has_failed:
            break
    assert step > 30


@pytest.mark.parametrize("is_done", [False, True])
def test_what_cannot_be_kept_is_taken_back(tmp_path: Path, *, is_done: bool) -> None:
    for step in count(1):
        folder = tmp_path / str(step)
        scene = Scene(folder)
        untouched = scene.untouched()
        failed = False
        with Disk(step, FULL, is_done=is_done) as disk:
            try:
                take_all_in(scene.library, scene.content)
            except OSError as error:
                failed = error is FULL
        assert scene.is_as_before(scene.library) is failed
        assert scene.is_whole(scene.library) is not failed
        assert scene.goes_on.sheet == scene.library.sheet(scene.goes_on.key)
        assert scene.untouched() == untouched
        library = reopened(folder)
        assert scene.is_as_before(library) is failed
        assert scene.is_whole(library) is not failed
        if not disk.has_failed:
            break
        take_all_in(scene.library, scene.content)
        assert scene.is_whole(scene.library)
    assert step > 50


def test_on_a_disk_that_stays_broken_all_of_it_or_nothing_is_there_at_the_next_start(
    tmp_path: Path,
) -> None:
    for step in count(1):
        folder = tmp_path / str(step)
        scene = Scene(folder)
        with Disk(step, FULL, stays_broken=True) as disk:
            try:
                take_all_in(scene.library, scene.content)
            except OSError as error:
                assert error is FULL  # noqa: PT017 - the last step raises nothing
        library = reopened(folder)
        assert scene.is_as_before(library) != scene.is_whole(library)
        if not disk.has_failed:
            break
        take_all_in(library, scene.content)
        assert scene.is_whole(library)
    assert step > 50


def test_when_the_process_dies_while_it_is_taken_back_all_of_it_or_nothing_is_there(
    tmp_path: Path,
) -> None:
    scene = Scene(tmp_path / "whole")
    with Disk(1_000, FULL) as counted:
        take_all_in(scene.library, scene.content)
    ends = set()
    for step in count(counted.steps // 4):
        folder = tmp_path / str(step)
        scene = Scene(folder)
        with Disk(step, KILLED) as disk, Disk(counted.steps - 5, FULL):
            try:
                take_all_in(scene.library, scene.content)
            except (KeyboardInterrupt, OSError) as error:
                assert error is (KILLED if disk.has_failed else FULL)  # noqa: PT017 - either
        library = reopened(folder)
        assert scene.is_as_before(library) != scene.is_whole(library)
        ends.add(scene.is_whole(library))
        if not disk.has_failed:
            break
    assert ends == {False, True}
    assert scene.is_as_before(library)


def test_what_cannot_be_completed_stays_for_the_next_start(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    incoming_file(tmp_path).write_bytes(scene.content)
    for step in count(1):
        with Disk(step, FULL, stays_broken=True):
            reopened(tmp_path)
        if not incoming_file(tmp_path).exists():
            break
        assert incoming_file(tmp_path).read_bytes() == scene.content
    assert scene.is_whole(Library(tmp_path))
    assert step > 10


def test_what_cannot_be_completed_now_is_not_half_there_meanwhile(tmp_path: Path) -> None:
    for step in count(1):
        folder = tmp_path / str(step)
        scene = Scene(folder)
        incoming_file(folder).write_bytes(scene.content)
        with Disk(step, FULL) as disk:
            complete(scene.library)
        assert scene.is_as_before(scene.library) != scene.is_whole(scene.library)
        complete(scene.library)
        assert scene.is_whole(scene.library)
        if not disk.has_failed:
            break
    assert step > 30


def test_what_was_interrupted_is_completed_before_another_file_is_taken_in(
    tmp_path: Path,
) -> None:
    scene = Scene(tmp_path)
    incoming_file(tmp_path).write_bytes(scene.content)
    library, later = Library(tmp_path), titled("later")
    with Disk(1, FULL), pytest.raises(OSError, match="No space"):
        take_all_in(library, write_file(later))
    assert incoming_file(tmp_path).read_bytes() == scene.content
    take_all_in(library, write_file(later))
    assert sheets_of(library) == in_order(*scene.after, later)


def test_a_kept_file_that_cannot_be_read_is_set_aside(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    incoming_file(tmp_path).write_bytes(scene.content[:-5])
    library = reopened(tmp_path)
    assert scene.is_as_before(library)
    (aside,) = library.damaged_files()
    assert aside.read_bytes() == scene.content[:-5]
    take_all_in(library, scene.content)
    assert scene.is_whole(library)


def test_a_kept_file_that_cannot_be_read_for_a_moment_stays(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    incoming_file(tmp_path).write_bytes(scene.content)
    with unreadable("read", BROKEN, incoming_file(tmp_path)):
        assert scene.is_as_before(reopened(tmp_path))
    assert scene.is_whole(reopened(tmp_path))


def test_nothing_is_taken_in_twice_while_what_is_here_cannot_be_read(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    more = write_file(longer(scene.goes_on, TWO))
    before, library = all_files(tmp_path), Library(tmp_path)
    with unreadable("open", BROKEN, evening_file(tmp_path, scene.goes_on.key)):
        for do in (lambda: plan(library, read_file(more)), lambda: take_all_in(library, more)):
            with pytest.raises(UnreadableNow):
                do()
        incoming_file(tmp_path).write_bytes(more)
        complete(library)
    incoming = {incoming_file(tmp_path): more}
    assert {**before, **incoming}.items() <= all_files(tmp_path).items()
    library = reopened(tmp_path)
    assert library.sheet(scene.goes_on.key).replay.entries[-1] == TWO
    assert len(library.labels()) == len(scene.before)


def test_where_nothing_was_interrupted_nothing_is_completed(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    before = all_files(tmp_path)
    complete(scene.library)
    assert all_files(tmp_path) == before


# Others go on meanwhile


def begun(scene: Scene, *whole: Sheet) -> Iterator[None]:
    """Take in the first sheet of a file, and no more yet."""
    steps = import_file(scene.library, a_file(*whole))
    next(steps)
    return steps


def fails(steps: Iterator[None]) -> None:
    with Disk(1, FULL), pytest.raises(OSError, match="No space"):
        list(steps)


def test_two_who_take_in_the_same_file_at_once_have_it_once(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    screens = [import_file(scene.library, scene.content) for _ in range(3)]
    while screens:
        for steps in screens.copy():
            if next(steps, StopIteration) is StopIteration:
                screens.remove(steps)
    assert scene.is_whole(scene.library)
    assert scene.is_whole(reopened(tmp_path))
    assert not incoming_file(tmp_path).exists()


def test_who_takes_in_another_file_meanwhile_completes_the_first(tmp_path: Path) -> None:
    scene, later = Scene(tmp_path), titled("later", deal(1))
    first = import_file(scene.library, scene.content)
    next(first)
    second = import_file(scene.library, a_file(later, titled("last")))
    next(second)
    assert list(first) == []
    assert incoming_file(tmp_path).exists()
    list(second)
    assert sheets_of(scene.library) == in_order(*scene.after, later, titled("last"))
    assert not incoming_file(tmp_path).exists()


def test_a_file_that_nobody_goes_on_taking_in_is_completed_with_the_next(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    next(import_file(scene.library, scene.content))
    take_all_in(scene.library, a_file())
    assert scene.is_whole(scene.library)


def test_a_tap_meanwhile_is_kept_and_the_longer_copy_becomes_an_evening_of_its_own(
    tmp_path: Path,
) -> None:
    scene = Scene(tmp_path)
    more = longer(scene.goes_on, TWO, deal(0))
    steps = begun(scene, titled("new"), more)
    scene.goes_on.write(deal(1))
    tapped = scene.goes_on.sheet
    list(steps)
    assert scene.goes_on.sheet is tapped
    assert more in sheets_of(scene.library)
    assert tapped in sheets_of(Library(tmp_path))


def test_an_evening_that_is_put_into_the_bin_meanwhile_stays_there(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    more, before = longer(scene.goes_on, TWO), scene.goes_on.sheet
    steps = begun(scene, titled("new"), more)
    scene.library.put_into_bin(scene.goes_on.key)
    list(steps)
    assert more in sheets_of(scene.library)
    assert [label.key for label in scene.library.bin()] == [scene.goes_on.key]
    assert Library(tmp_path).sheet(scene.goes_on.key) == before


def test_an_evening_that_is_damaged_meanwhile_is_left_as_it_is(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.library = Library(tmp_path)
    more = longer(scene.goes_on, TWO)
    steps = begun(scene, titled("new"), more)
    harm(evening_file(tmp_path, scene.goes_on.key))
    list(steps)
    assert scene.library.settings.open_evening is not None
    titles = [label.title for label in scene.library.labels()]
    assert titles.count("goes on") == 2


def test_a_tap_on_what_was_continued_is_not_taken_back_with_it(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    steps = begun(scene, longer(scene.goes_on, TWO, deal(0)), titled("new"))
    scene.goes_on.write(deal(1))
    tapped = scene.goes_on.sheet
    fails(steps)
    assert reopened(tmp_path).sheet(scene.goes_on.key) == tapped
    assert "new" not in {label.title for label in scene.library.labels()}


def test_a_tap_on_what_was_new_is_not_taken_back_with_it(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    steps = begun(scene, titled("new"), titled("newer"))
    (key,) = (label.key for label in scene.library.labels() if label.title == "new")
    evening = scene.library.evening(key)
    evening.write(deal(1))
    fails(steps)
    assert reopened(tmp_path).sheet(key) == evening.sheet


def test_an_evening_that_is_thrown_away_meanwhile_does_not_come_back(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    steps = begun(scene, longer(scene.goes_on, TWO, deal(0)), titled("new"))
    scene.library.put_into_bin(scene.goes_on.key)
    scene.library.throw_away([scene.goes_on.key])
    fails(steps)
    assert [file for file in all_files(tmp_path) if scene.goes_on.key in file.name] == []
    assert "new" not in {label.title for label in scene.library.labels()}


def test_what_was_only_looked_at_is_taken_back(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    steps = begun(scene, titled("new"), titled("newer"))
    (key,) = (label.key for label in scene.library.labels() if label.title == "new")
    scene.library.evening(key)
    fails(steps)
    assert scene.is_as_before(scene.library)


def test_what_was_taken_in_is_undone_tap_by_tap(library: Library) -> None:
    evening = play(library, ONE)
    before = evening.sheet
    take_all_in(library, write_file(longer(evening, TWO, deal(0))))
    evening.undo()
    evening.undo()
    assert evening.sheet == before
