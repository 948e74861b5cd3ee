"""Reads what a web page saves while the app cannot start: the files of its data folder.

It is one JSON file, with each file in base64 under its path. Reading it is as strict as ever, but
where the newest generation of a file is damaged, the one before is read.
"""

from base64 import b64decode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from scoring.fields import check_keys, check_version, read_object
from scoring.refusals import Fault, Refused
from scoring.sheet import Sheet
from storage.durable import Damaged, decode
from storage.evenings import FromTheFuture, sheet_of
from storage.library import settings_of
from storage.places import PRESENT, PREVIOUS
from storage.settings import Settings

FORMAT: Final = "knoddel-files"
VERSION: Final = 1
_KEYS: Final = ("format", "version", "files")
_EVENINGS: Final = "/evenings/"
_LIBRARY: Final = "/library"
_GENERATIONS: Final = (PRESENT, PREVIOUS)
"""The newest first."""


def read_rescue(raw: Mapping[str, object]) -> tuple[tuple[Sheet, ...], Settings]:
    """Return the sheets and settings of a rescue file.

    Raises :class:`~scoring.refusals.Refused`.
    """
    check_keys(raw, _KEYS)
    check_version(raw["version"], VERSION)
    files = read_object(raw["files"])
    evenings = {
        path.removesuffix(generation)
        for path in files
        for generation in _GENERATIONS
        if path.startswith(_EVENINGS) and path.endswith(generation)
    }
    return tuple(_sheet(evening, files) for evening in sorted(evenings)), _settings(files)


def _sheet(evening: str, files: Mapping[str, object]) -> Sheet:
    for generation in _GENERATIONS:
        try:
            return sheet_of(decode(_content(files.get(evening + generation))))
        except Damaged:
            continue
        except FromTheFuture:
            break
    raise Refused(Fault.UNREADABLE, key=evening + PRESENT)


def _settings(files: Mapping[str, object]) -> Settings:
    for generation in _GENERATIONS:
        with suppress(Damaged, FromTheFuture):
            kept = settings_of(decode(_content(files.get(_LIBRARY + generation))))
            return replace(kept, open_evening=None, game=None)
    return Settings()


def _content(raw: object) -> bytes:
    """Return the content of a file. Raises :class:`~storage.durable.Damaged`."""
    if not isinstance(raw, str):
        raise Damaged
    try:
        return b64decode(raw, validate=True)
    except ValueError:
        raise Damaged from None
