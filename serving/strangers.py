"""Who may connect to the server: only its own pages, at an address that is this computer's.

Another web page in the same browser may know our address. Its ``Origin`` header differs from ours,
or its ``Host`` header if its own name was made to point here (DNS rebinding).
"""

import asyncio
import re
import socket
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final, NamedTuple

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

LONGEST: Final = 300
"""Longer headers are not read: a name has at most 253 characters, a port at most five."""
SCHEMES: Final = {"http": "http", "ws": "http", "https": "https", "wss": "https"}
"""The scheme of the page's address, by the scheme of its request."""
PORTS: Final = {"http": 80, "https": 443}
AUTHORITY: Final = re.compile(
    r"(?:\[(?P<v6>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::(?P<port>[0-9]{1,5}))?"
)


class Authority(NamedTuple):
    """A name or address, and a port."""

    name: str | IPv4Address | IPv6Address
    port: int


def refuse_strangers(app: ASGIApp, sentence: str) -> ASGIApp:
    """Answer requests of other pages with 403 and a sentence; pass on all others."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or await _is_welcome(scope):
            await app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)  # 403, before it was accepted
        else:
            await PlainTextResponse(sentence, 403)(scope, receive, send)

    return guarded


async def _is_welcome(scope: Scope) -> bool:
    hosts, origins = _header(scope, b"host"), _header(scope, b"origin")
    if len(hosts) != 1 or len(origins) > 1:
        return False
    scheme = SCHEMES[scope["scheme"]]
    host = _authority(hosts[0], scheme)
    if host is None or not await _is_here(host.name):
        return False
    return not origins or _is_own(origins[0], scheme, host)


def _header(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1").lower() for key, value in scope["headers"] if key == name]


def _authority(text: str, scheme: str) -> Authority | None:
    """Parse a ``Host`` header in lower case; return None if it has no name or address."""
    found = AUTHORITY.fullmatch(text) if len(text) <= LONGEST else None
    if not found:
        return None
    v6, name, port = found.group("v6", "name", "port")
    try:
        here: str | IPv4Address | IPv6Address = IPv6Address(v6) if v6 else ip_address(name)
    except ValueError:
        if v6:
            return None
        here = name.removesuffix(".")  # the same name: the dot marks it as fully qualified
    return Authority(here, int(port) if port else PORTS[scheme])


async def _is_here(name: str | IPv4Address | IPv6Address) -> bool:
    """Return whether a name is certainly this computer's; an IP address cannot be rebound."""
    if not isinstance(name, str) or name == "localhost":
        return True
    return name in await asyncio.to_thread(_own_names)  # may query a name server


@cache
def _own_names() -> frozenset[str]:
    name = socket.gethostname().lower()
    return frozenset({name, f"{name}.local", socket.getfqdn().lower()})


def _is_own(origin: str, scheme: str, host: Authority) -> bool:
    beginning = f"{scheme}://"
    if not origin.startswith(beginning):
        return False
    return _authority(origin.removeprefix(beginning), scheme) == host
