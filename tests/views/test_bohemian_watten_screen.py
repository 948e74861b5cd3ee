"""Bohemian Watten on the screen: its pad, its part of the slate, and its words."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from flet_screen import OpenScreen, Screen

from scoring.bohemian_watten import (
    GAME,
    Deal,
    Line,
    Overshoot,
    Reason,
    ReasonKind,
    Round,
    Rules,
    Slip,
    Stays,
)
from scoring.game import Agreement, replay
from scoring.refusals import IllegalEntry
from scoring.sheet import Head, Side
from storage import Evening, Library
from views.games.bohemian_watten.draft import WattenDraft
from views.games.bohemian_watten.pad import columns_of, pad_rows
from views.session.screen import Screen as Size
from views.text.games import bohemian_watten as words
from views.text.phrases import describe_at
from views.text.refusals import sentence
from views.text.translator import LANGUAGES, translator

NAMES = ("Ute", "Max", "Isa", "Kai", "Bernadette", "Jo", "Traudl")
THREE = Head(tuple(Side(name) for name in NAMES[:3]))
FIRST = Deal((2, 3, 0))
"""Ute deals: 18, 17, 25; after it Max deals."""
GERMAN = translator("de")


def play(
    library: Library,
    *deals: Deal,
    players: int = 3,
    rules: Rules | None = None,
    names: Sequence[str] = NAMES,
) -> Evening:
    """Begin an evening at which Ute deals first, and write the deals."""
    head = Head(tuple(Side(name, (name,)) for name in names[:players]))
    evening = library.begin(GAME, head, Agreement(rules or Rules(), sides=players))
    for deal in deals:
        evening.write(deal)
    return evening


@pytest.fixture
def evening(library: Library) -> Evening:
    return play(library, FIRST)


@pytest.fixture
def screen(evening: Evening, open_screen: OpenScreen) -> Screen:
    """After the first deal: Max deals, so Ute and Isa may fold."""
    assert evening.replay.state.dealer == 1
    return open_screen()


def tricks(screen: Screen, *players: str) -> None:
    for player in players:
        screen.tap(f"{player}: ein Stich mehr")


def last(evening: Evening) -> Deal:
    entry = evening.replay.entries[-1]
    assert isinstance(entry, Deal)
    return replace(entry, at=None)


def test_the_fifth_trick_writes_a_deal(evening: Evening, screen: Screen) -> None:
    tricks(screen, "Ute", "Isa", "Ute", "Isa")
    assert len(evening.replay.entries) == 1
    assert {"noch 1 Stich", "der 5. schreibt an"} <= set(screen.texts())
    tricks(screen, "Isa")
    assert last(evening) == Deal((2, 0, 3))
    assert screen.says("Stand") == "Stand: Ute 16, Max 22, Isa 22"
    assert "−2 Ute, +5 Max, −3 Isa" in screen.announced()
    assert screen.hint("Ute: ein Stich mehr") == "kein Stich, +5"


def test_each_key_tells_what_would_be_written_now(screen: Screen) -> None:
    tricks(screen, "Ute", "Ute", "Max")
    hints = [screen.hint(f"{player}: ein Stich mehr") for player in NAMES[:3]]
    assert hints == ["2 Stiche, −2", "1 Stich, −1", "kein Stich, +5"]
    screen.tap("Herz ist Trumpf")
    hints = [screen.hint(f"{player}: ein Stich mehr") for player in NAMES[:3]]
    assert hints == ["2 Stiche, −4", "1 Stich, −2", "kein Stich, +10"]
    shown = [text for text in screen.texts() if text in {"−4", "−2", "+10"}]
    assert shown[-3:] == ["−4", "−2", "+10"]


def test_hearts_are_written_and_can_be_taken_back_before(evening: Evening, screen: Screen) -> None:
    screen.tap("Herz ist Trumpf")
    assert screen.is_selected("Herz ist Trumpf")
    assert "Herz ×2" in screen.texts()
    screen.tap("Herz ist Trumpf")
    assert not screen.is_selected("Herz ist Trumpf")
    screen.tap("Herz ist Trumpf")
    tricks(screen, *["Max"] * 5)
    assert last(evening) == Deal((0, 5, 0), hearts=True)
    assert "Herz: +10 Ute, −10 Max, +10 Isa" in screen.announced()


def test_hearts_that_do_not_double_do_not_promise_it(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, rules=Rules(hearts_double=False))
    screen = open_screen()
    screen.tap("Herz ist Trumpf")
    tricks(screen, "Ute")
    assert screen.hint("Ute: ein Stich mehr") == "1 Stich, −1"
    assert "Herz ×2" not in screen.texts()


def test_a_deal_is_not_written_before_all_tricks_are_made(evening: Evening, screen: Screen) -> None:
    for left, made in ((5, []), (4, ["Ute"]), (1, ["Max", "Max", "Isa"])):
        tricks(screen, *made)
        assert ("noch 1 Stich" if left == 1 else f"noch {left} Stiche") in screen.texts()
        assert "Anschreiben" not in screen.names()
    assert len(evening.replay.entries) == 1


def test_two_quick_taps_are_two_tricks(screen: Screen) -> None:
    screen.tap_at_once("Ute: ein Stich mehr", "Ute: ein Stich mehr")
    assert "Stiche: Ute 2, Max 0, Isa 0; noch 3 Stiche" in screen.announced()


def test_two_quick_taps_are_two_tricks_also_where_a_line_is_changed(screen: Screen) -> None:
    screen.tap("Zeile 1: −2 Ute, −3 Max, +5 Isa")
    screen.tap("Zeile ändern")
    screen.tap_at_once("Löschen", "Löschen", "Löschen")
    screen.tap_at_once("Isa: ein Stich mehr", "Isa: ein Stich mehr")
    assert "Stiche: Ute 2, Max 0, Isa 2; noch 1 Stich" in screen.announced()


def test_two_quick_taps_write_a_deal_only_once(evening: Evening, screen: Screen) -> None:
    tricks(screen, *["Ute"] * 4)
    screen.tap_at_once("Ute: ein Stich mehr", "Ute: ein Stich mehr")
    assert len(evening.replay.entries) == 2
    assert "Stiche: Ute 0, Max 0, Isa 0; noch 5 Stiche" in screen.announced()


def test_undo_brings_back_all_that_was_tapped_for_a_deal(evening: Evening, screen: Screen) -> None:
    screen.tap("Isa: gepasst")
    tricks(screen, "Max", "Ute", "Ute", "Max", "Ute")
    screen.tap("Rückgängig")
    assert len(evening.replay.entries) == 1
    assert "Stiche: Ute 3, Max 2, Isa gepasst" in screen.announced()
    screen.tap("Isa: gepasst")
    screen.tap("Herz ist Trumpf")
    screen.tap_at_once("Anschreiben", "Anschreiben")
    assert len(evening.replay.entries) == 2
    assert last(evening) == Deal((3, 2, 0), hearts=True)


def test_undo_of_another_change_enters_nothing(evening: Evening, screen: Screen) -> None:
    evening.agree(replace(evening.replay.agreement, first_dealer=1))
    screen.loop.settle()
    screen.tap("Rückgängig")
    assert "Stiche: Ute 0, Max 0, Isa 0; noch 5 Stiche" in screen.announced()


def test_undo_brings_it_back_after_a_restart_too(library: Library, screen: Screen) -> None:
    tricks(screen, *["Max"] * 5)
    again = Screen(Library(library.folder), screen.loop)
    again.tap("Rückgängig")
    assert "Stiche: Ute 0, Max 5, Isa 0" in again.announced()
    again.tap("Löschen")
    tricks(again, "Isa")
    assert again.says("Stand") == "Stand: Ute 23, Max 13, Isa 24"
    again.close()


def test_there_is_no_sixth_trick(screen: Screen) -> None:
    tricks(screen, *["Ute"] * 5)
    screen.tap("Rückgängig")
    tricks(screen, "Max")
    assert "Ein Spiel hat 5 Stiche, nicht 6." in screen.announced()
    assert "Stiche: Ute 5, Max 0, Isa 0" in screen.announced()


def test_tricks_are_deleted_one_by_one_beginning_with_the_last(screen: Screen) -> None:
    tricks(screen, "Ute", "Max", "Ute")
    screen.tap("Löschen")
    assert "Stiche: Ute 1, Max 1, Isa 0; noch 3 Stiche" in screen.announced()
    screen.tap("Löschen")
    screen.tap("Löschen")
    assert "Stiche: Ute 0, Max 0, Isa 0; noch 5 Stiche" in screen.announced()
    screen.tap("Löschen")
    assert "Es gibt nichts zurückzunehmen." in screen.announced()


def test_who_folded_stays_at_the_same_points(evening: Evening, screen: Screen) -> None:
    screen.tap("Isa: gepasst")
    assert screen.is_selected("Isa: gepasst")
    assert screen.hint("Isa: ein Stich mehr") == "gepasst"
    tricks(screen, *["Max"] * 5)
    assert last(evening) == Deal((0, 5, None))
    assert screen.says("Stand") == "Stand: Ute 23, Max 12, Isa 25"
    assert "+5 Ute, −5 Max, Isa gepasst" in screen.announced()


def test_a_line_shows_a_dash_for_who_folded_and_the_totals_of_all(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, FIRST, Deal((0, 5, None)))
    shown = open_screen().texts()
    line = shown.index("Zeile 2: +5 Ute, −5 Max, Isa gepasst")
    assert shown[line + 1 : line + 7] == ["+5", "23", "−5", "12", "–", "25"]


def test_folding_can_be_taken_back(evening: Evening, screen: Screen) -> None:
    screen.tap("Isa: gepasst")
    screen.tap("Isa: gepasst")
    assert not screen.is_selected("Isa: gepasst")
    tricks(screen, *["Isa"] * 5)
    assert last(evening) == Deal((0, 0, 5))


def test_who_folded_makes_no_trick(screen: Screen) -> None:
    tricks(screen, "Isa", "Ute", "Isa")
    screen.tap("Isa: gepasst")
    assert "Stiche: Ute 1, Max 0, Isa gepasst; noch 4 Stiche" in screen.announced()
    tricks(screen, "Isa")
    assert "Isa hat gepasst und macht keinen Stich." in screen.announced()
    assert "Stiche: Ute 1, Max 0, Isa gepasst; noch 4 Stiche" in screen.announced()


def test_a_player_who_may_not_fold_is_told_every_reason(screen: Screen) -> None:
    assert screen.hint("Max: gepasst") == "jetzt nicht möglich"
    assert screen.hint("Ute: gepasst") is None
    screen.tap("Max: gepasst")
    assert "Max darf nicht passen: gibt selbst." in screen.announced()
    screen.tap("Herz ist Trumpf")
    assert screen.hint("Ute: gepasst") == "jetzt nicht möglich"
    screen.tap("Max: gepasst")
    assert "Max darf nicht passen: Herz ist Trumpf, gibt selbst." in screen.announced()
    assert not screen.is_selected("Max: gepasst")


@pytest.mark.parametrize(
    ("deals", "player", "why"),
    [
        ([], "Ute", "erstes Spiel der Partie, gibt selbst"),
        ([], "Isa", "erstes Spiel der Partie"),
        ([FIRST, Deal((0, 5, None))], "Isa", "im Spiel davor gepasst, gibt selbst"),
        ([FIRST, Deal((5, 0, 0)), Deal((5, 0, 0)), Deal((3, 1, 1))], "Ute", "höchstens 5 Punkte"),
    ],
)
def test_what_keeps_a_player_in_is_said(
    library: Library, open_screen: OpenScreen, deals: list[Deal], player: str, why: str
) -> None:
    play(library, *deals)
    screen = open_screen()
    assert screen.hint(f"{player}: gepasst") == "jetzt nicht möglich"
    screen.tap(f"{player}: gepasst")
    assert f"{player} darf nicht passen: {why}." in screen.announced()


def test_hearts_cannot_be_trumps_once_somebody_folded(screen: Screen) -> None:
    screen.tap("Isa: gepasst")
    screen.tap("Herz ist Trumpf")
    assert "Isa darf nicht passen: Herz ist Trumpf." in screen.announced()
    assert not screen.is_selected("Herz ist Trumpf")


def test_at_least_two_stay_in(screen: Screen) -> None:
    screen.tap("Isa: gepasst")
    screen.tap("Ute: gepasst")
    assert "Mindestens 2 müssen drin bleiben." in screen.announced()
    assert screen.hint("Ute: gepasst") == "jetzt nicht möglich"


@pytest.mark.parametrize(("players", "rules"), [(2, Rules()), (4, Rules(folding=False))])
def test_folding_is_not_offered_where_it_is_not_played(
    library: Library, open_screen: OpenScreen, players: int, rules: Rules
) -> None:
    play(library, players=players, rules=rules)
    assert not [name for name in open_screen().names() if name.endswith(": gepasst")]


def test_what_is_half_entered_is_seen_by_all_and_survives_a_restart(
    library: Library, screen: Screen, open_screen: OpenScreen
) -> None:
    other = open_screen()
    screen.tap("Isa: gepasst")
    tricks(screen, "Ute", "Max")
    anew = open_screen()
    for seen in (other, anew):
        assert "Stiche: Ute 1, Max 1, Isa gepasst; noch 3 Stiche" in seen.announced()
    key = str(library.settings.open_evening)
    kept = WattenDraft(made_by=(0, 1), folded=(2,))
    assert WattenDraft.of(Library(library.folder).evening(key).draft) == kept


def test_a_player_is_told_as_folded_once_even_if_a_stored_deal_says_it_often() -> None:
    """It grew by one with each key, until it could not be stored any more."""
    often = WattenDraft.of({"folded": [0] * 7})
    assert often.folding(1).folded == (0, 1)
    assert WattenDraft.of(often.folding(1).as_kept) == often.folding(1)


def test_tricks_of_a_player_who_folded_do_not_count_even_if_a_stored_deal_tells_them() -> None:
    """With all five told, a sixth was half entered, which could not be stored."""
    stored = WattenDraft.of({"folded": [0], "made_by": [0, 1, 1, 1, 0]})
    assert stored.tricks_left == 2
    assert stored.one_more(2).made_by == (1, 1, 1, 2)
    assert stored.one_less().made_by == (1, 1)


def test_a_fold_that_other_rules_forbid_is_named_and_can_be_taken_back(
    evening: Evening, screen: Screen
) -> None:
    screen.tap("Isa: gepasst")
    tricks(screen, *["Ute"] * 5)
    screen.tap("Rückgängig")
    evening.agree(replace(evening.replay.agreement, first_dealer=1))
    screen.loop.settle()
    assert screen.hint("Anschreiben") == "jetzt nicht möglich"
    screen.tap("Anschreiben")
    assert "Isa darf nicht passen: gibt selbst." in screen.announced()
    screen.tap("Isa: gepasst")
    screen.tap("Anschreiben")
    assert last(evening) == Deal((5, 0, 0))


def test_a_fifth_trick_that_cannot_be_written_loses_none_of_the_others(
    evening: Evening, screen: Screen
) -> None:
    screen.tap("Isa: gepasst")
    tricks(screen, *["Ute"] * 4)
    evening.agree(replace(evening.replay.agreement, first_dealer=1))
    screen.loop.settle()
    tricks(screen, "Ute")
    assert "Isa darf nicht passen: gibt selbst." in screen.announced()
    assert "Stiche: Ute 4, Max 0, Isa gepasst; noch 1 Stich" in screen.announced()
    screen.tap("Isa: gepasst")
    tricks(screen, "Ute")
    assert last(evening) == Deal((5, 0, 0))


def test_a_finished_game_is_told_until_the_next_deal(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, *[Deal((5, 0, 0))] * 3)
    screen = open_screen()
    tricks(screen, *["Ute"] * 4, "Max")
    assert screen.says("Stand") == "Stand: Ute 1, Max 34, Isa 40"
    screen.tap("Rückgängig")
    screen.tap("Herz ist Trumpf")
    screen.tap("Anschreiben")
    assert "Herz: −8 Ute, −2 Max, +10 Isa. Ute gewinnt die Partie." in screen.announced()
    assert "Ute gewinnt die Partie" in screen.texts()
    assert screen.says("Stand") == "Stand: Ute 20, Max 20, Isa 20"
    assert screen.says("Gewonnene") == "Gewonnene Partien: Ute 1, Max 0, Isa 0"
    screen.tap("Partien")
    assert "Partie 1: Ute −3, Max 33, Isa 45" in screen.texts()
    screen.tap("Zurück")
    screen.tap("Rückgängig")
    assert screen.says("Gewonnene") == "Gewonnene Partien: Ute 0, Max 0, Isa 0"
    assert screen.says("Stand") == "Stand: Ute 5, Max 35, Isa 35"


def test_many_won_games_are_written_as_a_number(library: Library, open_screen: OpenScreen) -> None:
    play(library, *[Deal((5, *(0,) * 6))] * 3, players=7, rules=Rules(start=5))
    assert "×3" in open_screen().texts()


def test_the_line_page_tells_why_everybody_got_what_they_did(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, FIRST, Deal((4, 1, 0), hearts=True))
    screen = open_screen()
    screen.tap("Herz: −8 Ute, −2 Max, +10 Isa")
    shown = screen.texts()
    assert shown[shown.index("Warum?") + 1 :][:13] == [
        *("Ute: 4 Stiche, mit Herz doppelt", "−8"),
        *("Max: 1 Stich, mit Herz doppelt", "−2"),
        *("Isa: kein Stich, mit Herz doppelt", "+10"),
        "Stand danach",
        *("Ute", "10", "Max", "15", "Isa", "35"),
    ]


def test_a_line_is_changed_after_its_effect_was_shown(evening: Evening, screen: Screen) -> None:
    screen.tap("Zeile 1: −2 Ute, −3 Max, +5 Isa")
    screen.tap("Zeile ändern")
    screen.tap("Isa: gepasst")
    assert not screen.is_selected("Isa: gepasst")  # it was the first deal
    for _ in range(5):
        screen.tap("Löschen")
    tricks(screen, *["Isa"] * 5)
    said = "Stand: Ute 25, Max 25, Isa 15 (bisher Ute 18, Max 17, Isa 25)"
    assert said in screen.texts()
    screen.tap("Übernehmen")
    assert last(evening) == Deal((0, 0, 5))


def test_a_change_that_forbids_a_later_fold_names_who_and_why(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, FIRST, Deal((None, 5, 0)), rules=Rules(start=10))
    screen = open_screen()
    screen.tap("Zeile 1: −2 Ute, −3 Max, +5 Isa")
    screen.tap("Zeile ändern")
    for _ in range(3):
        screen.tap("Löschen")
    tricks(screen, *["Ute"] * 3)
    why = "Ute darf nicht passen: höchstens 5 Punkte."
    assert f"Das geht so nicht. Zeile 2: {why}" in screen.announced()


def test_seven_players_all_find_their_keys_and_columns(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, Deal((2, 3, 0, 0, 0, 0, 0)), players=7)
    screen = open_screen(width=320, height=640)
    for name in NAMES:
        assert {f"{name}: ein Stich mehr", f"{name}: gepasst"} <= set(screen.names())
    assert screen.says("Stand").endswith("Traudl 25")


@pytest.mark.parametrize(
    ("players", "width", "text_scale", "columns"),
    [
        (2, 390, 1, 2),
        (5, 320, 1, 5),
        (6, 390, 1, 6),
        (6, 320, 1, 3),
        (7, 390, 1, 4),
        (7, 320, 1, 4),
        (7, 320, 2, 2),
        (3, 100, 2, 1),
    ],
)
def test_keys_are_wide_enough_to_be_hit(
    players: int, width: int, text_scale: float, columns: int
) -> None:
    size = Size(width, 844, text_scale)
    assert columns_of(players, size) == columns
    assert pad_rows(players, size) > pad_rows(2, Size(560, 640))


def test_the_dealer_is_marked_and_told(screen: Screen) -> None:
    assert screen.says("Geber") == "Geber: Max"
    assert "Max gibt" in screen.texts()
    tricks(screen, *["Ute"] * 5)
    assert screen.says("Geber") == "Geber: Isa"


def test_the_slate_is_whole_in_english(evening: Evening, open_screen: OpenScreen) -> None:
    screen = open_screen(languages=["en"])
    screen.tap("Max: folded")
    assert "Max may not fold: is the dealer." in screen.announced()
    screen.tap("Isa: folded")
    for _ in range(5):
        screen.tap("Ute: one more trick")
    assert "−5 Ute, +5 Max, Isa folded" in screen.announced()
    assert len(evening.replay.entries) == 2


EXPLAINED = {
    ReasonKind.TRICKS: (-2, "2 tricks", "2 Stiche"),
    ReasonKind.NO_TRICK: (5, "no trick", "kein Stich"),
    ReasonKind.HEARTS: (1, "doubled by hearts", "mit Herz doppelt"),
    ReasonKind.FOLDED: (0, "folded", "gepasst"),
    ReasonKind.OVERSHOT: (
        -3,
        "−3 would be below 0 and does not count",
        "−3 wäre unter 0 und zählt nicht",
    ),
}


@pytest.mark.parametrize("kind", ReasonKind)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_kind_of_reason_has_its_words(language: str, kind: ReasonKind) -> None:
    amount, english, german = EXPLAINED[kind]
    line = Line((2, None, 0), (-2, 0, 5), (Reason(kind, 0, amount),), (18, 20, 25), ())
    said = words.reasons(translator(language), THREE, line)
    assert said[0] == (f"Ute: {english if language == 'en' else german}", "−2")


@pytest.mark.parametrize("stays", Stays)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_to_stay_has_its_words(language: str, stays: Stays) -> None:
    refused = IllegalEntry(Slip.MUST_STAY, side=1, reasons=(stays,), standing=4, few=5)
    said = sentence(translator(language), refused, THREE)
    assert re.fullmatch(r"Max (may not fold|darf nicht passen): [\w ]+\.", said)
    if language == "en":
        assert words.CHOICES[stays].format(few=5) in said


def test_without_names_a_refusal_counts_the_players() -> None:
    refused = IllegalEntry(
        Slip.MUST_STAY, side=2, reasons=(Stays.SAT_OUT, Stays.DEALER), standing=9, few=5
    )
    said = "Spieler 3 darf nicht passen: im Spiel davor gepasst, gibt selbst."
    assert sentence(GERMAN, refused) == said


@pytest.mark.parametrize(
    ("winners", "said"),
    [
        ((1,), "Max gewinnt die Partie."),
        ((0, 2), "Ute und Isa gewinnen die Partie."),
        ((0, 1, 2), "Ute, Max und Isa gewinnen die Partie."),
    ],
)
def test_all_winners_of_a_game_are_named(winners: tuple[int, ...], said: str) -> None:
    ended = Round((0, 0, 0), winners)
    assert words.round_end(GERMAN, THREE, ended) == [said]
    assert words.result(THREE, ended).split(" + ") == [NAMES[winner] for winner in winners]


RULES = [
    Rules(),
    Rules(start=3, penalty=0, hearts_double=False),
    Rules(overshoot=Overshoot.LOWEST, folding=False),
    Rules(overshoot=Overshoot.EXACT, fifty_wins=True),
    Rules(start=60, fifty_wins=True),
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", [2, 3, 7])
def test_every_example_can_be_played_and_told(rules: Rules, players: int) -> None:
    head = Head(tuple(Side(name) for name in NAMES[:players]))
    for story, entries in words.examples(GERMAN, head, rules):
        played = replay(GAME, Agreement(rules, sides=players), entries)
        assert story.endswith(".")
        assert "Ute" in describe_at(GERMAN, words, head, played, len(entries) - 1)


def test_examples_tell_of_folding_only_where_it_is_played() -> None:
    def told(rules: Rules, players: int = 3) -> bool:
        head = Head(tuple(Side(name) for name in NAMES[:players]))
        stories = [example.story for example in words.examples(GERMAN, head, rules)]
        return "Isa passt im zweiten Spiel." in stories

    assert told(Rules())
    assert not told(Rules(folding=False))
    assert not told(Rules(), players=2)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (Rules(), "Wer auf 0 oder darunter kommt, gewinnt; sind es mehrere auf einmal, "),
        (Rules(start=15), "Jeder beginnt mit 15 Punkten und will hinunter auf 0."),
        (Rules(penalty=3), "Wer keinen Stich macht, bekommt 3 Punkte dazu."),
        (Rules(hearts_double=False), "Herz als Trumpf zählt nicht mehr als andere Farben."),
        (Rules(folding=False), "An diesem Tisch passt keiner."),
        (Rules(overshoot=Overshoot.EXACT), "Wer genau auf 0 kommt, gewinnt."),
        (Rules(overshoot=Overshoot.LOWEST), "dann gewinnt nur, wer am tiefsten steht."),
        (Rules(fifty_wins=True), "Wer auf 50 Punkte oder mehr kommt, gewinnt auch."),
    ],
)
def test_the_rules_page_tells_how_this_table_writes(rules: Rules, sentence: str) -> None:
    def page(told: Rules) -> str:
        return "\n".join(s for part in words.how_it_is_written(GERMAN, told) for s in part[1])

    assert sentence in page(rules)
    assert rules == Rules() or sentence not in page(Rules())


def test_the_rules_in_brief_tell_what_is_unusual() -> None:
    assert words.rules_in_brief(GERMAN, Rules()) == "von 20 auf 0 · kein Stich, +5"
    unusual = Rules(overshoot=Overshoot.EXACT, fifty_wins=True, folding=False)
    assert words.rules_in_brief(GERMAN, unusual) == (
        "von 20 auf 0 · kein Stich, +5 · nur genau 0 · 50 gewinnt auch · ohne Passen"
    )


def test_the_rules_page_scores_its_examples_whoever_deals(
    library: Library, open_screen: OpenScreen
) -> None:
    evening = play(library)
    evening.agree(replace(evening.replay.agreement, first_dealer=1))
    screen = open_screen()
    screen.go("/how")
    assert "Isa passt im zweiten Spiel." in screen.texts()
    assert "−1 Ute, −4 Max, Isa gepasst" in screen.texts()
    assert "darf nicht passen" not in screen.text()


def test_who_has_folded_can_stay_in_after_all_when_folding_is_agreed_away(
    screen: Screen, evening: Evening
) -> None:
    """The fold keys were gone then, and the pad was stuck."""
    screen.tap("Ute: gepasst")
    evening.agree(Agreement(Rules(folding=False), sides=3))
    screen.loop.settle()
    screen.tap("Ute: gepasst")
    assert "Ute: gepasst" not in screen.names()
    tricks(screen, "Ute", "Ute", "Max", "Max", "Isa")
    assert last(evening).tricks == (2, 2, 1)


@pytest.mark.parametrize("players", [2, 3])
def test_names_that_are_only_spaces_leave_the_slate_to_be_tapped(
    library: Library, open_screen: OpenScreen, players: int
) -> None:
    play(library, players=players, names=(" ", "  ", "   "))
    screen = open_screen()
    screen.tap("–: ein Stich mehr")
    assert "schiefgegangen" not in screen.text()
