"""A phone between two sides, in a real browser: what is turned can be tapped where it is seen."""

import pytest
from phone import App, OpenPhone
from played import play

from storage import Library

pytestmark = pytest.mark.browser

EACH_IN_ITS_HALF = """middle => {
  const box = name => [...document.querySelectorAll('[role=button]')]
    .find(button => button.textContent === name)?.getBoundingClientRect();
  const near = box('Mein: 20 melden'), far = box('Dein: 20 melden');
  return near && far && near.top > middle && far.bottom < middle
    && Math.min(near.height, far.height) >= 56;
}"""


def test_each_side_taps_its_own_half_upright_and_lying(app: App, open_phone: OpenPhone) -> None:
    play(Library(app.folder))
    phone = open_phone(390, 844)
    phone.tap("Menü")
    phone.tap("Von beiden Seiten lesbar, aus")
    for width, height in ((390, 844), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.wait_for_function(EACH_IN_ITS_HALF, arg=height / 2)
    phone.touch("Dein: 20 melden")
    phone.page.get_by_text("Stand: Mein 0, Dein 1").first.wait_for()
    phone.touch("Mein: 20 melden")
    phone.page.get_by_text("Stand: Mein 1, Dein 1").first.wait_for()
