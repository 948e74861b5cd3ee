"""Signs of life, and one connection for each page, whatever an older one still brings."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.types import Message, Receive, Scope, Send

from serving.connections import (
    LONGEST_ANSWER,
    OURS,
    connections,
    read_codes,
    sound,
    tell_shown,
)

PAGE: Final = "0123456789abcdef" * 2
SOUND: Final = {"line": "+1", "ticks": True}
TAP: Final = {"type": "websocket.receive", "bytes": b"\x00tap"}
READING: Final = {"type": "websocket.receive", "bytes": b"\x00read"}
LEAVING: Final = {"type": "websocket.disconnect", "code": 1001}
ASKING: Final = {"type": "websocket.receive", "bytes": OURS}


class Served:
    """An app that notes what it hears, and the pages that talk to it."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Message]] = []
        self.read: list[asyncio.Future[str]] = []
        """What the pages will have read, in the order in which they were asked."""
        self.app = connections(self._hear, lambda: {"language": "de", "theme": None})
        self._tasks: list[asyncio.Future[None]] = []

    async def _hear(self, scope: Scope, receive: Receive, _: Send) -> None:
        while True:
            message = await receive()
            self.heard.append((scope["name"], message))
            if message == TAP:
                await tell_shown()
                await sound(SOUND)
            if message == READING:
                self.read.append(asyncio.ensure_future(read_codes({"way": "camera"})))
            if message["type"] == "websocket.disconnect":
                self.read.append(asyncio.ensure_future(read_codes(None)))
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


def answer(text: str) -> Message:
    return {"type": "websocket.receive", "bytes": OURS + text.encode()}


def test_a_page_is_asked_to_read_codes_and_its_answer_is_not_for_the_app() -> None:
    async def story(server: Served) -> None:
        brought, sent = server.open("phone", f"page={PAGE}")
        for message in (answer("too early"), READING, ASKING, answer("first"), answer("second")):
            brought.put_nowait(message)
        await server.settle()
        assert [read.result() for read in server.read] == ["first"]
        assert server.heard == [("phone", READING)]
        assert said(sent)[0] == {"read": {"way": "camera"}}

    served(story)


def test_each_question_has_its_own_answer_on_its_own_page() -> None:
    async def story(server: Served) -> None:
        karl, _ = server.open("karl", f"page={PAGE}")
        erna, _ = server.open("erna", f"page={PAGE[::-1]}")
        for brought in (karl, erna, erna):
            brought.put_nowait(READING)
            await server.settle()
        erna.put_nowait(answer("hers"))
        karl.put_nowait(answer("his"))
        await server.settle()
        assert [read.result() for read in server.read] == ["his", "", "hers"]

    served(story)


def test_an_answer_that_no_honest_page_gives_is_passed_over_or_made_text() -> None:
    async def story(server: Served) -> None:
        brought, _ = server.open("phone", f"page={PAGE}")
        brought.put_nowait(READING)
        brought.put_nowait(answer("x" * (LONGEST_ANSWER + 1)))
        await server.settle()
        assert not server.read[0].done()
        brought.put_nowait({"type": "websocket.receive", "bytes": OURS + b"\xff"})
        await server.settle()
        assert server.read[0].result() == "\N{REPLACEMENT CHARACTER}"

    served(story)


def test_a_page_that_goes_has_read_nothing_and_neither_has_one_that_is_gone() -> None:
    async def story(server: Served) -> None:
        brought, sent = server.open("phone", f"page={PAGE}")
        brought.put_nowait(READING)
        await server.settle()
        assert not server.read[0].done()
        brought.put_nowait(LEAVING)
        await server.settle()
        assert [read.result() for read in server.read] == ["", ""]
        assert await read_codes(None) == ""
        assert len(sent) == 1

    served(story)
