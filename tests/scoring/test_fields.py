"""The kinds of values: strict, and saying which of their rules was broken."""

import json
import pickle
from dataclasses import FrozenInstanceError, dataclass
from enum import StrEnum, auto
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import json_values, records, values

from scoring.bauerchen import Deal, FortyRule, Level, Meld, Rules, Solo
from scoring.fields import (
    SIDE,
    Day,
    Flag,
    Kind,
    Moment,
    OneNumberOf,
    OneOf,
    OrNull,
    Several,
    Text,
    UpTo,
    Whole,
    defaults_of,
    kinds_of,
    of_kind,
    read_object,
    read_record,
    write_record,
)
from scoring.games import GAMES
from scoring.refusals import Fault, Refused

FORTY, CARDS = OneOf(FortyRule), OneNumberOf((20, 40))
FEW = Whole(2, 9)
TWO_SIDES = Several(SIDE, 2)
UP_TO_TWO = UpTo(SIDE, 2)
NAME = Text(1, 5)
KINDS = (FEW, Flag(), FORTY, CARDS, OrNull(FEW), TWO_SIDES, UP_TO_TWO, NAME, Day(), Moment())


@pytest.mark.parametrize(
    ("kind", "raw", "value"),
    [
        (FEW, 2, 2),
        (FEW, 9, 9),
        (Flag(), False, False),
        (FORTY, "at_ten", FortyRule.AT_TEN),
        (CARDS, 40, 40),
        (OrNull(FEW), None, None),
        (OrNull(FEW), 3, 3),
        (TWO_SIDES, [1, 0], (1, 0)),
        (UP_TO_TWO, [], ()),
        (UP_TO_TWO, [1], (1,)),
        (UP_TO_TWO, [1, 1], (1, 1)),
        (NAME, "K", "K"),
        (NAME, "Käthe", "Käthe"),
        (NAME, "\N{BEER MUG}" * 5, "\N{BEER MUG}" * 5),
        (Text(0, 5), "", ""),
        (Day(), "2024-02-29", "2024-02-29"),
        (Moment(), "2026-11-20T21:30", "2026-11-20T21:30"),
        (Moment(), "2026-11-20 21:30:07.5", "2026-11-20 21:30:07.5"),
        (Moment(), "2026-11-20T21:30:00+01:00", "2026-11-20T21:30:00+01:00"),
        (Moment(), "2026-11-20T20:30Z", "2026-11-20T20:30Z"),
        (Moment(), "21:30", "21:30"),
    ],
)
def test_a_value_in_range_is_read(kind: Kind[Any], raw: object, value: object) -> None:
    read = kind.read(raw)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("kind", "raw", "code", "said"),
    [
        (FEW, 1, Fault.OUT_OF_RANGE, {"value": 1, "low": 2, "high": 9}),
        (FEW, 10, Fault.OUT_OF_RANGE, {"value": 10, "low": 2, "high": 9}),
        (SIDE, True, Fault.NOT_WHOLE, {"value": True}),
        (FEW, 5.0, Fault.NOT_WHOLE, {"value": 5.0}),
        (FEW, "5", Fault.NOT_WHOLE, {"value": "5"}),
        (FEW, None, Fault.NOT_WHOLE, {"value": None}),
        (Flag(), 1, Fault.NOT_A_FLAG, {"value": 1}),
        (Flag(), None, Fault.NOT_A_FLAG, {"value": None}),
        (FORTY, "On", Fault.NOT_A_CHOICE, {"value": "On", "choices": tuple(FortyRule)}),
        (FORTY, 1, Fault.NOT_A_CHOICE, {"value": 1, "choices": tuple(FortyRule)}),
        (FORTY, [], Fault.NOT_A_CHOICE, {"value": [], "choices": tuple(FortyRule)}),
        (CARDS, 30, Fault.NOT_A_CHOICE, {"value": 30, "choices": (20, 40)}),
        (CARDS, 20.0, Fault.NOT_WHOLE, {"value": 20.0}),
        (OrNull(FEW), 1, Fault.OUT_OF_RANGE, {"value": 1, "low": 2, "high": 9}),
        (TWO_SIDES, (0, 1), Fault.NOT_A_LIST, {"value": (0, 1)}),
        (TWO_SIDES, "01", Fault.NOT_A_LIST, {"value": "01"}),
        (TWO_SIDES, [0], Fault.WRONG_COUNT, {"value": 1, "count": 2}),
        (TWO_SIDES, [0, 1, 0], Fault.WRONG_COUNT, {"value": 3, "count": 2}),
        (TWO_SIDES, [0, 2], Fault.OUT_OF_RANGE, {"value": 2, "low": 0, "high": 1}),
        (TWO_SIDES, [0, None], Fault.NOT_WHOLE, {"value": None}),
        (UP_TO_TWO, (0, 1), Fault.NOT_A_LIST, {"value": (0, 1)}),
        (UP_TO_TWO, {}, Fault.NOT_A_LIST, {"value": {}}),
        (UP_TO_TWO, [0, 1, 0], Fault.TOO_MANY, {"value": 3, "most": 2}),
        (UP_TO_TWO, [0, 2], Fault.OUT_OF_RANGE, {"value": 2, "low": 0, "high": 1}),
        (UP_TO_TWO, [True], Fault.NOT_WHOLE, {"value": True}),
        (NAME, 7, Fault.NOT_TEXT, {"value": 7}),
        (NAME, "", Fault.TEXT_LENGTH, {"value": 0, "low": 1, "high": 5}),
        (NAME, "Gerda!", Fault.TEXT_LENGTH, {"value": 6, "low": 1, "high": 5}),
        (NAME, "\ud83c", Fault.TEXT_BROKEN, {}),
        (Day(), "2026-02-29", Fault.NOT_A_DATE, {"value": "2026-02-29"}),
        (Day(), "20.11.2026", Fault.NOT_A_DATE, {"value": "20.11.2026"}),
        (Day(), "", Fault.NOT_A_DATE, {"value": ""}),
        (Day(), 20261120, Fault.NOT_A_DATE, {"value": 20261120}),
        (Moment(), "21 Uhr", Fault.NOT_A_TIME, {"value": "21 Uhr"}),
        (Moment(), "25:00", Fault.NOT_A_TIME, {"value": "25:00"}),
        (Moment(), 2130, Fault.NOT_A_TIME, {"value": 2130}),
    ],
)
def test_any_other_value_is_refused_with_what_its_sentence_needs(
    kind: Kind[Any], raw: object, code: StrEnum, said: dict[str, object]
) -> None:
    with pytest.raises(Refused) as refused:
        kind.read(raw)
    assert refused.value.code is code
    assert refused.value.values == said


@pytest.mark.parametrize("separator", ["\ud800", "\N{BEER MUG}"])
def test_a_time_holds_no_strange_character(separator: str) -> None:
    with pytest.raises(Refused, match=Fault.NOT_A_TIME):
        Moment().read(f"2026-11-20{separator}21:30")


@given(st.data(), st.sampled_from(KINDS))
def test_what_a_kind_writes_it_reads_again(data: st.DataObject, kind: Kind[Any]) -> None:
    value = data.draw(values(kind))
    raw: Any = list(value) if isinstance(value, tuple) else value
    raw = str(raw) if isinstance(raw, StrEnum) else raw
    assert kind.read(raw) == value


@given(st.sampled_from(KINDS), json_values())
def test_a_kind_reads_or_refuses_anything(kind: Kind[Any], raw: object) -> None:
    try:
        value = kind.read(raw)
    except Refused as refused:
        said = refused.values
    else:
        said = {}
        assert value == (tuple(raw) if isinstance(raw, list) else raw)
    assert "key" not in said


def test_a_record_knows_its_fields_in_order() -> None:
    assert list(kinds_of(Meld)) == ["at", "note", "side", "cards"]
    assert kinds_of(Solo)["side"] is SIDE
    assert defaults_of(Meld) == {"at": None, "note": None}


def test_a_record_is_read_with_its_defaults() -> None:
    assert read_record(Rules, {}) == Rules()
    raw = {"type": "deal", "winner": 1, "level": "schwarz"}
    assert read_record(Deal, raw, ignored="type") == Deal(winner=1, level=Level.SCHWARZ)


@pytest.mark.parametrize(
    "record",
    [kind for game in GAMES.values() for kind in (game.rules, *game.entries.values())],
    ids=lambda record: f"{record.__module__}.{record.__name__}",
)
@given(data=st.data())
def test_a_record_that_is_read_is_what_its_constructor_makes(
    record: type[Any], data: st.DataObject
) -> None:
    made = data.draw(records(record))
    read = read_record(record, json.loads(json.dumps(write_record(made))))
    assert type(read) is record
    assert read == made
    assert hash(read) == hash(made)
    assert (repr(read), vars(read)) == (repr(made), vars(made))
    assert pickle.loads(pickle.dumps(read)) == made  # noqa: S301 - our own
    with pytest.raises(FrozenInstanceError):
        setattr(read, next(iter(kinds_of(record))), None)


@pytest.mark.parametrize(
    ("record", "raw", "code", "key"),
    [
        (Meld, {}, Fault.KEY_MISSING, "side"),
        (Meld, {"side": 0}, Fault.KEY_MISSING, "cards"),
        (Meld, {"cards": 20}, Fault.KEY_MISSING, "side"),
        (Meld, {"side": 0, "cards": 20, "type": "meld"}, Fault.KEY_UNKNOWN, "type"),
        (Meld, {"side": 0, "": 20}, Fault.KEY_UNKNOWN, ""),
        (Meld, {"side": 2, "cards": 30}, Fault.OUT_OF_RANGE, "side"),
        (Deal, {"card_points": [70, "60"]}, Fault.NOT_WHOLE, "card_points"),
        (Rules, {"carry_over": 1}, Fault.NOT_A_FLAG, "carry_over"),
    ],
)
def test_a_record_names_the_key_that_is_wrong(
    record: type[object], raw: dict[str, object], code: StrEnum, key: str
) -> None:
    with pytest.raises(Refused) as refused:
        read_record(record, raw, ignored="sort")
    assert (refused.value.code, refused.value.values["key"]) == (code, key)


def test_a_record_is_written_without_its_defaults() -> None:
    assert write_record(Rules()) == {}
    written = write_record(Rules(forty_rule=FortyRule.ALWAYS, schneider_threshold=33))
    assert written == {"schneider_threshold": 33, "forty_rule": "always"}
    assert type(written["forty_rule"]) is str
    assert write_record(Deal(card_points=(70, 60), note="knapp")) == {
        "note": "knapp",
        "card_points": [70, 60],
    }


def test_a_required_value_is_written_even_where_it_looks_like_nothing() -> None:
    assert write_record(Solo(0, won=False)) == {"side": 0, "won": False}


@dataclass(frozen=True)
class Passed:
    """A record that must say who declared, even if that was nobody."""

    declarer: int | None = of_kind(OrNull(SIDE))


def test_a_required_null_is_written_and_must_be_told() -> None:
    assert write_record(Passed(None)) == {"declarer": None}
    assert read_record(Passed, {"declarer": None}) == Passed(None)
    with pytest.raises(Refused, match=Fault.KEY_MISSING):
        read_record(Passed, {})


@pytest.mark.parametrize("raw", [None, [], "{}", 0, True])
def test_only_an_object_is_an_object(raw: object) -> None:
    with pytest.raises(Refused) as refused:
        read_object(raw)
    assert (refused.value.code, refused.value.values) == (Fault.NOT_AN_OBJECT, {"value": raw})


def test_a_word_is_read_by_its_value_and_a_record_by_its_kinds() -> None:
    class Color(StrEnum):
        RED = auto()

    @dataclass(frozen=True)
    class Card:
        color: Color = of_kind(OneOf(Color))

    assert read_record(Card, {"color": "red"}) == Card(Color.RED)
