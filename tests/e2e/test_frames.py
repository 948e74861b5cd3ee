"""WebKit begins a frame long after it is asked for the first one: so it is asked at the tap."""

import pytest
from on_the_web import Site, phone_on, without_app
from playwright.sync_api import BrowserContext

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

APPLE, MOZILLA = "Apple Computer, Inc.", ""
"""What WebKit and Firefox call their vendors."""
LATER = 3_600_000
"""The time when the clock stops that the page sees, in milliseconds."""
A_TAP_AND_PYTHON = 50
LONG = 1_000
"""So many milliseconds after a tap all is shown."""
ASKED = "globalThis.asked"
"""How often the page has asked for a frame."""
NOTE_FRAMES = f"""() => {{
  const {{requestAnimationFrame}} = globalThis;
  {ASKED} = 0;
  globalThis.requestAnimationFrame = draw => {{
    {ASKED} += 1;
    return requestAnimationFrame(draw);
  }};
}}"""


@pytest.mark.parametrize(("vendor", "is_webkit"), [(APPLE, True), (MOZILLA, False)])
def test_from_a_tap_on_webkit_alone_draws_until_python_may_have_answered(
    vendor: str, *, is_webkit: bool, site: Site, device: BrowserContext
) -> None:
    phone = phone_on(device)
    phone.page.add_init_script(
        f"Object.defineProperty(Navigator.prototype, 'vendor', {{get: () => '{vendor}'}})"
    )
    clock = phone.page.clock
    clock.install(time=0)
    page = without_app(phone, site)
    clock.pause_at(LATER)
    page.evaluate(NOTE_FRAMES)
    page.evaluate("() => import('./frames.js').then(frames => frames.drawAtTaps())")
    page.mouse.click(10, 10)
    assert page.evaluate(ASKED) == is_webkit
    clock.run_for(A_TAP_AND_PYTHON)
    assert (page.evaluate(ASKED) > 2) is is_webkit
    clock.run_for(LONG)
    ended = page.evaluate(ASKED)
    clock.run_for(LONG)
    assert page.evaluate(ASKED) == ended
    page.mouse.click(10, 10)
    assert page.evaluate(ASKED) == ended + is_webkit
