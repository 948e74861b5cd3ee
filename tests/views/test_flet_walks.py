"""Flet's shortened walks over the controls miss none."""

import dataclasses
from types import FunctionType

import pytest
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder
from flet_screen import OpenScreen
from played import play_all
from worked import PLAYED, example

from scoring.bauerchen import GAME
from storage import Library
from views.flet_walks import _fields_and_always, _may_hold, fields_to_walk


def may_hold(value: object) -> bool:
    return isinstance(value, (dict, list)) or dataclasses.is_dataclass(value)


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_left_out_of_a_walk_holds_no_control(
    name: str, library: Library, open_screen: OpenScreen
) -> None:
    play_all(library, example(name))
    screen = open_screen()
    _fields_and_always.cache_clear()  # what Flet asks is not traced
    _may_hold.cache_clear()
    controls = list(screen.controls(BaseControl))
    for control in controls:
        walked = {field.name for field in fields_to_walk(control)}
        for field in dataclasses.fields(control):
            if field.name not in walked and not field.metadata.get("skip"):  # as Flet does
                assert not may_hold(getattr(control, field.name))
    assert len(controls) > 100


def test_what_is_not_flet_s_own_is_walked_as_it_is() -> None:
    rules = GAME.rules()
    assert fields_to_walk(rules) == [*dataclasses.fields(rules)]


@pytest.mark.parametrize("walk", [DiffBuilder._configure_dataclass, DiffBuilder._removed_controls])
def test_flet_takes_the_shorter_walk(walk: FunctionType) -> None:
    assert walk.__globals__["dataclasses"].fields is fields_to_walk
