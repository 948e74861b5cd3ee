"""Taps an evening of Bauerchen, and checks what the slate shows."""

import re

from phone import Phone
from playwright.sync_api import expect

from scoring.bauerchen import Deal, Level, Line, Meld, Solo, State, is_decider
from scoring.sheet import Sheet

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
    """Tap one entry; ``line`` is what it will write."""
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
    """Wait until the slate shows the score after so many entries."""
    shown: State = sheet.replay.states[entries]
    standing = {"Stand": shown.score, "Knoddel": shown.knoddels, "Steine": shown.steins}
    phone.expect_texts(
        f"{what}: {MINE} {mine}, {YOURS} {yours}" for what, (mine, yours) in standing.items()
    )
    side = sheet.head.sides[shown.dealer % 2]
    status = phone.button(WHO_IS_ON)
    expect(status).to_contain_text(f"Geber: {side.players[shown.dealer // 2]}")
    expect(status).to_contain_text(f"zuhause: {SIDES[shown.home]}")
    if is_decider(sheet.replay.agreement.rules, shown):
        expect(status).to_contain_text("Gehampelter")
    else:
        expect(status).not_to_contain_text("Gehampelter")
