"""What one person at one screen is doing: the evening that is open, commands, and what is said.

Every tap goes through here, one way: tap, entry, journal, commit, slate. An evening is shared
by all screens that look at it; what is said in the notice is for this screen only.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from pathlib import Path
from typing import Any, ParamSpec, cast

import flet as ft

from scoring.game import Agreement, Entry, Game, Replay
from scoring.journal import Journal, Operation
from scoring.refusals import Refused
from scoring.sheet import Head
from storage import (
    LARGEST_BACKUP,
    Bundle,
    Evening,
    FromTheFuture,
    Library,
    NotTakenIn,
    Settings,
    Unreadable,
    read_file,
)
from views.session.at_commit import AtCommit
from views.session.device import Device
from views.session.draft import Draft
from views.session.files import Files
from views.session.freshness import shown_by
from views.session.meanwhile import Meanwhile
from views.session.message import Lead, Message
from views.session.news import ShelfNews
from views.session.redraw import DrawPhase, Redraw, use_changes
from views.session.screen import Screen
from views.text.games.registry import GAME_TEXTS
from views.text.names import brief_head, shown_head
from views.text.phrases import GameText
from views.text.refusals import (
    FROM_THE_FUTURE,
    UNREADABLE,
    not_kept,
    shown,
    unreadable_now,
)
from views.text.translator import Translator, spoken

log = logging.getLogger(__name__)
P = ParamSpec("P")


@dataclass(frozen=True, repr=False)
class Arrived:
    """A file that was picked: its name and content, and its sheets or why there are none."""

    name: str
    content: bytes
    bundle: Bundle | None
    refused: NotTakenIn | None = None


@dataclass(eq=False, repr=False)  # Flet writes the repr of what components are given
class Session:
    """One screen's work."""

    page: ft.Page
    library: Library
    device_languages: list[str | None]
    screen: Screen
    drafts: Mapping[str, type[Draft]]
    """What can be half entered in each game, by its key."""
    inbox: Path | None = None
    """Where a browser's files arrive; None where the app runs on the device itself."""
    evening: Evening | None = None
    arrived: Arrived | None = None
    """A file that was picked, to be looked at before it is taken in."""
    said: Message | None = None
    """For this screen: why a tap was refused, what was taken back, what others have done."""
    device: Device = field(init=False)
    redraw: Redraw = field(init=False)
    at_commit: AtCommit = field(init=False)
    meanwhile: Meanwhile = field(init=False)
    files: Files = field(init=False)
    _acts: bool = False
    """Whether a change that comes about now was tapped on this screen."""

    def __post_init__(self) -> None:
        self.device = Device(self.page)
        self.meanwhile = Meanwhile(self.page, self.library)
        self.redraw = Redraw(drawn=self.meanwhile.freshness.ask)
        self.at_commit = AtCommit(self.library)
        self.library.listeners.add(self._hear_of_library)
        self.files = Files(
            self.page,
            self.inbox,
            LARGEST_BACKUP,
            guarded(self, self._arrive),
            guarded(self, self._refuse_large_file),
            guarded(self, self._miss_file),
        )

    def end(self) -> None:
        """Do nothing with commits any more, for the screen is gone for good."""
        if self.evening:
            self._leave(self.evening)
        self.library.listeners.discard(self._hear_of_library)
        self.at_commit.end()

    @property
    def t(self) -> Translator:
        """The language chosen in the settings, else the device's."""
        return spoken([self.library.settings.language, *self.device_languages])

    @property
    def replay(self) -> Replay[Any, Any]:
        """The replayed sheet of the open evening."""
        return self.opened.replay

    @property
    def opened(self) -> Evening:
        """The open evening; only for pages that are shown while there is one."""
        return cast("Evening", self.evening)

    @property
    def head(self) -> Head:
        """What the sheet of the open evening says, with its names as they are shown."""
        return shown_head(self.opened.head)

    @property
    def has_evening(self) -> bool:
        """Whether an evening is open, and not in the bin."""
        return self.evening is not None and self.library.holds(self.evening.key)

    @property
    def words(self) -> GameText:
        """What is said of the game of the open evening."""
        return GAME_TEXTS[self.replay.game.key]

    @property
    def draft(self) -> Draft:
        """What is half entered."""
        return self.drafts[self.replay.game.key].of(self.opened.draft)

    def look(self) -> tuple[Replay[Any, Any], Draft]:
        """Return the slate and what is half entered, as they are now."""
        return self.replay, self.draft

    def _hear(self) -> None:
        """Take in that the evening has changed, here or on another screen."""
        evening = self.opened
        if not self.meanwhile.hear_of(evening, acts=self._acts):
            return
        if not self._acts:
            self.said = self._news(evening)
        self.redraw.changed_elsewhere()

    def _news(self, evening: Evening) -> Message | None:
        """Return what others have done to the slate; None where that can be seen on it."""
        if self.meanwhile.is_plain_to_see(evening, on_slate=self.page.route == "/"):
            return None
        what = self.meanwhile.to_slate(self.t, evening)
        return Message(self.t("Another device: {what}", what=what))

    def _hear_of_library(self) -> None:
        """Take in that settings or the list have changed, here or on another screen."""
        has_changed, news = self.meanwhile.hear_of_library(self.t, acts=self._acts)
        if news:
            self.said = self._leading(news)
        if has_changed:
            self.redraw.all_changed_elsewhere()

    def _leading(self, news: ShelfNews) -> Message:
        if news.evening:
            return Message(news.text, Lead(self.t("Show"), partial(self._follow, news.evening)))
        if news.page:
            return Message(news.text, Lead(self.t("Show"), partial(self.go, news.page)))
        return Message(news.text)

    def _follow(self, key: str) -> None:
        if self.open(key):
            self.lead("/")

    async def until_shown(self) -> None:
        """Wait until the device shows what it was sent, if it answers at all."""
        with suppress(RuntimeError, TimeoutError):
            await shown_by(self.page)

    def go(self, route: str) -> None:
        """Show another page; what was said is over."""
        if self.said is not None:
            self.said = None
            self.redraw.changed()
        self.lead(route)

    def lead(self, route: str) -> None:
        """Show another page, if the phone is still there to show it."""
        self.page.run_task(self._lead, route)

    async def _lead(self, route: str) -> None:
        # Of a phone that has just gone Flet knows no more where to send anything.
        with suppress(AttributeError, RuntimeError, TimeoutError):
            await self.page.push_route(route)

    def open_last(self) -> None:
        """Open the evening that was open when the app was last used, if it still can be."""
        key = self.library.settings.open_evening
        if key is not None and self.library.holds(key):
            self.open(key)
        if self.library.damaged:
            self.said = Message(
                self.t(
                    "The list of evenings and the settings were damaged. All evenings are "
                    "still here. You can save the damaged file under “Settings”."
                )
            )

    def open(self, key: str) -> bool:
        """Show an evening, and remember it for the next start. Returns whether that worked."""
        try:
            evening = self.library.evening(key)
        except KeyError:
            self.say(self.t("This evening is no longer in the list."))
            return False
        except Unreadable:
            self.say(self.t(UNREADABLE))
            return False
        except FromTheFuture:
            self.say(self.t(FROM_THE_FUTURE))
            return False
        except OSError as why:
            self.say_unreadable(why)
            return False
        said = self.t(
            "The latest version of this evening was damaged. This is the version "
            "before the last tap. You can save the damaged file under “Settings”."
        )
        self._show(evening, Message(said) if evening.damaged else None)
        with suppress(OSError), self._acting():  # which one was open can be forgotten
            self.library.change(replace(self.library.settings, open_evening=key))
        return True

    def begin(self, game: Game[Any, Any], head: Head, agreement: Agreement[Any]) -> bool:
        """Start a new evening and show it. Returns whether that worked."""
        begun = list[Evening]()
        self.attempt(lambda: begun.append(self.library.begin(game, head, agreement)))
        for evening in begun:
            self._show(evening)
        return bool(begun)

    def _show(self, evening: Evening, said: Message | None = None) -> None:
        if self.evening:
            self._leave(self.evening)
        self.evening, self.said = evening, said
        evening.listeners.add(self._hear)
        self.at_commit.follow(evening)
        self.meanwhile.show(evening)
        self.redraw.everything()

    def _leave(self, evening: Evening) -> None:
        evening.listeners.discard(self._hear)
        self.at_commit.leave(evening)

    def choose(self, settings: Settings) -> None:
        """Keep other settings and draw everything as they say."""
        if self.attempt(lambda: self.library.change(settings)):
            self.redraw.everything()

    def change(self, do: Callable[[Evening], None], said: str | None = None) -> bool:
        """Change the evening: commit first, then show and buzz. Returns whether it was kept."""
        return self._done(self._act(do, self.t("Not saved.")), said)

    def keep(self, evening: Evening, journal: Journal, operation: Operation, said: str) -> bool:
        """Keep a change of an evening of which this journal was shown, and show the slate.

        Returns whether it was kept: it is not if that is not what there is any more.
        """
        is_shown = evening is self.evening and evening.journal is journal
        if not is_shown and not self.meanwhile.freshness.is_behind:
            self.redraw.changed()
            return False
        kept = self._act(lambda opened: opened.do(operation), self.t("Change not saved."))
        if kept:
            self.lead("/")
        return self._done(kept, said)

    def _done(self, is_kept: bool, said: str | None) -> bool:
        if is_kept:
            self.said = Message(said) if said else None
            self.device.buzz()
        return is_kept

    def _act(self, do: Callable[[Evening], None], refused: str) -> bool:
        """Do what was tapped, unless that was for a slate that has changed meanwhile.

        Then say that it was ``refused``, and what has changed.
        """
        evening = self.opened
        if self.meanwhile.freshness.is_behind:
            what = self.meanwhile.in_words(self.t, evening)
            self.say(self.t("{refused} The slate just changed: {what}", refused=refused, what=what))
            return False
        if not self.has_evening:
            self.say(self.t("{refused} This evening is no longer open.", refused=refused))
            return False
        return self.attempt(lambda: do(evening))

    def attempt(self, do: Callable[[], None]) -> bool:
        """Do something that is kept; if it is refused, say why. Returns whether it was kept."""
        try:
            with self._acting():
                do()
        except (Refused, OSError) as why:
            self._tell(why)
            return False
        return True

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """Whatever changes meanwhile was done on this screen."""
        before, self._acts = self._acts, True
        try:
            yield
        finally:
            self._acts = before

    def step_by_step(self, work: Iterator[None]) -> Iterator[None]:
        """Do the steps of some work, each as something that is done on this screen."""
        while True:
            with self._acting():
                try:
                    next(work)
                except StopIteration:
                    return
            yield

    def write(self, entry: Entry) -> None:
        """Write one more entry."""
        self.change(lambda evening: evening.write(entry))

    def keep_draft(self, draft: Draft) -> None:
        """Keep another half-entered deal."""
        if self._act(lambda evening: evening.keep_draft(draft.as_kept), self.t("Not saved.")):
            self.said = None
            self.redraw.changed()

    def _arrive(self, name: str, content: bytes) -> None:
        """Look at a file that was picked, before anything is taken in."""
        try:
            self.arrived = Arrived(shown(name), content, read_file(content))
        except NotTakenIn as refused:
            self.arrived = Arrived(shown(name), content, None, refused)
        self.go("/take-in")
        self.redraw.changed()  # where another file is shown already

    def _miss_file(self, name: str) -> None:
        self.say(self.t("“{name}” was not received. Please choose it again.", name=shown(name)))

    def _refuse_large_file(self, name: str) -> None:
        megabytes = LARGEST_BACKUP // 1024**2
        self.say(
            self.t(
                "“{name}” cannot be imported: a file can have at most {megabytes} MiB.",
                name=shown(name),
                megabytes=megabytes,
            )
        )

    def run(
        self, work: Callable[[], Awaitable[None]], failed: Callable[[], None] = lambda: None
    ) -> None:
        """Do something that takes a while; if it has ``failed``, say why in a sentence."""

        async def worked() -> None:
            try:
                await work()
            except (Refused, OSError) as why:
                self._tell(why)
            except Exception:  # whatever it is, people get a sentence
                log.exception("something that takes a while failed")
                self.admit()
            else:
                return
            failed()

        self.page.run_task(worked)

    def say(self, text: str) -> None:
        """Say a sentence on this screen."""
        self.said = Message(text)
        self.redraw.changed()

    def say_unreadable(self, why: OSError) -> None:
        """Say that the device does not let something be read."""
        log.warning("not read: %s", why)
        self.say(unreadable_now(self.t, why))

    def admit(self) -> None:
        """Say that something failed that should not."""
        self.say(self.t("Something went wrong. Everything on the slate is saved."))

    def _tell(self, why: Refused | OSError) -> None:
        """Say why nothing was kept."""
        if isinstance(why, OSError):
            log.warning("not kept: %s", why)
        head = brief_head(self.evening.head) if self.evening else None
        self.say(not_kept(self.t, why, head))


session_context: ft.ContextProvider[Session | None] = ft.create_context(None)


def use_session() -> Session:
    """Return the session of this screen; for use inside components."""
    return cast("Session", ft.use_context(session_context))


def use_live_session() -> Session:
    """Return the session of this screen, and draw the component anew whenever it changes."""
    session = use_session()
    use_slate(session)
    return session


def use_slate(session: Session, phase: DrawPhase = DrawPhase.THEN) -> None:
    """Draw the component anew whenever what a screen shows of the evening changes."""
    use_changes(session.redraw, phase)


def guarded(session: Session, handler: Callable[P, None]) -> Callable[P, None]:
    """Return the handler, saying a sentence instead of breaking the page if it fails."""

    @wraps(handler)
    def guard(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            handler(*args, **kwargs)
        except Exception:  # whatever it is, people get a sentence
            log.exception("a handler failed")
            session.admit()

    return guard
