"""A device with the built app: a stand-in for the native program that ``flet build`` makes.

Run it as a program with the app's folder. It starts the app as the built program does, connects
like Flet's client, and prints what the app shows as JSON; see :func:`shown_on_device`.
"""

import compileall
import json
import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]

ROOT: Final = Path(__file__).parents[1]
PROTOCOL: Final = "1"
REGISTER, INVOKE, CRASHED = 1, 5, 6
"""The kinds of messages used here; a packet is a zero byte and a message."""


def install(app: Path, excluded: Iterable[str]) -> None:
    """Copy the content of a package into the folder ``app``, compiled, without sources."""
    left_out = {ROOT / name for name in excluded}

    def ignored(folder: str, names: list[str]) -> set[str]:
        passing = {"__pycache__"}  # other tests may be writing there
        return {name for name in names if Path(folder, name) in left_out} | passing

    shutil.copytree(ROOT, app, ignore=ignored)
    compileall.compile_dir(app, legacy=True, quiet=2)
    for source in app.rglob("*.py"):
        source.unlink()


def shown_on_device(app: Path, data: Path, until: str) -> dict[str, list[str]]:
    """Start the app, and return its texts as soon as they contain ``until``.

    ``modules`` has the files of the app's own modules that were loaded.
    """
    ran = subprocess.run(
        [sys.executable, __file__, app, until],
        env={
            **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            "DISPLAY": ":0",  # without it Flet assumes a server
            "FLET_PLATFORM": "android",
            "FLET_APP_STORAGE_DATA": str(data),
            "FLET_ASSETS_DIR": str(app / "assets"),
            "FLET_DART_BRIDGE_PORT": PROTOCOL,
        },
        capture_output=True,
        check=True,
        text=True,
        timeout=60,
    )
    shown: dict[str, list[str]] = json.loads(ran.stdout)
    return shown


class _Client(ModuleType):
    """The module ``dart_bridge`` of a built app, with a minimal client."""

    def __init__(self, until: str) -> None:
        super().__init__("dart_bridge")
        self.until = until
        self.texts: list[str] = []
        self.give: Callable[[bytes], None]

    def set_enqueue_handler_func(self, _: int, handler: Callable[[bytes], None] | None) -> None:
        if handler:
            self.give = handler
            page = {"route": "/", "width": 390, "height": 844, "platform": "android"}
            self._say(REGISTER, {"session_id": "", "page_name": "", "page": page})

    def send_bytes(self, _: int, packet: bytes) -> None:
        action, body = msgpack.unpackb(packet[1:], strict_map_key=False)
        if action == INVOKE:
            error = "not told" if body["name"] == "get_device_info" else None
            call = {"control_id": body["control_id"], "call_id": body["call_id"]}
            self._say(INVOKE, {**call, "result": None, "error": error})
        if action == CRASHED:
            print(body, file=sys.stderr, flush=True)
            os._exit(1)
        self.texts += texts(body)
        if any(self.until in text for text in self.texts):
            files = (getattr(module, "__file__", None) for module in sys.modules.values())
            own = [file for file in files if file and "site-packages" not in file]
            print(json.dumps({"texts": self.texts, "modules": own}), flush=True)
            os._exit(0)

    def _say(self, action: int, body: dict[str, Any]) -> None:
        self.give(b"\0" + msgpack.packb([action, body]))


def texts(shown: object) -> Iterator[str]:
    """Yield all texts in a message."""
    if isinstance(shown, str):
        yield shown
    elif isinstance(shown, dict):
        for inner in shown.values():
            yield from texts(inner)
    elif isinstance(shown, list):
        for inner in shown:
            yield from texts(inner)


def main() -> None:
    """Start the app as the native program does."""
    app, until = sys.argv[1:]
    sys.path[0] = app
    sys.modules["dart_bridge"] = _Client(until)
    sys.argv = [""]
    runpy.run_module("main", run_name="__main__")


if __name__ == "__main__":
    main()
