"""Browsers with other engines than Chromium's, and what one journey does in all of them."""

import base64
import json
import os
import re
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final, Protocol, Self, TypeAlias, TypeVar

from phone import PATIENCE
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PAUSE: Final = 0.1
"""Seconds from one look at a page to the next: to look takes a browser's time, too."""
NOWHERE: Final = "127.0.0.1:9"
"""What a browser takes for the way to every other host: nobody listens there."""
AS_JSON: Final = "Promise.resolve({}).then(value => JSON.stringify(value) ?? 'null')"
LISTEN: Final = "document.querySelector('flt-semantics-placeholder')?.click()"
"""Turns on the accessibility tree of a page."""
SAID: Final = """(places => {
  const isSeen = element => element.checkVisibility({visibilityProperty: true});
  return [...document.querySelectorAll(places)].filter(isSeen)
    .map(element => element.ariaLabel ?? element.textContent.trim());
})"""
IS_HIT: Final = """function () {
  const {x, y, width, height} = this.getBoundingClientRect();
  return this.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
ACTIVATE: Final = """(words => {
  const buttons = [...document.querySelectorAll('flt-semantics[flt-tappable]')];
  const found = buttons.find(button => (button.ariaLabel ?? button.textContent).startsWith(words));
  found?.click();
  return Boolean(found);
})"""
CHOOSE: Final = """((place, content) => {
  const field = document.querySelector(place);
  if (!field) return false;
  const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0));
  const given = new DataTransfer();
  given.items.add(new File([bytes], "picture.png", {type: "image/png"}));
  field.files = given.files;
  field.dispatchEvent(new Event("change"));
  return true;
})"""
ANYWHERE: Final = "#waking *, .bar *, flt-semantics"
ON_THE_LIVE_SLATE: Final = "body:not(:has(#waking)) flt-semantics"
STANDING: Final = re.compile("Stand: ")
WENT_ON: Final = "Die App hat neu gestartet. Bitte nachsehen, was dasteht."

Node: TypeAlias = str | int
"""What an engine calls a node of a page."""
Found = TypeVar("Found")


class Gone(Exception):
    """What was asked for is not there: the page, perhaps, is going to another one."""


class Tab(Protocol):
    """A page in a browser."""

    def go(self, address: str) -> None:
        """Begin to go to an address."""

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript, or what it promises.

        Raises :class:`Gone`, as all of these do.
        """

    def buttons(self, name: str) -> Sequence[Node]:
        """Return the buttons that the engine's accessibility tree has under exactly this name.

        What lies beneath something else, such as the waking slate, is left out.
        """

    def tap(self, node: Node) -> None:
        """Tap a node."""

    def close(self) -> None:
        """Close the page."""


class Browser(ABC):
    """A browser with a profile that stays when it is killed."""

    def __init__(self, profile: Path) -> None:
        self.profile = profile
        self.group = 0
        """The group of its processes, once it runs."""
        self._programs = ExitStack()
        self._conversations = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @staticmethod
    @abstractmethod
    def missing() -> Sequence[str]:
        """Return the names of the programs that are not installed."""

    @abstractmethod
    def start(self) -> None:
        """Start it with its profile."""

    @abstractmethod
    def open_tab(self) -> Tab:
        """Open an empty page, which is visible."""

    def kill(self) -> None:
        """End it and all that belongs to it, as an empty battery does."""
        self._programs.close()
        self._conversations.close()

    def run(
        self, command: Sequence[str], environment: Mapping[str, str], said: Path, *files: int
    ) -> None:
        """Run a program until the browser is killed; it may use these open files."""
        with said.open("wb") as out:
            process = subprocess.Popen(
                command,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                pass_fds=files,
                start_new_session=True,
            )

        self.group = process.pid

        def kill() -> None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

        self._programs.callback(kill)

    def talk(self, address: str) -> "Conversation":
        """Open a websocket until the browser is dead."""
        return Conversation(
            self._conversations.enter_context(connect(address, max_size=None, compression=None))
        )


class Visitor:
    """Somebody who reads a page and taps on it, by the names of the accessibility tree."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    def open(self, address: str) -> None:
        self.tab.go(address)

    def tap(self, name: str) -> None:
        """Tap the first button of that name as soon as there is one."""
        self.tap_whatever_is(lambda: name)

    def tap_whatever_is(self, named: Callable[[], str]) -> None:
        """Tap the first button of the name that a key has by then: it may change meanwhile."""

        def tapped() -> bool:
            self.tab.evaluate(LISTEN)
            nodes = self.tab.buttons(named())
            if nodes:
                self.tab.tap(nodes[0])
            return bool(nodes)

        until(tapped, lambda: f"no button {named()!r} {self.seen()}")

    def write(self, name: str, slate: str) -> None:
        """Tap a key, and wait until the live slate says this.

        If the app has started again meanwhile and the slate does not say it, tap again: WebKit's
        WebAssembly fails now and then, and what is being tapped then may not be written.
        """

        def tap() -> None:
            if WENT_ON in self._said(ANYWHERE):  # a bar that stays would tell of an earlier start
                self.tap("Schließen")
            self.tap(name)

        def is_written() -> bool:
            has_started_again = WENT_ON in self._said(ANYWHERE)
            live = self._said(ON_THE_LIVE_SLATE)
            if has_started_again and slate not in live and any(map(STANDING.match, live)):
                tap()
            return slate in live

        tap()
        until(is_written, lambda: f"no text {slate!r} {self.seen()}")

    def activate(self, words: str) -> None:
        """Tap the button whose name begins so, as a screen reader does: it may be out of sight."""
        self.expect_true(f"{ACTIVATE}({json.dumps(words)})")

    def expect(self, text: str, places: str = ANYWHERE) -> None:
        """Wait until exactly this text is seen."""
        until(
            lambda: text in self._said(places),
            lambda: f"no text {text!r} {self.seen()}",
        )

    def expect_slate(self, text: str) -> None:
        """Wait until exactly this text is on the live slate, which Python draws."""
        self.expect(text, ON_THE_LIVE_SLATE)

    def expect_true(self, expression: str) -> None:
        """Wait until an expression of JavaScript is true."""
        until(
            lambda: self.tab.evaluate(expression) is True,
            lambda: f"not true: {expression} {self.seen()}",
        )

    def choose(self, place: str, picture: bytes) -> None:
        """Give a picture to a field of files as soon as there is one, without a dialog."""
        content = base64.b64encode(picture).decode()
        self.expect_true(f"{CHOOSE}({json.dumps(place)}, {json.dumps(content)})")

    def seen(self) -> str:
        """Tell what is there instead."""
        return f"among {self._said(ANYWHERE)} at {self.tab.evaluate('location.href')}"

    def _said(self, places: str) -> list[str]:
        self.tab.evaluate(LISTEN)
        said: list[str] = self.tab.evaluate(f"{SAID}({json.dumps(places)})")
        return said


def until(check: Callable[[], Found | None], told: Callable[[], str]) -> Found:
    """Wait for something that is true, and return it; ``told`` says what is missing instead."""
    end = monotonic() + PATIENCE / 1000
    while True:
        try:
            if found := check():
                return found
            if monotonic() > end:
                raise AssertionError(told())
        except Gone:
            if monotonic() > end:
                raise
        sleep(PAUSE)


class Conversation:
    """Requests and answers over a websocket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.asked = 0
        """The number of the last request."""

    def send(self, method: str, params: Mapping[str, Any]) -> int:
        """Send a request, and return its number."""
        self.asked += 1
        self._socket.send(json.dumps({"id": self.asked, "method": method, "params": params}))
        return self.asked

    def receive(self) -> dict[str, Any]:
        """Return the next answer or event. Raises :class:`Gone` if there is none for long."""
        try:
            received: dict[str, Any] = json.loads(self._socket.recv(PATIENCE / 1000))
        except (TimeoutError, ConnectionClosed) as error:
            raise Gone from error
        return received
