"""What was tapped on the page before Python was there: it waits in a file until it is written.

The page writes that file, one tap after the other (``pwa/web/waking.js``). What cannot be written
where it was tapped for goes into another file, until somebody decides. In a browser each of these
functions is one uninterrupted run of Python, so the database has the evening with the tap and no
tap that waits, or neither.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.fields import OrNull, Text, UpTo, of_kind, read_object, read_record, write_record
from scoring.refusals import Refused
from scoring.sheet import parse_json, read_entry
from storage.durable import write_durably
from storage.evenings import Evening
from storage.library import CANNOT_OPEN, Library
from storage.places import not_written_file, set_aside, waiting_file

MOST_TAPS: Final = 1_000
MOST_SIDES: Final = 8


@dataclass(frozen=True, slots=True)
class _Raw:
    """An entry as the sheet file holds it; it is read when it is written."""

    def read(self, raw: object) -> Mapping[str, object]:
        """Return the object, or raise ``not_an_object``."""
        return read_object(raw)


@dataclass(frozen=True)
class WaitingTap:
    """A tap on the key called ``key``, reckoned for one ``revision`` of an evening.

    ``entry`` is what it writes; None if it only changes the half-entered deal. ``name`` is the
    key's accessible name, and ``score`` what was shown after the tap, by side.
    """

    evening: str = of_kind(Text(1, 255))
    revision: str = of_kind(Text(0, 255))
    key: str = of_kind(Text(1, 255))
    name: str = of_kind(Text(1, 4_000))
    score: tuple[str, ...] = of_kind(UpTo(Text(0, 255), MOST_SIDES))
    entry: Mapping[str, object] | None = of_kind(OrNull(_Raw()), default=None)


def write_waiting(library: Library, tap: Callable[[Evening, str], None]) -> bool:
    """Write what waits, in the order in which it was tapped, and forget it.

    ``tap`` taps a key that only changes the half-entered deal. An entry is written only if the
    evening is the one for which it was tapped, and nothing before it was refused; the others are
    offered then. Returns whether anything waited. If the file is not valid, it is moved out of the
    way, and :class:`~scoring.refusals.Refused` is raised.
    """
    file = waiting_file(library.folder)
    if not file.is_file():
        return False
    try:
        taps = read_taps(file.read_bytes())
    except Refused:
        file.replace(set_aside(file))
        raise
    evenings = {each: _fitting(library, *each) for each in dict.fromkeys(map(_place, taps))}
    left = list[WaitingTap]()
    for each in taps:
        evening = evenings[_place(each)]
        try:
            if evening is None:
                left.append(each)
            elif each.entry is None:
                tap(evening, each.key)
            else:
                evening.write(read_entry(evening.sheet.game, each.entry))
        except (Refused, OSError):
            evenings[_place(each)] = None
            left.append(each)
    _offer(library, [*offered(library), *(each for each in left if each.entry is not None)])
    file.unlink()
    return True


def offered(library: Library) -> tuple[WaitingTap, ...]:
    """Return the taps that were not written where they were tapped for; none if unreadable."""
    file = not_written_file(library.folder)
    if not file.is_file():
        return ()
    try:
        return read_taps(file.read_bytes())
    except Refused:
        file.replace(set_aside(file))
        return ()


def write_offered(library: Library) -> None:
    """Write the offered taps at the end of their evenings.

    A tap on an evening that cannot be opened is still offered; so is one that is refused, with all
    after it on that evening. Raises why the first was refused: what :meth:`Evening.write` raises.
    """
    left, refused = list[WaitingTap](), dict[str, Refused | OSError]()
    for each in offered(library):
        evening = None if each.evening in refused else _opened(library, each.evening)
        if evening is None:
            left.append(each)
            continue
        try:
            evening.write(read_entry(evening.sheet.game, each.entry))
        except (Refused, OSError) as why:
            refused[each.evening] = why
            left.append(each)
    _offer(library, left)
    for first in refused.values():
        raise first


def drop_offered(library: Library) -> None:
    """Forget the offered taps."""
    _offer(library, ())


def read_taps(content: bytes) -> tuple[WaitingTap, ...]:
    """Read a list of taps. Raises :class:`~scoring.refusals.Refused`."""
    raw = UpTo(_Raw(), MOST_TAPS).read(parse_json(content))
    return tuple(read_record(WaitingTap, each) for each in raw)


def _place(tap: WaitingTap) -> tuple[str, str]:
    return tap.evening, tap.revision


def _fitting(library: Library, key: str, revision: str) -> Evening | None:
    """Return the open evening, if it is the one that was tapped on and has not changed since."""
    evening = _opened(library, key) if key == library.settings.open_evening else None
    return evening if evening and evening.revision == revision else None


def _opened(library: Library, key: str) -> Evening | None:
    """Return an evening, if it is there and can be opened."""
    try:
        return library.evening(key)
    except (KeyError, *CANNOT_OPEN):
        return None


def _offer(library: Library, taps: Sequence[WaitingTap]) -> None:
    file = not_written_file(library.folder)
    if taps:
        write_durably(file, json.dumps([*map(write_record, taps)]).encode())
    else:
        file.unlink(missing_ok=True)
