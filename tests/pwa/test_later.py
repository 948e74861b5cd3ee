"""Flet's client in two parts does what it does in one, and the list is that of this client."""

import json
import re
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from in_node import in_node

from pwa import later
from pwa.client import CLIENT, SCRIPT
from pwa.later import OtherClient, Range, can_move, cut, recorded

FUNCTIONS: Final = (
    "one(){return B.one+this.constructor.name+A.two(B.list[0])}",
    "two(a){if(a>B.limit)return`{${a}`\nreturn A.three(a,this===A)+u.text}",
    "three(a,b){var s=[a,b,arguments.length]\nreturn s.concat(B.list,$.cached()).join()}",
    "gfour(){return this.value+B.longer.join(t.sum)}",
    "$0(){return(this.value=v.start+w.length)+A.two(this.value)}",
    "()=>B.longer.length+J.five(1,2)",
    "a=>{return[a,B.alone.name]}",
    "five(a,b){return{a:a,b:b}.a+A.kept+B.list.length}",
)
"""What may move, each in a form that Flutter's compiler writes."""
PROGRAM: Final = """(function dartProgram(){function inherit(a,b){a.prototype=b}
var hunkHelpers={makeConstList(a){return a}},J={
%s},A={
%s,
%s,
%s,
kept:7,Held:function Held(){this.value=3}},B={}
A.Held.prototype={
%s,
%s}
var $={},v={start:2},w=[A,J,B],t={sum:"+"},u={text:"text"}
$.cached=%s
$.added=%s
;(function constants(){var s=hunkHelpers.makeConstList
B.one="first"
B.list=s([1,2,3])
B.limit=2
B.longer=s([B.list,"B.one=no",
B.limit])
B.alone={name:"alone"}})();(function staticFields(){$.field=B.limit})()
globalThis.CALLS=[()=>A.one(),()=>A.two(1),()=>A.two(5),()=>A.three(1,2),()=>new A.Held().gfour(),
()=>new A.Held().$0(),()=>$.cached(),()=>$.added(4),()=>J.five(8,9)]})()"""
AT: Final = (7, 0, 1, 2, 3, 4, 5, 6)
"""Where each function stands in the program."""
NAMES_A_CONSTANT: Final = re.compile(r"^B\.([\w$]+)=", re.MULTILINE)
SAYS: Final = """
const {scripts, calls} = JSON.parse(fs.readFileSync(0));
const said = programs => {
  let brought;
  globalThis.clientBrings = (version, functions) => {
    if (version === globalThis.clientVersion) brought = functions;
  };
  globalThis.clientNeeds = () => (vm.runInThisContext(programs[1]), brought);
  vm.runInThisContext(programs[0]);
  return calls.map(number => JSON.stringify(globalThis.CALLS[number]()));
};
console.log(JSON.stringify(scripts.map(said)));
"""
CAN_BE_READ: Final = "JSON.parse(fs.readFileSync(0)).forEach(each => new vm.Script(each));"


def program() -> str:
    order = [FUNCTIONS[number] for number in AT]
    return PROGRAM % tuple(order)


@given(
    moving=st.sets(st.sampled_from([f for f in FUNCTIONS if "arguments" not in f])),
    calls=st.lists(st.integers(0, 8), min_size=1, max_size=12),
)
@settings(max_examples=40)
def test_a_program_in_two_parts_says_what_it_says_in_one(
    moving: set[str], calls: list[int]
) -> None:
    client = program()
    ranges = sorted((client.index(each), client.index(each) + len(each)) for each in moving)
    scripts = [[client], list(cut(client, ranges))]
    told = json.dumps({"scripts": scripts, "calls": calls}).encode()
    one, two = json.loads(in_node(SAYS, told))
    assert two == one


def test_what_looks_at_its_arguments_or_constructs_stays() -> None:
    assert not can_move(FUNCTIONS[2] + " " * 50)
    assert not can_move("function Held(){this.aLongNameOfAField=0;this.anotherOfThem=1}")


@pytest.fixture(scope="module")
def client() -> str:
    return (CLIENT / SCRIPT).read_text()


@pytest.fixture(scope="module")
def ranges(client: str) -> list[Range]:
    return list(recorded(client))


@pytest.fixture(scope="module")
def parts(client: str, ranges: list[Range]) -> tuple[str, str]:
    return cut(client, ranges)


def test_both_parts_of_the_client_can_be_read(parts: tuple[str, str]) -> None:
    in_node(CAN_BE_READ, json.dumps(parts).encode())


def test_every_function_that_moves_is_in_the_second_part_as_it_was_and_called_once(
    client: str, ranges: list[Range], parts: tuple[str, str]
) -> None:
    first, second = parts
    at = 0
    for start, end in ranges:
        function = client[start:end]
        assert can_move(function)
        body = function if "=>" in function.partition("{")[0] else function.partition("{")[2]
        at = second.index(body, at) + len(body)
    called = re.findall(r"\blater_\((\d+)\)", first)
    assert [int(number) for number in called] == list(range(len(ranges)))


def test_each_constant_is_in_one_part_and_the_first_names_none_of_the_second(
    client: str, parts: tuple[str, str]
) -> None:
    first, second = parts
    here, there = NAMES_A_CONSTANT.findall(first), NAMES_A_CONSTANT.findall(second)
    assert sorted(here + there) == sorted(NAMES_A_CONSTANT.findall(client))
    named = set(re.findall(r"\bB\.([\w$]+)", first))
    assert here
    assert there
    assert not named & set(there)


def test_most_of_the_client_that_a_start_does_not_run_moves(
    client: str, parts: tuple[str, str]
) -> None:
    first, _ = parts
    assert len(first) < 0.55 * len(client)


def test_another_client_than_the_recorded_one_is_not_cut(client: str) -> None:
    with pytest.raises(OtherClient):
        next(recorded(client + " "))
    with pytest.raises(OtherClient):
        cut("'use strict';" + client, [])
    with pytest.raises(OtherClient):
        cut(program().replace("J={", "later_={"), [])
    with pytest.raises(OtherClient):
        cut(program(), [(30, 60)])


def test_the_list_says_what_was_recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(later, "LIST", tmp_path / "later.txt")
    client = program()
    ranges = sorted((client.index(each), client.index(each) + len(each)) for each in FUNCTIONS[3:5])
    later.record(client, ranges)
    assert list(recorded(client)) == ranges
