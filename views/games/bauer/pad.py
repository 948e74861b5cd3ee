"""Bauer's pad: one tap on the tricks of the side that announced writes the deal."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from scoring.bauer import MOST_STOSS, CardsAway, Deal, Rules, State
from scoring.game import Entry, Offer
from scoring.rounds import AnyState
from scoring.sheet import Head
from scoring.two_sides import Pair, other
from views.games.bauer.draft import BauerDraft, Mode
from views.session.draft import Draft
from views.text.games import bauer as words
from views.text.phrases import changes, outcome, signed
from views.ui.pad import (
    SIDES,
    Change,
    Face,
    GamePad,
    Ink,
    Key,
    Label,
    Labels,
    Look,
    Pad,
    Row,
    Space,
    both,
    pad_of,
    row,
)

D = TypeVar("D", bound=Draft)
R = TypeVar("R")
S = TypeVar("S", bound=AnyState[Any])
NUMBER = 15
"""How large words beside the numbers of tricks would be."""
BOTH_CHANGES = 38
"""How wide what a deal does to both sides is, at the usual text size."""
FEWER_IN_A_ROW = 3
"""So many keys are in a row where text is large."""
LONGEST_STOSS = 3.6
"""How wide the longest word for Stoß is, in multiples of the text size."""
STOSS_PADDING = 6
"""What is free above and below these words, in dp."""
LARGEST_STOSS, LEAST_STOSS = 15, 12
"""The text size of these words, and the least beside the way to cards away."""


def tricks_of(side: int, number: int, total: int) -> Pair:
    """Return the tricks of both sides if a side has so many.

    >>> tricks_of(1, 5, 8)
    (3, 5)
    """
    return (number, total - number) if side == 0 else (total - number, number)


def title(text: str) -> Row:
    """Return what the rows beneath are about."""
    return row(Label(text, 14))


def _rows(keys: Sequence[Key], in_a_row: int) -> Sequence[Row]:
    """Return rows of so many keys, the last of them filled up with empty places."""
    rows = [keys[first : first + in_a_row] for first in range(0, len(keys), in_a_row)]
    return [row(*cells, *[Space()] * (in_a_row - len(cells))) for cells in rows]


class TricksPad(GamePad[D, R, S]):
    """A pad with a key for each number of tricks that one side can have."""

    @abstractmethod
    def entry(self, tricks: Pair) -> Entry:
        """Return what a tap on these tricks would write."""

    def tricks_keys(self, side: int, total: int) -> list[Key]:
        """Return a key for each number of tricks of a side."""
        return [self.tricks_key(side, number, total) for number in range(total + 1)]

    def tricks_together(self, side: int, total: int) -> Row:
        """Return the same keys as they belong together, and whose tricks they are."""
        whose = Label(self.t("Tricks of {side}", side=self.short_name(side)), 13)
        return row(*self.tricks_keys(side, total), Labels((whose,), 1))

    def tricks_rows(self, side: int, total: int) -> Sequence[Row]:
        """Return keys for the tricks of a side: half of them at most, and more."""
        t, few = self.t, total // 2 + 1
        keys = self.tricks_keys(side, total)
        in_a_row = few if self.key_room(few) >= BOTH_CHANGES else FEWER_IN_A_ROW
        return (
            title(t("Tricks of {side}, lost:", side=self.short_name(side))),
            *_rows(keys[:few], in_a_row),
            title(t("won:")),
            *_rows(keys[few:], in_a_row),
        )

    def offered(self, side: int, number: int, total: int) -> Offer[Any]:
        """Return what would happen with so many tricks of a side."""
        return self.replay.offer(self.entry(tricks_of(side, number, total)))

    def changes(self, head: Head, side: int, number: int, total: int) -> str:
        """Return what would be written for so many tricks of a side."""
        after = self.offered(side, number, total).after
        change = changes(self.t, head, after.line.points) if after else ""
        return change or self.t("nobody scores")

    def tricks_key(self, side: int, number: int, total: int) -> Key:
        """Return the key for so many tricks of a side, with what they do to each side."""
        t, offer = self.t, self.offered(side, number, total)
        points = offer.after.line.points if offer.after else (0, 0)
        name = t(
            "{side}: {tricks}, {changes}",
            side=self.name(side),
            tricks=t.count("{n} trick", "{n} tricks", number),
            changes=self.changes(self.head, side, number, total),
        )
        key = self.writing(
            f"tricks-{number}",
            name,
            str(number),
            offer,
            signed(0),
            Ink.FAINT,
            look=Look.NUMBER,
            size=NUMBER,
        )
        if not any(points):
            return key
        each = tuple(signed(amount) if amount else "" for amount in points)
        return key._replace(face=replace(key.face, each=each))


class BauerPad(TricksPad[BauerDraft, Rules, State]):
    """Tricks, Stoß and cards away."""

    @property
    def declarer(self) -> int:
        """The side that announces, as the scribe may have corrected it."""
        return self.draft.declarer_or(self.replay.state.declarer)

    def entry(self, tricks: Pair) -> Deal:
        """Return what a tap on these tricks would write."""
        return Deal(tricks=tricks, stoss=self.draft.stoss, declarer=self.draft.declarer)

    @property
    def least_height(self) -> float:
        """As high as the pad with the tricks is."""
        return 256 if self.screen.is_short else 330

    def pad(self) -> Pad:
        """Return the rows of the present mode."""
        return self.tricks() if self.draft.mode is Mode.TRICKS else self.cards_away()

    def tricks(self) -> Pad:
        """Return the tricks of the side that announced, Stoß, and the way to cards away."""
        tricks = self.tricks_rows(self.declarer, self.rules.tricks)
        beside, alone = (self.key_room(keys) / LONGEST_STOSS for keys in (5, 3))
        is_together = self.screen.is_short and beside >= LEAST_STOSS
        size = min(LARGEST_STOSS, beside if is_together else alone)
        stoss = self.all_stoss(size)
        if is_together:
            return pad_of(*tricks, Row([*stoss, self.away()], even=True))
        return pad_of(*tricks, row(*stoss), row(self.away()))

    def half(self, side: int) -> Sequence[Row]:
        """Return the rows of the present mode for a side; all tricks belong together."""
        if self.draft.mode is Mode.CARDS_AWAY:
            return super().half(side)
        tricks = self.tricks_together(self.declarer, self.rules.tricks)
        return [tricks, row(*self.all_stoss(LARGEST_STOSS)), row(self.away())]

    def away(self) -> Key:
        """Return the way to cards away."""
        name, to = self.t("Cards away"), self.turn_to(Mode.CARDS_AWAY)
        return self.plain("cards-away", name, to, weight=5)

    def all_stoss(self, size: float) -> list[Key]:
        """Return the switches to a deal that was doubled, or not."""
        return [self.stoss(times, size) for times in range(MOST_STOSS + 1)]

    def stoss(self, times: int, size: float) -> Key:
        """Return the switch to a deal that was doubled so often."""
        face = Face(
            words.stoss_name(self.t, times),
            words.stoss_text(self.t, times),
            size,
            Look.CONTRACT,
            f"×{2**times}",
            on=self.draft.stoss == times,
            padding=STOSS_PADDING,
            weight=3,
        )
        return Key(f"stoss-{times}", face, Change(replace(self.draft, stoss=times)))

    def cards_away(self) -> Pad:
        """Return won and lost for each side's soloist."""
        t = self.t
        return pad_of(
            title(t("Cards away: whoever wins, alone or against it, gets a Brot.")),
            both(lambda side: [self.solo(side, won=True)]),
            both(lambda side: [self.solo(side, won=False)]),
            row(self.plain("back", t("Back to the tricks"), self.turn_to(Mode.TRICKS))),
        )

    def solo(self, side: int, *, won: bool) -> Key:
        """Return the key for cards away, won or lost by a side."""
        t, text = self.t, outcome(self.t, won=won)
        what = t("cards away won") if won else t("cards away lost")
        name = t("{side}: {what}", side=self.name(side), what=what)
        gets = SIDES[side if won else other(side)]
        offer = self.replay.offer(CardsAway(side, won=won))
        key_id = f"solo-{'won' if won else 'lost'}-{side}"
        return self.writing(key_id, name, text, offer, "Brot", gets, mirrored=side == 1)

    def turn_to(self, mode: Mode) -> Change:
        """Return that a tap shows the keys of another mode."""
        return Change(replace(self.draft, mode=mode))
