"""The command ``knoddel statistics``."""

import json
import os
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from command import Answer, knoddel, loaded_by, unread
from worked import EXAMPLES, PLAYED
from wrong_sheets import (
    MELD,
    WRONG,
    WRONG_BACKUPS,
    WRONG_SETTINGS,
    Wrong,
    WrongBackup,
    a_backup,
    a_sheet,
)

from main import main
from scoring.backup import LARGEST
from scoring.refusals import Refused
from scoring.sheet import LARGEST_FILE, read_sheet
from scoring.statistics import by_game, report
from views.text.refusals import sentence
from views.text.translator import LANGUAGES, translator

SHEET = a_sheet(MELD, sides=[{"name": "Mein", "players": ["Karl", "Erna"]}, {"name": "Dein"}])
GOOD = json.dumps(SHEET).encode()
WORKED = [EXAMPLES / f"{name}.knoddel.json" for name in PLAYED]

statistics = partial(knoddel, "statistics")


def written(folder: Path, content: bytes, name: str = "file") -> Path:
    file = folder / name
    file.write_bytes(content)
    return file


def of_files(files: Iterable[Path]) -> Any:
    """Return what the command prints for sheet files that can be counted."""
    sheets = [read_sheet(file.read_bytes()) for file in files]
    return json.loads(json.dumps(report(by_game(sheets))))


def evenings(answer: Answer) -> int:
    """Return how many evenings of Bauerchen were counted, after nothing went wrong."""
    assert (answer.status, answer.errors, len(answer.lines)) == (0, "", 1)
    number: int = answer.lines[0]["bauerchen"]["evenings"]
    return number


def error(answer: Answer) -> Any:
    """Return the error and its file, which are all that was printed."""
    assert (answer.status, answer.errors, len(answer.lines)) == (2, "", 1)
    (line,) = answer.lines
    assert set(line) == {"error", "file"}
    assert set(line["error"]) == {"entry", "code", "message"}
    return {"file": line["file"], **line["error"]}


# One object for all sheets


def test_all_files_together_are_one_object() -> None:
    answer = statistics(*WORKED)
    assert answer == Answer([of_files(WORKED)], 0, "")
    assert list(answer.lines[0]) == [
        "bauerchen",
        "bauer",
        "bauer-simple",
        "bauerschspiel",
        "bohemian-watten",
        "schlauch",
    ]
    assert answer.lines[0]["bauerchen"]["players"]["Karl"]["deals"] == 12 + 4 + 6 + 5


def test_a_dash_reads_one_sheet_a_line() -> None:
    sheets = [json.dumps(json.loads(file.read_bytes())).encode() for file in WORKED]
    assert statistics("-", given=b"\n".join(sheets)).lines == [of_files(WORKED)]


def test_nothing_given_is_an_object_without_a_game() -> None:
    assert statistics("-") == Answer([{}], 0, "")


def test_a_backup_counts_with_all_its_sheets(tmp_path: Path) -> None:
    backup = a_backup(*(json.loads(file.read_bytes()) for file in WORKED))
    file = written(tmp_path, json.dumps(backup, indent=1).encode())
    assert statistics(file).lines == [of_files(WORKED)]
    assert statistics(file, *WORKED).lines == [of_files(WORKED * 2)]


def test_files_backups_and_a_dash_can_be_mixed(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    backup = written(tmp_path, json.dumps(a_backup(SHEET, SHEET)).encode(), "backup")
    assert evenings(statistics(file, "-", backup, file, given=GOOD + b"\r\n" + GOOD)) == 6


def test_a_backup_may_be_larger_than_a_sheet(tmp_path: Path) -> None:
    backup = written(tmp_path, json.dumps(a_backup(SHEET)).encode().ljust(LARGEST))
    assert evenings(statistics(backup)) == 1


@pytest.mark.parametrize("name", ["\u202egnp.exe", "🍺", "\x1b[31m", "{name}%s", "A & B", '"'])
def test_a_name_is_text_and_nothing_else(name: str) -> None:
    sheet = a_sheet(sides=[{"name": "M", "players": [name, "Karl"]}, {"name": "D"}])
    (line,) = statistics("-", given=json.dumps(sheet).encode()).lines
    assert set(line["bauerchen"]["players"]) == {name, "Karl"}
    assert set(line["bauerchen"]["pairs"]) == {" & ".join(sorted((name, "Karl")))}


def test_it_ends_quietly_when_nobody_reads_what_it_prints() -> None:
    with unread("statistics") as (sheets, lines):
        lines.close()
        sheets.write(GOOD)


def test_the_command_starts_without_screen_and_store(tmp_path: Path) -> None:
    loaded = loaded_by("statistics", written(tmp_path, json.dumps(a_backup(SHEET)).encode()))
    assert {"scoring", "json"} <= loaded
    assert loaded & {"flet", "flet_web", "tinydb", "platformdirs", "storage"} == set()


# What cannot be counted


def in_process(file: Path, capsys: pytest.CaptureFixture[str]) -> Answer:
    """Run the command without a process of its own."""
    status = main(["statistics", str(file)])
    printed = capsys.readouterr()
    return Answer([json.loads(line) for line in printed.out.splitlines()], status, printed.err)


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_wrong_sheet_is_named_with_its_file_code_and_entry(
    wrong: Wrong, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, wrong.text.encode() if isinstance(wrong.text, str) else wrong.text)
    found = error(in_process(file, capsys))
    assert (found["file"], found["code"]) == (str(file), wrong.code)
    assert found["entry"] == wrong.entry


@pytest.mark.parametrize(
    "wrong",
    [each for name, each in WRONG_BACKUPS.items() if name not in WRONG_SETTINGS],
    ids=[name for name in WRONG_BACKUPS if name not in WRONG_SETTINGS],
)
def test_a_wrong_backup_is_named_with_its_file_and_code(
    wrong: WrongBackup, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, wrong.content)
    found = error(in_process(file, capsys))
    assert (found["file"], found["code"], found["entry"]) == (str(file), wrong.code, None)


def test_a_wrong_sheet_in_a_backup_is_named_with_its_entry(tmp_path: Path) -> None:
    impossible = json.loads(WRONG["card points of no trick"].text)
    backup = json.dumps(a_backup(SHEET, impossible, a_sheet("nothing"))).encode()
    found = error(statistics(written(tmp_path, backup)))
    assert (found["code"], found["entry"]) == ("card_points_impossible", 2)


def test_the_first_file_that_cannot_be_counted_is_all_that_is_printed(tmp_path: Path) -> None:
    good, bad = written(tmp_path, GOOD), written(tmp_path, b"{}", "bad")
    found = error(statistics(good, bad, tmp_path / "missing", good))
    assert (found["file"], found["code"]) == (str(bad), "key_missing")


@pytest.mark.parametrize(
    ("given", "line", "code"),
    [
        (b"", 1, "not_json"),
        (GOOD + b"\n\n" + GOOD, 2, "not_json"),
        (GOOD + b"\n" + GOOD + b"\n{}\n[]", 3, "key_missing"),
        (GOOD + b"\n" + GOOD.ljust(LARGEST_FILE + 1), 2, "too_large"),
        (json.dumps(a_backup(SHEET)).encode(), 1, "key_unknown"),
    ],
)
def test_a_line_that_cannot_be_counted_is_named_with_its_number(
    given: bytes, line: int, code: str
) -> None:
    found = error(statistics("-", given=given or b"\n"))
    assert (found["file"], found["code"], found["entry"]) == (line, code, None)


def test_files_that_cannot_be_read_are_named_as_given(tmp_path: Path) -> None:
    for name in (str(tmp_path / "missing"), str(tmp_path), "", "\x1b[31m{key}.json"):
        found = error(statistics(written(tmp_path, GOOD), name))
        assert (found["file"], found["code"], found["entry"]) == (name, "unreadable", None)
        assert found["message"].isprintable()
    undecodable = os.fsencode(tmp_path) + b"\xff"
    assert error(statistics(undecodable))["file"] == os.fsdecode(undecodable)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_what_is_wrong_in_the_language_of_the_environment(
    language: str, tmp_path: Path
) -> None:
    impossible = WRONG["card points of no trick"]
    with pytest.raises(Refused) as refused:
        read_sheet(impossible.text)
    file = written(tmp_path, str(impossible.text).encode())
    answer = statistics(file, language=f"{language}_XX.UTF-8")
    assert error(answer)["message"] == sentence(translator(language), refused.value)
