"""Bauerchen's pad: one tap writes a plain deal.

Each result shows the game points that it would write now, away bonus and spritzen included;
what the rules forbid now is visibly off, and says why when it is tapped.
"""

from dataclasses import replace

import flet as ft

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
from views.ui.keys import (
    KEY_PADDING,
    Action,
    Pad,
    component_of,
    mirrored,
    one_line,
    row,
    rows,
    take,
)
from views.ui.layout import pad_column

LONGEST_MELD = 3.7
"""How wide a meld and its points are together, in multiples of the text size."""
LEAST_TEXT = 13


class _Pad(Pad[BauerchenDraft]):
    """Melds, results, spritzen, counted card points and solos."""

    def drawn(self) -> ft.Control:
        """Draw the pad in its present mode."""
        match self.draft.mode:
            case Mode.RESULT:
                return self.results()
            case Mode.CARD_POINTS:
                return self.card_points()
            case Mode.SOLO:
                return self.solos()

    @property
    def rules(self) -> Rules:
        """The house rules of the sheet."""
        rules: Rules = self.replay.agreement.rules
        return rules

    @property
    def home(self) -> int:
        """The side at home in this deal, as the scribe may have corrected it."""
        return self.draft.home_or(self.replay.state.home)

    def results(self) -> ft.Control:
        """Draw melds, the three results of each side, spritzen, and the ways to more."""
        return rows(
            mirrored([[self.meld(side, cards) for cards in (20, 40)] for side in (0, 1)]),
            *(mirrored([[self.result(side, level)] for side in (0, 1)]) for level in Level),
            *self.last_rows(),
        )

    def last_rows(self) -> list[ft.Control]:
        """Return spritzen and the ways to more, in one row where height is scarce."""
        t, short = self.t, self.screen.is_short
        count = self.plain(
            Action(_turn_to, (Mode.CARD_POINTS,)),
            t("Count card points"),
            t("Count") if short else None,
            weight=6,
        )
        forbidden = self.replay.offer(Solo(side=0, won=True)).refusal is not None
        alone = self.plain(Action(_turn_to_solo), t("Kart' ab"), off=forbidden, weight=7)
        if short:
            return [row(*self.spritzen(), count, alone)]
        return [row(*self.spritzen()), mirrored([[count], [alone]])]

    def meld(self, side: int, cards: int) -> ft.Control:
        offer = self.replay.offer(Meld(side=side, cards=cards))
        name = self.t("{side}: declare {cards}", side=self.name(side), cards=cards)
        room = (pad_column(self.screen) - chalk.UNIT) / 2 - 2 * KEY_PADDING
        size = max(LEAST_TEXT, min(self.text_size, room / LONGEST_MELD))
        return self.writing(side, side, name, str(cards), offer, Action(take, (offer.entry,)), size)

    def result(self, side: int, level: Level) -> ft.Control:
        offer = self.replay.offer(self.draft.deal(side, level))
        name = words.result_name(self.t, self.head, side, level, _points(offer))
        text = words.short_level_name(self.t, level)
        return self.writing(side, side, name, text, offer, Action(_take_result, (side, level)))

    def solos(self) -> ft.Control:
        """Draw won and lost for each side's soloist."""
        text = self.t(
            "Kart' ab: whoever wins the solo stands at {target}; the round is over.",
            target=self.rules.round_target,
        )
        explained = ft.Container(
            chalk.words(text, 15, chalk.FAINT, text_align=ft.TextAlign.CENTER),
            height=(2 if self.screen.is_short else 3) * chalk.SCORING_TOUCH + 2 * chalk.UNIT,
            alignment=ft.Alignment.CENTER,
        )
        return rows(
            explained,
            mirrored([[self.solo(side, won=True)] for side in (0, 1)]),
            mirrored([[self.solo(side, won=False)] for side in (0, 1)]),
            self.back(),
        )

    def solo(self, side: int, *, won: bool) -> ft.Control:
        t, offer = self.t, self.replay.offer(Solo(side=side, won=won))
        if won:
            name, text = t("{side}: solo won", side=self.name(side)), t("won")
        else:
            name, text = t("{side}: solo lost", side=self.name(side)), t("lost")
        winner = side if won else other(side)
        return self.writing(side, winner, name, text, offer, Action(take, (offer.entry,)))

    def writing(
        self,
        side: int,
        winner: int,
        name: str,
        text: str,
        offer: Offer[State],
        action: Action,
        size: float | None = None,
    ) -> ft.Control:
        """Return a key in the column of ``side`` that would write for ``winner``."""
        figure, color = f"+{_points(offer)}", chalk.SIDES[winner]
        is_right = side == 1
        return self.key(action, name, text, offer, figure, color, mirrored=is_right, size=size)

    def spritzen(self) -> list[ft.Control]:
        """Draw the stepper for spritzen, telling whose turn it is to double."""
        t, n, short = self.t, self.draft.spritzen, self.screen.is_short
        side, doubled = next_to_spritz(self.home, n), words.spritzen(t, n)
        turn, brief_turn = (
            t("{side} may spritz", side=name) for name in (self.name(side), self.short_name(side))
        )
        turn_text = (
            one_line(self.short_name(side), 13, chalk.FAINT)
            if short
            else chalk.words(brief_turn, 13, chalk.FAINT, text_align=ft.TextAlign.CENTER)
        )
        state = ft.Column(
            [
                chalk.spoken(
                    doubled,
                    ft.Text(
                        f"×{2**n}" if short else doubled,
                        size=16,
                        font_family=chalk.STRONG,
                        color=chalk.CHALK,
                        text_align=ft.TextAlign.CENTER,
                    ),
                ),
                chalk.spoken(turn, turn_text),
            ],
            spacing=0,
            tight=True,
            expand=4 if short else 10,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )
        less, more = Action(_spritz, (-1,)), Action(_spritz, (1,))
        return [
            self.plain(less, t("Take a Spritze back"), ft.Icons.REMOVE, off=n == 0, weight=5),
            state,
            self.plain(more, t("Spritzen"), ft.Icons.ADD, off=n == MOST_SPRITZEN, weight=5),
        ]

    def back(self) -> ft.Control:
        return ft.Row([self.plain(Action(_turn_to, (Mode.RESULT,)), self.t("Back to the results"))])

    def card_points(self) -> ft.Control:
        """Draw both sides' card points, what they come to, and the number pad."""
        t = self.t
        says, shown = self.counted_says(self.head), self.counted_says(self.brief)
        offer = self.counted()
        counted = chalk.spoken(
            says,
            ft.Container(
                chalk.words(
                    shown,
                    15,
                    chalk.WARNING if offer and offer.refusal else chalk.CHALK,
                    text_align=ft.TextAlign.CENTER,
                ),
                height=chalk.SCORING_TOUCH,
                alignment=ft.Alignment.CENTER,
            ),
            announced=True,
        )
        fields = mirrored([[self.typed_field(side)] for side in (0, 1)])
        delete, write = (
            self.plain(Action(_delete), t("Delete")),
            self.plain(Action(_take_counted), t("Write down")),
        )
        to_results = Action(_turn_to, (Mode.RESULT,))
        back = self.plain(to_results, t("Back to the results"), ft.Icons.ARROW_BACK)
        if self.screen.is_short:
            digits = [row(*map(self.digit, five)) for five in ((1, 2, 3, 4, 5), (6, 7, 8, 9, 0))]
            return rows(fields, counted, *digits, row(back, delete, write))
        digits = [row(*map(self.digit, three)) for three in ((1, 2, 3), (4, 5, 6), (7, 8, 9))]
        says_row = row(
            ft.Container(back, width=chalk.SCORING_TOUCH), ft.Container(counted, expand=True)
        )
        return rows(fields, says_row, *digits, row(delete, self.digit(0), write))

    def typed_field(self, side: int) -> ft.Control:
        both = self.draft.card_points(self.rules)
        shown = "" if both is None else str(both[side])
        typing = side == self.draft.typing_side
        name = one_line(self.short_name(side), 15, chalk.SIDES[side])
        name.expand = True
        return chalk.tappable(
            self.t("Card points {side}", side=self.name(side)),
            ft.Row([name, chalk.figures(shown, 30)]),
            lambda: self.change(replace(self.draft, typing_side=side, typed=None)),
            value=shown,
            selected=typing,
            expand=True,
            padding=ft.Padding.symmetric(horizontal=10, vertical=8),
            border=ft.Border.all(2 if typing else 1, chalk.SIDES[side] if typing else chalk.RULE),
            border_radius=chalk.CORNER,
        )

    def digit(self, digit: int) -> ft.Control:
        return self.plain(Action(_type, (digit,)), str(digit))

    def counted(self) -> Offer[State] | None:
        """Return what writing the typed card points would do; None before any digit."""
        deal = self.draft.counted(self.rules)
        return self.replay.offer(deal) if deal else None

    def counted_says(self, head: Head) -> str:
        """Return what the typed card points come to, or what is wrong with them."""
        t, deal, offer = self.t, self.draft.counted(self.rules), self.counted()
        if deal is None or offer is None:
            return t(
                "Type the card points of {side}.", side=head.sides[self.draft.typing_side].name
            )
        if offer.refusal or not offer.after or not offer.after.line:
            return sentence(t, offer.refusal) if offer.refusal else ""
        line = offer.after.line
        what = f"+{line.points}, {words.entry_name(t, head, deal, line)}"
        return t("{side} wins: {what}", side=head.sides[line.side].name, what=what)


def _take_result(pad: _Pad, side: int, level: Level) -> None:
    take(pad, pad.draft.deal(side, level))


def _take_counted(pad: _Pad) -> None:
    deal = pad.draft.counted(pad.rules)
    if deal is None:
        pad.session.say(pad.counted_says(pad.brief))
    else:
        take(pad, deal)


def _turn_to(pad: _Pad, mode: Mode) -> None:
    pad.change(replace(pad.draft, mode=mode, typed=None))


def _turn_to_solo(pad: _Pad) -> None:
    refusal = pad.replay.offer(Solo(side=0, won=True)).refusal
    if refusal is None:
        _turn_to(pad, Mode.SOLO)
    else:
        pad.session.say(sentence(pad.t, refusal))


def _spritz(pad: _Pad, by: int) -> None:
    if 0 <= pad.draft.spritzen + by <= MOST_SPRITZEN:
        pad.change(replace(pad.draft, spritzen=pad.draft.spritzen + by))


def _delete(pad: _Pad) -> None:
    """Take the last digit back."""
    kept = (pad.draft.typed or 0) // 10
    pad.change(replace(pad.draft, typed=kept or None))


def _type(pad: _Pad, digit: int) -> None:
    typed, total = (pad.draft.typed or 0) * 10 + digit, pad.rules.all_card_points
    if typed <= total:
        pad.change(replace(pad.draft, typed=typed))
    else:
        pad.session.say(pad.t("There are only {total} card points in a deal.", total=total))


def _points(offer: Offer[State]) -> int:
    return offer.after.line.points if offer.after and offer.after.line else 0


BauerchenPad = component_of(_Pad)
