"""WebKit, Safari's engine, as GTK's small browser has it, driven by its remote inspector.

WebDriver would keep nothing on the disk: what it drives is always a private window.
"""

import json
import os
import re
import shutil
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from glob import glob
from pathlib import Path
from secrets import choice
from typing import Any, ClassVar, Final
from urllib.request import urlopen

from engines import AS_JSON, IS_HIT, NOWHERE, Browser, Conversation, Gone, Node, until

BROWSERS: Final = "/usr/lib/*/webkit*gtk-*/MiniBrowser"
SCREEN: Final = "Xvfb"
TARGET: Final = re.compile(r"'(/socket/\d+/\d+/WebPage)'")
BLANK: Final = "about:blank"
OPEN: Final = f"void open('{BLANK}', '_blank', 'noopener,width=390,height=844')"
IS_BLANK: Final = f"location.href === '{BLANK}'"
CLICK: Final = "function () { this.click(); }"
BUTTONS: Final = "button, flt-semantics[role=button]"
PORTS: Final = range(20_000, 30_000)
"""Ports that Linux gives to no outgoing connection, unless it is told to."""
CRASHED: Final = "WebProcess CRASHED"
"""What the browser says when a page ends; that page's inspector falls silent."""


def _free_port() -> int:
    """Return a port that is free, and stays free until the browser listens on it.

    The browser has to be told one. A port that the system chooses may become the near end of
    another program's connection before the browser has started.
    """
    while True:
        port = choice(PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


class WebKitTab:
    """A page in WebKit."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self._target = ""
        while not self._target:
            self._receive()

    def go(self, address: str) -> None:
        """Begin to go to an address, and see to it that an empty page is left.

        A new window moves to a process of its own, now and then after it was asked to go: there it
        is empty, too, and has forgotten what it was asked.
        """
        asked = ""

        def is_left() -> bool:
            nonlocal asked
            target = self._target
            if target != asked and (not asked or self.evaluate(IS_BLANK)):
                self._ask("Page.navigate", url=address)
                asked = target
            return address == BLANK or not self.evaluate(IS_BLANK)

        until(is_left, lambda: f"{BLANK} is not left for {address}")

    def evaluate(self, expression: str) -> Any:
        answer = self._ask("Runtime.evaluate", expression=AS_JSON.format(expression))
        if answer["wasThrown"]:
            raise AssertionError(answer["result"]["description"])
        promise = answer["result"]["objectId"]
        kept = self._ask("Runtime.awaitPromise", promiseObjectId=promise, returnByValue=True)
        if kept["wasThrown"]:
            raise AssertionError(kept["result"])
        return json.loads(kept["result"]["value"])

    def buttons(self, name: str) -> Sequence[Node]:
        page = self._ask("DOM.getDocument")["root"]["nodeId"]
        found = self._ask("DOM.querySelectorAll", nodeId=page, selector=BUTTONS)["nodeIds"]
        return [node for node in found if self._is_button(node, name) and self._do(IS_HIT, node)]

    def _is_button(self, node: Node, name: str) -> bool:
        known = self._ask("DOM.getAccessibilityPropertiesForNode", nodeId=node)["properties"]
        return (known.get("role"), known.get("label")) == ("button", name)

    def tap(self, node: Node) -> None:
        """Tap as a screen reader does: the inspector has no finger."""
        self._do(CLICK, node)

    def _do(self, function: str, node: Node) -> Any:
        """Return what a function returns for a node."""
        there = self._ask("DOM.resolveNode", nodeId=node)["object"]["objectId"]
        told = self._ask("Runtime.callFunctionOn", objectId=there, functionDeclaration=function)
        return told["result"].get("value")

    def close(self) -> None:
        self._ask("Runtime.evaluate", expression="close()")

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        target, number = self._target, self._conversation.asked + 1
        message = json.dumps({"id": number, "method": method, "params": params})
        told = {"targetId": target, "message": message}
        self._conversation.send("Target.sendMessageToTarget", told)
        while self._target == target:
            received = self._receive()
            if received.get("id") == number:
                if "error" in received:
                    raise Gone(received["error"]["message"])
                answer: dict[str, Any] = received["result"]
                return answer
        raise Gone("the page is another one now")

    def _receive(self) -> dict[str, Any]:
        """Return the next message of the page; empty if it is one about it."""
        received = self._conversation.receive()
        params = received.get("params", {})
        match received.get("method"):
            case "Target.targetCreated" if not params["targetInfo"].get("isProvisional"):
                self._target = params["targetInfo"]["targetId"]
            case "Target.didCommitProvisionalTarget":
                self._target = params["newTargetId"]
            case "Target.dispatchMessageFromTarget":
                message: dict[str, Any] = json.loads(params["message"])
                return message
        return {}


class WebKit(Browser):
    """WebKit on a screen of its own, on a device whose language is no language tag.

    It compiles nothing again for speed: a page of a test is open briefly. And it compiles nothing
    while the same code runs: with that, Python's WebAssembly failed once in some hundred starts.
    """

    settings: ClassVar[Mapping[str, str]] = {
        "JSC_useOMGJIT": "0",
        "JSC_useFTLJIT": "0",
        "JSC_useConcurrentJIT": "0",
    }

    @staticmethod
    def missing() -> Sequence[str]:
        there = {"WebKitGTK's MiniBrowser": glob(BROWSERS), SCREEN: shutil.which(SCREEN)}  # noqa: PTH207
        return [name for name, found in there.items() if not found]

    def start(self) -> None:
        self.profile.mkdir(mode=0o700, exist_ok=True)
        self._listens = f"127.0.0.1:{_free_port()}"
        environment = {
            **self.settings,
            "DISPLAY": self._screen(),
            "LC_ALL": "C.UTF-8",  # so the browser's language is "C"
            "WEBKIT_INSPECTOR_HTTP_SERVER": self._listens,
            "HOME": str(self.profile),
            "XDG_RUNTIME_DIR": str(self.profile),
            "XDG_DATA_HOME": str(self.profile / "data"),
            "XDG_CACHE_HOME": str(self.profile / "cache"),
        }
        command = [
            glob(BROWSERS)[0],  # noqa: PTH207
            "--javascript-can-open-windows-automatically=true",
            f"--proxy=http://{NOWHERE}",
            "--ignore-host=127.0.0.1",
            BLANK,
        ]
        self.run(command, environment, self._log)
        (first,) = until(self._targets, self._log.read_text)
        self._first = self._tab(first)

    def kill(self) -> None:
        has_crashed = self._log.exists() and CRASHED in self._log.read_text()
        super().kill()
        assert not has_crashed, CRASHED

    def open_tab(self) -> WebKitTab:
        before = self._targets()
        self._first.evaluate(OPEN)
        (opened,) = until(lambda: self._targets() - before, lambda: "no second window")
        return self._tab(opened)

    @property
    def _log(self) -> Path:
        return self.profile.with_suffix(".log")

    def _screen(self) -> str:
        """Start a screen, and return its name."""
        reading, writing = os.pipe()
        command = [SCREEN, "-displayfd", str(writing), "-screen", "0", "1024x844x24"]
        self.run([*command, "-nolisten", "tcp"], {}, self.profile.with_suffix(".screen"), writing)
        os.close(writing)
        with os.fdopen(reading) as told:
            return f":{told.readline().strip()}"

    def _targets(self) -> set[str]:
        """Return the paths at which pages can be inspected."""
        with suppress(OSError), urlopen(f"http://{self._listens}/") as answer:
            return set(TARGET.findall(answer.read().decode()))
        return set()

    def _tab(self, path: str) -> WebKitTab:
        return WebKitTab(self.talk(f"ws://{self._listens}{path}"))
