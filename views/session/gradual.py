"""Work that is done part by part, for so long as there is time."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from time import perf_counter
from typing import Generic, TypeVar

P = TypeVar("P")


class Gradual(ABC, Generic[P]):
    """Work in parts; ``begun`` changes whenever other parts wait than before."""

    def __init__(self) -> None:
        self.begun = 0
        self._waiting: list[P] = []

    @property
    def waiting(self) -> int:
        """So many parts still have to be done."""
        return len(self._waiting)

    def count(self, seconds: float) -> None:
        """Work for about so long, on one part at least."""
        end = perf_counter() + seconds
        while self._waiting:
            self._count_one(self._waiting.pop())
            if perf_counter() >= end:
                break

    def _wait_for(self, parts: Iterable[P]) -> None:
        """Do these parts from now on, the first of them first."""
        waiting = [*parts][::-1]
        if waiting != self._waiting:
            self._waiting = waiting
            self.begun += 1

    @abstractmethod
    def _count_one(self, part: P) -> None:
        """Do one part."""
