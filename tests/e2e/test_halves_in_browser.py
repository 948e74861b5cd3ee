"""A phone between two sides, in a real browser: what is turned can be tapped where it is seen."""

from dataclasses import replace
from typing import Any

import pytest
from phone import App, OpenPhone
from played import SIDES, play

from scoring.game import Agreement
from scoring.game import replay as replayed
from scoring.games import GAMES
from scoring.sheet import Head
from storage import Library
from views.games.registry import VIEWS
from views.session.screen import Screen
from views.text.translator import translator
from views.ui import chalk
from views.ui.half import AROUND, half, half_room, is_lying
from views.ui.pad import Key, Labels

pytestmark = pytest.mark.browser

SIZES = ((320, 640), (390, 844), (844, 390), (667, 375), (640, 320), (768, 1024), (1280, 800))
AS_RECKONED = """([names, boxes, height]) => {
  const buttons = [...document.querySelectorAll('[role=button]')];
  const scrolls = [...document.querySelectorAll('flt-semantics')].some(one =>
    getComputedStyle(one).overflowY === 'scroll' && one.scrollHeight > one.clientHeight + 1);
  return !scrolls && names.every((name, at) => {
    const found = buttons.filter(button => button.textContent === name)
      .map(button => button.getBoundingClientRect());
    const [width, high] = boxes[at];
    return found.length === 2 && found.every(box =>
      Math.abs(box.width - width) <= 1.5 && Math.abs(box.height - high) <= 1.5
      && box.top > -1 && box.bottom < height + 1
      && (box.bottom < height / 2 || box.top > height / 2));
  });
}"""


def reckoned(game: str, width: int, height: int) -> tuple[list[str], list[list[float]], int]:
    """Return the names of the keys of a half, and how wide and high they are on the device."""
    screen = Screen.of(width, height)
    room, played, view = half_room(screen), GAMES[game], VIEWS[game]
    begun = replayed(played, Agreement(played.rules(), 0, 2))
    german, head, draft = translator("de"), Head(SIDES), view.draft()
    panel, keys = half(lambda size: view.pad(german, head, begun, draft, size).half(0), room)
    whole = room.width - panel - AROUND if is_lying(room) else room.width - 2 * AROUND
    boxes = dict[str, list[float]]()
    for row, high in zip(keys.rows, keys.heights, strict=True):
        weights = [weight_of(cell) for cell in row.cells]
        each = (whole - chalk.UNIT * (len(weights) - 1)) / sum(weights)
        for cell in row.cells:
            if isinstance(cell, Key):
                box = each * cell.face.weight, high
                boxes[cell.face.name] = [length * screen.zoom for length in box]
    return [*boxes], [*boxes.values()], height


def weight_of(cell: Any) -> int:
    if isinstance(cell, Key):
        return cell.face.weight
    assert isinstance(cell, Labels)
    return cell.weight


@pytest.mark.parametrize("game", ["bauer", "bauer-simple"])
def test_no_half_scrolls_and_its_keys_are_as_large_as_they_are_reckoned(
    app: App, open_phone: OpenPhone, game: str
) -> None:
    library = Library(app.folder)
    play(library, game=GAMES[game])
    library.change(replace(library.settings, both_sides=True))
    phone = open_phone()
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.wait_for_function(AS_RECKONED, arg=[*reckoned(game, width, height)])


def test_each_side_taps_its_own_half(app: App, open_phone: OpenPhone) -> None:
    play(Library(app.folder))
    phone = open_phone(390, 844)
    phone.tap("Menü")
    phone.tap("Von beiden Seiten lesbar, aus")
    phone.button("Dein: 20 melden").wait_for()
    phone.touch("Dein: 20 melden")
    phone.page.get_by_text("Stand: Mein 0, Dein 1").first.wait_for()
    phone.touch("Mein: 20 melden")
    phone.page.get_by_text("Stand: Mein 1, Dein 1").first.wait_for()
