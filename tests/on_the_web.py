"""The built app on a web server that fails on request, and the data that a browser stores."""

import base64
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Any, Final, TypeAlias

import pytest
from installed import BASE
from phone import ON_A_PHONE, PATIENCE, Phone, prepare
from played import play
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize
from snapshots import as_files, told_with_keys

from storage import Evening, Library

HALF: Final = "half of it, and then no more"
"""The server dies while it sends the file."""
CUT: Final = "the first half of it, as if that were all"
DAMAGED: Final = "with other bytes in its middle"
"""Answers that look right to whoever does not read them."""
HEIGHT: Final = 844
LOOK_AGAIN: Final = 60
"""So many milliseconds later: to look takes a browser's time, too."""

ELSEWHERE: Final = (
    "Knoddel ist in einem anderen Tab offen, und nur einer von beiden kann anschreiben."
)
HERE: Final = "Lieber hier anschreiben"
NEW: Final = "Eine neue Fassung liegt bereit."
LOAD: Final = "Laden"
"""What the page says, and its buttons."""

OPEN: Final = """
  const opening = indexedDB.open('knoddel', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('files');
  await new Promise(done => opening.onsuccess = done);
  const database = opening.result;
"""
KEEP: Final = f"""
async files => {{
  {OPEN}
  const kept = database.transaction('files', 'readwrite');
  for (const [path, bytes] of Object.entries(files))
    kept.objectStore('files').put(Uint8Array.from(atob(bytes), c => c.charCodeAt(0)), path);
  await new Promise(done => kept.oncomplete = done);
  database.close();
}}
"""
KEPT: Final = f"""
async () => {{
  {OPEN}
  const kept = database.transaction('files').objectStore('files');
  const [paths, contents] = [kept.getAllKeys(), kept.getAll()];
  await new Promise(done => contents.onsuccess = done);
  database.close();
  return Object.fromEntries(paths.result.map((path, place) =>
    [path, btoa(Array.from(contents.result[place], byte => String.fromCharCode(byte)).join(''))]));
}}
"""
HAS_AHEAD: Final = """
(() => new Promise((done, failed) => {
  const opening = indexedDB.open('knoddel', 1);
  opening.onsuccess = () => {
    const reading = opening.result.transaction('files').objectStore('files').get('/waking.json');
    reading.onsuccess = () => {
      opening.result.close();
      done(new TextDecoder().decode(reading.result).includes('"ahead":{'));
    };
    reading.onerror = () => failed(reading.error);
  };
}))()
"""
"""Whether the next start will have keys at once."""

HOLD: Final = """() => {
  self.own = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'oncomplete');
  self.held = [];
  Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
    configurable: true,
    set(kept) { self.held.push(kept); },
  });
}"""
LET_GO: Final = """() => {
  Object.defineProperty(IDBTransaction.prototype, 'oncomplete', self.own);
  self.held.forEach(kept => kept());
}"""
"""Keeps a page from noticing that something is committed, until it is let go."""

FRAMES: Final = """async () => {
  for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame);
}"""
"""Waits as long as Flutter may take to draw."""

COUNT_FRAMES: Final = """(() => {
  const {requestAnimationFrame} = globalThis;
  globalThis.framesAsked = globalThis.framesInRest = 0;
  let last = performance.now();
  globalThis.requestAnimationFrame = draw => {
    const now = performance.now();
    globalThis.framesAsked += 1;
    globalThis.framesInRest += now - last >= 500;
    last = now;
    return requestAnimationFrame(draw);
  };
})()"""
FRAMES_ASKED: Final = "globalThis.framesAsked"
"""How many frames a page has asked for since they are counted."""
FRAMES_IN_REST: Final = "globalThis.framesInRest"
"""How many of them it asked for half a second or more after the one before: nothing moves then."""
WITHOUT_FRAMES: Final = """(async () => {
  const {requestAnimationFrame} = globalThis;
  let asked;
  globalThis.requestAnimationFrame = draw => {
    asked += 1;
    return requestAnimationFrame(draw);
  };
  do {
    asked = 0;
    for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame);
  } while (asked > 3); // compiled.js asks now and then, and draws nothing
  globalThis.requestAnimationFrame = () => 0;
})()"""
"""Takes all frames from a page, once it wants none: it then draws only what it draws at once."""

LATER: Final = 3_600_000
"""The time at which a page's clock stands, in milliseconds."""
GARBAGE: Final = 1000
"""So many pieces of garbage."""
GARBAGE_LEFT: Final = f"""
import('./garbage.js').then(async ({{collectGarbage}}) => {{
  const garbage = Array.from({{length: {GARBAGE}}}, () => new WeakRef({{}}));
  await new Promise(done => setTimeout(done)); // until then nothing of it can be collected
  collectGarbage();
  return garbage.filter(one => one.deref()).length;
}})
"""
"""How many of them are left when a page of the app has collected them."""

FIND_MEMORY: Final = """
const find = async () => {
  const name = (await caches.keys()).find(name => name.startsWith('python of '));
  const kept = name && await caches.open(name);
  const [address] = kept ? await kept.keys() : [];
  return address && {kept, address, response: await kept.match(address)};
};
"""
"""Lets a script find Python's memory, if it is kept for later starts."""
IS_MEMORY_KEPT: Final = f"""async () => {{
  {FIND_MEMORY}
  const found = await find();
  return Boolean(found) && !found.response.headers.has('spoilt');
}}"""
"""Whether it is kept, and no test has spoilt it."""

Answer: TypeAlias = int | bytes | str
Answers: TypeAlias = dict[str, Answer]


class Site:
    """A folder on a web server, and its failures."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self.answers: Answers = {}
        """The answer instead of a file, by its path in the app: a status, bytes, or HALF, CUT or
        DAMAGED."""
        self.held: dict[str, Event] = {}
        """The events that delay the answer for a file, by its path in the app."""
        self.is_dead = False
        self.caching = "no-cache"  # the time of a copied file may be wrong
        """The header that says whether a browser keeps a file."""
        self.headers: dict[str, str] = {}
        """More headers of each answer."""
        self.types: dict[str, str] = {}
        """The type that is told of a file, by its path in the app, if it is not the usual one."""
        self.asked: list[str] = []
        """The requested paths of the app, in order."""

    def hold(self, path: str) -> Event:
        """Delay the answer for a file until the event is set."""
        return self.held.setdefault(path, Event())

    @property
    def address(self) -> str:
        """The address of the app."""
        return f"http://127.0.0.1:{self.port}{BASE}"


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, request: Any, client: Any, server: "_Server") -> None:
        self.site = server.site
        super().__init__(request, client, server)

    def do_GET(self) -> None:
        self.directory = str(self.site.folder)  # a browser connects before it asks for anything
        path = self.path.partition("?")[0].removeprefix(BASE)
        self.site.asked.append(path)
        if path in self.site.held:
            self.site.held[path].wait()
        if self.site.is_dead:
            return  # which closes the connection
        match self.site.answers.get(path):
            case None:
                super().do_GET()
            case int(status):
                self.send_error(status)
            case bytes(content):
                self._send(len(content), content)
            case how:
                whole = Path(self.translate_path(self.path)).read_bytes()
                self._send_spoilt(whole, how)

    def do_HEAD(self) -> None:
        self.directory = str(self.site.folder)
        if not self.site.is_dead:
            super().do_HEAD()

    def _send_spoilt(self, whole: bytes, how: str) -> None:
        third, half = len(whole) // 3, len(whole) // 2
        if how == CUT:
            self._send(half, whole[:half])
        elif how == DAMAGED:
            self._send(len(whole), whole[:third] + b"\xff" * third + whole[2 * third :])
        else:
            self._send(len(whole), whole[:half])
            self.site.is_dead = True

    def _send(self, length: int, content: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.translate_path(self.path)))
        self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", self.site.caching)
        for name, value in self.site.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def guess_type(self, path: Any) -> str:
        inside = Path(path).relative_to(self.site.folder / BASE.strip("/")).as_posix()
        return self.site.types.get(inside) or super().guess_type(path)

    def log_message(self, *_: object) -> None:
        pass


class _Server(ThreadingHTTPServer):
    site: Site

    def put(self, folder: Path) -> Site:
        """Serve a folder from now on."""
        self.site = Site(folder, self.server_port)
        return self.site

    def handle_error(self, *_: object) -> None:
        """Ignore errors: a browser that is killed, or leaves the page, closes the connection."""


@contextmanager
def _listening(folder: Path) -> Iterator[_Server]:
    with _Server(("127.0.0.1", 0), _Handler) as server:
        server.put(folder)
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def on_the_web(folder: Path) -> Iterator[Site]:
    """Serve a folder whose files can be missing, wrong or incomplete."""
    with _listening(folder) as server:
        yield server.site


@pytest.fixture(scope="session")
def server(built: Path) -> Iterator[_Server]:
    """What serves the app to all tests of a process, one after another, at the same address.

    A browser knows by that what it has kept.
    """
    with _listening(built) as server:
        yield server


@pytest.fixture
def site(built: Path, server: _Server) -> Iterator[Site]:
    """The built app on a web server."""
    site = server.put(built)
    yield site
    site.is_dead = True


@contextmanager
def watched(context: BrowserContext) -> Iterator[BrowserContext]:
    """Use a browser, which must send no request to other hosts."""
    astray: list[str] = []
    prepare(context, astray)
    with context:
        yield context
    assert astray == []


def device_in(browser: Browser) -> AbstractContextManager[BrowserContext]:
    """Return a browser without any data."""
    size: ViewportSize = {"width": 390, "height": HEIGHT}
    return watched(browser.new_context(viewport=size, **ON_A_PHONE))


@pytest.fixture
def device(browser: Browser) -> Iterator[BrowserContext]:
    """A browser without any data."""
    with device_in(browser) as context:
        yield context


def phone_on(device: BrowserContext) -> Phone:
    """Open a tab."""
    return Phone(device.new_page(), HEIGHT)


def without_app(phone: Phone, site: Site) -> Page:
    """Open a page of the app's origin that is not the app."""
    phone.page.goto(f"{site.address}manifest.json")
    return phone.page


def without_app_in_time_that_stands(phone: Phone, site: Site) -> Page:
    """Open such a page whose clock runs only when it is told to (``page.clock.run_for``)."""
    phone.page.clock.install(time=0)
    page = without_app(phone, site)
    page.clock.pause_at(LATER)
    return page


def keep(page: Page, files: Mapping[str, bytes]) -> None:
    """Write files into the browser's database, as the app stores them."""
    told = {path: base64.b64encode(content).decode() for path, content in files.items()}
    page.evaluate(KEEP, told)


def kept(page: Page) -> dict[str, bytes]:
    """Return all files in the browser's database, in one transaction."""
    told = page.evaluate(KEPT)
    return {path: base64.b64decode(content) for path, content in told.items()}


def files_of(folder: Path) -> dict[str, bytes]:
    """Return the files of a data folder in the form of the browser's database."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return {f"/{file.relative_to(folder).as_posix()}": file.read_bytes() for file in files}


def keep_with_keys(phone: Phone, site: Site, folder: Path, evening: Evening) -> None:
    """Let the browser have a data folder, and its evening's keys for before Python is there."""
    keep(without_app(phone, site), {**files_of(folder), **as_files(told_with_keys(evening))})


def put_into(folder: Path, files: Mapping[str, bytes]) -> Library:
    """Write the browser's files to disk, and open them as a library."""
    for path, content in files.items():
        file = folder / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return Library(folder)


def the_evening(files: Mapping[str, bytes], folder: Path) -> Evening:
    """Return the open evening in the browser's files."""
    library = put_into(folder, files)
    return library.evening(str(library.settings.open_evening))


def open_evening(phone: Phone, site: Site, folder: Path) -> None:
    """Open the app with an evening of Bauerchen that was begun: to tap that much takes as long."""
    play(Library(folder))
    keep(without_app(phone, site), files_of(folder))
    phone.open(site.address)
    phone.expect_text("Stand: Mein 0, Dein 0")


def begin(phone: Phone) -> None:
    """Start an evening of Bauerchen."""
    phone.tap("Neuer Abend")
    phone.tap("Los geht's")
    phone.expect_text("Stand: Mein 0, Dein 0")


def load_newer(phone: Phone) -> None:
    """Load the newer version that the page offers."""
    with phone.page.expect_navigation():
        phone.tap(LOAD)
    phone.listen()


def wait_until(page: Page, condition: Callable[[], bool]) -> None:
    """Wait for a condition in the test's own process."""
    end = monotonic() + PATIENCE / 1000
    while not condition():
        assert monotonic() < end, "it has not come true"
        page.wait_for_timeout(LOOK_AGAIN)


def wait_until_memory_is_kept(phone: Phone) -> None:
    """Wait until the next start will begin with Python's memory."""
    wait_until(phone.page, lambda: bool(phone.page.evaluate(IS_MEMORY_KEPT)))


__all__ = [
    "COUNT_FRAMES",
    "CUT",
    "DAMAGED",
    "ELSEWHERE",
    "FIND_MEMORY",
    "FRAMES",
    "FRAMES_ASKED",
    "FRAMES_IN_REST",
    "GARBAGE",
    "GARBAGE_LEFT",
    "HALF",
    "HERE",
    "HOLD",
    "IS_MEMORY_KEPT",
    "LET_GO",
    "LOAD",
    "NEW",
    "WITHOUT_FRAMES",
    "Site",
    "device",
    "on_the_web",
    "server",
    "site",
]
