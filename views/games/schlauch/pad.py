"""Schlauch's pad: who plays, what, and whether it was won, in three taps.

The keys that write show what they would write, once it is known who plays what; until then they
are visibly off, and say what is missing when they are tapped.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import flet as ft

from scoring.refusals import IllegalEntry
from scoring.rounds import lines_of
from scoring.schlauch import (
    PLAYERS,
    SANS_PRENDRE,
    Contract,
    ForcedGame,
    Line,
    PassedOut,
    SchlauchEntry,
    step,
)
from scoring.schlauch import Hand as Played
from views.games.schlauch.draft import Mode, SchlauchDraft
from views.games.schlauch.tally import tally
from views.text.games import schlauch as words
from views.text.phrases import outcome, signed
from views.text.refusals import sentence
from views.ui import chalk
from views.ui.boundary import component
from views.ui.keys import (
    FIGURE_TO_TEXT,
    KEY_PADDING,
    Action,
    Pad,
    PlainKey,
    Present,
    component_of,
    doing,
    row,
    rows,
    take,
)
from views.ui.layout import board_width, pad_column

IN_A_ROW, FEWER_IN_A_ROW = 3, 2
LONGEST_CONTRACT = 6.0
"""How wide the longest contract is, in multiples of the text size."""
LONGEST_WORD = 4.9
"""The same for the longest word on the keys that write."""
LONGEST_WORTH = 3.7
"""The same for what stands beside it."""
LETTER = 0.58
"""How wide a letter is, in the same measure."""
LEAST_TEXT = 11
FIGURE_TO_WORD = 1.3
"""How much larger than its name the worth of a contract is."""
STROKES = 1.15
"""How high the strokes on a key are beside its words."""
NOTE = 13
"""How large the smaller words of a key are."""


class Strokes(NamedTuple):
    """Strokes on a key, and how high they are in dp."""

    number: int
    height: float


NO_STROKES = Strokes(0, 0)


class _Pad(Pad[SchlauchDraft]):
    """Declarer, contract and outcome; or what is done when all passed."""

    def drawn(self) -> ft.Control:
        """Draw the pad in its present mode."""
        match self.draft.mode:
            case Mode.CONTRACT:
                return self.contracts()
            case Mode.ALL_PASSED:
                return self.all_passed()

    @property
    def text_size(self) -> float:
        """The largest text size at which a word and its worth fit into half a row.

        Where text is large, the worth stands beneath.
        """
        room = pad_column(self.screen) - 2 * KEY_PADDING / self.screen.text_scale
        beside = room / (LONGEST_WORD + LONGEST_WORTH)
        return min(17, beside if beside >= LEAST_TEXT else room / LONGEST_WORD)

    def fitting(self, ems: float, in_a_row: int) -> float:
        """Return the text size at which so wide a word fits on one of so many keys in a row."""
        gaps = 2 * chalk.MARGIN + (in_a_row - 1) * chalk.UNIT
        room = (board_width(self.screen) - gaps) / in_a_row - KEY_PADDING
        return min(17, room / self.screen.text_scale / ems)

    @property
    def has_large_text(self) -> bool:
        """Whether text is so large that there have to be fewer keys in a row."""
        return self.fitting(LONGEST_CONTRACT, IN_A_ROW) < LEAST_TEXT

    def by_player(self, key: Callable[[int, float], ft.Control]) -> list[ft.Control]:
        """Return a key for each player, given its text size, in as many rows as that needs."""
        if self.has_large_text:
            return [row(key(side, self.text_size)) for side in PLAYERS]
        words = (word for side in self.brief.sides for word in side.name.split())
        longest = max(map(len, words), default=1)
        size = max(LEAST_TEXT, self.fitting(longest * LETTER, IN_A_ROW))
        return [row(*(key(side, size) for side in PLAYERS))]

    def contracts(self) -> ft.Control:
        """Draw who plays, what, how, and both outcomes."""
        return rows(
            *self.by_player(self.player),
            *self.contract_rows(),
            row(self.outcome(won=True), self.outcome(won=False)),
            row(
                self.sans_prendre(),
                self.plain(Action(_turn_to, (Mode.ALL_PASSED,)), self.t("All passed")),
            ),
        )

    def contract_rows(self) -> list[ft.Control]:
        """Return the keys that tell what is played."""
        contracts = tuple(Contract)
        in_a_row = FEWER_IN_A_ROW if self.has_large_text else IN_A_ROW
        size = min(16, self.fitting(LONGEST_CONTRACT, in_a_row))
        return [
            row(*(self.contract(each, size) for each in contracts[first : first + in_a_row]))
            for first in range(0, len(contracts), in_a_row)
        ]

    def player(self, side: int, size: float) -> ft.Control:
        """Return the key that tells who plays."""
        name = self.short_name(side)
        says, on = self.t("{side} plays", side=self.name(side)), self.draft.declarer == side
        action = Action(_choose_declarer, (side,))
        return PlainKey(self.present, action, says, name, False, on, size, 1)

    def contract(self, contract: Contract, size: float) -> ft.Control:
        """Return the key that tells what is played, with what it brings when won."""
        sans_prendre = self.draft.sans_prendre and contract in SANS_PRENDRE
        worth = self.line(Played(PLAYERS[0], contract, True, sans_prendre)).points[PLAYERS[0]]
        text = words.contract_name(self.t, contract)
        name = ", ".join([text, words.points(self.t, worth)])
        action, on = Action(_choose_contract, (contract,)), self.draft.contract is contract
        return ContractKey(self.present, action, name, text, str(worth), on, size)

    def sans_prendre(self) -> ft.Control:
        """Return the switch for a hand without calling for a card."""
        off, on = self.sans_prendre_refusal is not None, self.draft.is_sans_prendre
        return self.plain(Action(_switch_sans_prendre), self.t("Sans prendre"), off=off, on=on)

    @property
    def sans_prendre_refusal(self) -> IllegalEntry | None:
        """Why the chosen contract cannot be played without calling for a card."""
        contract = self.draft.contract
        if contract is None:
            return None
        return self.replay.offer(Played(PLAYERS[0], contract, True, True)).refusal

    def outcome(self, *, won: bool) -> ft.Control:
        """Return the key that writes the hand as won or lost."""
        t, text, size = self.t, outcome(self.t, won=won), self.text_size
        action, hand = Action(_take_outcome, (won,)), self.draft.as_played(won=won)
        if hand is None:
            asked, off = self.asked, self.missing
            return WritingKey(self.present, action, text, text, "", NO_STROKES, asked, off, size)
        line = self.line(hand)
        name = words.played(t, self.head, hand, line)
        note = t("others {each}", each=words.to_others(t, hand, line))
        return self.writing(action, name, text, hand.declarer, line, note)

    @property
    def asked(self) -> str:
        """What is not known yet, as a key asks it."""
        return self.t("Who plays?") if self.draft.declarer is None else self.t("Which contract?")

    @property
    def missing(self) -> str:
        """What has to be tapped before anything can be written."""
        if self.draft.declarer is None:
            return self.t("First tap who plays.")
        return self.t("First tap what is played.")

    def all_passed(self) -> ft.Control:
        """Draw what is written when all passed: either nobody plays, or all are forced to."""
        t, dealer = self.t, self.short_name(self.replay.state.dealer)
        return rows(
            _said(t("Nobody plays, {dealer} deals again. The turn-up is:", dealer=dealer)),
            row(*(self.passed_out(PassedOut(red_turnup=red)) for red in (False, True))),
            _said(t("Or a forced game: who has the most card points?")),
            *self.by_player(self.forced_game),
            row(self.plain(Action(_turn_to, (Mode.CONTRACT,)), t("Back to the contracts"))),
        )

    def passed_out(self, passed: PassedOut) -> ft.Control:
        """Return the key that writes the dealer's strokes."""
        t, side, line = self.t, self.replay.state.dealer, self.line(passed)
        name = words.passed_out(t, self.head, passed, line)
        text = t("red") if passed.red_turnup else t("black")
        note = t("for {side}", side=self.short_name(side))
        return self.writing(Action(take, (passed,)), name, text, side, line, note)

    def forced_game(self, side: int, size: float) -> ft.Control:
        """Return the key that writes who won the forced game."""
        t, game = self.t, ForcedGame(side)
        name, text = words.forced_game(t, self.head, game), self.short_name(side)
        line = self.line(game)
        return self.writing(Action(take, (game,)), name, text, side, line, t("wins"), size)

    def line(self, entry: SchlauchEntry) -> Line:
        """Return what an entry would write now."""
        (line,) = lines_of([step(self.replay.agreement.rules, self.replay.state, entry)])
        return line

    def writing(
        self,
        action: Action,
        name: str,
        text: str,
        side: int,
        line: Line,
        note: str,
        size: float | None = None,
    ) -> ft.Control:
        """Return a key with the points or strokes that it would write for a player."""
        strokes, size = line.marks[side], size or self.text_size
        figure = "" if strokes else signed(line.points[side])
        drawn = Strokes(strokes, size * STROKES * self.screen.text_scale)
        return WritingKey(self.present, action, name, text, figure, drawn, note, None, size)


@component
def ContractKey(
    present: Present, action: Action, name: str, text: str, figure: str, on: bool, size: float
) -> ft.Control:
    """Draw a key that tells what is played, above what that is worth."""
    color = chalk.GROUND if on else chalk.CHALK
    return chalk.tappable(
        name,
        ft.Column(
            [
                ft.Text(text, size=size, color=color, no_wrap=True),
                chalk.figures(figure, size * FIGURE_TO_WORD, color),
            ],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        doing(present, action),
        selected=on,
        expand=True,
        padding=ft.Padding.symmetric(vertical=6),
        alignment=ft.Alignment.CENTER,
        bgcolor=chalk.CHALK if on else None,
        border=ft.Border.all(1, chalk.EDGE),
        border_radius=chalk.CORNER,
    )


@component
def WritingKey(
    present: Present,
    action: Action,
    name: str,
    text: str,
    figure: str,
    strokes: Strokes,
    note: str,
    off: str | None,
    size: float,
) -> ft.Control:
    """Draw a key that writes: what happened, what that brings, and a note beneath.

    ``off`` says what is missing; it writes nothing then.
    """
    color = chalk.EDGE if off else chalk.CHALK
    worth: ft.Control = (
        ft.Icon(ft.Icons.BLOCK, size=18, color=chalk.EDGE)
        if off
        else tally(*strokes)
        if strokes.number
        else chalk.figures(figure, size * FIGURE_TO_TEXT)
    )
    strut = ft.Container(chalk.figures("0", size * FIGURE_TO_TEXT), width=0)
    said = ft.Row(
        [ft.Text(text, size=size, color=color), ft.Row([strut, worth], spacing=0, tight=True)],
        wrap=True,
        spacing=4,
        run_spacing=0,
        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return chalk.tappable(
        name,
        ft.Column(
            [said, chalk.words(note, NOTE, chalk.FAINT)],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        doing(present, action),
        hint=off,
        expand=True,
        padding=KEY_PADDING,
        border=ft.Border.all(1, chalk.RULE if off else chalk.EDGE),
        border_radius=chalk.CORNER,
    )


def _said(text: str) -> ft.Control:
    """Return what the keys beneath are for."""
    return ft.Container(
        chalk.words(text, 15, chalk.FAINT, text_align=ft.TextAlign.CENTER),
        alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(vertical=4),
    )


def _choose_declarer(pad: _Pad, side: int) -> None:
    pad.change(replace(pad.draft, declarer=side))


def _choose_contract(pad: _Pad, contract: Contract) -> None:
    pad.change(replace(pad.draft, contract=contract))


def _switch_sans_prendre(pad: _Pad) -> None:
    refusal = pad.sans_prendre_refusal
    if refusal is None:
        pad.change(replace(pad.draft, sans_prendre=not pad.draft.sans_prendre))
    else:
        pad.session.say(sentence(pad.t, refusal))


def _take_outcome(pad: _Pad, won: bool) -> None:
    hand = pad.draft.as_played(won=won)
    if hand is None:
        pad.session.say(pad.missing)
    else:
        take(pad, hand)


def _turn_to(pad: _Pad, mode: Mode) -> None:
    pad.change(replace(pad.draft, mode=mode))


SchlauchPad = component_of(_Pad)
