"""How the web app's start is made to fail or to hang, step by step, and what the page then says."""

import io
import zipfile
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from installed import parts_with
from on_the_web import CUT, DAMAGED, HALF, Answer, Answers, Site
from packing import pack, unpack

from pwa.client import CANVASKIT, INTERPRETER, LATER
from pwa.later_wasm import later_of

NOT_FETCHED: Final = (
    "Die App konnte nicht geladen werden. Bitte nachsehen, ob ein Netz da ist, "
    "und es noch einmal versuchen."
)
NOT_STARTED: Final = "Knoddel ließ sich auf diesem Gerät nicht starten."
NOT_OPENED: Final = "Der Abend ließ sich nicht aufschlagen. Er ist aufgehoben, wie er war."
NOT_READ: Final = "Was hier aufgehoben ist, lässt sich nicht lesen."
LOADING: Final = "Die App wird geladen …"
OPENING: Final = "Der Abend wird aufgeschlagen …"
DRAWING: Final = "Die Tafel wird gezeichnet …"
SILENCE: Final = (
    "Seit 0.25 Sekunden tut sich nichts. Knoddel wartet weiter; ein neuer Versuch kann helfen."
)
OF_THE_PAGE: Final = "RangeError: Karl"
OF_PYTHON: Final = "RuntimeError: Karl"
RETRY, AGAIN, SAVE = "Noch einmal versuchen", "Neu starten", "Daten sichern"

A_PAGE: Final = b"<!DOCTYPE html>\n<title>Not Found</title>"
"""What some web servers send instead of a missing file."""
THROW: Final = b"throw new RangeError('Karl');"
REJECT: Final = b"Promise.reject(new RangeError('Karl'));"
NOTHING: Final = b"// neither fails nor does anything"
FLUTTER_HANGS: Final = b"""
_flutter.loader.didCreateEngineInitializer({initializeEngine: () => new Promise(() => {})});
"""
WASM_HANGS: Final = b"""
const invokeMain = () => new Promise(() => {});
export const compileStreaming = async () => ({instantiate: async () => ({invokeMain})});
"""
DATABASE_HANGS: Final = b"IDBFactory.prototype.open = () => ({});"
FILES_HANG: Final = b"export class KeptFiles { static mount = () => new Promise(() => {}); }"
TRAP_AND_HANG: Final = b"""
export class KeptFiles {
  static mount() {
    Promise.reject(new WebAssembly.RuntimeError("Karl"));
    return new Promise(() => {});
  }
}
"""
"""WebAssembly fails at a step of the start, which never ends.

The page begins again once, and then names the step.
"""
PYTHON_RAISES: Final = """
async def show(*_, **__):
    raise RuntimeError("Karl")
"""
PYTHON_WAITS: Final = """
from asyncio import Event

async def show(*_, **__):
    await Event().wait()
"""
PYTHON_LOOPS: Final = """
while True:
    pass
"""
ANSWERS_NOT: Final = "Knoddel antwortet nicht. Alles, was hier steht, ist aufgehoben."
COMPUTES_WHEN_TOLD: Final = b"new BroadcastChannel('compute').onmessage = () => { while (true); };"
COMPUTE_FOR_EVER: Final = "new BroadcastChannel('compute').postMessage('')"
"""Lets Python hear nothing any more, if the worker is one that computes when told."""
HANGING: Final = b"HANGING = 7_000;"


class Kit(NamedTuple):
    """What a browser needs of Flutter."""

    client: str
    """Its script."""
    packed: Sequence[str]
    hangs: bytes
    """A script in place of the client, which never draws anything."""


WASM: Final = Kit("main.dart.wasm.js", ("main.dart.wasm", "canvaskit/skwasm.wasm"), WASM_HANGS)
"""For Chromium."""
SCRIPT: Final = Kit("main.dart.js", ("canvaskit/canvaskit.wasm",), FLUTTER_HANGS)
"""For other browsers."""
WITHOUT_WEBGL: Final = """
const {getContext} = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...more);
};
"""
WITHOUT_GARBAGE_COLLECTION: Final = "WebAssembly.validate = () => false;"
"""Makes Chromium a browser that needs the script kit."""


def unfetched(
    kit: Kit, spoilt: Sequence[Answer] = (HALF, CUT, DAMAGED, b"", A_PAGE)
) -> Iterator[tuple[str, Answer]]:
    """Yield each answer that is wrong, and its path, for a browser that needs this kit.

    What is packed also arrives spoilt, in these ways.
    """
    yield from {"alone.js": 404, "flutter.js": 500, kit.client: 404, "worker.js": 404}.items()
    yield "pyodide/pyodide-lock.json", 404
    if kit is SCRIPT:
        yield LATER, 404
        yield f"{later_of(CANVASKIT)}.zst", A_PAGE
    yield f"{later_of(INTERPRETER)}.zst", DAMAGED
    for part in (*kit.packed, INTERPRETER, "python.zip"):
        for answer in (404, *spoilt):
            yield f"{part}.zst", answer


def failing_scripts(kit: Kit) -> Sequence[tuple[dict[str, bytes], str, str]]:
    """Return scripts that fail: what is there instead, the page's sentence, its reason."""
    return [
        ({kit.client: THROW}, NOT_STARTED, OF_THE_PAGE),
        ({kit.client: REJECT + kit.hangs}, NOT_STARTED, OF_THE_PAGE),
        ({"worker.js": THROW}, NOT_STARTED, OF_THE_PAGE),
        ({"kept_files.js": TRAP_AND_HANG}, NOT_READ, OF_PYTHON),
    ]


def failings(site: Site, kit: Kit) -> Sequence[tuple[Answers, str, str]]:
    """Return the steps that fail: what is sent, the page's sentence, its reason."""
    return [
        *((Answers(files), sentence, reason) for files, sentence, reason in failing_scripts(kit)),
        (with_app(site, PYTHON_RAISES), NOT_OPENED, OF_PYTHON),
    ]


def hangings(site: Site, kit: Kit) -> Sequence[tuple[Answers, str]]:
    """Return the steps that hang: what is sent, and the phase that the page names.

    A step that fetches hangs while the server holds its answer.
    """
    return [
        ({kit.client: kit.hangs}, DRAWING),
        ({"worker.js": NOTHING}, LOADING),
        ({"database.js": hanging_database(site)}, OPENING),
        ({"kept_files.js": FILES_HANG}, OPENING),
        (with_app(site, PYTHON_WAITS), DRAWING),
        (with_app(site, PYTHON_LOOPS), LOADING),
    ]


def computing_for_ever(site: Site) -> Answers:
    """Return a worker that computes for ever when told, and a page that soon says so."""
    app = site.folder / "knoddel"
    pulse = (app / "pulse.js").read_bytes()
    assert HANGING in pulse
    return {
        "worker.js": (app / "worker.js").read_bytes() + COMPUTES_WHEN_TOLD,
        "pulse.js": pulse.replace(HANGING, b"HANGING = 500;"),
    }


def hanging_database(site: Site) -> bytes:
    """Return the module of the browser's database, which then never opens."""
    return (site.folder / "knoddel" / "database.js").read_bytes() + DATABASE_HANGS


def with_app(site: Site, source: str) -> Answers:
    """Return the app's Python, packed, with another source for the module that shows the app."""
    app = site.folder / "knoddel"
    archive = unpack((app / "python.zip.zst").read_bytes())
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(changed, "w") as new:
        for item in old.infolist():
            if item.filename != "views/app.pyc":
                new.writestr(item, old.read(item))
        new.writestr("views/app.py", source)
    packed = pack(changed.getvalue())
    return {"python.zip.zst": packed, "parts.js": parts_with(app, packed)}
