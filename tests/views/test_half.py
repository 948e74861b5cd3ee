"""How a half is shared out: every pad of two sides, in every mode, on every screen."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple, TypeGuard

import pytest
from worked import PLAYED, example

from scoring.game import Agreement, Replay
from scoring.game import replay as replayed
from scoring.games import GAMES
from scoring.sheet import Head, Side
from views.games.bauer.draft import Mode as BauerMode
from views.games.bauerchen.draft import BauerchenDraft
from views.games.bauerchen.draft import Mode as BauerchenMode
from views.games.bohemian_watten.draft import WattenDraft
from views.games.registry import VIEWS
from views.session.draft import Draft
from views.session.screen import Screen
from views.text.translator import translator
from views.ui import chalk
from views.ui.half import (
    AROUND,
    BENEATH,
    GAP,
    LEAST_ABOVE,
    TEXT_STEP,
    Half,
    Named,
    arranged,
    half,
    half_room,
    inner_width,
    is_lying,
    name_size,
    panel_width,
    score_in_half,
)
from views.ui.layout import FACING, NAME_LETTER
from views.ui.pad import Face, GamePad, Key, Label, Labels, Look, Row, Say, Space

SIZES = ((320, 640), (390, 844), (844, 390), (768, 1024), (1280, 800))
LOW = ((667, 375), (640, 320))
WRITING = {Look.STACKED, Look.LOW_NUMBER, Look.PLAYER, Look.DONE}
"""The looks of keys that write on the slate, or count a trick."""
SHORT_PACK = "short pack"


MODES = {"bauer": BauerMode, "bauerchen": BauerchenMode}
"""The modes of pads that have any."""


class Case(NamedTuple):
    """A pad that a half may show."""

    name: str
    replay: Replay[Any, Any]
    draft: Draft


def cases() -> Iterator[Case]:
    """Yield every game of two sides in every mode of its pad, begun and as far as was played."""
    for name in PLAYED:
        sheet = example(name)
        if len(sheet.head.sides) == FACING:
            yield from modes(name, sheet.replay)
    for key, game in GAMES.items():
        if FACING in game.sides:
            yield from modes(key, replayed(game, Agreement(game.rules(), sides=FACING)))
    rules = replace(GAMES["bauer"].rules(), tricks=5)
    yield from modes(SHORT_PACK, replayed(GAMES["bauer"], Agreement(rules, sides=FACING)))


def modes(name: str, played: Replay[Any, Any]) -> Iterator[Case]:
    draft = VIEWS[played.game.key].draft()
    yield Case(name, played, draft)
    for mode in MODES.get(played.game.key, ()):
        yield Case(f"{name}, {mode}", played, replace(draft, mode=mode))
    if isinstance(draft, WattenDraft):
        yield Case(f"{name}, all tricks", played, replace(draft, made_by=(0, 0, 1, 0, 1)))


SCREEN = Screen(390, 844)
CASES = {case.name: case for case in cases()}
HEAD = Head((Side("Mein"), Side("Dein")))


def pad_of(case: Case, room: Screen) -> GamePad[Any, Any, Any]:
    return VIEWS[case.replay.game.key].pad(translator("de"), HEAD, case.replay, case.draft, room)


def half_of(case: Case, room: Screen, side: int) -> Half:
    return half(lambda size: pad_of(case, size).half(side), room)


def widths(row: Row, width: float) -> Iterator[tuple[Key, float]]:
    """Yield the keys of a row, and how wide each of them is."""
    weights = [getattr(cell, "weight", 1) for cell in row.cells if not isinstance(cell, Key)]
    keys = [cell for cell in row.cells if isinstance(cell, Key)]
    each = (width - chalk.UNIT * (len(row.cells) - 1)) / sum(
        weights + [key.face.weight for key in keys]
    )
    return ((key, each * key.face.weight) for key in keys)


@pytest.mark.parametrize("size", SIZES + LOW)
def test_every_part_of_a_half_has_its_room(size: tuple[int, int]) -> None:
    room = half_room(Screen.of(*size))
    for name, case in CASES.items():
        panel, keys = half_of(case, room, 0)
        if is_lying(room):
            assert panel == panel_width(room) < room.width / 2
            assert keys.height <= room.height + 0.01, name
        else:
            free = room.height - keys.height - BENEATH - panel
            assert free == pytest.approx(GAP), name
            assert panel >= LEAST_ABOVE


@pytest.mark.parametrize("size", SIZES + LOW)
def test_large_text_is_as_large_on_keys_as_leaves_all_of_them_in_sight(
    size: tuple[int, int],
) -> None:
    usual, large = (half_room(Screen.of(*size, text)) for text in (1, 2))
    scales = set[float]()
    for name, case in CASES.items():
        at_usual, (panel, keys) = half_of(case, usual, 0).keys, half_of(case, large, 0)
        scales.add(keys.scale)
        if keys.scale == 1:
            assert keys == at_usual, name
        else:
            assert keys.fits, name
        if keys.fits:
            above = 0 if is_lying(large) else panel + GAP + BENEATH
            assert keys.height * keys.scale + above <= large.height + 0.01, name
        if keys.scale < large.text_scale:
            larger = replace(large, text_scale=keys.scale + TEXT_STEP)
            assert half_of(case, larger, 0).keys.scale == keys.scale, f"{name} could be larger"
    assert scales <= {1 + eighth / 8 for eighth in range(9)}
    assert len(scales) > 1, "never larger"


@pytest.mark.parametrize("size", SIZES)
def test_keys_that_write_are_high_and_wide_enough(size: tuple[int, int]) -> None:
    room = half_room(Screen.of(*size))
    for name, case in CASES.items():
        panel, keys = half_of(case, room, 1)
        width = room.width - panel - AROUND if is_lying(room) else room.width - 2 * AROUND
        for row, height in zip(keys.rows, keys.heights, strict=True):
            for key, wide in widths(row, width):
                if key.face.look in WRITING:
                    assert min(wide, height) >= chalk.SCORING_TOUCH - 0.01, (name, key.id)


@pytest.mark.parametrize("size", SIZES + LOW)
def test_no_key_of_a_pad_is_lost_in_its_halves(size: tuple[int, int]) -> None:
    room = half_room(Screen.of(*size))
    for name, case in CASES.items():
        whole = pad_of(case, room)
        drawn = [ids_of(half_of(case, room, side).keys.rows) for side in (0, 1)]
        assert {*chain(*drawn)} == {key.id for key in whole.pad().keys}, name
        of_sides = [row for row in chain.from_iterable(whole.pad().blocks) if row.of_sides]
        for side, ids in enumerate(drawn):
            assert len({*ids}) == len(ids), name
            assert not {key.id for row in of_sides for key in row.keys_of(1 - side)} & {*ids}, name


def ids_of(rows: Sequence[Row]) -> list[str]:
    return [cell.id for row in rows for cell in row.cells if isinstance(cell, Key)]


def texts(case: str, size: tuple[int, int]) -> list[list[str]]:
    room = half_room(Screen.of(*size))
    rows = half_of(CASES[case], room, 0).keys.rows
    return [[str(cell.face.text) for cell in row.cells if isinstance(cell, Key)] for row in rows]


def test_cells_that_belong_together_go_on_on_another_row_where_one_is_too_narrow() -> None:
    melds, results = ["20", "40"], ["frei", "Schneider", "schwarz"]
    assert texts("bauerchen", (390, 844))[:2] == [melds, results]
    assert texts("bauerchen", (844, 390))[0] == [*melds, *results]


def test_tricks_that_lose_are_in_a_row_above_those_that_win() -> None:
    for size in SIZES + LOW:
        lost, won, *_ = texts("bauer", size)
        assert [*map(int, lost)] == [0, 1, 2, 3, 4]
        assert [*map(int, won)] == [5, 6, 7, 8]


def test_what_is_announced_of_a_pad_is_announced_in_its_half() -> None:
    room = half_room(Screen(390, 844))
    keys = half_of(CASES["bohemian-watten"], room, 0).keys
    assert keys.rows[0].announced


def test_an_empty_place_needs_no_height() -> None:
    key = next(pad_of(CASES["bauer"], SCREEN).pad().keys)
    keys = arranged([Row([key, Space()]), Row([Label("said")])], 300, 150, 150)
    assert [len(row.cells) for row in keys.rows] == [3]
    assert keys.height == pytest.approx(1.25 * chalk.SCORING_TOUCH)


def test_names_are_beside_figures_where_that_makes_these_larger() -> None:
    low, high = half_room(Screen(320, 640)), half_room(Screen(390, 844))
    assert score_in_half(["10", "3"], 100, 50, low).named is Named.BESIDE
    assert score_in_half(["10", "3"], 98, 60, low).named is Named.IN_A_ROW
    size, named, is_crowded = score_in_half(["10", "3"], 220, 50, high)
    assert not is_crowded
    assert named is Named.ABOVE
    assert size > 100


@pytest.mark.parametrize(
    ("names", "typed", "note"),
    [
        (("Mein", "Dein"), None, ""),
        (("Mein", "Dein"), 97, "Mein +2"),
        (("Die Unschlagbaren", "Dein"), 97, "+2"),
        (("Mein", "Dein"), 4, ""),
    ],
)
def test_the_key_that_writes_card_points_tells_for_whom(
    names: tuple[str, str], typed: int | None, note: str
) -> None:
    """There is no room for a sentence beside the digits, which were only 47 dp high with one."""
    game, room = GAMES["bauerchen"], half_room(Screen(320, 640))
    begun = replayed(game, Agreement(game.rules(), sides=FACING))
    draft = BauerchenDraft(mode=BauerchenMode.CARD_POINTS, typed=typed)
    pad = VIEWS["bauerchen"].pad(
        translator("de"), Head((Side(names[0]), Side(names[1]))), begun, draft, room
    )
    keys = half(lambda _: pad.half(0), room).keys
    write = next(cell for cell in chain(*(row.cells for row in keys.rows)) if is_write(cell))
    assert (write.face.note, write.face.off) == (note, not note)
    assert keys.rows[0].announced
    assert min(keys.heights) >= chalk.SCORING_TOUCH


def is_write(cell: object) -> TypeGuard[Key]:
    return isinstance(cell, Key) and cell.id == "write"


def test_menu_and_undo_have_their_places_whatever_is_written() -> None:
    """A sentence more above the keys made the menu 38 dp high."""
    room = half_room(Screen(320, 640))
    for name, case in CASES.items():
        panel, keys = half_of(case, room, 0)
        assert panel >= 2 * chalk.TOUCH + chalk.UNIT, name
        assert room.height - panel - keys.height - BENEATH >= GAP - 0.01, name


def test_all_texts_of_a_row_are_made_smaller_together() -> None:
    key = Key("id", Face("name", "text", 20, figure_size=30), Say(""))
    labels = Labels((Label("above", 12), Label("below", 16)), 1)
    row = Row([key, Label("beside", 14), labels, Space()]).smaller(0.5)
    smaller, beside, between, space = row.cells
    assert isinstance(smaller, Key)
    assert (smaller.face.size, smaller.face.figure_size, smaller.face.share) == (10, 15, 0.5)
    assert beside == Label("beside", 7)
    assert between == Labels((Label("above", 6), Label("below", 8)), 1)
    assert space == Space()


def test_a_name_is_whole_in_large_text_too() -> None:
    """On a small phone "Mein" was "Me…"."""
    room = half_room(Screen(320, 640, 2.0))
    size = name_size("Mein", Named.BESIDE, room)
    assert 16 / 2 < size < 16
    assert size * 2 * 4 * NAME_LETTER <= inner_width(room) / 2 / 2
    assert name_size("Die Unbesiegbaren", Named.BESIDE, room) == 16 / 2
    for scale in (0.8, 1):
        assert name_size("Mein", Named.ABOVE, half_room(Screen(320, 640, scale))) == 16


def test_a_crowded_score_is_as_high_as_a_name_above_its_signs_for_it_scrolls() -> None:
    room = half_room(Screen(320, 640, 2.0))
    size, named, is_crowded = score_in_half(["8", "8"], 156, 200, room)
    assert (round(size, 1), named, is_crowded) == (23.1, Named.BESIDE, True)
