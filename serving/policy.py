"""What the browser may do with what the server sends."""

from asyncio import CancelledError
from contextlib import suppress
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    b"default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; "
    b"style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
)
"""Nothing is fetched from elsewhere, and no other page shows this one inside itself."""


def keep_to_itself(app: ASGIApp) -> ASGIApp:
    """Tell the browser to ask no other address for anything, and to show others nothing.

    The web client would fetch a script from elsewhere, and Flet allows every page to read what the
    server sends.
    """

    async def closed(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_closed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *(pair for pair in message["headers"] if not _is_for_others(*pair)),
                    (b"content-security-policy", POLICY),
                ]
            with suppress(OSError):  # who has left needs nothing more
                await send(message)

        with suppress(CancelledError):  # the server stops
            await app(scope, receive, send_closed)

    return closed


def _is_for_others(name: bytes, _: bytes) -> bool:
    return name.lower().startswith(b"access-control-")
