"""Nothing leaves the device: no policy lets it, and the service worker neither."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from installed import wait_until_kept
from on_the_web import Site, phone_on, without_app
from playwright.sync_api import BrowserContext

pytestmark = [pytest.mark.browser, pytest.mark.left_to_ci]

REFUSED = """
async address => {
  const violated = new Promise(tell =>
    addEventListener('securitypolicyviolation', ({blockedURI}) => tell(blockedURI), {once: true}));
  const answer = await fetch(address, {mode: 'no-cors'}).then(() => 'answered', () => 'refused');
  return [answer, await violated];
}
"""
ASK = """
address => fetch(address, {mode: 'no-cors'}).then(() => 'answered', () => 'refused')
"""


def test_neither_page_nor_service_worker_lets_anything_leave_for_another_address(
    site: Site, device: BrowserContext
) -> None:
    asked = []

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    phone = phone_on(device)
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        elsewhere = f"http://127.0.0.1:{server.server_port}/"
        page = without_app(phone, site)
        assert page.evaluate(ASK, f"{elsewhere}in-earnest") == "answered"
        assert asked == ["/in-earnest"]
        phone.open(site.address)
        for address in (elsewhere, "https://example.invalid/"):
            assert page.evaluate(REFUSED, address) == ["refused", address]
        wait_until_kept(phone)
        without_app(phone, site)
        assert page.evaluate(ASK, f"{elsewhere}past-the-service-worker") == "refused"
        assert asked == ["/in-earnest"]
        server.shutdown()
        thread.join()
