"""What is sent along with every answer, and what becomes of those who have left."""

import asyncio

from starlette.types import Message, Receive, Scope, Send

from serving.policy import keep_to_itself


def test_what_cannot_be_sent_to_who_has_left_is_no_complaint() -> None:
    async def app(scope: Scope, _: Receive, send: Send) -> None:
        await send({"type": "websocket.send", "bytes": b""})
        asked.append(scope)

    async def receive() -> Message:
        raise AssertionError

    async def send(_: Message) -> None:
        raise ConnectionResetError

    async def served() -> None:
        await keep_to_itself(app)({"type": "websocket"}, receive, send)

    asked: list[Scope] = []
    asyncio.run(served())
    assert asked
