"""Reads WebAssembly modules: their sections, and what these list."""

from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cached_property
from io import SEEK_CUR, BytesIO
from typing import Final, NamedTuple, TypeVar

from leb128 import u as unsigned

HEAD: Final = 8
"""So many bytes stand before the first section."""
FUNCTION_TYPE: Final = 0x60
_FUNCTIONS: Final = 0
"""The form of a list of functions that stands in a module's only table."""
_HAS_MAXIMUM: Final = 1
_END: Final = 0x0B

_Item = TypeVar("_Item")


class Kind(IntEnum):
    """What is imported or exported."""

    FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)


class Section(IntEnum):
    """The sections of a module that are read or written, by their numbers."""

    TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS, START, ELEMENTS, CODE = range(
        1, 11
    )


class Sized(NamedTuple):
    """What follows its own size, which is at the offset ``at``."""

    at: int
    content: int
    size: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.content + self.size


class Type(NamedTuple):
    """The type of a function: what it takes and returns, a byte for each."""

    takes: bytes
    returns: bytes


class Import(NamedTuple):
    """What is imported, and its type as it stands in the module."""

    kind: Kind
    type: bytes


class Export(NamedTuple):
    """What is exported: its name, and its number among those of its kind."""

    name: str
    kind: Kind
    number: int


class Module:
    """A module, which is read as far as it is asked for."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    @cached_property
    def sections(self) -> list[tuple[int, Sized]]:
        """The number and place of each section, in order."""
        file = self._at(HEAD)
        found = []
        while kind := file.read(1):
            found.append((kind[0], _skipped(file)))
        return found

    def section(self, section: Section) -> Sized | None:
        """Return the place of a section, if the module has it."""
        return dict(self.sections).get(section)

    @cached_property
    def types(self) -> list[Type]:
        """The types of functions, by number."""
        return list(self._each(Section.TYPES, _function_type))

    @cached_property
    def imports(self) -> list[Import]:
        """What is imported: of each kind, this has the first numbers."""
        return list(self._each(Section.IMPORTS, _import))

    def imported(self, kind: Kind) -> list[bytes]:
        """Return the types of the imports of a kind, as they stand in the module."""
        return [each.type for each in self.imports if each.kind is kind]

    @cached_property
    def exports(self) -> list[Export]:
        """What is exported."""
        return list(self._each(Section.EXPORTS, _export))

    @cached_property
    def functions(self) -> list[int]:
        """The number of each function's type: first of those that are imported."""
        imported = (unsigned.decode(bytearray(each)) for each in self.imported(Kind.FUNCTION))
        return [*imported, *self._each(Section.FUNCTIONS, _number)]

    @cached_property
    def tables(self) -> list[bytes]:
        """The type of each table."""
        return [*self.imported(Kind.TABLE), *self._each(Section.TABLES, _table)]

    @cached_property
    def memories(self) -> list[bytes]:
        """The type of each memory."""
        return [*self.imported(Kind.MEMORY), *self._each(Section.MEMORIES, _limits)]

    @cached_property
    def globals(self) -> list[bytes]:
        """The type of each global: what it holds, and whether it changes."""
        return [*self.imported(Kind.GLOBAL), *self._each(Section.GLOBALS, _global)]

    @cached_property
    def start(self) -> int | None:
        """The function that runs when there is an instance, if there is one."""
        place = self.section(Section.START)
        return _number(self._at(place.content)) if place else None

    @cached_property
    def in_tables(self) -> set[int]:
        """The functions that stand in tables from the beginning."""
        return {each for some in self._each(Section.ELEMENTS, _functions) for each in some}

    @cached_property
    def bodies(self) -> list[Sized]:
        """The code of each function that is not imported."""
        return list(self._each(Section.CODE, _skipped))

    def of(self, part: Sized) -> bytes:
        """Return the content of a part."""
        return self.content[part.content : part.end]

    def _each(self, section: Section, read: Callable[[BytesIO], _Item]) -> Iterator[_Item]:
        if place := self.section(section):
            file = self._at(place.content)
            for _ in range(_number(file)):
                yield read(file)

    def _at(self, offset: int) -> BytesIO:
        file = BytesIO(self.content)
        file.seek(offset)
        return file


def _skipped(file: BytesIO) -> Sized:
    """Read the size of what follows, and skip it."""
    at = file.tell()
    size = _number(file)
    part = Sized(at, file.tell(), size)
    file.seek(part.end)
    return part


def _number(file: BytesIO) -> int:
    """Read a number without a sign."""
    value, _ = unsigned.decode_reader(file)
    return value


def _function_type(file: BytesIO) -> Type:
    if (form := file.read(1)[0]) != FUNCTION_TYPE:
        raise ValueError(f"form {form}")
    return Type(file.read(_number(file)), file.read(_number(file)))


def _import(file: BytesIO) -> Import:
    for _part in ("module", "name"):
        file.seek(_number(file), SEEK_CUR)
    kind = Kind(*file.read(1))
    return Import(kind, _TYPES[kind](file))


def _export(file: BytesIO) -> Export:
    name = file.read(_number(file)).decode()
    return Export(name, Kind(*file.read(1)), _number(file))


def _numbers(file: BytesIO, count: int) -> bytes:
    """Read numbers as they stand in the module."""
    return b"".join(bytes(unsigned.encode(_number(file))) for _ in range(count))


def _limits(file: BytesIO) -> bytes:
    flags = file.read(1)
    return flags + _numbers(file, 2 if flags[0] & _HAS_MAXIMUM else 1)


def _table(file: BytesIO) -> bytes:
    return file.read(1) + _limits(file)


def _global(file: BytesIO) -> bytes:
    """Read a global's type, and skip what it begins with."""
    type_ = file.read(2)
    _skip_constant(file)
    return type_


def _functions(file: BytesIO) -> list[int]:
    """Read the functions that stand in a module's only table, from some place on."""
    if (form := _number(file)) != _FUNCTIONS:
        raise ValueError(f"form {form}")
    _skip_constant(file)
    return [_number(file) for _ in range(_number(file))]


_OPERANDS: Final[dict[int, Callable[[BytesIO], object]]] = {
    0x41: _number,  # an i32
    0x42: _number,  # an i64
    0x43: lambda file: file.read(4),  # an f32
    0x44: lambda file: file.read(8),  # an f64
    0x23: _number,  # a global
    0xD0: _number,  # no function
    0xD2: _number,  # a function
    0x6A: lambda _file: None,  # a sum
}
"""How to read what follows an instruction of a constant."""


def _skip_constant(file: BytesIO) -> None:
    while (instruction := file.read(1)[0]) != _END:
        _OPERANDS[instruction](file)


_TYPES: Final[dict[Kind, Callable[[BytesIO], bytes]]] = {
    Kind.FUNCTION: lambda file: _numbers(file, 1),
    Kind.TABLE: _table,
    Kind.MEMORY: _limits,
    Kind.GLOBAL: lambda file: file.read(2),
    Kind.TAG: lambda file: _numbers(file, 2),
}
"""How to read the type of an import."""
