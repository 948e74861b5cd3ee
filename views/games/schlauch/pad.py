"""Schlauch's pad: who plays, what, and whether it was won, in three taps.

The keys that write show what they would write, once it is known who plays what; until then they
are visibly off, and say what is missing when they are tapped.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from scoring.refusals import IllegalEntry
from scoring.schlauch import (
    PLAYERS,
    SANS_PRENDRE,
    Contract,
    ForcedGame,
    Line,
    PassedOut,
    Rules,
    SchlauchEntry,
    State,
    step,
)
from scoring.schlauch import Hand as Played
from views.games.schlauch.draft import Mode, SchlauchDraft
from views.text.games import schlauch as words
from views.text.phrases import outcome, signed
from views.text.refusals import sentence
from views.ui.layout import pad_column
from views.ui.pad import (
    KEY_PADDING,
    LARGEST_TEXT,
    LONGEST_WORD,
    Action,
    Change,
    Face,
    GamePad,
    Key,
    Label,
    Look,
    Pad,
    Row,
    Say,
    pad_of,
    row,
)

IN_A_ROW, FEWER_IN_A_ROW = 3, 2
LONGEST_CONTRACT = 6.0
"""How wide the longest contract is, in multiples of the text size."""
LARGEST_CONTRACT = 16
LONGEST_WORTH = 3.7
"""How wide what stands beside a word is, in the same measure."""
LEAST_TEXT = 11
MOST_STROKES = 10
"""A key has room for so many strokes; more are one, and how often it counts."""


class SchlauchPad(GamePad[SchlauchDraft, Rules, State]):
    """Declarer, contract and outcome; or what is done when all passed."""

    def pad(self) -> Pad:
        """Return the rows of the present mode."""
        match self.draft.mode:
            case Mode.CONTRACT:
                return self.contracts()
            case Mode.ALL_PASSED:
                return self.all_passed()

    @property
    def least_height(self) -> float:
        """As high as the pad with the contracts is."""
        return 300 if self.screen.is_short else 360

    @property
    def plain_padding(self) -> float:
        """Less where height is scarce, so that all rows are in sight."""
        return 13.5 if self.screen.is_short else super().plain_padding

    @property
    def text_size(self) -> float:
        """The largest text size at which a word and its worth fit into half a row.

        Where text is large, the worth stands beneath.
        """
        room = pad_column(self.screen) - 2 * KEY_PADDING / self.screen.text_scale
        beside = room / (LONGEST_WORD + LONGEST_WORTH)
        return min(LARGEST_TEXT, beside if beside >= LEAST_TEXT else room / LONGEST_WORD)

    def fitting(self, ems: float, in_a_row: int) -> float:
        """Return the text size at which so wide a word fits on one of so many keys in a row."""
        return min(LARGEST_TEXT, self.key_room(in_a_row) / ems)

    @property
    def has_large_text(self) -> bool:
        """Whether text is so large that there have to be fewer keys in a row."""
        return self.fitting(LONGEST_CONTRACT, IN_A_ROW) < LEAST_TEXT

    def by_player(self, key: Callable[[int, str, float], Key]) -> Sequence[Row]:
        """Return a key for each player, with its text and its size, in as many rows as needed."""
        in_a_row = 1 if self.has_large_text else IN_A_ROW
        size, _, names = self.names_on_keys(in_a_row)
        keys = [key(side, names[side], min(LARGEST_TEXT, size)) for side in PLAYERS]
        return [row(*keys)] if in_a_row == IN_A_ROW else [*map(row, keys)]

    def contracts(self) -> Pad:
        """Return who plays, what, how, and both outcomes."""
        passed = self.plain("all-passed", self.t("All passed"), self.turn_to(Mode.ALL_PASSED))
        return pad_of(
            *self.by_player(self.player),
            *self.contract_rows(),
            row(self.outcome(won=True), self.outcome(won=False)),
            row(self.sans_prendre(), passed),
        )

    def contract_rows(self) -> Sequence[Row]:
        """Return the keys that tell what is played."""
        contracts = tuple(Contract)
        in_a_row = FEWER_IN_A_ROW if self.has_large_text else IN_A_ROW
        size = min(LARGEST_CONTRACT, self.fitting(LONGEST_CONTRACT, in_a_row))
        return [
            row(*(self.contract(each, size) for each in contracts[first : first + in_a_row]))
            for first in range(0, len(contracts), in_a_row)
        ]

    def player(self, side: int, text: str, size: float) -> Key:
        """Return the key that tells who plays."""
        name, on = self.t("{side} plays", side=self.name(side)), self.draft.declarer == side
        chosen, size = Change(replace(self.draft, declarer=side)), min(size, self.plain_size)
        return self.plain(f"plays-{side}", name, chosen, text, on=on, size=size)

    def contract(self, contract: Contract, size: float) -> Key:
        """Return the key that tells what is played, with what it brings when won."""
        sans_prendre = self.draft.sans_prendre and contract in SANS_PRENDRE
        worth = self.line(Played(PLAYERS[0], contract, True, sans_prendre)).points[PLAYERS[0]]
        text = words.contract_name(self.t, contract)
        face = Face(
            ", ".join([text, words.points(self.t, worth)]),
            text,
            size,
            Look.CONTRACT,
            str(worth),
            on=self.draft.contract is contract,
            padding=2 if self.screen.is_short else 6,
        )
        return Key(f"contract-{contract}", face, Change(replace(self.draft, contract=contract)))

    def sans_prendre(self) -> Key:
        """Return the switch for a hand without calling for a card."""
        refusal = self.sans_prendre_refusal
        switched = Change(replace(self.draft, sans_prendre=not self.draft.sans_prendre))
        action = Say(sentence(self.t, refusal)) if refusal else switched
        off, on = refusal is not None, self.draft.is_sans_prendre
        return self.plain("sans-prendre", self.t("Sans prendre"), action, off=off, on=on)

    @property
    def sans_prendre_refusal(self) -> IllegalEntry | None:
        """Why the chosen contract cannot be played without calling for a card."""
        contract = self.draft.contract
        if contract is None:
            return None
        return self.replay.offer(Played(PLAYERS[0], contract, True, True)).refusal

    def outcome(self, *, won: bool) -> Key:
        """Return the key that writes the hand as won or lost."""
        t, text, size = self.t, outcome(self.t, won=won), self.text_size
        key_id, hand = "won" if won else "lost", self.draft.as_played(won=won)
        if hand is None:
            asked, missing = self.missing
            face = replace(self.outcome_face(text, text, size, asked), off=True, hint=missing)
            return Key(key_id, face, Say(missing))
        line = self.line(hand)
        name = words.played(t, self.head, hand, line)
        note = t("others {each}", each=words.to_others(t, hand, line))
        return self.outcome_key(key_id, name, text, hand.declarer, line, note, self.write(hand))

    @property
    def missing(self) -> tuple[str, str]:
        """What is not known yet, as a key asks it, and what has to be tapped first."""
        if self.draft.declarer is None:
            return self.t("Who plays?"), self.t("Tap the player first.")
        return self.t("Which contract?"), self.t("Tap the contract first.")

    def all_passed(self) -> Pad:
        """Return what is written when all passed: nobody plays, or all are forced to."""
        t = self.t
        back = self.plain("back", t("Back to the contracts"), self.turn_to(Mode.CONTRACT))
        return pad_of(
            self.about(t("Nobody plays. The turn-up is:")),
            row(*(self.passed_out(PassedOut(red_turnup=red)) for red in (False, True))),
            self.about(t("Or a forced game: who has the most card points?")),
            *self.by_player(self.forced_game),
            row(back),
        )

    def passed_out(self, passed: PassedOut) -> Key:
        """Return the key that writes the dealer's strokes."""
        t, side, line = self.t, self.replay.state.dealer, self.line(passed)
        name = words.passed_out(t, self.head, passed, line)
        key_id, text = ("red", t("red")) if passed.red_turnup else ("black", t("black"))
        note = t("for {side}", side=self.short_name(side))
        return self.outcome_key(key_id, name, text, side, line, note, self.write(passed))

    def forced_game(self, side: int, text: str, size: float) -> Key:
        """Return the key that writes who won the forced game."""
        t, game = self.t, ForcedGame(side)
        name = words.forced_game(t, self.head, game)
        line = self.line(game)
        wins = t("wins {points}", points=signed(line.points[side]))
        face = self.outcome_face(name, text, size, note=wins)
        return Key(f"forced-{side}", face, self.write(game))

    def line(self, entry: SchlauchEntry) -> Line:
        """Return what an entry would write now."""
        return cast("Line", step(self.rules, self.replay.state, entry).line)

    def outcome_key(
        self, key_id: str, name: str, text: str, side: int, line: Line, note: str, action: Action
    ) -> Key:
        """Return a key with the points or strokes that it would write for a player."""
        face, strokes = self.outcome_face(name, text, self.text_size, note), line.marks[side]
        if strokes == 0:
            brought = replace(face, figure=signed(line.points[side]))
        elif strokes > MOST_STROKES:
            brought = replace(face, strokes=1, figure=f"×{strokes}")
        else:
            brought = replace(face, strokes=strokes)
        return Key(key_id, brought, action)

    def outcome_face(self, name: str, text: str, size: float, note: str) -> Face:
        """Return a key that writes, without what it would write."""
        padding = 5 if self.screen.is_short else KEY_PADDING
        return Face(name, text, size, Look.OUTCOME, note=note, padding=padding)

    def turn_to(self, mode: Mode) -> Change:
        """Return that a tap shows the keys of another mode."""
        return Change(replace(self.draft, mode=mode))

    def about(self, text: str) -> Row:
        """Return what the keys beneath are for."""
        return row(Label(text, 13) if self.screen.is_short else Label(text, padding=4))
