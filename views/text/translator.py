"""The languages of the app: one gettext catalogue each.

English stands in the code; German and the others are translations of it.
"""

import gettext
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pkgutil import get_data
from typing import Final

DOMAIN: Final = "knoddel"
LANGUAGES: Final = ("de", "en")
"""The languages on offer, the first being that of the pub table."""
SPOKEN_IN_CODE: Final = "en"
"""The language of the labels as they stand in the code."""


class Translator:
    """One language: what a label says in it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = _catalogue(language)

    def __call__(self, message: str, **values: object) -> str:
        """Return the label, with its values put in as plain text."""
        return self._catalogue.gettext(message).format_map(values)

    def count(self, one: str, many: str, n: int, **values: object) -> str:
        """Return the label for ``n`` things; ``{n}`` in it becomes the number."""
        return self._catalogue.ngettext(one, many, n).format_map({"n": n, **values})


def _catalogue(language: str) -> gettext.NullTranslations:
    """Return a language's catalogue, wherever Python found this package: also in an archive."""
    if language == SPOKEN_IN_CODE:
        return gettext.NullTranslations()
    compiled = get_data(__package__, f"locale/{language}/LC_MESSAGES/{DOMAIN}.mo")
    return gettext.GNUTranslations(BytesIO(compiled or b""))


def label(message: str) -> str:
    """Mark a label for the catalogues where it stands, to be translated where it is shown."""
    return message


@cache
def translator(language: str) -> Translator:
    """Return the language, loading its catalogue once."""
    return Translator(language)


def spoken(wishes: Iterable[str | None]) -> Translator:
    """Return the first language on offer among the wishes, such as ``de_DE.UTF-8``.

    >>> spoken([None, "en-GB"]).language, spoken(["C.UTF-8", "fr"]).language
    ('en', 'de')
    """
    for wish in wishes:
        language = (wish or "").replace("_", "-").split("-")[0].split(".")[0].lower()
        if language in LANGUAGES:
            return translator(language)
    return translator(LANGUAGES[0])
