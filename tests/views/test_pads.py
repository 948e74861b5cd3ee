"""Pads as tables of keys, without a screen: what each shows, and what a tap on it does."""

from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import records, replays_of, values

import scoring.game
from scoring.bohemian_watten import TRICKS
from scoring.fields import UpTo, Whole
from scoring.game import Agreement, Replay, replay
from scoring.games import GAMES
from scoring.schlauch import ForcedGame
from scoring.sheet import Head, Side
from views.games.bauerchen.draft import BauerchenDraft, Mode
from views.games.registry import VIEWS
from views.games.schlauch.draft import Mode as SchlauchMode
from views.games.schlauch.draft import SchlauchDraft
from views.session.draft import Draft
from views.session.screen import Screen
from views.text.phrases import describe_last
from views.text.translator import translator
from views.ui.pad import Change, GamePad, Key, Look, Pad, Say, Sign, Write

GERMAN = translator("de")
SCREENS = (Screen(390, 844), Screen(320, 640), Screen(844, 390), Screen(360, 740, 2.0))


def game_pad(
    played: Replay[Any, Any], draft: Draft | None = None, screen: Screen = SCREENS[0]
) -> GamePad[Any, Any, Any]:
    view, sides = VIEWS[played.game.key], played.agreement.sides
    names = ("Mein", "Dein") if sides == 2 else ("Ute", "Max", "Eva", "Jan", "Lea", "Kai", "Ida")
    head = Head(tuple(Side(name, ()) for name in names[:sides]))
    return view.pad(GERMAN, head, played, draft or view.draft(), screen)


def pad(played: Replay[Any, Any], draft: Draft | None = None) -> Pad:
    return game_pad(played, draft).pad()


def begun(game: str) -> Replay[Any, Any]:
    """Return a game at its beginning, with as few sides as can be."""
    found = GAMES[game]
    return replay(found, Agreement(found.rules(), sides=min(found.sides)))


def table(shown: Pad) -> list[str]:
    """Return the keys row by row: their names, or that they are off."""
    rows = (row.cells for block in shown.blocks for row in block)
    keys = ([cell for cell in cells if isinstance(cell, Key)] for cells in rows)
    told = (
        " | ".join(f"({key.face.name})" if key.face.off else key.face.name for key in each)
        for each in keys
    )
    return [each for each in told if each]


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        (
            "bauerchen",
            [
                "Mein: 20 melden | Mein: 40 melden | Dein: 20 melden | Dein: 40 melden",
                "Mein: schneiderfrei, 2 Punkte | Dein: schneiderfrei, 1 Punkt",
                "Mein: Schneider, 3 Punkte | Dein: Schneider, 2 Punkte",
                "Mein: schwarz, 4 Punkte | Dein: schwarz, 3 Punkte",
                "(Spritze zurücknehmen) | Spritzen",
                "Augen zählen | Kart' ab",
            ],
        ),
        (
            "bauer",
            [
                (
                    "Dein: 0 Stiche, Mein −2, Dein +2 | Dein: 1 Stich, Mein −1, Dein +1"
                    " | Dein: 2 Stiche, Mein −1, Dein +1 | Dein: 3 Stiche, Mein −1, Dein +1"
                    " | Dein: 4 Stiche, Mein −1, Dein +1"
                ),
                (
                    "Dein: 5 Stiche, Dein −1 | Dein: 6 Stiche, Dein −1 | Dein: 7 Stiche, Dein −1"
                    " | Dein: 8 Stiche, Dein −2"
                ),
                "Einfach | Stoß ×2 | Zurückstoßen ×4",
                "Karten weg",
            ],
        ),
        (
            "bauer-simple",
            [
                "Trumpf: Mein | Trumpf: Dein | Trumpf: niemand",
                (
                    "Dein: 0 Stiche, niemand schreibt | Dein: 1 Stich, niemand schreibt"
                    " | Dein: 2 Stiche, niemand schreibt | Dein: 3 Stiche, niemand schreibt"
                    " | Dein: 4 Stiche, niemand schreibt"
                ),
                (
                    "Dein: 5 Stiche, Dein −1 | Dein: 6 Stiche, Dein −1 | Dein: 7 Stiche, Dein −1"
                    " | Dein: 8 Stiche, Dein −1"
                ),
            ],
        ),
        (
            "bauerschspiel",
            ["Mein: gewonnen | Dein: gewonnen", "Mein: verloren | Dein: verloren"],
        ),
        (
            "bohemian-watten",
            [
                "Mein: ein Stich mehr | Dein: ein Stich mehr",
                "Herz ist Trumpf | (Löschen)",
            ],
        ),
        (
            "schlauch",
            [
                "Ute spielt | Max spielt | Eva spielt",
                "Grandioso, 150 Punkte | Bettel, 150 Punkte | Schlauch, 150 Punkte",
                "Grandissimo, 300 Punkte | Bettelouvert, 300 Punkte | Herzschlauch, 300 Punkte",
                "(gewonnen) | (verloren)",
                "Sans prendre | Alle gepasst",
            ],
        ),
    ],
)
def test_a_new_evening_offers_these_keys(game: str, rows: list[str]) -> None:
    assert table(pad(begun(game))) == rows


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@settings(max_examples=30)
def test_whatever_is_written_and_half_entered_a_key_does_what_it_shows(
    game: str, data: st.DataObject
) -> None:
    played = data.draw(replays_of(GAMES[game]))
    at_table = Whole(0, played.agreement.sides - 1)
    draft = data.draw(records(VIEWS[game].draft, made_by=values(UpTo(at_table, TRICKS))))
    screen = data.draw(st.sampled_from(SCREENS))
    keys = [*game_pad(played, draft, screen).pad().keys]
    assert len({key.id for key in keys}) == len(keys)
    for _, face, action in keys:
        assert face.name
        writes = isinstance(action, Write)
        assert not (face.off and writes)
        assert face.off or writes or face.look not in {Look.WRITES, Look.NUMBER}
        match action:
            case Write(entry):
                assert played.offer(entry).refusal is None
            case Change(changed):
                assert VIEWS[game].draft.of(changed.as_kept) == changed
            case Say(text):
                assert text


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@settings(max_examples=30)
def test_no_key_has_the_name_of_the_notice_above_it(game: str, data: st.DataObject) -> None:
    """A forced game and the line that it had written were one name for two buttons."""
    played = data.draw(replays_of(GAMES[game]))
    shown = game_pad(played, data.draw(records(VIEWS[game].draft)))
    notice = describe_last(GERMAN, VIEWS[game].words, shown.head, played)
    assert notice not in {key.face.name for key in shown.pad().keys}


def test_a_forced_game_can_be_written_twice_running_by_name() -> None:
    played = begun("schlauch").after(ForcedGame(winner=0))
    shown = game_pad(played, SchlauchDraft(mode=SchlauchMode.ALL_PASSED))
    notice = describe_last(GERMAN, VIEWS["schlauch"].words, shown.head, played)
    assert notice == "Zwangsspiel: Ute gewinnt, 0 Punkte"
    assert "Zwangsspiel: Ute gewinnt" in {key.face.name for key in shown.pad().keys}


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@settings(max_examples=30)
def test_on_a_full_sheet_no_key_writes(game: str, data: st.DataObject) -> None:
    draft = data.draw(records(VIEWS[game].draft))
    with patch.object(scoring.game, "MOST_ENTRIES", 0):
        keys = [*pad(begun(game), draft).keys]
    assert not any(isinstance(key.action, Write) for key in keys)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@settings(max_examples=10)
def test_on_every_screen_there_are_the_same_keys(game: str, data: st.DataObject) -> None:
    played = data.draw(replays_of(GAMES[game]))
    draft = data.draw(records(VIEWS[game].draft))
    shown = [
        {(key.id, key.face.name, key.action) for key in game_pad(played, draft, screen).pad().keys}
        for screen in SCREENS
    ]
    assert all(each == shown[0] for each in shown)


def test_the_second_of_two_quick_taps_finds_what_the_key_has_become() -> None:
    played = begun("bauerchen")
    once = BauerchenDraft(spritzen=1)
    assert pad(played).action("more") == Change(once)
    assert pad(played, once).action("more") == Change(BauerchenDraft(spritzen=2))


def test_a_digit_is_put_after_those_that_were_typed() -> None:
    typed = BauerchenDraft(mode=Mode.CARD_POINTS, typed=4)
    assert pad(begun("bauerchen"), typed).action("digit-2") == Change(
        BauerchenDraft(mode=Mode.CARD_POINTS, typed=42), is_ahead=False
    )


def test_a_key_that_is_there_no_more_does_nothing() -> None:
    typing = BauerchenDraft(mode=Mode.CARD_POINTS)
    assert pad(begun("bauerchen"), typing).action("schneider-0") is None


def test_the_figure_on_a_key_is_what_it_would_write() -> None:
    doubled = {key.id: key.face for key in pad(begun("bauerchen"), BauerchenDraft(spritzen=1)).keys}
    assert [doubled[f"schwarz-{side}"].figure for side in (0, 1)] == ["+8", "+6"]
    assert doubled["schwarz-0"].look is Look.WRITES
    assert doubled["less"].text is Sign.LESS
    assert not doubled["less"].off
