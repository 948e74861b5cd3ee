"""Keeps functions of Python's WebAssembly module out of others, in a first visit.

Chromium puts the code of functions with up to 500 bytes into those that call them. Where such a
function calls whatever an object's type has for it, Chromium guesses what that will be, and where a
guess was wrong, compiles anew all that it was put into. For Python's interpreter loop that takes
0.3 s each time, five to nine times in a first visit. So these functions are made longer, by what
never runs. Later starts know better what to guess, and are faster with the module as it is.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from leb128 import u as unsigned

from pwa.wasm import Kind, Module, Section, Sized

GUESSED_WRONG: Final = (
    "PyObject_GetAttr",
    "PyObject_GetIter",
    "PyObject_Vectorcall",
    "PySequence_In",
)
"""Functions of Python, by the names of their exports."""
TOO_LONG: Final = 520
"""So many bytes of code are never put into another function."""

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
    parsed = Module(module)
    exported = {each.name: each.number for each in parsed.exports if each.kind is Kind.FUNCTION}
    first = len(parsed.imported(Kind.FUNCTION))
    wanted = {exported[name] - first for name in names}
    edits = []
    for number, body in enumerate(parsed.bodies):
        if number in wanted and body.size < TOO_LONG:
            filling = _RETURN + _NOTHING * (TOO_LONG - body.size - 1)
            edits += [_grown(body, len(filling)), Edit(body.end - len(_END), 0, filling)]
    code = dict(parsed.sections)[Section.CODE]
    return [_grown(code, sum(len(edit.put) - edit.without for edit in edits)), *edits]


def _grown(part: Sized, more: int) -> Edit:
    """Return the edit of a part's size."""
    return Edit(part.at, part.content - part.at, bytes(unsigned.encode(part.size + more)))
