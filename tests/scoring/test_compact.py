"""A sheet in few bytes: the same sheet again but for seconds, and nothing else is taken for one."""

import zlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import sheets, sheets_of_people

from scoring.bauerchen import GAME, Deal, Meld
from scoring.compact import _WORDS, LARGEST, VERSION, pack, unpack
from scoring.game import Agreement, replay
from scoring.refusals import BadSheet, Fault, IllegalEntry, Refused
from scoring.sheet import LARGEST_FILE, Head, Sheet, Side, write_sheet

SMALL = Sheet(
    Head((Side("Mein", ("Karl", "Erna")), Side("Dein", ("Hans", "Ruth"))), "Kerwe", "2026-11-20"),
    replay(
        GAME,
        Agreement(GAME.rules()),
        [Meld(0, 20, at="2026-11-20T21:30+01:00"), Deal(card_points=(70, 60), spritzen=1)],
    ),
)
FIRST_VERSION = bytes.fromhex(
    "01fa30a4962323e142531e2c1b78a71695a72ae1c92f442451efc42290775c"
    "8bf2120924550f60b90214092a2dc9c09964a91657d8132222ad1902031000"
)


def to_the_minute(sheet: Sheet) -> Sheet:
    entries = [entry.to_the_minute() for entry in sheet.replay.entries]
    return replace(sheet, replay=sheet.replay.of(sheet.replay.agreement, entries))


def refused(content: bytes) -> Refused:
    with pytest.raises(Refused) as why:
        unpack(content)
    return why.value


def made_of(text: bytes, version: int = VERSION, tail: bytes = b"") -> bytes:
    """Return a content with a right checksum, whatever is in it."""
    squeezing = zlib.compressobj(9, wbits=-zlib.MAX_WBITS, zdict=_WORDS)
    squeezed = squeezing.compress(text) + squeezing.flush() + tail
    return bytes([version]) + zlib.crc32(squeezed).to_bytes(4) + squeezed


@given(sheets() | sheets_of_people())
def test_a_sheet_is_unpacked_as_it_was_but_for_the_seconds(sheet: Sheet) -> None:
    assert unpack(pack(sheet)) == to_the_minute(sheet)


@given(sheets())
def test_what_was_unpacked_is_packed_alike(sheet: Sheet) -> None:
    assert pack(unpack(pack(sheet))) == pack(sheet)


@pytest.mark.parametrize(
    ("moment", "minute"),
    [
        ("2026-11-20T21:30:59.5+01:00", "2026-11-20T21:30+01:00"),
        ("2026-11-20T21:30:59Z", "2026-11-20T21:30+00:00"),
        ("2026-11-20", "2026-11-20T00:00"),
        ("20261120T213059", "2026-11-20T21:30"),
        ("21:30:59", "21:30"),
        (None, None),
    ],
)
def test_of_a_time_the_minute_is_kept(moment: str | None, minute: str | None) -> None:
    assert Meld(0, 20, at=moment).to_the_minute().at == minute


def test_what_the_first_version_packed_can_be_unpacked_for_ever() -> None:
    assert unpack(FIRST_VERSION) == SMALL


def test_what_a_newer_app_packed_is_refused() -> None:
    assert refused(made_of(b"", version=VERSION + 1)).code is Fault.CODE_NEWER


@given(st.binary(max_size=100))
def test_any_other_bytes_are_refused(content: bytes) -> None:
    assert refused(content).code in {Fault.CODE_NEWER, Fault.CODE_DAMAGED}


@given(st.integers(1, len(FIRST_VERSION) - 1), st.integers(1, 255))
def test_a_byte_that_changed_is_noticed(place: int, change: int) -> None:
    changed = bytearray(FIRST_VERSION)
    changed[place] ^= change
    assert refused(bytes(changed)).code is Fault.CODE_DAMAGED


@pytest.mark.parametrize("length", range(len(FIRST_VERSION)))
def test_what_was_cut_off_is_damaged(length: int) -> None:
    assert refused(FIRST_VERSION[:length]).code is Fault.CODE_DAMAGED


def test_what_is_no_deflate_or_does_not_end_with_it_is_damaged() -> None:
    no_deflate = b"\xff" * 9
    broken = bytes([VERSION]) + zlib.crc32(no_deflate).to_bytes(4) + no_deflate
    unfinished = bytes([VERSION]) + zlib.crc32(b"").to_bytes(4)
    for content in (broken, unfinished, made_of(b"{}", tail=b"!")):
        assert refused(content).code is Fault.CODE_DAMAGED


@pytest.mark.parametrize("text", [b" " * (LARGEST_FILE + 1), b"\0" * 12 * LARGEST_FILE])
def test_a_content_that_would_grow_beyond_a_sheet_is_refused(text: bytes) -> None:
    content = made_of(text)
    assert len(content) <= LARGEST
    assert refused(content).code is Fault.CODE_TOO_LARGE


def test_a_content_that_is_larger_than_any_is_refused_unread() -> None:
    assert refused(bytes(LARGEST + 1)).code is Fault.CODE_TOO_LARGE


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"Karl", Fault.NOT_JSON),
        (b"\xff", Fault.NOT_UTF8),
        (b'{"format":"knoddel-backup"}', Fault.KEY_MISSING),
    ],
)
def test_what_is_no_sheet_is_refused_as_in_a_file(text: bytes, code: Fault) -> None:
    why = refused(made_of(text))
    assert isinstance(why, BadSheet)
    assert why.code is code


def test_an_impossible_entry_is_refused_as_in_a_file() -> None:
    raw = write_sheet(SMALL)
    raw["entries"] = [{"type": "meld", "side": 0, "cards": 30}]
    why = refused(made_of(str(raw).replace("'", '"').encode()))
    assert isinstance(why, IllegalEntry)
    assert (why.code, why.index) == (Fault.NOT_A_CHOICE, 0)


def noted(note: str) -> Sheet:
    return Sheet(SMALL.head, SMALL.replay.after(Meld(1, 20, note=note)))


def test_a_sheet_that_could_not_be_read_again_is_not_packed() -> None:
    for note in ("é" * (LARGEST_FILE // 2), "".join(f"{n**7:x}" for n in range(20_000))):
        with pytest.raises(Refused) as why:
            pack(noted(note))
        assert why.value.code is Fault.CODE_TOO_LARGE
    assert unpack(pack(noted("é" * 9000))) == noted("é" * 9000)
