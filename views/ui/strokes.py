"""Strokes as they are chalked on a slate: four upright, and a fifth across them."""

import flet as ft
import flet.canvas as cv

from views.ui import chalk

BUNDLE = 5
UPRIGHT = (
    ((0.06, 0.02), (0.02, 0.98)),
    ((0.30, 0.06), (0.28, 1.00)),
    ((0.56, 0.00), (0.51, 0.95)),
    ((0.80, 0.04), (0.79, 1.00)),
)
"""From where to where the strokes go, in multiples of their height: no hand draws a ruler's."""
ACROSS = ((-0.10, 0.80), (0.96, 0.22))
WIDTH = 0.26
"""How far a stroke is from the next."""
EDGE = 0.14
"""How much room is left beside the strokes, in the same measure."""
THICKNESS = 0.11


def bundles(number: int, height: float, color: ft.ColorValue = chalk.CHALK) -> list[ft.Control]:
    """Return so many strokes in bundles of five, the last of them perhaps unfinished."""
    full, rest = divmod(number, BUNDLE)
    sizes = [BUNDLE] * full + [rest] * (rest > 0)
    return [bundle(size, height, color) for size in sizes]


def tally(number: int, height: float, color: ft.ColorValue = chalk.CHALK) -> ft.Control:
    """Return so many strokes in a row."""
    return ft.Row(bundles(number, height, color), tight=True, spacing=height / 4)


def bundle(number: int, height: float, color: ft.ColorValue = chalk.CHALK) -> ft.Control:
    """Return up to five strokes."""
    strokes = [*UPRIGHT, ACROSS][:number]
    path: list[cv.Path.PathElement] = []
    for (x, y), (to_x, to_y) in strokes:
        path += [
            cv.Path.MoveTo((EDGE + x) * height, y * height),
            cv.Path.LineTo((EDGE + to_x) * height, to_y * height),
        ]
    paint = ft.Paint(
        color=color,
        stroke_width=max(2, height * THICKNESS),
        stroke_cap=ft.StrokeCap.ROUND,
        style=ft.PaintingStyle.STROKE,
    )
    return cv.Canvas(
        [cv.Path(path, paint=paint)], width=bundle_width(number, height), height=height
    )


def bundle_width(number: int, height: float) -> float:
    """Return how wide up to five strokes are."""
    return (min(number, len(UPRIGHT)) * WIDTH + 2 * EDGE) * height
