"""The page that starts an evening: the game, the players, the first dealer, the house rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any

import flet as ft

from scoring.game import Agreement
from scoring.sheet import NAME, Head, Sheet, Side
from views.games.registry import VIEWS
from views.pages.how import how
from views.pages.rules import presets, rule_fields
from views.session.screen import Screen
from views.session.session import Session, use_live_session
from views.text.glyphs import can_be_drawn
from views.text.names import distinct, harmless, shown_head
from views.text.phrases import players as players_of
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import page
from views.ui.field import Field
from views.ui.game_view import GameView
from views.ui.page_frame import chip, choice, entry_row, framed, heading, key, notice, page_width
from views.ui.question import use_question

LONGEST_NAME = NAME.high
MOST_OFFERED = 12
"""How many earlier players are offered."""
MOST_SEATS = 7
LEAST_FIELD = 170
"""Fields are side by side only if each is at least as wide, at the usual text size."""
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
    def has_partners(self) -> bool:
        """Whether anybody who is named can have another partner."""
        return not self.each_alone and any(self.players[: self.seats])

    @property
    def in_turn(self) -> list[int]:
        """The seats in the order in which the page shows them: one side after the other."""
        return [seat for side in range(self.sides) for seat in self.seats_of(side)]

    @classmethod
    def as_in(cls, t: Translator, view: GameView, sheet: Sheet) -> "Table":
        """Return the table of an earlier evening: its players, their seats, and its rules."""
        sides, agreement = sheet.head.sides, sheet.replay.agreement
        bare = cls(view, agreement.rules, usual_names(t), number=len(sides))
        if bare.each_alone:
            usual, names = bare.side_names(t), [side.name for side in sides]
        else:
            bare = replace(bare, names=tuple(side.name for side in sides))
            usual = [bare.by_place(t, bare.names, seat) for seat in range(bare.seats)]
            names = players_of(t, sheet.head, bare.seats)
        given = [
            "" if name == instead else name for name, instead in zip(names, usual, strict=True)
        ]
        return replace(bare, players=(*given, *bare.players[bare.seats :]))

    def playing(self, view: GameView, rules: Any) -> "Table":
        """Return the table with another game and its rules."""
        return replace(self, view=view, rules=rules)

    def renamed(self, side: int, name: str) -> "Table":
        """Return the table with another name for a side."""
        return replace(self, names=_with(self.names, side, name))

    def seated(self, seat: int, name: str) -> "Table":
        """Return the table with a player at a seat."""
        return replace(self, players=_with(self.players, seat, name))

    def with_other_partners(self) -> "Table":
        """Return the table with all but the first player moved on by a seat.

        After as many turns as there are other seats, everybody is where they were; of four players,
        each has then been everybody's partner.
        """
        first, *others = range(self.seats)
        seats = [first, *others[1:], *others[:1]]
        moved = [self.players[seat] for seat in seats]
        dealer = seats.index(self.agreement.first_dealer)
        return replace(self, players=(*moved, *self.players[self.seats :]), dealer=dealer)

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
        seated = [name or self.by_place(t, names, seat) for seat, name in enumerate(named)]
        return [
            Side(name, tuple(seated[seat] for seat in self.seats_of(side)))
            for side, name in enumerate(names)
        ]

    def by_place(self, t: Translator, names: Sequence[str], seat: int) -> str:
        """Return what a player without a name is called."""
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

    def unseat(self, seat: int) -> None:
        """Free a seat."""
        self.seat(seat, "")

    def turn(self) -> None:
        """Give everybody another partner."""
        self.lay(self.table.with_other_partners())

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
    form = ft.use_memo(lambda: Form(_last_table(session, games[0])), [])
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
        form.lay(form.table.playing(view, _last_table(session, view).rules))

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
        _who_plays(session, form),
        _fields(session, form),
        *_known(session, table, form.seat),
        heading(t("Who deals first?")),
        choice(
            session,
            list(enumerate(players_of(t, head, table.seats))),
            table.agreement.first_dealer,
            lambda dealer: form.change(dealer=dealer),
        ),
    ]
    if all_rules:
        parts += [
            heading(t("House rules")),
            *presets(session, table.view, table.rules, set_rules),
            *rule_fields(session, table.view, table.rules, set_rules),
        ]
    else:
        brief = table.view.words.rules_in_brief(t, table.rules)
        parts.append(
            entry_row(
                session,
                t("House rules"),
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
        t("New evening"),
        parts,
        back="/menu" if session.has_evening else "/",
        foot=key(session, t("Start"), lambda: question.answer(begin), main=True),
    )


def _last_one_first(session: Session) -> list[GameView]:
    """Return the games; the one that was started last is the first."""
    last = session.library.settings.game
    return sorted(VIEWS.values(), key=lambda view: view.game.key != last)


def _last_table(session: Session, view: GameView) -> Table:
    """Return the table of a game's last evening, else an empty one."""
    last = session.library.last_sheet(view.game.key)
    if last:
        return Table.as_in(session.t, view, last)
    return Table(view, view.game.rules(), usual_names(session.t))


def _number(session: Session, table: Table, choose: Callable[[int], None]) -> list[ft.Control]:
    """Return the choice of the number of players, if the game allows several."""
    possible = table.view.game.sides
    if len(possible) == 1:
        return []
    numbers = [(number, str(number)) for number in possible]
    return [heading(session.t("How many play?")), choice(session, numbers, table.sides, choose)]


def _who_plays(session: Session, form: Form) -> ft.Control:
    """Return the heading of the players, beside it the key that turns the pairs."""
    t, table = session.t, form.table
    said = heading(t("Players") if table.each_alone else t("Sides and players"))
    if not table.has_partners:
        return said
    other = t("Other partners")
    return ft.Row(
        [said, chip(session, other, other, form.turn)],
        wrap=True,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )


def _fields(session: Session, form: Form) -> ft.Control:
    """Return the fields for names: a column for each of two sides, or players in clockwise rows."""
    t, columns = session.t, 2 if _has_two_columns(session.screen) else 1
    if form.table.each_alone:
        return _in_rows(_of_players(t, form), columns)
    return _in_rows(
        [_stacked(_of_side(t, form, side)) for side in range(form.table.sides)], columns
    )


def _has_two_columns(screen: Screen) -> bool:
    return page_width(screen) / 2 / screen.text_scale >= LEAST_FIELD


def _in_rows(parts: list[ft.Control], columns: int) -> ft.Control:
    """Return parts in columns of equal width."""
    missing = -len(parts) % columns
    boxes: list[ft.Control] = [ft.Container(part, expand=1) for part in (*parts, *[None] * missing)]
    return _stacked(
        [
            ft.Row(
                boxes[first : first + columns],
                spacing=chalk.UNIT,
                vertical_alignment=ft.CrossAxisAlignment.START,
            )
            for first in range(0, len(boxes), columns)
        ]
    )


def _stacked(parts: Sequence[ft.Control]) -> ft.Control:
    return ft.Column(
        [*parts], spacing=chalk.UNIT, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )


def _of_players(t: Translator, form: Form) -> list[ft.Control]:
    """Return a field for each player who plays alone."""
    given = form.table.side_names(t)
    return [
        _called(
            t, _seat(t, form, place, t("Player {number}", number=place + 1)), typed, given[place]
        )
        for place, typed in enumerate(form.table.players[: form.table.seats])
    ]


def _of_side(t: Translator, form: Form, side: int) -> list[ft.Control]:
    """Return a field for a side's name, and for each of its players."""
    table = form.table
    given, typed = table.side_names(t)[side], table.names[side]
    label = t("Side {number}", number=side + 1)
    named = Field(label, typed, form.rename, side, chalk.SIDES[side])
    return [
        _called(t, _stacked([named, *_undrawn(t, typed)]), typed, given),
        *(
            _seat(
                t, form, place, t("Player {number} of {side}", number=number, side=harmless(given))
            )
            for number, place in enumerate(table.seats_of(side), 1)
        ),
    ]


def _seat(t: Translator, form: Form, place: int, label: str) -> ft.Control:
    """Return the field of a seat; a tap frees it."""
    name = form.table.players[place]
    free = t("{name} does not play", name=harmless(name)) if name.strip() else ""
    field = Field(label, name, form.seat, place, free=free, clear=form.unseat)
    return _stacked([field, *_undrawn(t, name)])


def _called(t: Translator, named: ft.Control, typed: str, given: str) -> ft.Control:
    """Return the field for a side's name, and the name used instead if it is taken."""
    said = list[ft.Control]()
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
