"""The table's book: it only grows, is merged in any order, and whatever is in it can be undone."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import books, json_values

from scoring import book as of_book
from scoring.book import Book, Event, Paid, Undone, read_book, write_book
from scoring.refusals import Fault, Refused

AT = "2026-11-20T22:00:00+01:00"
PAID: dict[str, Any] = {
    "type": "paid",
    "id": "a",
    "at": AT,
    "debtor": "Karl",
    "creditor": "Erna",
    "steins": 2,
}
UNDONE: dict[str, Any] = {"type": "undone", "id": "b", "at": AT, "event": "a"}


def payment(name: str = "a", at: str = AT, steins: int = 2) -> Paid:
    return Paid(id=name, at=at, debtor="Karl", creditor="Erna", steins=steins)


def undone(name: str, event: str) -> Undone:
    return Undone(id=name, at=AT, event=event)


def ids(events: Any) -> list[str]:
    return [event.id for event in events]


# Taking back


def test_a_payment_counts_until_it_is_taken_back_and_again_when_that_is() -> None:
    events: list[Event] = [payment()]
    for name, event, is_paid in (("b", "a", False), ("c", "b", True), ("d", "c", False)):
        events.append(undone(name, event))
        assert (ids(Book.of(events).paid) == ["a"]) is is_paid
    assert ids(Book.of(events).written) == ["a"]


def test_a_payment_that_was_taken_back_twice_counts_when_both_are_taken_back() -> None:
    twice = Book.of([payment(), undone("b", "a"), undone("c", "a")])
    assert ids(twice.undoing(payment())) == ["b", "c"]
    one_left = twice.merged([undone("d", "b")])
    assert (ids(one_left.undoing(payment())), ids(one_left.paid)) == (["c"], [])
    none_left = one_left.merged([undone("e", "c")])
    assert (ids(none_left.undoing(payment())), ids(none_left.paid)) == ([], ["a"])


def test_what_takes_back_itself_or_what_is_not_there_changes_nothing() -> None:
    forged: list[Event] = [
        undone("x", "x"),
        undone("y", "z"),
        undone("z", "y"),
        undone("o", "nothing"),
    ]
    assert ids(Book.of([payment(), *forged]).paid) == ["a"]
    caught: list[Event] = [
        payment(),
        undone("x", "a"),
        undone("y", "x"),
        undone("z", "y"),
        undone("w", "z"),
    ]
    assert ids(Book.of([*caught, *forged[1:]]).paid) == ["a"]


@given(books())
def test_what_is_taken_back_and_back_again_is_as_before(book: Book) -> None:
    for each in book.paid:
        back = book.merged([undone("one", each.id)])
        assert each not in back.paid
        assert back.merged([undone("two", "one")]).paid == book.paid


@given(books())
def test_what_was_written_counts_unless_something_in_force_takes_it_back(book: Book) -> None:
    for each in book.written:
        assert (each in book.in_force) is book.counts(each) is not bool(book.undoing(each))


# Merging


@given(books(), books(), books())
def test_books_are_merged_in_any_order_and_as_often_as_one_likes(
    one: Book, two: Book, three: Book
) -> None:
    def merged(book: Book, *others: Book) -> Book:
        for other in others:
            book = book.merged(other.events)
        return book

    assert merged(one, two) == merged(two, one)
    assert merged(one, merged(two, three)) == merged(merged(one, two), three)
    assert merged(one, one) == one == merged(Book(), one) == merged(one, Book())
    assert merged(one, two, one, two) == merged(one, two)


def test_events_are_in_the_order_of_their_times_wherever_they_were_written() -> None:
    berlin, london = payment("b", "2026-11-20T22:00:00+01:00"), payment("a", "2026-11-20T21:30Z")
    assert ids(Book.of([london, berlin]).events) == ["b", "a"]
    assert Book.of([london, berlin]) == Book.of([berlin, london])


def test_of_two_events_with_one_id_the_oldest_counts() -> None:
    old, new = payment(at="2026-11-20T21:00:00+01:00"), payment(steins=9)
    assert Book.of([new, old]).events == Book.of([old, new]).events == (old,)


def test_a_book_grows_only_as_far_as_it_can_be_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(of_book, "MOST_EVENTS", 2)
    full = Book.of([payment("a"), payment("b")])
    assert full.merged(full.events) == full
    with pytest.raises(Refused) as refusal:
        full.merged([payment("c")])
    assert (refusal.value.code, refusal.value.values) == (
        Fault.TOO_MANY,
        {"key": "book", "most": 2, "value": 3},
    )


# In a file


@given(books())
def test_a_book_is_read_as_it_was_written(book: Book) -> None:
    assert read_book(json.loads(json.dumps(write_book(book)))) == book


def test_a_book_is_written_in_plain_words() -> None:
    assert write_book(Book.of([payment(), undone("b", "a")])) == [PAID, UNDONE]


@pytest.mark.parametrize(
    ("raw", "code", "key"),
    [
        ({}, Fault.NOT_A_LIST, "book"),
        (None, Fault.NOT_A_LIST, "book"),
        ([1], Fault.NOT_AN_OBJECT, "book"),
        ([{}], Fault.NOT_A_CHOICE, "type"),
        ([{**PAID, "type": "lent"}], Fault.NOT_A_CHOICE, "type"),
        ([{**PAID, "type": ["paid"]}], Fault.NOT_A_CHOICE, "type"),
        ([PAID, PAID], Fault.KEY_TWICE, "a"),
        ([PAID, {**UNDONE, "id": "a"}], Fault.KEY_TWICE, "a"),
        ([{**PAID, "more": 1}], Fault.KEY_UNKNOWN, "more"),
        ([{key: value for key, value in PAID.items() if key != "at"}], Fault.KEY_MISSING, "at"),
        ([{**PAID, "at": "22:00"}], Fault.NOT_A_TIME, "at"),
        ([{**PAID, "at": "2026-11-20T22:00"}], Fault.NOT_A_TIME, "at"),
        ([{**PAID, "at": 7}], Fault.NOT_A_TIME, "at"),
        ([{**PAID, "id": ""}], Fault.TEXT_LENGTH, "id"),
        ([{**PAID, "debtor": "x" * 81}], Fault.TEXT_LENGTH, "debtor"),
        ([{**PAID, "steins": 0}], Fault.OUT_OF_RANGE, "steins"),
        ([{**PAID, "steins": -2}], Fault.OUT_OF_RANGE, "steins"),
        ([{**PAID, "steins": True}], Fault.NOT_WHOLE, "steins"),
        ([PAID] * 10_001, Fault.TOO_MANY, "book"),
    ],
)
def test_what_is_no_book_is_refused_by_name(raw: object, code: Fault, key: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_book(raw)
    assert (refusal.value.code, refusal.value.values["key"]) == (code, key)


@given(json_values() | st.lists(json_values() | st.just(PAID)))
def test_whatever_a_file_holds_there_is_a_book_or_a_refusal(raw: object) -> None:
    with suppress(Refused):
        assert isinstance(read_book(raw), Book)
