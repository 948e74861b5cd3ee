"""The sheets of a file, be it a sheet file or a backup."""

import json

import pytest
from wrong_sheets import (
    DEAL,
    MELD,
    WRONG,
    WRONG_BACKUPS,
    WRONG_JSON,
    WRONG_SETTINGS,
    Wrong,
    WrongBackup,
    a_backup,
    a_sheet,
)

from scoring.backup import LARGEST, MOST_SHEETS, read_sheets
from scoring.refusals import Fault, IllegalEntry, Refused
from scoring.sheet import read_parsed

OUTSIDE_SETTINGS = {
    name: wrong for name, wrong in WRONG_BACKUPS.items() if name not in WRONG_SETTINGS
}


def encoded(raw: object) -> bytes:
    return json.dumps(raw).encode()


def refused(content: bytes) -> Refused:
    with pytest.raises(Refused) as refusal:
        list(read_sheets(content))
    return refusal.value


def test_a_sheet_file_has_one_sheet() -> None:
    assert list(read_sheets(encoded(a_sheet(MELD)))) == [read_parsed(a_sheet(MELD))]


def test_a_backup_has_its_sheets_in_order() -> None:
    whole = [a_sheet(MELD), a_sheet(), a_sheet(DEAL)]
    assert list(read_sheets(encoded(a_backup(*whole)))) == list(map(read_parsed, whole))
    assert list(read_sheets(encoded(a_backup()))) == []


def test_a_backup_may_be_as_large_as_allowed() -> None:
    assert len(list(read_sheets(encoded(a_backup(a_sheet())).ljust(LARGEST)))) == 1
    tiny = a_sheet()
    assert sum(1 for _ in read_sheets(encoded(a_backup(*[tiny] * MOST_SHEETS)))) == 20_000


@pytest.mark.parametrize("wrong", OUTSIDE_SETTINGS.values(), ids=OUTSIDE_SETTINGS)
def test_a_wrong_file_is_refused_with_code_and_key(wrong: WrongBackup) -> None:
    found = refused(wrong.content)
    assert (found.code, found.values.get("key")) == (wrong.code, wrong.key)


@pytest.mark.parametrize("wrong", WRONG_SETTINGS.values(), ids=WRONG_SETTINGS)
def test_settings_are_not_looked_at(wrong: WrongBackup) -> None:
    assert list(read_sheets(wrong.content)) == [read_parsed(a_sheet())]


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_wrong_sheet_alone_is_refused_as_ever(wrong: Wrong) -> None:
    found = refused(wrong.text.encode() if isinstance(wrong.text, str) else wrong.text)
    index = found.index if isinstance(found, IllegalEntry) else None
    assert (found.code, found.values.get("key"), index) == (wrong.code, wrong.key, wrong.entry)


@pytest.mark.parametrize("wrong", WRONG_JSON.values(), ids=WRONG_JSON)
def test_a_wrong_sheet_in_a_backup_is_refused_once_it_is_its_turn(wrong: Wrong) -> None:
    text = wrong.text if isinstance(wrong.text, str) else wrong.text.decode()
    with_it = json.dumps(a_backup(a_sheet(MELD), "HERE")).replace('"HERE"', text)
    sheets = read_sheets(with_it.encode())
    assert next(sheets) == read_parsed(a_sheet(MELD))
    with pytest.raises(Refused) as refusal:
        next(sheets)
    assert refusal.value.code == wrong.code


def test_a_file_that_the_web_page_saved_is_no_sheet() -> None:
    found = refused(encoded({"format": "knoddel-files", "version": 1, "files": {}}))
    assert (found.code, found.values["key"]) == (Fault.KEY_UNKNOWN, "files")
