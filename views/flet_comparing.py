"""Flet's comparison of what was drawn with what is drawn now, in fewer steps.

In a tap Flet 1.0.5 asks 250 times whether its log of each comparison is on, which it never is, and
160 times whether something is a dataclass: a tenth of Python's steps until the tap is shown.
"""

import dataclasses
from types import SimpleNamespace
from typing import Any

from flet.controls import object_patch


def hasten() -> None:
    """Let Flet compare without asking for its log, and know dataclasses by their mark."""
    vars(object_patch.logger)["debug"] = _log_nothing
    used = SimpleNamespace(is_dataclass=is_dataclass, fields=dataclasses.fields)
    vars(object_patch)["dataclasses"] = used


def is_dataclass(item: Any) -> bool:
    """Return whether something is a dataclass, or one's instance."""
    return hasattr(item, "__dataclass_fields__")


def _log_nothing(*_: object) -> None:
    """Do without a log."""
