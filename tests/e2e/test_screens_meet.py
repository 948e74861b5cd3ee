"""Screens that meet: two write and one watches, and each change on one is there on all of them."""

import re
import shutil
from collections.abc import Sequence
from itertools import count
from typing import Final

import pytest
from command import knoddel
from phone import WITH_LINKS, App, OpenPhone, Phone
from playwright.sync_api import expect

from storage import Library, write_file

NO_EVENING: Final = "Gerade ist kein Abend offen. Sobald einer offen ist, steht er hier."
INTO_BIN: Final = "Diesen Abend in den Papierkorb, Er bleibt dort 30 Tage."
DEALER: Final = re.compile("^Geber: ")
LINK: Final = re.compile("/link#")
THERE: Final = re.compile("Dorthin gehen$")
ENDED: Final = "Dieser Link gilt nicht mehr."


class Table:
    """The screens at a table, and the command that scores what the server keeps."""

    def __init__(self, app: App, writers: Sequence[Phone], watcher: Phone) -> None:
        self.address = app.address
        self._folder = app.folder
        self._copies = (app.folder.with_name(f"copy {number}") for number in count())
        self.writers = writers
        self.watcher = watcher

    def stands(self, score: str) -> None:
        """Wait until every screen shows a score, and check that the command says the same."""
        for writer in self.writers:
            writer.expect_text(f"Stand: {score}")
        line = self._scored()
        assert _of_both(line["score"]) == score
        won = (f"{name}: {_of_both(line[key])}" for name, key in WON.items())
        self.watcher.expect_text(", ".join((f"Stand: {score}", *won)))

    def _scored(self) -> dict[str, list[int]]:
        copy = next(self._copies)
        shutil.copytree(self._folder, copy)
        library = Library(copy)
        file = copy / "now.knoddel.json"
        opened = library.settings.open_evening or library.labels()[0].key
        file.write_bytes(write_file(library.sheet(opened)))
        (line,) = knoddel("score", file).lines
        return dict(line)


WON: Final = {"Knoddel": "knoddels", "Steine": "steins"}


def _of_both(values: Sequence[int]) -> str:
    mine, yours = values
    return f"Mein {mine}, Dein {yours}"


@pytest.fixture
def arguments() -> Sequence[str]:
    return WITH_LINKS


def back(phone: Phone, *pages: str) -> None:
    """Go back to the slate, over pages with these titles, and wait until it is there."""
    for title in pages:
        phone.tap("Zurück")
        expect(phone.page.get_by_role("heading", name=title)).to_have_count(0)
    expect(phone.button("Runden")).to_be_visible()


def write_and_undo(table: Table) -> None:
    karl, ruth = table.writers
    karl.tap("Mein: 20 melden")
    table.stands("Mein 1, Dein 0")
    ruth.tap_until("Dein: schneiderfrei, 1 Punkt", "Stand: Mein 1, Dein 1")
    table.stands("Mein 1, Dein 1")
    karl.tap_until("Rückgängig", "Stand: Mein 1, Dein 0")
    table.stands("Mein 1, Dein 0")
    ruth.tap_until("Wiederholen", "Stand: Mein 1, Dein 1")
    table.stands("Mein 1, Dein 1")


def correct(table: Table) -> None:
    """Correct a line, who deals, and a house rule."""
    karl, ruth = table.writers
    karl.tap("Zeile 1: +1 für Mein: Melde 20")
    karl.tap("Zeile ändern")
    karl.tap("Mein: 40 melden")
    karl.tap("Übernehmen")
    table.stands("Mein 2, Dein 1")
    ruth.tap(DEALER)
    ruth.tap("Mein 2")
    ruth.tap("Übernehmen")
    for writer in table.writers:
        expect(writer.button(re.compile("^Geber: Mein 2"))).to_be_visible()
    table.stands("Mein 2, Dein 2")
    karl.tap("Menü")
    karl.tap(re.compile("^Hausregeln, "))
    karl.tap("Runde bis: eins weniger")
    karl.tap("Übernehmen")
    ruth.expect_announced("Anderes Gerät: Runde bis: 11 (bisher 12).")
    back(karl)
    table.stands("Mein 2, Dein 2")


def bin_and_restore(table: Table) -> None:
    karl, ruth = table.writers
    ruth.tap("Menü")
    ruth.tap(INTO_BIN)
    table.watcher.expect_text(NO_EVENING)
    karl.tap(THERE)
    karl.tap(re.compile("^Abend, .*holt ihn zurück"))
    ruth.expect_announced("Ein anderes Gerät hat diesen Abend aus dem Papierkorb geholt.")
    back(karl, "Papierkorb", "Einstellungen", "Menü")
    back(ruth, "Menü")
    table.stands("Mein 2, Dein 2")


def begin_another(table: Table) -> None:
    karl, ruth = table.writers
    ruth.tap("Menü")
    ruth.tap("Neuer Abend")
    ruth.tap("Los geht's")
    karl.tap(THERE)
    table.stands("Mein 0, Dein 0")
    karl.tap_until("Dein: 40 melden", "Stand: Mein 0, Dein 2")
    table.stands("Mein 0, Dein 2")


def renew_links(table: Table) -> None:
    karl, ruth = table.writers
    karl.tap("Menü")
    karl.tap("Links für andere Handys, zum Anschreiben oder Zuschauen")
    karl.tap("Neue Links machen")
    karl.tap("Ja, neue Links")
    for ended in (ruth, table.watcher):
        expect(ended.page.get_by_text(ENDED, exact=True)).to_be_visible()
    for key, told, phone in (
        ("Nur zuschauen", "Wer diesen Link öffnet, darf nur zuschauen:", table.watcher),
        ("Anschreiben", "Wer diesen Link öffnet, darf anschreiben:", ruth),
    ):
        karl.tap(key)
        karl.expect_text(told)
        link = karl.page.get_by_text(LINK).text_content() or ""
        phone.open(table.address + link.rpartition("/")[2])
    back(karl, "Links für andere Handys", "Menü")
    table.stands("Mein 0, Dein 2")
    ruth.tap("Mein: 20 melden")
    table.stands("Mein 1, Dein 2")


@pytest.mark.browser
@pytest.mark.left_to_ci
def test_whatever_one_screen_does_all_of_them_show_what_the_command_says(
    app: App, open_phone: OpenPhone
) -> None:
    app.start()
    write, watch = app.links
    karl, ruth = open_phone(address=write), open_phone(844, 390, address=write)
    karl.tap("Neuer Abend")
    karl.tap("Los geht's")
    ruth.tap(THERE)
    table = Table(app, (karl, ruth), open_phone(address=watch))
    table.stands("Mein 0, Dein 0")
    for happening in (write_and_undo, correct, bin_and_restore, begin_another, renew_links):
        happening(table)
