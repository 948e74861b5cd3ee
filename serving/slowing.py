"""Makes whoever tries wrong keys wait, longer after each one.

A right key never waits, whatever others do: nobody can lock out those who have it, and nobody
guesses one at any speed that this server answers. What is bounded here is the work that strangers
can cause.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

FREE: Final = 10
"""So many wrong keys cost nothing: a phone with an old cookie sends one with every file."""
FREE_IN_ALL: Final = 200
"""The same for all addresses together."""
FIRST: Final = 0.25
"""How long the first answer after those is delayed, in seconds."""
LONGEST: Final = 4.0
"""How long any answer is delayed at most: an open page takes the server for gone after five."""
FORGET: Final = 300.0
"""After so many seconds without a wrong key, an address has a clean record."""
MOST_WAITING: Final = 50
"""So many answers are delayed at the same time; further ones are refused at once."""
MOST_ADDRESSES: Final = 1000
"""So many addresses are remembered, those that tried last."""
NETWORK: Final = 64
"""The bits of an IPv6 address that tell one household from another."""


@dataclass
class _Record:
    """How many wrong keys came, and when the last one."""

    wrong: int = 0
    last: float = 0.0

    def add(self, now: float) -> int:
        """Count one more; return how many came without a long pause."""
        self.wrong = self.wrong + 1 if now - self.last < FORGET else 1
        self.last = now
        return self.wrong


class Slowing:
    """Remembers who has tried wrong keys."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._clock, self._sleep = clock, sleep
        self._records: OrderedDict[str, _Record] = OrderedDict()
        self._all = _Record()
        self._waiting = 0

    async def wait(self, address: str) -> bool:
        """Wait before a wrong key from an address is refused.

        Returns False at once if too many wait already.
        """
        seconds = self._delay(address)
        if seconds and self._waiting >= MOST_WAITING:
            return False
        self._waiting += 1
        try:
            await self._sleep(seconds)
        finally:
            self._waiting -= 1
        return True

    def _delay(self, address: str) -> float:
        """Count a wrong key, and return how long its answer is delayed, in seconds."""
        now, network = self._clock(), _network(address)
        record = self._records.setdefault(network, _Record())
        self._records.move_to_end(network)
        if len(self._records) > MOST_ADDRESSES:
            self._records.popitem(last=False)
        return max(_seconds(record.add(now) - FREE), _seconds(self._all.add(now) - FREE_IN_ALL))


def _seconds(too_many: int) -> float:
    """Return the delay of an answer after so many wrong keys too many.

    >>> [_seconds(too_many) for too_many in (0, 1, 2, 3, 1000)]
    [0.0, 0.25, 0.5, 1.0, 4.0]
    """
    return min(LONGEST, FIRST * 2 ** min(too_many - 1, 10)) if too_many > 0 else 0.0


def _network(address: str) -> str:
    """Return what stands for all addresses of one household.

    >>> _network("192.168.1.5"), _network("2001:db8::1") == _network("2001:db8::2")
    ('192.168.1.5', True)
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return ""
    return (
        str(IPv6Network((int(parsed), NETWORK), strict=False))
        if isinstance(parsed, IPv6Address)
        else address
    )
