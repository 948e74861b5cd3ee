"""The page that previews a picked file, and imports it."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import flet as ft

from scoring.book import Event
from scoring.refusals import IllegalEntry, Refused
from storage import (
    Bundle,
    Fate,
    ImportPlan,
    ImportRejected,
    import_file,
    missing_in_book,
    plan,
)
from views.session.picked import PickedFile
from views.session.session import Session, use_live_session
from views.text.games.registry import GAME_TEXTS
from views.text.ledger import in_book
from views.text.names import shown_head
from views.text.phrases import evening_name, standing
from views.text.refusals import reason, sentence
from views.text.translator import Translator
from views.ui import chalk
from views.ui.boundary import page
from views.ui.page_frame import framed, heading, key, notice
from views.ui.question import use_question

MOST_SHOWN = 50


@page
def ImportPage() -> ft.View:
    """Draw what is in the file and what it would add; one tap imports it."""
    session = use_live_session()
    t, picked = session.t, session.picked
    looks, look_again = ft.use_state(0)
    bundle = picked.bundle if picked else None
    what = ft.use_memo(lambda: _planned(session, bundle) if bundle else "", [bundle, looks])
    question = use_question(bundle, looks)
    if picked is None:
        parts: list[ft.Control] = [chalk.words(t("No file was chosen."))]
    elif bundle and not isinstance(what, str):

        def begin() -> bool:
            now = _planned(session, bundle)
            if isinstance(now, str) or now.effect != what.effect:
                look_again(looks + 1)
                session.say(
                    t("Nothing was imported: it would now add something else. Please check again.")
                )
                return False
            session.run(lambda: _import(session, picked), question.ask_again)
            return True

        return _offered(session, picked, bundle, what, lambda: question.answer(begin))
    else:
        why = _why(t, picked.refused) if picked.refused else str(what)
        parts = [chalk.strong(picked.name), notice(t("Nothing was imported. {why}", why=why))]
    return _framed(session, picked, parts)


def _framed(
    session: Session,
    picked: PickedFile | None,
    parts: list[ft.Control],
    begin: Callable[[], None] | None = None,
) -> ft.View:
    """Return the page, with the key to import what was picked, if there is something to."""
    t = session.t
    if picked and picked.is_code:
        foot = key(session, t("Take over"), begin, main=True) if begin else None
        return framed(session, t("Take over an evening"), parts, foot=foot)
    if begin:
        foot = key(session, t("Import"), begin, main=True)
    else:
        leave = partial(session.go, "/settings")
        foot = key(session, t("Back to the settings"), leave, main=True)
    return framed(session, t("Import a file"), parts, back="/settings", foot=foot)


class Planned(NamedTuple):
    """What the import would do with each sheet, and what it would write in the table's book."""

    sheets: list[ImportPlan]
    in_book: Sequence[Event]

    @property
    def effect(self) -> object:
        """What the import would do with each sheet, how many lines it adds, and what else."""
        sheets = [(planned.fate, len(planned.more)) for planned in self.sheets]
        return sheets, self.in_book


def _planned(session: Session, bundle: Bundle) -> Planned | str:
    """Return what the import would do, or a sentence why that cannot be told."""
    library = session.library
    try:
        return Planned(plan(library, bundle), missing_in_book(library, bundle.book))
    except Refused as why:
        return sentence(session.t, why)
    except OSError as why:
        return session.t(
            "The evenings on this device cannot be read at the moment ({why}). Please "
            "choose the file again.",
            why=reason(why),
        )


def _why(t: Translator, refused: ImportRejected) -> str:
    """Return what is wrong with a file, and where."""
    said, fault = sentence(t, refused.refused), refused.refused
    if isinstance(fault, IllegalEntry) and fault.index is not None:
        said = t("Line {number}: {why}", number=fault.index + 1, why=said)
    if refused.sheet is not None:
        said = t("Sheet {number}: {why}", number=refused.sheet, why=said)
    return said


def _offered(
    session: Session,
    picked: PickedFile,
    bundle: Bundle,
    what: Planned,
    begin: Callable[[], None],
) -> ft.View:
    """Return the page that shows what would be added, with the key to import it."""
    t, settings = session.t, session.library.settings
    with_theirs = settings.with_those_of(bundle.settings)
    of = {fate: [planned for planned in what.sheets if planned.fate is fate] for fate in Fate}
    more_players = [each for each in with_theirs.players if each not in settings.players]
    parts: list[ft.Control] = [chalk.strong(picked.name)]
    if picked.is_code:
        parts = _standing(t, bundle)
    for title, fate in (
        (t("New evenings"), Fate.NEW),
        (t("Continued evenings"), Fate.CONTINUES),
        (t("Already here"), Fate.KNOWN),
    ):
        parts += _listed(t, title, of[fate])
    if what.in_book:
        parts += [heading(t("Beer ledger")), chalk.words(in_book(t, what.in_book))]
    if more_players:
        parts += [heading(t("Players")), chalk.words(", ".join(more_players))]
    chosen = [
        label
        for label, theirs, mine in (
            (t("Language"), with_theirs.language, settings.language),
            (t("Appearance"), with_theirs.theme, settings.theme),
        )
        if theirs != mine
    ]
    if chosen:
        parts += [heading(t("Settings")), chalk.words(", ".join(chosen))]
    parts += _not_written(t, bundle.left)
    is_more = of[Fate.NEW] or of[Fate.CONTINUES] or what.in_book
    if is_more or with_theirs != settings:
        return _framed(session, picked, parts, begin)
    there = t("Everything in this file is already here.")
    parts.append(chalk.words(t("This evening is already here.") if picked.is_code else there))
    return _framed(session, picked, parts)


def _standing(t: Translator, bundle: Bundle) -> list[ft.Control]:
    """Return who plays in the evening of a code, and how it stands."""
    (sheet,) = bundle.sheets
    head = shown_head(sheet.head)
    players = " – ".join(" & ".join(side.players) or side.name for side in head.sides)
    stands = standing(t, GAME_TEXTS[sheet.game.key], head, sheet.replay.state)
    return [chalk.strong(players), *(chalk.words(line) for line in stands)]


def _listed(t: Translator, title: str, planned: list[ImportPlan]) -> list[ft.Control]:
    if not planned:
        return []
    rows: list[ft.Control] = [
        chalk.words(
            t(
                "{evening}: {lines}",
                evening=evening_name(t, each.sheet.head.title, each.sheet.head.played_on),
                lines=_lines(t, each),
            )
        )
        for each in planned[:MOST_SHOWN]
    ]
    return [heading(f"{title} ({len(planned)})"), *rows, *_and_more(t, len(planned))]


def _not_written(t: Translator, names: Sequence[str]) -> list[ft.Control]:
    if not names:
        return []
    rows = [chalk.words(t("Not written: {what}", what=name)) for name in names[:MOST_SHOWN]]
    return [heading(f"{t('Not written')} ({len(names)})"), *rows, *_and_more(t, len(names))]


def _and_more(t: Translator, number: int) -> list[ft.Control]:
    """Return how many of a list are not shown, if it is longer than what is."""
    if number <= MOST_SHOWN:
        return []
    return [chalk.words(t("and {n} more", n=number - MOST_SHOWN), 15, chalk.FAINT)]


def _lines(t: Translator, planned: ImportPlan) -> str:
    if planned.fate is Fate.CONTINUES:
        return t.count("{n} more line", "{n} more lines", len(planned.more))
    return t.count("{n} line", "{n} lines", len(planned.sheet.replay.entries))


async def _import(session: Session, picked: PickedFile) -> None:
    """Import the file; other screens can work between its sheets."""
    for _ in session.step_by_step(import_file(session.library, picked.content)):
        await asyncio.sleep(0)
    if session.picked is picked:
        session.picked = None
    session.go("/evenings")
    if picked.is_code:
        session.say(session.t("The evening is here now. Tap it to go on writing."))
    else:
        session.say(session.t("“{name}” was imported.", name=picked.name))
