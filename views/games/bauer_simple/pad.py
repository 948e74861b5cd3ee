"""The pad of simple Bauer: who chose trumps, then one tap on that side's tricks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, auto

from scoring.bauer import (
    TRICKS,
)
from scoring.bauer_simple import Deal, Rules, State
from scoring.fields import OneOf, OrNull, of_kind
from scoring.two_sides import Pair, side_of
from views.games.bauer.pad import TricksPad, title
from views.session.draft import Draft
from views.ui.pad import Change, Key, Label, Labels, Pad, Row, pad_of, row


class Chose(StrEnum):
    """Who chose trumps."""

    SIDE_0 = auto()
    SIDE_1 = auto()
    NOBODY = auto()


SIDES = (Chose.SIDE_0, Chose.SIDE_1)


@dataclass(frozen=True)
class SimpleDraft(Draft):
    """What was tapped so far; None takes the side that may choose first."""

    chose: Chose | None = of_kind(OrNull(OneOf(Chose)), default=None)

    @classmethod
    def of_entry(cls, entry: Deal) -> "SimpleDraft":
        """Return the draft with which a deal was written."""
        return cls(Chose.NOBODY if entry.declarer is None else SIDES[entry.declarer])


class SimplePad(TricksPad[SimpleDraft, Rules, State]):
    """Who chose trumps, and the tricks."""

    @property
    def chose(self) -> Chose:
        """Who chose trumps; the side of the player left of the dealer may do so first."""
        return self.draft.chose or SIDES[side_of(self.replay.state.dealer + 1)]

    @property
    def declarer(self) -> int | None:
        """The side that chose trumps, None if nobody did."""
        return SIDES.index(self.chose) if self.chose in SIDES else None

    def entry(self, tricks: Pair) -> Deal:
        """Return what a tap on these tricks would write."""
        return Deal(declarer=self.declarer, tricks=tricks)

    def pad(self) -> Pad:
        """Return who chose trumps, and the tricks of that side."""
        return pad_of(
            title(self.t("Who chose trumps?")),
            row(*self.all_chosen(len(Chose))),
            *self.tricks_rows(self.declarer or 0, TRICKS),
        )

    def half(self, _side: int) -> Sequence[Row]:
        """Return the same for a side; all tricks belong together."""
        asked = Labels((Label(self.t("Who chose trumps?"), 13),), 1)
        return [
            row(asked, *self.all_chosen(len(Chose) + 1)),
            self.tricks_together(self.declarer or 0, TRICKS),
        ]

    def all_chosen(self, in_a_row: int) -> list[Key]:
        """Return the switches to who chose trumps, of so many cells in a row."""
        nobody = self.t("nobody")
        said = [*(side.name for side in self.head.sides), nobody]
        size, _, shown = self.names_on_keys(in_a_row, nobody)
        return [self.chosen(*each, size) for each in zip(Chose, said, shown, strict=True)]

    def chosen(self, who: Chose, name: str, text: str, size: float) -> Key:
        """Return the switch to who chose trumps."""
        said, on = self.t("Trumps: {who}", who=name), self.chose is who
        chosen = Change(replace(self.draft, chose=who))
        return self.plain(f"chose-{who}", said, chosen, text, on=on, size=size)
