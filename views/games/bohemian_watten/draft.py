"""The half-entered deal: the tricks as they are made, who folded, and whether hearts are trumps."""

from dataclasses import dataclass, replace

from scoring.bohemian_watten import MOST_PLAYERS, TRICKS, Deal
from scoring.fields import Flag, UpTo, Whole, of_kind
from views.session.draft import Draft

PLAYER = Whole(0, MOST_PLAYERS - 1)


@dataclass(frozen=True)
class WattenDraft(Draft):
    """What was tapped so far; ``made_by`` tells for each trick who made it, in that order."""

    made_by: tuple[int, ...] = of_kind(UpTo(PLAYER, TRICKS), default=())
    folded: tuple[int, ...] = of_kind(UpTo(PLAYER, MOST_PLAYERS), default=())
    hearts: bool = of_kind(Flag(), default=False)

    @classmethod
    def of_entry(cls, entry: Deal) -> "WattenDraft":
        """Return what a deal tells; whoever sits before another made the tricks before."""
        made_by = tuple(side for side, made in enumerate(entry.tricks) for _ in range(made or 0))
        folded = tuple(side for side, made in enumerate(entry.tricks) if made is None)
        return cls(made_by, folded, entry.hearts)

    @classmethod
    def of_undone(cls, entry: Deal) -> "WattenDraft":
        """Return all that a deal tells, which took a tap for each trick."""
        return cls.of_entry(entry)

    @property
    def counted(self) -> tuple[int, ...]:
        """Who made each trick, without those who folded: a stored deal may name them, too."""
        return tuple(maker for maker in self.made_by if maker not in self.folded)

    @property
    def tricks_left(self) -> int:
        """How many tricks nobody has made yet."""
        return TRICKS - len(self.counted)

    def deal(self, players: int) -> Deal:
        """Return the deal as it would be if no more tricks were made."""
        tricks = (
            None if side in self.folded else self.made_by.count(side) for side in range(players)
        )
        return Deal(tuple(tricks), hearts=self.hearts)

    def one_more(self, side: int) -> "WattenDraft":
        """Return the draft with one more trick for a player."""
        return replace(self, made_by=(*self.counted, side))

    def one_less(self) -> "WattenDraft":
        """Return the draft without the last trick."""
        return replace(self, made_by=self.counted[:-1])

    def folding(self, side: int) -> "WattenDraft":
        """Return the draft with a player folded, whose tricks were a mistake then."""
        others = tuple(maker for maker in self.made_by if maker != side)
        return replace(self, made_by=others, folded=tuple(sorted({*self.folded, side})))

    def staying(self, side: int) -> "WattenDraft":
        """Return the draft with a player who stays in after all."""
        return replace(self, folded=tuple(folded for folded in self.folded if folded != side))
