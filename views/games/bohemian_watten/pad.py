"""Bohemian Watten's pad: one tap for each trick, as it is made, and one to write the deal.

Each player's key shows what would be written now. What the rules forbid is visibly off, and says
why when it is tapped.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

import flet as ft

from scoring.bohemian_watten import LEAST_STAYING, Rules, Slip, State, points_of
from scoring.game import Offer
from scoring.refusals import IllegalEntry
from views.games.bohemian_watten.draft import WattenDraft
from views.session.screen import Screen
from views.text.games import bohemian_watten as words
from views.text.phrases import signed
from views.text.refusals import sentence
from views.ui import chalk
from views.ui.boundary import component
from views.ui.keys import Action, Pad, Present, component_of, doing, row, rows, take
from views.ui.layout import FACING, board_width, fit_names

NARROWEST = 52
"""A column of keys is at least so wide, in dp at the usual text size."""
TRICK_PADDING = 3
DOT = 7
"""How large the dot for a trick is; a stroke would look like one more figure."""


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


class _Pad(Pad[WattenDraft]):
    """Tricks and folding for each player, hearts, and the key that writes the deal."""

    def drawn(self) -> ft.Control:
        """Draw the players' keys, as many side by side as fit, and what concerns all beneath."""
        columns = columns_of(self.players, self.screen)
        blocks = [
            range(first, min(first + columns, self.players))
            for first in range(0, self.players, columns)
        ]
        return ft.Column(
            [*(self.block(block, columns) for block in blocks), self.last_row()],
            spacing=chalk.UNIT * (1 if is_compact(self.players, self.screen) else 2),
        )

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.head.sides)

    @property
    def rules(self) -> Rules:
        """The house rules of the sheet."""
        rules: Rules = self.replay.agreement.rules
        return rules

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

    def block(self, players: range, columns: int) -> ft.Control:
        """Draw the keys of the players who stand side by side."""
        empty: list[ft.Control] = [ft.Container(expand=True)] * (columns - len(players))
        gap = chalk.DEAD_STRIP if self.players == FACING else chalk.UNIT
        tricks = _as_high_as_each_other([*map(self.tricks, players), *empty], gap)
        return rows(tricks, row(*map(self.fold, players), *empty)) if self.may_fold else tricks

    def tricks(self, side: int) -> ft.Control:
        """Draw the key that gives a player one more trick."""
        t, deal = self.t, self.draft.deal(self.players)
        made = deal.tricks[side]
        points, _ = points_of(self.rules, self.replay.state, deal, side)
        return TrickKey(
            self.present,
            Action(_one_more, (side,)),
            t("{side}: one more trick", side=self.name(side)),
            self.short_name(side),
            made,
            signed(points),
            words.would_write(t, made, points),
            made is None or self.draft.tricks_left <= 0,
            self.sizes,
        )

    @property
    def sizes(self) -> Sizes:
        """How large the keys are in all their parts."""
        columns = columns_of(self.players, self.screen)
        column = (board_width(self.screen) - 2 * chalk.MARGIN + chalk.UNIT) / columns - chalk.UNIT
        names = [side.name for side in self.brief.sides]
        room = (column - 2 * TRICK_PADDING) / self.screen.text_scale
        name = min(16, fit_names(names, room).size)
        if is_compact(self.players, self.screen):
            return Sizes(name, points=24, padding=6)
        return Sizes(name, points=32, padding=14)

    def fold(self, side: int) -> ft.Control:
        """Draw the switch that tells that a player folded."""
        t, on = self.t, side in self.draft.folded
        off = not on and self.mistake(self.draft.folding(side)) is not None
        return FoldKey(
            self.present,
            Action(_fold, (side,)),
            t("{side}: folded", side=self.name(side)),
            t("stays") if off else t("folds"),
            t("not possible now") if off else None,
            on,
        )

    @property
    def missing(self) -> str | None:
        """What is missing for writing the deal, as briefly as a key has it."""
        if self.draft.tricks_left > 0:
            return words.tricks_left(self.t, self.draft.tricks_left)
        return self.t("not possible now") if self.offer(self.draft).refusal else None

    def last_row(self) -> ft.Control:
        """Draw hearts, the way back, and the key that writes the deal."""
        t, draft = self.t, self.draft
        off = not draft.hearts and self.mistake(replace(draft, hearts=True)) is not None
        doubles = draft.hearts and self.rules.hearts_double
        hearts, back = t("Hearts ×2") if doubles else t("Hearts"), ft.Icons.BACKSPACE_OUTLINED
        so_far = words.so_far(t, self.head, draft.deal(self.players), self.missing)
        keys = _as_high_as_each_other(
            [
                self.plain(
                    Action(_hearts),
                    t("Hearts are trumps"),
                    hearts,
                    off=off,
                    on=draft.hearts,
                    weight=3,
                ),
                self.plain(Action(_delete), t("Delete"), back, off=not draft.made_by, weight=2),
                WriteKey(self.present, Action(_write), t("Write down"), self.missing),
            ]
        )
        return ft.Column(
            [chalk.spoken(so_far, ft.Container(height=1), announced=True), keys], spacing=0
        )


def _as_high_as_each_other(keys: Sequence[ft.Control], gap: int = chalk.UNIT) -> ft.Control:
    """Lay out keys side by side, all of them as high as the highest."""
    return ft.Row(
        [*keys],
        spacing=gap,
        intrinsic_height=True,
        vertical_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _take_in(pad: _Pad, draft: WattenDraft) -> None:
    """Keep another draft, or say why it cannot be."""
    mistake = pad.mistake(draft)
    if mistake:
        pad.session.say(sentence(pad.t, mistake, pad.brief))
    else:
        pad.change(draft)


def _one_more(pad: _Pad, side: int) -> None:
    if side in pad.draft.folded:
        pad.session.say(pad.t("{side} folded and makes no trick.", side=pad.short_name(side)))
    else:
        _take_in(pad, pad.draft.one_more(side))


def _fold(pad: _Pad, side: int) -> None:
    if side in pad.draft.folded:
        pad.change(pad.draft.staying(side))
    else:
        _take_in(pad, pad.draft.folding(side))


def _hearts(pad: _Pad) -> None:
    if pad.draft.hearts:
        pad.change(replace(pad.draft, hearts=False))
    else:
        _take_in(pad, replace(pad.draft, hearts=True))


def _delete(pad: _Pad) -> None:
    """Take the last trick back."""
    if pad.draft.made_by:
        pad.change(pad.draft.one_less())
    else:
        pad.session.say(pad.t("There is nothing to take back."))


def _write(pad: _Pad) -> None:
    if pad.draft.tricks_left > 0:
        pad.session.say(f"{words.tricks_left(pad.t, pad.draft.tricks_left)}.")
    else:
        take(pad, pad.draft.deal(pad.players))


@component
def TrickKey(
    present: Present,
    action: Action,
    name: str,
    player: str,
    made: int | None,
    figure: str,
    said: str,
    off: bool,
    sizes: Sizes,
) -> ft.Control:
    """Draw a player's key: the name, the points that would be written, a dot for each trick."""
    folded = made is None
    color = chalk.EDGE if folded else chalk.CHALK
    shown = ft.Text(
        player,
        size=sizes.name,
        font_family=chalk.STRONG,
        color=color,
        max_lines=2,
        overflow=ft.TextOverflow.ELLIPSIS,
        text_align=ft.TextAlign.CENTER,
    )
    dots = ft.Row(
        [
            ft.Container(width=DOT, height=DOT, border_radius=DOT, bgcolor=chalk.CHALK)
            for _ in range(made or 0)
        ],
        height=DOT,
        spacing=3,
        tight=True,
    )
    worth = (
        chalk.words(words.FOLDED, sizes.points, color)
        if folded
        else chalk.figures(figure, sizes.points)
    )
    return chalk.tappable(
        name,
        ft.Column(
            [shown, worth, dots],
            spacing=2,
            tight=True,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        doing(present, action),
        hint=said,
        expand=True,
        padding=ft.Padding.symmetric(horizontal=TRICK_PADDING, vertical=sizes.padding),
        alignment=ft.Alignment.CENTER,
        border=ft.Border.all(1, chalk.RULE if off else chalk.EDGE),
        border_radius=chalk.CORNER,
    )


@component
def FoldKey(
    present: Present, action: Action, name: str, text: str, off: str | None, on: bool
) -> ft.Control:
    """Draw the switch that tells that a player folded; ``off`` says that this cannot be."""
    color = chalk.FAINT if off else chalk.GROUND if on else chalk.CHALK
    return chalk.tappable(
        name,
        chalk.words(text, 15, color, text_align=ft.TextAlign.CENTER),
        doing(present, action),
        hint=off,
        selected=on,
        expand=True,
        padding=ft.Padding.symmetric(horizontal=2, vertical=15),
        alignment=ft.Alignment.CENTER,
        bgcolor=chalk.CHALK if on else None,
        border=None if off else ft.Border.all(1, chalk.EDGE),
        border_radius=chalk.CORNER,
    )


@component
def WriteKey(present: Present, action: Action, name: str, missing: str | None) -> ft.Control:
    """Draw the key that writes the deal, with what is ``missing`` for that."""
    color = chalk.FAINT if missing else chalk.GROUND
    shown: list[ft.Control] = [chalk.strong(name, 17, color)]
    if missing:
        shown.append(chalk.words(missing, 13, color, text_align=ft.TextAlign.CENTER))
    return chalk.tappable(
        name,
        ft.Column(
            shown,
            spacing=0,
            tight=True,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        doing(present, action),
        hint=missing,
        expand=4,
        padding=6,
        alignment=ft.Alignment.CENTER,
        bgcolor=None if missing else chalk.CHALK,
        border=ft.Border.all(1, chalk.RULE if missing else chalk.CHALK),
        border_radius=chalk.CORNER,
    )


BohemianWattenPad = component_of(_Pad)
