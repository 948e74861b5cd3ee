"""Periods of days, and those that statistics offer."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

NIGHT: Final = timedelta(hours=6)
"""So long after midnight an evening is still that of the day before."""


class Period(NamedTuple):
    """The days from the first to the last one, as ISO dates; open where there is None."""

    first: str | None = None
    last: str | None = None

    def holds(self, day: str | None) -> bool:
        """Return whether a day is in the period; an unknown day is only in the one of all days.

        >>> Period("2026-01-01").holds("2026-11-20"), Period(last="2025-12-31").holds("2026-11-20")
        (True, False)
        >>> Period("2026-01-01").holds(None), Period().holds(None)
        (False, True)
        """
        if day is None:
            return self == Period()
        return (self.first or day) <= day <= (self.last or day)


class Span(StrEnum):
    """The periods on offer."""

    TONIGHT = "tonight"
    THIS_YEAR = "this year"
    LAST_YEAR = "last year"
    ALL = "all"
    BETWEEN = "between"


def period_of(span: Span, now: datetime, between: Period) -> Period:
    """Return the days of a period; ``between`` are those that were chosen one by one.

    Decided: tonight is today, and until six in the morning yesterday too.

    >>> period_of(Span.TONIGHT, datetime(2026, 11, 21, 1, 30), Period())
    Period(first='2026-11-20', last='2026-11-21')
    """
    match span:
        case Span.TONIGHT:
            return Period((now - NIGHT).date().isoformat(), now.date().isoformat())
        case Span.THIS_YEAR:
            return _year(now.year)
        case Span.LAST_YEAR:
            return _year(now.year - 1)
        case Span.ALL:
            return Period()
        case Span.BETWEEN:
            return between


def _year(year: int) -> Period:
    return Period(f"{year:04}-01-01", f"{year:04}-12-31")
