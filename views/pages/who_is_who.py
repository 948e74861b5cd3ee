"""What can be said of a player: nickname and sign, who is the same person, who is not counted."""

from collections.abc import Callable
from functools import partial

import flet as ft

from scoring.book import Hidden, Same, Written
from scoring.people import People, alike, met
from storage import stamp
from views.pages.called import Nickname, Sign, sign_told
from views.pages.reckoned import address_of, all_games, people, progress, use_reckoning
from views.session.session import Session
from views.text.ledger import told
from views.text.names import harmless
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import component
from views.ui.page_frame import entry_row, heading, key, stacked
from views.ui.question import use_question


@component
def WhoIsWho(session: Session, t: Translator, name: str, known: People) -> ft.Control:
    """Draw what can be said of a player. That somebody is another person is asked again."""
    opened, open_part = ft.use_state("")
    asked, ask = ft.use_state("")
    question = use_question(name)

    def leave() -> None:
        open_part("")
        ask("")

    def hide() -> bool:
        return _write(session, Hidden(**stamp(session.library.book), name=name), "/statistics")

    if asked:
        parts = [Asked(session, t, name, asked, leave)]
    elif opened == "others":
        parts = [Others(session, t, name, known, ask), key(session, t("Cancel"), leave)]
    elif opened == "nickname":
        parts = [Nickname(session, t, name, known, leave)]
    elif opened == "sign":
        parts = [Sign(session, t, name, known, leave, session.screen)]
    else:
        nickname, sign = known.nicknames.get(name, ""), known.signs.get(name, "")
        rows = (
            (t("Nickname"), "nickname", nickname and harmless(nickname)),
            (t("Sign before the name"), "sign", sign and sign_told(t, sign)),
            (t("Is the same person as …"), "others", ""),
        )
        stays = t("debts stay as they are")
        parts = [
            *(
                entry_row(session, text, partial(open_part, part), detail=detail)
                for text, part, detail in rows
            ),
            entry_row(session, t("Do not count"), lambda: question.answer(hide), detail=stays),
        ]
    return stacked([heading(t("This player")), *parts])


@component
def Others(
    session: Session, t: Translator, name: str, known: People, ask: Callable[[str], None]
) -> ft.Control:
    """Draw who may be the same person: names that are only written differently come first.

    Whoever has sat at a table with the player is somebody else.
    """
    reckoning = session.debts
    use_reckoning(session, reckoning)
    found = all_games(session, known)
    others = {other for each in found for other in each.players} - {name}
    others -= {other for each in found for other in met(each, name)}
    same_letters = {other for other in others if alike(other) == alike(name)}
    in_order = (*sorted(same_letters), *sorted(others - same_letters))
    rows = [entry_row(session, harmless(other), partial(ask, other)) for other in in_order]
    nobody = t("All other players have sat at a table with {name}.", name=harmless(name))
    if missing := progress(t, reckoning) or ("" if rows else nobody):
        rows.append(chalk.words(missing, 16, chalk.FAINT))
    return stacked(rows)


@component
def Asked(
    session: Session, t: Translator, name: str, other: str, leave: Callable[[], None]
) -> ft.Control:
    """Draw the question whether two names are one person, with the keys to answer it."""
    question = use_question(name, other)

    def answer() -> bool:
        same = Same(**stamp(session.library.book), name=name, known_as=other)
        return _write(session, same, address_of((other,)))

    asked = t(
        "Count {name} as {other}? The evenings stay as they are.",
        name=harmless(name),
        other=harmless(other),
    )
    return stacked(
        [
            chalk.words(asked, 17),
            key(session, t("Cancel"), leave, main=True),
            key(session, t("Count as one person"), lambda: question.answer(answer)),
        ]
    )


def _write(session: Session, event: Written, then: str) -> bool:
    """Write in the book what was said of a player, and show another page."""
    if not session.write_in_book([event]):
        return False
    t = session.t
    session.go(then)
    what = told(t, people(session), event)
    session.say(t("{what}. You can take this back under “Beer ledger”.", what=what))
    return True
