"""From a tap to all phones of its table, with many tables on one server.

Run by hand, on a quiet machine: python tests/benchmarks/many_phones.py [--tables N…] [--pause S]

Each phone speaks the protocol of Flet's client, without drawing anything. At each table there are
four; each writes a deal once in ten seconds, or in the ``--pause`` that is asked for, and the tap
counts until all four have the new score. The phones are one process beside that of the server, so
on two cores both have their own. Told are also the server's processor time, and its memory for each
phone more.
"""

import argparse
import asyncio
import os
import secrets
import sys
import tempfile
import time
from asyncio import gather
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final, NamedTuple

import msgpack  # type: ignore[import-untyped]
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).parents[1]))

from device import CRASHED, INVOKE, REGISTER, texts
from phone import App

TABLES: Final = (1, 8, 50)
PHONES: Final = 4
PAUSE: Final = 10.0
"""Seconds between two deals that a phone writes, if nothing else is asked for."""
PATIENCE: Final = 10.0
"""Seconds after which a deal is late."""
EVENT, UPDATE = 3, 4
"""Two more kinds of messages."""
DEVICE: Final = {
    "locales": [{"language_code": "de"}],
    **dict.fromkeys(("browser_name", "user_agent", "id", "name", "pretty_name"), "chrome"),
}
PAGE: Final = {"width": 390, "height": 844, "platform": "android", "web": True}
SCORE: Final = "Stand: "
BEGIN: Final = "Los geht's"
LEAVE: Final = "push_route"
"""What the device is asked to do when a page leads to another."""
DEALS: Final = ("Mein: schneiderfrei", "Dein: schneiderfrei")


class SimulatedPhone:
    """A phone that is connected. It knows what can be tapped, and hears every text."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._keys: dict[str, int] = {}
        self._waiting: list[tuple[str, asyncio.Future[float]]] = []
        self.bytes = 0

    async def listen(self, page: Mapping[str, object]) -> None:
        """Open a page, and take what the server sends until the connection ends."""
        await self._say(REGISTER, {"session_id": "", "page_name": "", "page": page})
        with suppress(ConnectionClosed):
            async for packet in self._connection:
                self.bytes += len(packet)
                if isinstance(packet, bytes) and packet[0] == 0:
                    await self._take(packet[1:])

    def until(self, text: str) -> asyncio.Future[float]:
        """Return when a text will have come, by :func:`time.perf_counter`."""
        come = asyncio.get_running_loop().create_future()
        self._waiting.append((text, come))
        return come

    async def tap(self, name: str) -> None:
        """Tap the newest key whose name begins so."""
        key = next(key for told, key in reversed(self._keys.items()) if told.startswith(name))
        await self._event(key, "click")

    async def _take(self, message: bytes) -> None:
        action, body = msgpack.unpackb(message, strict_map_key=False, ext_hook=lambda *_: None)
        assert action != CRASHED, body
        for name, key in keys_in(body):
            self._keys.pop(name, None)
            self._keys[name] = key
        if self._waiting:
            told = [*texts(body)]
            for wanted, come in self._waiting:
                if not come.done() and any(wanted in text for text in told):
                    come.set_result(time.perf_counter())
            self._waiting = [(wanted, come) for wanted, come in self._waiting if not come.done()]
        if action == INVOKE:
            await self._answer(body)

    async def _answer(self, asked: Mapping[str, Any]) -> None:
        result = DEVICE if asked["name"] == "get_device_info" else None
        if asked["name"] == "push_route":
            route = {"route": asked["args"]["route"]}
            await self._say(UPDATE, {"id": 1, "props": route})
            await self._event(1, "route_change", route)
        call = {"control_id": asked["control_id"], "call_id": asked["call_id"]}
        await self._say(INVOKE, {**call, "result": result, "error": None})

    async def _event(self, control: int, name: str, data: object = None) -> None:
        await self._say(EVENT, {"target": control, "name": name, "data": data})

    async def _say(self, action: int, body: Mapping[str, Any]) -> None:
        await self._connection.send(b"\0" + msgpack.packb([action, body]))


def keys_in(sent: object, inside: int | None = None) -> Iterator[tuple[str, int]]:
    """Yield the names of the keys that a message brings, with their numbers."""
    if isinstance(sent, dict):
        if inside is not None and sent.get("_c") == "Semantics" and sent.get("label"):
            yield sent["label"], inside
        number = sent.get("_i", inside) if sent.get("on_click") else inside
        for part in sent.values():
            yield from keys_in(part, number)
    elif isinstance(sent, list):
        for part in sent:
            yield from keys_in(part, inside)


class Server:
    """What the server's process has used."""

    def __init__(self, process: int) -> None:
        self._folder = Path("/proc") / str(process)

    @property
    def seconds(self) -> float:
        """The processor time in seconds."""
        fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def kilobytes(self) -> int:
        """The memory that it has."""
        lines = (self._folder / "status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


class Measured(NamedTuple):
    """What came of a run: milliseconds of each deal, and how many were late.

    Those count, too, which the app has refused because the screen was not up to date.
    """

    taps: list[float]
    lost: int


async def open_phone(address: str, route: str, text: str, stack: AsyncExitStack) -> SimulatedPhone:
    """Return a phone that has opened a page of the app, once it has a text of it."""
    page = address.replace("http:", "ws:") + "ws?page=" + secrets.token_hex(16)
    phone = SimulatedPhone(await stack.enter_async_context(connect(page, max_size=None)))
    shown = phone.until(text)
    listening = asyncio.create_task(phone.listen({**PAGE, "route": route}))
    stack.callback(listening.cancel)
    await asyncio.wait_for(shown, PATIENCE)
    return phone


async def sit_down(address: str, stack: AsyncExitStack) -> list[SimulatedPhone]:
    """Return the phones of a table: the first begins an evening, the others open it."""
    first = await open_phone(address, "/new", BEGIN, stack)
    begun = first.until(LEAVE)
    await first.tap(BEGIN)
    await asyncio.wait_for(begun, PATIENCE)
    others = [await open_phone(address, "/", SCORE, stack) for _ in range(PHONES - 1)]
    return [first, *others]


async def play(
    table: Sequence[SimulatedPhone], pause: float, begin: float, until: float
) -> Measured:
    """Let the phones of a table write by turns, from a time to another."""
    taps, lost, at = list[float](), 0, begin
    for phone, side in zip(cycle(table), cycle((0, 0, 1)), strict=False):
        await asyncio.sleep(max(0.0, at - time.perf_counter()))
        if at > until:
            return Measured(taps, lost)
        shown = [other.until(SCORE) for other in table]
        tapped = time.perf_counter()
        await phone.tap(DEALS[side])
        try:
            taps.append(1_000 * (max(await asyncio.wait_for(gather(*shown), PATIENCE)) - tapped))
        except TimeoutError:
            lost += 1
        at += pause / PHONES
    raise AssertionError


async def measure(app: App, tables: int, pause: float, seconds: float) -> None:
    """Print how so many tables are served."""
    server = Server(app.process)
    async with AsyncExitStack() as stack:
        played = [await sit_down(app.address, stack)]  # whatever is only once there is there now
        memory = server.kilobytes
        played += [await sit_down(app.address, stack) for _ in range(tables - 1)]
        each = (server.kilobytes - memory) / (PHONES * (tables - 1)) if tables > 1 else 0.0
        used, own, begin = server.seconds, time.process_time(), time.perf_counter() + 1
        apart = pause / PHONES / tables
        runs = (
            play(table, pause, begin + number * apart, begin + seconds)
            for number, table in enumerate(played)
        )
        found = await gather(*runs)
        used_up = server.seconds - used
        lasted = time.perf_counter() - begin + 1
        busy, own_busy = used_up / lasted, (time.process_time() - own) / lasted
    taps, lost = [tap for run in found for tap in run.taps], sum(run.lost for run in found)
    cost = 1_000 * used_up / (len(taps) + lost)
    print(
        f"{tables:3} tables with {PHONES} phones: median {median(taps):6.1f} ms, "
        f"95th percentile {quantiles(taps, n=20)[-1]:6.1f} ms, {len(taps)} deals, "
        f"{lost} late or refused; server {busy:4.0%} busy, {cost:.0f} ms a deal, "
        f"{each:,.0f} kB a phone; the phones themselves {own_busy:4.0%} busy",
        flush=True,
    )


def main(numbers: Sequence[int], pause: float, seconds: float) -> None:
    """Measure each number of tables on a server of its own."""
    for tables in numbers:
        with tempfile.TemporaryDirectory() as folder:
            app = App(Path(folder) / "data")
            app.start()
            try:
                asyncio.run(measure(app, tables, pause, seconds))
            finally:
                app.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=TABLES)
    parser.add_argument("--pause", type=float, default=PAUSE, help="of each phone, in seconds")
    parser.add_argument("--seconds", type=float, default=30.0)
    options = parser.parse_args()
    main(options.tables, options.pause, options.seconds)
