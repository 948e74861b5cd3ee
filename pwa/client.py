"""What is taken of Flet's web client and of Pyodide, and what of their fonts."""

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import flet_web
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

CLIENT: Final = Path(flet_web.get_package_web_dir())
PYODIDE: Final = CLIENT / "pyodide"
ICONS: Final = "assets/fonts/MaterialIcons-Regular.otf"

TAKEN: Final = (
    *("flutter.js", "main.dart.js"),
    *("assets/AssetManifest.bin", "assets/AssetManifest.bin.json"),
    *("assets/shaders/ink_sparkle.frag", "assets/shaders/stretch_effect.frag"),
    "assets/packages/wakelock_plus/assets/no_sleep.js",
    "pyodide/pyodide.asm.wasm",
)
"""The rest is for other renderers, for developers, or belongs to controls that we do not use."""

RENAMED: Final[Mapping[str, str]] = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.mjs": "pyodide.asm.js",
}
"""Not every web server knows that .mjs is JavaScript, and browsers run nothing else as such."""

CANVASKITS: Final = {
    "chromium": ("canvaskit/chromium/canvaskit.js", "canvaskit/chromium/canvaskit.wasm"),
    "full": ("canvaskit/canvaskit.js", "canvaskit/canvaskit.wasm"),
}
"""What draws: Chromium brings along a part of it, other browsers need it in full."""

NOT_LOADED: Final = ("assets/NOTICES", "pyodide/package.json")
"""Licences are handed on with what they are for; the app itself never reads them."""

FONTS: Final[Mapping[str, str]] = {
    "MaterialIcons": "fonts/MaterialIcons-Regular.otf",
    "Roboto": "../fonts/AtkinsonHyperlegibleNext-400.ttf",
}
"""Families and their files, from ``assets``. Flutter asks another address for Roboto unless some
font bears that name.
"""


def write_client(folder: Path, icons: Iterable[str]) -> None:
    """Put Flet's client and Pyodide into a folder, with the icons of these names only."""
    for part in (*TAKEN, *NOT_LOADED, *(file for kit in CANVASKITS.values() for file in kit)):
        target = folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(CLIENT / part, target)
    for name, known in RENAMED.items():
        program = (PYODIDE / name).read_text()
        for old, new in RENAMED.items():
            program = program.replace(old, new)
        (folder / "pyodide" / known).write_text(program)
    fonts = [{"family": name, "fonts": [{"asset": file}]} for name, file in FONTS.items()]
    (folder / "assets/FontManifest.json").write_text(json.dumps(fonts))
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_bytes())
    (folder / "pyodide/pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}))
    _write_icons(folder / ICONS, icons)


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
    """Return what an icon is called inside the font.

    >>> glyph_of("UNDO"), glyph_of("HOME_OUTLINED")
    ('undo_baseline', 'home_outlined')
    """
    name = icon.lower()
    return name if name.endswith(("_outlined", "_rounded", "_sharp")) else f"{name}_baseline"
