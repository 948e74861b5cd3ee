"""Who is who: names that are one person, and players who are not counted."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import PEOPLE, books, sheets_of_people

from scoring.book import Book, Called, Hidden, Marked, Same, Undone
from scoring.figures import Figures
from scoring.ledger import Debt, debts
from scoring.people import People, alike, by_people, met, people_of
from scoring.sheet import Sheet
from scoring.statistics import Statistics, by_game

NOBODY = People({}, ())


def at(number: int) -> str:
    return f"2026-11-20T22:00:{number:02}+01:00"


def same(*names: tuple[str, str]) -> list[Same]:
    """Return events, the oldest first: each name is the same person as the one after it."""
    return [
        Same(id=f"same {number}", at=at(number), name=name, known_as=known_as)
        for number, (name, known_as) in enumerate(names)
    ]


def hidden(*names: str) -> list[Hidden]:
    return [Hidden(id=f"hidden {name}", at=at(0), name=name) for name in names]


def won(evenings: int) -> Figures:
    return Figures(evenings, 2 * evenings, evenings, evenings)


# Whose name is whose


@pytest.mark.parametrize(
    ("events", "names"),
    [
        ([], {}),
        ([("a", "b")], {"a": "b"}),
        ([("a", "b"), ("b", "c")], {"a": "c", "b": "c"}),
        ([("b", "c"), ("a", "b")], {"a": "c", "b": "c"}),
        ([("a", "b"), ("a", "c")], {"a": "c", "b": "c"}),
        ([("a", "b"), ("b", "a")], {"a": "b"}),
        ([("a", "b"), ("b", "c"), ("c", "a")], {"a": "c", "b": "c"}),
        ([("a", "a")], {}),
    ],
)
def test_chains_and_circles_lead_to_one_name(
    events: list[tuple[str, str]], names: dict[str, str]
) -> None:
    assert people_of(Book.of(same(*events))).names == names


@given(st.lists(st.tuples(*[st.sampled_from("abcdef")] * 2)), st.randoms())
def test_names_are_one_person_whatever_the_order_of_reading(
    pairs: list[tuple[str, str]], chance: Any
) -> None:
    events = same(*pairs)
    people = people_of(Book.of(events))
    chance.shuffle(events)
    assert people_of(Book.of(events)) == people
    for name, known_as in pairs:
        assert people.known(name) == people.known(known_as)
    assert all(people.known(known) == known for known in people.names.values())


def test_what_is_taken_back_says_nothing_of_anybody() -> None:
    book = Book.of([*same(("a", "b")), *hidden("c")])
    assert people_of(book) == People({"a": "b"}, {"c"})
    for event in book.events:
        book = book.merged([Undone(id=f"not {event.id}", at=at(1), event=event.id)])
    assert people_of(book) == People({}, set())


def test_who_is_not_counted_under_one_name_is_not_counted_under_the_other() -> None:
    for name in ("karl", "Karl"):
        people = people_of(Book.of([*same(("karl", "Karl")), *hidden(name)]))
        assert [people.counts(each) for each in ("karl", "Karl", "Erna")] == [False, False, True]


# What somebody is called


def called(name: str, nickname: str, number: int = 0) -> Called:
    return Called(id=f"called {name} {number}", at=at(number), name=name, nickname=nickname)


def marked(name: str, sign: str, number: int = 0) -> Marked:
    return Marked(id=f"marked {name} {number}", at=at(number), name=name, sign=sign)


def test_a_sign_stands_before_the_nickname_or_the_name() -> None:
    people = people_of(
        Book.of([called("Karl", "Charly"), marked("Karl", "🦊"), marked("Erna", "🦉")])
    )
    assert [*map(people.called, ("Karl", "Erna", "Ute"))] == ["🦊 Charly", "🦉 Erna", "Ute"]


def test_what_was_said_last_of_a_person_under_whatever_name_counts_until_it_is_taken_back() -> None:
    first, last = called("karl", "Charly"), called("Karl", "Kalle", 1)
    book = Book.of([*same(("karl", "Karl")), last, first])
    assert {people_of(book).called(name) for name in ("karl", "Karl")} == {"Kalle"}
    taken_back = book.merged([Undone(id="not last", at=at(2), event=last.id)])
    assert people_of(taken_back).called("karl") == "Charly"


def test_two_people_with_one_nickname_are_told_apart_by_their_names() -> None:
    people = people_of(Book.of([called("Karl", "Charly"), called("Kurt", "charly")]))
    assert people.called("Karl") == "Charly (Karl)"
    assert people.called("Kurt") == "charly (Kurt)"


def test_names_on_sheets_are_told_where_somebody_has_several_or_is_called_otherwise() -> None:
    people = people_of(Book.of([*same(("karl", "Karl")), called("Erna", "Fips")]))
    assert [people.written(name) for name in ("Karl", "Erna", "Ute")] == [
        ("Karl", "karl"),
        ("Erna",),
        (),
    ]


@given(books())
def test_people_with_nicknames_of_their_own_are_called_differently(book: Book) -> None:
    people = people_of(book)
    nicknamed = [people.called(name).split(" ", 1)[-1] for name in people.nicknames]
    assert len({*nicknamed}) == len(nicknamed)


# What is counted


def test_figures_of_one_person_are_added() -> None:
    people = people_of(Book.of(same(("karl", "Karl"))))
    found = Statistics(
        players={"karl": won(1), "Karl": won(2), "Erna": won(3)},
        pairs={("Erna", "karl"): won(1), ("Erna", "Karl"): won(2), ("Karl", "karl"): won(1)},
        against={("karl", "Erna"): won(1), ("Karl", "Erna"): won(1), ("karl", "Karl"): won(1)},
    )
    counted = by_people(found, people)
    assert counted.players == {"Karl": won(3), "Erna": won(3)}
    assert counted.pairs == {("Erna", "Karl"): won(3)}
    assert counted.against == {("Karl", "Erna"): won(2)}


def test_a_pair_that_is_known_by_another_name_is_sorted_by_that() -> None:
    people = people_of(Book.of(same(("anna", "Zoe"))))
    found = by_people(Statistics(pairs={("Max", "anna"): won(1)}), people)
    assert found.pairs == {("Max", "Zoe"): won(1)}


def test_who_is_not_counted_is_nowhere() -> None:
    people = people_of(Book.of(hidden("Erna")))
    found = Statistics(
        players={"Karl": won(1), "Erna": won(1)},
        pairs={("Erna", "Karl"): won(1)},
        against={("Karl", "Erna"): won(1), ("Erna", "Hans"): won(1), ("Karl", "Hans"): won(1)},
    )
    counted = by_people(found, people)
    assert counted.players == {"Karl": won(1)}
    assert counted.pairs == {}
    assert counted.against == {("Karl", "Hans"): won(1)}


@given(st.lists(sheets_of_people(), max_size=3), books())
def test_nothing_but_names_changes(sheets: list[Sheet], book: Book) -> None:
    for found in by_game(sheets).values():
        assert by_people(found, NOBODY) is found
        counted = by_people(found, people_of(book))
        assert (counted.evenings, counted.deals, counted.rounds, counted.owed) == (
            *(found.evenings, found.deals, found.rounds, found.owed),
        )
        without_hiding = by_people(found, people_of(book)._replace(hidden=()))
        assert rounds(without_hiding.players.values()) == rounds(found.players.values())


def rounds(figures: Iterable[Figures]) -> int:
    return sum(each.rounds for each in figures)


@given(st.lists(sheets_of_people(), max_size=3), st.sampled_from(PEOPLE))
def test_whoever_has_sat_at_a_table_with_somebody_has_met_him(
    sheets: list[Sheet], name: str
) -> None:
    for game, found in by_game(sheets).items():
        others = met(found, name)
        assert name not in others
        tables = [
            [each for side in sheet.head.sides for each in side.players]
            for sheet in sheets
            if sheet.game.key == game and all(len(side.players) < 3 for side in sheet.head.sides)
        ]
        expected = {
            other
            for table in tables
            for other in table
            if other != name and table.count(name) == table.count(other) == 1
        }
        assert expected <= others


def test_debts_follow_the_names() -> None:
    people = people_of(Book.of(same(("karl", "Karl"))))
    found = Statistics()
    found.owed.by_name.update({("karl", "Erna"): 2, ("Karl", "Erna"): 1, ("Karl", "karl"): 1})
    assert debts(found.owed, [], people.known) == [Debt("Karl", "Erna", 3)]


# Names that may be one


@pytest.mark.parametrize(
    ("one", "other", "is_alike"),
    [
        ("Jörg", "Jo\u0308rg", True),
        ("Jörg", "jörg", True),
        ("JÖRG", "jo\u0308rg", True),
        ("Karl ", "karl", True),
        ("Karl  Heinz", "Karl Heinz", True),
        ("Weiß", "WEISS", True),
        ("ﬁn", "fin", True),
        ("Karl", "Carl", False),
        ("Jorg", "Jörg", False),
    ],
)
def test_names_are_alike_in_other_cases_composed_or_not(
    one: str, other: str, *, is_alike: bool
) -> None:
    assert (alike(one) == alike(other)) is is_alike
