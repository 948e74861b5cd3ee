"""Bauerchen's pad: one tap writes a plain deal.

Each result shows the game points that it would write now, away bonus and spritzen included;
what the rules forbid now is visibly off, and says why when it is tapped.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import flet as ft

from scoring.bauerchen import (
    MOST_SPRITZEN,
    Level,
    Meld,
    Rules,
    Solo,
    State,
    next_to_spritz,
    other,
)
from scoring.game import Entry, Offer, Replay
from scoring.sheet import Head
from views import chalk
from views.bauerchen import words
from views.bauerchen.hand import Hand, Mode
from views.boundary import component
from views.desk import Desk, guarded
from views.sentences import sentence
from views.tongue import Tongue

Write: TypeAlias = Callable[[Entry], bool]
"""Takes an entry; tells whether it was written."""


@component
def Pad(
    desk: Desk,
    t: Tongue,
    head: Head,
    replay: Replay[Rules, State],
    hand: Hand,
    change: Callable[[Hand], None],
    write: Write,
) -> ft.Control:
    """Draw the pad in its present mode. ``change`` keeps another half-entered deal."""
    pad = _Pad(desk, t, head, replay, hand, change, write)
    match hand.mode:
        case Mode.RESULT:
            return pad.results()
        case Mode.CARD_POINTS:
            return pad.card_points()
        case Mode.SOLO:
            return pad.solos()


@dataclass(frozen=True, slots=True)
class _Pad:
    desk: Desk
    t: Tongue
    head: Head
    replay: Replay[Rules, State]
    hand: Hand
    change: Callable[[Hand], None]
    write: Write

    @property
    def rules(self) -> Rules:
        return self.replay.agreement.rules

    @property
    def home(self) -> int:
        return self.replay.state.home if self.hand.home is None else self.hand.home

    def name(self, side: int) -> str:
        return self.head.sides[side].name

    def results(self) -> ft.Control:
        """Draw melds, the three results of each side, spritzen, and the ways to more."""
        return ft.Column(
            spacing=chalk.UNIT,
            controls=[
                _mirrored(
                    [self.meld(0, 20), self.meld(0, 40)], [self.meld(1, 20), self.meld(1, 40)]
                ),
                *(_mirrored([self.result(0, level)], [self.result(1, level)]) for level in Level),
                self.spritzen(),
                _mirrored(
                    [self.key(self.t("Count card points"), self.to(Mode.CARD_POINTS))],
                    [self.key(self.t("Kart' ab"), self.to(Mode.SOLO))],
                ),
            ],
        )

    def meld(self, side: int, cards: int) -> ft.Control:
        offer = self.replay.offer(Meld(side=side, cards=cards))
        name = self.t("{side}: declare {cards}", side=self.name(side), cards=cards)
        return self.offered(side, name, str(cards), offer)

    def result(self, side: int, level: Level) -> ft.Control:
        offer = self.replay.offer(self.hand.deal(side, level))
        name = words.result_name(self.t, self.head, side, level, _points(offer))
        return self.offered(side, name, words.short_level_name(self.t, level), offer)

    def solos(self) -> ft.Control:
        """Draw won and lost for each side's soloist."""
        t = self.t
        return ft.Column(
            spacing=chalk.UNIT,
            controls=[
                self.back(t("Kart' ab")),
                _mirrored([self.solo(0, won=True)], [self.solo(1, won=True)]),
                _mirrored([self.solo(0, won=False)], [self.solo(1, won=False)]),
                chalk.words(
                    t(
                        "Whoever wins the solo stands at {target}; the round is over.",
                        target=self.rules.round_target,
                    ),
                    14,
                    chalk.FAINT,
                    text_align=ft.TextAlign.CENTER,
                ),
            ],
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        )

    def solo(self, side: int, *, won: bool) -> ft.Control:
        t = self.t
        offer = self.replay.offer(Solo(side=side, won=won))
        if won:
            name, text = t("{side}: solo won", side=self.name(side)), t("won")
        else:
            name, text = t("{side}: solo lost", side=self.name(side)), t("lost")
        return self.offered(side, name, text, offer, writes_for=side if won else other(side))

    def offered(
        self, side: int, name: str, text: str, offer: Offer[State], *, writes_for: int | None = None
    ) -> ft.Control:
        """Draw something that writes: words outside, the points towards the middle."""
        off = offer.refusal is not None
        color = chalk.EDGE if off else chalk.CHALK
        figure: ft.Control = (
            ft.Icon(ft.Icons.BLOCK, size=18, color=chalk.EDGE)
            if off
            else chalk.written(
                f"+{_points(offer)}", 28, chalk.SIDES[side if writes_for is None else writes_for]
            )
        )
        label = ft.Container(
            expand=True,
            content=ft.Text(
                text,
                size=17,
                color=color,
                max_lines=1,
                text_align=ft.TextAlign.LEFT if side == 0 else ft.TextAlign.RIGHT,
            ),
        )
        parts = [label, figure]
        return chalk.tappable(
            name,
            ft.Row(parts if side == 0 else parts[::-1], spacing=4),
            guarded(self.desk, lambda: self.take(offer)),
            hint=self.t("not possible now") if off else None,
            expand=True,
            padding=ft.Padding.symmetric(horizontal=10, vertical=(chalk.SCORING_TOUCH - 36) / 2),
            border=ft.Border.all(1, chalk.RULE if off else chalk.EDGE),
            border_radius=4,
        )

    def take(self, offer: Offer[State]) -> None:
        """Write what was tapped, or say why it cannot be."""
        if offer.refusal is not None:
            self.desk.say(sentence(self.t, offer.refusal))
            return
        if (
            self.write(offer.entry)
            and offer.after
            and offer.after.dealer != self.replay.state.dealer
        ):
            self.change(Hand())

    def spritzen(self) -> ft.Control:
        """Draw the stepper for spritzen, telling whose turn it is to double."""
        t, n = self.t, self.hand.spritzen
        turn = t("{side} may spritz", side=self.name(next_to_spritz(self.home, n)))
        state = ft.Column(
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            controls=[chalk.strong(words.spritzen(t, n), 16), chalk.words(turn, 13, chalk.FAINT)],
        )
        return ft.Row(
            spacing=chalk.UNIT,
            controls=[
                self.step(t("Take a Spritze back"), ft.Icons.REMOVE, -1, off=n == 0),
                ft.Container(state, expand=True, alignment=ft.Alignment.CENTER),
                self.step(t("Spritzen"), ft.Icons.ADD, 1, off=n == MOST_SPRITZEN),
            ],
        )

    def step(self, name: str, icon: ft.IconData, by: int, *, off: bool) -> ft.Control:
        def tap() -> None:
            if not off:
                self.change(replace(self.hand, spritzen=self.hand.spritzen + by))

        return chalk.tappable(
            name,
            ft.Icon(icon, color=chalk.RULE if off else chalk.CHALK),
            tap,
            width=72,
            height=chalk.SCORING_TOUCH,
            alignment=ft.Alignment.CENTER,
            border=ft.Border.all(1, chalk.RULE if off else chalk.EDGE),
            border_radius=4,
        )

    def key(self, text: str, tap: Callable[[], None], name: str | None = None) -> ft.Control:
        """Draw a plain key of the pad."""
        return chalk.tappable(
            name or text,
            chalk.words(text, 17, text_align=ft.TextAlign.CENTER),
            tap,
            expand=True,
            padding=ft.Padding.symmetric(horizontal=4, vertical=(chalk.SCORING_TOUCH - 24) / 2),
            alignment=ft.Alignment.CENTER,
            border=ft.Border.all(1, chalk.EDGE),
            border_radius=4,
        )

    def to(self, mode: Mode) -> Callable[[], None]:
        return lambda: self.change(replace(self.hand, mode=mode, typed=""))

    def back(self, title: str) -> ft.Control:
        return ft.Row(
            spacing=chalk.UNIT,
            controls=[
                chalk.tappable(
                    self.t("Back to the results"),
                    ft.Icon(ft.Icons.ARROW_BACK, color=chalk.CHALK),
                    self.to(Mode.RESULT),
                    width=chalk.SCORING_TOUCH,
                    height=chalk.TOUCH,
                    alignment=ft.Alignment.CENTER_LEFT,
                ),
                chalk.strong(title, 17),
            ],
        )

    def card_points(self) -> ft.Control:
        """Draw both sides' card points, what they come to, and the number pad."""
        t = self.t
        deal = self.hand.counted(self.rules)
        offer = self.replay.offer(deal) if deal else None
        keys = [_row([self.digit(d) for d in digits]) for digits in ("123", "456", "789")]
        return ft.Column(
            spacing=chalk.UNIT,
            controls=[
                self.back(t("Count card points")),
                _mirrored([self.typed_field(0)], [self.typed_field(1)]),
                chalk.spoken(
                    self.counted_says(offer),
                    ft.Container(
                        height=40,
                        alignment=ft.Alignment.CENTER,
                        content=chalk.words(
                            self.counted_says(offer),
                            15,
                            chalk.WARNING if offer and offer.refusal else chalk.CHALK,
                            text_align=ft.TextAlign.CENTER,
                        ),
                    ),
                    announced=True,
                ),
                *keys,
                _row(
                    [
                        self.key(
                            t("Delete"),
                            lambda: self.change(replace(self.hand, typed=self.hand.typed[:-1])),
                        ),
                        self.digit("0"),
                        self.key(
                            t("Write down"), guarded(self.desk, lambda: self.take_counted(offer))
                        ),
                    ]
                ),
            ],
        )

    def typed_field(self, side: int) -> ft.Control:
        both = self.hand.card_points(self.rules)
        shown = "" if both is None else str(both[side])
        typing = side == self.hand.typing_side
        return chalk.tappable(
            self.t("Card points {side}", side=self.name(side)),
            ft.Row(
                [
                    ft.Container(
                        ft.Text(
                            self.name(side),
                            size=15,
                            color=chalk.SIDES[side],
                            max_lines=1,
                            overflow=ft.TextOverflow.ELLIPSIS,
                        ),
                        expand=True,
                    ),
                    chalk.written(shown, 30),
                ]
            ),
            lambda: self.change(replace(self.hand, typing_side=side, typed="")),
            value=shown,
            selected=typing,
            expand=True,
            height=chalk.SCORING_TOUCH,
            padding=ft.Padding.symmetric(horizontal=10),
            border=ft.Border.all(2 if typing else 1, chalk.SIDES[side] if typing else chalk.RULE),
            border_radius=4,
        )

    def digit(self, digit: str) -> ft.Control:
        def tap() -> None:
            typed = (self.hand.typed + digit).lstrip("0") or "0"
            if int(typed) <= self.rules.all_card_points:
                self.change(replace(self.hand, typed=typed))
            else:
                self.desk.say(
                    self.t(
                        "There are only {total} card points in a deal.",
                        total=self.rules.all_card_points,
                    )
                )

        return self.key(digit, tap)

    def counted_says(self, offer: Offer[State] | None) -> str:
        t = self.t
        if offer is None:
            return t("Type the card points of {side}.", side=self.name(self.hand.typing_side))
        if offer.refusal is not None:
            return sentence(t, offer.refusal)
        line = offer.after.line if offer.after else None
        if line is None:
            return ""
        return t(
            "{side} wins: {what}",
            side=self.name(line.side),
            what=f"+{line.points}, " + words.entry_name(t, self.head, offer.entry, line),
        )

    def take_counted(self, offer: Offer[State] | None) -> None:
        if offer is None:
            self.desk.say(self.counted_says(offer))
        else:
            self.take(offer)


def _points(offer: Offer[State]) -> int:
    return offer.after.line.points if offer.after and offer.after.line else 0


def _mirrored(mine: list[ft.Control], yours: list[ft.Control]) -> ft.Control:
    """Lay out both sides' controls with the dead strip and its rule between them."""
    return ft.Row(
        spacing=0,
        controls=[
            ft.Row(mine, expand=1, spacing=chalk.UNIT),
            chalk.dead_strip(),
            ft.Row(yours, expand=1, spacing=chalk.UNIT),
        ],
    )


def _row(controls: list[ft.Control]) -> ft.Control:
    return ft.Row(controls, spacing=chalk.UNIT)
