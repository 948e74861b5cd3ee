"""Cuts Flet's client in JavaScript in two: what a start of the app runs, and what comes later.

A browser reads the whole script before it runs any of it, and a start runs a seventh. So functions
that no start runs move to a file of their own, with the constants that only they name. In their
place a call remains that gets them out of it. ``web/later.js`` fetches the file as text before the
client runs, which takes much less than to read it as a script. It is run as one when the slate is
there, or when one of its functions is called sooner.

What can be moved stands on its own in what Flutter's compiler writes: methods and the functions of
lazy fields name nothing but their arguments, what the program declares outermost (``SHARED``), and
what the browser has. Which of them a start does not run is read off browsers, see
``bin/record_start.py``.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

LIST: Final = Path(__file__).with_suffix(".txt")
"""First the hash of the client that was recorded. Then two numbers of characters for each function
that moves: how many lie between the function before and this one, and how many it has.
"""
SHARED: Final = "A,J,B,v,$,w,t,u,hunkHelpers"
"""What the functions name of the program."""
GETS: Final = "later_"
"""The function of the first part that returns one of the second, by its number."""

_HOLDS: Final = "parts_"
_OPENED: Final = "(function dartProgram(){"
_METHOD: Final = re.compile(r"([\w$]*)\(([\w$,]*)\)\{")
_ARROW: Final = re.compile(r"(?:\(([\w$,]*)\)|([\w$]+))=>")
_CONSTANTS: Final = re.compile(
    r"\(function constants\(\)\{(var s=hunkHelpers\.makeConstList\n)(.*?)\}\)\(\);\(function ",
    re.DOTALL,
)
_EACH: Final = re.compile(r"^(?=B\.[\w$]+=)", re.MULTILINE)
"""Before each constant: its first line begins with its name."""
_NAMED: Final = re.compile(r"\bB\.([\w$]+)")

Range: TypeAlias = tuple[int, int]
"""Where a function begins and ends, in characters."""


class OtherClient(Exception):
    """The client is not the one that was recorded."""


def cut(client: str, ranges: Iterable[Range]) -> tuple[str, str]:
    r"""Return both parts of a client whose functions at these places move to the second.

    Raises :class:`OtherClient` if this cannot be a client, or if there is no such function.

    >>> client = "(function dartProgram(){var B={},A={a(b){return b+1}}})()"
    >>> first, second = cut(client, [(36, 52)])
    >>> first.partition("[i];")[2]
    'var B={},A={a(b){return later_(0).call(this,b)}}})()'
    >>> second.partition("return")[2]
    '[\nfunction(b){return b+1}\n]}));\n'
    """
    if not client.startswith(_OPENED) or re.search(rf"\b(?:{GETS}|{_HOLDS})\b", client):
        raise OtherClient
    kept: list[str] = []
    moved: list[str] = []
    at = 0
    for start, end in ranges:
        parts = _moved(client[start:end], len(moved))
        if not parts:
            raise OtherClient
        stub, function = parts
        kept += [client[at:start], stub]
        moved.append(function)
        at = end
    first, constants = _without_constants("".join([*kept, client[at:]]))
    functions = ",\n".join(moved)
    second = f"{constants}return[\n{functions}\n]"
    version = hashlib.sha256(f"{first}{second}".encode()).hexdigest()[:16]
    says = f'globalThis.clientVersion="{version}";'
    gets = f"let {_HOLDS};const {GETS}=i=>({_HOLDS}??=clientNeeds()({SHARED}))[i];"
    return (
        first.replace(_OPENED, f"{_OPENED}{says}{gets}", 1),
        f'clientBrings("{version}",(function({SHARED}){{{second}}}));\n',
    )


def version_of(second: str) -> str:
    """Return the version of the client whose second part this is.

    >>> version_of('clientBrings("0f3a",(function(){return[]}));')
    '0f3a'
    """
    return second.partition('"')[2].partition('"')[0]


def _moved(function: str, number: int) -> tuple[str, str] | None:
    """Return what stays in a function's place, and the function as a value, if it can be one."""
    if method := _METHOD.match(function):
        name, names = method.groups()
        values = f",{names}" if names else ""
        stub = f"{name}({names}){{return {GETS}({number}).call(this{values})}}"
        return stub, f"function({names}){{{function[method.end() :]}"
    if arrow := _ARROW.match(function):
        return f"{arrow[0]}{GETS}({number})({arrow[1] or arrow[2] or ''})", function
    return None


def can_move(function: str) -> bool:
    """Return whether a function can be moved, and is longer than what would stay.

    >>> can_move("a(b){return A.aVeryLongName(b).then(A.another(B.constant))}")
    True
    >>> can_move("a(){return Array.prototype.slice.call(arguments, 0, Math.min(arguments.length))}")
    False
    >>> can_move("function a(b){this.aVeryLongName=b;this.anotherLongName=b;this.aThirdName=b}")
    False
    """
    if function.startswith("function") or re.search(r"\barguments\b", function):
        return False
    parts = _moved(function, 10_000)
    return parts is not None and len(parts[0]) < len(function)


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
    for start, end in ranges:
        lines.append(f"{start - at} {end - start}")
        at = end
    LIST.write_text("\n".join(lines) + "\n")


def digest_of(client: str) -> str:
    """Return the hash by which a client is recognised."""
    return hashlib.sha256(client.encode()).hexdigest()
