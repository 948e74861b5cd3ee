"""Lines as they stand on a slate: beside what is written now, what was corrected and struck out.

What an earlier entry wrote is replayed as the sheet was at that time, for later changes of other
lines or of the house rules would make something else of it.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from scoring.game import Entry, Replay
from scoring.journal import Earlier, Journal
from scoring.remembered import remember_last
from scoring.rounds import Ending, SlateLine, on_slate


class WrittenLine(NamedTuple):
    """A line with its entry; ``place`` is that of the entry in the sheet, from 0.

    ``was`` is what it wrote before it was last corrected, None if it was not. If it was ``struck``
    out, that is its number among the struck-out ones, and it stood before the entry at ``place``.
    """

    place: int
    entry: Entry
    line: Any
    was: Any = None
    struck: int | None = None

    def stands_at(self, place: int | None) -> bool:
        """Return whether it is the line at that place, and not one that was struck out there."""
        return self.struck is None and self.place == place


@remember_last
def slate_lines(journal: Journal, replay: Replay[Any, Any]) -> tuple[WrittenLine, ...]:
    """Return the lines on the slate; ``replay`` is that of the journal."""
    shown = on_slate(replay.states)
    return (*with_corrections(journal, replay, shown.lines, is_over=bool(shown.ended)),)


def with_corrections(
    journal: Journal, replay: Replay[Any, Any], lines: Sequence[SlateLine[Any]], *, is_over: bool
) -> list[WrittenLine]:
    """Return the lines of a round with what was corrected and struck out in it.

    A line that was struck out belongs to the round of the one that now stands in its place. Where
    none does, it belongs to the running round, the only one that is not ``is_over``.
    """
    changed, struck = journal.corrections
    begun = lines[0].place if lines else len(replay.entries)
    places = range(begun, begun + len(lines) + (not is_over))
    gone = [
        WrittenLine(
            line.place,
            line.earlier[0].entry,
            line_before(journal, replay, line.earlier[0]),
            struck=line.number,
        )
        for line in struck
        if line.place in places
    ]
    present = [
        WrittenLine(
            place,
            replay.entries[place],
            line,
            line_before(journal, replay, changed[place][0]) if place in changed else None,
        )
        for place, line in lines
    ]
    return sorted([*gone, *present], key=lambda line: line.place)


def line_before(journal: Journal, replay: Replay[Any, Any], change: Earlier) -> Ending:
    """Return what an entry wrote before a change.

    ``replay`` may be that of any cursor: only what differs from it is replayed.
    """
    known: dict[Earlier, Ending] = journal.lines_before
    if change not in known:
        known[change] = replay.of(*journal.before(change)).state.line
    return known[change]
