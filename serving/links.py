"""Nobody does anything without a link: one lets people write, the other only look.

A link is ``/link#KEY``. What follows ``#`` stays in the browser: it is in no request, so in no log
and in no other server. The page at ``/link`` removes it from the address bar and sends it in a
header; for a right key it gets a cookie, which from then on comes with every request.

The cookie is derived from the key, so it is good for as long as the key is, also after a restart,
and a key cannot be found out from it. It bears the port, because a browser sends a cookie to every
port of a host. So another server on this computer sees it: who runs one is trusted.
"""

import asyncio
import hmac
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from serving.connections import DISCONNECT, tell_page, unless
from serving.link_page import Answer, link_page
from serving.slowing import Slowing
from serving.watchers import only_looking
from storage import LinkKeys
from views.session.served import Links

PATH: Final = "link"
SCHEME: Final = "Bearer "
"""What is before the key in the header that brings it."""
LONGEST: Final = 100
"""Longer keys and cookies are not read."""
LASTS: Final = 400 * 24 * 60 * 60
"""How long a browser keeps the cookie, in seconds: the longest that browsers accept."""
LOOKING: Final = {"GET", "HEAD"}
"""The methods of requests that change nothing."""
ENDED: Final[Message] = {"type": "websocket.close", "code": 4401}
NOT_STORED: Final = {"cache-control": "no-store"}


class Right(StrEnum):
    """What a link allows."""

    WRITE = "write"
    WATCH = "watch"


@dataclass(eq=False)
class _Visit:
    """A connection that came by a link."""

    right: Right
    is_over: asyncio.Event = field(default_factory=asyncio.Event)
    """Set as soon as the link has ended."""


_visit: ContextVar[_Visit | None] = ContextVar("_visit", default=None)
"""The connection of what runs now: Flet starts a session, and handles its events, in the task of
the connection. None without links: on this computer only, or open for everybody."""


def may_write() -> bool:
    """Return whether what runs now came from somebody who may write."""
    visit = _visit.get()
    return visit is None or (visit.right is Right.WRITE and not visit.is_over.is_set())


class Gate:
    """Lets in whoever comes by a link, and refuses everybody else.

    ``renew_keys`` stores new keys and returns them.
    """

    def __init__(
        self,
        app: ASGIApp,
        keys: LinkKeys,
        port: int,
        renew_keys: Callable[[], LinkKeys],
        slowing: Slowing | None = None,
    ) -> None:
        self._app = app
        self._keys = keys
        self._port = port
        self._renew_keys = renew_keys
        self._slowing = slowing or Slowing()
        self._visits: set[_Visit] = set()
        self._ticket: str | None = None
        self._told: asyncio.Future[None] | None = None

    def links(self, address: str) -> Links:
        """Return the links to the page at an address."""
        write, watch = (f"{address}{PATH}#{key}" for key in (self._keys.write, self._keys.watch))
        return Links(write, watch)

    def link_once(self, address: str) -> str:
        """Return a link to write that works once.

        It opens this computer's browser: other users of the computer see how that was started.
        """
        self._ticket = secrets.token_urlsafe()
        return f"{address}{PATH}#{self._ticket}"

    def renew(self) -> None:
        """Make new links, and end all connections that came by the old ones at once.

        Only the one that asks for it goes on, by the new link. Raises :class:`OSError`; then the
        old links still hold.
        """
        self._keys, own = self._renew_keys(), _visit.get()
        self._ticket = None
        for visit in self._visits - {own}:
            visit.is_over.set()
        self._told = asyncio.ensure_future(tell_page({"key": self._keys.write}))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a connection, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http" and scope["path"] == f"/{PATH}":
            await (await self._exchange(scope))(scope, receive, send)
        elif right := self._right(scope):
            await self._let_in(right, scope, receive, send)
        else:
            await self._refuse(scope, receive, send)

    async def _let_in(self, right: Right, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._connect(right, scope, receive, send)
        elif right is Right.WRITE or scope["method"] in LOOKING:
            await self._app(scope, receive, send)
        else:
            await PlainTextResponse(status_code=403)(scope, receive, send)

    async def _connect(self, right: Right, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection until it ends, or until its link does."""
        visit = _Visit(right)

        async def hear() -> Message:
            message = await unless(visit.is_over, receive)
            if visit.is_over.is_set():
                await send(ENDED)
                return DISCONNECT
            return message

        async def say(message: Message) -> None:
            if not visit.is_over.is_set():
                await send(message)

        self._visits.add(visit)
        _visit.set(visit)
        try:
            heard = only_looking(hear) if right is Right.WATCH else hear
            await self._app(scope, heard, say)
        finally:
            self._visits.discard(visit)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer whoever has no cookie, or an old or invented one."""
        answer = Answer.NO_LINK
        if self._cookies(scope):
            answer = Answer.ENDED if await self._slowed(scope) else Answer.TOO_MANY
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)  # 403, before it was accepted
            return
        refused = link_page(answer, scope)
        if answer is not Answer.NO_LINK and _shows_pages(scope):
            refused.delete_cookie(self._cookie, httponly=True, samesite="strict")
        await refused(scope, receive, send)

    async def _exchange(self, scope: Scope) -> Response:
        """Answer the page of the link, or give the cookie for a right key."""
        if scope["method"] in LOOKING:
            return link_page(Answer.LINK, scope)
        if scope["method"] != "POST":
            return PlainTextResponse(status_code=405)
        given = Headers(scope=scope).get("authorization", "")
        right = self._right_of_key(given.removeprefix(SCHEME))
        if right is None:
            is_slowed = await self._slowed(scope)
            return link_page(Answer.ENDED if is_slowed else Answer.TOO_MANY, scope)
        answer = Response(status_code=204, headers=NOT_STORED)
        answer.set_cookie(
            self._cookie,
            self._derived(right),
            max_age=LASTS,
            secure=scope["scheme"] == "https",
            httponly=True,
            samesite="strict",
        )
        return answer

    async def _slowed(self, scope: Scope) -> bool:
        client = scope.get("client")
        return await self._slowing.wait(client[0] if client else "")

    def _right_of_key(self, given: str) -> Right | None:
        if self._ticket and _is_same(given, self._ticket):
            self._ticket = None
            return Right.WRITE
        return _matching(given, self._by_right())

    def _by_right(self) -> dict[Right, str]:
        return {Right.WRITE: self._keys.write, Right.WATCH: self._keys.watch}

    def _right(self, scope: Scope) -> Right | None:
        """Return what the cookie of a request allows; one of several cookies allows nothing."""
        cookies = self._cookies(scope)
        expected = {right: self._derived(right) for right in Right}
        return _matching(cookies[0], expected) if len(cookies) == 1 else None

    def _cookies(self, scope: Scope) -> list[str]:
        """Return the values of all cookies of our name."""
        pairs = (
            pair.strip().partition("=")
            for header in Headers(scope=scope).getlist("cookie")
            for pair in header.split(";")
        )
        return [value for name, _, value in pairs if name == self._cookie]

    @property
    def _cookie(self) -> str:
        return f"knoddel-{self._port}"

    def _derived(self, right: Right) -> str:
        return hmac.digest(self._by_right()[right].encode(), self._cookie.encode(), "sha256").hex()


def _shows_pages(scope: Scope) -> bool:
    """Return whether somebody reads the answer to a request, and not a script."""
    return "text/html" in Headers(scope=scope).get("accept", "")


def _matching(given: str, expected: dict[Right, str]) -> Right | None:
    """Return the right whose secret was given; it takes as long whatever was given."""
    found = [right for right, secret in expected.items() if _is_same(given, secret)]
    return found[0] if found else None


def _is_same(given: str, secret: str) -> bool:
    return len(given) <= LONGEST and hmac.compare_digest(given.encode(), secret.encode())
