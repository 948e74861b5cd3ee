"""What QR codes say: read in any order and twice, they make the content; nothing else does."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.code_parts import (
    IN_ONE,
    IN_SEVERAL,
    MOST_PARTS,
    Gathered,
    in_code,
    part_in,
    parts,
)
from scoring.refusals import Fault, Refused

LONG = bytes(range(256)) * 9


def gathered(*texts: str) -> Gathered:
    found = Gathered()
    for text in texts:
        found = found.add(text)
    return found


def refused(text: str, found: Gathered | None = None) -> object:
    with pytest.raises(Refused) as why:
        (found or Gathered()).add(text)
    return why.value.code


@given(st.binary(min_size=1, max_size=IN_ONE))
def test_a_small_content_is_in_one_code(content: bytes) -> None:
    (text,) = parts(content)
    assert gathered(text).content == content


@given(st.binary(min_size=IN_ONE + 1, max_size=IN_ONE * 4), st.data())
def test_parts_are_read_in_any_order_and_twice(content: bytes, data: st.DataObject) -> None:
    texts = parts(content)
    assert len(texts) > 1
    order = data.draw(st.permutations([*texts, *texts[:2]]))
    assert gathered(*order).content == content


@given(st.binary(min_size=1, max_size=IN_ONE * 4))
def test_every_letter_can_stand_in_an_address_and_in_a_dense_code(content: bytes) -> None:
    assert all(re.fullmatch(r"[A-Z0-9.]+", text) for text in parts(content))


def test_parts_are_about_equally_long() -> None:
    lengths = [len(text) for text in parts(LONG)]
    assert max(lengths) - min(lengths) < len(lengths) * 2
    assert len(lengths) == -(-len(LONG) // IN_SEVERAL)


def test_what_is_missing_is_known_by_number() -> None:
    texts = parts(LONG)
    assert Gathered().missing == []
    assert gathered(texts[1], texts[3]).missing == [1, 3, 5]
    assert gathered(texts[1], texts[3]).content is None
    assert gathered(*texts).missing == []


def test_a_part_of_another_content_begins_anew() -> None:
    ours, others = parts(LONG), parts(LONG[::-1])
    both = gathered(ours[0], ours[1], others[2])
    assert both.missing == [1, 2, 4, 5]
    assert gathered(ours[0], *others).content == LONG[::-1]


def test_a_wrong_part_is_noticed_and_gone_when_the_right_one_is_read() -> None:
    texts = parts(LONG)
    wrong = texts[0].rpartition(".")[0] + ".AAAA"
    so_far = gathered(wrong, *texts[2:])
    assert refused(texts[1], so_far) is Fault.CODE_DAMAGED
    assert so_far.add(texts[0]).add(texts[1]).content == LONG


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://example.org/#1.1.7D499730.JNQXE3A",
        "1.1.7D499730.",
        "1.1.7d499730.JNQXE3A",
        "1.1.7D499730.JNQXE3A\n",
        "1.1.7D499730.JNQXE3A=",
        "0.1.7D499730.JNQXE3A",
        "2.1.7D499730.JNQXE3A",
        f"1.{MOST_PARTS + 1}.7D499730.JNQXE3A",
        "１.1.7D499730.JNQXE3A",
        f"1.2.7D499730.{'A' * 1281}",
    ],
)
def test_what_is_no_part_is_refused(text: str) -> None:
    assert refused(text) is Fault.CODE_UNKNOWN


def test_letters_that_are_no_bytes_are_refused() -> None:
    assert refused("1.1.7D499730.JNQXE3") is Fault.CODE_DAMAGED


def test_what_is_refused_changes_nothing() -> None:
    texts = parts(LONG)
    found = gathered(*texts[:4])
    assert refused("Karl", found) is Fault.CODE_UNKNOWN
    assert found.missing == [5]


def test_a_content_of_too_many_parts_is_refused() -> None:
    assert len(parts(bytes(IN_SEVERAL * MOST_PARTS))) == MOST_PARTS
    with pytest.raises(Refused) as why:
        parts(bytes(IN_SEVERAL * MOST_PARTS + 1))
    assert why.value.code is Fault.CODE_TOO_LARGE


@pytest.mark.parametrize("address", ["https://example.org/knoddel/", None])
def test_a_part_is_found_again_in_what_its_code_says(address: str | None) -> None:
    (part,) = parts(b"Karl")
    said = "".join(in_code(part, address))
    assert said.startswith(address or "KNODDEL:")
    assert part_in(said) == part_in(part) == part
