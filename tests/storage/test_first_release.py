"""What the first release kept is opened as it was.

It recorded the files in ``first_release`` itself: two evenings, the list and the settings.
"""

import shutil
from pathlib import Path

import pytest
from tapper import untimed

from scoring.bauerchen import Deal, FortyRule, Level, Meld, Rules, Solo
from scoring.game import Agreement
from scoring.journal import Agree, Append, Journal, Remove, Replace
from scoring.sheet import Head, Side
from storage import Evening, Label, Library, Settings, Theme
from storage.places import evening_file, evenings_folder, library_file, previous_generation

FILES = Path(__file__).with_name("first_release")
KERWE, PLAIN = "2026-11-13-7fb4139e", "2026-11-20-c2b575bc"
TITLE = 'Kerwe <script>alert("ß")</script> & Stammtisch'
OURS = Side("Jürgen's <b>Größte</b>", ("Jürgen", "<i>Erna</i>"))
THEIRS = Side('"Öl & Essig"', ("Köbes", "Änne"))
AT_START = Agreement(Rules(forty_rule=FortyRule.AT_TEN, knoddels_per_stein=3), 2)
AGREED_LATER = Agreement(
    Rules(round_target=9, carry_over=True, forty_rule=FortyRule.AT_TEN, knoddels_per_stein=3),
    1,
)
OPERATIONS = (
    Append(Meld(0, 20)),
    Append(Deal(winner=1, level=Level.SCHNEIDER, spritzen=1)),
    Append(Deal(card_points=(88, 42), note="Änne hat <gezählt> & geflucht")),
    Append(Solo(0, won=False)),
    Append(Deal(winner=0, level=Level.SCHWARZ, home=1)),
    Replace(0, Meld(1, 40)),
    Remove(3),
    Agree(AGREED_LATER),
    Append(Deal(winner=1, level=Level.SCHNEIDERFREI, spritzen=2)),
    Append(Meld(0, 20)),
)
UNDONE = 2
SHOWN = (
    *(((0, 0), (0, 0)), ((1, 0), (0, 0)), ((1, 4), (0, 0)), ((2, 4), (0, 0)), ((0, 0), (1, 0))),
    *(((4, 0), (1, 0)), ((4, 0), (1, 0)), ((5, 6), (0, 0)), ((6, 8), (0, 0)), ((0, 3), (1, 0))),
    ((1, 3), (1, 0)),
)
"""Score and knoddels that the first release showed after each of the operations."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the files, in a folder to work in."""
    return Path(shutil.copytree(FILES, tmp_path / "data"))


def evening_files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in evenings_folder(folder).iterdir()}


def shown(evening: Evening) -> tuple[object, object]:
    return evening.replay.state.score, evening.replay.state.knoddels


def test_the_evenings_are_listed(folder: Path) -> None:
    library = Library(folder)
    assert library.labels() == [
        Label(PLAIN, None, "2026-11-20", game="bauerchen"),
        Label(KERWE, TITLE, "2026-11-13", game="bauerchen"),
    ]
    assert (library.bin(), library.damaged) == ([], None)


def test_they_are_found_without_the_list(folder: Path) -> None:
    library_file(folder).unlink()
    previous_generation(library_file(folder)).unlink()
    assert [label.title for label in Library(folder).labels()] == [None, TITLE]


def test_the_settings_are_kept(folder: Path) -> None:
    assert Library(folder).settings == Settings(
        language="en", theme=Theme.DARK, open_evening=PLAIN, players=()
    )


def test_a_whole_evening_is_opened_as_it_was(folder: Path) -> None:
    evening = Library(folder).evening(KERWE)
    assert evening.head == Head((OURS, THEIRS), TITLE, "2026-11-13")
    assert untimed(evening.journal) == Journal(AT_START, OPERATIONS, len(OPERATIONS) - UNDONE)
    assert evening.replay.agreement == AGREED_LATER
    assert len(evening.replay.entries) == 4
    assert all(entry.at for entry in evening.replay.entries[1:])
    assert shown(evening) == ((6, 8), (0, 0))
    assert (evening.draft, evening.damaged) == ({}, None)


def test_a_plain_evening_is_opened_as_it_was(folder: Path) -> None:
    evening = Library(folder).evening(PLAIN)
    assert evening.head == Head((Side("Mein"), Side("Dein")), None, "2026-11-20")
    entries = (
        Deal(winner=0, level=Level.SCHWARZ, spritzen=2),
        Meld(1, 20),
        Deal(winner=1, level=Level.SCHNEIDERFREI),
    )
    assert untimed(evening.journal) == Journal(Agreement(Rules()), tuple(map(Append, entries)), 3)
    assert shown(evening) == ((0, 3), (0, 1))
    assert not evening.journal.can_redo


def test_all_that_was_done_can_be_undone_and_done_again(folder: Path) -> None:
    evening = Library(folder).evening(KERWE)
    for _ in range(UNDONE):
        evening.redo()
    assert not evening.journal.can_redo
    for expected in reversed(SHOWN[:-1]):
        evening.undo()
        assert shown(evening) == expected
    assert not evening.journal.can_undo
    for expected in SHOWN[1:]:
        evening.redo()
        assert shown(evening) == shown(Library(folder).evening(KERWE)) == expected


def test_looking_at_them_changes_none(folder: Path) -> None:
    library = Library(folder)
    for label in library.labels():
        evening = library.evening(label.key)
        evening.after(Replace(0, Meld(1, 20)))
        evening.after(Remove(0))
        evening.after(Agree(Agreement(Rules(round_target=31))))
    Library(folder)
    assert evening_files(folder) == evening_files(FILES)


def test_the_generation_before_is_opened_if_the_newest_is_damaged(folder: Path) -> None:
    evening_file(folder, KERWE).write_bytes(b"")
    evening = Library(folder).evening(KERWE)
    assert untimed(evening.journal) == Journal(AT_START, OPERATIONS, len(OPERATIONS) - 1)
    assert shown(evening) == ((0, 3), (1, 0))
    assert evening.damaged is not None


def test_the_game_goes_on(folder: Path) -> None:
    evening = Library(folder).evening(PLAIN)
    evening.write(Meld(0, 40))
    evening.keep_draft({"spritzen": 1})
    found = Library(folder).evening(PLAIN)
    assert shown(found) == ((2, 3), (0, 1))
    assert found.content == evening.content
