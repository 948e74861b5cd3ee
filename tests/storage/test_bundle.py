"""What is taken along: written whole, read strictly, refused with a code."""

import json
from dataclasses import replace
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from strategies import json_values, portable_settings, sheets
from wrong_sheets import (
    DEAL,
    MELD,
    WRONG,
    WRONG_BACKUPS,
    WRONG_JSON,
    Wrong,
    WrongBackup,
    a_backup,
    a_sheet,
)

from scoring.backup import LARGEST, MOST_SHEETS
from scoring.game import MOST_ENTRIES
from scoring.refusals import Fault, IllegalEntry, Refused
from scoring.sheet import LARGEST_FILE, Sheet, read_parsed, write_sheet
from storage import Bundle, ImportRejected, Settings, Theme, read_file, write_backup, write_file
from views.text.refusals import SENTENCES

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTE = {**MELD, "note": "x" * (LARGEST_FILE - 1000)}


def of(raw: object) -> bytes:
    return json.dumps(raw).encode()


def sheet(*entries: object, **changes: object) -> Sheet:
    return read_parsed(a_sheet(*entries, **changes))


def refused(content: bytes) -> ImportRejected:
    with pytest.raises(ImportRejected) as refusal:
        read_file(content)
    return refusal.value


# What is written is read again


@given(sheets())
def test_one_sheet_is_read_as_it_was_written(sheet: Sheet) -> None:
    bundle = read_file(write_file(sheet))
    assert (bundle.sheets, bundle.settings) == ((sheet,), Settings())


@given(st.lists(sheets(), max_size=4), portable_settings())
def test_a_backup_is_read_as_it_was_written(drawn: list[Sheet], chosen: Settings) -> None:
    bundle = read_file(write_backup(drawn, chosen))
    assert (bundle.sheets, bundle.settings) == (tuple(drawn), chosen)


def test_a_sheet_file_is_the_one_that_scoring_reads() -> None:
    assert json.loads(write_file(sheet(MELD))) == a_sheet(MELD)


def test_a_backup_does_not_hold_how_one_device_is_held_and_heard() -> None:
    chosen = Settings(buzzes=False, stays_awake=False, ticks=True, speaks=True, left_handed=True)
    chosen = replace(chosen, both_sides=True)
    assert read_file(write_backup([], chosen)).settings == Settings()


def test_a_backup_holds_sheets_players_and_settings() -> None:
    chosen = Settings("pfl", Theme.LIGHT, "2026-11-20-0badcafe", ("Karl", "Jörg"))
    written = write_backup([sheet(MELD), sheet()], chosen)
    assert json.loads(written) == a_backup(
        a_sheet(MELD),
        a_sheet(),
        settings={"language": "pfl", "theme": "light", "players": ["Karl", "Jörg"]},
    )


def test_which_evening_is_open_is_not_taken_along() -> None:
    written = write_backup([], Settings(open_evening="2026-11-20-0badcafe"))
    assert json.loads(written) == a_backup()
    assert read_file(written).settings == Settings()


def test_files_are_lines_of_utf_8() -> None:
    for written in (
        write_file(sheet(title="Köbes 🍺")),
        write_backup([sheet(title="Köbes 🍺")], Settings()),
    ):
        assert "Köbes 🍺".encode() in written
        assert (written.count(b"\n"), written[-1:]) == (1, b"\n")


def test_a_bundle_is_shown_without_its_thousands_of_sheets() -> None:
    assert len(repr(Bundle(tuple([sheet()] * 1000)))) < 200


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "{name}", "%s", "\0", "\u202eK", "🍺" * 80]
)
def test_a_name_is_text_and_nothing_else(name: str) -> None:
    whole = a_sheet(title=name, sides=[{"name": name, "players": [name, name]}, {"name": name}])
    bundle = read_file(of(a_backup(whole, settings={"players": [name], "language": name[:35]})))
    assert write_sheet(bundle.sheets[0]) == whole
    assert bundle.settings == Settings(name[:35], players=(name,))


# What still fits


def test_a_backup_may_be_exactly_as_large_as_allowed() -> None:
    assert read_file(of(a_backup(a_sheet(MELD))).ljust(LARGEST)).sheets == (sheet(MELD),)


def test_a_backup_may_hold_as_many_sheets_as_allowed() -> None:
    tiny = sheet()
    bundle = read_file(write_backup([tiny] * MOST_SHEETS, Settings()))
    assert bundle.sheets == (tiny,) * MOST_SHEETS == (tiny,) * 20_000


def test_a_backup_without_sheets_is_a_backup() -> None:
    assert read_file(of(a_backup())).sheets == ()


def test_a_sheet_too_large_for_a_sheet_file_is_taken_along_in_a_backup() -> None:
    large = sheet(NOTE, NOTE)
    written = write_file(large)
    assert json.loads(written)["format"] == "knoddel-backup"
    assert read_file(written).sheets == (large,)
    assert json.loads(write_file(sheet(NOTE)))["format"] == "knoddel-sheet"


@pytest.mark.parametrize(
    ("whole", "code"),
    [
        ([sheet(*[NOTE] * 7)], Fault.TOO_LARGE),
        ([sheet(NOTE)] * 7, Fault.TOO_LARGE),
        ([sheet()] * (MOST_SHEETS + 1), Fault.TOO_MANY),
    ],
    ids=["one sheet", "few sheets", "many sheets"],
)
def test_a_backup_that_could_not_be_read_again_is_not_written(
    whole: list[Sheet], code: StrEnum
) -> None:
    with pytest.raises(Refused) as refusal:
        write_backup(whole, Settings())
    assert refusal.value.code is code


def test_a_sheet_that_fits_no_file_is_refused_with_the_size_that_does() -> None:
    with pytest.raises(Refused) as refusal:
        write_file(sheet(*[NOTE] * 7))
    assert refusal.value.values == {"megabytes": 16}


# What is wrong is named


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_wrong_sheet_is_not_taken_in(wrong: Wrong) -> None:
    content = (
        wrong.text.encode("utf-8", "surrogatepass") if isinstance(wrong.text, str) else wrong.text
    )
    refusal = refused(content)
    assert refusal.sheet is None
    assert refusal.refused.code is wrong.code
    assert refusal.refused.values.get("key") == wrong.key
    assert getattr(refusal.refused, "index", None) == wrong.entry


@pytest.mark.parametrize("wrong", WRONG_JSON.values(), ids=WRONG_JSON)
def test_a_wrong_sheet_among_others_is_named_by_its_number(wrong: Wrong) -> None:
    text = wrong.text if isinstance(wrong.text, str) else wrong.text.decode()
    among = of(a_backup(a_sheet(MELD), a_sheet(DEAL), "wrong", a_sheet(), "wrong"))
    refusal = refused(among.replace(b'"wrong"', text.encode()))
    assert refusal.sheet == 3
    assert refusal.refused.code is wrong.code
    assert refusal.refused.values.get("key") == wrong.key
    assert getattr(refusal.refused, "index", None) == wrong.entry


@pytest.mark.parametrize("wrong", WRONG_BACKUPS.values(), ids=WRONG_BACKUPS)
def test_a_wrong_backup_is_not_taken_in(wrong: WrongBackup) -> None:
    refusal = refused(wrong.content)
    assert refusal.sheet is None
    assert refusal.refused.code is wrong.code
    assert refusal.refused.values.get("key") == wrong.key


@pytest.mark.parametrize(
    ("raw", "values"),
    [
        (a_backup(version=2), {"value": 2}),
        (a_backup(sheets=[0] * 20_001), {"key": "sheets", "most": 20_000, "value": 20_001}),
        (a_backup(settings={"players": ["K"] * 61}), {"key": "players", "most": 60, "value": 61}),
        ({"format": 7}, {"key": "version"}),
        (a_sheet(format="other"), {"value": "other"}),
    ],
)
def test_a_refusal_carries_what_its_sentence_needs(raw: object, values: dict[str, object]) -> None:
    assert refused(of(raw)).refused.values == values


def test_sizes_are_told_in_megabytes() -> None:
    assert refused(b" " * (LARGEST + 1)).refused.values == {"megabytes": 16}
    assert refused(of(a_sheet()).ljust(LARGEST_FILE + 1)).refused.values == {"megabytes": 5}


def test_an_entry_among_the_sheets_is_named_by_both_numbers() -> None:
    refusal = refused(of(a_backup(a_sheet(), a_sheet(MELD, MELD, {"type": "hand"}))))
    assert isinstance(refusal.refused, IllegalEntry)
    assert (refusal.sheet, refusal.refused.index) == (2, 2)


def test_a_backup_in_a_backup_is_no_sheet() -> None:
    refusal = refused(of(a_backup(a_backup())))
    assert (refusal.sheet, refusal.refused.code) == (1, Fault.KEY_UNKNOWN)


def test_a_key_that_stands_twice_is_named_at_every_depth() -> None:
    written = of(a_backup(a_sheet(MELD, rules={"round_target": 9}), settings={"language": "en"}))
    for key in ("version", "language", "game", "name", "round_target", "side"):
        twice = written.replace(f'"{key}"'.encode(), f'"{key}": 0, "{key}"'.encode(), 1)
        assert refused(twice).refused.code is Fault.KEY_TWICE
        assert refused(twice).refused.values["key"] == key


def test_more_entries_than_fit_are_refused_before_any_is_read() -> None:
    refusal = refused(of(a_backup(a_sheet(*[None] * (MOST_ENTRIES + 1)))))
    assert (refusal.sheet, refusal.refused.code) == (1, Fault.TOO_MANY_ENTRIES)


# Nothing else is ever raised

CODES = {*SENTENCES}


def bundle_or_code(content: bytes) -> Bundle | StrEnum:
    try:
        return read_file(content)
    except ImportRejected as refusal:
        return refusal.refused.code


@given(json_values())
def test_arbitrary_json_is_not_taken_in(value: object) -> None:
    assert refused(of(value)).refused.code in CODES


@given(st.binary())
@example(b"\0")
def test_arbitrary_bytes_are_not_taken_in(content: bytes) -> None:
    assert refused(content).refused.code in {Fault.NOT_UTF8, Fault.NOT_JSON, Fault.NOT_AN_OBJECT}


@cache
def real_files() -> SearchStrategy[bytes]:
    """Files that were written by the app, or as it would write them."""
    ours = sorted(EXAMPLES.glob("*.knoddel.json"))
    return st.one_of(
        st.sampled_from(ours).map(Path.read_bytes),
        sheets().map(write_file),
        st.builds(write_backup, st.lists(sheets(), max_size=3), portable_settings()),
    )


@st.composite
def with_bytes_changed(draw: DrawFn) -> bytes:
    """A real file of which bytes were flipped, or slices left out, repeated or exchanged."""
    content = bytearray(draw(real_files()))
    for _ in range(draw(st.integers(1, 4))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(content))] * 2)))
        match draw(st.sampled_from(("flip", "leave out", "repeat", "exchange"))):
            case "flip" if start < len(content):
                content[start] ^= 1 << draw(st.integers(0, 7))
            case "leave out":
                del content[start:end]
            case "repeat":
                content[start:start] = content[start:end]
            case _:
                content[start:end] = draw(st.binary(max_size=8))
    return bytes(content)


def places(raw: Any) -> list[tuple[Any, Any]]:
    """Return every container in a value, with each of its keys or indices."""
    inside = list(raw.items() if isinstance(raw, dict) else enumerate(raw))
    here = [(raw, key) for key, _ in inside]
    deeper = [
        place for _, part in inside if isinstance(part, dict | list) for place in places(part)
    ]
    return here + deeper


@st.composite
def with_values_changed(draw: DrawFn) -> bytes:
    """A real file in which some values, at any depth, were replaced, left out or added."""
    whole = json.loads(draw(real_files()))
    for _ in range(draw(st.integers(1, 3))):
        container, key = draw(st.sampled_from(places(whole)))
        match draw(st.sampled_from(("replace", "leave out", "exchange", "add"))):
            case "replace":
                container[key] = draw(json_values())
            case "leave out":
                del container[key]
                if not whole:
                    break
            case "exchange":
                other, other_key = draw(st.sampled_from(places(whole)))
                container[key] = json.loads(json.dumps(other[other_key]))
            case _ if isinstance(container, dict):
                container[draw(st.text(max_size=8))] = draw(json_values())
            case _:
                container.append(draw(json_values()))
    return of(whole)


@settings(max_examples=200)
@given(with_bytes_changed() | with_values_changed())
def test_a_real_file_that_was_changed_is_read_or_refused(content: bytes) -> None:
    found = bundle_or_code(content)
    if isinstance(found, Bundle):
        assert read_file(write_backup(found.sheets, found.settings)) == found
    else:
        assert found in CODES
