"""How long whoever tries wrong keys waits, and that it costs the others nothing."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from serving.slowing import (
    FORGET,
    FREE,
    FREE_IN_ALL,
    LONGEST,
    MOST_ADDRESSES,
    MOST_WAITING,
    Slowing,
)


class Clock:
    """A slowing whose time passes only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []
        self.wakes: asyncio.Event | None = None
        self.slowing = Slowing(lambda: self.now, self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        if self.wakes:
            await self.wakes.wait()

    def tries(self, address: str, times: int = 1) -> float:
        """Try wrong keys; return how long the last answer is delayed."""

        async def tried() -> None:
            for _ in range(times):
                assert await self.slowing.wait(address)

        asyncio.run(tried())
        return self.slept[-1]


def test_a_few_wrong_keys_cost_nothing_and_more_cost_more_up_to_a_limit() -> None:
    clock = Clock()
    assert clock.tries("192.168.1.5", FREE) == 0
    assert [clock.tries("192.168.1.5") for _ in range(3)] == [0.25, 0.5, 1]
    assert clock.tries("192.168.1.5", 100) == LONGEST


def test_others_do_not_wait_for_it_until_there_are_very_many_in_all() -> None:
    clock = Clock()
    clock.tries("192.168.1.5", 100)
    assert clock.tries("192.168.1.6") == 0
    clock.tries("192.168.1.5", FREE_IN_ALL)
    assert clock.tries("192.168.1.7") == LONGEST


def test_a_household_is_one_address_whatever_address_it_takes() -> None:
    clock = Clock()
    for number in range(FREE):
        clock.tries(f"2001:db8:0:1::{number:x}")
    assert clock.tries("2001:db8:0:1:ffff::1") > 0
    assert clock.tries("2001:db8:0:2::1") == 0


def test_it_is_forgotten_after_a_while() -> None:
    clock = Clock()
    clock.tries("192.168.1.5", 100)
    clock.now += FORGET - 1
    assert clock.tries("192.168.1.5") == LONGEST
    clock.now += FORGET
    assert clock.tries("192.168.1.5") == 0


def test_no_more_answers_wait_than_can_be_held() -> None:
    async def crowd() -> None:
        clock.wakes = asyncio.Event()
        waiting = [asyncio.ensure_future(clock.slowing.wait("::1")) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        assert not await clock.slowing.wait("::1")
        clock.wakes.set()
        assert all(await asyncio.gather(*waiting))
        assert await clock.slowing.wait("::1")

    clock = Clock()
    clock.tries("::1", FREE)
    asyncio.run(crowd())


@given(st.lists(st.text(max_size=40), max_size=50))
def test_whatever_an_address_looks_like_it_is_counted(
    addresses: list[str],
) -> None:
    async def tried() -> None:
        for address in addresses:
            await clock.slowing.wait(address)

    clock = Clock()
    asyncio.run(tried())
    assert len(clock.slowing._records) <= len(set(addresses))


def test_only_the_addresses_that_tried_last_are_remembered() -> None:
    async def tried() -> None:
        for number in range(2 * MOST_ADDRESSES):
            await clock.slowing.wait(f"10.0.{number // 250}.{number % 250}")

    clock = Clock()
    asyncio.run(tried())
    assert len(clock.slowing._records) == MOST_ADDRESSES
    assert "10.0.0.0" not in clock.slowing._records
