"""Where an evening begins, and where the earlier ones are found again."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import flet as ft

from scoring.bauerchen import GAME, Rules
from scoring.game import Agreement
from scoring.sheet import NAME, Head, Side
from storage import Label
from views import chalk
from views.boundary import page
from views.desk import Desk, use_live_desk
from views.frame import chip, choice, entry_row, framed, heading, key
from views.house_rules import presets, rule_fields
from views.tongue import Tongue

LONGEST_NAME = NAME.high
AT_ONCE = 30
"""How many evenings are listed before somebody asks for more."""
MOST_OFFERED = 12
"""How many of the players who have played here are offered."""
SEATED_IN_TURN = (0, 2, 1, 3)
"""Seats in the order in which the page shows them: one side after the other."""


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
    return ", ".join(filter(None, (title or t("Evening"), day(t, played_on))))


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
        title = kept.title or t("Evening")
        return entry_row(desk, title, lambda: open_evening(kept.key), detail=day(t, kept.played_on))

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


@page
def NewEveningPage() -> ft.View:
    """Draw who plays, who deals first, and the house rules; one tap begins."""
    desk = use_live_desk()
    t = desk.t
    title, set_title = ft.use_state("")
    names, set_names = ft.use_state((t("Mine"), t("Yours")))
    players, set_players = ft.use_state(("", "", "", ""))
    dealer, set_dealer = ft.use_state(0)
    rules, set_rules = ft.use_state(Rules())
    all_rules, show_all_rules = ft.use_state(False)

    def begin() -> None:
        today = datetime.now().astimezone().date().isoformat()
        head = Head(_sides(names, players, t), title.strip() or None, today)
        if desk.begin(GAME, head, Agreement(rules, dealer)):
            desk.page.navigate("/")

    def rename(side: int, name: str) -> None:
        set_names(lambda old: (name, old[1]) if side == 0 else (old[0], name))

    def seat(place: int, name: str) -> None:
        set_players(lambda old: (*old[:place], name, *old[place + 1 :]))

    parts: list[ft.Control] = [heading(t("Sides and players"))]
    for side in (0, 1):
        parts.append(
            _field(
                t("Side {number}", number=side + 1),
                names[side],
                partial(rename, side),
                chalk.SIDES[side],
            )
        )
        parts.append(
            ft.Row(
                [
                    ft.Container(
                        _field(
                            t("Player {number} of {side}", number=place + 1, side=names[side]),
                            players[side + 2 * place],
                            partial(seat, side + 2 * place),
                        ),
                        expand=1,
                    )
                    for place in (0, 1)
                ],
                spacing=chalk.UNIT,
            )
        )
        parts.append(ft.Container(height=chalk.UNIT))
    parts += _known(desk, players, seat)
    parts += [
        heading(t("Who deals first?")),
        choice(desk, list(enumerate(_players(names, players, t))), dealer, set_dealer),
        heading(t("House rules")),
        presets(desk, rules, set_rules),
    ]
    if all_rules:
        parts += rule_fields(desk, rules, set_rules)
    else:
        parts.append(entry_row(desk, t("All house rules"), lambda: show_all_rules(True)))
    parts += [
        heading(t("Name of the evening")),
        _field(t("Title (optional)"), title, set_title),
    ]
    return framed(
        desk,
        "/new",
        t("New evening"),
        parts,
        back="/menu" if desk.has_evening else "/",
        foot=key(desk, t("Begin"), begin, main=True),
    )


def _known(
    desk: Desk, players: tuple[str, ...], seat: Callable[[int, str], None]
) -> list[ft.Control]:
    """Return the players who have played here and sit nowhere yet; a tap gives one a seat."""
    t, seated = desk.t, [player.strip() for player in players]
    free = next((place for place in SEATED_IN_TURN if not seated[place]), None)
    offered = [name for name in desk.library.settings.players if name not in seated]
    if free is None or not offered:
        return []
    return [
        chalk.words(t("Who has played here takes a seat with a tap:"), 15, chalk.FAINT),
        ft.Row(
            [
                chip(desk, name, t("Seat {name}", name=name), partial(seat, free, name))
                for name in offered[:MOST_OFFERED]
            ],
            wrap=True,
            spacing=chalk.UNIT,
            run_spacing=chalk.UNIT,
        ),
    ]


def _players(names: tuple[str, ...], players: tuple[str, ...], t: Tongue) -> tuple[str, ...]:
    """Return the players by seat; who was not named is called after side and place."""
    longest = LONGEST_NAME - 2  # the place and the space before it
    return tuple(
        player.strip()
        or t("{side} {place}", side=_name(names, at % 2, t)[:longest], place=at // 2 + 1)
        for at, player in enumerate(players)
    )


def _name(names: tuple[str, ...], side: int, t: Tongue) -> str:
    return names[side].strip() or (t("Mine"), t("Yours"))[side]


def _sides(names: tuple[str, ...], players: tuple[str, ...], t: Tongue) -> tuple[Side, Side]:
    named = any(player.strip() for player in players)
    seated = _players(names, players, t)
    return (
        Side(_name(names, 0, t), (seated[0], seated[2]) if named else ()),
        Side(_name(names, 1, t), (seated[1], seated[3]) if named else ()),
    )


def _field(
    label: str, value: str, change: Callable[[str], None], color: ft.ColorValue = chalk.CHALK
) -> ft.Control:
    return ft.TextField(
        label=label,
        value=value,
        on_change=lambda event: change(event.control.value),
        max_length=LONGEST_NAME,
        counter="",
        color=color,
        border=ft.OutlineInputBorder(side=ft.BorderSide(1, chalk.EDGE)),
        label_style=ft.TextStyle(color=chalk.FAINT),
        cursor_color=chalk.CHALK,
        text_size=17,
        content_padding=ft.Padding.symmetric(horizontal=12, vertical=14),
        capitalization=ft.TextCapitalization.WORDS,
        autocorrect=False,
    )
