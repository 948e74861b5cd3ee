"""The methods of dataclasses, compiled when the app is built.

A dataclass writes its methods as Python text and compiles that, at every start. Flet has hundreds:
without this it would be half of all importing. A text that the build has not seen is compiled.
"""

import dataclasses
import hashlib
import marshal
from collections.abc import Callable, Mapping
from pkgutil import get_data
from types import CodeType
from typing import Final

FILE: Final = "ready_made.bin"
"""What it is called in the archive of modules, beside this one."""


def record() -> dict[bytes, CodeType]:
    """Return a table that fills with what dataclasses compile from now on."""
    made: dict[bytes, CodeType] = {}

    def run(text: str, *names: dict[str, object]) -> None:
        code = made[_key(text)] = compile(text, "<dataclass>", "exec", dont_inherit=True)
        exec(code, *names)  # noqa: S102 # as dataclasses do

    _let_dataclasses(run)
    return made


def use(made: Mapping[bytes, CodeType]) -> None:
    """Spare dataclasses to compile from now on what is in the table."""
    _let_dataclasses(lambda text, *names: exec(made.get(_key(text), text), *names))  # noqa: S102


def use_archive() -> None:
    """Spare dataclasses to compile what the build has compiled."""
    if content := get_data("pwa", FILE):
        use(marshal.loads(content))  # noqa: S302 # part of the app as all its code is


def _let_dataclasses(run: Callable[..., None]) -> None:
    vars(dataclasses)["exec"] = run


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
