"""The keys of the links with which others come in over the network.

They are stored without the generation before: a file that is damaged leads to new keys, never back
to old ones.
"""

import re
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from storage.durable import Damaged, Tables, Unreadable, encode, look_into, write_durably
from storage.evenings import SCHEMA, FromTheFuture
from storage.places import links_file

_BYTES: Final = 16
"""The random bytes of a key: nobody guesses 128 bits."""
_KEY: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_LINKS: Final = "links"
_ONLY: Final = "1"


@dataclass(frozen=True)
class LinkKeys:
    """A key for each right: whoever has it may ``write``, or only ``watch``.

    No traceback and no log shows them.

    >>> LinkKeys("abc", "def")
    LinkKeys()
    """

    write: str = field(repr=False)
    watch: str = field(repr=False)


def link_keys(folder: Path) -> LinkKeys:
    """Return the keys of a data folder; make them if there are none, or if they are damaged.

    Raises :class:`~storage.durable.UnreadableNow` or :class:`~storage.evenings.FromTheFuture`, or
    :class:`OSError` if new ones cannot be stored.
    """
    try:
        return look_into(links_file(folder), _understood)
    except Unreadable:
        return new_link_keys(folder)


def new_link_keys(folder: Path) -> LinkKeys:
    """Replace the keys of a data folder by new ones, and return these.

    Raises :class:`OSError`; then the old ones still hold.
    """
    keys = LinkKeys(*(secrets.token_urlsafe(_BYTES) for _ in range(2)))
    document = {"schema": SCHEMA, "write": keys.write, "watch": keys.watch}
    write_durably(links_file(folder), encode({_LINKS: {_ONLY: document}}), is_secret=True)
    return keys


def _understood(tables: Tables) -> LinkKeys:
    kept = tables.get(_LINKS, {}).get(_ONLY, {})
    schema = kept.get("schema")
    if type(schema) is int and schema > SCHEMA:
        raise FromTheFuture
    keys = kept.get("write"), kept.get("watch")
    if schema != SCHEMA or not all(map(_is_key, keys)) or keys[0] == keys[1]:
        raise Damaged
    return LinkKeys(*keys)


def _is_key(raw: object) -> bool:
    return isinstance(raw, str) and _KEY.fullmatch(raw) is not None
