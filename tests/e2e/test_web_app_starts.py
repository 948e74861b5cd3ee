"""What a start of the web app does not waste time on."""

import pytest
from on_the_web import Site, begin, phone_on
from playwright.sync_api import BrowserContext

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

WATCH = """
globalThis.drawn = 0;
const screen = requestAnimationFrame;
globalThis.requestAnimationFrame = draw => screen(time => { globalThis.drawn += 1; draw(time); });
globalThis.frames_pass = async number => {
  for (let frame = 0; frame < number; frame += 1) await new Promise(screen);
};
let connect;
Object.defineProperty(globalThis, 'jsConnect', {
  get: () => connect && ((...wanted) => { globalThis.connects = true; return connect(...wanted); }),
  set(given) { connect = given; },
});
"""
COUNT_COPIES = """
globalThis.copies = 0;
const copy = createImageBitmap;
globalThis.createImageBitmap = (...wanted) => { globalThis.copies += 1; return copy(...wanted); };
"""
DRAWN_IN_A_SECOND = """async () => {
  await frames_pass(3); // what was asked for before
  const before = drawn;
  await frames_pass(60);
  return drawn - before;
}"""


def test_nothing_is_drawn_beneath_the_slate_while_flutter_waits_for_python(
    site: Site, device: BrowserContext
) -> None:
    phone = phone_on(device)
    phone.page.add_init_script(WATCH)
    python = site.hold("python.zip.zst")
    phone.page.goto(site.address)
    phone.page.wait_for_function("() => globalThis.connects")
    assert phone.page.evaluate(DRAWN_IN_A_SECOND) == 0
    python.set()
    phone.listen()
    begin(phone)


def test_flutter_draws_on_the_page_itself_and_copies_no_picture_of_it(
    site: Site, device: BrowserContext
) -> None:
    phone = phone_on(device)
    phone.page.add_init_script(COUNT_COPIES)
    phone.page.goto(site.address)
    phone.listen()
    begin(phone)
    assert phone.page.evaluate("copies") == 0
