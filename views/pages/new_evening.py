"""The page that starts an evening: the game, the players, the first dealer, the house rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

import flet as ft

from scoring.game import Agreement
from scoring.sheet import NAME, Head, Side
from views.games.registry import VIEWS
from views.pages.how import how
from views.pages.rules import presets, rule_fields
from views.session.session import Session, use_live_session
from views.text.glyphs import can_be_drawn
from views.text.names import distinct, harmless, shown_head
from views.text.phrases import players as players_of
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component, page
from views.ui.game_view import GameView
from views.ui.page_frame import chip, choice, entry_row, framed, heading, key, notice
from views.ui.question import use_question

LONGEST_NAME = NAME.high
MOST_OFFERED = 12
"""How many earlier players are offered."""
MOST_SEATS = 7
BESIDE = 2
"""So many fields are side by side; more are one below the other."""
USUAL_NUMBER = 4
"""The usual number of players, if the game allows several."""


@dataclass(frozen=True, slots=True)
class Table:
    """The game, its rules and the players, as chosen and typed so far.

    ``names`` are those of the two sides, ``players`` by seat; clockwise, the seats alternate
    between the sides.
    """

    view: GameView
    rules: Any
    names: tuple[str, ...]
    players: tuple[str, ...] = ("",) * MOST_SEATS
    number: int = USUAL_NUMBER
    dealer: int = 0

    @property
    def sides(self) -> int:
        """How many sides there are."""
        possible = self.view.game.sides
        return min(max(self.number, possible[0]), possible[-1])

    @property
    def each_alone(self) -> bool:
        """Whether everybody plays for themselves."""
        return self.seats == self.sides

    @property
    def agreement(self) -> Agreement[Any]:
        """The house rules, the first dealer, and the number of sides."""
        return Agreement(self.rules, self.dealer % self.seats, self.sides)

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.view.game.seats(Agreement(self.rules, sides=self.sides))

    def seats_of(self, side: int) -> range:
        """Return the seats of a side."""
        return range(side, self.seats, self.sides)

    @property
    def in_turn(self) -> list[int]:
        """The seats in the order in which the page shows them: one side after the other."""
        return [seat for side in range(self.sides) for seat in self.seats_of(side)]

    def playing(self, view: GameView, rules: Any) -> "Table":
        """Return the table with another game and its rules."""
        return replace(self, view=view, rules=rules)

    def renamed(self, side: int, name: str) -> "Table":
        """Return the table with another name for a side."""
        return replace(self, names=_with(self.names, side, name))

    def seated(self, seat: int, name: str) -> "Table":
        """Return the table with a player at a seat."""
        return replace(self, players=_with(self.players, seat, name))

    def head(self, t: Translator, title: str, played_on: str) -> Head:
        """Return the head of the sheet; a player without a name is called by side and place."""
        return Head(tuple(self._sides(t)), title.strip() or None, played_on)

    def side_names(self, t: Translator) -> list[str]:
        """Return distinct names of the sides."""
        if self.each_alone:
            usual = [t("Player {number}", number=seat + 1) for seat in range(self.seats)]
            typed = self.players[: self.seats]
        else:
            usual, typed = [*usual_names(t)], self.names
        named = (name.strip() or instead for name, instead in zip(typed, usual, strict=True))
        return distinct([*named])

    def _sides(self, t: Translator) -> list[Side]:
        named = [self.players[seat].strip() for seat in range(self.seats)]
        names = self.side_names(t)
        if self.each_alone:
            sides = zip(names, named, strict=True)
            return [Side(name, (name,) if player else ()) for name, player in sides]
        if not any(named):
            return [Side(name) for name in names]
        seated = [name or self._by_place(t, names, seat) for seat, name in enumerate(named)]
        return [
            Side(name, tuple(seated[seat] for seat in self.seats_of(side)))
            for side, name in enumerate(names)
        ]

    def _by_place(self, t: Translator, names: Sequence[str], seat: int) -> str:
        longest = LONGEST_NAME - 2  # the place and the space before it
        side, place = names[seat % self.sides][:longest], seat // self.sides + 1
        return t("{side} {place}", side=side, place=place)


def _with(names: tuple[str, ...], place: int, name: str) -> tuple[str, ...]:
    return (*names[:place], name, *names[place + 1 :])


def usual_names(t: Translator) -> tuple[str, str]:
    """Return the default names of two sides."""
    return t("Us"), t("Them")


@dataclass(eq=False, repr=False)  # Flet formats the arguments of components
class Form:
    """The present content of the page; ``redraw`` draws the changes.

    Fields call its bound methods, which compare equal as long as the form is the same.
    """

    table: Table
    title: str = ""
    redraw: Callable[[], None] = lambda: None

    def lay(self, table: Table) -> None:
        """Replace the table."""
        self.table = table
        self.redraw()

    def change(self, **what: Any) -> None:
        """Change something about the table."""
        self.lay(replace(self.table, **what))

    def rename(self, side: int, name: str) -> None:
        """Give a side another name."""
        self.lay(self.table.renamed(side, name))

    def seat(self, seat: int, name: str) -> None:
        """Put a player at a seat."""
        self.lay(self.table.seated(seat, name))

    def entitle(self, _place: int, title: str) -> None:
        """Give the evening a title."""
        self.title = title
        self.redraw()


@page
def NewEveningPage() -> ft.View:
    """Draw the choice of the game, the players, the first dealer, and the house rules."""
    session = use_live_session()
    t = session.t
    games = _last_one_first(session)
    first = games[0]
    form = ft.use_memo(lambda: Form(Table(first, _rules(session, first), usual_names(t))), [])
    _, set_version = ft.use_state(0)
    form.redraw = lambda: set_version(lambda version: version + 1)
    all_rules, show_all_rules = ft.use_state(False)
    told, tell = ft.use_state(False)
    table = form.table
    question = use_question()

    def begin() -> bool:
        today = datetime.now().astimezone().date().isoformat()
        laid = form.table
        begun = session.begin(laid.view.game, laid.head(t, form.title, today), laid.agreement)
        if begun:
            session.lead("/")
        return begun

    def choose_game(view: GameView) -> None:
        form.lay(form.table.playing(view, _rules(session, view)))

    def set_rules(chosen: Mapping[str, Any]) -> None:
        form.change(rules=replace(form.table.rules, **chosen))

    head = shown_head(table.head(t, form.title, ""))
    parts: list[ft.Control] = [
        heading(t("Which game?")),
        choice(
            session,
            [(view, t(view.words.NAME)) for view in games],
            table.view,
            choose_game,
        ),
        *_number(session, table, lambda number: form.change(number=number)),
        heading(t("Players") if table.each_alone else t("Sides and players")),
        *(_alone(t, form) if table.each_alone else _in_sides(t, form)),
        *_known(session, table, form.seat),
        heading(t("Who deals first?")),
        choice(
            session,
            list(enumerate(players_of(t, head, table.seats))),
            table.agreement.first_dealer,
            lambda dealer: form.change(dealer=dealer),
        ),
        heading(t("House rules")),
        *presets(session, table.view, table.rules, set_rules),
    ]
    if all_rules:
        parts += rule_fields(session, table.view, table.rules, set_rules)
    else:
        brief = table.view.words.rules_in_brief(t, table.rules)
        parts.append(
            entry_row(
                session,
                t("All house rules"),
                lambda: show_all_rules(True),
                detail=brief,
                name=t("All house rules"),
            )
        )
    if told:
        parts += how(session, table.view, head, table.agreement)
    else:
        parts.append(entry_row(session, t("How to keep score"), lambda: tell(True)))
    parts += [
        heading(t("Name of the evening")),
        Field(t("Title (optional)"), form.title, form.entitle, 0),
        *_undrawn(t, form.title),
    ]
    return framed(
        session,
        "/new",
        t("New evening"),
        parts,
        back="/menu" if session.has_evening else "/",
        foot=key(session, t("Start"), lambda: question.answer(begin), main=True),
    )


def _last_one_first(session: Session) -> list[GameView]:
    """Return the games; the one that was started last is the first."""
    last = session.library.settings.game
    return sorted(VIEWS.values(), key=lambda view: view.game.key != last)


def _rules(session: Session, view: GameView) -> Any:
    """Return the house rules of a game's last evening, else the default ones."""
    last = session.library.last_sheet(view.game.key)
    return last.replay.agreement.rules if last else view.game.rules()


def _number(session: Session, table: Table, choose: Callable[[int], None]) -> list[ft.Control]:
    """Return the choice of the number of players, if the game allows several."""
    possible = table.view.game.sides
    if len(possible) == 1:
        return []
    numbers = [(number, str(number)) for number in possible]
    return [heading(session.t("How many play?")), choice(session, numbers, table.sides, choose)]


def _alone(t: Translator, form: Form) -> list[ft.Control]:
    """Return a field for each player, clockwise."""
    table, parts = form.table, list[ft.Control]()
    for place, given in enumerate(table.side_names(t)):
        label, typed = t("Player {number}", number=place + 1), table.players[place]
        parts.append(_called(t, Field(label, typed, form.seat, place), typed, given))
    return parts


def _in_sides(t: Translator, form: Form) -> list[ft.Control]:
    """Return a field for each side's name, and for its players."""
    table, parts = form.table, list[ft.Control]()
    for side, given in enumerate(table.side_names(t)):
        label, typed = t("Side {number}", number=side + 1), table.names[side]
        named = Field(label, typed, form.rename, side, chalk.SIDES[side])
        parts.append(_called(t, named, typed, given))
        fields = [
            Field(
                t("Player {number} of {side}", number=number, side=harmless(given)),
                table.players[place],
                form.seat,
                place,
            )
            for number, place in enumerate(table.seats_of(side), 1)
        ]
        parts += [_beside(fields)] if len(fields) <= BESIDE else fields
        parts += _undrawn(t, *(table.players[place] for place in table.seats_of(side)))
        parts.append(ft.Container(height=chalk.UNIT))
    return parts


def _called(t: Translator, named: ft.Control, typed: str, given: str) -> ft.Control:
    """Return the field for a side's name, and the name used instead if it is taken."""
    said = _undrawn(t, typed)
    if typed.strip() not in ("", given):
        name, instead = harmless(typed), harmless(given)
        taken = t(
            "“{name}” is already taken. “{instead}” is used here.", name=name, instead=instead
        )
        said.append(notice(taken))
    return ft.Column([named, *said], spacing=0)


def _undrawn(t: Translator, *typed: str) -> list[ft.Control]:
    """Return a warning if a typed name has characters that not every device can draw."""
    if all(map(can_be_drawn, typed)):
        return []
    return [notice(t("Some of these characters may appear as empty boxes."))]


def _beside(fields: list[ft.Control]) -> ft.Control:
    return ft.Row([ft.Container(field, expand=1) for field in fields], spacing=chalk.UNIT)


def _known(session: Session, table: Table, seat: Callable[[int, str], None]) -> list[ft.Control]:
    """Return the earlier players who have no seat yet; a tap gives one the next free seat."""
    t, seated = session.t, [player.strip() for player in table.players[: table.seats]]
    free = next((place for place in table.in_turn if not seated[place]), None)
    offered = [name for name in session.library.settings.players if name not in seated]
    if free is None or not offered:
        return []
    return [
        chalk.words(t("Tap an earlier player to seat them:"), 15, chalk.FAINT),
        ft.Row(
            [
                chip(session, name, t("Seat {name}", name=name), partial(seat, free, name))
                for name in offered[:MOST_OFFERED]
            ],
            wrap=True,
            spacing=chalk.UNIT,
            run_spacing=chalk.UNIT,
        ),
    ]


@component
def Field(
    label: str,
    value: str,
    change: Callable[[int, str], None],
    place: int,
    color: ft.ColorValue = chalk.CHALK,
) -> ft.Control:
    """Draw a text field; ``change`` is called with its ``place`` and its text.

    While people type, the device has newer text than what is drawn. So a text is sent to the device
    only if it differs from the text that the device sent last: when the app fills the field.
    """
    drawn: Any = ft.use_ref(None)
    told = ft.use_ref(value)

    def typed(event: ft.Event[ft.TextField]) -> None:
        told.current = event.control.value
        change(place, event.control.value)

    held = drawn.current.value if drawn.current and value == told.current else value
    told.current = value
    field = ft.TextField(
        label=label,
        value=held,
        on_change=typed,
        max_length=LONGEST_NAME,
        counter="",
        color=color,
        border=ft.OutlineInputBorder(side=ft.BorderSide(1, chalk.EDGE)),
        label_style=ft.TextStyle(color=chalk.FAINT),
        cursor_color=chalk.CHALK,
        text_size=17,
        content_padding=ft.Padding.symmetric(horizontal=12, vertical=14),
        capitalization=ft.TextCapitalization.SENTENCES,
        autocorrect=False,
    )
    drawn.current = field
    return field
