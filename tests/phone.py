"""The real app in a real browser, as on a phone that somebody taps."""

import json
import os
import re
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from signal import Signals
from typing import Any, Final, Literal, Protocol, TypeAlias, TypedDict

import pytest
from chromium import chromium
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Request,
    expect,
    sync_playwright,
)
from playwright.sync_api import TimeoutError as PlaywrightTimeout

MAIN: Final = Path(__file__).parent.parent / "main.py"
ENVIRONMENT: Final = {**os.environ, "LC_ALL": "C.UTF-8"}
WITHOUT_TLS: Final = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For httpx, which reads the certificates of all authorities otherwise: 20 ms for each client."""
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
FLAGS_WITH_PICTURES: Final = (*FLAGS, "--js-flags=--liftoff-only")
"""WebAssembly is compiled once and not again for speed, for a page of a test is open briefly."""
FLAGS_OF_TESTS: Final = (*FLAGS_WITH_PICTURES, "--disable-gl-drawing-for-tests")
"""Nothing is drawn either: most tests ask what is there, and where, and look at no picture."""

Motion: TypeAlias = Literal["reduce", "no-preference"]
"""How much people want to move on a screen."""


class Habits(TypedDict):
    """What browsers are told of a device and of who holds it."""

    has_touch: bool
    locale: str
    reduced_motion: Motion


ON_A_PHONE: Final[Habits] = {"has_touch": True, "locale": "de-DE", "reduced_motion": "reduce"}
"""Less moves: each picture of a movement is drawn, and none of them is looked at."""
WHERE_ALL_MOVES: Final[Habits] = {**ON_A_PHONE, "reduced_motion": "no-preference"}
"""As people have it, for measuring."""
TOLERATED: Final = re.compile(r"/rive_native\.js$")
"""The web client requests this file from another host, and works without it."""
HIDE: Final = """isHidden => {
  Object.defineProperty(document, 'hidden', {configurable: true, value: isHidden});
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""Tells a page that it is hidden, or seen again."""
WATCH_ANNOUNCEMENTS: Final = """
window.announced = [];
new MutationObserver(changes => {
  for (const {target} of changes)
    if (target.closest?.('[aria-live]')) window.announced.push(target.textContent.trim());
}).observe(document, {subtree: true, childList: true});
"""
ALL_ARE_SAID: Final = """texts => {
  const isSeen = element => element.checkVisibility({visibilityProperty: true});
  const said = new Set([...document.querySelectorAll('flt-semantics')].filter(isSeen)
    .map(element => element.textContent));
  return texts.every(text => said.has(text));
}"""

PATIENCE: Final = 180_000
"""How long whatever is awaited may take, in ms: a busy machine is not an error."""
REFUSED: Final = "Nicht angeschrieben. Inzwischen"
"""How a notice begins if somebody else was first."""

expect.set_options(timeout=PATIENCE)


WITH_LINKS: Final = ("--host", "0.0.0.0")  # noqa: S104 # what is tested
"""The arguments with which the app is served to others, too, who need a link."""


class Server(Protocol):
    """A process that serves the app."""

    @property
    def process(self) -> int:
        """The number of the process."""

    def listen(self) -> str:
        """Return what it says when it listens."""

    def end(self, how: Signals) -> None:
        """Send it a signal, and wait for its end."""


ServerOf: TypeAlias = Callable[[Sequence[str], Path], Server]
"""Starts a server with arguments and a file for its complaints."""


class Started:
    """A server that is started as people do, or by another command."""

    def __init__(
        self,
        arguments: Sequence[str],
        complaints: Path,
        command: Sequence[str | Path] = (sys.executable, MAIN),
    ) -> None:
        with complaints.open("ab") as stderr:
            self._process = subprocess.Popen(
                [*command, *arguments],
                env=ENVIRONMENT,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            )

    @property
    def process(self) -> int:
        return self._process.pid

    def listen(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline()

    def end(self, how: Signals) -> None:
        self._process.send_signal(how)
        self._process.communicate(timeout=20)


class Warm:
    """A process that starts servers at once, for it has imported all that they need."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm"],
            cwd=MAIN.parent,
            env=ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def server(self, arguments: Sequence[str], complaints: Path) -> "Forked":
        assert self._process.stdin
        print(json.dumps([*arguments, str(complaints)]), file=self._process.stdin, flush=True)
        return Forked(self, int(self.told()))

    def told(self) -> str:
        """Return the next line."""
        assert self._process.stdout
        return self._process.stdout.readline()

    def close(self) -> None:
        self._process.communicate()


class Forked:
    """A server that was started by a warm process."""

    def __init__(self, warm: Warm, process: int) -> None:
        self._warm = warm
        self.process = process

    def listen(self) -> str:
        return self._warm.told()

    def end(self, how: Signals) -> None:
        os.kill(self.process, how)
        assert self._warm.told() == f"ended {self.process}\n"


class App:
    """The app as a process with the evenings of one folder."""

    def __init__(
        self, folder: Path, server: ServerOf = Started, arguments: Sequence[str] = ()
    ) -> None:
        self.folder = folder
        self.arguments = arguments
        """More arguments of the command."""
        self.links: list[str] = []
        """The links that it told, to write and to watch, if it is served to others."""
        self._start_server = server
        self._complaints = folder.with_suffix(".log")
        self.port = 0
        self._complaints.touch()
        self._server: Server | None = None

    @property
    def is_running(self) -> bool:
        """Whether it was started, and neither stopped nor killed since."""
        return self._server is not None

    @property
    def process(self) -> int:
        """The number of its process."""
        assert self._server
        return self._server.process

    def start(self) -> None:
        """Start it, and wait for its address; a later start uses the same port."""
        arguments = "--no-browser", "--port", str(self.port), "--data", str(self.folder)
        self._server = self._start_server((*arguments, *self.arguments), self._complaints)
        told = re.search(r"http://\S+:(\d+)/", self._server.listen())
        assert told, self.complaints()
        self.address, self.port = told[0], int(told[1])
        if WITH_LINKS[0] in self.arguments and "--open" not in self.arguments:
            self.address = f"http://127.0.0.1:{self.port}/"
            lines = [self._server.listen().strip() for _ in range(6)]
            keys = [line.partition("/link#")[2] for line in lines]
            self.links = [f"{self.address}link#{key}" for key in keys if key]

    def kill(self) -> None:
        """Kill it without warning, like an empty battery."""
        self._end(Signals.SIGKILL)

    def stop(self) -> None:
        """Ask it to end."""
        self._end(Signals.SIGTERM)

    def complaints(self) -> str:
        return self._complaints.read_text()

    def _end(self, how: Signals) -> None:
        assert self._server
        self._server.end(how)
        self._server = None


class Phone:
    """A browser the size of a phone, with the app in it."""

    def __init__(self, page: Page, height: int) -> None:
        self.page = page
        self.height = height

    def open(self, address: str) -> None:
        """Open the app, and turn on its accessibility tree."""
        self.page.goto(address)
        self.listen()

    def survive(self, app: App) -> None:
        """Let the app die without warning and start again, and come back to it.

        The phone leaves the page meanwhile, because a page that finds the app again reloads itself.
        """
        self.page.goto("about:blank")
        app.kill()
        app.start()
        self.open(app.address)

    def listen(self) -> None:
        """Wait until the app is shown, and turn on its accessibility tree."""
        placeholder = self.page.locator("flt-semantics-placeholder")
        placeholder.wait_for(state="attached")
        placeholder.evaluate("placeholder => placeholder.click()")
        expect(self.page.locator("#waking")).to_have_count(0)  # its keys have the same names
        self.buttons().or_(self.page.get_by_role("heading")).first.wait_for()

    def start_anew(self, name: str) -> None:
        """Tap the key of a failed start that loads the page anew, and turn on the new page's tree.

        Flutter may run on the page that failed, too: its tree, if turned on, goes with that page.
        Flutter also changes the address, so a navigation may be no new page.
        """
        with self.page.expect_event("domcontentloaded"):
            self.tap(name)
        self.listen()

    def buttons(self) -> Locator:
        return self.page.get_by_role("button")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Return the first button of that name."""
        return self.page.get_by_role("button", name=name, exact=True).first

    def tap(self, name: str | re.Pattern[str]) -> None:
        self.button(name).tap()

    def touch(self, name: str) -> None:
        """Touch the place of a button, even if something covers it."""
        box = self.button(name).bounding_box()
        assert box
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def tap_until(self, name: str, text: str) -> None:
        """Tap a key, again if it was too soon after what somebody else has written."""
        said = self.page.get_by_text(text, exact=True).first
        refused = self.page.get_by_text(REFUSED)
        while True:
            self.tap(name)
            expect(said.or_(refused.first).first).to_be_visible()
            if not refused.first.is_visible():
                return
            self.tap("Menü")
            self.tap("Zurück")
            expect(self.button("Runden")).to_be_visible()
            expect(refused).to_have_count(0)

    def fill(self, label: str, text: str, then: Locator) -> None:
        """Type into a field until ``then`` is visible."""
        self.type_until(label, text, lambda: expect(then).to_be_visible(timeout=1_000))

    def type_until(self, label: str, text: str, heard: Callable[[], None]) -> None:
        """Type into a field; letters before the field is ready are lost, so check and repeat."""
        field = self.page.get_by_role("textbox", name=label, exact=True)
        for _ in range(10):
            field.tap()
            expect(field).to_be_focused()
            self.page.keyboard.press("Control+A")
            self.page.keyboard.type(text)
            with suppress(AssertionError):
                return heard()
        raise AssertionError(f"{label} never listens")

    def expect_text(self, text: str) -> None:
        """Wait until exactly this text is somewhere."""
        expect(self.page.get_by_text(text, exact=True).first).to_be_visible()

    def expect_texts(self, texts: Iterable[str]) -> None:
        """Wait until all of these texts are there; checks once for all of them.

        On failure the error names the missing ones.
        """
        wanted = [*texts]
        try:
            self.page.wait_for_function(ALL_ARE_SAID, arg=wanted, timeout=PATIENCE)
        except PlaywrightTimeout:
            for text in wanted:
                self.expect_text(text)
            raise

    def expect_announced(self, text: str) -> None:
        """Wait until this text is announced."""
        self.page.wait_for_function("text => window.announced.includes(text)", arg=text)


def prepare(context: BrowserContext, astray: list[str]) -> None:
    """Make a browser ready for the app, and note what it asks of any other address."""

    def look(request: Request) -> None:
        is_ours = request.url.startswith(("http://127.0.0.1:", "data:", "blob:"))
        if not is_ours and not TOLERATED.search(request.url):
            astray.append(request.url)

    context.set_default_timeout(PATIENCE)
    context.add_init_script(WATCH_ANNOUNCEMENTS)
    context.on("request", look)


OpenPhone: TypeAlias = Callable[..., Phone]


@pytest.fixture(scope="module")
def flags(request: pytest.FixtureRequest) -> Sequence[str]:
    """The flags of Chromium; it draws only for a module that is marked for it."""
    looks = request.node.get_closest_marker("pictures")
    return FLAGS_WITH_PICTURES if looks else FLAGS_OF_TESTS


@pytest.fixture(scope="module")  # while it is open, no other test can run an event loop
def browser(flags: Sequence[str]) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=flags)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    """What starts servers; to import all that they need takes most of a start."""
    started = Warm()
    yield started
    started.close()


@pytest.fixture
def arguments() -> Sequence[str]:
    """More arguments of the command; a module may have others."""
    return ()


@pytest.fixture
def server_of(warm: Warm) -> ServerOf:
    """What starts the server; a module may have another, such as the command itself."""
    return warm.server


@pytest.fixture
def app(tmp_path: Path, server_of: ServerOf, arguments: Sequence[str]) -> Iterator[App]:
    """The app with the evenings of a folder; it starts when the first phone is opened."""
    prepared = App(tmp_path / "data", server_of, arguments)
    yield prepared
    if prepared.is_running:
        prepared.stop()


@pytest.fixture
def open_phone(app: App, browser: Browser) -> Iterator[OpenPhone]:
    """Open phones on the app, and note what they ask of any other address."""
    contexts, astray = [], list[str]()

    def open_one(
        width: int = 390, height: int = 844, address: str | None = None, **more: Any
    ) -> Phone:
        if not app.is_running:
            app.start()
        context = browser.new_context(
            viewport={"width": width, "height": height},
            **{**ON_A_PHONE, **more},
        )
        contexts.append(context)
        prepare(context, astray)
        phone = Phone(context.new_page(), height)
        phone.open(address or app.address)
        return phone

    yield open_one
    complaints = app.complaints()
    for context in contexts:
        context.close()
    assert (astray, complaints) == ([], "")
