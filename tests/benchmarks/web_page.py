"""What the benchmarks of the web app have in common: their pages, and when one can be tapped."""

import json
import shutil
import sys
import tarfile
from abc import ABC, abstractmethod
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final
from zipfile import ZipFile

import flet as ft
import flet_web
from flet.controls.material import button
from playwright.sync_api import Page
from tap_to_slate import library

from pwa.build import seal
from pwa.compress import PACKED
from pwa.in_browser import AT_THE_START

sys.path.insert(0, str(Path(__file__).parents[1]))

from engines import until
from installed import parts_with
from packing import pack, unpack

HERE: Final = Path(__file__).parent
BARE: Final = "bare page"
KNODDEL: Final = "Knoddel"
FULL: Final = "Knoddel, 1,000 evenings"
EARLIER: Final = {KNODDEL: 0, FULL: 1_000}
"""How many evenings there are beside the one that is open."""
MOST_FOR_ALL: Final = 1.1
"""Of the time of a warm start with one evening, with all of them."""
DEALS: Final = 60
"""How many deals the evening has that is open on the page."""
DEALS_BEFORE: Final = 20
"""How many deals each earlier evening has."""
FILES_AT_ONCE: Final = 200
LETTERS_AT_ONCE: Final = 50_000
"""WebKit's inspector takes no message of 200,000."""
STAYS: Final = 6
"""Seconds until a page that has started is left. By then what Knoddel does for its next start is
over, and does not run beside another browser's start.
"""
BARE_NEEDS: Final = ("flet", "msgpack", "repath", "six")
BARE_APP: Final = "import flet as ft\nfrom counter import draw\n\nft.run(draw)\n"
COUNTER_IN_BROWSER: Final = f"""
from importlib import import_module
import flet as ft
from counter import draw


def import_the_rest():
    for module in {(*AT_THE_START, button.__name__)}:
        import_module(module)


def start():
    import flet_js

    async def open_page(page):
        draw(page)
        await page.get_device_info()
        flet_js.shown()

    flet_js.hear = lambda message: flet_js.send(message)
    ft.run(open_page)
"""
IS_TAPPABLE: Final = """() => {
  document.querySelector('flt-semantics-placeholder')?.click();
  const keys = document.querySelectorAll('flt-semantics[role=button]');
  const isNamed = key => key.textContent || key.ariaLabel;
  return [...keys].some(isNamed) && !document.querySelector('#waking');
}"""
"""Whether a key has its name in the accessibility tree and no waking slate lies over it."""
WATCH: Final = (
    """
(() => {
  const watch = look => new Promise(done => {
    const observer = new MutationObserver(() => {
      if (look()) {
        observer.disconnect();
        done();
      }
    });
    observer.observe(document, {subtree: true, childList: true, attributes: true});
  });
  const afterFrame = () => new Promise(done => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = done;
    port2.postMessage(0);
  }));
  const now = () => performance.now();
  window.tappable = watch("""
    + IS_TAPPABLE
    + """).then(now);
  window.drawn = watch(() => document.querySelector('#waking .score .figure')?.textContent)
    .then(afterFrame).then(now);
  window.keyed = watch(() => document.querySelector('#waking button[data-key]'))
    .then(afterFrame).then(now);
})();
"""
)
"""Lets a page tell, in milliseconds since the navigation, when a key has its name in the
accessibility tree and no waking slate lies over it, and when the frames with the waking slate's
score and with its keys are over.
"""
HAS_MEMORY: Final = """
caches.match(`${location.origin}/python.memory`, {ignoreSearch: true}).then(Boolean)
"""
"""Whether the next start will go on with Python's memory."""
KEEP = """
files => new Promise((done, failed) => {
  const opening = indexedDB.open('knoddel', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('files');
  opening.onsuccess = () => {
    const keeping = opening.result.transaction('files', 'readwrite');
    for (const [path, content] of Object.entries(files))
      keeping.objectStore('files').put(Uint8Array.from(atob(content), c => c.charCodeAt()), path);
    keeping.oncomplete = () => { opening.result.close(); done(); };
    keeping.onabort = () => failed(keeping.error);
  };
})
"""


class MeasuredTab(ABC):
    """A page that benchmarks go to, in a browser just opened."""

    def keep(self, site: str, files: Sequence[tuple[str, str]]) -> None:
        """Let the browser keep files, of content in base64, for a site not opened yet."""
        self.go(f"{site}favicon.png", "document.readyState === 'complete'")
        told = json.dumps(dict(files))
        self.evaluate("globalThis.told = ''")
        for start in range(0, len(told), LETTERS_AT_ONCE):
            self.evaluate(f"void (told += {json.dumps(told[start : start + LETTERS_AT_ONCE])})")
        self.evaluate(f"({KEEP})(JSON.parse(told))")

    def go(self, address: str, is_there: str) -> None:
        """Go to an address, and wait until an expression of JavaScript is true there."""
        self.wait("globalThis.isLeft = true")
        self.leave_for(address)
        self.wait(f"!globalThis.isLeft && {is_there}")

    def wait(self, condition: str) -> None:
        """Wait until an expression of JavaScript, or what it promises, is true."""
        until(lambda: self.evaluate(condition), lambda: condition)

    @abstractmethod
    def leave_for(self, address: str) -> None:
        """Begin to go to an address."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript, or what it promises."""

    @abstractmethod
    def end(self) -> None:
        """Close the browser. What it keeps is on the disk then."""


def build_bare(folder: Path, renderer: ft.WebRenderer = ft.WebRenderer.CANVAS_KIT) -> None:
    """Write Flet's own page with a bare counter into a folder, by its recipe and no more.

    Python is run from sources, nothing is kept by a service worker, and nothing comes from
    any other address. With ``AUTO`` the page chooses what it draws with, in Chromium WebAssembly.
    """
    shutil.copytree(flet_web.get_package_web_dir(), folder)
    flet_web.patch_index_html(
        str(folder / "index.html"),
        base_href="/",
        pyodide=True,
        pyodide_script_path="main.py",
        web_renderer=renderer,
        route_url_strategy=ft.RouteUrlStrategy.HASH,
        no_cdn=True,
    )
    flet_web.patch_font_manifest_json(str(folder / "assets/FontManifest.json"))
    with TemporaryDirectory() as scratch, tarfile.open(folder / "app.tar.gz", "w:gz") as archive:
        (Path(scratch) / "main.py").write_text(BARE_APP)
        archive.add(Path(scratch) / "main.py", "main.py")
        archive.add(HERE / "counter.py", "counter.py")
        for name in BARE_NEEDS:
            spec = find_spec(name)
            assert spec
            assert spec.origin
            source = Path(spec.origin)
            found = source.parent if spec.submodule_search_locations else source
            archive.add(found, f"__pypackages__/{found.name}", filter=_runs_anywhere)


def _runs_anywhere(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    return None if member.name.endswith((".so", "__pycache__")) else member


def build_counter(app: Path, folder: Path) -> None:
    """Write the bare counter into a folder, started and kept as the built app is."""
    shutil.copytree(app, folder)
    replaced, archive, changed = "pwa/in_browser", f"python.zip{PACKED}", BytesIO()
    content = BytesIO(unpack((app / archive).read_bytes()))
    with ZipFile(content) as old, ZipFile(changed, "w") as new:
        for member in old.infolist():
            if member.filename != f"{replaced}.pyc":
                new.writestr(member, old.read(member))
        new.writestr(f"{replaced}.py", COUNTER_IN_BROWSER)
        new.write(HERE / "counter.py", "counter.py")
        new.write(button.__file__, "flet/controls/material/button.py")  # Knoddel has none such
    packed = pack(changed.getvalue())
    (folder / "parts.js").write_bytes(parts_with(app, packed))
    (folder / archive).write_bytes(packed)
    (folder / "service-worker.js").unlink()
    seal(folder)


def keep_evening(page: Page, site: str, earlier: int = 0) -> None:
    """Let the browser keep an evening for a site that it has not opened yet, after earlier ones."""
    keep_files(page, site, evening_files(earlier))


def keep_files(page: Page, site: str, files: Sequence[tuple[str, str]]) -> None:
    """Let the browser keep files for a site that it has not opened yet, and leave the site."""
    page.goto(f"{site}favicon.png")
    for first in range(0, len(files), FILES_AT_ONCE):
        page.evaluate(KEEP, dict(files[first : first + FILES_AT_ONCE]))
    page.goto("about:blank")


def tell_full(engine: str, full: Sequence[float], one: Sequence[float]) -> None:
    """Print how long warm starts with many evenings take, beside those with one."""
    print(
        f"{engine:11} warm, {FULL}: {median(full):.0f} ms, {median(full) / median(one):.2f}× of one"
        f" evening; goal: {MOST_FOR_ALL}×  ({min(full):.0f} to {max(full):.0f}, {len(full)} starts)"
    )


@cache
def evening_files(earlier: int) -> list[tuple[str, str]]:
    """Return path and content in base64 of all files of a library with so many earlier evenings."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        library(folder, earlier, DEALS_BEFORE)
        library(folder, 1, DEALS)
        return files_in(folder)


def files_in(folder: Path) -> list[tuple[str, str]]:
    """Return path and content in base64 of all files in a folder, as the web app keeps them."""
    return [
        (f"/{file.relative_to(folder).as_posix()}", b64encode(file.read_bytes()).decode())
        for file in folder.rglob("*")
        if file.is_file()
    ]
