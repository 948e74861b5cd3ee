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

From a page it is the whole message, and requests a heartbeat. From the server, JSON follows it.
"""
PAGE: Final = re.compile(rb"page=([0-9a-f]{32})")
DISCONNECT: Final[Message] = {"type": "websocket.disconnect", "code": 1001}
PATIENCE: Final = 1.0
"""How long a new connection waits for the end of the one it replaces, in seconds."""

_send: ContextVar[Send] = ContextVar("_send")
"""Sends to the page of this session: Flet starts a session in the task of its connection."""


@dataclass(eq=False)
class _Connection:
    """The events in the life of one connection."""

    is_replaced: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: asyncio.Event = field(default_factory=asyncio.Event)


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
        page, connection, before = named[1], _Connection(), newest.get(named[1])
        newest[page] = connection
        if before:
            before.is_replaced.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(before.is_over.wait(), PATIENCE)
        _send.set(send)
        try:
            await app(scope, hearing(connection.is_replaced, receive, send), send)
        finally:
            connection.is_over.set()
            if newest[page] is connection:
                del newest[page]

    def hearing(is_replaced: asyncio.Event, receive: Receive, send: Send) -> Receive:
        async def hear() -> Message:
            message = await _unless(is_replaced, receive)
            while message.get("bytes") == OURS:
                await _say(send, preferences())
                message = await _unless(is_replaced, receive)
            return message

        return hear

    return connected


async def tell_shown() -> None:
    """Tell the page of this session that it has received its first content."""
    await _tell({"shown": True})


async def sound(what: Mapping[str, object]) -> None:
    """Let the page of this session make the sounds of a written line."""
    await _tell({"sounds": what})


async def _tell(what: Mapping[str, object]) -> None:
    if send := _send.get(None):
        await _say(send, what)


async def _say(send: Send, what: object) -> None:
    await send({"type": "websocket.send", "bytes": OURS + json.dumps(what).encode()})


async def _unless(is_replaced: asyncio.Event, receive: Receive) -> Message:
    """Return the next message, or a disconnect once the connection is replaced."""
    message, replaced = asyncio.ensure_future(receive()), asyncio.ensure_future(is_replaced.wait())
    try:
        await asyncio.wait({message, replaced}, return_when=asyncio.FIRST_COMPLETED)
        return DISCONNECT if replaced.done() else message.result()
    finally:
        message.cancel()
        replaced.cancel()
