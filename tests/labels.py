"""Every label of the code, and what is said for it in each language."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from babel.messages.extract import extract_from_file

from views.text.translator import translator

Label: TypeAlias = str | tuple[str, str]
"""A text of the code, or what is said for one and for many."""

ROOT: Final = Path(__file__).parent.parent
KEYWORDS: Final[Mapping[str, tuple[int, ...] | None]] = {
    "t": None,
    "label": None,
    "count": (1, 2),
    "self.t": None,
}


@cache
def all_labels() -> frozenset[Label]:
    """Return every label of the code."""
    return frozenset(_extracted())


def said(language: str, label: Label) -> list[str]:
    """Return a label in a language: for one, and for many too, if it counts."""
    known = translator(language)._catalogue
    if isinstance(label, str):
        return [known.gettext(label)]
    one, many = label
    return [known.ngettext(one, many, n) for n in (1, 2)]


def _extracted() -> Iterator[Label]:
    packages = (ROOT / package for package in ("views", "pwa", "serving"))
    modules = (module for package in packages for module in sorted(package.rglob("*.py")))
    for file in (ROOT / "main.py", *modules):
        for _, message, _, _ in extract_from_file("python", file, KEYWORDS):
            yield message if isinstance(message, str) else (message[0], message[1])
