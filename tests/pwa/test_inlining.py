"""Functions that are kept apart are too long, do what they did, and all else is as it was."""

import json
from base64 import b64encode
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_node import in_node
from leb128 import u as unsigned

from pwa.build import PAGE
from pwa.client import CLIENT, INTERPRETER
from pwa.inlining import GUESSED_WRONG, TOO_LONG, Edit, kept_apart

IMPORTS: Final = {
    "function": b"\x00\x00",
    "table": b"\x01\x70\x00\x03",
    "table with a maximum": b"\x01\x70\x01\x03\x81\x02",
    "memory": b"\x02\x00\x80\x02",
    "memory with a maximum": b"\x02\x01\x00\x01",
    "global": b"\x03\x7f\x00",
    "tag": b"\x04\x00\x01",
}
"""What follows the names of an import, by its kind."""
RETURN_AND_NOTHING: Final = 0x0F, 0x01
VALIDATE: Final = "console.log(WebAssembly.validate(fs.readFileSync(0)))"
EDIT: Final = f"""
const {{edited}} = await import({json.dumps((PAGE / "edited.js").as_uri())});
const {{chunks, edits}} = JSON.parse(fs.readFileSync(0));
const body = ReadableStream.from(chunks.map(chunk => Buffer.from(chunk, 'base64')));
const response = edited({{body, headers: {{'content-type': 'application/wasm'}}}}, edits);
const content = Buffer.from(await response.arrayBuffer()).toString('base64');
console.log(JSON.stringify([response.headers.get('content-type'), content]));
"""


def apply(edits: Sequence[Edit], content: bytes) -> bytes:
    """Return the content, edited from its end, so that each offset still holds."""
    for at, without, put in reversed(edits):
        content = content[:at] + put + content[at + without :]
    return content


def sized(content: bytes) -> bytes:
    return bytes(unsigned.encode(len(content))) + content


def several(parts: Sequence[bytes]) -> bytes:
    return bytes(unsigned.encode(len(parts))) + b"".join(parts)


def returning(size: int) -> bytes:
    """Return the body of a function of so many bytes that returns 7."""
    return b"\x00" + b"\x01" * (size - 4) + b"\x41\x07\x0b"


def apart(body: bytes) -> bytes:
    """Return the body as it should be when it is kept apart."""
    had, nothing = RETURN_AND_NOTHING
    more = max(0, TOO_LONG - len(body))
    return body[:-1] + bytes([had, *[nothing] * (more - 1)])[:more] + body[-1:]


def module(imports: Sequence[str], bodies: Sequence[bytes]) -> bytes:
    """Return a module with these imports and functions, which are exported by their numbers."""
    first = sum(kind == "function" for kind in imports)
    exports = [
        sized(str(number).encode()) + b"\x00" + bytes(unsigned.encode(first + number))
        for number in range(len(bodies))
    ]
    global_, of_the_global = b"\x7f\x00\x41\x07\x0b", b"\x01g\x03\x00"
    has_global = "global" not in imports
    parts = {
        1: several([b"\x60\x00\x01\x7f", b"\x60\x00\x00"]),
        2: several([sized(b"m") + sized(kind.encode()) + IMPORTS[kind] for kind in imports]),
        3: several([b"\x00"] * len(bodies)),
        6: several([global_] * has_global),
        7: several([of_the_global] * has_global + exports),
        10: several([sized(body) for body in bodies]),
    }
    return b"\0asm\1\0\0\0" + b"".join(bytes([kind]) + sized(part) for kind, part in parts.items())


@given(
    st.lists(st.sampled_from([kind for kind in IMPORTS if not kind.startswith("memory")])),
    st.sampled_from([[], ["memory"], ["memory with a maximum"]]),
    st.lists(st.one_of(st.integers(4, 140), st.integers(TOO_LONG - 3, TOO_LONG + 3)), min_size=1),
    st.data(),
)
def test_the_functions_that_are_kept_apart_are_longer_and_all_else_is_as_it_was(
    imports: list[str], memory: list[str], sizes: list[int], data: st.DataObject
) -> None:
    bodies = [returning(size) for size in sizes]
    names = data.draw(st.sets(st.sampled_from(range(len(bodies)))))
    edits = kept_apart(module(imports + memory, bodies), [str(name) for name in names])
    assert apply(edits, module(imports + memory, bodies)) == module(
        imports + memory,
        [apart(body) if number in names else body for number, body in enumerate(bodies)],
    )


@pytest.mark.parametrize("size", [4, TOO_LONG - 1])
def test_a_function_that_is_kept_apart_returns_what_it_did(size: int) -> None:
    content = module(["function", "tag"], [returning(4), returning(size)])
    program = """
    const {instance} = await WebAssembly.instantiate(fs.readFileSync(0), {m: {
      function: () => 0,
      tag: new WebAssembly.Tag({parameters: []}),
    }});
    console.log(instance.exports[1]());
    """
    assert int(in_node(program, apply(kept_apart(content, ["1"]), content))) == 7


def test_python_s_module_is_valid_when_what_is_guessed_wrong_is_kept_apart() -> None:
    content = (CLIENT / INTERPRETER).read_bytes()
    edited = apply(kept_apart(content, GUESSED_WRONG), content)
    assert len(edited) > len(content)
    assert json.loads(in_node(VALIDATE, edited)) is True


@pytest.mark.parametrize("name", ["what is not there", "g"])
def test_only_functions_can_be_kept_apart(name: str) -> None:
    with pytest.raises(KeyError, match=name):
        kept_apart(module([], [returning(4)]), [name])


@given(st.data())
def test_what_arrives_in_any_chunks_is_edited_the_same(data: st.DataObject) -> None:
    content = data.draw(st.binary(min_size=1, max_size=40))
    places = st.integers(0, len(content) - 1)
    edits, end = [], 0
    for at in sorted(data.draw(st.sets(places, max_size=5))):
        if at >= end:
            end = data.draw(st.integers(at, len(content)))
            edits.append(Edit(at, end - at, data.draw(st.binary(max_size=5))))
    cuts = [0, *sorted(data.draw(st.lists(places, max_size=5))), len(content)]
    chunks = [content[cut:until] for cut, until in pairwise(cuts)]
    told = {
        "chunks": [b64encode(chunk).decode() for chunk in chunks],
        "edits": [(at, without, list(put)) for at, without, put in edits],
    }
    kind, arrived = json.loads(in_node(EDIT, json.dumps(told).encode()))
    assert kind == "application/wasm"
    assert arrived == b64encode(apply(edits, content)).decode()
