"""Evenings that go from phone to phone as QR codes: nothing is doubled, nothing is lost."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from long_evenings import long_evening
from strategies import possible_entries

from scoring.bauerschspiel import Deal
from scoring.code_parts import Gathered, parts
from scoring.compact import pack, unpack
from scoring.game import Agreement, Entry
from scoring.games import GAMES
from scoring.refusals import IllegalEntry
from scoring.sheet import Head, Sheet, Side
from storage import Evening, Library, import_file, write_file
from storage.merging import begins

MOST = 3


def begun(game: str, library: Library) -> Evening:
    played = GAMES[game]
    rules = played.rules()
    number = played.sides[0]
    sides = tuple(Side(f"Seite {side}") for side in range(number))
    return library.begin(played, Head(sides, "Kerwe"), Agreement(rules, sides=number))


def hand_over(sheet: Sheet, taker: Library) -> None:
    """Let another phone read all codes of an evening, the last one first, and take it in."""
    gathered = Gathered()
    for part in reversed(parts(pack(sheet))):
        gathered = gathered.add(part)
    assert gathered.content is not None
    for _ in import_file(taker, write_file(unpack(gathered.content))):
        pass


def evenings(library: Library) -> list[Evening]:
    return [library.evening(label.key) for label in library.labels()]


@st.composite
def journeys(draw: DrawFn) -> tuple[str, list[tuple[str, int, int, Entry]]]:
    """What happens on three phones: somebody writes a line, or hands an evening over."""
    game = draw(st.sampled_from(tuple(GAMES)))
    phone = st.integers(0, MOST - 1)
    step = st.tuples(
        st.sampled_from(("write", "write", "hand over", "undo")),
        phone,
        phone,
        possible_entries(game, GAMES[game].sides[0]),
    )
    return game, draw(st.lists(step, max_size=12))


@given(journeys())
def test_phones_that_hand_an_evening_to_and_fro_double_and_lose_nothing(
    journey: tuple[str, list[tuple[str, int, int, Entry]]],
) -> None:
    game, steps = journey
    with TemporaryDirectory() as folder:
        phones = [Library(Path(folder) / str(number)) for number in range(MOST)]
        begun(game, phones[0])
        for what, giver, taker, entry in steps:
            for evening in evenings(phones[giver])[:1]:
                before = [each.sheet for each in evenings(phones[taker])]
                if what == "write":
                    with suppress(IllegalEntry):
                        evening.write(entry)
                elif what == "undo":
                    evening.undo()
                elif giver != taker:
                    hand_over(evening.sheet, phones[taker])
                    after = [each.sheet for each in evenings(phones[taker])]
                    check_taken(evening.sheet, before, after)
                    hand_over(evening.sheet, phones[taker])
                    assert [each.sheet for each in evenings(phones[taker])] == after


def check_taken(given: Sheet, before: list[Sheet], after: list[Sheet]) -> None:
    """Check what a phone has after it took an evening in."""
    assert sum(begins(each, given) for each in after) >= 1
    assert len(after) <= len(before) + 1
    if any(begins(each, given) for each in before):
        assert after == before
    for sheet in before:  # as it was, to the second, perhaps with more lines
        entries = sheet.replay.entries
        assert any(
            each.head == sheet.head and each.replay.entries[: len(entries)] == entries
            for each in after
        )


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_goes_on_where_it_was_handed_to(game: str, tmp_path: Path) -> None:
    ours, theirs = Library(tmp_path / "ours"), Library(tmp_path / "theirs")
    whole = long_evening(game, 70)
    entries = whole.replay.entries
    evening = ours.begin(whole.game, whole.head, whole.replay.agreement)
    evening.extend(entries[:40])
    hand_over(evening.sheet, theirs)
    (taken,) = evenings(theirs)
    taken.extend(entries[40:])
    hand_over(evening.sheet, theirs)
    assert len(evenings(theirs)) == 1
    hand_over(taken.sheet, ours)
    (back,) = evenings(ours)
    assert back.replay.entries[:40] == entries[:40]
    assert [each.to_the_minute() for each in back.replay.entries] == [
        each.to_the_minute() for each in entries
    ]
    hand_over(back.sheet, theirs)
    (again,) = evenings(theirs)
    assert again.sheet == taken.sheet


def test_two_phones_that_both_wrote_on_have_two_evenings(tmp_path: Path) -> None:
    ours, theirs = Library(tmp_path / "ours"), Library(tmp_path / "theirs")
    evening = begun("bauerschspiel", ours)
    evening.write(Deal(side=0, won=True))
    hand_over(evening.sheet, theirs)
    (taken,) = evenings(theirs)
    taken.write(Deal(side=1, won=True))
    evening.write(Deal(side=0, won=False))
    kept = evening.sheet
    hand_over(taken.sheet, ours)
    assert {len(each.replay.entries) for each in evenings(ours)} == {2}
    assert kept in [each.sheet for each in evenings(ours)]
    assert len(evenings(ours)) == 2
    hand_over(taken.sheet, ours)
    assert len(evenings(ours)) == 2
