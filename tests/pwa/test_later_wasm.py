"""A module that is cut in two does what it did, whatever a start is said to run."""

import json
from base64 import b64decode, b64encode
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from in_node import in_node
from installed import BASE, WHAT_RAN
from packing import pack

from pwa import later_wasm
from pwa.build import ASSETS
from pwa.client import CLIENT, CUT
from pwa.later import OtherClient
from pwa.later_wasm import NOTED, TABLE, cut, joint, noting, record, recorded
from pwa.wasm import Kind, Module

ZSTANDARD: Final = b64decode(
    (ASSETS / "zstddec" / "zstandard.js").read_text().partition('"')[2].partition('"')[0]
)
"""What unpacks packed files: a small module."""
CONTENT: Final = b"Karl, Gerd, Heinz, Otto" * 5_000
UNPACKS: Final = f"""
const {{app, parts, packed, size}} = JSON.parse(fs.readFileSync(0));
const {{bringWhenCalled, link}} = await import(`${{app}}/later_wasm.js`);
const bytes = text => Buffer.from(text, "base64");
const unpack = ([first, later]) => {{
  const env = {{emscripten_notify_memory_growth() {{}}}};
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes(first)), {{env}});
  const {{exports}} = instance;
  let brought = 0;
  if (later)
    bringWhenCalled(exports, () => {{
      brought += 1;
      link(exports, new WebAssembly.Module(bytes(later)));
    }});
  exports._initialize?.();
  const given = bytes(packed);
  const from = exports.malloc(given.length), to = exports.malloc(size);
  new Uint8Array(exports.memory.buffer).set(given, from);
  const unpacked = exports.ZSTD_decompress(to, size, from, given.length);
  const content = Buffer.from(exports.memory.buffer, to, size).toString("base64");
  return {{unpacked, content, brought, noted: ({WHAT_RAN})(instance)}};
}};
console.log(JSON.stringify(parts.map(unpack)));
"""
VALIDATE: Final = "console.log(WebAssembly.validate(fs.readFileSync(0)))"


def functions_of(content: bytes) -> range:
    """Return the numbers of the functions that are not imported."""
    module = Module(content)
    return range(len(module.imported(Kind.FUNCTION)), len(module.functions))


def run(app: Path, *cuts: tuple[bytes, bytes]) -> list[dict[str, Any]]:
    """Unpack by each pair of a module and its later part, and return what each has to say.

    They are joined by what a built app joins them by.
    """
    given = {
        "app": (app / BASE.strip("/")).as_uri(),
        "parts": [[b64encode(part).decode() for part in parts] for parts in cuts],
        "packed": b64encode(pack(CONTENT)).decode(),
        "size": len(CONTENT),
    }
    told: list[dict[str, Any]] = json.loads(in_node(UNPACKS, json.dumps(given).encode()))
    for each in told:
        assert each["unpacked"] == len(CONTENT)
        assert b64decode(each["content"]) == CONTENT
    return told


@given(st.lists(st.sets(st.sampled_from(functions_of(ZSTANDARD))), min_size=1, max_size=8))
@settings(max_examples=10)
def test_whatever_moves_a_module_does_what_it_did(
    built: Path, started: list[Collection[int]]
) -> None:
    run(built, *(cut(ZSTANDARD, each) for each in started))


def test_what_runs_is_noted_and_if_all_of_it_stays_the_later_part_is_never_brought(
    built: Path,
) -> None:
    (told,) = run(built, (noting(ZSTANDARD), b""))
    noted = set(told["noted"])
    assert 0 < len(noted) < len(functions_of(ZSTANDARD))
    first, *_ = functions_of(ZSTANDARD)
    longest = max(noted, key=lambda number: Module(ZSTANDARD).bodies[number - first].size)
    all_stays, one_moves, nothing_stays = run(
        built, cut(ZSTANDARD, noted), cut(ZSTANDARD, noted - {longest}), cut(ZSTANDARD, [])
    )
    assert all_stays["brought"] == 0
    assert one_moves["brought"] == 1
    assert nothing_stays["brought"] == 1


@pytest.mark.parametrize("path", CUT)
def test_of_a_module_of_the_app_both_parts_are_valid_and_most_of_its_code_moves(path: str) -> None:
    whole = (CLIENT / path).read_bytes()
    first, later = cut(whole, recorded(whole, path))
    assert json.loads(in_node(VALIDATE, first)) is True
    assert json.loads(in_node(VALIDATE, later)) is True
    assert code_of(first) < code_of(whole) / 2 < code_of(later)
    functions = Module(whole).functions
    assert Module(first).functions[: len(functions)] == functions
    names = [each.name for each in Module(first).exports]
    assert names[: len(Module(whole).exports)] == [each.name for each in Module(whole).exports]
    assert joint(first).startswith(f"{TABLE} ")
    assert joint(first) in names


def code_of(content: bytes) -> int:
    """Return how many bytes of code a module has, without what does nothing."""
    module = Module(content)
    return sum(len(module.of(body).rstrip(b"\x0b").rstrip(b"\x01")) for body in module.bodies)


@pytest.mark.parametrize("path", CUT)
def test_no_more_functions_are_small_than_before(path: str) -> None:
    """Where most are, Chromium compiles more of them into others."""
    whole = (CLIENT / path).read_bytes()
    first, _ = cut(whole, recorded(whole, path))
    assert small_in(first) <= small_in(whole)


def small_in(content: bytes) -> int:
    return sum(body.size < later_wasm.SMALL for body in Module(content).bodies)


def test_what_is_cut_elsewhere_has_another_joint() -> None:
    some, more = (cut(ZSTANDARD, functions_of(ZSTANDARD)[:end])[0] for end in (3, 30))
    assert joint(some) != joint(more)


def test_a_module_with_types_that_need_garbage_collection_is_not_cut() -> None:
    with pytest.raises(ValueError, match="is not a valid Kind"):
        cut((CLIENT / "main.dart.wasm").read_bytes(), [])


def test_the_list_says_what_was_recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(later_wasm, "LISTS", tmp_path)
    record(ZSTANDARD, "a/b.wasm", {7, 9, 300})
    assert recorded(ZSTANDARD, "a/b.wasm") == {7, 9, 300}
    with pytest.raises(OtherClient):
        recorded(ZSTANDARD + b"\0", "a/b.wasm")


def test_a_module_that_notes_is_valid() -> None:
    for path in CUT:
        content = noting((CLIENT / path).read_bytes())
        assert json.loads(in_node(VALIDATE, content)) is True
        names = {each.name for each in Module(content).exports}
        assert {f"{NOTED} {number}" for number in functions_of(content)} <= names
