"""Bauer's pad: one tap on the tricks of the side that announced writes the deal."""

from abc import abstractmethod
from dataclasses import replace
from typing import Any, TypeVar

import flet as ft

from scoring.bauer import (
    MOST_STOSS,
    CardsAway,
    Deal,
    Rules,
)
from scoring.game import Entry, Offer
from scoring.sheet import Head
from scoring.two_sides import Pair, other
from views.games.bauer.draft import BauerDraft, Mode
from views.session.draft import Draft
from views.text.games import bauer as words
from views.text.phrases import changes, outcome, signed
from views.ui import chalk
from views.ui.keys import Action, Pad, component_of, mirrored, row, rows, take

D = TypeVar("D", bound=Draft)
NUMBER = 15
"""How large words beside the numbers of tricks would be."""


def tricks_of(side: int, number: int, total: int) -> Pair:
    """Return the tricks of both sides if a side has so many.

    >>> tricks_of(1, 5, 8)
    (3, 5)
    """
    return (number, total - number) if side == 0 else (total - number, number)


class TricksPad(Pad[D]):
    """A pad with a key for each number of tricks that one side can have."""

    @abstractmethod
    def entry(self, tricks: Pair) -> Entry:
        """Return what a tap on these tricks would write."""

    def tricks_keys(self, side: int, total: int) -> list[ft.Control]:
        """Return two rows of keys for the tricks of a side: half of them at most, and more."""
        t, half = self.t, total // 2
        keys = [self.tricks_key(side, number, total) for number in range(total + 1)]
        few, many = keys[: half + 1], keys[half + 1 :]
        filled = [ft.Container(expand=True) for _ in range(len(few) - len(many))]
        lost, won = (self.changes(self.brief, side, number, total) for number in (1, total - 1))
        return [
            self.title(
                t("Tricks of {side}, lost: {changes}", side=self.short_name(side), changes=lost)
            ),
            row(*few),
            self.title(t("won: {changes}", changes=won)),
            row(*many, *filled),
        ]

    def offered(self, side: int, number: int, total: int) -> Offer[Any]:
        """Return what would happen with so many tricks of a side."""
        return self.replay.offer(self.entry(tricks_of(side, number, total)))

    def changes(self, head: Head, side: int, number: int, total: int) -> str:
        """Return what would be written for so many tricks of a side."""
        after = self.offered(side, number, total).after
        written = changes(self.t, head, after.line.points) if after else ""
        return written or self.t("nobody scores")

    def tricks_key(self, side: int, number: int, total: int) -> ft.Control:
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
        return self.key(
            Action(take_tricks, (tricks_of(side, number, total),)),
            name,
            str(number),
            offer,
            signed(points[winner]),
            chalk.SIDES[winner] if any(points) else chalk.FAINT,
            stacked=True,
            size=NUMBER,
        )

    def title(self, text: str) -> ft.Control:
        """Return what a row of keys is about."""
        return chalk.words(text, 14, chalk.FAINT, text_align=ft.TextAlign.CENTER)


def take_tricks(pad: TricksPad[Draft], tricks: Pair) -> None:
    """Write the deal with these tricks."""
    take(pad, pad.entry(tricks))


class _Pad(TricksPad[BauerDraft]):
    """Tricks, Stoß and cards away."""

    @property
    def rules(self) -> Rules:
        """The house rules of the sheet."""
        rules: Rules = self.replay.agreement.rules
        return rules

    @property
    def declarer(self) -> int:
        """The side that announces, as the scribe may have corrected it."""
        return self.draft.declarer_or(self.replay.state.declarer)

    def entry(self, tricks: Pair) -> Deal:
        """Return what a tap on these tricks would write."""
        return Deal(tricks=tricks, stoss=self.draft.stoss, declarer=self.draft.declarer)

    def drawn(self) -> ft.Control:
        """Draw the pad in its present mode."""
        return self.tricks() if self.draft.mode is Mode.TRICKS else self.cards_away()

    def tricks(self) -> ft.Control:
        """Draw the tricks of the side that announced, Stoß, and the way to cards away."""
        tricks = self.tricks_keys(self.declarer, self.rules.tricks)
        away = self.plain(Action(_turn_to, (Mode.CARDS_AWAY,)), self.t("Cards away"), weight=5)
        stoss = [self.stoss(times) for times in range(MOST_STOSS + 1)]
        if self.screen.is_short:
            return rows(*tricks, row(*stoss, away))
        return rows(*tricks, row(*stoss), row(away))

    def stoss(self, times: int) -> ft.Control:
        """Return the switch to a deal that was doubled so often."""
        name, on = words.stoss_name(self.t, times), self.draft.stoss == times
        text = words.stoss_text(self.t, times)
        if self.screen.is_short:
            text = f"×{2**times}"
        return self.plain(Action(_double, (times,)), name, text, on=on, weight=3)

    def cards_away(self) -> ft.Control:
        """Draw won and lost for each side's soloist."""
        t = self.t
        explained = self.title(t("Cards away: who wins it alone, or against it, gets a Brot."))
        back = self.plain(Action(_turn_to, (Mode.TRICKS,)), t("Back to the tricks"))
        return rows(
            explained,
            *(mirrored([[self.solo(side, won=won)] for side in (0, 1)]) for won in (True, False)),
            row(back),
        )

    def solo(self, side: int, *, won: bool) -> ft.Control:
        """Return the key for cards away, won or lost by a side."""
        t, entry = self.t, CardsAway(side, won=won)
        text = outcome(t, won=won)
        what = t("cards away won") if won else t("cards away lost")
        name = t("{side}: {what}", side=self.name(side), what=what)
        gets = chalk.SIDES[side if won else other(side)]
        offer = self.replay.offer(entry)
        action, is_right = Action(take, (entry,)), side == 1
        return self.key(action, name, text, offer, "Brot", gets, mirrored=is_right)


def _turn_to(pad: _Pad, mode: Mode) -> None:
    pad.change(replace(pad.draft, mode=mode))


def _double(pad: _Pad, times: int) -> None:
    pad.change(replace(pad.draft, stoss=times))


BauerPad = component_of(_Pad)
