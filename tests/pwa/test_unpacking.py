"""Whatever was packed is unpacked as it was, or not at all."""

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from in_node import in_node
from packing import pack

from pwa.build import ASSETS, PAGE

LOAD: Final = f"""
await import({json.dumps((ASSETS / "zstddec" / "zstandard.js").as_uri())});
await import({json.dumps((PAGE / "unpacking.js").as_uri())});
"""
UNPACK: Final = f"""
{LOAD}
const packed = JSON.parse(fs.readFileSync(0));
const unpack = async (chunks) => {{
  const body = ReadableStream.from(chunks.map(chunk => Buffer.from(chunk, 'base64')));
  try {{
    const response = unpacking.unpacked({{body}}, 'http://a/file');
    return Buffer.from(await response.arrayBuffer()).toString('base64');
  }} catch (error) {{
    return {{[error.name]: error.message}};
  }}
}};
console.log(JSON.stringify(await Promise.all(packed.map(unpack))));
"""
AT_ONCE: Final = f"""
{LOAD}
const [any, ...packed] = JSON.parse(fs.readFileSync(0)).map(text => Buffer.from(text, 'base64'));
await unpacking.unpacked({{body: ReadableStream.from([any])}}, 'http://a/file').arrayBuffer();
const unpack = (file) => {{
  try {{
    return Buffer.from(unpacking.unpackedAtOnce(file)).toString('base64');
  }} catch (error) {{
    return {{[error.name]: error.message}};
  }}
}};
console.log(JSON.stringify(packed.map(unpack)));
"""
PARTS: Final = st.lists(st.sampled_from([b"", b"Karl", bytes(150_000), bytes(range(256)) * 600]))


def unpacked(*files: Sequence[bytes]) -> list[bytes | None]:
    """Unpack files that arrive in these chunks, all at once; None stands for what breaks off."""
    given = [[b64encode(chunk).decode() for chunk in chunks] for chunks in files]
    answers = json.loads(in_node(UNPACK, json.dumps(given).encode()))
    assert all(isinstance(answer, str) or set(answer) == {"TypeError"} for answer in answers)
    return [b64decode(answer) if isinstance(answer, str) else None for answer in answers]


@given(PARTS, st.data())
def test_what_arrives_in_any_chunks_is_unpacked_as_it_was(
    parts: list[bytes], data: st.DataObject
) -> None:
    content = b"".join(parts)
    packed = pack(content)
    cuts = data.draw(st.lists(st.integers(0, len(packed)), max_size=5))
    chunks = [packed[cut:until] for cut, until in pairwise([0, *sorted(cuts), len(packed)])]
    assert unpacked(chunks, [packed]) == [content, content]


@given(PARTS)
@settings(max_examples=20)
def test_what_is_there_is_unpacked_at_once_and_not_if_it_is_cut_off(parts: list[bytes]) -> None:
    content = b"".join(parts)
    packed = pack(content)
    given = [b64encode(each).decode() for each in (packed, packed, packed[:-1])]
    whole, cut_off = json.loads(in_node(AT_ONCE, json.dumps(given).encode()))
    assert b64decode(whole) == content
    assert cut_off == {"TypeError": "cut off"}


def test_what_is_packed_larger_than_a_block_is_unpacked_from_one_chunk() -> None:
    content = b"".join((number * number % 2**64).to_bytes(8, "big") for number in range(100_000))
    packed = pack(content)
    assert len(packed) > 128 * 1024
    assert unpacked([packed]) == [content]


def test_what_is_cut_off_anywhere_breaks_off() -> None:
    packed = pack(b"Karl und Emma" * 100)
    assert unpacked(*([packed[:length]] for length in range(len(packed)))) == [None] * len(packed)


@pytest.mark.parametrize("bit", range(8))
def test_what_is_damaged_anywhere_is_never_taken_for_something_else(bit: int) -> None:
    content = b"Karl und Emma, Emma und Karl" * 10
    packed = pack(content)
    damaged = [bytearray(packed) for _ in packed]
    for at, each in enumerate(damaged):
        each[at] ^= 1 << bit
    assert {*unpacked(*([bytes(each)] for each in damaged))} <= {content, None}


@pytest.mark.parametrize(
    ("file", "kind"),
    [("canvaskit.wasm", "application/wasm"), ("python.zip", "application/octet-stream")],
)
def test_what_is_unpacked_has_the_type_by_which_a_browser_compiles_it(file: str, kind: str) -> None:
    told = in_node(
        f"""
        {LOAD}
        const response = unpacking.unpacked(new Response('packed'), 'http://a/{file}');
        console.log(response.headers.get('content-type'));
        """,
        b"",
    )
    assert told.strip().decode() == kind
