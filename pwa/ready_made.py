"""The methods of dataclasses, compiled when the app is built.

A dataclass generates its methods as Python text and compiles that, at every start. Flet has
hundreds of them: that would be half of the import time. A text that the build has not seen is
compiled as usual.
"""

import dataclasses
import hashlib
import marshal
from collections.abc import Callable, Mapping
from pkgutil import get_data
from types import CodeType
from typing import Final

FILE: Final = "ready_made.bin"
"""Its name in the archive of modules, beside this module."""


def record() -> dict[bytes, CodeType]:
    """Return a table to which all methods are added that dataclasses compile from now on."""
    made: dict[bytes, CodeType] = {}

    def run(text: str, *names: dict[str, object]) -> None:
        code = made[_key(text)] = compile(text, "<dataclass>", "exec", dont_inherit=True)
        exec(code, *names)  # noqa: S102 # as dataclasses do

    _let_dataclasses(run)
    return made


def use(made: Mapping[bytes, CodeType]) -> None:
    """Let dataclasses use the code in the table, instead of compiling it."""
    _let_dataclasses(lambda text, *names: exec(made.get(_key(text), text), *names))  # noqa: S102


def use_archive() -> None:
    """Let dataclasses use the code that the build has compiled."""
    if content := get_data("pwa", FILE):
        use(marshal.loads(content))  # noqa: S302 # part of the app as all its code is


def _let_dataclasses(run: Callable[..., None]) -> None:
    vars(dataclasses)["exec"] = run


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
