"""Whatever happens in a game can be said, in every language."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from string import Formatter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import replays_of
from worked import PLAYED, example

from scoring.fields import Flag, OneOf, kinds_of
from scoring.game import Agreement, Replay, replay
from scoring.games import GAMES
from scoring.journal import Append, Journal
from scoring.rounds import past_rounds
from scoring.sheet import Head, Side
from views.games.registry import VIEWS
from views.session.news import Slate, slate_news
from views.text.phrases import describe_at, effect, round_name
from views.text.statistics import figures_told
from views.text.translator import LANGUAGES, Translator, translator

NAMES = ("Karl", "Hans", "Ute", "Max", "Isa", "Bo", "Eva")
TRANSLATORS = st.sampled_from(LANGUAGES).map(translator)


def is_said(text: str) -> bool:
    """Whether it is a sentence in which nothing was left to be filled in."""
    return bool(text.strip()) and not any(name for _, name, _, _ in Formatter().parse(text))


def all_that_is_said(t: Translator, played: Replay[Any, Any]) -> list[str]:
    """Return whatever can be said of a slate."""
    view = VIEWS[played.game.key]
    words, rules, state = view.words, played.agreement.rules, played.state
    head = Head(tuple(Side(name) for name in NAMES[: played.agreement.sides]))
    said = [
        words.running_round(t, rules, state),
        words.rules_in_brief(t, rules),
        *words.who_is_on(t, head, played, view.corrected(view.draft())),
        *(what for what, _ in words.standing(t, state)),
    ]
    for place, after in enumerate(played.states[1:]):
        said.append(describe_at(t, words, head, played, place))
        steps = words.reasons(t, head, after.line)
        assert steps
        said += [text for step in steps for text in step]
        tokens = view.tokens(after.line)
        assert len(tokens) == len(head.sides)
        assert any(tokens), "a line that cannot be seen"
    for past in past_rounds(played.states):
        said += [round_name(t, words, head, past), words.result(head, past.round)]
        said += words.round_end(t, head, past.round)
    for part in words.how_it_is_written(t, rules):
        said += [part.title, *part.sentences]
    for figures in played.game.figures(played).seats:
        said += [text for told in figures_told(t, words, figures) for text in told]
    return said


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data(), t=TRANSLATORS)
def test_whatever_was_written_can_be_said(game: str, data: st.DataObject, t: Translator) -> None:
    played = data.draw(replays_of(GAMES[game]))
    assert [text for text in all_that_is_said(t, played) if not is_said(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("evening", PLAYED)
def test_a_worked_evening_can_be_told(evening: str, language: str) -> None:
    said = all_that_is_said(translator(language), example(evening).replay)
    assert [text for text in said if not is_said(text)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_figure_of_a_game_is_told_the_rounds_won_first(game: str) -> None:
    rules = GAMES[game].rules()
    empty = replay(GAMES[game], Agreement(rules, sides=GAMES[game].sides[0]))
    told = VIEWS[game].words.FIGURES
    named = {name for each in told for name in (each.field, each.of) if name}
    assert named | {"evenings"} == vars(GAMES[game].figures(empty).seats[0]).keys()
    assert (told[0].field, told[0].of) == ("rounds_won", "rounds")


def agreements(game: str) -> Iterator[Any]:
    """Yield house rules of which each time one is another than usual."""
    usual = GAMES[game].rules()
    for name, kind in kinds_of(GAMES[game].rules).items():
        match kind:
            case Flag():
                yield replace(usual, **{name: not getattr(usual, name)})
            case OneOf(choices):
                yield from (replace(usual, **{name: choice}) for choice in choices)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_whatever_a_table_agrees_on_can_be_told(game: str, language: str) -> None:
    for rules in agreements(game):
        said = all_that_is_said(translator(language), replay(GAMES[game], Agreement(rules)))
        assert [text for text in said if not is_said(text)] == [], rules


def _slate(replay: Replay[Any, Any]) -> Slate:
    """Return the slate on which these entries were written one after the other."""
    written = tuple(map(Append, replay.entries))
    return Slate(Journal(replay.agreement, written, len(written)), replay)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data(), t=TRANSLATORS)
def test_what_a_change_does_can_be_said(game: str, data: st.DataObject, t: Translator) -> None:
    after = data.draw(replays_of(GAMES[game]))
    entries = data.draw(st.integers(0, len(after.entries)))
    before = after.of(after.agreement, after.entries[:entries])
    head = Head(tuple(Side(name) for name in NAMES[: after.agreement.sides]))
    words = VIEWS[game].words
    for sentences in (
        effect(t, words, head, before, after),
        effect(t, words, head, after, before),
        [
            slate_news(t, words, head, *looks)
            for looks in permutations((_slate(before), _slate(after)), 2)
        ],
    ):
        assert sentences
        assert all(map(is_said, sentences))
