"""Where the browser is, if there is one."""

import os
import shutil
from functools import cache
from typing import Final

WITH_WINDOWS: Final = ("chromium", "chromium-browser", "google-chrome")
"""Only these install apps."""
ANY: Final = ("chromium-headless-shell", *WITH_WINDOWS)
"""The one that can do without windows opens a page with half the work."""


@cache
def chromium(names: tuple[str, ...] = ANY) -> str | None:
    """Return the browser that tests drive: the one that was asked for, else one of these names."""
    wished = os.environ.get("KNODDEL_CHROMIUM")
    return next(filter(None, map(shutil.which, [wished] if wished else names)), None)
