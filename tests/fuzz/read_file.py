"""Look for files that are neither read nor refused, guided by what the reading reaches.

By hand, in an environment of its own: ``pip install -e . atheris``, put files such as
``tests/examples/*.knoddel.json`` into a folder, which grows, and
``python tests/fuzz/read_file.py -max_total_time=300 FOLDER``
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

import atheris

sys.path.insert(0, str(Path(__file__).parents[2]))

with atheris.instrument_imports(include=["scoring", "storage"]):
    from scoring.refusals import Refused
    from storage.bundle import ImportRejected, read_file, write_backup

STRANGE: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    65.0,
    10**30,
    "",
    "x" * 81,
    "\ud800",
    "1",
    [],
    {},
    [[]],
)


def read_or_refused(content: bytes) -> None:
    """Read a file; what could be read has to be the same once it is written and read again."""
    try:
        bundle = read_file(content)
    except ImportRejected as refusal:
        if type(refusal.refused.code.value) is not str or not isinstance(refusal.refused, Refused):
            raise TypeError(refusal.refused) from None
        return
    if read_file(write_backup(bundle.sheets, bundle.settings, bundle.book)) != bundle:
        raise ValueError(bundle)


def changed(content: bytes, largest: int, seed: int) -> bytes:
    """Change bytes, or in a file of JSON as often a value, a key or an order."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    try:
        whole = json.loads(content)
    except (ValueError, RecursionError):
        whole = None
    places = _places(whole)
    if not places or chance.random() < 0.5:
        mutated: bytes = atheris.Mutate(content, largest)
        return mutated
    for _ in range(chance.randint(1, 3)):
        _change(chance, chance.choice(places), chance.choice(places))
    return json.dumps(whole).encode()[:largest]


def _places(raw: Any) -> list[tuple[Any, Any]]:
    """Return every list and object in a value, with each of its keys."""
    found, left = list[tuple[Any, Any]](), [raw]
    while left:
        part = left.pop()
        if isinstance(part, dict | list):
            inside = part if isinstance(part, dict) else dict(enumerate(part))
            found += [(part, key) for key in inside]
            left += inside.values()
    return found


def _change(chance: random.Random, place: tuple[Any, Any], other: tuple[Any, Any]) -> None:
    (container, key), (from_, other_key) = place, other
    try:
        match chance.randrange(4):
            case 0:
                container[key] = chance.choice(STRANGE)
            case 1:
                container[key] = json.loads(json.dumps(from_[other_key]))
            case 2:
                del container[key]
            case _ if isinstance(container, dict):
                container[str(other_key)] = chance.choice(STRANGE)
            case _:
                container += container[: chance.randint(1, 64)]
    except (KeyError, IndexError):
        return  # an earlier change has left it out


if __name__ == "__main__":
    atheris.Setup(sys.argv, read_or_refused, custom_mutator=changed)
    atheris.Fuzz()
