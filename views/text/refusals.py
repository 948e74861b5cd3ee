"""Refusals as sentences that a player understands."""

import json
from collections.abc import Mapping
from enum import StrEnum
from functools import partial

from scoring.refusals import Fault, Refused
from scoring.sheet import Head
from views.text.games.registry import GAME_TEXTS
from views.text.translator import Translator, label

LONGEST_VALUE = 40
"""How many characters of a foreign value a sentence shows."""
UNPRINTABLE = "?"
"""What is shown for a character that no font has."""

GENERAL: Mapping[str, str] = {
    Fault.GONE: label("This evening was permanently deleted and can no longer be changed."),
    Fault.ONLY_WATCHING: label("Not saved: this screen came by the link to watch."),
    Fault.UNREADABLE: label("The file “{key}” cannot be read."),
    Fault.NEWER_APP: label(
        "The file “{key}” was saved by a newer version of Knoddel. Please update the app."
    ),
    Fault.NOT_UTF8: label("This is not a sheet: it is not UTF-8 text."),
    Fault.NOT_JSON: label("This is not a sheet: it is not valid JSON."),
    Fault.TOO_LARGE: label("This file is too large: the limit is {megabytes} MiB."),
    Fault.TOO_MANY_ENTRIES: label("A sheet can have at most {most} entries."),
    Fault.TOO_MANY_ROUNDS: label("A sheet can have at most {most} rounds."),
    Fault.NOT_AN_OBJECT: label("An object with keys is needed here, not {value}."),
    Fault.NOT_A_LIST: label("“{key}” must be a list."),
    Fault.KEY_TWICE: label("“{key}” appears twice."),
    Fault.KEY_MISSING: label("“{key}” is missing."),
    Fault.KEY_UNKNOWN: label("“{key}” is not known here."),
    Fault.FORMAT_UNKNOWN: label("This is not a sheet: its format is “{value}”."),
    Fault.VERSION_UNKNOWN: label("Version {value} of the sheet file is not known here."),
    Fault.GAME_UNKNOWN: label("The game “{value}” is not known here."),
    Fault.ENTRY_TYPE_UNKNOWN: label("The entry “{value}” is not known in this game."),
    Fault.NOT_WHOLE: label("“{key}” must be a whole number, not {value}."),
    Fault.NOT_A_FLAG: label("“{key}” must be true or false, not {value}."),
    Fault.NOT_TEXT: label("“{key}” must be text, not {value}."),
    Fault.NOT_A_CHOICE: label("“{key}” must be one of {choices}, not {value}."),
    Fault.OUT_OF_RANGE: label("“{key}” must be from {low} to {high}, not {value}."),
    Fault.WRONG_COUNT: label("“{key}” must have {count} items, not {value}."),
    Fault.SEATS_FIXED: label(
        "There are {seats} players at this table; for more or fewer, start a new evening."
    ),
    Fault.TOO_MANY: label("“{key}” must have at most {most} items, not {value}."),
    Fault.TEXT_LENGTH: label("“{key}” must have {low} to {high} characters, not {value}."),
    Fault.TEXT_BROKEN: label("“{key}” contains an invalid character."),
    Fault.NOT_A_DATE: label("“{key}” must be a date such as 2026-11-20, not {value}."),
    Fault.NOT_A_TIME: label("“{key}” must be a time such as 2026-11-20T21:30, not {value}."),
    Fault.CODE_UNKNOWN: label("This is not a code of Knoddel."),
    Fault.CODE_NEWER: label(
        "This code comes from a newer version of Knoddel. Please update the app."
    ),
    Fault.CODE_DAMAGED: label("This code is damaged. Please read it again."),
    Fault.CODE_TOO_LARGE: label(
        "This evening is too long for QR codes. Please pass it on as a file."
    ),
}
SENTENCES: Mapping[str, str] = {
    **GENERAL,
    **{code: said for words in GAME_TEXTS.values() for code, said in words.SLIPS.items()},
}
"""The sentence for each code of a refusal; each game adds its own."""

UNREADABLE = label(
    "This evening cannot be read. Under “Settings” you can save its file and restore a backup."
)
FROM_THE_FUTURE = label(
    "This evening was saved by a newer version of Knoddel. Please update the app."
)


def unreadable_now(t: Translator, why: OSError) -> str:
    """Return a sentence that something cannot be read at the moment."""
    return t(
        "This cannot be read at the moment ({why}). Nothing is lost. Please try again.",
        why=reason(why),
    )


def not_kept(t: Translator, why: Refused | OSError, head: Head | None) -> str:
    """Return why nothing was written: the entry is refused, or the device cannot store it."""
    if isinstance(why, Refused):
        return sentence(t, why, head)
    return t(
        "Not saved: the device could not store it ({why}). Free up space and tap again.",
        why=reason(why),
    )


def reason(why: OSError) -> str:
    """Return the system's text for an error."""
    return why.strerror or str(why)


def sentence(t: Translator, refused: Refused, head: Head | None = None) -> str:
    """Return what is wrong and, where that helps, what is allowed.

    With ``head`` a side is called by its name, else by its number.
    """
    said = {key: shown(value) for key, value in refused.values.items()}
    for key, value in refused.values.items():
        match value:
            case StrEnum():
                said[key] = _in_words(t, refused, value)
            case tuple() if all(isinstance(part, StrEnum) for part in value):
                said[key] = ", ".join(map(partial(_in_words, t, refused), value))
            case int() if key == "side":
                said[key] = (
                    head.sides[value].name if head else t("Player {number}", number=value + 1)
                )
    return t(SENTENCES[refused.code], **{"key": "–", "value": "–", **said})


def _in_words(t: Translator, refused: Refused, value: StrEnum) -> str:
    """Return the refusing game's label of a value, else its key in the sheet file."""
    labels = (words.CHOICES for words in GAME_TEXTS.values() if refused.code in words.SLIPS)
    said = next(labels, dict[object, str]()).get(value, value.value)
    return t(said, **refused.values)


def shown(value: object) -> str:
    """Return a foreign value as short, harmless text."""
    match value:
        case bool() | None:
            return json.dumps(value)
        case int() if abs(value) > 10**LONGEST_VALUE:
            return "…"
        case tuple():
            return ", ".join(map(shown, value))
        case list():
            return "[…]"
        case dict():
            return "{…}"
    text = "".join(c if c.isprintable() else UNPRINTABLE for c in str(value))
    return (text if len(text) <= LONGEST_VALUE else text[:LONGEST_VALUE] + "…") or "–"
