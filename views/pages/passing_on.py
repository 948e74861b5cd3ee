"""Passing something on with a tap, and saying what came of it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

import flet as ft

from views.session.session import Session
from views.session.sharing import Outcome
from views.text.translator import label

PassOn: TypeAlias = Callable[[Callable[[], Awaitable[Outcome]]], None]
SAID: Final[Mapping[Outcome, str]] = {
    Outcome.SHARED: label("Given to the app that you chose."),
    Outcome.UNKNOWN: label("Whether it was shared, the device does not tell."),
    Outcome.DISMISSED: label("Not shared."),
    Outcome.COPIED: label("Text copied. You can paste it into a message."),
    Outcome.NOT_COPIED: label(
        "The text could not be copied. As a picture or as a file it can be passed on."
    ),
    Outcome.SAVED: label("The file was saved."),
    Outcome.DOWNLOADED: label("The browser downloads the file."),
    Outcome.NOT_SAVED: label("The file was not saved."),
}


def use_pass_on(session: Session, said: Mapping[Outcome, str] = SAID) -> PassOn:
    """Return what passes something on; further taps are ignored until the outcome is known.

    ``said`` is what is said then.
    """
    is_busy = ft.use_ref(False)

    def pass_on(what: Callable[[], Awaitable[Outcome]]) -> None:
        async def passed_on() -> None:
            try:
                outcome = await what()
            finally:
                is_busy.current = False
            session.say(session.t(said[outcome]))

        if not is_busy.current:
            is_busy.current = True
            session.run(passed_on)

    return pass_on
