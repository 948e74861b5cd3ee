"""What a start of the web app does not waste time on."""

import pytest
from failing_starts import SCRIPT, WASM
from installed import wait_until_kept
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
WITHOUT_WEBGL = """
const {getContext} = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...more);
};
"""
WITHOUT_GARBAGE_COLLECTION = "WebAssembly.validate = () => false;"
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


@pytest.mark.parametrize("lacks", ["", WITHOUT_WEBGL, WITHOUT_GARBAGE_COLLECTION])
def test_a_browser_gets_what_it_can_run_and_starts_with_that_without_a_network(
    site: Site, device: BrowserContext, lacks: str
) -> None:
    kit, other = (SCRIPT, WASM) if lacks else (WASM, SCRIPT)
    phone = phone_on(device)
    phone.page.add_init_script(lacks)
    phone.open(site.address)
    wait_until_kept(phone)
    asked = {path.removesuffix(".zst") for path in site.asked}
    assert {kit.client, *kit.packed} <= asked
    assert not {other.client, *other.packed} & asked

    site.is_dead = True
    phone.open(site.address)
    begin(phone)
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")
