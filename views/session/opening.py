"""Opening an evening, with a sentence if that fails or if something was lost."""

import logging

from storage import Evening, FromTheFuture, Library, Unreadable
from views.text.refusals import FROM_THE_FUTURE, UNREADABLE, unreadable_now
from views.text.translator import Translator

log = logging.getLogger(__name__)


def open_evening(t: Translator, library: Library, key: str) -> Evening | str:
    """Return an evening, or a sentence why it cannot be opened."""
    try:
        return library.evening(key)
    except KeyError:
        return t("This evening is no longer in the list.")
    except Unreadable:
        return t(UNREADABLE)
    except FromTheFuture:
        return t(FROM_THE_FUTURE)
    except OSError as why:
        log.warning("not read: %s", why)
        return unreadable_now(t, why)


def damage_to(t: Translator, evening: Evening) -> str | None:
    """Return that the last tap of an evening is lost, if its file was damaged."""
    if not evening.damaged:
        return None
    return t(
        "The latest version of this evening was damaged. This is the version "
        "before the last tap. You can save the damaged file under “Settings”."
    )


def damage_to_library(t: Translator, library: Library) -> str | None:
    """Return that list and settings are lost, if their file was damaged."""
    if not library.damaged:
        return None
    return t(
        "The list of evenings and the settings were damaged. All evenings are "
        "still here. You can save the damaged file under “Settings”."
    )
