"""The library: every evening is found again, and the settings are kept."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import date, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from failing_disk import BROKEN, FULL, KILLED, READING, Disk, unreadable
from hypothesis import given, settings
from hypothesis import strategies as st
from on_disk import all_files, change_labels, change_library, emptied, harm, missing
from strategies import json_values

from scoring.bauerchen import GAME, Meld, Rules
from scoring.game import Agreement
from scoring.refusals import Refused
from scoring.sheet import Head, Side
from storage import (
    BIN_DAYS,
    DOUBT_DAYS,
    FromTheFuture,
    Label,
    Library,
    Settings,
    Theme,
    Unreadable,
    UnreadableNow,
)
from storage.durable import DurableStorage
from storage.places import evening_file, evenings_folder, library_file, previous_generation

HEAD = Head((Side("Mein"), Side("Dein")), "Stammtisch", "2026-11-20")
TABLE = Agreement(Rules())


def begin(library: Library, title: str | None = "Stammtisch", day: str | None = None) -> str:
    return library.begin(GAME, replace(HEAD, title=title, played_on=day), TABLE).key


def begin_with(library: Library, *players: str) -> None:
    sides = Side("Mein", players[::2]), Side("Dein", players[1::2])
    library.begin(GAME, Head(sides), TABLE)


def today() -> date:
    return datetime.now().astimezone().date()


def keys_of(labels: list[Label]) -> set[str]:
    return {label.key for label in labels}


def all_of(library: Library) -> list[Label]:
    return [*library.labels(), *library.bin()]


# Evenings


def test_who_listens_hears_of_every_commit_in_the_same_breath(tmp_path: Path) -> None:
    library, heard = Library(tmp_path), list[Settings]()
    library.listeners.add(lambda: heard.append(library.settings))
    library.change(replace(library.settings, theme=Theme.LIGHT))
    library.change(library.settings)
    key = begin(library)
    assert [settings.theme for settings in heard] == [Theme.LIGHT] * 2
    assert heard[-1].open_evening == key


def test_who_listens_hears_once_of_whatever_changes_the_list_and_of_nothing_else(
    tmp_path: Path,
) -> None:
    library, heard = Library(tmp_path), list[set[str]]()
    library.listeners.add(lambda: heard.append(keys_of(library.labels())))
    key = begin(library)
    assert heard == [{key}]
    for _ in range(2):
        library.put_into_bin(key)
        assert heard == [{key}, set()]
    for _ in range(2):
        library.take_out_of_bin(key)
        assert heard == [{key}, set(), {key}]
    library.throw_away([key])
    assert len(heard) == 3
    library.put_into_bin(key)
    for _ in range(2):
        library.throw_away([key])
        assert heard[3:] == [set(), set()]


def test_who_listens_hears_of_what_is_there_or_gone_though_the_list_cannot_be_kept(
    tmp_path: Path,
) -> None:
    for step in count(1):
        library, heard = Library(tmp_path / str(step)), list[set[str]]()
        binned = begin(library)
        library.put_into_bin(binned)
        library.listeners.add(lambda: heard.append({each.key for each in all_of(library)}))  # noqa: B023
        with Disk(step, FULL, stays_broken=True) as disk:
            for do in (lambda: begin(library), lambda: library.throw_away([binned])):  # noqa: B023
                before = {each.key for each in all_of(library)}
                with suppress(OSError):
                    do()
                after = {each.key for each in all_of(library)}
                assert heard[-1:] == ([after] if after != before else heard[-1:])
                assert not heard or heard[-1] == after
        if not disk.has_failed:
            break
    assert len(heard) == 2
    assert step > 30


def test_a_listener_of_the_library_that_fails_is_logged_and_nothing_else_is_touched(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    library, heard = Library(tmp_path), list[Settings]()

    def fails(_: int) -> None:
        raise OSError("no screen")

    for number in range(9):  # some stand before the one that hears, some after it
        library.listeners.add(partial(fails, number))
    library.listeners.add(lambda: heard.append(library.settings))
    library.change(Settings("en"))
    assert heard == [Settings("en")]
    assert Library(tmp_path).settings == Settings("en")
    assert caplog.text.count("OSError: no screen") == 9


def test_an_empty_folder_holds_no_evenings(tmp_path: Path) -> None:
    library = Library(tmp_path / "new" / "folder")
    assert library.labels() == library.bin() == []
    assert library.backups() == []
    assert library.damaged_files() == []
    assert library.settings == Settings()
    assert library.damaged is None


def test_evenings_are_listed_newest_first(tmp_path: Path) -> None:
    library = Library(tmp_path)
    days = ["2026-11-20", "2027-01-01", "2026-02-03"]
    keys = {day: begin(library, f"On {day}", day) for day in days}
    expected = [
        Label(keys[day], f"On {day}", day, game=GAME.key) for day in sorted(days, reverse=True)
    ]
    assert library.labels() == expected
    assert Library(tmp_path).labels() == expected


def test_an_evening_without_a_day_is_listed_as_of_today(tmp_path: Path) -> None:
    library = Library(tmp_path)
    earliest = today().isoformat()
    key = begin(library, None)
    assert earliest <= key[:10] <= today().isoformat()
    assert library.labels() == [Label(key, game=GAME.key)]


def test_two_evenings_of_one_day_are_two(tmp_path: Path) -> None:
    library = Library(tmp_path)
    assert begin(library, "a", "2026-11-20") != begin(library, "b", "2026-11-20")
    assert {label.title for label in library.labels()} == {"a", "b"}


def test_one_evening_is_told_from_all_others_by_its_key(tmp_path: Path) -> None:
    library = Library(tmp_path)
    key = begin(library, "Stammtisch", "2026-11-20")
    assert library.label(key) == Label(key, "Stammtisch", "2026-11-20", game=GAME.key)
    library.put_into_bin(key)
    assert library.label(key).title == "Stammtisch"
    assert library.label("gone") == Label("gone")


def test_a_file_that_the_index_does_not_know_is_listed_and_opened(tmp_path: Path) -> None:
    key = begin(Library(tmp_path), "Stammtisch", "2026-11-20")
    library_file(tmp_path).unlink()
    library = Library(tmp_path)
    assert library.labels() == [Label(key, "Stammtisch", "2026-11-20", game=GAME.key)]
    assert library.evening(key).head.title == "Stammtisch"
    assert Library(tmp_path).labels() == library.labels()


def test_an_evening_of_which_only_the_generation_before_is_left_is_opened(tmp_path: Path) -> None:
    library = Library(tmp_path)
    key = begin(library)
    library.evening(key).write(Meld(0, 20))
    evening_file(tmp_path, key).unlink()
    library = Library(tmp_path)
    assert [label.key for label in library.labels()] == [key]
    assert library.evening(key).replay.entries == ()


def test_an_evening_whose_files_are_gone_is_not_listed_at_the_next_start(tmp_path: Path) -> None:
    evening_file(tmp_path, begin(Library(tmp_path))).unlink()
    assert Library(tmp_path).labels() == []


def test_an_evening_is_opened_once_and_shared(tmp_path: Path) -> None:
    key = begin(Library(tmp_path))
    library = Library(tmp_path)
    assert not library.is_open(key)
    assert library.evening(key) is library.evening(key)
    assert library.is_open(key)
    begun = library.begin(GAME, HEAD, TABLE)
    assert library.evening(begun.key) is begun


def test_a_sheet_is_looked_at_as_it_is_now_whether_its_evening_is_open_or_not(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path)
    evening = library.evening(begin(library))
    evening.write(Meld(0, 20))
    assert library.sheet(evening.key) is evening.sheet
    library = Library(tmp_path)
    assert library.sheet(evening.key) == evening.sheet
    assert not library.is_open(evening.key)


@pytest.mark.parametrize(
    "key", ["", "2026-11-20", ".", "..", "../library", "library", "/etc/passwd", "\0", "\ud800"]
)
def test_an_evening_that_is_not_there_is_a_key_error(tmp_path: Path, key: str) -> None:
    library = Library(tmp_path)
    begin(library)
    before = all_files(tmp_path)
    for do in (library.evening, library.put_into_bin, library.take_out_of_bin):
        with pytest.raises(KeyError):
            do(key)
    assert all_files(tmp_path) == before


def test_a_path_to_an_evening_is_no_key(tmp_path: Path) -> None:
    library = Library(tmp_path)
    key = begin(library)
    for path in (f"../evenings/{key}", f"./{key}", str(evening_file(tmp_path, key)), f"{key}.json"):
        with pytest.raises(KeyError):
            library.evening(path)


def test_an_unreadable_evening_does_not_hide_the_others(tmp_path: Path) -> None:
    library = Library(tmp_path)
    good, bad = begin(library), begin(library)
    evening_file(tmp_path, bad).write_bytes(b"")
    library = Library(tmp_path)
    assert keys_of(library.labels()) == {good, bad}
    assert library.evening(good).replay.entries == ()
    with pytest.raises(Unreadable):
        library.evening(bad)


def test_an_evening_that_cannot_be_read_again_is_not_begun(tmp_path: Path) -> None:
    library = Library(tmp_path)
    with pytest.raises(Refused):
        begin(library, "x" * 81)
    assert library.labels() == []
    assert library.settings.open_evening is None


@pytest.mark.parametrize("error", [FULL, KILLED])
def test_an_evening_is_begun_or_there_is_none(tmp_path: Path, error: BaseException) -> None:
    for step in count(1):
        library = Library(tmp_path / str(step))
        earlier = begin(library, "earlier")
        with Disk(step, error) as disk:
            try:
                begin(library, "new")
            except type(error):
                assert disk.has_failed
                failed = True
            else:
                failed = False
        if error is FULL:
            assert len(library.labels()) == 2 - failed
        reopened = Library(tmp_path / str(step))
        for label in reopened.labels():
            assert reopened.evening(label.key).head.title == label.title
        if failed and error is FULL:
            assert reopened.settings.open_evening == earlier
        begin(library, "next")
        if not disk.has_failed:
            break
    assert step > 30


# Settings


def test_settings_are_kept(tmp_path: Path) -> None:
    chosen = Settings("pfl", Theme.LIGHT, "2026-11-20-0badcafe", ("Karl", "Käthe"))
    library = Library(tmp_path)
    library.change(chosen)
    assert library.settings == chosen
    assert Library(tmp_path).settings == chosen
    library.change(Settings())
    assert Library(tmp_path).settings == Settings()


def test_the_evening_that_was_begun_is_the_open_one(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.change(Settings("en", "dark"))
    key = begin(library)
    assert Library(tmp_path).settings == Settings("en", "dark", key, game=GAME.key)


def test_settings_that_are_the_same_are_not_written(tmp_path: Path) -> None:
    library = Library(tmp_path)
    before = all_files(tmp_path)
    with Disk(1, FULL):
        library.change(Settings())
    assert all_files(tmp_path) == before


def test_settings_that_cannot_be_kept_are_not_changed(tmp_path: Path) -> None:
    library = Library(tmp_path)
    with Disk(1, FULL), pytest.raises(OSError, match="No space"):
        library.change(Settings("en"))
    assert library.settings == Library(tmp_path).settings == Settings()


@pytest.mark.parametrize(
    ("wrong", "kept"),
    [
        ({"theme": "purple"}, Settings("en", None, "a", ("Karl",))),
        ({"theme": ["light"]}, Settings("en", None, "a", ("Karl",))),
        ({"language": 7, "more": True}, Settings(None, "dark", "a", ("Karl",))),
        ({"open_evening": {}}, Settings("en", "dark", None, ("Karl",))),
        ({"open_evening": "\0"}, Settings("en", "dark", "\0", ("Karl",))),
        ({"open_evening": "../library"}, Settings("en", "dark", "../library", ("Karl",))),
        ({"players": "Karl"}, Settings("en", "dark", "a")),
        ({"players": ["Karl", 7]}, Settings("en", "dark", "a")),
        ({"players": ["Karl"] * 61}, Settings("en", "dark", "a")),
        ({"schema": "1"}, Settings("en", "dark", "a", ("Karl",))),
    ],
)
def test_a_setting_that_this_app_does_not_know_is_the_default(
    tmp_path: Path, wrong: dict[str, object], kept: Settings
) -> None:
    known = {"schema": 1, "language": "en", "theme": "dark", "open_evening": "a"}
    change_library(tmp_path, settings={"1": {**known, "players": ["Karl"], **wrong}})
    assert Library(tmp_path).settings == kept


@settings(max_examples=50)
@given(json_values(), json_values())
def test_whatever_the_index_holds_the_evenings_are_listed(
    tmp_path_factory: pytest.TempPathFactory, value: object, other: object
) -> None:
    folder = tmp_path_factory.mktemp("any")
    key = begin(Library(folder), "Stammtisch")
    wrong: list[dict[str, object]] = [
        {"key": value, "title": None, "played_on": None},
        {"key": key, "title": value, "played_on": other, "more": True},
        {"value": value},
    ]
    change_library(folder, evenings={str(place): label for place, label in enumerate(wrong, 1)})
    assert Library(folder).labels() == [Label(key, "Stammtisch", game=GAME.key)]


# Players


def test_who_has_played_is_remembered_the_latest_first(tmp_path: Path) -> None:
    library = Library(tmp_path)
    begin_with(library, "Karl", "Hans", "Erna", "Ruth")
    begin_with(library, "Käthe", "Hans", "Karl", "Jörg")
    assert library.settings.players == ("Käthe", "Karl", "Hans", "Jörg", "Erna", "Ruth")
    assert Library(tmp_path).settings.players == library.settings.players


def test_the_names_that_are_remembered_stay_few(tmp_path: Path) -> None:
    library = Library(tmp_path)
    for number in range(20):
        begin_with(library, *(f"Player {number}.{seat}" for seat in range(4)))
    remembered = library.settings.players
    assert len(remembered) == 60
    assert (remembered[0], remembered[-1]) == ("Player 19.0", "Player 5.3")
    assert Library(tmp_path).settings.players == remembered


def test_a_name_is_text_and_nothing_else(tmp_path: Path) -> None:
    names = "<b>Karl</b>", "=1+1", "{name}", "../Karl"
    begin_with(Library(tmp_path), *names)
    assert set(Library(tmp_path).settings.players) == set(names)


# The bin


def test_an_evening_in_the_bin_is_not_among_the_others(tmp_path: Path) -> None:
    library = Library(tmp_path)
    binned, other = begin(library, "binned"), begin(library, "other")
    library.put_into_bin(binned)
    for looked_at in (library, Library(tmp_path)):
        assert keys_of(looked_at.labels()) == {other}
        assert looked_at.bin() == [Label(binned, "binned", None, today().isoformat(), GAME.key)]
        assert not looked_at.holds(binned)
        with pytest.raises(KeyError):
            looked_at.evening(binned)


def test_an_evening_is_taken_out_of_the_bin_as_it_was_put_in(tmp_path: Path) -> None:
    library = Library(tmp_path)
    evening = library.evening(begin(library))
    evening.write(Meld(0, 20))
    before = library.labels()
    library.put_into_bin(evening.key)
    library.take_out_of_bin(evening.key)
    assert library.evening(evening.key) is evening
    for looked_at in (library, Library(tmp_path)):
        assert (looked_at.labels(), looked_at.bin()) == (before, [])
        assert looked_at.evening(evening.key).journal == evening.journal


def test_the_open_evening_is_no_longer_open_in_the_bin(tmp_path: Path) -> None:
    library = Library(tmp_path)
    other, opened = begin(library), begin(library)
    library.put_into_bin(other)
    assert library.settings.open_evening == opened
    library.put_into_bin(opened)
    assert Library(tmp_path).settings.open_evening is None


@pytest.mark.parametrize("error", [FULL, KILLED])
def test_an_evening_is_put_into_the_bin_or_stays_where_it_was(
    tmp_path: Path, error: BaseException
) -> None:
    for step in count(1):
        library = Library(tmp_path / str(step))
        key = begin(library)
        before = library.settings
        with Disk(step, error) as disk:
            try:
                library.put_into_bin(key)
            except type(error):
                assert disk.has_failed
                assert (library.holds(key), library.settings) == (True, before)
        reopened = Library(tmp_path / str(step))
        assert reopened.holds(key) != bool(reopened.bin())
        assert (reopened.settings.open_evening == key) is reopened.holds(key)
        if error is FULL:
            assert reopened.holds(key) is library.holds(key)
        if not disk.has_failed:
            break
    assert step > 15


def binned_days_ago(folder: Path, *days: int) -> list[str]:
    """Fill the bin, and copies with it; return the keys of the evenings."""
    library = Library(folder)
    keys = [begin(library) for _ in days]
    for key in keys:
        library.put_into_bin(key)
    listed = {label.key: asdict(label) for label in library.bin()}
    for key, ago in zip(keys, days, strict=True):
        listed[key]["binned_on"] = (today() - timedelta(days=ago)).isoformat()
    change_library(folder, evenings={str(n): each for n, each in enumerate(listed.values(), 1)})
    return keys


def about(folder: Path, key: str) -> list[Path]:
    return [file for file in all_files(folder) if key in file.name]


def start(folder: Path, day: date) -> Library:
    """Start the app on a day, as its clock says."""
    with pytest.MonkeyPatch.context() as clock:
        clock.setattr("storage.library._today", lambda: day)
        return Library(folder)


def after(days: int) -> date:
    return today() + timedelta(days=days)


def test_an_evening_is_thrown_away_with_its_copies_when_two_starts_a_week_apart_find_it_overdue(
    tmp_path: Path,
) -> None:
    assert (BIN_DAYS, DOUBT_DAYS) == (30, 7)
    new, young, old, older = binned_days_ago(tmp_path, 0, 29, 30, 400)
    assert len(about(tmp_path, old)) == 2
    assert keys_of(start(tmp_path, after(0)).bin()) == {new, young, old, older}
    assert keys_of(start(tmp_path, after(6)).bin()) == {new, young, old, older}
    assert len(about(tmp_path, old)) == 2
    assert keys_of(start(tmp_path, after(7)).bin()) == {new, young}
    assert (about(tmp_path, old), about(tmp_path, older)) == ([], [])
    assert len(about(tmp_path, young)) == 2
    assert keys_of(start(tmp_path, after(13)).bin()) == {new}


def test_one_start_alone_throws_nothing_away_however_late_it_is(tmp_path: Path) -> None:
    keys = binned_days_ago(tmp_path, 0, 400)
    assert keys_of(start(tmp_path, date(2199, 1, 1)).bin()) == set(keys)


def test_a_start_that_finds_an_evening_not_overdue_forgets_one_that_did(tmp_path: Path) -> None:
    (key,) = binned_days_ago(tmp_path, 0)
    for day in (after(30), after(1), after(37)):
        assert keys_of(start(tmp_path, day).bin()) == {key}
    assert start(tmp_path, after(43)).bin()
    assert start(tmp_path, after(44)).bin() == []


def test_a_start_in_the_future_is_no_first_of_two(tmp_path: Path) -> None:
    (key,) = binned_days_ago(tmp_path, 30)
    for day in (after(5000), after(0), after(6)):
        assert keys_of(start(tmp_path, day).bin()) == {key}
    assert start(tmp_path, after(7)).bin() == []


def test_an_evening_that_went_into_the_bin_while_the_clock_was_wrong_stays_a_week(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path)
    key = begin(library)
    with pytest.MonkeyPatch.context() as clock:
        clock.setattr("storage.library._today", lambda: date(1970, 1, 1))
        library.put_into_bin(key)
    for days in (0, 6):
        (binned,) = start(tmp_path, after(days)).bin()
        assert binned.stays_until == after(7).isoformat()
    assert start(tmp_path, after(7)).bin() == []


@settings(max_examples=50)
@given(
    st.lists(st.integers(0, 60), min_size=1, max_size=5).map(sorted),
    st.integers(0, 4),
    st.dates(),
)
def test_whatever_the_clock_says_at_one_start_nothing_is_lost_before_its_thirty_days(
    tmp_path_factory: pytest.TempPathFactory, days: list[int], wrong: int, says: date
) -> None:
    folder = tmp_path_factory.mktemp("clock")
    library = Library(folder)
    key = begin(library)
    library.put_into_bin(key)
    (binned,) = library.bin()
    since = date.fromisoformat(str(binned.binned_on))
    for number, passed in enumerate(days):
        library = start(folder, says if number == wrong else since + timedelta(days=passed))
        if passed < BIN_DAYS:
            assert keys_of(library.bin()) == {key}
            assert library.sheet(key).head.title == "Stammtisch"


def test_the_bin_tells_until_when_an_evening_stays_at_least(tmp_path: Path) -> None:
    assert Label("a").stays_until is None
    assert Label("a", binned_on="2026-11-20").stays_until == "2026-12-20"
    overdue = Label("a", binned_on="2026-11-20", overdue_since="2026-12-20")
    assert overdue.stays_until == "2026-12-27"
    assert overdue.out_of_bin() == Label("a")
    assert Label("a", binned_on="9999-12-31").stays_until == "9999-12-31"
    (key,) = binned_days_ago(tmp_path, 30)
    library = Library(tmp_path)
    assert library.label(key).overdue_since == today().isoformat()
    library.take_out_of_bin(key)
    library.put_into_bin(key)
    assert library.label(key).stays_until == after(30).isoformat()


def test_that_an_evening_is_overdue_is_written_only_where_it_is(tmp_path: Path) -> None:
    def listed() -> str:
        return library_file(tmp_path).read_text()

    (key,) = binned_days_ago(tmp_path, 30)
    Library(tmp_path).change(Settings("en"))
    assert f'"overdue_since":"{today()}"' in listed()
    Library(tmp_path).take_out_of_bin(key)
    assert "overdue_since" not in listed()


def test_an_evening_that_is_not_in_the_bin_is_not_thrown_away_however_old(tmp_path: Path) -> None:
    key = begin(Library(tmp_path), "Stammtisch", "1999-01-01")
    assert [label.key for label in Library(tmp_path).labels()] == [key]


def test_an_evening_in_the_bin_is_thrown_away_for_good(tmp_path: Path) -> None:
    library = Library(tmp_path)
    evening = library.evening(begin(library, "binned"))
    evening.write(Meld(0, 20))
    other = begin(library, "other")
    library.put_into_bin(evening.key)
    library.throw_away([evening.key])
    for looked_at in (library, Library(tmp_path)):
        assert looked_at.bin() == []
        assert keys_of(looked_at.labels()) == {other}
    assert about(tmp_path, evening.key) == []
    library.throw_away([evening.key])


def test_only_what_was_shown_and_is_still_in_the_bin_is_thrown_away(tmp_path: Path) -> None:
    library = Library(tmp_path)
    shown, binned_since, taken_out, other = (begin(library, title) for title in "abcd")
    for key in (shown, taken_out, binned_since):
        library.put_into_bin(key)
    library.take_out_of_bin(taken_out)
    library.throw_away([shown, taken_out, other, "gone"])
    for looked_at in (library, Library(tmp_path)):
        assert keys_of(looked_at.bin()) == {binned_since}
        assert keys_of(looked_at.labels()) == {taken_out, other}
    assert about(tmp_path, shown) == []
    assert len(about(tmp_path, binned_since)) == len(about(tmp_path, taken_out)) == 2


def test_of_several_evenings_those_that_could_not_be_thrown_away_stay_in_the_bin(
    tmp_path: Path,
) -> None:
    for step in count(1):
        library = Library(tmp_path / str(step))
        keys = {begin(library), begin(library), begin(library)}
        for key in keys:
            library.put_into_bin(key)
        with Disk(step, FULL) as disk:
            try:
                library.throw_away(keys)
            except OSError:
                assert disk.has_failed
        left = keys_of(library.bin())
        assert left == keys_of(Library(library.folder).bin())
        if not disk.has_failed:
            break
        for key in left:
            assert library.sheet(key).replay.entries == ()
    assert left == set()
    assert step > 9


def test_who_still_holds_an_evening_that_is_thrown_away_hears_it_and_writes_nothing_more(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path)
    evening = library.evening(begin(library))
    library.put_into_bin(evening.key)
    heard: list[tuple[bool, bool]] = []
    evening.listeners.add(lambda: heard.append((evening.is_closed, library.bin() == [])))
    library.listeners.add(lambda: heard.append((evening.is_closed, library.bin() == [])))
    library.throw_away([evening.key])
    assert heard == [(True, True)] * 2
    with pytest.raises(Refused):
        evening.write(Meld(0, 20))
    assert about(tmp_path, evening.key) == []


def test_what_is_put_back_is_not_written_to_by_who_held_it_before_it_was_thrown_away(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path)
    evening = library.evening(begin(library))
    library.put_into_bin(evening.key)
    copy = next(each for each in library.backups() if each.key == evening.key)
    content = copy.file.read_bytes()
    library.throw_away([evening.key])
    copy.file.write_bytes(content)  # somebody had it elsewhere
    library.restore(copy)
    back = library.evening(evening.key)
    back.write(Meld(0, 20))
    with pytest.raises(Refused):
        evening.write(Meld(1, 40))
    assert Library(tmp_path).sheet(evening.key) == back.sheet


@pytest.mark.parametrize("error", [FULL, KILLED])
def test_what_cannot_be_thrown_away_stays_in_the_bin(tmp_path: Path, error: BaseException) -> None:
    for step in count(1):
        library = Library(tmp_path / str(step))
        binned, other = library.evening(begin(library)), begin(library, "other")
        binned.write(Meld(0, 20))
        library.put_into_bin(binned.key)
        before = {
            file: content for file, content in all_files(tmp_path).items() if other in str(file)
        }
        with Disk(step, error) as disk:
            try:
                library.throw_away([binned.key])
            except type(error):
                assert disk.has_failed
                assert error is KILLED or keys_of(library.bin()) == {binned.key}
        reopened = Library(tmp_path / str(step))
        assert keys_of(reopened.labels()) == {other}
        assert keys_of(reopened.bin()) <= {binned.key}
        if not disk.has_failed:
            break
        for each in reopened.bin():
            assert reopened.sheet(each.key) == binned.sheet
        reopened.throw_away([binned.key])
        assert about(tmp_path / str(step), binned.key) == []
        assert before.items() <= all_files(tmp_path).items()
    assert step > 8


def test_a_bin_that_cannot_be_emptied_at_the_start_is_no_reason_not_to_start(
    tmp_path: Path,
) -> None:
    (old,) = binned_days_ago(tmp_path, 30)
    start(tmp_path, after(0))
    with Disk(1, FULL, stays_broken=True):
        assert keys_of(start(tmp_path, after(7)).bin()) == {old}
    assert start(tmp_path, after(7)).bin() == []


def test_a_start_that_cannot_be_noted_is_no_first_of_two(tmp_path: Path) -> None:
    (old,) = binned_days_ago(tmp_path, 30)
    with Disk(1, FULL, stays_broken=True):
        start(tmp_path, after(0))
    assert keys_of(start(tmp_path, after(7)).bin()) == {old}


# The library's own file


@pytest.mark.parametrize("damage", [emptied, missing])
def test_a_library_file_that_is_harmed_costs_one_setting(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    library = Library(tmp_path)
    key = begin(library)
    library.change(Settings("en", None, key))
    library.change(Settings("en", "dark", key, game=GAME.key))
    damage(library_file(tmp_path))
    library = Library(tmp_path)
    assert library.settings == Settings("en", None, key)
    assert [label.title for label in library.labels()] == ["Stammtisch"]


def test_a_library_file_that_is_damaged_is_set_aside_and_named(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.change(Settings("en"))
    library.change(Settings("pfl"))
    library_file(tmp_path).write_bytes(b"Karl")
    library = Library(tmp_path)
    assert library.settings == Settings("en")
    assert library.damaged is not None
    assert library.damaged.read_bytes() == b"Karl"
    assert library.damaged_files() == [library.damaged]


def test_a_library_that_cannot_be_read_at_all_is_set_aside_and_every_evening_is_there(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path)
    keys = {begin(library, title, day) for title, day in (("a", "2026-11-20"), ("b", None))}
    labels, evenings = library.labels(), all_files(evenings_folder(tmp_path))
    library_file(tmp_path).write_bytes(b"newest")
    previous_generation(library_file(tmp_path)).write_bytes(b"before")
    library = Library(tmp_path)
    assert library.settings == Settings()
    assert library.labels() == labels
    assert {library.evening(key).key for key in keys} == keys
    assert all_files(evenings_folder(tmp_path)) == evenings
    assert library.damaged is not None
    assert library.damaged.read_bytes() == b"newest"
    assert [file.read_bytes() for file in library.damaged_files()] == [b"newest", b"before"]
    library.change(Settings("en"))
    library = Library(tmp_path)
    assert (library.damaged, library.settings, library.labels()) == (None, Settings("en"), labels)


@pytest.mark.parametrize("which", [library_file, lambda f: previous_generation(library_file(f))])
def test_a_library_of_which_one_generation_is_there_and_damaged_is_set_aside(
    tmp_path: Path, which: Callable[[Path], Path]
) -> None:
    which(tmp_path).write_bytes(b"Karl")
    library = Library(tmp_path)
    assert library.damaged is not None
    assert library.damaged_files() == [library.damaged]
    assert library.damaged.read_bytes() == b"Karl"


def test_every_damaged_library_is_kept_beside_the_others(tmp_path: Path) -> None:
    begin(Library(tmp_path))
    for content in (b"a", b"b"):
        harm(library_file(tmp_path), content)
        Library(tmp_path)
    aside = [file.read_bytes() for file in Library(tmp_path).damaged_files()]
    assert aside == [b"a", b"a", b"b", b"b"]


def test_a_damaged_evening_is_set_aside_too_and_whoever_looks_at_it_is_told(tmp_path: Path) -> None:
    library = Library(tmp_path)
    key = begin(library)
    library.evening(key).write(Meld(0, 20))
    evening_file(tmp_path, key).write_bytes(b"Karl")
    harm(library_file(tmp_path))
    library = Library(tmp_path)
    damaged = library.evening(key).damaged
    assert damaged is not None
    assert damaged.read_bytes() == b"Karl"
    assert damaged in library.damaged_files()
    assert [label.title for label in library.labels()] == ["Stammtisch"]


def test_an_evening_that_could_not_be_read_when_it_was_listed_is_listed_right_later(
    tmp_path: Path,
) -> None:
    key = begin(Library(tmp_path), "Stammtisch", "2026-11-20")
    harm(library_file(tmp_path))
    with unreadable("open", OSError(24, "Too many open files"), evening_file(tmp_path, key)):
        assert Library(tmp_path).labels() == [Label(key)]
    assert Library(tmp_path).labels() == [Label(key, "Stammtisch", "2026-11-20", game=GAME.key)]


def test_an_evening_that_cannot_be_read_at_the_moment_is_listed_and_can_be_opened_later(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path)
    good, asleep = begin(library, "good"), begin(library, "asleep")
    library.evening(asleep).write(Meld(0, 20))
    before = all_files(evenings_folder(tmp_path))
    with unreadable("open", BROKEN, evening_file(tmp_path, asleep)):
        library = Library(tmp_path)
        assert {label.title for label in library.labels()} == {"good", "asleep"}
        assert library.evening(good).replay.entries == ()
        with pytest.raises(UnreadableNow):
            library.evening(asleep)
    assert all_files(evenings_folder(tmp_path)) == before
    assert library.damaged_files() == []
    assert len(library.evening(asleep).replay.entries) == 1


@pytest.mark.parametrize("call", READING)
def test_a_library_that_cannot_be_read_at_the_moment_is_left_as_it_is(
    tmp_path: Path, call: str
) -> None:
    library = Library(tmp_path)
    begin(library)
    library.change(replace(library.settings, language="en"))
    before = all_files(tmp_path)
    with unreadable(call, BROKEN, library_file(tmp_path)), pytest.raises(UnreadableNow):
        Library(tmp_path)
    assert all_files(tmp_path) == before
    assert Library(tmp_path).settings == library.settings


@pytest.mark.parametrize("generations", [1, 2])
def test_a_library_of_a_newer_app_is_left_as_it_is(tmp_path: Path, generations: int) -> None:
    begin(Library(tmp_path))
    for _ in range(generations):
        change_library(tmp_path, settings={"1": {"schema": 2, **asdict(Settings())}})
    before = all_files(tmp_path)
    with pytest.raises(FromTheFuture):
        Library(tmp_path)
    assert all_files(tmp_path) == before


def test_an_evening_of_a_newer_app_is_listed_and_left_as_it_is(tmp_path: Path) -> None:
    key = begin(Library(tmp_path))
    storage = DurableStorage(evening_file(tmp_path, key))
    document = (storage.read() or {})["sheets"]["1"]
    storage.write({"sheets": {"1": {**document, "schema": 2}}})
    harm(library_file(tmp_path))
    before = all_files(evenings_folder(tmp_path))
    library = Library(tmp_path)
    assert library.labels() == [Label(key)]
    with pytest.raises(FromTheFuture):
        library.evening(key)
    assert all_files(evenings_folder(tmp_path)) == before


def test_a_library_that_dies_while_it_is_made_can_be_opened(tmp_path: Path) -> None:
    for step in count(1):
        folder = tmp_path / str(step)
        key = begin(Library(folder))
        harm(library_file(folder))
        with Disk(step, KILLED) as disk:
            try:
                Library(folder)
            except KeyboardInterrupt:
                assert disk.has_failed
            else:
                break
        library = Library(folder)
        assert library.labels() == [Label(key, "Stammtisch", game=GAME.key)]
        assert [file.read_bytes() for file in library.damaged_files()] == [b"Karl"] * 2
    assert step > 8


@pytest.mark.parametrize("inside", [Path(), Path("more")])
def test_a_file_in_place_of_the_folder_is_an_error(tmp_path: Path, inside: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"mine")
    with pytest.raises(OSError, match="file"):
        Library(file / inside)
    assert all_files(tmp_path) == {file: b"mine"}


def test_on_a_full_disk_evenings_can_still_be_looked_at(tmp_path: Path) -> None:
    key = begin(Library(tmp_path), "Stammtisch", "2026-11-20")
    change_labels(tmp_path, key="gone")
    before = all_files(tmp_path)
    with Disk(1, FULL, stays_broken=True):
        library = Library(tmp_path)
        assert library.labels() == [Label(key, "Stammtisch", "2026-11-20", game=GAME.key)]
        assert library.evening(key).replay.entries == ()
        with pytest.raises(OSError, match="No space"):
            begin(library)
    assert all_files(tmp_path) == before


def test_an_evening_that_cannot_be_read_at_all_is_among_the_damaged_files_until_it_is_restored(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path)
    evening = library.begin(GAME, HEAD, TABLE)
    library.begin(GAME, HEAD, TABLE)
    file = library.file_of(evening.key)
    file.write_bytes(b"Karl")
    previous_generation(file).write_bytes(b"")
    library = Library(tmp_path)
    assert library.damaged_files() == []
    with pytest.raises(Unreadable):
        library.evening(evening.key)
    assert library.damaged_files() == [file]
    (copy,) = (backup for backup in library.backups() if backup.key == evening.key)
    library.restore(copy)
    assert file not in library.damaged_files()
    assert sorted(aside.read_bytes() for aside in library.damaged_files()) == [b"", b"Karl"]


def test_whoever_looks_at_an_evening_hears_that_it_went_into_the_bin_and_came_back(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path)
    evening = library.begin(GAME, HEAD, TABLE)
    heard: list[bool] = []
    evening.listeners.add(lambda: heard.append(library.holds(evening.key)))
    library.put_into_bin(evening.key)
    library.take_out_of_bin(evening.key)
    assert heard == [False, True]


# The last evening of a game


def test_there_is_no_last_sheet_of_a_game_that_was_not_played(tmp_path: Path) -> None:
    library = Library(tmp_path)
    begin(library)
    assert library.last_sheet("bauer") is None


def test_the_last_sheet_of_a_game_is_the_open_one_else_the_newest(tmp_path: Path) -> None:
    library = Library(tmp_path)
    for day in ("2026-11-21", "2026-11-19", "2026-11-20"):
        begin(library, f"On {day}", day)
    last = library.last_sheet("bauerchen")
    assert last
    assert last.head.title == "On 2026-11-20"
    library.change(replace(library.settings, open_evening=None))
    newest = library.last_sheet("bauerchen")
    assert newest
    assert newest.head.title == "On 2026-11-21"


def test_a_sheet_that_cannot_be_read_is_not_the_last_one(tmp_path: Path) -> None:
    older, newer = begin(Library(tmp_path), "older"), begin(Library(tmp_path), "newer")
    harm(evening_file(tmp_path, newer))
    library = Library(tmp_path)
    last = library.last_sheet("bauerchen")
    assert last
    assert last.head.title == "older"
    harm(evening_file(tmp_path, older))
    assert Library(tmp_path).last_sheet("bauerchen") is None


def test_a_game_that_is_wrong_in_the_list_is_asked_of_the_evening(tmp_path: Path) -> None:
    key = begin(Library(tmp_path))
    change_labels(tmp_path, game="zwicker")
    assert Library(tmp_path).label(key).game == GAME.key
    assert Library(tmp_path).last_sheet(GAME.key)
