"""Two rounds of Schlauch as a table taps them, looked back at, taken back, and after a restart."""

import json
import re
from pathlib import Path

import pytest
from phone import App, OpenPhone, Phone
from playwright.sync_api import expect

from scoring.game import Entry, Replay
from scoring.rounds import lines_of
from scoring.schlauch import (
    Contract,
    ForcedGame,
    Hand,
    Line,
    PassedOut,
    Rules,
    State,
)
from scoring.sheet import read_sheet

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMES = ("Ute", "Max", "Isa")
CONTRACTS = {
    Contract.GRANDIOSO: "Grandioso",
    Contract.BETTEL: "Bettel",
    Contract.SCHLAUCH: "Schlauch",
    Contract.GRANDISSIMO: "Grandissimo",
    Contract.BETTELOUVERT: "Bettelouvert",
    Contract.HEART_SCHLAUCH: "Herzschlauch",
}
WHO_IS_ON = re.compile("^Geber: ")
COMPARISON = (
    "Vergleich: Max 3 Striche von Ute",
    "Vergleich: Ute 1 Strich von Isa",
    "Vergleich: Max 5 Striche von Isa",
    "Max: 1 Strich für die wenigsten Punkte",
)
ROUND = 4
"""So many of the example's entries make its first round."""
MORE = (ForcedGame(0), Hand(1, Contract.BETTELOUVERT, won=True))
"""These end the second round, after the example's last entry."""


def write(phone: Phone, entry: Entry, line: Line) -> None:
    """Tap one entry, of which is known what it will write."""
    match entry:
        case Hand():
            write_hand(phone, entry, line)
        case ForcedGame(winner=winner):
            phone.tap("Alle gepasst")
            phone.tap(f"Zwangsspiel: {NAMES[winner]} gewinnt")
        case PassedOut(red_turnup=red):
            color, strokes = ("rot", "2 Striche") if red else ("schwarz", "1 Strich")
            phone.tap("Alle gepasst")
            phone.tap(f"Aufgelegt {color}: {strokes} für {NAMES[line.reasons[0].side]}")


def write_hand(phone: Phone, hand: Hand, line: Line) -> None:
    name, declarer = CONTRACTS[hand.contract], NAMES[hand.declarer]
    phone.tap(f"{declarer} spielt")
    phone.tap(re.compile(f"^{name}, "))
    if hand.sans_prendre:
        phone.tap("Sans prendre")
        name += " sans prendre"
    outcome = (
        f"gewonnen, {line.points[hand.declarer]} Punkte"
        if hand.won
        else f"verloren, {line.marks[hand.declarer]} Striche"
    )
    phone.tap(f"{declarer}: {name} {outcome}")


def expect_slate(phone: Phone, replay: Replay[Rules, State], written: int) -> None:
    """Wait until the slate shows what scoring says of so many entries."""
    shown = replay.states[written]
    for what, values in {"Stand": shown.score, "Striche": shown.marks}.items():
        each = ", ".join(f"{name} {n}" for name, n in zip(NAMES, values, strict=True))
        phone.expect_text(f"{what}: {each}")
    status = f"Geber: {NAMES[shown.dealer]}, Spiel {shown.hands + 1} von 3"
    expect(phone.button(status)).to_be_visible()
    expect(phone.button("gewonnen")).to_be_visible()


def expect_chosen(phone: Phone, name: str) -> None:
    """Wait until a key is marked as the chosen one."""
    expect(phone.button(name)).to_have_attribute("aria-current", "true")


@pytest.mark.browser
def test_schlauch_is_written_compared_looked_back_at_and_taken_back(
    app: App, open_phone: OpenPhone
) -> None:
    sheet = read_sheet((EXAMPLES / "schlauch.knoddel.json").read_bytes())
    expected = json.loads((EXAMPLES / "schlauch.expected.json").read_text())
    replay: Replay[Rules, State] = sheet.replay
    for more in MORE:
        replay = replay.after(more)
    example, everything = len(sheet.replay.entries), len(replay.entries)
    phone = open_phone()

    phone.tap("Neuer Abend")
    phone.tap("Schlauch")
    for place, name in enumerate(NAMES, 1):
        phone.fill(f"Spieler {place}", name, phone.button(name))
    phone.tap("Los geht's")
    expect_slate(phone, replay, 0)

    for written, entry in enumerate(replay.entries, 1):
        write(phone, entry, lines_of(replay.states)[written - 1])
        expect_slate(phone, replay, written)
        if written == ROUND:
            for sentence in COMPARISON:
                phone.expect_text(sentence)
        if written == example:
            shown = replay.states[written]
            assert [*shown.score, *shown.marks] == [*expected["score"], *expected["marks"]]
    assert replay.state.rounds == 2

    phone.tap("Runden")
    phone.expect_text("Runde 1: Ute {}, Max {}, Isa {}".format(*expected["rounds"][0]["points"]))
    for sentence in COMPARISON:
        phone.expect_text(sentence)
    phone.expect_text("Runde 2: Ute 100, Max 400, Isa 0")
    phone.expect_text("Isa: 1 Strich für die wenigsten Punkte")
    phone.tap("Zurück")

    for left in range(everything - 1, ROUND - 2, -1):
        phone.tap("Rückgängig")
        expect_slate(phone, replay, left)

    phone.tap("Max spielt")
    expect_chosen(phone, "Max spielt")
    phone.survive(app)
    expect_slate(phone, replay, ROUND - 1)
    expect_chosen(phone, "Max spielt")
    for written in range(ROUND, everything + 1):
        phone.tap("Wiederholen")
        expect_slate(phone, replay, written)
