"""Questions of a page, answered once: a second tap on the same key is not a second answer."""

from collections.abc import Callable

import flet as ft


class Question:
    """Something a page asks, with a key that says yes to exactly what is shown."""

    def __init__(self) -> None:
        self._is_answered = False

    def answer(self, do: Callable[[], bool]) -> None:
        """Call ``do``, unless that was done; after False, the question can be answered again.

        >>> question, done = Question(), []
        >>> def do() -> bool:
        ...     done.append("done")
        ...     return True
        >>> question.answer(do)
        >>> question.answer(do)
        >>> done
        ['done']
        """
        if not self._is_answered:
            self._is_answered = True
            self._is_answered = do()

    def ask_again(self) -> None:
        """Accept another answer, because what was begun has failed."""
        self._is_answered = False


def use_question(*shown: object) -> Question:
    """Return the question of a component; a new one whenever what it shows has changed."""
    return ft.use_memo(Question, shown)
