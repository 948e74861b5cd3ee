"""Flet compares in fewer steps, and finds the same."""

import dataclasses
import inspect
import logging
import re

import flet as ft
import pytest
from flet.controls import object_patch
from flet_screen import OpenScreen

from scoring.bauerchen import GAME
from views.flet_comparing import is_dataclass


@pytest.mark.parametrize(
    "item",
    [ft.Text("Karl"), ft.Text, ft.Padding(), GAME.rules(), "Karl", 7, None, [ft.Text("Karl")]],
)
def test_a_dataclass_is_what_python_says_is_one(item: object) -> None:
    assert is_dataclass(item) == dataclasses.is_dataclass(item)


def test_flet_knows_dataclasses_so_and_asks_for_nothing_that_is_missing(
    open_screen: OpenScreen,
) -> None:
    assert open_screen().names()
    used = vars(object_patch)["dataclasses"]
    assert used.is_dataclass is is_dataclass
    asked = re.findall(r"\bdataclasses\.(\w+)", inspect.getsource(object_patch))
    assert vars(used).keys() == {*asked}


def test_flet_logs_no_comparison(open_screen: OpenScreen, caplog: pytest.LogCaptureFixture) -> None:
    assert open_screen().names()
    caplog.set_level(logging.DEBUG, object_patch.logger.name)
    object_patch.logger.debug("compared: %s %s", "Karl", "Erna")
    assert not caplog.records
