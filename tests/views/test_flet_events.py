"""What kind of event a handler gets is looked up once, and is what Flet would find."""

import pytest
from flet.controls import base_control
from flet.controls.base_control import BaseControl
from flet.controls.control_event import get_event_field_type
from flet_screen import OpenScreen
from played import play_all
from worked import PLAYED, example

from storage import Library
from views.flet_events import event_type


@pytest.mark.parametrize("name", PLAYED)
def test_every_handler_gets_the_kind_of_event_that_flet_would_find(
    name: str, library: Library, open_screen: OpenScreen
) -> None:
    play_all(library, example(name))
    found = set()
    for control in open_screen().controls(BaseControl):
        handlers = (name for name in dir(control) if name.startswith("on_"))
        for handler in (name for name in handlers if callable(getattr(control, name))):
            expected = get_event_field_type(control, handler)
            assert event_type(control, handler) is expected
            assert event_type(control, handler) is expected  # as it is remembered
            found.add(expected)
    assert found


def test_flet_asks_for_what_is_remembered() -> None:
    assert vars(base_control)[get_event_field_type.__name__] is event_type
