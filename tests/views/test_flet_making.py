"""Controls are made quicker than Flet makes them, and are the same."""

from typing import Any

import flet as ft
import pytest
from flet.controls.base_control import BaseControl
from hypothesis import given
from hypothesis import strategies as st

from views.flet_making import KINDS, quick

VALUES: dict[str, st.SearchStrategy[Any]] = {
    "col": st.none() | st.integers(0, 12),
    "content": st.none() | st.builds(ft.Text),
    "controls": st.lists(st.builds(ft.Text), max_size=2),
    "data": st.none() | st.text(),
    "expand": st.none() | st.booleans() | st.integers(1, 3),
    "icon": st.sampled_from([ft.Icons.ADD, ft.Icons.UNDO]),
    "key": st.none() | st.text(),
    "label": st.none() | st.text(),
    "opacity": st.floats(0, 1),
    "padding": st.none() | st.integers(0, 9),
    "spacing": st.integers(0, 20),
    "value": st.text(),
    "visible": st.booleans(),
}
"""Some properties of controls, each of which one kind has at least."""


def usual(kind: type[BaseControl]) -> type[BaseControl]:
    """Return a kind that is made by Flet's own way."""
    return type(kind.__name__, (kind,), {"__init__": vars(kind.__init__)["__wrapped__"]})


def known_by(control: BaseControl) -> dict[str, Any]:
    """Return all that is known of a control but its number, which each has for itself."""
    return {name: value for name, value in vars(control).items() if name != "_i"}


@given(st.data())
@pytest.mark.parametrize("kind", KINDS)
def test_a_control_is_the_one_that_flet_makes(kind: type[BaseControl], data: st.DataObject) -> None:
    drawn = {name: values for name, values in VALUES.items() if hasattr(kind, name)}
    required = {"icon"} & drawn.keys()
    named = data.draw(
        st.fixed_dictionaries(
            {name: drawn[name] for name in required},
            optional={name: drawn[name] for name in drawn.keys() - required},
        )
    )
    made, expected = kind(**named), usual(kind)(**named)
    assert known_by(made) == known_by(expected)


def test_what_is_given_in_order_gets_its_name() -> None:
    text = ft.Text("Knoddel", size=20)
    assert known_by(text) == known_by(usual(ft.Text)("Knoddel", size=20))  # type: ignore[call-arg]
    assert (text.value, text.size) == ("Knoddel", 20)


def test_a_list_is_not_shared_by_two_controls() -> None:
    ft.Column().controls.append(ft.Text("Knoddel"))
    assert ft.Column().controls == []


def test_a_reference_is_set_when_the_control_is_made() -> None:
    ref = ft.Ref[ft.Text]()
    text = ft.Text("Knoddel", ref=ref)
    assert ref.current is text


@pytest.mark.parametrize(
    ("args", "named"),
    [
        ((), {}),
        ((ft.Icons.ADD,), {"icon": ft.Icons.UNDO}),
        ((), {"icon": ft.Icons.ADD, "colour": "red"}),
        ((ft.Icons.ADD,) * 30, {}),
        ((ft.Icons.ADD,) * 100, {}),
    ],
)
def test_wrong_arguments_are_refused_as_by_flet(args: Any, named: Any) -> None:
    with pytest.raises(TypeError) as refused:
        ft.Icon(*args, **named)
    with pytest.raises(TypeError) as by_flet:
        usual(ft.Icon)(*args, **named)
    assert str(refused.value) == str(by_flet.value)


def test_what_flet_refuses_is_refused() -> None:
    with pytest.raises(ValueError, match="opacity"):
        ft.Text(opacity=2)._before_update_safe()  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("kind", KINDS)
def test_flet_makes_every_kind_so(kind: type[BaseControl]) -> None:
    assert kind.__init__.__code__ is quick(kind).__code__
