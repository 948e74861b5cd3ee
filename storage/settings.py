"""The settings that are stored for the next start."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from scoring.fields import Flag, OneOf, OrNull, Text, UpTo, of_kind
from scoring.sheet import NAME, Head

MOST_PLAYERS: Final = 60


class Theme(StrEnum):
    """A look that can be chosen."""

    LIGHT = "light"
    DARK = "dark"
    BLACK = "black"


@dataclass(frozen=True)
class Settings:
    """What was chosen on this device, earlier players, the last game, and the open evening."""

    language: str | None = of_kind(OrNull(Text(1, 35)), default=None)
    """The chosen language; None follows the device."""
    theme: str | None = of_kind(OrNull(OneOf(Theme)), default=None)
    """The chosen :class:`Theme`; None follows the device."""
    open_evening: str | None = of_kind(OrNull(Text(1, 255)), default=None)
    """The evening whose slate is shown when the app starts."""
    players: tuple[str, ...] = of_kind(UpTo(NAME, MOST_PLAYERS), default=())
    """The names of earlier players, the latest first."""
    game: str | None = of_kind(OrNull(NAME), default=None)
    """The key of the game that was started last."""
    both_sides: bool = of_kind(Flag(), default=False)
    """Whether each of two sides has a half of the slate that it reads upright."""
    buzzes: bool = of_kind(Flag(), default=True)
    """Whether the device vibrates when something is written."""
    stays_awake: bool = of_kind(Flag(), default=True)
    """Whether the screen stays awake while the slate is shown."""
    ticks: bool = of_kind(Flag(), default=False)
    """Whether a written line sounds like chalk."""
    speaks: bool = of_kind(Flag(), default=False)
    """Whether a written line is said aloud."""
    left_handed: bool = of_kind(Flag(), default=False)
    """Whether what is tapped is where a left thumb reaches it."""

    @property
    def sounds(self) -> bool:
        """Whether anything is heard when a line is written."""
        return self.ticks or self.speaks

    def with_players_of(self, head: Head) -> "Settings":
        """Return the settings with the players of a sheet added."""
        names = (name for side in head.sides for name in side.players)
        return replace(self, players=_first([*names, *self.players]))

    def with_those_of(self, others: "Settings") -> "Settings":
        """Return the settings with missing values and further players from ``others``."""
        return replace(
            self,
            language=self.language or others.language,
            theme=self.theme or others.theme,
            players=_first([*self.players, *others.players]),
        )


def _first(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))[:MOST_PLAYERS]
