"""Finds the browser for the tests."""

import os
import shutil
from functools import cache
from typing import Final

WITH_WINDOWS: Final = ("chromium", "chromium-browser", "google-chrome")
"""The browsers that can install apps."""
ANY: Final = ("chromium-headless-shell", *WITH_WINDOWS)
"""The browser without windows opens a page with half the processor time."""


@cache
def chromium(names: tuple[str, ...] = ANY) -> str | None:
    """Return the browser for the tests: the one that was asked for, else one of these names."""
    wished = os.environ.get("KNODDEL_CHROMIUM")
    return next(filter(None, map(shutil.which, [wished] if wished else names)), None)
