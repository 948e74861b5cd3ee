"""Firefox, driven by WebDriver BiDi, which it speaks by itself."""

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from engines import AS_JSON, IS_HIT, NOWHERE, Browser, Gone, Node, until

NAMES: Final = ("firefox-esr", "firefox")
LISTENS: Final = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PROXY, _, PORT = NOWHERE.partition(":")
PREFERENCES: Final = {
    "remote.active-protocols": 1,  # BiDi alone
    "intl.accept_languages": "de-DE",
    "network.proxy.type": 1,
    "network.proxy.http": PROXY,
    "network.proxy.http_port": int(PORT),
    "network.proxy.ssl": PROXY,
    "network.proxy.ssl_port": int(PORT),
    "toolkit.startup.max_resumed_crashes": -1,  # being killed is no reason for a safe mode
    "browser.sessionstore.resume_from_crash": False,
}


WITH_CAMERA: Final = {**PREFERENCES, "media.navigator.streams.fake": True}
"""The camera shows a test picture."""


class FirefoxTab:
    """A page in Firefox."""

    def __init__(self, browser: "Firefox", context: str) -> None:
        self._browser = browser
        self._context = context

    def go(self, address: str) -> None:
        self._ask("browsingContext.navigate", url=address, wait="none")

    def evaluate(self, expression: str) -> Any:
        answer = self._browser.ask(
            "script.evaluate",
            expression=AS_JSON.format(expression),
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def buttons(self, name: str) -> Sequence[Node]:
        locator = {"type": "accessibility", "value": {"role": "button", "name": name}}
        found = self._ask("browsingContext.locateNodes", locator=locator)["nodes"]
        return [node["sharedId"] for node in found if self._is_hit(node)]

    def _is_hit(self, node: Mapping[str, Any]) -> bool:
        answer = self._browser.ask(
            "script.callFunction",
            functionDeclaration=IS_HIT,
            this={"sharedId": node["sharedId"]},
            target={"context": self._context},
            awaitPromise=False,
        )
        return answer.get("result") == {"type": "boolean", "value": True}

    def tap(self, node: Node) -> None:
        middle = {"type": "element", "element": {"sharedId": node}}
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": middle},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}}
        self._ask("input.performActions", actions=[{**finger, "actions": steps}])

    def close(self) -> None:
        self._ask("browsingContext.close")

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        return self._browser.ask(method, context=self._context, **params)


class Firefox(Browser):
    """Firefox without windows, in the size of a phone."""

    preferences: ClassVar[Mapping[str, object]] = PREFERENCES

    @staticmethod
    def missing() -> Sequence[str]:
        return [] if _program() else ["Firefox"]

    def start(self) -> None:
        self.profile.mkdir(exist_ok=True)
        lines = (
            f"user_pref({json.dumps(name)}, {json.dumps(value)});"
            for name, value in self.preferences.items()
        )
        (self.profile / "user.js").write_text("\n".join(lines))
        command = [_program() or "", "--headless", "--remote-debugging-port", "0"]
        command += ["--profile", str(self.profile)]
        said = self.profile.with_suffix(".log")
        self.run(command, {"HOME": str(self.profile)}, said)
        listens = until(lambda: LISTENS.search(said.read_text()), said.read_text)
        self._conversation = self.talk(f"{listens[1]}/session")
        self.ask("session.new", capabilities={})

    def open_tab(self) -> FirefoxTab:
        context = self.ask("browsingContext.create", type="window")["context"]
        size = {"width": 390, "height": 844}
        self.ask("browsingContext.setViewport", context=context, viewport=size)
        return FirefoxTab(self, context)

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the answer to a request. Raises :class:`Gone` if Firefox refuses it."""
        number = self._conversation.send(method, params)
        while True:
            received = self._conversation.receive()
            if received.get("id") == number:
                if received["type"] == "error":
                    raise Gone(received["message"])
                answer: dict[str, Any] = received["result"]
                return answer


class FirefoxWithCamera(Firefox):
    """Firefox with a camera that every page may use."""

    preferences: ClassVar[Mapping[str, object]] = {
        **WITH_CAMERA,
        "media.navigator.permission.disabled": True,
    }


class FirefoxThatRefuses(Firefox):
    """Firefox with a camera that no page may use."""

    preferences: ClassVar[Mapping[str, object]] = {**WITH_CAMERA, "permissions.default.camera": 2}


def _program() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)
