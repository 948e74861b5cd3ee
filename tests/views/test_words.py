"""Everything that is said: complete in every language, and as it was translated."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from string import Formatter

import pytest
from babel import Locale
from babel.dates import format_date, format_skeleton, format_time
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st
from labels import all_labels, said

from scoring.bauerchen import Level, Line, Reason, ReasonKind
from scoring.fields import OneOf, kinds_of
from scoring.games import GAMES
from scoring.refusals import Fault
from scoring.sheet import Head, Side
from views.games.registry import VIEWS
from views.text.games import bauerchen as words
from views.text.games.registry import GAME_TEXTS
from views.text.phrases import day, moment
from views.text.refusals import GENERAL, SENTENCES
from views.text.translator import DOMAIN, INSTEAD, LANGUAGES, Translator, translator

ROOT = Path(__file__).parent.parent.parent
TRANSLATED = [language for language in LANGUAGES if language != "en"]
IN_NUMBERS = partial(format_skeleton, "yMd")
UNICODE: Mapping[str, tuple[str, Callable[..., str]]] = {
    "de": ("de", IN_NUMBERS),
    "pfl": ("de", IN_NUMBERS),  # Unicode knows no Palatine
    "en": ("en_GB", partial(format_date, format="long")),
}
"""The locale of each language in Unicode's data, and how it writes a date."""
KNOWN_IN_PALATINE: Mapping[str, str] = {
    "Bauersche": "Bauerchen",
    "Monnschaft": "Partei|Parteien",
    "Aue": "Auge|Augen",
    "uffgeschribb": "angeschrieben|Angeschriebenes?|aufgeschrieben",
    "letschte Stisch": "[Ll]etzte[rn]? Stich",
    "Stisch": "Stich",
    "Trumpp": "Trumpf",
    "rauskumme": "spielt aus|ausspielen",
    "melde": "[Mm]elden",
    "Schneider": "",
    "nackisch": "",  # as a level only: the card that is turned up is black
    "Schpritz": "[Ss]pritzen?",
    "ledisch": "Solo|Kart' ab",
    "Gehambelder": "Gehampelte[rn]?",
    "Weiterschreibbe": "Weiterschreiben",
    "Ausmelde": "40er-Regel",
    "Die Letscht": "Die Letzte",
    "dehäm": "[Zz]uhause",
    "auswärts": "",
    "Lautrer Spiel": "",
}
"""Palatine words, each with the German words (a pattern) that it replaces; empty if both say it the
same way.
"""


@pytest.fixture(scope="module")
def messages() -> set[str]:
    """Every message of the code, by what it is for one."""
    return {label if isinstance(label, str) else label[0] for label in all_labels()}


def catalogue(language: str, ending: str) -> Catalog:
    file = ROOT / "views" / "text" / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.{ending}"
    with file.open("rb") as stream:
        return read_po(stream, abort_invalid=True) if ending == "po" else read_mo(stream)


def translated(catalogue: Catalog) -> dict[str, list[str]]:
    return {
        original: [said for _, said in forms(message)]
        for message in catalogue
        if message.id
        for original, _ in [next(forms(message))]
    }


def placeholders(text: str) -> set[str]:
    braces = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    return braces | set(re.findall(r"%\(\w+\)s", text))


def forms(message: Message) -> Iterator[tuple[str, str]]:
    """Yield what stands in the code beside what is said instead, one and many."""
    originals = [message.id] if isinstance(message.id, str) else message.id
    said = [message.string] if isinstance(message.string, str) else message.string or ()
    yield from zip(originals, said, strict=True)


def test_there_are_messages_to_check(messages: set[str]) -> None:
    assert {"Undo", "Knoddel is at {address}", "{n} point", "{side} may spritz"} <= messages


@pytest.mark.parametrize("language", [each for each in TRANSLATED if each not in INSTEAD])
def test_every_message_of_the_code_is_translated(messages: set[str], language: str) -> None:
    found = catalogue(language, "po")
    missing = [
        message
        for message in sorted(messages)
        if not (entry := found.get(message)) or not all(said for _, said in forms(entry))
    ]
    assert missing == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_a_guess_or_is_left_over(messages: set[str], language: str) -> None:
    found = catalogue(language, "po")
    assert [message.id for message in found if message.id and message.fuzzy] == []
    named = {m.id if isinstance(m.id, str) else m.id[0] for m in found if m.id}
    assert sorted(named - messages) == []
    assert not found.obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_places_of_its_original(language: str) -> None:
    for message in catalogue(language, "po"):
        if message.id:
            for original, said in forms(message):
                assert placeholders(said) == placeholders(original), original


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_that_of_the_written_one(language: str) -> None:
    assert translated(catalogue(language, "mo")) == translated(catalogue(language, "po"))


def test_palatine_says_only_what_german_says_differently() -> None:
    own = {message.id for message in catalogue("pfl", "po") if message.id}
    for label in all_labels():
        is_own = label in own
        assert (said("pfl", label) != said("de", label)) == is_own, label


@pytest.mark.parametrize("word", KNOWN_IN_PALATINE)
def test_every_known_palatine_word_is_said(word: str) -> None:
    sought = re.compile(rf"\b{word}\b", re.IGNORECASE)
    assert any(sought.search(text) for label in all_labels() for text in said("pfl", label))


def test_no_german_word_is_said_where_a_palatine_one_is_known() -> None:
    german = "|".join(filter(None, KNOWN_IN_PALATINE.values()))
    sought = re.compile(rf"\b({german})\b")
    texts = (text for label in all_labels() for text in said("pfl", label))
    assert [text for text in texts if sought.search(text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_on_offer_answers(language: str) -> None:
    assert translator(language).count("{n} point", "{n} points", 2) in {"2 points", "2 Punkte"}


@pytest.mark.parametrize("language", LANGUAGES)
@given(at=st.datetimes())
def test_dates_and_times_are_written_as_unicode_says(language: str, at: datetime) -> None:
    locale, written = UNICODE[language]
    date = written(at, locale=locale)
    assert day(translator(language), at.date().isoformat()) == date
    time = format_time(at, "short", locale=locale)
    both = Locale.parse(locale).datetime_formats["medium"].format(time, date)
    assert moment(translator(language), at) == both


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_one_and_what_is_many_is_as_unicode_says(language: str) -> None:
    plural_form = Locale.parse(UNICODE[language][0]).plural_form
    counted = [label for label in all_labels() if isinstance(label, tuple)]
    for label, n in product(counted, (0, 1, 2, 3, 5, 11, 20, 21, 101, 1_000, 1_000_000)):
        one, many = said(language, label)
        form = translator(language)._catalogue.ngettext(label[0], label[1], n)
        assert form == (one if plural_form(n) == "one" else many)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_the_plurals_of_its_language(language: str) -> None:
    written, plural = catalogue(language, "po"), get_plural(UNICODE[language][0])
    assert (written.num_plurals, written.plural_expr) == (plural.num_plurals, plural.plural_expr)


def slips(game: str) -> list[str]:
    """Return the codes of a game's own refusals."""
    return [*getattr(import_module(GAMES[game].step.__module__), "Slip", ())]


def test_every_game_has_its_words_and_its_manner() -> None:
    assert list(GAMES) == list(GAME_TEXTS) == list(VIEWS)
    for key, view in VIEWS.items():
        assert (view.game, view.words) == (GAMES[key], GAME_TEXTS[key])


def test_every_refusal_has_its_sentence() -> None:
    assert {code for code in SENTENCES if code not in GENERAL} == {
        slip for game in GAMES for slip in slips(game)
    }
    assert set(GENERAL) == {*Fault}


def test_no_two_refusals_have_the_same_code() -> None:
    codes = [*Fault, *(slip for game in GAMES for slip in slips(game))]
    assert len({str(code) for code in codes}) == len(codes)


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_of_a_game_has_its_sentence(game: str) -> None:
    assert list(GAME_TEXTS[game].SLIPS) == slips(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_has_its_words(game: str) -> None:
    kinds = kinds_of(GAMES[game].rules)
    assert list(GAME_TEXTS[game].RULES) == list(kinds)
    several = [kind.choices for kind in kinds.values() if isinstance(kind, OneOf)]
    assert set(GAME_TEXTS[game].CHOICES) >= {choice for choices in several for choice in choices}


@pytest.mark.parametrize("game", GAMES)
def test_every_preset_has_its_words(game: str) -> None:
    assert list(GAME_TEXTS[game].PRESETS) == [preset.key for preset in GAMES[game].presets]


def test_every_level_has_its_words() -> None:
    assert list(words.LEVELS) == list(words.SHORT_LEVELS) == list(Level)


@pytest.mark.parametrize("kind", ReasonKind)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_reason_has_its_words(language: str, kind: ReasonKind) -> None:
    head = Head((Side("Mein"), Side("Dein")))
    why = Reason(kind, -1 if kind is ReasonKind.FORTY_RULE else 2)
    (said, figure), _ = words.reasons(translator(language), head, Line(0, 2, (why,), (2, 0), ()))
    assert said
    assert re.fullmatch(r"[+−×]?\d+", figure)


def test_english_is_what_stands_in_the_code() -> None:
    assert Translator("en")("{n} points", n=3) == "3 points"
    assert Translator("pfl")("Undo") == Translator("de")("Undo")
