"""Which evenings are of tonight, of a year, or between two days."""

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.periods import Period, Span, period_of

EVENING = datetime(2026, 11, 20, 21, 15)  # noqa: DTZ001 # a wall clock's
BETWEEN = Period("2026-02-01", None)


@pytest.mark.parametrize(
    ("span", "held", "not_held"),
    [
        (Span.TONIGHT, ["2026-11-20"], ["2026-11-19", "2026-11-21"]),
        (Span.THIS_YEAR, ["2026-01-01", "2026-12-31"], ["2025-12-31", "2027-01-01"]),
        (Span.LAST_YEAR, ["2025-01-01", "2025-12-31"], ["2024-12-31", "2026-01-01"]),
        (Span.BETWEEN, ["2026-02-01", "9999-12-31"], ["2026-01-31"]),
    ],
)
def test_a_period_holds_its_first_and_last_day(
    span: Span, held: list[str], not_held: list[str]
) -> None:
    period = period_of(span, EVENING, BETWEEN)
    assert all(map(period.holds, held))
    assert not any(map(period.holds, not_held))
    assert not period.holds(None), "an evening without a day"


def test_all_days_are_also_the_unknown_ones() -> None:
    assert period_of(Span.ALL, EVENING, BETWEEN) == Period()
    assert Period().holds(None)
    assert Period().holds("0001-01-01")


@pytest.mark.parametrize(("hour", "first"), [(5, "2026-11-20"), (6, "2026-11-21")])
def test_an_evening_goes_on_beyond_midnight(hour: int, first: str) -> None:
    late = datetime(2026, 11, 21, hour)  # noqa: DTZ001
    assert period_of(Span.TONIGHT, late, Period()) == Period(first, "2026-11-21")


@given(st.dates(), st.dates(), st.dates())
def test_a_day_is_held_as_calendars_say(first: object, last: object, day: object) -> None:
    holds = Period(str(first), str(last)).holds(str(day))
    assert holds == (sorted([first, day, last], key=str) == [first, day, last])
