"""Lets the tracer of coverage rest while Flet compares and packs what our components have drawn.

It would be called for each of Flet's lines, and counts none of them. Where Flet draws one of our
components meanwhile, it goes on.
"""

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from flet.components.component import Renderer
from flet.controls.object_patch import ObjectPatch

P = ParamSpec("P")
R = TypeVar("R")

_resting = list[Any]()
"""The tracer that rests, once for each time that it was told to."""


def untraced(work: Callable[P, R]) -> Callable[P, R]:
    """Let the tracer, if there is one, rest while a function runs."""

    @wraps(work)
    def rest(*args: P.args, **kwargs: P.kwargs) -> R:
        tracer = sys.gettrace()
        if tracer is None:
            return work(*args, **kwargs)
        _resting.append(tracer)
        sys.settrace(None)
        try:
            return work(*args, **kwargs)
        finally:
            sys.settrace(_resting.pop())

    return rest


def _traced(work: Callable[P, R]) -> Callable[P, R]:
    """Let the tracer that rests go on while a function runs."""

    @wraps(work)
    def go_on(*args: P.args, **kwargs: P.kwargs) -> R:
        if not _resting or sys.gettrace():
            return work(*args, **kwargs)
        sys.settrace(_resting[-1])
        try:
            return work(*args, **kwargs)
        finally:
            sys.settrace(None)

    return go_on


def rest_in_flet() -> None:
    """Let the tracer count our lines alone."""
    compare = untraced(ObjectPatch.from_diff)
    ObjectPatch.from_diff = compare  # type: ignore[method-assign]
    Renderer.render = _traced(Renderer.render)  # type: ignore[method-assign]
