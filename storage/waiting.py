"""What was tapped on the page before Python was there: it waits in a file until it is written.

The page writes that file, one tap after the other (``pwa/web/waking-files.js``). What cannot be
written where it was tapped for goes into another file, until somebody decides. In a browser each
of these functions is one uninterrupted run of Python, so the database has the evening with the tap
and no tap that waits, or neither.
"""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
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
    way, and :class:`~scoring.refusals.Refused` is raised. Raises :class:`OSError` if what waits
    cannot be read, or if something has to be offered and what is offered already cannot be read:
    then it waits on.
    """
    file = waiting_file(library.folder)
    if not file.is_file():
        return False
    try:
        taps = read_taps(file.read_bytes())
    except Refused:
        file.replace(set_aside(file))
        raise
    evenings = {each: _fitting(library, *each) for each in dict.fromkeys(map(place, taps))}

    def write(each: WaitingTap) -> bool:
        evening = evenings[place(each)]
        if evening is not None and each.entry is None:
            tap(evening, each.key)
        elif evening is not None:
            _write(evening, each)
        return evening is not None

    left, _ = in_turn(taps, write, place)
    if entries := [each for each in left if each.entry is not None]:
        write_durably(file, _as_json(entries))
        _offer(library, [*offered(library), *entries])
    file.unlink()
    return True


def offered(library: Library) -> tuple[WaitingTap, ...]:
    """Return the taps that were not written where they were tapped for; none if they are not valid.

    Raises :class:`OSError` if the file cannot be read.
    """
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

    def write(each: WaitingTap) -> bool:
        evening = _opened(library, each.evening)
        if evening is not None:
            _write(evening, each)
        return evening is not None

    left, refused = in_turn(offered(library), write, lambda each: each.evening)
    _offer(library, left)
    if refused:
        raise refused[0]


def drop_offered(library: Library) -> None:
    """Forget the offered taps."""
    _offer(library, ())


def read_taps(content: bytes) -> tuple[WaitingTap, ...]:
    """Read a list of taps. Raises :class:`~scoring.refusals.Refused`."""
    raw = UpTo(_Raw(), MOST_TAPS).read(parse_json(content))
    return tuple(read_record(WaitingTap, each) for each in raw)


def place(tap: WaitingTap) -> tuple[str, str]:
    """Return the evening that was tapped on, and its revision."""
    return tap.evening, tap.revision


def in_turn(
    taps: Iterable[WaitingTap],
    write: Callable[[WaitingTap], bool],
    where: Callable[[WaitingTap], Hashable],
) -> tuple[list[WaitingTap], list[Refused | OSError]]:
    """Write taps one after the other; return those that were not, and why some were refused.

    ``write`` returns whether there is something to write on. If it raises, all taps after that one
    on the same ``where`` are left, too: they were meant to stand after it.
    """
    left, refused = list[WaitingTap](), dict[Hashable, Refused | OSError]()
    for tap in taps:
        try:
            if where(tap) in refused or not write(tap):
                left.append(tap)
        except (Refused, OSError) as why:
            refused[where(tap)] = why
            left.append(tap)
    return left, [*refused.values()]


def _write(evening: Evening, tap: WaitingTap) -> None:
    evening.write(read_entry(evening.sheet.game, tap.entry))


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
        write_durably(file, _as_json(taps))
    else:
        file.unlink(missing_ok=True)


def _as_json(taps: Iterable[WaitingTap]) -> bytes:
    return json.dumps([*map(write_record, taps)]).encode()
