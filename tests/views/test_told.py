"""The evening as a text for a messenger."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import replays_of
from worked import PLAYED, example

from scoring.bauerchen import GAME
from scoring.bauerschspiel import GAME as BAUERSCHSPIEL
from scoring.bauerschspiel import Deal as Spiel
from scoring.game import Agreement, replay
from scoring.games import GAMES
from scoring.rounds import past_rounds
from scoring.sheet import NAME, Head, Side
from views.games.registry import VIEWS
from views.text.phrases import round_name
from views.text.told import told
from views.text.translator import LANGUAGES, translator

GERMAN = translator("de")
NAMES = ("Karl", "Hans", "Ute", "Max", "Isa", "Bo", "Eva")


def of_example(name: str, language: str = "de") -> str:
    sheet = example(name)
    return told(translator(language), VIEWS[sheet.game.key].words, sheet.head, sheet.replay)


def test_who_pays_is_the_last_word() -> None:
    assert of_example("evening").endswith(
        "Runde 3: Mein 12, Dein 1. Gehampelter: Ein Stein für Mein\n"
        "Runde 4 bisher: Mein 1, Dein 3\n"
        "\n"
        "Knoddel: Mein 0, Dein 0\n"
        "Steine: Mein 1, Dein 0\n"
        "Dein zahlt 1 Stein."
    )


@pytest.mark.parametrize(
    ("evening", "last"),
    [
        ("bauerschspiel", "Dein zahlt 2 Stauzeweck."),
        ("saarland-bauer", "Vorn: Dein"),
        ("simple-bauer", "Vorn: Mein"),
        ("bohemian-watten", "Vorn: Ute"),
        ("schlauch", "Die meisten Striche: Max"),
        ("meld-out", "Steine: Mein 0, Dein 0"),
    ],
)
def test_each_game_tells_who_pays_or_is_ahead(evening: str, last: str) -> None:
    assert of_example(evening).splitlines()[-1] == last


def test_both_sides_can_have_to_pay() -> None:
    lost_and_won = [Spiel(side, won=True) for side in (0, 1) for _ in range(5)]
    played = replay(BAUERSCHSPIEL, Agreement(BAUERSCHSPIEL.rules()), lost_and_won)
    head = Head((Side("Mein"), Side("Dein")))
    lines = told(GERMAN, VIEWS["bauerschspiel"].words, head, played).splitlines()
    assert lines[-2:] == ["Mein zahlt 2 Stauzeweck.", "Dein zahlt 2 Stauzeweck."]


def test_equally_many_wins_are_a_draw() -> None:
    words, t = VIEWS["bauer"].words, translator("en")
    head = Head((Side("Mein"), Side("Dein")))
    state = example("saarland-bauer").replay.state._replace(brote=(2, 2))
    assert words.who_pays(t, head, state) == ["All are level."]
    assert words.who_pays(t, head, state._replace(brote=(0, 0))) == []


def test_several_players_can_be_ahead() -> None:
    words = VIEWS["bohemian-watten"].words
    sheet = example("bohemian-watten")
    state = sheet.replay.state._replace(games_won=(2, 0, 2))
    assert words.who_pays(GERMAN, sheet.head, state) == ["Vorn: Ute, Isa"]


def test_an_evening_without_entries_is_told_in_four_lines() -> None:
    head = Head((Side("Mein", ("Karl", "Erna")), Side("Dein")), None, "2026-11-20")
    text = told(GERMAN, VIEWS["bauerchen"].words, head, replay(GAME, Agreement(GAME.rules())))
    assert text == (
        "Abend, 20.11.2026\nBauerchen\n\nMein: Karl, Erna\n\n"
        "Knoddel: Mein 0, Dein 0\nSteine: Mein 0, Dein 0"
    )


def test_long_names_are_short_in_every_round() -> None:
    sheet, long = example("evening"), "n" * NAME.high
    head = Head((Side(long), Side("Dein")))
    text = told(GERMAN, VIEWS["bauerchen"].words, head, sheet.replay)
    assert "Runde 1: nnnnnnnnnnnnnnnnnnn… 14, Dein 9" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("evening", PLAYED)
def test_a_worked_evening_is_told_without_gaps(evening: str, language: str) -> None:
    lines = of_example(evening, language).split("\n\n")
    assert all(part.strip() for part in lines)
    assert not any("{" in part or "  " in part for part in lines)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=20)  # each tells up to a dozen rounds
@given(data=st.data())
def test_every_round_is_told_once(game: str, data: st.DataObject) -> None:
    played = data.draw(replays_of(GAMES[game]))
    words = VIEWS[game].words
    head = Head(tuple(Side(name) for name in NAMES[: played.agreement.sides]))
    lines = told(GERMAN, words, head, played).splitlines()
    for past in past_rounds(played.states):
        name = round_name(GERMAN, words, head, past)
        assert sum(line.startswith(f"{name}. ") for line in lines) == 1
