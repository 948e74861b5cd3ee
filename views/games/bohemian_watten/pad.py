"""Bohemian Watten's pad: one tap for each trick, as it is made; the last one writes the deal.

Each player's key shows the points for the tricks so far. What the rules forbid is visibly off, and
says why when it is tapped.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from scoring.bohemian_watten import LEAST_STAYING, Rules, Slip, State, points_of
from scoring.game import Offer
from scoring.refusals import IllegalEntry
from scoring.rounds import just_ended
from views.games.bohemian_watten.draft import WattenDraft
from views.session.screen import Screen
from views.text.games import bohemian_watten as words
from views.text.phrases import signed
from views.text.refusals import sentence
from views.ui import chalk
from views.ui.layout import FACING, board_width
from views.ui.pad import (
    Action,
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
    Say,
    Sign,
    Space,
)

NARROWEST = 52
"""A column of keys is at least so wide, in dp at the usual text size."""
LARGEST_NAME = 16
FOLD, WRITE, LEFT, NOTE = 15, 17, 16, 13
"""The text size of the switches for folding, of the key that writes, and of what is missing."""
END_WEIGHT = 4
"""The share of what is missing in its row, and of the key that writes in its place."""


class Sizes(NamedTuple):
    """How large the texts on a player's key are, and what is free above and below them."""

    name: float
    points: float
    padding: float


def columns_of(players: int, screen: Screen) -> int:
    """Return how many players' keys stand side by side; the others stand beneath them."""
    room = board_width(screen) - 2 * chalk.MARGIN + chalk.UNIT
    fitting = max(1, int(room // (NARROWEST * screen.text_scale + chalk.UNIT)))
    return ceil(players / ceil(players / fitting))


def pad_rows(players: int, screen: Screen) -> float:
    """Return how high the pad is, in rows of keys."""
    blocks = ceil(players / columns_of(players, screen))
    return 1 + blocks * (2.25 if is_compact(players, screen) else 3)


def is_compact(players: int, screen: Screen) -> bool:
    """Return whether height is scarce, be it that not all players' keys stand side by side."""
    return screen.is_short or columns_of(players, screen) < players


class BohemianWattenPad(GamePad[WattenDraft, Rules, State]):
    """Tricks and folding for each player, hearts, and the key that writes the deal."""

    def pad(self) -> Pad:
        """Return the players' keys, as many side by side as fit, and what concerns all beneath."""
        columns = columns_of(self.players, self.screen)
        blocks = [
            self.block(range(first, min(first + columns, self.players)), columns)
            for first in range(0, self.players, columns)
        ]
        gap = chalk.UNIT * (1 if is_compact(self.players, self.screen) else 2)
        return Pad([*blocks, [self.last_row()]], gap)

    @property
    def position(self) -> Hashable:
        """Who folded before matters, but not in which order tricks were made in this deal."""
        state, draft = self.replay.state, self.draft
        sat_out = tuple(map(state.sat_out, range(self.players)))
        made_by, folded = tuple(sorted(draft.made_by)), tuple(sorted(draft.folded))
        in_any_order = replace(draft, made_by=made_by, folded=folded)
        return state._replace(line=None), just_ended(state), sat_out, in_any_order

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.head.sides)

    @property
    def may_fold(self) -> bool:
        """Whether anybody ever folds at this table, or has folded before that was agreed on."""
        folded = any(side in self.draft.folded for side in range(self.players))
        return folded or (self.rules.folding and self.players > LEAST_STAYING)

    def offer(self, draft: WattenDraft) -> Offer[State]:
        """Return what writing a draft would do."""
        return self.replay.offer(draft.deal(self.players))

    def mistake(self, draft: WattenDraft) -> IllegalEntry | None:
        """Return what is wrong with a draft, though more tricks may be made."""
        refusal = self.offer(draft).refusal
        if refusal and refusal.code is Slip.TRICKS_SUM and draft.tricks_left > 0:
            return None
        return refusal

    def change(self, draft: WattenDraft) -> Action:
        """Return that a tap keeps another draft, or says why it cannot be."""
        mistake = self.mistake(draft)
        return Say(sentence(self.t, mistake, self.brief)) if mistake else Change(draft)

    def write_deal(self, draft: WattenDraft) -> Action:
        """Return that a tap writes the deal, or says why that cannot be."""
        return self.write(draft.deal(self.players))

    def block(self, players: range, columns: int) -> Sequence[Row]:
        """Return the keys of the players who stand side by side."""
        empty = [Space()] * (columns - len(players))
        gap = chalk.DEAD_STRIP if self.players == FACING else chalk.UNIT
        tricks = Row([*map(self.tricks, players), *empty], gap=gap, even=True)
        return [tricks, Row([*map(self.fold, players), *empty])] if self.may_fold else [tricks]

    def tricks(self, side: int) -> Key:
        """Return the key that gives a player one more trick."""
        t, deal, sizes = self.t, self.draft.deal(self.players), self.sizes
        names = self.names_on_keys(columns_of(self.players, self.screen)).names
        made = deal.tricks[side]
        points, _ = points_of(self.rules, self.replay.state, deal, side)
        folded = made is None
        face = Face(
            t("{side}: one more trick", side=self.name(side)),
            names[side],
            sizes.name,
            Look.PLAYER,
            words.FOLDED if folded else signed(points),
            Ink.FAINT if folded else Ink.CHALK,
            off=folded or self.draft.tricks_left <= 0,
            hint=words.would_write(t, made, points),
            dots=made or 0,
            figure_size=sizes.points,
            padding=sizes.padding,
        )
        # A second tap, quicker than the pad is drawn, is no trick of the next deal.
        key_id = f"trick-{side}-of-{self.replay.state.deals}"
        return Key(key_id, face, self.one_more(side))

    def one_more(self, side: int) -> Action:
        """Return that a tap gives a player one more trick."""
        if side in self.draft.folded:
            name = self.short_name(side)
            return Say(self.t("{side} folded and makes no trick.", side=name))
        draft = self.draft.one_more(side)
        return self.write_deal(draft) if draft.tricks_left == 0 else self.change(draft)

    @property
    def sizes(self) -> Sizes:
        """How large the keys are in all their parts."""
        fit = self.names_on_keys(columns_of(self.players, self.screen))
        name = min(LARGEST_NAME, fit.size)
        if is_compact(self.players, self.screen):
            return Sizes(name, points=24, padding=6)
        return Sizes(name, points=32, padding=14)

    def fold(self, side: int) -> Key:
        """Return the switch that tells that a player folded."""
        t, on = self.t, side in self.draft.folded
        folding = self.draft.staying(side) if on else self.draft.folding(side)
        action = Change(folding) if on else self.change(folding)
        name, off = t("{side}: folded", side=self.name(side)), isinstance(action, Say)
        return self.plain(f"fold-{side}", name, action, t("folds"), off=off, on=on, size=FOLD)

    @property
    def missing(self) -> str | None:
        """What is missing for writing the deal, as briefly as a key has it."""
        if self.draft.tricks_left > 0:
            return words.tricks_left(self.t, self.draft.tricks_left)
        return self.t("not possible now") if self.offer(self.draft).refusal else None

    def last_row(self) -> Row:
        """Return hearts, the way back, and what is missing; if nothing is, what writes the deal."""
        so_far = words.so_far(self.t, self.head, self.draft.deal(self.players), self.missing)
        end = self.to_go() if self.draft.tricks_left > 0 else self.done()
        return Row([self.hearts(), self.delete(), end], even=True, announced=so_far)

    def hearts(self) -> Key:
        """Return the switch that tells that hearts are trumps."""
        t, on = self.t, self.draft.hearts
        switched = replace(self.draft, hearts=not on)
        action = Change(switched) if on else self.change(switched)
        text = t("Hearts ×2") if on and self.rules.hearts_double else t("Hearts")
        off, name = isinstance(action, Say), t("Hearts are trumps")
        return self.plain("hearts", name, action, text, off=off, on=on, weight=3)

    def delete(self) -> Key:
        """Return the key that takes the last trick back; which one that was, Python knows."""
        t, made = self.t, self.draft.counted
        nothing = Say(t("There is nothing to undo."))
        action = Change(self.draft.one_less(), is_ahead=False) if made else nothing
        return self.plain("delete", t("Delete"), action, Sign.DELETE, off=not made, weight=2)

    def to_go(self) -> Labels:
        """Return how many tricks are missing, and what the last of them does."""
        t = self.t
        left = Label(words.tricks_left(t, self.draft.tricks_left), LEFT, Ink.CHALK, is_strong=True)
        return Labels((left, Label(t("the fifth writes"), NOTE)), END_WEIGHT)

    def done(self) -> Key:
        """Return the key that writes a deal whose tricks are all there."""
        name, missing = self.t("Write down"), self.missing
        face = Face(
            name,
            name,
            WRITE,
            Look.DONE,
            off=missing is not None,
            hint=missing,
            note=missing or "",
            padding=6,
            weight=END_WEIGHT,
        )
        return Key("write", face, self.write_deal(self.draft))
