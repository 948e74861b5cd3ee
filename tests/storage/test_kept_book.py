"""The table's book on disk: what is written stays, whatever happens to its file."""

import json
from base64 import b64encode
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from played import MINE, deal, play

from scoring import book as of_book
from scoring.book import Book, Event, Paid, Undone, read_book, write_book
from scoring.refusals import Fault, Refused
from storage import (
    CANNOT_OPEN,
    Bundle,
    ImportRejected,
    Library,
    Settings,
    complete,
    import_file,
    missing_in_book,
    read_file,
    stamp,
    write_backup,
)
from storage.backups import KEPT
from storage.durable import decode, encode
from storage.places import book_file, incoming_file, previous_generation


def payment(name: str = "a", steins: int = 2) -> Paid:
    return Paid(
        id=name, at="2026-11-20T22:00:00+01:00", debtor="Karl", creditor="Erna", steins=steins
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return book_file(tmp_path)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A library in whose book two payments are written, one after the other."""
    library = Library(tmp_path)
    for name in "ab":
        library.write_in_book([payment(name)])
    return library


def again(library: Library) -> Library:
    return Library(library.folder)


def ids(book: Book) -> str:
    return "".join(event.id for event in book.events)


# Writing


def test_what_is_written_is_there_at_the_next_start(library: Library) -> None:
    assert ids(library.book) == "ab"
    assert again(library).book == library.book


def test_a_new_book_is_empty_and_has_no_file(tmp_path: Path, file: Path) -> None:
    library = Library(tmp_path)
    assert library.book_seen is None
    assert (library.book, library.damaged_book) == (Book(), None)
    assert library.book_seen == Book()
    assert not file.exists()


def test_what_is_here_already_is_not_written_again(library: Library, file: Path) -> None:
    told, before = list[str](), file.stat().st_mtime_ns
    library.listeners.add(lambda: told.append("written"))
    library.write_in_book([payment("a")])
    assert (told, file.stat().st_mtime_ns) == ([], before)
    library.write_in_book([payment("c")])
    assert told == ["written"]


def test_each_event_has_an_id_of_its_own_and_the_time_when_it_was_written() -> None:
    one, two = (Undone(**stamp(Book()), event="a") for _ in range(2))
    assert one.id != two.id
    assert abs(datetime.fromisoformat(one.at) - datetime.now(UTC)).total_seconds() < 60


@pytest.mark.parametrize("ahead", ["9998-01-01T00:00:00+01:00", "9998-01-01T00:00:00.999999Z"])
def test_what_is_written_is_the_last_even_if_the_clock_of_another_phone_was_ahead(
    ahead: str,
) -> None:
    book = Book((replace(payment(), at=ahead),))
    for number in range(2, 6):
        written = Undone(**stamp(book), event="a")
        book = book.merged([written])
        assert (book.events[-1], len(book.events)) == (written, number)


@pytest.mark.parametrize("end", ["9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.9-23:59"])
def test_it_can_be_written_in_a_book_that_reaches_to_the_end_of_time(end: str) -> None:
    book = Book((replace(payment(), at=end),))
    assert read_book(write_book(book.merged([Undone(**stamp(book), event="a")]))).paid == []


def test_what_cannot_be_stored_is_not_in_the_book(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError):  # noqa: PT011 # of any kind
        library.write_in_book([payment("c")])
    assert ids(library.book) == ids(again(library).book) == "ab"


# Reading


def test_of_a_damaged_file_the_generation_before_is_opened_and_the_file_kept(
    library: Library, file: Path
) -> None:
    file.write_bytes(b"?")
    opened = again(library)
    assert ids(opened.book) == "a"
    assert opened.damaged_book
    assert opened.damaged_book.read_bytes() == b"?"
    assert opened.damaged_files() == [opened.damaged_book]


def test_where_no_generation_can_be_read_both_are_kept_and_a_new_book_is_begun(
    library: Library, file: Path
) -> None:
    for each in (file, previous_generation(file)):
        each.write_bytes(b"?")
    opened = again(library)
    assert opened.book == Book()
    assert len(opened.damaged_files()) == 2
    opened.write_in_book([payment("c")])
    assert ids(again(library).book) == "c"


def rewritten(file: Path, table: str, number: str, **changes: object) -> None:
    """Change a document of the book's file, as another app might write it."""
    tables = decode(file.read_bytes())
    tables.setdefault(table, {}).setdefault(number, {}).update(changes)
    file.write_bytes(encode(tables))


@pytest.mark.parametrize(
    ("table", "number", "changes"),
    [
        ("book", "1", {"schema": 0}),
        ("book", "1", {"schema": None}),
        ("events", "1", {"steins": 0}),
        ("events", "2", {"id": "a"}),
        ("events", "3", {}),
    ],
)
def test_a_file_that_holds_anything_else_is_damaged(
    library: Library, file: Path, table: str, number: str, changes: dict[str, object]
) -> None:
    rewritten(file, table, number, **changes)
    assert ids(again(library).book) == "a"


def test_a_file_of_a_newer_app_is_refused_unchanged(library: Library, file: Path) -> None:
    rewritten(file, "book", "1", schema=2)
    before = file.read_bytes()
    opened = again(library)
    for _ in range(2):
        with pytest.raises(Refused) as refusal:
            opened.write_in_book([payment("c")])
        assert (refusal.value.code, refusal.value.values) == (
            Fault.NEWER_APP,
            {"key": "book.json"},
        )
    assert file.read_bytes() == before


def test_a_file_that_cannot_be_read_at_the_moment_is_read_when_it_can_be(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = again(library)

    def fails(_: Path) -> bytes:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", fails)
        with pytest.raises(OSError, match="Input/output"):
            _ = opened.book
    assert ids(opened.book) == "ab"


# Automatic backups


def test_the_book_is_backed_up_before_the_first_change_of_a_day(library: Library) -> None:
    (backup,) = [each for each in library.backups() if each.is_book]
    assert ids(library.read_book(backup)) == "a", "there was nothing before the first change"
    library.write_in_book([payment("c")])
    assert [each for each in library.backups() if each.is_book] == [backup]


def test_restoring_a_backup_adds_what_is_missing_and_loses_nothing(
    library: Library, file: Path
) -> None:
    for each in (file, previous_generation(file)):
        each.unlink()
    opened = again(library)
    opened.write_in_book([payment("c")])
    (backup,) = [each for each in opened.backups() if each.is_book]
    opened.restore(backup)
    assert ids(opened.book) == ids(again(library).book) == "ac"


def test_a_damaged_backup_restores_nothing(library: Library) -> None:
    (backup,) = [each for each in library.backups() if each.is_book]
    backup.file.write_bytes(b"?")
    with pytest.raises(CANNOT_OPEN):
        library.restore(backup)
    assert ids(library.book) == "ab"


def test_backups_of_the_book_push_out_none_of_evenings(library: Library) -> None:
    (backup,) = [each for each in library.backups() if each.is_book]
    for day in range(KEPT + 3):
        name = f"202601{day + 1:02}T000000000000.book.json"
        backup.file.with_name(name).write_bytes(backup.file.read_bytes())
    play(library, deal(MINE))
    library.restore(backup)
    play(library, deal(MINE))
    kinds = [each.kind for each in library.backups()]
    assert kinds.count("book") == KEPT
    assert "" in kinds


# Export and import


def imported(library: Library, content: bytes) -> None:
    for _ in import_file(library, content):
        pass


def backup_with(*events: Event) -> bytes:
    return write_backup([], Settings(), Book.of(events))


def test_a_backup_holds_the_book_and_one_without_has_none(library: Library) -> None:
    written = write_backup([], Settings(), library.book)
    assert json.loads(written)["book"] == write_book(library.book)
    assert read_file(written) == Bundle((), Settings(), library.book)
    assert "book" not in json.loads(write_backup([], Settings()))
    assert read_file(write_backup([], Settings())).book == Book()


def test_an_import_adds_what_is_missing_whatever_the_order(
    library: Library, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = Library(tmp_path_factory.mktemp("other"))
    theirs, ours = backup_with(payment("b"), payment("c")), backup_with(*library.book.written)
    imported(library, theirs)
    imported(other, theirs)
    imported(other, ours)
    imported(other, theirs)
    assert ids(library.book) == "abc"
    assert other.book == library.book


def test_what_an_import_would_add_is_known_before(library: Library) -> None:
    assert not missing_in_book(library, Book())
    assert not missing_in_book(library, Book.of([payment("a")]))
    theirs = Book.of([payment("a"), payment("c")])
    assert [*missing_in_book(library, theirs)] == [payment("c")]
    assert ids(library.book) == "ab"


@pytest.mark.parametrize(
    "book", [None, {}, [{"type": "lent"}], [{**write_book(Book.of([payment()]))[0], "to": 1}]]
)
def test_a_backup_with_a_newer_or_wrong_book_is_refused_whole(
    library: Library, book: object
) -> None:
    raw = {**json.loads(backup_with(payment("c"))), "book": book}
    with pytest.raises(ImportRejected):
        imported(library, json.dumps(raw).encode())
    assert ids(library.book) == "ab"


def test_nothing_is_imported_where_the_book_has_no_room(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = play(library, deal(MINE)).sheet
    library.drop([label.key for label in library.labels()])
    file = write_backup([sheet], Settings(), Book.of([payment("c")]))
    monkeypatch.setattr(of_book, "MOST_EVENTS", 2)
    with pytest.raises(Refused):
        imported(library, file)
    assert (ids(library.book), library.labels()) == ("ab", [])
    assert not incoming_file(library.folder).exists()


def test_an_import_that_fails_after_the_book_leaves_the_book_as_it_was(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: object) -> None:
        raise OSError

    monkeypatch.setattr(library, "change", fails)
    with pytest.raises(OSError):  # noqa: PT011 # of any kind
        imported(library, backup_with(payment("c")))
    assert ids(library.book) == ids(again(library).book) == "ab"


def test_a_payment_that_was_made_during_a_failed_import_stays(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pays_and_fails(_: object) -> None:
        library.write_in_book([payment("d")])
        raise OSError

    monkeypatch.setattr(library, "change", pays_and_fails)
    with pytest.raises(OSError):  # noqa: PT011 # of any kind
        imported(library, backup_with(payment("c")))
    assert ids(library.book) == "abcd", "what was imported is no debt that anybody has forgotten"


def test_an_interrupted_import_is_completed_once_the_book_can_be_read(
    library: Library, file: Path
) -> None:
    incoming_file(library.folder).write_bytes(backup_with(payment("c")))
    kept = file.read_bytes()
    rewritten(file, "book", "1", schema=2)
    complete(again(library))
    assert incoming_file(library.folder).exists()
    file.write_bytes(kept)
    later = again(library)
    complete(later)
    assert ids(later.book) == "abc"
    assert not incoming_file(library.folder).exists()


# What a web page saves while the app cannot start


def rescued(library: Library, change: Callable[[dict[str, object]], None]) -> bytes:
    files: dict[str, object] = {
        f"/{file.name}": b64encode(file.read_bytes()).decode()
        for file in library.folder.glob("book.*")
    }
    change(files)
    return json.dumps({"format": "knoddel-files", "version": 1, "files": files}).encode()


def test_what_the_page_saves_has_the_book(library: Library) -> None:
    assert read_file(rescued(library, lambda _: None)).book == library.book
    assert (
        ids(read_file(rescued(library, lambda files: files.update({"/book.json": ""}))).book) == "a"
    )
    assert read_file(rescued(library, lambda files: files.clear())).book == Book()


def test_a_book_of_which_no_generation_can_be_read_is_named(library: Library) -> None:
    gone = {"/book.json": "", "/book.previous": ""}
    with pytest.raises(ImportRejected) as refusal:
        read_file(rescued(library, lambda files: files.update(gone)))
    assert refusal.value.refused.code is Fault.UNREADABLE
    assert refusal.value.refused.values == {"key": "/book.json"}
