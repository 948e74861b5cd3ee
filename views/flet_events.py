"""What kind of event a handler of Flet's gets, looked up once for each kind of control.

At each event Flet 1.0.5 reads the annotations of all classes of the control anew: a tenth of what
Python needs until a tap is shown.
"""

from typing import Any, Final

from flet.controls import base_control
from flet.controls.control_event import get_event_field_type

_KNOWN: Final[dict[tuple[type[Any], str], Any]] = {}


def remember() -> None:
    """Let Flet look up what kinds of events there are only once."""
    setattr(base_control, get_event_field_type.__name__, event_type)


def event_type(control: Any, handler: str) -> Any:
    """Return what kind of event a handler of a control gets; None if there is no such handler."""
    key = type(control), handler
    if key not in _KNOWN:
        _KNOWN[key] = get_event_field_type(control, handler)
    return _KNOWN[key]
