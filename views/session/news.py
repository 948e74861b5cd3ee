"""Sentences about what other screens have changed; needs no Flet."""

from collections.abc import Sequence
from enum import Enum, auto
from itertools import takewhile
from operator import is_
from typing import Any, NamedTuple, Self

from scoring.book import Book
from scoring.game import Replay
from scoring.journal import Agree, Append, Journal, Operation, Remove, Replace
from scoring.sheet import Head
from storage import Evening, Label, Library, Settings
from views.text.ledger import book_news
from views.text.phrases import GameText, agreement_changes, by_side, describe_at, evening_name
from views.text.translator import Translator, label


class Slate(NamedTuple):
    """A slate at one moment: its journal, and the replay of it."""

    journal: Journal
    replay: Replay[Any, Any]

    @classmethod
    def of(cls, evening: Evening) -> Self:
        """Return the present slate."""
        return cls(evening.journal, evening.replay)


def slate_news(t: Translator, words: GameText, head: Head, before: Slate, after: Slate) -> str:
    """Return what has changed between two slates, as a sentence that follows a colon."""
    undone, done = _between(before.journal, after.journal)
    score = by_side(t, head, after.replay.state.score)
    if not undone and not done:
        return t("the current deal was changed.")
    if not undone and len(done) == 1:
        return _changed(t, words, head, done[0], before.replay, after.replay)
    if only_writes(before, after):
        last = _sentence(t, words, head, after.replay, len(after.replay.entries) - 1)
        return t("{n} lines were written, the last: {line}", n=len(done), line=last)
    if not done and len(undone) == 1:
        if isinstance(undone[0], Append):
            return t("the last line was undone.")
        return t("the last change was undone: {score}.", score=score)
    if after.journal.agreed_at_start is not before.journal.agreed_at_start:
        return t("a backup of this evening was restored: {score}.", score=score)
    return t("the slate was changed: {score}.", score=score)


def only_writes(before: Slate, after: Slate) -> bool:
    """Return whether nothing has changed between two slates except for new lines."""
    undone, done = _between(before.journal, after.journal)
    return not undone and all(isinstance(each, Append) for each in done)


def _between(before: Journal, after: Journal) -> tuple[Sequence[Operation], Sequence[Operation]]:
    """Return the operations that were undone, and those that were done.

    Operations are compared by identity: a restored backup has operations and an agreement of its
    own.
    """
    was, now = _in_force(before), _in_force(after)
    same = len([*takewhile(bool, map(is_, was, now))])
    return was[same:], now[same:]


def _in_force(journal: Journal) -> Sequence[Operation]:
    return journal.operations[: journal.cursor]


def _sentence(
    t: Translator, words: GameText, head: Head, replay: Replay[Any, Any], place: int
) -> str:
    return describe_at(t, words, head, replay, place).removesuffix(".") + "."


def _changed(
    t: Translator,
    words: GameText,
    head: Head,
    operation: Operation,
    before: Replay[Any, Any],
    after: Replay[Any, Any],
) -> str:
    match operation:
        case Append():
            return _sentence(t, words, head, after, len(after.entries) - 1)
        case Replace(place, _):
            line = describe_at(t, words, head, after, place).removesuffix(".")
            return t("line {number} was changed: {line}.", number=place + 1, line=line)
        case Remove(place):
            return t("line {number} was deleted.", number=place + 1)
        case Agree():
            return ", ".join(agreement_changes(t, words, head, before, after)) + "."


class Whereabouts(Enum):
    """Where the evening of a screen is."""

    HERE = auto()
    IN_BIN = auto()
    GONE = auto()


class Shelf(NamedTuple):
    """The library as a screen last saw it, and where the screen's own evening is.

    There is no ``book`` while nobody has asked for it.
    """

    settings: Settings
    labels: Sequence[Label]
    binned: Sequence[Label]
    book: Book | None
    own: str | None
    whereabouts: Whereabouts

    @classmethod
    def of(cls, library: Library, own: str | None) -> Self:
        """Return the present library, for a screen that shows the evening of the key ``own``."""
        labels, binned = library.labels(), library.bin()
        if any(each.key == own for each in labels):
            where = Whereabouts.HERE
        else:
            in_bin = any(each.key == own for each in binned)
            where = Whereabouts.IN_BIN if in_bin else Whereabouts.GONE
        return cls(library.settings, labels, binned, library.book_seen, own, where)


class ShelfNews(NamedTuple):
    """A change of the library: the sentence, and the evening or page that it leads to."""

    text: str
    evening: str | None = None
    page: str | None = None


MOVED = {
    Whereabouts.HERE: label("Another device restored this evening from the bin."),
    Whereabouts.IN_BIN: label("Another device moved this evening to the bin."),
    Whereabouts.GONE: label("Another device permanently deleted this evening."),
}


def shelf_news(t: Translator, before: Shelf, after: Shelf, *, shows_book: bool) -> ShelfNews | None:
    """Return what has changed in the library, if the screen has to say so.

    What has changed in the book is said where that is shown.
    """
    if shows_book and before.book and after.book and before.book != after.book:
        what = book_news(t, before.book, after.book)
        return ShelfNews(t("Another device: {what}", what=what))
    if before.own == after.own is not None and before.whereabouts is not after.whereabouts:
        page = "/bin" if after.whereabouts is Whereabouts.IN_BIN else None
        return ShelfNews(t(MOVED[after.whereabouts]), page=page)
    opened = after.settings.open_evening
    found = next((each for each in after.labels if each.key == opened), None)
    if found is None or opened in {after.own, before.settings.open_evening}:
        return None
    if opened not in {each.key for each in (*before.labels, *before.binned)}:
        return ShelfNews(t("Another device started a new evening."), evening=opened)
    name = evening_name(t, found.title, found.played_on)
    return ShelfNews(t("Another device opened “{evening}”.", evening=name), evening=opened)
