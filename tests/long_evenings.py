"""Evenings of any game with so many deals, as they may be played: the same ones each time."""

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from scoring import bauer, bauer_simple, bauerchen, bauerschspiel, bohemian_watten, schlauch
from scoring.game import Agreement, Entry
from scoring.game import replay as replayed
from scoring.games import GAMES
from scoring.refusals import IllegalEntry
from scoring.sheet import Head, Sheet, Side

NAMES: Final = ("Karl", "Erna", "Hans-Joachim", "Ruth")
BEGAN: Final = datetime.fromisoformat("2026-11-20T19:30:00+01:00")
LONGEST_DEAL: Final = 400
"""In seconds."""


def long_evening(game: str, deals: int) -> Sheet:
    """Return an evening of four players, or three, with so many deals and a time for each line."""
    chance = random.Random(deals)  # noqa: S311 # nothing is secret
    written, at = LINES[game], BEGAN
    played = replayed(GAMES[game], Agreement(GAMES[game].rules(), sides=len(_sides(game))))
    while played.state.deals < deals:
        at += timedelta(seconds=chance.randrange(LONGEST_DEAL))
        with suppress(IllegalEntry):
            played = played.after(replace(written(chance), at=at.isoformat()))
    return Sheet(Head(_sides(game), "Stammtisch", "2026-11-20"), played)


def _sides(game: str) -> tuple[Side, ...]:
    if 2 not in GAMES[game].sides or game == "bohemian-watten":
        return tuple(map(Side, NAMES[: GAMES[game].sides[-1]]))
    if GAMES[game].seats_per_side(GAMES[game].rules()) == 1:
        return tuple(map(Side, NAMES[:2]))
    return Side("Mein", NAMES[:2]), Side("Dein", NAMES[2:])


def _of_bauerchen(chance: random.Random) -> Entry:
    kind, side = chance.random(), chance.randrange(2)
    if kind < 0.3:
        return bauerchen.Meld(side, chance.choice((20, 20, 40)))
    if kind < 0.33:
        return bauerchen.Solo(side, chance.random() < 0.5)
    (level,) = chance.choices(tuple(bauerchen.Level), (6, 2, 1))
    (spritzen,) = chance.choices((0, 1, 2), (6, 3, 1))
    return bauerchen.Deal(winner=side, level=level, spritzen=spritzen)


def _of_bauer(chance: random.Random) -> Entry:
    if chance.random() < 0.05:
        return bauer.CardsAway(chance.randrange(2), chance.random() < 0.5)
    (stoss,) = chance.choices((0, 1, 2), (7, 2, 1))
    return bauer.Deal(_two(chance, 8), stoss)


def _of_simple_bauer(chance: random.Random) -> Entry:
    return bauer_simple.Deal(chance.choice((0, 1, None)), _two(chance, 8))


def _of_bauerschspiel(chance: random.Random) -> Entry:
    return bauerschspiel.Deal(chance.randrange(2), chance.random() < 0.6)


def _of_watten(chance: random.Random) -> Entry:
    takers = [chance.randrange(len(NAMES)) for _ in range(5)]
    tricks = tuple(takers.count(seat) or chance.choice((0, None)) for seat in range(len(NAMES)))
    return bohemian_watten.Deal(tricks, hearts=chance.random() < 0.3)


def _of_schlauch(chance: random.Random) -> Entry:
    kind, seat = chance.random(), chance.randrange(3)
    if kind < 0.1:
        return schlauch.PassedOut(chance.random() < 0.5)
    if kind < 0.2:
        return schlauch.ForcedGame(seat)
    contract = chance.choice(tuple(schlauch.Contract))
    return schlauch.Hand(seat, contract, chance.random() < 0.6, chance.random() < 0.3)


def _two(chance: random.Random, tricks: int) -> tuple[int, int]:
    first = chance.randint(0, tricks)
    return first, tricks - first


LINES: Final[Mapping[str, Callable[[random.Random], Entry]]] = {
    "bauerchen": _of_bauerchen,
    "bauer": _of_bauer,
    "bauer-simple": _of_simple_bauer,
    "bauerschspiel": _of_bauerschspiel,
    "bohemian-watten": _of_watten,
    "schlauch": _of_schlauch,
}
