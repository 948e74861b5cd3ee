"""What the terminal shows at the start, and at which addresses others find this computer."""

import io
import re
import socket
from typing import Any

import pytest
import segno

from serving.addresses import reachable
from serving.announcing import announced, code
from views.session.served import Links
from views.text.translator import translator

LINKS = Links(
    "http://192.168.1.5:8550/link#" + "w" * 22, "http://192.168.1.5:8550/link#" + "l" * 22
)
TOLD = f"""
Wer diesen Link öffnet, darf anschreiben:
{LINKS.write}

Wer diesen Link öffnet, darf nur zuschauen:
{LINKS.watch}"""


class Output(io.TextIOWrapper):
    """Something to print to, perhaps a terminal."""

    def __init__(self, encoding: str, *, is_terminal: bool) -> None:
        super().__init__(io.BytesIO(), encoding)
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


@pytest.mark.parametrize(
    ("encoding", "is_terminal"), [("utf-8", False), ("latin-1", True), ("ascii", True)]
)
def test_links_are_told_as_text_where_no_code_can_be_shown(
    encoding: str, *, is_terminal: bool
) -> None:
    output = Output(encoding, is_terminal=is_terminal)
    assert announced(translator("de"), LINKS, output) == TOLD


def test_a_terminal_shows_each_link_as_a_code_below_it() -> None:
    said = announced(translator("de"), LINKS, Output("utf-8", is_terminal=True))
    first, second = code(LINKS.write), code(LINKS.watch)
    assert f"{LINKS.write}\n{first}\nWer diesen Link" in said
    assert said.endswith(f"{LINKS.watch}\n{second}".rstrip("\n"))


def test_a_code_is_white_on_black_whatever_the_terminal_looks_like() -> None:
    lines = code(LINKS.watch).splitlines()
    drawn = [re.fullmatch(r"\x1b\[38;5;231;48;5;16m([█▀▄ ]+)\x1b\[0m", line) for line in lines]
    halves = {"█": "00", "▀": "01", "▄": "10", " ": "11"}
    rows = []
    for found in drawn:
        assert found
        both = [halves[block] for block in found[1]]
        rows += ["".join(half[place] for half in both) for place in (0, 1)]
    matrix = segno.make(LINKS.watch, error="l", micro=False).matrix_iter(border=2)
    expected = ["".join(str(int(module)) for module in row) for row in matrix]
    assert rows[: len(expected)] == expected
    assert len(rows[0]) < 80 / 2


@pytest.mark.parametrize("host", ["192.168.1.5", "127.0.0.1", "fd00::5", "::1"])
def test_an_address_that_was_chosen_is_told(host: str) -> None:
    assert reachable(host) == host


def test_served_on_all_addresses_the_one_of_the_present_network_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Asked(socket.socket):
        fails = False

        def connect(self, _: Any) -> None:
            if self.fails:
                raise OSError(101, "Network is unreachable")

        def getsockname(self) -> Any:
            return ("192.168.1.5", 1234)

    named = ["127.0.1.1", "10.42.0.1"]

    def resolve(*_: object) -> list[tuple[Any, ...]]:
        if not named:
            raise socket.gaierror(-2, "Name or service not known")
        return [(2, 1, 6, "", (address, 0)) for address in named]

    monkeypatch.setattr(socket, "socket", Asked)
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert reachable("0.0.0.0") == "192.168.1.5"  # noqa: S104 # what is tested
    Asked.fails = True
    assert reachable("0.0.0.0") == "10.42.0.1"  # noqa: S104
    named.pop()
    assert reachable("0.0.0.0") == "127.0.0.1"  # noqa: S104
    named.clear()
    assert reachable("::") == "::1"
