"""Making Flet's controls, without a call for each property that is not given.

When a control is made, Flet 1.0.5 sets each of its sixty properties, and leaves those at once that
are set to their defaults: 690 calls until a tap is shown.
"""

import dataclasses
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import flet as ft
from flet.controls.base_control import BaseControl

KINDS: Final[tuple[type[BaseControl], ...]] = (
    ft.Column,
    ft.Container,
    ft.Icon,
    ft.Row,
    ft.Semantics,
    ft.Stack,
    ft.Text,
)
"""The kinds of controls that slates and lists are made of."""


def quicken() -> None:
    """Let Flet set only the properties that are given when it makes a control of these kinds."""
    for kind in KINDS:
        kind.__init__ = quick(kind)  # type: ignore[method-assign] # of a class


def quick(kind: type[BaseControl]) -> Callable[..., None]:
    """Return what makes a control of a kind as its own ``__init__`` does.

    That one refuses what is wrong with the arguments.
    """
    usual = kind.__init__
    code, optional = usual.__code__, usual.__defaults__ or ()
    in_order = code.co_varnames[1 : code.co_argcount]
    required = {*in_order[: len(in_order) - len(optional)]}
    defaults: dict[str, Any] = kind._prop_defaults  # type: ignore[attr-defined] # noqa: SLF001 # see Prop
    set_at_once = [field for field in dataclasses.fields(kind) if field.name not in defaults]
    factories = {f.name: f.default_factory for f in set_at_once if callable(f.default_factory)}
    fixed = {f.name: f.default for f in set_at_once if f.default is not dataclasses.MISSING}
    allowed = {*code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]}

    @wraps(usual)
    def make(control: BaseControl, *args: Any, **given: Any) -> None:
        named = dict(zip(in_order, args, strict=False), **given) if args else given
        is_usual = len(named) == len(args) + len(given) and required <= named.keys() <= allowed
        if not is_usual:
            usual(control, *args, **given)  # says what is wrong with them
        own = vars(control)
        own.update(fixed)
        for name, factory in factories.items():
            own[name] = factory()
        ref, values = None, own["_values"]
        for name, value in named.items():
            if name in defaults:
                if not value == defaults[name]:  # noqa: SIM201 # as Flet compares them
                    values[name] = value
            elif name == "ref":
                ref = value
            else:
                own[name] = value
        control.__post_init__(ref)

    return make
