"""A whole evening as a table taps it, and what is left of it when the battery dies."""

import json
import re
from pathlib import Path

import pytest
from phone import App, OpenPhone, Phone
from playwright.sync_api import expect

from scoring.bauerchen import Deal, Level, Line, Meld, Solo, State, is_decider
from scoring.rounds import past_rounds
from scoring.sheet import Sheet, read_sheet

EXAMPLES = Path(__file__).parent.parent / "examples"
LEVELS = {
    Level.SCHNEIDERFREI: "schneiderfrei",
    Level.SCHNEIDER: "Schneider",
    Level.SCHWARZ: "schwarz",
}
WHO_IS_ON = re.compile("^Geber: ")
MINE, YOURS = "Mein", "Dein"
SIDES = (MINE, YOURS)


def state_of(spritzen: int) -> str:
    match spritzen:
        case 0:
            return "Einfach"
        case 1:
            return "1 Spritze, mal 2"
    return f"{spritzen} Spritzen, mal {2**spritzen}"


def write(phone: Phone, entry: object, line: Line) -> None:
    """Tap one entry, of which is known what it will write."""
    match entry:
        case Meld(side=side, cards=cards):
            phone.tap(f"{SIDES[side]}: {cards} melden")
        case Solo(side=side, won=won):
            phone.tap("Kart' ab")
            phone.tap(f"{SIDES[side]}: Solo {'gewonnen' if won else 'verloren'}")
        case Deal():
            write_deal(phone, entry, line)


def write_deal(phone: Phone, deal: Deal, line: Line) -> None:
    if deal.home is not None:
        phone.tap(WHO_IS_ON)
        phone.tap(SIDES[deal.home])
        phone.tap("Zurück")
        expect(phone.button(WHO_IS_ON)).to_contain_text(f"zuhause: {SIDES[deal.home]}")
    for spritzen in range(deal.spritzen):
        phone.tap("Spritzen")
        phone.expect_text(state_of(spritzen + 1))
    if deal.card_points:
        phone.tap("Augen zählen")
        for digit in str(deal.card_points[0]):
            phone.tap(digit)
        phone.tap("Anschreiben")
    elif deal.level:
        points = "1 Punkt" if line.points == 1 else f"{line.points} Punkte"
        phone.tap(f"{SIDES[line.side]}: {LEVELS[deal.level]}, {points}")


def expect_slate(phone: Phone, sheet: Sheet, entries: int) -> None:
    """Wait until the slate shows what scoring says of so many entries."""
    shown: State = sheet.replay.states[entries]
    for what, (mine, yours) in {
        "Stand": shown.score,
        "Knoddel": shown.knoddels,
        "Steine": shown.steins,
    }.items():
        phone.expect_text(f"{what}: {MINE} {mine}, {YOURS} {yours}")
    side = sheet.head.sides[shown.dealer % 2]
    status = phone.button(WHO_IS_ON)
    expect(status).to_contain_text(f"Geber: {side.players[shown.dealer // 2]}")
    expect(status).to_contain_text(f"zuhause: {SIDES[shown.home]}")
    if is_decider(sheet.replay.agreement.rules, shown):
        expect(status).to_contain_text("Gehampelter")
    else:
        expect(status).not_to_contain_text("Gehampelter")


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

    app.kill()
    app.start()
    phone.open(app.address)
    expect_slate(phone, sheet, everything - 2)
    phone.tap("Rückgängig")
    expect_slate(phone, sheet, everything - 3)
    for done in range(everything - 2, everything + 1):
        phone.tap("Wiederholen")
        expect_slate(phone, sheet, done)
