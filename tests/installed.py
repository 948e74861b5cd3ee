"""The built web app, served by a plain server and installed in a browser's profile."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from chromium import ANY, chromium
from filelock import FileLock
from installing import served
from phone import FLAGS_OF_TESTS, MAIN, ON_A_PHONE, Habits, Phone, prepare
from playwright.sync_api import BrowserContext, BrowserType, sync_playwright

from pwa.build import ARCHIVE, integrity, seal
from pwa.compress import PACKED
from pwa.later_wasm import NOTED

BASE: Final = "/knoddel/"
PATIENCE: Final = b'data-patience="30"'
IMPATIENT: Final = b'data-patience="0.25"'
SERVICE_WORKER: Final = "service-worker.js"
CHANGED: Final = ("waking-words.js", "worker.js")
"""What differs in the next version: a file of the page, and one of the worker."""
IS_STORED: Final = "navigator.serviceWorker.controller?.state === 'activated'"
"""Whether the whole app is stored on the device and served from there."""
VERSION: Final = "globalThis.version ?? 'A'"
OF_AN_EARLIER_BUILD: Final = "no-longer-built.js"
"""A file in the folder before the app is built there."""


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder to serve, with the app under ``BASE``; built once for all test processes."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    site = shared / "site"
    with FileLock(shared / "site.lock"):
        if not site.exists():
            new = shared / "new"
            app = new / BASE.strip("/")
            app.mkdir(parents=True)
            for left in (SERVICE_WORKER, OF_AN_EARLIER_BUILD):
                (app / left).write_text("")
            command = [sys.executable, MAIN, "pwa", app, "--base", BASE]
            subprocess.run([*map(str, command)], check=True, capture_output=True)
            new.rename(site)
    return site


LOADS: Final = b"script.src = FILE;"
"""What loads the client's second part before it is called."""
WHEN_CALLED: Final = b"globalThis.clientNeeds = () => {"
IS_LATER_CALLED: Final = "globalThis.isLaterCalled === true"
"""Whether the client has called its second part, on a page of such a copy."""
ASKED_FOR_LATER: Final = """performance.getEntriesByType('resource')
  .filter(({name}) => name.endsWith('main.later.js')).map(each => each.initiatorType)"""
"""How the client's second part was loaded, each time."""
WASM_LOADS: Final = {"worker.js": b"await rarelyRun.load();", "flutter_half.js": b"drawing.load();"}
"""What loads the later parts of modules before they are called."""
WHEN_BROUGHT: Final = b"  #bring() {"
TELLS_BROUGHT: Final = b"""
    const telling = new BroadcastChannel("brought");
    telling.postMessage(this.#path);
    telling.close();"""
HEARS_BROUGHT: Final = b"""
if (globalThis.document) {
  globalThis.brought = [];
  new BroadcastChannel("brought").onmessage = ({ data }) => globalThis.brought.push(data);
}
"""
BROUGHT: Final = "globalThis.brought"
"""The later parts of modules that were called, on a page of such a copy."""
WHAT_RAN: Final = f"""({{ exports }}) => Object.entries(exports)
  .filter(([name, {{ value }}]) => name.startsWith("{NOTED} ") && value)
  .map(([name]) => Number(name.split(" ")[1]))"""
"""The numbers of the functions that have run, of an instance that notes them."""
EDITS: Final = re.compile(rb"^export const EDITS = .*;$", re.MULTILINE)
NEXT: Final = 2
"""So many seconds after a version the next is built: a server compares times in whole seconds."""


def copy_of(built: Path, folder: Path) -> Path:
    """Return a copy of the built site, whose files may be replaced."""
    return Path(shutil.copytree(built, folder, copy_function=os.link))


def replace(file: Path, content: bytes) -> None:
    """Replace a file's content in a copy, not in the original (they are linked)."""
    file.unlink()
    file.write_bytes(content)


def newer_copy_of(built: Path, folder: Path) -> Path:
    """Return the next version, in which a file of the page and one of the worker have changed."""
    site = copy_of(built, folder)
    app = site / BASE.strip("/")
    for name in CHANGED:
        replace(app / name, (app / name).read_bytes() + b'\nglobalThis.version = "B";\n')
    seal_anew(app)
    return site


def seal_anew(app: Path) -> None:
    """Make a version of its own of a copy in which files were replaced."""
    worker = app / SERVICE_WORKER
    built_at = worker.stat().st_mtime
    worker.unlink()  # it is linked
    seal(app)
    os.utime(worker, times=(built_at + NEXT, built_at + NEXT))


def parts_with(app: Path, archive: bytes) -> bytes:
    """Return the page's list of the parts, for another packed archive of modules."""
    old = integrity((app / f"{ARCHIVE}{PACKED}").read_bytes())
    return (app / "parts.js").read_bytes().replace(old.encode(), integrity(archive).encode())


def parts_without_edits(parts: bytes) -> bytes:
    """Return the page's list of the parts, for modules that are not edited on a first visit."""
    assert EDITS.search(parts)
    return EDITS.sub(b"export const EDITS = {};", parts)


def browser_with(
    chromiums: BrowserType,
    profile: Path,
    names: tuple[str, ...] = ANY,
    flags: Sequence[str] = FLAGS_OF_TESTS,
    habits: Habits = ON_A_PHONE,
) -> BrowserContext:
    """Open a browser the size of a phone with a profile of its own."""
    return chromiums.launch_persistent_context(
        profile,
        executable_path=chromium(names),
        args=flags,
        viewport={"width": 390, "height": 844},
        **habits,
    )


def impatient_copy_of(built: Path, folder: Path) -> Path:
    """Return a copy of the built site whose page has little patience."""
    site = copy_of(built, folder)
    change(site / BASE.strip("/") / "index.html", PATIENCE, IMPATIENT)
    return site


def copy_that_waits_until_called(built: Path, folder: Path) -> Path:
    """Return a copy that loads what no start runs only when it is called."""
    site = copy_of(built, folder)
    app = site / BASE.strip("/")
    for name, loads in WASM_LOADS.items():
        change(app / name, loads, b"")
    change(app / "later_wasm.js", WHEN_BROUGHT, WHEN_BROUGHT + TELLS_BROUGHT)
    replace(app / "later_wasm.js", (app / "later_wasm.js").read_bytes() + HEARS_BROUGHT)
    change(app / "later.js", LOADS, b"")
    change(app / "later.js", WHEN_CALLED, WHEN_CALLED + b"\n  globalThis.isLaterCalled = true;")
    seal_anew(app)
    return site


def change(file: Path, without: bytes, put: bytes) -> None:
    """Put something in place of something else in a file of a copy."""
    content = file.read_bytes()
    assert without in content
    replace(file, content.replace(without, put))


class Device:
    """A phone with a browser whose profile stays when the browser is killed."""

    def __init__(self, profile: Path, browsers: tuple[str, ...] = ANY) -> None:
        self.profile = profile
        self.browsers = browsers
        """The names of the browsers that can be used."""
        self.astray: list[str] = []
        """The requests to other hosts."""

    @contextmanager
    def browser(self) -> Iterator[BrowserContext]:
        """Open the browser, and close it normally."""
        with sync_playwright() as playwright:
            context = browser_with(playwright.chromium, self.profile, self.browsers)
            prepare(context, self.astray)
            yield context
            context.close()


def phone_in(context: BrowserContext) -> Phone:
    """Return the phone's first tab."""
    return Phone(context.pages[0], 844)


def wait_until_kept(phone: Phone) -> None:
    """Wait until the whole app is stored on the device and served from there."""
    page = phone.page
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function(f"() => {IS_STORED}")


__all__ = [
    "ASKED_FOR_LATER",
    "BASE",
    "CHANGED",
    "IS_LATER_CALLED",
    "IS_STORED",
    "SERVICE_WORKER",
    "VERSION",
    "Device",
    "built",
    "copy_of",
    "copy_that_waits_until_called",
    "impatient_copy_of",
    "newer_copy_of",
    "parts_with",
    "phone_in",
    "replace",
    "seal_anew",
    "served",
    "wait_until_kept",
]
