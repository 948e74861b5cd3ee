"""What one person at one screen is doing: the evening that is open, the language, the notice.

Every tap goes through here, one way: tap, entry, journal, commit, slate. An evening is shared
by all screens that look at it; what is said in the notice is for this screen only.
"""

import asyncio
import contextvars
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import wraps
from typing import Any, ParamSpec

import flet as ft

from scoring.bauerchen import Slate, slate
from scoring.game import Agreement, Entry, Game, Replay
from scoring.refusals import Refused
from scoring.sheet import Head
from storage import Evening, FromTheFuture, Library, Settings, Unreadable
from views import chalk
from views.bauerchen.hand import Hand
from views.sentences import sentence
from views.tongue import Tongue, spoken

log = logging.getLogger(__name__)
P = ParamSpec("P")

FRAME = 1 / 60
"""How long a screen shows one picture, in seconds."""
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
    def column(self) -> float:
        """How wide one side's column is on the pad, in dp at the usual text size."""
        page = self.width / 2 if self.is_wide else min(self.width, chalk.WIDEST)
        return (page - 2 * chalk.MARGIN - chalk.DEAD_STRIP) / 2 / self.text_scale


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
    evening: Evening | None = None
    hand: Hand = field(default_factory=Hand)
    said: str | None = None
    """A sentence for this screen: why a tap was refused, or what was taken back."""
    redraw: Callable[[], None] = field(default=lambda: None)
    watchers: dict[Turn, set[Callable[[], None]]] = field(
        default_factory=lambda: {turn: set() for turn in Turn}
    )
    _deals: int = 0
    _slate: tuple[Replay[Any, Any], Slate] | None = None
    haptics: ft.HapticFeedback = field(default_factory=ft.HapticFeedback)
    wakelock: ft.Wakelock = field(default_factory=ft.Wakelock)

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
        if self.evening is None:
            raise LookupError
        return self.evening

    @property
    def slate(self) -> Slate:
        """What the slate shows now."""
        replay = self.replay
        if self._slate is None or self._slate[0] is not replay:
            self._slate = replay, slate(replay.agreement.rules, replay.states)
        return self._slate[1]

    @property
    def home(self) -> int:
        """The side at home in this deal, as the scribe may have corrected it."""
        return self.hand.home_or(self.replay.state.home)

    def refresh(self) -> None:
        """Draw the parts of the slate that have changed, in their turns.

        What is drawn in one turn of the loop leaves for the screen together. The next parts
        follow at once, and the rest when the first can be on the screen.
        """
        self._forget_hand_of_another_deal()
        loop = asyncio.get_running_loop()
        self._draw(Turn.FIRST)
        loop.call_soon(loop.call_soon, self._draw, Turn.NEXT)
        loop.call_later(FRAME, self._draw, Turn.THEN)

    def _forget_hand_of_another_deal(self) -> None:
        """Drop what was half entered if its deal is over, or was taken back, on any screen."""
        deals = self.replay.state.deals if self.evening else 0
        if deals != self._deals:
            self._deals, self.hand = deals, Hand()

    def _draw(self, turn: Turn) -> None:
        for watcher in tuple(self.watchers[turn]):
            watcher()

    def go(self, route: str) -> None:
        """Show another page."""
        self.said = None
        self.page.navigate(route)

    def open_last(self) -> None:
        """Open the evening that was open when the app was last used, if it still can be."""
        key = self.library.settings.open_evening
        if key is not None:
            self.open(key)

    def open(self, key: str) -> bool:
        """Show an evening, and remember it for the next start. Returns whether that worked."""
        try:
            evening = self.library.evening(key)
        except KeyError:
            return False
        except Unreadable:
            self.said = self.t("This evening cannot be read. Its file was left as it is.")
            return False
        except FromTheFuture:
            self.said = self.t("This evening was kept by a newer Knoddel. Please update the app.")
            return False
        except OSError as error:
            self._cannot_keep(error)
            return False
        with suppress(OSError):  # the evening can be shown; which one was open can be forgotten
            self.library.change(replace(self.library.settings, open_evening=key))
        said = self.t(
            "The newest copy of this evening was damaged and set aside; "
            "this is the one before the last tap."
        )
        self._show(evening, said if evening.damaged else None)
        return True

    def begin(self, game: Game[Any, Any], head: Head, agreement: Agreement[Any]) -> bool:
        """Start a new evening and show it. Returns whether that worked."""
        return self.attempt(lambda: self._show(self.library.begin(game, head, agreement)))

    def _show(self, evening: Evening, said: str | None = None) -> None:
        """Show an evening with nothing half entered."""
        self.evening, self.hand, self.said = evening, Hand(), said
        self._deals = evening.replay.state.deals
        self.redraw()

    def choose(self, settings: Settings) -> None:
        """Keep other settings and draw everything as they say."""
        if self.attempt(lambda: self.library.change(settings)):
            self.redraw()

    def change(self, do: Callable[[Evening], None], said: str | None = None) -> bool:
        """Change the evening: commit first, then show and buzz. Returns whether it was kept."""
        evening = self.opened
        if not self.attempt(lambda: do(evening)):
            return False
        self.said = said
        self.page.run_task(self._buzz)
        return True

    def attempt(self, do: Callable[[], None]) -> bool:
        """Do something that is kept; if it is refused, say why. Returns whether it was kept."""
        try:
            do()
        except Refused as refused:
            self.say(sentence(self.t, refused))
            return False
        except OSError as error:
            self._cannot_keep(error)
            return False
        return True

    def write(self, entry: Entry) -> bool:
        """Write one more entry."""
        return self.change(lambda evening: evening.write(entry))

    def hold(self, hand: Hand) -> None:
        """Keep another half-entered deal."""
        self.hand, self.said = hand, None
        self.refresh()

    def say(self, text: str) -> None:
        """Say a sentence on this screen."""
        self.said = text
        self.refresh()

    def _cannot_keep(self, error: OSError) -> None:
        log.warning("not kept: %s", error)
        self.say(
            self.t(
                "Nothing was written: the device refuses to keep it ({why}). "
                "Make room and tap again.",
                why=error.strerror or str(error),
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
    desk = ft.use_context(desk_context)
    if not isinstance(desk, Desk):
        raise TypeError("no desk")
    return desk


def use_live_desk() -> Desk:
    """Return the desk of this screen, and draw the component anew whenever it changes."""
    desk = use_desk()
    use_slate(desk)
    return desk


def use_redraw(desk: Desk) -> None:
    """Let the component draw everything anew when the desk asks for it."""
    _, set_version = ft.use_state(0)
    desk.redraw = lambda: set_version(_next)
    evening = desk.evening

    def listen() -> Callable[[], None] | None:
        if evening is None:
            return None
        loop, context = asyncio.get_running_loop(), contextvars.copy_context()

        def changed() -> None:
            loop.call_soon_threadsafe(desk.refresh, context=context)

        evening.listeners.add(changed)
        return lambda: evening.listeners.discard(changed)

    ft.use_effect(listen, dependencies=[evening])


def use_slate(desk: Desk, turn: Turn = Turn.THEN) -> None:
    """Draw the component anew whenever the slate, the hand or the notice changes."""
    _, set_version = ft.use_state(0)

    def watch() -> Callable[[], None]:
        watchers = desk.watchers[turn]

        def watcher() -> None:
            set_version(_next)

        watchers.add(watcher)
        return lambda: watchers.discard(watcher)

    ft.use_effect(watch, dependencies=[])


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
            desk.say(desk.t("Something went wrong; what is on the slate is kept."))

    return guard
