"""Statistics of the evenings of a period, counted in small steps while a page shows them.

What was counted of an evening stays in the library, and what was added up stays here: a page that
is opened again shows it at once, unless something of it has changed.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from scoring.leads import Leads
from scoring.ledger import Owed
from scoring.people import People
from scoring.periods import Period, Span, period_of
from scoring.ranking import Who
from scoring.records import Feat, Record, records, told_of
from scoring.statistics import Statistics
from storage import CANNOT_OPEN, Label, Library
from views.session.gradual import Gradual
from views.text.times import typed_day

LEAST_EVENINGS: Final = (1, 3, 5, 10)
"""With so many evenings somebody can be ranked, by choice."""
USUAL_LEAST: Final = 3


@dataclass(frozen=True)
class Choice:
    """What a page of statistics shows; ``typed`` are the first and last day of an own period.

    ``comma`` is whether tables have decimals with a comma; None leaves that to the language.
    """

    span: Span = Span.ALL
    typed: tuple[str, str] = ("", "")
    game: str | None = None
    of_pairs: bool = False
    least_evenings: int = USUAL_LEAST
    comma: bool | None = None

    @property
    def between(self) -> Period:
        """The own period; open where no day is typed."""
        return Period(*map(typed_day, self.typed))


class Held(NamedTuple):
    """A record as it is ``told`` of people, as it stands on the sheet, and its evening."""

    told: Feat
    feat: Feat
    evening: Label


class Reckoning(Gradual[Label]):
    """Adds up what was counted on evenings, those of the newest first.

    ``found`` are the statistics by game, ``unread`` are the evenings that could not be read.
    """

    def __init__(self, library: Library) -> None:
        super().__init__()
        self.choice = Choice()
        self.found: defaultdict[str, Statistics] = defaultdict(Statistics)
        self.unread: dict[str, Label] = {}
        self._library = library
        self._added: dict[str, Mapping[str, Statistics]] = {}

    @property
    def owed(self) -> Owed:
        """What was lost in all games together."""
        owed = Owed()
        for found in self.found.values():
            owed.add(found.owed)
        return owed

    @property
    def counted(self) -> int:
        """So many evenings are counted, or could not be."""
        return len(self._added) + len(self.unread)

    def evenings(self, game: str) -> list[tuple[Label, Statistics]]:
        """Return what was counted on each evening of a game, the oldest first."""
        labels = self._library.labels()[::-1]
        return [
            (label, self._added[label.key][game])
            for label in labels
            if game in self._added.get(label.key, ())
        ]

    def look(self, *, again: bool = False) -> None:
        """Look which evenings of the chosen period have to be counted.

        If one was changed or is gone, all are added anew. What could not be read is read ``again``
        only on purpose, not whenever a page is drawn.
        """
        choice = self.choice
        period = period_of(choice.span, _now(), choice.between)
        held = {each.key: each for each in self._library.labels() if period.holds(each.played_on)}
        added = self._added.items()
        if not all(key in held and self._statistics(key) is each for key, each in added):
            self._added, self.found = {}, defaultdict(Statistics)
        unread = {} if again else self.unread
        self.unread = {key: each for key, each in unread.items() if key in held}
        known = self._added.keys() | self.unread.keys()
        self._wait_for(each for key, each in held.items() if key not in known)

    def records(self, game: str, people: People, who: Who = ()) -> dict[Record, Held]:
        """Return the records of a game, as far as it is counted; of equal ones the oldest.

        With ``who``, only those of that player or pair.
        """
        held = (
            Held(told_of(feat, people), feat, label)
            for label, _ in self.evenings(game)
            for feat in self._library.feats(label.key)
        )
        return records(((each, each.told) for each in held), who)

    def leads(self, game: str) -> Leads:
        """Return what leads came to in a game, as far as it is counted."""
        leads = Leads(Counter(), Counter())
        for label, _ in self.evenings(game):
            leads.add(self._library.leads(label.key))
        return leads

    def _count_one(self, label: Label) -> None:
        counted = self._statistics(label.key)
        if counted is None:
            self.unread[label.key] = label
            return
        self._added[label.key] = counted
        for game, more in counted.items():
            self.found[game].add(more)

    def _statistics(self, key: str) -> Mapping[str, Statistics] | None:
        """Return what is counted of an evening; None if it cannot be read."""
        try:
            return self._library.statistics(key)
        except CANNOT_OPEN:
            return None


def _now() -> datetime:
    return datetime.now().astimezone()
