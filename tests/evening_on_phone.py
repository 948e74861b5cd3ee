"""Steps of every journey: start an evening of a game, and compare the slate with the scoring."""

from collections.abc import Mapping
from typing import Any, Final

from phone import App, Phone

from scoring.fields import defaults_of, write_record
from scoring.sheet import Head, Sheet
from views.text.games.registry import GAME_TEXTS
from views.text.phrases import each
from views.text.translator import translator

GERMAN: Final = translator("de")


def begin(phone: Phone, sheet: Sheet) -> None:
    """Start an evening with a sheet's game and players."""
    words, head = GAME_TEXTS[sheet.game.key], sheet.head
    phone.tap("Neuer Abend")
    phone.tap(GERMAN(words.NAME))
    for label, player in seats(head).items():
        phone.fill(label, player, phone.button(player))
    agree(phone, sheet)
    phone.tap("Los geht's")
    expect_standing(phone, sheet, 0)


def agree(phone: Phone, sheet: Sheet) -> None:
    """Set the numeric house rules that are not the default, with the key for one less."""
    rules, words = sheet.replay.agreement.rules, GAME_TEXTS[sheet.game.key]
    agreed: dict[str, Any] = write_record(rules)
    usual: Mapping[str, Any] = defaults_of(type(rules))
    if agreed:
        phone.tap("Alle Hausregeln")
    for key, value in agreed.items():
        label = GERMAN(words.RULES[key][0])
        for left in range(usual[key] - 1, value - 1, -1):
            phone.tap(f"{label}: eins weniger")
            phone.expect_text(f"{label}: {left}")


def seats(head: Head) -> Mapping[str, str]:
    """Return the players by the label of their field."""
    if any(side.players for side in head.sides):
        return {
            f"Spieler {place} von {side.name}": player
            for side in head.sides
            for place, player in enumerate(side.players, 1)
        }
    return {f"Spieler {place}": side.name for place, side in enumerate(head.sides, 1)}


def expect_standing(phone: Phone, sheet: Sheet, entries: int) -> None:
    """Wait until the slate shows the score after so many entries."""
    state = sheet.replay.states[entries]
    standing = GAME_TEXTS[sheet.game.key].standing(GERMAN, state)
    phone.expect_texts(each(GERMAN, sheet.head, what, values) for what, values in standing)


def expect_line(phone: Phone, sheet: Sheet, entries: int) -> None:
    """Wait until the notice says what the last of so many entries wrote."""
    line: Any = sheet.replay.states[entries].line
    entry, words = sheet.replay.entries[entries - 1], GAME_TEXTS[sheet.game.key]
    phone.expect_announced(words.describe(GERMAN, sheet.head, entry, line))


def undo_and_redo(phone: Phone, sheet: Sheet, entries: int, back_to: int) -> None:
    """Undo until a finished game is open again, and redo everything."""
    for left in range(entries - 1, back_to - 1, -1):
        phone.tap("Rückgängig")
        expect_standing(phone, sheet, left)
    for done in range(back_to + 1, entries + 1):
        phone.tap("Wiederholen")
        expect_standing(phone, sheet, done)


def survive(app: App, phone: Phone, sheet: Sheet, entries: int) -> None:
    """Kill the app, start it again, and check that the slate is the same."""
    phone.survive(app)
    expect_standing(phone, sheet, entries)
