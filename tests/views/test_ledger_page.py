"""The Bierdeckel: what is left to pay, and what was paid, on one screen and on several."""

from collections.abc import Callable
from pathlib import Path

import flet as ft
import pytest
from flet_screen import OpenScreen, Screen
from played import LONG_NAME, MINE, deal, owed, pay, play, play_often

from scoring.bauerchen import Level
from scoring.book import Paid, Undone
from scoring.sheet import Side
from storage import Library, Settings, stamp, write_backup
from storage.places import book_file, previous_generation
from views.pages import ledger
from views.session import steps
from views.session.session import Session
from views.text.ledger import owes

STEIN_FOR_MINE = (deal(MINE, Level.SCHWARZ, 3),) * 2
"""Two rounds."""
HANS_PAYS = "Bezahlt: Hans schuldet Karl 1 Stein"
HANS_HAS_PAID = "Hans hat Karl 1 Stein bezahlt"
TAKE_BACK = f"Zurücknehmen: {HANS_HAS_PAID}"
ENTER_AGAIN = f"Wieder eintragen: {HANS_HAS_PAID}"
READ_IN = "Datei einlesen, nichts wird verdoppelt oder überschrieben"
SAVE_ALL = "Alles als Datei speichern, alle Abende, Spieler und Einstellungen"
BACKUP = "Bierdeckel, Sicherung vom"


@pytest.fixture
def karl(library: Library, open_screen: OpenScreen) -> Screen:
    """The ledger on a screen: Hans owes Karl a Stein, Ruth owes Erna one."""
    play(library, *STEIN_FOR_MINE)
    return on_ledger(open_screen)


def on_ledger(open_screen: OpenScreen) -> Screen:
    screen = open_screen()
    screen.go("/ledger")
    return screen


def lines(screen: Screen) -> list[str]:
    """Return the lines of debts, paid or not."""
    texts = [text.value for text in screen.controls(ft.Text)]
    return [text for text in texts if text.endswith((" Stein", " Steine", " quitt"))]


def paid(library: Library) -> list[tuple[str, str, int]]:
    return [(each.debtor, each.creditor, each.steins) for each in library.book.paid]


# The way there


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("/menu", "Bierdeckel, wer wem etwas schuldet"),
        ("/evenings", "Bierdeckel"),
        ("/statistics", "Bierdeckel"),
    ],
)
def test_menu_list_of_evenings_and_statistics_lead_to_the_ledger(
    library: Library, open_screen: OpenScreen, page: str, name: str
) -> None:
    play(library, *STEIN_FOR_MINE)
    screen = open_screen()
    screen.go(page)
    screen.tap(name)
    assert lines(screen) == ["Hans schuldet Karl 1 Stein", "Ruth schuldet Erna 1 Stein"]
    screen.tap("Zurück")
    assert "Große Zahlen" in screen.names()


def test_without_an_open_evening_the_way_back_leads_to_the_list(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library)
    library.put_into_bin(play(library).key)
    screen = on_ledger(open_screen)
    screen.tap("Zurück")
    assert "Suchen" in [field.label for field in screen.controls(ft.TextField)]


# What is left to pay


def test_where_nobody_owes_anything_that_is_said(library: Library, open_screen: OpenScreen) -> None:
    play(library, deal(MINE))
    screen = on_ledger(open_screen)
    assert "Niemand schuldet jemandem einen Stein." in screen.texts()
    assert "Zuletzt" not in screen.texts()


def test_all_evenings_count_whatever_period_was_chosen_for_statistics(
    library: Library, open_screen: OpenScreen
) -> None:
    for _ in range(2):
        play(library, *STEIN_FOR_MINE)
    screen = open_screen()
    screen.go("/statistics")
    screen.tap("Zeitraum: alles")
    screen.tap("heute Abend")
    screen.go("/ledger")
    assert lines(screen) == ["Hans schuldet Karl 2 Steine", "Ruth schuldet Erna 2 Steine"]


def test_steine_of_nobody_known_are_told(library: Library, open_screen: OpenScreen) -> None:
    play(library, *STEIN_FOR_MINE, sides=(Side("Mein", ("Karl", "Karl")), Side("Dein")))
    screen = on_ledger(open_screen)
    told = "Wer 2 Steine schuldet, weiß niemand: Da fehlt ein Name, oder er steht doppelt."
    assert told in screen.texts()
    assert lines(screen) == []


def test_an_evening_that_cannot_be_read_is_named_and_left_out(
    library: Library, open_screen: OpenScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(library, *STEIN_FOR_MINE, title="Kerwe")
    play(library, *STEIN_FOR_MINE, title="Stammtisch")
    count = library.statistics

    def fail(key: str) -> object:
        if library.label(key).title == "Kerwe":
            raise OSError("for a moment")
        return count(key)

    monkeypatch.setattr(library, "statistics", fail)
    screen = on_ledger(open_screen)
    told = "1 Abend ist nicht lesbar und fehlt hier: Kerwe, 20.11.2026"
    assert told in screen.texts()
    assert lines(screen) == ["Hans schuldet Karl 1 Stein", "Ruth schuldet Erna 1 Stein"]


def test_a_debt_that_turned_round_says_why(library: Library, open_screen: OpenScreen) -> None:
    evening = play(library, *STEIN_FOR_MINE)
    pay(library, 1)
    evening.undo()
    screen = on_ledger(open_screen)
    assert lines(screen) == ["Karl schuldet Hans 1 Stein"]
    assert "weil mehr bezahlt als verloren wurde" in screen.texts()
    screen.tap("Bezahlt: Karl schuldet Hans 1 Stein")
    assert lines(screen) == ["Hans und Karl sind quitt"]


def test_of_many_debts_and_payments_the_first_are_shown(
    library: Library, open_screen: OpenScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "DEBTS_AT_ONCE", 2)
    monkeypatch.setattr(ledger, "AT_ONCE", 2)
    play_often(library, 5)
    pay(library, 3)
    left = owed(library)
    screen = on_ledger(open_screen)
    assert len(lines(screen)) == 2
    screen.tap("Weitere Schulden zeigen")
    assert len(lines(screen)) == 4
    while "Weitere Schulden zeigen" in screen.names():
        screen.tap("Weitere Schulden zeigen")
    assert len(lines(screen)) == len(left)
    taken_back = [name for name in screen.names() if name.startswith(("Zurückn", "Wieder"))]
    assert len(taken_back) == 2
    screen.tap("Mehr zeigen")
    assert "Mehr zeigen" not in screen.names()


def test_names_are_shown_as_text_whatever_they_are(
    library: Library, open_screen: OpenScreen
) -> None:
    sides = (Side("Mein", (LONG_NAME, "{n}")), Side("Dein", ("\u202eKarl", "%s")))
    play(library, *STEIN_FOR_MINE, sides=sides)
    screen = on_ledger(open_screen)
    assert sorted(lines(screen)) == [
        "%s schuldet {n} 1 Stein",
        f"Karl schuldet {LONG_NAME} 1 Stein",
    ]


def test_debts_are_told_when_all_evenings_are_counted(
    library: Library, open_screen: OpenScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("AT_FIRST", "STEP"):
        monkeypatch.setattr(steps, limit, 0.0)
    for _ in range(4):
        play(library, *STEIN_FOR_MINE)
    drawn, draw = list[str](), owes

    def recording(*told: object) -> str:
        drawn.append(draw(*told))  # type: ignore[arg-type] # the same
        return drawn[-1]

    monkeypatch.setattr("views.pages.ledger.owes", recording)
    screen = on_ledger(open_screen)
    assert set(drawn) == {"Hans schuldet Karl 4 Steine", "Ruth schuldet Erna 4 Steine"}
    assert "gezählt" not in screen.text()


@pytest.mark.parametrize(("width", "is_below"), [(390, False), (280, True)])
def test_a_key_stands_below_its_line_where_there_is_no_room_beside_it(
    library: Library, open_screen: OpenScreen, width: int, *, is_below: bool
) -> None:
    play(library, *STEIN_FOR_MINE)
    screen = open_screen(width=width)
    screen.go("/ledger")
    rows = [row for row in screen.controls(ft.Row) if row.alignment is ft.MainAxisAlignment.END]
    assert bool(rows) is is_below
    screen.tap(HANS_PAYS)
    assert "Hans und Karl sind quitt" in lines(screen)


# Paying


def test_what_was_paid_is_gone_and_can_be_taken_back_and_entered_again(
    library: Library, karl: Screen
) -> None:
    karl.tap(HANS_PAYS)
    assert lines(karl) == ["Hans und Karl sind quitt", "Ruth schuldet Erna 1 Stein"]
    assert "Hans und Karl sind quitt" in karl.announced()
    assert (paid(library), karl.buzzed) == ([("Hans", "Karl", 1)], 1)
    assert HANS_HAS_PAID in karl.texts()
    karl.tap(TAKE_BACK)
    assert lines(karl) == ["Hans schuldet Karl 1 Stein", "Ruth schuldet Erna 1 Stein"]
    assert any("zurückgenommen" in text for text in karl.texts())
    assert paid(library) == []
    karl.tap(ENTER_AGAIN)
    assert paid(library) == [("Hans", "Karl", 1)]
    assert Library(library.folder).book == library.book


def test_a_line_that_is_settled_is_gone_when_the_page_is_opened_again(karl: Screen) -> None:
    karl.tap(HANS_PAYS)
    karl.go("/menu")
    karl.go("/ledger")
    assert lines(karl) == ["Ruth schuldet Erna 1 Stein"]


def test_without_buzzing_nothing_buzzes(library: Library, karl: Screen) -> None:
    library.change(Settings(buzzes=False, open_evening=library.settings.open_evening))
    karl.loop.settle()
    karl.tap(HANS_PAYS)
    assert (len(paid(library)), karl.buzzed) == (1, 0)


def test_two_quick_taps_pay_once(library: Library, karl: Screen) -> None:
    karl.tap_at_once(HANS_PAYS, HANS_PAYS)
    assert paid(library) == [("Hans", "Karl", 1)]
    assert "Nicht eingetragen" not in karl.text()


def test_two_quick_taps_take_back_once_and_the_second_hits_no_other_key(
    library: Library, karl: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    karl.tap(HANS_PAYS)
    seen = list[list[str]]()
    until_shown = Session.until_shown

    async def look(session: Session) -> None:
        seen.append([name for name in karl.names() if name in {TAKE_BACK, ENTER_AGAIN}])
        await until_shown(session)

    monkeypatch.setattr(Session, "until_shown", look)
    karl.tap_at_once(TAKE_BACK, TAKE_BACK)
    assert [type(event) for event in library.book.events] == [Paid, Undone]
    assert seen == [[]], "while people may not have seen the change there is neither key"
    assert ENTER_AGAIN in karl.names()


def test_a_payment_that_the_device_cannot_store_is_not_entered_and_that_is_said(
    library: Library, karl: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        karl.tap(HANS_PAYS)
        assert "No space left on device" in karl.text()
        assert paid(library) == []
    karl.tap(HANS_PAYS)
    assert paid(library) == [("Hans", "Karl", 1)]


# Several screens


@pytest.fixture
def ruth(karl: Screen, open_screen: OpenScreen) -> Screen:
    assert lines(karl)
    return on_ledger(open_screen)


def test_what_one_screen_pays_and_takes_back_the_other_sees_and_is_told(
    karl: Screen, ruth: Screen
) -> None:
    karl.tap(HANS_PAYS)
    assert lines(ruth) == ["Hans und Karl sind quitt", "Ruth schuldet Erna 1 Stein"]
    assert f"Anderes Gerät: {HANS_HAS_PAID}." in ruth.announced()
    assert f"Anderes Gerät: {HANS_HAS_PAID}." not in karl.announced()
    ruth.tap(TAKE_BACK)
    assert lines(karl) == ["Hans schuldet Karl 1 Stein", "Ruth schuldet Erna 1 Stein"]
    assert f"Anderes Gerät: zurückgenommen: {HANS_HAS_PAID}." in karl.announced()


def test_several_payments_at_once_are_told_as_such(library: Library, karl: Screen) -> None:
    debts = owed(library)
    library.write_in_book(
        [
            Paid(
                **stamp(library.book),
                debtor=debt.debtor,
                creditor=debt.creditor,
                steins=debt.steins,
            )
            for debt in debts
        ]
    )
    karl.loop.settle()
    assert "Anderes Gerät: mehreres wurde eingetragen oder zurückgenommen." in (karl.announced())


def test_on_other_pages_a_payment_is_not_news(karl: Screen, open_screen: OpenScreen) -> None:
    slate = open_screen()
    karl.tap(HANS_PAYS)
    assert not any("bezahlt" in text for text in slate.announced())
    slate.tap("Mein: 20 melden")
    assert "Nicht angeschrieben" not in slate.text()


def test_a_payment_on_two_screens_at_once_counts_once_and_the_second_is_told(
    library: Library, karl: Screen, ruth: Screen
) -> None:
    karl.tap_soon(HANS_PAYS)
    ruth.tap(HANS_PAYS)
    assert paid(library) == [("Hans", "Karl", 1)]
    told = f"Nicht eingetragen. Inzwischen: Anderes Gerät: {HANS_HAS_PAID}."
    assert [told in screen.announced() for screen in (karl, ruth)].count(True) == 1


def test_what_an_evening_changed_meanwhile_is_not_paid_as_it_was_shown(
    library: Library, karl: Screen
) -> None:
    elsewhere = library.evening(play(library).key)
    karl.loop.settle()
    elsewhere.extend(STEIN_FOR_MINE)
    karl.tap(HANS_PAYS)
    assert paid(library) == []
    assert lines(karl) == ["Hans schuldet Karl 2 Steine", "Ruth schuldet Erna 2 Steine"]
    told = (
        "Nicht eingetragen. Der Bierdeckel hat sich inzwischen geändert; bitte noch einmal ansehen."
    )
    assert told in karl.announced()
    karl.tap("Bezahlt: Hans schuldet Karl 2 Steine")
    assert paid(library) == [("Hans", "Karl", 2)]


def test_what_is_taken_back_is_what_was_shown(library: Library, karl: Screen) -> None:
    karl.tap(HANS_PAYS)
    library.listeners.clear()
    library.write_in_book(
        [Paid(**stamp(library.book), debtor="Ruth", creditor="Erna", steins=1)],
    )
    karl.tap(TAKE_BACK)
    assert len(paid(library)) == 2
    assert "Nicht eingetragen. Der Bierdeckel" in karl.text()


# Files


def without_book(library: Library, content: bytes) -> Library:
    for file in (book_file(library.folder), previous_generation(book_file(library.folder))):
        file.write_bytes(content)
    return Library(library.folder)


def reader_of(karl: Screen, library: Library, path: str) -> Screen:
    screen = Screen(library, karl.loop)
    screen.go(path)
    return screen


def test_a_damaged_book_is_told(library: Library, karl: Screen) -> None:
    karl.tap(HANS_PAYS)
    reader = reader_of(karl, without_book(library, b"?"), "/ledger")
    assert lines(reader) == ["Hans schuldet Karl 1 Stein", "Ruth schuldet Erna 1 Stein"]
    assert any("Der Bierdeckel war beschädigt" in text for text in reader.announced())
    reader.close()


def test_a_book_that_cannot_be_read_at_the_moment_is_told_and_nobody_owes_too_much(
    library: Library, karl: Screen
) -> None:
    karl.tap(HANS_PAYS)
    file = book_file(library.folder)
    later = Library(library.folder)
    read = Path.read_bytes
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Path, "read_bytes", _failing_for(file))
        reader = reader_of(karl, later, "/ledger")
        assert "Das lässt sich im Moment nicht lesen" in reader.text()
        assert lines(reader) == []
        reader.go("/settings")
        reader.tap(SAVE_ALL)
        said = "1 Abend ist in der Datei. Der Bierdeckel war nicht lesbar und fehlt darin!"
        assert said in reader.announced()
    assert Path.read_bytes is read
    reader.go("/ledger")
    assert lines(reader) == ["Ruth schuldet Erna 1 Stein"]
    reader.close()


def _failing_for(file: Path) -> Callable[[Path], bytes]:
    read = Path.read_bytes

    def fails(asked: Path) -> bytes:
        if asked == file:
            raise OSError(5, "Input/output error")
        return read(asked)

    return fails


def test_what_is_saved_as_a_file_is_shown_before_it_is_imported_elsewhere_and_only_once(
    library: Library, karl: Screen, tmp_path_factory: pytest.TempPathFactory
) -> None:
    karl.tap(HANS_PAYS)
    karl.tap(TAKE_BACK)
    karl.go("/settings")
    karl.tap(SAVE_ALL)
    (content,) = karl.saved.values()
    elsewhere = Library(tmp_path_factory.mktemp("elsewhere"))
    reader = reader_of(karl, elsewhere, "/settings")
    reader.pick(READ_IN, "all.json", content)
    assert "Bierdeckel" in reader.texts()
    assert "1 Zahlung, 1 zurückgenommen" in reader.texts()
    reader.tap("Einlesen")
    assert elsewhere.book == library.book
    reader.go("/settings")
    reader.pick(READ_IN, "all.json", content)
    assert "Darin ist nichts, was nicht schon da ist." in reader.texts()
    reader.close()


def test_a_file_for_a_book_of_a_newer_app_is_not_imported(
    library: Library, karl: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    karl.tap(HANS_PAYS)
    monkeypatch.setattr("storage.books.SCHEMA", 0)
    later = Library(library.folder)
    reader = reader_of(karl, later, "/settings")
    reader.pick(READ_IN, "all.json", write_backup([], Settings(), library.book))
    told = "Die Datei „book.json“ stammt von einer neueren Fassung der App."
    assert told in reader.text()
    assert "Einlesen" not in reader.names()
    reader.go("/ledger")
    assert told in reader.text()
    reader.close()


def test_a_backup_of_the_book_shows_what_it_would_add_and_adds_that(
    library: Library, karl: Screen
) -> None:
    karl.tap(HANS_PAYS)
    library.write_in_book([Paid(**stamp(library.book), debtor="Ruth", creditor="Erna", steins=1)])
    karl.go("/backups")
    backup = next(name for name in karl.names() if name.startswith(BACKUP))
    karl.tap(backup)
    assert "Alles aus dieser Sicherung ist schon da." in karl.texts()
    assert "Zurückholen" not in karl.names()
    for file in (book_file(library.folder), previous_generation(book_file(library.folder))):
        file.unlink()
    later = Library(library.folder)
    reader = reader_of(karl, later, "/backups")
    reader.tap(backup)
    assert "1 Zahlung" in reader.texts()
    reader.tap("Zurückholen")
    assert later.book.paid == library.book.paid[:1]
    (kept,) = [each for each in later.backups() if each.is_book]
    kept.file.write_bytes(b"?")
    reader.go("/backups")
    reader.tap(backup)
    assert "Diese Sicherung ist nicht lesbar." in reader.text()
    reader.close()
