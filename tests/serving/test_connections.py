"""Signs of life, and one connection for each page, whatever an older one still brings."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.types import Message, Receive, Scope, Send

from serving.connections import OURS, connections, sound, tell_shown

PAGE: Final = "0123456789abcdef" * 2
SOUND: Final = {"line": "+1", "ticks": True}
TAP: Final = {"type": "websocket.receive", "bytes": b"\x00tap"}
ASKING: Final = {"type": "websocket.receive", "bytes": OURS}


class Served:
    """An app that notes what it hears, and the pages that talk to it."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Message]] = []
        self.app = connections(self._hear, lambda: {"language": "de", "theme": None})
        self._tasks: list[asyncio.Future[None]] = []

    async def _hear(self, scope: Scope, receive: Receive, _: Send) -> None:
        while True:
            message = await receive()
            self.heard.append((scope["name"], message))
            if message == TAP:
                await tell_shown()
                await sound(SOUND)
            if message["type"] == "websocket.disconnect":
                return

    def open(self, name: str, query: str) -> tuple[asyncio.Queue[Message], list[Message]]:
        """Open a connection; return what brings its messages, and what is sent to it."""
        brought, sent = asyncio.Queue[Message](), list[Message]()

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {"type": "websocket", "query_string": query.encode(), "name": name}
        self._tasks.append(asyncio.ensure_future(self.app(scope, brought.get, send)))
        return brought, sent

    async def settle(self) -> None:
        """Let happen whatever can."""
        for _ in range(50):
            await asyncio.sleep(0)

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def served(story: Callable[[Served], Awaitable[Any]]) -> None:
    async def told() -> None:
        server = Served()
        await story(server)
        await server.end()

    asyncio.run(told())


def said(sent: list[Message]) -> list[object]:
    assert all(message["bytes"].startswith(OURS) for message in sent)
    return [json.loads(message["bytes"].removeprefix(OURS)) for message in sent]


def test_who_asks_for_a_sign_of_life_is_answered_and_the_app_hears_nothing_of_it() -> None:
    async def story(server: Served) -> None:
        brought, sent = server.open("phone", f"page={PAGE}")
        for message in (ASKING, ASKING, TAP):
            brought.put_nowait(message)
        await server.settle()
        assert server.heard == [("phone", TAP)]
        assert said(sent) == [{"language": "de", "theme": None}] * 2 + [
            {"shown": True},
            {"sounds": SOUND},
        ]

    served(story)


def test_what_an_older_connection_of_a_page_still_brings_is_not_heard() -> None:
    async def story(server: Served) -> None:
        older, _ = server.open("older", f"page={PAGE}")
        await server.settle()
        newer, _ = server.open("newer", f"page={PAGE}")
        await server.settle()
        older.put_nowait(TAP)
        newer.put_nowait(TAP)
        await server.settle()
        assert [name for name, message in server.heard if message == TAP] == ["newer"]
        assert server.heard[0][1]["type"] == "websocket.disconnect"

    served(story)


def test_pages_do_not_disturb_each_other_and_neither_do_tools_that_name_none() -> None:
    async def story(server: Served) -> None:
        queries = [f"page={PAGE}", f"page={PAGE[::-1]}", "", "", "page=x", f"page={PAGE}0"]
        opened = [server.open(str(place), query)[0] for place, query in enumerate(queries)]
        await server.settle()
        for brought in opened:
            brought.put_nowait(TAP)
        await server.settle()
        assert sorted(name for name, message in server.heard if message == TAP) == [*"012345"]

    served(story)


def test_a_page_that_has_gone_and_comes_again_is_heard() -> None:
    async def story(server: Served) -> None:
        for name in ("first", "second"):
            brought, _ = server.open(name, f"page={PAGE}")
            brought.put_nowait({"type": "websocket.disconnect", "code": 1001})
            await server.settle()
        assert [name for name, _ in server.heard] == ["first", "second"]

    served(story)
