"""An evening of Bohemian Watten as three tap it, over the end of a game and a dead battery."""

import json
from pathlib import Path

import pytest
from phone import App, OpenPhone, Phone
from playwright.sync_api import expect

from scoring.bohemian_watten import TRICKS, Deal, State
from scoring.sheet import Sheet, read_sheet

EXAMPLES = Path(__file__).parent.parent / "examples"
START = 10
USUAL_START = 20
NAMES = ("Ute", "Max", "Isa")
TOUCH, SCORING_TOUCH = 48, 56


def written(number: int) -> str:
    return str(number).replace("-", "−")


def each(values: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {written(value)}" for name, value in zip(NAMES, values, strict=True))


def write(phone: Phone, deal: Deal) -> None:
    """Tap one deal as a scribe does: who folded, hearts, then every trick."""
    for name, tricks in zip(NAMES, deal.tricks, strict=True):
        if tricks is None:
            phone.tap(f"{name}: gepasst")
    if deal.hearts:
        phone.tap("Herz ist Trumpf")
    made = dict.fromkeys(NAMES, 0)
    for name, tricks in zip(NAMES, deal.tricks, strict=True):
        for _ in range(tricks or 0):
            made[name] += 1
            phone.tap(f"{name}: ein Stich mehr")
            if sum(made.values()) < TRICKS:  # the last one writes the deal
                expect_tricks(phone, deal, made)


def expect_tricks(phone: Phone, deal: Deal, made: dict[str, int]) -> None:
    """Wait until the pad has heard of every trick that was made."""
    said = ", ".join(
        f"{name} gepasst" if tricks is None else f"{name} {made[name]}"
        for name, tricks in zip(NAMES, deal.tricks, strict=True)
    )
    left = TRICKS - sum(made.values())
    missing = "noch 1 Stich" if left == 1 else f"noch {left} Stiche"
    phone.expect_text(f"Stiche: {said}; {missing}")


def expect_slate(phone: Phone, sheet: Sheet, entries: int) -> None:
    """Wait until the slate shows what scoring says of so many entries."""
    shown: State = sheet.replay.states[entries]
    phone.expect_text(f"Stand: {each(shown.score)}")
    phone.expect_text(f"Gewonnene Partien: {each(shown.games_won)}")
    expect(phone.button(f"Geber: {NAMES[shown.dealer]}")).to_be_visible()


@pytest.mark.browser
def test_an_evening_of_watten_is_written_looked_back_at_taken_back_and_kept(
    app: App, open_phone: OpenPhone
) -> None:
    sheet = read_sheet((EXAMPLES / "bohemian-watten.knoddel.json").read_bytes())
    expected = json.loads((EXAMPLES / "bohemian-watten.expected.json").read_text())
    entries, states = sheet.replay.entries, sheet.replay.states
    phone = open_phone()

    phone.tap("Neuer Abend")
    phone.tap("Böhmisch Watten")
    phone.tap("3")
    for number, name in enumerate(NAMES, 1):
        phone.fill(f"Spieler {number}", name, phone.button(name))
    phone.tap("Alle Hausregeln")
    for points in range(USUAL_START - 1, START - 1, -1):
        phone.tap("Punkte am Anfang: eins weniger")
        phone.expect_text(f"Punkte am Anfang: {points}")
    phone.tap("Los geht's")
    expect_slate(phone, sheet, 0)

    phone.tap("Isa: gepasst")
    phone.expect_announced("Isa darf nicht passen: erstes Spiel der Partie.")

    for done, entry in enumerate(entries, 1):
        assert isinstance(entry, Deal)
        write(phone, entry)
        expect_slate(phone, sheet, done)
    everything = len(entries)
    assert list(states[-1].score) == expected["score"]
    assert states[-1].dealer == expected["dealer"]

    game = expected["games"][0]
    phone.tap("Partien")
    phone.expect_text(f"Partie 1: {each(tuple(game['score']))}")
    phone.expect_text(f"{NAMES[game['winners'][0]]} gewinnt die Partie")
    phone.tap("Zurück")

    over = next(done for done, state in enumerate(states) if state.rounds)
    for left in range(everything - 1, over - 2, -1):
        phone.tap("Rückgängig")
        expect_slate(phone, sheet, left)
    phone.tap("Wiederholen")
    expect_slate(phone, sheet, over)

    phone.survive(app)
    expect_slate(phone, sheet, over)
    phone.tap("Rückgängig")
    expect_slate(phone, sheet, over - 1)
    for done in range(over, everything + 1):
        phone.tap("Wiederholen")
        expect_slate(phone, sheet, done)


@pytest.mark.browser
def test_a_half_entered_deal_outlives_a_dead_battery(app: App, open_phone: OpenPhone) -> None:
    phone = open_phone()
    phone.tap("Neuer Abend")
    phone.tap("Böhmisch Watten")
    phone.tap("3")
    phone.tap("Los geht's")
    phone.tap("Herz ist Trumpf")
    for made in (1, 2):
        phone.tap("Spieler 2: ein Stich mehr")
        phone.expect_text(
            f"Stiche: Spieler 1 0, Spieler 2 {made}, Spieler 3 0; noch {5 - made} Stiche"
        )
    phone.survive(app)
    phone.expect_text("Stiche: Spieler 1 0, Spieler 2 2, Spieler 3 0; noch 3 Stiche")
    for _ in range(3):
        phone.tap("Spieler 1: ein Stich mehr")
    phone.expect_text("Stand: Spieler 1 14, Spieler 2 16, Spieler 3 30")


@pytest.mark.browser
def test_seven_players_have_keys_that_can_be_hit_on_the_narrowest_phone(
    open_phone: OpenPhone,
) -> None:
    width = 320
    phone = open_phone(width, 844)
    phone.tap("Neuer Abend")
    phone.tap("Böhmisch Watten")
    phone.tap("7")
    phone.tap("Los geht's")
    players = [f"Spieler {number}" for number in range(1, 8)]
    least = {f"{player}: ein Stich mehr": SCORING_TOUCH for player in players}
    least |= {f"{player}: gepasst": TOUCH for player in players}
    least |= {"Herz ist Trumpf": TOUCH, "Löschen": TOUCH}
    for name, height in least.items():
        expect(phone.button(name)).to_be_visible()
        box = phone.button(name).bounding_box()
        assert box, name
        assert (box["width"] >= TOUCH, box["height"] >= height) == (True, True), (name, box)
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= width, name
        assert box["y"] + box["height"] <= phone.height, name
