"""What answers a tap is drawn at once. After it, frames are asked for in which nothing is drawn."""

from pathlib import Path

import pytest
from on_the_web import (
    COUNT_FRAMES,
    FRAMES_ASKED,
    WITHOUT_FRAMES,
    Site,
    open_evening,
    phone_on,
    without_app,
    without_app_in_time_that_stands,
)
from playwright.sync_api import BrowserContext

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

DRAWS = """async ({fails}) => {
  const {drawAtOnce} = await import('./frames.js');
  const {requestAnimationFrame} = globalThis;
  const drawn = [], before = performance.now();
  let failed = false;
  try {
    drawAtOnce(() => {
      globalThis.requestAnimationFrame(time => drawn.push(time));
      drawn.push('heard');
      if (fails) throw new Error();
    });
  } catch {
    failed = true;
  }
  const [heard, time] = drawn;
  return {
    failed,
    isDrawn: heard === 'heard' && before <= time && time <= performance.now(),
    isAsEver: globalThis.requestAnimationFrame === requestAnimationFrame,
  };
}"""
"""Lets something ask for a frame while it is heard, which may fail."""
KEEP_COMPILED = "() => import('./compiled.js').then(({keepCompiled}) => keepCompiled())"
LET_SAY = """value => {
  Object.defineProperty(navigator, 'userActivation', {configurable: true, value});
}"""
"""Lets a browser say whether somebody has tapped on the page."""
NOT_TAPPED, TAPPED = {"hasBeenActive": False}, {"hasBeenActive": True}
HELPS, BETWEEN = 30_000, 700
"""For so many milliseconds frames are asked for, and so many lie between two."""


@pytest.mark.parametrize("fails", [False, True])
def test_what_is_asked_for_while_something_is_heard_is_drawn_at_once_also_if_that_fails(
    *, fails: bool, site: Site, device: BrowserContext
) -> None:
    """Flutter asks for a frame once, and never again until it is drawn."""
    page = without_app(phone_on(device), site)
    drawn = page.evaluate(DRAWS, {"fails": fails})
    assert drawn == {"failed": fails, "isDrawn": True, "isAsEver": True}


def test_a_tap_is_shown_before_the_screen_has_its_next_frame(
    site: Site, visited: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_on(visited)
    open_evening(phone, site, tmp_path)
    phone.page.evaluate(WITHOUT_FRAMES)
    phone.tap("Mein: 20 melden")
    phone.expect_text("Stand: Mein 1, Dein 0")


def test_frames_are_asked_for_until_half_a_minute_after_the_last_tap(
    site: Site, device: BrowserContext
) -> None:
    page = without_app_in_time_that_stands(phone_on(device), site)
    clock = page.clock
    page.evaluate(LET_SAY, TAPPED)
    page.evaluate(COUNT_FRAMES)
    for _ in range(3):  # who taps thrice is asked no more often
        page.evaluate(KEEP_COMPILED)
    clock.run_for(HELPS // 2)
    asked = page.evaluate(FRAMES_ASKED)
    assert HELPS // 2 // 1000 <= asked <= HELPS // 2 // BETWEEN + 1
    page.evaluate(KEEP_COMPILED)
    clock.run_for(HELPS + BETWEEN)
    until_then = page.evaluate(FRAMES_ASKED)
    assert until_then > 2 * asked
    clock.run_for(HELPS)
    assert page.evaluate(FRAMES_ASKED) == until_then
    page.evaluate(KEEP_COMPILED)
    assert page.evaluate(FRAMES_ASKED) == until_then + 1


def test_no_frames_are_asked_for_before_somebody_has_tapped(
    site: Site, device: BrowserContext
) -> None:
    """Flutter sends something at a start, too; Firefox would keep what it has left behind."""
    page = without_app_in_time_that_stands(phone_on(device), site)
    page.evaluate(COUNT_FRAMES)
    page.evaluate(LET_SAY, NOT_TAPPED)
    page.evaluate(KEEP_COMPILED)
    page.clock.run_for(HELPS)
    assert page.evaluate(FRAMES_ASKED) == 0
    page.evaluate(LET_SAY, TAPPED)
    page.evaluate(KEEP_COMPILED)
    assert page.evaluate(FRAMES_ASKED) == 1
