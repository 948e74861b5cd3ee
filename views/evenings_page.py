"""Where the earlier evenings are found again, and the way to a new one."""

from datetime import datetime

import flet as ft

from storage import Label
from views import chalk
from views.boundary import page
from views.desk import use_live_desk
from views.frame import entry_row, framed, heading, key
from views.names import harmless
from views.tongue import Tongue

AT_ONCE = 30
"""How many evenings are listed before somebody asks for more."""


def day(t: Tongue, iso: str | None) -> str:
    """Return an ISO date as it is written in the language."""
    if iso is None:
        return ""
    try:
        played = datetime.fromisoformat(iso)
    except ValueError:
        return iso
    return t("{day:02}.{month:02}.{year}", day=played.day, month=played.month, year=played.year)


def evening_name(t: Tongue, title: str | None, played_on: str | None) -> str:
    """Return how people know an evening: its title and its day."""
    return ", ".join(filter(None, (harmless(title) if title else t("Evening"), day(t, played_on))))


@page
def EveningsPage() -> ft.View:
    """Draw the way to a new evening and the list of earlier ones."""
    desk = use_live_desk()
    t = desk.t
    labels = desk.library.labels()
    shown, show = ft.use_state(AT_ONCE)

    def open_evening(key: str) -> None:
        if desk.open(key):
            desk.page.navigate("/")
        else:
            desk.redraw()

    def row(kept: Label) -> ft.Control:
        manner = desk.manners.get(kept.game or "")
        game = t(manner.words.NAME) if manner else t("Evening")
        title, detail = harmless(kept.title) if kept.title else game, day(t, kept.played_on)
        if kept.title and manner:
            detail = " · ".join(filter(None, (game, detail)))
        return entry_row(desk, title, lambda: open_evening(kept.key), detail=detail)

    parts: list[ft.Control] = []
    if labels:
        parts += [heading(t("Earlier evenings")), *map(row, labels[:shown])]
    else:
        parts.append(
            chalk.words(
                t("You play with real cards; Knoddel keeps the score. Nothing is ever lost."),
                17,
                chalk.FAINT,
            )
        )
    if len(labels) > shown:
        parts.append(key(desk, t("Still earlier ones"), lambda: show(shown + AT_ONCE)))
    if not desk.has_evening:
        parts.append(entry_row(desk, t("Settings"), lambda: desk.go("/settings")))
    return framed(
        desk,
        "/evenings",
        "Knoddel",
        parts,
        back="/menu" if desk.has_evening else None,
        foot=key(desk, t("New evening"), lambda: desk.go("/new"), main=True),
    )
