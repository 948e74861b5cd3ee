"""Several screens on the same evenings: what one does, the others see, and nobody taps blindly."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from flet_screen import OpenScreen, Screen
from played import MINE, SIDES, YOURS, deal, play

from scoring.bauerchen import GAME, Meld
from scoring.game import Agreement
from scoring.sheet import Head
from storage import Evening, Library, import_file, write_file
from views.session.freshness import REACTION

READ_IN = "Datei einlesen, nichts wird verdoppelt oder überschrieben"


@pytest.fixture
def evening(library: Library) -> Evening:
    return play(library, Meld(MINE, 20), deal(MINE), title="Stammtisch")


@pytest.fixture
def karl(evening: Evening, open_screen: OpenScreen) -> Screen:
    assert evening.replay.entries
    return open_screen()


@pytest.fixture
def ruth(karl: Screen, open_screen: OpenScreen) -> Screen:
    assert karl.says("Stand")
    return open_screen()


def test_no_screen_hears_of_an_evening_that_it_has_left(
    evening: Evening, karl: Screen, ruth: Screen
) -> None:
    screens = len(evening.listeners)
    karl.go("/new")
    karl.tap("Los geht's")
    assert len(evening.listeners) == screens - 1
    ruth.tap_soon("Mein: 20 melden")
    karl.tap("Dein: 40 melden")
    assert karl.says("Stand") == "Stand: Mein 0, Dein 2"


def test_a_screen_that_is_gone_for_good_hears_of_nothing(
    library: Library, evening: Evening, karl: Screen, ruth: Screen
) -> None:
    karl.close()
    ruth.close()
    karl.loop.settle()
    assert (evening.listeners, library.listeners) == (set(), set())


# A key that confirms works once, for exactly what was shown


def operations(evening: Evening) -> list[str]:
    return [type(done).__name__ for done in evening.journal.operations]


def test_two_quick_taps_strike_out_one_line(evening: Evening, karl: Screen) -> None:
    karl.go("/line/0")
    karl.tap("Zeile streichen")
    karl.tap_at_once("Übernehmen", "Übernehmen")
    assert operations(evening) == ["Append", "Append", "Remove"]
    assert "Die Zeile ist gestrichen." in karl.announced()


def test_two_quick_taps_change_a_line_once(evening: Evening, karl: Screen) -> None:
    karl.go("/line/1/change")
    karl.tap("Dein: schwarz, 3 Punkte")
    karl.tap_at_once("Übernehmen", "Übernehmen")
    assert operations(evening) == ["Append", "Append", "Replace"]


def test_two_quick_taps_begin_one_evening(library: Library, karl: Screen) -> None:
    karl.go("/new")
    karl.tap_at_once("Los geht's", "Los geht's")
    assert len(library.labels()) == 2


def test_an_evening_that_could_not_begin_can_be_tried_again(library: Library, karl: Screen) -> None:
    karl.go("/new")
    folder = library.folder / "evenings"
    folder.rename(library.folder / "elsewhere")
    karl.tap("Los geht's")
    (library.folder / "elsewhere").rename(folder)
    karl.tap("Los geht's")
    assert len(library.labels()) == 2


def test_two_quick_taps_agree_on_a_house_rule_once(evening: Evening, karl: Screen) -> None:
    karl.go("/rules")
    karl.tap("Runde bis: eins mehr")
    karl.tap_at_once("Übernehmen", "Übernehmen")
    assert operations(evening) == ["Append", "Append", "Agree"]


def test_where_a_change_is_chosen_a_second_tap_meets_no_key_that_keeps_it(karl: Screen) -> None:
    karl.go("/line/0")
    before = karl.names()
    karl.tap("Zeile streichen")
    assert before[-2:] == ["Zeile ändern", "Zeile streichen"]
    assert karl.names()[-2:] == ["Übernehmen", "So lassen"]


def test_a_change_is_not_kept_for_a_slate_that_has_changed_meanwhile(
    evening: Evening, karl: Screen, ruth: Screen
) -> None:
    karl.go("/line/0")
    karl.tap("Zeile streichen")
    ruth.tap_soon("Dein: 20 melden")
    karl.tap("Übernehmen")
    assert operations(evening) == ["Append", "Append", "Append"]
    said = "Nicht übernommen. Inzwischen: +1 für Dein: Melde 20."
    assert said in karl.announced()
    karl.tap("Übernehmen")
    assert operations(evening) == ["Append", "Append", "Append", "Remove"]


def test_what_changes_while_a_change_is_still_looked_at_has_its_own_time_to_be_seen(
    evening: Evening, karl: Screen, ruth: Screen
) -> None:
    ruth.tap_soon("Dein: 20 melden")
    karl.loop.call_later(0.9 * REACTION, ruth.tap_soon, "Mein: 40 melden")
    karl.loop.call_later(1.5 * REACTION, karl.tap_soon, "Dein: 40 melden")
    karl.loop.settle()
    assert operations(evening) == ["Append"] * 4
    said = "2 Zeilen wurden angeschrieben, zuletzt: +2 für Mein: Melde 40."
    assert karl.announced() == [f"Nicht angeschrieben. Inzwischen: {said}"]
    karl.tap("Dein: 40 melden")
    assert operations(evening) == ["Append"] * 5


# Nothing is offered that was not chosen here


def test_another_phone_s_deal_offers_no_other_dealer(
    evening: Evening, karl: Screen, ruth: Screen
) -> None:
    karl.go("/dealer")
    ruth.tap("Dein: schneiderfrei, 2 Punkte")
    assert "Übernehmen" not in karl.names()
    assert "Anderes Gerät: +2 für Dein: schneiderfrei." in karl.announced()
    assert evening.replay.state.score == (3, 2)


def test_a_chosen_dealer_is_forgotten_when_another_deal_is_on(karl: Screen, ruth: Screen) -> None:
    karl.go("/dealer")
    karl.tap("Ruth")
    assert "Geber: Ruth (bisher Hans)" in karl.texts()
    ruth.tap("Dein: schneiderfrei, 2 Punkte")
    assert "Übernehmen" not in karl.names()
    assert karl.is_selected("Erna")


def test_another_phone_s_house_rule_is_not_taken_back(
    evening: Evening, karl: Screen, ruth: Screen
) -> None:
    karl.go("/rules")
    karl.tap("mit zwei Buben")
    ruth.go("/rules")
    ruth.tap("Runde bis: eins mehr")
    assert "Runde bis: 13 (bisher 12)" in ruth.texts()
    ruth.tap("Übernehmen")
    changes = karl.texts()[karl.texts().index("Was sich ändert") :]
    assert changes[1:3] == [
        "Die Letzte: mit zwei Buben (bisher aus)",
        "Am Stand ändert sich nichts.",
    ]
    karl.tap("Übernehmen")
    rules = evening.replay.agreement.rules
    assert (rules.round_target, rules.last_card_trump) == (13, "two_jacks")


def test_untouched_house_rules_offer_nothing_when_another_phone_agrees_on_one(
    karl: Screen, ruth: Screen
) -> None:
    karl.go("/rules")
    ruth.go("/rules")
    ruth.tap("Runde bis: eins mehr")
    ruth.tap("Übernehmen")
    assert "Übernehmen" not in karl.names()
    assert "Runde bis: 13" in karl.texts()
    assert "Anderes Gerät: Runde bis: 13 (bisher 12)." in karl.announced()


# The bin: what is deleted is what was shown


def test_an_evening_that_another_phone_bins_meanwhile_is_not_deleted(
    library: Library, evening: Evening, karl: Screen, ruth: Screen
) -> None:
    other = play(library, deal(MINE), title="Kerwe")
    library.put_into_bin(other.key)
    karl.go("/bin")
    karl.tap("Papierkorb leeren")
    assert "1 Abend endgültig löschen?" in karl.texts()
    assert (
        "Auch seine Sicherungen verschwinden. Das lässt sich nicht rückgängig machen."
        in karl.texts()
    )
    ruth.go("/menu")
    ruth.tap("Diesen Abend in den Papierkorb, Er bleibt dort 30 Tage.")
    karl.tap("Endgültig löschen")
    assert [label.key for label in library.bin()] == [evening.key]
    assert "Noch 1 Abend liegt im Papierkorb." in karl.announced()


def test_an_evening_that_another_phone_takes_out_meanwhile_is_not_deleted(
    library: Library, karl: Screen, ruth: Screen
) -> None:
    other = play(library, deal(MINE), title="Kerwe")
    library.put_into_bin(other.key)
    karl.go("/bin")
    karl.tap("Papierkorb leeren")
    ruth.go("/bin")
    ruth.tap(next(name for name in ruth.names() if name.startswith("Kerwe")))
    karl.tap("Endgültig löschen")
    assert library.holds(other.key)


# Every screen says what another has done to what it shows, and leads there


def test_a_new_evening_on_another_phone_is_told_and_leads_there(
    library: Library, evening: Evening, karl: Screen, ruth: Screen
) -> None:
    ruth.go("/new")
    ruth.tap_soon("Los geht's")
    karl.tap("Mein: 20 melden")
    said = "Ein anderes Gerät hat einen neuen Abend begonnen."
    assert f"Nicht angeschrieben. Inzwischen: {said}" in karl.announced()
    assert evening.replay.state.score == (3, 0)
    ruth.go("/new")
    ruth.tap("Los geht's")
    karl.tap(f"{said} Dorthin gehen")
    ruth.tap("Dein: 40 melden")
    assert karl.says("Stand") == "Stand: Mein 0, Dein 2"
    assert len(library.labels()) == 3


def test_an_evening_opened_on_another_phone_is_told_by_name(
    library: Library, karl: Screen, ruth: Screen
) -> None:
    library.begin(GAME, Head(SIDES, "Kerwe", "2026-11-19"), Agreement(GAME.rules()))
    ruth.go("/evenings")
    ruth.tap("Stammtisch, Bauerchen · 20.11.2026")
    ruth.go("/evenings")
    ruth.tap("Kerwe, Bauerchen · 19.11.2026")
    assert "Ein anderes Gerät hat „Kerwe, 19.11.2026“ aufgeschlagen. Dorthin gehen" in karl.names()


def test_a_copy_that_another_phone_puts_back_is_told(
    library: Library, evening: Evening, karl: Screen, ruth: Screen
) -> None:
    library.begin(GAME, Head(SIDES, "Kerwe", "2026-11-19"), Agreement(GAME.rules()))
    for _ in range(4):
        evening.write(Meld(YOURS, 20))
    karl.loop.settle()
    ruth.go("/backups")
    ruth.tap(next(name for name in ruth.names() if name.startswith("Stammtisch")))
    ruth.tap("Zurückholen")
    told = "Anderes Gerät: eine Sicherung dieses Abends wurde zurückgeholt: Mein 3, Dein 0."
    assert told in karl.announced()
    assert karl.says("Stand") == "Stand: Mein 3, Dein 0"


def test_what_another_phone_does_to_the_evening_under_an_open_page_is_told_as_it_is(
    library: Library, evening: Evening, karl: Screen, ruth: Screen
) -> None:
    into_bin = "Diesen Abend in den Papierkorb, Er bleibt dort 30 Tage."
    in_bin = "Ein anderes Gerät hat diesen Abend in den Papierkorb gelegt."
    karl.go("/line/0")
    ruth.go("/menu")
    ruth.tap(into_bin)
    assert in_bin in karl.announced()
    assert "Dorthin gehen" in karl.names()
    ruth.go("/bin")
    ruth.tap(next(name for name in ruth.names() if name.startswith("Stammtisch")))
    assert karl.announced() == ["Ein anderes Gerät hat diesen Abend aus dem Papierkorb geholt."]
    ruth.go("/evenings")
    ruth.tap("Stammtisch, Bauerchen · 20.11.2026")
    ruth.go("/menu")
    ruth.tap(into_bin)
    assert in_bin in karl.announced()
    ruth.go("/bin")
    ruth.tap("Papierkorb leeren")
    ruth.tap("Endgültig löschen")
    assert karl.announced() == ["Ein anderes Gerät hat diesen Abend endgültig gelöscht."]
    assert "Neuer Abend" in karl.names()
    assert library.labels() == []
    assert evening.replay.entries


def test_a_page_that_came_up_while_the_phone_was_out_of_reach_goes_on_with_the_slate(
    library: Library, evening: Evening, karl: Screen, ruth: Screen
) -> None:
    karl.lose_contact()
    library.put_into_bin(evening.key)
    karl.come_back()
    assert "Neuer Abend" in karl.names()
    library.take_out_of_bin(evening.key)
    karl.loop.settle()
    assert karl.says("Stand") == ruth.says("Stand") == "Stand: Mein 3, Dein 0"


def test_an_undo_on_another_phone_is_told(karl: Screen, ruth: Screen) -> None:
    ruth.tap("Rückgängig")
    assert "Anderes Gerät: die letzte Zeile wurde zurückgenommen." in karl.announced()
    ruth.tap("Wiederholen")
    assert "+2 für Mein: schneiderfrei" in karl.announced()


def test_a_change_that_another_phone_takes_back_is_told_with_the_score(
    evening: Evening, karl: Screen, ruth: Screen
) -> None:
    evening.strike_out(0)
    karl.loop.settle()
    ruth.tap("Rückgängig")
    told = "Anderes Gerät: die letzte Änderung wurde zurückgenommen: Mein 3, Dein 0."
    assert told in karl.announced()


def test_settings_chosen_on_another_phone_show_at_once(karl: Screen, ruth: Screen) -> None:
    ruth.go("/settings")
    ruth.tap("English")
    assert "Undo" in karl.names()


# Two files at once


def test_a_file_that_arrives_meanwhile_is_not_taken_in_unseen(
    library: Library, karl: Screen, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = Library(tmp_path_factory.mktemp("elsewhere"))
    first = write_file(play(elsewhere, deal(MINE), title="Kerwe").sheet)
    second = write_file(play(elsewhere, deal(MINE), title="Fasnacht").sheet)
    karl.go("/settings")
    karl.pick(READ_IN, "first.json", first)
    karl.pick_soon("second.json", second)
    karl.tap("Einlesen")
    assert sorted(label.title or "" for label in library.labels()) == ["Kerwe", "Stammtisch"]


def two_files(folder: Path) -> tuple[bytes, bytes]:
    """Return a file with one line of Kerwe, and one with two lines of Fasnacht."""
    elsewhere = Library(folder)
    first = write_file(play(elsewhere, deal(MINE), title="Kerwe").sheet)
    return first, write_file(play(elsewhere, deal(MINE), deal(MINE), title="Fasnacht").sheet)


def test_of_two_files_of_one_name_on_their_way_the_one_picked_last_is_shown(
    evening: Evening,
    open_screen: OpenScreen,
    library: Library,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    assert evening.replay.entries
    first, second = two_files(tmp_path_factory.mktemp("elsewhere"))
    phone = open_screen(inbox=tmp_path_factory.mktemp("inbox"))
    phone.go("/settings")
    phone.pick(READ_IN, "evening.json", first)
    phone.pick(READ_IN, "evening.json", second)
    earlier, later = phone.uploads
    phone.arrive(later, "evening.json", second)
    assert "Fasnacht, 20.11.2026: 2 Zeilen" in phone.texts()
    phone.arrive(earlier, "evening.json", first)
    assert "Fasnacht, 20.11.2026: 2 Zeilen" in phone.texts()
    phone.tap("Einlesen")
    assert sorted(label.title or "" for label in library.labels()) == ["Fasnacht", "Stammtisch"]


def test_of_two_files_on_their_way_the_one_picked_last_stays_to_be_taken_in(
    open_screen: OpenScreen, library: Library, tmp_path_factory: pytest.TempPathFactory
) -> None:
    first, second = two_files(tmp_path_factory.mktemp("elsewhere"))
    phone = open_screen(inbox=tmp_path_factory.mktemp("inbox"))
    phone.go("/settings")
    phone.pick(READ_IN, "first.json", first)
    phone.pick(READ_IN, "second.json", second)
    earlier, later = phone.uploads
    phone.arrive(later, "second.json", second, progress=0.9)
    assert READ_IN in phone.names()
    phone.arrive(later, "second.json", second)
    phone.arrive(earlier, "first.json", first)
    phone.go("/settings")
    phone.go("/import")
    assert "Fasnacht, 20.11.2026: 2 Zeilen" in phone.texts()
    assert library.labels() == []


def test_a_file_that_arrives_while_another_is_shown_takes_its_place(
    karl: Screen, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = Library(tmp_path_factory.mktemp("elsewhere"))
    karl.go("/settings")
    karl.pick(READ_IN, "first.json", write_file(play(elsewhere, title="Kerwe").sheet))
    karl.pick_soon("second.json", write_file(play(elsewhere, title="Fasnacht").sheet))
    karl.loop.settle()
    assert "Fasnacht, 20.11.2026: 0 Zeilen" in karl.texts()


def test_what_a_file_would_add_is_looked_at_again_if_that_has_changed_meanwhile(
    library: Library, evening: Evening, karl: Screen, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = Library(tmp_path_factory.mktemp("elsewhere"))
    assert list(import_file(elsewhere, write_file(evening.sheet)))
    copy = elsewhere.evening(elsewhere.labels()[0].key)
    copy.write(deal(MINE))
    karl.go("/settings")
    karl.pick(READ_IN, "evening.json", write_file(copy.sheet))
    assert "Abende, die weitergehen (1)" in karl.texts()
    evening.write(Meld(YOURS, 40))
    karl.tap("Einlesen")
    said = (
        "Nichts eingelesen: Inzwischen würde etwas anderes dazukommen. Bitte noch einmal ansehen."
    )
    assert said in karl.announced()
    assert "Neue Abende (1)" in karl.texts()
    assert len(library.labels()) == 1
    karl.tap("Einlesen")
    assert len(library.labels()) == 2


# What is tapped while the slate goes away


def test_a_new_evening_that_was_deleted_meanwhile_cannot_be_gone_to(
    library: Library, karl: Screen, ruth: Screen
) -> None:
    karl.go("/settings")
    ruth.go("/new")
    ruth.tap("Los geht's")
    new = str(library.settings.open_evening)
    library.put_into_bin(new)
    library.throw_away([new])
    karl.tap("Dorthin gehen")
    assert "Diesen Abend gibt es nicht mehr unter „Frühere Abende“." in karl.announced()
    assert READ_IN in karl.names()
    karl.go("/")
    assert karl.says("Stand") == "Stand: Mein 3, Dein 0"


def test_a_change_is_not_kept_on_another_evening_than_it_was_shown_for(
    evening: Evening, karl: Screen, ruth: Screen
) -> None:
    karl.go("/line/0")
    karl.tap("Zeile streichen")
    ruth.go("/new")
    ruth.tap("Los geht's")
    ruth.tap("Mein: 20 melden")
    karl.tap_at_once("Dorthin gehen", "Übernehmen")
    assert operations(evening) == ["Append", "Append"]
    assert karl.says("Stand") == "Stand: Mein 1, Dein 0"
    assert karl.buzzed == 0


def test_what_is_tapped_while_the_evening_goes_into_the_bin_is_not_written(
    library: Library, evening: Evening, karl: Screen
) -> None:
    meld = dict(karl.keys())["Mein: 20 melden"]
    karl.go("/menu")
    karl.tap_soon("Diesen Abend in den Papierkorb, Er bleibt dort 30 Tage.")
    karl.tap_key(meld)
    karl.loop.settle()
    assert "Nicht angeschrieben. Dieser Abend ist nicht mehr offen." in karl.announced()
    assert operations(evening) == ["Append", "Append"]
    assert [label.key for label in library.bin()] == [evening.key]


def test_an_evening_that_was_deleted_a_moment_ago_is_not_put_into_the_bin(
    library: Library, evening: Evening, karl: Screen
) -> None:
    karl.go("/menu")
    library.put_into_bin(evening.key)
    library.throw_away([evening.key])
    karl.tap("Diesen Abend in den Papierkorb, Er bleibt dort 30 Tage.")
    assert karl.announced() == ["Ein anderes Gerät hat diesen Abend endgültig gelöscht."]


def test_what_others_write_one_after_the_other_has_all_to_be_seen_before_taps_count(
    evening: Evening, karl: Screen
) -> None:
    keys, begun, told = dict(karl.keys()), karl.loop.time(), list[str]()
    happening: dict[float, Callable[[], None]] = {
        1.0: partial(evening.write, Meld(YOURS, 20)),
        1.2: partial(evening.write, Meld(YOURS, 40)),
        1.4: partial(karl.tap_key, keys["Mein: 20 melden"]),  # too soon after the second
        1.9: lambda: told.extend(karl.announced()),
        2.0: partial(karl.tap_key, keys["Mein: 40 melden"]),
    }
    for after, do in happening.items():
        karl.loop.call_at(begun + after, do)
    karl.loop.settle()
    written = "2 Zeilen wurden angeschrieben, zuletzt: +2 für Dein: Melde 40."
    assert told == [f"Nicht angeschrieben. Inzwischen: {written}"]
    assert karl.says("Stand") == "Stand: Mein 5, Dein 3"
