"""Chromium with a page whose traffic nobody records.

Playwright lets DevTools record what pages and workers receive. Each response is then held once more
in the page's process, a binary one as base64: about 40 MB for Knoddel's page, and as much for its
service worker.
"""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

from chromium import chromium
from engines import Conversation, Gone, until
from phone import FLAGS
from web_page import MeasuredTab
from websockets.sync.client import connect

OF_A_PHONE: Final = ("--window-size=390,844", "--lang=de-DE")


class UnwatchedTab(MeasuredTab):
    """A page, of which DevTools only runs what it is asked to."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def run_first(self, script: str) -> None:
        """Run a script in each page from now on, before its own."""
        self._ask("Page.enable")
        self._ask("Page.addScriptToEvaluateOnNewDocument", source=script)

    def leave_for(self, address: str) -> None:
        self._ask("Page.navigate", url=address)

    def evaluate(self, expression: str) -> Any:
        told = self._ask(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in told:
            raise Gone(told["exceptionDetails"]["text"])
        return told["result"].get("value")

    def end(self) -> None:
        self._ask("Browser.close")

    def collect_garbage(self) -> None:
        """Let the page's thread, not its workers, collect its garbage."""
        self._ask("HeapProfiler.collectGarbage")

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        number = self._conversation.send(method, params)
        while (received := self._conversation.receive()).get("id") != number:
            pass
        if "error" in received:
            raise Gone(received["error"]["message"])
        answer: dict[str, Any] = received["result"]
        return answer


@contextmanager
def unwatched_tab(profile: Path) -> Iterator[UnwatchedTab]:
    """Open Chromium with a profile, and yield its only tab; in the end kill it if it is there."""
    listens = profile / "DevToolsActivePort"
    listens.unlink(missing_ok=True)  # of an earlier browser
    command = [chromium() or "", *FLAGS, *OF_A_PHONE, "--remote-debugging-port=0"]
    with subprocess.Popen(
        [*command, f"--user-data-dir={profile}", "about:blank"],
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as browser:
        try:
            with connect(_address_of_tab(listens), max_size=None, compression=None) as socket:
                yield UnwatchedTab(Conversation(socket))
        finally:
            with suppress(ProcessLookupError):
                os.killpg(browser.pid, signal.SIGKILL)  # a script may have started it


def _address_of_tab(listens: Path) -> str:
    told = until(
        lambda: listens.read_text() if listens.is_file() else None,
        lambda: f"{listens} tells no port",
    )
    port = told.split()[0]
    with urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
        (address,) = (
            tab["webSocketDebuggerUrl"] for tab in json.load(answer) if tab["type"] == "page"
        )
    return str(address)
