"""Nothing is on the slate before the browser has it on the disk."""

from pathlib import Path

import pytest
from on_the_web import Site, open_evening, phone_on, wait_until
from playwright.sync_api import BrowserContext

HOLD = """() => {
  self.own = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'oncomplete');
  self.held = [];
  Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
    configurable: true,
    set(kept) { self.held.push(kept); },
  });
}"""
LET_GO = """() => {
  Object.defineProperty(IDBTransaction.prototype, 'oncomplete', self.own);
  self.held.forEach(kept => kept());
}"""
FRAMES = """async () => {
  for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame);
}"""


@pytest.mark.browser
def test_a_tap_is_shown_only_when_the_browser_says_that_it_is_kept(
    site: Site, device: BrowserContext, tmp_path: Path
) -> None:
    phone = phone_on(device)
    open_evening(phone, site, tmp_path)
    (worker,) = phone.page.workers
    worker.evaluate(HOLD)
    phone.tap("Mein: 20 melden")
    wait_until(phone.page, lambda: worker.evaluate("() => self.held.length > 0"))
    phone.page.evaluate(FRAMES)
    phone.expect_text("Stand: Mein 0, Dein 0")
    worker.evaluate(LET_GO)
    phone.expect_text("Stand: Mein 1, Dein 0")
