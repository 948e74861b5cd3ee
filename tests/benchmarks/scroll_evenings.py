"""How smoothly a list of 1,000 evenings scrolls to its end, beside one of forty.

Run by hand, on a quiet machine: python tests/benchmarks/scroll_evenings.py [--rounds N]

A finger swipes up by most of a screen again and again, at both lists for the same number of times
(the shorter one is swiped down again when its end is there). What counts is the time between two
frames of the page while a swipe lasts: half of them, 95 of a hundred, and all are shorter than
what is printed, and so many were longer than 100 ms, which is what people see as a hitch.
"""

import argparse
import sys
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from statistics import quantiles
from typing import Final

from open_rounds import open_phone
from playwright.sync_api import Browser, CDPSession, sync_playwright
from start_and_list import HEIGHT, LISTED, WIDTH, fill

sys.path.insert(0, str(Path(__file__).parents[1]))

from chromium import chromium
from phone import FLAGS, Phone

EVENINGS = (40, 1_000)
SWIPE = 600
"""How far a finger swipes, in dp."""
FASTEST = 2_000
"""How quick it is, in dp a second."""
HITCH = 100
"""Milliseconds without a new frame."""
WATCH: Final = """() => {
  window.frames = [];
  let last = performance.now();
  const look = now => {
    window.frames.push(now - last);
    last = now;
    window.watching = requestAnimationFrame(look);
  };
  window.watching = requestAnimationFrame(look);
}"""
FRAMES: Final = "() => { cancelAnimationFrame(window.watching); return window.frames.slice(1); }"


def open_list(stack: ExitStack, browser: Browser, evenings: int) -> tuple[Phone, CDPSession]:
    """Return a phone that shows the list of so many evenings, and what moves its finger."""
    phone = open_phone(stack, browser, fill, evenings)
    phone.button(LISTED).wait_for()
    return phone, phone.page.context.new_cdp_session(phone.page)


def swipe(phone: Phone, finger: CDPSession, distance: int) -> list[float]:
    """Swipe up, or down if the distance is negative; return the milliseconds between frames."""
    phone.page.evaluate(WATCH)
    finger.send(
        "Input.synthesizeScrollGesture",
        {
            "x": WIDTH / 2,
            "y": HEIGHT / 2 + distance / 2,
            "yDistance": -distance,
            "speed": FASTEST,
            "gestureSourceType": "touch",
        },
    )
    return list(phone.page.evaluate(FRAMES))


def main(rounds: int) -> None:
    """Print how long frames take while both lists are swiped."""
    measured: dict[int, list[list[float]]] = {evenings: [] for evenings in EVENINGS}
    with sync_playwright() as playwright, ExitStack() as stack:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        stack.callback(browser.close)
        phones = {evenings: open_list(stack, browser, evenings) for evenings in EVENINGS}
        for turn in range(rounds):
            for evenings, (phone, finger) in phones.items():
                is_at_the_end = evenings == EVENINGS[0] and turn // 4 % 2 > 0
                measured[evenings].append(swipe(phone, finger, -SWIPE if is_at_the_end else SWIPE))
    for evenings, swipes in measured.items():
        frames = [*chain.from_iterable(swipes[1:])]
        share = quantiles(frames, n=100)
        hitches = sum(frame > HITCH for frame in frames)
        print(
            f"{evenings:5,} evenings: median {share[49]:.0f} ms, 95 of 100 within "
            f"{share[94]:.0f} ms, longest {max(frames):.0f} ms, {hitches} hitches in "
            f"{len(frames)} frames"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=120)
    main(parser.parse_args().rounds)
