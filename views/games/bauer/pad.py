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
    GamePad,
    Ink,
    Key,
    Label,
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


def tricks_of(side: int, number: int, total: int) -> Pair:
    """Return the tricks of both sides if a side has so many.

    >>> tricks_of(1, 5, 8)
    (3, 5)
    """
    return (number, total - number) if side == 0 else (total - number, number)


def title(text: str) -> Row:
    """Return what the rows beneath are about."""
    return row(Label(text, 14))


class TricksPad(GamePad[D, R, S]):
    """A pad with a key for each number of tricks that one side can have."""

    @abstractmethod
    def entry(self, tricks: Pair) -> Entry:
        """Return what a tap on these tricks would write."""

    def tricks_rows(self, side: int, total: int) -> Sequence[Row]:
        """Return two rows of keys for the tricks of a side: half of them at most, and more."""
        t, half = self.t, total // 2
        keys = [self.tricks_key(side, number, total) for number in range(total + 1)]
        few, many = keys[: half + 1], keys[half + 1 :]
        lost, won = (self.changes(self.brief, side, number, total) for number in (1, total - 1))
        about = t("Tricks of {side}, lost: {changes}", side=self.short_name(side), changes=lost)
        filled = [Space()] * (len(few) - len(many))
        return (
            title(about),
            row(*few),
            title(t("won: {changes}", changes=won)),
            row(*many, *filled),
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
        """Return the key for so many tricks of a side."""
        t, offer = self.t, self.offered(side, number, total)
        points = offer.after.line.points if offer.after else (0, 0)
        winner = 0 if points[0] < points[1] else 1
        name = t(
            "{side}: {tricks}, {changes}",
            side=self.name(side),
            tricks=t.count("{n} trick", "{n} tricks", number),
            changes=self.changes(self.head, side, number, total),
        )
        ink = SIDES[winner] if any(points) else Ink.FAINT
        return self.writing(
            f"tricks-{number}",
            name,
            str(number),
            offer,
            signed(points[winner]),
            ink,
            look=Look.NUMBER,
            size=NUMBER,
        )


class BauerPad(TricksPad[BauerDraft, Rules, State]):
    """Tricks, Stoß and cards away."""

    @property
    def declarer(self) -> int:
        """The side that announces, as the scribe may have corrected it."""
        return self.draft.declarer_or(self.replay.state.declarer)

    def entry(self, tricks: Pair) -> Deal:
        """Return what a tap on these tricks would write."""
        return Deal(tricks=tricks, stoss=self.draft.stoss, declarer=self.draft.declarer)

    def pad(self) -> Pad:
        """Return the rows of the present mode."""
        return self.tricks() if self.draft.mode is Mode.TRICKS else self.cards_away()

    def tricks(self) -> Pad:
        """Return the tricks of the side that announced, Stoß, and the way to cards away."""
        tricks = self.tricks_rows(self.declarer, self.rules.tricks)
        away = self.plain(
            "cards-away", self.t("Cards away"), self.turn_to(Mode.CARDS_AWAY), weight=5
        )
        stoss = [self.stoss(times) for times in range(MOST_STOSS + 1)]
        if self.screen.is_short:
            return pad_of(*tricks, row(*stoss, away))
        return pad_of(*tricks, row(*stoss), row(away))

    def stoss(self, times: int) -> Key:
        """Return the switch to a deal that was doubled so often."""
        name, on = words.stoss_name(self.t, times), self.draft.stoss == times
        text = f"×{2**times}" if self.screen.is_short else words.stoss_text(self.t, times)
        doubled = Change(replace(self.draft, stoss=times))
        return self.plain(f"stoss-{times}", name, doubled, text, on=on, weight=3)

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
