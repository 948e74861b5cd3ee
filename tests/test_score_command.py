"""The command ``knoddel score``, as a process of its own."""

import json
import os
import string
import sys
from collections.abc import Iterable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from command import MAIN, Answer, knoddel, loaded_by, unread
from wrong_sheets import MELD, WRONG, Wrong, a_sheet

from scoring.games import GAMES
from scoring.refusals import Fault, IllegalEntry, Refused
from scoring.sheet import LARGEST_FILE, read_sheet
from views.text.refusals import LONGEST_VALUE, SENTENCES, sentence
from views.text.translator import LANGUAGES, translator

EXAMPLES = MAIN.parent / "tests" / "examples"
GOOD = json.dumps(a_sheet(MELD)).encode()


score = partial(knoddel, "score")


def score_lines(*sheets: bytes, language: str = "en_GB.UTF-8") -> Answer:
    return score("-", given=b"".join(sheet + b"\n" for sheet in sheets), language=language)


def sheet_with(points: int) -> bytes:
    return json.dumps(a_sheet(*[MELD] * points)).encode()


def codes(answer: Answer) -> list[str | None]:
    return [line["error"]["code"] if "error" in line else None for line in answer.lines]


# One line for each sheet, in order


def test_files_are_scored_in_the_order_they_are_named(tmp_path: Path) -> None:
    files = [tmp_path / f"{points}.knoddel.json" for points in (3, 1, 2)]
    for points, file in zip((3, 1, 2), files, strict=True):
        file.write_bytes(sheet_with(points))
    answer = score(*files)
    assert [line["score"] for line in answer.lines] == [[3, 0], [1, 0], [2, 0]]
    assert (answer.status, answer.errors) == (0, "")


def test_a_sheet_may_be_laid_out_over_many_lines(tmp_path: Path) -> None:
    file = tmp_path / "sheet"
    file.write_text(json.dumps(a_sheet(MELD), indent=1))
    assert score(file).lines[0]["entries"] == [{"points": [1, 0], "ended_rounds": 0}]


def test_the_examples_of_every_game_score_as_expected() -> None:
    sheets = sorted(EXAMPLES.glob("*.knoddel.json"))
    sheets = [sheet for sheet in sheets if json.loads(sheet.read_bytes())["game"] in GAMES]
    answer = score(*sheets)
    expected = [
        json.loads(sheet.with_name(sheet.name.replace(".knoddel.", ".expected.")).read_bytes())
        for sheet in sheets
    ]
    assert len(answer.lines) == len(sheets) > 0
    for line, minimum in zip(answer.lines, expected, strict=True):
        if "error" in minimum:
            assert minimum["error"].items() <= line["error"].items()
        else:
            assert minimum.items() <= line.items()
    assert answer.status == (2 if any("error" in minimum for minimum in expected) else 0)


def test_a_dash_reads_one_sheet_a_line_and_prints_one_line_each() -> None:
    answer = score_lines(*map(sheet_with, range(30)))
    expected = [[points % 12, 0] for points in range(30)]
    assert [line["score"] for line in answer.lines] == expected
    assert (answer.status, answer.errors) == (0, "")


def test_the_last_line_needs_no_end_and_a_line_may_end_as_on_windows() -> None:
    answer = score("-", given=GOOD + b"\r\n" + GOOD)
    assert codes(answer) == [None, None]


def test_nothing_given_is_nothing_printed() -> None:
    assert score("-") == Answer([], 0, "")


def test_files_and_a_dash_can_be_mixed(tmp_path: Path) -> None:
    file = tmp_path / "sheet"
    file.write_bytes(sheet_with(5))
    answer = score(file, "-", file, given=sheet_with(1) + b"\n" + sheet_with(2))
    assert [line["score"][0] for line in answer.lines] == [5, 1, 2, 5]


def test_it_ends_quietly_when_nobody_reads_what_it_prints_last() -> None:
    with unread("score") as (sheets, lines):
        lines.close()
        sheets.write(GOOD)


def test_it_stops_reading_when_nobody_reads_on() -> None:
    with unread("score") as (sheets, lines):
        sheets.write((GOOD + b"\n") * 500)
        lines.readline()
        lines.close()
        while True:
            sheets.write(GOOD + b"\n")


# Bad sheets do not stop it


def test_every_wrong_sheet_gets_its_line_and_good_ones_between_are_scored() -> None:
    wrong = [each for each in WRONG.values() if "\n" not in str(each.text)]
    sheets = [each.text.encode() if isinstance(each.text, str) else each.text for each in wrong]
    answer = score_lines(*[line for sheet in sheets for line in (sheet, GOOD)])
    assert answer.status == 2
    assert answer.errors == ""
    expected = [(each.code.value, each.entry) for each in wrong]
    errors = [line["error"] for line in answer.lines[::2]]
    assert [(error["code"], error["entry"]) for error in errors] == expected
    assert all(set(error) == {"entry", "code", "message"} for error in errors)
    assert [line["score"] for line in answer.lines[1::2]] == [[1, 0]] * len(wrong)


def test_an_empty_line_is_a_sheet_that_cannot_be_read() -> None:
    assert codes(score_lines(GOOD, b"", GOOD)) == [None, "not_json", None]


@pytest.mark.parametrize("more", [0, 1, 2, 3, LARGEST_FILE, 2 * LARGEST_FILE + 5])
def test_a_line_that_is_too_long_is_one_bad_sheet(more: int) -> None:
    long = GOOD.ljust(LARGEST_FILE + more)
    too_long = "too_large" if more else None
    assert codes(score_lines(long, GOOD)) == [too_long, None]
    assert codes(score("-", given=GOOD + b"\n" + long)) == [None, too_long]


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    fits, too_large = tmp_path / "fits", tmp_path / "too large"
    fits.write_bytes(GOOD.ljust(LARGEST_FILE))
    too_large.write_bytes(GOOD.ljust(LARGEST_FILE + 1))
    answer = score(too_large, fits)
    assert (codes(answer), answer.status) == (["too_large", None], 2)


def test_files_that_cannot_be_read_are_named_and_the_others_scored(tmp_path: Path) -> None:
    file = tmp_path / "sheet"
    file.write_bytes(GOOD)
    answer = score(tmp_path / "missing", file, tmp_path, "", os.fsencode(tmp_path) + b"\xff")
    assert codes(answer) == ["unreadable", None, "unreadable", "unreadable", "unreadable"]
    assert (answer.status, answer.errors) == (2, "")
    assert all(line["error"]["entry"] is None for line in answer.lines if "error" in line)


# What it says


def message(answer: Answer) -> str:
    text: str = answer.lines[0]["error"]["message"]
    return text


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_in_the_language_of_the_environment(language: str) -> None:
    impossible = WRONG["card points of no trick"]
    with pytest.raises(Refused) as refused:
        read_sheet(impossible.text)
    answer = score_lines(str(impossible.text).encode(), language=f"{language}_XX.UTF-8")
    assert message(answer) == sentence(translator(language), refused.value)


def test_an_impossible_deal_is_explained_with_its_numbers() -> None:
    answer = score_lines(str(WRONG["card points of no trick"].text).encode())
    assert message(answer) == (
        "4 card points are not possible: a side has either none or a trick worth at least 8."
    )


def test_a_meld_past_the_target_is_explained_with_its_numbers() -> None:
    answer = score_lines(str(WRONG["a meld past the target"].text).encode())
    assert message(answer) == "A meld may not lead past 5: 4 plus 2 would be too many."


HOSTILE = ["\x1b[31m\x07", "a\nb\r", "\ud800", "{key}{0}%s{", "x" * 5000, "\u202egnp.exe"]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_is_shown_as_short_plain_text(text: str) -> None:
    wrong = [a_sheet(game=text), a_sheet(**{text: 1}), a_sheet({"type": text})]
    answer = score_lines(*[json.dumps(sheet).encode() for sheet in wrong])
    assert codes(answer) == ["game_unknown", "key_unknown", "entry_type_unknown"]
    for line in answer.lines:
        said = line["error"]["message"]
        assert said.isprintable()
        assert len(said) < 60 + LONGEST_VALUE


def test_a_hostile_value_is_shown_short() -> None:
    values = [10**4000, -(10**4000), [[["x"] * 999]], {"x" * 999: 1}, "x" * 999, 1e300]
    wrong = [a_sheet(rules={"round_target": value}) for value in values]
    answer = score_lines(*[json.dumps(sheet).encode() for sheet in wrong])
    assert codes(answer) == ["out_of_range"] * 2 + ["not_whole"] * 4
    assert max(len(line["error"]["message"]) for line in answer.lines) < 60 + LONGEST_VALUE


def test_a_hostile_file_name_is_shown_as_plain_text() -> None:
    said = message(score("\x1b[31m{key}.json"))
    assert said == "The file “?[31m{key}.json” cannot be read."


# What it loads


def test_the_command_starts_without_screen_and_store(tmp_path: Path) -> None:
    file = tmp_path / "sheet"
    file.write_bytes(GOOD)
    loaded = loaded_by("score", file)
    assert {"scoring", "json"} <= loaded
    assert loaded & {"flet", "flet_web", "tinydb", "platformdirs", "storage"} == set()


# Every code has a sentence


def every_code() -> set[StrEnum]:
    """Return the faults of any sheet and the slips of every game."""
    slips: Iterable[Any] = (
        getattr(sys.modules[game.step.__module__], "Slip", ()) for game in GAMES.values()
    )
    return {*Fault, *(code for slip in slips for code in slip)}


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    assert set(SENTENCES) == every_code()


def test_no_two_codes_share_a_name() -> None:
    assert len({code.value for code in every_code()}) == len(every_code())


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_brings_all_that_its_sentence_needs(wrong: Wrong, language: str) -> None:
    with pytest.raises(Refused) as refused:
        read_sheet(wrong.text)
    template = translator(language)._catalogue.gettext(SENTENCES[wrong.code])
    needed = {name for _, name, _, _ in string.Formatter().parse(template) if name}
    assert needed <= set(refused.value.values)
    assert sentence(translator(language), refused.value)[-1] == "."


def test_an_entry_refused_outside_a_file_has_a_sentence_as_well() -> None:
    said = sentence(translator("en"), IllegalEntry(Fault.NOT_WHOLE, value=True))
    assert said == "“–” must be a whole number, not true."
