"""Keeps functions of Python's WebAssembly module out of others, in a first visit.

Chromium puts the code of functions with up to 500 bytes into those that call them. Where such a
function calls whatever an object's type has for it, Chromium guesses what that will be, and where a
guess was wrong, compiles anew all that it was put into. For Python's interpreter loop that takes
0.3 s each time, five to nine times in a first visit. So these functions are made longer, by what
never runs. Later starts know better what to guess, and are faster with the module as it is.
"""

from collections.abc import Collection, Iterator
from enum import IntEnum
from io import SEEK_CUR, BytesIO
from typing import Final, NamedTuple

from leb128 import u as unsigned

GUESSED_WRONG: Final = (
    "PyObject_GetAttr",
    "PyObject_GetIter",
    "PyObject_Vectorcall",
    "PySequence_In",
)
"""Functions of Python, by the names of their exports."""
TOO_LONG: Final = 520
"""So many bytes of code are never put into another function."""

_HEAD: Final = 8
_IMPORTS, _EXPORTS, _CODE = 2, 7, 10
_HAS_MAXIMUM: Final = 1
_NOTHING, _END, _RETURN = b"\x01", b"\x0b", b"\x0f"


class Edit(NamedTuple):
    """A change of a file: ``put`` comes in place of ``without`` bytes at the offset ``at``."""

    at: int
    without: int
    put: bytes


def kept_apart(module: bytes, names: Collection[str]) -> list[Edit]:
    """Return the edits, in order, that make the exported functions of these names too long.

    Raises :class:`KeyError` if one is not exported.
    """
    file = BytesIO(module)
    sections = dict(_sections(file))
    file.seek(sections[_EXPORTS].content)
    exported = dict(_exported_functions(file))
    file.seek(sections[_IMPORTS].content)
    first = _imported_functions(file)
    wanted = {exported[name] - first for name in names}
    edits = []
    code = sections[_CODE]
    file.seek(code.content)
    for number in range(_number(file)):
        body = _sized(file)
        if number in wanted and body.size < TOO_LONG:
            filling = _RETURN + _NOTHING * (TOO_LONG - body.size - 1)
            edits += [body.grown(len(filling)), Edit(body.end - len(_END), 0, filling)]
        file.seek(body.end)
    return [code.grown(sum(len(edit.put) - edit.without for edit in edits)), *edits]


class _Kind(IntEnum):
    """What is imported or exported."""

    FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)


class _Sized(NamedTuple):
    """What follows its own size, which is at the offset ``at``."""

    at: int
    content: int
    size: int

    @property
    def end(self) -> int:
        return self.content + self.size

    def grown(self, more: int) -> Edit:
        """Return the edit of its size."""
        return Edit(self.at, self.content - self.at, bytes(unsigned.encode(self.size + more)))


def _sections(file: BytesIO) -> Iterator[tuple[int, _Sized]]:
    file.seek(_HEAD)
    while kind := file.read(1):
        section = _sized(file)
        yield kind[0], section
        file.seek(section.end)


def _exported_functions(file: BytesIO) -> Iterator[tuple[str, int]]:
    for _ in range(_number(file)):
        name = file.read(_number(file)).decode()
        kind = _kind(file)
        number = _number(file)
        if kind is _Kind.FUNCTION:
            yield name, number


def _imported_functions(file: BytesIO) -> int:
    """Return how many functions are imported: they have the first numbers."""
    functions = 0
    for _ in range(_number(file)):
        for _part in ("module", "name"):
            file.seek(_number(file), SEEK_CUR)
        match _kind(file):
            case _Kind.FUNCTION:
                functions += 1
                _number(file)
            case _Kind.TABLE:
                file.seek(1, SEEK_CUR)
                _skip_limits(file)
            case _Kind.MEMORY:
                _skip_limits(file)
            case _Kind.GLOBAL:
                file.seek(2, SEEK_CUR)
            case _Kind.TAG:
                file.seek(1, SEEK_CUR)
                _number(file)
    return functions


def _skip_limits(file: BytesIO) -> None:
    for _ in range(2 if _number(file) & _HAS_MAXIMUM else 1):
        _number(file)


def _sized(file: BytesIO) -> _Sized:
    at = file.tell()
    size = _number(file)
    return _Sized(at, file.tell(), size)


def _kind(file: BytesIO) -> _Kind:
    return _Kind(*file.read(1))


def _number(file: BytesIO) -> int:
    number, _ = unsigned.decode_reader(file)
    return number
