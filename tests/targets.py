"""What can be tapped on a page: where it is, whether a finger hits it, and only it."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import hypot
from typing import Final, NamedTuple

from phone import PATIENCE, Phone

from views.ui.page_frame import LAID_OUT

TOUCH: Final = 48
SCORING_TOUCH: Final = 56
APART: Final = 8
"""What is free at least between two things that can be tapped, in dp."""
ROUNDED: Final = 1
"""By how much a box may be off: what screen readers are told is in whole dp."""
SCORES: Final = re.compile(
    r"^(?!Trumpf|Zeile|Gestrichen|Geber).+: |^(\d|Anschreiben|Spritzen|gewonnen|verloren)$"
)
"""The names of the keys that write on the slate; the others choose what will be written."""
ROWS: Final = re.compile(r"Zeile \d+: |Gestrichen: |Geber: ")
STEPS_BACK: Final = 6
"""So many times a quarter of a list is scrolled back at most, for what both its ends cut off."""
FRAMES: Final = 5
"""Whatever has not moved for so many frames stands still."""
SCROLLED: Final = 12
"""After so many frames a list has begun to scroll, if it can."""
ARRIVED: Final = 100
"""After so many frames no part of a page is still on its way."""

LOOK: Final = """([shows, leaves, frames, mayBeSame]) => {
  const seen = [...document.querySelectorAll('[flt-tappable], input, textarea')];
  const around = seen.map(e => e.parentElement.closest('[style*="overflow-y"]'));
  const all = seen.map((e, place) => {
    /* the field's own has the browser's edge */
    const drawn = e.matches('input, textarea') ? e.parentElement : e;
    const {left, top, right, bottom} = drawn.getBoundingClientRect();
    const list = around[place], clip = list?.getBoundingClientRect();
    const isLonger = list && list.scrollHeight - list.scrollTop - list.clientHeight > 1;
    const name = e.getAttribute('aria-label') || e.textContent;
    const seenFrom = clip ? [clip.left, clip.top, clip.bottom, isLonger] : null;
    return [name, left, top, right, bottom, seenFrom];
  });
  const now = JSON.stringify(all);
  const isThere = start => all.some(([name]) => name.startsWith(start));
  const isShown = isThere(shows) && !(leaves && isThere(leaves));
  const isNew = mayBeSame || now !== window.lookedAt;
  if (!isShown || !isNew || now !== window.glimpsed) {
    window.glimpsed = now;
    window.frames = 0;
    return false;
  }
  window.frames += 1;
  if (window.frames < frames) return false;
  window.lookedAt = now;
  return all.map((one, place) => {
    const [, left, top, right, bottom] = one;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return [...one, seen[place].contains(hit)];
  });
}"""
"""Waits until something else than before is shown, and stands still; tells where all of it is."""
PRESS: Final = """name => {
  const found = [...document.querySelectorAll('[flt-tappable]')]
    .find(e => e.textContent.startsWith(name));
  found?.click();
  return Boolean(found);
}"""
GO: Final = """path => {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate', {state: null}));
}"""


class Clip(NamedTuple):
    """Where a list is seen that is scrolled, in dp, and whether it goes on below."""

    left: float
    top: float
    bottom: float
    is_longer: bool


class Target(NamedTuple):
    """Something that can be tapped, with its place in dp, and the list that it is in."""

    name: str
    left: float
    top: float
    right: float
    bottom: float
    clip: Clip | None
    is_hit: bool

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def is_row(self) -> bool:
        """Whether it is a line of the slate, which a tap only explains, or who deals."""
        return bool(ROWS.match(self.name))

    @property
    def is_cut(self) -> bool:
        """Whether it is at an edge of its list, so that a part of it may be out of sight.

        A long list ends for screen readers where it is laid out no further.
        """
        if self.clip is None:
            return False
        edge = 2 * ROUNDED
        if self.top < self.clip.bottom + LAID_OUT < self.bottom + edge:
            return True
        if self.top >= self.clip.bottom or self.bottom <= self.clip.top:
            return False
        return self.top < self.clip.top + edge or self.bottom > self.clip.bottom - edge

    def is_in_sight(self, height: float) -> bool:
        """Whether its middle is certainly on a screen of that height, as boxes are rounded."""
        _, top, bottom, _ = self.clip or (0, 0, height, False)
        middle = (self.top + self.bottom) / 2
        return max(0, top) + ROUNDED <= middle <= min(bottom, height) - ROUNDED

    def distance(self, other: "Target") -> float:
        """Return how much is free between both; below 0 if they overlap."""
        beside = max(self.left, other.left) - min(self.right, other.right)
        above = max(self.top, other.top) - min(self.bottom, other.bottom)
        return hypot(beside, above) if min(beside, above) > 0 else max(beside, above)

    def holds(self, other: "Target") -> bool:
        """Whether the other one is a part of it, as the key that clears a field."""
        return (
            self.left <= other.left + ROUNDED
            and self.top <= other.top + ROUNDED
            and other.right <= self.right + ROUNDED
            and other.bottom <= self.bottom + ROUNDED
        )


class Finger:
    """Goes over pages, and notes what a finger would miss there."""

    def __init__(self, phone: Phone, width: int) -> None:
        self.missed = list[str]()
        self.phone = phone
        self._width = width

    def go(self, path: str) -> None:
        """Go to an address, as the browser's own arrows do: the app does not start anew."""
        self.phone.page.evaluate(GO, f"/{path}")

    def press(self, name: str) -> None:
        """Tap what is called so, or begins so, wherever it is scrolled to."""
        self.phone.page.wait_for_function(PRESS, arg=name)

    def enlarge(self, percent: int) -> None:
        """Set the text size of the device; what is shown next is laid out for it."""
        self.phone.page.evaluate(
            "size => { document.documentElement.style.fontSize = size }", f"{16 * percent / 100}px"
        )
        self.seen()

    def seen(
        self,
        shows: str = "",
        *,
        leaves: str = "",
        may_be_same: bool = False,
        frames: int = FRAMES,
    ) -> list[Target]:
        """Wait until something else than before is shown, and that with it; return it all.

        What ``leaves`` has to be gone by then: two halves do not change at once.
        What ``may_be_same`` as before is awaited only until it stands still. A list does not always
        say that it is one: then something lies below the screen in no list.
        """
        found = self.phone.page.wait_for_function(
            LOOK, arg=[shows, leaves, frames, may_be_same], timeout=PATIENCE
        )
        told = found.json_value()
        is_lost = any(top >= self.phone.height and not clip for _, _, top, _, _, clip, _ in told)
        instead = Clip(0, 0, self.phone.height, is_longer=True) if is_lost else None
        return [
            Target(name, left, top, right, bottom, Clip(*clip) if clip else instead, is_hit)
            for name, left, top, right, bottom, clip, is_hit in told
        ]

    def look(
        self,
        where: str,
        shows: str,
        *,
        leaves: str = "",
        is_slate: bool = False,
        is_last: bool = True,
    ) -> list[Target]:
        """Note what would be missed on a page; return it all.

        On a slate what scores has to be higher, and no keys touch. If it is the last look at the
        page, it is also scrolled to its end; after that, places in lists can be told wrong.
        """
        first = self.seen(shows, leaves=leaves)
        if self._faults(first, [], is_slate=is_slate):  # a part may have been on its way
            first = self.seen(shows, may_be_same=True, frames=ARRIVED)
        later = self._at_end(first) if is_last else []
        faults = self._faults(first, later, is_slate=is_slate)
        self.missed += [f"{where}: {fault}" for fault in faults]
        return first

    def _faults(
        self, first: Sequence[Target], later: Sequence[Target], *, is_slate: bool
    ) -> list[str]:
        told = [
            *self._small(first, later, is_slate=is_slate),
            *self._covered(first),
            *_near(first, is_slate=is_slate),
        ]
        return [*dict.fromkeys(told)]

    def _at_end(self, first: Sequence[Target]) -> list[Target]:
        """Scroll the lists that go on below to their end; return what is seen on the way."""
        long = {one.clip: one for one in first if one.clip and one.clip.is_longer}
        seen = list[Target]()
        for clip, one in long.items():
            middle = (clip.top + clip.bottom) / 2
            self.phone.page.mouse.move((one.left + one.right) / 2, middle)
            self.phone.page.mouse.wheel(0, 100_000)
            seen += self.seen(may_be_same=True, frames=SCROLLED)
            for _ in range(STEPS_BACK):
                if not [*self._small(first, seen, is_slate=True)]:
                    break  # nothing was cut off at the start and at the end
                self.phone.page.mouse.wheel(0, (clip.top - middle) / 2)
                seen += self.seen(may_be_same=True, frames=SCROLLED)
        return seen

    def _small(
        self, first: Sequence[Target], later: Sequence[Target], *, is_slate: bool
    ) -> Iterator[str]:
        """Tell what is too small; what the edge of a list cuts off is looked at again later."""
        higher = defaultdict[tuple[str, float], float](float)
        for one in later:
            higher[one.name, one.left] = max(higher[one.name, one.left], one.height)
        for one in first:
            if one.is_cut and not later:
                continue
            height = higher[one.name, one.left] if one.is_cut else one.height
            least = SCORING_TOUCH if is_slate and SCORES.search(one.name) else TOUCH
            if height < least - ROUNDED:
                yield f"{one.name} is only {height:g} dp high"
            if one.right - one.left < TOUCH - ROUNDED:
                yield f"{one.name} is only {one.right - one.left:g} dp wide"
            if one.left < -ROUNDED or one.right > self._width + ROUNDED:
                yield f"{one.name} goes from {one.left:g} to {one.right:g}"

    def _covered(self, seen: Sequence[Target]) -> Iterator[str]:
        for one in seen:
            if one.is_in_sight(self.phone.height) and not one.is_hit:
                yield f"{one.name} is covered"


def _near(seen: Sequence[Target], *, is_slate: bool) -> Iterator[str]:
    """Tell what is so near to each other that a finger may hit the wrong one.

    What is scrolled is beside what it is scrolled with; what is cut off is beside nothing. Rows and
    segments of a list touch: the line between them parts them. Lines of the slate are written as
    closely as with chalk: a tap on one writes nothing.
    """
    whole = [one for one in seen if not one.is_cut]
    for one, other in combinations(whole, 2):
        are_together = one.clip == other.clip or (one.is_hit and other.is_hit)
        free = one.distance(other)
        if not are_together or free >= APART - ROUNDED:
            continue
        if (one.is_row or other.is_row) and free >= -ROUNDED:
            continue
        if not is_slate and abs(free) <= ROUNDED:
            continue
        if not (one.holds(other) or other.holds(one)):
            yield f"{one.name} is {free:g} dp beside {other.name}"
