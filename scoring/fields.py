"""The values that a sheet can have: one small class, a kind, for each sort of value.

The same kinds describe house rules and entries, so the sheet file, the settings page and
the rules page all come from the fields of a game's dataclasses.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from datetime import date, datetime, time
from enum import StrEnum
from functools import cache
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar, cast, overload

from scoring.refusals import Fault, Refused

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
E = TypeVar("E", bound=StrEnum)


class Kind(Protocol[T_co]):
    """Checks one value that came from outside and returns it as Python holds it."""

    def read(self, raw: object) -> T_co:
        """Return the checked value, or raise :class:`Refused` without a key."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from ``low`` to ``high``. ``true`` is not 1 and 65.0 is not 65.

    >>> Whole(0, 10).read(3)
    3
    """

    low: int
    high: int

    def read(self, raw: object) -> int:
        """Return the number, or raise ``not_whole`` or ``out_of_range``."""
        if type(raw) is not int:
            raise Refused(Fault.NOT_WHOLE, value=raw)
        if not self.low <= raw <= self.high:
            raise Refused(Fault.OUT_OF_RANGE, value=raw, low=self.low, high=self.high)
        return raw


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def read(self, raw: object) -> bool:
        """Return the flag, or raise ``not_a_flag``."""
        if type(raw) is not bool:
            raise Refused(Fault.NOT_A_FLAG, value=raw)
        return raw


@dataclass(frozen=True, slots=True)
class OneOf(Generic[E]):
    """One of the words of an enumeration."""

    choices: type[E]

    @property
    def members(self) -> tuple[E, ...]:
        """The words, in the order of their declaration."""
        return tuple(self.choices)

    def read(self, raw: object) -> E:
        """Return the member, or raise ``not_a_choice``."""
        choices: Mapping[str, E] = _by_value(self.choices)
        choice = choices.get(raw) if type(raw) is str else None
        if choice is None:
            raise Refused(Fault.NOT_A_CHOICE, value=raw, choices=self.members)
        return choice


@cache
def _by_value(choices: type[E]) -> Mapping[str, E]:
    return {choice.value: choice for choice in choices}


@dataclass(frozen=True, slots=True)
class OneNumberOf:
    """One of a few whole numbers, such as the 20 or 40 of a meld."""

    choices: tuple[int, ...]

    def read(self, raw: object) -> int:
        """Return the number, or raise ``not_whole`` or ``not_a_choice``."""
        if type(raw) is not int:
            raise Refused(Fault.NOT_WHOLE, value=raw)
        if raw not in self.choices:
            raise Refused(Fault.NOT_A_CHOICE, value=raw, choices=self.choices)
        return raw


@dataclass(frozen=True, slots=True)
class OrNull(Generic[T]):
    """The inner kind, or null."""

    kind: Kind[T]

    def read(self, raw: object) -> T | None:
        """Return None for null, else what the inner kind reads."""
        return None if raw is None else self.kind.read(raw)


@dataclass(frozen=True, slots=True)
class Several(Generic[T]):
    """A list of exactly ``count`` values of one kind, read as a tuple."""

    kind: Kind[T]
    count: int

    def read(self, raw: object) -> tuple[T, ...]:
        """Return the values, or raise ``not_a_list``, ``wrong_count`` or the inner fault."""
        if type(raw) is not list:
            raise Refused(Fault.NOT_A_LIST, value=raw)
        if len(raw) != self.count:
            raise Refused(Fault.WRONG_COUNT, value=len(raw), count=self.count)
        return tuple(map(self.kind.read, raw))


def both(kind: Kind[T]) -> Kind[tuple[T, T]]:
    """Return the kind of a list of exactly two values, one for each side."""
    return cast("Kind[tuple[T, T]]", Several(kind, 2))


@dataclass(frozen=True, slots=True)
class UpTo(Generic[T]):
    """A list of at most ``most`` values of one kind, read as a tuple."""

    kind: Kind[T]
    most: int

    def read(self, raw: object) -> tuple[T, ...]:
        """Return the values, or raise ``not_a_list``, ``too_many`` or the inner fault."""
        if type(raw) is not list:
            raise Refused(Fault.NOT_A_LIST, value=raw)
        if len(raw) > self.most:
            raise Refused(Fault.TOO_MANY, most=self.most, value=len(raw))
        return tuple(map(self.kind.read, raw))


@dataclass(frozen=True, slots=True)
class Text:
    """Text of ``low`` to ``high`` characters that can be written as UTF-8."""

    low: int
    high: int

    def read(self, raw: object) -> str:
        """Return the text, or raise ``not_text``, ``text_length`` or ``text_broken``."""
        if type(raw) is not str:
            raise Refused(Fault.NOT_TEXT, value=raw)
        if not self.low <= len(raw) <= self.high:
            raise Refused(Fault.TEXT_LENGTH, value=len(raw), low=self.low, high=self.high)
        if not raw.isascii():
            try:
                raw.encode()
            except UnicodeEncodeError:
                raise Refused(Fault.TEXT_BROKEN) from None
        return raw


@dataclass(frozen=True, slots=True)
class Day:
    """A day as an ISO date."""

    def read(self, raw: object) -> str:
        """Return the date as it was written, or raise ``not_a_date``."""
        if type(raw) is str and _is_iso(raw, date.fromisoformat):
            return raw
        raise Refused(Fault.NOT_A_DATE, value=raw)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment as an ISO time, with or without its date."""

    def read(self, raw: object) -> str:
        """Return the time as it was written, or raise ``not_a_time``."""
        if type(raw) is str and (
            _is_iso(raw, datetime.fromisoformat) or _is_iso(raw, time.fromisoformat)
        ):
            return raw
        raise Refused(Fault.NOT_A_TIME, value=raw)


@dataclass(frozen=True, slots=True)
class Instant:
    """A moment as an ISO time with its date and its offset: two of them can be put in order."""

    def read(self, raw: object) -> str:
        """Return the time as it was written, or raise ``not_a_time``."""
        if type(raw) is str and _is_iso(raw, _with_offset):
            return raw
        raise Refused(Fault.NOT_A_TIME, value=raw)


def _with_offset(text: str) -> None:
    """Raise :class:`ValueError` unless a text is an ISO time with an offset."""
    if datetime.fromisoformat(text).tzinfo is None:
        raise ValueError(text)


def _is_iso(text: str, parse: Callable[[str], object]) -> bool:
    try:
        parse(text)
    except ValueError:
        return False
    return text.isascii()  # between date and time, Python takes any character, even a broken one


SIDE = Whole(0, 1)
"""One of two sides."""

LONGEST_TEXT = 5 * 1024 * 1024
"""A note may be as long as the file that holds it."""

_Record = TypeVar("_Record")


@overload
def of_kind(kind: Kind[T]) -> T: ...
@overload
def of_kind(kind: Kind[T], *, default: T, compare: bool = ...) -> T: ...
def of_kind(kind: Kind[Any], *, default: Any = MISSING, compare: bool = True) -> Any:
    """Declare a dataclass field that is read by ``kind``; without a default it is required.

    One that is not to ``compare`` makes no difference to whether two records are equal. The
    dataclass must have no slots and no ``__post_init__``: :func:`read_record` fills it.
    """
    return field(default=default, compare=compare, metadata={"kind": kind})


@dataclass(frozen=True, kw_only=True)
class Remarks:
    """What every entry may carry and scoring ignores: when it was tapped, and a note."""

    at: str | None = of_kind(Moment(), default=None)
    note: str | None = of_kind(Text(0, LONGEST_TEXT), default=None)

    def without_remarks(self) -> Self:
        """Return only what counts."""
        return replace(self, at=None, note=None)

    def to_the_minute(self) -> Self:
        """Return it with its time without seconds."""
        return replace(self, at=_to_the_minute(self.at)) if self.at else self


def _to_the_minute(moment: str) -> str:
    """Return an ISO time without seconds.

    >>> _to_the_minute("2026-11-20T21:30:59+01:00"), _to_the_minute("21:30")
    ('2026-11-20T21:30+01:00', '21:30')
    """
    try:
        read: datetime | time = datetime.fromisoformat(moment)
    except ValueError:
        read = time.fromisoformat(moment)
    return read.isoformat(timespec="minutes")


class _Fields(NamedTuple):
    kinds: Mapping[str, Kind[Any]]
    defaults: Mapping[str, object]


_FIELDS: dict[type[Any], _Fields] = {}


def _fields_of(record: type[Any]) -> _Fields:
    """Return what the fields of ``record`` declare, collected once for each class."""
    found = _FIELDS.get(record)
    if found is None:
        declared = fields(record)
        kinds = {f.name: f.metadata["kind"] for f in declared}
        defaults = {f.name: f.default for f in declared if f.default is not MISSING}
        found = _FIELDS[record] = _Fields(kinds, defaults)
    return found


def kinds_of(record: type[Any]) -> Mapping[str, Kind[Any]]:
    """Return the kind of each field of ``record``, in the order of its declaration."""
    return _fields_of(record).kinds


def defaults_of(record: type[Any]) -> Mapping[str, object]:
    """Return the default of each field that has one; fields without are required."""
    return _fields_of(record).defaults


class KeyedTwice(dict[str, object]):
    """An object of the file in which a key stood twice; ``key`` is the first such key."""

    key = ""


def read_object(raw: object) -> dict[str, object]:
    """Return ``raw`` if it is an object whose keys are unique, else raise :class:`Refused`."""
    if type(raw) is dict:
        return raw
    if isinstance(raw, KeyedTwice):
        raise Refused(Fault.KEY_TWICE, key=raw.key)
    raise Refused(Fault.NOT_AN_OBJECT, value=raw)


def check_keys(
    raw: Mapping[str, object], required: Collection[str], optional: Collection[str] = ()
) -> None:
    """Raise ``key_unknown`` or ``key_missing`` unless an object has these keys and no others.

    >>> check_keys({"name": "Mein"}, required=["name"], optional=["players"])
    """
    for key in raw:
        if key not in required and key not in optional:
            raise Refused(Fault.KEY_UNKNOWN, key=key)
    for key in required:
        if key not in raw:
            raise Refused(Fault.KEY_MISSING, key=key)


def check_version(found: object, known: int) -> None:
    """Raise ``version_unknown`` unless a file has the version of its format that is known here.

    >>> check_version(1, known=1)
    """
    if type(found) is not int or found != known:
        raise Refused(Fault.VERSION_UNKNOWN, value=found)


def read_record(record: type[_Record], raw: Mapping[str, object], ignored: str = "") -> _Record:
    """Build the dataclass ``record`` from an object of the file, checking every value.

    ``ignored`` names a key that was dealt with already (an entry's ``type``).
    Raises :class:`Refused` with the ``key`` that is missing, unknown or out of range.
    """
    kinds, defaults = _fields_of(record)
    values = {**defaults}
    for key, value in raw.items():
        kind = kinds.get(key)
        if kind is None:
            if key == ignored:
                continue
            raise Refused(Fault.KEY_UNKNOWN, key=key)
        try:
            values[key] = kind.read(value)
        except Refused as refused:
            refused.values.setdefault("key", key)
            raise
    if len(values) < len(kinds):
        missing = next(key for key in kinds if key not in values)
        raise Refused(Fault.KEY_MISSING, key=missing)
    made = object.__new__(record)
    object.__setattr__(made, "__dict__", values)  # __init__ takes three times as long
    return made


def write_record(record: object) -> dict[str, object]:
    """Return the values of ``record`` as the file holds them, leaving defaults out."""
    kinds, defaults = _fields_of(type(record))
    written: dict[str, object] = {}
    for key in kinds:
        value = getattr(record, key)
        if key in defaults and value == defaults[key]:
            continue
        if isinstance(value, StrEnum):
            value = value.value
        written[key] = list(value) if isinstance(value, tuple) else value
    return written
