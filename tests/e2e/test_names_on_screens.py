"""Names on real screens: typed as quickly as anybody can, and as long as they may be."""

import re

import pytest
from phone import App, OpenPhone, Phone
from played import MINE, YOURS, play
from playwright.sync_api import Locator, expect

from scoring.bauerchen import Meld
from scoring.sheet import Side
from storage import Library

pytestmark = pytest.mark.browser

TYPED = {
    "Partei 1": "Die Unbesiegbaren aus dem Tale",
    "Partei 2": "Otterbacher Buben und Madeln 9",
    "Titel (muss nicht sein)": "Kerwe im Goldenen Löwen, Saal2",
}
"""Thirty letters for each field."""
EIGHTY = tuple(
    f"Donaudampfschifffahrt {'W' * 24} {'und so weiter ' * 3}"[:79] + end for end in "12"
)
ROUNDED = 1
"""By how much a box may be off: what screen readers are told is in whole dp."""


def listen_to(phone: Phone, label: str) -> None:
    """Tap into a field until it takes letters, and choose what stands in it, to be typed over.

    It does once it makes a first letter large; what was typed before that is lost.
    """
    field = phone.page.get_by_role("textbox", name=label, exact=True)
    phone.type_until(label, "x", lambda: expect(field).to_have_value("X", timeout=2_000))
    phone.page.keyboard.press("Control+A")


def test_letters_typed_at_once_all_begin_the_evening(open_phone: OpenPhone) -> None:
    phone = open_phone()
    phone.tap("Neuer Abend")
    for label, name in TYPED.items():
        listen_to(phone, label)
        phone.page.keyboard.type(name)
    phone.tap("Los geht's")
    mine, yours, title = TYPED.values()
    phone.expect_text(f"Stand: {mine} 0, {yours} 0")
    phone.expect_text(title)


@pytest.mark.parametrize(("width", "height"), [(320, 640), (844, 390)])
def test_lines_stay_in_their_columns_however_long_the_names(
    app: App, open_phone: OpenPhone, width: int, height: int
) -> None:
    melds = (Meld(MINE, 20), Meld(YOURS, 20))
    play(Library(app.folder), *melds, sides=tuple(map(Side, EIGHTY)))
    phone = open_phone(width, height)
    middle = width / 4 if width > height else width / 2
    who = box(phone.button(re.compile("^Geber: ")))
    for side, name in enumerate(EIGHTY):
        line = phone.button(f"Zeile {side + 1}: +1 für {name}: Melde 20")
        expect(line).to_be_in_viewport(ratio=1)
        left, top, right, bottom = box(line)
        assert side * middle <= left < right <= (side + 1) * middle
        assert top < bottom <= who[1] + ROUNDED
    undo = box(phone.button("Rückgängig"))
    assert who[3] <= undo[1] + ROUNDED


def box(key: Locator) -> tuple[float, float, float, float]:
    """Return where a key is: left, top, right, bottom."""
    expect(key).to_be_visible()
    found = key.bounding_box()
    assert found
    left, top = found["x"], found["y"]
    return left, top, left + found["width"], top + found["height"]
