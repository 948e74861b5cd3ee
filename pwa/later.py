"""Cuts Flet's client in JavaScript in two: what a start of the app runs, and what comes later.

A browser reads the whole script before it runs any of it, and a start runs a seventh. So functions
that no start runs move to a file of their own, with the constants that only they name. The first
part has their names, and makes of each a function that gets the right one out of the file: that is
read much faster than a function for each. ``web/later.js`` fetches the file as text before the
client runs, which takes much less than to read it as a script. It is run as one when the slate is
there, or when one of its functions is called sooner.

What can be moved stands on its own in what Flutter's compiler writes: methods, constructors and the
functions of lazy fields name nothing but their arguments, what the program declares outermost
(``SHARED``), and what the browser has. Which of them a start does not run is read off browsers, see
``bin/record_start.py``.
"""

import hashlib
import re
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

LIST: Final = Path(__file__).with_suffix(".txt")
"""First the hash of the client that was recorded. Then two numbers of characters for each function
that moves: how many lie between the function before and this one, and how many it has.
"""
SHARED: Final = "A,J,B,v,$,w,t,u,hunkHelpers"
"""What the functions name of the program."""
GETS: Final = "later_"
"""The function of the first part that returns one of the second, by its number."""

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""How many arguments a function takes. What takes more stays."""
_SHORTEST: Final = 25
"""In characters. To move what is shorter saves next to nothing."""
_OPENED: Final = "(function dartProgram(){"
_BEFORE_CLASSES: Final = "\nvar $={}\n"
"""Behind this come the classes. Their constructors are there, and are copied by nobody."""
_AFTER_CLASSES: Final = "(function aliases("
"""Before this, all methods are there, and have been copied by nobody."""
_METHOD: Final = re.compile(r"(?P<name>[\w$]+)\((?P<arguments>[\w$,]*)\)\{")
_CONSTRUCTOR: Final = re.compile(r"function (?P<name>[\w$]+)\((?P<arguments>[\w$,]*)\)\{")
_ARROW: Final = re.compile(r"(?:\(([\w$,]*)\)|([\w$]+))=>")
_LITERAL: Final = re.compile(r"(?:^([AJ])\.([\w$]+)\.prototype|\b([AJ]))=\{$", re.MULTILINE)
"""Where a class begins, or one of the two objects that hold all classes and other functions."""
_EMPTY: Final = re.compile(r"^([AJ])\.([\w$]+)\.prototype=\{\n?\}\n", re.MULTILINE)
_BETWEEN: Final = ",\n"
_CONSTANTS: Final = re.compile(
    r"\(function constants\(\)\{(var s=hunkHelpers\.makeConstList\n)(.*?)\}\)\(\);\(function ",
    re.DOTALL,
)
_EACH: Final = re.compile(r"^(?=B\.[\w$]+=)", re.MULTILINE)
"""Before each constant: its first line begins with its name."""
_NAMED: Final = re.compile(r"\bB\.([\w$]+)")
_MEMBERS: Final = Path(__file__).with_name("members.js")
_ADDED: Final = re.compile(
    rf"\b(?:{GETS}|(?:parts|made|makers|withMore|functions|constructors|classes|methods)_)\b"
)
"""The names that the first part has more than the client."""

Range: TypeAlias = tuple[int, int]
"""Where a function begins and ends, in characters."""


class OtherClient(Exception):
    """The client is not the one that was recorded."""


class _Kind(IntEnum):
    """What a function is, in the order of their numbers. The head of an arrow function stays."""

    CONSTRUCTOR = 0
    FUNCTION = 1
    METHOD = 2
    ARROW = 3


class _Moving(NamedTuple):
    """A function that moves, and the range that the first part lacks: all of it, or its body."""

    kind: _Kind
    start: int
    end: int
    holder: str = ""
    of: str = ""
    """The class of a method."""
    name: str = ""
    """Behind the number of arguments."""
    function: str = ""
    """The function as a value."""
    called_with: str = ""

    @property
    def length(self) -> int:
        return self.end - self.start

    @property
    def order(self) -> tuple[_Kind, str]:
        """What is of one kind and holder keeps its order."""
        return self.kind, self.holder


class _Literal(NamedTuple):
    """Where members begin: those of a class, or of what holds all classes and other functions."""

    start: int
    holder: str = ""
    of: str = ""


def cut(client: str, ranges: Iterable[Range]) -> tuple[str, str]:
    r"""Return both parts of a client whose functions at these places move to the second.

    Raises :class:`OtherClient` if this cannot be a client, or if there is no such function.

    >>> client = '''(function dartProgram(){var J={
    ... },A={
    ... a(b){return b+1},
    ... c(){return 2}},B={}
    ... var $={}
    ... ;(function aliases(){})()})()'''
    >>> first, second = cut(client, [(38, 54)])
    >>> print(first[first.index("var J") :])
    var J={
    },A={
    c(){return 2}},B={}
    var $={}
    <BLANKLINE>
    ;functions_(A,"1a");(function aliases(){})()})()
    >>> second.partition("return")[2]
    '[\nfunction(b){return b+1}\n]}));\n'
    """
    if not client.startswith(_OPENED) or _ADDED.search(client):
        raise OtherClient
    literals = _literals(client)
    moving = [_moving(client, literals, each) for each in sorted(ranges)]
    if None in moving:
        raise OtherClient
    found = sorted(filter(None, moving), key=attrgetter("order"))
    number = {each.start: number for number, each in enumerate(found)}
    kept: list[str] = []
    at = 0
    for each in sorted(found, key=attrgetter("start")):
        kept.append(client[at : each.start])
        if each.kind is _Kind.ARROW:
            kept.append(f"{GETS}({number[each.start]})({each.called_with})")
        at = each.end
    first = "".join([*kept, client[at:]])
    first, constants = _without_constants(_with_functions(first, found))
    functions = ",\n".join(each.function for each in found)
    second = f"{constants}return[\n{functions}\n]"
    version = hashlib.sha256(f"{first}{second}".encode()).hexdigest()[:16]
    return (
        first.replace(_OPENED, f'{_OPENED}globalThis.clientVersion="{version}";', 1),
        f'clientBrings("{version}",(function({SHARED}){{{second}}}));\n',
    )


def version_of(second: str) -> str:
    """Return the version of the client whose second part this is.

    >>> version_of('clientBrings("0f3a",(function(){return[]}));')
    '0f3a'
    """
    return second.partition('"')[2].partition('"')[0]


def movable(client: str, ranges: Iterable[Range]) -> list[Range]:
    """Return the places of the functions that can be moved, and are worth it, by their numbers.

    What looks at its ``arguments`` stays, and so does what is no member of a literal.
    """
    literals = _literals(client)
    found = ((_moving(client, literals, each), each) for each in sorted(ranges))
    worth = ((moving, each) for moving, each in found if moving and moving.length >= _SHORTEST)
    return [each for _, each in sorted(worth, key=lambda one: one[0].order)]


def _literals(client: str) -> list[_Literal]:
    """Return the literals in order. Before and behind them is one that nothing holds."""
    over = client.find(_AFTER_CLASSES)
    found = [
        _Literal(each.end(), each[1] or each[3], each[2] or "")
        for each in _LITERAL.finditer(client, 0, over)
    ]
    return [_Literal(0), *found, _Literal(over)]


def _moving(client: str, literals: Sequence[_Literal], place: Range) -> _Moving | None:
    """Return how a function moves, if it can."""
    start, end = place
    text = client[start:end]
    if re.search(r"\barguments\b", text):
        return None
    if arrow := _ARROW.match(text):
        values = arrow[1] or arrow[2] or ""
        return _Moving(_Kind.ARROW, start + arrow.end(), end, function=text, called_with=values)
    match = _METHOD.match(text) or _CONSTRUCTOR.match(text)
    if not match:
        return None
    name, arguments = match["name"], match["arguments"]
    count = len(arguments.split(",")) if arguments else 0
    literal = literals[bisect(literals, start, key=attrgetter("start")) - 1]
    if match.re is _METHOD:
        kind, begins = (_Kind.METHOD if literal.of else _Kind.FUNCTION), start
        function = f"function{text[len(name) :]}"
    else:
        kind, begins, function = _Kind.CONSTRUCTOR, start - len(f"{name}:"), text
    is_member = client.startswith(f"\n{name}", begins - 1)
    if not is_member or not literal.holder or count >= len(_DIGITS):
        return None
    ends = end + len(_BETWEEN) if client.startswith(_BETWEEN, end) else end
    counted = f"{_DIGITS[count]}{name}"
    return _Moving(kind, begins, ends, literal.holder, literal.of, counted, function)


def _with_functions(first: str, moving: Iterable[_Moving]) -> str:
    """Return the first part with what makes the functions that have moved out of literals.

    Raises :class:`OtherClient` if the part has no place for it.
    """
    made: dict[_Kind, str] = dict.fromkeys(_Kind, "")
    for (kind, holder), of_kind in groupby(moving, attrgetter("order")):
        by_class = groupby(of_kind, attrgetter("of"))
        lines = (" ".join([of, *(each.name for each in methods)]) for of, methods in by_class)
        made[kind] += f'{kind.name.lower()}s_({holder},"{";".join(lines).strip()}");'
    for holder in ("J", "A"):
        if names := " ".join(of for held, of in _EMPTY.findall(first) if held == holder):
            made[_Kind.CONSTRUCTOR] += f'classes_({holder},"{names}");'
    first = _EMPTY.sub("", first)
    get = f"let parts_;const {GETS}=i=>(parts_??=clientNeeds()({SHARED}))[i];"
    for mark, put in (
        (_OPENED, f"{_OPENED}{get}\n{_MEMBERS.read_text()}"),
        (_BEFORE_CLASSES, f"{_BEFORE_CLASSES}{made[_Kind.CONSTRUCTOR]}\n"),
        (_AFTER_CLASSES, f"{made[_Kind.FUNCTION]}{made[_Kind.METHOD]}{_AFTER_CLASSES}"),
    ):
        if first.count(mark) != 1:
            raise OtherClient
        first = first.replace(mark, put)
    return first


def _without_constants(first: str) -> tuple[str, str]:
    """Take out the constants that nothing in the first part names, and return both."""
    found = _CONSTANTS.search(first)
    if not found:
        return first, ""
    constants = [(_NAMED.match(text), text) for text in _EACH.split(found[2]) if text]
    names = {name[1]: set(_NAMED.findall(text)) for name, text in constants if name}
    before, after = first[: found.start(2)], first[found.end(2) :]
    needed: set[str] = set()
    more = set(_NAMED.findall(before)) | set(_NAMED.findall(after))
    while more:
        needed |= more
        more = {other for name in more for other in names.get(name, ())} - needed
    kept = "".join(text for name, text in constants if not name or name[1] in needed)
    moved = "".join(text for name, text in constants if name and name[1] not in needed)
    return f"{before}{kept}{after}", f"{found[1]}{moved}\n"


def recorded(client: str) -> Iterator[Range]:
    """Yield where this client has functions that move.

    Raises :class:`OtherClient` if another one was recorded.
    """
    digest, *lines = LIST.read_text().splitlines()
    if digest != digest_of(client):
        raise OtherClient
    at = 0
    for line in lines:
        staying, length = map(int, line.split())
        at += staying
        yield at, at + length
        at += length


def record(client: str, ranges: Iterable[Range]) -> None:
    """Write the list of the functions of this client that move."""
    lines, at = [digest_of(client)], 0
    for start, end in sorted(ranges):
        lines.append(f"{start - at} {end - start}")
        at = end
    LIST.write_text("\n".join(lines) + "\n")


def digest_of(client: str) -> str:
    """Return the hash by which a client is recognised."""
    return hashlib.sha256(client.encode()).hexdigest()
