"""Flet's client in two parts does what it does in one, and the list is that of this client."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from in_node import in_node

from pwa import later
from pwa.client import CLIENT, SCRIPT
from pwa.later import OtherClient, Range, cut, movable, recorded

FUNCTIONS: Final = (
    "one(){return B.one+this.constructor.name+A.two(B.list[0])}",
    "two(a){if(a>B.limit)return`{${a}`\nreturn A.three(a,this===A)+u.text}",
    "three(a,b){var s=[a,b,arguments.length]\nreturn s.concat(B.list,$.cached()).join()}",
    "gfour(){return this.value+B.longer.join(t.sum)}",
    "$0(){return(this.value=v.start+w.length)+A.two(this.value)}",
    "()=>B.longer.length+J.five(1,2)",
    "a=>{return[a,B.alone.name,B.list]}",
    "five(a,b){return{a:a,b:b}.a+A.kept+B.list.length}",
    "function Held(a){this.value=a+B.limit}",
    "function Heir(a){var _=this;_.value=a;_.list=B.list}",
    "glast(a,b,c,d,e,f,g,h,i,j){return this.gfour()+a+j}",
)
"""What may move, each in a form that Flutter's compiler writes."""
PROGRAM: Final = """(function dartProgram(){
function inherit(a,b){a.prototype.constructor=a
a.prototype["$i"+a.name]=a
Object.setPrototypeOf(a.prototype,b.prototype)}
var hunkHelpers={makeConstList(a){return a}},J={
%s},A={
%s,
%s,
%s,
kept:7,
Held:%s,
Heir:%s,
Last:function Last(){}},B={}
var w=[A,J,B]
var $={}
A.Held.prototype={
%s,
%s,
$S:3}
A.Heir.prototype={}
A.Last.prototype={
%s}
var v={start:2},t={sum:"+"},u={text:"text"}
$.cached=%s
$.added=%s
;(function aliases(){var s=A.Held.prototype
s.gfive=s.gfour})();(function inheritance(){inherit(A.Heir,A.Held)
inherit(A.Last,A.Heir)})();(function constants(){var s=hunkHelpers.makeConstList
B.one="first"
B.list=s([1,2,3])
B.limit=2
B.longer=s([B.list,"B.one=no",
B.limit])
B.alone={name:"alone"}})();(function staticFields(){$.field=B.limit})()
globalThis.CALLS=[()=>A.one(),()=>A.two(1),()=>A.two(5),()=>A.three(1,2),()=>new A.Held(3).gfour(),
()=>new A.Held(4).$0(),()=>$.cached(),()=>$.added(4),()=>J.five(8,9),()=>new A.Heir(6).gfive(),
()=>new A.Last().glast(1,2,3,4,5,6,7,8,9,10),()=>[new A.Heir(1).$iHeir.name,A.Heir.length],
()=>[A.Last.prototype.glast.length,A.Held.prototype.$S,Object.keys(A.Heir.prototype).join()]]})()"""
AT: Final = (7, 0, 1, 2, 8, 9, 3, 4, 10, 5, 6)
"""Where each function stands in the program."""
NAME: Final = re.compile(r"(?:function )?([\w$]+)\(")
MADE: Final = re.compile(r'(constructors|functions|methods)_\([AJ],"([^"]+)"\);')
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
    calls=st.lists(st.integers(0, 12), min_size=1, max_size=12),
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


def test_what_looks_at_its_arguments_or_is_no_member_or_short_stays() -> None:
    helper = "function inherit(a,b){a.prototype.constructor=a"
    client = program().replace(helper, f"{helper};a.before={{inner(a){{return a.inner.name}}}}")
    staying = [FUNCTIONS[2], helper, "inner(a){return a.inner.name}", "function Last(){}"]
    places = {each: (client.index(each), client.index(each) + len(each)) for each in FUNCTIONS}
    for each in staying:
        places[each] = client.index(each), client.index(each) + len(each)
    moving = movable(client, places.values())
    assert sorted(moving) == sorted(place for each, place in places.items() if each not in staying)


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


def test_the_first_part_names_each_function_of_the_second_at_its_place(
    client: str, ranges: list[Range], parts: tuple[str, str]
) -> None:
    first, second = parts
    left = defaultdict(list)
    for start, end in ranges:
        text = client[start:end]
        named = NAME.match(text)
        left[named[1] if named else ""].append(as_value(text) if named else text)
    at = second.index("return[\n") + len("return[\n")
    for kind, line in chain.from_iterable(map(made, MADE.finditer(first))):
        for counted in line:
            name = counted[1:]
            [value] = {value for value in left[name] if second.startswith(f"{value},\n", at)}
            assert value.startswith("function ") == (kind == "constructors")
            taken = value.partition("(")[2].partition(")")[0]
            assert int(counted[0], 36) == len(taken.split(",")) * bool(taken)
            left[name].remove(value)
            at += len(value) + len(",\n")
    arrows = left.pop("")
    assert not any(left.values())
    assert second.endswith("\n".join([",\n".join(arrows), "]}));", ""]))
    called = re.findall(r"=>later_\((\d+)\)", first)
    assert [int(number) for number in called] == list(range(len(ranges)))[-len(arrows) :]


def made(found: re.Match[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield what one line of the first part makes: its kind, and the names with their numbers."""
    kind, lines = found.groups()
    for line in lines.split(";"):
        yield kind, line.split(" ")[1 if kind == "methods" else 0 :]


def as_value(function: str) -> str:
    return (
        function
        if function.startswith("function ")
        else f"function{function[function.index('(') :]}"
    )


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
    assert len(first) < 0.4 * len(client)


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
