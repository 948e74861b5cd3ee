"""Cuts a WebAssembly module in two: what a start of the app runs, and what comes later.

A start runs a quarter of what Python, or what Flutter draws with, has as WebAssembly, but browsers
compile it all. So functions that no start runs move to a module of their own. In the first part
each keeps its number, by which all else names it, and calls the moved function through a table, by
its place there. As long as the second part is missing, what stands at place 0 is called first: it
brings that part (see ``web/later_wasm.js``). The part puts its functions into the table, and calls
those of the first part through it. A call through a table is large once it is compiled: so it
stands in the first part once for each type of functions, and in the second part once for each
function that is called. Which functions a start runs is read off browsers, see
``bin/record_start.py``.
"""

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import accumulate, pairwise
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple

from leb128 import i as signed
from leb128 import u as unsigned

from pwa.later import OtherClient
from pwa.wasm import FUNCTION_TYPE, HEAD, Kind, Module, Section, Type

LISTS: Final = Path(__file__).with_name("started")
"""For each module the hash of what was recorded, and the functions that a start runs: of each how
much its number is larger than the one before.
"""
TABLE: Final = "later"
"""The name under which the first part exports the table."""
NOTED: Final = "noted"
"""What the names begin with under which a module that is recorded exports what has run."""
FIRST: Final = "first"
"""The name under which the second part imports from the first."""

_SHORTEST: Final = 40
"""In bytes. To move what is shorter saves next to nothing."""
_IN_TABLE: Final = b"\x02"
"""The form of a list of functions that stand in a table with a number."""
_OF_FUNCTIONS: Final = b"\x70"
_I32_TYPE: Final = b"\x7f"
_CHANGING_I32: Final = _I32_TYPE + b"\x01"
_NOTHING: Final = Type(b"", b"")

_UNREACHABLE, _IF, _END, _CALL, _CALL_BY_TABLE = 0x00, 0x04, 0x0B, 0x10, 0x11
_GET, _GET_GLOBAL, _SET_GLOBAL, _I32, _IS_0 = 0x20, 0x23, 0x24, 0x41, 0x45
_NOP: Final = b"\x01"
SMALL: Final = 50
"""Functions with fewer bytes are small to Chromium. Where most are, it puts more code of others
into each that it compiles a second time.
"""
_NO_RESULT: Final = 0x40
_NO_LOCALS: Final = 0
_NUMBER: Final = rb"[\x80-\xff]*+[\x00-\x7f]"


def _pattern(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern.replace(b"NUMBER", _NUMBER), re.DOTALL | re.VERBOSE)


_A_NUMBER: Final = _pattern(rb"NUMBER")
_LOCALS: Final = _pattern(rb"NUMBER .")
_MEAN_THE_SAME: Final = _pattern(
    rb"""(?:
      [\x00\x01\x05\x0b\x0f\x19-\x1b\x45-\xc4\xd1]               # without an operand
    | [\x02-\x04\x06\x09\x0c\x0d\x18\x20-\x22\x3f-\x42\xd0] NUMBER
    | [\x28-\x3e] NUMBER NUMBER                                  # memory
    | \x1c \x01 .                                                # a choice between two of a type
    | \x11 NUMBER \x00                                           # a call through the first table
    | \x43 .{4} | \x44 .{8}                                      # constants
    | \xfc (?: [\x00-\x07] | \x0a NUMBER NUMBER | \x0b NUMBER )  # conversions, copies
    | \xfd (?: [\x00-\x0b\x5c\x5d] NUMBER NUMBER                 # vectors
             | [\x0c\x0d] .{16}
             | [\x15-\x22] .
             | [\x54-\x5b] NUMBER NUMBER .
             | [\x0e-\x14\x23-\x53\x5e-\x7f]
             | [\x80-\xff] [\x01-\x7f] )
    | \xfe (?: [\x00-\x02\x10-\x4e] NUMBER NUMBER | \x03 . )     # atomic
    )*+"""
)
"""Instructions that mean the same in both parts."""
_NAME_WHAT_STAYS: Final = _pattern(
    rb"""
      [\x07\x08\x25\x26] NUMBER               # exceptions, tables
    | \x11 NUMBER NUMBER | \x13 NUMBER NUMBER # calls through other tables, or as the last thing
    | \xfc (?: [\x08\x0c\x0e] NUMBER NUMBER | [\x09\x0d\x0f-\x11] NUMBER )
    """
)
"""Instructions that name what only the first part has."""
_CHOICE: Final = _pattern(rb"\x0e (NUMBER)")
_NAME: Final = _pattern(rb"([\x10\x12\x23\x24\xd2]) (NUMBER)")
"""Instructions that name a function or a global."""
_STAYS: Final = {0x12, 0xD2}
"""Those of them that only the first part has: calls as the last thing, and references."""


class _Named(NamedTuple):
    """Where an instruction names a function or a global, by its number."""

    at: int
    end: int
    instruction: int
    number: int

    @property
    def is_global(self) -> bool:
        return self.instruction in {_GET_GLOBAL, _SET_GLOBAL}


class _Function(NamedTuple):
    """The code of a function, what it names, and whether the second part could have it."""

    code: bytes
    names: Sequence[_Named]
    is_movable: bool


def later_of(path: str) -> str:
    """Return what the second part of a module is called.

    >>> later_of("canvaskit/canvaskit.wasm")
    'canvaskit/canvaskit.later.wasm'
    """
    return str(PurePosixPath(path).with_suffix(".later.wasm"))


def recorded(content: bytes, path: str) -> set[int]:
    """Return the numbers of the functions of a module that a start runs.

    Raises :class:`OtherClient` if another module was recorded for this path.
    """
    digest, *gaps = _list_of(path).read_text().split()
    if digest != _digest_of(content):
        raise OtherClient
    return set(accumulate(map(int, gaps)))


def joint(first: bytes) -> str:
    """Return a name that a first part exports, and no first part of another module does."""
    names = (each.name for each in Module(first).exports)
    return next(name for name in names if name.startswith(f"{TABLE} "))


def record(content: bytes, path: str, started: Collection[int]) -> None:
    """Write the list of the functions of a module that a start runs."""
    numbers = sorted(started)
    gaps = (after - before for before, after in pairwise([0, *numbers]))
    _list_of(path).write_text("\n".join((_digest_of(content), *map(str, gaps))) + "\n")


def _list_of(path: str) -> Path:
    return LISTS / f"{PurePosixPath(path).stem}.txt"


def _digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def cut(content: bytes, started: Collection[int]) -> tuple[bytes, bytes]:
    """Return both parts of a module of which a start runs the functions of these numbers.

    Raises :class:`ValueError` if the module has what compilers of C do not write.
    """
    plan = _Plan(Module(content), frozenset(started))
    return _first_part(plan), _second_part(plan)


class _Plan:
    """Which functions move, and what one part has of the other."""

    def __init__(self, module: Module, started: frozenset[int]) -> None:
        self.module = module
        listed = repr(sorted(started)).encode()
        self.digest = _digest_of(module.content + listed)[:16]
        self.functions = _functions(module)
        self.moving = {
            number: place
            for place, number in enumerate(
                number
                for number, function in self.functions.items()
                if number not in started
                if function.is_movable and len(function.code) >= _SHORTEST
            )
        }
        """The functions that move, and their numbers in the second part."""
        moved = [self.functions[number] for number in self.moving]
        staying = [each for number, each in self.functions.items() if number not in self.moving]
        named = {module.start, *module.in_tables, *_functions_named(staying)}
        named |= {each.number for each in module.exports if each.kind is Kind.FUNCTION}
        self.called_later = [number for number in self.moving if number in named]
        self.called_back = sorted(_functions_named(moved).difference(self.moving))
        both = *self.called_later, *self.called_back
        self.places = {number: place for place, number in enumerate(both, 1)}
        """Where in the table functions stand that the other part calls."""
        used = {each.number for one in moved for each in one.names if each.is_global}
        self.globals = {number: place for place, number in enumerate(sorted(used))}
        """The globals that the second part names, and their numbers there."""
        types = sorted({module.functions[number] for number in self.called_later})
        self.callers = {type_: place for place, type_ in enumerate(types, len(module.functions))}
        """For each type of function that has moved, what calls those of it in the second part."""
        self.ways_back = {
            number: place for place, number in enumerate(self.called_back, len(self.moving) + 1)
        }
        """The second part's functions that call one of the first part each."""
        self.table = len(module.tables)
        self.is_there = len(module.globals)
        """The global that is 1 when the second part is there."""

    @property
    def size(self) -> bytes:
        """The size of the table, which never changes."""
        return b"\x01" + 2 * _number(len(self.places) + 1)

    def shared(self) -> Iterator[tuple[str, Kind, int, bytes]]:
        """Yield what the second part imports: its name, what it is, its number, its type."""
        module = self.module
        wanted = [
            *((Kind.MEMORY, number, type_) for number, type_ in enumerate(module.memories)),
            *((Kind.TABLE, number, type_) for number, type_ in enumerate(module.tables[:1])),
            (Kind.TABLE, self.table, _OF_FUNCTIONS + self.size),
            *((Kind.GLOBAL, number, module.globals[number]) for number in self.globals),
            (Kind.GLOBAL, self.is_there, _CHANGING_I32),
        ]
        for position, (kind, number, type_) in enumerate(wanted):
            yield f"{TABLE} {self.digest} {position}", kind, number, type_


def _first_part(plan: _Plan) -> bytes:
    module = plan.module
    exports = [_export(name, kind, number) for name, kind, number, _ in plan.shared()]
    exports.append(_export(TABLE, Kind.TABLE, plan.table))
    added = {
        Section.TYPES: [_type_of_caller(module.types[type_]) for type_ in plan.callers],
        Section.FUNCTIONS: [_number(len(module.types) + n) for n in range(len(plan.callers))],
        Section.TABLES: [_OF_FUNCTIONS + plan.size],
        Section.GLOBALS: [_CHANGING_I32 + _constant(0) + bytes([_END])],
        Section.EXPORTS: exports,
        Section.ELEMENTS: [_in_table(plan.table, 1 + len(plan.called_later), plan.called_back)],
    }
    code = [
        function.code if number not in plan.moving else _in_place_of(number, plan)
        for number, function in plan.functions.items()
    ]
    callers = (_caller(type_, plan) for type_ in plan.callers)
    return _rewritten(module, added, (*code, *callers))


def _rewritten(
    module: Module, added: Mapping[Section, Sequence[bytes]], code: Iterable[bytes]
) -> bytes:
    """Return a module with more in some sections, and with other code."""
    sections = []
    for kind, place in module.sections:
        content = module.of(place)
        if kind == Section.CODE:
            content = _several(map(_sized, code))
        elif kind in added:
            had, skipped = unsigned.decode_reader(BytesIO(content))
            more = added[Section(kind)]
            content = _number(had + len(more)) + content[skipped:] + b"".join(more)
        sections.append(_section(kind, content))
    return module.content[:HEAD] + b"".join(sections)


def _in_place_of(number: int, plan: _Plan) -> bytes:
    """Return the first part's code of a function that has moved."""
    if number not in plan.places:
        return _not_small(bytes([_NO_LOCALS, _UNREACHABLE]))
    type_ = plan.module.functions[number]
    return _not_small(
        b"".join(
            (
                bytes([_NO_LOCALS]) + _arguments(plan.module.types[type_]),
                _constant(plan.places[number]),
                bytes([_CALL]) + _number(plan.callers[type_]),
            )
        )
    )


def _type_of_caller(type_: Type) -> bytes:
    """Return the type of what calls functions of a type: it takes the place in the table last."""
    takes = type_.takes + _I32_TYPE
    return bytes([FUNCTION_TYPE]) + _sized(takes) + _sized(type_.returns)


def _caller(type_: int, plan: _Plan) -> bytes:
    """Return the first part's code that calls the second part's functions of a type."""
    types = plan.module.types
    bring = _constant(0) + _calling(types.index(_NOTHING), plan.table)
    place = _get(len(types[type_].takes))
    return b"".join(
        (
            bytes([_NO_LOCALS, _GET_GLOBAL]) + _number(plan.is_there),
            bytes([_IS_0, _IF, _NO_RESULT]) + bring + bytes([_END]),
            _arguments(types[type_]) + place + _calling(type_, plan.table),
            bytes([_END]),
        )
    )


def _way_back(number: int, plan: _Plan) -> bytes:
    """Return the second part's code that calls a function of the first part."""
    type_ = plan.module.functions[number]
    given = _arguments(plan.module.types[type_]) + _constant(plan.places[number])
    return _not_small(bytes([_NO_LOCALS]) + given + _calling(type_, 1))


def _arguments(type_: Type) -> bytes:
    """Return what puts all arguments of a function there, to be given to another one."""
    return b"".join(map(_get, range(len(type_.takes))))


def _get(local: int) -> bytes:
    return bytes([_GET]) + _number(local)


def _not_small(code: bytes) -> bytes:
    """Return the code of a function, filled up with what does nothing."""
    return code + _NOP * (SMALL - 1 - len(code)) + bytes([_END])


def _second_part(plan: _Plan) -> bytes:
    module = plan.module
    imports = (
        _named(FIRST) + _named(name) + bytes([kind]) + type_
        for name, kind, _, type_ in plan.shared()
    )
    types = (module.functions[number] for number in plan.moving)
    back = (module.functions[number] for number in plan.ways_back)
    nothing = module.types.index(_NOTHING)
    called = [plan.moving[number] for number in plan.called_later]
    code = [_moved(plan.functions[number], plan) for number in plan.moving]
    ways_back = (_way_back(number, plan) for number in plan.ways_back)
    tells = bytes([_NO_LOCALS]) + _constant(1) + bytes([_SET_GLOBAL])
    tells += _number(len(plan.globals)) + bytes([_END])
    sections = {
        Section.TYPES: module.of(dict(module.sections)[Section.TYPES]),
        Section.IMPORTS: _several(imports),
        Section.FUNCTIONS: _several(map(_number, (*types, nothing, *back))),
        Section.START: _number(len(plan.moving)),
        Section.ELEMENTS: _several([_in_table(1, 1, called)]),
        Section.CODE: _several(map(_sized, (*code, tells, *ways_back))),
    }
    return module.content[:HEAD] + b"".join(
        _section(kind, content) for kind, content in sections.items()
    )


def _moved(function: _Function, plan: _Plan) -> bytes:
    """Return the second part's code of a function."""
    parts = []
    end = 0
    for named in function.names:
        parts.append(function.code[end : named.at])
        end = named.end
        if named.is_global:
            parts.append(bytes([named.instruction]) + _number(plan.globals[named.number]))
        else:
            own = plan.moving if named.number in plan.moving else plan.ways_back
            parts.append(bytes([_CALL]) + _number(own[named.number]))
    return b"".join((*parts, function.code[end:]))


def _functions(module: Module) -> dict[int, _Function]:
    """Return the functions that are not imported, by their numbers."""
    imported = len(module.imported(Kind.FUNCTION))
    return {number: _read(module.of(body)) for number, body in enumerate(module.bodies, imported)}


def _read(code: bytes) -> _Function:
    names = []
    is_movable = True
    at = _end_of_locals(code)
    while (at := _skip(_MEAN_THE_SAME, code, at, 1)) < len(code):
        if name := _NAME.match(code, at):
            instruction = name[1][0]
            names.append(_Named(at, name.end(), instruction, _value(name[2])))
            is_movable &= instruction not in _STAYS
            at = name.end()
        elif choice := _CHOICE.match(code, at):
            at = _skip(_A_NUMBER, code, choice.end(), _value(choice[1]) + 1)
        elif other := _NAME_WHAT_STAYS.match(code, at):
            is_movable = False
            at = other.end()
        else:
            raise ValueError(f"instruction {code[at]}")
    return _Function(code, names, is_movable)


def _end_of_locals(code: bytes) -> int:
    """Return where the instructions of a function begin."""
    end = _skip(_A_NUMBER, code, 0, 1)
    return _skip(_LOCALS, code, end, _value(code[:end]))


def _skip(pattern: re.Pattern[bytes], code: bytes, at: int, count: int) -> int:
    for _ in range(count):
        if not (found := pattern.match(code, at)):
            raise ValueError(f"byte {code[at : at + 1].hex()}")
        at = found.end()
    return at


def _functions_named(functions: Iterable[_Function]) -> set[int]:
    return {each.number for one in functions for each in one.names if not each.is_global}


@cache
def _value(number: bytes) -> int:
    return unsigned.decode(bytearray(number))


@cache
def _number(value: int) -> bytes:
    return bytes(unsigned.encode(value))


def _constant(value: int) -> bytes:
    return bytes([_I32]) + bytes(signed.encode(value))


def _calling(type_: int, table: int) -> bytes:
    return bytes([_CALL_BY_TABLE]) + _number(type_) + _number(table)


def _in_table(table: int, place: int, functions: Sequence[int]) -> bytes:
    """Return that functions stand in a table from a place on."""
    listed = _several(map(_number, functions))
    return _IN_TABLE + _number(table) + _constant(place) + bytes([_END, Kind.FUNCTION]) + listed


def _sized(content: bytes) -> bytes:
    return _number(len(content)) + content


def _named(name: str) -> bytes:
    return _sized(name.encode())


def _export(name: str, kind: Kind, number: int) -> bytes:
    return _named(name) + bytes([kind]) + _number(number)


def _several(parts: Iterable[bytes]) -> bytes:
    listed = list(parts)
    return _number(len(listed)) + b"".join(listed)


def _section(kind: int, content: bytes) -> bytes:
    return bytes([kind]) + _sized(content)


def noting(content: bytes) -> bytes:
    """Return a module whose functions note that they run.

    It exports a global for each, which is named after its number behind ``NOTED`` and is then 1.
    """
    module = Module(content)
    exports, code = [], []
    for at, (number, function) in enumerate(_functions(module).items(), len(module.globals)):
        exports.append(_export(f"{NOTED} {number}", Kind.GLOBAL, at))
        start = _end_of_locals(function.code)
        notes = _constant(1) + bytes([_SET_GLOBAL]) + _number(at)
        code.append(function.code[:start] + notes + function.code[start:])
    globals_ = [_CHANGING_I32 + _constant(0) + bytes([_END])] * len(code)
    return _rewritten(module, {Section.GLOBALS: globals_, Section.EXPORTS: exports}, code)
