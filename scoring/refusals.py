"""How the scoring says no: an exception that carries a code and values, never a sentence.

The sentence is made in ``views``, in the language of whoever reads it.
"""

from enum import StrEnum


class Fault(StrEnum):
    """Faults that any game's sheet can have. A game adds its own in its module."""

    GONE = "gone"
    UNREADABLE = "unreadable"
    NOT_UTF8 = "not_utf8"
    NOT_JSON = "not_json"
    TOO_LARGE = "too_large"
    TOO_MANY_ENTRIES = "too_many_entries"
    TOO_MANY_ROUNDS = "too_many_rounds"
    NOT_AN_OBJECT = "not_an_object"
    NOT_A_LIST = "not_a_list"
    KEY_TWICE = "key_twice"
    KEY_MISSING = "key_missing"
    KEY_UNKNOWN = "key_unknown"
    FORMAT_UNKNOWN = "format_unknown"
    VERSION_UNKNOWN = "version_unknown"
    GAME_UNKNOWN = "game_unknown"
    ENTRY_TYPE_UNKNOWN = "entry_type_unknown"
    NOT_WHOLE = "not_whole"
    NOT_A_FLAG = "not_a_flag"
    NOT_TEXT = "not_text"
    NOT_A_CHOICE = "not_a_choice"
    OUT_OF_RANGE = "out_of_range"
    WRONG_COUNT = "wrong_count"
    SEATS_FIXED = "seats_fixed"
    TOO_MANY = "too_many"
    TEXT_LENGTH = "text_length"
    TEXT_BROKEN = "text_broken"
    NOT_A_DATE = "not_a_date"
    NOT_A_TIME = "not_a_time"


class Refused(ValueError):
    """Something cannot be scored; nothing has changed.

    ``code`` says which rule was broken, ``values`` what the sentence about it needs.
    """

    def __init__(self, code: StrEnum, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        """Name the code and the values, for engineers reading a traceback."""
        return f"{self.code.value} {self.values}" if self.values else self.code.value


class BadSheet(Refused):
    """The fault is in the sheet's head: names, rules, format."""


class IllegalEntry(Refused):
    """The fault is in one entry. ``index`` is its place in the sheet, once that is known."""

    index: int | None = None

    def at(self, index: int) -> "IllegalEntry":
        """Return the same refusal, knowing the place of the entry."""
        self.index = index
        return self
