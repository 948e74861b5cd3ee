"""What one person at one screen is doing: the evening that is open, the language, the notice.

Every tap goes through here, one way: tap, entry, journal, commit, slate. An evening is shared
by all screens that look at it; what is said in the notice is for this screen only.
"""

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import partial, wraps
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, cast

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
from views.session.draft import Hand
from views.session.files import Files
from views.session.freshness import FRAME, Freshness, shown_by
from views.session.news import Shelf, ShelfNews, Slate, only_writes, shelf_news, slate_news
from views.text.names import brief_head, shown_head
from views.text.refusals import (
    FROM_THE_FUTURE,
    UNREADABLE,
    reason,
    sentence,
    shown,
    unreadable_now,
)
from views.text.translator import Tongue, spoken
from views.ui import chalk
from views.ui.game_view import Manner

log = logging.getLogger(__name__)
P = ParamSpec("P")

ROOMY = 720
"""From this height on, in dp, nothing needs to be saved."""
WIDE = 640
"""From this width on, in dp, board and pad may stand side by side."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The screen's size in dp, and how much larger than usual text is shown on it."""

    width: float
    height: float
    text_scale: float = 1.0

    @property
    def is_wide(self) -> bool:
        """Whether board and pad stand side by side, as on a phone that lies down."""
        return self.width > self.height and self.width >= WIDE

    @property
    def is_short(self) -> bool:
        """Whether height is scarce, so that figures are smaller and rows are shared."""
        return self.height < ROOMY

    @property
    def board(self) -> float:
        """How wide the board is, and the pad, in dp."""
        return self.width / 2 if self.is_wide else min(self.width, chalk.WIDEST)

    @property
    def column(self) -> float:
        """How wide one side's column is on the pad, in dp at the usual text size."""
        return (self.board - 2 * chalk.MARGIN - chalk.DEAD_STRIP) / 2 / self.text_scale


@dataclass(frozen=True, repr=False)
class Arrived:
    """A file that was picked: its name and content, and its sheets or why there are none."""

    name: str
    content: bytes
    bundle: Bundle | None
    refused: NotTakenIn | None = None


class Lead(NamedTuple):
    """Where a message leads: a few words, and what following them does."""

    text: str
    follow: Callable[[], None]


class Message(NamedTuple):
    """A sentence for one screen, and where it leads if it leads anywhere."""

    text: str
    lead: Lead | None = None


class Turn(Enum):
    """When a part of the slate is drawn after a tap: what people look for comes first."""

    FIRST = auto()
    NEXT = auto()
    THEN = auto()


@dataclass(eq=False, repr=False)  # Flet writes the repr of what components are given
class Desk:
    """One screen's work. ``redraw`` is set by the app while it is shown, and draws everything."""

    page: ft.Page
    library: Library
    device_languages: list[str | None]
    screen: Screen
    manners: Mapping[str, Manner]
    """How each game is shown, in the order offered."""
    inbox: Path | None = None
    """Where a browser's files arrive; None where the app runs on the device itself."""
    evening: Evening | None = None
    arrived: Arrived | None = None
    """A file that was picked, to be looked at before it is taken in."""
    said: Message | None = None
    """For this screen: why a tap was refused, what was taken back, what others have done."""
    redraw: Callable[[], None] = field(default=lambda: None)
    pad_height: float | None = None
    """How high the pad was drawn, in dp, where somebody listens to commits."""
    kept: Callable[[], None] | None = None
    """Done in the same breath as every commit that changes what the slate shows, if anything is."""
    watchers: dict[Turn, set[Callable[[], None]]] = field(
        default_factory=lambda: {turn: set() for turn in Turn}
    )
    freshness: Freshness = field(init=False)
    _acts: bool = False
    """Whether a change that comes about now was tapped on this screen."""
    _seen: Slate | None = None
    """What the slate was when it was surely seen here."""
    _heard: object = None
    """What of the evening was heard last."""
    _shelf: Shelf = field(init=False)
    """What of the library was heard last."""
    _meanwhile: str | None = None
    """What others have done to the library that may not have been seen here."""
    haptics: ft.HapticFeedback = field(default_factory=ft.HapticFeedback)
    wakelock: ft.Wakelock = field(default_factory=ft.Wakelock)
    files: Files = field(init=False)

    def __post_init__(self) -> None:
        self._loop, self._context = asyncio.get_running_loop(), contextvars.copy_context()
        self.freshness = Freshness(self.page, self._catch_up)
        self._shelf = Shelf.of(self.library, None)
        self.library.listeners.add(self._hear_of_library)
        self.files = Files(
            self.page,
            self.inbox,
            LARGEST_BACKUP,
            guarded(self, self._arrive),
            guarded(self, self._refuse_large_file),
            guarded(self, self._miss_file),
        )

    def listen(self, kept: Callable[[], None]) -> None:
        """Do something now, and with every commit that changes what the slate shows.

        It is done before anything is drawn, and before the loop can do anything else.
        """
        self.kept = kept
        self.library.listeners.add(kept)
        kept()

    def measure_pad(self, pad: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        """Take in how high the pad is, which is known only when it has been drawn."""
        if self.kept and pad.height != self.pad_height:
            self.pad_height = pad.height
            self.kept()

    def deafen(self) -> None:
        """Do nothing with commits any more, for the screen is gone for good."""
        if self.evening:
            self._leave(self.evening)
        self.library.listeners.discard(self._hear_of_library)
        if self.kept:
            self.library.listeners.discard(self.kept)

    @property
    def t(self) -> Tongue:
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
    def manner(self) -> Manner:
        """How the game of the open evening is shown."""
        return self.manners[self.replay.game.key]

    @property
    def hand(self) -> Hand:
        """What is half entered."""
        return self.manner.hand.of(self.opened.draft)

    def look(self) -> tuple[Replay[Any, Any], Hand]:
        """Return the slate and what is half entered, as they are now."""
        return self.replay, self.hand

    def refresh(self) -> None:
        """Draw the parts of the slate that have changed, in their turns.

        What is drawn in one turn of the loop leaves for the screen together. The next parts
        follow at once, and the rest when the first can be on the screen.
        """
        self._draw(Turn.FIRST)
        self._loop.call_soon(self._loop.call_soon, self._draw, Turn.NEXT)
        self._loop.call_later(FRAME, self._draw_the_rest)

    def _draw_the_rest(self) -> None:
        self._draw(Turn.THEN)
        self.freshness.ask()

    def _draw_all(self) -> None:
        self.redraw()
        self.refresh()

    def _hear(self) -> None:
        """Take in that the evening has changed, here or on another screen."""
        if self._heard == self.opened.written:
            return
        self._heard = self.opened.written
        if self._acts:
            self._seen = Slate.of(self.opened)
        else:
            self.freshness.fall_behind()
            self.said = self._news()
        self._loop.call_soon_threadsafe(self.refresh, context=self._context)

    def _hear_of_library(self) -> None:
        """Take in that settings or the list have changed, here or on another screen."""
        before, after = self._shelf, self._look_at_library()
        if after == before:
            return
        if not self._acts and (news := shelf_news(self.t, before, after)):
            self.freshness.fall_behind()
            self._meanwhile, self.said = news.text, self._leading(news)
        self._loop.call_soon_threadsafe(self._draw_all, context=self._context)

    def _look_at_library(self) -> Shelf:
        self._shelf = Shelf.of(self.library, self.evening.key if self.evening else None)
        return self._shelf

    def _news(self) -> Message | None:
        """Return what others have done to the slate; None where that can be seen on it."""
        now = Slate.of(self.opened)
        before = self._seen or now
        is_seen = self.page.route == "/" and only_writes(before, now)
        if is_seen or before.journal is now.journal:
            return None
        return Message(self.t("Another device: {what}", what=self._changed()))

    def _changed(self) -> str:
        now, words = Slate.of(self.opened), self.manner.words
        return slate_news(self.t, words, brief_head(self.opened.head), self._seen or now, now)

    def _leading(self, news: ShelfNews) -> Message:
        if news.evening:
            return Message(news.text, Lead(self.t("Go there"), partial(self._follow, news.evening)))
        if news.page:
            return Message(news.text, Lead(self.t("Go there"), partial(self.go, news.page)))
        return Message(news.text)

    def _follow(self, key: str) -> None:
        if self.open(key):
            self.lead("/")

    def _catch_up(self) -> None:
        """Take note that all that others have done has surely been seen here."""
        self._seen, self._meanwhile = Slate.of(self.evening) if self.evening else None, None

    async def until_shown(self) -> None:
        """Wait until the device shows what it was sent, if it answers at all."""
        with suppress(RuntimeError, TimeoutError):
            await shown_by(self.page)

    def _draw(self, turn: Turn) -> None:
        for watcher in tuple(self.watchers[turn]):
            watcher()

    def go(self, route: str) -> None:
        """Show another page; what was said is over."""
        if self.said is not None:
            self.said = None
            self.refresh()
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
                    "The list of evenings and settings was damaged and set aside; the evenings are "
                    "all here. The damaged file can be saved under “Settings”."
                )
            )

    def open(self, key: str) -> bool:
        """Show an evening, and remember it for the next start. Returns whether that worked."""
        try:
            evening = self.library.evening(key)
        except KeyError:
            self.say(self.t("This evening is not among the others any more."))
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
            "The newest copy of this evening was damaged and set aside; this is the one before "
            "the last tap. The damaged file can be saved under “Settings”."
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
        if self.kept:
            evening.listeners.add(self.kept)
            self.kept()
        self._heard = evening.written
        self._look_at_library()
        self._catch_up()
        self.freshness.is_behind = False
        self.redraw()

    def _leave(self, evening: Evening) -> None:
        evening.listeners.discard(self._hear)
        if self.kept:
            evening.listeners.discard(self.kept)

    def choose(self, settings: Settings) -> None:
        """Keep other settings and draw everything as they say."""
        if self.attempt(lambda: self.library.change(settings)):
            self.redraw()

    def change(self, do: Callable[[Evening], None], said: str | None = None) -> bool:
        """Change the evening: commit first, then show and buzz. Returns whether it was kept."""
        return self._done(self._act(do, self.t("Not written.")), said)

    def keep(self, evening: Evening, journal: Journal, operation: Operation, said: str) -> bool:
        """Keep a change of an evening of which this journal was shown, and show the slate.

        Returns whether it was kept: it is not if that is not what there is any more.
        """
        is_shown = evening is self.evening and evening.journal is journal
        if not is_shown and not self.freshness.is_behind:
            self.refresh()
            return False
        kept = self._act(lambda opened: opened.do(operation), self.t("Not kept."))
        if kept:
            self.lead("/")
        return self._done(kept, said)

    def _done(self, is_kept: bool, said: str | None) -> bool:
        if is_kept:
            self.said = Message(said) if said else None
            self.page.run_task(self._buzz)
        return is_kept

    def _act(self, do: Callable[[Evening], None], refused: str) -> bool:
        """Do what was tapped, unless that was for a slate that has changed meanwhile.

        Then say that it was ``refused``, and what has changed.
        """
        evening = self.opened
        if self.freshness.is_behind:
            what = self._meanwhile or self._changed()
            self.say(self.t("{refused} Meanwhile: {what}", refused=refused, what=what))
            return False
        if not self.has_evening:
            self.say(self.t("{refused} This evening is not open any more.", refused=refused))
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

    def hold(self, hand: Hand) -> None:
        """Keep another half-entered deal."""
        if self._act(lambda evening: evening.keep_draft(hand.draft), self.t("Not written.")):
            self.said = None
            self.refresh()

    def _arrive(self, name: str, content: bytes) -> None:
        """Look at a file that was picked, before anything is taken in."""
        try:
            self.arrived = Arrived(shown(name), content, read_file(content))
        except NotTakenIn as refused:
            self.arrived = Arrived(shown(name), content, None, refused)
        self.go("/take-in")
        self.refresh()  # where another file is shown already

    def _miss_file(self, name: str) -> None:
        self.say(self.t("“{name}” did not arrive. Please pick it once more.", name=shown(name)))

    def _refuse_large_file(self, name: str) -> None:
        megabytes = LARGEST_BACKUP // 1024**2
        self.say(
            self.t(
                "“{name}” cannot be taken in: a file has {megabytes} MiB at most.",
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
        self.refresh()

    def say_unreadable(self, why: OSError) -> None:
        """Say that the device does not let something be read."""
        log.warning("not read: %s", why)
        self.say(unreadable_now(self.t, why))

    def admit(self) -> None:
        """Say that something failed that should not."""
        self.say(self.t("Something went wrong; what is on the slate is kept."))

    def _tell(self, why: Refused | OSError) -> None:
        """Say why nothing was kept."""
        if isinstance(why, Refused):
            head = brief_head(self.evening.head) if self.evening else None
            self.say(sentence(self.t, why, head))
            return
        log.warning("not kept: %s", why)
        self.say(
            self.t(
                "Nothing was written: the device refuses to keep it ({why}). "
                "Make room and tap again.",
                why=reason(why),
            )
        )

    async def _buzz(self) -> None:
        with suppress(RuntimeError, TimeoutError):  # not every device can
            await self.haptics.light_impact()  # type: ignore[no-untyped-call] # Flet's

    async def stay_awake(self) -> None:
        """Keep the screen from going dark while the slate is shown."""
        with suppress(RuntimeError, TimeoutError):  # not every browser can
            await self.wakelock.enable()  # type: ignore[no-untyped-call] # Flet's

    async def may_sleep(self) -> None:
        """Let the screen go dark again."""
        with suppress(RuntimeError, TimeoutError):
            await self.wakelock.disable()  # type: ignore[no-untyped-call] # Flet's


desk_context: ft.ContextProvider[Desk | None] = ft.create_context(None)


def use_desk() -> Desk:
    """Return the desk of this screen; for use inside components."""
    return cast("Desk", ft.use_context(desk_context))


def use_live_desk() -> Desk:
    """Return the desk of this screen, and draw the component anew whenever it changes."""
    desk = use_desk()
    use_slate(desk)
    return desk


def use_redraw(desk: Desk) -> None:
    """Let the component draw everything anew when the desk asks for it."""
    _, set_version = ft.use_state(0)
    desk.redraw = lambda: set_version(_next)


def use_slate(desk: Desk, turn: Turn = Turn.THEN) -> None:
    """Draw the component anew whenever the slate, the hand or the notice changes.

    It watches from its first drawing on: Flet drops what was to be done after the drawing if the
    device is out of reach then.
    """
    _, set_version = ft.use_state(0)
    watchers = desk.watchers[turn]
    watcher = ft.use_memo(lambda: lambda: set_version(_next), [])
    watchers.add(watcher)
    ft.use_effect(lambda: None, [], cleanup=lambda: watchers.discard(watcher))


def _next(version: int) -> int:
    return version + 1


def guarded(desk: Desk, handler: Callable[P, None]) -> Callable[P, None]:
    """Return the handler, saying a sentence instead of breaking the page if it fails."""

    @wraps(handler)
    def guard(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            handler(*args, **kwargs)
        except Exception:  # whatever it is, people get a sentence
            log.exception("a handler failed")
            desk.admit()

    return guard
