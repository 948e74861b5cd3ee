"""Several steps share a turn of the event loop."""

import asyncio
from collections.abc import Callable, Iterator
from contextvars import ContextVar, copy_context

import pytest
from flet_screen import Loop
from hypothesis import given
from hypothesis import strategies as st

from pwa.turns import MOST, SharedTurns

Plan = list["Plan"]
"""A step, as the steps that it schedules."""

PLANS = st.recursive(st.builds(Plan), lambda plans: st.lists(plans, max_size=3), max_leaves=12)
LETTER = ContextVar("LETTER", default="")


class Turns(SharedTurns):
    """Shared turns on a loop that counts them."""

    def __init__(self) -> None:
        self.loop = Loop()
        self.begun = 0
        begin = self.loop.call_soon

        def count(step: Callable[..., object], *args: object) -> asyncio.Handle:
            self.begun += 1
            return begin(step, *args)

        self.loop.call_soon = count  # type: ignore[method-assign, assignment]
        super().__init__(self.loop)


@pytest.fixture
def turns() -> Iterator[Turns]:
    made = Turns()
    yield made
    made.loop.close()


def done_in_order(loop: asyncio.AbstractEventLoop, settle: Callable[[], None], plan: Plan) -> str:
    """Return the places in a plan in the order in which a loop does them."""
    done = list[str]()

    def do(step: Plan, place: str) -> None:
        done.append(place)
        for number, later in enumerate(step):
            loop.call_soon(do, later, f"{place}.{number}")

    loop.call_soon(do, plan, "0")
    settle()
    return " ".join(done)


def test_steps_that_follow_from_each_other_share_a_turn(turns: Turns) -> None:
    assert done_in_order(turns.loop, turns.loop.settle, [[[[]]]]) == "0 0.0 0.0.0 0.0.0.0"
    assert turns.begun == 1


@given(PLANS)
def test_the_order_of_steps_is_that_of_every_loop(plan: Plan) -> None:
    usual, turns = Loop(), Turns()
    assert done_in_order(turns.loop, turns.loop.settle, plan) == done_in_order(
        usual, usual.settle, plan
    )
    usual.close()
    turns.loop.close()


def test_between_many_steps_the_browser_gets_its_turns(turns: Turns) -> None:
    left = [*range(3 * MOST)]

    def step() -> None:
        left.pop()
        if left:
            turns.loop.call_soon(step)

    turns.loop.call_soon(step)
    turns.loop.settle()
    assert (left, turns.begun) == ([], 3)


def test_a_step_from_elsewhere_begins_a_turn_which_others_share(turns: Turns) -> None:
    done = list[str]()

    def follow() -> None:
        done.append(f"turn {turns.begun}")

    def begin() -> None:
        turns.loop.call_soon_threadsafe(turns.loop.call_soon, follow)
        turns.loop.call_soon(follow)  # which waits for a turn, too

    turns.loop.call_soon(begin)
    turns.loop.turn()
    assert done == [], "the turn from elsewhere comes first"
    turns.loop.settle()
    assert done == ["turn 3", "turn 3"]


def test_what_the_page_says_is_heard_at_once_with_all_that_follows(turns: Turns) -> None:
    done = list[str]()

    def hear(said: str) -> None:
        done.append(said)
        turns.loop.call_soon(done.append, "written")

    turns.take(hear, "tapped")
    assert (done, turns.begun) == (["tapped", "written"], 0)


def test_what_is_scheduled_between_turns_shares_the_next(turns: Turns) -> None:
    done = list[str]()
    turns.loop.call_soon(done.append, "first")
    turns.loop.call_soon(done.append, "second")
    turns.take(done.append, "tapped")
    assert done == ["tapped", "first", "second"]
    turns.loop.call_soon(done.append, "third")
    turns.loop.settle()
    assert (done[3:], turns.begun) == (["third"], 1)


def test_a_step_that_was_cancelled_is_not_taken(turns: Turns) -> None:
    done, failed = list[str](), list[object]()
    turns.loop.set_exception_handler(lambda _, what: failed.append(what))
    turns.loop.call_soon(done.append, "first").cancel()
    turns.loop.call_soon_threadsafe(done.append, "second").cancel()
    turns.loop.call_soon(done.append, "third")
    turns.loop.settle()
    assert (done, failed) == (["third"], [])


def test_after_a_step_that_fails_the_others_are_taken(turns: Turns) -> None:
    done, failed = list[str](), list[object]()
    turns.loop.set_exception_handler(lambda _, what: failed.append(what["exception"]))
    error = ValueError("wrong")

    def fail() -> None:
        raise error

    turns.loop.call_soon(fail)
    turns.loop.call_soon(done.append, "done")
    turns.loop.settle()
    assert (done, failed) == (["done"], [error])


def test_if_what_the_page_says_fails_it_is_told_and_what_waits_is_done_in_another_turn(
    turns: Turns,
) -> None:
    done = list[str]()

    def fail() -> None:
        turns.loop.call_soon(done.append, "done")
        raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        turns.take(fail)
    assert done == []
    turns.loop.settle()
    assert (done, turns.begun) == (["done"], 1)


def test_each_step_has_the_context_in_which_it_was_scheduled(turns: Turns) -> None:
    seen = list[str]()

    def look() -> None:
        seen.append(LETTER.get())
        LETTER.set("of a step")

    given_one = copy_context()
    given_one.run(LETTER.set, "given")
    token = LETTER.set("here")
    turns.loop.call_soon(look)
    turns.loop.call_soon(look, context=given_one)
    turns.loop.call_soon_threadsafe(look, context=given_one)
    LETTER.reset(token)
    turns.loop.settle()
    assert seen == ["here", "given", "of a step"]
    assert LETTER.get() == ""


def test_tasks_of_python_share_turns(turns: Turns) -> None:
    async def wait(times: int) -> int:
        for _ in range(times):
            await asyncio.sleep(0)
        return times

    task = turns.loop.create_task(wait(MOST - 2))  # its begin and its end are steps, too
    turns.loop.settle()
    assert (task.result(), turns.begun) == (MOST - 2, 1)
