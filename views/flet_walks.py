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

from views.flet_comparing import is_dataclass


def shorten() -> None:
    """Let Flet walk only where a control may be."""
    for name in ("_configure_dataclass", "_removed_controls"):
        walk = getattr(DiffBuilder, name)
        names = walk.__globals__ | {"dataclasses": _DATACLASSES}
        setattr(DiffBuilder, name, FunctionType(walk.__code__, names, name, walk.__defaults__))


def fields_to_walk(item: Any) -> list[dataclasses.Field[Any]]:
    """Return the fields of a dataclass that may hold a control."""
    of_item = vars(item)
    if "_values" not in of_item:  # not one of Flet's own
        return list(dataclasses.fields(item))
    fields, always = _fields_and_always(type(item))  # type: ignore[arg-type] # a class has a hash
    values = of_item["_values"].items()
    return [fields[name] for name, value in values if _may_hold(value.__class__)] + always


@cache
def _fields_and_always(
    kind: type[Any],
) -> tuple[dict[str, dataclasses.Field[Any]], list[dataclasses.Field[Any]]]:
    """Return a class's fields by name, and those that Flet does not keep among its values."""
    fields = [field for field in dataclasses.fields(kind) if not field.metadata.get("skip")]
    kept = kind._prop_defaults  # noqa: SLF001 # see Prop
    return {each.name: each for each in fields}, [each for each in fields if each.name not in kept]


@cache
def _may_hold(kind: type) -> bool:
    """Return whether a value of this type may be a control or hold one."""
    return issubclass(kind, (dict, list)) or is_dataclass(kind)


_DATACLASSES = SimpleNamespace(is_dataclass=is_dataclass, fields=fields_to_walk)
