"""Clock times and durations as they are told of an evening."""

import re
from datetime import date, datetime, timedelta

from views.text.phrases import moment
from views.text.translator import Translator

LONGEST = timedelta(days=1)
"""What took longer was no single evening."""
YEAR = 4
"""So many figures has a year that is typed in full."""
CENTURY = 2000
"""The century of a year that is not."""


def clock(at: str | None) -> str:
    """Return the time of day of an ISO time, where it was written; empty without one.

    >>> clock("2026-11-20T20:15:31+01:00"), clock(None)
    ('20:15', '')
    """
    written = _moment(at)
    return f"{written:%H:%M}" if written else ""


def when(t: Translator, at: str | None, today: date) -> str:
    """Return the time of day of an ISO time, after its day unless that is today; empty without one.

    >>> from views.text.translator import translator
    >>> when(translator("de"), "2026-11-20T20:15:31+01:00", date(2026, 11, 20))
    '20:15'
    >>> when(translator("de"), "2026-11-20T20:15:31+01:00", date(2026, 11, 21))
    '20.11.2026, 20:15'
    """
    written = _moment(at)
    if written is None or written.date() == today:
        return clock(at)
    return moment(t, written)


def lasted(t: Translator, began_at: str | None, ended_at: str | None) -> str:
    """Return how long it took from one ISO time to another; empty if they do not tell.

    >>> from views.text.translator import translator
    >>> lasted(translator("en"), "2026-11-20T20:15:00+01:00", "2026-11-20T23:40:00+01:00")
    '3 h 25 min'
    """
    began, ended = _moment(began_at), _moment(ended_at)
    if began is None or ended is None or (began.tzinfo is None) != (ended.tzinfo is None):
        return ""
    took = ended - began
    hours, minutes = divmod(int(took.total_seconds()) // 60, 60)
    if not timedelta(minutes=1) <= took < LONGEST:
        return ""
    if not hours:
        return t("{minutes} min", minutes=minutes)
    return t("{hours} h {minutes} min", hours=hours, minutes=minutes)


def typed_day(text: str) -> str | None:
    """Return the ISO date of a day as people type it; None if it is no day.

    >>> typed_day("20.11.2026"), typed_day(" 1. 3. 26 "), typed_day("2026-11-20")
    ('2026-11-20', '2026-03-01', '2026-11-20')
    >>> typed_day("31.2.2026"), typed_day("20.11.")
    (None, None)
    """
    numbers = re.fullmatch(r"\s*(\d{1,4})\D+(\d{1,2})\D+(\d{1,4})\s*", text, re.ASCII)
    if numbers is None:
        return None
    first, month, last = numbers.groups()
    year, day = (first, last) if len(first) == YEAR else (last, first)
    century = CENTURY if len(year) < YEAR else 0
    try:
        return date(century + int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None


def _moment(at: str | None) -> datetime | None:
    """Return an ISO time; None without one, or if it tells no day."""
    try:
        return datetime.fromisoformat(at) if at else None
    except ValueError:  # a time without a day
        return None
