"""The connections of the open pages: heartbeats, and one connection for each page.

The other half is ``web/connection.js``.
"""

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serving.page import Preferences

OURS: Final = b"\x02"
"""The first byte of messages between our script and the server; Flet's begin with 0 or 1.

From a page it is the whole message, and requests a heartbeat, or an answer in JSON follows it. From
the server, JSON follows it.
"""
PAGE: Final = re.compile(rb"page=([0-9a-f]{32})")
LONGEST_ANSWER: Final = 20_000
"""The largest answer of a page in bytes; the text of a QR code is much smaller."""
DISCONNECT: Final[Message] = {"type": "websocket.disconnect", "code": 1001}
PATIENCE: Final = 1.0
"""How long a new connection waits for the end of the one it replaces, in seconds."""


@dataclass(eq=False)
class _Connection:
    """One connection: how to send to its page, what is asked of the page, and the end."""

    send: Send
    is_replaced: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: asyncio.Event = field(default_factory=asyncio.Event)
    answer: asyncio.Future[str] | None = None
    """What the page will answer to the newest question."""

    def ask(self) -> asyncio.Future[str]:
        """Return what the page will answer; an earlier question has no answer any more."""
        self.hear_answer(b"")
        self.answer = asyncio.get_running_loop().create_future()
        return self.answer

    def hear_answer(self, told: bytes) -> None:
        """Handle an answer, if one is awaited; an empty one says that none will come."""
        if self.answer and not self.answer.done():
            self.answer.set_result(told.decode(errors="replace"))

    def end(self) -> None:
        """Tell everybody who waits that the connection is over."""
        self.is_over.set()
        self.hear_answer(b"")


_current: ContextVar[_Connection] = ContextVar("_current")
"""The connection of this session: Flet starts a session in the task of its connection."""


def connections(app: ASGIApp, preferences: Callable[[], Preferences]) -> ASGIApp:
    """Answer heartbeats, and let each page have only its newest connection.

    Messages of an older connection were sent before the page lost the server. The page has told
    its user that they are lost, so they must not be written later.
    """
    newest: dict[bytes, _Connection] = {}

    async def connected(scope: Scope, receive: Receive, send: Send) -> None:
        named = PAGE.fullmatch(scope["query_string"]) if scope["type"] == "websocket" else None
        if named is None:
            await app(scope, receive, send)
            return
        page, connection, before = named[1], _Connection(send), newest.get(named[1])
        newest[page] = connection
        if before:
            before.is_replaced.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(before.is_over.wait(), PATIENCE)
        _current.set(connection)
        try:
            await app(scope, hearing(connection, receive), send)
        finally:
            connection.end()
            if newest[page] is connection:
                del newest[page]

    def hearing(connection: _Connection, receive: Receive) -> Receive:
        async def hear() -> Message:
            message = await unless(connection.is_replaced, receive)
            while (message.get("bytes") or b"").startswith(OURS):
                told = message["bytes"].removeprefix(OURS)
                if not told:
                    await _say(connection.send, preferences())
                elif len(told) <= LONGEST_ANSWER:
                    connection.hear_answer(told)
                message = await unless(connection.is_replaced, receive)
            return message

        return hear

    return connected


async def tell_shown() -> None:
    """Tell the page of this session that it has received its first content."""
    await tell_page({"shown": True})


async def sound(what: Mapping[str, object]) -> None:
    """Let the page of this session make the sounds of a written line."""
    await tell_page({"sounds": what})


async def read_codes(wanted: Mapping[str, object] | None) -> str:
    """Let the page of this session read QR codes, and return its answer.

    That is JSON, as ``assets/reader.js`` describes it, if the page is honest; empty if it is gone.
    """
    connection = _current.get(None)
    if connection is None or connection.is_over.is_set():
        return ""
    answer = connection.ask()
    await _say(connection.send, {"read": wanted})
    return await answer


async def tell_page(what: Mapping[str, object]) -> None:
    """Tell the script of the page of this session something, if it has such a page."""
    if connection := _current.get(None):
        await _say(connection.send, what)


async def _say(send: Send, what: object) -> None:
    await send({"type": "websocket.send", "bytes": OURS + json.dumps(what).encode()})


async def unless(is_replaced: asyncio.Event, receive: Receive) -> Message:
    """Return the next message, or a disconnect once the connection is replaced."""
    message, replaced = asyncio.ensure_future(receive()), asyncio.ensure_future(is_replaced.wait())
    try:
        await asyncio.wait({message, replaced}, return_when=asyncio.FIRST_COMPLETED)
        return DISCONNECT if replaced.done() else message.result()
    finally:
        message.cancel()
        replaced.cancel()
