"""What a watcher's client may send: what its screen is like, and taps; never more.

Flet lets a client set any property of any control of its session, also inside objects that several
sessions share, such as the colours. And it lets a client go on with an earlier session, which may
have been that of somebody who may write.
"""

from typing import Any, Final

import msgpack  # type: ignore[import-untyped]
from flet.messaging.protocol import MessageAction
from starlette.types import Message, Receive

from serving.connections import OURS

PROTOCOL: Final = b"\x00"
"""The first byte of Flet's own messages."""
LONGEST: Final = 64 * 1024
"""Longer messages are not read."""
PLAIN: Final = (bool, int, float, str, type(None))
NOTHING: Final = b""
"""A message that Flet ignores."""


def only_looking(receive: Receive) -> Receive:
    """Leave out of a watcher's messages whatever could change more than its own screen."""

    async def hear() -> Message:
        message = await receive()
        if message["type"] == "websocket.receive":
            return {"type": message["type"], "bytes": harmless(message.get("bytes") or NOTHING)}
        return message

    return hear


def harmless(message: bytes) -> bytes:
    """Return what is left of a message; what cannot be read is left out as a whole.

    >>> harmless(b"nonsense"), harmless(PROTOCOL + b"nonsense")
    (b'', b'')
    """
    if not message.startswith(PROTOCOL):
        return message if message == OURS else NOTHING
    if len(message) > LONGEST:
        return NOTHING
    try:
        kind, body = msgpack.unpackb(message[1:])
        left: bytes = msgpack.packb([kind, _left(MessageAction(kind), body)])
    except (ValueError, TypeError, KeyError, AttributeError, msgpack.UnpackException):
        return NOTHING
    return PROTOCOL + left


def _left(kind: MessageAction, body: dict[str, Any]) -> dict[str, Any]:
    match kind:
        case MessageAction.REGISTER_CLIENT:
            return {**body, "session_id": "", "page": _plain(body["page"])}
        case MessageAction.UPDATE_CONTROL_PROPS:
            return {"id": body["id"], "props": _plain(body["props"])}
    return body


def _plain(properties: dict[str, Any]) -> dict[str, Any]:
    """Return the properties that are plain values, and none of Flet's own."""
    return {
        name: value
        for name, value in properties.items()
        if isinstance(value, PLAIN) and not name.startswith("_")
    }
