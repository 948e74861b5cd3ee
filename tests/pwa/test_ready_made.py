"""Dataclasses that need not compile their methods."""

import dataclasses
from builtins import exec as run
from collections.abc import Iterator
from types import CodeType
from typing import Any
from unittest.mock import Mock

import pytest

from pwa import ready_made


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    vars(dataclasses).pop("exec", None)


def deal() -> type[Any]:
    return dataclasses.make_dataclass("Deal", [("winner", int), ("points", int, 1)])


def test_a_dataclass_whose_methods_are_ready_made_is_like_any_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = ready_made.record()
    deal()
    executed = Mock(side_effect=run)
    monkeypatch.setattr(ready_made, "exec", executed, raising=False)
    ready_made.use(made)
    written = deal()(2)
    assert (repr(written), written == deal()(2)) == ("Deal(winner=2, points=1)", False)
    assert written == type(written)(2)
    assert executed.call_count
    assert {type(call.args[0]) for call in executed.call_args_list} == {CodeType}


def test_what_the_build_has_not_seen_is_compiled() -> None:
    ready_made.use({})
    assert repr(deal()(2)) == "Deal(winner=2, points=1)"
