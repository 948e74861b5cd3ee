"""A program does what it did when its calls through the table come from one place for each type."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wasmtime import (
    Engine,
    Func,
    FuncType,
    Global,
    GlobalType,
    Instance,
    Limits,
    Memory,
    MemoryType,
    Module,
    Store,
    Table,
    TableType,
    Trap,
    Val,
    ValType,
    wat2wasm,
)

from pwa.wasm import Unreadable, gather_calls

PROGRAM: Final = f"""
(module
  (import "phone" "memory" (memory 1 2))
  (import "phone" "table" (table $calls 7 funcref))
  (import "phone" "points" (global $points i32))
  (import "phone" "tapped" (func $tapped (param i32)))
  (type $one (func (param i32) (result i32)))
  (type $two (func (param i32 i64) (result i64)))
  (type $none (func))
  (elem (table $calls) (i32.const 0) func $next $twice $sum $tell $round)
  (func $next (type $one) (i32.add (local.get 0) (i32.const 1)))
  (func $twice (type $one) (i32.mul (local.get 0) (i32.const 2)))
  (func $sum (type $two) (i64.add (i64.extend_i32_s (local.get 0)) (local.get 1)))
  (func $tell (type $none) (call $tapped (i32.const 17)))
  (func $round (type $one) (local $way f64) (local $sum i32)
    (local.set $way (f64.const 4.266666666666667))
    (block $done (loop $again
      (br_if $done (i32.le_s (local.get 0) (i32.const 0)))
      (local.set $sum (i32.add (local.get $sum) (i32.trunc_sat_f64_s (local.get $way))))
      (local.set 0 (i32.sub (local.get 0) (i32.const 1)))
      (br $again)))
    (local.get $sum))
  (func (export "tap") (param $place i32) (param $much i32) (result i64)
    (call_indirect $calls (type $none) (i32.const 3))
    (i32.store offset=17 (i32.const 0) (local.get $much))
    (memory.copy (i32.const 34) (i32.const 17) (i32.const 4))
    (memory.fill (i32.const 17) (i32.const 0) (i32.const 4))
    (block $seventeenth {"(block " * 17} (br_table 0 17 (local.get $place)) {")" * 17})
    (call_indirect $calls (type $two)
      (select (result i32) (global.get $points) (i32.const 4369) (local.get $place))
      (i64.extend_i32_s (call_indirect $calls (type $one)
        (i32.load (i32.const 34)) (local.get $place)))
      (i32.const 2))))
"""
"""Numbers in it have bytes of 17, which is also the instruction that calls through a table."""
SEVENTEEN: Final = 0x11


def tapping(program: bytes, tapped: Callable[[int], None]) -> Callable[[int, int], Any]:
    """Return what the program exports; a trap raises :class:`Trap`."""
    store = Store(engine := Engine())
    given_by_phone: dict[str, Func | Memory | Table | Global] = {
        "tapped": Func(store, FuncType([ValType.i32()], []), tapped),
        "memory": Memory(store, MemoryType(Limits(1, 2))),
        "table": Table(store, TableType(ValType.funcref(), Limits(7, None)), None),
        "points": Global(store, GlobalType(ValType.i32(), mutable=False), Val.i32(7)),
    }
    module = Module(engine, program)
    wanted = [given_by_phone[str(each.name)] for each in module.imports]
    tap = Instance(store, module, wanted).exports(store)["tap"]
    assert isinstance(tap, Func)
    return lambda place, much: tap(store, place, much)


def told(program: bytes, taps: Sequence[tuple[int, int]]) -> list[object]:
    """Return all that comes out of the program when it is tapped, traps too."""
    out: list[object] = []
    tap = tapping(program, out.append)
    for place, much in taps:
        try:
            out.append(tap(place, much))
        except Trap as trap:
            out.append(trap.trap_code)
    return out


@given(st.lists(st.tuples(st.integers(-1, 8), st.integers(-40, 40)), max_size=5))
def test_a_program_does_the_same_with_its_calls_gathered(taps: list[tuple[int, int]]) -> None:
    program = bytes(wat2wasm(PROGRAM))
    assert told(gather_calls(program), taps) == told(program, taps)


def test_calls_of_one_type_come_from_one_place() -> None:
    call = "(drop (call_indirect (type $one) (i32.const 3) (i32.const 0)))"
    program = bytes(
        wat2wasm(
            f"""(module (type $one (func (param i32) (result i32)))
            (import "phone" "name" (func)) (table 1 funcref)
            (func {call * 5}) (func {call * 4}))"""
        )
    )
    assert program.count(SEVENTEEN) == 9
    assert gather_calls(program).count(SEVENTEEN) == 1


def test_a_program_without_such_calls_stays_as_it_is() -> None:
    program = bytes(
        wat2wasm('(module (import "phone" "name" (func)) (func (drop (i32.const 17))))')
    )
    assert gather_calls(program) == program


@pytest.mark.parametrize(
    "unknown",
    [
        """(module (import "a" "b" (func)) (table 1 funcref) (table $other 1 funcref)
           (func (call_indirect $other (i32.const 0))))""",
        """(module (import "a" "b" (func)) (table 1 funcref) (func (drop (v128.const i64x2 0 0))
           (call_indirect (i32.const 0))))""",
        '(module (import "a" "b" (func)) (type (struct)) (func))',
    ],
)
def test_what_is_not_known_is_refused(unknown: str) -> None:
    with pytest.raises(Unreadable):
        gather_calls(bytes(wat2wasm(unknown)))


def test_an_import_of_an_unknown_kind_is_refused() -> None:
    program = bytes(wat2wasm('(module (import "phone" "name" (func)) (func))'))
    with pytest.raises(Unreadable, match="import 9"):
        gather_calls(program.replace(b"name\x00", b"name\x09"))
