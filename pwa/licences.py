"""The licences of all packages in the app, distributed with it."""

from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final

_NAMES: Final = ("LICENSE", "LICENCE", "COPYING", "NOTICE")
_INTERPRETER: Final = (
    "Python is under the PSF licence (https://docs.python.org/3/license.html), Pyodide under the "
    "Mozilla Public License 2.0; where its sources are stands in pyodide/package.json.\n"
)


def write_licences(folder: Path, packages: tuple[str, ...]) -> None:
    """Write a text for each package, and one for the interpreter."""
    folder.mkdir()
    for name in packages:
        (folder / f"{name}.txt").write_text(licence(distribution(name)))
    (folder / "python.txt").write_text(_INTERPRETER)


def licence(package: Distribution) -> str:
    """Return a package's licence as its metadata names it, with the licence texts it includes."""
    told = package.metadata.json
    kind = told.get("license_expression") or told.get("license") or "see below"
    texts = [
        file.read_text()
        for file in package.files or []
        if file.name.upper().startswith(_NAMES) and ".dist-info" in str(file)
    ]
    return "\n".join([f"{told['name']} {package.version}: {kind}\n", *texts])
