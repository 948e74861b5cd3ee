"""The headers that limit what the browser may do with the page."""

from asyncio import CancelledError
from contextlib import suppress
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY: Final = (
    b"default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; "
    b"style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"
)
"""The page loads nothing from other hosts, and no other page can embed it."""


def keep_to_itself(app: ASGIApp) -> ASGIApp:
    """Forbid requests to other hosts, and access by other pages.

    Without this the web client requests a script from another host, and Flet's headers allow every
    page to read what the server sends.
    """

    async def closed(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_closed(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *(pair for pair in message["headers"] if not _is_for_others(*pair)),
                    (b"content-security-policy", POLICY),
                    (b"referrer-policy", b"no-referrer"),
                ]
            with suppress(OSError):  # the client has disconnected
                await send(message)

        with suppress(CancelledError):  # the server is stopping
            await app(scope, receive, send_closed)

    return closed


def _is_for_others(name: bytes, _: bytes) -> bool:
    return name.lower().startswith(b"access-control-")
