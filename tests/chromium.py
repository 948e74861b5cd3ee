"""Where the browser is, if there is one."""

import os
import shutil
from functools import cache

NAMES = ("chromium", "chromium-browser", "google-chrome")


@cache
def chromium() -> str | None:
    """Return the browser that tests drive: the one that was asked for, else any Chromium."""
    wished = os.environ.get("KNODDEL_CHROMIUM")
    return next(filter(None, map(shutil.which, [wished] if wished else NAMES)), None)
