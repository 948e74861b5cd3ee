"""A whole evening as a table taps it, and what is left of it when the battery dies."""

import json
from pathlib import Path

import pytest
from bauerchen_on_phone import expect_slate, write
from phone import App, OpenPhone

from scoring.rounds import past_rounds
from scoring.sheet import read_sheet

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.browser
def test_an_evening_is_written_looked_back_at_taken_back_and_survives_a_dead_battery(
    app: App, open_phone: OpenPhone
) -> None:
    sheet = read_sheet((EXAMPLES / "evening.knoddel.json").read_bytes())
    expected = json.loads((EXAMPLES / "evening.expected.json").read_text())
    entries, states = sheet.replay.entries, sheet.replay.states
    everything = len(entries)
    phone = open_phone()

    phone.tap("Neuer Abend")
    for side in sheet.head.sides:
        for place, player in enumerate(side.players, 1):
            phone.fill(f"Spieler {place} von {side.name}", player, phone.button(player))
    phone.tap("Los geht's")
    expect_slate(phone, sheet, 0)

    for done, entry in enumerate(entries, 1):
        write(phone, entry, states[done].line)
        expect_slate(phone, sheet, done)
    last = states[everything]
    assert [list(last.score), list(last.knoddels), list(last.steins)] == [
        expected["score"],
        expected["knoddels"],
        expected["steins"],
    ]
    assert (last.dealer, last.home) == (expected["dealer"], expected["home"])

    phone.tap("Runden")
    for number, past in enumerate(expected["rounds"], 1):
        phone.expect_text("Runde {}: Mein {}, Dein {}".format(number, *past["score"]))
    phone.expect_text("Gehampelter: Ein Stein für Mein")
    phone.tap("Zurück")

    before_the_decider = everything - 6
    assert len(past_rounds(states[: before_the_decider + 1])) == 1
    for left in range(everything - 1, before_the_decider - 1, -1):
        phone.tap("Rückgängig")
        expect_slate(phone, sheet, left)
    for done in range(before_the_decider + 1, everything - 1):
        phone.tap("Wiederholen")
        expect_slate(phone, sheet, done)

    phone.survive(app)
    expect_slate(phone, sheet, everything - 2)
    phone.tap("Rückgängig")
    expect_slate(phone, sheet, everything - 3)
    for done in range(everything - 2, everything + 1):
        phone.tap("Wiederholen")
        expect_slate(phone, sheet, done)
