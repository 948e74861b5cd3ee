"""Bauerschspiel's pad: one tap tells which side played, and whether it won."""

import flet as ft

from scoring.bauerschspiel import Deal
from views.session.draft import Draft
from views.text.phrases import outcome, signed
from views.ui import chalk
from views.ui.keys import Action, Pad, component_of, mirrored, rows, take


class _Pad(Pad[Draft]):
    """Won and lost for each side."""

    def drawn(self) -> ft.Control:
        """Draw both outcomes for each side."""
        return rows(
            *(
                mirrored([[self.outcome(Deal(side, won=won))] for side in (0, 1)])
                for won in (True, False)
            )
        )

    def outcome(self, deal: Deal) -> ft.Control:
        """Return the key that writes a deal."""
        t, offer = self.t, self.replay.offer(deal)
        text, figure = outcome(t, won=deal.won), ""
        if offer.after:
            figure = signed(offer.after.line.points[deal.side])
        name = t("{side}: {what}", side=self.name(deal.side), what=text)
        color, is_right = chalk.SIDES[deal.side], deal.side == 1
        return self.key(Action(take, (deal,)), name, text, offer, figure, color, mirrored=is_right)


BauerschspielPad = component_of(_Pad)
