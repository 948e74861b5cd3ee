"""Rewrites WebAssembly so that Chromium compiles Python's interpreter once, not again and again.

Chromium compiles what runs often a second time. It then guesses, from what it has seen, which
function a call through the table reaches; where it was wrong, it compiles anew. The loop that
interprets Python is 79 KB of WebAssembly, which take 0.2 s each time: that happened six times in a
first visit, and twice or three times in each later start. Where all calls come from one place,
nothing can be guessed.

The format is that of the WebAssembly specification, chapter "Binary Format".
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

_HEADER: Final = 8
"""So many bytes begin every program."""
_TYPES, _IMPORTS, _FUNCTIONS, _CODE = 1, 2, 3, 10
"""Sections, by their numbers."""
_FUNCTION, _TABLE, _MEMORY, _GLOBAL, _TAG = range(5)
"""What can be imported."""
_FUNCTION_TYPE: Final = 0x60
_HAS_MOST: Final = 0x01
"""A flag of a limit that tells the most, too."""
_I32: Final = b"\x7f"

_END, _CALL, _CALL_INDIRECT, _LOCAL_GET = 0x0B, 0x10, 0x11, 0x20
_BR_TABLE, _SELECT_TYPED, _PREFIX = 0x0E, 0x1C, 0xFC
_FIXED: Final = {0x43: 4, 0x44: 8}
"""The bytes of constants that are floating-point numbers, by their instruction."""
_NUMBERS: Final = {
    **dict.fromkeys((0x00, 0x01, 0x05, _END, 0x0F, 0x19, 0x1A, 0x1B, *range(0x45, 0xC5)), 0),
    **dict.fromkeys((0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0C, 0x0D, _CALL, 0x18), 1),
    **dict.fromkeys((*range(_LOCAL_GET, 0x25), 0x3F, 0x40, 0x41, 0x42, 0xD0), 1),
    **dict.fromkeys((_CALL_INDIRECT, *range(0x28, 0x3F)), 2),
}
"""How many numbers follow an instruction."""
_NUMBERS_AFTER_PREFIX: Final = {**dict.fromkeys(range(8), 0), 0x0A: 2, 0x0B: 1}


class Unreadable(Exception):
    """A program has something that is not known here."""


def gather_calls(program: bytes) -> bytes:
    """Return the program with all calls through the table in one new function for each type.

    Such a function is called with what it passes on, and with the place in the table. Raises
    :class:`Unreadable`.
    """
    sections = list(_sections(program))
    content = dict(sections)
    types = list(_types(content[_TYPES]))
    functions = list(_numbers(content[_FUNCTIONS]))
    bodies = list(_vector(content[_CODE]))
    first_new = sum(1 for _ in _imported_functions(content[_IMPORTS])) + len(functions)
    gathered: dict[int, int] = {}

    def gathering(called: int) -> int:
        """Return the number of the new function for a type."""
        return gathered.setdefault(called, first_new + len(gathered))

    bodies = [_rewritten(body, gathering) for body in bodies]
    for called in gathered:
        parameters, results = types[called]
        passing = parameters + _I32, results
        if passing not in types:
            types.append(passing)
        functions.append(types.index(passing))
        bodies.append(_passing_on(called, len(parameters)))
    written = {
        _TYPES: _joined(bytes([_FUNCTION_TYPE]) + b"".join(map(_sized, each)) for each in types),
        _FUNCTIONS: _joined(map(_number, functions)),
        _CODE: _joined(map(_sized, bodies)),
    }
    parts = (bytes([name]) + _sized(written.get(name, held)) for name, held in sections)
    return program[:_HEADER] + b"".join(parts)


def _rewritten(body: bytes, gathering: Callable[[int], int]) -> bytes:
    """Return a function's body that calls the gathering functions instead of the table."""
    if _CALL_INDIRECT not in body:
        return body
    at = _after_locals(body)
    parts = [body[:at]]
    while at < len(body):
        after = _after(body, at)
        if body[at] == _CALL_INDIRECT:
            called, after_called = _read(body, at + 1)
            if table := body[after_called]:
                raise Unreadable(f"table {table}")
            parts += [bytes([_CALL]), _number(gathering(called))]
        else:
            parts.append(body[at:after])
        at = after
    return b"".join(parts)


def _passing_on(called: int, parameters: int) -> bytes:
    """Return the body of a function that passes on its parameters through the table."""
    pushes = (bytes([_LOCAL_GET]) + _number(each) for each in range(parameters + 1))
    call = bytes([_CALL_INDIRECT]) + _number(called) + _number(0)
    return _number(0) + b"".join(pushes) + call + bytes([_END])


def _after(code: bytes, at: int) -> int:
    """Return where the next instruction begins."""
    instruction = code[at]
    at += 1
    if instruction in _FIXED:
        return at + _FIXED[instruction]
    if instruction in {_BR_TABLE, _SELECT_TYPED}:
        count, at = _read(code, at)
        return _skip(code, at, count + (instruction == _BR_TABLE))
    if instruction == _PREFIX:
        numbered, at = _read(code, at)
        numbers = _NUMBERS_AFTER_PREFIX.get(numbered)
    else:
        numbers = _NUMBERS.get(instruction)
    if numbers is None:
        raise Unreadable(f"instruction {instruction:#x}")
    return _skip(code, at, numbers)


def _after_locals(body: bytes) -> int:
    groups, at = _read(body, 0)
    for _ in range(groups):
        at = _skip(body, at, 1) + 1
    return at


def _sections(program: bytes) -> Iterator[tuple[int, bytes]]:
    at = _HEADER
    while at < len(program):
        name = program[at]
        held, at = _read_sized(program, at + 1)
        yield name, held


def _types(section: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the parameters and the results of each function's type."""
    count, at = _read(section, 0)
    for _ in range(count):
        if section[at] != _FUNCTION_TYPE:
            raise Unreadable(f"type {section[at]:#x}")
        parameters, at = _read_sized(section, at + 1)
        results, at = _read_sized(section, at)
        yield parameters, results


def _imported_functions(section: bytes) -> Iterator[int]:
    """Yield the type of each function that is imported."""
    count, at = _read(section, 0)
    for _ in range(count):
        for _ in range(2):  # the names of a module, and of something in it
            _, at = _read_sized(section, at)
        kind, at = section[at], at + 1
        if kind == _FUNCTION:
            of_type, at = _read(section, at)
            yield of_type
        elif kind in {_TABLE, _MEMORY}:
            at += kind == _TABLE
            at = _skip(section, at + 1, 2 if section[at] & _HAS_MOST else 1)
        elif kind in {_GLOBAL, _TAG}:
            at = _skip(section, at + 1, 1)
        else:
            raise Unreadable(f"import {kind}")


def _vector(section: bytes) -> Iterator[bytes]:
    count, at = _read(section, 0)
    for _ in range(count):
        held, at = _read_sized(section, at)
        yield held


def _numbers(section: bytes) -> Iterator[int]:
    count, at = _read(section, 0)
    for _ in range(count):
        number, at = _read(section, at)
        yield number


def _read(content: bytes, at: int) -> tuple[int, int]:
    """Return a number without a sign, of seven bits in each byte, and where it ends."""
    number = shift = 0
    while True:
        byte = content[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
        shift += 7


def _read_sized(content: bytes, at: int) -> tuple[bytes, int]:
    length, at = _read(content, at)
    return content[at : at + length], at + length


def _skip(content: bytes, at: int, numbers: int) -> int:
    for _ in range(numbers):
        while content[at] >= 0x80:
            at += 1
        at += 1
    return at


def _number(number: int) -> bytes:
    written = bytearray()
    while number >= 0x80:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    written.append(number)
    return bytes(written)


def _sized(content: bytes) -> bytes:
    return _number(len(content)) + content


def _joined(parts: Iterable[bytes]) -> bytes:
    held = list(parts)
    return _number(len(held)) + b"".join(held)
