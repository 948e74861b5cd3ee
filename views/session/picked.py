"""What was picked, or came in a QR code: what is in it, or why it cannot be imported."""

from dataclasses import dataclass, replace
from typing import Final, Self

from scoring.code_parts import Gathered
from scoring.compact import unpack
from scoring.refusals import Refused
from storage import LARGEST_BACKUP, Bundle, ImportRejected, read_file, write_file
from views.text.refusals import shown
from views.text.translator import Translator

MOST_MISSING: Final = 8
"""So many numbers of missing codes are told at once."""


@dataclass(frozen=True, repr=False)
class PickedFile:
    """A picked file: its name and content, and its sheets or why it cannot be read.

    What came in a QR code ``is_code``; its content is the file of its evening.
    """

    name: str
    content: bytes
    bundle: Bundle | None
    refused: ImportRejected | None = None
    is_code: bool = False

    @classmethod
    def of(cls, name: str, content: bytes) -> Self:
        """Read a picked file; nothing is imported yet."""
        try:
            return cls(shown(name), content, read_file(content))
        except ImportRejected as refused:
            return cls(shown(name), content, None, refused)

    @classmethod
    def of_code(cls, name: str, content: bytes) -> Self:
        """Read what came in a QR code; nothing is imported yet."""
        try:
            file = write_file(unpack(content))
        except Refused as refused:
            return cls(name, b"", None, ImportRejected(refused), is_code=True)
        return replace(cls.of(name, file), is_code=True)


def missed(t: Translator, name: str) -> str:
    """Return that the upload of a file failed."""
    return t("“{name}” was not received. Please choose it again.", name=shown(name))


def too_large(t: Translator, name: str) -> str:
    """Return that a file is too large to be imported."""
    return t(
        "“{name}” cannot be imported: a file can have at most {megabytes} MiB.",
        name=shown(name),
        megabytes=LARGEST_BACKUP // 1024**2,
    )


def still_missing(t: Translator, gathered: Gathered) -> str:
    """Return how many codes of an evening are there, and which ones are missing."""
    missing = gathered.missing
    more = " …" if len(missing) > MOST_MISSING else ""
    return t(
        "{n} of {all} codes are here. Still missing: {missing}.",
        n=gathered.of - len(missing),
        all=gathered.of,
        missing=", ".join(map(str, missing[:MOST_MISSING])) + more,
    )
