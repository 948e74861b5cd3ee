"""Bauerschspiel's pad: one tap tells which side played, and whether it won."""

from scoring.bauerschspiel import Deal, Rules, State
from views.session.draft import Draft
from views.text.phrases import outcome, signed
from views.ui.pad import SIDES, GamePad, Key, Pad, both, pad_of


class BauerschspielPad(GamePad[Draft, Rules, State]):
    """Won and lost for each side."""

    def pad(self) -> Pad:
        """Return both outcomes for each side."""
        return pad_of(
            both(lambda side: [self.outcome(Deal(side, won=True))]),
            both(lambda side: [self.outcome(Deal(side, won=False))]),
        )

    def outcome(self, deal: Deal) -> Key:
        """Return the key that writes a deal."""
        t, offer, side = self.t, self.replay.offer(deal), deal.side
        text, figure = outcome(t, won=deal.won), ""
        if offer.after and offer.after.line:
            figure = signed(offer.after.line.points[side])
        name = t("{side}: {what}", side=self.name(side), what=text)
        key_id = f"{'won' if deal.won else 'lost'}-{side}"
        return self.writing(key_id, name, text, offer, figure, SIDES[side], mirrored=side == 1)
