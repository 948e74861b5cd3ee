"""A phone between two sides, in a real browser: what is turned can be tapped where it is seen."""

import pytest
from phone import App, OpenPhone
from played import play

from storage import Library

pytestmark = pytest.mark.browser


def test_each_side_taps_its_own_half_upright_and_lying(app: App, open_phone: OpenPhone) -> None:
    play(Library(app.folder))
    phone = open_phone(390, 844)
    phone.tap("Menü")
    phone.tap("Von beiden Seiten lesbar, aus")
    for width, height in ((390, 844), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})
        middle = height / 2
        near, far = phone.button("Mein: 20 melden"), phone.button("Dein: 20 melden")
        near.wait_for()
        lower, upper = near.bounding_box(), far.bounding_box()
        assert lower
        assert upper
        assert lower["y"] > middle
        assert upper["y"] + upper["height"] < middle
        assert min(lower["height"], upper["height"]) >= 56
    phone.touch("Dein: 20 melden")
    phone.page.get_by_text("Stand: Mein 0, Dein 1").first.wait_for()
    phone.touch("Mein: 20 melden")
    phone.page.get_by_text("Stand: Mein 1, Dein 1").first.wait_for()
