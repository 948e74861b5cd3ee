"""How long after the server listens again the first tap on a phone counts, in Chromium."""

import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from chromium import chromium
from phone import FLAGS, App, Phone
from playwright.sync_api import expect, sync_playwright

TIMES = 10
SEARCHING = "Verbindung wird gesucht …"


def main() -> None:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = App(Path(folder) / "data")
        app.start()
        with playwright.chromium.launch(executable_path=chromium(), args=FLAGS) as browser:
            context = browser.new_context(
                viewport={"width": 390, "height": 844}, has_touch=True, locale="de-DE"
            )
            phone = Phone(context.new_page(), 844)
            phone.open(app.address)
            phone.tap("Neuer Abend")
            phone.tap("Los geht's")
            phone.expect_text("Stand: Mein 0, Dein 0")
            taken = [_back_again(app, phone, score) for score in range(1, TIMES + 1)]
        app.stop()
    print(
        f"from listening to the first tap that counts: median {statistics.median(taken):.0f} ms, "
        f"{min(taken):.0f} to {max(taken):.0f} ms in {TIMES} restarts"
    )


def _back_again(app: App, phone: Phone, score: int) -> float:
    """Restart the server; tap until it is written, and return how long that took, in ms."""
    searching = phone.page.get_by_text(SEARCHING)
    app.kill()
    expect(searching).to_be_visible()
    app.start()
    listening = time.perf_counter()
    phone.listen()  # the page is loaded anew
    phone.tap("Mein: 20 melden")
    phone.expect_text(f"Stand: Mein {score}, Dein 0")
    return (time.perf_counter() - listening) * 1000


if __name__ == "__main__":
    main()
