"""What a player is called: a nickname, and a sign before the name."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

import flet as ft

from scoring.book import Called, Event, Marked, Undone
from scoring.people import People, alike
from storage import stamp
from views.pages.reckoned import all_games, people, use_reckoning
from views.session.screen import Screen
from views.session.session import Session, guarded
from views.text.ledger import told
from views.text.names import NAMELESS, harmless
from views.text.signs import SIGNS
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component
from views.ui.field import Field
from views.ui.page_frame import column_width, key, stacked
from views.ui.question import use_question

SIGN: Final = 28
"""The size of a sign on its key."""
SIGN_KEY: Final = 52
"""The least width and the height of such a key."""


def sign_told(t: Translator, sign: str) -> str:
    """Return a sign with its name, if it is one of ours."""
    return f"{harmless(sign)} {t(SIGNS[sign])}" if sign in SIGNS else harmless(sign)


@component
def Nickname(
    session: Session, t: Translator, name: str, known: People, leave: Callable[[], None]
) -> ft.Control:
    """Draw the field for a nickname. It must not be what somebody else is called."""
    use_reckoning(session, session.debts)
    now = known.nicknames.get(name, "")
    typed, type_text = ft.use_state(now)
    question = use_question(name, typed, known)
    nickname = "" if harmless(typed) == NAMELESS else typed.strip()
    namesake = _namesake(session, known, name, nickname)

    def save() -> bool:
        if nickname == now:
            leave()
            return True
        if nickname:
            called = Called(**stamp(session.library.book), name=name, nickname=nickname)
            return _say_so(session, called, leave)
        none = t("{name} has no nickname.", name=harmless(name))
        return _take_back(session, name, Called, none, leave)

    parts = [Field(t("Nickname"), typed, lambda _, text: type_text(text), 0)]
    if namesake:
        taken = t("{name} is called that already.", name=harmless(namesake))
        parts.append(chalk.spoken(taken, chalk.words(taken, 16, chalk.WARNING), announced=True))
    else:
        text = t("Save") if nickname or not now else t("No nickname")
        parts.append(key(session, text, lambda: question.answer(save), main=True))
    return stacked([*parts, key(session, t("Cancel"), leave)])


def _namesake(session: Session, known: People, name: str, nickname: str) -> str:
    """Return who else is called by a nickname, by name; empty if nobody is."""
    others = {other for each in all_games(session, known) for other in each.players} - {name}
    others |= known.nicknames.keys() - {name}
    so_called = {alike(each): other for other in others for each in _names(known, other)}
    return so_called.get(alike(nickname), "")


def _names(known: People, name: str) -> Iterable[str]:
    return filter(None, (name, known.nicknames.get(name)))


@component
def Sign(
    session: Session,
    t: Translator,
    name: str,
    known: People,
    leave: Callable[[], None],
    screen: Screen,
) -> ft.Control:
    """Draw the signs that nobody else has; a tap on one gives it to the player."""
    question = use_question(name, known)
    own = known.signs.get(name)
    of_others = {sign for other, sign in known.signs.items() if other != name}

    def give(sign: str) -> None:
        marked = Marked(**stamp(session.library.book), name=name, sign=sign)
        question.answer(lambda: _say_so(session, marked, leave))

    def take() -> bool:
        none = t("{name} has no sign.", name=harmless(name))
        return _take_back(session, name, Marked, none, leave)

    room, scaled = column_width(screen), screen.text_scale
    in_a_row = int((room + chalk.UNIT) // (SIGN_KEY * scaled + chalk.UNIT))
    width = (room - (in_a_row - 1) * chalk.UNIT) / in_a_row
    keys: list[ft.Control] = [
        chalk.tappable(
            t(text),
            ft.Text(sign, size=SIGN, color=chalk.CHALK, text_align=ft.TextAlign.CENTER),
            guarded(session, partial(give, sign)),
            selected=sign == own,
            width=width,
            height=SIGN_KEY * scaled,
            alignment=ft.Alignment.CENTER,
            border_radius=chalk.CORNER,
            bgcolor=chalk.WIPED if sign == own else None,
            border=ft.Border.all(1, chalk.EDGE),
        )
        for sign, text in SIGNS.items()
        if sign not in of_others
    ]
    parts: list[ft.Control] = [ft.Row(keys, wrap=True, spacing=chalk.UNIT, run_spacing=chalk.UNIT)]
    if own:
        parts.append(key(session, t("No sign"), lambda: question.answer(take)))
    return stacked([*parts, key(session, t("Cancel"), leave)])


def _say_so(session: Session, event: Called | Marked, leave: Callable[[], None]) -> bool:
    """Write in the book what a player is called."""
    said = session.t("{what}.", what=told(session.t, people(session), event))
    return _write(session, [event], said, leave)


def _take_back(
    session: Session, name: str, kind: type[Called | Marked], said: str, leave: Callable[[], None]
) -> bool:
    """Take back all that the book says of what a player is called."""
    known, book = people(session), session.library.book
    undone = [
        Undone(**stamp(book), event=each.id)
        for each in book.in_force
        if isinstance(each, kind) and known.known(each.name) == name
    ]
    return _write(session, undone, said, leave)


def _write(session: Session, events: Sequence[Event], said: str, leave: Callable[[], None]) -> bool:
    if not session.write_in_book(events):
        return False
    leave()
    session.redraw.everything()
    session.say(said)
    return True
