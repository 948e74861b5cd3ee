"""All the evenings, and the settings: what somebody finds when the app starts."""

import secrets
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from tinydb import TinyDB
from tinydb.table import Document

from scoring.fields import Day, Kind, OneOf, OrNull, Text, kinds_of, of_kind, read_record
from scoring.game import Agreement, Game
from scoring.refusals import Refused
from scoring.sheet import NAME, Head
from storage.durable import DurableStorage, put
from storage.evenings import SCHEMA, Evening, FromTheFuture
from storage.places import evening_file, evening_keys, evenings_folder, library_file

_INDEX: Final = "evenings"
_SETTINGS: Final = "settings"
_ONLY: Final = 1


class Theme(StrEnum):
    """A look that can be chosen."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the app remembers for the next time."""

    language: str | None = of_kind(OrNull(Text(1, 35)), default=None)
    """A language that was chosen; None follows the device."""
    theme: str | None = of_kind(OrNull(OneOf(Theme)), default=None)
    """``light`` or ``dark`` if chosen; None follows the device."""
    open_evening: str | None = of_kind(OrNull(Text(1, 255)), default=None)
    """The evening whose slate is shown when the app starts."""


@dataclass(frozen=True, slots=True)
class Label:
    """How an evening is listed: its key, its title if it has one, and its day."""

    key: str = of_kind(Text(1, 255))
    title: str | None = of_kind(OrNull(NAME), default=None)
    played_on: str | None = of_kind(OrNull(Day()), default=None)


class Library:
    """The folder of evenings. Evenings are opened once and shared by all who look at them."""

    def __init__(self, folder: Path) -> None:
        """Open or make the folder. Raises :class:`OSError` if it cannot be written."""
        self._folder = folder
        self._opened: dict[str, Evening] = {}
        evenings_folder(folder).mkdir(parents=True, exist_ok=True)
        self._database = TinyDB(library_file(folder), storage=DurableStorage)
        self.settings = self._kept_settings()
        self._keep(self.settings)

    def change(self, settings: Settings) -> None:
        """Keep other settings. Raises :class:`OSError`, and then nothing has changed."""
        if settings != self.settings:
            self._keep(settings)
            self.settings = settings

    def labels(self) -> list[Label]:
        """Return the evenings, the newest first.

        The files are the truth; the index only spares opening each of them for its title.
        """
        index: dict[str, Label] = {}
        for document in self._database.table(_INDEX):
            with suppress(Refused):
                label = read_record(Label, document)
                index[label.key] = label
        keys = sorted(evening_keys(self._folder), reverse=True)
        return [index.get(key, Label(key)) for key in keys]

    def begin(self, game: Game[Any, Any], head: Head, agreement: Agreement[Any]) -> Evening:
        """Start a new evening and make it the open one.

        Raises :class:`OSError`, or :class:`~scoring.refusals.Refused` for a head or an agreement
        that could not be read again; then there is no new evening.
        """
        day = head.played_on or datetime.now().astimezone().date().isoformat()
        key = f"{day}-{secrets.token_hex(4)}"
        label = Label(key, head.title, head.played_on)
        self._database.table(_INDEX).insert(asdict(label))
        evening = Evening.begin(key, evening_file(self._folder, key), game, head, agreement)
        self._opened[key] = evening
        with suppress(OSError):  # the evening is kept; which one was open can be forgotten
            self.change(replace(self.settings, open_evening=key))
        return evening

    def evening(self, key: str) -> Evening:
        """Return an evening, opening it if need be.

        Raises :class:`KeyError` if there is none of that key,
        :class:`~storage.durable.Unreadable`, :class:`~storage.evenings.FromTheFuture` or
        :class:`OSError`.
        """
        if key not in self._opened:
            if key not in evening_keys(self._folder):
                raise KeyError(key)
            self._opened[key] = Evening.open(key, evening_file(self._folder, key))
        return self._opened[key]

    def _kept_settings(self) -> Settings:
        kept = self._database.table(_SETTINGS).get(doc_id=_ONLY)
        if not isinstance(kept, Document):
            return Settings()
        if kept.get("schema") != SCHEMA:
            raise FromTheFuture
        return Settings(
            **{key: _read_or_none(kind, kept.get(key)) for key, kind in kinds_of(Settings).items()}
        )

    def _keep(self, settings: Settings) -> None:
        document = {"schema": SCHEMA, **asdict(settings)}
        put(self._database.table(_SETTINGS), document, _ONLY)


def _read_or_none(kind: Kind, raw: object) -> Any:  # noqa: ANN401 - any kind's value
    with suppress(Refused):
        return kind.read(raw)
    return None
