"""What Chromium's pages show when a test fails.

Some tests fail once in a thousand runs, and cannot be made to fail again.
"""

import json
from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

MOMENT = 2_000
"""How long a page may take to answer, in ms: it may be what hangs."""
SHOWN = """() => {
  const { type } = performance.getEntriesByType("navigation")[0];
  const layers = document.querySelectorAll("#cover, #lost, [id^=waking], #reader");
  const covers = [...layers].filter((one) => !one.hidden).map(({ id }) => id);
  const labelled = [...document.querySelectorAll("[aria-label]")];
  const labels = labelled.map((node) => node.getAttribute("aria-label"));
  const listens = document.querySelector("flt-semantics") !== null;
  return {
    address: location.href,
    opened: `${type}, ${(performance.now() / 1000).toFixed(1)} s ago`,
    listens,
    covers,
    said: document.body.innerText,
    labels: labels.filter(Boolean),
  };
}"""


def shown(item: pytest.Item) -> str:
    """Return what the pages show that the fixtures of a test have opened, a line for each."""
    fixtures = getattr(item, "funcargs", {}).values()
    return "\n".join(map(_told, dict.fromkeys(_pages(fixtures))))


def _pages(fixtures: Iterable[object]) -> Iterator[Page]:
    for one in fixtures:
        if isinstance(one, Browser):
            yield from _pages(one.contexts)
        elif isinstance(one, BrowserContext):
            yield from one.pages


def _told(page: Page) -> str:
    try:
        told = page.wait_for_function(SHOWN, timeout=MOMENT).json_value()
    except Exception as error:  # noqa: BLE001 # an error in a report would end the whole run
        return f"{page.url} cannot tell: {error}"
    return json.dumps(told, ensure_ascii=False)
