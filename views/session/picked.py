"""The file that was picked: what is in it, or why it cannot be imported."""

from dataclasses import dataclass
from typing import Self

from storage import LARGEST_BACKUP, Bundle, ImportRejected, read_file
from views.text.refusals import shown
from views.text.translator import Translator


@dataclass(frozen=True, repr=False)
class PickedFile:
    """A picked file: its name and content, and its sheets or why it cannot be read."""

    name: str
    content: bytes
    bundle: Bundle | None
    refused: ImportRejected | None = None

    @classmethod
    def of(cls, name: str, content: bytes) -> Self:
        """Read a picked file; nothing is imported yet."""
        try:
            return cls(shown(name), content, read_file(content))
        except ImportRejected as refused:
            return cls(shown(name), content, None, refused)


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
