"""What a page asks is answered once: a second tap on the same key is the same answer."""

from collections.abc import Callable

import flet as ft


class Question:
    """Something a page asks, with a key that says yes to exactly what is shown."""

    def __init__(self) -> None:
        self._is_answered = False

    def answer(self, do: Callable[[], bool]) -> None:
        """Do it, unless it is done. ``do`` returns whether it was; if not, it can be tried again.

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
        """Take an answer once more, for what was begun has failed."""
        self._is_answered = False


def use_question(*shown: object) -> Question:
    """Return the question that a component asks; another one when what it shows has changed."""
    return ft.use_memo(Question, shown)
