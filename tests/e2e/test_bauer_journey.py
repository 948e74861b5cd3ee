"""Evenings of Bauer, in both of its forms, and of Bauerschspiel, tapped in with a finger."""

import re
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from evening_on_phone import (
    GERMAN,
    begin,
    expect_line,
    expect_standing,
    survive,
    undo_and_redo,
)
from phone import App, OpenPhone, Phone
from worked import example

from scoring.bauer import CardsAway
from scoring.game import Replay
from scoring.sheet import Sheet
from views.text.games.bauer import stoss_name

Write: TypeAlias = Callable[[Phone, Sheet, int], None]
"""Taps in the entry of a sheet at a place, as the table would."""


def name(sheet: Sheet, side: int) -> str:
    return sheet.head.sides[side].name


def tap_tricks(phone: Phone, sheet: Sheet, side: int, tricks: tuple[int, int]) -> None:
    """Tap the tricks of a side; the key's name goes on with what it would write."""
    count = "1 Stich" if tricks[side] == 1 else f"{tricks[side]} Stiche"
    phone.tap(re.compile(f"^{name(sheet, side)}: {count},"))


def write_bauer(phone: Phone, sheet: Sheet, place: int) -> None:
    replay: Replay[Any, Any] = sheet.replay
    entry = replay.entries[place]
    if isinstance(entry, CardsAway):
        phone.tap("Karten weg")
        how = "gewonnen" if entry.won else "verloren"
        phone.tap(f"{name(sheet, entry.side)}: Karten weg {how}")
        return
    deal: Any = entry
    if deal.stoss:
        phone.tap(stoss_name(GERMAN, deal.stoss))
    tap_tricks(phone, sheet, replay.states[place].declarer, deal.tricks)


def write_simple_bauer(phone: Phone, sheet: Sheet, place: int) -> None:
    deal: Any = sheet.replay.entries[place]
    chose = "niemand" if deal.declarer is None else name(sheet, deal.declarer)
    phone.tap(f"Trumpf: {chose}")
    tap_tricks(phone, sheet, deal.declarer or 0, deal.tricks)


def write_bauerschspiel(phone: Phone, sheet: Sheet, place: int) -> None:
    deal: Any = sheet.replay.entries[place]
    phone.tap(f"{name(sheet, deal.side)}: {'gewonnen' if deal.won else 'verloren'}")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("played", "write", "game", "brought"),
    [
        ("saarland-bauer", write_bauer, "Partie 1: Mein 8, Dein 0", "Ein Brot für Dein"),
        pytest.param(
            "simple-bauer",
            write_simple_bauer,
            "Partie 1: Mein 0, Dein 2",
            "Mein gewinnt die Partie",
            marks=pytest.mark.left_to_ci,
        ),
        pytest.param(
            "bauerschspiel",
            write_bauerschspiel,
            "Partie 1: Mein 0, Dein 6",
            "Ein Nullchen für Mein, und 2 Stauzeweck",
            marks=pytest.mark.left_to_ci,
        ),
    ],
)
def test_an_evening_is_written_taken_back_over_a_game_and_survives_a_dead_battery(
    app: App, open_phone: OpenPhone, played: str, write: Write, game: str, brought: str
) -> None:
    sheet = example(played)
    everything = len(sheet.replay.entries)
    phone = open_phone()
    begin(phone, sheet)
    for place in range(everything):
        write(phone, sheet, place)
        expect_standing(phone, sheet, place + 1)
        expect_line(phone, sheet, place + 1)
    phone.tap("Partien")
    phone.expect_text(game)
    phone.expect_text(brought)
    phone.tap("Zurück")
    undo_and_redo(phone, sheet, everything, 1)
    survive(app, phone, sheet, everything)
