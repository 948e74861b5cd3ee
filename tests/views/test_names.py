"""Names of any kind: harmless beside others, told apart, brief where room is scarce."""

import unicodedata
from collections.abc import Sequence
from typing import Any

import pytest
from flet_screen import OpenScreen
from hypothesis import given
from hypothesis import strategies as st
from played import MINE, deal, play
from strategies import values

from scoring import bauer_simple
from scoring.bauerchen import Meld
from scoring.sheet import NAME, Head, Side
from storage import Library
from views.games.registry import VIEWS
from views.session.screen import Screen
from views.text.names import BRIEF, brief_head, distinct, harmless, shown_head
from views.ui.layout import LEAST_NAME, Fit, fit_names

EIGHTY = "Die unbesiegbaren Buben und Mädchen aus Otterbach am Rande des Pfälzer Waldes, ja"
names = st.lists(values(NAME), min_size=2, max_size=7)


def head(*names: str, players: Sequence[str] = ()) -> Head:
    return Head(tuple(Side(name, tuple(players)) for name in names))


def sides(shown: Head) -> list[str]:
    return [side.name for side in shown.sides]


@pytest.mark.parametrize(
    "name", ["Karl", "Otterbacher Buben", "Ötte-Bärbel d'Or", "日本", "🦄", "J. R."]
)
def test_a_plain_name_is_shown_as_it_is(name: str) -> None:
    assert harmless(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u202eKarl", "Karl"),
        ("\u2067Ka\u200brl\u2069\ufeff", "Karl"),
        ("Karl\n\tErna\r", "Karl  Erna"),
        ("\u200b\u2060", "–"),
        ("\u200d", "–"),
        ("محمد", "\u2068محمد\u2069"),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
    ],
)
def test_what_a_name_does_to_its_neighbours_is_taken_from_it(name: str, shown: str) -> None:
    assert harmless(name) == shown


@given(names)
def test_shown_names_can_be_told_apart_and_say_nothing_unseen(drawn: list[str]) -> None:
    for shown, longest in ((shown_head(head(*drawn)), 80), (brief_head(head(*drawn)), BRIEF)):
        seen = [name.strip("\u2068\u2069") for name in sides(shown)]
        assert len({name.casefold() for name in seen}) == len(drawn)
        assert all(0 < len(name) <= longest for name in seen)
        for character in "".join(seen):
            assert unicodedata.category(character) not in {"Cc", "Zl", "Zp"}
            assert unicodedata.bidirectional(character) not in {"RLO", "LRO", "RLE", "LRE", "PDF"}


@given(names)
def test_what_is_shown_stays_as_it_is_when_it_is_shown_again(drawn: list[str]) -> None:
    shown = shown_head(head(*drawn))
    assert shown_head(shown) == shown
    assert brief_head(shown) == brief_head(head(*drawn))


@pytest.mark.parametrize(
    ("typed", "given"),
    [
        (["Mein", "Mein"], ["Mein", "Mein 2"]),
        (["Mein", " MEIN"], ["Mein", " MEIN 2"]),
        (["Zoë", "Zoe\u0308"], ["Zoë", "Zoe\u0308 2"]),
        (["A", "A", "A"], ["A", "A 2", "A 3"]),
        (["A", "A", "A 2"], ["A", "A 3", "A 2"]),
        (["A", "A\u200b"], ["A", "A\u200b 2"]),
        (["x" * 80, "x" * 80], ["x" * 80, f"{'x' * 78} 2"]),
    ],
)
def test_the_second_of_two_equal_names_gets_the_next_free_number(
    typed: list[str], given: list[str]
) -> None:
    assert distinct(typed) == given


def test_players_of_one_name_can_be_told_apart_too() -> None:
    shown = shown_head(head("Mein", "Dein", players=("Karl", "Erna")))
    assert [side.players for side in shown.sides] == [("Karl", "Erna"), ("Karl 2", "Erna 2")]


def test_an_evening_with_equal_names_opens_and_its_keys_can_be_told_apart(
    library: Library, open_screen: OpenScreen
) -> None:
    evening = play(library, game=bauer_simple.GAME, sides=(Side("Wir"), Side("wir")))
    screen = open_screen()
    assert {"Trumpf: Wir", "Trumpf: wir 2"} <= set(screen.names())
    assert len(set(screen.names())) == len(screen.names())
    assert [side.name for side in evening.head.sides] == ["Wir", "wir"], "the sheet keeps them"


def test_who_is_on_and_the_notice_show_long_names_briefly_and_say_them_whole(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, Meld(MINE, 20), sides=(Side(EIGHTY[:80]), Side("Dein")))
    screen = open_screen()
    brief = "Die unbesiegbaren B…"
    assert f"+1 für {EIGHTY[:80]}: Melde 20" in screen.names()
    assert f"+1 für {brief}: Melde 20" in screen.texts()
    assert any(text.startswith(f"{brief} 1 gibt") for text in screen.texts())
    assert f"{EIGHTY[:80]}: 20 melden" in screen.names()


def test_a_refusal_calls_a_side_briefly(library: Library, open_screen: OpenScreen) -> None:
    play(library, deal(MINE), sides=(Side(EIGHTY[:80]), Side("\u202eDein")))
    screen = open_screen()
    screen.tap("Augen zählen")
    screen.tap("Anschreiben")
    assert "Augen von Die unbesiegbaren B… eintippen." in screen.names()


def test_names_fit_on_one_line_or_else_on_two() -> None:
    assert fit_names(("Mein", "Dein"), 104) == Fit(18, 1, ("Mein", "Dein"))
    assert fit_names(("Otterbacher",), 104) == Fit(16, 1, ("Otterbacher",))
    fit = Fit(14, 2, ("Die\nUnbesiegbaren", "Otterbacher\nBuben"))
    assert fit_names(("Die Unbesiegbaren", "Otterbacher Buben"), 104) == fit
    assert fit_names(("W" * 80,), 104) == Fit(LEAST_NAME, 2, ("W" * 80,))
    assert fit_names(("Die Unbesiegbaren",), 36).size < LEAST_NAME, "at least six letters on a line"


@pytest.mark.parametrize(
    ("name", "room", "lines"),
    [
        ("Spieler 1", 45, "Spieler\n1"),
        ("Karl-Heinz", 45, "Karl-\nHeinz"),
        ("Karl - Heinz", 45, "Karl -\nHeinz"),
        ("Maximilian", 45, "Maxi-\nmilian"),
        ("Bernadette", 45, "Berna-\ndette"),
        ("Katharina", 45, "Katha-\nrina"),
        ("Christoph", 35, "Chris-\ntoph"),
        ("Schneiders Maximilian", 45, "Schneiders Maximilian"),
        ("Мария", 20, "Мария"),
    ],
)
def test_a_word_of_a_name_is_broken_only_between_syllables_and_with_a_hyphen(
    name: str, room: float, lines: str
) -> None:
    """Five players at 320 dp were called "Spiele/r 1"."""
    assert fit_names((name,), room).names == (lines,)


@given(names, st.floats(20, 300))
def test_names_with_line_breaks_are_the_same_names(drawn: list[str], room: float) -> None:
    shown = tuple(sides(shown_head(head(*drawn))))
    for name, fitted in zip(shown, fit_names(shown, room).names, strict=True):
        kept, broken = ("".join(each.split()) for each in (name, fitted))
        assert broken.replace("-", "") == kept.replace("-", "")
        assert len(broken) - len(kept) <= fitted.count("\n")


def test_usual_names_need_no_more_height_than_before() -> None:
    bauerchen: Any = VIEWS["bauerchen"]
    usual = head("Mein", "Dein", players=("Karl", "Erna"))
    for size in (Screen(320, 640), Screen(390, 844), Screen(844, 390)):
        assert bauerchen.layout(usual, size)[:3] == bauerchen.layout(head("A", "B"), size)[:3]


def test_where_long_names_leave_no_room_the_slate_scrolls() -> None:
    bauerchen: Any = VIEWS["bauerchen"]
    long = head(EIGHTY[:80], EIGHTY[:79], players=(EIGHTY[:80], EIGHTY[:79]))
    assert bauerchen.layout(long, Screen(320, 640)).scrolls
    assert not bauerchen.layout(head("Mein", "Dein"), Screen(320, 640)).scrolls
