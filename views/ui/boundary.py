"""What is left on the screen when drawing fails: a sentence and a way on, never a frozen page."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import flet as ft

from views.ui.chalk import UNIT, tappable, words

log = logging.getLogger(__name__)
P = ParamSpec("P")
C = TypeVar("C", bound=ft.Control)


def component(draw: Callable[P, ft.Control]) -> Callable[P, ft.Control]:
    """Make a component of a function; it is drawn again only when its arguments have changed.

    If it fails, a sentence stands in its place.
    """
    made: Callable[P, ft.Control] = ft.memo(  # type: ignore[no-untyped-call]
        ft.component(_guarded(draw, broken))
    )
    return made


def page(draw: Callable[P, ft.View]) -> Callable[P, ft.View]:
    """Make a page of a function; if it fails, a page with a sentence stands in its place.

    The device tells pages apart by their addresses. One page can be drawn at two of them, such as
    the list of evenings.
    """
    guarded = _guarded(draw, lambda: ft.View(controls=[broken(), way_back()]))

    @wraps(draw)
    def addressed(*args: P.args, **kwargs: P.kwargs) -> ft.View:
        address = ft.use_view_path()
        drawn = guarded(*args, **kwargs)
        if isinstance(drawn, ft.View):  # not another page that stands for this one
            drawn.route = address
        return drawn

    return ft.component(addressed)


def _guarded(draw: Callable[P, C], instead: Callable[[], C]) -> Callable[P, C]:
    @wraps(draw)
    def guard(*args: P.args, **kwargs: P.kwargs) -> C:
        try:
            return draw(*args, **kwargs)
        except Exception:
            log.exception("drawing %s failed", draw.__name__)
            return instead()

    return guard


def way_back() -> ft.Control:
    """Return a key that leads to the slate."""
    name = "Zur Tafel · To the slate"
    return tappable(name, words(name), lambda: ft.context.page.navigate("/"), padding=2 * UNIT)


def broken() -> ft.Control:
    """Return the sentence, in German and English: the chosen language may be what failed."""
    return ft.Container(
        padding=2 * UNIT,
        content=words(
            "Hier ist etwas schiefgegangen. Alles Angeschriebene ist gespeichert; "
            "bitte die Seite neu laden.\n"
            "Something went wrong here. Everything you wrote is saved; please reload the page."
        ),
    )
