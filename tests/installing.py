"""Whether Chromium would install the app in a folder, by its own tools."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Page


class _Silent(SimpleHTTPRequestHandler):
    def __init__(self, *args: Any, answered: Callable[[str, int], None], **more: Any) -> None:
        self._answered = answered
        super().__init__(*args, **more)

    def log_request(self, code: int | str = "-", _: int | str = "-") -> None:
        self._answered(self.path, int(code))

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(
    folder: Path, answered: Callable[[str, int], None] = lambda _path, _code: None
) -> Iterator[str]:
    """Serve a folder on a free port of this machine, and yield its address.

    ``answered`` is called after every answer with the requested path and the status.
    """
    handler = partial(_Silent, directory=str(folder), answered=answered)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def hindrances(page: Page, address: str) -> list[str]:
    """Return the reasons why Chromium would not install the app at the address, in its own words.

    These are errors in the manifest, and missing criteria for installing.
    """
    page.goto(address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    devtools = page.context.new_cdp_session(page)
    told: dict[str, Any] = devtools.send("Page.getAppManifest")
    wrong = [error["message"] for error in told["errors"]]
    if not told["url"] or not told.get("data"):
        wrong.append("no manifest")
    missed = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    devtools.detach()
    return wrong + [error["errorId"] for error in missed]
