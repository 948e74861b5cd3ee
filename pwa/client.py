"""Copies what is needed of Flet's web client and of Pyodide: scripts in parts, fonts in subsets."""

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import flet_web
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from pwa import later_wasm
from pwa.later import cut, recorded
from pwa.later_wasm import later_of
from views.ui import chalk

CLIENT: Final = Path(flet_web.get_package_web_dir())
PYODIDE: Final = CLIENT / "pyodide"
ICONS: Final = "assets/fonts/MaterialIcons-Regular.otf"

INTERPRETER: Final = "pyodide/pyodide.asm.wasm"
CANVASKIT: Final = "canvaskit/canvaskit.wasm"
CUT: Final = (INTERPRETER, CANVASKIT)
"""Modules that are cut in two, see ``pwa/later_wasm.py``."""

TAKEN: Final = (
    "flutter.js",
    *("assets/AssetManifest.bin", "assets/AssetManifest.bin.json"),
    *("assets/shaders/ink_sparkle.frag", "assets/shaders/stretch_effect.frag"),
    "assets/packages/wakelock_plus/assets/no_sleep.js",  # keeps the screen from going dark
)
"""Other files are for other renderers, for developers, or for controls that we do not use."""

RENAMED: Final[Mapping[str, str]] = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.mjs": "pyodide.asm.js",
}
"""Not every web server sends .mjs with the type of JavaScript, which browsers require."""

SCRIPT: Final = "main.dart.js"
LATER: Final = "main.later.js"
"""The part of the script that a start does not run, see ``pwa/later.py``."""
KITS: Final = {
    "wasm": (
        *("main.dart.wasm", "main.dart.wasm.js"),
        *("canvaskit/skwasm.js", "canvaskit/skwasm.wasm"),
    ),
    "script": (SCRIPT, LATER, "canvaskit/canvaskit.js", CANVASKIT, later_of(CANVASKIT)),
}
"""Flet's client and what it draws with. A browser needs one of the two: Chromium the client as
WebAssembly, which starts sooner, other browsers the one in JavaScript.
"""
FLETS: Final = {"main.dart.wasm.js": "main.dart.mjs"}
"""What Flet calls a file of a kit, if it is something else, for the same reason as above."""

NOT_LOADED: Final = ("assets/NOTICES", "pyodide/package.json")
"""Files that are only distributed, for their licences; the app itself never reads them."""


def write_client(folder: Path, icons: Iterable[str]) -> None:
    """Write Flet's client and Pyodide into a folder, with only the icons of these names."""
    in_parts = {SCRIPT, LATER, *CUT, *map(later_of, CUT)}
    of_kits = {file for kit in KITS.values() for file in kit}
    for part in (*TAKEN, *NOT_LOADED, *sorted(of_kits - in_parts)):
        target = folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(CLIENT / FLETS.get(part, part), target)
    for path in CUT:
        _write_in_parts(folder, path)
    script = (CLIENT / SCRIPT).read_text()
    for part, content in zip((SCRIPT, LATER), cut(script, recorded(script)), strict=True):
        (folder / part).write_text(content)
    for name, known in RENAMED.items():
        program = (PYODIDE / name).read_text()
        for old, new in RENAMED.items():
            program = program.replace(old, new)
        (folder / "pyodide" / known).write_text(program)
    (folder / "assets/FontManifest.json").write_text(chalk.font_manifest())
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())
    (folder / "pyodide/pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}))
    _write_icons(folder / ICONS, icons)


def _write_in_parts(folder: Path, path: str) -> None:
    """Write both parts of a module into a folder."""
    module = (CLIENT / path).read_bytes()
    parts = later_wasm.cut(module, later_wasm.recorded(module, path))
    for part, content in zip((path, later_of(path)), parts, strict=True):
        (folder / part).write_bytes(content)


def _write_icons(target: Path, names: Iterable[str]) -> None:
    font = TTFont(CLIENT / ICONS, recalcTimestamp=False)
    glyphs = {glyph_of(name) for name in names}
    if missing := glyphs.difference(font.getGlyphOrder()):
        raise LookupError(missing)
    options = Options()
    options.glyph_names = options.legacy_kern = False
    subsetter = Subsetter(options)
    subsetter.populate(glyphs=glyphs)
    subsetter.subset(font)
    target.parent.mkdir(parents=True, exist_ok=True)
    font.save(target, reorderTables=True)


def glyph_of(icon: str) -> str:
    """Return the name of an icon's glyph in the font.

    >>> glyph_of("UNDO"), glyph_of("HOME_OUTLINED")
    ('undo_baseline', 'home_outlined')
    """
    name = icon.lower()
    return name if name.endswith(("_outlined", "_rounded", "_sharp")) else f"{name}_baseline"
