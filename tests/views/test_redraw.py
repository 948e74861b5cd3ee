"""In which order the parts of a slate are drawn, and how often."""

import asyncio
from collections.abc import Callable

from views.session.freshness import FRAME
from views.session.redraw import DrawPhase, Redraw


def watch(redraw: Redraw, drawn: list[str], name: str, phase: DrawPhase) -> None:
    redraw.watchers[phase][lambda: drawn.append(name)] = None


def drawn_after(do: Callable[[Redraw, list[str]], None]) -> list[str]:
    """Return what is drawn, and when other work of the loop came in between."""
    drawn = list[str]()

    async def draw() -> None:
        done = asyncio.Event()
        redraw = Redraw(done.set)
        for name, phase in (
            ("pad", DrawPhase.THEN),
            ("names", DrawPhase.THEN),
            ("lines", DrawPhase.NEXT),
            ("score", DrawPhase.FIRST),
            ("notice", DrawPhase.FIRST),
        ):
            watch(redraw, drawn, name, phase)
        do(redraw, drawn)
        await done.wait()

    asyncio.run(draw())
    return drawn


def test_what_people_look_at_is_drawn_first_and_at_once() -> None:
    def change(redraw: Redraw, drawn: list[str]) -> None:
        redraw.changed()
        assert drawn == ["score", "notice"]

    assert drawn_after(change) == ["score", "notice", "lines", "pad", "names"]


def test_what_was_drawn_can_be_sent_before_the_next_part_is() -> None:
    def change(redraw: Redraw, drawn: list[str]) -> None:
        redraw.changed()
        asyncio.get_running_loop().call_soon(drawn.append, "sent")

    assert drawn_after(change) == ["score", "notice", "sent", "lines", "pad", "names"]


def test_the_page_has_a_frame_s_time_for_what_comes_first() -> None:
    def change(redraw: Redraw, drawn: list[str]) -> None:
        redraw.changed()
        asyncio.get_running_loop().call_later(FRAME, drawn.append, "frame")

    assert drawn_after(change) == ["score", "notice", "frame", "lines", "pad", "names"]


def test_two_taps_in_a_moment_draw_the_later_parts_once() -> None:
    def change(redraw: Redraw, _drawn: list[str]) -> None:
        redraw.changed()
        redraw.changed()

    drawn = drawn_after(change)
    assert drawn == ["score", "notice", "score", "notice", "lines", "pad", "names"]


def test_a_change_amid_a_drawing_draws_every_part_again() -> None:
    def change(redraw: Redraw, drawn: list[str]) -> None:
        def amid() -> None:
            drawn.append("changed")
            del redraw.watchers[DrawPhase.NEXT][amid]
            redraw.changed()

        redraw.watchers[DrawPhase.NEXT][amid] = None
        redraw.changed()

    drawn = drawn_after(change)
    assert drawn == [
        *("score", "notice", "lines", "changed"),
        *("score", "notice", "lines", "pad", "names"),
    ]
