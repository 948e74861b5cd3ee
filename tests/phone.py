"""The real app in a real browser, as on a phone that somebody taps."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from chromium import chromium
from playwright.sync_api import Browser, Locator, Page, Request, Route, expect, sync_playwright

MAIN: Final = Path(__file__).parent.parent / "main.py"
FLAGS: Final = (
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
TOLERATED: Final = re.compile(r"/rive_native\.js$")
"""The web client asks for this file of a content network and does without it."""
WATCH_ANNOUNCEMENTS: Final = """
window.announced = [];
new MutationObserver(changes => {
  for (const {target} of changes)
    if (target.closest?.('[aria-live]')) window.announced.push(target.textContent.trim());
}).observe(document, {subtree: true, childList: true});
"""


expect.set_options(timeout=20_000)  # a busy machine is no failure


class App:
    """The app as a process that serves the evenings of one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._complaints = folder.with_suffix(".log")
        self.port = 0
        self._complaints.touch()
        self._process: subprocess.Popen[str] | None = None

    @property
    def is_running(self) -> bool:
        """Whether it was started, and neither stopped nor killed since."""
        return self._process is not None

    def start(self) -> None:
        """Start it, and know its address once it listens; another time it is the same one."""
        with self._complaints.open("ab") as complaints:
            port = str(self.port)
            self._process = subprocess.Popen(
                [sys.executable, MAIN, "--no-browser", "--port", port, "--data", self.folder],
                env={**os.environ, "LC_ALL": "C.UTF-8"},
                stdout=subprocess.PIPE,
                stderr=complaints,
                text=True,
            )
        assert self._process.stdout
        told = re.search(r"http://\S+:(\d+)/", self._process.stdout.readline())
        assert told, self.complaints()
        self.address, self.port = told[0], int(told[1])

    def kill(self) -> None:
        """End it without warning, as a battery does."""
        self._end(subprocess.Popen.kill)

    def stop(self) -> None:
        """Ask it to end."""
        self._end(subprocess.Popen.terminate)

    def complaints(self) -> str:
        return self._complaints.read_text()

    def _end(self, how: Callable[[subprocess.Popen[str]], None]) -> None:
        assert self._process
        how(self._process)
        self._process.communicate(timeout=20)
        self._process = None


class Phone:
    """A browser the size of a phone, with the app in it."""

    def __init__(self, page: Page, height: int) -> None:
        self.page = page
        self.height = height

    def open(self, address: str) -> None:
        """Go to the app, and let it say what a screen reader would hear."""
        self.page.goto(address)
        self.listen()

    def listen(self) -> None:
        """Wait until the app is there, and let it say what a screen reader would hear."""
        placeholder = self.page.locator("flt-semantics-placeholder")
        placeholder.wait_for(state="attached")
        placeholder.evaluate("placeholder => placeholder.click()")
        self.buttons().first.wait_for()

    def buttons(self) -> Locator:
        return self.page.get_by_role("button")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """Return the button of that name, the first if there are more."""
        return self.page.get_by_role("button", name=name, exact=True).first

    def tap(self, name: str | re.Pattern[str]) -> None:
        self.button(name).tap()

    def touch(self, name: str) -> None:
        """Touch where a button is, whether anything lies over it or not."""
        box = self.button(name).bounding_box()
        assert box
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def fill(self, label: str, text: str, then: Locator) -> None:
        """Type into a field; what comes before the field listens is lost, so look and repeat."""
        field = self.page.get_by_role("textbox", name=label, exact=True)
        for _ in range(10):
            field.tap()
            expect(field).to_be_focused()
            self.page.keyboard.press("Control+A")
            self.page.keyboard.type(text)
            with suppress(AssertionError):
                return expect(then).to_be_visible(timeout=1_000)
        raise AssertionError(f"{label} never listens")

    def expect_text(self, text: str) -> None:
        """Wait until exactly this is said somewhere."""
        expect(self.page.get_by_text(text, exact=True).first).to_be_visible()

    def expect_announced(self, text: str) -> None:
        """Wait until this was announced."""
        self.page.wait_for_function("text => window.announced.includes(text)", arg=text)


OpenPhone: TypeAlias = Callable[..., Phone]


@pytest.fixture(scope="module")  # while it is open, no other test can run an event loop
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    """The app on the evenings of a folder; it starts when the first phone is opened."""
    prepared = App(tmp_path / "data")
    yield prepared
    if prepared.is_running:
        prepared.stop()


@pytest.fixture
def open_phone(app: App, browser: Browser) -> Iterator[OpenPhone]:
    """Open phones on the app, cut off from any network but this machine's own."""
    contexts, astray = [], list[str]()

    def cut(route: Route, request: Request) -> None:
        if not TOLERATED.search(request.url):
            astray.append(request.url)
        route.abort()

    def open_one(
        width: int = 390, height: int = 844, address: str | None = None, **more: Any
    ) -> Phone:
        if not app.is_running:
            app.start()
        context = browser.new_context(
            viewport={"width": width, "height": height},
            **{"has_touch": True, "locale": "de-DE", **more},
        )
        contexts.append(context)
        context.set_default_timeout(20_000)
        context.route(lambda url: not url.startswith("http://127.0.0.1:"), cut)
        context.add_init_script(WATCH_ANNOUNCEMENTS)
        phone = Phone(context.new_page(), height)
        phone.open(address or app.address)
        return phone

    yield open_one
    complaints = app.complaints()
    for context in contexts:
        context.close()
    assert (astray, complaints) == ([], "")
