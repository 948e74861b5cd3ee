"""Which sheets are new, which continue an evening and which are there already."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import like_sheets, sheets

from scoring.bauerchen import GAME, Deal, Level, Meld, Rules
from scoring.game import Agreement, Entry, replay
from scoring.sheet import Head, Sheet, Side
from storage import Fate, ImportPlan
from storage.merging import Shelf, begins

HEAD = Head((Side("Mein", ("Karl", "Erna")), Side("Dein")), "Stammtisch", "2026-11-20")
A, B, C = Meld(0, 20, at="21:30"), Meld(0, 20, at="21:40"), Deal(winner=1, level=Level.SCHWARZ)


def sheet(*entries: Entry, head: Head = HEAD, rules: Rules | None = None, dealer: int = 0) -> Sheet:
    return Sheet(head, replay(GAME, Agreement(rules or Rules(), dealer), entries))


def shelf(*held: Sheet) -> Shelf:
    """Return a shelf with these evenings, whose keys are 0, 1, 2…"""
    filled = Shelf()
    for number, each in enumerate(held):
        filled.add(str(number), each)
    return filled


def taken(held: Sequence[Sheet], *arriving: Sheet) -> list[ImportPlan]:
    filled = shelf(*held)
    return [filled.take(each, f"new {number}") for number, each in enumerate(arriving)]


def fates(held: Sequence[Sheet], *arriving: Sheet) -> list[tuple[Fate, str, tuple[object, ...]]]:
    return [(each.fate, each.key, each.more) for each in taken(held, *arriving)]


def new(number: int, *entries: Entry) -> tuple[Fate, str, tuple[object, ...]]:
    return Fate.NEW, f"new {number}", entries


def continues(key: str, *more: Entry) -> tuple[Fate, str, tuple[object, ...]]:
    return Fate.CONTINUES, key, more


def known(key: str) -> tuple[Fate, str, tuple[object, ...]]:
    return Fate.KNOWN, key, ()


def test_a_sheet_that_nobody_has_seen_is_new() -> None:
    assert fates([], sheet(A, B)) == [new(0, A, B)]


def test_a_sheet_that_is_there_is_known() -> None:
    assert fates([sheet(A, B)], sheet(A, B)) == [known("0")]


def test_a_shorter_copy_is_known() -> None:
    held = [sheet(A, B, C)]
    assert fates(held, sheet(A, B), sheet(A), sheet()) == [known("0")] * 3


def test_a_longer_copy_continues() -> None:
    assert fates([sheet(A)], sheet(A, B, C)) == [continues("0", B, C)]


def test_a_copy_that_went_on_otherwise_is_new() -> None:
    assert fates([sheet(A, B)], sheet(A, C)) == [new(0, A, C)]
    assert fates([sheet(A, B)], sheet(A, C, B)) == [new(0, A, C, B)]


OTHERS = [
    sheet(A, B, head=replace(HEAD, title="Kerwe")),
    sheet(A, B, head=replace(HEAD, title=None)),
    sheet(A, B, head=replace(HEAD, played_on="2026-11-21")),
    sheet(A, B, head=replace(HEAD, sides=HEAD.sides[::-1])),
    sheet(A, B, head=replace(HEAD, sides=(Side("Mein"), Side("Dein")))),
    sheet(A, B, rules=Rules(round_target=11)),
    sheet(A, B, dealer=1),
    sheet(replace(A, note=""), B),
    sheet(replace(A, at=None), B),
]


@pytest.mark.parametrize("other", OTHERS)
def test_a_sheet_that_is_only_alike_is_another(other: Sheet) -> None:
    assert fates([sheet(A)], other) == [new(0, *other.replay.entries)]
    assert fates([sheet(A, B, C)], other) == [new(0, *other.replay.entries)]


SECONDS = [replace(each, at=f"2026-11-20T21:3{n}:59+01:00") for n, each in enumerate((A, B, C))]
MINUTES = [each.to_the_minute() for each in SECONDS]


def test_a_copy_without_seconds_is_the_same_evening() -> None:
    assert fates([sheet(*SECONDS)], sheet(*MINUTES), sheet(*MINUTES[:1])) == [known("0")] * 2
    assert fates([sheet(*MINUTES)], sheet(*SECONDS)) == [known("0")]
    assert fates([sheet(*SECONDS[:2])], sheet(*MINUTES)) == [continues("0", MINUTES[2])]


def test_a_copy_of_another_minute_is_another_evening() -> None:
    later = replace(MINUTES[0], at="2026-11-20T21:31+01:00")
    assert fates([sheet(*SECONDS)], sheet(later)) == [new(0, later)]


def test_sheets_of_one_file_are_compared_with_each_other_too() -> None:
    assert fates([], sheet(A), sheet(A, B), sheet(A, B), sheet(A), sheet(A, C)) == [
        new(0, A),
        continues("new 0", B),
        known("new 0"),
        known("new 0"),
        new(4, A, C),
    ]


def test_an_evening_is_continued_once_and_what_differs_from_then_on_is_new() -> None:
    assert fates([sheet(A)], sheet(A, B), sheet(A, C), sheet(A, B, C)) == [
        continues("0", B),
        new(1, A, C),
        continues("0", C),
    ]


def test_of_several_evenings_the_one_that_came_furthest_is_continued() -> None:
    held = [sheet(A), sheet(A, B), sheet(A, C)]
    assert fates(held, sheet(A, B, C)) == [continues("1", C)]


def test_of_equal_evenings_one_is_continued_and_the_other_stays() -> None:
    ((fate, key, more),) = fates([sheet(A), sheet(A)], sheet(A, B))
    assert (fate, more) == (Fate.CONTINUES, (B,))
    assert key in {"0", "1"}


def test_an_empty_sheet_is_known_but_continued_by_none() -> None:
    assert fates([sheet()], sheet(), sheet(A), sheet()) == [known("0"), new(1, A), known("0")]


def test_an_empty_sheet_of_another_table_is_new() -> None:
    assert fates([sheet()], sheet(dealer=1)) == [new(0)]


@given(sheets(), st.data())
def test_any_beginning_of_a_sheet_is_known_and_continued_by_it(
    whole: Sheet, data: st.DataObject
) -> None:
    entries = whole.replay.entries
    so_far = data.draw(st.integers(0, len(entries)))
    beginning = Sheet(whole.head, replay(GAME, whole.replay.agreement, entries[:so_far]))
    assert begins(whole, beginning)
    assert begins(beginning, whole) is (so_far == len(entries))
    assert fates([whole], beginning) == [known("0")]
    if 0 < so_far < len(entries):
        assert fates([beginning], whole) == [(Fate.CONTINUES, "0", entries[so_far:])]


def after(held: Sequence[Sheet], arriving: Sequence[Sheet]) -> dict[str, Sheet]:
    """Return what is on the shelf after sheets were taken in."""
    on_shelf = {str(number): each for number, each in enumerate(held)}
    for each in taken(held, *arriving):
        if each.fate is Fate.NEW:
            assert each.key not in on_shelf
        if each.fate is Fate.CONTINUES:
            before = on_shelf[each.key]
            assert begins(each.sheet, before)
            assert before.replay.entries + each.more == each.sheet.replay.entries
        if each.fate is Fate.KNOWN:
            assert begins(on_shelf[each.key], each.sheet)
        else:
            on_shelf[each.key] = each.sheet
    return on_shelf


def longest(found: Iterable[Sheet]) -> list[Sheet]:
    """Return the sheets of which no other is a longer copy, each once."""
    longest: list[Sheet] = []
    for each in sorted(found, key=lambda sheet: len(sheet.replay.entries), reverse=True):
        if not any(begins(other, each) for other in longest):
            longest.append(each)
    return longest


def same(some: Iterable[Sheet], others: Iterable[Sheet]) -> bool:
    some, others = list(some), list(others)
    return all(each in others for each in some) and all(each in some for each in others)


@given(like_sheets(), like_sheets())
def test_nothing_is_lost_and_what_is_there_only_goes_on(
    held: list[Sheet], arriving: list[Sheet]
) -> None:
    on_shelf = after(held, arriving)
    assert same(longest(on_shelf.values()), longest([*held, *arriving]))
    assert all(begins(on_shelf[str(number)], each) for number, each in enumerate(held))


@given(like_sheets(), like_sheets())
def test_the_second_time_everything_is_known(held: list[Sheet], arriving: list[Sheet]) -> None:
    on_shelf = list(after(held, arriving).values())
    assert {each.fate for each in taken(on_shelf, *arriving)} <= {Fate.KNOWN}


@given(like_sheets(), like_sheets(), st.integers(0, 6))
def test_what_was_interrupted_ends_as_if_it_had_not_been(
    held: list[Sheet], arriving: list[Sheet], done: int
) -> None:
    interrupted = list(after(held, arriving[:done]).values())
    completed = list(after(interrupted, arriving).values())
    whole = list(after(held, arriving).values())
    assert len(completed) == len(whole)
    assert same(completed, whole)
