"""Bauerchen's pad: one tap writes a plain deal.

Each result shows the game points that it would write now, away bonus and spritzen included;
what the rules forbid now is visibly off, and says why when it is tapped.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

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
from storage import Evening
from views import chalk
from views.bauerchen import words
from views.bauerchen.hand import Hand, Mode
from views.boundary import component
from views.desk import Desk, Screen, guarded, use_slate
from views.sentences import sentence
from views.tongue import Tongue

Write: TypeAlias = Callable[[Entry], None]
"""What becomes of an entry that was tapped."""

KEY_PADDING = 8
FIGURE_TO_TEXT = 1.6
"""How much larger the points of a key are than its words."""
LONGEST_WORD = 4.9
"""How wide the longest level is, in multiples of the text size."""
LONGEST_MELD = 3.7
"""How wide a meld and its points are together, in the same measure."""
LEAST_TEXT = 13


class Action(NamedTuple):
    """What a key does to the pad as it is when the key is tapped.

    Equal actions are equal values, so a key that shows and does the same is not drawn again.
    """

    do: Callable[..., None]
    about: tuple[Any, ...] = ()

    def to(self, pad: "_Pad") -> None:
        """Do it."""
        self.do(pad, *self.about)


class Present(Protocol):
    """Refers to the pad as it is now."""

    current: "_Pad"


@component
def SlatePad(desk: Desk, t: Tongue, evening: Evening, screen: Screen) -> ft.Control:
    """Draw the pad that writes on the slate."""
    use_slate(desk)
    return Pad(desk, t, evening.head, evening.replay, desk.hand, desk.hold, desk.write, screen)


@component
def Pad(
    desk: Desk,
    t: Tongue,
    head: Head,
    replay: Replay[Rules, State],
    hand: Hand,
    change: Callable[[Hand], None],
    write: Write,
    screen: Screen,
) -> ft.Control:
    """Draw the pad in its present mode. ``change`` keeps another half-entered deal.

    Keys are drawn anew only if what they show has changed, so they reach the present pad through
    a reference.
    """
    present = cast("Present", ft.use_ref(None))
    pad = present.current = _Pad(desk, t, head, replay, hand, change, write, screen, present)
    match hand.mode:
        case Mode.RESULT:
            return pad.results()
        case Mode.CARD_POINTS:
            return pad.card_points()
        case Mode.SOLO:
            return pad.solos()


@component
def Key(
    present: Present,
    action: Action,
    name: str,
    text: str,
    figure: str,
    side: int,
    color: ft.ColorValue,
    off: str | None,
    size: float,
) -> ft.Control:
    """Draw a key that writes: words outside, game points towards the middle.

    ``off`` says that it is not possible now, and ``figure`` is empty then.
    """
    label = ft.Text(text, size=size, color=chalk.EDGE if off else chalk.CHALK)
    worth: ft.Control = (
        ft.Icon(ft.Icons.BLOCK, size=18, color=chalk.EDGE)
        if off
        else chalk.written(figure, size * FIGURE_TO_TEXT, color)
    )
    return chalk.tappable(
        name,
        ft.Row(
            [label, _tall(worth)] if side == 0 else [_tall(worth), label],
            wrap=True,
            spacing=4,
            run_spacing=0,
            alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        guarded(present.current.desk, lambda: action.to(present.current)),
        hint=off,
        expand=True,
        padding=KEY_PADDING,
        border=ft.Border.all(1, chalk.RULE if off else chalk.EDGE),
        border_radius=4,
    )


def _tall(worth: ft.Control) -> ft.Control:
    """Keep a key high enough to be hit, however small what it shows."""
    strut = ft.Container(width=0, height=chalk.SCORING_TOUCH - 2 * KEY_PADDING)
    return ft.Row([strut, worth], tight=True, spacing=0)


@component
def PlainKey(
    present: Present,
    action: Action,
    name: str,
    text: str | ft.IconData,
    off: bool,
    size: float,
    weight: int,
) -> ft.Control:
    """Draw a key that writes nothing yet: a digit, a step, a way to another mode."""
    color = chalk.RULE if off else chalk.CHALK
    content: ft.Control = (
        ft.Text(text, size=size, color=color, text_align=ft.TextAlign.CENTER)
        if isinstance(text, str)
        else ft.Icon(text, color=color)
    )
    return chalk.tappable(
        name,
        content,
        guarded(present.current.desk, lambda: action.to(present.current)),
        expand=weight,
        padding=ft.Padding.symmetric(horizontal=2, vertical=16),
        alignment=ft.Alignment.CENTER,
        border=ft.Border.all(1, chalk.RULE if off else chalk.EDGE),
        border_radius=4,
    )


@dataclass(frozen=True, slots=True, repr=False)
class _Pad:
    """The pad as it is now: what it draws, and what its keys do."""

    desk: Desk
    t: Tongue
    head: Head
    replay: Replay[Rules, State]
    hand: Hand
    change: Callable[[Hand], None]
    write: Write
    screen: Screen
    present: Present

    @property
    def rules(self) -> Rules:
        return self.replay.agreement.rules

    @property
    def home(self) -> int:
        return self.hand.home_or(self.replay.state.home)

    @property
    def text_size(self) -> float:
        """The largest text size at which the longest level still fits into its column."""
        return min(
            17, (self.screen.column - 2 * KEY_PADDING / self.screen.text_scale) / LONGEST_WORD
        )

    def name(self, side: int) -> str:
        return self.head.sides[side].name

    def results(self) -> ft.Control:
        """Draw melds, the three results of each side, spritzen, and the ways to more."""
        return _rows(
            _mirrored([[self.meld(side, cards) for cards in (20, 40)] for side in (0, 1)]),
            *(_mirrored([[self.result(side, level)] for side in (0, 1)]) for level in Level),
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
            return [_row(*self.spritzen(), count, alone)]
        return [_row(*self.spritzen()), _mirrored([[count], [alone]])]

    def meld(self, side: int, cards: int) -> ft.Control:
        offer = self.replay.offer(Meld(side=side, cards=cards))
        name = self.t("{side}: declare {cards}", side=self.name(side), cards=cards)
        room = (self.screen.column - chalk.UNIT) / 2 - 2 * KEY_PADDING
        size = max(LEAST_TEXT, min(self.text_size, room / LONGEST_MELD))
        return self.key(side, side, name, str(cards), offer, Action(_take, (offer.entry,)), size)

    def result(self, side: int, level: Level) -> ft.Control:
        offer = self.replay.offer(self.hand.deal(side, level))
        name = words.result_name(self.t, self.head, side, level, _points(offer))
        text = words.short_level_name(self.t, level)
        return self.key(side, side, name, text, offer, Action(_take_result, (side, level)))

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
        return _rows(
            explained,
            _mirrored([[self.solo(side, won=True)] for side in (0, 1)]),
            _mirrored([[self.solo(side, won=False)] for side in (0, 1)]),
            self.back(),
        )

    def solo(self, side: int, *, won: bool) -> ft.Control:
        t, offer = self.t, self.replay.offer(Solo(side=side, won=won))
        if won:
            name, text = t("{side}: solo won", side=self.name(side)), t("won")
        else:
            name, text = t("{side}: solo lost", side=self.name(side)), t("lost")
        winner = side if won else other(side)
        return self.key(side, winner, name, text, offer, Action(_take, (offer.entry,)))

    def key(
        self,
        side: int,
        winner: int,
        name: str,
        text: str,
        offer: Offer[State],
        action: Action,
        size: float | None = None,
    ) -> ft.Control:
        """Draw a key in the column of ``side`` that would write for ``winner``."""
        off = self.t("not possible now") if offer.refusal else None
        figure = "" if off else f"+{_points(offer)}"
        return Key(
            self.present,
            action,
            name,
            text,
            figure,
            side,
            chalk.SIDES[winner],
            off,
            size or self.text_size,
        )

    def plain(
        self,
        action: Action,
        name: str,
        text: str | ft.IconData | None = None,
        *,
        off: bool = False,
        weight: int = 1,
    ) -> ft.Control:
        size = 15 if self.screen.is_short else 17
        return PlainKey(self.present, action, name, text or name, off, size, weight)

    def spritzen(self) -> list[ft.Control]:
        """Draw the stepper for spritzen, telling whose turn it is to double."""
        t, n, short = self.t, self.hand.spritzen, self.screen.is_short
        side = self.name(next_to_spritz(self.home, n))
        turn, doubled = t("{side} may spritz", side=side), words.spritzen(t, n)
        turn_text = (
            _one_line(side, 13, chalk.FAINT)
            if short
            else chalk.words(turn, 13, chalk.FAINT, text_align=ft.TextAlign.CENTER)
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
        says = self.counted_says()
        offer = self.counted()
        counted = chalk.spoken(
            says,
            ft.Container(
                chalk.words(
                    says,
                    15,
                    chalk.WARNING if offer and offer.refusal else chalk.CHALK,
                    text_align=ft.TextAlign.CENTER,
                ),
                height=chalk.SCORING_TOUCH,
                alignment=ft.Alignment.CENTER,
            ),
            announced=True,
        )
        fields = _mirrored([[self.typed_field(side)] for side in (0, 1)])
        delete, write = (
            self.plain(Action(_delete), t("Delete")),
            self.plain(Action(_take_counted), t("Write down")),
        )
        to_results = Action(_turn_to, (Mode.RESULT,))
        back = self.plain(to_results, t("Back to the results"), ft.Icons.ARROW_BACK)
        if self.screen.is_short:
            digits = [
                _row(*map(self.digit, digits)) for digits in ((1, 2, 3, 4, 5), (6, 7, 8, 9, 0))
            ]
            return _rows(fields, counted, *digits, _row(back, delete, write))
        digits = [_row(*map(self.digit, row)) for row in ((1, 2, 3), (4, 5, 6), (7, 8, 9))]
        says_row = _row(
            ft.Container(back, width=chalk.SCORING_TOUCH), ft.Container(counted, expand=True)
        )
        return _rows(fields, says_row, *digits, _row(delete, self.digit(0), write))

    def typed_field(self, side: int) -> ft.Control:
        both = self.hand.card_points(self.rules)
        shown = "" if both is None else str(both[side])
        typing = side == self.hand.typing_side
        name = _one_line(self.name(side), 15, chalk.SIDES[side])
        name.expand = True
        return chalk.tappable(
            self.t("Card points {side}", side=self.name(side)),
            ft.Row([name, chalk.written(shown, 30)]),
            lambda: self.change(replace(self.hand, typing_side=side, typed=None)),
            value=shown,
            selected=typing,
            expand=True,
            padding=ft.Padding.symmetric(horizontal=10, vertical=8),
            border=ft.Border.all(2 if typing else 1, chalk.SIDES[side] if typing else chalk.RULE),
            border_radius=4,
        )

    def digit(self, digit: int) -> ft.Control:
        return self.plain(Action(_type, (digit,)), str(digit))

    def counted(self) -> Offer[State] | None:
        """Return what writing the typed card points would do; None before any digit."""
        deal = self.hand.counted(self.rules)
        return self.replay.offer(deal) if deal else None

    def counted_says(self) -> str:
        """Return what the typed card points come to, or what is wrong with them."""
        t, offer = self.t, self.counted()
        if offer is None:
            return t("Type the card points of {side}.", side=self.name(self.hand.typing_side))
        if offer.refusal or not offer.after or not offer.after.line:
            return sentence(t, offer.refusal) if offer.refusal else ""
        line = offer.after.line
        what = f"+{line.points}, {words.entry_name(t, self.head, offer.entry, line)}"
        return t("{side} wins: {what}", side=self.name(line.side), what=what)


def _take(pad: _Pad, entry: Entry) -> None:
    """Write what was tapped, or say why it cannot be."""
    offer = pad.replay.offer(entry)
    if offer.refusal or not offer.after:
        pad.desk.say(sentence(pad.t, offer.refusal) if offer.refusal else "")
    else:
        pad.write(entry)


def _take_result(pad: _Pad, side: int, level: Level) -> None:
    _take(pad, pad.hand.deal(side, level))


def _take_counted(pad: _Pad) -> None:
    deal = pad.hand.counted(pad.rules)
    if deal is None:
        pad.desk.say(pad.counted_says())
    else:
        _take(pad, deal)


def _turn_to(pad: _Pad, mode: Mode) -> None:
    pad.change(replace(pad.hand, mode=mode, typed=None))


def _turn_to_solo(pad: _Pad) -> None:
    refusal = pad.replay.offer(Solo(side=0, won=True)).refusal
    if refusal is None:
        _turn_to(pad, Mode.SOLO)
    else:
        pad.desk.say(sentence(pad.t, refusal))


def _spritz(pad: _Pad, by: int) -> None:
    if 0 <= pad.hand.spritzen + by <= MOST_SPRITZEN:
        pad.change(replace(pad.hand, spritzen=pad.hand.spritzen + by))


def _delete(pad: _Pad) -> None:
    """Take the last digit back."""
    kept = (pad.hand.typed or 0) // 10
    pad.change(replace(pad.hand, typed=kept or None))


def _type(pad: _Pad, digit: int) -> None:
    typed, total = (pad.hand.typed or 0) * 10 + digit, pad.rules.all_card_points
    if typed <= total:
        pad.change(replace(pad.hand, typed=typed))
    else:
        pad.desk.say(pad.t("There are only {total} card points in a deal.", total=total))


def _points(offer: Offer[State]) -> int:
    return offer.after.line.points if offer.after and offer.after.line else 0


def _one_line(text: str, size: float, color: ft.ColorValue) -> ft.Text:
    """Return a name that gives way where there is no room for all of it."""
    return ft.Text(text, size=size, color=color, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS)


def _mirrored(sides: list[list[ft.Control]]) -> ft.Control:
    """Lay out both sides' controls with the dead strip and its rule between them."""
    mine, yours = (ft.Row(controls, expand=1, spacing=chalk.UNIT) for controls in sides)
    return ft.Row([mine, chalk.dead_strip(), yours], spacing=0)


def _rows(*rows: ft.Control) -> ft.Control:
    return ft.Column([*rows], spacing=chalk.UNIT)


def _row(*controls: ft.Control) -> ft.Control:
    return ft.Row([*controls], spacing=chalk.UNIT)
