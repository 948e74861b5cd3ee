"""How the app says no: exceptions that carry codes and values, never a sentence.

The sentence is made in ``views``, in the language of whoever reads it. All refusals are one tree,
and whatever is refused has changed nothing::

    scoring.refusals.Refusal
        scoring.refusals.Refused            a rule was broken: its code, and values for the sentence
            scoring.refusals.BadSheet       in the head of a sheet, or in the file as a whole
            scoring.refusals.IllegalEntry   in one entry, at its place
        storage.bundle.ImportRejected       a file cannot be imported; it holds why
        storage.durable.Unreadable          a file and the generation before it are damaged or gone
        storage.evenings.FromTheFuture      a file was written by a newer app
        storage.one_writer.InUse            another process writes in the folder
        main.CannotStart                    the app cannot start; it alone is a sentence already
        main.NotCounted                     a file cannot be counted; it holds which, and why

Other exceptions of the app are no refusals::

    storage.durable.Damaged         found in one file; the generation before it may be whole
    storage.durable.UnreadableNow   an ``OSError``, like a full disk: the next try may succeed
    main.Terminated                 the system asks the server to end
"""

from enum import StrEnum


class Fault(StrEnum):
    """Faults that any game's sheet can have. A game adds its own in its module."""

    GONE = "gone"
    ONLY_WATCHING = "only_watching"
    UNREADABLE = "unreadable"
    NEWER_APP = "newer_app"
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
    CODE_UNKNOWN = "code_unknown"
    CODE_NEWER = "code_newer"
    CODE_DAMAGED = "code_damaged"
    CODE_TOO_LARGE = "code_too_large"


class Refusal(Exception):
    """Something is refused; nothing has changed."""


class Refused(Refusal, ValueError):
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
