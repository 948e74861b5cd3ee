"""Bauerchen's pad: one tap writes a plain deal.

Each result shows the game points that it would write now, away bonus and spritzen included;
what the rules forbid now is visibly off, and says why when it is tapped.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from scoring.bauerchen import (
    MOST_SPRITZEN,
    Level,
    Meld,
    Rules,
    Solo,
    State,
    next_to_spritz,
)
from scoring.game import Offer
from scoring.sheet import Head
from scoring.two_sides import other
from views.games.bauerchen.draft import BauerchenDraft, Mode
from views.text.games import bauerchen as words
from views.text.refusals import sentence
from views.ui import chalk
from views.ui.layout import has_room, pad_column
from views.ui.pad import (
    KEY_PADDING,
    SIDES,
    Action,
    Cell,
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
    both,
    pad_of,
    row,
)

LONGEST_MELD = 3.7
"""How wide a meld and its points are together, in multiples of the text size."""
LEAST_TEXT = 13
COUNTED: Final = 15
"""How large it is said what the card points typed come to."""
WRITE_IN_HALF, NOTE_LETTERS = 14, 12
"""How large the text of the key of a half is that writes card points, and how many letters of its
note have room."""
TYPED_FOR, NAME_IN_HALF = 15, 13
"""How large the name is beside the card points that are typed for it, also in a half."""


class BauerchenPad(GamePad[BauerchenDraft, Rules, State]):
    """Melds, results, spritzen, counted card points and solos."""

    def pad(self) -> Pad:
        """Return the rows of the present mode."""
        match self.draft.mode:
            case Mode.RESULT:
                return self.results()
            case Mode.CARD_POINTS:
                return self.card_points()
            case Mode.SOLO:
                return self.solos()

    @property
    def least_height(self) -> float:
        """As high as the pad for card points is, or the one with the results."""
        return 324 if self.screen.is_short else 394

    def turn_to(self, mode: Mode) -> Change:
        """Return that a tap shows the keys of another mode."""
        turned = replace(self.draft, mode=mode, typed=None)
        return Change(turned, is_ahead=mode is not Mode.CARD_POINTS)

    def results(self) -> Pad:
        """Return melds, the three results of each side, spritzen, and the ways to more."""
        return pad_of(
            both(lambda side: [self.meld(side, cards) for cards in (20, 40)]),
            *map(self.results_at, Level),
            *self.last_rows(),
        )

    def last_rows(self) -> Sequence[Row]:
        """Return spritzen and the ways to more, in one row where height is scarce."""
        t, short = self.t, self.screen.is_short
        brief = t("Count") if short else None
        name, to_count = t("Count card points"), self.turn_to(Mode.CARD_POINTS)
        count = self.plain("count", name, to_count, brief, weight=6)
        refusal = self.replay.offer(Solo(side=0, won=True)).refusal
        to_solo = Say(sentence(t, refusal)) if refusal else self.turn_to(Mode.SOLO)
        name, text = t("Play alone (Kart' ab)"), t("Kart' ab")
        alone = self.plain("alone", name, to_solo, text, off=refusal is not None, weight=7)
        if short:
            return [row(*self.spritzen(), count, alone)]
        return [row(*self.spritzen()), Row([count, alone], facing=1)]

    def meld(self, side: int, cards: int) -> Key:
        """Return the key that writes a meld."""
        offer = self.replay.offer(Meld(side=side, cards=cards))
        name = self.t("{side}: declare {cards}", side=self.name(side), cards=cards)
        room = (pad_column(self.screen) - chalk.UNIT) / 2 - 2 * KEY_PADDING
        size = max(LEAST_TEXT, min(self.text_size, room / LONGEST_MELD))
        return self.points_key(f"meld-{cards}-{side}", side, side, name, str(cards), offer, size)

    def results_at(self, level: Level) -> Row:
        """Return a result of both sides."""
        return both(lambda side: [self.result(side, level)])

    def result(self, side: int, level: Level) -> Key:
        """Return the key that writes a deal without counting card points."""
        offer = self.replay.offer(self.draft.deal(side, level))
        name = words.result_name(self.t, self.head, side, level, _points(offer))
        text = words.short_level_name(self.t, level)
        return self.points_key(f"{level}-{side}", side, side, name, text, offer)

    def solos(self) -> Pad:
        """Return won and lost for each side's soloist."""
        text = self.t(
            "Play alone (Kart' ab): whoever wins goes to {target}; the round is over.",
            target=self.rules.round_target,
        )
        height = (1.5 if self.screen.is_short else 3) * chalk.SCORING_TOUCH + 2 * chalk.UNIT
        return pad_of(
            row(Label(text, height=height)),
            both(lambda side: [self.solo(side, won=True)]),
            both(lambda side: [self.solo(side, won=False)]),
            row(self.back()),
        )

    def solo(self, side: int, *, won: bool) -> Key:
        """Return the key that writes a solo."""
        t, offer = self.t, self.replay.offer(self.draft.solo(side, won=won))
        if won:
            name, text = t("{side}: solo won", side=self.name(side)), t("won")
        else:
            name, text = t("{side}: solo lost", side=self.name(side)), t("lost")
        winner = side if won else other(side)
        return self.points_key(
            f"solo-{'won' if won else 'lost'}-{side}", side, winner, name, text, offer
        )

    def points_key(
        self,
        key_id: str,
        side: int,
        winner: int,
        name: str,
        text: str,
        offer: Offer[State],
        size: float | None = None,
    ) -> Key:
        """Return a key in the column of ``side`` that would write for ``winner``."""
        figure, is_right = f"+{_points(offer)}", side == 1
        ink = SIDES[winner]
        return self.writing(key_id, name, text, offer, figure, ink, mirrored=is_right, size=size)

    def spritzen(self) -> Sequence[Cell]:
        """Return the stepper for spritzen, telling whose turn it is to double."""
        t, n, short = self.t, self.draft.spritzen, self.screen.is_short
        home = self.draft.home_or(self.replay.state.home)
        side, doubled = next_to_spritz(home, n), words.spritzen(t, n)
        turn, brief_turn = (
            t("{side} may spritz", side=name) for name in (self.name(side), self.short_name(side))
        )
        shown = f"×{2**n}" if short else doubled
        stands = Label(shown, 16, Ink.CHALK, said=doubled, is_strong=True)
        who = self.short_name(side) if short else brief_turn
        return [
            self.plain(
                "less", t("Undo one Spritze"), self.spritz(-1), Sign.LESS, off=n == 0, weight=5
            ),
            Labels((stands, Label(who, 13, said=turn, is_one_line=short)), 4 if short else 10),
            self.plain(
                "more", t("Spritzen"), self.spritz(1), Sign.MORE, off=n == MOST_SPRITZEN, weight=5
            ),
        ]

    def spritz(self, by: int) -> Action:
        """Return that a tap doubles once more, or once less, where that can be."""
        n = self.draft.spritzen + by
        return Change(replace(self.draft, spritzen=n)) if 0 <= n <= MOST_SPRITZEN else None

    def back(self, text: Sign | None = None, width: float | None = None, weight: int = 1) -> Key:
        """Return the key that leads back to the results."""
        name, to = self.t("Back to the results"), self.turn_to(Mode.RESULT)
        return self.plain("back", name, to, text, width=width, weight=weight)

    def card_points(self) -> Pad:
        """Return both sides' card points, what they come to, and the number pad."""
        counted = self.counted_label()
        fields = both(lambda side: [self.typed_field(side)])
        delete, write = self.deletes(), self.writes()
        if self.screen.is_short:
            digits = [row(*map(self.digit, five)) for five in ((1, 2, 3, 4, 5), (6, 7, 8, 9, 0))]
            return pad_of(fields, row(counted), *digits, row(self.back(Sign.BACK), delete, write))
        digits = [row(*map(self.digit, three)) for three in ((1, 2, 3), (4, 5, 6), (7, 8, 9))]
        says = row(self.back(Sign.BACK, chalk.SCORING_TOUCH), Labels((counted,), 1))
        return pad_of(fields, says, *digits, row(delete, self.digit(0), write))

    def half(self, side: int) -> Sequence[Row]:
        """Return the rows of the present mode for a side; all digits belong together.

        What the card points come to is on the key that writes them, as there is no room for words.
        """
        if self.draft.mode is not Mode.CARD_POINTS:
            return super().half(side)
        digits = [self.digit(digit) for digit in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)]
        back, delete = self.back(Sign.BACK, weight=5), self.deletes(Sign.DELETE, weight=5)
        field, write = self.typed_field(side, NAME_IN_HALF, weight=10), self.writes_counted()
        return [
            Row([back, field, delete, write], announced=self.counted_says(self.head)),
            row(*digits),
        ]

    def counted_label(self) -> Label:
        """Return what the typed card points come to."""
        offer = self.counted()
        return Label(
            self.counted_says(self.brief),
            COUNTED,
            ink=Ink.WARNING if offer and offer.refusal else Ink.CHALK,
            said=self.counted_says(self.head),
            height=chalk.SCORING_TOUCH,
            is_announced=True,
        )

    def deletes(self, text: Sign | None = None, weight: int = 1) -> Key:
        """Return the key that takes the last digit back."""
        return self.plain("delete", self.t("Delete"), self.delete(), text, weight=weight)

    def writes(self) -> Key:
        """Return the key that writes the card points typed."""
        return self.plain("write", self.t("Write down"), self.write_counted())

    def writes_counted(self) -> Key:
        """Return the same key of a half, with what it would write."""
        t, key, offer = self.t, self.writes(), self.counted()
        line = offer.after.line if offer and offer.after else None
        note = ""
        if line:
            note = f"{self.short_name(line.side)} +{line.points}"
            note = note if has_room(note, 1, NOTE_LETTERS) else f"+{line.points}"
        hint = None if line else t("not possible now")
        return key._replace(
            face=replace(
                key.face,
                size=WRITE_IN_HALF,
                look=Look.DONE,
                off=line is None,
                hint=hint,
                note=note,
                weight=9,
            )
        )

    def typed_field(self, side: int, size: float = TYPED_FOR, weight: int = 1) -> Key:
        """Return the card points of a side; a tap lets them be typed."""
        counted = self.draft.card_points(self.rules)
        face = Face(
            self.t("Card points {side}", side=self.name(side)),
            self.short_name(side),
            size,
            Look.FIELD,
            "" if counted is None else str(counted[side]),
            SIDES[side],
            on=side == self.draft.typing_side,
            weight=weight,
        )
        typing = Change(replace(self.draft, typing_side=side, typed=None), is_ahead=False)
        return Key(f"field-{side}", face, typing)

    def digit(self, digit: int) -> Key:
        """Return the key that types a digit."""
        typed, total = (self.draft.typed or 0) * 10 + digit, self.rules.all_card_points
        action: Action = Change(replace(self.draft, typed=typed), is_ahead=False)
        if typed > total:
            action = Say(self.t("There are only {total} card points in a deal.", total=total))
        return self.plain(f"digit-{digit}", str(digit), action)

    def delete(self) -> Action:
        """Return that a tap takes the last digit back."""
        kept = (self.draft.typed or 0) // 10
        return Change(replace(self.draft, typed=kept or None), is_ahead=False)

    def write_counted(self) -> Action:
        """Return that a tap writes the card points typed, or says what is missing."""
        deal = self.draft.counted(self.rules)
        return self.write(deal) if deal else Say(self.counted_says(self.brief))

    def counted(self) -> Offer[State] | None:
        """Return what writing the typed card points would do; None before any digit."""
        deal = self.draft.counted(self.rules)
        return self.replay.offer(deal) if deal else None

    def counted_says(self, head: Head) -> str:
        """Return what the typed card points come to, or what is wrong with them."""
        t, deal, offer = self.t, self.draft.counted(self.rules), self.counted()
        if deal is None or offer is None:
            side = head.sides[self.draft.typing_side].name
            return t("Enter the card points of {side}.", side=side)
        if offer.refusal or not offer.after or not offer.after.line:
            return sentence(t, offer.refusal) if offer.refusal else ""
        line = offer.after.line
        what = f"+{line.points}, {words.entry_name(t, head, deal, line)}"
        return t("{side} wins: {what}", side=head.sides[line.side].name, what=what)


def _points(offer: Offer[State]) -> int:
    return offer.after.line.points if offer.after and offer.after.line else 0
