"""What QR codes say: a content as one text, or as several that are read in any order.

A text is ``2.5.9AE3F120.MFRGG…``: the number of the part, of how many, the CRC-32 of the whole
content, and the part in Base32. All its characters can stand in the fragment of an address, and a
QR code holds them more densely than other letters.
"""

import re
import zlib
from base64 import b32decode, b32encode
from binascii import Error
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from scoring.refusals import Fault, Refused

IN_ONE: Final = 800
"""So many bytes fit well into one still code: more would make its dots too small."""
IN_SEVERAL: Final = 500
"""So many bytes are in each of several codes, which have to be caught while they change."""
MOST_PARTS: Final = 99
LONGEST_PART: Final = ceil(IN_ONE * 8 / 5)
OWN: Final = "KNODDEL:"
"""What stands before a part in a code that leads to no address."""
_TEXT: Final = re.compile(
    rf"([1-9][0-9]?)\.([1-9][0-9]?)\.([0-9A-F]{{8}})\.([A-Z2-7]{{1,{LONGEST_PART}}})"
)


def parts(content: bytes) -> Sequence[str]:
    """Return the text of each code. Raises ``code_too_large`` if they would be too many.

    >>> parts(b"Karl")
    ['1.1.7D499730.JNQXE3A']
    """
    number = 1 if len(content) <= IN_ONE else ceil(len(content) / IN_SEVERAL)
    if number > MOST_PARTS:
        raise Refused(Fault.CODE_TOO_LARGE)
    size, whole = ceil(len(content) / number), _sum(content)
    return [
        f"{at + 1}.{number}.{whole}.{_letters(content[at * size : (at + 1) * size])}"
        for at in range(number)
    ]


def in_code(part: str, address: str | None) -> Sequence[str]:
    """Return what the code of a part says; the pieces have letters of different kinds.

    With the ``address`` of the app any camera opens it, and nothing behind ``#`` reaches a server.
    A computer's server has none that would help: it is not there offline, and whoever reaches it
    sees the evening already. Then only the app itself reads the code.

    >>> "".join(in_code("1.1.7D499730.JNQXE3A", "https://example.org/"))
    'https://example.org/#1.1.7D499730.JNQXE3A'
    """
    return [f"{address}#", part] if address else [OWN + part]


def part_in(said: str) -> str:
    """Return the part in what a code says; :meth:`Gathered.add` refuses what is none.

    >>> part_in("KNODDEL:1.1.7D499730.JNQXE3A")
    '1.1.7D499730.JNQXE3A'
    """
    return said.rpartition("#")[2].removeprefix(OWN)


@dataclass(frozen=True, slots=True)
class Gathered:
    """The parts that have been read so far. A part of another content begins anew.

    >>> Gathered().add("1.1.7D499730.JNQXE3A").content
    b'Karl'
    """

    of: int = 0
    """How many parts there are; 0 before the first."""
    _whole: str = ""
    _found: Mapping[int, bytes] = field(default_factory=dict)

    def add(self, text: str) -> "Gathered":
        """Return what there is with one more text.

        A part that is there already is replaced, so reading on gets rid of a wrong one. Raises
        ``code_unknown`` if it is no part, ``code_damaged`` if the parts make no whole together.
        """
        found = _TEXT.fullmatch(text)
        if found is None:
            raise Refused(Fault.CODE_UNKNOWN)
        number, of, whole = int(found[1]), int(found[2]), found[3]
        if number > of:
            raise Refused(Fault.CODE_UNKNOWN)
        known = self._found if (self.of, self._whole) == (of, whole) else {}
        more = Gathered(of, whole, {**known, number: _bytes(found[4])})
        if more.content is not None and _sum(more.content) != whole:
            raise Refused(Fault.CODE_DAMAGED)
        return more

    @property
    def missing(self) -> Sequence[int]:
        """The numbers of the parts that are still missing, from 1."""
        return [number for number in range(1, self.of + 1) if number not in self._found]

    @property
    def content(self) -> bytes | None:
        """The content, once all its parts are there."""
        if not self.of or self.missing:
            return None
        return b"".join(self._found[number] for number in range(1, self.of + 1))


def _sum(content: bytes) -> str:
    return f"{zlib.crc32(content):08X}"


def _letters(part: bytes) -> str:
    return b32encode(part).decode().rstrip("=")


def _bytes(letters: str) -> bytes:
    try:
        return b32decode(letters + "=" * (-len(letters) % 8))
    except Error:
        raise Refused(Fault.CODE_DAMAGED) from None
