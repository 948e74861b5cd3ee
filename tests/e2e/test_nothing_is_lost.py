"""What was tapped is there after a reload, on every phone, in a file, and out of the bin."""

import json
from pathlib import Path
from typing import Any

import pytest
from phone import App, OpenPhone, Phone
from playwright.sync_api import expect

from scoring.sheet import read_sheet

EXAMPLE = Path(__file__).parent.parent / "examples" / "evening.knoddel.json"
HOSTILE = "<img src=x onerror=alert(1)>"


def begin(phone: Phone) -> None:
    phone.tap("Neuer Abend")
    phone.tap("Los geht's")
    phone.expect_text("Stand: Mein 0, Dein 0")


def saved(phone: Phone, key: str, folder: Path) -> Path:
    """Tap a key that saves a file; return the file."""
    with phone.page.expect_download() as download:
        phone.tap(key)
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def pick(phone: Phone, file: Path) -> None:
    """Pick a file to be read in."""
    with phone.page.expect_file_chooser() as chooser:
        phone.tap("Datei einlesen, nichts wird verdoppelt oder überschrieben")
    chooser.value.set_files(file)


def to_settings(phone: Phone) -> None:
    phone.tap("Menü")
    phone.tap("Einstellungen")


@pytest.mark.browser
def test_a_half_entered_deal_is_still_there_after_a_reload_and_a_dead_battery(
    app: App, open_phone: OpenPhone
) -> None:
    phone = open_phone()
    begin(phone)
    phone.tap("Spritzen")
    phone.expect_text("1 Spritze, mal 2")
    phone.tap("Augen zählen")
    for digit in "48":
        phone.tap(digit)
    phone.expect_text("Dein gewinnt: +2, schneiderfrei, 48:82, 1 Spritze")

    phone.open(app.address)
    phone.expect_text("Dein gewinnt: +2, schneiderfrei, 48:82, 1 Spritze")
    phone.survive(app)
    phone.expect_text("Dein gewinnt: +2, schneiderfrei, 48:82, 1 Spritze")
    phone.tap("Anschreiben")
    phone.expect_text("Stand: Mein 0, Dein 2")


@pytest.mark.browser
def test_two_phones_write_on_one_slate_and_an_undo_on_one_is_an_undo_on_both(
    open_phone: OpenPhone,
) -> None:
    karl = open_phone()
    begin(karl)
    ruth = open_phone(844, 390)
    ruth.expect_text("Stand: Mein 0, Dein 0")

    karl.tap("Mein: 20 melden")
    ruth.expect_text("Stand: Mein 1, Dein 0")
    ruth.tap_until("Dein: 40 melden", "Stand: Mein 1, Dein 2")
    karl.expect_text("Stand: Mein 1, Dein 2")
    ruth.tap("Spritzen")
    karl.expect_text("1 Spritze, mal 2")
    karl.tap_until("Rückgängig", "Stand: Mein 1, Dein 0")
    ruth.expect_text("Stand: Mein 1, Dein 0")
    ruth.tap_until("Wiederholen", "Stand: Mein 1, Dein 2")
    karl.expect_text("Stand: Mein 1, Dein 2")


@pytest.mark.browser
def test_an_evening_goes_into_a_file_into_the_bin_and_comes_back_from_both(
    open_phone: OpenPhone, tmp_path: Path
) -> None:
    phone = open_phone()
    begin(phone)
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")
    phone.tap("Menü")
    file = saved(phone, "Diesen Abend als Datei speichern", tmp_path)
    assert file.name.endswith(".knoddel.json")
    assert read_sheet(file.read_bytes()).replay.state.score == (1, 0)

    phone.tap("Diesen Abend in den Papierkorb, Er bleibt dort 30 Tage.")
    phone.expect_text("Der Abend liegt im Papierkorb. Zum Papierkorb geht es über „Einstellungen“.")
    phone.tap("Einstellungen")
    pick(phone, file)
    phone.expect_text("Neue Abende (1)")
    phone.tap("Einlesen")
    phone.expect_text(f"„{file.name}“ ist eingelesen.")
    expect(phone.button("Neuer Abend")).to_be_visible()
    phone.tap("Einstellungen")
    pick(phone, file)
    phone.expect_text("Darin ist nichts, was nicht schon da ist.")
    phone.tap("Zurück zu den Einstellungen")
    phone.tap("Papierkorb, 1 Abend")
    phone.tap("Papierkorb leeren")
    phone.expect_text("1 Abend endgültig löschen?")
    phone.tap("Endgültig löschen")
    phone.expect_text("Der Papierkorb ist leer.")


@pytest.mark.browser
def test_everything_goes_into_one_file_and_names_in_a_file_are_shown_as_text(
    open_phone: OpenPhone, tmp_path: Path
) -> None:
    sheet: dict[str, Any] = json.loads(EXAMPLE.read_bytes())
    sheet["title"] = HOSTILE
    sheet["sides"][0]["players"][0] = HOSTILE
    phone = open_phone()
    dialogs: list[str] = []
    phone.page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    begin(phone)
    to_settings(phone)
    file = tmp_path / "<b>Kerwe<b>.json"
    file.write_text(json.dumps(sheet))
    pick(phone, file)
    phone.expect_text("Neue Abende (1)")
    expect(phone.page.get_by_text(HOSTILE).first).to_be_visible()
    phone.tap("Einlesen")
    phone.tap(f"{HOSTILE}, Bauerchen · 20.11.2026")
    phone.expect_text("Stand: Mein 1, Dein 3")
    to_settings(phone)
    everything = "Alles als Datei speichern, alle Abende, Spieler und Einstellungen"
    backup = json.loads(saved(phone, everything, tmp_path).read_bytes())
    assert sorted(each.get("title", "") for each in backup["sheets"]) == ["", HOSTILE]
    phone.expect_text("2 Abende sind in der Datei.")
    assert phone.page.locator("img").count() == 0
    assert dialogs == []


@pytest.mark.browser
def test_a_wrong_file_is_refused_whole_with_the_reason_and_the_place(
    open_phone: OpenPhone, tmp_path: Path
) -> None:
    sheet: dict[str, Any] = json.loads(EXAMPLE.read_bytes())
    wrong = {**sheet, "entries": [*sheet["entries"], {"type": "meld", "side": 0, "cards": 30}]}
    backup = {
        "format": "knoddel-backup",
        "version": 1,
        "settings": {},
        "sheets": [sheet, wrong],
    }
    phone = open_phone()
    phone.tap("Einstellungen")
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(backup))
    pick(phone, file)
    line = len(wrong["entries"])
    phone.expect_text(
        f"Nichts eingelesen. Zettel 2: Zeile {line}: „cards“ muss eins von 20, 40 sein, nicht 30."
    )
    phone.tap("Zurück zu den Einstellungen")
    large = tmp_path / "large.json"
    with large.open("wb") as stream:
        stream.truncate(17 * 1024 * 1024)
    pick(phone, large)
    phone.expect_text("„large.json“ kann nicht eingelesen werden: Eine Datei hat höchstens 16 MiB.")
    phone.tap("Zurück")
    expect(phone.button("Neuer Abend")).to_be_visible()
    assert phone.page.get_by_text("Frühere Abende").count() == 0
