"""Taps as the page keeps them before Python is there."""

from typing import Any

from scoring.game import Entry
from scoring.sheet import write_entry
from storage import Evening


def tap(evening: Evening, entry: Entry | None, key: str = "key", **more: Any) -> dict[str, Any]:
    """Return a tap on the present slate of an evening; its key is named like the key."""
    written = entry and write_entry(evening.sheet.game, entry)
    told = {"evening": evening.key, "revision": evening.revision, "key": key, "name": key}
    return {**told, "entry": written, "score": ["1", "0"], **more}
