"""Collects what other screens have changed until it was seen on this one."""

import flet as ft

from storage import Evening, Library
from views.session.freshness import Freshness
from views.session.news import Shelf, ShelfNews, Slate, only_writes, shelf_news, slate_news
from views.text.games.registry import GAME_TEXTS
from views.text.names import brief_head
from views.text.translator import Translator


class Meanwhile:
    """Compares the present state with the state that was certainly seen on this screen."""

    def __init__(self, page: ft.Page, library: Library) -> None:
        self.freshness = Freshness(page, self._catch_up)
        self._library = library
        self._evening: Evening | None = None
        self._seen: Slate | None = None
        """The slate that was certainly seen here last."""
        self._heard: object = None
        """The evening's content at the last change that was handled."""
        self._shelf = Shelf.of(library, None)
        """The library at the last change that was handled."""
        self._library_news: str | None = None
        """A change of the library by others that may not have been seen here."""

    def show(self, evening: Evening) -> None:
        """Start with an evening that this screen has opened: all of it counts as seen."""
        self._evening, self._heard = evening, evening.content
        self.look_at_library()
        self._catch_up()
        self.freshness.is_behind = False

    def hear_of(self, evening: Evening, *, acts: bool) -> bool:
        """Handle a possible change of the evening; return whether it has changed.

        A change that this screen ``acts`` itself never counts as unseen.
        """
        if self._heard == evening.content:
            return False
        self._heard = evening.content
        if acts:
            self._seen = Slate.of(evening)
        else:
            self.freshness.fall_behind()
        return True

    def hear_of_library(
        self, t: Translator, *, acts: bool, shows_book: bool
    ) -> tuple[bool, ShelfNews | None]:
        """Handle a possible change of settings, list or book.

        Returns whether they have changed, and what others did if the screen has to say so.
        """
        before, after = self._shelf, self.look_at_library()
        news = None
        if after != before and not acts:
            news = shelf_news(t, before, after, shows_book=shows_book)
        if news:
            self.freshness.fall_behind()
            self._library_news = news.text
        return after != before, news

    def in_words(self, t: Translator, evening: Evening) -> str:
        """Return what others have done, as a sentence that follows a colon."""
        return self._library_news or self.to_slate(t, evening)

    def to_slate(self, t: Translator, evening: Evening) -> str:
        """Return what others have done to the slate, as a sentence that follows a colon."""
        words, head = GAME_TEXTS[evening.sheet.game.key], brief_head(evening.head)
        now = Slate.of(evening)
        return slate_news(t, words, head, self._seen or now, now)

    def is_plain_to_see(self, evening: Evening, *, on_slate: bool) -> bool:
        """Return whether no sentence is needed: nothing changed, or new lines are visible."""
        now = Slate.of(evening)
        before = self._seen or now
        return before.journal is now.journal or (on_slate and only_writes(before, now))

    def look_at_library(self) -> Shelf:
        """Look at the present library: what was done until now is no news."""
        self._shelf = Shelf.of(self._library, self._evening.key if self._evening else None)
        return self._shelf

    def _catch_up(self) -> None:
        """Record that all changes of others have certainly been seen here."""
        self._seen = Slate.of(self._evening) if self._evening else None
        self._library_news = None
