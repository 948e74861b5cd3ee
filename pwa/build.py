"""Builds the app as a folder of static files for any web server."""

import base64
import gzip
import hashlib
import html
import json
import re
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory
from typing import Any, Final

from pwa import manifest
from pwa.client import CUT, INTERPRETER, KITS, LATER, NOT_LOADED, PYODIDE, write_client
from pwa.compress import PACKED, replace_by_packed, write_compressed
from pwa.inlining import GUESSED_WRONG, Edit, kept_apart
from pwa.later import version_of
from pwa.later_wasm import joint, later_of
from pwa.licences import write_licences
from pwa.python import HERE, PROJECT, THEIRS, icons_used, write_python
from views.text.loading import loading_words
from views.text.translator import LANGUAGES, translator

PAGE: Final = HERE / "web"
ASSETS: Final = PROJECT / "assets"
OF_THE_PAGE: Final = (
    *("context_lost.js", "languages.js", "sounds.js"),
    *("reader.js", "reader.css"),
)
"""What the page loads; a server serves the same files."""
OF_OTHERS: Final = ("zstddec", "qr")
"""The folders of npm packages: ``zstddec`` unpacks packed files, ``qr`` decodes QR codes."""
WORKER: Final = "service-worker.js"
FOR_INSTALLING: Final = ("icons", "screenshots", "splash")
"""Folders that the system reads to install the app; the app itself does not read them."""
WHEN_NEEDED: Final = ("fonts/NotoEmoji.woff",)
"""Files that the app requests only on some devices; these store them then."""
ARCHIVE: Final = "python.zip"
TO_PACK: Final = (
    *(ARCHIVE, INTERPRETER, later_of(INTERPRETER)),
    *(file for kit in KITS.values() for file in kit if file.endswith(".wasm")),
)
"""The largest files of those that the app requests with ``fetch``, so that it can unpack them."""
UNPACKING: Final = ("zstddec/zstandard.js", "unpacking.js")
"""What unpacks them."""
_SMALL: Final = 50_000
"""Parts with fewer bytes, compressed, are left out of the progress."""
_BASE: Final = re.compile(r"/(?:[A-Za-z0-9._~-]+/)*")


class NotEmpty(Exception):
    """The folder has content that is not from a build."""


class BadBase(Exception):
    """The base is not a valid path of a folder on a web server."""


def build(folder: Path, base: str = "/", *, precompressed: bool = False) -> None:
    """Write the app into a folder, to be served under the path ``base``.

    If it is ``precompressed``, its files are there compressed too. The folder is new, empty or an
    earlier build, which is replaced once the new one is complete.
    Raises :class:`NotEmpty`, :class:`BadBase` or :class:`OSError`, and then nothing has changed.
    """
    if not _BASE.fullmatch(base) or {".", ".."} & set(base.split("/")):
        raise BadBase(base)
    if folder.exists() and any(folder.iterdir()) and not (folder / WORKER).is_file():
        raise NotEmpty(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as scratch:
        new = Path(scratch) / "new"
        new.mkdir()
        _write(new, base)
        if precompressed:
            write_compressed(new)
        if folder.exists():
            folder.rename(Path(scratch) / "old")
        new.rename(folder)


def _write(folder: Path, base: str) -> None:
    write_client(folder, icons_used())
    write_python(folder / ARCHIVE, PYODIDE)
    write_licences(folder / "licences", THEIRS)
    shutil.copytree(ASSETS / "fonts", folder / "fonts", ignore=shutil.ignore_patterns("*.py"))
    for name in OF_THE_PAGE:
        shutil.copyfile(ASSETS / name, folder / name)
    for name in OF_OTHERS:
        shutil.copytree(ASSETS / name, folder / name, ignore=shutil.ignore_patterns("*.txt"))
        (licence,) = (ASSETS / name).glob("*.txt")
        shutil.copyfile(licence, folder / "licences" / f"{name}.txt")
    for source, path in manifest.files().items():
        (folder / path).parent.mkdir(exist_ok=True)
        shutil.copyfile(source, folder / path)
    for file in PAGE.iterdir():
        shutil.copyfile(file, folder / file.name)
    joints = {later_of(path): joint((folder / path).read_bytes()) for path in CUT}
    edits = {INTERPRETER: kept_apart((folder / INTERPRETER).read_bytes(), GUESSED_WRONG)}
    replace_by_packed(folder / path for path in TO_PACK)
    _write_page(folder, base)
    _write_parts(folder, edits, joints)
    seal(folder)


def _write_page(folder: Path, base: str) -> None:
    german = translator(LANGUAGES[0])
    words = {language: loading_words(translator(language)) for language in LANGUAGES}
    about = json.dumps(manifest.manifest(base, german), ensure_ascii=False, indent=1)
    (folder / manifest.FILE).write_text(about)
    (folder / "waking-words.js").write_text(f"globalThis.knoddelWords = {json.dumps(words)};\n")
    page = folder / "index.html"
    later = (folder / LATER).read_bytes()
    values = {
        "base": html.escape(base),
        "head": "\n    ".join(manifest.head()),
        "missing": html.escape(words[LANGUAGES[0]]["fetching_failed"]),
        "client": version_of(later.decode()),
        "later": integrity(later),
        "description": html.escape(german("The scoresheet for Bauerchen and its cousins.")),
    }
    page.write_text(Template(page.read_text()).substitute(values))


def _write_parts(
    folder: Path, edits: Mapping[str, Iterable[Edit]], joints: Mapping[str, str]
) -> None:
    """Write for the page the sizes of the large files, their edits, and the hash of Python's.

    On a first visit little is checked: the archive of modules, which tells the version, for what
    Python has of it in its memory is kept for later starts; and of a module that is cut its later
    part, with the name (``JOINTS``) by which the page knows the first part of the same version.
    """
    checked = {f"{path}{PACKED}" for path in (ARCHIVE, *joints)}
    parts: dict[str, dict[str, Any]] = {
        path: {"size": file.stat().st_size, "sent": sent}
        for path, file in _loaded(folder).items()
        if (sent := transferred(file)) > _SMALL or path in checked
    }
    for path in sorted(checked):
        parts[path]["integrity"] = integrity((folder / path).read_bytes())
    total = {
        kit: sum(part["sent"] for path, part in parts.items() if is_loaded_with(kit, path))
        for kit in KITS
    }
    told = {
        "PARTS": parts,
        "TOTAL": total,
        "ENDING": PACKED,
        "EDITS": {
            path: [(at, without, list(put)) for at, without, put in each]
            for path, each in edits.items()
        },
        "JOINTS": joints,
        "PYTHON": python_digest(folder),
    }
    lines = (f"export const {name} = {json.dumps(value)};\n" for name, value in told.items())
    (folder / "parts.js").write_text("".join(lines))


def is_loaded_with(kit: str, path: str) -> bool:
    """Return whether a browser that needs this kit loads the file at a path."""
    return kit_of(path) in {kit, None}


def kit_of(path: str) -> str | None:
    """Return the kit that a file at a path belongs to, if it is in one.

    >>> kit_of("main.dart.wasm.zst"), kit_of("main.dart.js"), kit_of("start.js")
    ('wasm', 'script', None)
    """
    return next((kit for kit in KITS if path.removesuffix(PACKED) in KITS[kit]), None)


def python_digest(folder: Path) -> str:
    """Return the hash of all files that shape Python's memory, which later starts begin with."""
    archive = folder / f"{ARCHIVE}{PACKED}"
    files = folder / "worker.js", archive, *sorted((folder / "pyodide").iterdir())
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def seal(folder: Path) -> None:
    """Write the service worker, with the hash of every file of this version.

    It holds what unpacks, too: it cannot import modules, and a script that it imported in another
    way could be one of another version.
    """
    scripts = *(folder / name for name in UNPACKING), PAGE / WORKER
    program = "\n".join(script.read_text() for script in scripts)
    lists = {
        "FILES": [[path, integrity(file.read_bytes())] for path, file in _loaded(folder).items()],
        "WHEN_NEEDED": [[path, integrity((folder / path).read_bytes())] for path in WHEN_NEEDED],
    }
    version = hashlib.sha256((json.dumps(lists) + program).encode()).hexdigest()[:16]
    of_kits = {path: kit for path, _ in lists["FILES"] if (kit := kit_of(path))}
    constants = {"VERSION": version, "ENDING": PACKED, "OF_KITS": of_kits, **lists}
    lines = (f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())
    (folder / WORKER).write_text("".join(lines) + program)


def _loaded(folder: Path) -> dict[str, Path]:
    """Return the files that every device loads, by relative address."""
    found = {file.relative_to(folder).as_posix(): file for file in sorted(folder.rglob("*"))}
    return {
        "./" if path == "index.html" else path: file
        for path, file in found.items()
        if file.is_file() and path not in {WORKER, *NOT_LOADED, *WHEN_NEEDED}
        if file.suffix != ".txt" and file.parent.name not in FOR_INSTALLING
    }


def transferred(file: Path) -> int:
    """Return how many bytes a web server sends: with gzip as usual, unless the file is packed."""
    if file.suffix == PACKED:
        return file.stat().st_size
    return len(gzip.compress(file.read_bytes(), compresslevel=6, mtime=0))


def integrity(content: bytes) -> str:
    """Return the hash of a file's content, as browsers compare it."""
    digest = hashlib.sha256(content).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
