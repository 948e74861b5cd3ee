"""What a module imports is found without running it, and packed so that another finds it."""

import ast
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from pwa.modules import needed
from pwa.pack import LeftOutButNeeded, compiled, pack, without_lines

Write = Callable[[Mapping[str, str]], Path]


@pytest.fixture
def sources(tmp_path: Path) -> Write:
    """Write modules into a folder."""

    def write(modules: Mapping[str, str]) -> Path:
        for name, source in modules.items():
            file = tmp_path / "sources" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(source)
        return tmp_path / "sources"

    return write


def found(folder: Path, root: str, *left_out: str) -> set[str]:
    return set(needed([root], [folder], left_out))


def test_what_is_imported_anywhere_is_needed_with_the_packages_around_it(sources: Write) -> None:
    folder = sources(
        {
            "app.py": "import a.b\ndef later():\n    from c import d, name\n",
            "a/__init__.py": "",
            "a/b.py": "from . import beside\nfrom .far import off\n",
            "a/beside.py": "",
            "a/far/off.py": "",
            "a/unused.py": "",
            "c/__init__.py": "name = 1",
            "c/d.py": "",
        }
    )

    assert found(folder, "app") == {"app", "a", "a.b", "a.beside", "a.far.off", "c", "c.d"}


def test_what_only_type_checkers_import_is_not_needed(sources: Write) -> None:
    source = (
        "if TYPE_CHECKING:\n    import a\nelse:\n    import b\n"
        "if typing.TYPE_CHECKING:\n    import a\n"
    )
    folder = sources({"app.py": source, "a.py": "", "b.py": ""})

    assert found(folder, "app") == {"app", "b"}


def test_a_name_that_a_package_imports_only_when_it_is_used_is_found_where_it_is_used(
    sources: Write,
) -> None:
    folder = sources(
        {
            "app.py": "import kit as k\nk.Text()\n",
            "kit/__init__.py": (
                "if TYPE_CHECKING:\n    from kit.text import Text\n    from .row import Row\n"
            ),
            "kit/text.py": "",
            "kit/row.py": "",
        }
    )

    assert found(folder, "app") == {"app", "kit", "kit.text"}


def test_what_is_left_out_is_not_followed_nor_what_is_in_it(sources: Write) -> None:
    modules = {"app.py": "def f():\n import a.b, c", "a/__init__.py": "", "a/b.py": "", "c.py": ""}

    assert found(sources(modules), "app", "a") == {"app", "c"}


def test_modules_that_import_each_other_are_found_once(sources: Write) -> None:
    assert found(sources({"a.py": "import b", "b.py": "import a"}), "a") == {"a", "b"}


def test_an_archive_runs_without_any_source(sources: Write, tmp_path: Path) -> None:
    folder = sources(
        {
            "app.py": '"""Says."""\nfrom a.b import Said\nprint(Said("yes").word, Said.__doc__)\n',
            "a/__init__.py": "",
            "a/b.py": (
                '"""Holds."""\nfrom __future__ import annotations\n'
                "from dataclasses import dataclass\n"
                '@dataclass\nclass Said:\n    """What was said."""\n    word: str\n'
                '    def nothing(self):\n        """Do."""\n'
            ),
        }
    )
    archive = tmp_path / "packed.zip"

    pack(["app"], [folder], [], ["app"], {}, archive)

    assert set(ZipFile(archive).namelist()) == {
        *("app.pyc", "a/__init__.pyc", "a/b.pyc"),
        "pwa/ready_made.bin",
    }
    run = [sys.executable, "-c", f"import sys; sys.path[:0] = [{str(archive)!r}]; import app"]
    assert subprocess.check_output(run, text=True, cwd=tmp_path) == "yes .\n"


def test_the_same_sources_make_the_same_archive(sources: Write, tmp_path: Path) -> None:
    folder = sources({"app.py": "import a", "a.py": "x = 1"})
    for name in ("one", "two"):
        pack(["app"], [folder], [], [], {}, tmp_path / name)

    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_leaving_out_what_is_imported_at_once_is_refused(sources: Write, tmp_path: Path) -> None:
    folder = sources({"app.py": "import a", "a.py": ""})

    with pytest.raises(LeftOutButNeeded, match="app imports a"):
        pack(["app"], [folder], ["a"], [], {}, tmp_path / "packed.zip")


def test_a_package_that_gathers_its_modules_offers_those_that_are_packed(
    sources: Write, tmp_path: Path
) -> None:
    folder = sources(
        {
            "app.py": "import a\nprint(a.x, hasattr(a, 'y'))",
            "a/__init__.py": "from a.b import x\nfrom a.c import y\n",
            "a/b.py": "x = 1",
            "a/c.py": "y = 2",
        }
    )
    archive = tmp_path / "packed.zip"

    pack(["app"], [folder], ["a.c"], [], {}, archive, ["a"])

    assert "a/c.pyc" not in ZipFile(archive).namelist()
    run = [sys.executable, "-c", f"import sys; sys.path[:0] = [{str(archive)!r}]; import app"]
    assert subprocess.check_output(run, text=True, cwd=tmp_path) == "1 False\n"


def test_code_without_lines_does_the_same_and_tells_the_function_of_an_error() -> None:
    source = "def f(n):\n    text = 'x' * n\n    return [\n        int(text)\n    ]\n"
    namespace: dict[str, Callable[[int], object]] = {}
    exec(without_lines(compiled(ast.parse(source), "f.py")), namespace)  # noqa: S102 # our own
    with pytest.raises(ValueError, match="invalid literal") as caught:
        namespace["f"](3)

    frame = caught.traceback[-1].frame
    assert (frame.code.name, caught.tb.tb_next.tb_lineno) == ("f", 1)  # type: ignore[union-attr]


def test_code_is_packed_without_what_is_only_logged_for_debugging() -> None:
    source = """
def f(n):
    "What it returns."
    logger.debug("seen: %s", n)
    if n:
        transport_log.debug("some")
    else:
        _log.debug("none")
        n = 1
    try:
        logger.info("told")
    finally:
        logger.debug("over")
    return n, page.debug(n)
"""
    told: list[str] = []

    class Recorder:
        def info(self, text: str) -> None:
            told.append(text)

        def debug(self, text: str, *_: object) -> str:
            told.append(f"debugging {text}")
            return "on the page"

    names = dict.fromkeys(("logger", "transport_log", "_log", "page"), Recorder())
    namespace: dict[str, Any] = {**names}
    exec(compiled(ast.parse(source), "f.py"), namespace)  # noqa: S102 # our own
    assert namespace["f"](0) == (1, "on the page")
    assert namespace["f"](3) == (3, "on the page")
    assert told == ["told", "debugging 1", "told", "debugging 3"]
