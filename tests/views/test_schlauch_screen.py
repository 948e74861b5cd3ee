"""Schlauch on the screen: its pad, its slate, and what is said of it."""

import re
from dataclasses import replace

import flet as ft
import flet.canvas as cv
import pytest
from flet_screen import OpenScreen, Screen

from scoring.fields import Remarks
from scoring.game import Agreement, Entry, replay
from scoring.rounds import lines_of
from scoring.schlauch import (
    GAME,
    SANS_PRENDRE,
    Contract,
    ForcedGame,
    Hand,
    Line,
    PassedOut,
    Reason,
    ReasonKind,
    Rules,
    SchlauchEntry,
)
from scoring.sheet import Head, Side
from storage import Evening, Library
from views.games.schlauch.view import VIEW
from views.text.games import schlauch as words
from views.text.games.registry import GAME_TEXTS
from views.text.phrases import GameText
from views.text.translator import LANGUAGES, translator
from views.ui.layout import SHORT_SIGNS, SIGNS
from views.ui.signs import side_signs
from views.ui.strokes import bundles

UTE, MAX, ISA = range(3)
NAMES = ("Ute", "Max", "Isa")
HEAD = Head(tuple(Side(name, (name,)) for name in NAMES), None, "2026-11-20")
GRANDIOSO_WON = Hand(UTE, Contract.GRANDIOSO, won=True)
ROUND = (
    GRANDIOSO_WON,
    PassedOut(red_turnup=True),
    Hand(MAX, Contract.HEART_SCHLAUCH, won=False),
    Hand(ISA, Contract.SCHLAUCH, won=True, sans_prendre=True),
)
"""350, 0 and 500 points: Ute is behind Isa, and Max behind both."""
COMPARISON = [
    "Vergleich: Max 3 Striche von Ute",
    "Vergleich: Ute 1 Strich von Isa",
    "Vergleich: Max 5 Striche von Isa",
    "Max: 1 Strich für die wenigsten Punkte",
]
NO_SANS_PRENDRE = "Sans prendre geht nur bei Grandioso, Schlauch und Herzschlauch."
CONTRACTS = {
    Contract.GRANDIOSO: ("Grandioso", 150),
    Contract.BETTEL: ("Bettel", 150),
    Contract.SCHLAUCH: ("Schlauch", 150),
    Contract.GRANDISSIMO: ("Grandissimo", 300),
    Contract.BETTELOUVERT: ("Bettelouvert", 300),
    Contract.HEART_SCHLAUCH: ("Herzschlauch", 300),
}


def play(library: Library, *entries: Entry, rules: Rules | None = None) -> Evening:
    """Begin an evening, which is then the open one, and write the entries."""
    evening = library.begin(GAME, HEAD, Agreement(rules or Rules()))
    for entry in entries:
        evening.write(entry)
    return evening


def entries(library: Library) -> list[Remarks]:
    """Return what was written, without the time."""
    written = library.evening(str(library.settings.open_evening)).replay.entries
    return [replace(entry, at=None) for entry in written]


def tap(screen: Screen, *names: str) -> None:
    for name in names:
        screen.tap(name)


def shown(screen: Screen, among: list[str]) -> list[str]:
    """Return which of the sentences are shown, in reading order."""
    return [text for text in screen.texts() if text in among]


@pytest.fixture
def screen(library: Library, open_screen: OpenScreen) -> Screen:
    """An empty slate: Ute deals."""
    play(library)
    return open_screen()


# Three taps


def test_the_pad_asks_who_plays_and_what_and_whether_it_was_won(screen: Screen) -> None:
    pad = screen.names()[screen.names().index("Wiederholen") + 1 :]
    assert pad == [
        "Ute spielt",
        "Max spielt",
        "Isa spielt",
        *(f"{name}, {worth} Punkte" for name, worth in CONTRACTS.values()),
        "gewonnen",
        "verloren",
        "Sans prendre",
        "Alle gepasst",
    ]


def test_no_key_is_missing_where_there_is_no_room_for_three_in_a_row(
    screen: Screen, open_screen: OpenScreen
) -> None:
    narrow = open_screen(width=220)
    assert narrow.names() == screen.names()
    screen.tap("Alle gepasst")
    assert narrow.names() == screen.names()


@pytest.mark.parametrize("declarer", [UTE, MAX, ISA], ids=NAMES)
@pytest.mark.parametrize("contract", Contract)
@pytest.mark.parametrize("won", [True, False], ids=["won", "lost"])
def test_three_taps_write_a_hand(
    library: Library, screen: Screen, *, declarer: int, contract: Contract, won: bool
) -> None:
    name, worth = CONTRACTS[contract]
    strokes = worth // 150 * 4
    tap(screen, f"{NAMES[declarer]} spielt", f"{name}, {worth} Punkte")
    outcome = f"gewonnen, {worth} Punkte" if won else f"verloren, {strokes} Striche"
    screen.tap(f"{NAMES[declarer]}: {name} {outcome}")
    assert entries(library) == [Hand(declarer, contract, won=won)]
    assert screen.buzzed == 1


def test_the_order_of_the_first_two_taps_is_free(library: Library, screen: Screen) -> None:
    tap(screen, "Bettel, 150 Punkte", "Isa spielt", "Isa: Bettel verloren, 4 Striche")
    assert entries(library) == [Hand(ISA, Contract.BETTEL, won=False)]


def test_taps_that_come_quicker_than_the_pad_is_drawn_all_count(screen: Screen) -> None:
    screen.tap_at_once("Ute spielt", "Bettel, 150 Punkte")
    assert "Ute: Bettel gewonnen, 150 Punkte" in screen.names()


def test_a_key_that_is_tapped_twice_in_a_moment_writes_one_hand(
    library: Library, screen: Screen
) -> None:
    tap(screen, "Ute spielt", "Bettel, 150 Punkte")
    screen.tap_at_once("Ute: Bettel gewonnen, 150 Punkte", "Ute: Bettel gewonnen, 150 Punkte")
    assert entries(library) == [Hand(UTE, Contract.BETTEL, won=True)]
    assert "Erst antippen, wer spielt." in screen.announced()


def test_what_is_chosen_is_marked_and_the_last_choice_counts(
    library: Library, screen: Screen
) -> None:
    tap(screen, "Ute spielt", "Bettel, 150 Punkte")
    assert screen.is_selected("Ute spielt")
    assert screen.is_selected("Bettel, 150 Punkte")
    tap(screen, "Max spielt", "Grandissimo, 300 Punkte")
    assert screen.is_selected("Max spielt")
    assert screen.is_selected("Grandissimo, 300 Punkte")
    assert not screen.is_selected("Ute spielt")
    assert not screen.is_selected("Bettel, 150 Punkte")
    screen.tap("Max: Grandissimo gewonnen, 300 Punkte")
    assert entries(library) == [Hand(MAX, Contract.GRANDISSIMO, won=True)]


@pytest.mark.parametrize("outcome", ["gewonnen", "verloren"])
@pytest.mark.parametrize(
    ("taps", "missing"),
    [
        ([], "Erst antippen, wer spielt."),
        (["Bettel, 150 Punkte"], "Erst antippen, wer spielt."),
        (["Ute spielt"], "Erst antippen, was gespielt wird."),
    ],
)
def test_an_outcome_is_off_until_it_is_known_who_plays_what(
    library: Library, screen: Screen, taps: list[str], missing: str, outcome: str
) -> None:
    tap(screen, *taps)
    assert screen.hint(outcome) == missing
    screen.tap(outcome)
    assert missing in screen.announced()
    assert (entries(library), screen.buzzed) == ([], 0)


def test_the_keys_that_write_show_what_they_write_for_all(screen: Screen) -> None:
    tap(screen, "Ute spielt", "Herzschlauch, 300 Punkte")
    assert screen.hint("Ute: Herzschlauch gewonnen, 300 Punkte") is None
    texts = screen.texts()
    won, lost = (
        texts.index(f"Ute: Herzschlauch {outcome}")
        for outcome in ("gewonnen, 300 Punkte", "verloren, 8 Striche")
    )
    assert {"gewonnen", "+300", "andere 4 Striche"} <= set(texts[won:lost])
    assert {"verloren", "andere +200"} <= set(texts[lost:])


def test_more_strokes_than_a_key_has_room_for_are_written_as_a_number(screen: Screen) -> None:
    before = len(screen.bundles())
    tap(screen, "Ute spielt", "Herzschlauch, 300 Punkte")
    assert screen.bundles()[before:] == [5, 3]
    screen.tap("Sans prendre")
    assert screen.bundles()[before:] == [1]
    assert "×16" in screen.texts()


def test_a_written_hand_leaves_an_empty_pad(screen: Screen) -> None:
    before = screen.names()
    tap(screen, "Ute spielt", "Schlauch, 150 Punkte", "Sans prendre")
    screen.tap("Ute: Schlauch sans prendre gewonnen, 300 Punkte")
    assert "gewonnen" in screen.names()
    assert not screen.is_selected("Ute spielt")
    assert not screen.is_selected("Sans prendre")
    assert {*before} - {*screen.names()} == {
        "Geber: Ute, Spiel 1 von 3",
        "Noch steht nichts da. Ergebnis antippen.",
    }


# Sans prendre


@pytest.mark.parametrize("contract", SANS_PRENDRE)
def test_sans_prendre_doubles_what_is_shown_and_written(
    library: Library, screen: Screen, contract: Contract
) -> None:
    name, worth = CONTRACTS[contract]
    screen.tap("Sans prendre")
    assert screen.is_selected("Sans prendre")
    tap(screen, f"{name}, {2 * worth} Punkte", "Max spielt")
    screen.tap(f"Max: {name} sans prendre verloren, {worth // 150 * 8} Striche")
    assert entries(library) == [Hand(MAX, contract, won=False, sans_prendre=True)]


@pytest.mark.parametrize("contract", [each for each in Contract if each not in SANS_PRENDRE])
def test_a_contract_that_knows_no_sans_prendre_says_so(
    library: Library, screen: Screen, contract: Contract
) -> None:
    name, worth = CONTRACTS[contract]
    tap(screen, f"{name}, {worth} Punkte", "Sans prendre")
    assert NO_SANS_PRENDRE in screen.announced()
    assert not screen.is_selected("Sans prendre")
    tap(screen, "Ute spielt", f"Ute: {name} gewonnen, {worth} Punkte")
    assert entries(library) == [Hand(UTE, contract, won=True)]


def test_sans_prendre_comes_back_with_a_contract_that_knows_it(screen: Screen) -> None:
    tap(screen, "Ute spielt", "Sans prendre", "Bettel, 150 Punkte")
    assert not screen.is_selected("Sans prendre")
    assert "Ute: Bettel gewonnen, 150 Punkte" in screen.names()
    screen.tap("Grandioso, 300 Punkte")
    assert screen.is_selected("Sans prendre")
    assert "Ute: Grandioso sans prendre gewonnen, 300 Punkte" in screen.names()


def test_every_tap_on_sans_prendre_counts_however_quick(screen: Screen) -> None:
    screen.tap_at_once("Sans prendre", "Sans prendre")
    assert not screen.is_selected("Sans prendre")


def test_sans_prendre_can_be_taken_back(screen: Screen) -> None:
    tap(screen, "Ute spielt", "Grandioso, 150 Punkte", "Sans prendre", "Sans prendre")
    assert not screen.is_selected("Sans prendre")
    assert "Ute: Grandioso gewonnen, 150 Punkte" in screen.names()


# All passed


@pytest.mark.parametrize(
    ("key", "entry", "strokes"),
    [
        ("Aufgelegt schwarz: 1 Strich für Ute", PassedOut(), "Striche: Ute 1, Max 0, Isa 0"),
        (
            "Aufgelegt rot: 2 Striche für Ute",
            PassedOut(red_turnup=True),
            "Striche: Ute 2, Max 0, Isa 0",
        ),
    ],
)
def test_when_nobody_plays_the_dealer_gets_strokes_and_deals_again(
    library: Library, screen: Screen, key: str, entry: Entry, strokes: str
) -> None:
    tap(screen, "Alle gepasst", key)
    assert entries(library) == [entry]
    assert screen.says("Striche: ") == strokes
    assert screen.says("Geber") == "Geber: Ute, Spiel 1 von 3"
    assert "Alle gepasst" in screen.names(), "the pad is back at the contracts"


@pytest.mark.parametrize("winner", [UTE, MAX, ISA], ids=NAMES)
def test_a_forced_game_counts_as_a_hand(library: Library, screen: Screen, winner: int) -> None:
    tap(screen, "Alle gepasst", f"Zwangsspiel: {NAMES[winner]} gewinnt")
    assert entries(library) == [ForcedGame(winner)]
    assert screen.says("Stand") == "Stand: Ute 0, Max 0, Isa 0"
    assert screen.says("Geber") == "Geber: Max, Spiel 2 von 3"


def test_a_forced_game_shows_what_it_is_worth_at_this_table(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, rules=Rules(force_game_value=50))
    screen = open_screen()
    screen.tap("Alle gepasst")
    assert screen.texts().count("gewinnt +50") == 3
    screen.tap("Zwangsspiel: Isa gewinnt")
    assert screen.says("Stand") == "Stand: Ute 0, Max 0, Isa 50"
    assert "Zwangsspiel: Isa gewinnt, 50 Punkte" in screen.announced()


def test_one_can_turn_back_from_all_passed_to_what_was_chosen(screen: Screen) -> None:
    tap(screen, "Ute spielt", "Bettel, 150 Punkte")
    before = screen.text()
    tap(screen, "Alle gepasst", "Zurück zu den Spielen")
    assert screen.text() == before


# What is half entered


@pytest.mark.parametrize(
    "taps",
    [["Ute spielt"], ["Isa spielt", "Bettel, 150 Punkte"], ["Sans prendre"], ["Alle gepasst"]],
    ids=" ".join,
)
def test_what_is_half_entered_is_on_every_screen_and_survives_a_restart(
    library: Library, screen: Screen, open_screen: OpenScreen, taps: list[str]
) -> None:
    other, empty = open_screen(), screen.text()
    tap(screen, *taps)
    before = screen.text()
    assert before != empty
    assert other.text() == before
    again = Screen(Library(library.folder), screen.loop)
    after = again.text()
    again.close()
    assert after == before


def test_what_is_half_entered_is_over_with_its_deal(
    screen: Screen, open_screen: OpenScreen
) -> None:
    other = open_screen()
    tap(screen, "Ute spielt", "Bettel, 150 Punkte")
    tap(other, "Ute: Bettel gewonnen, 150 Punkte")
    assert not screen.is_selected("Ute spielt")
    assert "gewonnen" in screen.names()


# The slate


def test_points_and_strokes_are_said(library: Library, open_screen: OpenScreen) -> None:
    play(library, *ROUND[:3])
    screen = open_screen()
    assert screen.says("Stand") == "Stand: Ute 350, Max 0, Isa 200"
    assert screen.says("Striche: ") == "Striche: Ute 0, Max 12, Isa 2"


def test_the_status_tells_who_deals_and_which_hand_it_is(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *ROUND[:2], rules=Rules(hands_per_round=4))
    screen = open_screen()
    assert screen.says("Geber") == "Geber: Max, Spiel 2 von 4"
    assert "Max gibt · Spiel 2 von 4" in screen.texts()


def test_a_line_shows_what_everybody_got(library: Library, open_screen: OpenScreen) -> None:
    play(library, *ROUND[:3])
    texts = open_screen().texts()
    assert [text for text in texts if text.startswith("Zeile")] == [
        "Zeile 1: Ute: Grandioso gewonnen, 150 Punkte; die anderen je 2 Striche",
        "Zeile 2: Alle gepasst. Aufgelegt rot: 2 Striche für Max",
        "Zeile 3: Max: Herzschlauch verloren, 8 Striche; die anderen je +200",
    ]
    assert [text for text in texts if re.fullmatch(r"\+\d+", text)] == ["+150", "+200", "+200"]


@pytest.mark.parametrize(
    ("number", "drawn"), [(0, []), (1, [1]), (4, [4]), (5, [5]), (12, [5, 5, 2])]
)
def test_strokes_are_drawn_in_bundles_of_five(number: int, drawn: list[int]) -> None:
    assert [strokes(bundle) for bundle in bundles(number, 20)] == drawn


def strokes(bundle: ft.Control) -> int:
    """Return how many strokes are drawn; each begins where the chalk is put down."""
    assert isinstance(bundle, cv.Canvas)
    (path,) = bundle.shapes
    assert isinstance(path, cv.Path)
    return sum(isinstance(part, cv.Path.MoveTo) for part in path.elements)


@pytest.mark.parametrize("height", [SIGNS, SHORT_SIGNS])
@pytest.mark.parametrize("marks", [0, 1, 15, 16, 25, 26, 69, 433])
def test_strokes_and_their_number_read_as_one_amount(marks: int, height: int) -> None:
    """69 strokes were "69" and a bundle, which read as 74."""
    begun = replay(GAME, Agreement(Rules()))
    state = begun.state._replace(marks=(marks, 0, 0))
    (kind,) = VIEW.won(Rules(), state, height)
    signs = side_signs(kind, 0)
    (number,) = (sign.value for sign in signs if isinstance(sign, ft.Text))
    drawn = sum(strokes(sign) for sign in signs if not isinstance(sign, ft.Text))
    few = marks <= (25 if height == SIGNS else 15)
    assert (number, drawn) == ((str(marks), marks) if few else (f"×{marks}", 1))


def test_a_forced_game_that_is_worth_nothing_stands_there_as_0(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, ForcedGame(ISA))
    texts = open_screen().texts()
    line = texts.index("Zeile 1: Zwangsspiel: Isa gewinnt, 0 Punkte")
    assert texts[line + 1] == "0"
    assert texts[line + 2].startswith("Geber")


def test_between_two_rounds_the_slate_tells_who_got_strokes_from_whom(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *ROUND)
    screen = open_screen()
    assert shown(screen, COMPARISON) == COMPARISON
    assert screen.says("Stand") == "Stand: Ute 0, Max 0, Isa 0"
    assert screen.says("Striche: ") == "Striche: Ute 5, Max 25, Isa 2"
    screen.tap("Alle gepasst")
    screen.tap("Zwangsspiel: Ute gewinnt")
    assert shown(screen, COMPARISON) == []


def test_the_notice_sums_up_the_comparison(library: Library, open_screen: OpenScreen) -> None:
    play(library, *ROUND[:3])
    screen = open_screen()
    tap(screen, "Isa spielt", "Sans prendre", "Schlauch, 300 Punkte")
    screen.tap("Isa: Schlauch sans prendre gewonnen, 300 Punkte")
    assert (
        "Isa: Schlauch sans prendre gewonnen, 300 Punkte; die anderen je 4 Striche. "
        "Vergleich: Ute 1 Strich, Max 9 Striche."
    ) in screen.announced()


def test_the_page_of_rounds_tells_the_comparison(library: Library, open_screen: OpenScreen) -> None:
    play(library, *ROUND)
    screen = open_screen()
    assert "350:0:500" in screen.texts()
    screen.tap("Runden")
    assert "Runde 1: Ute 350, Max 0, Isa 500" in screen.texts()
    assert shown(screen, COMPARISON) == COMPARISON


def test_a_round_without_any_strokes_says_so(library: Library, open_screen: OpenScreen) -> None:
    play(library, ForcedGame(UTE), rules=Rules(hands_per_round=1))
    screen = open_screen()
    assert "Vergleich: alle haben gleich viel, keine Striche" in screen.texts()
    assert "Zwangsspiel: Ute gewinnt, 0 Punkte. Vergleich: keine Striche." in screen.announced()


def test_who_shares_the_fewest_points_is_named(library: Library, open_screen: OpenScreen) -> None:
    play(library, GRANDIOSO_WON, rules=Rules(hands_per_round=1))
    screen = open_screen()
    said = [
        "Vergleich: Max 1 Strich von Ute",
        "Vergleich: Isa 1 Strich von Ute",
        "Max: 1 Strich für die wenigsten Punkte",
        "Isa: 1 Strich für die wenigsten Punkte",
    ]
    assert shown(screen, said) == said


# A line


def test_the_page_of_a_line_tells_why_and_what_the_comparison_brought(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *ROUND)
    screen = open_screen()
    screen.go("/line/3")
    texts = screen.texts()
    why = texts[texts.index("Warum?") + 1 :]
    assert [*zip(why[::2], why[1::2], strict=False)][:8] == [
        ("Isa spielt und gewinnt", "+150"),
        ("Ute spielt dagegen und verliert", "2 Striche"),
        ("Max spielt dagegen und verliert", "2 Striche"),
        ("Sans prendre: alles doppelt", "×2"),
        ("Vergleich: Max liegt 350 hinter Ute", "3 Striche"),
        ("Vergleich: Ute liegt 150 hinter Isa", "1 Strich"),
        ("Vergleich: Max liegt 500 hinter Isa", "5 Striche"),
        ("Vergleich: Max hat die wenigsten Punkte", "1 Strich"),
    ]
    after = texts[texts.index("Stand danach") + 1 :]
    assert after[:6] == ["Ute", "350", "Max", "0", "Isa", "500"]


def test_a_line_can_be_changed_after_a_look_at_what_changes(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *ROUND[:3])
    screen = open_screen()
    screen.go("/line/2")
    screen.tap("Zeile ändern")
    tap(screen, "Isa spielt", "Bettel, 150 Punkte", "Isa: Bettel gewonnen, 150 Punkte")
    assert "Stand: Ute 150, Max 0, Isa 150 (bisher Ute 350, Max 0, Isa 200)" in screen.texts()
    assert "Striche: Ute 2, Max 6, Isa 2 (bisher Ute 0, Max 12, Isa 2)" in screen.texts()
    screen.tap("Übernehmen")
    assert entries(library)[2] == Hand(ISA, Contract.BETTEL, won=True)
    assert screen.says("Stand") == "Stand: Ute 150, Max 0, Isa 150"


def test_a_passed_out_deal_is_changed_for_the_dealer_of_that_time(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *ROUND)
    screen = open_screen()
    screen.go("/line/1/change")
    tap(screen, "Alle gepasst", "Aufgelegt schwarz: 1 Strich für Max", "Übernehmen")
    assert entries(library)[1] == PassedOut()


# Other rules


def test_the_rules_page_tells_how_it_is_written_at_this_table(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, rules=Rules(hands_per_round=1, force_game_value=50))
    screen = open_screen()
    screen.tap("Menü")
    assert "Hausregeln, Vergleich nach jedem Spiel · Zwangsspiel 50 Punkte" in screen.names()
    screen.tap("So wird angeschrieben, Schlauch")
    for said in (
        "Wer spielt und gewinnt, bekommt 150 Punkte, die anderen je 2 Striche.",
        "Wer spielt und verliert, bekommt 4 Striche, die anderen je 100 Punkte.",
        "Wer es gewinnt, bekommt 50 Punkte.",
        "Nach jedem Spiel werden die Punkte verglichen.",
    ):
        assert said in screen.texts()


def test_the_usual_rules_in_brief() -> None:
    german = translator("de")
    assert words.rules_in_brief(german, Rules()) == "Vergleich nach 3 Spielen"
    parts = words.how_it_is_written(german, Rules())
    said = [sentence for part in parts for sentence in part.sentences]
    assert "Punkte gibt es hier dafür keine." in said
    assert "Nach je 3 Spielen werden die Punkte verglichen." in said


# GameText


def test_the_words_are_all_that_is_asked_of_words() -> None:
    asked = {name for name in vars(GameText) if not name.startswith("_")} | set(
        GameText.__annotations__
    )
    assert asked <= set(dir(GAME_TEXTS["schlauch"]))


def test_every_contract_has_its_name() -> None:
    assert list(words.CONTRACTS) == list(Contract)


@pytest.mark.parametrize("kind", ReasonKind)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_reason_is_told_of_a_player(language: str, kind: ReasonKind) -> None:
    line = Line((0, 0, 0), (0, 0, 0), (Reason(kind, MAX, 1),), (0, 0, 0), (0, 0, 0), ())
    ((said, figure),) = words.reasons(translator(language), HEAD, line)
    nobody = {ReasonKind.SANS_PRENDRE, ReasonKind.RED_TURNUP}
    assert ("Max" in said) is (kind not in nobody)
    assert re.fullmatch(r"\+1|×2|1 (Strich|stroke)", figure)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_contract_that_counts_twice_is_explained(language: str) -> None:
    for won in (True, False):
        once, twice = (
            words.reasons(translator(language), HEAD, after(Hand(UTE, contract, won=won)))[0][0]
            for contract in (Contract.GRANDIOSO, Contract.GRANDISSIMO)
        )
        assert once != twice


def after(*played: Entry) -> Line:
    """Return the line of the last entry."""
    return lines_of(replay(GAME, Agreement(Rules()), played).states)[-1]


@pytest.mark.parametrize(
    ("language", "entry", "said"),
    [
        ("en", GRANDIOSO_WON, "Ute: Grandioso won, 150 points; the others 2 strokes each"),
        ("en", PassedOut(), "All passed. Turn-up black: 1 stroke for Ute"),
        ("en", ForcedGame(MAX), "Forced game: Max wins, 0 points"),
        ("de", ForcedGame(MAX), "Zwangsspiel: Max gewinnt, 0 Punkte"),
    ],
)
def test_what_was_written_is_said_in_every_language(
    language: str, entry: SchlauchEntry, said: str
) -> None:
    assert words.describe(translator(language), HEAD, entry, after(entry)) == said
