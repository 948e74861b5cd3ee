"""The work of one screen: the open evening, commands, and the notice.

Every tap goes through here, in one direction: tap, entry, journal, commit, slate. An evening is
shared by all screens that show it; the notice is for this screen only.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial, wraps
from pathlib import Path
from typing import Any, Final, ParamSpec, cast

import flet as ft

from scoring.book import Event
from scoring.code_parts import Gathered, part_in
from scoring.game import Agreement, Entry, Game, Replay
from scoring.journal import Append, Journal, Operation
from scoring.refusals import Fault, Refused
from scoring.sheet import Head
from storage import LARGEST_BACKUP, Evening, Library, Settings
from views.session.at_commit import AtCommit
from views.session.device import Device, ReadCodes, Sounds, Vibrates
from views.session.draft import Draft
from views.session.files import Files
from views.session.freshness import shown_by
from views.session.meanwhile import Meanwhile
from views.session.message import Lead, Message
from views.session.news import ShelfNews
from views.session.opening import damage_to, damage_to_library, open_evening
from views.session.outlooks import Outlooks
from views.session.picked import PickedFile, missed, still_missing, too_large
from views.session.reckoning import Reckoning
from views.session.redraw import DrawPhase, Redraw, use_changes
from views.session.screen import Screen
from views.session.served import Served
from views.session.sharing import Sharing
from views.text.games.registry import GAME_TEXTS
from views.text.names import brief_head, shown_head
from views.text.phrases import GameText, read_out
from views.text.refusals import not_kept, unreadable_now
from views.text.translator import Translator, spoken

log = logging.getLogger(__name__)
P = ParamSpec("P")
LEDGER: Final = "/ledger"
"""The page that shows the table's book."""


@dataclass(eq=False, repr=False)  # Flet formats the arguments of components
class Session:
    """One screen's work."""

    page: ft.Page
    library: Library
    device_languages: Sequence[str | None]
    screen: Screen
    drafts: Mapping[str, type[Draft]]
    """The class of each game's drafts, by the game's key."""
    inbox: Path | None = None
    """The folder for a browser's uploads; None if the app runs on the device itself."""
    sounds: Sounds | None = None
    """Makes the sounds of a written line; None if the screen cannot."""
    vibrates: Vibrates | None = None
    """Lets the page vibrate that surrounds the app; None if Flet does that."""
    address: str | None = None
    """The address of the web app, which opens on any phone; None if a computer serves the page."""
    reads: ReadCodes | None = None
    """Reads QR codes; None if the screen cannot."""
    served: Served | None = None
    """What the screens of this server share; None if nobody comes in by a link."""
    only_watches: bool = False
    """Whether it follows what others do: so that need not be told, and leads nowhere."""
    evening: Evening | None = None
    picked: PickedFile | None = None
    """The picked file, which is previewed before it is imported."""
    gathered: Gathered = Gathered()
    """The QR codes of one evening that were read so far."""
    said: Message | None = None
    """The notice of this screen: why a tap was refused, an undo, or what others have done."""
    device: Device = field(init=False)
    redraw: Redraw = field(init=False)
    at_commit: AtCommit = field(init=False)
    meanwhile: Meanwhile = field(init=False)
    reckoning: Reckoning = field(init=False)
    outlooks: Outlooks = field(init=False)
    debts: Reckoning = field(init=False)
    """What all evenings together owe, whatever was chosen for statistics."""
    files: Files = field(init=False)
    sharing: Sharing = field(init=False)
    _is_closed: bool = False
    """Whether the evening was closed here, because another phone goes on with it."""
    _acts: bool = False
    """Whether a change that happens now was tapped on this screen."""

    def __post_init__(self) -> None:
        self.device = Device(self.page, self.sounds, self.vibrates)
        self.meanwhile = Meanwhile(self.page, self.library)
        self.redraw = Redraw(drawn=self.meanwhile.freshness.ask)
        self.at_commit = AtCommit(self.library)
        self.reckoning = Reckoning(self.library)
        self.outlooks = Outlooks()
        self.debts = Reckoning(self.library)
        self.library.listeners.add(self._hear_of_library)
        self.files = Files(
            self.page,
            self.inbox,
            LARGEST_BACKUP,
            picked=guarded(self, self._preview),
            too_large=guarded(self, lambda name: self.say(too_large(self.t, name))),
            missed=guarded(self, lambda name: self.say(missed(self.t, name))),
        )
        self.sharing = Sharing(self.page, self.files)

    def end(self) -> None:
        """Ignore further commits, because the screen is gone."""
        if self.evening:
            self._leave(self.evening)
        if self.served:
            self.served.leave(self)
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
        """The open evening; only for pages that need one."""
        return cast("Evening", self.evening)

    @property
    def head(self) -> Head:
        """The head of the open evening's sheet, with its names as they are shown."""
        return shown_head(self.opened.head)

    @property
    def has_evening(self) -> bool:
        """Whether an evening is open, and not in the bin."""
        is_open = self.evening is not None and not self._is_closed
        return is_open and self.library.holds(self.opened.key)

    @property
    def words(self) -> GameText:
        """The text of the open evening's game."""
        return GAME_TEXTS[self.replay.game.key]

    @property
    def draft(self) -> Draft:
        """The half-entered deal."""
        return self.draft_of(self.opened)

    def draft_of(self, evening: Evening) -> Draft:
        """Return the half-entered deal of an evening.

        A part of the slate asks for that of the evening which it draws: it may be drawn once more
        when the screen has gone on to another evening, of another game.
        """
        return self.drafts[evening.sheet.game.key].of(evening.draft)

    @property
    def taken_back(self) -> Mapping[str, object]:
        """What is half entered once undo has taken the last deal back."""
        match self.opened.journal.undoable:
            case Append(entry):
                return self.drafts[self.replay.game.key].of_undone(entry).as_kept
            case _:
                return {}

    def look(self) -> tuple[Replay[Any, Any], Draft]:
        """Return the present slate and the half-entered deal."""
        return self.replay, self.draft

    def _hear(self) -> None:
        """Handle a change of the evening, made here or on another screen."""
        evening = self.opened
        if not self.meanwhile.hear_of(evening, acts=self._acts):
            return
        if not self._acts:
            self.said = self._news(evening)
        self.redraw.changed_elsewhere()

    def _news(self, evening: Evening) -> Message | None:
        """Return what others have done to the slate; None if the slate shows it."""
        on_slate = self.page.route == "/"
        if self.only_watches or self.meanwhile.is_plain_to_see(evening, on_slate=on_slate):
            return None
        what = self.meanwhile.to_slate(self.t, evening)
        return Message(self.t("Another device: {what}", what=what))

    def _hear_of_library(self) -> None:
        """Handle a change of settings, list or book, made here or on another screen."""
        has_changed, news = self.meanwhile.hear_of_library(
            self.t, acts=self._acts, shows_book=self.page.route == LEDGER
        )
        if news and not self.only_watches:
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
        """Wait until the device shows what it was sent, or does not answer."""
        with suppress(RuntimeError, TimeoutError):
            await shown_by(self.page)

    def go(self, route: str) -> None:
        """Show another page, and clear the notice."""
        if self.said is not None:
            self.said = None
            self.redraw.changed()
        self.lead(route)

    def lead(self, route: str) -> None:
        """Show another page, if the phone is still connected."""
        self.page.run_task(self._lead, route)

    async def _lead(self, route: str) -> None:
        # Flet raises an error if the phone has just disconnected.
        with suppress(AttributeError, RuntimeError, TimeoutError):
            await self.page.push_route(route)

    def open_last(self) -> None:
        """Open the evening that was open last, if it still can be opened."""
        key = self.library.settings.open_evening
        if key is not None and self.library.holds(key):
            self.open(key)
        if lost := damage_to_library(self.t, self.library):
            self.said = Message(lost)

    def open(self, key: str) -> bool:
        """Show an evening, and remember it for the next start. Returns whether that worked."""
        evening = open_evening(self.t, self.library, key)
        if isinstance(evening, str):
            self.say(evening)
            return False
        lost = damage_to(self.t, evening)
        self.show(evening, Message(lost) if lost else None)
        with suppress(OSError, Refused), self._acting():  # the app works without knowing it
            self.library.change(replace(self.library.settings, open_evening=key))
        return True

    def close(self, said: str) -> None:
        """Close the open evening on this screen, and say so on the list of all evenings.

        Nothing in it changes, and a tap on the list opens it again.
        """
        closed = replace(self.library.settings, open_evening=None)
        if self.has_evening and self.attempt(lambda: self.library.change(closed)):
            self._leave(self.opened)
            self._is_closed = True
            if self.served:
                self.served.leave(self)
            self.lead("/")
            self.say(said)

    def begin(self, game: Game[Any, Any], head: Head, agreement: Agreement[Any]) -> bool:
        """Start a new evening and show it. Returns whether that worked.

        With it the evening before is over, so the slate offers once to share that.
        """
        before, begun = self.evening if self.has_evening else None, list[Evening]()
        self.attempt(lambda: begun.append(self.library.begin(game, head, agreement)))
        for evening in begun:
            self.show(evening, self._offer_to_share(before) if before else None)
        return bool(begun)

    def _offer_to_share(self, evening: Evening) -> Message | None:
        if not evening.replay.state.rounds:
            return None
        share = partial(self.go, f"/share/{evening.key}")
        return Message(self.t("The evening before is over."), Lead(self.t("Share"), share))

    def show(self, evening: Evening, said: Message | None = None) -> None:
        """Show an evening, without remembering it for the next start."""
        before = self.evening
        if before:
            self._leave(before)
        if self.served and self._may_write:
            self.served.show(self, evening, before)
        self.evening, self.said, self._is_closed = evening, said, False
        evening.listeners.add(self._hear)
        self.at_commit.follow(evening)
        self.meanwhile.show(evening)
        self.redraw.everything()

    def _leave(self, evening: Evening) -> None:
        evening.listeners.discard(self._hear)
        self.at_commit.leave(evening)

    def choose(self, settings: Settings) -> None:
        """Save other settings, and draw everything again."""
        if self.attempt(lambda: self.library.change(settings)):
            self.redraw.everything()

    def change(self, do: Callable[[Evening], None], said: str | None = None) -> bool:
        """Change the evening: commit first, then show and vibrate. Returns whether it was saved."""
        return self._done(self._act(do, self.t("Not saved.")), said)

    def keep(self, evening: Evening, journal: Journal, operation: Operation, said: str) -> bool:
        """Save a change that was previewed for this journal, and show the slate.

        Returns whether it was saved: it is not if the evening's journal has changed since.
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
            settings = self.library.settings
            if settings.buzzes:
                self.device.buzz()
            if settings.sounds:
                self.sound(read_out(self.t, self.words, self.head, self.replay, said))
        return is_kept

    def sound(self, line: str | None) -> None:
        """Tick, and say a line, as far as that is switched on; without a line only get ready."""
        settings = self.library.settings
        if settings.sounds:
            wanted = {"ticks": settings.ticks, "speaks": settings.speaks}
            self.device.sound({"line": line, "language": self.t.language, **wanted})

    def _act(self, do: Callable[[Evening], None], refused: str) -> bool:
        """Do what was tapped, unless the slate has changed and that may not have been seen.

        In that case say ``refused``, and what has changed.
        """
        evening = self.opened
        if self.is_behind(refused):
            return False
        if not self.has_evening:
            self.say(self.t("{refused} This evening is no longer open.", refused=refused))
            return False
        return self.attempt(lambda: do(evening))

    def is_behind(self, refused: str) -> bool:
        """Return whether others have changed what may not have been seen here; say what it is."""
        if not self.meanwhile.freshness.is_behind:
            return False
        what = self.meanwhile.in_words(self.t, self.opened)
        self.say(self.t("{refused} The slate just changed: {what}", refused=refused, what=what))
        return True

    def write_in_book(self, events: Sequence[Event]) -> bool:
        """Write in the table's book, and vibrate. Returns whether it was saved."""
        kept = self.attempt(lambda: self.library.write_in_book(events))
        if kept and self.library.settings.buzzes:
            self.device.buzz()
        return kept

    def attempt(self, do: Callable[[], None]) -> bool:
        """Do something that is saved; if it fails, say why. Returns whether it was saved."""
        try:
            with self._acting():
                do()
        except (Refused, OSError) as why:
            self._tell(why)
            return False
        return True

    @property
    def _may_write(self) -> bool:
        return self.served is None or self.served.may_write()

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """Mark the changes in this context as made on this screen: all that it writes.

        Raises :class:`~scoring.refusals.Refused` if it may only watch.
        """
        if not self._may_write:
            raise Refused(Fault.ONLY_WATCHING)
        before, self._acts = self._acts, True
        try:
            yield
        finally:
            self._acts = before

    def step_by_step(self, work: Iterator[None]) -> Iterator[None]:
        """Do work in steps, each marked as made on this screen."""
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
        """Save another half-entered deal."""
        if self._act(lambda evening: evening.keep_draft(draft.as_kept), self.t("Not saved.")):
            self.said = None
            self.redraw.changed()

    def _preview(self, name: str, content: bytes) -> None:
        """Show what is in a picked file, before anything is imported."""
        self.offer(PickedFile.of(name, content))

    def read_code(self, said: str) -> None:
        """Show what is in a QR code, before anything is imported, or which ones are missing."""
        try:
            picked = self.gather(said)
        except Refused as why:
            self._tell(why)
            return
        if picked is None:
            self.say(still_missing(self.t, self.gathered))
        else:
            self.offer(picked)

    def gather(self, said: str) -> PickedFile | None:
        """Add what a QR code says; return what came, once it is whole.

        Raises :class:`~scoring.refusals.Refused`.
        """
        self.gathered = self.gathered.add(part_in(said))
        content = self.gathered.content
        if content is None:
            return None
        self.gathered = Gathered()
        return PickedFile.of_code(self.t("QR code"), content)

    def offer(self, picked: PickedFile) -> None:
        """Show what is in a file or a code, before anything is imported."""
        self.picked = picked
        self.go("/import")
        self.redraw.changed()  # if another file is shown already

    def run(
        self, work: Callable[[], Awaitable[object]], failed: Callable[[], None] = lambda: None
    ) -> None:
        """Do asynchronous work; if it fails, say why and call ``failed``."""

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
        """Say that something cannot be read at the moment."""
        log.warning("not read: %s", why)
        self.say(unreadable_now(self.t, why))

    def admit(self) -> None:
        """Say that something failed unexpectedly."""
        self.say(self.t("Something went wrong. Everything on the slate is saved."))

    def _tell(self, why: Refused | OSError) -> None:
        """Say why nothing was saved."""
        if isinstance(why, OSError):
            log.warning("not kept: %s", why)
        head = brief_head(self.evening.head) if self.evening else None
        self.say(not_kept(self.t, why, head))


session_context: ft.ContextProvider[Session | None] = ft.create_context(None)


def use_session() -> Session:
    """Return the session of this screen; for use inside components."""
    return cast("Session", ft.use_context(session_context))


def use_live_session() -> Session:
    """Return the session of this screen, and draw the component again whenever it changes."""
    session = use_session()
    use_slate(session)
    return session


def use_slate(session: Session, phase: DrawPhase = DrawPhase.THEN) -> None:
    """Draw the component again whenever the screen's view of the evening changes."""
    use_changes(session.redraw, phase)


def use_awake(session: Session) -> None:
    """Keep the screen from going dark while the component is shown, if that is chosen."""
    device, awake = session.device, session.library.settings.stays_awake
    component = ft.use_memo(object, [])
    stay, sleep = partial(device.stay_awake, component), partial(device.may_sleep, component)
    ft.use_effect(stay if awake else sleep, dependencies=[awake], cleanup=sleep)


def guarded(session: Session, handler: Callable[P, None]) -> Callable[P, None]:
    """Return the handler; if it raises, the user gets a sentence and the page stays."""

    @wraps(handler)
    def guard(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            handler(*args, **kwargs)
        except Exception:  # whatever it is, people get a sentence
            log.exception("a handler failed")
            session.admit()

    return guard
