"""Flet's walks over the tree of controls, without the properties that cannot hold a control.

When a control appears or goes, Flet 1.0.5 makes a call for each of its sixty properties, although
nearly all are unset or hold a text, a number or a color. Without these calls the first drawing of
the slate takes half as long.
"""

import dataclasses
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any

from flet.controls.object_patch import DiffBuilder


def shorten() -> None:
    """Let Flet walk only where a control may be."""
    for name in ("_configure_dataclass", "_removed_controls"):
        walk = getattr(DiffBuilder, name)
        names = walk.__globals__ | {"dataclasses": _DATACLASSES}
        setattr(DiffBuilder, name, FunctionType(walk.__code__, names, name, walk.__defaults__))


def fields_to_walk(item: Any) -> list[dataclasses.Field[Any]]:
    """Return the fields of a dataclass that may hold a control, in their order."""
    of_item = vars(item)
    if "_values" not in of_item:  # not one of Flet's own
        return list(dataclasses.fields(item))
    values, always = of_item["_values"], type(item)._structural_fields  # noqa: SLF001 # see Prop
    return [
        field
        for field in _all_fields(type(item))  # type: ignore[arg-type] # a class has a hash
        if field.name in always
        or (field.name in values and _may_hold(values[field.name].__class__))
    ]


@cache
def _all_fields(kind: type[Any]) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(kind)


@cache
def _may_hold(kind: type) -> bool:
    """Return whether a value of this type may be a control or hold one."""
    return issubclass(kind, (dict, list)) or dataclasses.is_dataclass(kind)


_DATACLASSES = SimpleNamespace(is_dataclass=dataclasses.is_dataclass, fields=fields_to_walk)
