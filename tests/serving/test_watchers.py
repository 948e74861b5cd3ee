"""What is left of a watcher's messages: nothing that reaches beyond its own screen."""

from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serving.connections import OURS
from serving.watchers import LONGEST, harmless

REGISTER, EVENT, PROPERTIES, ANSWER = 1, 3, 4, 5


def left_of(kind: int, **body: Any) -> Any:
    left = harmless(b"\x00" + msgpack.packb([kind, body]))
    found, told = msgpack.unpackb(left[1:])
    assert (left[:1], found) == (b"\x00", kind)
    return told


def test_no_earlier_session_is_resumed_and_nothing_but_the_screen_is_told() -> None:
    page = {"route": "/", "width": 390.0, "theme": {"color_scheme": {}}, "_i": 5, "views": [{}]}
    told = left_of(REGISTER, session_id="that of a writer", page_name="", page=page)
    assert told == {"session_id": "", "page_name": "", "page": {"route": "/", "width": 390.0}}


def test_only_plain_properties_are_set() -> None:
    told = left_of(PROPERTIES, id=7, props={"value": "a", "_parent": 1, "style": {"size": 9}})
    assert told == {"id": 7, "props": {"value": "a"}}


@pytest.mark.parametrize("kind", [EVENT, ANSWER])
def test_taps_and_answers_are_passed_on(kind: int) -> None:
    body = {"target": 7, "name": "click", "data": {"x": [1, 2.5, None]}}
    assert left_of(kind, **body) == body


def test_signs_of_life_are_asked_for_by_watchers_too() -> None:
    assert harmless(OURS) == OURS


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\x00",
        b"\x01\x00\x00\x00\x01data",
        OURS + b"more",
        b"\x00" + msgpack.packb([99, {}]),
        b"\x00" + msgpack.packb([REGISTER]),
        b"\x00" + msgpack.packb([REGISTER, {"page": 5}]),
        b"\x00" + msgpack.packb([REGISTER, {}]),
        b"\x00" + msgpack.packb([PROPERTIES, {"id": 1, "props": [1]}]),
        b"\x00" + msgpack.packb([PROPERTIES, {"id": 1, "props": {1: 2}}]),
        b"\x00" + msgpack.packb({1: 2}),
        b"\x00" + b"\x91" * 2_000 + b"\x01",
        b"\x00" + msgpack.packb([EVENT, {"data": "a" * LONGEST}]),
    ],
)
def test_what_is_no_message_is_left_out(message: bytes) -> None:
    assert harmless(message) == b""


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)


@given(st.sampled_from([REGISTER, PROPERTIES]), st.dictionaries(st.text(), VALUES))
def test_no_value_inside_another_object_is_ever_set(kind: int, given: dict[str, Any]) -> None:
    told = left_of(kind, id=1, session_id="x", page=given, props=given)
    for value in told["page" if kind == REGISTER else "props"].values():
        assert not isinstance(value, list | dict)


@given(st.binary(max_size=500))
def test_whatever_is_sent_is_left_out_or_is_a_message(message: bytes) -> None:
    left = harmless(b"\x00" + message)
    assert left == b"" or harmless(left) == left
