"""Garbage collection while pages are opened and closed."""

import gc
from collections.abc import Iterator
from weakref import WeakSet

import pytest

from views.settling import Settling


class Page:
    """A page, which refers to itself as those of Flet do: only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_all_that_is_there_is_exempt_once_a_page_is_drawn() -> None:
    gc.unfreeze()
    Settling().settle(Page())
    assert gc.get_freeze_count() > 0


def test_the_more_pages_there_are_the_more_rarely_all_of_them_are_looked_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settling, pages, looked_through = Settling(), list[Page](), list[int]()
    monkeypatch.setattr(gc, "unfreeze", lambda: looked_through.append(len(pages)))
    for _ in range(200):
        pages.append(Page())
        settling.settle(pages[-1])
    assert looked_through == [1, 3, 7, 15, 31, 63, 127]


def test_pages_that_were_closed_are_soon_freed_however_often_one_is_opened() -> None:
    settling, known = Settling(), WeakSet[Page]()
    for _ in range(8):  # each looks through all objects of the process
        page = Page()
        known.add(page)
        settling.settle(page)
        del page
        assert len(known) <= 3
