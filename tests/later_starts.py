"""The stored app, whose later start is made to fail or to hang while a tap waits for Python."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from failing_starts import (
    DATABASE_HANGS,
    DRAWING,
    FILES_HANG,
    NOT_OPENED,
    NOTHING,
    OF_PYTHON,
    OPENING,
    PYTHON_LOOPS,
    PYTHON_RAISES,
    PYTHON_WAITS,
    Kit,
    failing_scripts,
)
from installed import PATIENCE
from on_the_web import Site, files_of, the_evening
from played import YOURS, entries_of
from snapshots import as_files, told_with_keys
from tapped import tap

from scoring.bauerchen import Meld
from storage import Evening

Files: TypeAlias = dict[str, bytes]

KEY: Final = "Dein: 40 melden"
NOTED: Final = f"Vorgemerkt: {KEY}"
TAKE_BACK: Final = "Nicht anschreiben"
FIGURES: Final = ["0", "2"]
"""The score with what is noted."""
WRITTEN: Final = "Stand: Mein 0, Dein 2"
WAKING: Final = "Wird wach …"
STARTING: Final = "Knoddel startet …"
PUT: Final = """
async files => {
  const FIRST = 'at first';
  const first = await caches.open(FIRST);
  const put = [];
  for (const name of await caches.keys()) {
    if (name === FIRST) continue;
    const cache = await caches.open(name);
    for (const [path, content] of Object.entries(files)) {
      const kept = await cache.match(path);
      if (!kept) continue;
      const {headers} = kept;
      if (!await first.match(path)) await first.put(path, kept);
      const now = content ?? await (await first.match(path)).text();
      await cache.put(path, new Response(now, {headers}));
      put.push(path);
    }
  }
  return put;
}
"""
"""Puts other contents into the stored app, or for null what was there at first.

Returns the paths. What was there stays in the browser: WebKit's inspector takes no 3 MB.
"""
STARTS: Final = b'"in_browser.start()"'
"""What the worker lets Python run when all its modules are there."""
WRITING_RAISES: Final = """
def write_what_waits(session):
    if (in_browser.FOLDER / "waiting.json").exists():
        raise RuntimeError("Karl")

in_browser.write_what_waits = write_what_waits
"""
WRITTEN_IN_PART: Final = """
write_what_waits = in_browser.write_what_waits

def write_and_raise(session):
    is_waiting = (in_browser.FOLDER / "waiting.json").exists()
    write_what_waits(session)
    if is_waiting:
        raise RuntimeError("Karl")

in_browser.write_what_waits = write_and_raise
"""
"""The tap is written, but the run does not end well."""
SHOWING_LOOPS: Final = """
async def show(*_, **__):
    while True:
        pass
"""


def to_put(files: Mapping[str, bytes | None]) -> dict[str, str | None]:
    """Return contents in the form in which they are put into the stored app."""
    return {path: None if content is None else content.decode() for path, content in files.items()}


def worker_of(site: Site) -> bytes:
    """Return the worker's script."""
    return (site.folder / "knoddel" / "worker.js").read_bytes()


def with_python(site: Site, source: str) -> Files:
    """Return a worker whose Python runs this before it starts the app."""
    worker = worker_of(site)
    assert STARTS in worker
    return {"worker.js": worker.replace(STARTS, f"`{source}\nin_browser.start()`".encode())}


def showing(source: str) -> str:
    """Return Python that gives the app another function to show it."""
    return f"{source}\nin_browser.show = show"


def failing_later(site: Site, kit: Kit) -> Sequence[tuple[Files, str, str]]:
    """Return the steps that fail: what is stored, the page's sentence, its reason."""
    return [
        *failing_scripts(kit),
        (with_python(site, "raise RuntimeError('Karl')"), NOT_OPENED, OF_PYTHON),
        (with_python(site, showing(PYTHON_RAISES)), NOT_OPENED, OF_PYTHON),
        (with_python(site, WRITING_RAISES), NOT_OPENED, OF_PYTHON),
        (with_python(site, WRITTEN_IN_PART), NOT_OPENED, OF_PYTHON),
    ]


def hanging_later(site: Site, kit: Kit) -> Sequence[tuple[Files, str]]:
    """Return the steps that hang: what is stored, and the phase that the page names.

    Loops come last: in WebKit they go on when their page is left, and what follows is slow.
    """
    return [
        ({kit.client: kit.hangs}, DRAWING),
        ({"worker.js": NOTHING}, STARTING),
        ({"worker.js": DATABASE_HANGS + worker_of(site)}, OPENING),
        ({"kept_files.js": FILES_HANG}, OPENING),
        (with_python(site, showing(PYTHON_WAITS)), DRAWING),
        (with_python(site, PYTHON_LOOPS), OPENING),
        (with_python(site, showing(SHOWING_LOOPS)), DRAWING),
    ]


def impatient_page(site: Site, patience: bytes) -> Files:
    """Return the page, as it is stored, with this patience."""
    page = (site.folder / "knoddel" / "index.html").read_bytes()
    assert PATIENCE in page
    return {"./": page.replace(PATIENCE, patience)}


def with_a_note(folder: Path, evening: Evening) -> Files:
    """Return the browser's files with an evening, its keys, and a tap that Python is to write."""
    waiting = [tap(evening, Meld(YOURS, 40), KEY, score=FIGURES)]
    note = {"/waiting.json": json.dumps(waiting).encode()}
    return {**files_of(folder), **as_files(told_with_keys(evening)), **note}


def check_written(files: Mapping[str, bytes], folder: Path) -> None:
    """Check that the browser's files have what was noted, once, and that it waits no more."""
    assert "/waiting.json" not in files
    assert entries_of(the_evening(files, folder)) == (Meld(YOURS, 40),)
