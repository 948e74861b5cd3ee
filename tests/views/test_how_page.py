"""The page that tells how a game is written down, for every game and language."""

import pytest
from flet_screen import OpenScreen
from played import play

from scoring.bauerchen import FortyRule, Rules
from scoring.game import Agreement, replay
from scoring.games import GAMES
from scoring.sheet import Head, Side
from storage import Library
from views.text.games.registry import GAME_TEXTS
from views.text.translator import LANGUAGES, translator

NAMES = ("Mein", "Dein", "Ute", "Max", "Isa", "Bo", "Eva")


def a_head(game: str) -> Head:
    """Return a table of the game with as many sides as usual examples need."""
    return Head(tuple(Side(name) for name in NAMES[: max(GAMES[game].sides[0], 2)]))


@pytest.mark.parametrize("game", GAMES)
def test_the_menu_leads_to_how_the_game_is_written(
    library: Library, open_screen: OpenScreen, game: str
) -> None:
    play(library, game=GAMES[game], sides=a_head(game).sides)
    screen = open_screen()
    screen.tap("Menü")
    name = translator("de")(GAME_TEXTS[game].NAME)
    screen.tap(f"So wird angeschrieben, {name}")
    assert name in screen.texts()
    t, head, rules = translator("de"), a_head(game), GAMES[game].rules()
    for title, sentences in GAME_TEXTS[game].how_it_is_written(t, rules):
        for said in (title, *sentences):
            assert said in screen.texts()
    for example in GAME_TEXTS[game].examples(t, head, rules):
        assert example.story in screen.texts()


def test_the_first_page_leads_to_how_any_game_is_written(open_screen: OpenScreen) -> None:
    screen = open_screen()
    screen.tap("So wird angeschrieben, sechs Spiele, mit Beispielen")
    t = translator("de")
    for game in GAMES:
        screen.tap(t(GAME_TEXTS[game].NAME))
        for title, sentences in GAME_TEXTS[game].how_it_is_written(t, GAMES[game].rules()):
            for said in (title, *sentences):
                assert said in screen.texts()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_usual_rules_allow_every_example(game: str, language: str) -> None:
    words, head = GAME_TEXTS[game], a_head(game)
    examples = words.examples(translator(language), head, GAMES[game].rules())
    assert len(examples) >= 3
    for example in examples:
        agreement = Agreement(GAMES[game].rules(), 0, len(head.sides))
        assert replay(GAMES[game], agreement, example.entries).state.line


def test_an_example_is_scored_by_the_game_itself(library: Library, open_screen: OpenScreen) -> None:
    play(library)
    screen = open_screen()
    screen.go("/how")
    shown = screen.texts()
    story = shown.index("Mein ist auswärts und macht alle Stiche, nach Spritze und Re.")
    assert shown[story + 1].startswith("+16 für Mein: schwarz, 2 Spritzen")
    assert shown[story + 2].startswith("Verlierer: schwarz 3 · Mein hat auswärts gewonnen +1 · ")


def test_the_page_is_made_from_the_house_rules(library: Library, open_screen: OpenScreen) -> None:
    rules = Rules(round_target=31, forty_rule=FortyRule.ALWAYS, carry_over=True)
    play(library, rules=rules)
    screen = open_screen()
    screen.go("/how")
    assert "Wer zuerst 31 erreicht, gewinnt die Runde." in screen.texts()
    assert "Hier zählt eine 40 nur einen Punkt." in screen.texts()
    assert "Was der Sieger zu viel hat, zählt in der nächsten Runde." in screen.texts()
    assert "Eine Melde darf nicht über 31 hinausführen." in screen.texts()


def test_what_the_house_rules_forbid_is_said_in_the_example(
    library: Library, open_screen: OpenScreen
) -> None:
    play(library, rules=Rules(round_target=1))
    screen = open_screen()
    screen.go("/how")
    assert "Eine Melde darf nicht über 1 führen: 0 und 2 wären zu viel." in screen.texts()
