"""The languages of the app: one gettext catalogue each.

The labels in the code are English; other languages are translations. What the Palatine catalogue
lacks is said in German.
"""

import gettext
from collections.abc import Iterable, Mapping
from functools import cache
from io import BytesIO
from pkgutil import get_data
from typing import Final

DOMAIN: Final = "knoddel"
LANGUAGES: Final = ("de", "pfl", "en")
"""The languages on offer; the first is the default."""
SPOKEN_IN_CODE: Final = "en"
"""The language of the labels in the code."""
INSTEAD: Final[Mapping[str, str]] = {"pfl": "de"}
"""The language of what a catalogue lacks; without one it is that of the code."""


class Translator:
    """Translates labels into one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = _catalogue(language)

    def __call__(self, message: str, **values: object) -> str:
        """Return the translated label, with the values filled in as plain text."""
        return self._catalogue.gettext(message).format_map(values)

    def count(self, one: str, many: str, n: int, **values: object) -> str:
        """Return the translated label for ``n`` things; ``{n}`` in it becomes the number."""
        return self._catalogue.ngettext(one, many, n).format_map({"n": n, **values})


def _catalogue(language: str) -> gettext.NullTranslations:
    """Return a language's catalogue, also if this package is in an archive."""
    if language == SPOKEN_IN_CODE:
        return gettext.NullTranslations()
    compiled = get_data(__package__, f"locale/{language}/LC_MESSAGES/{DOMAIN}.mo")
    catalogue = gettext.GNUTranslations(BytesIO(compiled or b""))
    if language in INSTEAD:
        catalogue.add_fallback(_catalogue(INSTEAD[language]))
    return catalogue


def label(message: str) -> str:
    """Mark a label for the catalogues; it is translated where it is shown."""
    return message


@cache
def translator(language: str) -> Translator:
    """Return the translator of a language; its catalogue is loaded once."""
    return Translator(language)


def spoken(wishes: Iterable[str | None]) -> Translator:
    """Return the first language on offer among the wishes, such as ``de_DE.UTF-8``.

    >>> spoken([None, "en-GB"]).language, spoken(["C.UTF-8", "fr"]).language
    ('en', 'de')
    >>> spoken(["pfl-DE", "de"]).language, spoken(["de-DE", "pfl"]).language
    ('pfl', 'de')
    """
    for wish in wishes:
        language = (wish or "").replace("_", "-").split("-")[0].split(".")[0].lower()
        if language in LANGUAGES:
            return translator(language)
    return translator(LANGUAGES[0])
