"""The addresses at which other devices find this computer."""

import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import Final

ELSEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""An address of no computer. Nothing is sent there: the system only tells how it would be."""
ANY_PORT: Final = 9


def is_loopback(host: str) -> bool:
    """Return whether only this computer reaches an address on which the app is served.

    >>> [is_loopback(host) for host in ("127.0.0.2", "::1", "0.0.0.0", "192.168.1.5")]
    [True, True, False, False]
    """
    return ip_address(host).is_loopback


def reachable(host: str) -> str:
    """Return the address to tell others, for the one on which the app is served.

    That is the same, unless the app is served on all of them: then it is the one of the network
    that this computer is in now, or loopback if it is in none.
    """
    served = ip_address(host)
    if not served.is_unspecified:
        return host
    family = socket.AF_INET if served.version == 4 else socket.AF_INET6
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
        asked.connect((ELSEWHERE[family], ANY_PORT))
        return str(asked.getsockname()[0])
    for own in _own(family):
        if not ip_address(own).is_loopback:
            return own
    return "127.0.0.1" if served.version == 4 else "::1"


def _own(family: socket.AddressFamily) -> list[str]:
    """Return the addresses that the name of this computer stands for."""
    with suppress(OSError):
        found = socket.getaddrinfo(socket.gethostname(), None, family)
        return [str(address[0]) for *_, address in found]
    return []


def page_address(host: str, port: int) -> str:
    """Return the address of the app's page.

    >>> page_address("192.168.1.5", 8550), page_address("fd00::5", 8550)
    ('http://192.168.1.5:8550/', 'http://[fd00::5]:8550/')
    """
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
