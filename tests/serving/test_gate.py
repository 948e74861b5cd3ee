"""Who is let in by the gate, and by which key or cookie: without a server."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Final

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from serving.connections import DISCONNECT
from serving.links import ENDED, Gate, may_write
from serving.slowing import FREE, Slowing
from storage import LinkKeys

WRITE: Final = "w" * 22
WATCH: Final = "l" * 22
PORT: Final = 8550
ADDRESS: Final = f"http://192.168.1.5:{PORT}/"


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Tell whether whoever asks may write."""
    await PlainTextResponse("write" if may_write() else "watch")(scope, receive, send)


class Entrance:
    """A gate, and how long it has let people wait."""

    def __init__(self) -> None:
        self.waited: list[float] = []
        self.keys = LinkKeys(WRITE, WATCH)
        self.heard: list[Message] = []
        slowing = Slowing(clock=lambda: 0.0, sleep=self._sleep)
        self.gate = Gate(self._app, self.keys, PORT, self._renew, slowing)

    async def _sleep(self, seconds: float) -> None:
        self.waited.append(seconds)

    def _renew(self) -> LinkKeys:
        self.keys = LinkKeys(*(key[:-1] + "n" for key in (self.keys.write, self.keys.watch)))
        return self.keys

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await PlainTextResponse("in")(scope, receive, send)
            return
        while True:
            self.heard.append(await receive())
            if self.heard[-1] == DISCONNECT:
                return
            if self.heard[-1].get("bytes") == RENEW:
                self.gate.renew()
            await send({"type": "told", "may_write": may_write()})

    def ask(self, method: str, path: str, **headers: str | bytes) -> httpx.Response:
        given = [
            (name.encode(), value if isinstance(value, bytes) else value.encode())
            for name, value in headers.items()
        ]

        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(self.gate, client=("192.168.1.7", 1234))
            async with httpx.AsyncClient(transport=transport, base_url=ADDRESS) as client:
                return await client.request(method, path, headers=given)

        return asyncio.run(asked())

    def take(self, authorization: str | bytes) -> httpx.Response:
        return self.ask("POST", "/link", authorization=authorization)

    def cookie(self, key: str) -> str:
        [(name, value)] = self.take(f"Bearer {key}").cookies.items()
        return f"{name}={value}"


RENEW: Final = b"renew"


@pytest.fixture
def entrance() -> Entrance:
    return Entrance()


# Keys


@pytest.mark.parametrize("key", [WRITE, WATCH])
def test_a_right_key_is_exchanged_for_a_cookie(entrance: Entrance, key: str) -> None:
    assert entrance.take(f"Bearer {key}").status_code == 204
    assert entrance.ask("GET", "/", cookie=entrance.cookie(key)).text == "in"


@pytest.mark.parametrize(
    "given",
    [
        *("", "Bearer", "Bearer ", "x", "Bearer x", f"Basic {WRITE}", f"Bearer  {WRITE}"),
        *(f"bearer{WRITE}", f"Bearer {WRITE}x", f"Bearer x{WRITE}", f"Bearer {WRITE[1:]}"),
        *("Bearer " + "w" * 20_000, f"Bearer {WRITE.upper()}", "Bearer wärm", f"Bearer {WRITE}ä"),
    ],
)
def test_a_wrong_key_is_none(entrance: Entrance, given: str) -> None:
    answer = entrance.take(given.encode("latin-1"))
    assert answer.status_code == 401
    assert not answer.cookies


def test_a_link_for_this_computers_browser_works_once(entrance: Entrance) -> None:
    ticket = entrance.gate.link_once(ADDRESS).removeprefix(f"{ADDRESS}link#")
    assert entrance.cookie(ticket) == entrance.cookie(WRITE)
    assert entrance.take(f"Bearer {ticket}").status_code == 401


def test_wrong_keys_are_slowed_down_more_and_more_and_the_right_one_never(
    entrance: Entrance,
) -> None:
    for _ in range(FREE + 3):
        assert entrance.take("Bearer wrong").status_code == 401
        assert entrance.take(f"Bearer {WATCH}").status_code == 204
    assert entrance.waited == [*[0.0] * FREE, 0.25, 0.5, 1.0]


# Cookies


def absurd(cookie: str) -> Iterator[str]:
    name, _, value = cookie.partition("=")
    yield from (name, f"{name}=", f"{name}={value}x", f"{name}=x{value}", f'{name}="{value}"')
    yield from (f"{cookie}; {cookie}", f"{cookie}; {name}", f"{name}=x;{cookie}")
    yield from (cookie.upper(), f"knoddel={value}", f"knoddel-1={value}", f"x={cookie}")
    yield from (f"{name}={WRITE}", f"{name}={'a' * 60_000}", f"{name}=ä\x80", "=", ";=;;")


@pytest.mark.parametrize("number", range(16))
def test_a_cookie_that_is_not_exactly_ours_is_none(entrance: Entrance, number: int) -> None:
    given = [*absurd(entrance.cookie(WRITE))][number].encode("latin-1")
    assert entrance.ask("GET", "/", cookie=given).status_code == 401


@given(st.binary(max_size=300), st.sampled_from(["GET", "HEAD", "PUT", "POST"]))
def test_no_invented_cookie_lets_anybody_in(cookie: bytes, method: str) -> None:
    assert Entrance().ask(method, "/", cookie=cookie).status_code == 401
    begun = f"knoddel-{PORT}=".encode() + cookie
    assert Entrance().ask(method, "/", cookie=begun).status_code == 401


def test_our_cookie_is_found_among_others(entrance: Entrance) -> None:
    given = f"a=b;;c; d=é; {entrance.cookie(WATCH)};=;knoddel-1=x".encode("latin-1")
    assert entrance.ask("GET", "/", cookie=given).text == "in"


def test_the_cookie_of_a_watcher_is_not_that_of_a_writer_nor_a_key(entrance: Entrance) -> None:
    cookies = {entrance.cookie(key) for key in (WRITE, WATCH)}
    assert len(cookies) == 2
    assert not any(key in cookie for key in (WRITE, WATCH) for cookie in cookies)


def test_wrong_cookies_are_slowed_down_as_wrong_keys_are(entrance: Entrance) -> None:
    for _ in range(FREE + 1):
        entrance.ask("GET", "/", cookie=f"knoddel-{PORT}=wrong")
    assert entrance.waited[-1] > 0
    entrance.ask("GET", "/")
    assert len(entrance.waited) == FREE + 1, "who has none has tried nothing"


def test_a_cookie_that_has_ended_is_deleted_once_people_were_told(entrance: Entrance) -> None:
    wrong = f"knoddel-{PORT}=wrong"
    assert "set-cookie" not in entrance.ask("HEAD", "/", cookie=wrong).headers
    told = entrance.ask("GET", "/", cookie=wrong, accept="text/html").headers["set-cookie"]
    assert told.startswith(f'knoddel-{PORT}=""; ')
    assert "Max-Age=0" in told


# Connections


class Connected:
    """A connection by a link, with what it was sent."""

    def __init__(self, entrance: Entrance, key: str) -> None:
        self.brought, self.sent = asyncio.Queue[Message](), list[Message]()
        cookie = entrance.cookie(key).encode()
        self.scope = {"type": "websocket", "path": "/ws", "headers": [(b"cookie", cookie)]}
        self.gate = entrance.gate
        self.task: asyncio.Future[None] | None = None

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    async def say(self, said: bytes) -> list[Message]:
        """Send something; return what was answered when all has happened that can."""
        self.task = self.task or asyncio.ensure_future(
            self.gate(self.scope, self.brought.get, self._send)
        )
        self.sent.clear()
        self.brought.put_nowait({"type": "websocket.receive", "bytes": said})
        for _ in range(50):
            await asyncio.sleep(0)
        return [*self.sent]


def happens(story: Callable[[], Awaitable[Any]]) -> None:
    async def told() -> None:
        await story()

    asyncio.run(told())


def test_the_right_of_a_link_is_that_of_its_connection(entrance: Entrance) -> None:
    writer, watcher = Connected(entrance, WRITE), Connected(entrance, WATCH)

    async def story() -> None:
        assert await writer.say(b"") == [{"type": "told", "may_write": True}]
        assert await watcher.say(b"") == [{"type": "told", "may_write": False}]

    happens(story)


def test_new_links_end_all_connections_but_the_one_that_asked(entrance: Entrance) -> None:
    writer, watcher, asking = (Connected(entrance, key) for key in (WRITE, WATCH, WRITE))
    old = entrance.cookie(WRITE)

    async def story() -> None:
        for each in (writer, watcher, asking):
            await each.say(b"")
        for each in (writer, watcher):
            each.sent.clear()
        assert await asking.say(RENEW) == [{"type": "told", "may_write": True}]
        for each in (writer, watcher):
            assert each.sent == [ENDED]
            assert await each.say(b"late") == []
            assert each.task
            assert each.task.done()
        assert await asking.say(b"") == [{"type": "told", "may_write": True}]

    happens(story)
    assert {b"late"}.isdisjoint(message.get("bytes") for message in entrance.heard)
    assert entrance.ask("GET", "/", cookie=old).status_code == 401
    assert entrance.take(f"Bearer {WRITE}").status_code == 401
    assert entrance.take(f"Bearer {entrance.keys.write}").status_code == 204


def test_whoever_comes_without_a_link_is_not_connected(entrance: Entrance) -> None:
    stranger = Connected(entrance, WRITE)
    stranger.scope["headers"] = []

    async def story() -> None:
        [refused] = await stranger.say(b"")
        assert refused["type"] == "websocket.close"

    happens(story)
    assert not entrance.heard
