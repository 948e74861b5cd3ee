"""What kind of event a handler gets is looked up once, and is what Flet would find."""

import flet as ft
import pytest
from flet.controls import base_control
from flet.controls.control_event import get_event_field_type
from flet_screen import OpenScreen

from storage import Library
from views.flet_events import event_type


@pytest.mark.parametrize(
    ("control", "handler"),
    [
        (ft.Container(), "on_click"),
        (ft.Container(), "on_size_change"),
        (ft.Dropdown(), "on_select"),
        (ft.IconButton(ft.Icons.ADD), "on_click"),
        (ft.Slider(), "on_change"),
        (ft.TextField(), "on_change"),
        (ft.TextField(), "on_nothing"),
    ],
)
def test_a_handler_gets_the_kind_of_event_that_flet_would_find(
    control: ft.Control, handler: str
) -> None:
    expected = get_event_field_type(control, handler)
    assert event_type(control, handler) == expected
    assert event_type(control, handler) == expected  # as it is remembered


def test_the_same_handler_of_other_controls_gets_another_kind_of_event(
    library: Library, open_screen: OpenScreen
) -> None:
    kinds = [event_type(control, "on_change") for control in (ft.Slider(), ft.TextField())]
    assert kinds[0] != kinds[1]
    page = open_screen(library).session.page
    assert event_type(page, "on_resize") is ft.PageResizeEvent


def test_flet_asks_for_what_is_remembered() -> None:
    assert vars(base_control)[get_event_field_type.__name__] is event_type
