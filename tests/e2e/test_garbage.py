"""The garbage of a start is collected while nobody taps: a phone ends the tabs that hold most."""

from collections.abc import Callable
from functools import partial

import pytest
from on_the_web import (
    GARBAGE_LEFT,
    Site,
    phone_on,
    wait_until,
    without_app,
    without_app_in_time_that_stands,
)
from phone import Phone
from playwright.sync_api import BrowserContext, Worker

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

QUIET = 4_000
"""So many milliseconds nobody taps."""
REFUSED = "globalThis.refused"
"""How many requests for more memory than there is were refused: before that, Chromium collects."""
NOTE_REFUSALS = f"""
{REFUSED} = 0;
globalThis.ArrayBuffer = new Proxy(ArrayBuffer, {{
  construct(target, [length, ...others], wanted) {{
    try {{
      return Reflect.construct(target, [length, ...others], wanted);
    }} catch (error) {{
      {REFUSED} += error.message.endsWith('allocation failed');
      throw error;
    }}
  }},
}});
0;
"""


@pytest.fixture
def phone(device: BrowserContext) -> Phone:
    """A phone that counts what its pages are refused."""
    phone = phone_on(device)
    phone.page.add_init_script(NOTE_REFUSALS)
    return phone


def has_collected_once(evaluate: Callable[[str], int]) -> bool:
    return evaluate(REFUSED) == 1


def test_the_page_and_python_collect_their_garbage_once_after_the_start(
    site: Site, phone: Phone
) -> None:
    workers: list[Worker] = []

    def note(worker: Worker) -> None:
        worker.evaluate(NOTE_REFUSALS)
        workers.append(worker)

    phone.page.on("worker", note)
    phone.open(site.address)
    (worker,) = workers
    for evaluate in (phone.page.evaluate, worker.evaluate):
        wait_until(phone.page, partial(has_collected_once, evaluate))


def test_nothing_is_collected_until_nobody_has_tapped_for_a_while(site: Site, phone: Phone) -> None:
    page = without_app_in_time_that_stands(phone, site)
    clock = page.clock
    page.evaluate(
        "() => import('./garbage.js').then(garbage => garbage.whenQuiet(garbage.collectGarbage))"
    )
    clock.run_for(QUIET - 1)
    page.mouse.click(10, 10)
    clock.run_for(QUIET - 1)
    page.keyboard.press("Enter")
    clock.run_for(QUIET - 1)
    assert page.evaluate(REFUSED) == 0
    clock.run_for(1)
    assert page.evaluate(REFUSED) == 1
    page.mouse.click(10, 10)
    clock.run_for(QUIET)
    assert page.evaluate(REFUSED) == 1


def test_chromium_collects_garbage_at_once(site: Site, device: BrowserContext) -> None:
    assert without_app(phone_on(device), site).evaluate(GARBAGE_LEFT) == 0
